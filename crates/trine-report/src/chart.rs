//! Draws an execution as a sequence chart in SVG: processes across, time down.

use crate::look::{shortened, width};
use crate::svg::{CHARACTER, LINE, escaped};
use crate::trace::{DescribedStep, DescribedTrace};

/// Longer executions are drawn up to here; the rest is in the report's other forms.
const MOST: usize = 1500;
const GUTTER: f64 = 62.0;
const HEADER: f64 = 34.0;

/// The names of the processes, and the chart below them: two drawings of the same width, so that the
/// names can stay in view. The steps are groups of class `step` with their number in `data-step`.
pub fn render(trace: &DescribedTrace) -> String {
    let chart = Chart::new(trace);
    format!("{}{}", chart.names(), chart.body())
}

struct Chart<'a> {
    trace: &'a DescribedTrace,
    players: Vec<usize>,
    column: f64,
    /// Where each step starts, and where the last one ends.
    tops: Vec<f64>,
}

impl<'a> Chart<'a> {
    fn new(trace: &'a DescribedTrace) -> Chart<'a> {
        let mut plays = vec![false; trace.processes.len()];
        for step in &trace.steps {
            let partner = step.partner.as_ref().map(|half| half.process);
            for process in step.process.into_iter().chain(partner) {
                plays[process] = true;
            }
        }
        let players: Vec<usize> = (0..plays.len()).filter(|at| plays[*at]).collect();
        let texts = trace.steps.iter().flat_map(|step| {
            let notes = notes(trace, step).into_iter().map(|(_, text)| width(&text));
            notes.chain([width(&step.action)]).collect::<Vec<_>>()
        });
        let names = players.iter().map(|player| width(&trace.processes[*player]));
        // Many columns are narrower, so that more of them are in view.
        let most = if players.len() > 4 { 22 } else { 40 };
        let widest = texts.chain(names).max().unwrap_or(10).clamp(14, most);
        let mut tops = vec![6.0];
        for step in trace.steps.iter().take(MOST) {
            let lines = 1 + notes(trace, step).len();
            tops.push(tops[tops.len() - 1] + lines as f64 * LINE + 8.0);
        }
        Chart { trace, players, column: widest as f64 * CHARACTER + 34.0, tops }
    }

    fn x(&self, process: usize) -> f64 {
        let position = self.players.iter().position(|at| *at == process).unwrap_or(0);
        GUTTER + 14.0 + position as f64 * self.column
    }

    fn width(&self) -> f64 {
        GUTTER + 14.0 + self.players.len().max(1) as f64 * self.column
    }

    fn room(&self) -> usize {
        ((self.column - 26.0) / CHARACTER) as usize
    }

    fn names(&self) -> String {
        let mut text = format!(
            "<svg class=\"names\" width=\"{:.0}\" height=\"{HEADER:.0}\" role=\"presentation\">",
            self.width()
        );
        for player in &self.players {
            let name = shortened(&self.trace.processes[*player], self.room());
            let x = self.x(*player) - 6.0;
            text.push_str(&format!(
                "<text class=\"name\" x=\"{x:.1}\" y=\"22\">{}</text>",
                escaped(&name)
            ));
        }
        text.push_str("</svg>\n");
        text
    }

    fn body(&self) -> String {
        let bottom = self.tops[self.tops.len() - 1];
        let left_out = self.trace.steps.len().saturating_sub(MOST);
        let height = bottom + if left_out > 0 { 34.0 } else { 12.0 };
        let mut text = format!(
            "<svg width=\"{:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"sequence \
             chart\">\n",
            self.width()
        );
        let mut steps = String::new();
        for (at, step) in self.trace.steps.iter().take(MOST).enumerate() {
            self.step(at, step, &mut steps);
        }
        self.lives(bottom, &mut text);
        text.push_str(&steps);
        self.cycle(bottom, &mut text);
        if left_out > 0 {
            text.push_str(&format!(
                "<text class=\"quiet\" x=\"{GUTTER}\" y=\"{:.1}\">{left_out} more steps are not \
                 drawn</text>",
                bottom + 20.0
            ));
        }
        text.push_str("</svg>\n");
        text
    }

    fn lives(&self, bottom: f64, text: &mut String) {
        let shown = self.tops.len() - 1;
        for player in &self.players {
            let steps = || self.trace.steps.iter().take(shown).enumerate();
            let born = steps().find(|(_, step)| step.created.contains(player));
            let gone = steps().find(|(_, step)| step.removed && step.process == Some(*player));
            let from = born.map_or(0.0, |(at, _)| self.tops[at] + LINE);
            let to = gone.map_or(bottom, |(at, _)| self.tops[at] + LINE * 0.6);
            let x = self.x(*player);
            text.push_str(&format!(
                "<line class=\"life\" x1=\"{x:.1}\" y1=\"{from:.1}\" x2=\"{x:.1}\" \
                 y2=\"{to:.1}\"/>\n"
            ));
        }
    }

    fn step(&self, at: usize, step: &DescribedStep, text: &mut String) {
        let (top, bottom) = (self.tops[at], self.tops[at + 1]);
        let middle = top + LINE * 0.6;
        let baseline = top + LINE * 0.85;
        let place = step.at.as_deref().unwrap_or("");
        let tip = format!("{}: {}\n{place}", self.trace.process(step.process), step.action);
        text.push_str(&format!(
            "<g class=\"step\" data-step=\"{at}\"><title>{}</title><rect class=\"hit\" x=\"24\" \
             y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\"/><text class=\"number\" \
             x=\"{:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{}</text>",
            escaped(&tip),
            self.width() - 28.0,
            bottom - top,
            GUTTER - 6.0,
            at + 1
        ));
        let Some(process) = step.process else {
            text.push_str(&format!(
                "<text class=\"quiet\" x=\"{:.1}\" y=\"{baseline:.1}\">{}</text></g>\n",
                GUTTER + 14.0,
                escaped(&step.action)
            ));
            return;
        };
        let x = self.x(process);
        let action = shortened(&step.action, self.room());
        if let Some(half) = &step.partner {
            let received = shortened(&half.action, self.room());
            self.arrow(x, half.process, &action, &received, middle, baseline, text);
        }
        text.push_str(&format!(
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\"/><text x=\"{:.1}\" \
             y=\"{baseline:.1}\">{}</text>",
            x + 12.0,
            escaped(&action)
        ));
        for (row, (class, note)) in notes(self.trace, step).iter().enumerate() {
            text.push_str(&format!(
                "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 12.0,
                baseline + (row + 1) as f64 * LINE,
                escaped(&shortened(note, self.room()))
            ));
        }
        text.push_str("</g>\n");
    }

    #[expect(clippy::too_many_arguments, reason = "two ends, two texts and two heights")]
    fn arrow(
        &self,
        from: f64,
        to: usize,
        sent: &str,
        received: &str,
        middle: f64,
        baseline: f64,
        text: &mut String,
    ) {
        let to = self.x(to);
        let end = |text: &str| 18.0 + width(text) as f64 * CHARACTER;
        let (start, stop, head) = if from < to {
            (from + end(sent), to - 6.0, -7.0)
        } else {
            (from - 6.0, to + end(received), 7.0)
        };
        text.push_str(&format!(
            "<line class=\"meets\" x1=\"{start:.1}\" y1=\"{middle:.1}\" x2=\"{stop:.1}\" \
             y2=\"{middle:.1}\"/><path class=\"tip\" d=\"M{stop:.1} {middle:.1} l{head:.1} -4 v8 \
             z\"/><circle class=\"tip\" cx=\"{to:.1}\" cy=\"{middle:.1}\" r=\"4\"/><text \
             x=\"{:.1}\" y=\"{baseline:.1}\">{}</text>",
            to + 12.0,
            escaped(received)
        ));
    }

    /// The steps that repeat for ever, bracketed.
    fn cycle(&self, bottom: f64, text: &mut String) {
        let shown = self.tops.len() - 1;
        let from = self.trace.loop_from.filter(|from| *from < shown);
        if let Some(from) = from.filter(|_| self.trace.resting.is_empty()) {
            let top = self.tops[from] + 2.0;
            let bottom = bottom - 6.0;
            text.push_str(&format!(
                "<path class=\"cycle\" d=\"M20 {top:.1} H10 V{bottom:.1} H20\"><title>again and \
                 again</title></path><path class=\"tip\" d=\"M24 {top:.1} l-7 -4 v8 z\"/>\n"
            ));
        }
    }
}

/// What stands below a statement, with its class.
fn notes(trace: &DescribedTrace, step: &DescribedStep) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    for change in &step.changes {
        notes.push(("value", format!("{}: {} → {}", change.name, change.old, change.new)));
    }
    for created in &step.created {
        notes.push(("quiet", format!("creates {}", trace.process(Some(*created)))));
    }
    notes.extend(step.printed.iter().map(|printed| ("quiet", format!("prints {printed:?}"))));
    notes.extend(step.events.iter().map(|event| ("quiet", format!("event {event}"))));
    notes.extend(step.faults.iter().map(|fault| ("fault", format!("✗ {fault}"))));
    notes
}

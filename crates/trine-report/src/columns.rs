//! Draws an execution as a message sequence chart in text: a column for each process.
//!
//! With few processes every statement stands in its process's column. With more, the columns shrink
//! to lines and the statements stand beside them; with very many there are only names.

use crate::canvas::Row;
use crate::look::{Ink, Look, grouped, width, wrapped};
use crate::trace::{DescribedStep, DescribedTrace, brief};
use trine_base::SourceMap;

/// The chart, each line ended by a line break.
pub fn chart(trace: &DescribedTrace, sources: &SourceMap, look: &Look) -> String {
    let trace = &if look.verbose { trace.clone() } else { brief(trace) };
    let chart = Chart::new(trace, sources, look);
    let mut rows = chart.header();
    let mut shown = shown_steps(trace, look);
    // An execution that stops repeats its last state; that no process steps is said after the chart.
    let stops = !trace.resting.is_empty();
    if stops {
        shown.retain(|at| trace.steps[*at].process.is_some());
    }
    let loop_from = trace.loop_from.filter(|_| !stops);
    let mut expected = 0;
    for at in shown {
        if at > expected {
            rows.push(chart.gap(trace.steps[at].number - trace.steps[expected].number));
        }
        expected = at + 1;
        if loop_from == Some(at) {
            rows.push(chart.cycle_starts());
        }
        rows.extend(chart.step(at, &trace.steps[at]));
    }
    if let Some(from) = loop_from {
        rows.push(chart.cycle_ends(from));
    }
    let mut text = String::new();
    for row in rows {
        text.push_str(&row.finish(look));
        text.push('\n');
    }
    text
}

/// Long executions are cut in the middle: the beginning, the end and the start of the cycle matter.
fn shown_steps(trace: &DescribedTrace, look: &Look) -> Vec<usize> {
    const MOST: usize = 120;
    let count = trace.steps.len();
    if look.verbose || count <= MOST {
        return (0..count).collect();
    }
    let near_cycle =
        |at: usize| trace.loop_from.is_some_and(|from| at + 10 >= from && at < from + 20);
    (0..count).filter(|&at| at < 30 || at + 60 >= count || near_cycle(at)).collect()
}

/// For each process, before which step it comes to be (the first ones: before all) and with which
/// step it goes (the last ones: with none).
fn lives(trace: &DescribedTrace) -> Vec<(Option<usize>, Option<usize>)> {
    let mut lives = vec![(None, None); trace.processes.len()];
    for (at, step) in trace.steps.iter().enumerate() {
        for created in &step.created {
            if let Some((born, _)) = lives.get_mut(*created) {
                *born = Some(at);
            }
        }
        if let (true, Some(process)) = (step.removed, step.process)
            && let Some((_, gone)) = lives.get_mut(process)
        {
            *gone = Some(at);
        }
    }
    lives
}

struct Chart<'a> {
    trace: &'a DescribedTrace,
    sources: &'a SourceMap,
    look: &'a Look,
    /// The processes that take part, in order; others have no column.
    players: Vec<usize>,
    layout: Layout,
    number_width: usize,
    place_width: usize,
    /// All places are in one file: its name need not be said.
    one_file: bool,
    /// For each process, the steps in which it comes to be and goes.
    lives: Vec<(Option<usize>, Option<usize>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// Statements stand in columns of this width.
    Columns(usize),
    /// Lines this far apart; statements stand beside them.
    Lanes(usize),
    Names,
}

impl<'a> Chart<'a> {
    fn new(trace: &'a DescribedTrace, sources: &'a SourceMap, look: &'a Look) -> Chart<'a> {
        let mut plays = vec![false; trace.processes.len()];
        for step in &trace.steps {
            let partner = step.partner.as_ref().map(|half| half.process);
            for process in step.process.into_iter().chain(partner) {
                if let Some(plays) = plays.get_mut(process) {
                    *plays = true;
                }
            }
        }
        let players: Vec<usize> = (0..plays.len()).filter(|at| plays[*at]).collect();
        let mut files = trace.steps.iter().filter_map(|step| step.span).map(|span| span.file);
        let one_file = match files.next() {
            Some(first) => files.all(|file| file == first),
            None => true,
        };
        let mut chart = Chart {
            trace,
            sources,
            look,
            players,
            layout: Layout::Names,
            number_width: trace.steps.last().map_or(1, |step| step.number).to_string().len().max(4),
            place_width: 0,
            one_file,
            lives: lives(trace),
        };
        let places = trace.steps.iter().map(|step| width(&chart.place(step)));
        chart.place_width = places.max().unwrap_or(0).max(4);
        chart.layout = chart.choose_layout();
        chart
    }

    fn choose_layout(&self) -> Layout {
        const NARROWEST: usize = 22;
        const WIDEST: usize = 44;
        let room = self.look.width.max(60) - self.left();
        let players = self.players.len().max(1);
        let needed = players * NARROWEST;
        if needed <= room {
            let widest = self.trace.steps.iter().map(|step| self.widest_text(step) + 4).max();
            let names = self.players.iter().map(|at| width(&self.trace.processes[*at]) + 3).max();
            let wanted = widest.max(names).unwrap_or(0).clamp(NARROWEST, WIDEST);
            return Layout::Columns(wanted.min(room / players));
        }
        match players * 2 {
            lines if lines * 3 / 2 <= room / 2 => Layout::Lanes(3),
            lines if lines <= room / 2 => Layout::Lanes(2),
            _ => Layout::Names,
        }
    }

    fn widest_text(&self, step: &DescribedStep) -> usize {
        let Some(process) = step.process else { return 0 };
        let notes = self.notes(process, step);
        let notes = notes.iter().map(|(_, _, text)| width(text)).max().unwrap_or(0);
        let half = step.partner.as_ref().map_or(0, |half| width(&half.action));
        width(&step.action).max(notes).max(half)
    }

    /// Where the chart proper starts: after the cycle's bracket, the step's number and its place.
    fn left(&self) -> usize {
        2 + self.number_width + 2 + self.place_width + 2
    }

    /// Where text beside lanes or names starts.
    fn text_start(&self) -> usize {
        match self.layout {
            Layout::Columns(_) | Layout::Names => self.left(),
            Layout::Lanes(apart) => self.left() + self.players.len() * apart + 1,
        }
    }

    fn column(&self, process: usize) -> usize {
        let position = self.players.iter().position(|at| *at == process).unwrap_or(0);
        match self.layout {
            Layout::Columns(wide) | Layout::Lanes(wide) => self.left() + position * wide,
            Layout::Names => self.left(),
        }
    }

    fn place(&self, step: &DescribedStep) -> String {
        let Some(span) = step.span else { return String::new() };
        let line = self.sources.place(span).line;
        if self.one_file {
            return line.to_string();
        }
        let name = &self.sources.get(span.file).name;
        let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
        format!("{short}:{line}")
    }

    fn header(&self) -> Vec<Row> {
        let mut row = Row::default();
        row.put(2 + self.number_width - 4, Ink::Faint, "step");
        row.put(2 + self.number_width + 2 + self.place_width - 4, Ink::Faint, "line");
        match self.layout {
            Layout::Columns(wide) => {
                let names: Vec<Vec<String>> = self
                    .players
                    .iter()
                    .map(|player| wrapped(&self.trace.processes[*player], wide - 2))
                    .collect();
                let height = names.iter().map(Vec::len).max().unwrap_or(0);
                let mut rows = vec![row];
                rows.resize(height.max(1), Row::default());
                for (player, lines) in self.players.iter().zip(&names) {
                    for (row, line) in rows.iter_mut().zip(lines) {
                        row.put(self.column(*player), Ink::Strong, line);
                    }
                }
                rows
            }
            Layout::Lanes(_) => {
                let mut rows = vec![row];
                rows.resize(self.players.len().max(1), Row::default());
                for (at, player) in self.players.iter().enumerate() {
                    rows[at].put(self.column(*player), Ink::Strong, &self.trace.processes[*player]);
                    for row in &mut rows[at + 1..] {
                        row.put(self.column(*player), Ink::Faint, "│");
                    }
                }
                rows
            }
            Layout::Names => vec![row],
        }
    }

    fn gap(&self, steps: usize) -> Row {
        let mut row = Row::default();
        let text =
            format!("⋮ {} steps are left out here (--verbose shows them)", grouped(steps as u64));
        row.put(2 + self.number_width - 1, Ink::Faint, &text);
        row
    }

    fn cycle_starts(&self) -> Row {
        let mut row = Row::default();
        row.put(0, Ink::Line, "╭─ from here on, again and again");
        row
    }

    fn cycle_ends(&self, from: usize) -> Row {
        let mut row = Row::default();
        row.put(0, Ink::Line, &format!("╰─ and again from step {}", self.trace.steps[from].number));
        row
    }

    fn step(&self, at: usize, step: &DescribedStep) -> Vec<Row> {
        let mut rows = match (self.layout, step.process) {
            (_, None) => self.rest(at, step),
            (Layout::Columns(wide), Some(process)) => self.in_columns(at, wide, process, step),
            (Layout::Lanes(_) | Layout::Names, Some(process)) => self.beside(at, process, step),
        };
        let number = step.number.to_string();
        rows[0].put(2 + self.number_width - number.len(), Ink::Faint, &number);
        let place = self.place(step);
        let column = 2 + self.number_width + 2 + self.place_width - width(&place);
        rows[0].put(column, Ink::Faint, &place);
        let cycle = self.trace.loop_from.is_some_and(|from| from <= at);
        if cycle && self.trace.resting.is_empty() {
            for row in &mut rows {
                row.put(0, Ink::Line, "│");
            }
        }
        rows
    }

    fn rest(&self, at: usize, step: &DescribedStep) -> Vec<Row> {
        let mut row = Row::default();
        self.lifelines(at, &mut row);
        row.put(self.text_start(), Ink::Plain, &format!("({})", step.action));
        vec![row]
    }

    fn lifelines(&self, at: usize, row: &mut Row) {
        if self.layout != Layout::Names {
            for player in &self.players {
                let (born, gone) = self.lives[*player];
                if born.is_none_or(|born| born < at) && gone.is_none_or(|gone| at <= gone) {
                    row.put(self.column(*player), Ink::Faint, "│");
                }
            }
        }
    }

    fn in_columns(&self, at: usize, wide: usize, process: usize, step: &DescribedStep) -> Vec<Row> {
        let inside = wide - 3;
        let action = wrapped(&step.action, inside);
        // Which process says what, and under which heading: column, first row, lines.
        let mut columns: Vec<(usize, Vec<(Ink, String)>)> = vec![(process, Vec::new())];
        columns[0].1.extend(action.iter().map(|line| (Ink::Plain, line.clone())));
        let mut meets = None;
        if let Some(half) = &step.partner {
            let first = action.len() - 1;
            let mut lines = vec![(Ink::Plain, String::new()); first];
            lines.extend(wrapped(&half.action, inside).into_iter().map(|line| (Ink::Plain, line)));
            columns.push((half.process, lines));
            meets = Some((first, half.process));
        }
        for (owner, ink, text) in self.notes(process, step) {
            let lines = match columns.iter_mut().find(|(column, _)| *column == owner) {
                Some((_, lines)) => lines,
                None => &mut columns[0].1,
            };
            lines.extend(wrapped(&text, inside).into_iter().map(|line| (ink, line)));
        }
        let height = columns.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
        let mut rows = vec![Row::default(); height];
        for row in &mut rows {
            self.lifelines(at, row);
        }
        for (column, lines) in &columns {
            let start = self.column(*column) + 2;
            for (row, (ink, line)) in rows.iter_mut().zip(lines) {
                row.put(start, *ink, line);
            }
        }
        if let Some((row, partner)) = meets {
            self.arrow(&mut rows[row], process, partner, &action[row], &columns[1].1[row].1);
            rows[row].put(self.column(partner), Ink::Line, "●");
        }
        rows[0].put(self.column(process), Ink::Strong, "●");
        rows
    }

    /// From the end of the sender's text to the receiver's column, or from the sender's column back
    /// to the end of the receiver's text.
    fn arrow(&self, row: &mut Row, from: usize, to: usize, sent: &str, received: &str) {
        let (from, to) = (self.column(from), self.column(to));
        if from < to {
            let start = from + 3 + width(sent);
            row.fill(start, to.saturating_sub(1), Ink::Line, "─");
            row.put(to - 1, Ink::Line, "▶");
        } else {
            let start = to + 3 + width(received);
            row.fill(start, from.saturating_sub(1), Ink::Line, "─");
            row.put(start.min(from.saturating_sub(1)), Ink::Line, "◀");
        }
    }

    fn beside(&self, at: usize, process: usize, step: &DescribedStep) -> Vec<Row> {
        let start = self.text_start();
        let room = self.look.width.max(60).saturating_sub(start + 2).max(20);
        let name = &self.trace.processes[process];
        let action = match &step.partner {
            Some(half) => format!(
                "{name}: {} → {}: {}",
                step.action,
                self.trace.process(Some(half.process)),
                half.action
            ),
            None => format!("{name}: {}", step.action),
        };
        let mut lines: Vec<(Ink, String)> =
            wrapped(&action, room).into_iter().map(|line| (Ink::Plain, line)).collect();
        for (owner, ink, text) in self.notes(process, step) {
            let text = match owner {
                owner if owner == process => text,
                owner => format!("{}: {text}", self.trace.process(Some(owner))),
            };
            lines.extend(wrapped(&text, room).into_iter().map(|line| (ink, format!("  {line}"))));
        }
        let mut rows = vec![Row::default(); lines.len()];
        for (row, (ink, line)) in rows.iter_mut().zip(&lines) {
            self.lifelines(at, row);
            row.put(start, *ink, line);
        }
        if self.layout != Layout::Names {
            if let Some(half) = &step.partner {
                let (from, to) = (self.column(process), self.column(half.process));
                rows[0].fill(from.min(to) + 1, from.max(to), Ink::Line, "─");
                rows[0].put(to, Ink::Line, if from < to { "▶" } else { "◀" });
            }
            rows[0].put(self.column(process), Ink::Strong, "●");
        }
        rows
    }

    /// What a step says beside its statement, and which process it concerns. The locals of a process
    /// that has a part in the step go without its name.
    fn notes(&self, process: usize, step: &DescribedStep) -> Vec<(usize, Ink, String)> {
        let mut notes = Vec::new();
        let partner = step.partner.as_ref().map(|half| half.process);
        for change in &step.changes {
            let owner = [Some(process), partner].into_iter().flatten().find_map(|owner| {
                let prefix = format!("{}.", self.trace.processes[owner]);
                change.name.strip_prefix(&prefix).map(|name| (owner, name.to_string()))
            });
            let (owner, name) = owner.unwrap_or((process, change.name.clone()));
            notes.push((owner, Ink::Value, format!("{name}: {} → {}", change.old, change.new)));
        }
        for created in &step.created {
            let name = self.trace.process(Some(*created));
            notes.push((process, Ink::Line, format!("creates {name}")));
        }
        for printed in &step.printed {
            notes.push((process, Ink::Faint, format!("prints {printed:?}")));
        }
        for event in &step.events {
            notes.push((process, Ink::Faint, format!("event {event}")));
        }
        if let (true, Some(claim)) = (self.look.verbose, &step.claim) {
            notes.push((process, Ink::Faint, format!("claim at {claim}")));
        }
        for fault in &step.faults {
            notes.push((process, Ink::Bad, format!("✗ {fault}")));
        }
        notes
    }
}

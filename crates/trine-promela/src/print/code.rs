//! Locations and edges as labelled choices.

use std::collections::{BTreeMap, BTreeSet};

use trine_system::{
    Edge, EdgeId, Effect, Expr, FaultKind, Guard, Hold, LocationId, Place, Sync, Template,
    TemplateId, Type,
};

use super::expr::cut;
use super::{Printer, in_comment, label};

/// Where each location of a template is printed.
pub(super) struct Code {
    /// Control can be held here: these stand in one atomic.
    pub(super) atomic: Vec<LocationId>,
    pub(super) plain: Vec<LocationId>,
    /// Atomic locations that are also reached by steps that give control up.
    pub(super) bounced: BTreeSet<LocationId>,
    inside: BTreeSet<LocationId>,
    held: BTreeSet<LocationId>,
    outgoing: BTreeMap<LocationId, Vec<EdgeId>>,
}

impl Code {
    pub(super) fn new(template: &Template) -> Code {
        let mut held = BTreeSet::new();
        let mut inside = BTreeSet::new();
        let mut outgoing: BTreeMap<LocationId, Vec<EdgeId>> = BTreeMap::new();
        for (id, edge) in template.edges.enumerate() {
            // A D_proctype says it by its name.
            if template.deterministic && fails_by_choice(edge) {
                continue;
            }
            outgoing.entry(edge.from).or_default().push(id);
            match edge.hold {
                Hold::Release => {}
                Hold::Atomic => {
                    held.insert(edge.from);
                    held.insert(edge.to);
                }
                Hold::DStep => {
                    inside.insert(edge.to);
                }
            }
        }
        // What stands inside a d_step is printed there.
        held.retain(|location| !inside.contains(location));
        held.retain(|location| !template.locations[*location].final_);
        let mut bounced = BTreeSet::new();
        for edge in &template.edges {
            if edge.hold == Hold::Release && held.contains(&edge.from) && held.contains(&edge.to) {
                bounced.insert(edge.to);
            }
        }
        let plain = template
            .locations
            .ids()
            .filter(|id| !held.contains(id) && !inside.contains(id))
            .collect();
        Code { atomic: held.iter().copied().collect(), plain, bounced, inside, held, outgoing }
    }
}

fn fails_by_choice(edge: &Edge) -> bool {
    edge.effects.iter().any(|effect| matches!(effect, Effect::Abort(FaultKind::Choice, _)))
}

impl Printer<'_> {
    /// The code of one location.
    pub(super) fn location(&mut self, id: TemplateId, code: &Code, at: LocationId) -> String {
        let template = &self.system.templates[id];
        let location = &template.locations[at];
        if location.final_ && self.system.rules.reap {
            return String::new();
        }
        let mut marks = format!("\t\t{}: ", label(at));
        if location.end || location.final_ || template.daemon {
            marks += &format!("end_s{}: ", at.0);
        }
        if location.accept {
            marks += &format!("accept_s{}: ", at.0);
        }
        if location.progress {
            marks += &format!("progress_s{}: ", at.0);
        }
        let edges = code.outgoing.get(&at).cloned().unwrap_or_default();
        if edges.is_empty() {
            return format!("{marks}(1 == 2);\n");
        }
        let mut ranks: BTreeMap<u8, Vec<EdgeId>> = BTreeMap::new();
        for edge in edges {
            ranks.entry(template.edges[edge].rank).or_default().push(edge);
        }
        let mut text = String::new();
        for (position, edges) in ranks.into_values().enumerate() {
            let choice = self.choice(id, code, &edges);
            text = match position {
                0 => choice,
                _ => format!("{{ {text} }} unless {{ {choice} }}"),
            };
        }
        format!("{marks}{text};\n")
    }

    fn choice(&mut self, id: TemplateId, code: &Code, edges: &[EdgeId]) -> String {
        let template = &self.system.templates[id];
        let mut options = Vec::new();
        let mut entered: BTreeMap<(LocationId, bool), Vec<EdgeId>> = BTreeMap::new();
        for &edge in edges {
            if template.edges[edge].hold == Hold::DStep {
                match self.d_step_end(template, code, edge) {
                    Some(end) => entered.entry(end).or_default().push(edge),
                    None => self.cannot("a d_step that ends in several places"),
                }
                continue;
            }
            options.push(self.option(code, &template.edges[edge]));
        }
        for ((to, atomic), heads) in entered {
            options.push(self.d_step(template, code, &heads, to, atomic));
        }
        format!("if\n{}\t\tfi", options.concat())
    }

    fn option(&mut self, code: &Code, edge: &Edge) -> String {
        let steps = self.steps(edge);
        let go = self.go(code, edge);
        let held = code.held.contains(&edge.from);
        let text = match steps.len() {
            0 | 1 => steps.join(""),
            _ if held => steps.join("; "),
            _ if edge.sync.is_some() || chooses(edge) || runs(edge) => {
                format!("atomic {{ {} }}", steps.join("; "))
            }
            _ => format!("d_step {{ {} }}", steps.join("; ")),
        };
        let comment = comment(edge);
        format!("\t\t:: {text}; {go}{comment}\n")
    }

    /// The jump at the end of an edge.
    fn go(&self, code: &Code, edge: &Edge) -> String {
        let template = self.template.map(|id| &self.system.templates[id]);
        let ends = template.is_some_and(|template| template.locations[edge.to].final_);
        if ends && self.system.rules.reap {
            return "break".to_string();
        }
        if edge.hold == Hold::Release
            && code.held.contains(&edge.from)
            && code.bounced.contains(&edge.to)
        {
            return format!("goto again_{}", edge.to.0);
        }
        format!("goto {}", label(edge.to))
    }

    /// Where the d_step that an edge enters is left to, and whether control is held then.
    fn d_step_end(
        &self,
        template: &Template,
        code: &Code,
        edge: EdgeId,
    ) -> Option<(LocationId, bool)> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![template.edges[edge].to];
        let mut end = None;
        while let Some(at) = waiting.pop() {
            if !seen.insert(at) {
                continue;
            }
            for id in code.outgoing.get(&at).into_iter().flatten() {
                let edge = &template.edges[*id];
                if edge.hold == Hold::DStep {
                    waiting.push(edge.to);
                    continue;
                }
                let here = (edge.to, edge.hold == Hold::Atomic);
                if end.is_some_and(|end| end != here) {
                    return None;
                }
                end = Some(here);
            }
        }
        end
    }

    fn d_step(
        &mut self,
        template: &Template,
        code: &Code,
        heads: &[EdgeId],
        to: LocationId,
        atomic: bool,
    ) -> String {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<LocationId> =
            heads.iter().rev().map(|head| template.edges[*head].to).collect();
        while let Some(at) = waiting.pop() {
            if !seen.insert(at) {
                continue;
            }
            order.push(at);
            for id in code.outgoing.get(&at).into_iter().flatten() {
                if template.edges[*id].hold == Hold::DStep {
                    waiting.push(template.edges[*id].to);
                }
            }
        }
        let leave = format!("out_{}", heads.first().map_or(0, |head| head.0));
        let mut text = self.inner_choice(template, heads, &leave);
        for at in order {
            let edges = code.outgoing.get(&at).cloned().unwrap_or_default();
            let choice = self.inner_choice(template, &edges, &leave);
            text += &format!(";\n\t\t\t{}: {choice}", label(at));
        }
        let end = Edge::new(template.edges[heads[0]].from, to);
        let hold = if atomic { Hold::Atomic } else { Hold::Release };
        let go = self.go(code, &Edge { hold, ..end });
        debug_assert!(!code.inside.contains(&to));
        format!("\t\t:: d_step {{ {text};\n\t\t\t{leave}: skip }}; {go}\n")
    }

    fn inner_choice(&mut self, template: &Template, edges: &[EdgeId], leave: &str) -> String {
        let mut options = String::new();
        for id in edges {
            let edge = &template.edges[*id];
            let mut steps = self.steps(edge);
            // SPIN enters a d_step by its conditions only.
            if edge.guard == Guard::Always && edge.sync.is_none() {
                steps.insert(0, "true".to_string());
            }
            let go = match edge.hold {
                Hold::DStep => format!("goto {}", label(edge.to)),
                _ => format!("goto {leave}"),
            };
            options += &format!(" :: {}; {go}", steps.join("; "));
        }
        format!("if{options} fi")
    }

    /// The statements of an edge, in order; at least one.
    fn steps(&mut self, edge: &Edge) -> Vec<String> {
        let mut steps = Vec::new();
        match &edge.guard {
            Guard::Always => {}
            Guard::When(guard) => steps.push(self.condition(guard)),
            Guard::Else => steps.push("else".to_string()),
        }
        match &edge.sync {
            None => {}
            Some(Sync::Send { channel, values, sorted }) => {
                let channel = self.channel(channel);
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                let sign = if *sorted { "!!" } else { "!" };
                steps.push(format!("{channel}{sign}{}", values.join(",")));
            }
            Some(Sync::Receive { channel, patterns, anywhere, keep }) => {
                let channel = self.channel(channel);
                let patterns: Vec<String> =
                    patterns.iter().map(|pattern| self.pattern(pattern, false)).collect();
                let sign = if *anywhere { "??" } else { "?" };
                let patterns = patterns.join(",");
                steps.push(match keep {
                    true => format!("{channel}{sign}<{patterns}>"),
                    false => format!("{channel}{sign}{patterns}"),
                });
            }
            Some(_) => self.cannot("this synchronisation"),
        }
        for effect in &edge.effects {
            self.effect(effect, &mut steps);
            if self.stops && matches!(effect, Effect::Abort(..)) {
                break;
            }
        }
        if steps.is_empty() {
            // SPIN takes no loop of one step that is always open.
            let text = if edge.from == edge.to { "(_pid >= 0)" } else { "skip" };
            steps.push(text.to_string());
        }
        steps
    }

    fn effect(&mut self, effect: &Effect, steps: &mut Vec<String>) {
        match effect {
            Effect::Assign(place, value) => self.assign(place, value, steps),
            Effect::Assert(condition) => {
                steps.push(format!("assert({})", self.condition(condition)));
            }
            Effect::Print(print) => {
                let format = print.format.replace('\\', "\\\\").replace('"', "\\\"");
                let format = format.replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r");
                let mut text = format!("printf(\"{format}\"");
                for argument in &print.arguments {
                    text += &format!(", {}", self.expr(argument));
                }
                steps.push(text + ")");
            }
            Effect::Run { template, arguments, priority, into } => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.expr(argument)).collect();
                let mut text =
                    format!("run {}({})", self.names.template(*template), arguments.join(", "));
                match priority {
                    Some(Expr::Const(priority)) => text += &format!(" priority {priority}"),
                    Some(_) => self.cannot("a priority that is computed"),
                    None => {}
                }
                steps.push(match into {
                    Some(into) => format!("{} = {text}", self.place(into)),
                    None => text,
                });
            }
            Effect::SetPriority(process, priority) => {
                let process = self.expr(process);
                steps.push(format!("set_priority({process}, {})", self.expr(priority)));
            }
            Effect::Choose { into, low, high, known } => {
                if !known {
                    self.cannot("a value that is not known");
                }
                if high - low >= 256 {
                    self.cannot("a free choice among more than 256 values");
                    return;
                }
                let place = self.place(into);
                let options: Vec<String> =
                    (*low..=*high).map(|value| format!(":: {place} = {value}")).collect();
                steps.push(format!("if {} fi", options.join(" ")));
            }
            Effect::New { .. } => self.cannot("records that are created while the program runs"),
            // SPIN goes on after a failed assertion where it is told to, as after a fault that is only
            // reported. Other faults of threads are for other checks.
            Effect::Fail(kind, message) | Effect::Abort(kind, message) => {
                let ends = matches!(effect, Effect::Abort(..));
                let message = message.replace(['"', '\\', '%', '\n'], " ");
                steps.push(format!("printf(\"{message}\\n\")"));
                if *kind == FaultKind::Assertion || (ends && !self.stops) {
                    steps.push("assert(false)".to_string());
                }
                if ends && self.stops {
                    steps.push(format!("{} = 1", self.names.stopped));
                }
            }
            Effect::Unmodelled(what) => self.cannot(format!("what the model leaves out: {what}")),
            Effect::Limit { what, .. } => self.cannot(format!("what is beyond a limit: {what}")),
            Effect::Emit { .. } => {}
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr, steps: &mut Vec<String>) {
        let mut text = self.expr(value);
        match self.place_type(place) {
            // Promela assigns no number to a channel, but another channel.
            Some((Type::Channel, _)) if matches!(value, Expr::Const(_)) => {
                if *value != Expr::Const(0) {
                    self.cannot("a number that is assigned to a channel");
                }
                text = self.names.no_channel.clone();
            }
            Some((ty, _)) if self.fits(value, ty) => {}
            // What the printed type would keep and the system does not.
            Some((Type::Bool, true)) => text = format!("({text} & 1)"),
            Some((Type::Int { bits, signed: false }, true)) if bits < 32 && bits != 8 => {
                text = format!("({text} & {})", (1i64 << bits) - 1);
            }
            Some((Type::Range { .. }, _)) if self.system.rules.threads => {
                self.cannot("numbers that must stay in a range");
            }
            Some((Type::Range { low, high }, _)) => {
                steps.push(format!("assert({text} >= {low} && {text} <= {high})"));
            }
            Some((Type::Int { bits, signed: true }, _)) if bits < 32 && bits != 16 => {
                text = cut(&text, bits);
            }
            // Where the type is wider, so is what its variable can hold, and that is refused.
            _ => {}
        }
        let place = self.place(place);
        steps.push(format!("{place} = {text}"));
    }
}

fn chooses(edge: &Edge) -> bool {
    edge.effects.iter().any(|effect| matches!(effect, Effect::Choose { .. }))
}

fn runs(edge: &Edge) -> bool {
    edge.effects.iter().any(|effect| matches!(effect, Effect::Run { .. }))
}

/// What the source said, where it adds something.
fn comment(edge: &Edge) -> String {
    let text = in_comment(&edge.text);
    if text.is_empty() || text.len() > 60 { String::new() } else { format!(" /* {text} */") }
}

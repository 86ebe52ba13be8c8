//! Turns a control graph into the locations and edges of a template.

use std::collections::{BTreeMap, HashSet};

use trine_base::Diagnostic;
use trine_system as sys;

use super::Lowering;
use super::action::{Draft, none_of};
use super::choice::Choices;
use super::data::unused;
use super::expr::folded_binary;
use super::graph::*;

/// Options with which a d_step may begin: each must say that those before it are closed.
const MOST_FIRSTS: usize = 1000;

/// One edge to be, with what is needed to settle its `else`.
struct Pending {
    draft: Draft,
    rank: u8,
    is_else: bool,
    to: sys::LocationId,
    hold: sys::Hold,
    /// A statement that a D_proctype has no alternative to.
    sole: bool,
}

impl<'a> Lowering<'a> {
    /// Finds the states of a process and gives each a location.
    pub(super) fn locations(&mut self, process: usize) {
        let graph = &self.graphs[process];
        let choices = Choices::new(graph);
        if choices.too_many {
            let span = self.checked.processes[process].span;
            self.diagnostics.error("the statements here have too many escapes in all", span);
            return;
        }
        let mut states: BTreeMap<(u32, El), ()> = BTreeMap::new();
        let mut waiting: Vec<El> = Vec::new();
        let mut circles = Vec::new();
        let entry = graph
            .first(graph.body)
            .and_then(|first| graph.rest(first, graph.elements[first].atomic));
        let Some(entry) = entry else {
            let span = self.checked.processes[process].span;
            self.diagnostics.error("jumps lead in a circle here", span);
            return;
        };
        waiting.push(entry);
        while let Some(el) = waiting.pop() {
            if states.insert((graph.elements[el].number, el), ()).is_some() {
                continue;
            }
            for next in graph.followers(&choices, el) {
                match next {
                    Ok(next) => waiting.push(next),
                    Err(source) => circles.push(graph.elements[source].span),
                }
            }
        }
        for span in circles {
            self.diagnostics.push(Diagnostic::error("jumps lead in a circle from here", span));
        }
        let template = super::template_id(process);
        let mut names = HashSet::new();
        for (number, el) in states.into_keys() {
            let graph = &self.graphs[process];
            let flags = choices.flags[el];
            let element = &graph.elements[el];
            let location = sys::Location {
                names: graph.labels_of(el).map(|label| unused(&mut names, &label.name)).collect(),
                final_: matches!(element.kind, Kind::End),
                end: flags.end,
                progress: flags.progress,
                accept: flags.accept,
                pc: number,
                span: Some(element.span),
            };
            let id = self.system.templates[template].locations.push(location);
            self.location_of.insert((process, el), id);
        }
        self.system.templates[template].entry = self.location_of[&(process, entry)];
        self.choices.push(choices);
    }

    /// Adds the edges of all states of a process.
    pub(super) fn edges(&mut self, process: usize) {
        let mut states: Vec<(sys::LocationId, El)> = self
            .location_of
            .iter()
            .filter(|((of, _), _)| *of == process)
            .map(|((_, el), location)| (*location, *el))
            .collect();
        states.sort_unstable();
        self.process = Some(process);
        for (from, el) in states {
            let element = &self.graphs[process].elements[el];
            if matches!(element.kind, Kind::End) {
                continue;
            }
            let pending = match element.d_step {
                Some(d_step) => self.inside_d_step(process, el, d_step),
                None => self.leaving(process, el),
            };
            self.settle(process, from, pending);
        }
        self.process = None;
    }

    fn leaving(&mut self, process: usize, el: El) -> Vec<Pending> {
        let moves = self.choices[process].moves(el);
        let mut groups: Vec<El> = Vec::new();
        for found in &moves {
            if let Some(escape) = found.escape
                && !groups.contains(&escape)
            {
                groups.push(escape);
            }
        }
        let mut pending = Vec::new();
        for found in moves {
            let rank = match found.escape {
                Some(escape) => {
                    let position = groups.iter().position(|group| *group == escape).unwrap_or(0);
                    (groups.len() - position).min(255) as u8
                }
                None => 0,
            };
            if matches!(self.graphs[process].elements[found.source].kind, Kind::DStep) {
                self.enter_d_step(process, found.source, rank, &mut pending);
                continue;
            }
            let Some(to) = self.end_of(process, found.source) else { continue };
            let atomic = self.graphs[process].elements[found.source].atomic;
            let hold = if atomic { sys::Hold::Atomic } else { sys::Hold::Release };
            let (draft, is_else) = self.step_of(process, found.source);
            let kind = &self.graphs[process].elements[found.source].kind;
            let sole = matches!(kind, Kind::Action(action) if !action.is_skip())
                && self.system.templates[super::template_id(process)].deterministic;
            pending.push(Pending { draft, rank, is_else, to, hold, sole });
        }
        pending
    }

    /// What an element does by itself, and whether it is an `else`.
    fn step_of(&mut self, process: usize, el: El) -> (Draft, bool) {
        let element = &self.graphs[process].elements[el];
        let span = element.span;
        match element.kind.clone() {
            Kind::Action(action) => (self.draft(&action, span), false),
            Kind::Else => (Draft::silent("else", span), true),
            Kind::Goto(Target::Loop(_)) => (Draft::silent("break", span), false),
            Kind::Goto(Target::Label(label, _)) => {
                (Draft::silent(&format!("goto {}", label.name), span), false)
            }
            _ => (Draft::silent("leave the block", span), false),
        }
    }

    fn end_of(&self, process: usize, el: El) -> Option<sys::LocationId> {
        let to = self.graphs[process].leads_to(el)?;
        self.location_of.get(&(process, to)).copied()
    }

    /// A d_step is one step: of its first statements, the first that can be taken is.
    fn enter_d_step(&mut self, process: usize, el: El, rank: u8, pending: &mut Vec<Pending>) {
        let graph = &self.graphs[process];
        let Some(block) = graph.elements[el].block else { return };
        let Some(start) = graph.start(block) else { return };
        let firsts = self.choices[process].plain(start);
        if firsts.len() > MOST_FIRSTS {
            let span = self.graphs[process].elements[el].span;
            self.diagnostics.error("this d_step begins with too many options", span);
            return;
        }
        let open = self.d_step_guard(process, start);
        let mut before: Option<Vec<sys::Expr>> = Some(Vec::new());
        for first in firsts {
            let Some((to, hold)) = self.end_inside(process, first, block) else { continue };
            let (mut draft, is_else) = self.step_of(process, first);
            let own = draft.executable();
            if let Some(before) = &before
                && !before.is_empty()
            {
                let free = none_of(before.clone());
                draft.guard = match draft.guard {
                    sys::Guard::When(guard) => {
                        sys::Guard::When(folded_binary(sys::BinaryOp::And, free, guard))
                    }
                    _ => sys::Guard::When(free),
                };
            }
            if let Some(open) = &open {
                draft.guard = match draft.guard {
                    sys::Guard::When(guard) => {
                        sys::Guard::When(folded_binary(sys::BinaryOp::And, open.clone(), guard))
                    }
                    _ => sys::Guard::When(open.clone()),
                };
            }
            // With everything before it said, an else is a plain condition.
            let is_else = is_else && before.is_none();
            before = match (before, own) {
                (Some(mut before), Some(own)) => {
                    before.push(own);
                    Some(before)
                }
                _ => None,
            };
            pending.push(Pending { draft, rank, is_else, to, hold, sole: false });
        }
    }

    /// What SPIN asks before it enters a d_step that begins with a choice: one of the conditions,
    /// sends, receives or `else` with which options begin. Options that begin otherwise do not count,
    /// unless all do. None where this adds nothing to what the options ask themselves.
    fn d_step_guard(&mut self, process: usize, start: El) -> Option<sys::Expr> {
        if !matches!(self.graphs[process].elements[start].kind, Kind::If | Kind::Do) {
            return None;
        }
        let mut counted = Vec::new();
        let mut uncounted = false;
        self.d_step_guards(process, start, &mut counted, &mut uncounted);
        if !uncounted || counted.is_empty() {
            return None;
        }
        let mut any = sys::Expr::Const(0);
        for source in counted {
            let (draft, is_else) = self.step_of(process, source);
            let one = if is_else { sys::Expr::TRUE } else { draft.executable()? };
            any = folded_binary(sys::BinaryOp::Or, any, one);
        }
        Some(any)
    }

    fn d_step_guards(
        &self,
        process: usize,
        choice: El,
        counted: &mut Vec<El>,
        uncounted: &mut bool,
    ) {
        let graph = &self.graphs[process];
        for option in &graph.elements[choice].options {
            let Some(first) = graph.start(*option) else { continue };
            let inner = match (&graph.elements[first].kind, graph.elements[first].block) {
                (Kind::If, _) => Some(first),
                (Kind::Block, Some(block)) => graph.first(block),
                (Kind::Else, _) => {
                    counted.push(first);
                    continue;
                }
                (Kind::Action(action), _) if action.is_condition() => {
                    counted.push(first);
                    continue;
                }
                _ => None,
            };
            match inner {
                Some(inner) if matches!(graph.elements[inner].kind, Kind::If) => {
                    self.d_step_guards(process, inner, counted, uncounted);
                }
                _ => *uncounted = true,
            }
        }
    }

    fn inside_d_step(&mut self, process: usize, el: El, d_step: Seq) -> Vec<Pending> {
        let mut pending = Vec::new();
        for source in self.choices[process].plain(el) {
            let Some((to, hold)) = self.end_inside(process, source, d_step) else { continue };
            let (draft, is_else) = self.step_of(process, source);
            pending.push(Pending { draft, rank: 0, is_else, to, hold, sole: false });
        }
        pending
    }

    /// Where a step inside a d_step leads: on inside it, or out of it.
    fn end_inside(
        &self,
        process: usize,
        source: El,
        d_step: Seq,
    ) -> Option<(sys::LocationId, sys::Hold)> {
        let graph = &self.graphs[process];
        if let Some(next) = graph.after_inside(source, d_step) {
            let to = self.location_of.get(&(process, next)).copied()?;
            return Some((to, sys::Hold::DStep));
        }
        let whole = graph.d_step_element(d_step)?;
        let to = self.end_of(process, whole)?;
        let hold = match graph.elements[whole].atomic {
            true => sys::Hold::Atomic,
            false => sys::Hold::Release,
        };
        Some((to, hold))
    }

    fn settle(&mut self, process: usize, from: sys::LocationId, pending: Vec<Pending>) {
        let mut otherwise: Vec<u8> = Vec::new();
        let mut edges = Vec::with_capacity(pending.len());
        for (position, one) in pending.iter().enumerate() {
            let mut draft = one.draft.clone();
            if one.is_else {
                if otherwise.contains(&one.rank) {
                    let span = one.draft.span;
                    self.diagnostics.error("this choice would have two else options", span);
                    continue;
                }
                draft.guard = else_guard(&pending, position);
                otherwise.push(one.rank);
            }
            edges.extend(second_ways(&pending, position, from));
            edges.push(sys::Edge {
                from,
                to: one.to,
                rank: one.rank,
                guard: draft.guard,
                sync: draft.sync,
                effects: draft.effects,
                hold: one.hold,
                labels: draft.labels,
                text: draft.text,
                span: Some(draft.span),
            });
        }
        let template = super::template_id(process);
        for edge in edges {
            self.system.templates[template].edges.push(edge);
        }
    }

    /// Where a process rests that is at a label; nowhere if no state carries it.
    pub(super) fn label_locations(&self, process: usize, name: &str) -> Vec<sys::LocationId> {
        let label = self.graphs[process].labels_named(name).next();
        let location = label.and_then(|label| self.location_of.get(&(process, label.element)));
        location.copied().into_iter().collect()
    }
}

/// An `else` can be taken when nothing before it in SPIN's order could.
fn else_guard(pending: &[Pending], position: usize) -> sys::Guard {
    let rank = pending[position].rank;
    let others: Vec<(usize, &Pending)> = pending
        .iter()
        .enumerate()
        .filter(|(other, one)| *other != position && one.rank == rank)
        .collect();
    let last = others.iter().all(|(other, _)| *other < position);
    if last {
        return sys::Guard::Else;
    }
    let before = others.iter().filter(|(other, _)| *other < position);
    let said: Option<Vec<sys::Expr>> =
        before.map(|(_, one)| if one.is_else { None } else { one.draft.executable() }).collect();
    match said {
        Some(said) => sys::Guard::When(none_of(said)),
        None => sys::Guard::Else,
    }
}

/// The faults of a D_proctype that has another way on beside the one at `position`: SPIN reports it
/// when it has taken an earlier one and finds that this one can be taken, too, at least as an offer.
fn second_ways(pending: &[Pending], position: usize, from: sys::LocationId) -> Vec<sys::Edge> {
    let one = &pending[position];
    let guard = |draft: &Draft| match &draft.guard {
        sys::Guard::When(guard) => guard.clone(),
        _ => sys::Expr::TRUE,
    };
    let own = match (&one.draft.sync, one.draft.buffered) {
        (Some(sys::Sync::Send { .. }), Some(false)) => Some(guard(&one.draft)),
        // What the channel is shows only then; an offer counts, and so does room in a buffer.
        (Some(sys::Sync::Send { channel, .. }), None) => {
            let channel = Box::new(channel.clone());
            let room = sys::Expr::Channel(sys::ChannelQuery::NotFull, channel);
            Some(folded_binary(sys::BinaryOp::And, guard(&one.draft), room))
        }
        _ => one.draft.executable(),
    };
    let Some(own) = own.filter(|_| one.sole) else { return Vec::new() };
    let mut earlier = sys::Expr::Const(0);
    let mut faults = Vec::new();
    for (before, other) in pending[..position].iter().enumerate() {
        if other.rank != one.rank {
            continue;
        }
        let open = match (other.is_else, else_guard(pending, before)) {
            (true, sys::Guard::When(open)) => Some(open),
            (true, _) => None,
            (false, _) => other.draft.executable(),
        };
        match (open, &other.draft.sync) {
            (Some(open), _) => earlier = folded_binary(sys::BinaryOp::Or, earlier, open),
            // Whether the offer is taken shows when it is.
            (None, Some(sync @ sys::Sync::Send { .. })) => {
                faults.push((guard(&other.draft), Some(sync.clone())));
            }
            (None, _) => {}
        }
    }
    faults.push((earlier, None));
    let mut edges = Vec::new();
    for (open, sync) in faults {
        let both = folded_binary(sys::BinaryOp::And, open, own.clone());
        if both == sys::Expr::Const(0) {
            continue;
        }
        let message = "a D_proctype has two ways on".to_string();
        edges.push(sys::Edge {
            from,
            to: one.to,
            rank: one.rank,
            guard: sys::Guard::When(both),
            sync,
            effects: vec![sys::Effect::Abort(sys::FaultKind::Choice, message)],
            hold: one.hold,
            labels: Vec::new(),
            text: one.draft.text.clone(),
            span: Some(one.draft.span),
        });
    }
    edges
}

impl Graph<'_> {
    /// The states that follow a state; an error names an element from which jumps lead in a circle.
    fn followers(&self, choices: &Choices, el: El) -> Vec<Result<El, El>> {
        let mut found = Vec::new();
        if matches!(self.elements[el].kind, Kind::End) {
            return found;
        }
        if let Some(d_step) = self.elements[el].d_step {
            for source in choices.plain(el) {
                found.push(self.follower_inside(source, d_step));
            }
            return found;
        }
        for one in choices.moves(el) {
            if let (Kind::DStep, Some(block)) =
                (&self.elements[one.source].kind, self.elements[one.source].block)
            {
                for first in self.start(block).map(|start| choices.plain(start)).unwrap_or_default()
                {
                    found.push(self.follower_inside(first, block));
                }
                continue;
            }
            found.push(self.leads_to(one.source).ok_or(one.source));
        }
        found
    }

    fn follower_inside(&self, source: El, d_step: Seq) -> Result<El, El> {
        if let Some(next) = self.after_inside(source, d_step) {
            return Ok(next);
        }
        self.d_step_element(d_step).and_then(|whole| self.leads_to(whole)).ok_or(source)
    }

    /// The d_step whose statements stand in this sequence.
    fn d_step_element(&self, block: Seq) -> Option<El> {
        self.d_steps.get(&block).copied()
    }
}

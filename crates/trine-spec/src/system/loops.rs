//! Marks of loops: which loops an infinite execution may stay in.
//!
//! A loop is found by the edges that enter it: without them, it is the component that they lead to. To
//! stay in it for ever is to go round in it again and again, and to enter it no more.

use std::collections::BTreeSet;

use trine_base::components::components;
use trine_base::{FileId, Id, Span};
use trine_property::{
    Claim, ClaimEdge, ClaimGuard, ClaimState, ClaimStateId, EventInstrumentation,
};
use trine_system::{
    Assumption, BinaryOp, EdgeId, Effect, Expr, LocationId, System, Template, TemplateId,
};

use super::compile::{Compiler, Lines};
use crate::ast::LoopMark;

/// More loops inside loops that go on, of all processes, are too many.
const MOST_PAIRS: usize = 6;

/// What marks say, as events of their own: some happen only finitely often, and others again and again
/// only where something else does, too.
#[derive(Default)]
pub struct Marks {
    never_again: Vec<(TemplateId, EdgeId)>,
    pairs: Vec<Pair>,
    pub assumptions: Vec<Assumption>,
}

/// In one process, what is taken to happen only finitely often unless something else happens again and
/// again.
struct Pair {
    template: TemplateId,
    process: Option<usize>,
    often: BTreeSet<EdgeId>,
    too: BTreeSet<EdgeId>,
}

/// A loop that ends, unless an execution stays in one inside it that goes on.
struct Finite {
    template: TemplateId,
    enters: BTreeSet<EdgeId>,
    heads: BTreeSet<LocationId>,
    /// Its edges, without those of loops inside it that go on.
    inside: BTreeSet<EdgeId>,
    /// The edges that enter those.
    into: BTreeSet<EdgeId>,
}

impl Finite {
    fn new(template: TemplateId, one: Loop, endless: &[(TemplateId, Loop)]) -> Finite {
        let mut inside = one.inside.clone();
        let mut into = BTreeSet::new();
        for (of, other) in endless {
            if *of == template && other.inside.is_subset(&one.inside) {
                inside.retain(|edge| !other.inside.contains(edge));
                into.extend(other.enters.intersection(&one.inside).copied());
            }
        }
        Finite { template, enters: one.enters, heads: one.heads, inside, into }
    }

    /// Edges of which one is taken again and again by a process that stays in it.
    fn rounds(&self, template: &Template) -> BTreeSet<EdgeId> {
        let mut rounds = returning(template, &self.inside, &self.heads);
        rounds.extend(&self.into);
        rounds
    }
}

/// A loop of a template.
struct Loop {
    enters: BTreeSet<EdgeId>,
    inside: BTreeSet<EdgeId>,
    heads: BTreeSet<LocationId>,
}

impl Marks {
    /// Whether no loop is marked.
    pub fn is_empty(&self) -> bool {
        self.never_again.is_empty() && self.pairs.is_empty()
    }

    /// Finds the marked loops in the system, which may be that of a program with these lines. A mark
    /// without a loop is an error.
    pub fn find(compiler: &mut Compiler<'_, '_>, marks: &[&LoopMark], lines: &Lines) -> Marks {
        // In a program, it is seen where loops are reached; in a model, by their locations.
        let model = lines.statements.is_empty();
        let mut found = Marks::default();
        let (mut endless, mut ending) = (Vec::new(), Vec::new());
        for mark in marks {
            let (span, text) = (mark.at.place.0, compiler.one_line(mark.at.place.0));
            let here = |file: FileId, line: u32| names(compiler, mark, file, line);
            let marked = loops_where(compiler, model, &here);
            if marked.is_empty() {
                let message = "no loop that can go on for ever starts on this line";
                compiler.diagnostics.error(message, span);
            }
            let text = match mark.finite {
                true => format!("no execution stays in the loop at {text} for ever"),
                false => format!("of all loops, only marked ones go on for ever: that at {text}"),
            };
            found.assumptions.push(Assumption { kind: "loop".to_string(), text, span: Some(span) });
            match mark.finite {
                true => {
                    let all = marked.into_iter().map(|(id, one)| Finite::new(id, one, &[]));
                    ending.extend(all);
                }
                false => endless.extend(marked),
            }
        }
        // Where some are marked as those that go on, all others end.
        if marks.iter().any(|mark| !mark.finite) {
            let goes_on = |file: FileId, line: u32| {
                let endless = marks.iter().filter(|mark| !mark.finite);
                endless.into_iter().any(|mark| names(compiler, mark, file, line))
            };
            let templates = compiler.world.system.templates.iter();
            let spans = templates.flat_map(|code| &code.locations).filter_map(|one| one.span);
            let lines: BTreeSet<(FileId, u32)> = match model {
                true => {
                    spans.map(|span| (span.file, compiler.world.sources.place(span).line)).collect()
                }
                false => lines.loops.clone(),
            };
            for (file, line) in lines.into_iter().filter(|(file, line)| !goes_on(*file, *line)) {
                let others = loops_where(compiler, model, &|of, at| (of, at) == (file, line));
                let others = others.into_iter().map(|(id, one)| Finite::new(id, one, &endless));
                ending.extend(others);
            }
        }
        found.finite(compiler.world.system, &ending);
        found
    }

    /// These loops end.
    fn finite(&mut self, system: &System, loops: &[Finite]) {
        let mut open = Vec::new();
        let mut closed: Vec<&Finite> = Vec::new();
        for one in loops {
            let template = &system.templates[one.template];
            let all: BTreeSet<EdgeId> = template.edges.ids().collect();
            // What cannot be entered again is over once it is left.
            match one.enters.is_disjoint(&on_cycles(template, &all)) {
                true => {
                    let rounds = one.rounds(template).into_iter();
                    self.never_again.extend(rounds.map(|edge| (one.template, edge)));
                    closed.push(one);
                }
                false => open.push(one),
            }
        }
        for one in open {
            // A process that stays in it stays in the loop around it, too.
            let around = |other: &&&Finite| {
                other.template == one.template && one.inside.is_subset(&other.inside)
            };
            if closed.iter().any(|other| around(&other)) {
                continue;
            }
            let rounds = one.rounds(&system.templates[one.template]);
            self.pair(system, one.template, &rounds, &one.enters);
        }
    }

    fn pair(
        &mut self,
        system: &System,
        template: TemplateId,
        often: &BTreeSet<EdgeId>,
        too: &BTreeSet<EdgeId>,
    ) {
        let declared = system.processes.iter().enumerate();
        let mut own: Vec<Option<usize>> = declared
            .filter(|(_, process)| process.template == template)
            .map(|(number, _)| Some(number))
            .collect();
        let runs =
            |effect: &Effect| matches!(effect, Effect::Run { template: of, .. } if *of == template);
        let mut edges = system.templates.iter().flat_map(|code| &code.edges);
        if edges.any(|edge| edge.effects.iter().any(runs)) {
            // It is not known how many there will be: one for all asks less of executions.
            own = vec![None];
        }
        for process in own {
            self.pairs.push(Pair { template, process, often: often.clone(), too: too.clone() });
        }
    }

    /// What executions that keep to the marks do for ever, as a claim. Its events are added behind those
    /// that are consumed already. None where there are too many marks.
    pub fn instrument(
        &self,
        system: &System,
        instrumentation: &mut EventInstrumentation,
    ) -> Option<Claim> {
        if self.pairs.len() > MOST_PAIRS {
            return None;
        }
        instrumentation.assumptions.extend(self.assumptions.iter().cloned());
        let mut never = None;
        if !self.never_again.is_empty() {
            let number = instrumentation.unnamed();
            never = Some(number);
            for (template, edge) in &self.never_again {
                instrumentation.emit_at(system, *template, *edge, number, Expr::TRUE);
            }
        }
        let mut pairs = Vec::new();
        for pair in &self.pairs {
            let by = match pair.process {
                Some(process) => {
                    let number = Expr::Const(process as i64);
                    Expr::binary(BinaryOp::Equal, Expr::Myself, number)
                }
                None => Expr::TRUE,
            };
            let mut observe = |edges: &BTreeSet<EdgeId>| {
                let number = instrumentation.unnamed();
                for edge in edges {
                    instrumentation.emit_at(system, pair.template, *edge, number, by.clone());
                }
                number
            };
            pairs.push((observe(&pair.often), observe(&pair.too)));
        }
        Some(kept(never, &pairs))
    }
}

/// The claim that accepts what happens where one event comes only finitely often, and the first of each
/// pair only so if the second does. It guesses from when on which events come no more, and sees the
/// others come in turn.
fn kept(never: Option<u32>, pairs: &[(u32, u32)]) -> Claim {
    let edge = |guard: Expr, to: usize| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: ClaimStateId::from_index(to),
    };
    let mut states: Vec<ClaimState> = vec![ClaimState::default()];
    let mut first = vec![edge(Expr::TRUE, 0)];
    for gone in 0..1usize << pairs.len() {
        let is_gone = |at: &usize| gone >> at & 1 == 1;
        let (over, left): (Vec<usize>, Vec<usize>) = (0..pairs.len()).partition(is_gone);
        let silent = never.into_iter().chain(over.iter().map(|at| pairs[*at].0));
        let silent: Vec<Expr> = silent.map(|event| Expr::Event(event).negated()).collect();
        let and = |with: Option<Expr>| {
            let parts = silent.iter().cloned().chain(with);
            parts.reduce(|one, two| Expr::binary(BinaryOp::And, one, two)).unwrap_or(Expr::TRUE)
        };
        let start = states.len();
        first.push(edge(Expr::TRUE, start));
        if left.is_empty() {
            let edges = vec![edge(and(None), start)];
            states.push(ClaimState { accepting: true, edges, ..ClaimState::default() });
            continue;
        }
        // One state for each that is waited for, and one behind the last.
        let done = start + left.len();
        for turn in 0..=left.len() {
            let waits = turn % left.len();
            let comes = Expr::Event(pairs[left[waits]].1);
            let edges = vec![
                edge(and(Some(comes.clone())), start + waits + 1),
                edge(and(Some(comes.negated())), start + waits),
            ];
            let accepting = start + turn == done;
            states.push(ClaimState { accepting, edges, ..ClaimState::default() });
        }
    }
    states[0].edges = first;
    Claim { states: states.into_iter().collect(), ..Claim::of_everything(true) }
}

/// Whether a mark means a line.
fn names(compiler: &Compiler<'_, '_>, mark: &LoopMark, file: FileId, line: u32) -> bool {
    let name = &compiler.world.sources.get(file).name;
    let same = *name == mark.at.file || name.ends_with(&format!("/{}", mark.at.file));
    same && line == mark.at.line
}

/// The loops that start on some lines.
fn loops_where(
    compiler: &Compiler<'_, '_>,
    model: bool,
    wanted: &dyn Fn(FileId, u32) -> bool,
) -> Vec<(TemplateId, Loop)> {
    let here = |span: Option<Span>| {
        span.is_some_and(|span| wanted(span.file, compiler.world.sources.place(span).line))
    };
    let templates = compiler.world.system.templates.enumerate();
    let found = templates
        .map(|(id, code)| loops_at(code, model, &here).into_iter().map(move |one| (id, one)));
    found.flatten().collect()
}

/// The loops of a template that start at some places.
fn loops_at(template: &Template, model: bool, here: &dyn Fn(Option<Span>) -> bool) -> Vec<Loop> {
    let reached = |edge: &EdgeId| {
        let edge = &template.edges[*edge];
        edge.labels.iter().any(|label| label.action == "at") && here(edge.span)
    };
    let enters: BTreeSet<EdgeId> = template.edges.ids().filter(reached).collect();
    let mut found = Vec::new();
    if let Some(first) = enters.first() {
        let whole = template.edges[*first].span;
        let within = |edge: &EdgeId| match (template.edges[*edge].span, whole) {
            (Some(part), Some(whole)) => {
                part.file == whole.file && whole.start <= part.start && part.end <= whole.end
            }
            _ => false,
        };
        let others: BTreeSet<EdgeId> =
            template.edges.ids().filter(|edge| !enters.contains(edge)).collect();
        let from: BTreeSet<LocationId> =
            enters.iter().map(|edge| template.edges[*edge].to).collect();
        for (inside, heads) in reached_cycles(template, &others, &from) {
            if inside.iter().any(within) {
                found.push(Loop { enters: enters.clone(), inside, heads });
            }
        }
        return found;
    }
    for (head, _) in template.locations.enumerate().filter(|(_, one)| model && here(one.span)) {
        let all: BTreeSet<EdgeId> = template.edges.ids().collect();
        let around = reachable(template, &all, template.entry, Some(head));
        // What can be reached without the head lies before the loop, or beside it.
        let enters: BTreeSet<EdgeId> = all
            .iter()
            .copied()
            .filter(|edge| {
                let edge = &template.edges[*edge];
                edge.to == head && around.contains(&edge.from) && edge.from != head
            })
            .collect();
        let others: BTreeSet<EdgeId> = all.difference(&enters).copied().collect();
        let heads = BTreeSet::from([head]);
        let inside = cycle_through(template, &others, head);
        if !inside.is_empty() {
            found.push(Loop { enters, inside, heads });
        }
    }
    found
}

/// The locations that can be reached along these edges, without passing one.
fn reachable(
    template: &Template,
    edges: &BTreeSet<EdgeId>,
    from: LocationId,
    without: Option<LocationId>,
) -> BTreeSet<LocationId> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(location) = open.pop() {
        if Some(location) == without || !seen.insert(location) {
            continue;
        }
        let leaving = edges.iter().map(|edge| &template.edges[*edge]);
        open.extend(leaving.filter(|edge| edge.from == location).map(|edge| edge.to));
    }
    seen
}

/// The first cycles that are reached from some locations, each with where it is entered.
fn reached_cycles(
    template: &Template,
    edges: &BTreeSet<EdgeId>,
    from: &BTreeSet<LocationId>,
) -> Vec<(BTreeSet<EdgeId>, BTreeSet<LocationId>)> {
    let cyclic = on_cycles(template, edges);
    let touched: BTreeSet<LocationId> =
        cyclic.iter().map(|edge| template.edges[*edge].from).collect();
    let mut seen = BTreeSet::new();
    let mut open: Vec<LocationId> = from.iter().copied().collect();
    let mut entered = BTreeSet::new();
    while let Some(location) = open.pop() {
        if !seen.insert(location) {
            continue;
        }
        if touched.contains(&location) {
            entered.insert(location);
            continue;
        }
        let leaving = edges.iter().map(|edge| &template.edges[*edge]);
        open.extend(leaving.filter(|edge| edge.from == location).map(|edge| edge.to));
    }
    let mut found: Vec<(BTreeSet<EdgeId>, BTreeSet<LocationId>)> = Vec::new();
    for head in entered {
        let inside = cycle_through(template, edges, head);
        match found.iter_mut().find(|(known, _)| *known == inside) {
            Some((_, heads)) => {
                heads.insert(head);
            }
            None => found.push((inside, BTreeSet::from([head]))),
        }
    }
    found
}

/// The edges of the component of a location.
fn cycle_through(
    template: &Template,
    edges: &BTreeSet<EdgeId>,
    location: LocationId,
) -> BTreeSet<EdgeId> {
    let of = components(&successors(template, edges)).of;
    let one = |id: LocationId| of[id.index()] == of[location.index()];
    edges
        .iter()
        .copied()
        .filter(|edge| one(template.edges[*edge].from) && one(template.edges[*edge].to))
        .collect()
}

/// Those of some edges that are on cycles of them.
fn on_cycles(template: &Template, edges: &BTreeSet<EdgeId>) -> BTreeSet<EdgeId> {
    let of = components(&successors(template, edges)).of;
    edges
        .iter()
        .copied()
        .filter(|edge| {
            let edge = &template.edges[*edge];
            of[edge.from.index()] == of[edge.to.index()]
        })
        .collect()
}

fn successors(template: &Template, edges: &BTreeSet<EdgeId>) -> Vec<Vec<usize>> {
    let mut successors = vec![Vec::new(); template.locations.len()];
    for edge in edges {
        let edge = &template.edges[*edge];
        successors[edge.from.index()].push(edge.to.index());
    }
    successors
}

/// Some of the edges such that every cycle of them has one: those that lead back to where a depth-first
/// walk stands, starting with some locations.
fn returning(
    template: &Template,
    edges: &BTreeSet<EdgeId>,
    first: &BTreeSet<LocationId>,
) -> BTreeSet<EdgeId> {
    let mut leaving: Vec<Vec<EdgeId>> = vec![Vec::new(); template.locations.len()];
    for edge in edges {
        leaving[template.edges[*edge].from.index()].push(*edge);
    }
    let mut seen = vec![false; leaving.len()];
    let mut on_path = vec![false; leaving.len()];
    let mut back = BTreeSet::new();
    let all = template.locations.ids();
    for root in first.iter().copied().chain(all) {
        if seen[root.index()] {
            continue;
        }
        seen[root.index()] = true;
        on_path[root.index()] = true;
        let mut path = vec![(root, 0)];
        while let Some((location, next)) = path.last_mut() {
            let location = *location;
            let Some(edge) = leaving[location.index()].get(*next) else {
                on_path[location.index()] = false;
                path.pop();
                continue;
            };
            *next += 1;
            let to = template.edges[*edge].to;
            if on_path[to.index()] {
                back.insert(*edge);
            } else if !seen[to.index()] {
                seen[to.index()] = true;
                on_path[to.index()] = true;
                path.push((to, 0));
            }
        }
    }
    back
}

//! What can be done from each state: the first statements of choices and blocks, and escapes.

use std::collections::{HashMap, HashSet};

use super::graph::*;

/// One way on from a state: the step of `source`, whatever element the process rests at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub source: El,
    /// The escape it begins, if it is one.
    pub escape: Option<El>,
}

/// The labels of a state by their prefixes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Flags {
    pub accept: bool,
    pub end: bool,
    pub progress: bool,
}

impl Flags {
    fn join(&mut self, other: Flags) {
        self.accept |= other.accept;
        self.end |= other.end;
        self.progress |= other.progress;
    }
}

/// The moves of all states, and the label marks that end up on them.
pub struct Choices {
    /// For choices and blocks, the elements whose steps leave them.
    lists: Vec<Option<Vec<El>>>,
    pub flags: Vec<Flags>,
    /// The moves of states that can be escaped from.
    escaping: HashMap<El, Vec<Move>>,
    /// Every statement has so many escapes that their product is out of reach.
    pub too_many: bool,
}

/// The most moves that all states with escapes may have together.
const MOST_ESCAPES: usize = 2_000_000;

impl Choices {
    /// For each element of the graph, what can be done there: choices are flattened and escapes added as SPIN does
    /// it.
    pub fn new(graph: &Graph<'_>) -> Choices {
        let count = graph.elements.len();
        let mut flags = vec![Flags::default(); count];
        for label in &graph.labels {
            flags[label.element].join(Flags {
                accept: is_accept(&label.name),
                end: is_end(&label.name),
                progress: is_progress(&label.name),
            });
        }
        let lists = (0..count).map(|el| links(graph, el)).collect();
        let mut choices = Choices { lists, flags, escaping: HashMap::new(), too_many: false };
        choices.flatten(graph);
        choices.add_escapes(graph);
        choices
    }

    /// A choice that begins with a choice offers what that one offers. A label on a first statement
    /// has no state to mark: its mark goes to where the statement leads.
    fn flatten(&mut self, graph: &Graph<'_>) {
        let mut order: Vec<El> = (0..graph.elements.len()).collect();
        order.sort_by_key(|el| graph.elements[*el].number);
        loop {
            let mut changed = false;
            for &el in &order {
                let Some(list) = &self.lists[el] else { continue };
                if !list.iter().any(|inner| self.lists[*inner].is_some()) {
                    continue;
                }
                let mut flat = Vec::new();
                for inner in list.clone() {
                    match self.lists[inner].clone() {
                        None => flat.push(inner),
                        Some(deeper) => {
                            for first in &deeper {
                                let mark = self.flags[inner];
                                self.flags[*first].join(mark);
                            }
                            flat.extend(deeper);
                            changed = true;
                        }
                    }
                }
                self.lists[el] = Some(flat);
            }
            if !changed {
                break;
            }
        }
        for &el in &order {
            for inner in self.lists[el].clone().unwrap_or_default() {
                if let Some(to) = graph.leads_to(inner) {
                    let mark = self.flags[inner];
                    self.flags[to].join(mark);
                }
            }
        }
        for &el in &order {
            if matches!(graph.elements[el].kind, Kind::Joint)
                && self.flags[el].end
                && let Some(to) = graph.after(el)
            {
                self.flags[to].end = true;
            }
        }
    }

    /// Puts the escapes before the other ways on, the outermost at the front. An escape that begins with an
    /// `unless` brings the escapes of that one, which come before it.
    fn add_escapes(&mut self, graph: &Graph<'_>) {
        let mut order: Vec<El> = (0..graph.elements.len()).collect();
        order.sort_by_key(|el| graph.elements[*el].number);
        let mut budget = MOST_ESCAPES;
        let mut met: HashSet<El> = HashSet::new();
        for el in order {
            // What a state escapes to comes first; where jumps lead round, its escapes are left out.
            let mut path = vec![el];
            while let Some(&at) = path.last() {
                if met.insert(at) {
                    let before = path.len();
                    path.extend(self.begins(graph, at).into_iter().filter(|to| !met.contains(to)));
                    if path.len() > before {
                        continue;
                    }
                }
                path.pop();
                if self.escaping.contains_key(&at) {
                    continue;
                }
                let Some(moves) = self.with_escapes(graph, at) else { continue };
                budget = budget.saturating_sub(moves.len());
                if budget == 0 {
                    self.too_many = true;
                    return;
                }
                self.escaping.insert(at, moves);
            }
        }
    }

    /// The elements with which the escapes from a state begin, the innermost of each statement first.
    fn begins(&self, graph: &Graph<'_>, el: El) -> Vec<El> {
        let mut found = Vec::new();
        for source in self.plain(el) {
            if graph.is_joint(source) {
                continue;
            }
            let element = &graph.elements[source];
            for escape in element.escapes.iter().rev() {
                let first = graph.first(*escape).and_then(|first| graph.inside_unless(first));
                let begin = first.and_then(|first| graph.rest(first, element.atomic));
                found.extend(begin);
            }
        }
        found
    }

    /// The ways on from a state, escapes first; none where there are no escapes.
    fn with_escapes(&self, graph: &Graph<'_>, el: El) -> Option<Vec<Move>> {
        let sources = self.plain(el);
        let escapes =
            |source: &El| !graph.elements[*source].escapes.is_empty() && !graph.is_joint(*source);
        if !sources.iter().any(escapes) {
            return None;
        }
        let plain = sources.iter().map(|&source| Move { source, escape: None });
        // Built from its end: what is found later stands further in front.
        let mut moves: Vec<Move> = plain.rev().collect();
        let mut known: HashSet<El> = sources.iter().copied().collect();
        let mut begun: HashSet<El> = HashSet::new();
        for begin in self.begins(graph, el) {
            if !begun.insert(begin) {
                continue;
            }
            let (own, nested): (Vec<Move>, Vec<Move>) =
                self.moves(begin).into_iter().partition(|one| one.escape.is_none());
            for one in own.into_iter().chain(nested.into_iter().rev()) {
                if known.insert(one.source) {
                    let escape = one.escape.or(Some(begin));
                    moves.push(Move { source: one.source, escape });
                }
            }
        }
        moves.reverse();
        Some(moves)
    }

    /// The ways on from a state, in the order in which SPIN tries them.
    pub fn moves(&self, el: El) -> Vec<Move> {
        match self.escaping.get(&el) {
            Some(moves) => moves.clone(),
            None => {
                let sources = self.plain(el).into_iter();
                sources.map(|source| Move { source, escape: None }).collect()
            }
        }
    }

    /// The elements whose steps leave a state, escapes aside.
    pub fn plain(&self, el: El) -> Vec<El> {
        match &self.lists[el] {
            Some(list) => list.clone(),
            None => vec![el],
        }
    }
}

impl Graph<'_> {
    fn is_joint(&self, el: El) -> bool {
        matches!(self.elements[el].kind, Kind::Joint)
    }

    /// What an `unless` begins with; any other element itself.
    fn inside_unless(&self, el: El) -> Option<El> {
        let mut at = el;
        while matches!(self.elements[at].kind, Kind::Unless) {
            at = self.first(self.elements[at].options[0])?;
        }
        Some(at)
    }

    /// Where the step of an element leads, a d_step taken as one step.
    pub fn leads_to(&self, el: El) -> Option<El> {
        match self.elements[el].kind {
            // An escape that leads straight to the end.
            Kind::End => Some(el),
            Kind::DStep => self.rest(self.elements[el].next?, self.elements[el].atomic),
            _ => self.after(el),
        }
    }
}

fn links(graph: &Graph<'_>, el: El) -> Option<Vec<El>> {
    let element = &graph.elements[el];
    match element.kind {
        Kind::If | Kind::Do => {
            let starts = element.options.iter().filter_map(|option| graph.start(*option));
            Some(starts.filter(|first| !is_never(graph, *first)).collect())
        }
        Kind::Atomic | Kind::Block => {
            Some(element.block.and_then(|block| graph.start(block)).into_iter().collect())
        }
        _ => None,
    }
}

/// An option that begins with the constant 0 is left out.
fn is_never(graph: &Graph<'_>, el: El) -> bool {
    use crate::ast::{ExprKind, StatementKind};
    let element = &graph.elements[el];
    match &element.kind {
        Kind::Action(Action::Statement(statement)) if element.escapes.is_empty() => matches!(
            &statement.kind,
            StatementKind::Expression(value) if matches!(value.kind, ExprKind::Number(0))
        ),
        _ => false,
    }
}

//! Never claims and formulas as automata of bad executions.

use std::collections::{BTreeMap, HashSet};

use trine_automata::ltl::vacuous_if;
use trine_automata::stutter::{Stuttering, stuttering};
use trine_automata::{AtomId, Formula, translate_within};
use trine_base::{Id, IndexVec, Span};
use trine_property::{
    Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, Level, Property,
    PropertyKind,
};
use trine_system as sys;

use super::Lowering;
use super::action::none_of;
use super::build::build;
use super::choice::Choices;
use super::expr::folded_binary;
use super::graph::*;
use crate::ast::{self, Ltl, LtlKind, StatementKind};

/// How much work the translation of one formula may be.
const WORK_LIMIT: u64 = 20_000_000;
/// Steps of a claim that belong together because they stand in an atomic.
const LONGEST_ATOMIC: usize = 100;

/// A way on for a claim: what must hold, what is asserted, and where it leads.
struct ClaimMove {
    guard: Option<sys::Expr>,
    assertion: Option<sys::Expr>,
    to: Option<El>,
    atomic: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn never(&mut self, claim: &'a ast::Claim, name: String) -> Option<Property> {
        let mut graph = build(&claim.body, self.checked, false, &HashSet::new());
        graph.mark_jumps();
        let choices = Choices::new(&graph);
        let first = graph.first(graph.body)?;
        let Some(entry) = graph.rest(first, graph.elements[first].atomic) else {
            self.diagnostics.error("jumps lead in a circle here", claim.span);
            return None;
        };
        let mut numbers: BTreeMap<El, ClaimStateId> = BTreeMap::new();
        let mut states: IndexVec<ClaimStateId, ClaimState> = IndexVec::new();
        let mut waiting = vec![entry];
        numbers.insert(entry, states.push(ClaimState::default()));
        while let Some(el) = waiting.pop() {
            let id = numbers[&el];
            let flags = choices.flags[el];
            let mut state = ClaimState {
                name: graph.labels_of(el).next().map(|label| label.name.to_string()),
                accepting: flags.accept,
                progress: flags.progress,
                final_: matches!(graph.elements[el].kind, Kind::End),
                edges: Vec::new(),
                span: Some(graph.elements[el].span),
            };
            if !state.final_ {
                for one in self.claim_moves(&graph, &choices, el, 0) {
                    let Some(to) = one.to else { continue };
                    let to = match numbers.get(&to) {
                        Some(known) => *known,
                        None => {
                            let fresh = states.push(ClaimState::default());
                            numbers.insert(to, fresh);
                            waiting.push(to);
                            fresh
                        }
                    };
                    let guard = match one.guard {
                        Some(guard) => ClaimGuard::When(guard),
                        None => ClaimGuard::Else,
                    };
                    state.edges.push(ClaimEdge { guard, assertion: one.assertion, to });
                }
            }
            states[id] = state;
        }
        let claim_of = Claim {
            states,
            initial: numbers[&entry],
            instrumentation: None,
            infinite_only: false,
            stutter_invariant: false,
            origin: ClaimOrigin::Never,
            vacuous_if: Vec::new(),
        };
        Some(Property {
            name,
            kind: PropertyKind::Claim(claim_of),
            level: Level::Error,
            span: Some(claim.span),
        })
    }

    /// The moves from a state; steps inside an atomic are joined into one.
    fn claim_moves(
        &mut self,
        graph: &Graph<'a>,
        choices: &Choices,
        el: El,
        depth: usize,
    ) -> Vec<ClaimMove> {
        let sources: Vec<El> = choices.moves(el).into_iter().map(|found| found.source).collect();
        let mut moves = Vec::new();
        for source in sources {
            if let (Kind::DStep, Some(block)) =
                (&graph.elements[source].kind, graph.elements[source].block)
                && let Some(start) = graph.start(block)
            {
                for first in choices.plain(start) {
                    let mut one = self.claim_move(graph, first);
                    one.to = graph.after_inside(first, block).or_else(|| graph.leads_to(source));
                    one.atomic = graph.after_inside(first, block).is_some();
                    moves.push(one);
                }
                continue;
            }
            moves.push(self.claim_move(graph, source));
        }
        let several = moves.len() > 1;
        let guards: Vec<sys::Expr> = moves.iter().filter_map(|one| one.guard.clone()).collect();
        let mut joined = Vec::new();
        for one in moves {
            let goes_on = one.atomic
                && depth < LONGEST_ATOMIC
                && one.to.is_some_and(|to| !matches!(graph.elements[to].kind, Kind::End));
            if !goes_on {
                joined.push(one);
                continue;
            }
            let guard = match &one.guard {
                Some(guard) => guard.clone(),
                None if several => none_of(guards.clone()),
                None => sys::Expr::TRUE,
            };
            let Some(to) = one.to else { continue };
            let further = self.claim_moves(graph, choices, to, depth + 1);
            let open: Vec<sys::Expr> =
                further.iter().filter_map(|next| next.guard.clone()).collect();
            for next in further {
                let second = match next.guard {
                    Some(second) => second,
                    None => none_of(open.clone()),
                };
                let assertion = match (&one.assertion, next.assertion) {
                    (None, second) => second,
                    (Some(first), None) => Some(first.clone()),
                    (Some(first), Some(second)) => {
                        Some(folded_binary(sys::BinaryOp::And, first.clone(), second))
                    }
                };
                joined.push(ClaimMove {
                    guard: Some(conjunction(guard.clone(), second)),
                    assertion,
                    to: next.to,
                    atomic: false,
                });
            }
        }
        joined
    }

    fn claim_move(&mut self, graph: &Graph<'a>, source: El) -> ClaimMove {
        let element = &graph.elements[source];
        let mut one = ClaimMove {
            guard: Some(sys::Expr::TRUE),
            assertion: None,
            to: graph.leads_to(source),
            atomic: element.atomic,
        };
        match &element.kind {
            Kind::Else => one.guard = None,
            Kind::Action(Action::Statement(statement)) => match &statement.kind {
                StatementKind::Expression(value) => one.guard = Some(self.expr_in(value, None)),
                StatementKind::Assert(value) => one.assertion = Some(self.expr_in(value, None)),
                StatementKind::Printf { .. } | StatementKind::Printm(_) => {}
                _ => self.diagnostics.error("a claim looks on, it does nothing", statement.span),
            },
            Kind::Action(Action::Skip) | Kind::Goto(_) | Kind::Joint | Kind::Exit => {}
            _ => self.diagnostics.error("a claim looks on, it does nothing", element.span),
        }
        one
    }

    /// The claim that accepts what a formula forbids.
    pub(super) fn formula(&mut self, formula: &Ltl, name: String, span: Span) -> Option<Property> {
        let mut atoms: Vec<sys::Expr> = Vec::new();
        let wanted = self.temporal(formula, &mut atoms);
        let stutter_invariant = stuttering(&wanted) == Stuttering::Invariant;
        let Ok(automaton) = translate_within(&wanted.clone().not(), WORK_LIMIT) else {
            self.diagnostics.error("this formula is too large to be translated", formula.span);
            return None;
        };
        let origin = ClaimOrigin::Formula(self.one_line(formula.span));
        let claim = Claim::of_automaton(&automaton, &atoms, origin.clone());
        let claim = Claim { stutter_invariant, ..claim };
        let empty = vacuous_if(&wanted).into_iter().filter_map(|empty| {
            let stutter_invariant = stuttering(&empty) == Stuttering::Invariant;
            let automaton = translate_within(&empty.not(), WORK_LIMIT).ok()?;
            let claim = Claim::of_automaton(&automaton, &atoms, origin.clone());
            Some(Claim { stutter_invariant, ..claim })
        });
        let claim = Claim { vacuous_if: empty.collect(), ..claim };
        Some(Property {
            name,
            kind: PropertyKind::Claim(claim),
            level: Level::Error,
            span: Some(span),
        })
    }

    fn temporal(&mut self, formula: &Ltl, atoms: &mut Vec<sys::Expr>) -> Formula {
        let mut pair =
            |left: &Ltl, right: &Ltl| (self.temporal(left, atoms), self.temporal(right, atoms));
        match &formula.kind {
            LtlKind::Atom(atom) => {
                let value = self.expr_in(atom, None);
                if let sys::Expr::Const(value) = value {
                    return Formula::constant(value != 0);
                }
                let position = atoms.iter().position(|known| *known == value);
                let position = position.unwrap_or_else(|| {
                    atoms.push(value);
                    atoms.len() - 1
                });
                Formula::atom(AtomId::from_index(position))
            }
            LtlKind::Not(one) => self.temporal(one, atoms).not(),
            LtlKind::Next(one) => self.temporal(one, atoms).next(),
            LtlKind::Always(one) => self.temporal(one, atoms).always(),
            LtlKind::Eventually(one) => self.temporal(one, atoms).eventually(),
            LtlKind::And(left, right) => {
                let (left, right) = pair(left, right);
                left.and(right)
            }
            LtlKind::Or(left, right) => {
                let (left, right) = pair(left, right);
                left.or(right)
            }
            LtlKind::Implies(left, right) => {
                let (left, right) = pair(left, right);
                left.implies(right)
            }
            LtlKind::Equivalent(left, right) => {
                let (left, right) = pair(left, right);
                left.equivalent(right)
            }
            LtlKind::Until(left, right) => {
                let (left, right) = pair(left, right);
                left.until(right)
            }
            LtlKind::WeakUntil(left, right) => {
                let (left, right) = pair(left, right);
                left.weak_until(right)
            }
            LtlKind::Release(left, right) => {
                let (left, right) = pair(left, right);
                left.release(right)
            }
        }
    }
}

fn conjunction(left: sys::Expr, right: sys::Expr) -> sys::Expr {
    match (&left, &right) {
        (sys::Expr::Const(1), _) => right,
        (_, sys::Expr::Const(1)) => left,
        _ => folded_binary(sys::BinaryOp::And, left, right),
    }
}

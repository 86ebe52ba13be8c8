//! Checks as claims: an event happens where a check is violated, for engines that know only events.
//!
//! Up to its first such event, an execution of the system with this instrumentation is one of the system. What
//! comes after it does not matter: a step that would fail is replaced by one that only says so.

use trine_system::{
    BinaryOp, Edge, Effect, Expr, FaultKind, Guard, MonitorQuery, MonitorRef, Sync, System,
    Template,
};

use super::Check;
use crate::{
    Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, EventInstrumentation,
};

/// The event of a violation.
const BAD: u32 = 1;

/// The claim that an execution violates exactly where it violates a check. None where that takes more
/// than the steps of one process, or where it cannot be told from a step whether it is a violation.
pub fn claim(check: Check, system: &System) -> Option<Claim> {
    let mut instrumentation = EventInstrumentation {
        events: vec![check.name().to_string()],
        ..EventInstrumentation::default()
    };
    for (id, template) in system.templates.enumerate() {
        for (number, edge) in template.edges.enumerate() {
            match watched(check, template, edge)? {
                Watched::Never => {}
                Watched::In(edge) => instrumentation.edges.push((id, Some(number), *edge)),
                Watched::When(bad) => {
                    let guarded = |guard: Option<Expr>| {
                        let guard = guard.map_or(Guard::Always, Guard::When);
                        Edge { guard, ..edge.clone() }
                    };
                    let before = match &edge.guard {
                        Guard::Always => None,
                        Guard::When(guard) => Some(guard.clone()),
                        Guard::Else => return None,
                    };
                    let and = |condition: Expr| match before.clone() {
                        Some(guard) => Expr::binary(BinaryOp::And, guard, condition),
                        None => condition,
                    };
                    let says = Effect::Emit { event: BAD, when: Expr::TRUE };
                    let fails =
                        Edge { sync: None, effects: vec![says], ..guarded(Some(and(bad.clone()))) };
                    instrumentation.edges.push((id, Some(number), fails));
                    instrumentation.edges.push((id, None, guarded(Some(and(bad.negated())))));
                }
            }
        }
    }
    let to = |guard: Expr, to: u32| {
        let (guard, to) = (ClaimGuard::When(guard), ClaimStateId(to));
        ClaimEdge { guard, assertion: None, to }
    };
    let waits = vec![to(Expr::Event(BAD), 1), to(Expr::Event(0), 0)];
    let states = [
        ClaimState { edges: waits, ..ClaimState::default() },
        ClaimState { final_: true, ..ClaimState::default() },
    ];
    Some(Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: Some(instrumentation),
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    })
}

/// How an edge can violate a check.
enum Watched {
    Never,
    /// As this edge says.
    In(Box<Edge>),
    /// Where this holds before the step.
    When(Expr),
}

fn watched(check: Check, template: &Template, edge: &Edge) -> Option<Watched> {
    let mine = |of: &MonitorRef| Expr::Monitor(MonitorQuery::Mine, Box::new(of.clone()));
    let none = |count: Expr| Expr::binary(BinaryOp::Equal, count, Expr::Const(0));
    let when = match (check, &edge.sync) {
        (Check::ThreadRestarted, Some(Sync::Start(who))) => {
            Some(Expr::Started(Box::new(who.clone())))
        }
        (Check::PrematureJoin, Some(Sync::Join(who))) => {
            Some(Expr::Started(Box::new(who.clone())).negated())
        }
        (Check::UnnecessaryNotify, Some(Sync::Notify(of) | Sync::NotifyAll(of))) => {
            let waiting = Expr::Monitor(MonitorQuery::Waiting, Box::new(of.clone()));
            let held = none(mine(of)).negated();
            Some(Expr::binary(BinaryOp::And, held, none(waiting)))
        }
        (
            Check::MonitorMisuse,
            Some(Sync::Exit(of) | Sync::Wait(of) | Sync::Notify(of) | Sync::NotifyAll(of)),
        ) => Some(none(mine(of))),
        (
            Check::Assertion
            | Check::ThreadRestarted
            | Check::PrematureJoin
            | Check::UnnecessaryNotify
            | Check::MonitorMisuse,
            _,
        ) => None,
        _ => return None,
    };
    let fails = said(check, edge);
    let ends = check == Check::MonitorMisuse
        && (edge.sync == Some(Sync::End) || template.locations[edge.to].final_);
    Some(match (when, fails, ends) {
        (None, None, false) => Watched::Never,
        (Some(when), None, false) => Watched::When(when),
        (None, Some(edge), false) => Watched::In(Box::new(edge)),
        // A process that ends holds nothing.
        (None, None, true) => {
            let mut held: Vec<Expr> = Vec::new();
            for other in &template.edges {
                if let Some(Sync::Enter(of)) = &other.sync {
                    // Which one it was may not be known any more.
                    if !matches!(of.index, None | Some(Expr::Const(_))) {
                        return None;
                    }
                    let one = none(mine(of)).negated();
                    if !held.contains(&one) {
                        held.push(one);
                    }
                }
            }
            let any =
                held.into_iter().reduce(|left, right| Expr::binary(BinaryOp::Or, left, right));
            match any {
                Some(when) => {
                    let mut edge = edge.clone();
                    edge.effects.push(Effect::Emit { event: BAD, when });
                    Watched::In(Box::new(edge))
                }
                None => Watched::Never,
            }
        }
        _ => return None,
    })
}

/// The edge with an event in the place of each effect that fails, if there is one.
fn said(check: Check, edge: &Edge) -> Option<Edge> {
    let mut any = false;
    let event = |effect: &Effect| {
        let when = match effect {
            Effect::Assert(condition) if check.owns(FaultKind::Assertion) => {
                condition.clone().negated()
            }
            Effect::Fail(kind, _) | Effect::Abort(kind, _) if check.owns(*kind) => Expr::TRUE,
            _ => return None,
        };
        Some(Effect::Emit { event: BAD, when })
    };
    let effects = edge.effects.iter().map(|effect| {
        let event = event(effect);
        any |= event.is_some();
        event.unwrap_or_else(|| effect.clone())
    });
    let effects = effects.collect();
    any.then(|| Edge { effects, ..edge.clone() })
}

//! Replays the violations of an elaborated system on its program, by their visible steps.
//!
//! The lift of an edge is the statement that it came from and the process that takes it; the
//! [guide](trine_program::interpret::guide()) finds an execution of the program along them.

use trine_program::interpret::checks::Check;
use trine_program::interpret::{GuideBudget, Guided, Machine, Waypoint, guide};
use trine_property::{Claim, Property, PropertyKind};
use trine_system::interpret::Move;
use trine_system::{Edge, Effect, Expr, Guard, Root, Sync, System};
use trine_verdict::{Trace, TraceMove};

use crate::direct::check_of;

/// What is asked of the program about a trace: nothing where it has no counterpart there.
pub(crate) enum Question {
    /// Whether an execution along the trace violates the check.
    Check(Check),
    /// Whether an execution passes all steps of the trace, which are events of a specification.
    Passes,
}

/// The question that a trace of a property puts to the program.
pub(crate) fn question(property: &Property, trace: &Trace) -> Option<Question> {
    if trace.loop_from.is_some() || trace.steps.iter().any(|step| step.action == TraceMove::Stutter)
    {
        return None;
    }
    match &property.kind {
        PropertyKind::Check(_) => check_of(property).map(Question::Check),
        PropertyKind::Claim(Claim { instrumentation, .. }) => {
            instrumentation.is_some().then_some(Question::Passes)
        }
        PropertyKind::Events(_) => None,
    }
}

/// Follows a trace of the system on the program.
pub(crate) fn replay_on_program(
    machine: &Machine<'_>,
    system: &System,
    property: &Property,
    trace: &Trace,
    question: &Question,
    budget: &GuideBudget<'_>,
) -> Guided {
    let instrumented = property.system(system);
    let waypoints: Vec<Waypoint> =
        trace.steps.iter().filter_map(|step| waypoint(&instrumented, &step.action)).collect();
    let check = match question {
        Question::Check(check) => Some(*check),
        Question::Passes => None,
    };
    guide(machine, &waypoints, check, budget)
}

/// The lift of a step: the process and the statement that it came from; none where no process steps.
fn waypoint(system: &System, action: &TraceMove) -> Option<Waypoint> {
    let TraceMove::System(step) = action else { return None };
    let Move::Edge(edge) = step.action else { return None };
    let process = step.process as usize;
    let declared = system.processes.as_slice().get(process)?;
    let edge = &system.templates[declared.template].edges[edge];
    let starts = match &edge.sync {
        Some(Sync::Start(Expr::Const(started))) => usize::try_from(*started).ok(),
        _ => None,
    };
    Some(Waypoint { process, span: edge.span, starts, local: is_local(edge) })
}

/// Whether the interpreter of programs has no step of its own for an edge: a thread begins in the step that starts
/// it, leaves a wait set in the step that notifies it, and looks at its own variables in the step before.
fn is_local(edge: &Edge) -> bool {
    let own = |expr: &Expr| {
        let mut only = true;
        expr.visit(&mut |part| {
            only &= match part {
                Expr::Read(place) => matches!(place.root, Root::Local(_)),
                Expr::Const(_) | Expr::Unary(..) | Expr::Binary(..) => true,
                _ => false,
            };
        });
        only
    };
    let guard = match &edge.guard {
        Guard::Always | Guard::Else => true,
        Guard::When(condition) => own(condition),
    };
    match edge.sync {
        Some(Sync::Begin | Sync::Waiting(_)) => true,
        Some(_) => false,
        None => {
            guard
                && edge.effects.iter().all(|effect| match effect {
                    Effect::Assign(place, value) => {
                        matches!(place.root, Root::Local(_)) && own(value)
                    }
                    Effect::Assert(condition) => own(condition),
                    Effect::Fail(..) | Effect::Print(_) => true,
                    _ => false,
                })
        }
    }
}

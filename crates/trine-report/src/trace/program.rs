//! Tells an execution of a program itself, which has no system behind it.

use trine_base::SourceMap;
use trine_property::Property;
use trine_verdict::{ProgramExecution, ProgramStep, RestingThread};

use super::{Change, DescribedStep, DescribedTrace, Resting, Stands};
use crate::fingerprint::fingerprint;
use crate::model::{RelatedPlace, ReportFinding};

/// A violation that a search of the program found, described.
pub fn describe_execution(
    sources: &SourceMap,
    execution: &ProgramExecution,
    property: &Property,
) -> ReportFinding {
    let related = execution
        .related
        .iter()
        .map(|(message, span)| RelatedPlace::new(message.as_str(), *span, sources))
        .collect::<Vec<_>>();
    let described = DescribedTrace {
        message: execution.message.clone(),
        span: execution.span,
        related: related.clone(),
        fingerprint: fingerprint_of(sources, execution, property),
        processes: execution.threads.clone(),
        steps: execution
            .steps
            .iter()
            .enumerate()
            .map(|(at, step)| told(sources, at, step))
            .collect(),
        resting: execution.resting.iter().map(|at| resting(sources, at)).collect(),
        others_go_on: execution.others_go_on,
        complete: true,
        ..DescribedTrace::default()
    };
    ReportFinding {
        message: described.message.clone(),
        at: described.span.map(|span| sources.describe(span)),
        related,
        fingerprint: described.fingerprint.clone(),
        suppressed: false,
        trace: Some(described.to_report()),
        span: described.span,
        described: Some(described),
    }
}

/// The property and the statements that the finding is about, without their lines.
fn fingerprint_of(
    sources: &SourceMap,
    execution: &ProgramExecution,
    property: &Property,
) -> String {
    let places = execution.span.into_iter().chain(execution.related.iter().map(|(_, span)| *span));
    let mut statements: Vec<&str> = places.map(|span| sources.text(span)).collect();
    statements.sort_unstable();
    fingerprint(std::iter::once(property.name.as_str()).chain(statements))
}

fn told(sources: &SourceMap, at: usize, step: &ProgramStep) -> DescribedStep {
    let changes = step.changes.iter().map(|[name, old, new]| Change {
        name: name.clone(),
        old: old.clone(),
        new: new.clone(),
    });
    DescribedStep {
        number: at + 1,
        process: Some(step.thread),
        action: step.action.clone(),
        partner: None,
        events: step.events.clone(),
        at: step.span.map(|span| sources.describe(span)),
        span: step.span,
        changes: changes.collect(),
        printed: Vec::new(),
        created: Vec::new(),
        removed: false,
        faults: step.faults.clone(),
        claim: None,
        holds_control: false,
    }
}

fn resting(sources: &SourceMap, at: &RestingThread) -> Resting {
    Resting {
        process: at.thread,
        stands: if at.blocked { Stands::Waits } else { Stands::AtEnd },
        text: at.text.clone(),
        at: at.span.map(|span| sources.describe(span)),
        span: at.span,
        holds: at.holds.clone(),
    }
}

//! Tells an execution step by step: process, action, place, what changed, and what is waited for at the end.

mod brief;
mod calls;
mod cast;
mod changes;
mod describe;
mod events;
mod program;
mod threads;
mod violation;
mod waits;

pub use brief::brief;
pub use changes::Change;
pub use describe::{claim_state_name, describe_run, describe_trace};
pub use program::describe_execution;
pub use violation::PROPERTY;
pub use waits::{Resting, Stands};

use trine_base::{SourceMap, Span};
use trine_property::Property;
use trine_system::Interpreter;
use trine_verdict::Finding;

use crate::model::{RelatedPlace, ReportFinding, ReportStep, ReportTrace};

/// A trace with the words for all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribedTrace {
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where it is wrong.
    pub span: Option<Span>,
    pub related: Vec<RelatedPlace>,
    pub fingerprint: String,
    /// All processes that ever lived, in order of creation.
    pub processes: Vec<String>,
    pub steps: Vec<DescribedStep>,
    pub loop_from: Option<usize>,
    /// Where the execution ends because no process can step: what each process does there.
    pub resting: Vec<Resting>,
    /// Those that rest are stuck for ever, but others can go on.
    pub others_go_on: bool,
    /// Values that explain the violation: `x is 3`.
    pub facts: Vec<String>,
    /// Whether all steps could be followed.
    pub complete: bool,
}

/// A step in words.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedStep {
    /// Which step of the execution it is, from 1.
    pub number: usize,
    /// Which of the trace's processes; none where no process can step.
    pub process: Option<usize>,
    pub action: String,
    /// The receiving half of a rendezvous.
    pub partner: Option<Half>,
    /// The events of the property that it carries.
    pub events: Vec<String>,
    pub at: Option<String>,
    pub span: Option<Span>,
    pub changes: Vec<Change>,
    pub printed: Vec<String>,
    /// Processes that come to be.
    pub created: Vec<usize>,
    /// The process is removed.
    pub removed: bool,
    /// Errors that show in this step.
    pub faults: Vec<String>,
    /// Where the claim went, looking at the state before this step.
    pub claim: Option<String>,
    /// The process keeps exclusive control after this step.
    pub holds_control: bool,
}

/// One process's part in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Half {
    pub process: usize,
    pub action: String,
    pub at: Option<String>,
    pub span: Option<Span>,
}

impl DescribedTrace {
    /// The name of a process of the execution; `no process` where none steps.
    pub fn process(&self, process: Option<usize>) -> &str {
        process.and_then(|process| self.processes.get(process)).map_or("no process", String::as_str)
    }

    /// What a step does, with its partner: `q!get → fork[0]`.
    pub fn action(&self, step: &DescribedStep) -> String {
        match &step.partner {
            Some(half) => format!("{} → {}", step.action, self.process(Some(half.process))),
            None => step.action.clone(),
        }
    }

    /// The trace as JSON has it.
    pub fn to_report(&self) -> ReportTrace {
        let steps = self.steps.iter().map(|step| ReportStep {
            process: self.process(step.process).to_string(),
            action: self.action(step),
            events: step.events.clone(),
            at: step.at.clone(),
            changes: step.changes.iter().map(Change::to_array).collect(),
        });
        ReportTrace { steps: steps.collect(), loop_from: self.loop_from }
    }
}

/// A finding of an engine, described.
pub fn describe_finding(
    interpreter: &Interpreter<'_>,
    sources: &SourceMap,
    finding: &Finding,
    property: &Property,
) -> ReportFinding {
    let race = finding.race.as_ref();
    let mut described =
        describe::describe(interpreter, sources, &finding.trace, Some(property), race);
    if let (Some(fault), false) = (&finding.fault, described.complete) {
        described.message = fault.message.clone();
    }
    ReportFinding {
        message: described.message.clone(),
        at: described.span.map(|span| sources.describe(span)),
        related: described.related.clone(),
        fingerprint: described.fingerprint.clone(),
        suppressed: false,
        trace: Some(described.to_report()),
        span: described.span,
        described: Some(described),
    }
}

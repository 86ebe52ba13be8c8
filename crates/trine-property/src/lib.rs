//! What is to be checked, as compiled data: built-in checks, claims and event traces.
//!
//! **Architecture invariant.** This crate does not know how a property was written, nor what checks it.

pub mod checks;
mod claim;
mod event_instrumentation;
mod event_trace;
mod instrumented;

pub use checks::Check;
pub use checks::data_race::{Race, RaceSide};
pub use claim::{Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId};
pub use event_instrumentation::{EventInstrumentation, Interval};
pub use event_trace::{
    ChannelEvent, Direction, EventTrace, FieldPattern, TraceEdge, TraceEvent, TraceState,
    channel_events,
};
pub use instrumented::{Executed, Instrumented};

use trine_base::Span;
use trine_system::System;

/// One thing to check; it gets one verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name by which `--property` selects it.
    pub name: String,
    pub kind: PropertyKind,
    pub level: Level,
    pub span: Option<Span>,
}

/// What kind of property it is, with its definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyKind {
    Check(Check),
    /// Violated by an execution that the claim accepts.
    Claim(Claim),
    /// Violated by an execution whose channel events the automaton cannot follow.
    Events(EventTrace),
}

/// Whether a violation counts in the exit code by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    Error,
    Remark,
}

impl Level {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Remark => "remark",
        }
    }
}

impl Property {
    /// The system that executions of the property are executions of: with event instrumentation, where it has some.
    pub fn system<'s>(&self, system: &'s System) -> Executed<'s> {
        match &self.kind {
            PropertyKind::Claim(Claim { instrumentation: Some(instrumentation), .. }) => {
                Executed::Instrumented(instrumentation.instrumented(system))
            }
            _ => Executed::Bare(system),
        }
    }

    /// Its claim, where it is one.
    pub fn claim(&self) -> Option<&Claim> {
        match &self.kind {
            PropertyKind::Claim(claim) => Some(claim),
            PropertyKind::Check(_) | PropertyKind::Events(_) => None,
        }
    }

    /// A built-in check as a property, with the check's own name and level.
    pub fn check(check: Check) -> Property {
        Property {
            name: check.name().to_string(),
            kind: PropertyKind::Check(check),
            level: check.level(),
            span: None,
        }
    }
}

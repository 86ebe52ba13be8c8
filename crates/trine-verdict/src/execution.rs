//! Executions of a program itself, step by step, in the user's names.
//!
//! A program that is searched directly has no system whose steps a [`Trace`](crate::Trace) could list. What the
//! interpreter of programs saw on the way is kept here in words, together with the choices that repeat it.

use trine_base::Span;

/// An execution of a program that violates a property.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramExecution {
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where it is wrong.
    pub span: Option<Span>,
    /// Other places that matter, each with what it has to do with the first.
    pub related: Vec<(String, Span)>,
    /// The threads, in the order of their start.
    pub threads: Vec<String>,
    pub steps: Vec<ProgramStep>,
    /// What the threads do that have not ended, where the execution ends because some of them are blocked for ever.
    pub resting: Vec<RestingThread>,
    /// Threads other than those that are blocked can still step.
    pub others_go_on: bool,
}

/// One step of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramStep {
    /// Which of the threads.
    pub thread: usize,
    /// Which of the choices that the state offers, in the order of the interpreter.
    pub choice: u32,
    /// The statement, as it stands in the source.
    pub action: String,
    /// The statement of the user's own code.
    pub span: Option<Span>,
    /// Name, value before, value after.
    pub changes: Vec<[String; 3]>,
    /// The events of the property that happen in it, in order.
    pub events: Vec<String>,
    /// The errors that show in this step.
    pub faults: Vec<String>,
}

/// A thread at the end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RestingThread {
    pub thread: usize,
    /// It should go on and cannot; else it may rest there.
    pub blocked: bool,
    /// In words, without its name: `waits for the lock of account`.
    pub text: String,
    pub span: Option<Span>,
    /// The locks that it holds.
    pub holds: Vec<String>,
}

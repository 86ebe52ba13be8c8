//! The host interface: files, clock and solvers, all that the pipeline needs from outside.

use std::cell::Cell;
use std::time::Duration;

use trine_base::SourceMap;
use trine_ilp::{Call, Ran};
use trine_property::Property;
use trine_system::System;
use trine_verdict::{Progress, PropertyResult, Watch};

use crate::{Engine, ExploreOptions, Request};

/// The world: files, a clock, a process that may be watching and may want to stop.
pub trait Host {
    /// The text of a file.
    fn read(&self, path: &str) -> Result<String, String>;
    /// The files in a directory and below it, in order; none where it is not a directory.
    fn list(&self, _path: &str) -> Option<Vec<String>> {
        None
    }
    /// Runs a solver to its end, as long as it may go on; or says why that is not possible.
    fn run(&self, _call: &Call<'_>, _go_on: &dyn Fn() -> bool) -> Result<Ran, String> {
        Err("no programs are run from here".to_string())
    }
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
    /// The user wants the run to end.
    fn cancelled(&self) -> bool;
    fn progress(&self, progress: Progress);
    /// What is known so far, while more is being found out: for a host that may have to end the run by force.
    fn decided(&self, _known: &Known<'_>) {}
}

/// The answers that a run has so far.
pub struct Known<'r> {
    pub sources: &'r SourceMap,
    pub system: &'r System,
    /// All that were asked for; none where there is no answer yet.
    pub answers: Vec<(&'r Property, Option<&'r PropertyResult>)>,
}

/// A host as engines see it.
pub(crate) struct HostWatch<'h>(pub &'h dyn Host);

impl Watch for HostWatch<'_> {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }

    fn progress(&self, progress: Progress) {
        self.0.progress(progress);
    }
}

/// Lets a search go on while it has not too many states.
pub(crate) struct Counting<'h> {
    host: &'h dyn Host,
    most: u64,
    exceeded: Cell<bool>,
}

impl Counting<'_> {
    /// Lets a search go on up to `most` states.
    pub fn new(host: &dyn Host, most: u64) -> Counting<'_> {
        Counting { host, most, exceeded: Cell::new(false) }
    }

    /// Whether there were more.
    pub fn exceeded(&self) -> bool {
        self.exceeded.get()
    }
}

impl Watch for Counting<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.exceeded.get() || self.host.cancelled()
    }

    fn progress(&self, progress: Progress) {
        self.exceeded.set(self.exceeded.get() || progress.states > self.most);
    }
}

/// Whether no stop was asked for and there is time left.
pub(crate) fn may_go_on(request: &Request, host: &dyn Host) -> bool {
    !host.cancelled() && request.budget.time.is_none_or(|most| host.elapsed() < most)
}

/// An elaboration that takes longer than this leaves its program to the direct search.
const LONGEST_ELABORATION: Duration = Duration::from_secs(60);

/// Whether elaboration may go on. Where the program can be searched directly instead, it gets half of the time.
pub(crate) fn may_elaborate(request: &Request, host: &dyn Host) -> bool {
    let share = |most: Duration| (most / 2).min(LONGEST_ELABORATION);
    let most = request.budget.time.map_or(LONGEST_ELABORATION, share);
    request.elaborate
        && may_go_on(request, host)
        && (!may_search_program(request) || host.elapsed() < most)
}

/// Whether a request lets the program itself be searched.
pub(crate) fn may_search_program(request: &Request) -> bool {
    // What leaves reductions out it leaves out of this search, too.
    let usual = ExploreOptions::default();
    let reductions = ExploreOptions {
        raw: usual.raw,
        partial_order: usual.partial_order,
        symmetry: usual.symmetry,
        ..request.explore.clone()
    };
    matches!(request.engine, Engine::Auto | Engine::Explore) && reductions == usual
}

//! Everything the pipeline needs from outside.

use std::time::Duration;

use trine_ilp::{Call, Ran};
use trine_verdict::{Progress, Watch};

/// The world: files, a clock, somebody who may be watching and may want to stop.
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

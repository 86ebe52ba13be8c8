//! The next-state interface of the searches: the compiled system, or the reference interpreter.

mod ample;
mod codec;
pub mod compiled;
#[cfg(test)]
mod definitions;
mod entries;
pub mod eval;
mod fire;
pub mod reference;
mod steps;
pub mod straight;
mod sync;

use smallvec::SmallVec;

use crate::store::Cutter;
use crate::symmetry::Stretch;
use trine_property::{Check, Direction, Race};
use trine_system::interpret::Exclusive;
use trine_system::{EdgeId, FaultKind, GlobalId, LocationId, Step, TemplateId};

/// Makes steps. A state in work is mutable and whole; packed, it is a row of bytes of which the first
/// tell states apart and the last few are only carried along.
pub trait Machine {
    type State: Clone + Default;

    /// The initial state, or the faults of its making.
    fn initial(&mut self) -> Result<Self::State, Vec<FaultKind>>;

    /// Appends the packed state, and returns how many of the bytes, at the end, are no part of the key.
    fn pack(&self, state: &Self::State, into: &mut Vec<u8>) -> usize;

    /// Takes a packed state apart. No process holds exclusive control in it.
    fn unpack(&self, packed: &[u8], state: &mut Self::State);

    fn processes(&self, state: &Self::State) -> u32;

    fn exclusive(&self, state: &Self::State) -> Option<Exclusive>;

    /// Appends the steps of one process, exclusive control and priorities aside.
    fn steps(&self, state: &Self::State, process: u32, timeout: bool, found: &mut Vec<Planned>);

    /// Whether an event is consumed in a state.
    fn has_pending_events(&self, state: &Self::State) -> bool;

    /// Forgets all events that are to be consumed.
    fn clear_events(&self, state: &mut Self::State);

    /// Takes a step that was listed. What it led to besides the state goes to the report.
    fn fire(&mut self, state: &mut Self::State, planned: &Planned, report: &mut Report);

    /// The claim's moves in a state, each with whether an assertion on the way failed.
    fn claim_moves(&self, state: &Self::State, from: u32, found: &mut Vec<(u32, bool)>);

    /// Whether a condition of the claim could not be evaluated somewhere. It was taken to be false there,
    /// so that nothing follows from finding no violation.
    fn claim_faulted(&self) -> bool;

    /// The template and the location of each process.
    fn locations(&self, state: &Self::State) -> Vec<(TemplateId, LocationId)>;

    fn template(&self, state: &Self::State, process: u32) -> TemplateId;

    /// Given that no process can step: is there a process that should have ended?
    fn is_invalid_end(&self, state: &Self::State) -> bool;

    /// Given that no process can step: does some thread wait for what no process is left to give?
    fn is_waiting_forever(&self, state: &Self::State) -> bool;

    /// The threads that wait for each other for ever, if one of them should go on.
    fn circle(&self, state: &Self::State) -> Vec<u32>;

    /// The races of a state.
    fn races(&self, state: &Self::State) -> Vec<Race>;

    fn rests_at_accept(&self, state: &Self::State) -> bool;

    fn rests_at_progress(&self, state: &Self::State) -> bool;

    fn priority(&self, state: &Self::State, process: u32) -> u8;

    /// Whether only processes of the highest priority may step.
    fn uses_priorities(&self) -> bool;

    /// Whether a state without steps may have some once `timeout` is true.
    fn uses_timeout(&self) -> bool;

    /// A process whose steps are all that has to be followed from this state, if one is known.
    fn ample_process(&self, state: &Self::State, unseen: bool) -> Option<u32>;

    /// Says where the key of a state falls into parts, given how many bytes come before it.
    fn cutter(&mut self, before: usize) -> Cutter;

    /// Whether some step so far took this edge.
    fn was_executed(&self, template: TemplateId, edge: EdgeId) -> bool;

    /// Whether states are replaced by others that differ only by an automorphism.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// How many processes are alike, if states are replaced.
    fn alike(&self) -> Option<u64> {
        None
    }

    /// Replaces a state by the one that stands for it; `applied` gets the renamings, in order.
    fn canonicalize(&self, _state: &mut Self::State, _applied: Option<&mut Vec<u16>>) {}

    /// A process that waits for an end that has come, where the order of ends is not seen.
    fn may_pass(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The execution behind a path through states that stand for others.
    fn lift(&self, _stretches: &[Stretch], _settle: bool) -> Option<Vec<Step>> {
        None
    }
}

/// A step that can be taken, or whose conditions cannot even be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    pub step: Step,
    /// Taking the step does nothing but make this fault.
    pub fault: Option<FaultKind>,
}

/// What a step did besides changing the state.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Failed assertions and other faults that are only reported, in order; the execution goes on.
    pub failed: SmallVec<[FaultKind; 4]>,
    /// The execution ends here, by a fault.
    pub fault: Option<FaultKind>,
    /// The execution ends here, at a bound of the model.
    pub limit: bool,
    /// The step met something that the model leaves out.
    pub unmodelled: bool,
    /// Sends and receives, in order; filled only where it is watched.
    pub events: Vec<ChannelEvent>,
    /// Set by the caller.
    pub watch_events: bool,
    /// Checks that the step violates by itself, of those that the caller wants to hear of.
    pub noted: SmallVec<[Check; 2]>,
    pub wanted: Vec<Check>,
    /// Steps that were taken at once with this one; filled only when `record` is set.
    pub merged: Vec<Step>,
    /// Of these, how many are a straight line inside exclusive control; counted whether or not they are recorded.
    pub line: u32,
    /// The last edge of that line: what failed, failed there.
    pub at: Option<(TemplateId, EdgeId)>,
    pub record: bool,
}

/// A message that went into or out of a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelEvent {
    /// The global variable, and the cell of it, that was declared with this channel.
    pub channel: GlobalId,
    pub cell: u32,
    pub direction: Direction,
    pub message: Vec<i64>,
}

impl Report {
    /// Makes the report ready for the next step.
    pub fn clear(&mut self) {
        self.failed.clear();
        self.fault = None;
        self.limit = false;
        self.unmodelled = false;
        self.events.clear();
        self.noted.clear();
        self.merged.clear();
        self.line = 0;
        self.at = None;
    }

    /// Whether there is a state after the step.
    pub fn goes_on(&self) -> bool {
        self.fault.is_none() && !self.limit
    }
}

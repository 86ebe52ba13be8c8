//! The budget of a search: states, memory, depth and time, and progress reports.

use trine_verdict::{Budget, Progress, Reason, Watch};

/// Why a search stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Time,
    Memory,
    Interrupted,
}

/// The budget of a running search.
pub struct Gauge<'a> {
    budget: &'a Budget,
    watch: &'a dyn Watch,
    countdown: u32,
    pub stop: Option<Stop>,
    /// States lie beyond the greatest depth allowed.
    pub truncated: bool,
    pub depth: u64,
}

/// So many new states pass between two looks at the clock.
pub const PACE: u32 = 1 << 12;

impl<'a> Gauge<'a> {
    /// A gauge at the start of a search: the clock is looked at with the first state.
    pub fn new(budget: &'a Budget, watch: &'a dyn Watch) -> Gauge<'a> {
        Gauge { budget, watch, countdown: 1, stop: None, truncated: false, depth: 0 }
    }

    /// Counts a new state at a depth, or some other piece of work. False where the search must stop;
    /// `figures` says what it holds now, and how much it may have to ask for soon.
    #[inline]
    pub fn go_on(&mut self, depth: u64, figures: impl FnOnce() -> (Progress, u64)) -> bool {
        self.depth = self.depth.max(depth);
        self.countdown -= 1;
        if self.countdown > 0 {
            return true;
        }
        self.countdown = PACE;
        let (progress, growth) = figures();
        self.look(progress, growth)
    }

    fn look(&mut self, progress: Progress, growth: u64) -> bool {
        self.watch.progress(progress);
        if self.watch.cancelled() {
            self.stop = Some(Stop::Interrupted);
        } else if self.budget.time.is_some_and(|time| self.watch.elapsed() >= time) {
            self.stop = Some(Stop::Time);
        } else if self.budget.memory.is_some_and(|most| progress.bytes + growth > most) {
            self.stop = Some(Stop::Memory);
        }
        self.stop.is_none()
    }

    /// Whether a path may grow to this length; notes it where not.
    #[inline]
    pub fn allows_depth(&mut self, depth: u64) -> bool {
        let allowed = self.budget.depth.is_none_or(|most| depth <= most);
        self.truncated |= !allowed;
        allowed
    }

    /// Why nothing can be said, if the search was not complete.
    pub fn reason(&self, states: u64, frontier: u64) -> Option<Reason> {
        let depth = self.depth;
        let covered = format!(
            "{} states explored, {} still open, depth {depth}",
            short(states),
            short(frontier)
        );
        let limit = |what: &str, option: &str| Reason::Limit {
            what: what.to_string(),
            covered: covered.clone(),
            option: option.to_string(),
        };
        match self.stop {
            Some(Stop::Time) => Some(limit("the time limit", "--time-limit")),
            Some(Stop::Memory) => Some(limit("the memory limit", "--memory-limit")),
            Some(Stop::Interrupted) => Some(Reason::Interrupted { covered: covered.clone() }),
            None if self.truncated => Some(limit("the depth limit", "--depth")),
            None => None,
        }
    }

    /// Seconds since the search began.
    pub fn elapsed(&self) -> f64 {
        self.watch.elapsed().as_secs_f64()
    }
}

/// A large number in three digits or less: `337 k`, `1.5 M`.
fn short(number: u64) -> String {
    let (value, unit) = match number {
        0..10_000 => return number.to_string(),
        10_000..1_000_000 => (number as f64 / 1e3, "k"),
        1_000_000..1_000_000_000 => (number as f64 / 1e6, "M"),
        _ => (number as f64 / 1e9, "G"),
    };
    let digits = usize::from(value < 10.0);
    format!("{value:.digits$} {unit}")
}

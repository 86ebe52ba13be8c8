//! One execution: always the first thing that can happen.

use super::state::State;
use super::{Happened, Machine, Stop};

/// What one execution did.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    pub printed: Vec<String>,
    /// So many assertions were true.
    pub asserted: u64,
    pub happened: Vec<Happened>,
    /// It was not followed to its end.
    pub stop: Option<Stop>,
    /// It depends on something that is not known.
    pub tainted: bool,
    /// The state in which it came to rest.
    pub last: State,
}

/// Runs a program, with the first way on of the first thread that can step, for at most so many steps.
pub fn execute(machine: &Machine<'_>, steps: usize) -> Execution {
    // What is noted on the way counts from the beginning.
    loop {
        let before = machine.noted.borrow().len();
        let execution = once(machine, steps);
        if machine.noted.borrow().len() == before {
            return execution;
        }
    }
}

fn once(machine: &Machine<'_>, steps: usize) -> Execution {
    let mut all = Execution::default();
    let mut outcome = machine.initial();
    for _ in 0..steps {
        all.printed.append(&mut outcome.printed);
        all.happened.append(&mut outcome.happened);
        all.asserted += outcome.asserted;
        all.tainted |= outcome.state.tainted;
        all.last = outcome.state;
        if outcome.stop.is_some() {
            all.stop = outcome.stop;
            return all;
        }
        let Some(first) = machine.enabled(&all.last).into_iter().next() else { return all };
        outcome = machine.step(&all.last, &first);
    }
    all.stop = Some(Stop::limit("the execution goes on for too long"));
    all
}

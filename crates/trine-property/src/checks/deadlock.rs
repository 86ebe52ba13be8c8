//! `deadlock`: nobody can step, although somebody should have ended.

use trine_system::{Interpreter, State};

pub const NAME: &str = "deadlock";

pub const DOCUMENTATION: &str = "\
Violated when an execution reaches a state in which no process can step although one that should \
end has not: it rests neither at the end of its code nor at a location with an `end` label. The \
report says who waits for what.";

/// Given that no process can step: is there one that neither ended nor may rest where it is?
pub fn is_invalid_end(interpreter: &Interpreter<'_>, state: &State) -> bool {
    state.processes.iter().any(|process| {
        let template = &interpreter.system.templates[process.template];
        let location = &template.locations[process.location];
        !template.daemon && !location.final_ && !location.end
    })
}

//! `data-race`: two threads are about to access the same location, and one of them writes it.

use trine_system::interpret::{Context, Move, SharedCell, Touch};
use trine_system::{EdgeId, Expr, Guard, Interpreter, State, Sync};

/// Its name.
pub const NAME: &str = "data-race";

/// What `trine explain` prints.
pub const DOCUMENTATION: &str = "\
Violated when an execution reaches a state in which two threads are each about to access the same \
variable, array element or field, at least one of them to write it, and the location is not \
volatile. Nothing orders the two accesses then, and the language promises little about what comes of \
them. Each pair of places in the program that can race is a finding of its own.";

/// Two accesses that nothing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    pub cell: SharedCell,
    pub sides: [RaceSide; 2],
}

/// A process that is about to access the cell, and by which edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RaceSide {
    pub process: u32,
    pub edge: EdgeId,
    pub write: bool,
}

/// All races of a state in which no process holds exclusive control, by process and edge.
pub fn races(interpreter: &Interpreter<'_>, state: &State) -> Vec<Race> {
    let mut found = Vec::new();
    if state.exclusive.is_some() {
        return found;
    }
    let intents: Vec<Vec<Intent>> = (0..state.processes.len() as u32)
        .map(|process| intents(interpreter, state, process))
        .collect();
    for (later, theirs) in intents.iter().enumerate() {
        for mine in &intents[..later] {
            for (one, two) in mine.iter().flat_map(|one| theirs.iter().map(move |two| (one, two))) {
                let conflict = one.touch.cell == two.touch.cell
                    && (one.touch.write || two.touch.write)
                    // The process that gets the lock first goes first.
                    && (one.lock.is_none() || one.lock != two.lock);
                if conflict {
                    let race = Race { cell: one.touch.cell, sides: [one.side(), two.side()] };
                    if !found.contains(&race) {
                        found.push(race);
                    }
                }
            }
        }
    }
    found
}

/// An access that a process is about to make.
struct Intent {
    process: u32,
    edge: EdgeId,
    touch: Touch,
    /// The monitor that it takes at the same moment, before the access.
    lock: Option<usize>,
}

impl Intent {
    fn side(&self) -> RaceSide {
        RaceSide { process: self.process, edge: self.edge, write: self.touch.write }
    }
}

/// What a process is about to access: what the conditions of its edges read, whether they hold or not,
/// and all that a step which it can take alone does.
fn intents(interpreter: &Interpreter<'_>, state: &State, process: u32) -> Vec<Intent> {
    let at = &state.processes[process as usize];
    let template = &interpreter.system.templates[at.template];
    let context = Context::new(interpreter, state, Some(process));
    let mut found: Vec<Intent> = Vec::new();
    let mut add = |edge: EdgeId, lock: Option<usize>, touches: Vec<Touch>| {
        for touch in touches {
            if !interpreter.is_volatile(touch.cell) {
                found.push(Intent { process, edge, touch, lock });
            }
        }
    };
    for edge in interpreter.outgoing(at.template, at.location) {
        if !is_asked_by_nobody(&template.edges[*edge].guard) {
            add(*edge, None, interpreter.guard_touches(state, process, *edge));
        }
    }
    for step in interpreter.process_steps(state, process, false) {
        let (Move::Edge(edge), None) = (step.action, step.partner) else { continue };
        let lock = match &template.edges[edge].sync {
            Some(Sync::Enter(of) | Sync::Notified(of)) => context.monitor_index(of).ok(),
            _ => None,
        };
        let mut touches = interpreter.touches(state, &step);
        if is_asked_by_nobody(&template.edges[edge].guard) {
            let asked = interpreter.guard_touches(state, process, edge);
            touches.retain(|touch| touch.write || !asked.contains(touch));
        }
        add(edge, lock, touches);
    }
    found
}

/// Whether a condition is one of the model, about where processes are, and not one that a thread looks at: what
/// it reads no other process accesses.
fn is_asked_by_nobody(guard: &Guard) -> bool {
    let mut found = false;
    if let Guard::When(guard) = guard {
        guard.visit(&mut |part| found |= matches!(part, Expr::At { .. }));
    }
    found
}

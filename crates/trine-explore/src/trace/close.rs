//! Closes a lasso: makes a cycle of reduced states a cycle of the system itself.
//!
//! A search may have left out variables that nothing reads. The steps of a cycle can be repeated for
//! ever all the same, but the whole state may come back only after some rounds.

use rustc_hash::FxHashMap;
use trine_system::{Interpreter, State};
use trine_verdict::Reason;
use trine_verdict::TraceMove;

use super::{left_out, run};

/// An infinite execution of the interpreter: its moves, the states before each of them, and where the
/// cycle starts.
pub struct Lasso {
    pub moves: Vec<TraceMove>,
    pub states: Vec<State>,
    pub loop_from: usize,
    pub unmodelled: Option<Reason>,
}

/// A cycle that does not close within so many steps is given up.
const MOST_STEPS: usize = 200_000;

/// Repeats the moves from `loop_from` on until a whole state comes back. `Ok(None)` where that takes
/// too long.
pub fn close(
    interpreter: &Interpreter<'_>,
    moves: &[TraceMove],
    loop_from: usize,
) -> Result<Option<Lasso>, String> {
    let first = run(interpreter, moves)?;
    let mut states = first.states;
    if states.len() != moves.len() + 1 || loop_from >= moves.len() {
        return Err("the cycle ends".to_string());
    }
    let round = &moves[loop_from..];
    let mut moves = moves.to_vec();
    let mut seen: FxHashMap<State, usize> = FxHashMap::default();
    seen.insert(interpreter.key(&states[loop_from]), loop_from);
    let mut unmodelled = first.unmodelled;
    loop {
        let end = moves.len();
        if let Some(start) = seen.get(&interpreter.key(&states[end])) {
            let loop_from = *start;
            states.truncate(end);
            return Ok(Some(Lasso { moves, states, loop_from, unmodelled }));
        }
        seen.insert(interpreter.key(&states[end]), end);
        if end + round.len() > MOST_STEPS {
            return Ok(None);
        }
        for action in round {
            let state = &states[moves.len()];
            let next = match action {
                TraceMove::Stutter => state.clone(),
                TraceMove::System(step) => {
                    if !interpreter.steps(state).contains(step) {
                        return Err("a step of the cycle cannot be repeated".to_string());
                    }
                    let outcome = interpreter.step(state, step);
                    unmodelled = unmodelled.or(left_out(interpreter, state, step, &outcome));
                    outcome.state.ok_or("the cycle ends when it is repeated")?
                }
            };
            moves.push(action.clone());
            states.push(next);
        }
    }
}

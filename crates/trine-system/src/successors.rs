//! The one next-state interface: the interpreter, a compiled version and a distributed one alike.

use crate::interpret::{Interpreter, Outcome, State, Step};

/// Initial state, enabled steps, step. Wrappers (reductions, products, caches) implement it over
/// another implementation.
pub trait Successors {
    type State: Clone + Eq + std::hash::Hash;

    /// The initial state, unless an initialiser faults.
    fn initial(&self) -> Option<Self::State>;

    /// Calls back with every step of a state and what it leads to, in a fixed order.
    fn each(&self, state: &Self::State, found: &mut dyn FnMut(Step, Found<Self::State>));
}

/// What a step leads to, without the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found<S> {
    State(S),
    /// A failed assertion, or another fault that is reported; the execution goes on.
    Failed(S),
    /// A fault that ends the execution, or a limit.
    End,
}

impl Successors for Interpreter<'_> {
    type State = State;

    fn initial(&self) -> Option<State> {
        Interpreter::initial(self).state
    }

    fn each(&self, state: &State, found: &mut dyn FnMut(Step, Found<State>)) {
        for step in self.steps(state) {
            let Outcome { state, faults, .. } = self.step(state, &step);
            let result = match state {
                Some(next) if faults.is_empty() => Found::State(next),
                Some(next) => Found::Failed(next),
                None => Found::End,
            };
            found(step, result);
        }
    }
}

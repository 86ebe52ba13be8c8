//! Simulation: runs a system step by step, by the user's choice or by chance.

use trine_system::{Interpreter, Outcome, State, Step, System};

/// One execution, as far as it has come.
pub struct Simulation<'s> {
    pub interpreter: Interpreter<'s>,
    pub state: Option<State>,
    /// The steps so far.
    pub taken: Vec<Step>,
    random: u64,
}

impl<'s> Simulation<'s> {
    pub fn new(system: &'s System, seed: u64) -> Simulation<'s> {
        let interpreter = Interpreter::new(system);
        let state = interpreter.initial().state;
        Simulation { interpreter, state, taken: Vec::new(), random: seed }
    }

    /// What can happen next; nothing where the execution is at rest or over.
    pub fn choices(&self) -> Vec<Step> {
        match &self.state {
            Some(state) => self.interpreter.steps(state),
            None => Vec::new(),
        }
    }

    /// Takes a step that is among the choices.
    pub fn take(&mut self, step: Step) -> Option<Outcome> {
        let state = self.state.as_ref()?;
        let outcome = self.interpreter.step(state, &step);
        self.taken.push(step);
        self.state = outcome.state.clone();
        Some(outcome)
    }

    /// One of so many, by chance: the same seed gives the same execution.
    pub fn chance(&mut self, choices: usize) -> usize {
        // splitmix64
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % choices.max(1) as u64) as usize
    }
}

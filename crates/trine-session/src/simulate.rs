//! Simulation: runs a system step by step, by the user's choice or by chance.

use trine_base::SourceMap;
use trine_report::DescribedTrace;
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
    /// A run from the initial state; the seed decides what happens by chance.
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

    /// A choice in words: the process and its statements, those of both sides of a rendezvous.
    pub fn in_words(&self, step: &Step) -> String {
        let Some(state) = &self.state else { return String::new() };
        let name = self.interpreter.process_name(state, step.process);
        let edges = self.interpreter.edges_of(state, step);
        let text: Vec<&str> = edges.iter().map(|(_, edge)| edge.text.as_str()).collect();
        let text = if text.is_empty() { "end".to_string() } else { text.join(" / ") };
        format!("{name}: {text}")
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

/// Steps of a system in words, from its initial state on.
pub fn describe_steps(system: &System, sources: &SourceMap, steps: &[Step]) -> DescribedTrace {
    trine_report::describe_run(&Interpreter::new(system), sources, steps)
}

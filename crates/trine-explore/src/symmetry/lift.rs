//! Lifts a path through canonical representatives to an execution of the system.
//!
//! The steps of such a path are followed twice: as they were found, with the renamings between them, and
//! as they would have been without any. The second is an execution of the system. It is found step by
//! step: of all steps that the right process can take, one leads to what the renaming makes of the state
//! that the first came to.

use trine_system::{Interpreter, Outcome, State, Step};

use super::{Permutation, Symmetry};

/// A part of a path: some steps, then the renamings after them.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    pub steps: Vec<Step>,
    pub renamed: Vec<u16>,
}

/// The execution behind a path, or nothing if there is none, which is a bug of this engine. `settle`:
/// a process that waits for an end that has come goes on before the execution stops.
pub fn lift(
    interpreter: &Interpreter<'_>,
    symmetry: &Symmetry,
    stretches: &[Stretch],
    settle: bool,
) -> Option<Vec<Step>> {
    let initial = interpreter.initial().state?;
    let mut pair = Pair {
        interpreter,
        symmetry,
        found: initial.clone(),
        real: initial,
        renaming: Permutation::identity(interpreter.system.processes.len()),
        steps: Vec::new(),
    };
    for stretch in stretches {
        for step in &stretch.steps {
            pair.follow(step)?;
        }
        for at in &stretch.renamed {
            let automorphism = &symmetry.automorphisms[usize::from(*at)];
            if !symmetry.applies_in(interpreter, automorphism, &pair.found) {
                return None;
            }
            let runs = automorphism.runs.iter().map(|run| &symmetry.runs[*run]);
            pair.found = automorphism.permutation.apply(interpreter, runs, &pair.found);
            pair.renaming = automorphism.permutation.inverse().then(&pair.renaming);
        }
    }
    if settle {
        pair.pass_ends();
    }
    Some(pair.steps)
}

/// A state as it was found and the one of the execution, and what makes the first the second.
struct Pair<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    symmetry: &'a Symmetry,
    found: State,
    real: State,
    renaming: Permutation,
    steps: Vec<Step>,
}

impl Pair<'_, '_> {
    fn follow(&mut self, step: &Step) -> Option<()> {
        let outcome = self.interpreter.step(&self.found, step);
        if self.passes_end(&self.found, step) {
            // The execution passes its own ends, when their time comes.
            self.found = outcome.state?;
            return Some(());
        }
        self.pass_ends();
        let wanted = outcome.state.as_ref().map(|state| self.image(state));
        let process = self.renaming.process(step.process);
        let partner = step.partner.map(|partner| self.renaming.process(partner.process));
        let fits = |other: &Step| {
            other.process == process && other.partner.map(|partner| partner.process) == partner
        };
        let kinds = |outcome: &Outcome| -> Vec<_> {
            outcome.faults.iter().map(|fault| fault.kind).collect()
        };
        for other in self.interpreter.steps(&self.real).into_iter().filter(fits) {
            let there = self.interpreter.step(&self.real, &other);
            let same = there.state.as_ref().map(|state| self.normal(state)) == wanted
                && kinds(&there) == kinds(&outcome);
            if same {
                self.steps.push(other);
                if let Some(state) = there.state {
                    self.real = state;
                }
                if let Some(state) = outcome.state {
                    self.found = state;
                }
                return Some(());
            }
        }
        None
    }

    /// What a state that was found stands for.
    fn image(&self, state: &State) -> State {
        self.normal(&self.renaming.apply(self.interpreter, std::iter::empty(), state))
    }

    /// A state with every process that waits for several ends at the first of them.
    fn normal(&self, state: &State) -> State {
        let mut normal = state.clone();
        for run in &self.symmetry.runs {
            let location = &mut normal.processes[run.process as usize].location;
            if run.position(*location).is_some() || *location == run.after {
                *location = run.locations[0];
            }
        }
        normal
    }

    /// Whether a step is one of several joins whose order no other process sees, of a process that has ended.
    fn passes_end(&self, state: &State, step: &Step) -> bool {
        let location = state.processes[step.process as usize].location;
        let mut runs = self.symmetry.runs.iter().filter(|run| run.process == step.process);
        runs.any(|run| {
            let position = run.position(location);
            position.is_some_and(|at| self.interpreter.has_ended(state, run.targets[at]))
        })
    }

    /// Lets all processes go on that wait for an end that has come.
    fn pass_ends(&mut self) {
        loop {
            let steps = self.interpreter.steps(&self.real);
            let passes = |step: &&Step| self.passes_end(&self.real, step);
            let Some(step) = steps.iter().find(passes).copied() else { return };
            let Some(next) = self.interpreter.step(&self.real, &step).state else { return };
            self.steps.push(step);
            self.real = next;
        }
    }
}

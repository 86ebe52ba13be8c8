//! The processes of an execution: a name for every process that ever lives in it.
//!
//! The instances of a template are `P[0]`, `P[1]`, … in order of creation; a lone one is `P`. A
//! process number of the model names different instances over time, since a number is used again
//! after its process was removed.

use trine_system::{Interpreter, State, TemplateId};

/// The processes of an execution by name.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    instances: Vec<Instance>,
    /// For each living process, its instance.
    living: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Instance {
    template: TemplateId,
    declared: Option<String>,
}

impl Cast {
    /// The processes of the initial state, named as users know them.
    pub fn new(interpreter: &Interpreter<'_>, initial: &State) -> Cast {
        let mut cast = Cast::default();
        cast.follow(initial);
        for (instance, declared) in cast.instances.iter_mut().zip(&interpreter.system.processes) {
            instance.declared = Some(declared.name.clone());
        }
        cast
    }

    /// Takes note of the processes that came and went on the way to this state; returns the new ones.
    pub fn follow(&mut self, state: &State) -> Vec<usize> {
        self.living.truncate(state.processes.len());
        let mut created = Vec::new();
        for process in &state.processes[self.living.len()..] {
            created.push(self.instances.len());
            self.living.push(self.instances.len());
            self.instances.push(Instance { template: process.template, declared: None });
        }
        created
    }

    /// The instance that a process number means now.
    pub fn instance(&self, process: u32) -> Option<usize> {
        self.living.get(process as usize).copied()
    }

    /// The names of all instances that were met.
    pub fn names(&self, interpreter: &Interpreter<'_>) -> Vec<String> {
        let templates = &interpreter.system.templates;
        let mut totals = vec![0usize; templates.len()];
        for instance in &self.instances {
            totals[instance.template.0 as usize] += 1;
        }
        let mut counts = vec![0usize; templates.len()];
        let name = |instance: &Instance| {
            let template = instance.template.0 as usize;
            let code = &templates[instance.template].name;
            let number = counts[template];
            counts[template] += 1;
            match &instance.declared {
                Some(declared) if declared != code => declared.clone(),
                _ if totals[template] == 1 => code.clone(),
                _ => format!("{code}[{number}]"),
            }
        };
        self.instances.iter().map(name).collect()
    }
}

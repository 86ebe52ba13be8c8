//! Local states: the state of one process, apart from everything else.

use trine_system::interpret::Thread;
use trine_system::{LocationId, System};
use trine_verdict::Word;

use crate::system_facts::SystemFacts;

/// The state of one process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessState {
    pub location: LocationId,
    pub thread: Thread,
    pub call: Call,
    /// The callers that it serves, outermost first.
    pub serving: Vec<u32>,
    pub locals: Vec<i64>,
}

/// How far a call of the process has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    None,
    Queued { entry: usize, arguments: Vec<i64> },
    Served { entry: usize },
    Answered { results: Vec<i64> },
}

impl ProcessState {
    /// The local state of a process in the initial state of the system.
    pub fn initial(facts: &SystemFacts<'_>, process: u32) -> ProcessState {
        let state = &facts.initial.processes[process as usize];
        let mut process_state = ProcessState {
            location: state.location,
            thread: state.thread,
            call: Call::None,
            serving: Vec::new(),
            locals: state.locals.clone(),
        };
        process_state.forget(facts, process);
        process_state
    }

    /// Sets locals that are never needed again to 0.
    pub fn forget(&mut self, facts: &SystemFacts<'_>, process: u32) {
        let template = facts.template(process);
        let mut kept = vec![0; self.locals.len()];
        for id in facts.live.needed(template, self.location) {
            let (start, count, _) = facts.local(template, id);
            let cells = start..start + count as usize;
            kept[cells.clone()].copy_from_slice(&self.locals[cells]);
        }
        self.locals = kept;
    }

    /// Whether the process is at its end.
    pub fn has_ended(&self, system: &System, facts: &SystemFacts<'_>, process: u32) -> bool {
        let template = facts.template(process);
        self.thread == Thread::Ended || system.templates[template].locations[self.location].final_
    }

    /// The state as certificates write it.
    pub fn encode(&self) -> Word {
        let mut word = vec![i64::from(self.location.0), thread_number(self.thread)];
        let (tag, data): (i64, Vec<i64>) = match &self.call {
            Call::None => (0, Vec::new()),
            Call::Queued { entry, arguments } => {
                (1, std::iter::once(*entry as i64).chain(arguments.iter().copied()).collect())
            }
            Call::Served { entry } => (2, vec![*entry as i64]),
            Call::Answered { results } => (3, results.clone()),
        };
        word.push(tag);
        word.push(data.len() as i64);
        word.extend(data);
        word.push(self.serving.len() as i64);
        word.extend(self.serving.iter().map(|caller| i64::from(*caller)));
        word.extend(&self.locals);
        word.into()
    }

    /// The state that [`Self::encode`] wrote.
    pub fn decode(word: &[i64]) -> ProcessState {
        let data = word[3] as usize;
        let (data, rest) = word[4..].split_at(data);
        let call = match word[2] {
            1 => Call::Queued { entry: data[0] as usize, arguments: data[1..].to_vec() },
            2 => Call::Served { entry: data[0] as usize },
            3 => Call::Answered { results: data.to_vec() },
            _ => Call::None,
        };
        let (serving, locals) = rest[1..].split_at(rest[0] as usize);
        ProcessState {
            location: LocationId(word[0] as u32),
            thread: match word[1] {
                0 => Thread::New,
                1 => Thread::Started,
                2 => Thread::Running,
                _ => Thread::Ended,
            },
            call,
            serving: serving.iter().map(|caller| *caller as u32).collect(),
            locals: locals.to_vec(),
        }
    }
}

fn thread_number(thread: Thread) -> i64 {
    match thread {
        Thread::New => 0,
        Thread::Started => 1,
        Thread::Running => 2,
        Thread::Ended => 3,
    }
}

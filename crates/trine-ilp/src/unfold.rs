//! Unfolds the parts of a system into networks: finite automata whose edges say what they mean to other
//! parts. Every execution is a path through each of them, and the paths agree on what they share.

mod settle;

use std::collections::{HashMap, VecDeque};

use rustc_hash::FxHashMap;
use trine_system::interpret::Thread;
use trine_system::{EdgeId, Sync};
use trine_verdict::{ChannelUse, IlpEvent, IlpLabel, IlpPart, ProcessUse, Word};

use crate::eval::{Ask, Halt};
use crate::fire::{Environment, Fired, fire, processes};
use crate::process_state::{Call, ProcessState};
use crate::shared;
use crate::system_facts::SystemFacts;

/// The automaton of one part.
#[derive(Clone)]
pub struct Network {
    pub part: IlpPart,
    pub states: Vec<Word>,
    pub transitions: Vec<Transition>,
    numbers: FxHashMap<Word, u32>,
    known: FxHashMap<Key, u32>,
    /// The labels that others have for it.
    labels: Vec<u32>,
}

/// A transition of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub from: u32,
    pub to: u32,
    /// The label by which others cause it; none if it is its own doing.
    pub trigger: Option<u32>,
    /// What it means to others: labels.
    pub parts: Vec<u32>,
    pub events: Vec<IlpEvent>,
    /// The edges of processes that it stands for.
    pub edges: Edges,
    /// It may be that the step cannot be taken although all that take part are where they should be.
    pub unsure: bool,
}

/// Edges of processes.
type Edges = Vec<(u32, EdgeId)>;

type Key = (u32, u32, Option<u32>, Vec<u32>, Vec<IlpEvent>);

/// All networks, and their labels.
#[derive(Clone)]
pub struct Networks {
    pub list: Vec<Network>,
    /// For each label, the network it is for and what it says.
    pub labels: Vec<(u32, IlpLabel)>,
    /// Processes that can be seen to end.
    pub mortal: Vec<bool>,
}

/// Why there are no networks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    Unsupported(String),
    TooLarge(String),
    Stopped,
    /// A cell has very many values.
    Wide(u32),
}

/// A cell with more values is looked at twice.
const WIDE: usize = 48;
/// A network with more states is too large.
const MOST_STATES: usize = 30_000;
const MOST_TRANSITIONS: usize = 1_500_000;
/// Ways through steps that no other process sees.
const MOST_WAYS: usize = 64;

impl Networks {
    /// The networks; where cells may be wide, they are taken as they are.
    pub fn new(
        facts: &SystemFacts<'_>,
        may_be_wide: &dyn Fn(u32) -> bool,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Networks, Trouble> {
        let count = facts.initial.processes.len();
        let mut mortal = vec![false; count];
        // Whether an end can be seen decides what is folded, so it is assumed and then checked.
        loop {
            let mut unfold = Unfold::new(facts, mortal.clone(), may_be_wide, go_on);
            unfold.run()?;
            let ends: Vec<bool> = processes(facts)
                .map(|process| {
                    let states = &unfold.networks[process as usize].states;
                    let ended = |word: &Word| {
                        ProcessState::decode(word).has_ended(facts.system, facts, process)
                    };
                    states.iter().any(ended)
                })
                .collect();
            if ends == mortal {
                return Ok(Networks { list: unfold.networks, labels: unfold.labels, mortal });
            }
            for (known, ends) in mortal.iter_mut().zip(ends) {
                *known |= ends;
            }
        }
    }
}

struct Unfold<'a, 's> {
    facts: &'a SystemFacts<'s>,
    may_be_wide: &'a dyn Fn(u32) -> bool,
    go_on: &'a dyn Fn() -> bool,
    networks: Vec<Network>,
    positions: HashMap<IlpPart, u32>,
    labels: Vec<(u32, IlpLabel)>,
    label_numbers: FxHashMap<(u32, IlpLabel), u32>,
    known: Environment,
    /// The askers of something of which there is more now.
    asked: FxHashMap<Ask, Vec<(u32, u32)>>,
    work: VecDeque<Task>,
    transitions: usize,
}

enum Task {
    /// What a process does in a state.
    Act(u32, u32),
    /// What a label does to a network in a state.
    Suffer(u32, u32, u32),
}

/// A step and those behind it that no other process sees.
struct LocalRun {
    state: ProcessState,
    parts: Vec<(IlpPart, IlpLabel)>,
    edges: Edges,
}

impl<'a, 's> Unfold<'a, 's> {
    fn new(
        facts: &'a SystemFacts<'s>,
        mortal: Vec<bool>,
        may_be_wide: &'a dyn Fn(u32) -> bool,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        let entries = facts.system.entries.iter().map(|entry| entry.count as usize).sum();
        Unfold {
            facts,
            may_be_wide,
            go_on,
            networks: Vec::new(),
            positions: HashMap::new(),
            labels: Vec::new(),
            label_numbers: FxHashMap::default(),
            known: Environment {
                messages: vec![Vec::new(); facts.initial.channels.len()],
                calls: vec![Vec::new(); entries],
                mortal,
            },
            asked: FxHashMap::default(),
            work: VecDeque::new(),
            transitions: 0,
        }
    }

    fn run(&mut self) -> Result<(), Trouble> {
        for process in processes(self.facts) {
            self.network(IlpPart::Process(process));
        }
        for process in processes(self.facts) {
            // Processes are networks 0, 1, and so on.
            let first = ProcessState::initial(self.facts, process);
            let mut ways = self.settle(process, first.clone())?;
            // What it surely does before any other process steps concerns none.
            let settled = match ways.pop() {
                Some(way) if ways.is_empty() && way.parts.is_empty() => way.state,
                _ => first,
            };
            self.state(process, settled.encode())?;
        }
        let mut count = 0usize;
        while let Some(task) = self.work.pop_front() {
            count += 1;
            if count.is_multiple_of(1024) && !(self.go_on)() {
                return Err(Trouble::Stopped);
            }
            match task {
                Task::Act(process, state) => self.act(process, state)?,
                Task::Suffer(network, state, label) => self.suffer(network, state, label)?,
            }
        }
        Ok(())
    }

    fn network(&mut self, part: IlpPart) -> u32 {
        if let Some(known) = self.positions.get(&part) {
            return *known;
        }
        let number = self.networks.len() as u32;
        self.positions.insert(part, number);
        self.networks.push(Network {
            part,
            states: Vec::new(),
            transitions: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            labels: Vec::new(),
        });
        number
    }

    /// The number of a state, with everything that is to be found out about a new one.
    fn state(&mut self, network: u32, word: Word) -> Result<u32, Trouble> {
        let at = &mut self.networks[network as usize];
        if let Some(known) = at.numbers.get(&word) {
            return Ok(*known);
        }
        let number = at.states.len() as u32;
        if at.states.len() >= MOST_STATES {
            return Err(Trouble::TooLarge(format!("more than {MOST_STATES} states of one part")));
        }
        if let IlpPart::Cell(cell) = at.part
            && at.states.len() == WIDE
            && !(self.may_be_wide)(cell)
        {
            return Err(Trouble::Wide(cell));
        }
        at.numbers.insert(word.clone(), number);
        at.states.push(word.clone());
        for label in &at.labels {
            self.work.push_back(Task::Suffer(network, number, *label));
        }
        match at.part {
            IlpPart::Process(process) => {
                self.work.push_back(Task::Act(process, number));
                if let Call::Queued { entry, arguments } = ProcessState::decode(&word).call {
                    let call = (process, arguments);
                    if !self.known.calls[entry].contains(&call) {
                        self.known.calls[entry].push(call);
                        self.ask_again(Ask::Caller(entry as u32));
                    }
                }
            }
            IlpPart::Cell(cell) => self.ask_again(Ask::Cell(cell)),
            _ => {}
        }
        Ok(number)
    }

    fn ask_again(&mut self, ask: Ask) {
        let mut asking = self.asked.remove(&ask).unwrap_or_default();
        asking.sort_unstable();
        asking.dedup();
        for (process, state) in asking {
            if process & PASSIVE == 0 {
                self.work.push_back(Task::Act(process, state));
                continue;
            }
            let process = process & !PASSIVE;
            for label in &self.networks[process as usize].labels {
                self.work.push_back(Task::Suffer(process, state, *label));
            }
        }
    }

    /// The number of a label for a part.
    fn label(&mut self, part: IlpPart, label: IlpLabel) -> Result<u32, Trouble> {
        let fresh = !self.positions.contains_key(&part);
        let network = self.network(part);
        if fresh {
            self.state(network, shared::first(self.facts, part))?;
        }
        if let Some(known) = self.label_numbers.get(&(network, label.clone())) {
            return Ok(*known);
        }
        let number = self.labels.len() as u32;
        self.label_numbers.insert((network, label.clone()), number);
        if let IlpPart::Channel(channel) = part
            && let IlpLabel::Channel { how: ChannelUse::Sends, message } = &label
        {
            self.known.messages[channel as usize].push(message.to_vec());
            self.ask_again(Ask::Message(channel));
        }
        self.labels.push((network, label));
        self.networks[network as usize].labels.push(number);
        for state in 0..self.networks[network as usize].states.len() as u32 {
            self.work.push_back(Task::Suffer(network, state, number));
        }
        Ok(number)
    }

    fn act(&mut self, process: u32, state: u32) -> Result<(), Trouble> {
        let process_state =
            ProcessState::decode(&self.networks[process as usize].states[state as usize]);
        for edge in self.facts.edges_from(process, process_state.location).to_vec() {
            for fired in self.outcomes(process, &process_state, state, edge, None)? {
                self.arrive(process, state, None, vec![(process, edge)], fired)?;
            }
        }
        Ok(())
    }

    /// All that an edge can lead to.
    fn outcomes(
        &mut self,
        process: u32,
        process_state: &ProcessState,
        state: u32,
        edge: EdgeId,
        received: Option<(usize, &[i64])>,
    ) -> Result<Vec<Fired>, Trouble> {
        let mut found = Vec::new();
        let mut open: Vec<Vec<i64>> = vec![Vec::new()];
        while let Some(answers) = open.pop() {
            let fired =
                fire(self.facts, &self.known, (process, process_state), edge, received, &answers);
            match fired {
                Ok(fired) => found.extend(fired),
                Err(Halt::Fault) => {}
                Err(Halt::Unsupported(what)) => return Err(Trouble::Unsupported(what)),
                Err(Halt::Ask(ask)) => {
                    for answer in
                        self.answers(process, ask, received.is_some(), state)?.into_iter().rev()
                    {
                        let mut more = answers.clone();
                        more.push(answer);
                        open.push(more);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The answers that a question has so far; the asker is told of others.
    fn answers(
        &mut self,
        process: u32,
        ask: Ask,
        passive: bool,
        state: u32,
    ) -> Result<Vec<i64>, Trouble> {
        let answers: Vec<i64> = match ask {
            Ask::Cell(cell) => {
                let part = IlpPart::Cell(cell);
                let network = self.network(part);
                if self.networks[network as usize].states.is_empty() {
                    self.state(network, shared::first(self.facts, part))?;
                }
                self.networks[network as usize].states.iter().map(|word| word[0]).collect()
            }
            Ask::Between(low, high) if high - low > 4096 => {
                return Err(Trouble::TooLarge("a choice among very many values".to_string()));
            }
            Ask::Between(low, high) => return Ok((low..=high).collect()),
            Ask::Ended(_) => return Ok(vec![0, 1]),
            Ask::Message(channel) => {
                (0..self.known.messages[channel as usize].len() as i64).collect()
            }
            Ask::Caller(entry) => (0..self.known.calls[entry as usize].len() as i64).collect(),
            Ask::Receiver(channel) => {
                let takes = |other: &u32| {
                    let receives = &self.facts.receives[self.facts.template(*other)];
                    *other != process
                        && receives.as_ref().is_none_or(|some| some.contains(&(channel as usize)))
                };
                return Ok(processes(self.facts).filter(takes).map(i64::from).collect());
            }
        };
        let asking = self.asked.entry(ask).or_default();
        if passive {
            // One that only takes part is asked again with all its labels.
            asking.push((process | PASSIVE, state));
        } else if asking.last() != Some(&(process, state)) {
            asking.push((process, state));
        }
        Ok(answers)
    }

    /// A transition with what follows behind it.
    fn arrive(
        &mut self,
        network: u32,
        from: u32,
        trigger: Option<u32>,
        edges: Edges,
        fired: Fired,
    ) -> Result<(), Trouble> {
        let Fired { state: process_state, parts, events, unsure } = fired;
        for way in self.settle(network, process_state)? {
            let mut all = parts.clone();
            all.extend(way.parts);
            let mut labels = Vec::new();
            for (part, label) in joined(all) {
                labels.push(self.label(part, label)?);
            }
            let mut edges = edges.clone();
            edges.extend(way.edges);
            let to = self.state(network, way.state.encode())?;
            self.transition(network, (from, to, trigger, labels, events.clone()), edges, unsure)?;
        }
        Ok(())
    }

    fn transition(
        &mut self,
        network: u32,
        key: Key,
        edges: Edges,
        unsure: bool,
    ) -> Result<(), Trouble> {
        let at = &mut self.networks[network as usize];
        if let Some(known) = at.known.get(&key) {
            let known = &mut at.transitions[*known as usize];
            known.unsure &= unsure;
            for edge in edges {
                if !known.edges.contains(&edge) {
                    known.edges.push(edge);
                }
            }
            return Ok(());
        }
        self.transitions += 1;
        if self.transitions > MOST_TRANSITIONS {
            let what = format!("more than {MOST_TRANSITIONS} transitions");
            return Err(Trouble::TooLarge(what));
        }
        at.known.insert(key.clone(), at.transitions.len() as u32);
        let (from, to, trigger, parts, events) = key;
        at.transitions.push(Transition { from, to, trigger, parts, events, edges, unsure });
        Ok(())
    }

    /// What others do to a part.
    fn suffer(&mut self, network: u32, state: u32, label: u32) -> Result<(), Trouble> {
        let at = &self.networks[network as usize];
        let (part, word) = (at.part, at.states[state as usize].clone());
        let said = self.labels[label as usize].1.clone();
        let IlpPart::Process(process) = part else {
            for next in shared::after(self.facts, part, &word, &said) {
                let to = self.state(network, next)?;
                self.transition(network, (state, to, Some(label), vec![], vec![]), vec![], false)?;
            }
            return Ok(());
        };
        let process_state = ProcessState::decode(&word);
        let nothing =
            Fired { state: process_state, parts: Vec::new(), events: Vec::new(), unsure: false };
        let mut ways = vec![(nothing, Vec::new())];
        let IlpLabel::Process(all) = &said else {
            trine_base::cannot_happen!("{said:?} is said to a process")
        };
        for said in all {
            let mut next = Vec::new();
            for (fired, edges) in ways {
                next.extend(self.hit(process, state, fired, edges, said)?);
            }
            ways = next;
        }
        for (fired, edges) in ways {
            if fired.state.encode() == word && edges.is_empty() && fired.parts.is_empty() {
                let key = (state, state, Some(label), vec![], vec![]);
                self.transition(network, key, vec![], false)?;
            } else {
                self.arrive(network, state, Some(label), edges, fired)?;
            }
        }
        Ok(())
    }

    /// One thing that others do to a process.
    fn hit(
        &mut self,
        process: u32,
        state: u32,
        before: Fired,
        edges: Edges,
        said: &ProcessUse,
    ) -> Result<Vec<(Fired, Edges)>, Trouble> {
        let mut after = before.clone();
        let process_state = &mut after.state;
        let open = match said {
            ProcessUse::Started => {
                let new = process_state.thread == Thread::New;
                process_state.thread = Thread::Started;
                new
            }
            ProcessUse::Joined => {
                process_state.thread == Thread::New
                    || process_state.has_ended(self.facts.system, self.facts, process)
            }
            ProcessUse::SeenEnded => {
                process_state.has_ended(self.facts.system, self.facts, process)
            }
            ProcessUse::Accepted { entry, arguments, .. } => {
                let entry = *entry as usize;
                let call = Call::Queued { entry, arguments: arguments.to_vec() };
                let queued = process_state.call == call;
                process_state.call = Call::Served { entry };
                queued
            }
            ProcessUse::Answered { results, .. } => {
                let served = matches!(process_state.call, Call::Served { .. });
                process_state.call = Call::Answered { results: results.to_vec() };
                served
            }
            ProcessUse::Receives { channel, message, .. } => {
                let mut found = Vec::new();
                let from = before.state;
                for edge in self.facts.edges_from(process, from.location).to_vec() {
                    let sync = &self.facts.edge(process, edge).sync;
                    if !matches!(sync, Some(Sync::Receive { .. })) {
                        continue;
                    }
                    let received = Some((*channel as usize, &**message));
                    for fired in self.outcomes(process, &from, state, edge, received)? {
                        let mut all = edges.clone();
                        all.push((process, edge));
                        found.push((fired, all));
                    }
                }
                return Ok(found);
            }
        };
        Ok(if open { vec![(after, edges)] } else { Vec::new() })
    }
}

/// Marks one that asked while others acted.
const PASSIVE: u32 = 1 << 31;

/// What is said to the same process, in one label.
fn joined(parts: Vec<(IlpPart, IlpLabel)>) -> Vec<(IlpPart, IlpLabel)> {
    let mut found: Vec<(IlpPart, IlpLabel)> = Vec::new();
    for (part, said) in parts {
        let known = found.iter_mut().find(|(known, _)| *known == part);
        match (known, said) {
            (Some((_, IlpLabel::Process(known))), IlpLabel::Process(more)) => known.extend(more),
            (_, said) => found.push((part, said)),
        }
    }
    found
}

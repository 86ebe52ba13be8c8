//! Deadlock as linear rows (the deadlock queries of paper 004): necessary conditions for a final state in which no
//! process can step, or in which some processes form a cycle of the wait-for graph.
//!
//! A variable for a part and its final state says that the part ends there. A step that is surely enabled when all
//! its participants are in certain states forbids that all of them end there. Where it is not sure, there is no row,
//! which only allows more. In a wait-for cycle each stuck process has a variable of its own: the holder of the lock
//! that it waits for is stuck as well, and so is every process that could answer, call or end.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use trine_system::interpret::Thread;
use trine_system::{Edge, Guard, Sync};
use trine_verdict::{CellUse, IlpCall, IlpLabel, IlpPart, IlpRow, MonitorUse, ProcessUse};

use crate::problem::{Kind, Problem};
use crate::process_state::{Call, ProcessState};
use crate::question::Quiescence;
use crate::system_facts::SystemFacts;
use crate::unfold::Transition;

/// A row of the form `at least`.
pub struct DeadlockRow {
    pub name: IlpRow,
    pub terms: Vec<(u32, i64)>,
    pub right: i64,
}

/// For each state of a network, whether a process may be stuck in it, or a part may stay in it in a final state.
pub fn stays(
    problem: &Problem<'_>,
    facts: &SystemFacts<'_>,
    network: u32,
    rest: Quiescence,
) -> Vec<bool> {
    let mut found = vec![true; problem.states(network)];
    let own = problem.transitions(network).iter();
    for one in own.filter(|one| one.trigger.is_none() && !one.unsure) {
        found[one.from as usize] &= match rest {
            Quiescence::Global | Quiescence::Any => !one.parts.is_empty(),
            Quiescence::WaitCycle => !waits(problem, one).is_empty(),
        };
    }
    match (rest, problem.part(network)) {
        (Quiescence::Global | Quiescence::Any, _) => {}
        (Quiescence::WaitCycle, IlpPart::Process(process)) => {
            for (state, stays) in found.iter_mut().enumerate() {
                let process_state = process_state(problem, network, state as u32);
                let mut edges = facts.edges_from(process, process_state.location).iter();
                *stays &= !edges.any(|edge| goes_on(facts.edge(process, *edge)));
                *stays |= process_state.has_ended(facts.system, facts, process);
            }
        }
        (Quiescence::WaitCycle, _) => found.fill(false),
    }
    found
}

/// Whether a process at an edge does not wait for others, whatever it knows.
fn goes_on(edge: &Edge) -> bool {
    let waits = matches!(
        edge.sync,
        Some(
            Sync::Return { .. }
                | Sync::Accept { .. }
                | Sync::Enter(_)
                | Sync::Notified(_)
                | Sync::Join(_)
        )
    );
    edge.guard == Guard::Else || (edge.guard == Guard::Always && !waits)
}

fn process_state(problem: &Problem<'_>, network: u32, state: u32) -> ProcessState {
    ProcessState::decode(&problem.networks.list[network as usize].states[state as usize])
}

/// The labels of a step that wait for a lock, for an end, or for a call.
fn waits(problem: &Problem<'_>, transition: &Transition) -> Vec<u32> {
    let is_wait = |label: &&u32| match &problem.networks.labels[**label as usize].1 {
        IlpLabel::Monitor { operation, .. } => {
            matches!(operation, MonitorUse::Enter | MonitorUse::Notified)
        }
        IlpLabel::Process(all) => matches!(
            all.first(),
            Some(ProcessUse::Joined | ProcessUse::Accepted { .. } | ProcessUse::SeenEnded)
        ),
        _ => false,
    };
    transition.parts.iter().filter(is_wait).copied().collect()
}

/// The rows of a question about rest.
pub fn rows(problem: &Problem<'_>, facts: &SystemFacts<'_>, rest: Quiescence) -> Vec<DeadlockRow> {
    let mut builder =
        Builder { problem, facts, stay: FxHashMap::default(), stuck: FxHashMap::default() };
    // Only where everything ends.
    for (at, variable) in problem.variables.iter().enumerate().filter(|(_, one)| one.to.is_none()) {
        let key = (variable.network, variable.from.state);
        match variable.kind {
            Kind::Connect => builder.stay.insert(key, at as u32),
            Kind::Stuck => builder.stuck.insert(key, at as u32),
            _ => None,
        };
    }
    let mut found = Vec::new();
    if rest != Quiescence::Any {
        found.push(builder.some_process_is_unfinished(rest));
    }
    match rest {
        Quiescence::Global | Quiescence::Any => found.extend(builder.blocked()),
        Quiescence::WaitCycle => {
            found.extend(builder.waiting());
            found.extend(builder.unanswered());
        }
    }
    found
}

struct Builder<'a, 'n> {
    problem: &'a Problem<'n>,
    facts: &'a SystemFacts<'a>,
    stay: FxHashMap<(u32, u32), u32>,
    stuck: FxHashMap<(u32, u32), u32>,
}

impl Builder<'_, '_> {
    fn processes(&self) -> std::ops::Range<u32> {
        crate::fire::processes(self.facts)
    }

    /// A process is there that should not rest.
    fn some_process_is_unfinished(&self, rest: Quiescence) -> DeadlockRow {
        let mut terms = Vec::new();
        for process in self.processes() {
            for state in 0..self.problem.states(process) as u32 {
                let process_state = process_state(self.problem, process, state);
                let template = &self.facts.system.templates[self.facts.template(process)];
                let location = &template.locations[process_state.location];
                let fine = match rest {
                    Quiescence::Global | Quiescence::Any => {
                        let absent =
                            process_state.thread == Thread::New && self.facts.system.rules.threads;
                        location.final_ || absent
                    }
                    Quiescence::WaitCycle => {
                        process_state.has_ended(self.facts.system, self.facts, process)
                    }
                };
                let side = if rest == Quiescence::WaitCycle { &self.stuck } else { &self.stay };
                if let Some(at) = side.get(&(process, state))
                    && !(fine || location.end || template.daemon)
                {
                    terms.push((*at, 1));
                }
            }
        }
        terms.sort_unstable();
        DeadlockRow { name: IlpRow::Somebody, terms, right: 1 }
    }

    /// For each label, the states of its network in which it is surely observed.
    fn observing(&self) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut found: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for network in &self.problem.networks.list {
            for one in &network.transitions {
                // A cell takes whatever is written to it.
                let writes = |label: &u32| {
                    let (_, said) = &self.problem.networks.labels[*label as usize];
                    matches!(said, IlpLabel::Cell(CellUse::Writes(_)))
                };
                if let Some(label) = one.trigger
                    && !one.unsure
                    && one.parts.iter().all(writes)
                {
                    found.entry(label).or_default().insert(one.from);
                }
            }
        }
        found
    }

    /// Not all that take part in a step are where it can be taken.
    fn blocked(&self) -> Vec<DeadlockRow> {
        let mut steps: BTreeMap<(u32, &[u32]), BTreeSet<u32>> = BTreeMap::new();
        for (at, network) in self.problem.networks.list.iter().enumerate() {
            for one in &network.transitions {
                if one.trigger.is_none() && !one.unsure && !one.parts.is_empty() {
                    steps.entry((at as u32, &one.parts)).or_default().insert(one.from);
                }
            }
        }
        let observing = self.observing();
        let mut found = Vec::new();
        for ((network, parts), states) in steps {
            let all: Option<Vec<&BTreeSet<u32>>> =
                parts.iter().map(|label| observing.get(label)).collect();
            let Some(all) = all else { continue };
            let mut terms: Vec<(u32, i64)> = Vec::new();
            let mut add = |network: u32, states: &BTreeSet<u32>| {
                let stay = states.iter().filter_map(|state| self.stay.get(&(network, *state)));
                terms.extend(stay.map(|at| (*at, -1)));
            };
            add(network, &states);
            for (label, states) in parts.iter().zip(all) {
                add(self.problem.networks.labels[*label as usize].0, states);
            }
            terms.sort_unstable();
            let name = IlpRow::Blocked {
                part: self.problem.part(network),
                parts: parts.iter().map(|label| self.problem.label(*label)).collect(),
            };
            found.push(DeadlockRow { name, terms, right: -(parts.len() as i64) });
        }
        found
    }

    /// What those that are stuck wait for at a step of their own: it is not given, and each that could give it is stuck.
    fn waiting(&self) -> Vec<DeadlockRow> {
        let mut steps: BTreeMap<(u32, u32), BTreeSet<u32>> = BTreeMap::new();
        for process in self.processes() {
            for one in self.problem.transitions(process) {
                if one.trigger.is_none() && !one.unsure {
                    for label in waits(self.problem, one) {
                        steps.entry((process, label)).or_default().insert(one.from);
                    }
                }
            }
        }
        let observing = self.observing();
        let mut found = Vec::new();
        for ((process, label), states) in steps {
            let (network, said) = &self.problem.networks.labels[label as usize];
            let own: Vec<u32> =
                states.iter().filter_map(|at| self.stuck.get(&(process, *at)).copied()).collect();
            if own.is_empty() {
                continue;
            }
            let name = |giver: Option<u32>| {
                let (part, label) = self.problem.label(label);
                IlpRow::Waits { process, part, label, giver }
            };
            if let Some(states) = observing.get(&label) {
                let given = states.iter().flat_map(|at| self.there(*network, *at));
                found.push(row(name(None), &[&own, &given.collect::<Vec<u32>>()], 1));
            }
            match self.problem.part(*network) {
                IlpPart::Monitor(_) => {
                    let states = &self.problem.networks.list[*network as usize].states;
                    for giver in self.processes().filter(|giver| *giver != process) {
                        let holds = |at: &u32| states[*at as usize][0] == i64::from(giver) + 1;
                        let held = (0..states.len() as u32).filter(holds);
                        let held: Vec<u32> =
                            held.filter_map(|at| self.stay.get(&(*network, at)).copied()).collect();
                        if !held.is_empty() {
                            let free = self.free(giver, false);
                            found.push(row(name(Some(giver)), &[&own, &held, &free], 2));
                        }
                    }
                }
                IlpPart::Process(other) => match first_use(said) {
                    Some(ProcessUse::Accepted { entry, .. }) => {
                        let calls = |sync: &Sync| match sync {
                            Sync::Call { entry, .. } => Some(entry.entry),
                            _ => None,
                        };
                        for giver in self.with_code(*entry as usize, &calls) {
                            if giver != process {
                                let free = self.free(giver, true);
                                found.push(row(name(Some(giver)), &[&own, &free], 1));
                            }
                        }
                    }
                    _ => found.push(row(name(Some(other)), &[&own, &self.free(other, false)], 1)),
                },
                _ => {}
            }
        }
        found
    }

    /// Each that could answer a call of one that is stuck is stuck.
    fn unanswered(&self) -> Vec<DeadlockRow> {
        let mut queued: BTreeMap<(u32, usize), Vec<u32>> = BTreeMap::new();
        let mut served: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for ((process, state), at) in &self.stuck {
            match process_state(self.problem, *process, *state).call {
                Call::Queued { entry, .. } => {
                    queued.entry((*process, entry)).or_default().push(*at)
                }
                Call::Served { .. } => served.entry(*process).or_default().push(*at),
                _ => {}
            }
        }
        let accepts = |sync: &Sync| match sync {
            Sync::Accept { entry, .. } => Some(entry.entry),
            _ => None,
        };
        let mut found = Vec::new();
        for ((process, entry), own) in queued {
            for giver in
                self.with_code(entry, &accepts).into_iter().filter(|giver| *giver != process)
            {
                let free = self.free(giver, true);
                let call = IlpCall::Queued { entry: entry as u32 };
                found.push(row(IlpRow::Unanswered { process, call, giver }, &[&own, &free], 1));
            }
        }
        for (process, own) in served {
            for giver in self.processes().filter(|giver| *giver != process) {
                let serves = |state: &u32| {
                    process_state(self.problem, giver, *state).serving.contains(&process)
                };
                let states = (0..self.problem.states(giver) as u32).filter(serves);
                let free: Vec<u32> =
                    states.filter_map(|state| self.stay.get(&(giver, state)).copied()).collect();
                let call = IlpCall::Served;
                found.push(row(IlpRow::Unanswered { process, call, giver }, &[&own, &free], 1));
            }
        }
        found
    }

    /// A part is in a state, stuck or not.
    fn there(&self, network: u32, state: u32) -> impl Iterator<Item = u32> {
        let key = (network, state);
        self.stay.get(&key).into_iter().chain(self.stuck.get(&key)).copied()
    }

    /// A process is not stuck; or it is neither stuck nor at its end.
    fn free(&self, process: u32, unless_ended: bool) -> Vec<u32> {
        let counts = |state: &u32| {
            let process_state = process_state(self.problem, process, *state);
            !(unless_ended && process_state.has_ended(self.facts.system, self.facts, process))
        };
        let states = (0..self.problem.states(process) as u32).filter(counts);
        states.filter_map(|state| self.stay.get(&(process, state)).copied()).collect()
    }

    /// The processes whose code calls or accepts at the entry of a queue.
    fn with_code(
        &self,
        queue: usize,
        entry: &dyn Fn(&Sync) -> Option<trine_system::EntryId>,
    ) -> Vec<u32> {
        let has = |process: &u32| {
            let edges = &self.facts.system.templates[self.facts.template(*process)].edges;
            let mut entries = edges.iter().filter_map(|edge| edge.sync.as_ref().and_then(entry));
            entries.any(|id| self.facts.queues(id).contains(&queue))
        };
        self.processes().filter(has).collect()
    }
}

fn first_use(label: &IlpLabel) -> Option<&ProcessUse> {
    match label {
        IlpLabel::Process(all) => all.first(),
        _ => None,
    }
}

/// The sums of these variables are together at most this.
fn row(name: IlpRow, sums: &[&[u32]], most: i64) -> DeadlockRow {
    let mut terms: Vec<(u32, i64)> = sums.iter().copied().flatten().map(|at| (*at, -1)).collect();
    terms.sort_unstable();
    DeadlockRow { name, terms, right: -most }
}

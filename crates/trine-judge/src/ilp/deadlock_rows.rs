//! What is known of executions that come to rest where they should not: where no process can step, or where some
//! threads wait for each other.
//!
//! Each sum here is of what holds in every such state of the interpreter; leaving some out would only allow
//! more.

use std::collections::{BTreeMap, BTreeSet};

use trine_system::{Edge, EntryId, Guard, LocationId, Sync, System};
use trine_verdict::{CellUse, IlpCall, IlpLabel, IlpPart, IlpRow, MonitorUse, ProcessUse, Word};

use super::nets::{Arrow, Nets};
use super::step::Stepper;

/// Places, each with whether the part is stuck there; or it does not matter.
type Places = Vec<(IlpPart, Word, Option<bool>)>;

/// A part that does something, and what it says to others.
type Doing<'a> = (IlpPart, &'a [(IlpPart, IlpLabel)]);

/// How many parts are at these places, times a factor, is at least this.
pub struct Sum {
    pub name: IlpRow,
    pub places: Places,
    pub by: i128,
    pub right: i128,
}

/// Whether a process that has a way on can always step, or another can.
pub fn is_open(system: &System) -> bool {
    !system.rules.priorities && system.templates.iter().all(|one| one.provided.is_none())
}

/// The deadlock rows of a question.
pub struct Resting<'a, 's> {
    nets: &'a Nets,
    stepper: &'a Stepper<'s>,
    circle: bool,
    /// Places from which a part can surely go on, or where it does not wait for others.
    open: BTreeSet<(IlpPart, Word)>,
}

impl<'a, 's> Resting<'a, 's> {
    /// The rows over these networks; `circle` asks for processes that wait for each other, else for a whole system at
    /// rest.
    pub fn new(nets: &'a Nets, stepper: &'a Stepper<'s>, circle: bool) -> Resting<'a, 's> {
        let mut resting = Resting { nets, stepper, circle, open: BTreeSet::new() };
        let mut open = BTreeSet::new();
        for (part, arrow) in resting.own_steps() {
            let goes_on = match circle {
                false => arrow.parts.is_empty(),
                true => !arrow.parts.iter().any(|(_, label)| is_wait(label)),
            };
            if goes_on {
                open.insert((part, arrow.from.clone()));
            }
        }
        resting.open = open;
        resting
    }

    /// Whether a part can be in a state at the end of an execution that comes to rest.
    pub fn may_stay(&self, part: IlpPart, state: &Word) -> bool {
        let closed = !self.open.contains(&(part, state.clone()));
        match (self.circle, part) {
            (false, _) => closed,
            (true, IlpPart::Process(process)) => {
                let location = LocationId(state[0] as u32);
                let mut edges = self.stepper.edges(process, location).into_iter();
                let moves = edges.any(|edge| moves_on(self.stepper.original(process, edge)));
                closed && !moves || self.has_ended(process, state)
            }
            (true, _) => false,
        }
    }

    /// All rows, in the order in which certificates name them.
    pub fn sums(&self) -> Vec<Sum> {
        let mut found = vec![self.somebody()];
        match self.circle {
            false => found.extend(self.blocked()),
            true => {
                found.extend(self.waiting());
                found.extend(self.unanswered());
            }
        }
        found
    }

    fn has_ended(&self, process: u32, state: &Word) -> bool {
        self.nets.ended.contains(&(process, state.clone()))
    }

    /// The steps that parts take by themselves, and surely can where all that take part are.
    fn own_steps(&self) -> impl Iterator<Item = (IlpPart, &'a Arrow)> {
        let nets = self.nets;
        let all = nets.nets.iter();
        let all = all.flat_map(|(part, net)| net.arrows.iter().map(|arrow| (*part, arrow)));
        all.filter(|(part, arrow)| arrow.trigger.is_none() && !is_doubtful(nets, *part, arrow))
    }

    fn processes(&self) -> std::ops::Range<u32> {
        0..self.stepper.count()
    }

    fn states(&self, part: IlpPart) -> impl Iterator<Item = &'a Word> {
        self.nets.nets.get(&part).into_iter().flat_map(|net| &net.states)
    }

    fn somebody(&self) -> Sum {
        let mut places = Vec::new();
        for process in self.processes() {
            let part = IlpPart::Process(process);
            let template = &self.stepper.system.templates[self.stepper.template(process)];
            if template.daemon {
                continue;
            }
            for state in self.states(part) {
                let location = &template.locations[LocationId(state[0] as u32)];
                // The second word is 0 for a thread that was never started.
                let absent = self.stepper.system.rules.threads && state[1] == 0;
                let fine = match self.circle {
                    false => location.final_ || absent,
                    true => self.has_ended(process, state),
                };
                if !fine && !location.end {
                    places.push((part, state.clone(), Some(self.circle)));
                }
            }
        }
        Sum { name: IlpRow::Somebody, places, by: 1, right: 1 }
    }

    /// Where labels are surely observed.
    fn observing(&self) -> BTreeMap<(IlpPart, &'a IlpLabel), BTreeSet<&'a Word>> {
        let mut found: BTreeMap<(IlpPart, &IlpLabel), BTreeSet<&Word>> = BTreeMap::new();
        for (part, net) in &self.nets.nets {
            for arrow in &net.arrows {
                let Some(label) = &arrow.trigger else { continue };
                // A cell takes whatever is written to it.
                let writes = |(_, label): &(IlpPart, IlpLabel)| {
                    matches!(label, IlpLabel::Cell(CellUse::Writes(_)))
                };
                if arrow.parts.iter().all(writes) && !is_doubtful(self.nets, *part, arrow) {
                    found.entry((*part, label)).or_default().insert(&arrow.from);
                }
            }
        }
        found
    }

    /// A step that can be taken is not taken: not all parts are there.
    fn blocked(&self) -> Vec<Sum> {
        let mut steps: BTreeMap<Doing<'_>, BTreeSet<&Word>> = BTreeMap::new();
        for (part, arrow) in self.own_steps().filter(|(_, arrow)| !arrow.parts.is_empty()) {
            steps.entry((part, &arrow.parts)).or_default().insert(&arrow.from);
        }
        let observing = self.observing();
        let mut found = Vec::new();
        for ((part, parts), from) in steps {
            let mut places: Places =
                from.into_iter().map(|state| (part, state.clone(), None)).collect();
            for (other, label) in parts {
                let there = observing.get(&(*other, label)).into_iter().flatten();
                places.extend(there.map(|state| (*other, (*state).clone(), None)));
            }
            let name = IlpRow::Blocked { part, parts: parts.to_vec() };
            found.push(Sum { name, places, by: -1, right: -(parts.len() as i128) });
        }
        found
    }

    /// What one that is stuck waits for is not given, and each that could give it is stuck, too.
    fn waiting(&self) -> Vec<Sum> {
        let mut steps: BTreeMap<(u32, IlpPart, &IlpLabel), BTreeSet<&Word>> = BTreeMap::new();
        for (part, arrow) in self.own_steps() {
            let IlpPart::Process(process) = part else { continue };
            for (other, label) in arrow.parts.iter().filter(|(_, label)| is_wait(label)) {
                steps.entry((process, *other, label)).or_default().insert(&arrow.from);
            }
        }
        let calls = |sync: &Sync| match sync {
            Sync::Call { entry, .. } => Some(entry.entry),
            _ => None,
        };
        let observing = self.observing();
        let mut found = Vec::new();
        for ((process, part, label), from) in steps {
            let me = IlpPart::Process(process);
            let own: Places = from.iter().map(|state| (me, (*state).clone(), Some(true))).collect();
            let mut add = |giver: Option<u32>, more: Places, most: i128| {
                let name = IlpRow::Waits { process, part, label: label.clone(), giver };
                let places = [own.clone(), more].concat();
                found.push(Sum { name, places, by: -1, right: -most });
            };
            let given = observing.get(&(part, label)).into_iter().flatten();
            add(None, given.map(|state| (part, (*state).clone(), None)).collect(), 1);
            let others = self.processes().filter(|giver| *giver != process);
            match (part, first_use(label)) {
                (IlpPart::Monitor(_), _) => {
                    for giver in others {
                        let holds = |state: &&Word| state[0] == i64::from(giver) + 1;
                        let held = self.states(part).filter(holds);
                        let mut more: Places =
                            held.map(|state| (part, state.clone(), None)).collect();
                        more.extend(self.free(giver, false));
                        add(Some(giver), more, 2);
                    }
                }
                (IlpPart::Process(_), Some(ProcessUse::Accepted { entry, .. })) => {
                    let callers = self.with_code(*entry as usize, &calls);
                    for giver in others.filter(|giver| callers.contains(giver)) {
                        add(Some(giver), self.free(giver, true), 1);
                    }
                }
                (IlpPart::Process(other), _) => add(Some(other), self.free(other, false), 1),
                _ => {}
            }
        }
        found
    }

    /// Each that could answer one that is stuck in a call is stuck.
    fn unanswered(&self) -> Vec<Sum> {
        let accepts = |sync: &Sync| match sync {
            Sync::Accept { entry, .. } => Some(entry.entry),
            _ => None,
        };
        let mut found = Vec::new();
        for process in self.processes() {
            let me = IlpPart::Process(process);
            // How the call stands, and at which entry.
            let mut calls: BTreeMap<IlpCall, Places> = BTreeMap::new();
            for state in self.states(me) {
                let call = match state[2] {
                    1 => IlpCall::Queued { entry: state[4] as u32 },
                    2 => IlpCall::Served,
                    _ => continue,
                };
                calls.entry(call).or_default().push((me, state.clone(), Some(true)));
            }
            for (call, own) in calls {
                let givers = match call {
                    IlpCall::Queued { entry } => self.with_code(entry as usize, &accepts),
                    IlpCall::Served => self.processes().collect(),
                };
                for giver in givers.into_iter().filter(|giver| *giver != process) {
                    let free = match call {
                        IlpCall::Queued { .. } => self.free(giver, true),
                        IlpCall::Served => self.serving(giver, process),
                    };
                    let name = IlpRow::Unanswered { process, call, giver };
                    let places = [own.clone(), free].concat();
                    found.push(Sum { name, places, by: -1, right: -1 });
                }
            }
        }
        found
    }

    /// Where a process is when it is not stuck, and has not ended either if that counts.
    fn free(&self, process: u32, unless_ended: bool) -> Places {
        let part = IlpPart::Process(process);
        let states = self.states(part);
        let counts = states.filter(|state| !(unless_ended && self.has_ended(process, state)));
        counts.map(|state| (part, state.clone(), Some(false))).collect()
    }

    /// Where a process serves another, and is not stuck.
    fn serving(&self, process: u32, caller: u32) -> Places {
        let part = IlpPart::Process(process);
        let serves = |state: &&Word| {
            let behind = 4 + state[3] as usize;
            let count = state[behind] as usize;
            state[behind + 1..behind + 1 + count].contains(&i64::from(caller))
        };
        let states = self.states(part).filter(serves);
        states.map(|state| (part, state.clone(), Some(false))).collect()
    }

    /// The processes whose code calls or accepts at the entry of a queue.
    fn with_code(&self, queue: usize, entry: &dyn Fn(&Sync) -> Option<EntryId>) -> Vec<u32> {
        let system = self.stepper.original;
        let has = |process: &u32| {
            let edges = &system.templates[self.stepper.template(*process)].edges;
            edges.iter().any(|edge| {
                let Some(id) = edge.sync.as_ref().and_then(entry) else { return false };
                let start = self.stepper.entry_starts[id.0 as usize];
                (start..start + system.entries[id].count as usize).contains(&queue)
            })
        };
        self.processes().filter(has).collect()
    }
}

/// Whether one that could take an edge waits for no other there.
fn moves_on(edge: &Edge) -> bool {
    match (&edge.guard, &edge.sync) {
        (Guard::Else, _) => true,
        (Guard::When(_), _) => false,
        (Guard::Always, Some(Sync::Return { .. } | Sync::Accept { .. } | Sync::Enter(_))) => false,
        (Guard::Always, Some(Sync::Notified(_) | Sync::Join(_))) => false,
        (Guard::Always, _) => true,
    }
}

fn is_doubtful(nets: &Nets, part: IlpPart, arrow: &Arrow) -> bool {
    !nets.doubtful.is_empty() && nets.doubtful.contains(&(part, arrow.clone()))
}

/// Whether what is said waits for a lock, for an end, or for a call.
fn is_wait(label: &IlpLabel) -> bool {
    let operation = match label {
        IlpLabel::Monitor { operation, .. } => Some(*operation),
        _ => None,
    };
    matches!(operation, Some(MonitorUse::Enter | MonitorUse::Notified))
        || first_use(label).is_some_and(|done| match done {
            ProcessUse::Joined | ProcessUse::Accepted { .. } | ProcessUse::SeenEnded => true,
            ProcessUse::Started | ProcessUse::Answered { .. } | ProcessUse::Receives { .. } => {
                false
            }
        })
}

fn first_use(label: &IlpLabel) -> Option<&ProcessUse> {
    match label {
        IlpLabel::Process(all) => all.first(),
        _ => None,
    }
}

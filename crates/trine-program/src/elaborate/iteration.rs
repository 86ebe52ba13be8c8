//! One iteration of the fixpoint: the processes, their accesses, and the system so far.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::Span;
use trine_system as sys;
use trine_system::{GlobalId, MonitorId, System, TemplateId};

use super::Options;
use super::abstract_state::Heap;
use super::escape::StableFields;
use super::mutant::{Mutant, is_planted};
use super::name::HeldBy;
use super::object_reuse::{ReuseQuestion, Roots};
use super::program_facts::ProgramFacts;
use super::started::Started;
use super::value::{InstanceId, Loc, Value};
use crate::program::{ClassId, EntryId, MethodId};

/// What one iteration collects.
#[derive(Default)]
pub struct Iteration {
    pub access: Access,
    /// That of the last iteration that came to its end.
    past: Access,
    pub system: System,
    /// The processes in the order of the system; none is the first thread.
    pub processes: Vec<Option<InstanceId>>,
    pub open: VecDeque<InstanceId>,
    lockers: BTreeMap<InstanceId, BTreeSet<Option<InstanceId>>>,
    globals: BTreeMap<Loc, GlobalId>,
    monitors: BTreeMap<InstanceId, MonitorId>,
    entries: BTreeMap<(InstanceId, EntryId), sys::EntryId>,
    /// What shared places hold at the end of the prefix.
    pub initial: BTreeMap<Loc, Value>,
    /// The holders of each object, in order.
    pub holders: FxHashMap<InstanceId, Vec<HeldBy>>,
    /// Arrays whose elements can be accessed at the same moment without a race.
    pub race_exempt_arrays: BTreeSet<InstanceId>,
    /// The code of each process.
    pub templates: BTreeMap<Option<InstanceId>, TemplateId>,
    /// What each process has in hand, location by location.
    pub held: BTreeMap<TemplateId, Vec<Roots>>,
    /// Labels whose objects get their names at the end.
    pub labels: Vec<(TemplateId, sys::EdgeId, Vec<Mark>)>,
    /// Edges whose guards are written when all code is there.
    pub reuse: Vec<(TemplateId, sys::EdgeId, ReuseQuestion)>,
    /// What is taken for granted: by kind and in words, with the first place.
    pub assumptions: BTreeMap<(&'static str, String), Option<Span>>,
    /// What stays in the fields of objects once others can have them.
    pub constants: StableFields,
    pub locations: usize,
    /// How many of them are in each method.
    pub crowds: BTreeMap<MethodId, usize>,
}

/// A label to be.
#[derive(Clone, Debug)]
pub struct Mark {
    pub action: &'static str,
    pub name: Option<String>,
    pub object: Option<InstanceId>,
}

/// The accesses of processes, and which starts which.
#[derive(Default)]
pub struct Access {
    touches: BTreeMap<Loc, Vec<Touch>>,
    /// What a thread knows when it is started.
    pub inherited: BTreeMap<InstanceId, Inheritance>,
}

/// What a thread inherits from its starter.
pub struct Inheritance {
    pub heap: Rc<Heap>,
    pub parent: Option<InstanceId>,
    /// Places on which two starts disagree.
    pub unclear: BTreeSet<Loc>,
    pub daemon: bool,
}

#[derive(Clone, PartialEq, Eq)]
struct Touch {
    by: Option<InstanceId>,
    write: bool,
    started: Started,
}

/// Threads beyond so many bring room for so many locations each.
const MANY_THREADS: usize = 32;
const LOCATIONS_EACH: usize = 200;

impl Iteration {
    /// The iteration after one that came to its end.
    pub fn after(past: Iteration) -> Iteration {
        Iteration { past: past.access, ..Iteration::default() }
    }

    /// The same iteration, from its beginning.
    pub fn again(self) -> Iteration {
        Iteration { past: self.past, ..Iteration::default() }
    }

    /// How many locations there can be, among so many threads.
    pub fn room(&self, options: &Options) -> usize {
        options.locations + LOCATIONS_EACH * self.processes.len().saturating_sub(MANY_THREADS)
    }

    /// The method with the most locations.
    pub fn crowded(&self) -> Option<MethodId> {
        self.crowds.iter().max_by_key(|(_, count)| **count).map(|(method, _)| *method)
    }

    /// Notes an assumption, with the first place that made it.
    pub fn assume(&mut self, kind: &'static str, text: &str, span: Option<Span>) {
        self.assumptions.entry((kind, text.to_string())).or_insert(span);
    }

    /// The number of a process in the system.
    pub fn process(&mut self, thread: InstanceId) -> i64 {
        let known = self.processes.iter().position(|process| *process == Some(thread));
        known.unwrap_or_else(|| {
            self.processes.push(Some(thread));
            self.processes.len() - 1
        }) as i64
    }

    /// Notes that a thread is started with this heap; what several starts disagree about becomes unknown to the
    /// thread.
    pub fn start(
        &mut self,
        facts: &mut ProgramFacts<'_>,
        parent: Option<InstanceId>,
        thread: InstanceId,
        heap: &Rc<Heap>,
        daemon: bool,
    ) {
        facts.starts(parent, thread);
        match self.access.inherited.get_mut(&thread) {
            None => {
                let unclear = BTreeSet::new();
                let heap = heap.clone();
                self.access.inherited.insert(thread, Inheritance { heap, parent, unclear, daemon });
                self.open.push_back(thread);
            }
            Some(before) => {
                if before.daemon != daemon && !is_planted(Mutant::DaemonTakenForKnown) {
                    facts.decide_daemon_by_state(thread);
                }
                if before.heap != *heap {
                    let classes = before.heap.classes.symmetric_difference(&heap.classes);
                    let failed = before.heap.failed.symmetric_difference(&heap.failed);
                    let unclear: Vec<ClassId> = classes.chain(failed).copied().collect();
                    unclear.into_iter().for_each(|class| facts.unclear_class(thread, class));
                    let locs = before.heap.values.keys().chain(heap.values.keys());
                    let differ = |loc: &&Loc| before.heap.values.get(loc) != heap.values.get(loc);
                    before.unclear.extend(locs.filter(differ));
                }
            }
        }
    }

    /// Notes an access, to find out what processes share.
    pub fn touch(&mut self, by: Option<InstanceId>, loc: Loc, write: bool, started: &Started) {
        let touch = Touch { by, write, started: started.clone() };
        let list = self.access.touches.entry(loc.whole()).or_default();
        if !list.contains(&touch) {
            list.push(touch);
        }
    }

    /// Notes that a process uses the monitor of an object.
    pub fn locks(&mut self, by: Option<InstanceId>, object: InstanceId) {
        self.lockers.entry(object).or_default().insert(by);
    }

    /// The monitor of an object; added to the system on first use, and named at the end.
    pub fn monitor(&mut self, object: InstanceId) -> sys::MonitorRef {
        let monitors = &mut self.system.monitors;
        let new = || monitors.push(sys::Monitor { name: String::new(), count: 1 });
        let monitor = *self.monitors.entry(object).or_insert_with(new);
        sys::MonitorRef { monitor, index: None }
    }

    /// The entry of an object; added to the system on first use, and named at the end.
    pub fn entry(&mut self, owner: InstanceId, entry: EntryId) -> sys::EntryId {
        let entries = &mut self.system.entries;
        let blank = sys::Entry {
            name: String::new(),
            count: 1,
            parameters: Vec::new(),
            results: Vec::new(),
            profile: Vec::new(),
        };
        *self.entries.entry((owner, entry)).or_insert_with(|| entries.push(blank))
    }

    /// The entries that were used, with their ids in the system.
    pub fn entries(&self) -> impl Iterator<Item = ((InstanceId, EntryId), sys::EntryId)> {
        self.entries.iter().map(|(at, id)| (*at, *id))
    }

    /// The variable that keeps a place in the state; added to the system on first use, typed and named at the end.
    pub fn global(&mut self, loc: Loc) -> GlobalId {
        let globals = &mut self.system.globals;
        let new = || globals.push(sys::Variable::scalar("", sys::Type::LONG));
        *self.globals.entry(loc.whole()).or_insert_with(new)
    }

    /// The places that are kept in the state, with their variables.
    pub fn globals(&self) -> impl Iterator<Item = (Loc, GlobalId)> {
        self.globals.iter().map(|(loc, id)| (*loc, *id))
    }

    /// The objects whose monitors are used, with their ids in the system.
    pub fn monitors(&self) -> impl Iterator<Item = (InstanceId, MonitorId)> {
        self.monitors.iter().map(|(object, id)| (*object, *id))
    }

    /// Finds places that were taken to be known although another process may change them, and monitors
    /// that were taken to be of no other process.
    pub fn settle(&self, facts: &mut ProgramFacts<'_>, constants: bool) {
        if constants {
            facts.believe(&self.constants);
        }
        for (loc, touches) in &self.access.touches {
            if facts.is_shared(*loc) || facts.constant(*loc).is_some() {
                continue;
            }
            let writes = touches.iter().filter(|touch| touch.write);
            let known = writes
                .flat_map(|write| touches.iter().map(move |other| (write, other)))
                .all(|(write, other)| {
                    write.by == other.by || self.access.is_before(facts, write, other.by)
                });
            if !known {
                facts.share(*loc);
            }
        }
        for (thread, inheritance) in &self.access.inherited {
            for loc in &inheritance.unclear {
                if facts.constant(*loc).is_some() {
                    continue;
                }
                let reads = |touch: &Touch| self.access.comes_from(touch.by, *thread);
                if self.access.touches.get(&loc.whole()).is_some_and(|all| all.iter().any(reads)) {
                    facts.share(*loc);
                }
            }
        }
        for (object, lockers) in &self.lockers {
            if lockers.len() > 1 && !is_planted(Mutant::ForgottenLock) {
                facts.contend(*object);
            }
        }
    }

    /// Whether others wrote to a place in the last iteration while a process could read it.
    pub fn others_wrote(&self, facts: &ProgramFacts<'_>, by: Option<InstanceId>, loc: Loc) -> bool {
        self.past.others_wrote(facts, by, loc)
    }
}

impl Access {
    /// Whether others write to a place while a process, which is there, can read it.
    fn others_wrote(&self, facts: &ProgramFacts<'_>, by: Option<InstanceId>, loc: Loc) -> bool {
        if by.is_some_and(|thread| !self.inherited.contains_key(&thread)) {
            return false;
        }
        let touches = self.touches.get(&loc.whole()).map_or(&[][..], Vec::as_slice);
        let mut writes = touches.iter().filter(|touch| touch.write && touch.by != by);
        writes.any(|write| !self.is_before(facts, write, by))
    }

    /// Whether a process is started, by the one that writes, only after that write.
    fn is_before(
        &self,
        facts: &ProgramFacts<'_>,
        write: &Touch,
        reader: Option<InstanceId>,
    ) -> bool {
        let mut child = reader;
        while let Some(thread) = child {
            let Some(inheritance) = self.inherited.get(&thread) else { return false };
            if facts.starters(thread) != 1 {
                return false;
            }
            if inheritance.parent == write.by {
                return !write.started.contains(thread);
            }
            child = inheritance.parent;
        }
        false
    }

    fn comes_from(&self, process: Option<InstanceId>, ancestor: InstanceId) -> bool {
        let mut at = process;
        while let Some(thread) = at {
            if thread == ancestor {
                return true;
            }
            at = self.inherited.get(&thread).and_then(|inheritance| inheritance.parent);
        }
        false
    }
}

//! Facts about the whole program, by abstract interpretation: they only grow, and elaboration is repeated until
//! a fixpoint is reached.

mod objects;
mod threads;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::IndexVec;

use super::Keep;
use super::escape::StableFields;
use super::value::{
    Birth, Boxed, CallersId, Holder, Instance, InstanceId, Loc, Shape, Target, Value,
};
use crate::flat::{Code, Pc, flatten, reached};
use crate::program::*;

/// The facts about a program that hold in all iterations.
pub struct ProgramFacts<'p> {
    pub program: &'p Program,
    keep: &'p Keep,
    code: FxHashMap<MethodId, Option<Rc<Code>>>,
    /// What can still come in a method, from an instruction on.
    reached: FxHashMap<(MethodId, Pc), Vec<bool>>,
    dispatch: FxHashMap<(ClassId, String), Option<MethodId>>,
    pub instances: IndexVec<InstanceId, Instance>,
    born: FxHashMap<Birth, InstanceId>,
    /// References as numbers of the state: 0 is null.
    codes: FxHashMap<Target, i64>,
    pub coded: Vec<Target>,
    callers: FxHashMap<Stack, CallersId>,
    /// What stays in the fields of objects once others can have them, and how often that was found to be
    /// something else.
    constants: BTreeMap<Loc, (Option<Value>, u32)>,
    /// Objects that processes have locked.
    locks: FxHashSet<InstanceId>,
    /// Errors that instructions raised.
    raised: BTreeSet<InstanceId>,
    pub texts: super::text::Texts,
    lattice: Lattice,
    /// How many of the targets of one holder were passed on to another.
    flows: FxHashMap<(Holder, Holder), usize>,
    pub changed: bool,
    /// So many points that differ only in what is known are too many.
    pub crowd: usize,
}

/// A place where objects are made: by which process, in which calls, of which shape.
pub type Site = (Option<InstanceId>, Stack, Shape);

type Stack = Vec<(MethodId, crate::flat::Pc)>;

/// Longer arrays are made of only so many lengths at one place, where the execution decides.
const MOST_LENGTHS: usize = 1;

/// A field that was found so often to hold something else is a variable.
const MOST_OPINIONS: u32 = 6;

/// Entries that are open together: each with its place in its family.
pub type OpenSet = Vec<(EntryId, i64)>;

/// An entry, or all of a family, to which callers are sent on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Onward {
    pub owner: InstanceId,
    pub entry: EntryId,
    pub index: Option<i64>,
    pub with_abort: bool,
}

/// What a holder may hold, also in the order in which it was found out.
#[derive(Default)]
struct Targets {
    all: BTreeSet<Target>,
    order: Vec<Target>,
}

#[derive(Default)]
struct Lattice {
    /// Places that are kept in the state.
    shared: BTreeSet<Loc>,
    /// Variables that are kept in the state, by which process, and whether only once the state has decided
    /// something.
    dynamic: FxHashSet<(Option<InstanceId>, MethodId, VarId, bool)>,
    targets: BTreeMap<Holder, Targets>,
    /// Classes that threads initialise when they first use them.
    lazy: BTreeSet<ClassId>,
    /// Classes about which the starts of a thread disagree: only some come after their initialisation.
    unclear_classes: BTreeSet<(InstanceId, ClassId)>,
    /// Objects that can be reached through the state, or by several processes.
    escaped: BTreeSet<InstanceId>,
    /// The places where such objects are made.
    sources: FxHashMap<Site, u32>,
    /// The same by their numbers.
    sites: Vec<Site>,
    /// The lengths of the arrays made at a place.
    lengths: FxHashMap<(Option<InstanceId>, Stack), BTreeSet<u32>>,
    /// Those at which one execution can make several.
    repeating: BTreeSet<u32>,
    /// Objects that are made again when nothing can reach them.
    reused: BTreeSet<InstanceId>,
    /// What library models do somewhere that matters to them elsewhere.
    notes: BTreeSet<StringId>,
    /// A process ends the program.
    exits: bool,
    /// Threads of which only the state knows whether they are daemons.
    daemons: BTreeSet<InstanceId>,
    /// Threads that a process interrupts.
    interrupted: BTreeSet<InstanceId>,
    /// Objects whose monitors more than one process uses, or on which a process waits.
    contended: BTreeSet<InstanceId>,
    /// Threads that are called by callers that do not wait, or not for ever.
    polled: BTreeSet<InstanceId>,
    /// What is open where such threads wait.
    open_sets: BTreeMap<InstanceId, Vec<OpenSet>>,
    /// Threads that a process aborts, and the one that each depends on.
    aborted: BTreeSet<InstanceId>,
    masters: BTreeMap<InstanceId, InstanceId>,
    /// Where callers of an entry may be sent on to.
    onward: BTreeMap<(InstanceId, EntryId), BTreeSet<Onward>>,
    /// The number that every caller of an entry hands over at a position; none, where they differ.
    arguments: BTreeMap<(InstanceId, EntryId, usize), Option<i64>>,
    /// The starters of a thread.
    starters: BTreeMap<InstanceId, BTreeSet<Option<InstanceId>>>,
    /// The groups of a thread, the innermost first.
    groups: BTreeMap<InstanceId, Vec<InstanceId>>,
    /// Threads that may end on their own, not only together with one of their groups.
    may_end_alone: BTreeSet<InstanceId>,
    /// A thread may be called by one that its groups do not count.
    has_outside_callers: bool,
}

impl<'p> ProgramFacts<'p> {
    /// No facts yet, but those that the program states.
    pub fn new(program: &'p Program, keep: &'p Keep) -> ProgramFacts<'p> {
        ProgramFacts {
            program,
            keep,
            code: FxHashMap::default(),
            reached: FxHashMap::default(),
            dispatch: FxHashMap::default(),
            instances: IndexVec::new(),
            born: FxHashMap::default(),
            codes: FxHashMap::default(),
            coded: Vec::new(),
            callers: FxHashMap::default(),
            constants: BTreeMap::new(),
            locks: FxHashSet::default(),
            raised: BTreeSet::new(),
            texts: Default::default(),
            lattice: Lattice::default(),
            flows: FxHashMap::default(),
            changed: false,
            crowd: super::widen::CROWD,
        }
    }

    /// The flat code of a method, unless it has no body.
    pub fn code(&mut self, id: MethodId) -> Option<Rc<Code>> {
        let method = &self.program.methods[id];
        let marked = !self.program.classes[method.class].library || method.name != "<init>";
        let marked = marked && self.keep.has(&method.name);
        let lines = &self.keep.lines;
        let make =
            || method.body.as_ref().map(|body| Rc::new(flatten(method, body, marked, lines)));
        self.code.entry(id).or_insert_with(make).clone()
    }

    /// The flat code of a method that was followed.
    pub fn flat(&self, id: MethodId) -> Option<&Code> {
        self.code.get(&id)?.as_deref()
    }

    /// Whether control can come from one instruction of a method to another, also by an error.
    pub fn leads_to(&mut self, method: MethodId, from: Pc, to: Pc) -> bool {
        let Some(code) = self.code(method) else { return true };
        let found = self.reached.entry((method, from)).or_insert_with(|| reached(&code, from));
        found.get(to as usize).copied().unwrap_or(true)
    }

    /// The object that this birth makes; the same in every iteration.
    pub fn instance(&mut self, birth: Birth, shape: Shape) -> InstanceId {
        if let Some(id) = self.born.get(&birth)
            && self.instances[*id].shape == shape
        {
            return *id;
        }
        let id = self.instances.push(Instance { shape, birth: birth.clone() });
        self.born.insert(birth, id);
        id
    }

    /// How many of the threads through which a thread came to be were made at this place.
    pub fn generations(
        &self,
        thread: Option<InstanceId>,
        place: Option<&(MethodId, crate::flat::Pc)>,
    ) -> usize {
        let mut count = 0;
        let mut at = thread;
        while let Some(id) = at {
            let Birth::Site { by, stack, .. } = &self.instances[id].birth else { break };
            count += usize::from(stack.last() == place);
            at = *by;
        }
        count
    }

    /// The one value of a field, once others can have its object.
    pub fn constant(&self, loc: Loc) -> Option<Value> {
        self.constants.get(&loc)?.0
    }

    /// Takes over what an iteration found out about fields. What was found to be different too often is not
    /// believed any more.
    pub fn believe(&mut self, found: &StableFields) {
        for (loc, (value, times)) in &mut self.constants {
            let now = found.get(*loc).filter(|_| *times < MOST_OPINIONS);
            if now != *value {
                *value = now;
                *times += 1;
                self.changed = true;
            }
        }
        for (loc, value) in found.iter() {
            if let Entry::Vacant(entry) = self.constants.entry(loc) {
                entry.insert((Some(value), 0));
                self.changed = true;
            }
        }
        // A process that can have an object can have what is in its fields.
        let held: Vec<InstanceId> = self
            .constants
            .iter()
            .filter_map(|(loc, (value, _))| match (loc.owner(), value) {
                (Some(owner), Some(Value::Object(id))) => {
                    self.lattice.escaped.contains(&owner).then_some(*id)
                }
                _ => None,
            })
            .collect();
        held.into_iter().for_each(|id| self.escape(id));
    }

    /// Notes that the monitors of these objects are held.
    pub fn note_locks<'l>(&mut self, held: impl Iterator<Item = &'l InstanceId>) {
        self.locks.extend(held);
    }

    /// Whether the monitor of the object is held at some time.
    pub fn is_lock(&self, object: InstanceId) -> bool {
        self.locks.contains(&object)
    }

    /// Notes that an error object is raised.
    pub fn raised(&mut self, error: InstanceId) {
        self.raised.insert(error);
    }

    /// Whether an error object is raised, or made by a method that raises what it makes.
    pub fn is_raised(&self, error: InstanceId) -> bool {
        let made_in = match &self.instances[error].birth {
            Birth::Site { stack, .. } => stack.last().map(|(method, _)| *method),
            _ => None,
        };
        self.raised.contains(&error) || made_in.is_some_and(|method| self.is_raiser(method))
    }

    /// Whether a method throws the errors that instructions raise.
    pub fn is_raiser(&self, method: MethodId) -> bool {
        self.program.roles.raisers.iter().any(|(_, raiser)| *raiser == method)
    }

    /// The object that stands for a class.
    pub fn class_object(&mut self, class: ClassId) -> InstanceId {
        let roles = &self.program.roles;
        let shape = Shape::Object(roles.class.or(roles.object).unwrap_or(class));
        self.instance(Birth::Class(class), shape)
    }

    /// The class of an object; arrays are of the class of all objects.
    pub fn class_of(&self, id: InstanceId) -> Option<ClassId> {
        match self.instances[id].shape {
            Shape::Object(class) => Some(class),
            Shape::Array { .. } => self.program.roles.object,
        }
    }

    /// Whether a class is another one, or inherits from it.
    pub fn is_a(&self, class: ClassId, wanted: ClassId) -> bool {
        class == wanted
            || self.program.classes[class].parents.iter().any(|parent| self.is_a(*parent, wanted))
    }

    /// The method that a call with this selector reaches on an object of the class.
    pub fn dispatch(&mut self, class: ClassId, selector: &str) -> Option<MethodId> {
        if let Some(found) = self.dispatch.get(&(class, selector.to_string())) {
            return *found;
        }
        let found = self.find(class, selector, true).or_else(|| self.find(class, selector, false));
        self.dispatch.insert((class, selector.to_string()), found);
        found
    }

    fn find(&self, class: ClassId, selector: &str, with_body: bool) -> Option<MethodId> {
        let methods = &self.program.methods;
        let fits = |id: &&MethodId| {
            let method = &methods[**id];
            method.selector == selector
                && !method.is_static
                && (method.body.is_some() || !with_body)
        };
        let own = self.program.classes[class].methods.iter().find(fits);
        own.copied().or_else(|| {
            let parents = &self.program.classes[class].parents;
            parents.iter().find_map(|parent| self.find(*parent, selector, with_body))
        })
    }

    /// The type of the values that a place holds.
    pub fn field_type(&self, loc: Loc) -> Type {
        match loc {
            Loc::Static(field) | Loc::Field(_, field) => self.program.fields[field].ty,
            Loc::Progress(_) => Type::BYTE,
            Loc::Exited => Type::Bool,
            Loc::Counter(_) => Type::SHORT,
            Loc::Rest(_) => Type::INT,
            Loc::Element(array, _) => match self.instances[array].shape {
                Shape::Array { element, .. } => element,
                Shape::Object(_) => Type::Reference,
            },
        }
    }

    /// What a place holds before the first process assigns to it.
    pub fn zero(&self, loc: Loc) -> Value {
        let constant = match loc {
            Loc::Static(field) => self.program.fields[field].constant,
            _ => None,
        };
        match constant {
            Some(Operand::Int(number)) => Value::Int(number),
            Some(Operand::Float(bits)) => Value::Float(bits),
            _ => Value::zero(self.field_type(loc)),
        }
    }

    /// Whether nothing reads a place before it was written.
    pub fn is_late(&self, loc: Loc) -> bool {
        matches!(loc, Loc::Field(_, field) if self.program.fields[field].late)
    }

    /// The number that stands for a reference in the state.
    pub fn reference(&mut self, target: Target) -> i64 {
        if target == Target::Null {
            return 0;
        }
        if let Some(code) = self.codes.get(&target) {
            return *code;
        }
        self.coded.push(target);
        let code = self.coded.len() as i64;
        self.codes.insert(target, code);
        code
    }

    /// The number that stands for a known value in the state.
    pub fn number(&mut self, value: Value) -> i64 {
        match value {
            Value::Int(number) => number,
            Value::Float(bits) => bits as i64,
            Value::Boxed(Boxed { kind, origin, number }) => {
                trine_system::boxed::put(kind, origin, number)
            }
            Value::Object(id) => self.reference(Target::Object(id)),
            Value::String(string) => self.reference(Target::String(string)),
            Value::Opaque => self.reference(Target::Opaque),
            // Inputs are decided before they are stored.
            Value::Null | Value::Undefined | Value::Slot | Value::Number(_) | Value::Input(_) => 0,
        }
    }

    /// Whether a specification may speak of a place.
    pub fn is_kept(&self, loc: Loc) -> bool {
        match loc {
            Loc::Static(field) | Loc::Field(_, field) => {
                let field = &self.program.fields[field];
                !self.program.classes[field.class].library && self.keep.has_field(&field.name)
            }
            Loc::Element(..) | Loc::Progress(_) | Loc::Exited | Loc::Counter(_) | Loc::Rest(_) => {
                false
            }
        }
    }

    /// Whether a place is kept in the state.
    pub fn is_shared(&self, loc: Loc) -> bool {
        self.is_kept(loc) || self.lattice.shared.contains(&loc.whole())
    }

    /// How many places are known to be shared so far.
    pub fn shared(&self) -> usize {
        self.lattice.shared.len()
    }

    /// Keeps a place in the state from the next iteration on.
    pub fn share(&mut self, loc: Loc) {
        self.changed |= self.lattice.shared.insert(loc.whole());
    }

    /// Whether a process keeps a variable in the state. `open`: the state has decided something before. While
    /// there is only one way on, little is gained by not knowing.
    pub fn is_dynamic(
        &self,
        by: Option<InstanceId>,
        method: MethodId,
        var: VarId,
        open: bool,
    ) -> bool {
        let has = |open: bool| self.lattice.dynamic.contains(&(by, method, var, open));
        has(false) || open && has(true)
    }

    /// Keeps a variable in the state; with `open`, only after the state has decided something.
    pub fn make_dynamic(
        &mut self,
        by: Option<InstanceId>,
        method: MethodId,
        var: VarId,
        open: bool,
    ) {
        self.changed |= self.lattice.dynamic.insert((by, method, var, open));
    }

    /// What a holder may refer to.
    pub fn targets(&self, holder: Holder) -> BTreeSet<Target> {
        self.lattice.targets.get(&holder).map_or(BTreeSet::new(), |targets| targets.all.clone())
    }

    /// What a holder holds, where that can be only one thing.
    pub fn only_target(&self, holder: Holder) -> Option<Target> {
        let targets = &self.lattice.targets.get(&holder)?.all;
        targets.first().copied().filter(|_| targets.len() == 1)
    }

    /// Whether a variable of a method can hold boxed numbers, wherever the method is called.
    pub fn holds_numbers(&self, thread: Option<InstanceId>, method: MethodId, var: VarId) -> bool {
        self.may_hold_one(thread, method, var, |target| matches!(target, Target::Number(_)))
    }

    /// Whether a variable of a method can hold this, wherever the method is called.
    pub fn may_hold(
        &self,
        thread: Option<InstanceId>,
        method: MethodId,
        var: VarId,
        target: Target,
    ) -> bool {
        self.may_hold_one(thread, method, var, |held| *held == target)
    }

    fn may_hold_one(
        &self,
        thread: Option<InstanceId>,
        method: MethodId,
        var: VarId,
        is_meant: impl Fn(&Target) -> bool,
    ) -> bool {
        let at = |callers: u32| Holder::Slot(thread, method, var, CallersId(callers));
        let mut all = self.lattice.targets.range(at(0)..=at(u32::MAX));
        all.any(|(_, targets)| targets.all.iter().any(&is_meant))
    }

    /// The number of a list of calls.
    pub fn callers(&mut self, stack: Stack) -> CallersId {
        let next = CallersId(self.callers.len() as u32);
        *self.callers.entry(stack).or_insert(next)
    }

    /// Notes that a holder may refer to this.
    pub fn add_target(&mut self, holder: Holder, target: Target) {
        let targets = self.lattice.targets.entry(holder).or_default();
        if targets.all.insert(target) {
            targets.order.push(target);
            self.changed = true;
        }
    }

    /// What one holds, the other may hold.
    pub fn flow(&mut self, from: Holder, to: Holder) {
        // What was passed on before need not be looked at again.
        let order = self.lattice.targets.get(&from).map_or(&[][..], |targets| &targets.order);
        let passed = self.flows.insert((from, to), order.len()).unwrap_or(0);
        let new: Vec<Target> = order[passed..].to_vec();
        for target in new {
            self.add_target(to, target);
        }
    }

    /// Notes something that library models ask for elsewhere.
    pub fn note(&mut self, what: StringId) {
        self.changed |= self.lattice.notes.insert(what);
    }

    /// Whether library models have noted this.
    pub fn is_noted(&self, what: StringId) -> bool {
        self.lattice.notes.contains(&what)
    }

    /// The class of boxes of a kind.
    pub fn box_class(&self, kind: u8) -> Option<ClassId> {
        self.program.roles.boxes.get(usize::from(kind)).map(|known| known.class)
    }

    /// Whether threads initialise the class when they first use it.
    pub fn is_lazy(&self, class: ClassId) -> bool {
        self.lattice.lazy.contains(&class)
    }

    /// Notes that a thread is started before and after a class is initialised.
    pub fn unclear_class(&mut self, thread: InstanceId, class: ClassId) {
        self.changed |= self.lattice.unclear_classes.insert((thread, class));
    }

    /// The classes of which a thread cannot tell at its start whether they are initialised.
    pub fn unclear_classes(&self, thread: InstanceId) -> impl Iterator<Item = ClassId> {
        let unclear = self.lattice.unclear_classes.iter().filter(move |(of, _)| *of == thread);
        unclear.map(|(_, class)| *class)
    }

    /// Lets threads initialise the class when they first use it.
    pub fn initialise_lazily(&mut self, class: ClassId) {
        self.changed |= self.lattice.lazy.insert(class);
    }
}

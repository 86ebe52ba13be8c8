//! May-effects of code: what a thread may still touch, from where it is to its end.
//!
//! For each instruction: the fields that it may read and write, the classes that it uses, the monitors and threads that
//! it asks for. Of a method these are summed up over the call graph, to a fixpoint; of a thread, over what is ahead of it
//! in each of its frames. An access to an object whose own monitor is certainly held there (a forward must-analysis) is
//! *guarded*: it cannot happen while another thread holds that monitor. What a method does to its own receiver is kept
//! apart, so that a caller that holds the receiver's monitor guards it, too.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::cannot_happen;

use super::call_graph::CallGraph;
use super::held::Held;
use crate::flat::{Code, Op, successors};
use crate::interpret::{Machine, Thread};
use crate::program::*;

/// A set of effects. A byte for each field, then a bit for each use of a class, each lock of one, and [`Flag`]s.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Effects(Vec<u64>);

/// The bits of the byte of a field.
const READ: u64 = 1;
const WRITE: u64 = 2;
const GUARDED_READ: u64 = 4;
const GUARDED_WRITE: u64 = 8;
const RECEIVER_BITS: u64 = 0x3030_3030_3030_3030;
/// From a guarded access to one that is not, and from one to the receiver to a guarded one.
const SHIFT: u32 = 2;

/// Effects that are about no field and no class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    ReadsElements,
    WritesElements,
    /// Takes a monitor.
    Locks,
    /// Asks whether a monitor is held, or how many wait.
    LooksAtMonitors,
    Notifies,
    /// Asks whether a thread was started or has ended.
    LooksAtThreads,
    Joins,
    Starts,
    /// Gives a monitor back that the code around it may hold.
    Exits,
    /// Looks whether the executing thread was interrupted, and forgets it.
    MayBeInterrupted,
}

const FLAGS: usize = 10;

impl Effects {
    /// Adds what the other effects touch.
    pub fn add(&mut self, other: &Effects) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn set(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    fn has(&self, bit: usize) -> bool {
        self.0.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    fn field(&self, field: FieldId) -> u64 {
        let at = field.0 as usize;
        self.0.get(at / 8).map_or(0, |word| word >> (8 * (at % 8)) & 0xff)
    }
}

/// How a receiver is known to its caller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Other,
    /// The caller holds its monitor.
    Guarded,
    /// It is the caller's own.
    Same,
}

/// The effects of all methods of a program.
pub struct Summaries<'s, 'p> {
    machine: &'s Machine<'p>,
    graph: RefCell<CallGraph>,
    /// Of whole methods.
    methods: BTreeMap<MethodId, Effects>,
    /// What errors, and the last words of threads, may do anywhere.
    everywhere: Effects,
    /// By method: of what is ahead at each position.
    ahead: RefCell<FxHashMap<MethodId, Rc<Vec<Effects>>>>,
    field_words: usize,
}

impl<'s, 'p> Summaries<'s, 'p> {
    /// The effects of every method of the call graph, as a least fixpoint.
    pub fn of(machine: &'s Machine<'p>) -> Summaries<'s, 'p> {
        let graph = CallGraph::of(machine);
        let field_words = machine.program.fields.len().div_ceil(8);
        let mut all = Summaries {
            machine,
            methods: BTreeMap::new(),
            graph: RefCell::new(graph),
            everywhere: Effects::default(),
            ahead: RefCell::default(),
            field_words,
        };
        let nothing = all.nothing();
        let methods = all.graph.borrow().methods.clone();
        all.methods = methods.into_iter().map(|method| (method, nothing.clone())).collect();
        all.solve();
        let roles = &machine.program.roles;
        let mut everywhere = all.nothing();
        for (_, raiser) in &roles.raisers {
            everywhere.add(&all.called(*raiser, Receiver::Other));
        }
        if let Some(last) = &roles.last_words {
            let mut graph = all.graph.borrow_mut();
            let mut methods = graph.targets(machine, &last.thread, None);
            methods.extend(last.main);
            drop(graph);
            for method in methods {
                everywhere.add(&all.called(method, Receiver::Other));
            }
        }
        all.everywhere = everywhere;
        all
    }

    fn nothing(&self) -> Effects {
        let classes = self.machine.program.classes.len();
        Effects(vec![0; self.field_words + (2 * classes + FLAGS).div_ceil(64)])
    }

    /// The effects of every method, to a fixpoint: one whose callee has more is looked at again.
    fn solve(&mut self) {
        let mut callers: BTreeMap<MethodId, BTreeSet<MethodId>> = BTreeMap::new();
        let methods: Vec<MethodId> = self.methods.keys().copied().collect();
        for method in &methods {
            let Some(code) = self.machine.code(*method) else { continue };
            for (op, _) in &code.ops {
                for callee in self.callees(op) {
                    callers.entry(callee).or_default().insert(*method);
                }
            }
        }
        let mut open: BTreeSet<MethodId> = methods.into_iter().collect();
        while let Some(method) = open.pop_last() {
            let mut effects = self.nothing();
            if let Some(code) = self.machine.code(method) {
                let held = self.held(method, code);
                for pc in 0..code.ops.len() {
                    effects.add(&self.effects_at(method, code, &held, pc));
                }
            }
            if self.methods.get(&method) != Some(&effects) {
                self.methods.insert(method, effects);
                open.extend(callers.get(&method).into_iter().flatten());
            }
        }
    }

    fn callees(&self, op: &Op) -> Vec<MethodId> {
        let mut graph = self.graph.borrow_mut();
        match op {
            Op::Call { callee, .. } => graph.callees(self.machine, callee),
            Op::Do { operation: Operation::Start, .. } => graph.bodies(self.machine),
            _ => Vec::new(),
        }
    }

    /// The monitors that are certainly held at each position. A call that may give back what its caller holds ends that.
    fn held(&self, method: MethodId, code: &Code) -> Held {
        let exits = |op: &Op| {
            let callees = self.callees(op).into_iter();
            callees.into_iter().any(|callee| {
                self.methods.get(&callee).is_some_and(|of| of.has(self.flag(Flag::Exits)))
            })
        };
        Held::of(code, &self.machine.program.methods[method], &exits)
    }

    /// What an instruction may do, with all that it calls.
    fn effects_at(&self, method: MethodId, code: &Code, held: &Held, pc: usize) -> Effects {
        let mut effects = self.nothing();
        let op = &code.ops[pc].0;
        let own = held.receiver;
        let known = |operand: Option<&Operand>| match operand {
            Some(Operand::Var(var)) if held.holds(pc, *var) => Receiver::Guarded,
            Some(Operand::Var(var)) if Some(*var) == own => Receiver::Same,
            _ => Receiver::Other,
        };
        self.own_effects(op, &known, held, pc, &mut effects);
        match op {
            Op::Call { callee, arguments, .. } => {
                let receiver = known(arguments.first());
                for callee in self.callees(op) {
                    let is_static = self.machine.program.methods[callee].is_static;
                    let receiver = if is_static { Receiver::Other } else { receiver };
                    effects.add(&self.called(callee, receiver));
                }
                if let Callee::Exact(of) = callee
                    && self.machine.program.methods[*of].is_static
                {
                    self.uses(self.machine.program.methods[*of].class, &mut effects);
                }
            }
            Op::Do { operation: Operation::Start, .. } => {
                for body in self.callees(op) {
                    effects.add(&self.called(body, Receiver::Other));
                }
            }
            // What the others do is their own.
            _ => {}
        }
        if pc == 0
            && self.machine.program.classes[self.machine.program.methods[method].class].initializer
                == Some(method)
        {
            let class = self.machine.program.methods[method].class;
            for first in self.machine.program.initialised_first(class) {
                self.uses(*first, &mut effects);
            }
        }
        effects
    }

    /// The effects of a call, as its caller has them.
    fn called(&self, callee: MethodId, receiver: Receiver) -> Effects {
        let Some(known) = self.methods.get(&callee) else { return self.nothing() };
        let mut effects = known.clone();
        if receiver == Receiver::Same {
            return effects;
        }
        let by = if receiver == Receiver::Guarded { SHIFT } else { 2 * SHIFT };
        for word in &mut effects.0[..self.field_words] {
            let own = *word & RECEIVER_BITS;
            *word = *word & !RECEIVER_BITS | own >> by;
        }
        effects
    }

    fn own_effects(
        &self,
        op: &Op,
        known: &dyn Fn(Option<&Operand>) -> Receiver,
        held: &Held,
        pc: usize,
        effects: &mut Effects,
    ) {
        match op {
            Op::Load(_, access) => self.access(access, false, known, held, pc, effects),
            Op::Store(access, _) => {
                self.access(access, true, known, held, pc, effects);
                if let Access::Field(_, field) | Access::Static(field) = access
                    && self.machine.program.fields[*field].volatile_elements
                {
                    effects.set(self.flag(Flag::WritesElements));
                }
            }
            Op::New { class, .. } => self.uses(*class, effects),
            Op::Await(condition) => self.condition(condition, known, held, pc, effects),
            Op::Do { operation, arguments, .. } => {
                self.operation(*operation, arguments.first(), effects);
            }
            // A monitor that is given back is looked at by `held`, and what meets is in the footprint of the step.
            Op::Release(_) | Op::Meet(_) => {}
            Op::Set(..)
            | Op::NewArray { .. }
            | Op::Length(..)
            | Op::InstanceOf { .. }
            | Op::Cast { .. }
            | Op::Call { .. }
            | Op::Branch { .. }
            | Op::Jump(_)
            | Op::Return(_)
            | Op::Throw(_)
            | Op::Assert(..)
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Unmodelled { .. }
            | Op::Print(_)
            | Op::Assume(_)
            | Op::Label(_)
            | Op::Reached
            | Op::Enters(_)
            | Op::Exits(_) => {}
            Op::Allocate { .. }
            | Op::Free(_)
            | Op::EndLife(_)
            | Op::Copy { .. }
            | Op::Fill { .. } => super::ample::no_memory(),
        }
    }

    fn access(
        &self,
        access: &Access,
        write: bool,
        known: &dyn Fn(Option<&Operand>) -> Receiver,
        held: &Held,
        pc: usize,
        effects: &mut Effects,
    ) {
        let (field, receiver) = match access {
            Access::Element(..) => {
                let flag = if write { Flag::WritesElements } else { Flag::ReadsElements };
                return effects.set(self.flag(flag));
            }
            Access::Memory { .. } => super::ample::no_memory(),
            Access::Field(object, field) => (*field, known(Some(object))),
            Access::Static(field) => {
                let class = self.machine.program.fields[*field].class;
                self.uses(class, effects);
                let guarded = held.holds_class(pc, class);
                (*field, if guarded { Receiver::Guarded } else { Receiver::Other })
            }
        };
        self.touch(field, write, receiver, effects);
    }

    fn touch(&self, field: FieldId, write: bool, receiver: Receiver, effects: &mut Effects) {
        let kind = match receiver {
            Receiver::Other => 0,
            Receiver::Guarded => 2,
            Receiver::Same => 4,
        };
        effects.set(8 * field.0 as usize + kind + usize::from(write));
    }

    fn condition(
        &self,
        condition: &Condition,
        known: &dyn Fn(Option<&Operand>) -> Receiver,
        held: &Held,
        pc: usize,
        effects: &mut Effects,
    ) {
        match condition {
            Condition::Load(access) => self.access(access, false, known, held, pc, effects),
            Condition::Unary(_, _, inner) => self.condition(inner, known, held, pc, effects),
            Condition::Binary(_, _, left, right) => {
                self.condition(left, known, held, pc, effects);
                self.condition(right, known, held, pc, effects);
            }
            Condition::Held(_) | Condition::Waiting(_) => {
                effects.set(self.flag(Flag::LooksAtMonitors));
            }
            Condition::Started(_) | Condition::Ended(_) => {
                effects.set(self.flag(Flag::LooksAtThreads));
            }
            Condition::Operand(_) | Condition::Mine(_) | Condition::Length(_) => {}
        }
    }

    fn operation(&self, operation: Operation, object: Option<&Operand>, effects: &mut Effects) {
        let roles = &self.machine.program.roles;
        match operation {
            Operation::Sleep
            | Operation::TimedJoin
            | Operation::Interrupted
            | Operation::Wait
            | Operation::TimedWait
            | Operation::WaitDeaf
            | Operation::Join => {
                effects.set(self.flag(Flag::MayBeInterrupted));
            }
            Operation::Interrupt => {
                let flag = roles.interrupted.iter();
                flag.for_each(|flag| self.touch(*flag, true, Receiver::Other, effects));
            }
            Operation::Start => {
                let flag = roles.daemon.iter();
                flag.for_each(|flag| self.touch(*flag, false, Receiver::Other, effects));
            }
            Operation::EnterOnce
            | Operation::WaitOn
            | Operation::TimedWaitOn
            | Operation::Signal
            | Operation::Broadcast
            | Operation::BlockSize => super::ample::no_memory(),
            Operation::Enter
            | Operation::Exit
            | Operation::TryEnter
            | Operation::HoldCount
            | Operation::Notify
            | Operation::NotifyAll
            | Operation::Abort
            | Operation::IsAbnormal
            | Operation::AbortPoint
            | Operation::Unwinding
            | Operation::MayWait
            | Operation::MayWaitFor
            | Operation::IsAlive
            | Operation::IsContended
            | Operation::CurrentThread
            | Operation::HandOver
            | Operation::Yield
            | Operation::Choose
            | Operation::Input
            | Operation::Moment
            | Operation::ExitProgram
            | Operation::MisuseMonitor
            | Operation::ReachError
            | Operation::BeginAtomic
            | Operation::EndAtomic => {}
        }
        match (operation, object) {
            (Operation::Enter | Operation::TryEnter, Some(Operand::Class(class))) => {
                effects.set(self.lock_of(*class));
            }
            (
                Operation::Enter
                | Operation::TryEnter
                | Operation::Wait
                | Operation::TimedWait
                | Operation::WaitDeaf,
                _,
            ) => effects.set(self.flag(Flag::Locks)),
            (Operation::Notify | Operation::NotifyAll, _) => effects.set(self.flag(Flag::Notifies)),
            (Operation::Exit, _) => effects.set(self.flag(Flag::Exits)),
            (Operation::Start, _) => effects.set(self.flag(Flag::Starts)),
            (Operation::Join, _) => effects.set(self.flag(Flag::Joins)),
            (Operation::IsAlive, _) => effects.set(self.flag(Flag::LooksAtThreads)),
            _ => {}
        }
        if operation == Operation::TryEnter {
            effects.set(self.flag(Flag::LooksAtMonitors));
        }
    }

    /// A class is used, and with it what is initialised before it.
    fn uses(&self, class: ClassId, effects: &mut Effects) {
        let bit = self.use_of(class);
        if effects.has(bit) {
            return;
        }
        effects.set(bit);
        for first in self.machine.program.initialised_first(class) {
            self.uses(*first, effects);
        }
    }

    fn use_of(&self, class: ClassId) -> usize {
        64 * self.field_words + class.0 as usize
    }

    fn lock_of(&self, class: ClassId) -> usize {
        self.use_of(class) + self.machine.program.classes.len()
    }

    fn flag(&self, flag: Flag) -> usize {
        64 * self.field_words + 2 * self.machine.program.classes.len() + flag as usize
    }

    /// What is ahead at each position of a method.
    fn ahead(&self, method: MethodId) -> Rc<Vec<Effects>> {
        if let Some(known) = self.ahead.borrow().get(&method) {
            return known.clone();
        }
        let mut ahead = Vec::new();
        if let Some(code) = self.machine.code(method) {
            let held = self.held(method, code);
            ahead = (0..code.ops.len())
                .map(|pc| {
                    let mut own = self.effects_at(method, code, &held, pc);
                    // Whether the monitor of the receiver is held by a caller is not known here.
                    for word in &mut own.0[..self.field_words] {
                        *word = *word & !RECEIVER_BITS | (*word & RECEIVER_BITS) >> (2 * SHIFT);
                    }
                    own
                })
                .collect();
            sum_up(code, &mut ahead);
        }
        let ahead = Rc::new(ahead);
        self.ahead.borrow_mut().insert(method, ahead.clone());
        ahead
    }

    /// What a thread may still do.
    pub fn of_thread(&self, thread: &Thread) -> Effects {
        let mut effects = self.everywhere.clone();
        if thread.has_ended() {
            return effects;
        }
        let mut returns = false;
        let known = |method: MethodId| self.methods.contains_key(&method);
        for frame in thread.frames.iter().rev() {
            if !known(frame.method) {
                cannot_happen!("{} is executed, and is not in the call graph", frame.method)
            }
            // An error of the callee is raised at the instruction before.
            let pc = (frame.pc as usize).saturating_sub(usize::from(returns));
            if let Some(ahead) = self.ahead(frame.method).get(pc) {
                effects.add(ahead);
            }
            returns = matches!(frame.call, crate::interpret::Call::After(_));
        }
        effects
    }

    /// What the initialiser of a class may do.
    pub fn of_initialiser(&self, class: ClassId) -> Option<Effects> {
        let method = self.machine.program.classes[class].initializer?;
        Some(self.called(method, Receiver::Other))
    }

    /// The classes that are used.
    pub fn used<'e>(&'e self, effects: &'e Effects) -> impl Iterator<Item = ClassId> + 'e {
        let classes = self.machine.program.classes.ids();
        classes.filter(|class| effects.has(self.use_of(*class)))
    }

    /// Whether the class may be used, which initialises it.
    pub fn is_used(&self, effects: &Effects, class: ClassId) -> bool {
        effects.has(self.use_of(class))
    }

    /// Whether the monitor of the class may be locked.
    pub fn locks_class(&self, effects: &Effects, class: ClassId) -> bool {
        effects.has(self.lock_of(class))
    }

    /// Whether one of the effects that have no object may happen.
    pub fn does(&self, effects: &Effects, flag: Flag) -> bool {
        effects.has(self.flag(flag))
    }

    /// Whether a field may be read at all.
    pub fn reads(&self, effects: &Effects, field: FieldId) -> bool {
        effects.field(field) & (READ | GUARDED_READ) != 0
    }

    /// Whether an access to a field conflicts with what is done there. `guarded`: by one that holds the monitor.
    pub fn conflicts(&self, effects: &Effects, field: FieldId, write: bool, guarded: bool) -> bool {
        let mut bits = WRITE;
        if write {
            bits |= READ;
        }
        if !guarded {
            bits |= GUARDED_WRITE;
            if write {
                bits |= GUARDED_READ;
            }
        }
        effects.field(field) & bits != 0
    }
}

/// Adds to each position what is ahead of it, to a fixpoint.
fn sum_up(code: &Code, ahead: &mut [Effects]) {
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..code.ops.len()).rev() {
            let mut sum = ahead[pc].clone();
            for next in successors(&code.ops[pc].0, pc as u32) {
                if let Some(other) = ahead.get(next as usize) {
                    sum.add(other);
                }
            }
            for region in code.regions.iter().filter(|region| region.covers(pc as u32)) {
                sum.add(&ahead[region.target as usize]);
            }
            if sum != ahead[pc] {
                ahead[pc] = sum;
                changed = true;
            }
        }
    }
}

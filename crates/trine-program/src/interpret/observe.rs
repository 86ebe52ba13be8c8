//! Events: what the interpreter tells of its instructions where a [`Watch`](crate::events::Watch) asks for it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::heap::Place;
use super::run::Run;
use super::thread::Call;
use super::value::{ObjectId, Value};
use crate::events::{Act, Occurrence, Scene, Subject};
use crate::flat::{Op, operands};
use crate::program::*;

/// Objects to which something happens, by the paths that do not lead to them.
type Acted = BTreeSet<(u32, ObjectId)>;

/// So many instructions ahead it is looked for what will hold a new object.
const LOOK_AHEAD: usize = 60;

impl Run<'_, '_> {
    /// Whether the next instruction of the thread can be an event, and so is a step of its own.
    pub fn is_watched(&self, op: &Op) -> bool {
        let Some(watch) = &self.machine.watch else { return false };
        let frames = &self.thread().frames;
        let Some((frame, outer)) = frames.split_last() else { return false };
        // What is told of a result that comes back is told where the callee returns.
        if let (Op::Return(_), Call::After(Some(into))) = (op, frame.call)
            && let Some(caller) = outer.last()
        {
            return watch.assigns_variable(self.machine.program, caller.method, into);
        }
        if let Op::Enters(_) = op
            && !watch.wants(Act::Enter)
        {
            return watch.wants(Act::Begin) && outer.is_empty();
        }
        // Which function a pointer leads to is known here.
        if let Op::Call { callee: Callee::Pointer(function), .. } = op
            && let Value::Function(method) = self.operand(*function)
        {
            return watch.calls(self.machine.program, method);
        }
        let sets = operands(op, &mut Vec::new());
        let sets = sets.filter(|_| !matches!(op, Op::Call { .. } | Op::Allocate { .. }));
        watch.may_name(self.machine.program, op)
            || sets
                .is_some_and(|var| watch.assigns_variable(self.machine.program, frame.method, var))
            || self.accesses_watched(op)
    }

    /// Whether an instruction accesses memory that a pattern names now.
    fn accesses_watched(&self, op: &Op) -> bool {
        let Some(watch) = &self.machine.watch else { return false };
        let named = |act: Act, place: Place| {
            let acted = RefCell::default();
            watch.wants(act) && self.scene(&acted).is_some_and(|scene| scene.may_access(act, place))
        };
        match op {
            Op::Load(_, access @ Access::Memory { .. }) => {
                self.place_of(*access).is_some_and(|place| named(Act::Read, place))
            }
            Op::Store(access @ Access::Memory { .. }, _) => {
                self.place_of(*access).is_some_and(|place| named(Act::Assign, place))
            }
            Op::Copy { .. } | Op::Fill { .. } => self.touched(op).into_iter().any(|intent| {
                named(if intent.writes { Act::Assign } else { Act::Read }, intent.place)
            }),
            _ => false,
        }
    }

    fn place_of(&self, access: Access) -> Option<Place> {
        let operands = self.access_operands(access);
        self.machine.place(&self.state, access, &operands).ok()
    }

    fn scene<'s>(&'s self, acted: &'s RefCell<Acted>) -> Option<Scene<'s, 's>> {
        let watch = self.machine.watch.as_ref()?;
        Some(Scene { machine: self.machine, watch, state: &self.state, me: self.me, acted })
    }

    /// Something happens that may be an event.
    pub fn occurs(&mut self, act: Act, subject: Subject<'_>) {
        if !self.machine.watch.as_ref().is_some_and(|watch| watch.wants(act)) {
            return;
        }
        self.told = true;
        let acted = RefCell::default();
        let found = match self.scene(&acted) {
            Some(scene) => scene.events(Occurrence { act, subject }),
            None => return,
        };
        match found {
            Ok(events) if events.is_empty() => {}
            Ok(events) => self.events.push(events),
            Err(why) => self.is_unclear(why),
        }
        let acted: Acted = acted.into_inner();
        if acted.iter().any(|one| !self.state.names.acted.contains(one)) {
            Rc::make_mut(&mut self.state.names).acted.extend(acted);
        }
    }

    fn is_unclear(&mut self, why: String) {
        self.unclear.get_or_insert(why);
    }

    /// The first moment of a body, which may be that of a thread.
    pub fn enters(&mut self, receiver: Option<VarId>) {
        if self.thread().frames.len() == 1 {
            self.occurs(Act::Begin, Subject::Nothing);
        }
        self.body_moment(Act::Enter, receiver);
        self.next();
    }

    /// The first or the last moment of the body of a method.
    pub fn body_moment(&mut self, act: Act, receiver: Option<VarId>) {
        let Some(method) = self.thread().top().map(|frame| frame.method) else { return };
        let receiver = receiver.map(|receiver| self.operand(Operand::Var(receiver)));
        self.occurs(act, Subject::Method(method, receiver.as_slice()));
    }

    /// A variable of a method has got a value.
    pub fn observe_variable(&mut self, var: VarId, value: Value) {
        let Some(watch) = &self.machine.watch else { return };
        let Some(frame) = self.thread().top() else { return };
        let (program, method) = (self.machine.program, frame.method);
        let library = program.classes[program.methods[method].class].library;
        if library || program.methods[method].vars.get(var).is_none_or(|var| var.temporary) {
            return;
        }
        // The value that a declaration gives is no assignment.
        let declared = program.methods[method].vars.get(var).and_then(|var| var.span);
        let here = self.span();
        let initial = declared.zip(here).is_some_and(|(declared, here)| {
            (declared.file, declared.start) == (here.file, here.start)
        });
        if !initial && watch.assigns_variable(program, method, var) {
            self.occurs(Act::Assign, Subject::Local(method, var, value));
        }
        self.hold_in_variable(method, var, value);
    }

    /// A variable holds an object: it may be its name.
    pub fn hold_in_variable(&mut self, method: MethodId, var: VarId, value: Value) {
        let (Some(watch), Value::Object(_)) = (&self.machine.watch, value) else { return };
        let declared = &self.machine.program.methods[method];
        let library = self.machine.program.classes[declared.class].library;
        let receiver = !declared.is_static && declared.parameters.first() == Some(&var);
        let Some(named) = declared.vars.get(var).filter(|var| !var.temporary) else { return };
        if !library && !receiver && watch.changes(&self.state.names, &named.name, value) {
            let mut names = (*self.state.names).clone();
            let bound = watch.bind(&mut names, &named.name, value);
            self.rename(names, bound);
        }
    }

    /// A place holds an object.
    pub fn hold_in_place(&mut self, place: Place, value: Value) {
        let (Some(watch), Value::Object(object)) = (&self.machine.watch, value) else { return };
        if !watch.names_objects() {
            return;
        }
        let program = self.machine.program;
        let mut names = (*self.state.names).clone();
        names.pending.retain(|(of, at)| (*of, *at) != (object, place));
        let bound = match place {
            Place::Static(field) => {
                watch.bind(&mut names, &static_name(program, &program.fields[field]), value)
            }
            Place::Field(_, field) if program.classes[program.fields[field].class].library => {
                Ok(())
            }
            Place::Field(..) | Place::Element(..) => {
                names.unnamed.remove(&object);
                Ok(())
            }
            Place::Memory(..) => Ok(()),
        };
        self.rename(names, bound);
    }

    /// An object was made by the instruction before the present one, into this variable.
    pub fn observe_new(&mut self, into: VarId, value: Value) {
        let (Some(watch), Value::Object(object)) = (&self.machine.watch, value) else { return };
        if !watch.names_objects() {
            return;
        }
        let mut names = (*self.state.names).clone();
        names.unnamed.insert(object);
        self.rename(names, Ok(()));
        match self.destination(into) {
            Some(Destination::Variable(method, var)) => self.hold_in_variable(method, var, value),
            Some(Destination::Place(Place::Static(field))) => {
                self.hold_in_place(Place::Static(field), value);
            }
            Some(Destination::Place(place)) => {
                let mut names = (*self.state.names).clone();
                names.unnamed.remove(&object);
                names.pending.push((object, place));
                self.rename(names, Ok(()));
            }
            None => {}
        }
    }

    fn rename(&mut self, names: crate::events::Bindings, bound: Result<(), String>) {
        if let Err(why) = bound {
            self.is_unclear(why);
        }
        if names != *self.state.names {
            self.state.names = Rc::new(names);
        }
        if !self.state.names.acted.is_empty() {
            let acted = RefCell::default();
            let late = self.scene(&acted).and_then(|scene| scene.named_late());
            late.into_iter().for_each(|why| self.is_unclear(why));
        }
    }

    /// What will hold the object in a variable, as the code ahead shows.
    fn destination(&self, into: VarId) -> Option<Destination> {
        let (code, pc) = self.at()?;
        let method = self.thread().top()?.method;
        if self.machine.program.classes[self.machine.program.methods[method].class].library {
            return None;
        }
        let named = |var: VarId| {
            self.machine.program.methods[method].vars.get(var).is_some_and(|var| !var.temporary)
        };
        let mut copies = vec![into];
        if named(into) {
            return Some(Destination::Variable(method, into));
        }
        for (op, _) in code.ops.iter().skip(pc).take(LOOK_AHEAD) {
            match op {
                Op::Set(var, Expr::Operand(Operand::Var(from))) if copies.contains(from) => {
                    if named(*var) {
                        return Some(Destination::Variable(method, *var));
                    }
                    copies.push(*var);
                }
                Op::Store(access, Operand::Var(from)) if copies.contains(from) => {
                    return self.place_of(*access).map(Destination::Place);
                }
                Op::Jump(_) | Op::Branch { .. } | Op::Return(_) | Op::Throw(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// A thread is started by a pointer: it goes by the name of the variable that holds the pointer.
    pub fn observe_start(&mut self, thread: Value) {
        if self.machine.watch.is_none() || !self.machine.program.has_memory() {
            return;
        }
        let acted = RefCell::default();
        let found = match self.scene(&acted) {
            Some(scene) => scene.names_of_started(thread),
            None => return,
        };
        match found {
            Ok(paths) if paths.is_empty() => {}
            Ok(paths) => {
                let names = Rc::make_mut(&mut self.state.names);
                for path in paths {
                    if names.threads.len() <= path {
                        names.threads.resize(path + 1, Vec::new());
                    }
                    names.threads[path].push(thread);
                }
            }
            Err(why) => self.is_unclear(why),
        }
    }
}

/// What will hold an object.
enum Destination {
    Variable(MethodId, VarId),
    Place(Place),
}

/// A class without a name adds nothing to the names of its fields.
pub fn static_name(program: &Program, field: &Field) -> String {
    let class = &program.classes[field.class].name;
    match class.is_empty() {
        true => field.name.clone(),
        false => format!("{class}.{}", field.name),
    }
}

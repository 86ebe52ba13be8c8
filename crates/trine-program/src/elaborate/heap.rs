//! The heap: reading and writing the places of objects and arrays.

use std::rc::Rc;

use trine_system as sys;
use trine_system::{BinaryOp, Effect, Width};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, Source, binary, is_false, place};
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Shape, Value};
use crate::program::*;

/// A place that an instruction is about.
enum Found {
    At(Loc),
    /// An element of an array at an index that only the state knows.
    Somewhere(InstanceId, sys::Expr),
    /// Something has to happen first.
    First(StepResult),
}

impl Builder<'_, '_> {
    /// Finds the place of an access.
    fn find(&mut self, config: &AbstractState, access: Access) -> Found {
        let object = match access {
            Access::Static(field) => return Found::At(Loc::Static(field)),
            Access::Field(object, _) | Access::Element(object, _) => object,
            Access::Memory { .. } => super::no_memory(),
        };
        if let Some(next) = self.split(config, object) {
            return Found::First(next);
        }
        let owner = match self.value(config, object) {
            Value::Object(owner) => owner,
            Value::Null => return Found::First(self.raise(config.clone(), ErrorKind::Null)),
            _ => {
                let what = "an object that is not known is used";
                return Found::First(self.stop(config.clone(), what));
            }
        };
        let index = match access {
            Access::Field(_, field) => return Found::At(Loc::Field(owner, field)),
            Access::Element(_, index) => index,
            Access::Static(field) => return Found::At(Loc::Static(field)),
            Access::Memory { .. } => super::no_memory(),
        };
        let Shape::Array { length, .. } = self.facts.instances[owner].shape else {
            return Found::First(self.stop(config.clone(), "an object is used as an array"));
        };
        match self.val(config, index) {
            Binding::Static(Value::Int(index)) if (0..i64::from(length)).contains(&index) => {
                Found::At(Loc::Element(owner, index as u32))
            }
            Binding::Static(index @ Value::Int(_)) => {
                let about = [Binding::Static(index), Binding::Static(Value::Int(length.into()))];
                Found::First(self.raise_with(config.clone(), ErrorKind::Index, &about))
            }
            Binding::Static(_) => Found::First(self.stop(config.clone(), "an index is not known")),
            Binding::Dynamic(index, _) => {
                self.facts.share(Loc::Element(owner, 0));
                Found::Somewhere(owner, index)
            }
        }
    }

    /// The step that reads a place into a variable: silent where its value is static.
    pub fn load(&mut self, config: AbstractState, var: VarId, access: Access) -> StepResult {
        match self.find(&config, access) {
            Found::First(next) => next,
            Found::At(loc) => {
                let val = self.read(&config, loc);
                match val {
                    Binding::Static(_) => self.assigned(config, Some(var), val),
                    Binding::Dynamic(..) => {
                        let transition = self.transition(&config, Some(var), val);
                        StepResult::Branch(config, vec![transition])
                    }
                }
            }
            Found::Somewhere(array, index) => {
                let loc = Loc::Element(array, 0);
                self.iteration.touch(self.thread, loc, false, &config.started);
                let (inside, outside) = self.bounds(array, &index);
                let global = self.iteration.global(loc);
                let read = sys::Expr::Read(place(global, loc, Some(index)));
                let source = self.source(loc);
                let transition =
                    self.transition(&config, Some(var), Binding::Dynamic(read, source));
                let mut transitions = vec![transition.when(inside)];
                transitions.extend(self.raised(&config, ErrorKind::Index, Some(outside)));
                StepResult::Branch(config, opened(transitions))
            }
        }
    }

    /// The conditions under which an index is within an array, and outside of it.
    pub fn bounds(&mut self, array: InstanceId, index: &sys::Expr) -> (sys::Expr, sys::Expr) {
        let length = match self.facts.instances[array].shape {
            Shape::Array { length, .. } => i64::from(length),
            Shape::Object(_) => 0,
        };
        let low = binary(BinaryOp::GreaterEqual, Width::W64, index.clone(), sys::Expr::Const(0));
        let high = binary(BinaryOp::Less, Width::W64, index.clone(), sys::Expr::Const(length));
        let inside = binary(BinaryOp::And, Width::W64, low, high);
        (inside.clone(), is_false(inside))
    }

    /// What a reference in the state can be.
    fn source(&mut self, loc: Loc) -> Option<Source> {
        if self.facts.field_type(loc) != Type::Reference {
            return None;
        }
        let holder = Holder::Loc(loc.whole());
        let set = match (loc, loc.owner().map(|owner| self.facts.instances[owner].shape)) {
            (Loc::Element(array, _), Some(Shape::Array { length, .. })) => (0..length)
                .all(|index| self.iteration.initial.contains_key(&Loc::Element(array, index))),
            _ => self.iteration.initial.contains_key(&loc),
        };
        // Before the first assignment to it, it is null.
        if !set && !self.facts.is_late(loc) {
            self.hold_in(holder, Value::Null);
        }
        Some(Source::Held(holder))
    }

    /// What a place holds.
    pub fn read(&mut self, config: &AbstractState, loc: Loc) -> Binding {
        self.iteration.touch(self.thread, loc, false, &config.started);
        if !self.facts.is_shared(loc) {
            if let Some(value) = self.constant(config, loc) {
                return Binding::Static(value);
            }
            let mine = loc.owner().is_some_and(|owner| config.fresh.contains(owner));
            // What would follow if nothing wrote to it is not worth finding out.
            if !mine && self.iteration.others_wrote(self.facts, self.thread, loc) {
                self.facts.share(loc);
            }
        }
        if self.facts.is_shared(loc) && !config.prefix {
            let global = self.iteration.global(loc);
            return Binding::Dynamic(sys::Expr::Read(place(global, loc, None)), self.source(loc));
        }
        Binding::Static(config.heap.values.get(&loc).copied().unwrap_or(self.facts.zero(loc)))
    }

    /// The step that writes a place.
    pub fn store(&mut self, config: AbstractState, access: Access, value: Operand) -> StepResult {
        let found = self.find(&config, access);
        let val = self.val(&config, value);
        let (loc, index) = match found {
            Found::First(next) => return next,
            Found::At(loc) => (loc, None),
            Found::Somewhere(array, index) => (Loc::Element(array, 0), Some(index)),
        };
        if let (Loc::Element(array, _), Type::Reference) = (loc, self.facts.field_type(loc))
            && let Some(next) = self.refused(&config, array, index.as_ref(), value)
        {
            return next;
        }
        let mut to = config.clone();
        let checks = index.as_ref().and_then(|index| loc.owner().map(|a| self.bounds(a, index)));
        let effects = self.write(&mut to, loc, index, val);
        let mut transition = Transition::to(to.next());
        if effects.is_empty() && checks.is_none() {
            return StepResult::Silent(transition.to);
        }
        transition.effects = effects;
        let Some((inside, outside)) = checks else {
            return StepResult::Branch(config, vec![transition]);
        };
        let mut transitions = vec![transition.when(inside)];
        transitions.extend(self.raised(&config, ErrorKind::Index, Some(outside)));
        StepResult::Branch(config, opened(transitions))
    }

    /// Writes a place; what the state has to do for it.
    pub fn write(
        &mut self,
        config: &mut AbstractState,
        loc: Loc,
        index: Option<sys::Expr>,
        val: Binding,
    ) -> Vec<Effect> {
        self.is_written(config, loc);
        let object = match val {
            Binding::Static(Value::Object(object)) => Some(object),
            _ => None,
        };
        let effects = self.put(config, loc, index, val);
        object.into_iter().for_each(|object| self.publish(config, object));
        effects
    }

    fn put(
        &mut self,
        config: &mut AbstractState,
        loc: Loc,
        index: Option<sys::Expr>,
        val: Binding,
    ) -> Vec<Effect> {
        self.iteration.touch(self.thread, loc, true, &config.started);
        let ty = self.facts.field_type(loc);
        let val = match val {
            Binding::Static(value) => Binding::Static(value.cut(ty)),
            state => state,
        };
        if let Binding::Static(value) = val {
            self.suggest_loc(loc, value);
            self.exempt_from_races(loc, value);
        }
        let shared = self.facts.is_shared(loc);
        if let Binding::Static(value) = val
            && index.is_none()
            && (!shared || (config.prefix && !self.facts.is_kept(loc)))
        {
            // Points that know the same are equal: what holds zero is not listed.
            let zero = value == self.facts.zero(loc);
            if !zero || config.heap.values.contains_key(&loc) {
                let values = &mut Rc::make_mut(&mut config.heap).values;
                match zero {
                    true => values.remove(&loc),
                    false => values.insert(loc, value),
                };
            }
            return Vec::new();
        }
        if !shared {
            // Only the state knows the value, so the state has to keep it.
            self.facts.share(loc);
        }
        if ty == Type::Reference {
            self.flow(&val, Holder::Loc(loc.whole()));
        }
        let global = self.iteration.global(loc);
        let at = place(global, loc, index);
        match (ty, &val) {
            (Type::Bool | Type::Int { .. } | Type::Float, Binding::Static(Value::Opaque)) => {
                vec![Effect::Unmodelled("a value that is not known is stored".to_string())]
            }
            _ if is_planted(Mutant::LostWrite) => Vec::new(),
            (Type::Int { .. }, Binding::Static(Value::Int(number)))
                if is_planted(Mutant::WrongConstant) =>
            {
                vec![self.keep(at, &Binding::Static(Value::Int(number + 1)))]
            }
            _ => vec![self.keep(at, &val)],
        }
    }

    /// The elements of an array that belongs to a volatile field are as volatile. What merely can be
    /// reached through such a field, as a value in a container can, is not.
    fn exempt_from_races(&mut self, loc: Loc, value: Value) {
        let (Value::Object(id), Loc::Static(field) | Loc::Field(_, field)) = (value, loc) else {
            return;
        };
        let field = &self.facts.program.fields[field];
        let led_to = is_planted(Mutant::LibraryArraysExempt)
            && field.volatile
            && self.facts.program.classes[field.class].library;
        if field.volatile_elements || led_to {
            self.iteration.race_exempt_arrays.insert(id);
        }
    }

    /// The places of an object.
    pub fn places(&self, id: InstanceId) -> Vec<Loc> {
        match self.facts.instances[id].shape {
            Shape::Array { length, .. } => {
                (0..length).map(|index| Loc::Element(id, index)).collect()
            }
            Shape::Object(class) => {
                let mut fields = Vec::new();
                let mut at = Some(class);
                while let Some(class) = at {
                    let class = &self.facts.program.classes[class];
                    let own = |field: &&FieldId| !self.facts.program.fields[**field].is_static;
                    fields.extend(class.fields.iter().filter(own).map(|f| Loc::Field(id, *f)));
                    at = class.parents.first().copied();
                }
                fields
            }
        }
    }

    /// The step that puts the length of an array into a variable.
    pub fn length(&mut self, config: AbstractState, var: VarId, array: Operand) -> StepResult {
        if let Some(next) = self.split(&config, array) {
            return next;
        }
        match self.value(&config, array) {
            Value::Null => self.raise(config, ErrorKind::Null),
            Value::Object(id) => match self.facts.instances[id].shape {
                Shape::Array { length, .. } => {
                    let length = Binding::Static(Value::Int(i64::from(length)));
                    self.assigned(config, Some(var), length)
                }
                Shape::Object(_) => self.stop(config, "an object is used as an array"),
            },
            _ => self.assigned(config, Some(var), Binding::Static(Value::Opaque)),
        }
    }

    /// Goes on when a condition holds.
    pub fn wait_until(&mut self, config: AbstractState, condition: &Condition) -> StepResult {
        let val = match self.condition(&config, condition) {
            Ok(val) => val,
            Err(next) => return next,
        };
        match val {
            Binding::Static(Value::Int(number)) if number != 0 => StepResult::Silent(config.next()),
            Binding::Static(Value::Int(_)) => {
                let transition = Transition::to(config.clone().next()).when(sys::Expr::Const(0));
                StepResult::Branch(config, vec![transition])
            }
            Binding::Static(_) => self.stop(config, "what is waited for is not known"),
            Binding::Dynamic(condition, _) => {
                let transition = Transition::to(config.clone().next()).when(condition);
                StepResult::Branch(config, vec![transition])
            }
        }
    }

    fn condition(
        &mut self,
        config: &AbstractState,
        condition: &Condition,
    ) -> Result<Binding, StepResult> {
        Ok(match condition {
            Condition::Operand(operand) => self.val(config, *operand),
            Condition::Load(access) => match self.find(config, *access) {
                Found::First(next) => return Err(next),
                Found::At(loc) => self.read(config, loc),
                Found::Somewhere(array, index) => {
                    let loc = Loc::Element(array, 0);
                    self.iteration.touch(self.thread, loc, false, &config.started);
                    let global = self.iteration.global(loc);
                    let read = sys::Expr::Read(place(global, loc, Some(index)));
                    Binding::Dynamic(read, self.source(loc))
                }
            },
            Condition::Unary(op, width, inner) => match self.condition(config, inner)? {
                Binding::Static(Value::Int(number)) => {
                    Binding::Static(Value::Int(sys::value::unary(*op, *width, number)))
                }
                Binding::Static(_) => Binding::Static(Value::Opaque),
                Binding::Dynamic(inner, _) => {
                    Binding::Dynamic(sys::Expr::Unary(*op, *width, Box::new(inner)), None)
                }
            },
            Condition::Binary(op, width, left, right) => {
                let left = self.condition(config, left)?;
                let right = self.condition(config, right)?;
                self.binary(*op, *width, left, right)
            }
            Condition::Mine(object) => {
                let object = self.known_object(config, *object)?;
                let count = config.held.get(&object).copied().unwrap_or(0);
                Binding::Static(Value::Int(i64::from(count)))
            }
            Condition::Held(object) => {
                let object = self.known_object(config, *object)?;
                self.held(config, object)
            }
            Condition::Waiting(object) => {
                let object = self.known_object(config, *object)?;
                self.iteration.locks(self.thread, object);
                self.facts.contend(object);
                let monitor = self.iteration.monitor(object);
                Binding::Dynamic(
                    sys::Expr::Monitor(sys::MonitorQuery::Waiting, Box::new(monitor)),
                    None,
                )
            }
            Condition::Started(thread) => {
                let thread = self.known_object(config, *thread)?;
                self.was_started(config, thread)
            }
            Condition::Ended(thread) => {
                let thread = self.known_object(config, *thread)?;
                self.has_ended(thread)
            }
            Condition::Length(array) => {
                let array = self.known_object(config, *array)?;
                match self.facts.instances[array].shape {
                    Shape::Array { length, .. } => Binding::Static(Value::Int(i64::from(length))),
                    Shape::Object(_) => Binding::Static(Value::Opaque),
                }
            }
        })
    }

    /// The object that an operand is, or what has to happen before that is known.
    pub fn known_object(
        &mut self,
        config: &AbstractState,
        operand: Operand,
    ) -> Result<InstanceId, StepResult> {
        if let Some(next) = self.split(config, operand) {
            return Err(next);
        }
        match self.value(config, operand) {
            Value::Object(id) => Ok(id),
            Value::Null => Err(self.raise(config.clone(), ErrorKind::Null)),
            _ => Err(self.stop(config.clone(), "an object that is not known is used")),
        }
    }
}

//! Objects: making them, and reading and writing what they hold.

use std::rc::Rc;

use trine_system as sys;
use trine_system::{BinaryOp, Effect, Width};

use super::build::{Builder, Next, Way};
use super::config::Config;
use super::eval::{Source, Val, binary, is_false, place};
use super::step::opened;
use super::value::{Birth, Holder, InstanceId, Loc, Shape, Value};
use crate::program::*;

/// A place that an instruction is about.
enum Found {
    At(Loc),
    /// An element of an array at an index that only the state knows.
    Somewhere(InstanceId, sys::Expr),
    /// Something has to happen first.
    First(Next),
}

impl Builder<'_, '_> {
    /// Finds the place of an access.
    fn find(&mut self, config: &Config, access: Access) -> Found {
        let object = match access {
            Access::Static(field) => return Found::At(Loc::Static(field)),
            Access::Field(object, _) | Access::Element(object, _) => object,
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
        };
        let Shape::Array { length, .. } = self.world.instances[owner].shape else {
            return Found::First(self.stop(config.clone(), "an object is used as an array"));
        };
        match self.val(config, index) {
            Val::Known(Value::Int(index)) if (0..i64::from(length)).contains(&index) => {
                Found::At(Loc::Element(owner, index as u32))
            }
            Val::Known(Value::Int(_)) => Found::First(self.raise(config.clone(), ErrorKind::Index)),
            Val::Known(_) => Found::First(self.stop(config.clone(), "an index is not known")),
            Val::State(index, _) => {
                self.world.share(Loc::Element(owner, 0));
                Found::Somewhere(owner, index)
            }
        }
    }

    pub fn load(&mut self, config: Config, var: VarId, access: Access) -> Next {
        match self.find(&config, access) {
            Found::First(next) => next,
            Found::At(loc) => {
                let val = self.read(&config, loc);
                match val {
                    Val::Known(_) => self.assigned(config, Some(var), val),
                    Val::State(..) => {
                        let way = self.way(&config, Some(var), val);
                        Next::Ways(config, vec![way])
                    }
                }
            }
            Found::Somewhere(array, index) => {
                let loc = Loc::Element(array, 0);
                self.round.touch(self.thread, loc, false, &config.started);
                let (inside, outside) = self.bounds(array, &index);
                let global = self.round.global(loc);
                let read = sys::Expr::Read(place(global, loc, Some(index)));
                let way = self.way(&config, Some(var), Val::State(read, self.source(loc)));
                let mut ways = vec![way.when(inside)];
                ways.extend(self.raised(&config, ErrorKind::Index, Some(outside)));
                Next::Ways(config, opened(ways))
            }
        }
    }

    fn bounds(&mut self, array: InstanceId, index: &sys::Expr) -> (sys::Expr, sys::Expr) {
        let length = match self.world.instances[array].shape {
            Shape::Array { length, .. } => i64::from(length),
            Shape::Object(_) => 0,
        };
        let low = binary(BinaryOp::GreaterEqual, Width::W64, index.clone(), sys::Expr::Const(0));
        let high = binary(BinaryOp::Less, Width::W64, index.clone(), sys::Expr::Const(length));
        let inside = binary(BinaryOp::And, Width::W64, low, high);
        (inside.clone(), is_false(inside))
    }

    fn source(&self, loc: Loc) -> Option<Source> {
        let reference = self.world.field_type(loc) == Type::Reference;
        reference.then_some(Source::Held(Holder::Loc(loc.whole())))
    }

    /// What a place holds.
    pub fn read(&mut self, config: &Config, loc: Loc) -> Val {
        self.round.touch(self.thread, loc, false, &config.started);
        let ty = self.world.field_type(loc);
        if self.world.is_shared(loc) && !config.prefix {
            let global = self.round.global(loc);
            return Val::State(sys::Expr::Read(place(global, loc, None)), self.source(loc));
        }
        Val::Known(config.heap.values.get(&loc).copied().unwrap_or(Value::zero(ty)))
    }

    pub fn store(&mut self, config: Config, access: Access, value: Operand) -> Next {
        let found = self.find(&config, access);
        let val = self.val(&config, value);
        let (loc, index) = match found {
            Found::First(next) => return next,
            Found::At(loc) => (loc, None),
            Found::Somewhere(array, index) => (Loc::Element(array, 0), Some(index)),
        };
        let mut to = config.clone();
        let checks = index.as_ref().and_then(|index| loc.owner().map(|a| self.bounds(a, index)));
        let effects = self.write(&mut to, loc, index, val);
        let mut way = Way::to(to.next());
        if effects.is_empty() && checks.is_none() {
            return Next::On(way.to);
        }
        way.effects = effects;
        let Some((inside, outside)) = checks else { return Next::Ways(config, vec![way]) };
        let mut ways = vec![way.when(inside)];
        ways.extend(self.raised(&config, ErrorKind::Index, Some(outside)));
        Next::Ways(config, opened(ways))
    }

    /// Writes a place; what the state has to do for it.
    pub fn write(
        &mut self,
        config: &mut Config,
        loc: Loc,
        index: Option<sys::Expr>,
        val: Val,
    ) -> Vec<Effect> {
        self.round.touch(self.thread, loc, true, &config.started);
        let ty = self.world.field_type(loc);
        let val = match val {
            Val::Known(value) => Val::Known(value.cut(ty)),
            state => state,
        };
        if let Val::Known(value) = val {
            self.suggest_loc(loc, value);
            self.quieten(loc, value);
        }
        let shared = self.world.is_shared(loc);
        if let Val::Known(value) = val
            && index.is_none()
            && (!shared || (config.prefix && !self.world.is_kept(loc)))
        {
            Rc::make_mut(&mut config.heap).values.insert(loc, value);
            return Vec::new();
        }
        if !shared {
            // Only the state knows the value, so the state has to keep it.
            self.world.share(loc);
        }
        if ty == Type::Reference {
            self.flow(config, &val, Holder::Loc(loc.whole()));
        }
        let global = self.round.global(loc);
        let at = place(global, loc, index);
        match (ty, &val) {
            (Type::Float, _) => {
                vec![Effect::Unmodelled("a floating-point number is shared".to_string())]
            }
            (Type::Bool | Type::Int { .. }, Val::Known(Value::Opaque)) => {
                vec![Effect::Unmodelled("a value that is not known is stored".to_string())]
            }
            _ => vec![Effect::Assign(at, self.expr(&val))],
        }
    }

    /// The elements of an array that a library keeps in a volatile field are as volatile.
    fn quieten(&mut self, loc: Loc, value: Value) {
        let (Value::Object(id), Loc::Static(field) | Loc::Field(_, field)) = (value, loc) else {
            return;
        };
        let field = &self.world.program.fields[field];
        if field.volatile && self.world.program.classes[field.class].library {
            self.round.quiet.insert(id);
        }
    }

    /// The object that an instruction makes, and the point after it was made. None: too many of its
    /// kind are in use.
    pub fn allocate(&mut self, config: &Config, shape: Shape) -> Option<(Config, InstanceId)> {
        let mut needed = config.clone();
        self.forget(&mut needed);
        let in_use = needed.reachable();
        let most = if config.open { self.options.pool } else { 100_000 };
        let stack = config.stack();
        for number in 0..most {
            let birth = Birth::Site { by: self.thread, stack: stack.clone(), shape, number };
            let id = self.world.instance(birth, shape);
            if in_use.contains(&id) {
                continue;
            }
            let mut to = config.clone();
            let stale = |loc: &Loc| loc.owner() == Some(id);
            if to.heap.values.keys().any(stale) {
                Rc::make_mut(&mut to.heap).values.retain(|loc, _| !stale(loc));
            }
            return Some((to, id));
        }
        None
    }

    pub fn make(&mut self, config: Config, into: VarId, class: ClassId) -> Next {
        self.made(config, into, Shape::Object(class))
    }

    pub fn make_array(
        &mut self,
        config: Config,
        into: VarId,
        element: Type,
        length: Operand,
    ) -> Next {
        match self.val(&config, length) {
            Val::Known(Value::Int(length)) if length < 0 => {
                self.raise(config, ErrorKind::NegativeLength)
            }
            Val::Known(Value::Int(length)) if length <= 100_000 => {
                self.made(config, into, Shape::Array { element, length: length as u32 })
            }
            Val::Known(Value::Int(_)) => self.stop(config, "limit: an array is too long"),
            _ => self.stop(config, "limit: the length of an array depends on the execution"),
        }
    }

    fn made(&mut self, config: Config, into: VarId, shape: Shape) -> Next {
        let Some((mut to, id)) = self.allocate(&config, shape) else {
            let what = "limit: more objects are made here than the pool holds (--pool)";
            return self.stop(config, what);
        };
        let mut effects = Vec::new();
        let again = to.made.contains(&id);
        if !again {
            Rc::make_mut(&mut to.made).insert(id);
        }
        for loc in self.places(id) {
            if !self.world.is_shared(loc) {
                continue;
            }
            let zero = Value::zero(self.world.field_type(loc));
            if !config.prefix {
                self.hold_in(Holder::Loc(loc.whole()), zero);
            }
            // What was there before is no longer reachable, and its cells are used again.
            if again && !config.prefix {
                let global = self.round.global(loc);
                let number = sys::Expr::Const(self.number(zero));
                effects.push(Effect::Assign(place(global, loc, None), number));
            }
        }
        effects.extend(self.assign(&mut to, into, Val::Known(Value::Object(id))));
        if effects.is_empty() {
            return Next::On(to.next());
        }
        let mut way = Way::to(to.next());
        way.effects = effects;
        Next::Ways(config, vec![way])
    }

    /// The places of an object.
    pub fn places(&self, id: InstanceId) -> Vec<Loc> {
        match self.world.instances[id].shape {
            Shape::Array { length, .. } => {
                (0..length).map(|index| Loc::Element(id, index)).collect()
            }
            Shape::Object(class) => {
                let mut fields = Vec::new();
                let mut at = Some(class);
                while let Some(class) = at {
                    let class = &self.world.program.classes[class];
                    let own = |field: &&FieldId| !self.world.program.fields[**field].is_static;
                    fields.extend(class.fields.iter().filter(own).map(|f| Loc::Field(id, *f)));
                    at = class.parents.first().copied();
                }
                fields
            }
        }
    }

    pub fn length(&mut self, config: Config, var: VarId, array: Operand) -> Next {
        if let Some(next) = self.split(&config, array) {
            return next;
        }
        match self.value(&config, array) {
            Value::Null => self.raise(config, ErrorKind::Null),
            Value::Object(id) => match self.world.instances[id].shape {
                Shape::Array { length, .. } => {
                    let length = Val::Known(Value::Int(i64::from(length)));
                    self.assigned(config, Some(var), length)
                }
                Shape::Object(_) => self.stop(config, "an object is used as an array"),
            },
            _ => self.assigned(config, Some(var), Val::Known(Value::Opaque)),
        }
    }

    /// Goes on when a condition holds.
    pub fn wait_until(&mut self, config: Config, condition: &Condition) -> Next {
        let val = match self.condition(&config, condition) {
            Ok(val) => val,
            Err(next) => return next,
        };
        match val {
            Val::Known(Value::Int(number)) if number != 0 => Next::On(config.next()),
            Val::Known(Value::Int(_)) => {
                let way = Way::to(config.clone().next()).when(sys::Expr::Const(0));
                Next::Ways(config, vec![way])
            }
            Val::Known(_) => self.stop(config, "what is waited for is not known"),
            Val::State(condition, _) => {
                let way = Way::to(config.clone().next()).when(condition);
                Next::Ways(config, vec![way])
            }
        }
    }

    fn condition(&mut self, config: &Config, condition: &Condition) -> Result<Val, Next> {
        Ok(match condition {
            Condition::Operand(operand) => self.val(config, *operand),
            Condition::Load(access) => match self.find(config, *access) {
                Found::First(next) => return Err(next),
                Found::At(loc) => self.read(config, loc),
                Found::Somewhere(array, index) => {
                    let loc = Loc::Element(array, 0);
                    self.round.touch(self.thread, loc, false, &config.started);
                    let global = self.round.global(loc);
                    let read = sys::Expr::Read(place(global, loc, Some(index)));
                    Val::State(read, self.source(loc))
                }
            },
            Condition::Unary(op, width, inner) => match self.condition(config, inner)? {
                Val::Known(Value::Int(number)) => {
                    Val::Known(Value::Int(sys::value::unary(*op, *width, number)))
                }
                Val::Known(_) => Val::Known(Value::Opaque),
                Val::State(inner, _) => {
                    Val::State(sys::Expr::Unary(*op, *width, Box::new(inner)), None)
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
                Val::Known(Value::Int(i64::from(count)))
            }
            Condition::Held(object) => {
                let object = self.known_object(config, *object)?;
                self.held(config, object)
            }
            Condition::Waiting(object) => {
                let object = self.known_object(config, *object)?;
                self.round.locks(self.thread, object);
                self.world.contend(object);
                let monitor = self.round.monitor(object);
                Val::State(sys::Expr::Monitor(sys::MonitorQuery::Waiting, Box::new(monitor)), None)
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
                match self.world.instances[array].shape {
                    Shape::Array { length, .. } => Val::Known(Value::Int(i64::from(length))),
                    Shape::Object(_) => Val::Known(Value::Opaque),
                }
            }
        })
    }

    /// The object that an operand is, or what has to happen before that is known.
    pub fn known_object(&mut self, config: &Config, operand: Operand) -> Result<InstanceId, Next> {
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

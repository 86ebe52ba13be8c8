//! Objects: making them, and reading and writing what they hold.

use std::collections::BTreeSet;
use std::rc::Rc;

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, Width};

use super::build::{Builder, Next, Way};
use super::config::Config;
use super::eval::{Source, Val, binary, equal, is_false, place};
use super::limit::Limit;
use super::step::opened;
use super::value::{Birth, Holder, InstanceId, Loc, Shape, Value};
use crate::program::*;

fn too_many() -> Limit {
    Limit::pool("more objects are made than there is room for")
}

/// A place that an instruction is about.
enum Found {
    At(Loc),
    /// An element of an array at an index that only the state knows.
    Somewhere(InstanceId, sys::Expr),
    /// Something has to happen first.
    First(Next),
}

/// Of so many objects that one instruction makes, the first that is free is looked for each time.
const FEW_MADE: u32 = 64;

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
            Val::Known(index @ Value::Int(_)) => {
                let about = [Val::Known(index), Val::Known(Value::Int(length.into()))];
                Found::First(self.raise_with(config.clone(), ErrorKind::Index, &about))
            }
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
                let source = self.source(loc);
                let way = self.way(&config, Some(var), Val::State(read, source));
                let mut ways = vec![way.when(inside)];
                ways.extend(self.raised(&config, ErrorKind::Index, Some(outside)));
                Next::Ways(config, opened(ways))
            }
        }
    }

    pub fn bounds(&mut self, array: InstanceId, index: &sys::Expr) -> (sys::Expr, sys::Expr) {
        let length = match self.world.instances[array].shape {
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
        if self.world.field_type(loc) != Type::Reference {
            return None;
        }
        let holder = Holder::Loc(loc.whole());
        let set = match (loc, loc.owner().map(|owner| self.world.instances[owner].shape)) {
            (Loc::Element(array, _), Some(Shape::Array { length, .. })) => (0..length)
                .all(|index| self.round.initial.contains_key(&Loc::Element(array, index))),
            _ => self.round.initial.contains_key(&loc),
        };
        // Before anyone assigns to it, it is null.
        if !set && !self.world.is_late(loc) {
            self.hold_in(holder, Value::Null);
        }
        Some(Source::Held(holder))
    }

    /// What a place holds.
    pub fn read(&mut self, config: &Config, loc: Loc) -> Val {
        self.round.touch(self.thread, loc, false, &config.started);
        if !self.world.is_shared(loc) {
            if let Some(value) = self.constant(config, loc) {
                return Val::Known(value);
            }
            let mine = loc.owner().is_some_and(|owner| config.fresh.contains(owner));
            // What would follow if nobody wrote to it is not worth finding out.
            if !mine && self.round.others_wrote(self.world, self.thread, loc) {
                self.world.share(loc);
            }
        }
        if self.world.is_shared(loc) && !config.prefix {
            let global = self.round.global(loc);
            return Val::State(sys::Expr::Read(place(global, loc, None)), self.source(loc));
        }
        Val::Known(config.heap.values.get(&loc).copied().unwrap_or(self.world.zero(loc)))
    }

    pub fn store(&mut self, config: Config, access: Access, value: Operand) -> Next {
        let found = self.find(&config, access);
        let val = self.val(&config, value);
        let (loc, index) = match found {
            Found::First(next) => return next,
            Found::At(loc) => (loc, None),
            Found::Somewhere(array, index) => (Loc::Element(array, 0), Some(index)),
        };
        if let (Loc::Element(array, _), Type::Reference) = (loc, self.world.field_type(loc))
            && let Some(next) = self.refused(&config, array, index.as_ref(), value)
        {
            return next;
        }
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
        self.is_written(config, loc);
        let object = match val {
            Val::Known(Value::Object(object)) => Some(object),
            _ => None,
        };
        let effects = self.put(config, loc, index, val);
        object.into_iter().for_each(|object| self.publish(config, object));
        effects
    }

    fn put(
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
            // Points that know the same are equal: what holds zero is not listed.
            let zero = value == self.world.zero(loc);
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
            self.world.share(loc);
        }
        if ty == Type::Reference {
            self.flow(&val, Holder::Loc(loc.whole()));
        }
        let global = self.round.global(loc);
        let at = place(global, loc, index);
        match (ty, &val) {
            (Type::Bool | Type::Int { .. } | Type::Float, Val::Known(Value::Opaque)) => {
                vec![Effect::Unmodelled("a value that is not known is stored".to_string())]
            }
            _ => vec![self.keep(at, &val)],
        }
    }

    /// The elements of an array that belongs to a volatile field are as volatile. What merely can be
    /// reached through such a field, as a value in a container can, is not.
    fn quieten(&mut self, loc: Loc, value: Value) {
        let (Value::Object(id), Loc::Static(field) | Loc::Field(_, field)) = (value, loc) else {
            return;
        };
        let field = &self.world.program.fields[field];
        if field.volatile_elements {
            self.round.quiet.insert(id);
        }
    }

    /// The object of this number that an instruction makes.
    pub fn numbered(&mut self, config: &Config, shape: Shape, number: u32) -> InstanceId {
        let stack = config.stack();
        self.world.instance(Birth::Site { by: self.thread, stack, shape, number }, shape)
    }

    /// The first object of its kind that is not in use. None: there are too many.
    fn unused(&mut self, config: &Config, shape: Shape) -> Option<InstanceId> {
        let site = (config.stack(), shape);
        let next = self.sites.get(&site).map_or(0, |(_, next)| *next);
        // Whether one is free again is asked only now and then where many are made.
        if !config.open && next > FEW_MADE && !next.is_power_of_two() {
            let id = self.numbered(config, shape, next);
            if !self.made.contains(&id) {
                self.sites.entry(site).or_default().1 = next + 1;
                return Some(id);
            }
        }
        let mut needed = config.clone();
        self.forget(&mut needed);
        let mut in_use = needed.reachable(&BTreeSet::new());
        if !config.open {
            let escaped = self.world.escaped();
            in_use.extend(self.made.iter().filter(|made| escaped.contains(made)));
        }
        let most = if config.open { self.options.pool } else { 100_000 };
        let found = (0..most).find_map(|number| {
            let id = self.numbered(config, shape, number);
            (!in_use.contains(&id)).then_some((number, id))
        });
        let (number, id) = found?;
        if !config.open {
            self.sites.entry(site).or_default().1 = next.max(number + 1);
        }
        Some(id)
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
                let about = [Val::Known(Value::Int(length))];
                self.raise_with(config, ErrorKind::NegativeLength, &about)
            }
            Val::Known(Value::Int(length)) if length <= 100_000 => {
                self.made(config, into, Shape::Array { element, length: length as u32 })
            }
            Val::Known(Value::Int(_)) => {
                self.limit(config, &Limit::fixed("an array has more than 100000 elements"))
            }
            Val::State(number, _) => self.lengths(config, length, number),
            Val::Known(_) => self.stop(config, "the length of an array is not known"),
        }
    }

    /// A way on for each length that the state may know.
    fn lengths(&mut self, config: Config, length: Operand, number: sys::Expr) -> Next {
        let Operand::Var(var) = length else {
            cannot_happen!("{length:?} is a constant, and only the state knows it")
        };
        let mut ways = Vec::new();
        for known in 0..=i64::from(self.options.pool) {
            let mut to = config.clone();
            to.look(var, Value::Int(known));
            ways.push(Way::to(to).when(equal(number.clone(), known)));
        }
        let compare =
            |op, bound: i64| binary(op, Width::W64, number.clone(), sys::Expr::Const(bound));
        let negative = compare(BinaryOp::Less, 0);
        ways.extend(self.raised(&config, ErrorKind::NegativeLength, Some(negative)));
        let limit = Limit::pool("an array is longer, where the execution decides how long");
        if let Next::Ways(_, stops) = self.limit(config.clone(), &limit) {
            let long = compare(BinaryOp::Greater, i64::from(self.options.pool));
            ways.extend(stops.into_iter().map(|way| way.when(long.clone())));
        }
        Next::Ways(config, opened(ways))
    }

    fn made(&mut self, config: Config, into: VarId, shape: Shape) -> Next {
        let stack = config.stack();
        if self.world.generations(self.thread, stack.last()) > self.options.generations {
            return self.limit(config, &Limit::fixed("threads make threads that make threads"));
        }
        if let (true, Shape::Array { length, .. }) = (config.open, shape)
            && !self.world.takes_length(self.thread, &stack, length, self.options.pool)
        {
            return self.limit(config, &Limit::pool("an array grows and grows"));
        }
        let site = (stack.clone(), shape);
        let source = self.world.source(&(self.thread, stack, shape));
        if let (true, Some(source)) = (config.open, source) {
            if config.made.at(source) >= self.options.apart {
                self.world.repeats(source);
            }
            if self.world.is_repeating(source) {
                return match self.is_reused(shape) {
                    true => self.remake(config, into, shape, &too_many()),
                    false => self.counted(config, into, shape, source),
                };
            }
            // Whether it can happen again is found out when the code is complete.
            let before = self.sites.get(&site).map_or(0, |(_, next)| *next);
            let id = self.numbered(&config, shape, before + config.made.at(source));
            let mut way = self.fresh(&config, into, id, false);
            way.to.made.one_more(source);
            way.makes = Some((source, id));
            return Next::Ways(config, vec![way]);
        }
        let Some(id) = self.unused(&config, shape) else { return self.limit(config, &too_many()) };
        let again = config.open || self.made.contains(&id);
        if !config.open {
            let (count, _) = self.sites.entry(site).or_default();
            *count += u32::from(self.made.insert(id));
            let count = Value::Int(i64::from(*count));
            if let Some(source) = source {
                self.round.initial.insert(Loc::Counter(source), count);
            }
        }
        let way = self.fresh(&config, into, id, again && !config.prefix);
        if way.effects.is_empty() {
            return Next::On(way.to);
        }
        Next::Ways(config, vec![way])
    }

    /// Makes the object whose number the state knows.
    fn counted(&mut self, config: Config, into: VarId, shape: Shape, source: u32) -> Next {
        let loc = Loc::Counter(source);
        let counter = place(self.round.global(loc), loc, None);
        let mut ways = Vec::new();
        let read = || sys::Expr::Read(counter.clone());
        for number in 0..self.options.pool {
            let id = self.numbered(&config, shape, number);
            let mut way = self.fresh(&config, into, id, false).when(equal(read(), number.into()));
            let next = sys::Expr::Const(i64::from(number) + 1);
            way.effects.insert(0, Effect::Assign(counter.clone(), next));
            ways.push(way);
        }
        if let Next::Ways(_, stops) = self.limit(config.clone(), &too_many()) {
            let many = sys::Expr::Const(self.options.pool.into());
            let full = binary(BinaryOp::GreaterEqual, Width::W64, read(), many);
            ways.extend(stops.into_iter().map(|way| way.when(full.clone())));
        }
        Next::Ways(config, opened(ways))
    }

    /// The way on after an object was made. `again`: what was there before is no longer reachable, and
    /// its cells are used again.
    pub fn fresh(&mut self, config: &Config, into: VarId, id: InstanceId, again: bool) -> Way {
        let mut to = config.clone();
        if to.heap.values.of(id).next().is_some() {
            Rc::make_mut(&mut to.heap).values.forget(id);
        }
        let mut effects = Vec::new();
        for loc in self.places(id) {
            if !self.world.is_shared(loc) {
                continue;
            }
            let zero = self.world.zero(loc);
            if !config.prefix && !self.world.is_late(loc) {
                self.hold_in(Holder::Loc(loc.whole()), zero);
            }
            if again {
                let global = self.round.global(loc);
                let number = sys::Expr::Const(self.world.number(zero));
                effects.push(Effect::Assign(place(global, loc, None), number));
            }
        }
        self.is_new(&mut to, id);
        effects.extend(self.assign(&mut to, into, Val::Known(Value::Object(id))));
        let mut way = Way::to(to.next());
        way.effects = effects;
        way
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

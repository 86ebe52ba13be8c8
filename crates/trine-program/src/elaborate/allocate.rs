//! Allocation: which abstract object a `new` stands for, and the step that makes it.

use std::collections::BTreeSet;
use std::rc::Rc;

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, Width};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, binary, equal, place};
use super::limit::Limit;
use super::step::opened;
use super::value::{Birth, Holder, InstanceId, Loc, Shape, Value};
use crate::program::*;

fn too_many(pool: u32) -> Limit {
    Limit::pool(format!("more than {pool} live objects from this `new`"))
}

/// Of so many objects that one instruction makes, the first that is free is looked for each time.
const FEW_MADE: u32 = 64;

impl Builder<'_, '_> {
    /// The object of this number that an instruction makes.
    pub fn numbered(&mut self, config: &AbstractState, shape: Shape, number: u32) -> InstanceId {
        let stack = config.stack();
        self.facts.instance(Birth::Site { by: self.thread, stack, shape, number }, shape)
    }

    /// The first object of its kind that is not in use. None: there are too many.
    fn unused(&mut self, config: &AbstractState, shape: Shape) -> Option<InstanceId> {
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
            let escaped = self.facts.escaped();
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

    /// The step of `new` for an object of a class.
    pub fn make(&mut self, config: AbstractState, into: VarId, class: ClassId) -> StepResult {
        self.made(config, into, Shape::Object(class))
    }

    /// The step of `new` for an array. A length that only the state knows is told apart value by value.
    pub fn make_array(
        &mut self,
        config: AbstractState,
        into: VarId,
        element: Type,
        length: Operand,
    ) -> StepResult {
        match self.val(&config, length) {
            Binding::Static(Value::Int(length)) if length < 0 => {
                let about = [Binding::Static(Value::Int(length))];
                self.raise_with(config, ErrorKind::NegativeLength, &about)
            }
            Binding::Static(Value::Int(length)) if length <= 100_000 => {
                self.made(config, into, Shape::Array { element, length: length as u32 })
            }
            Binding::Static(Value::Int(_)) => {
                self.limit(config, &Limit::fixed("an array has more than 100000 elements"))
            }
            Binding::Dynamic(number, _) => self.lengths(config, length, number),
            Binding::Static(_) => self.stop(config, "the length of an array is not known"),
        }
    }

    /// A way on for each length that the state may know.
    fn lengths(&mut self, config: AbstractState, length: Operand, number: sys::Expr) -> StepResult {
        let Operand::Var(var) = length else {
            cannot_happen!("{length:?} is a constant, and only the state knows it")
        };
        let mut transitions = Vec::new();
        for known in 0..=i64::from(self.options.pool) {
            let mut to = config.clone();
            to.look(var, Value::Int(known));
            transitions.push(Transition::to(to).when(equal(number.clone(), known)));
        }
        let compare =
            |op, bound: i64| binary(op, Width::W64, number.clone(), sys::Expr::Const(bound));
        let negative = compare(BinaryOp::Less, 0);
        transitions.extend(self.raised(&config, ErrorKind::NegativeLength, Some(negative)));
        let limit = Limit::pool("an array is longer, where the execution decides how long");
        if let StepResult::Branch(_, stops) = self.limit(config.clone(), &limit) {
            let long = compare(BinaryOp::Greater, i64::from(self.options.pool));
            transitions.extend(stops.into_iter().map(|transition| transition.when(long.clone())));
        }
        StepResult::Branch(config, opened(transitions))
    }

    fn made(&mut self, config: AbstractState, into: VarId, shape: Shape) -> StepResult {
        let stack = config.stack();
        if self.facts.generations(self.thread, stack.last()) > self.options.generations {
            return self
                .limit(config, &Limit::fixed("recursive thread creation is not supported here"));
        }
        if let (true, Shape::Array { length, .. }) = (config.open, shape)
            && !self.facts.takes_length(self.thread, &stack, length, self.options.pool)
        {
            return self.limit(config, &Limit::pool("an array grows and grows"));
        }
        let site = (stack.clone(), shape);
        let source = self.facts.source(&(self.thread, stack, shape));
        if let (true, Some(source)) = (config.open, source) {
            if config.made.at(source) >= self.options.apart {
                self.facts.repeats(source);
            }
            if self.facts.is_repeating(source) {
                return match self.is_reused(shape) {
                    true => self.reallocate(config, into, shape, &too_many(self.options.pool)),
                    false => self.counted(config, into, shape, source),
                };
            }
            // Whether it can happen again is found out when the code is complete.
            let before = self.sites.get(&site).map_or(0, |(_, next)| *next);
            let id = self.numbered(&config, shape, before + config.made.at(source));
            let mut transition = self.fresh(&config, into, id, false);
            transition.to.made.one_more(source);
            transition.makes = Some((source, id));
            return StepResult::Branch(config, vec![transition]);
        }
        let Some(id) = self.unused(&config, shape) else {
            return self.limit(config, &too_many(self.options.pool));
        };
        let again = config.open || self.made.contains(&id);
        if !config.open {
            let (count, _) = self.sites.entry(site).or_default();
            *count += u32::from(self.made.insert(id));
            let count = Value::Int(i64::from(*count));
            if let Some(source) = source {
                self.iteration.initial.insert(Loc::Counter(source), count);
            }
        }
        let transition = self.fresh(&config, into, id, again && !config.prefix);
        if transition.effects.is_empty() {
            return StepResult::Silent(transition.to);
        }
        StepResult::Branch(config, vec![transition])
    }

    /// Makes the object whose number the state knows.
    fn counted(
        &mut self,
        config: AbstractState,
        into: VarId,
        shape: Shape,
        source: u32,
    ) -> StepResult {
        let loc = Loc::Counter(source);
        let counter = place(self.iteration.global(loc), loc, None);
        let mut transitions = Vec::new();
        let read = || sys::Expr::Read(counter.clone());
        for number in 0..self.options.pool {
            let id = self.numbered(&config, shape, number);
            let mut transition =
                self.fresh(&config, into, id, false).when(equal(read(), number.into()));
            let next = sys::Expr::Const(i64::from(number) + 1);
            transition.effects.insert(0, Effect::Assign(counter.clone(), next));
            transitions.push(transition);
        }
        if let StepResult::Branch(_, stops) =
            self.limit(config.clone(), &too_many(self.options.pool))
        {
            let many = sys::Expr::Const(self.options.pool.into());
            let full = binary(BinaryOp::GreaterEqual, Width::W64, read(), many);
            transitions.extend(stops.into_iter().map(|transition| transition.when(full.clone())));
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// The way on after an object was made. `again`: what was there before is no longer reachable, and
    /// its cells are used again.
    pub fn fresh(
        &mut self,
        config: &AbstractState,
        into: VarId,
        id: InstanceId,
        again: bool,
    ) -> Transition {
        let mut to = config.clone();
        if to.heap.values.of(id).next().is_some() {
            Rc::make_mut(&mut to.heap).values.forget(id);
        }
        let mut effects = Vec::new();
        for loc in self.places(id) {
            if !self.facts.is_shared(loc) {
                continue;
            }
            let zero = self.facts.zero(loc);
            if !config.prefix && !self.facts.is_late(loc) {
                self.hold_in(Holder::Loc(loc.whole()), zero);
            }
            if again {
                let global = self.iteration.global(loc);
                let number = sys::Expr::Const(self.facts.number(zero));
                effects.push(Effect::Assign(place(global, loc, None), number));
            }
        }
        self.is_new(&mut to, id);
        effects.extend(self.assign(&mut to, into, Binding::Static(Value::Object(id))));
        let mut transition = Transition::to(to.next());
        transition.effects = effects;
        transition
    }
}

//! Values: what is known is computed, what is not becomes an expression of the state.

use trine_system as sys;
use trine_system::{BinaryOp, Effect, Place, UnaryOp, Width};

use super::build::{Builder, Next, Way};
use super::config::Config;
use super::foreseen::UNFORESEEN;
use super::input;
use super::limit::Limit;
use super::value::{Boxed, Holder, Loc, Target, Value, number_type};
use crate::program::*;

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Val {
    Known(Value),
    /// Known in the state; where it is a reference, what holds it.
    State(sys::Expr, Option<Source>),
}

#[derive(Clone, Copy, Debug)]
pub enum Source {
    Held(Holder),
    /// A boxed number of this class.
    Number(u8),
}

impl Builder<'_, '_> {
    pub fn value(&mut self, config: &Config, operand: Operand) -> Value {
        match operand {
            Operand::Class(class) => Value::Object(self.world.class_object(class)),
            other => config.value(other),
        }
    }

    pub fn val(&mut self, config: &Config, operand: Operand) -> Val {
        match (self.value(config, operand), operand) {
            (Value::Slot, Operand::Var(var)) => {
                let expr = sys::Expr::local(self.slot(config, var));
                Val::State(expr, self.holder(config, var).map(Source::Held))
            }
            (Value::Number(kind), Operand::Var(var)) => {
                Val::State(sys::Expr::local(self.slot(config, var)), Some(Source::Number(kind)))
            }
            (value, _) => Val::Known(value),
        }
    }

    /// The collector of what a reference variable may hold.
    pub fn holder(&mut self, config: &Config, var: VarId) -> Option<Holder> {
        let (frame, callers) = config.frames.split_last()?;
        let ty = self.code_type(frame, var);
        if ty != Type::Reference {
            return None;
        }
        let stack = callers.iter().map(|caller| (caller.method, caller.pc)).collect();
        Some(Holder::Slot(self.thread, frame.method, var, self.world.callers(stack)))
    }

    /// What a holder surely holds.
    fn surely(&self, holder: Holder) -> Option<Value> {
        match self.world.only_target(holder)? {
            Target::Null => Some(Value::Null),
            Target::Object(id) => Some(Value::Object(id)),
            Target::String(string) => Some(Value::String(string)),
            Target::Number(_) | Target::Opaque => None,
        }
    }

    pub fn expr(&mut self, val: &Val) -> sys::Expr {
        match val {
            Val::Known(value) => sys::Expr::Const(self.world.number(*value)),
            Val::State(expr, _) => expr.clone(),
        }
    }

    /// Notes that a holder may hold a known value.
    pub fn hold_in(&mut self, holder: Holder, value: Value) {
        let target = match value {
            Value::Null => Target::Null,
            Value::Object(id) => Target::Object(id),
            Value::String(string) => Target::String(string),
            Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => Target::Number(kind),
            Value::Opaque => Target::Opaque,
            _ => return,
        };
        self.world.add_target(holder, target);
    }

    fn is_shared_read(&self, val: &Val) -> bool {
        let Val::State(expr, _) = val else { return false };
        let mut shared = false;
        expr.visit(&mut |part| {
            shared |= !matches!(part, sys::Expr::Read(place) if matches!(place.root, sys::Root::Local(_)));
        });
        shared
    }

    /// Notes that a holder may hold what a value is, and that the state keeps it there.
    pub fn flow(&mut self, val: &Val, holder: Holder) {
        self.pass_on(val, holder);
        if let Val::Known(Value::Object(id)) = val {
            self.world.escape(*id);
        }
    }

    /// Notes that a holder may hold what a value is.
    fn pass_on(&mut self, val: &Val, holder: Holder) {
        match val {
            Val::Known(value) => self.hold_in(holder, *value),
            Val::State(_, Some(Source::Held(from))) => self.world.flow(*from, holder),
            Val::State(_, Some(Source::Number(kind))) => {
                self.world.add_target(holder, Target::Number(*kind));
            }
            Val::State(_, None) => {}
        }
    }

    /// Gives a variable of the innermost frame a value; the effect, if the state has to keep it.
    pub fn assign(&mut self, config: &mut Config, var: VarId, val: Val) -> Option<Effect> {
        let frame = config.top()?.clone();
        let ty = self.code_type(&frame, var);
        let known = match &val {
            Val::Known(Value::Input(id)) if !input::fits(config, *id, ty) => Some(Value::Opaque),
            Val::Known(value) => Some(value.cut(ty)),
            Val::State(..) => None,
        };
        if let Some(value) = known {
            self.suggest_var(&frame, var, value);
            let stays = !self.world.is_dynamic(self.thread, frame.method, var, config.open);
            let input = matches!(value, Value::Input(_));
            let unkept = matches!(value, Value::Opaque | Value::Undefined);
            if stays || unkept || input {
                let value = if stays || input { value } else { Value::Opaque };
                config.set(var, value);
                return None;
            }
        }
        if let Some(Value::Object(object)) = known {
            self.publish(config, object);
        }
        let val = known.map_or(val, Val::Known);
        let holder = self.holder(config, var);
        let slot = self.slot(config, var);
        if let Some(holder) = holder {
            self.pass_on(&val, holder);
            if let Some(value) = self.surely(holder)
                && !matches!(val, Val::State(_, None | Some(Source::Number(_))))
            {
                config.set(var, value);
                // That a shared place was read is for all to see.
                let place = Place::local(slot);
                return self.is_shared_read(&val).then(|| self.keep(place, &val));
            }
            self.flow(&val, holder);
        }
        config.set(var, Value::Slot);
        Some(self.keep(Place::local(slot), &val))
    }

    /// Has the state keep a value.
    pub fn keep(&mut self, place: Place, val: &Val) -> Effect {
        match val {
            Val::Known(Value::Boxed(boxed)) if !sys::boxed::fits(boxed.number) => {
                Limit::large_box().effect()
            }
            _ => Effect::Assign(place, self.expr(val)),
        }
    }

    /// Where an expression boxes a number that may be too large for the state: when it is not.
    pub fn unboxable(&mut self, config: &Config, expr: &Expr) -> Option<sys::Expr> {
        let Expr::Box(_, inner) = expr else { return None };
        let Val::State(number, _) = self.eval(config, inner) else { return None };
        let frame = config.top()?.clone();
        let mut wide = has_wide_operator(inner);
        crate::flat::of_expr(inner, &mut |operands| {
            for operand in operands {
                if let Operand::Var(var) = operand {
                    wide |= self.code_type(&frame, *var) == Type::LONG;
                }
            }
        });
        let shift = sys::Expr::Const(sys::boxed::SHIFT);
        let up = binary(BinaryOp::ShiftLeft, Width::W64, number.clone(), shift.clone());
        let back = binary(BinaryOp::ShiftRight, Width::W64, up, shift);
        wide.then(|| binary(BinaryOp::Equal, Width::W64, back, number))
    }

    /// Goes on with the next instruction after a variable got its value.
    pub fn assigned(&mut self, config: Config, var: Option<VarId>, val: Val) -> Next {
        let Some(var) = var else { return Next::On(config.next()) };
        let mut to = config.clone();
        match self.assign(&mut to, var, val) {
            None => Next::On(to.next()),
            Some(effect) => Next::Ways(config, vec![Way::to(to.next()).doing(effect)]),
        }
    }

    /// A way on with the next instruction after a variable got its value.
    pub fn way(&mut self, config: &Config, var: Option<VarId>, val: Val) -> Way {
        let mut to = config.clone();
        let effect = var.and_then(|var| self.assign(&mut to, var, val));
        let mut way = Way::to(to.next());
        way.effects.extend(effect);
        way
    }

    /// Where a reference that is needed is known only in the state: a way on for each thing that it
    /// can be.
    pub fn split(&mut self, config: &Config, operand: Operand) -> Option<Next> {
        let Operand::Var(var) = operand else { return None };
        if config.value(operand) != Value::Slot {
            return None;
        }
        let holder = self.holder(config, var)?;
        let slot = sys::Expr::local(self.slot(config, var));
        let targets = self.world.targets(holder);
        let only = targets.len() == 1;
        let mut ways = Vec::with_capacity(targets.len() + 1);
        let mut none = Vec::with_capacity(targets.len());
        for target in targets {
            let mut to = config.clone();
            to.open |= !only;
            let (value, guard) = match target {
                Target::Null => (Value::Null, equal(slot.clone(), 0)),
                Target::Object(id) => {
                    (Value::Object(id), equal(slot.clone(), self.world.reference(target)))
                }
                Target::String(string) => {
                    (Value::String(string), equal(slot.clone(), self.world.reference(target)))
                }
                Target::Opaque => {
                    (Value::Opaque, equal(slot.clone(), self.world.reference(target)))
                }
                Target::Number(kind) => {
                    let mask = sys::Expr::Const(sys::boxed::KIND);
                    let low = binary(BinaryOp::BitAnd, Width::W64, slot.clone(), mask);
                    (Value::Number(kind), equal(low, sys::boxed::tag(kind, 0)))
                }
            };
            let method = config.top()?.method;
            match self.world.is_dynamic(self.thread, method, var, config.open) {
                true => to.look(var, value),
                false => to.set(var, value),
            }
            if only && value != Value::Opaque {
                return Some(Next::On(to));
            }
            none.push(is_false(guard.clone()));
            ways.push(Way::to(to).when(guard));
        }
        let none = none.into_iter().reduce(|all, one| binary(BinaryOp::And, Width::W64, all, one));
        // Where nothing is foreseen, every value that comes is not.
        let any = || binary(BinaryOp::Equal, Width::W64, slot.clone(), slot.clone());
        Some(self.as_foreseen(config.clone(), ways, none.unwrap_or_else(any)))
    }

    /// Ways on beside which nothing is possible, if all that was found out is right; a last one would show that it
    /// is not.
    pub fn as_foreseen(&mut self, config: Config, mut ways: Vec<Way>, other: sys::Expr) -> Next {
        if let Next::Ways(_, stops) = self.stop(config.clone(), UNFORESEEN) {
            ways.extend(stops.into_iter().map(|way| way.when(other.clone())));
        }
        Next::Ways(config, ways)
    }

    /// Whether a reference in the state can be null.
    pub fn may_be_null(&self, source: Option<Source>) -> bool {
        match source {
            Some(Source::Held(holder)) => self.world.targets(holder).contains(&Target::Null),
            Some(Source::Number(_)) => false,
            None => true,
        }
    }

    /// Evaluates what cannot raise an error.
    pub fn eval(&mut self, config: &Config, expr: &Expr) -> Val {
        match expr {
            Expr::Operand(operand) => self.val(config, *operand),
            Expr::Opaque(_) => Val::Known(Value::Opaque),
            Expr::Unary(op, width, inner) => match self.eval(config, inner) {
                Val::Known(value) => Val::Known(known_unary(*op, *width, value)),
                Val::State(inner, _) => {
                    Val::State(sys::Expr::Unary(*op, *width, Box::new(inner)), None)
                }
            },
            Expr::Binary(op, width, left, right) => {
                let left = self.eval(config, left);
                let right = self.eval(config, right);
                match input::compare(config, *op, &left, &right) {
                    Some(answer) => Val::Known(Value::Int(answer)),
                    None => self.binary(*op, *width, left, right),
                }
            }
            Expr::Cut(ty, inner) => match (self.eval(config, inner), number_type(*ty)) {
                (Val::Known(value), _) => Val::Known(value.cut(*ty)),
                (Val::State(inner, _), Some(ty)) => Val::State(cut(inner, ty), None),
                (val, None) => val,
            },
            Expr::Text(op, operands) => self.text_of(config, *op, operands),
            Expr::Box(boxing, inner) => {
                let inner = self.eval(config, inner);
                self.boxed(*boxing, inner)
            }
            Expr::Unbox(inner) => match self.eval(config, inner) {
                Val::Known(Value::Boxed(boxed)) => Val::Known(Value::Int(boxed.number)),
                Val::Known(_) => Val::Known(Value::Opaque),
                val if self.may_be_unknown(&val) => Val::Known(Value::Opaque),
                Val::State(inner, _) => {
                    let down = sys::Expr::Const(sys::boxed::SHIFT);
                    Val::State(binary(BinaryOp::ShiftRight, Width::W64, inner, down), None)
                }
            },
        }
    }

    pub fn binary(&mut self, op: BinaryOp, width: Width, left: Val, right: Val) -> Val {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
            && (self.may_be_unknown(&left)
                || self.may_be_unknown(&right)
                || self.may_be_twins(&left, &right)
                || self.may_be_equal_boxes(&left, &right))
        {
            return Val::Known(Value::Opaque);
        }
        self.compared(op, width, left, right)
    }

    /// An operator, where references that are not the same number are not the same object.
    pub fn compared(&mut self, op: BinaryOp, width: Width, left: Val, right: Val) -> Val {
        if let (Val::Known(left), Val::Known(right)) = (&left, &right) {
            return Val::Known(known_binary(op, width, *left, *right));
        }
        let opaque = |val: &Val| {
            matches!(val, Val::Known(Value::Opaque | Value::Undefined | Value::Input(_)))
        };
        if opaque(&left) || opaque(&right) {
            return Val::Known(Value::Opaque);
        }
        Val::State(binary(op, width, self.expr(&left), self.expr(&right)), None)
    }
}

pub fn binary(op: BinaryOp, width: Width, left: sys::Expr, right: sys::Expr) -> sys::Expr {
    sys::Expr::Binary(op, width, Box::new(left), Box::new(right))
}

pub fn equal(left: sys::Expr, number: i64) -> sys::Expr {
    binary(BinaryOp::Equal, Width::W64, left, sys::Expr::Const(number))
}

pub fn is_false(condition: sys::Expr) -> sys::Expr {
    sys::Expr::Unary(UnaryOp::Not, Width::W64, Box::new(condition))
}

/// Whether arithmetic of 64 bits is done.
fn has_wide_operator(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(_, width, inner) => *width == Width::W64 || has_wide_operator(inner),
        Expr::Binary(_, width, left, right) => {
            *width == Width::W64 || has_wide_operator(left) || has_wide_operator(right)
        }
        Expr::Cut(_, inner) | Expr::Box(_, inner) | Expr::Unbox(inner) => has_wide_operator(inner),
        Expr::Operand(_) | Expr::Text(..) | Expr::Opaque(_) => false,
    }
}

/// A number cut to a type, in arithmetic.
fn cut(value: sys::Expr, ty: sys::Type) -> sys::Expr {
    let (bits, signed) = match ty {
        sys::Type::Bool => (1, false),
        sys::Type::Int { bits, signed } if bits < 64 => (bits, signed),
        _ => return value,
    };
    if !signed {
        let mask = sys::Expr::Const((1 << bits) - 1);
        return binary(BinaryOp::BitAnd, Width::W64, value, mask);
    }
    let unused = sys::Expr::Const(64 - i64::from(bits));
    let up = binary(BinaryOp::ShiftLeft, Width::W64, value, unused.clone());
    binary(BinaryOp::ShiftRight, Width::W64, up, unused)
}

fn known_unary(op: UnaryOp, width: Width, value: Value) -> Value {
    match value.number() {
        Some(number) => Value::of_number(sys::value::unary(op, width, number), op.is_float()),
        None => Value::Opaque,
    }
}

fn known_binary(op: BinaryOp, width: Width, left: Value, right: Value) -> Value {
    if let (Some(left), Some(right)) = (left.number(), right.number()) {
        return match sys::value::binary(op, width, left, right) {
            Ok(number) => Value::of_number(number, op.is_float()),
            Err(_) => Value::Opaque,
        };
    }
    match (left, right) {
        (Value::Opaque | Value::Undefined | Value::Slot | Value::Input(_), _)
        | (_, Value::Opaque | Value::Undefined | Value::Slot | Value::Input(_)) => Value::Opaque,
        (left, right) => match op {
            BinaryOp::Equal => Value::Int(i64::from(left == right)),
            BinaryOp::NotEqual => Value::Int(i64::from(left != right)),
            _ => Value::Opaque,
        },
    }
}

/// The place of the state that keeps a place of the heap.
pub fn place(global: trine_system::GlobalId, loc: Loc, index: Option<sys::Expr>) -> Place {
    match (loc, index) {
        (Loc::Element(..), Some(index)) => Place::global(global).at(index),
        (Loc::Element(_, position), None) => {
            Place::global(global).at(sys::Expr::Const(i64::from(position)))
        }
        _ => Place::global(global),
    }
}

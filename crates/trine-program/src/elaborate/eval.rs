//! Binding times: static values are computed, dynamic ones become residual expressions of the state.

use trine_system as sys;
use trine_system::{BinaryOp, Effect, Place, UnaryOp, Width};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult, Transition};
use super::input;
use super::limit::Limit;
use super::mutant::{Mutant, is_planted};
use super::switch_defaults::SWITCH_DEFAULT;
use super::value::{Boxed, Holder, Loc, Target, Value, number_type};
use crate::program::*;

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Binding {
    Static(Value),
    /// Known in the state; where it is a reference, what holds it.
    Dynamic(sys::Expr, Option<Source>),
}

/// Where a dynamic reference comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Held(Holder),
    /// A boxed number of this class.
    Number(u8),
}

impl Builder<'_, '_> {
    /// The abstract value of an operand, class objects included.
    pub fn value(&mut self, config: &AbstractState, operand: Operand) -> Value {
        match operand {
            Operand::Class(class) => Value::Object(self.facts.class_object(class)),
            other => config.value(other),
        }
    }

    /// The binding of an operand: static, or the local in which the process keeps it.
    pub fn val(&mut self, config: &AbstractState, operand: Operand) -> Binding {
        match (self.value(config, operand), operand) {
            (Value::Slot, Operand::Var(var)) => {
                let expr = sys::Expr::local(self.slot(config, var));
                Binding::Dynamic(expr, self.holder(config, var).map(Source::Held))
            }
            (Value::Number(kind), Operand::Var(var)) => Binding::Dynamic(
                sys::Expr::local(self.slot(config, var)),
                Some(Source::Number(kind)),
            ),
            (value, _) => Binding::Static(value),
        }
    }

    /// The collector of what a reference variable may hold.
    pub fn holder(&mut self, config: &AbstractState, var: VarId) -> Option<Holder> {
        let (frame, callers) = config.frames.split_last()?;
        let ty = self.code_type(frame, var);
        if ty != Type::Reference {
            return None;
        }
        let stack = callers.iter().map(|caller| (caller.method, caller.pc)).collect();
        Some(Holder::Slot(self.thread, frame.method, var, self.facts.callers(stack)))
    }

    /// What a holder surely holds.
    fn surely(&self, holder: Holder) -> Option<Value> {
        match self.facts.only_target(holder)? {
            Target::Null => Some(Value::Null),
            Target::Object(id) => Some(Value::Object(id)),
            Target::String(string) => Some(Value::String(string)),
            Target::Number(_) | Target::Opaque => None,
        }
    }

    /// The residual expression of a binding; a static value becomes its number.
    pub fn expr(&mut self, val: &Binding) -> sys::Expr {
        match val {
            Binding::Static(value) => sys::Expr::Const(self.facts.number(*value)),
            Binding::Dynamic(expr, _) => expr.clone(),
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
        self.facts.add_target(holder, target);
    }

    fn is_shared_read(&self, val: &Binding) -> bool {
        let Binding::Dynamic(expr, _) = val else { return false };
        let mut shared = false;
        expr.visit(&mut |part| {
            shared |= !matches!(part, sys::Expr::Read(place) if matches!(place.root, sys::Root::Local(_)));
        });
        shared
    }

    /// Notes that a holder may hold what a value is, and that the state keeps it there.
    pub fn flow(&mut self, val: &Binding, holder: Holder) {
        self.pass_on(val, holder);
        if let Binding::Static(Value::Object(id)) = val {
            self.facts.escape(*id);
        }
    }

    /// Notes that a holder may hold what a value is.
    fn pass_on(&mut self, val: &Binding, holder: Holder) {
        match val {
            Binding::Static(value) => self.hold_in(holder, *value),
            Binding::Dynamic(_, Some(Source::Held(from))) => self.facts.flow(*from, holder),
            Binding::Dynamic(_, Some(Source::Number(kind))) => {
                self.facts.add_target(holder, Target::Number(*kind));
            }
            Binding::Dynamic(_, None) => {}
        }
    }

    /// Gives a variable of the innermost frame a value; the effect, if the state has to keep it.
    pub fn assign(
        &mut self,
        config: &mut AbstractState,
        var: VarId,
        val: Binding,
    ) -> Option<Effect> {
        let frame = config.top()?.clone();
        let ty = self.code_type(&frame, var);
        let known = match &val {
            Binding::Static(Value::Input(id)) if !input::fits(config, *id, ty) => {
                Some(Value::Opaque)
            }
            Binding::Static(value) => Some(value.cut(ty)),
            Binding::Dynamic(..) => None,
        };
        if let Some(value) = known {
            self.suggest_var(&frame, var, value);
            let stays = !self.facts.is_dynamic(self.thread, frame.method, var, config.open);
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
        let val = known.map_or(val, Binding::Static);
        let holder = self.holder(config, var);
        let slot = self.slot(config, var);
        if let Some(holder) = holder {
            self.pass_on(&val, holder);
            if let Some(value) = self.surely(holder)
                && !matches!(val, Binding::Dynamic(_, None | Some(Source::Number(_))))
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
    pub fn keep(&mut self, place: Place, val: &Binding) -> Effect {
        match val {
            Binding::Static(Value::Boxed(boxed)) if !sys::boxed::fits(boxed.number) => {
                Limit::large_box().effect()
            }
            _ => Effect::Assign(place, self.expr(val)),
        }
    }

    /// Where an expression boxes a number that may be too large for the state: when it is not.
    pub fn unboxable(&mut self, config: &AbstractState, expr: &Expr) -> Option<sys::Expr> {
        let Expr::Box(_, inner) = expr else { return None };
        let Binding::Dynamic(number, _) = self.eval(config, inner) else { return None };
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
    pub fn assigned(
        &mut self,
        config: AbstractState,
        var: Option<VarId>,
        val: Binding,
    ) -> StepResult {
        let Some(var) = var else { return StepResult::Silent(config.next()) };
        let mut to = config.clone();
        match self.assign(&mut to, var, val) {
            None => StepResult::Silent(to.next()),
            Some(effect) => {
                StepResult::Branch(config, vec![Transition::to(to.next()).doing(effect)])
            }
        }
    }

    /// A way on with the next instruction after a variable got its value.
    pub fn transition(
        &mut self,
        config: &AbstractState,
        var: Option<VarId>,
        val: Binding,
    ) -> Transition {
        let mut to = config.clone();
        let effect = var.and_then(|var| self.assign(&mut to, var, val));
        let mut transition = Transition::to(to.next());
        transition.effects.extend(effect);
        transition
    }

    /// Where a reference that is needed is known only in the state: a way on for each thing that it
    /// can be.
    pub fn split(&mut self, config: &AbstractState, operand: Operand) -> Option<StepResult> {
        let Operand::Var(var) = operand else { return None };
        if config.value(operand) != Value::Slot {
            return None;
        }
        let holder = self.holder(config, var)?;
        let slot = sys::Expr::local(self.slot(config, var));
        let targets = self.facts.targets(holder);
        let only = targets.len() == 1;
        let mut transitions = Vec::with_capacity(targets.len() + 1);
        let mut none = Vec::with_capacity(targets.len());
        let mut first = None;
        for target in targets {
            let mut to = config.clone();
            to.open |= !only;
            let (value, guard) = match target {
                Target::Null => (Value::Null, equal(slot.clone(), 0)),
                Target::Object(id) => {
                    let first = *first.get_or_insert(id);
                    let taken = if is_planted(Mutant::WrongReceiver) { first } else { id };
                    (Value::Object(taken), equal(slot.clone(), self.facts.reference(target)))
                }
                Target::String(string) => {
                    (Value::String(string), equal(slot.clone(), self.facts.reference(target)))
                }
                Target::Opaque => {
                    (Value::Opaque, equal(slot.clone(), self.facts.reference(target)))
                }
                Target::Number(kind) => {
                    let mask = sys::Expr::Const(sys::boxed::KIND);
                    let low = binary(BinaryOp::BitAnd, Width::W64, slot.clone(), mask);
                    (Value::Number(kind), equal(low, sys::boxed::tag(kind, 0)))
                }
            };
            let method = config.top()?.method;
            match self.facts.is_dynamic(self.thread, method, var, config.open) {
                true => to.look(var, value),
                false => to.set(var, value),
            }
            if only && value != Value::Opaque {
                return Some(StepResult::Silent(to));
            }
            none.push(is_false(guard.clone()));
            transitions.push(Transition::to(to).when(guard));
        }
        let none = none.into_iter().reduce(|all, one| binary(BinaryOp::And, Width::W64, all, one));
        // Where nothing is foreseen, every value that comes is not.
        let any = || binary(BinaryOp::Equal, Width::W64, slot.clone(), slot.clone());
        Some(self.as_foreseen(config.clone(), transitions, none.unwrap_or_else(any)))
    }

    /// Ways on beside which nothing is possible, if all that was found out is right; a last one would show that it
    /// is not.
    pub fn as_foreseen(
        &mut self,
        config: AbstractState,
        mut transitions: Vec<Transition>,
        other: sys::Expr,
    ) -> StepResult {
        if let StepResult::Branch(_, stops) = self.stop(config.clone(), SWITCH_DEFAULT) {
            transitions.extend(stops.into_iter().map(|transition| transition.when(other.clone())));
        }
        StepResult::Branch(config, transitions)
    }

    /// Whether a reference in the state can be null.
    pub fn may_be_null(&self, source: Option<Source>) -> bool {
        match source {
            Some(Source::Held(holder)) => self.facts.targets(holder).contains(&Target::Null),
            Some(Source::Number(_)) => false,
            None => true,
        }
    }

    /// Evaluates what cannot raise an error.
    pub fn eval(&mut self, config: &AbstractState, expr: &Expr) -> Binding {
        match expr {
            Expr::Operand(operand) => self.val(config, *operand),
            Expr::Opaque(_) => Binding::Static(Value::Opaque),
            Expr::Typed(..) | Expr::Convert(..) | Expr::Offset(..) => super::no_memory(),
            Expr::Unary(op, width, inner) => match self.eval(config, inner) {
                Binding::Static(value) => Binding::Static(known_unary(*op, *width, value)),
                Binding::Dynamic(inner, _) => {
                    Binding::Dynamic(sys::Expr::Unary(*op, *width, Box::new(inner)), None)
                }
            },
            Expr::Binary(op, width, left, right) => {
                let left = self.eval(config, left);
                let right = self.eval(config, right);
                match input::compare(config, *op, &left, &right) {
                    Some(answer) => Binding::Static(Value::Int(answer)),
                    None => self.binary(*op, *width, left, right),
                }
            }
            Expr::Cut(_, inner) if is_planted(Mutant::WrongWidth) => self.eval(config, inner),
            Expr::Cut(ty, inner) => match (self.eval(config, inner), number_type(*ty)) {
                (Binding::Static(value), _) => Binding::Static(value.cut(*ty)),
                (Binding::Dynamic(inner, _), Some(ty)) => Binding::Dynamic(cut(inner, ty), None),
                (val, None) => val,
            },
            Expr::Text(op, operands) => self.text_of(config, *op, operands),
            Expr::Box(boxing, inner) => {
                let inner = self.eval(config, inner);
                self.boxed(*boxing, inner)
            }
            Expr::Unbox(inner) => match self.eval(config, inner) {
                Binding::Static(Value::Boxed(boxed)) => Binding::Static(Value::Int(boxed.number)),
                Binding::Static(_) => Binding::Static(Value::Opaque),
                val if self.may_be_unknown(&val) => Binding::Static(Value::Opaque),
                Binding::Dynamic(inner, _) => {
                    let down = sys::Expr::Const(sys::boxed::SHIFT);
                    Binding::Dynamic(binary(BinaryOp::ShiftRight, Width::W64, inner, down), None)
                }
            },
        }
    }

    /// An operation on two bindings. Whether references are equal is opaque where the model cannot tell.
    pub fn binary(&mut self, op: BinaryOp, width: Width, left: Binding, right: Binding) -> Binding {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
            && (self.may_be_unknown(&left)
                || self.may_be_unknown(&right)
                || self.may_be_twins(&left, &right)
                || self.may_be_equal_boxes(&left, &right))
        {
            return Binding::Static(Value::Opaque);
        }
        self.compared(op, width, left, right)
    }

    /// An operator, where references that are not the same number are not the same object.
    pub fn compared(
        &mut self,
        op: BinaryOp,
        width: Width,
        left: Binding,
        right: Binding,
    ) -> Binding {
        if let (Binding::Static(left), Binding::Static(right)) = (&left, &right) {
            return Binding::Static(known_binary(op, width, *left, *right));
        }
        let opaque = |val: &Binding| {
            matches!(val, Binding::Static(Value::Opaque | Value::Undefined | Value::Input(_)))
        };
        if opaque(&left) || opaque(&right) {
            return Binding::Static(Value::Opaque);
        }
        Binding::Dynamic(binary(op, width, self.expr(&left), self.expr(&right)), None)
    }
}

/// An operation as a residual expression.
pub fn binary(op: BinaryOp, width: Width, left: sys::Expr, right: sys::Expr) -> sys::Expr {
    sys::Expr::Binary(op, width, Box::new(left), Box::new(right))
}

/// Whether an expression has this value, as a residual expression.
pub fn equal(left: sys::Expr, number: i64) -> sys::Expr {
    binary(BinaryOp::Equal, Width::W64, left, sys::Expr::Const(number))
}

/// The negation of a condition, as a residual expression.
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
        Expr::Typed(..) | Expr::Convert(..) | Expr::Offset(..) => super::no_memory(),
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

//! Text that is known: what is made of it is known, too. Where only the state knows which text a variable
//! holds, there is a way on for each that it can be.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use trine_base::IndexVec;
use trine_system as sys;
use trine_system::{BinaryOp, Width};

use super::build::{Builder, Next};
use super::config::Config;
use super::eval::{Source, Val, binary};
use super::value::{Birth, Boxed, Holder, Shape, Target, Value};
use super::world::World;
use crate::flat::Op;
use crate::program::*;
use crate::text::{Piece, text};

/// More texts of one variable are not looked at one by one.
const MOST: usize = 64;
/// More are not made of one text by another.
const MOST_JOINED: usize = 12;

/// More things are not told apart where it is asked whether there is one.
const MOST_ASKED: usize = 4;

/// More texts are not followed.
const MOST_TEXTS: usize = 500;

/// Text that is made when the program runs.
#[derive(Default)]
pub struct Texts {
    made: IndexVec<StringId, String>,
    ids: FxHashMap<String, StringId>,
}

impl World<'_> {
    /// The text of a string.
    pub fn text(&self, string: StringId) -> &str {
        let constants = self.program.strings.len() as u32;
        match string.0.checked_sub(constants) {
            Some(made) => &self.texts.made[StringId(made)],
            None => &self.program.strings[string],
        }
    }

    /// Whether a string is made when the program runs, so that others with its text are other objects.
    fn is_made(&self, string: StringId) -> bool {
        string.0 >= self.program.strings.len() as u32
    }

    /// The string with this text that is made when the program runs, unless there are too many.
    fn make_text(&mut self, text: String) -> Option<StringId> {
        if let Some(known) = self.texts.ids.get(&text) {
            return Some(*known);
        }
        if self.texts.made.len() >= MOST_TEXTS {
            return None;
        }
        let made = self.texts.made.push(text.clone());
        let id = StringId(self.program.strings.len() as u32 + made.0);
        self.texts.ids.insert(text, id);
        Some(id)
    }
}

impl Builder<'_, '_> {
    /// Where an instruction depends on what a reference is that only the state knows: a way on for each.
    pub fn settle(&mut self, config: &Config, op: &Op) -> Option<Next> {
        let Op::Set(_, expr) = op else { return None };
        let operand = self.unsettled(config, expr)?;
        self.split(config, operand)
    }

    fn unsettled(&mut self, config: &Config, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Operand(_) | Expr::Opaque(_) => None,
            Expr::Text(op, operands) => operands.iter().copied().find(|operand| {
                let most = match op {
                    TextOp::Join | TextOp::Replace | TextOp::Part => MOST_JOINED,
                    _ => MOST,
                };
                let targets = self.possible(config, *operand);
                let exact = *op == TextOp::Same && !targets.contains(&Target::Opaque);
                !exact && (1..=most).contains(&targets.len())
            }),
            Expr::Unbox(inner) => self.unknown_in(config, inner),
            Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, _, left, right) => self
                .nullable_in(config, left, right)
                .or_else(|| self.nullable_in(config, right, left))
                .or_else(|| self.unknown_in(config, left))
                .or_else(|| self.unknown_in(config, right))
                .or_else(|| self.unsettled(config, left))
                .or_else(|| self.unsettled(config, right)),
            Expr::Binary(_, _, left, right) => {
                self.unsettled(config, left).or_else(|| self.unsettled(config, right))
            }
            Expr::Unary(_, _, inner) | Expr::Cut(_, inner) | Expr::Box(_, inner) => {
                self.unsettled(config, inner)
            }
        }
    }

    /// A variable that is compared with null, where it is null or one of few others: whoever asks will use it.
    fn nullable_in(&mut self, config: &Config, expr: &Expr, other: &Expr) -> Option<Operand> {
        let (Expr::Operand(operand @ Operand::Var(var)), Expr::Operand(Operand::Null)) =
            (expr, other)
        else {
            return None;
        };
        let method = config.top()?.method;
        let targets = self.possible(config, *operand);
        let few = targets.contains(&Target::Null) && (2..=MOST_ASKED).contains(&targets.len());
        (few && !self.world.is_dynamic(self.thread, method, *var, config.open)).then_some(*operand)
    }

    /// A variable, where it may hold what is not followed.
    fn unknown_in(&mut self, config: &Config, expr: &Expr) -> Option<Operand> {
        let Expr::Operand(operand) = expr else { return None };
        self.possible(config, *operand).contains(&Target::Opaque).then_some(*operand)
    }

    /// What a reference can be that only the state knows.
    fn possible(&mut self, config: &Config, operand: Operand) -> BTreeSet<Target> {
        let Operand::Var(var) = operand else { return BTreeSet::new() };
        if config.value(operand) != Value::Slot {
            return BTreeSet::new();
        }
        let holder = self.holder(config, var);
        holder.map_or_else(BTreeSet::new, |holder| self.world.targets(holder))
    }

    /// Whether a reference can be something that is not followed.
    pub fn may_be_unknown(&self, val: &Val) -> bool {
        matches!(val, Val::State(_, Some(Source::Held(holder)))
            if self.world.targets(*holder).contains(&Target::Opaque))
    }

    /// Whether two references can be texts with the same letters, at least one of them made when the program
    /// runs: nobody knows whether they are one object.
    pub fn may_be_twins(&self, left: &Val, right: &Val) -> bool {
        let strings = |val: &Val| -> Vec<StringId> {
            let all = match val {
                Val::Known(Value::String(string)) => BTreeSet::from([Target::String(*string)]),
                Val::State(_, Some(Source::Held(holder))) => self.world.targets(*holder),
                _ => BTreeSet::new(),
            };
            let strings = all.into_iter().filter_map(|target| match target {
                Target::String(string) => Some(string),
                _ => None,
            });
            strings.collect()
        };
        let (left, right) = (strings(left), strings(right));
        left.iter().flat_map(|one| right.iter().map(move |other| (*one, *other))).any(
            |(one, other)| {
                (self.world.is_made(one) || self.world.is_made(other))
                    && self.world.text(one) == self.world.text(other)
            },
        )
    }
    pub fn text_of(&mut self, config: &Config, op: TextOp, operands: &[Operand]) -> Val {
        let vals: Vec<Val> = operands.iter().map(|operand| self.val(config, *operand)).collect();
        if let (TextOp::Same, [left, right]) = (op, vals.as_slice()) {
            return self.same_text(left, right);
        }
        if let (
            TextOp::ClassOf | TextOp::IsInstance | TextOp::ClassName | TextOp::FullClassName,
            [Val::Known(first), rest @ ..],
        ) = (op, vals.as_slice())
        {
            return Val::Known(self.of_class(op, *first, rest.first()));
        }
        if op == TextOp::IsKnown {
            let known = matches!(vals.as_slice(), [Val::Known(Value::Int(_))]);
            return Val::Known(Value::Int(i64::from(known)));
        }
        if op == TextOp::IsFollowed {
            let followed = match vals.as_slice() {
                [val @ Val::State(..)] => !self.may_be_unknown(val),
                [Val::Known(value)] => !matches!(value, Value::Opaque | Value::Undefined),
                _ => false,
            };
            return Val::Known(Value::Int(i64::from(followed)));
        }
        if let (TextOp::Note | TextOp::IsNoted, [Val::Known(Value::String(what))]) =
            (op, vals.as_slice())
        {
            if op == TextOp::Note {
                self.world.note(*what);
            }
            return Val::Known(Value::Int(i64::from(self.world.is_noted(*what))));
        }
        let pieces: Option<Vec<Piece>> = vals.iter().map(|val| self.piece(val)).collect();
        let made = match pieces.and_then(|pieces| text(op, &pieces)) {
            Some(Piece::Text(text)) => self.world.make_text(text).map(Value::String),
            Some(Piece::Number(number)) => Some(Value::Int(number)),
            Some(Piece::Null) | None => None,
        };
        Val::Known(made.unwrap_or(Value::Opaque))
    }

    fn of_class(&mut self, op: TextOp, first: Value, second: Option<&Val>) -> Value {
        let roles = &self.world.program.roles;
        if op == TextOp::ClassOf {
            let class = match first {
                Value::Object(id) if matches!(self.world.instances[id].shape, Shape::Object(_)) => {
                    self.world.class_of(id)
                }
                Value::String(_) => roles.string,
                Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => {
                    self.world.box_class(kind)
                }
                _ => None,
            };
            return match class {
                Some(class) => Value::Object(self.world.class_object(class)),
                None => Value::Opaque,
            };
        }
        let Value::Object(id) = first else { return Value::Opaque };
        let Birth::Class(class) = self.world.instances[id].birth else { return Value::Opaque };
        match (op, second) {
            (TextOp::IsInstance, Some(Val::Known(value))) => self.is_instance(*value, class),
            (TextOp::ClassName, None) => {
                let name = self.world.program.classes[class].name.clone();
                let simple = name.rsplit('.').next().unwrap_or("").to_string();
                self.world.make_text(simple).map_or(Value::Opaque, Value::String)
            }
            (TextOp::FullClassName, None) => self.full_name(class),
            _ => Value::Opaque,
        }
    }

    /// The full name of a class, as text.
    pub fn full_name(&mut self, class: ClassId) -> Value {
        let name = self.world.program.qualified.get(&class).cloned();
        let text = name.and_then(|name| self.world.make_text(name));
        text.map_or(Value::Opaque, Value::String)
    }

    fn piece(&self, val: &Val) -> Option<Piece> {
        match val {
            Val::Known(Value::String(string)) => {
                Some(Piece::Text(self.world.text(*string).to_string()))
            }
            Val::Known(Value::Int(number) | Value::Boxed(Boxed { number, .. })) => {
                Some(Piece::Number(*number))
            }
            Val::Known(Value::Null) => Some(Piece::Null),
            _ => None,
        }
    }

    fn same_text(&mut self, left: &Val, right: &Val) -> Val {
        if let (
            Val::State(left, Some(Source::Held(one))),
            Val::State(right, Some(Source::Held(other))),
        ) = (left, right)
        {
            return self.same_in_state((left, *one), (right, *other));
        }
        let (known, other) = match (left, right) {
            (Val::Known(known), other) | (other, Val::Known(known)) => (*known, other),
            _ => return Val::Known(Value::Opaque),
        };
        let string = match known {
            Value::String(string) => string,
            Value::Null | Value::Object(_) | Value::Boxed(_) | Value::Number(_) => {
                return Val::Known(Value::Int(0));
            }
            _ => return Val::Known(Value::Opaque),
        };
        match other {
            Val::Known(Value::String(other)) => {
                let same = self.world.text(string) == self.world.text(*other);
                Val::Known(Value::Int(i64::from(same)))
            }
            Val::Known(Value::Null | Value::Object(_) | Value::Boxed(_) | Value::Number(_)) => {
                Val::Known(Value::Int(0))
            }
            Val::State(slot, Some(Source::Held(holder))) => {
                let targets = self.world.targets(*holder);
                if targets.contains(&Target::Opaque) {
                    return Val::Known(Value::Opaque);
                }
                let same = |target: &Target| match target {
                    Target::String(other) => self.world.text(string) == self.world.text(*other),
                    _ => false,
                };
                let equal: Vec<Target> = targets.into_iter().filter(same).collect();
                let codes = equal
                    .into_iter()
                    .map(|target| super::eval::equal(slot.clone(), self.world.reference(target)));
                let any = codes.reduce(|all, one| binary(BinaryOp::Or, Width::W64, all, one));
                match any {
                    Some(any) => Val::State(any, None),
                    None => Val::State(sys::Expr::Const(0), None),
                }
            }
            _ => Val::Known(Value::Opaque),
        }
    }

    /// Whether two references of the state are texts with the same letters.
    fn same_in_state(
        &mut self,
        (left, one): (&sys::Expr, Holder),
        (right, other): (&sys::Expr, Holder),
    ) -> Val {
        let (ones, others) = (self.world.targets(one), self.world.targets(other));
        if ones.contains(&Target::Opaque) || others.contains(&Target::Opaque) {
            return Val::Known(Value::Opaque);
        }
        let mut any = sys::Expr::Const(0);
        for (one, other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)))
        {
            let (Target::String(first), Target::String(second)) = (one, other) else { continue };
            if self.world.text(*first) == self.world.text(*second) {
                let is_one = super::eval::equal(left.clone(), self.world.reference(*one));
                let is_other = super::eval::equal(right.clone(), self.world.reference(*other));
                let both = binary(BinaryOp::And, Width::W64, is_one, is_other);
                any = binary(BinaryOp::Or, Width::W64, any, both);
            }
        }
        Val::State(any, None)
    }
}

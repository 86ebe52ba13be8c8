//! Text that is known: what is made of it is known, too. Where only the state knows which text a variable
//! holds, there is a way on for each that it can be.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use trine_base::IndexVec;
use trine_system as sys;
use trine_system::{BinaryOp, Width};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult};
use super::eval::{Binding, Source, binary};
use super::program_facts::ProgramFacts;
use super::value::{Birth, Boxed, Holder, Shape, Target, Value};
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

impl ProgramFacts<'_> {
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
    pub fn settle(&mut self, config: &AbstractState, op: &Op) -> Option<StepResult> {
        let Op::Set(_, expr) = op else { return None };
        let operand = self.unsettled(config, expr)?;
        self.split(config, operand)
    }

    fn unsettled(&mut self, config: &AbstractState, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Operand(_) | Expr::Opaque(_) => None,
            Expr::Typed(..) | Expr::Convert(..) | Expr::Offset(..) => super::no_memory(),
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

    /// A variable that is compared with null, where it is null or one of few others: code that asks will use it.
    fn nullable_in(
        &mut self,
        config: &AbstractState,
        expr: &Expr,
        other: &Expr,
    ) -> Option<Operand> {
        let (Expr::Operand(operand @ Operand::Var(var)), Expr::Operand(Operand::Null)) =
            (expr, other)
        else {
            return None;
        };
        let method = config.top()?.method;
        let targets = self.possible(config, *operand);
        let few = targets.contains(&Target::Null) && (2..=MOST_ASKED).contains(&targets.len());
        (few && !self.facts.is_dynamic(self.thread, method, *var, config.open)).then_some(*operand)
    }

    /// A variable, where it may hold what is not followed.
    fn unknown_in(&mut self, config: &AbstractState, expr: &Expr) -> Option<Operand> {
        let Expr::Operand(operand) = expr else { return None };
        self.possible(config, *operand).contains(&Target::Opaque).then_some(*operand)
    }

    /// What a reference can be that only the state knows.
    fn possible(&mut self, config: &AbstractState, operand: Operand) -> BTreeSet<Target> {
        let Operand::Var(var) = operand else { return BTreeSet::new() };
        if config.value(operand) != Value::Slot {
            return BTreeSet::new();
        }
        let holder = self.holder(config, var);
        holder.map_or_else(BTreeSet::new, |holder| self.facts.targets(holder))
    }

    /// Whether a reference can be something that is not followed.
    pub fn may_be_unknown(&self, val: &Binding) -> bool {
        matches!(val, Binding::Dynamic(_, Some(Source::Held(holder)))
            if self.facts.targets(*holder).contains(&Target::Opaque))
    }

    /// Whether two references can be texts with the same letters, at least one of them made when the program
    /// runs: it is not known whether they are one object.
    pub fn may_be_twins(&self, left: &Binding, right: &Binding) -> bool {
        let strings = |val: &Binding| -> Vec<StringId> {
            let all = match val {
                Binding::Static(Value::String(string)) => BTreeSet::from([Target::String(*string)]),
                Binding::Dynamic(_, Some(Source::Held(holder))) => self.facts.targets(*holder),
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
                (self.facts.is_made(one) || self.facts.is_made(other))
                    && self.facts.text(one) == self.facts.text(other)
            },
        )
    }
    /// The binding of an operation on text and classes.
    pub fn text_of(&mut self, config: &AbstractState, op: TextOp, operands: &[Operand]) -> Binding {
        let vals: Vec<Binding> =
            operands.iter().map(|operand| self.val(config, *operand)).collect();
        if let (TextOp::Same, [left, right]) = (op, vals.as_slice()) {
            return self.same_text(left, right);
        }
        if let (
            TextOp::ClassOf | TextOp::IsInstance | TextOp::ClassName | TextOp::FullClassName,
            [Binding::Static(first), rest @ ..],
        ) = (op, vals.as_slice())
        {
            return Binding::Static(self.of_class(op, *first, rest.first()));
        }
        if op == TextOp::IsKnown {
            let known = matches!(vals.as_slice(), [Binding::Static(Value::Int(_))]);
            return Binding::Static(Value::Int(i64::from(known)));
        }
        if op == TextOp::IsFollowed {
            let followed = match vals.as_slice() {
                [val @ Binding::Dynamic(..)] => !self.may_be_unknown(val),
                [Binding::Static(value)] => !matches!(value, Value::Opaque | Value::Undefined),
                _ => false,
            };
            return Binding::Static(Value::Int(i64::from(followed)));
        }
        if let (TextOp::Note | TextOp::IsNoted, [Binding::Static(Value::String(what))]) =
            (op, vals.as_slice())
        {
            if op == TextOp::Note {
                self.facts.note(*what);
            }
            return Binding::Static(Value::Int(i64::from(self.facts.is_noted(*what))));
        }
        let pieces: Option<Vec<Piece>> = vals.iter().map(|val| self.piece(val)).collect();
        let made = match pieces.and_then(|pieces| text(op, &pieces)) {
            Some(Piece::Text(text)) => self.facts.make_text(text).map(Value::String),
            Some(Piece::Number(number)) => Some(Value::Int(number)),
            Some(Piece::Real(_) | Piece::Null) | None => None,
        };
        Binding::Static(made.unwrap_or(Value::Opaque))
    }

    fn of_class(&mut self, op: TextOp, first: Value, second: Option<&Binding>) -> Value {
        let roles = &self.facts.program.roles;
        if op == TextOp::ClassOf {
            let class = match first {
                Value::Object(id) if matches!(self.facts.instances[id].shape, Shape::Object(_)) => {
                    self.facts.class_of(id)
                }
                Value::String(_) => roles.string,
                Value::Boxed(Boxed { kind, .. }) | Value::Number(kind) => {
                    self.facts.box_class(kind)
                }
                _ => None,
            };
            return match class {
                Some(class) => Value::Object(self.facts.class_object(class)),
                None => Value::Opaque,
            };
        }
        let Value::Object(id) = first else { return Value::Opaque };
        let Birth::Class(class) = self.facts.instances[id].birth else { return Value::Opaque };
        match (op, second) {
            (TextOp::IsInstance, Some(Binding::Static(value))) => self.is_instance(*value, class),
            (TextOp::ClassName, None) => {
                let name = self.facts.program.classes[class].name.clone();
                let simple = name.rsplit('.').next().unwrap_or("").to_string();
                self.facts.make_text(simple).map_or(Value::Opaque, Value::String)
            }
            (TextOp::FullClassName, None) => self.full_name(class),
            _ => Value::Opaque,
        }
    }

    /// The full name of a class, as text.
    pub fn full_name(&mut self, class: ClassId) -> Value {
        let name = self.facts.program.qualified.get(&class).cloned();
        let text = name.and_then(|name| self.facts.make_text(name));
        text.map_or(Value::Opaque, Value::String)
    }

    fn piece(&self, val: &Binding) -> Option<Piece> {
        match val {
            Binding::Static(Value::String(string)) => {
                Some(Piece::Text(self.facts.text(*string).to_string()))
            }
            Binding::Static(Value::Int(number) | Value::Boxed(Boxed { number, .. })) => {
                Some(Piece::Number(*number))
            }
            Binding::Static(Value::Float(bits)) => Some(Piece::Real(f64::from_bits(*bits))),
            Binding::Static(Value::Null) => Some(Piece::Null),
            _ => None,
        }
    }

    fn same_text(&mut self, left: &Binding, right: &Binding) -> Binding {
        if let (
            Binding::Dynamic(left, Some(Source::Held(one))),
            Binding::Dynamic(right, Some(Source::Held(other))),
        ) = (left, right)
        {
            return self.same_in_state((left, *one), (right, *other));
        }
        let (known, other) = match (left, right) {
            (Binding::Static(known), other) | (other, Binding::Static(known)) => (*known, other),
            _ => return Binding::Static(Value::Opaque),
        };
        let string = match known {
            Value::String(string) => string,
            Value::Null | Value::Object(_) | Value::Boxed(_) | Value::Number(_) => {
                return Binding::Static(Value::Int(0));
            }
            _ => return Binding::Static(Value::Opaque),
        };
        match other {
            Binding::Static(Value::String(other)) => {
                let same = self.facts.text(string) == self.facts.text(*other);
                Binding::Static(Value::Int(i64::from(same)))
            }
            Binding::Static(
                Value::Null | Value::Object(_) | Value::Boxed(_) | Value::Number(_),
            ) => Binding::Static(Value::Int(0)),
            Binding::Dynamic(slot, Some(Source::Held(holder))) => {
                let targets = self.facts.targets(*holder);
                if targets.contains(&Target::Opaque) {
                    return Binding::Static(Value::Opaque);
                }
                let same = |target: &Target| match target {
                    Target::String(other) => self.facts.text(string) == self.facts.text(*other),
                    _ => false,
                };
                let equal: Vec<Target> = targets.into_iter().filter(same).collect();
                let codes = equal
                    .into_iter()
                    .map(|target| super::eval::equal(slot.clone(), self.facts.reference(target)));
                let any = codes.reduce(|all, one| binary(BinaryOp::Or, Width::W64, all, one));
                match any {
                    Some(any) => Binding::Dynamic(any, None),
                    None => Binding::Dynamic(sys::Expr::Const(0), None),
                }
            }
            _ => Binding::Static(Value::Opaque),
        }
    }

    /// Whether two references of the state are texts with the same letters.
    fn same_in_state(
        &mut self,
        (left, one): (&sys::Expr, Holder),
        (right, other): (&sys::Expr, Holder),
    ) -> Binding {
        let (ones, others) = (self.facts.targets(one), self.facts.targets(other));
        if ones.contains(&Target::Opaque) || others.contains(&Target::Opaque) {
            return Binding::Static(Value::Opaque);
        }
        let mut any = sys::Expr::Const(0);
        for (one, other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)))
        {
            let (Target::String(first), Target::String(second)) = (one, other) else { continue };
            if self.facts.text(*first) == self.facts.text(*second) {
                let is_one = super::eval::equal(left.clone(), self.facts.reference(*one));
                let is_other = super::eval::equal(right.clone(), self.facts.reference(*other));
                let both = binary(BinaryOp::And, Width::W64, is_one, is_other);
                any = binary(BinaryOp::Or, Width::W64, any, both);
            }
        }
        Binding::Dynamic(any, None)
    }
}

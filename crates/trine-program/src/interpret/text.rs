//! Operations on text and on the classes of things.

use super::heap::Cell;
use super::run::Run;
use super::value::Value;
use crate::program::*;
use crate::text::{Piece, text};

impl Run<'_, '_> {
    /// The value of an operation on text and classes; unknown where an operand is.
    pub fn text(&mut self, op: TextOp, operands: &[Operand]) -> Value {
        let values = self.operands(operands);
        let first = values.first().copied().unwrap_or(Value::Unknown);
        let second = values.get(1).copied();
        match op {
            TextOp::Same => return self.same_text(first, second.unwrap_or(Value::Unknown)),
            TextOp::IsKnown => return Value::truth(matches!(first, Value::Int(_))),
            TextOp::IsFollowed => return Value::truth(first.is_known()),
            TextOp::Note | TextOp::IsNoted => return self.note(op, first),
            TextOp::ClassOf => {
                let array = matches!(first, Value::Object(of)
                    if matches!(self.state.cell(of), Cell::Array { .. }));
                let class = self.machine.class_of(&self.state, first);
                return class.filter(|_| !array).map_or(Value::Unknown, Value::Class);
            }
            TextOp::IsInstance | TextOp::ClassName | TextOp::FullClassName => {
                let Value::Class(class) = first else { return Value::Unknown };
                return self.about_class(op, class, second);
            }
            _ => {}
        }
        let pieces: Option<Vec<Piece>> = values.iter().map(|value| self.piece(*value)).collect();
        match pieces.and_then(|pieces| text(op, &pieces)) {
            Some(Piece::Text(text)) => self.state.add(Cell::Text(text)),
            Some(Piece::Number(number)) => Value::Int(number),
            Some(Piece::Real(_) | Piece::Null) | None => Value::Unknown,
        }
    }

    fn piece(&self, value: Value) -> Option<Piece> {
        if let Some(text) = self.machine.text_of(&self.state, value) {
            return Some(Piece::Text(text));
        }
        match value {
            Value::Int(number) | Value::Boxed(_, number) => Some(Piece::Number(number)),
            Value::Object(object) => match self.state.cell(object) {
                Cell::Box(_, number) => Some(Piece::Number(*number)),
                _ => None,
            },
            Value::Float(bits) => Some(Piece::Real(f64::from_bits(bits))),
            Value::Null => Some(Piece::Null),
            _ => None,
        }
    }

    fn same_text(&self, left: Value, right: Value) -> Value {
        if !left.is_known() || !right.is_known() {
            return Value::Unknown;
        }
        let text = |value| self.machine.text_of(&self.state, value);
        Value::truth(text(left).is_some_and(|left| text(right) == Some(left)))
    }

    /// Notes a fact about the whole program, or asks whether any execution notes it.
    fn note(&mut self, op: TextOp, what: Value) -> Value {
        let Some(what) = self.machine.text_of(&self.state, what) else { return Value::Unknown };
        let mut noted = self.machine.noted.borrow_mut();
        if op == TextOp::Note {
            noted.insert(what);
            return Value::Int(1);
        }
        Value::truth(noted.contains(&what))
    }

    fn about_class(&mut self, op: TextOp, class: ClassId, other: Option<Value>) -> Value {
        match op {
            TextOp::IsInstance => {
                let other = other.unwrap_or(Value::Unknown);
                let is = self.machine.is_instance(&self.state, other, class);
                is.map_or(Value::Unknown, Value::truth)
            }
            TextOp::ClassName => {
                let name = &self.machine.program.classes[class].name;
                let simple = name.rsplit('.').next().unwrap_or("").to_string();
                self.state.add(Cell::Text(simple))
            }
            _ => self.full_name(class),
        }
    }

    /// The full name of a class, as text.
    pub fn full_name(&mut self, class: ClassId) -> Value {
        match self.machine.program.qualified.get(&class) {
            Some(name) => self.state.add(Cell::Text(name.clone())),
            None => Value::Unknown,
        }
    }
}

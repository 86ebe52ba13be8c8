//! What arrays take: an array of a class refuses references to anything else when it is written.

use trine_system as sys;

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult};
use super::eval::{Binding, Source};
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{Birth, Holder, InstanceId, Shape, Target, Value};
use crate::flat::Op;
use crate::program::*;

impl Builder<'_, '_> {
    /// Where an array may refuse a value: the ways on, or those in which more is known of the value. The index comes
    /// first: one that is outside is the error that is raised.
    pub fn refused(
        &mut self,
        config: &AbstractState,
        array: InstanceId,
        index: Option<&sys::Expr>,
        value: Operand,
    ) -> Option<StepResult> {
        let of = self.element_type(array);
        if of == ElementType::Any || is_planted(Mutant::ArraysTakeAll) {
            return None;
        }
        match self.val(config, value) {
            Binding::Static(known) => match self.takes(of, known) {
                Some(true) => None,
                Some(false) => Some(self.refuse(config, array, index)),
                None => Some(self.stop(config.clone(), "what is put into an array is not known")),
            },
            Binding::Dynamic(_, Some(Source::Number(kind))) => {
                match self.takes(of, Value::Number(kind)) {
                    Some(true) => None,
                    _ => Some(self.refuse(config, array, index)),
                }
            }
            Binding::Dynamic(_, Some(Source::Held(holder))) => {
                let mut targets = self.possible_values(holder).into_iter();
                let all = targets.all(|target| self.takes(of, target) == Some(true));
                if all { None } else { self.split(config, value) }
            }
            Binding::Dynamic(_, None) => None,
        }
    }

    /// Whether a reference that depends on the state is null or of a class, whatever it is.
    pub fn is_surely(&mut self, config: &AbstractState, value: Operand, class: ClassId) -> bool {
        let Binding::Dynamic(_, Some(Source::Held(holder))) = self.val(config, value) else {
            return false;
        };
        let mut targets = self.possible_values(holder).into_iter();
        targets
            .all(|target| target == Value::Null || self.is_instance(target, class) == Value::Int(1))
    }

    fn possible_values(&self, holder: Holder) -> Vec<Value> {
        let values = self.facts.targets(holder).into_iter().map(|target| match target {
            Target::Null => Value::Null,
            Target::Object(id) => Value::Object(id),
            Target::String(string) => Value::String(string),
            Target::Number(kind) => Value::Number(kind),
            Target::Opaque => Value::Opaque,
        });
        values.collect()
    }

    fn refuse(
        &mut self,
        config: &AbstractState,
        array: InstanceId,
        index: Option<&sys::Expr>,
    ) -> StepResult {
        let Some(index) = index else {
            return self.raise(config.clone(), ErrorKind::ArrayStore);
        };
        let (inside, outside) = self.bounds(array, index);
        let mut transitions = self.raised(config, ErrorKind::ArrayStore, Some(inside));
        transitions.extend(self.raised(config, ErrorKind::Index, Some(outside)));
        StepResult::Branch(config.clone(), opened(transitions))
    }

    fn element_type(&mut self, array: InstanceId) -> ElementType {
        let Birth::Site { stack, .. } = &self.facts.instances[array].birth else {
            return ElementType::Any;
        };
        let Some((method, pc)) = stack.last().copied() else { return ElementType::Any };
        let code = self.facts.code(method);
        match code.as_ref().and_then(|code| code.ops.get(pc as usize)) {
            Some((Op::NewArray { of, .. }, _)) => *of,
            _ => ElementType::Any,
        }
    }

    fn takes(&mut self, of: ElementType, value: Value) -> Option<bool> {
        match (of, value) {
            (ElementType::Any, _) | (_, Value::Null) => Some(true),
            (ElementType::Array, Value::Object(id)) => {
                Some(matches!(self.facts.instances[id].shape, Shape::Array { .. }))
            }
            (ElementType::ArrayOf(class), Value::Object(id)) => {
                match (self.facts.instances[id].shape, self.element_type(id)) {
                    (Shape::Array { element: Type::Reference, .. }, ElementType::Class(own)) => {
                        Some(self.facts.is_a(own, class))
                    }
                    // The models of the library make arrays of objects where the library makes what it is given.
                    (Shape::Array { element: Type::Reference, .. }, ElementType::Any) => {
                        Some(self.assume_taken())
                    }
                    _ => Some(false),
                }
            }
            (ElementType::ArrayOfValues(of), Value::Object(id)) => {
                match self.facts.instances[id].shape {
                    Shape::Array { element, .. } => Some(element == of),
                    Shape::Object(_) => Some(false),
                }
            }
            (
                ElementType::Array | ElementType::ArrayOf(_) | ElementType::ArrayOfValues(_),
                Value::Opaque,
            ) => None,
            (ElementType::Array | ElementType::ArrayOf(_) | ElementType::ArrayOfValues(_), _) => {
                Some(false)
            }
            (ElementType::Class(class), value) => match self.is_instance(value, class) {
                Value::Int(answer) => Some(answer != 0),
                _ => Some(self.assume_taken()),
            },
        }
    }

    fn assume_taken(&mut self) -> bool {
        let text = "a value that is not followed is of a class that its array takes";
        self.iteration.assume("array-elements", text, None);
        true
    }
}

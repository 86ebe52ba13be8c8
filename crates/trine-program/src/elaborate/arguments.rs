//! What callers hand over at entries, and what acceptors know of it.

use trine_system as sys;
use trine_system::Place;

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult};
use super::eval::Binding;
use super::value::{Holder, InstanceId, Value};
use crate::program::*;

impl Builder<'_, '_> {
    /// What a caller hands over.
    pub(super) fn handed_over(
        &mut self,
        config: &AbstractState,
        owner: InstanceId,
        entry: EntryId,
        arguments: &[Operand],
    ) -> Result<Vec<sys::Expr>, StepResult> {
        let types = self.facts.program.entries[entry].parameters.clone();
        let mut given = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let val = self.val(config, *argument);
            if matches!(val, Binding::Static(Value::Opaque | Value::Undefined)) {
                let what = "a value that is not known is handed over at an entry";
                return Err(self.stop(config.clone(), what));
            }
            if types.get(position) == Some(&Type::Reference) {
                self.flow(&val, Holder::Argument(owner, entry, position));
            } else {
                let number = match val {
                    Binding::Static(Value::Int(number)) => Some(number),
                    _ => None,
                };
                self.facts.hand_over((owner, entry, position), number);
            }
            given.push(self.expr(&val));
        }
        Ok(given)
    }

    /// Where a parameter of an entry goes. What all callers hand over is known from then on.
    pub(super) fn received(
        &mut self,
        to: &mut AbstractState,
        owner: InstanceId,
        entry: EntryId,
        position: usize,
        var: VarId,
    ) -> Place {
        let place = self.receive(to, var, Holder::Argument(owner, entry, position));
        let types = &self.facts.program.entries[entry].parameters;
        let is_number = matches!(types.get(position), Some(Type::Bool | Type::Int { .. }));
        let number = self.facts.only_argument((owner, entry, position));
        if let Some(number) = number.filter(|_| is_number) {
            // The accept writes the same number, where the variable is one of the state.
            let _ = self.assign(to, var, Binding::Static(Value::Int(number)));
        }
        place
    }
}

//! Functions that Trine knows by name, before any definition is looked for.

use trine_base::Span;

use super::Lowering;
use super::body::Val;
use super::scope::Entity;
use crate::syntax::Expr;

impl Lowering {
    /// A call of a function that is known by its name; none where it is an ordinary one.
    pub(super) fn known_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Val> {
        if let Some(operation) = name.strip_prefix("__trine_") {
            return self.intrinsic(operation, arguments, span);
        }
        if let Some(result) = self.verifier_call(name, arguments, span) {
            return Some(result);
        }
        if let Some(rest) = name.strip_prefix("__atomic_") {
            return self.atomic_builtin(rest, arguments, span);
        }
        if let Some(rest) = name.strip_prefix("__sync_") {
            return self.sync_builtin(rest, arguments, span);
        }
        if let Some(rest) = name.strip_prefix("__builtin_") {
            return self.builtin(rest, arguments, span);
        }
        if !self.is_user_defined(name) {
            return self.output_call(name, arguments, span);
        }
        None
    }

    /// Whether a file of the program has a body for this function.
    pub(super) fn is_user_defined(&self, name: &str) -> bool {
        match self.find(name) {
            Some(Entity::Symbol(symbol, _)) => {
                let symbol = self.symbol(*symbol);
                symbol.function.is_some() && !symbol.library
            }
            _ => false,
        }
    }
}

//! Calls of loggers, which are not among the files: what they print is no part of the state.

use trine_program::*;

use super::call::Arg;
use super::{Body, Val};
use crate::types::Ty;

/// Where loggers come from.
const PACKAGES: [&str; 8] = [
    "java.util.logging",
    "org.slf4j",
    "org.apache.logging.log4j",
    "org.apache.log4j",
    "org.apache.commons.logging",
    "org.apache.juli.logging",
    "org.jboss.logging",
    "ch.qos.logback.classic",
];

/// The classes of those packages that are used by name.
const CLASSES: [&str; 7] =
    ["Logger", "LoggerFactory", "LogManager", "Log", "LogFactory", "Level", "Marker"];

impl<'t> Body<'_, 't> {
    /// Whether a type is a logger, or makes loggers.
    pub fn is_logging(&self, ty: &Ty) -> bool {
        let Ty::Unknown(name) = ty else { return false };
        if matches!(&**name, "System.Logger" | "java.lang.System.Logger") {
            return true;
        }
        let Some((package, class)) = name.rsplit_once('.') else {
            let unit = &self.world.units[self.unit];
            let all = |package: &&str| {
                unit.imports.iter().any(|import| import.wildcard && import.path == **package)
            };
            return CLASSES.contains(&&**name) && PACKAGES.iter().any(all);
        };
        PACKAGES.contains(&package) && CLASSES.contains(&class)
    }

    /// A call that prints: the text of its arguments is made. None where code of the program may run in it.
    pub fn log(&mut self, name: &str, arguments: &[Arg<'t>], expected: Option<&Ty>) -> Option<Val> {
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Arg::Val(value) => values.push(value.clone()),
                Arg::Lambda(_) => return None,
            }
        }
        for value in values {
            self.call_to_string(value);
        }
        self.emit(StmtKind::Assume("loggers print, and change nothing".to_string()));
        if name.starts_with("is") {
            let into = self.temp(&Ty::Bool);
            let bounds = vec![Operand::Int(0), Operand::Int(1)];
            self.emit(StmtKind::Do {
                into: Some(into),
                operation: Operation::Choose,
                arguments: bounds,
            });
            return Some(Val::operand(Operand::Var(into), Ty::Bool));
        }
        let ty = match expected {
            Some(ty) if *ty != Ty::Void => ty.clone(),
            _ => Ty::unknown("what a logger gives"),
        };
        Some(Val::new(Expr::Opaque(ty.stored()), ty))
    }
}

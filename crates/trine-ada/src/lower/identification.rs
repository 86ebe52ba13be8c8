//! Ada.Task_Identification: tasks as values.

use trine_base::Span;
use trine_program as ir;
use trine_program::{Operand, Operation};

use super::entity::Entity;
use super::expression::Value;
use super::lowering::Lowering;
use super::types::*;
use crate::syntax::*;

const UNIT: &str = "ada.task_identification";

/// What the unit declares that is modelled.
const NAMES: [&str; 7] = [
    "task_id",
    "null_task_id",
    "current_task",
    "is_terminated",
    "is_callable",
    "abort_task",
    "image",
];

/// Whether a unit of the library declares this, as far as that matters here.
pub fn declares(unit: &str, key: &str) -> bool {
    unit == UNIT && NAMES.contains(&key)
}

/// What is meant, where it is of this unit.
fn meant(entities: &[Entity]) -> Option<&str> {
    entities.iter().find_map(|entity| match entity {
        Entity::Library(name) => name.strip_prefix(UNIT)?.strip_prefix('.'),
        _ => None,
    })
}

/// The type of the value of a name of this unit.
pub fn type_of(entities: &[Entity]) -> Option<TypeId> {
    match meant(entities)? {
        "null_task_id" | "current_task" => Some(TASK_ID),
        "is_terminated" | "is_callable" => Some(BOOLEAN),
        "image" => Some(TEXT),
        _ => None,
    }
}

/// The type that a name of this unit means.
pub fn type_named(entities: &[Entity]) -> Option<TypeId> {
    (meant(entities)? == "task_id").then_some(TASK_ID)
}

impl Lowering {
    /// The value of a function or constant of this unit.
    pub fn identification(&mut self, entities: &[Entity], arguments: &[Arg]) -> Option<Value> {
        let meant = meant(entities)?;
        let ty = type_of(entities)?;
        match (meant, arguments) {
            ("null_task_id", []) => Some(Value { expr: ir::Expr::Operand(Operand::Null), ty }),
            ("current_task", []) => {
                let into = self.temp(ir::Type::Reference);
                let (operation, arguments) = (Operation::CurrentThread, Vec::new());
                self.emit(ir::StmtKind::Do { into: Some(into), operation, arguments });
                Some(Value { expr: ir::Expr::Operand(Operand::Var(into)), ty })
            }
            ("image", [argument]) => {
                let _ = self.value(&argument.value, Some(TASK_ID));
                Some(Value { expr: ir::Expr::Opaque(ir::Type::Reference), ty })
            }
            ("is_terminated" | "is_callable", [argument]) => {
                let task = self.identified(&argument.value);
                Some(self.task_state(task, meant == "is_callable"))
            }
            _ => None,
        }
    }

    /// `T'Identity`
    pub fn identity(&mut self, prefix: &Expr) -> Option<Value> {
        let ty = self.type_of(prefix)?;
        if !matches!(self.types.kind(self.designated(ty)), Kind::Task(_)) {
            return None;
        }
        let task = self.value(prefix, None);
        Some(Value { expr: task.expr, ty: TASK_ID })
    }

    /// A call of a procedure of this unit; false where it is none of them.
    pub fn abort_identified(&mut self, unit: &str, arguments: &[Arg], span: Span) -> bool {
        let (true, [argument]) = (unit == "ada.task_identification.abort_task", arguments) else {
            return false;
        };
        let before = self.code.span.replace(span);
        self.may_block();
        let task = self.identified(&argument.value);
        self.abort_all(&[task]);
        self.code.span = before;
        true
    }

    /// A task by its identification: Program_Error where it is none.
    fn identified(&mut self, value: &Expr) -> Operand {
        let value = self.value(value, Some(TASK_ID));
        let task = self.operand(value.expr, ir::Type::Reference);
        let condition = self.exists(task);
        let class = self.predefined.program_error;
        let otherwise = self.block(|this| this.throw(class));
        self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
        task
    }
}

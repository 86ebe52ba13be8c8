//! What memory, pointers and typed operators satisfy.

use super::body::Checker;
use super::{Kind, exists, kind};
use crate::program::*;

/// All that is wrong with the globals of a program.
pub fn globals(program: &Program, problems: &mut Vec<String>) {
    let memory = !program.globals.is_empty() || program.pointer_bytes != 0;
    if memory && !matches!(program.pointer_bytes, 4 | 8) {
        problems.push(format!("a pointer has {} bytes", program.pointer_bytes));
    }
    if program.roles.main_thread.is_some_and(|id| !exists(id, program.globals.len())) {
        problems.push("the first thread is a global that does not exist".to_string());
    }
    for global in &program.globals {
        let name = &global.name;
        if global.layout.is_some_and(|layout| !exists(layout, program.layouts.len())) {
            problems.push(format!("{name} has a layout that does not exist"));
        }
        for initial in &global.initial {
            let end = initial.at.checked_add(u64::from(initial.unit.bytes));
            if end.is_none_or(|end| end > global.bytes) || !fits(program, initial.unit) {
                problems.push(format!("{name} holds what it has no room for"));
            }
            let known = match initial.value {
                Operand::Int(_) | Operand::Float(_) | Operand::Null => true,
                Operand::Function(method) => exists(method, program.methods.len()),
                Operand::Global(of) => exists(of, program.globals.len()),
                Operand::Var(_) | Operand::String(_) | Operand::Class(_) => false,
            };
            if !known {
                problems.push(format!("{name} holds what is not known at first"));
            }
        }
    }
    for layout in &program.layouts {
        let known = |id: &LayoutId| exists(*id, program.layouts.len());
        let fine = match &layout.kind {
            LayoutKind::Array(element) => known(element),
            LayoutKind::Members(members) => members.iter().all(|(_, _, layout)| known(layout)),
            LayoutKind::Scalar(_) | LayoutKind::Opaque => true,
        };
        if !fine {
            problems.push("a layout names one that does not exist".to_string());
        }
    }
}

/// Whether a unit has the bytes of its type.
fn fits(program: &Program, unit: Unit) -> bool {
    match unit.ty {
        Type::Bool => unit.bytes == 1,
        Type::Int { bits, .. } => {
            matches!(unit.bytes, 1 | 2 | 4 | 8) && u32::from(bits) == 8 * u32::from(unit.bytes)
        }
        Type::Float => matches!(unit.bytes, 4 | 8 | 12 | 16),
        Type::Reference => unit.bytes == program.pointer_bytes,
    }
}

impl Checker<'_> {
    pub(super) fn function(&mut self, method: MethodId) {
        if !exists(method, self.program.methods.len()) {
            self.problems.push(format!("{method} does not exist"));
        } else if !self.program.methods[method].is_static {
            self.problems.push(format!("the address of {method}, which is not static"));
        }
    }

    pub(super) fn unit(&mut self, unit: Unit) {
        if !fits(self.program, unit) {
            let (ty, bytes) = (unit.ty, unit.bytes);
            self.problems.push(format!("{bytes} bytes hold {ty:?}"));
        }
    }

    pub(super) fn typed(&mut self, op: BinaryOp, ty: Type, left: &Expr, right: &Expr) -> Kind {
        use BinaryOp::*;
        let compares = matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual);
        let shifts = matches!(op, ShiftLeft | ShiftRight);
        let (left, right) = (self.expr(left, false), self.expr(right, false));
        self.want(left, kind(ty), "the left side");
        self.want(right, if shifts { Kind::Number } else { kind(ty) }, "the right side");
        let defined = match ty {
            Type::Float => false,
            Type::Reference => compares || op == Subtract,
            Type::Bool => compares,
            Type::Int { bits, .. } => {
                matches!(bits, 8 | 16 | 32 | 64)
                    && !matches!(op, Float(_) | And | Or | ShiftRightUnsigned)
            }
        };
        if !defined {
            self.problems.push(format!("{op:?} of {ty:?}"));
        }
        Kind::Number
    }

    pub(super) fn convert(&mut self, conversion: Conversion, inner: &Expr) -> Kind {
        let inner = self.expr(inner, false);
        let (from, to) = match conversion {
            Conversion::IntToPointer => (Kind::Number, Kind::Reference),
            Conversion::PointerToInt(_) => (Kind::Reference, Kind::Number),
            Conversion::FloatToInt(_) => (Kind::Float, Kind::Number),
            Conversion::IntToFloat { .. } => (Kind::Number, Kind::Float),
        };
        self.want(inner, from, "what is converted");
        to
    }

    pub(super) fn memory(&mut self, statement: &StmtKind) {
        match statement {
            StmtKind::Allocate { into, bytes, layout, .. } => {
                self.into(Some(*into), Some(Type::Reference), "a block");
                self.want_operand(bytes, Kind::Number, "a size");
                if layout.is_some_and(|layout| !exists(layout, self.program.layouts.len())) {
                    self.problems.push("a layout that does not exist".to_string());
                }
            }
            StmtKind::Free(pointer) | StmtKind::EndLife(pointer) => {
                self.want_operand(pointer, Kind::Reference, "what is ended");
            }
            StmtKind::CopyMemory { to, from, bytes } => {
                self.want_operand(to, Kind::Reference, "where bytes are copied to");
                self.want_operand(from, Kind::Reference, "where bytes are copied from");
                self.want_operand(bytes, Kind::Number, "how many bytes are copied");
            }
            StmtKind::FillMemory { at, byte, bytes } => {
                self.want_operand(at, Kind::Reference, "where bytes are set");
                self.want_operand(byte, Kind::Number, "what bytes are set to");
                self.want_operand(bytes, Kind::Number, "how many bytes are set");
            }
            _ => {}
        }
        if self.program.pointer_bytes == 0 {
            self.problems.push("memory in a program that has none".to_string());
        }
    }
}

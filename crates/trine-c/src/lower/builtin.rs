//! Functions that gcc builds in.

use std::sync::Arc;

use trine_base::Span;
use trine_program::{Operand, StmtKind, Storage, Type};

use super::Lowering;
use super::body::Val;
use crate::syntax::{Expr, ExprKind, Name};
use crate::types::{Float, Int, Ty};

impl Lowering {
    pub(super) fn builtin(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Val> {
        match name {
            "expect" | "assume_aligned" | "expect_with_probability" => {
                let mut values = self.values(arguments);
                let ty = Ty::Int(Int::Long);
                let first = if values.is_empty() { return None } else { values.swap_remove(0) };
                Some(if name == "assume_aligned" { first } else { self.convert(first, &ty, span) })
            }
            "constant_p" => {
                let known =
                    arguments.first().is_some_and(|argument| self.constant(argument).is_some());
                Some(Val::int(i64::from(known), Ty::INT))
            }
            "unreachable" => Some(self.unmodelled(
                "code that is said to be unreachable",
                Vec::new(),
                &Ty::Void,
                span,
            )),
            "va_start" | "va_end" | "va_copy" | "prefetch" => Some(Val::void()),
            "alloca" | "alloca_with_align" => {
                let size = self.types.size_type();
                let value = self.value(arguments.first()?);
                let bytes = self.convert(value, &size, span);
                let bytes = self.operand(bytes, span);
                let into = self.temp(Type::Reference, span);
                let storage = Storage::Frame;
                self.emit(
                    StmtKind::Allocate { into, storage, bytes, zeroed: false, layout: None },
                    span,
                );
                Some(Val::var(into, Ty::Void.pointer_to()))
            }
            "inf" | "inff" | "huge_val" | "huge_valf" | "infl" => {
                Some(float(f64::INFINITY, name.ends_with('f')))
            }
            "nan" | "nanf" => Some(float(f64::NAN, name.ends_with('f'))),
            "object_size" | "dynamic_object_size" => Some(Val::int(-1, self.types.size_type())),
            "frame_address" | "return_address" => {
                let ty = Ty::Void.pointer_to();
                Some(self.unmodelled("an address of the stack", Vec::new(), &ty, span))
            }
            "trap" => self.library_call("abort", &[], span),
            "abs" | "labs" | "llabs" | "memcpy" | "memset" | "memmove" | "memcmp" | "strlen"
            | "strcpy" | "strcmp" | "strncmp" | "strchr" | "malloc" | "calloc" | "free"
            | "printf" | "puts" | "abort" | "exit" | "strcat" | "strncpy" => {
                self.library_call(name, arguments, span)
            }
            _ => {
                let fortified = name.strip_suffix("_chk").and_then(|name| name.strip_prefix("__"));
                if let (
                    Some("memcpy" | "memset" | "memmove" | "strcpy" | "strcat"),
                    Some((_, given)),
                ) = (fortified, arguments.split_last())
                {
                    return self.library_call(fortified?, given, span);
                }
                let operands = self.operands(arguments);
                Some(self.unmodelled(
                    format!("a call of `__builtin_{name}`"),
                    operands,
                    &Ty::INT,
                    span,
                ))
            }
        }
    }

    /// A call of the function with this name, as if it was written so.
    fn library_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Val> {
        let name: Name = Arc::from(name);
        let callee = Expr { kind: ExprKind::Identifier(name), span };
        Some(self.call(&callee, arguments, span))
    }
}

fn float(value: f64, single: bool) -> Val {
    let ty = Ty::Float(if single { Float::Single } else { Float::Double });
    Val::operand(Operand::Float(value.to_bits()), ty)
}

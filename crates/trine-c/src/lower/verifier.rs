//! The functions of the verification competition, and those of other verifiers that mean the same.

use trine_base::Span;
use trine_program::{Operand, Operation, Stmt, StmtKind, Type};

use super::Lowering;
use super::body::Val;
use crate::syntax::Expr;
use crate::types::{Float, Int, Ty};

impl Lowering {
    pub(super) fn verifier_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Val> {
        let own = ["__VERIFIER_", "__CPROVER_", "__ESBMC_"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix));
        match (own, name) {
            (Some("error"), _) | (_, "reach_error") => {
                self.operation(None, Operation::ReachError, Vec::new(), span);
                Some(Val::void())
            }
            (_, "__assert_fail" | "__assert") => {
                self.operands(arguments);
                self.emit(StmtKind::Assert(Operand::Int(0)), span);
                self.operation(None, Operation::ExitProgram, Vec::new(), span);
                Some(Val::void())
            }
            (_, "assume_abort_if_not" | "assume") if self.is_user_defined(name) => None,
            (Some("assume"), _) | (_, "assume_abort_if_not") => {
                let condition = self.condition(arguments.first()?);
                let kind = StmtKind::Do {
                    into: None,
                    operation: Operation::ExitProgram,
                    arguments: Vec::new(),
                };
                let end = Stmt { kind, span: Some(span) };
                self.emit(StmtKind::If { condition, then: Vec::new(), otherwise: vec![end] }, span);
                Some(Val::void())
            }
            (Some("assert"), _) if !self.is_user_defined(name) => {
                let condition = self.condition(arguments.first()?);
                self.emit(StmtKind::Assert(condition), span);
                Some(Val::void())
            }
            (Some("atomic_begin"), _) => {
                self.operation(None, Operation::BeginAtomic, Vec::new(), span);
                Some(Val::void())
            }
            (Some("atomic_end"), _) => {
                self.operation(None, Operation::EndAtomic, Vec::new(), span);
                Some(Val::void())
            }
            (Some(rest), _) if !self.is_user_defined(name) => {
                let kind = rest.strip_prefix("nondet_").or_else(|| name.strip_prefix("nondet_"))?;
                Some(self.nondeterministic(kind, span))
            }
            _ if name.starts_with("nondet_") && !self.is_user_defined(name) => {
                Some(self.nondeterministic(&name["nondet_".len()..], span))
            }
            _ => None,
        }
    }

    /// Any value of a type.
    fn nondeterministic(&mut self, kind: &str, span: Span) -> Val {
        let int = match kind {
            "bool" | "_Bool" => Int::Bool,
            "char" => Int::Char,
            "schar" | "s8" => Int::SignedChar,
            "uchar" | "u8" | "unsigned_char" | "uint8" => Int::UnsignedChar,
            "short" | "s16" => Int::Short,
            "ushort" | "u16" | "uint16" | "unsigned_short" => Int::UnsignedShort,
            "int" | "s32" => Int::Int,
            "uint" | "unsigned" | "u32" | "unsigned_int" | "uint32" => Int::UnsignedInt,
            "long" | "loff_t" => Int::Long,
            "ulong" | "unsigned_long" | "size_t" | "sector_t" => Int::UnsignedLong,
            "longlong" | "int64" => Int::LongLong,
            "ulonglong" | "uint64" | "u64" => Int::UnsignedLongLong,
            "float" => {
                return self.unmodelled("any float", Vec::new(), &Ty::Float(Float::Single), span);
            }
            "double" => {
                return self.unmodelled("any double", Vec::new(), &Ty::Float(Float::Double), span);
            }
            _ => {
                let ty = Ty::Void.pointer_to();
                return self.unmodelled("any pointer", Vec::new(), &ty, span);
            }
        };
        self.any(Ty::Int(int), span)
    }

    /// Any number of an integer type.
    pub(super) fn any(&mut self, ty: Ty, span: Span) -> Val {
        let into = match ty {
            Ty::Int(Int::Bool) => {
                let into = self.temp(Type::INT, span);
                let bounds = vec![Operand::Int(0), Operand::Int(1)];
                self.operation(Some(into), Operation::Choose, bounds, span);
                return Val::var(into, ty);
            }
            _ => self.temp(self.types.cell(&ty), span),
        };
        self.operation(Some(into), Operation::Input, Vec::new(), span);
        Val::var(into, ty)
    }
}

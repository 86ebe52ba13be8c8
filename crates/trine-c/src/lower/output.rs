//! Output of the standard library: arguments are evaluated, what is written is said, the result is unknown.

use trine_base::Span;
use trine_program::{Expr as PExpr, StmtKind};

use super::Lowering;
use super::body::Val;
use crate::syntax::{Expr, ExprKind};
use crate::types::{Int, Ty};

impl Lowering {
    /// A call that only writes.
    pub(super) fn output_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Val> {
        let format = match name {
            "printf" | "puts" | "vprintf" | "perror" | "printk" => 0,
            "fprintf" | "vfprintf" | "dprintf" | "syslog" => 1,
            "putchar" | "fputc" | "putc" | "fputs" | "fflush" | "putc_unlocked" => 0,
            "write" | "fwrite" => 1,
            "setbuf" | "setvbuf" => usize::MAX,
            _ => return None,
        };
        for argument in arguments {
            // What a file is does not matter; that it is read as a variable does.
            let value = self.value(argument);
            self.operand_if_computed(value, argument.span);
        }
        let text = arguments.get(format).and_then(|argument| match &argument.kind {
            ExprKind::Text(units, false) => {
                Some(units.iter().filter_map(|unit| char::from_u32(*unit)).collect())
            }
            _ => None,
        });
        let text: String = text.unwrap_or_else(|| name.to_string());
        self.emit(StmtKind::Print(text.trim_end_matches('\n').to_string()), span);
        let ty = match name {
            "write" => Ty::Int(Int::Long),
            "fwrite" => self.types.size_type(),
            "perror" | "setbuf" | "syslog" => return Some(Val::void()),
            _ => Ty::INT,
        };
        let cell = self.types.cell(&ty);
        Some(Val { expr: PExpr::Opaque(cell), ty })
    }

    /// Evaluates what can go wrong in an argument.
    pub(super) fn operand_if_computed(&mut self, value: Val, span: Span) {
        if !matches!(value.expr, PExpr::Operand(_)) && !value.ty.is_void() {
            self.operand(value, span);
        }
    }
}

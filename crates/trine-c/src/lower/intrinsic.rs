//! The intrinsics of library models: `__trine_…` functions, each an operation of the program.

use trine_base::Span;
use trine_program::*;

use super::Lowering;
use super::body::Val;
use super::place::{Either, Place, PlaceKind};
use crate::syntax::{Binary, Expr as Source, ExprKind, Unary};
use crate::types::Ty;

/// What an operation comes to.
enum Result {
    Nothing,
    Int,
    Size,
    Pointer,
}

fn operation(name: &str) -> Option<(Operation, Result)> {
    Some(match name {
        "enter" => (Operation::Enter, Result::Nothing),
        "enter_once" => (Operation::EnterOnce, Result::Nothing),
        "exit" => (Operation::Exit, Result::Nothing),
        "try_enter" => (Operation::TryEnter, Result::Int),
        "hold_count" => (Operation::HoldCount, Result::Int),
        "wait_on" => (Operation::WaitOn, Result::Nothing),
        "timed_wait_on" => (Operation::TimedWaitOn, Result::Int),
        "signal" => (Operation::Signal, Result::Nothing),
        "broadcast" => (Operation::Broadcast, Result::Nothing),
        "start" => (Operation::Start, Result::Nothing),
        "join" => (Operation::Join, Result::Nothing),
        "is_alive" => (Operation::IsAlive, Result::Int),
        "current" => (Operation::CurrentThread, Result::Pointer),
        "block_size" => (Operation::BlockSize, Result::Size),
        "sleep" => (Operation::Sleep, Result::Nothing),
        "yield" => (Operation::Yield, Result::Nothing),
        "exit_program" => (Operation::ExitProgram, Result::Nothing),
        "misuse" => (Operation::MisuseMonitor, Result::Nothing),
        "begin_atomic" => (Operation::BeginAtomic, Result::Nothing),
        "end_atomic" => (Operation::EndAtomic, Result::Nothing),
        _ => return None,
    })
}

impl Lowering {
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        arguments: &[Source],
        span: Span,
    ) -> Option<Val> {
        if let Some((operation, result)) = operation(name) {
            let operands = self.operands(arguments);
            let (into, value) = match result {
                Result::Nothing => (None, Val::void()),
                Result::Int => {
                    let into = self.temp(Type::INT, span);
                    (Some(into), Val::var(into, Ty::INT))
                }
                Result::Size => {
                    let size = self.types.size_type();
                    let into = self.temp(self.types.cell(&size), span);
                    (Some(into), Val::var(into, size))
                }
                Result::Pointer => {
                    let into = self.temp(Type::Reference, span);
                    (Some(into), Val::var(into, Ty::Void.pointer_to()))
                }
            };
            self.operation(into, operation, operands, span);
            return Some(value);
        }
        match name {
            "assert" => {
                let condition = self.condition(arguments.first()?);
                self.emit(StmtKind::Assert(condition), span);
            }
            "allocate" | "allocate_zeroed" => {
                return Some(self.allocate_heap(arguments, name, span));
            }
            "free" => {
                let operands = self.operands(arguments);
                self.emit(StmtKind::Free(*operands.first()?), span);
            }
            "copy" => {
                let [to, from, bytes] = self.operands(arguments).try_into().ok()?;
                self.emit(StmtKind::CopyMemory { to, from, bytes }, span);
            }
            "fill" => {
                let [at, byte, bytes] = self.operands(arguments).try_into().ok()?;
                self.emit(StmtKind::FillMemory { at, byte, bytes }, span);
            }
            // As an access of the caller: it can race.
            "store_plain" => {
                let [pointer, value] = self.values(arguments).try_into().ok()?;
                let ty = pointer.ty.target()?.clone();
                let value = self.convert(value, &ty, span);
                let unit = self.types.unit(&ty);
                let pointer = self.operand(pointer, span);
                let value = self.operand(value, span);
                self.emit(
                    StmtKind::Store(Access::Memory { pointer, unit, atomic: false }, value),
                    span,
                );
            }
            "guarded" => return Some(self.guarded(arguments, span)),
            "exit_thread" => {
                let thrown = self.temp(Type::Reference, span);
                self.emit(StmtKind::New { into: thrown, class: self.thread_exit }, span);
                self.emit(StmtKind::Throw(Operand::Var(thrown)), span);
            }
            "await" => {
                let condition = self.awaited(arguments.first()?);
                self.emit(StmtKind::Await(condition), span);
            }
            "any_int" => return Some(self.any(Ty::INT, span)),
            "any_natural" => return Some(self.any_natural(span)),
            "moment" => return Some(self.moment(span)),
            "unmodelled" => {
                let what = text_of(arguments.first()?)?;
                // It could change anything: an execution that gets here is not followed.
                let anything = self.temp(Type::Reference, span);
                self.emit(StmtKind::New { into: anything, class: self.thread_exit }, span);
                self.unmodelled(what, vec![Operand::Var(anything)], &Ty::Void, span);
            }
            "assume" => {
                let what = text_of(arguments.first()?)?;
                self.emit(StmtKind::Assume(what), span);
            }
            _ => return None,
        }
        Some(Val::void())
    }

    fn allocate_heap(&mut self, arguments: &[Source], name: &str, span: Span) -> Val {
        let size = self.types.size_type();
        let bytes = match arguments.first() {
            Some(bytes) => {
                let value = self.value(bytes);
                self.convert(value, &size, span)
            }
            None => Val::int(0, size),
        };
        let bytes = self.operand(bytes, span);
        let into = self.temp(Type::Reference, span);
        let zeroed = name == "allocate_zeroed";
        self.emit(
            StmtKind::Allocate { into, storage: Storage::Heap, bytes, zeroed, layout: None },
            span,
        );
        Val::var(into, Ty::Void.pointer_to())
    }

    /// `guarded(function, argument, &result)`: calls a function, and says whether it returned; it did not where the
    /// thread ended itself.
    fn guarded(&mut self, arguments: &[Source], span: Span) -> Val {
        let operands = self.operands(arguments);
        let [function, argument, result] = operands[..] else { return Val::int(0, Ty::INT) };
        let returned = self.temp(Type::INT, span);
        self.emit(StmtKind::Set(returned, Expr::Operand(Operand::Int(0))), span);
        let (body, ()) = self.collect(|this| {
            let value = this.emit_call(
                Callee::Pointer(function),
                &Ty::Void.pointer_to(),
                vec![argument],
                span,
            );
            let place = Place::memory(Expr::Operand(result), Ty::Void.pointer_to());
            this.store(&place, value, span);
            this.emit(StmtKind::Set(returned, Expr::Operand(Operand::Int(1))), span);
        });
        let thrown = self.temp(Type::Reference, span);
        let handler = Handler { classes: vec![self.thread_exit], into: thrown, body: Vec::new() };
        self.emit(StmtKind::Try { body, handlers: vec![handler], finally: Vec::new() }, span);
        Val::var(returned, Ty::INT)
    }

    /// Any number from 0 on that an `int` has.
    fn any_natural(&mut self, span: Span) -> Val {
        let into = self.temp(Type::Int { bits: 31, signed: false }, span);
        self.operation(Some(into), Operation::Input, Vec::new(), span);
        Val::var(into, Ty::INT)
    }

    /// What a clock shows.
    fn moment(&mut self, span: Span) -> Val {
        let ty = self.types.difference_type();
        let into = self.temp(self.types.cell(&ty), span);
        self.operation(Some(into), Operation::Moment, Vec::new(), span);
        Val::var(into, ty)
    }

    /// A condition that is looked at until it holds: comparisons of places in memory and constants.
    fn awaited(&mut self, expr: &Source) -> Condition {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) => {
                let left = self.awaited(left);
                let right = self.awaited(right);
                let op = match operator {
                    Binary::And => BinaryOp::BitAnd,
                    Binary::Or => BinaryOp::BitOr,
                    other => super::operator::program_op(*other),
                };
                Condition::Binary(op, Width::W64, Box::new(left), Box::new(right))
            }
            ExprKind::Unary(Unary::Not, inner) => {
                let inner = self.awaited(inner);
                Condition::Unary(UnaryOp::Not, Width::W64, Box::new(inner))
            }
            _ => match self.place_or_value(expr) {
                Either::Place(Place { kind: PlaceKind::Memory { pointer, bits: None }, ty })
                    if ty.is_scalar() =>
                {
                    let access = self.access(pointer, &ty, expr.span);
                    Condition::Load(access)
                }
                Either::Place(place) => {
                    let value = self.load(&place, expr.span);
                    Condition::Operand(self.operand(value, expr.span))
                }
                Either::Value(value) => Condition::Operand(self.operand(value, expr.span)),
            },
        }
    }
}

fn text_of(expr: &Source) -> Option<String> {
    match &expr.kind {
        ExprKind::Text(units, _) => {
            Some(units.iter().filter_map(|unit| char::from_u32(*unit)).collect())
        }
        _ => None,
    }
}

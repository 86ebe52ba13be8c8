//! What the operations of the model do to monitors, wait sets and threads, in the code ahead of a thread.

use super::future::{Analysis, Env};
use super::value::Abstract;
use super::{Act, Guard};
use crate::flat::Op;
use crate::interpret::{Machine, Value};
use crate::program::*;

/// The functions whose address is taken anywhere.
pub fn addressed(machine: &Machine<'_>) -> Vec<MethodId> {
    let program = machine.program;
    let mut found = std::collections::BTreeSet::new();
    let mut note = |operand: &Operand| {
        if let Operand::Function(method) = operand {
            found.insert(*method);
        }
    };
    let initial = program.globals.iter().flat_map(|global| &global.initial);
    initial.for_each(|initial| note(&initial.value));
    for method in program.methods.ids() {
        let Some(code) = machine.code(method) else { continue };
        for (op, _) in &code.ops {
            named(op, &mut note);
        }
    }
    found.into_iter().collect()
}

/// The operands of an instruction that may be the address of a function and go anywhere but into a direct call.
fn named(op: &Op, note: &mut dyn FnMut(&Operand)) {
    match op {
        Op::Set(_, expr) => in_expr(expr, note),
        Op::Store(_, value) => note(value),
        Op::Return(Some(value)) => note(value),
        Op::Call { arguments, callee, .. } => {
            arguments.iter().for_each(&mut *note);
            if let Callee::Pointer(function) = callee {
                note(function);
            }
        }
        Op::Do { arguments, .. } | Op::Unmodelled { arguments, .. } => {
            arguments.iter().for_each(note);
        }
        Op::Throw(value) => note(value),
        Op::Return(None)
        | Op::Load(..)
        | Op::New { .. }
        | Op::NewArray { .. }
        | Op::Length(..)
        | Op::InstanceOf { .. }
        | Op::Cast { .. }
        | Op::Branch { .. }
        | Op::Jump(_)
        | Op::Assert(..)
        | Op::Await(_)
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Meet(_)
        | Op::Release(_)
        | Op::Print(_)
        | Op::Assume(_)
        | Op::Label(_)
        | Op::Reached
        | Op::Enters(_)
        | Op::Exits(_)
        | Op::Allocate { .. }
        | Op::Free(_)
        | Op::EndLife(_)
        | Op::Copy { .. }
        | Op::Fill { .. } => {}
    }
}

fn in_expr(expr: &Expr, note: &mut dyn FnMut(&Operand)) {
    match expr {
        Expr::Operand(operand) => note(operand),
        Expr::Unary(_, _, inner)
        | Expr::Cut(_, inner)
        | Expr::Box(_, inner)
        | Expr::Unbox(inner)
        | Expr::Convert(_, inner) => in_expr(inner, note),
        Expr::Binary(_, _, left, right)
        | Expr::Typed(_, _, left, right)
        | Expr::Offset(left, right, _) => {
            in_expr(left, note);
            in_expr(right, note);
        }
        Expr::Text(_, operands) => operands.iter().for_each(note),
        Expr::Opaque(_) => {}
    }
}

impl Analysis<'_, '_> {
    /// An operation; whether anything comes after it.
    pub(super) fn operation(
        &mut self,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
        env: &mut Env,
    ) -> bool {
        let argument = |of: &mut Self, at: usize, env: &Env| {
            arguments.get(at).map_or(Abstract::Any, |operand| of.operand(*operand, env))
        };
        let object = argument(self, 0, env);
        let mut result = Abstract::Any;
        match operation {
            Operation::Enter | Operation::EnterOnce => {
                self.uses(object, env);
                self.note_at(Act::Locks, object, 1, &env.guards);
                take(object, env);
            }
            Operation::TryEnter => {
                self.uses(object, env);
                self.note_at(Act::Locks, object, 1, &env.guards);
                self.note_at(Act::LooksAtMonitor, object, 1, &env.guards);
            }
            Operation::Exit => {
                self.uses(object, env);
                self.give_back(object, env);
            }
            Operation::HoldCount => {
                self.uses(object, env);
                if let Abstract::Is(monitor @ Value::Pointer(..)) = object {
                    result = Abstract::Held(monitor);
                }
            }
            Operation::WaitOn | Operation::TimedWaitOn => {
                let monitor = argument(self, 1, env);
                self.uses(object, env);
                self.note_at(Act::Waits, object, 1, &env.guards);
                self.give_back(monitor, env);
                self.note_at(Act::Locks, monitor, 1, &env.guards);
                take(monitor, env);
            }
            Operation::Signal | Operation::Broadcast => {
                self.uses(object, env);
                self.note_at(Act::Signals, object, 1, &env.guards);
            }
            Operation::Start => {
                self.uses(object, env);
                self.note_at(Act::StartsOrJoins, object, 1, &env.guards);
                let (function, handed) = (argument(self, 1, env), argument(self, 2, env));
                let methods = match function {
                    Abstract::Is(Value::Function(method)) => vec![method],
                    Abstract::Is(_) => return false,
                    _ => addressed(self.machine),
                };
                methods.into_iter().for_each(|method| self.start(method, handed, env));
            }
            Operation::Join => {
                self.uses(object, env);
                self.note_at(Act::StartsOrJoins, object, 1, &env.guards);
                if let Abstract::Is(thread @ Value::Pointer(..)) = object {
                    env.guard(Guard::Ended(thread));
                }
            }
            Operation::BlockSize => self.uses(object, env),
            Operation::CurrentThread => result = self.current,
            Operation::Yield
            | Operation::Sleep
            | Operation::Choose
            | Operation::Input
            | Operation::Moment
            | Operation::BeginAtomic
            | Operation::EndAtomic => {}
            Operation::ExitProgram | Operation::ReachError | Operation::MisuseMonitor => {
                return false;
            }
            Operation::Wait
            | Operation::TimedWait
            | Operation::WaitDeaf
            | Operation::Notify
            | Operation::NotifyAll
            | Operation::Abort
            | Operation::IsAbnormal
            | Operation::AbortPoint
            | Operation::Unwinding
            | Operation::MayWait
            | Operation::MayWaitFor
            | Operation::TimedJoin
            | Operation::IsAlive
            | Operation::IsContended
            | Operation::Interrupt
            | Operation::Interrupted
            | Operation::HandOver => self.note(Act::Everything, &[]),
        }
        if let Some(into) = into {
            env.vars[into.0 as usize] = result;
        }
        true
    }

    /// An operation on a place of memory looks whether its block has ended.
    fn uses(&mut self, object: Abstract, env: &Env) {
        self.note_at(Act::Read, object, 1, &env.guards);
    }

    /// A monitor is not certainly held any more.
    pub(super) fn give_back(&mut self, monitor: Abstract, env: &mut Env) {
        let value = match monitor {
            Abstract::Is(value) => Some(value),
            _ => None,
        };
        let other = |of: Value| value.is_some_and(|value| value != of);
        env.guards.retain(|guard| match guard {
            Guard::Holds(held) => other(*held),
            Guard::Ended(_) => true,
        });
        for var in &mut env.vars {
            if matches!(var, Abstract::Held(of) if !other(*of)) {
                *var = Abstract::Any;
            }
        }
    }

    /// What a condition looks at.
    pub(super) fn condition(&mut self, condition: &Condition, env: &Env) {
        match condition {
            Condition::Operand(_) | Condition::Mine(_) => {}
            Condition::Load(Access::Memory { pointer, unit, .. }) => {
                let pointer = self.operand(*pointer, env);
                self.note_at(Act::Read, pointer, unit.bytes.into(), &env.guards);
            }
            Condition::Unary(_, _, inner) => self.condition(inner, env),
            Condition::Binary(_, _, left, right) => {
                self.condition(left, env);
                self.condition(right, env);
            }
            Condition::Held(of) | Condition::Waiting(of) => {
                let of = self.operand(*of, env);
                self.note_at(Act::LooksAtMonitor, of, 1, &env.guards);
            }
            Condition::Started(of) | Condition::Ended(of) => {
                let of = self.operand(*of, env);
                self.note_at(Act::LooksAtThread, of, 1, &env.guards);
            }
            Condition::Load(_) | Condition::Length(_) => self.note(Act::Everything, &[]),
        }
    }
}

fn take(monitor: Abstract, env: &mut Env) {
    if let Abstract::Is(monitor @ Value::Pointer(..)) = monitor {
        env.guard(Guard::Holds(monitor));
    }
}

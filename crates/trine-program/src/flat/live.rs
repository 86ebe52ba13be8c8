//! Live-variable analysis of flat code.

use super::{Code, Op, Pc};
use crate::program::*;

/// For each position: the variables whose value may be asked for there or later, and those that may
/// be asked for after the instruction, other than the one that it sets, or by a handler of it.
pub fn live(code: &Code) -> (Vec<Vec<VarId>>, Vec<Vec<VarId>>) {
    let words = code.vars.len().div_ceil(64);
    let count = code.ops.len();
    let mut before = vec![vec![0u64; words]; count];
    let mut during = before.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..count).rev() {
            let mut set = vec![0u64; words];
            let op = &code.ops[pc].0;
            for next in successors(op, pc as Pc) {
                if let Some(other) = before.get(next as usize) {
                    join(&mut set, other);
                }
            }
            let mut uses = Vec::new();
            for defined in operands(op, &mut uses).into_iter().chain(handed_over(op)) {
                set[defined.0 as usize / 64] &= !(1 << (defined.0 % 64));
            }
            // An error may be raised before the variable is set.
            for region in code.regions.iter().filter(|region| region.covers(pc as Pc)) {
                let mut handler = before[region.target as usize].clone();
                handler[region.into.0 as usize / 64] &= !(1 << (region.into.0 % 64));
                join(&mut set, &handler);
            }
            during[pc].clone_from(&set);
            for var in uses {
                set[var.0 as usize / 64] |= 1 << (var.0 % 64);
            }
            if set != before[pc] {
                before[pc] = set;
                changed = true;
            }
        }
    }
    let members = |set: &Vec<u64>| {
        code.vars.ids().filter(|var| set[var.0 as usize / 64] >> (var.0 % 64) & 1 == 1).collect()
    };
    (before.iter().map(members).collect(), during.iter().map(members).collect())
}

fn join(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

/// The instructions that control may go to after this one, handlers of errors aside.
pub fn successors(op: &Op, pc: Pc) -> Vec<Pc> {
    match op {
        Op::Jump(target) => vec![*target],
        Op::Branch { otherwise, .. } => vec![pc + 1, *otherwise],
        Op::Return(_) | Op::Throw(_) => Vec::new(),
        Op::Copy { .. } => vec![pc, pc + 1],
        _ => vec![pc + 1],
    }
}

/// Lists the variables that an instruction reads, and returns the one that it sets.
pub fn operands(op: &Op, uses: &mut Vec<VarId>) -> Option<VarId> {
    let mut all = |operands: &[Operand]| {
        uses.extend(operands.iter().filter_map(|operand| match operand {
            Operand::Var(var) => Some(*var),
            _ => None,
        }));
    };
    match op {
        Op::Set(var, value) => {
            of_expr(value, &mut all);
            Some(*var)
        }
        Op::Load(var, access) => {
            of_access(access, &mut all);
            Some(*var)
        }
        Op::Store(access, value) => {
            of_access(access, &mut all);
            all(&[*value]);
            None
        }
        Op::New { into, .. } => Some(*into),
        Op::NewArray { into, length, .. } => {
            all(&[*length]);
            Some(*into)
        }
        Op::Length(var, array) => {
            all(&[*array]);
            Some(*var)
        }
        Op::InstanceOf { into, value, .. } => {
            all(&[*value]);
            Some(*into)
        }
        Op::Cast { value, .. } | Op::Throw(value) | Op::Release(value) => {
            all(&[*value]);
            None
        }
        Op::Assert(condition, detail) => {
            all(&[*condition]);
            all(detail.as_slice());
            None
        }
        Op::Branch { condition, .. } => {
            all(&[*condition]);
            None
        }
        Op::Call { into, callee, arguments } => {
            if let Callee::Pointer(function) = callee {
                all(&[*function]);
            }
            all(arguments);
            *into
        }
        Op::Do { into, arguments, .. } | Op::Unmodelled { into, arguments, .. } => {
            all(arguments);
            *into
        }
        Op::Return(value) => {
            all(value.as_slice());
            None
        }
        Op::Await(condition) => {
            of_condition(condition, &mut all);
            None
        }
        Op::Meet(meeting) => {
            all(&read_by(meeting));
            match meeting {
                Meeting::Select(select) => Some(select.into),
                Meeting::Call(call) => call.served,
                Meeting::Waiting(into, _) => Some(*into),
                Meeting::Async(of) => of.at_once,
                Meeting::Complete(..) | Meeting::Requeue(_) => None,
            }
        }
        Op::Jump(_)
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Print(_)
        | Op::Assume(_)
        | Op::Label(_) => None,
        Op::Enters(receiver) | Op::Exits(receiver) => {
            receiver.iter().for_each(|receiver| all(&[Operand::Var(*receiver)]));
            None
        }
        Op::Reached => None,
        Op::Allocate { into, bytes, .. } => {
            all(&[*bytes]);
            Some(*into)
        }
        Op::Free(pointer) | Op::EndLife(pointer) => {
            all(&[*pointer]);
            None
        }
        Op::Copy { to, from, bytes, done } => {
            all(&[*to, *from, *bytes, Operand::Var(*done)]);
            None
        }
        Op::Fill { at, byte, bytes } => {
            all(&[*at, *byte, *bytes]);
            None
        }
    }
}

/// What a meeting sets beside its answer. Nothing asks for it where the meeting did not take place.
fn handed_over(op: &Op) -> Vec<VarId> {
    match op {
        Op::Meet(Meeting::Call(call)) if call.part != CallPart::Arrive => call.results.clone(),
        Op::Meet(Meeting::Select(select)) => {
            let parameters =
                select.alternatives.iter().map(|alternative| match &alternative.kind {
                    AlternativeKind::Accept { parameters, .. } => parameters.as_slice(),
                    AlternativeKind::Delay | AlternativeKind::Terminate { .. } => &[],
                });
            parameters.flatten().copied().collect()
        }
        _ => Vec::new(),
    }
}

/// What a meeting reads.
fn read_by(meeting: &Meeting) -> Vec<Operand> {
    let at = |at: &EntryAt| std::iter::once(at.owner).chain(at.index).collect::<Vec<Operand>>();
    match meeting {
        Meeting::Call(call) => [at(&call.at), call.arguments.clone()].concat(),
        Meeting::Complete(of, results) => [at(of), results.clone()].concat(),
        Meeting::Async(of) => match &of.call {
            Some(call) => [at(&call.at), call.arguments.clone()].concat(),
            None => Vec::new(),
        },
        Meeting::Requeue(requeue) => {
            let Requeue { from, to, arguments, refused, .. } = requeue;
            [at(from), at(to), arguments.clone(), refused.clone()].concat()
        }
        Meeting::Waiting(_, of) => at(of),
        Meeting::Select(select) => {
            let mut all: Vec<Operand> = Vec::new();
            for alternative in &select.alternatives {
                all.extend(alternative.guard);
                match &alternative.kind {
                    AlternativeKind::Accept { at: of, .. } => all.extend(at(of)),
                    AlternativeKind::Terminate { group } => all.push(*group),
                    AlternativeKind::Delay => {}
                }
            }
            all
        }
    }
}

fn of_access(access: &Access, see: &mut dyn FnMut(&[Operand])) {
    match access {
        Access::Field(object, _) => see(&[*object]),
        Access::Static(_) => {}
        Access::Element(array, index) => see(&[*array, *index]),
        Access::Memory { pointer, .. } => see(&[*pointer]),
    }
}

/// Shows `see` the operands of an expression.
pub fn of_expr(expr: &Expr, see: &mut dyn FnMut(&[Operand])) {
    match expr {
        Expr::Operand(operand) => see(&[*operand]),
        Expr::Unary(_, _, inner)
        | Expr::Cut(_, inner)
        | Expr::Box(_, inner)
        | Expr::Convert(_, inner)
        | Expr::Unbox(inner) => of_expr(inner, see),
        Expr::Binary(_, _, left, right)
        | Expr::Typed(_, _, left, right)
        | Expr::Offset(left, right, _) => {
            of_expr(left, see);
            of_expr(right, see);
        }
        Expr::Text(_, operands) => see(operands),
        Expr::Opaque(_) => {}
    }
}

fn of_condition(condition: &Condition, see: &mut dyn FnMut(&[Operand])) {
    match condition {
        Condition::Operand(operand)
        | Condition::Mine(operand)
        | Condition::Held(operand)
        | Condition::Waiting(operand)
        | Condition::Started(operand)
        | Condition::Ended(operand)
        | Condition::Length(operand) => see(&[*operand]),
        Condition::Load(access) => of_access(access, see),
        Condition::Unary(_, _, inner) => of_condition(inner, see),
        Condition::Binary(_, _, left, right) => {
            of_condition(left, see);
            of_condition(right, see);
        }
    }
}

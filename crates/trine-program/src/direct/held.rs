//! Which monitors a method certainly holds at each of its instructions, by its own text: a forward must-analysis.

use crate::flat::{Code, Op, operands, successors};
use crate::program::*;

/// The variables and classes whose monitors are held, by position.
pub struct Held {
    /// The variable of the receiver, if nothing else is ever assigned to it.
    pub receiver: Option<VarId>,
    /// None: control does not get there.
    before: Vec<Option<Vec<Operand>>>,
}

impl Held {
    /// `exits`: whether an instruction may give back a monitor that was taken outside of what it calls.
    pub fn of(code: &Code, method: &Method, exits: &dyn Fn(&Op) -> bool) -> Held {
        let receiver = method.parameters.first().copied().filter(|_| !method.is_static);
        let assigned = |var: VarId| {
            let sets = |(op, _): &(Op, _)| operands(op, &mut Vec::new()) == Some(var);
            code.ops.iter().any(sets) || code.regions.iter().any(|region| region.into == var)
        };
        let receiver = receiver.filter(|var| !assigned(*var));
        let mut before: Vec<Option<Vec<Operand>>> = vec![None; code.ops.len()];
        let mut open: Vec<(usize, Vec<Operand>)> = vec![(0, Vec::new())];
        while let Some((pc, held)) = open.pop() {
            let Some(known) = before.get_mut(pc) else { continue };
            let now = match known {
                None => held,
                Some(known) => {
                    let both: Vec<Operand> =
                        known.iter().filter(|one| held.contains(one)).copied().collect();
                    if both.len() == known.len() {
                        continue;
                    }
                    both
                }
            };
            *known = Some(now.clone());
            let op = &code.ops[pc].0;
            let mut after = now.clone();
            if let Some(var) = operands(op, &mut Vec::new()) {
                after.retain(|one| *one != Operand::Var(var));
            }
            match op {
                Op::Do { operation: Operation::Enter, arguments, .. } => {
                    after.extend(arguments.first().copied().filter(|one| !now.contains(one)));
                }
                Op::Do { operation: Operation::Exit, .. } => after.clear(),
                Op::Release(monitor) => after.retain(|one| one != monitor),
                // What a meeting hands over is assigned, too.
                Op::Meet(_) => after.clear(),
                op if exits(op) => after.clear(),
                _ => {}
            }
            for next in successors(op, pc as u32) {
                open.push((next as usize, after.clone()));
            }
            for region in code.regions.iter().filter(|region| region.covers(pc as u32)) {
                let mut both = now.clone();
                let kept = |one: &Operand| after.contains(one) && *one != Operand::Var(region.into);
                both.retain(kept);
                open.push((region.target as usize, both));
            }
        }
        Held { receiver, before }
    }

    /// Whether the monitor of the object that this variable refers to is certainly held at this instruction.
    pub fn holds(&self, pc: usize, var: VarId) -> bool {
        self.contains(pc, Operand::Var(var))
    }

    /// Whether the monitor of the class is certainly held at this instruction.
    pub fn holds_class(&self, pc: usize, class: ClassId) -> bool {
        self.contains(pc, Operand::Class(class))
    }

    fn contains(&self, pc: usize, operand: Operand) -> bool {
        self.before.get(pc).and_then(Option::as_ref).is_some_and(|held| held.contains(&operand))
    }
}

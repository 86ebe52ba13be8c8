//! Reachability of instructions within a method.

use super::live::successors;
use super::{Code, Pc};

/// For each instruction, whether control can come to it from here on, also by an error. The first is among them.
pub fn reached(code: &Code, from: Pc) -> Vec<bool> {
    let mut found = vec![false; code.ops.len()];
    let mut open = vec![from];
    while let Some(pc) = open.pop() {
        let Some(seen) = found.get_mut(pc as usize) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        open.extend(successors(&code.ops[pc as usize].0, pc));
        let handlers = code.regions.iter().filter(|region| region.covers(pc));
        open.extend(handlers.map(|region| region.target));
    }
    found
}

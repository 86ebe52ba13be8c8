//! Jumps to labels, and statements on memory: flattened one by one.

use trine_base::{Span, cannot_happen};

use super::{Flattener, Op, Pc, ScopeKind};
use crate::program::*;

/// A position, and the scopes around it that no `goto` crosses.
pub(super) struct Place {
    pub(super) pc: Pc,
    pub(super) inside: Vec<u32>,
}

impl Flattener<'_> {
    pub(super) fn go_to(&mut self, label: LabelId, span: Option<Span>) {
        let pc = self.push(Op::Jump(0), span);
        let inside = self.guards();
        self.gotos.push((label, Place { pc, inside }));
    }

    /// The scopes around this place that are left, or entered, with more than a jump.
    pub(super) fn guards(&self) -> Vec<u32> {
        let guards = self
            .scopes
            .iter()
            .filter(|scope| !matches!(scope.kind, ScopeKind::Block { .. } | ScopeKind::Marked(_)));
        guards.map(|scope| scope.number).collect()
    }

    /// Leads each `goto` to its target.
    pub(super) fn patch_gotos(&mut self) {
        for (label, from) in std::mem::take(&mut self.gotos) {
            match self.targets.get(&label) {
                Some(to) if to.inside == from.inside => self.patch(from.pc, to.pc),
                _ => {
                    let what = "a jump into, or out of, a block that guards its statements";
                    let arguments = vec![Operand::Class(self.class)];
                    let what = what.to_string();
                    self.ops[from.pc as usize].0 = Op::Unmodelled { into: None, what, arguments };
                }
            }
        }
    }

    /// A statement on memory as an instruction.
    pub(super) fn memory(&mut self, kind: &StmtKind) -> Op {
        match kind {
            StmtKind::Allocate { into, storage, bytes, zeroed, layout } => {
                let (into, storage, bytes) = (*into, *storage, *bytes);
                Op::Allocate { into, storage, bytes, zeroed: *zeroed, layout: *layout }
            }
            StmtKind::Free(pointer) => Op::Free(*pointer),
            StmtKind::EndLife(pointer) => Op::EndLife(*pointer),
            StmtKind::CopyMemory { to, from, bytes } => {
                let done = self.fresh(Type::LONG);
                Op::Copy { to: *to, from: *from, bytes: *bytes, done }
            }
            StmtKind::FillMemory { at, byte, bytes } => {
                Op::Fill { at: *at, byte: *byte, bytes: *bytes }
            }
            _ => cannot_happen!("this is no statement on memory"),
        }
    }
}

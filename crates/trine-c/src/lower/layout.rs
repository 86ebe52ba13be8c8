//! Descriptions of what blocks hold, for the names and values of reports.

use trine_program::{Layout, LayoutId, LayoutKind};

use super::Lowering;
use crate::types::{Length, Ty};

/// Records that are named as a whole, by the members that they have inside.
const OPAQUE_MEMBERS: [&str; 3] = ["__trine", "__data", "__size"];

impl Lowering {
    /// The layout of a type; of an array, of the whole.
    pub(super) fn layout_of(&mut self, ty: &Ty) -> Option<LayoutId> {
        self.layout(ty, 0)
    }

    fn layout(&mut self, ty: &Ty, depth: usize) -> Option<LayoutId> {
        if depth > 20 {
            return None;
        }
        let ty = ty.plain().clone();
        if let Some((_, known)) = self.layouts.iter().find(|(known, _)| *known == ty) {
            return Some(*known);
        }
        let bytes = self.types.size(&ty).unwrap_or(0);
        let kind = match &ty {
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) => LayoutKind::Scalar(self.types.unit(&ty)),
            Ty::Array(element, length) => {
                let element = self.layout(element, depth + 1)?;
                if *length == Length::Unknown {
                    return None;
                }
                LayoutKind::Array(element)
            }
            Ty::Record(id) => {
                let members = self.types.records.get(id.0)?.members.clone();
                let named = |member: &crate::types::Member| {
                    member.name.as_deref().is_some_and(|name| OPAQUE_MEMBERS.contains(&name))
                };
                match members.iter().any(named) {
                    true => LayoutKind::Opaque,
                    false => LayoutKind::Members(self.members(&members, depth)),
                }
            }
            _ => LayoutKind::Opaque,
        };
        let id = self.program.layouts.push(Layout { bytes, kind });
        self.layouts.push((ty, id));
        Some(id)
    }

    /// Describes what the pointers in layouts and variables point at, once all types are complete.
    pub(super) fn describe_pointees(&mut self) {
        for (span, ty) in std::mem::take(&mut self.pointer_variables) {
            let Some(layout) = self.layout_of(&ty) else { continue };
            self.program.pointer_variables.insert(span, layout);
        }
        let mut next = 0;
        while let Some((ty, pointer)) = self.layouts.get(next).cloned() {
            next += 1;
            let Ty::Pointer(target) = &ty else { continue };
            if self.types.size(target).is_some_and(|bytes| bytes > 0)
                && let Some(layout) = self.layout_of(target)
            {
                self.program.pointees.insert(pointer, layout);
            }
        }
    }

    fn members(
        &mut self,
        members: &[crate::types::Member],
        depth: usize,
    ) -> Vec<(String, u64, LayoutId)> {
        let mut result = Vec::new();
        for member in members {
            match &member.name {
                Some(name) if member.bits.is_none() => {
                    if let Some(layout) = self.layout(&member.ty, depth + 1) {
                        result.push((name.to_string(), member.offset, layout));
                    }
                }
                Some(_) => {}
                // Members of a member without a name are members of the whole.
                None => {
                    if let Ty::Record(inner) = member.ty.plain() {
                        let inner = self.types.records[inner.0].members.clone();
                        let inner = self.members(&inner, depth + 1);
                        let moved = |(name, at, layout): (String, u64, LayoutId)| {
                            (name, at + member.offset, layout)
                        };
                        result.extend(inner.into_iter().map(moved));
                    }
                }
            }
        }
        result
    }
}

//! Which instructions can be events: they are steps of their own, so that no order of events is left out.

use super::matching::Scene;
use super::pattern::{Act, Fit, LabelPattern, Path, Pattern, Segment};
use super::{Watch, joined};
use crate::flat::Op;
use crate::interpret::Place;
use crate::program::*;

impl Watch {
    fn labels(&self, act: Act) -> impl Iterator<Item = &LabelPattern> {
        let labels = self.patterns.iter().flat_map(Pattern::labels);
        labels.filter(move |label| label.act == act)
    }

    /// Whether a pattern of this kind ends with a name.
    pub(super) fn names(&self, act: Act, name: &str) -> bool {
        self.labels(act).any(|label| match label.name.as_ref().or(label.object.as_ref()) {
            None => true,
            Some(path) => match path.segments.last() {
                Some(Segment { name: Some(last), .. }) => self.same(last, name),
                _ => true,
            },
        })
    }

    /// Whether an instruction can be an event, wherever it is executed. Accesses to memory are not decided here.
    pub(crate) fn may_name(&self, program: &Program, op: &Op) -> bool {
        match op {
            Op::Load(_, access) => self.accesses(program, Act::Read, *access),
            Op::Store(access, _) => self.accesses(program, Act::Assign, *access),
            Op::Call { callee, .. } => match callee {
                Callee::Exact(method) | Callee::Virtual { declared: method, .. } => {
                    self.calls(program, *method)
                }
                Callee::Pointer(_) => self.wants(Act::Call),
            },
            Op::Unmodelled { .. } => self.wants(Act::Call),
            Op::Do { operation, .. } => match operation {
                Operation::Enter | Operation::EnterOnce => self.wants(Act::Lock),
                Operation::TryEnter => self.wants(Act::Lock),
                Operation::Exit => self.wants(Act::Unlock),
                _ => false,
            },
            Op::Release(_) => self.wants(Act::Unlock),
            Op::Print(_) => self.wants(Act::Print),
            Op::Label(_) => self.wants(Act::Label),
            Op::Reached => self.wants(Act::At),
            Op::Enters(_) => self.wants(Act::Enter) || self.wants(Act::Begin),
            Op::Exits(_) => self.wants(Act::Exit),
            _ => false,
        }
    }

    /// Whether a call of a method can be an event.
    pub(crate) fn calls(&self, program: &Program, method: MethodId) -> bool {
        self.wants(Act::Call) && self.names(Act::Call, &program.methods[method].name)
    }

    fn accesses(&self, program: &Program, act: Act, access: Access) -> bool {
        match access {
            Access::Static(field) | Access::Field(_, field) => {
                self.names(act, &program.fields[field].name)
            }
            Access::Element(..) => self.wants(act),
            Access::Memory { .. } => false,
        }
    }
}

impl Scene<'_, '_> {
    /// Whether an access to memory can be an event now.
    pub fn may_access(&self, act: Act, place: Place) -> bool {
        let Place::Memory(block, at, bytes) = place else { return false };
        let path = |label: &LabelPattern| -> Option<Path> {
            match (&label.object, &label.name) {
                (Some(object), Some(name)) => Some(joined(object, name)),
                (object, name) => object.clone().or(name.clone()),
            }
        };
        self.watch.labels(act).any(|label| match path(label) {
            None => true,
            Some(path) if path.is_any() => true,
            Some(path) => self.covers(&path, block, at, bytes) != Fit::No,
        })
    }
}

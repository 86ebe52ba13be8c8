//! Live-variable analysis: which locals are read again after a location is reached.

use trine_system::{LocationId, Template, TemplateId};

use super::access::Access;
use super::bits::Bits;
use super::visibility::Visibility;

/// For each location of a template, the locals whose values can still matter.
pub fn live_locals(
    id: TemplateId,
    template: &Template,
    accesses: &[Access],
    visibility: &Visibility,
) -> Vec<Bits> {
    let mut always = Bits::default();
    for (local, variable) in template.locals.enumerate() {
        if visibility.remote_locals.contains(&(id, local)) || variable.hidden {
            always.insert(local.0 as usize);
        }
    }
    if let Some(provided) = &template.provided {
        let mut access = Access::default();
        access.read(provided);
        always.add(&access.uses);
    }
    let mut live = vec![always; template.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        // Edges mostly lead forwards, so this settles fastest from the end.
        for (edge, access) in template.edges.iter().zip(accesses).rev() {
            let mut before = live[edge.to.0 as usize].clone();
            before.subtract(&access.defines);
            before.add(&access.uses);
            changed |= live[edge.from.0 as usize].add(&before);
        }
    }
    live
}

/// The locals that an edge leaves behind with values nothing reads any more.
pub fn forgotten(from: LocationId, to: LocationId, access: &Access, live: &[Bits]) -> Bits {
    let mut stale = live[from.0 as usize].clone();
    stale.add(&access.writes);
    stale.subtract(&live[to.0 as usize]);
    stale
}

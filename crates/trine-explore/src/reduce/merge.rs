//! Step merging (transition compression): which steps can be taken at once with the step before them.
//!
//! A location with one edge that can always be taken, touches nothing but what belongs to the process
//! alone, and moves invisibly, is no place to rest: whether others step before or after that
//! edge makes no difference at all.

use trine_system::{Edge, EdgeId, Effect, Guard, Hold, LocationId, Root, System, TemplateId};

use super::access::{Access, may_fault};
use super::threads::ThreadUse;
use super::visibility::Visibility;

/// For each location of a template, its edge if that can be taken at once.
pub fn merged_edges(
    system: &System,
    id: TemplateId,
    accesses: &[Access],
    visibility: &Visibility,
) -> Vec<Option<EdgeId>> {
    let template = &system.templates[id];
    let outgoing = template.outgoing();
    let mut merged: Vec<Option<EdgeId>> = (template.locations.ids())
        .map(|location| {
            let [edge_id] = outgoing[location][..] else { return None };
            let edge = &template.edges[edge_id];
            let alone = !template.locations[location].final_;
            let access = &accesses[edge_id.0 as usize];
            let hidden = !visibility.sees_move(system, id, edge.from, edge.to);
            let plain = alone && hidden && !is_noted(system, id, edge.to, &outgoing[edge.to]);
            (plain && is_private(id, edge, access, visibility, system)).then_some(edge_id)
        })
        .collect();
    // A cycle of such edges must keep one place to rest.
    for start in 0..merged.len() {
        let mut at = start;
        for _ in 0..merged.len() + 1 {
            let Some(edge) = merged[at] else { break };
            at = template.edges[edge].to.0 as usize;
            if at == start {
                merged[start] = None;
            }
        }
    }
    merged
}

/// Whether it is asked for when a process comes to a location: it ends there, maybe with a lock,
/// or is to join another one.
fn is_noted(system: &System, id: TemplateId, location: LocationId, leaving: &[EdgeId]) -> bool {
    let template = &system.templates[id];
    let joins =
        |edge: &EdgeId| matches!(template.edges[*edge].sync, Some(trine_system::Sync::Join(_)));
    template.locations[location].final_ && !system.monitors.is_empty() || leaving.iter().any(joins)
}

/// Whether an edge can always be taken and touches only what belongs to its process.
fn is_private(
    id: TemplateId,
    edge: &Edge,
    access: &Access,
    visibility: &Visibility,
    system: &System,
) -> bool {
    let always = match &edge.guard {
        Guard::Always => true,
        Guard::When(trine_system::Expr::Const(value)) => *value != 0,
        Guard::When(_) | Guard::Else => false,
    };
    let harmless = |effect: &Effect| match effect {
        Effect::Assign(place, value) => {
            let local = matches!(place.root, Root::Local(_)) && place.index.is_none();
            local && !may_fault(value) && !is_range(system, id, place)
        }
        Effect::Print(print) => !print.arguments.iter().any(may_fault),
        _ => false,
    };
    let touched = access.uses.iter().chain(access.writes.iter());
    let mut locals = touched.map(|local| trine_system::LocalId(local as u32));
    always
        && edge.sync.is_none()
        && edge.hold == Hold::Release
        && edge.effects.iter().all(harmless)
        && access.reads_globals.is_empty()
        && !access.reaches_out
        && !access.mentions_timeout
        && access.channels.is_empty()
        && access.monitors.is_empty()
        && access.entries.is_empty()
        // To come to an end is looked at where the edge leads; anything else about processes, asking
        // whether one was started or has ended included, depends on when it is done.
        && access.threads.iter().all(|(used, _)| *used == ThreadUse::End)
        && !locals.any(|local| visibility.remote_locals.contains(&(id, local)))
}

fn is_range(system: &System, id: TemplateId, place: &trine_system::Place) -> bool {
    match place.root {
        Root::Local(local) => {
            matches!(system.templates[id].locals[local].ty, trine_system::Type::Range { .. })
        }
        _ => true,
    }
}

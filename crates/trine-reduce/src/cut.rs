//! Builds the slice: what is left of a system for a slicing criterion.
//!
//! Where the property cannot tell how many steps something takes, a bubble becomes one edge, and code
//! after which nothing matters and nothing goes round is cut off: a process rests where it begins.
//! Cycles are left as they are.

use std::collections::BTreeSet;

use trine_base::{Id, IndexVec};
use trine_system::{
    Edge, EdgeId, Effect, Guard, Hold, Location, Pattern, Sync, System, Template, TemplateId, Type,
};

use crate::graph::Graph;
use crate::objects::{Object, object_of};
use crate::relevant::{
    Code, Relevance, does_something, entered_by, is_statement, is_store, location,
};
use crate::{Sliced, Unused};

/// The slice: the system without the effects and edges that are not relevant, with the lift from its edges to the
/// original ones.
pub fn cut(system: &System, relevant: &Relevance) -> Sliced {
    let mut sliced = system.clone();
    let mut lift = IndexVec::new();
    let mut dropped = Vec::new();
    let mut passed_over = IndexVec::new();
    for (id, template) in system.templates.enumerate() {
        let code = &relevant.templates[id.index()];
        for (at, edge) in template.edges.enumerate() {
            let decides = edge.guard != Guard::Always && code.decisions[edge.from.index()];
            if does_something(edge) && !decides && !code.is_relevant(at.index()) {
                dropped.push((id, at));
            }
        }
        let mut edges = edges(system, id, relevant, code);
        if relevant.numbered && !relevant.lockstep {
            edges = with_all_numbers(&mut sliced.templates[id], edges);
        }
        if !relevant.lockstep {
            // No process waits here for anything: there is nothing left to do.
            for (left, goes_on) in sliced.templates[id].locations.iter_mut().zip(&code.goes_on) {
                left.end |= !goes_on && !left.final_;
            }
        }
        sliced.templates[id].edges = edges.iter().map(|(_, edge)| edge.clone()).collect();
        let inside_d_step = entered_by(template, Hold::DStep);
        let over = |at: usize| !relevant.lockstep && code.is_passed_over(at, inside_d_step[at]);
        passed_over.push((0..template.locations.len()).map(over).collect());
        lift.push(edges.into_iter().map(|(original, _)| original).collect());
    }
    let unused = unused(system, relevant);
    let in_step = relevant.lockstep;
    Sliced { system: sliced, lift, dropped, unused, passed_over, in_step }
}

/// Whether something is left out that a search would not leave out by itself: a whole statement, a
/// condition, a synchronisation, or an effect that is more than a store nothing reads.
pub fn is_worthwhile(original: &System, sliced: &Sliced) -> bool {
    original.templates.enumerate().any(|(id, template)| {
        let left = &sliced.system.templates[id];
        let stores = |edge: &Edge| edge.effects.iter().filter(|one| !is_store(one)).count();
        let less = |(edge, from): (&Edge, &EdgeId)| {
            let before = &template.edges[*from];
            is_statement(before)
                && (edge.guard != before.guard
                    || edge.sync.is_some() != before.sync.is_some()
                    || stores(edge) < stores(before))
        };
        let kept: BTreeSet<&EdgeId> = sliced.lift[id].iter().collect();
        let gone = |(at, edge): (EdgeId, &Edge)| !kept.contains(&at) && is_statement(edge);
        left.edges.iter().zip(&sliced.lift[id]).any(less) || template.edges.enumerate().any(gone)
    })
}

fn unused(system: &System, relevant: &Relevance) -> Vec<Unused> {
    let matters = |object: Object| relevant.objects.contains(&object);
    let globals = system.globals.ids().filter(|id| !matters(Object::Global(*id)));
    let mut unused: Vec<Unused> = globals.map(Unused::Global).collect();
    for (id, template) in system.templates.enumerate() {
        let locals = template.locals.ids().filter(|local| !matters(Object::Local(id, *local)));
        unused.extend(locals.map(|local| Unused::Local(id, local)));
    }
    unused
}

/// The edges that are left of a template, each with the original one.
fn edges(
    system: &System,
    id: TemplateId,
    relevant: &Relevance,
    code: &Code,
) -> Vec<(EdgeId, Edge)> {
    let template = &system.templates[id];
    let inside_d_step = entered_by(template, Hold::DStep);
    let mut shortened = vec![false; template.locations.len()];
    let mut left: Vec<(EdgeId, Edge)> = Vec::new();
    for (at, edge) in template.edges.enumerate() {
        let from = edge.from.index();
        if relevant.lockstep {
            left.push((at, strip(system, id, edge, at.index(), relevant, code)));
        } else if !code.goes_on[from] && !inside_d_step[from] {
            // Cut off.
        } else if let Some(join) = code.bubbles[from] {
            // All ways through a bubble are one.
            if !std::mem::replace(&mut shortened[from], true) {
                let mut skip = Edge::new(edge.from, location(join));
                skip.hold = edge.hold;
                skip.text.clone_from(&edge.text);
                skip.span = edge.span;
                left.push((at, skip));
            }
        } else {
            left.push((at, strip(system, id, edge, at.index(), relevant, code)));
        }
    }
    if relevant.lockstep {
        return left;
    }
    let mut remaining = template.clone();
    remaining.edges = left.iter().map(|(_, edge)| edge.clone()).collect();
    let reached = Graph::new(&remaining).reached(template.entry);
    left.retain(|(_, edge)| reached[edge.from.index()]);
    left
}

/// The edges that are left, and in the place of each other one an edge that is never reached: a property
/// that knows edges by their numbers finds them.
fn with_all_numbers(template: &mut Template, left: Vec<(EdgeId, Edge)>) -> Vec<(EdgeId, Edge)> {
    if left.len() == template.edges.len() {
        return left;
    }
    let nowhere = template.locations.push(Location::default());
    let mut all: Vec<(EdgeId, Edge)> =
        template.edges.enumerate().map(|(at, edge)| (at, Edge::new(nowhere, edge.to))).collect();
    for (at, edge) in left {
        all[at.index()].1 = edge;
    }
    all
}

/// An edge without what does not matter.
fn strip(
    system: &System,
    id: TemplateId,
    edge: &Edge,
    at: usize,
    relevant: &Relevance,
    code: &Code,
) -> Edge {
    let decides = code.decisions[edge.from.index()];
    let effects = edge.effects.iter().zip(&code.effects[at]);
    let kept = effects.filter(|(_, kept)| **kept).map(|(effect, _)| effect.clone());
    let effects: Vec<Effect> = kept.collect();
    Edge {
        guard: if decides { edge.guard.clone() } else { Guard::Always },
        rank: if decides { edge.rank } else { 0 },
        sync: edge
            .sync
            .clone()
            .filter(|_| code.syncs[at])
            .map(|sync| forget(system, id, sync, relevant)),
        effects,
        ..edge.clone()
    }
}

/// A receive that does not take what nothing needs.
fn forget(system: &System, id: TemplateId, sync: Sync, relevant: &Relevance) -> Sync {
    match sync {
        Sync::Receive { channel, mut patterns, anywhere, keep } if !relevant.lockstep => {
            for pattern in &mut patterns {
                if let Pattern::Bind(place) = pattern
                    && place.index.is_none()
                    && let Some(object) = object_of(&place.root, Some(id))
                    && !relevant.objects.contains(&object)
                    && takes_anything(system, object)
                {
                    *pattern = Pattern::Ignore;
                }
            }
            Sync::Receive { channel, patterns, anywhere, keep }
        }
        sync => sync,
    }
}

/// Whether storing into a variable never faults.
fn takes_anything(system: &System, object: Object) -> bool {
    let ty = match object {
        Object::Global(id) => system.globals[id].ty,
        Object::Local(template, id) => system.templates[template].locals[id].ty,
        _ => return false,
    };
    !matches!(ty, Type::Range { .. })
}

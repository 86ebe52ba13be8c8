//! Joins steps between which no other process can step: where a process keeps control, and what it does next it surely can
//! do, both are one step. So what is tested and set in one go is one transition of the networks.
//!
//! Only plain assignments are joined to the step before, so that nothing can go wrong in between, and one event in
//! all, so that stages can still be told apart. What is left as it is only allows more.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use trine_base::IndexVec;
use trine_system::{
    BinaryOp, Edge, EdgeId, Effect, Expr, Guard, Hold, LocationId, Place, Root, System, Template,
    TemplateId, Type,
};

/// For each edge that was joined with others, these.
pub type Joined = FxHashMap<(TemplateId, EdgeId), Vec<EdgeId>>;

/// So many steps become one.
const MOST: usize = 16;

/// The system with such steps joined.
pub fn fused(system: &System) -> (Cow<'_, System>, Joined) {
    let mut joined = Joined::default();
    if system.rules.priorities {
        return (Cow::Borrowed(system), joined);
    }
    let mut edited: Vec<(TemplateId, EdgeId, Edge)> = Vec::new();
    for (id, template) in system.templates.enumerate() {
        if template.provided.is_some() {
            continue;
        }
        let outgoing = template.outgoing();
        for (first, edge) in template.edges.enumerate() {
            let (edge, others) = of_edge(system, template, &outgoing, edge);
            if !others.is_empty() {
                joined.insert((id, first), others);
                edited.push((id, first, edge));
            }
        }
    }
    if edited.is_empty() {
        return (Cow::Borrowed(system), joined);
    }
    let mut system = system.clone();
    for (template, edge, with) in edited {
        system.templates[template].edges[edge] = with;
    }
    (Cow::Owned(system), joined)
}

fn of_edge(
    system: &System,
    template: &Template,
    outgoing: &IndexVec<LocationId, Vec<EdgeId>>,
    edge: &Edge,
) -> (Edge, Vec<EdgeId>) {
    let mut edge = edge.clone();
    let mut others: Vec<EdgeId> = Vec::new();
    while edge.sync.is_none() && edge.hold != Hold::Release && others.len() < MOST {
        let [next] = outgoing[edge.to][..] else { break };
        let behind = &template.edges[next];
        let plain = |effect: &Effect| is_plain(system, template, effect);
        let told = edge.effects.iter().chain(&behind.effects);
        let many = told.filter(|one| matches!(one, Effect::Emit { .. })).count() > 1;
        if behind.guard != Guard::Always
            || behind.sync.is_some()
            || many
            || others.contains(&next)
            || !behind.effects.iter().all(plain)
        {
            break;
        }
        edge.effects.extend(behind.effects.iter().cloned());
        (edge.to, edge.hold) = (behind.to, behind.hold);
        others.push(next);
    }
    (edge, others)
}

/// Whether an effect is an assignment that cannot go wrong, or tells of it.
fn is_plain(system: &System, template: &Template, effect: &Effect) -> bool {
    if let Effect::Emit { when, .. } = effect {
        return is_safe(when);
    }
    let Effect::Assign(place @ Place { root, index: None }, value) = effect else { return false };
    let ty = match root {
        Root::Local(local) => template.locals[*local].ty,
        Root::Global(global) => system.globals[*global].ty,
        _ => return false,
    };
    match (ty, value) {
        (Type::Range { .. }, Expr::Const(value)) => ty.store(*value).is_ok(),
        (Type::Range { .. } | Type::Reference(_), _) => false,
        _ => place.index.is_none() && is_safe(value),
    }
}

fn is_safe(value: &Expr) -> bool {
    match value {
        Expr::Const(_) => true,
        Expr::Read(Place { root: Root::Local(_) | Root::Global(_), index: None }) => true,
        Expr::Unary(_, _, inner) => is_safe(inner),
        Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) => false,
        Expr::Binary(_, _, left, right) => is_safe(left) && is_safe(right),
        _ => false,
    }
}

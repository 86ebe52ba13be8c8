//! Finds the synchronisations that cannot fail: the lock is held wherever it is given back, the thread
//! is new wherever it is started. Their faults need not be printed.

use std::collections::{BTreeMap, BTreeSet};

use trine_base::IndexVec;
use trine_system::{
    Edge, EdgeId, Effect, Expansion, Expr, Guard, LocationId, MonitorRef, Sync, System, Template,
    TemplateId, UnaryOp,
};

/// The system without synchronisations, and without those of their faults that cannot happen.
pub(super) fn expanded(system: &System) -> System {
    let sure = sure_edges(system);
    let Expansion { system: mut expanded, origins, .. } = Expansion::of_sync(system);
    for (id, template) in expanded.templates.iter_mut().enumerate() {
        let id = TemplateId(id as u32);
        let mut edges = IndexVec::new();
        for (edge_id, edge) in template.edges.enumerate() {
            let is_fault = matches!(edge.effects[..], [Effect::Abort(..)]);
            if !(is_fault && sure.contains(&(id, origins[id][edge_id]))) {
                edges.push(edge.clone());
            }
        }
        template.edges = edges;
    }
    expanded
}

type Edges = BTreeSet<(TemplateId, EdgeId)>;

fn sure_edges(system: &System) -> Edges {
    let mut sure = Edges::new();
    for (id, template) in system.templates.enumerate() {
        if let Some(edges) = uses_of_held_monitors(template) {
            sure.extend(edges.into_iter().map(|edge| (id, edge)));
        }
    }
    sure.extend(first_starts(system));
    // An edge that ends the execution by itself says so.
    sure.retain(|(template, edge)| {
        let edge = &system.templates[*template].edges[*edge];
        !edge.effects.iter().any(|effect| matches!(effect, Effect::Abort(..)))
    });
    sure
}

/// How a process stands to a monitor; nothing is said of those that it neither holds nor waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    /// It holds the monitor so many times.
    Held(u32),
    /// It is in its wait set, and held it so many times.
    Waits(u32),
    /// That depends on how it got here.
    Unclear,
}

type Holds = BTreeMap<(u32, i64), Hold>;

/// The uses of monitors where they are held for certain. None: it is not known which monitors are used.
fn uses_of_held_monitors(template: &Template) -> Option<Vec<EdgeId>> {
    let mut outgoing: BTreeMap<LocationId, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in template.edges.enumerate() {
        if let Some(of) = monitor_of(edge) {
            key(of)?;
        }
        outgoing.entry(edge.from).or_default().push(id);
    }
    let mut known: BTreeMap<LocationId, Holds> = BTreeMap::new();
    known.insert(template.entry, Holds::new());
    let mut waiting = vec![template.entry];
    while let Some(at) = waiting.pop() {
        let before = known.get(&at).cloned().unwrap_or_default();
        for id in outgoing.get(&at).into_iter().flatten() {
            let edge = &template.edges[*id];
            let Some(after) = after(&before, edge) else { continue };
            let joined = match known.get(&edge.to) {
                Some(other) => joined(other, &after),
                None => after,
            };
            if known.get(&edge.to) != Some(&joined) {
                known.insert(edge.to, joined);
                waiting.push(edge.to);
            }
        }
    }
    let is_held = |edge: &Edge| {
        let holds = known.get(&edge.from)?;
        holds.get(&key(monitor_of(edge)?)?)
    };
    let sure = template.edges.enumerate().filter(|(_, edge)| {
        // Code that is never reached fails nowhere.
        !known.contains_key(&edge.from) || matches!(is_held(edge), Some(Hold::Held(_)))
    });
    Some(sure.map(|(id, _)| id).collect())
}

fn monitor_of(edge: &Edge) -> Option<&MonitorRef> {
    edge.sync.as_ref()?.monitor()
}

/// What is held after an edge. None: nothing comes after it.
fn after(before: &Holds, edge: &Edge) -> Option<Holds> {
    let mut holds = before.clone();
    let (Some(sync), Some(of)) = (&edge.sync, monitor_of(edge).and_then(key)) else {
        return Some(holds);
    };
    let now = match (sync, holds.get(&of).copied()) {
        (Sync::Waiting(_) | Sync::WakeUp(_), _) => return Some(holds),
        (_, Some(Hold::Unclear)) => Some(Hold::Unclear),
        (Sync::Enter(_), None) => Some(Hold::Held(1)),
        (Sync::Enter(_), Some(Hold::Held(count))) => Some(Hold::Held(count + 1)),
        (Sync::Notified(_), Some(Hold::Waits(count))) => Some(Hold::Held(count)),
        (Sync::Enter(_) | Sync::Notified(_), _) => Some(Hold::Unclear),
        (Sync::Exit(_), Some(Hold::Held(count))) => (count > 1).then(|| Hold::Held(count - 1)),
        (Sync::Wait(_), Some(Hold::Held(count))) => Some(Hold::Waits(count)),
        (_, Some(Hold::Held(count))) => Some(Hold::Held(count)),
        // Misuse, which ends the execution.
        (_, Some(Hold::Waits(_)) | None) => return None,
    };
    match now {
        Some(now) => holds.insert(of, now),
        None => holds.remove(&of),
    };
    Some(holds)
}

/// What is certain on both ways.
fn joined(one: &Holds, other: &Holds) -> Holds {
    let all = one.keys().chain(other.keys());
    let hold = |of: &(u32, i64)| match (one.get(of), other.get(of)) {
        (Some(one), Some(other)) if one == other => (*of, *one),
        _ => (*of, Hold::Unclear),
    };
    all.map(hold).collect()
}

/// A monitor that is known when the system is built.
fn key(of: &MonitorRef) -> Option<(u32, i64)> {
    match &of.index {
        None => Some((of.monitor.0, 0)),
        Some(Expr::Const(index)) => Some((of.monitor.0, *index)),
        Some(_) => None,
    }
}

/// The starts of threads that are new then: because the edge asks for it, or because only one process
/// starts the thread and never comes to do so again.
fn first_starts(system: &System) -> Edges {
    let mut starts: BTreeMap<i64, Vec<(TemplateId, EdgeId)>> = BTreeMap::new();
    let mut sure = Edges::new();
    for (id, template) in system.templates.enumerate() {
        for (edge_id, edge) in template.edges.enumerate() {
            match &edge.sync {
                Some(Sync::Start(Expr::Const(process))) => {
                    starts.entry(*process).or_default().push((id, edge_id));
                    if asks_whether_new(&edge.guard, *process) {
                        sure.insert((id, edge_id));
                    }
                }
                // It may start any.
                Some(Sync::Start(_)) => return Edges::new(),
                _ => {}
            }
        }
    }
    for (process, edges) in starts {
        let number = usize::try_from(process).ok();
        let declared = number.and_then(|number| system.processes.get(number));
        let waits = declared.is_some_and(|one| system.templates[one.template].is_started());
        let (template, _) = edges[0];
        let instances = system.processes.iter().filter(|one| one.template == template).count();
        let one_starter = instances == 1 && edges.iter().all(|(other, _)| *other == template);
        if waits && one_starter && never_again(&system.templates[template], &edges) {
            sure.extend(edges);
        }
    }
    sure
}

/// Whether after one of these edges none of them can be taken.
fn never_again(template: &Template, edges: &[(TemplateId, EdgeId)]) -> bool {
    let mut open: Vec<LocationId> = edges.iter().map(|(_, id)| template.edges[*id].to).collect();
    let mut seen = BTreeSet::new();
    let mut next: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
    for edge in &template.edges {
        next.entry(edge.from).or_default().push(edge.to);
    }
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            open.extend(next.get(&at).into_iter().flatten());
        }
    }
    !edges.iter().any(|(_, id)| seen.contains(&template.edges[*id].from))
}

fn asks_whether_new(guard: &Guard, process: i64) -> bool {
    let Guard::When(Expr::Unary(UnaryOp::Not, _, inner)) = guard else { return false };
    matches!(&**inner, Expr::Started(of) if **of == Expr::Const(process))
}

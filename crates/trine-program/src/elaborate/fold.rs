//! Step merging: a location where only a local step can follow disappears.

use trine_system as sys;
use trine_system::{Edge, EdgeId, Effect, Expr, Guard, Hold, LocationId, Root, Template};

use super::object_reuse::Notes;

/// Folds local steps, and drops what can no longer be reached.
pub fn fold(template: &mut Template, notes: &mut Notes) {
    let count = template.locations.len();
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (id, edge) in template.edges.enumerate() {
        out[edge.from.0 as usize].push(id.0 as usize);
    }
    let mut pending = vec![false; template.edges.len()];
    for edge in notes.pending() {
        pending[edge.0 as usize] = true;
    }
    let edges: Vec<Edge> = template.edges.iter().cloned().collect();
    // The local step that is all that can follow at a location.
    let follows = |location: usize| match out[location].as_slice() {
        [only] if !pending[*only] && is_local(&edges[*only]) => Some(*only),
        _ => None,
    };
    let mut kept = vec![false; count];
    let mut open = vec![template.entry.0 as usize];
    let mut folded: Vec<(usize, Edge)> = Vec::new();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut kept[at], true) {
            continue;
        }
        for id in &out[at] {
            let mut edge = edges[*id].clone();
            let mut passed = vec![at];
            while let Some(next) = follows(edge.to.0 as usize) {
                // Others may step before an atomic block begins.
                if edge.hold == Hold::Release && edges[next].hold != Hold::Release {
                    break;
                }
                // A loop of local steps stays one.
                if passed.contains(&(edge.to.0 as usize)) || edge.effects.len() > 64 {
                    break;
                }
                passed.push(edge.to.0 as usize);
                edge.effects.extend(edges[next].effects.iter().cloned());
                edge.hold = edges[next].hold;
                edge.to = edges[next].to;
            }
            open.push(edge.to.0 as usize);
            folded.push((*id, edge));
        }
    }
    folded.sort_by_key(|(id, _)| *id);
    rebuild(template, notes, &kept, folded);
}

/// Whether a step touches nothing but locals of its process, and can always be taken.
fn is_local(edge: &Edge) -> bool {
    let own = |expr: &Expr| {
        let mut only = true;
        expr.visit(&mut |part| {
            only &= match part {
                Expr::Read(place) => matches!(place.root, Root::Local(_)),
                Expr::Const(_) | Expr::Unary(..) | Expr::Binary(..) => true,
                _ => false,
            };
        });
        only
    };
    edge.guard == Guard::Always
        && edge.sync.is_none()
        && edge.effects.iter().all(|effect| match effect {
            Effect::Assign(place, value) => {
                matches!(place.root, Root::Local(_)) && place.index.is_none() && own(value)
            }
            _ => false,
        })
}

/// Keeps these locations and edges only, and numbers them anew.
pub fn rebuild(
    template: &mut Template,
    notes: &mut Notes,
    kept: &[bool],
    folded: Vec<(usize, Edge)>,
) {
    let mut number = vec![LocationId(0); kept.len()];
    let mut locations = trine_base::IndexVec::new();
    for (id, location) in template.locations.enumerate() {
        if kept[id.0 as usize] {
            number[id.0 as usize] = locations.push(location.clone());
        }
    }
    let mut edges: trine_base::IndexVec<EdgeId, sys::Edge> = trine_base::IndexVec::new();
    let mut renamed: Vec<Option<EdgeId>> = vec![None; template.edges.len()];
    for (id, mut edge) in folded {
        edge.from = number[edge.from.0 as usize];
        edge.to = number[edge.to.0 as usize];
        renamed[id] = Some(edges.push(edge));
    }
    notes.renumber(&renamed);
    let mut location = kept.iter();
    notes.held.retain(|_| location.next() == Some(&true));
    template.entry = number[template.entry.0 as usize];
    template.locations = locations;
    template.edges = edges;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x := 1` for all to see, then an atomic block that begins with local work.
    #[test]
    fn others_can_step_before_an_atomic_block() {
        let mut template = Template::new("t");
        let local = template.add_local(sys::Variable::scalar("l", sys::Type::INT));
        let [first, second, third, last] = std::array::from_fn(|_| template.add_location());
        template.locations[last].final_ = true;
        template.entry = first;
        let set = |place: sys::Place| Effect::Assign(place, Expr::Const(1));
        let x = sys::Place::global(sys::GlobalId(0));
        template.add_edge(Edge::new(first, second).doing(set(x.clone())));
        let work = Edge::new(second, third).doing(set(sys::Place::local(local)));
        template.add_edge(work.holding(Hold::Atomic));
        template.add_edge(Edge::new(third, last).doing(set(x)));
        fold(&mut template, &mut Notes::default());
        let holds: Vec<Hold> = template.edges.iter().map(|edge| edge.hold).collect();
        assert_eq!(holds, [Hold::Release, Hold::Atomic, Hold::Release]);
    }
}

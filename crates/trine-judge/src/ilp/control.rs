//! Makes one step of what a process does while it alone has control: a step that keeps control, and an
//! assignment behind it that is all the process can do next and that it always can do. No process can tell the
//! moment in between, and no execution stops there. There is one event in such a step at most.

use std::borrow::Cow;

use trine_system::{
    BinaryOp, EdgeId, Effect, Expr, Guard, Hold, Place, Root, System, Template, Type,
};

/// As many assignments follow one step at most.
const LONGEST: usize = 16;

/// The system without the moments inside steps that keep control.
pub fn without_moments_in_control(system: &System) -> Cow<'_, System> {
    if system.rules.priorities {
        return Cow::Borrowed(system);
    }
    let mut result = Cow::Borrowed(system);
    for id in system.templates.ids() {
        let template = &system.templates[id];
        for edge in template.edges.ids() {
            let tail = tail(system, template, edge);
            let Some(last) = tail.last() else { continue };
            let changed = &mut result.to_mut().templates[id].edges[edge];
            changed.to = template.edges[*last].to;
            changed.hold = template.edges[*last].hold;
            for one in &tail {
                changed.effects.extend(template.edges[*one].effects.clone());
            }
        }
    }
    result
}

/// The assignments that a step takes along.
fn tail(system: &System, template: &Template, edge: EdgeId) -> Vec<EdgeId> {
    let mut found: Vec<EdgeId> = Vec::new();
    if template.provided.is_some() || template.edges[edge].sync.is_some() {
        return found;
    }
    let outgoing = template.outgoing();
    let told = |edge: EdgeId| {
        let effects = template.edges[edge].effects.iter();
        effects.filter(|effect| matches!(effect, Effect::Emit { .. })).count()
    };
    let mut events = told(edge);
    let mut at = edge;
    while template.edges[at].hold != Hold::Release && found.len() < LONGEST {
        let ways = &outgoing[template.edges[at].to];
        let next = match ways.first() {
            Some(next) if ways.len() == 1 && !found.contains(next) => *next,
            _ => break,
        };
        let one = &template.edges[next];
        let certain = one.guard == Guard::Always && one.sync.is_none();
        if !certain || one.effects.iter().any(|effect| may_fail(system, template, effect)) {
            break;
        }
        events += told(next);
        if events > 1 {
            break;
        }
        found.push(next);
        at = next;
    }
    found
}

/// Whether an effect is anything but an assignment that always succeeds, or an event.
fn may_fail(system: &System, template: &Template, effect: &Effect) -> bool {
    let (place, value) = match effect {
        Effect::Emit { when, .. } => return is_odd(when),
        Effect::Assign(place, value) => (place, value),
        _ => return true,
    };
    let ty = match (place.index.is_some(), &place.root) {
        (false, Root::Local(local)) => template.locals[*local].ty,
        (false, Root::Global(global)) => system.globals[*global].ty,
        _ => return true,
    };
    is_odd(value)
        || match (ty, value) {
            (Type::Range { low, high }, Expr::Const(value)) => *value < low || *value > high,
            (Type::Range { .. } | Type::Reference(_), _) => true,
            _ => false,
        }
}

/// Whether a value depends on more than variables, or may have none.
fn is_odd(value: &Expr) -> bool {
    let mut odd = false;
    value.visit(&mut |part| {
        odd |= match part {
            Expr::Const(_) | Expr::Unary(..) => false,
            Expr::Binary(op, ..) => matches!(op, BinaryOp::Divide | BinaryOp::Remainder),
            Expr::Read(Place { root, index }) => {
                index.is_some() || !matches!(root, Root::Local(_) | Root::Global(_))
            }
            _ => true,
        };
    });
    odd
}

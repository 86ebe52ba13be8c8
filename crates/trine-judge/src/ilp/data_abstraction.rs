//! Data that a proof says nothing of: whether nothing but conditions depends on it, and the system without it.

use std::collections::HashSet;

use trine_system::{
    BinaryOp, Edge, Effect, Expr, GlobalId, Guard, LocalId, Pattern, Place, Root, Sync, System,
    TemplateId, UnaryOp,
};
use trine_verdict::IlpCertificate;

struct Unsaid {
    globals: HashSet<GlobalId>,
    locals: HashSet<(TemplateId, LocalId)>,
}

/// The system in which nothing is assigned to such data and conditions on it are left open; or why that is not a
/// system that allows more.
pub fn without(system: &System, proof: &IlpCertificate) -> Result<System, String> {
    let unsaid = Unsaid {
        globals: proof.opaque.iter().copied().collect(),
        locals: proof.opaque_locals.iter().copied().collect(),
    };
    let mut rest = system.clone();
    if unsaid.globals.is_empty() && unsaid.locals.is_empty() {
        return Ok(rest);
    }
    for (id, template) in system.templates.enumerate() {
        for (at, edge) in template.edges.enumerate() {
            if let Some(sync) = &edge.sync {
                unsaid.meets(id, sync)?;
            }
            let kept = &mut rest.templates[id].edges[at];
            kept.effects.clear();
            for effect in &edge.effects {
                match effect {
                    Effect::Assign(into, value) => {
                        unsaid.index(id, into)?;
                        if unsaid.has(id, into) {
                            continue;
                        }
                        unsaid.value(id, value)?;
                    }
                    Effect::Choose { into, .. } => {
                        unsaid.index(id, into)?;
                        if unsaid.has(id, into) {
                            continue;
                        }
                    }
                    Effect::Emit { when, .. } => unsaid.value(id, when)?,
                    Effect::Run { .. } | Effect::New { .. } => return Err(NEEDED.to_string()),
                    _ => {}
                }
                kept.effects.push(effect.clone());
            }
            if let Guard::When(guard) = &edge.guard {
                kept.guard = Guard::When(unsaid.opened(id, guard));
            }
            let ways = template.edges.iter().filter(|one| one.from == edge.from);
            let ways: Vec<&Edge> = ways.filter(|one| one.rank == edge.rank).collect();
            if unsaid.is_guess(id, edge, &ways) {
                kept.guard = Guard::Always;
            }
        }
    }
    Ok(rest)
}

const NEEDED: &str = "data of which a proof says nothing is needed";

impl Unsaid {
    fn has(&self, template: TemplateId, place: &Place) -> bool {
        match &place.root {
            Root::Global(global) => self.globals.contains(global),
            Root::Local(local) => self.locals.contains(&(template, *local)),
            _ => false,
        }
    }

    fn reads(&self, template: TemplateId, expr: &Expr) -> bool {
        let mut reads = false;
        expr.visit(&mut |part| {
            reads |= matches!(part, Expr::Read(place) if self.has(template, place));
        });
        reads
    }

    fn value(&self, template: TemplateId, expr: &Expr) -> Result<(), String> {
        if self.reads(template, expr) { Err(NEEDED.to_string()) } else { Ok(()) }
    }

    fn index(&self, template: TemplateId, place: &Place) -> Result<(), String> {
        place.index.iter().try_for_each(|index| self.value(template, index))
    }

    fn meets(&self, template: TemplateId, sync: &Sync) -> Result<(), String> {
        let (mut values, mut places): (Vec<&Expr>, Vec<&Place>) = (Vec::new(), Vec::new());
        match sync {
            Sync::Begin | Sync::End => {}
            Sync::Send { channel, values: sent, .. } => {
                values.push(channel);
                values.extend(sent);
            }
            Sync::Receive { channel, patterns, .. } => {
                values.push(channel);
                for pattern in patterns {
                    match pattern {
                        Pattern::Bind(place) => places.push(place),
                        Pattern::Match(value) => values.push(value),
                        Pattern::Ignore => {}
                    }
                }
            }
            Sync::Start(who) | Sync::Join(who) => values.push(who),
            Sync::Call { entry, arguments } | Sync::Requeue { entry, arguments } => {
                values.extend(&entry.index);
                values.extend(arguments);
            }
            Sync::Complete { entry, results } => {
                values.extend(&entry.index);
                values.extend(results);
            }
            Sync::Return { entry, results } => {
                values.extend(&entry.index);
                places.extend(results);
            }
            Sync::Accept { entry, parameters } => {
                values.extend(&entry.index);
                places.extend(parameters);
            }
            Sync::Withdraw(entry) => values.extend(&entry.index),
            Sync::Enter(of)
            | Sync::Exit(of)
            | Sync::Wait(of)
            | Sync::Waiting(of)
            | Sync::WakeUp(of)
            | Sync::Notified(of)
            | Sync::Notify(of)
            | Sync::NotifyAll(of) => values.extend(&of.index),
        }
        values.into_iter().try_for_each(|value| self.value(template, value))?;
        places.into_iter().try_for_each(|place| {
            self.index(template, place)?;
            if self.has(template, place) { Err(NEEDED.to_string()) } else { Ok(()) }
        })
    }

    /// Whether an edge is one of some ways of which one is surely open, and it is not known which: where a condition
    /// and its negation are among them, or an `else`, and none has to wait for others.
    fn is_guess(&self, template: TemplateId, edge: &Edge, ways: &[&Edge]) -> bool {
        let unsaid = |guard: &Guard| match guard {
            Guard::When(guard) => self.reads(template, guard),
            _ => false,
        };
        if ways.iter().any(|way| matches!(way.guard, Guard::Else)) {
            return ways.iter().all(|way| way.sync.is_none())
                && ways.iter().any(|way| unsaid(&way.guard))
                && (unsaid(&edge.guard) || matches!(edge.guard, Guard::Else));
        }
        let opposite = |one: &Guard, other: &Guard| match (one, other) {
            (Guard::When(one), Guard::When(Expr::Unary(UnaryOp::Not, _, inner))) => one == &**inner,
            _ => false,
        };
        let other_way =
            |way: &&&Edge| opposite(&way.guard, &edge.guard) || opposite(&edge.guard, &way.guard);
        edge.sync.is_none()
            && unsaid(&edge.guard)
            && ways.iter().filter(other_way).any(|way| way.sync.is_none())
    }

    /// A condition with its parts that read such data replaced by one that depends on all processes.
    fn opened(&self, template: TemplateId, guard: &Expr) -> Expr {
        if let Expr::Binary(BinaryOp::And, width, left, right) = guard {
            let side = |side: &Expr| Box::new(self.opened(template, side));
            return Expr::Binary(BinaryOp::And, *width, side(left), side(right));
        }
        if self.reads(template, guard) { Expr::Terminated } else { guard.clone() }
    }
}

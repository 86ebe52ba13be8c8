//! Data abstraction: leaves out data of which nothing is said, such as counters that would have very many values, and
//! what depends on other processes. Assignments to such data are dropped, and a condition that reads it may hold or not
//! (havoc), which allows more than the system does.

use std::collections::BTreeSet;

use trine_system::{
    BinaryOp, Edge, EdgeId, Effect, Expr, GlobalId, Guard, LocalId, Pattern, Place, Root, Sync,
    System, Template, TemplateId, UnaryOp,
};

use crate::eval::is_plain;

/// Data of which nothing is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataAbstraction {
    pub globals: BTreeSet<GlobalId>,
    pub locals: BTreeSet<(TemplateId, LocalId)>,
}

impl DataAbstraction {
    /// These globals, and all that depends on them; none where something else would have to know them.
    pub fn of(system: &System, globals: &BTreeSet<GlobalId>) -> Option<DataAbstraction> {
        let mut abstraction = DataAbstraction { globals: globals.clone(), locals: BTreeSet::new() };
        loop {
            let before = abstraction.clone();
            for (id, template) in system.templates.enumerate() {
                for effect in template.edges.iter().flat_map(|edge| &edge.effects) {
                    if let Effect::Assign(place, value) = effect
                        && (abstraction.is_read(id, value) || !is_plain(value, None))
                    {
                        match place.root {
                            Root::Global(global) => abstraction.globals.insert(global),
                            Root::Local(local) => abstraction.locals.insert((id, local)),
                            _ => return None,
                        };
                    }
                }
            }
            if abstraction == before {
                return abstraction.is_closed(system).then_some(abstraction);
            }
        }
    }

    /// Whether all data is kept.
    pub fn is_empty(&self) -> bool {
        self.globals.is_empty() && self.locals.is_empty()
    }

    fn is_of(&self, template: TemplateId, place: &Place) -> bool {
        match place.root {
            Root::Global(global) => self.globals.contains(&global),
            Root::Local(local) => self.locals.contains(&(template, local)),
            _ => false,
        }
    }

    fn is_read(&self, template: TemplateId, expr: &Expr) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                found |= self.is_of(template, place);
            }
        });
        found
    }

    /// Whether nothing but conditions, and data of the same kind, depends on it.
    fn is_closed(&self, system: &System) -> bool {
        system.templates.enumerate().all(|(id, template)| {
            let known = |expr: &Expr| !self.is_read(id, expr);
            let place = |place: &Place| place.index.as_deref().is_none_or(known);
            // What another process assigns is not left out.
            let bound = |one: &Place| !self.is_of(id, one) && place(one);
            template.edges.iter().all(|edge| {
                let effects = edge.effects.iter().all(|effect| match effect {
                    Effect::Assign(into, _) | Effect::Choose { into, .. } => place(into),
                    Effect::Emit { when, .. } => known(when),
                    Effect::Run { .. } | Effect::New { .. } => false,
                    _ => true,
                });
                effects && edge.sync.as_ref().is_none_or(|sync| is_known(sync, &known, &bound))
            })
        })
    }

    /// The system without it.
    pub fn without(&self, system: &System) -> System {
        let mut rest = system.clone();
        for (id, template) in system.templates.enumerate() {
            for (at, edge) in template.edges.enumerate() {
                let kept = &mut rest.templates[id].edges[at];
                kept.effects.retain(|effect| match effect {
                    Effect::Assign(place, _) | Effect::Choose { into: place, .. } => {
                        !self.is_of(id, place)
                    }
                    _ => true,
                });
                kept.guard = match &edge.guard {
                    // One of several ways is open, and it is not known which: each may be.
                    guard if self.is_one_of_all(id, template, at) && self.is_unknown(id, guard) => {
                        Guard::Always
                    }
                    Guard::When(guard) => Guard::When(self.open(id, guard)),
                    other => other.clone(),
                };
            }
        }
        rest
    }

    fn is_unknown(&self, template: TemplateId, guard: &Guard) -> bool {
        match guard {
            Guard::Always => false,
            Guard::Else => true,
            Guard::When(guard) => self.is_read(template, guard),
        }
    }

    /// Whether an edge is one of those of which one can be taken for sure, and a condition of one of them
    /// reads such data: one condition is the negation of another, or there is an `else`, and no partner has to be
    /// waited for.
    fn is_one_of_all(&self, id: TemplateId, template: &Template, at: EdgeId) -> bool {
        let own = &template.edges[at];
        let here = template.edges.iter().filter(|other| other.from == own.from);
        let here: Vec<&Edge> = here.filter(|other| other.rank == own.rank).collect();
        let negates = |one: &Guard, other: &Guard| match (one, other) {
            (Guard::When(Expr::Unary(UnaryOp::Not, _, inner)), Guard::When(other)) => {
                **inner == *other && self.is_read(id, other)
            }
            _ => false,
        };
        if here.iter().any(|edge| edge.guard == Guard::Else) {
            return here.iter().all(|edge| edge.sync.is_none())
                && here.iter().any(
                    |edge| matches!(&edge.guard, Guard::When(guard) if self.is_read(id, guard)),
                );
        }
        own.sync.is_none()
            && here.iter().any(|other| {
                let pair = negates(&own.guard, &other.guard) || negates(&other.guard, &own.guard);
                other.sync.is_none() && pair
            })
    }

    /// A condition whose parts that read such data are replaced by one that cannot be evaluated.
    fn open(&self, template: TemplateId, guard: &Expr) -> Expr {
        match guard {
            Expr::Binary(BinaryOp::And, width, left, right) => {
                let (left, right) = (self.open(template, left), self.open(template, right));
                Expr::Binary(BinaryOp::And, *width, Box::new(left), Box::new(right))
            }
            _ if self.is_read(template, guard) => Expr::Terminated,
            other => other.clone(),
        }
    }
}

/// Whether a synchronisation reads only what is known, and assigns only to what is kept.
fn is_known(sync: &Sync, known: &dyn Fn(&Expr) -> bool, bound: &dyn Fn(&Place) -> bool) -> bool {
    let index = |index: &Option<Expr>| index.as_ref().is_none_or(known);
    match sync {
        Sync::Begin | Sync::End => true,
        Sync::Send { channel, values, .. } => known(channel) && values.iter().all(known),
        Sync::Receive { channel, patterns, .. } => {
            let pattern = |pattern: &Pattern| match pattern {
                Pattern::Bind(place) => bound(place),
                Pattern::Match(value) => known(value),
                Pattern::Ignore => true,
            };
            known(channel) && patterns.iter().all(pattern)
        }
        Sync::Start(who) | Sync::Join(who) => known(who),
        Sync::Call { entry, arguments: values }
        | Sync::Requeue { entry, arguments: values }
        | Sync::Complete { entry, results: values } => {
            index(&entry.index) && values.iter().all(known)
        }
        Sync::Return { entry, results: places } | Sync::Accept { entry, parameters: places } => {
            index(&entry.index) && places.iter().all(bound)
        }
        Sync::Withdraw(entry) => index(&entry.index),
        Sync::Enter(of)
        | Sync::Exit(of)
        | Sync::Wait(of)
        | Sync::Waiting(of)
        | Sync::WakeUp(of)
        | Sync::Notified(of)
        | Sync::Notify(of)
        | Sync::NotifyAll(of) => index(&of.index),
    }
}

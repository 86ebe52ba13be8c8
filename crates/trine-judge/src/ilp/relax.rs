//! Makes the system of which networks are pictures: one that allows more than the original. Exclusive
//! control, ranks and priorities are left out, conditions that depend on other processes hold, and what is
//! done to data that is never needed again is not done.

use std::collections::{BTreeSet, HashSet};

use trine_system::{
    BinaryOp, Edge, Effect, Expr, GlobalId, Guard, Hold, LocalId, LocationId, Pattern, Place, Root,
    Sync, System, Template, TemplateId,
};
use trine_verdict::IlpCertificate;

/// What an expression is evaluated for.
#[derive(Clone, Copy)]
pub enum Reader {
    /// A value.
    Value,
    /// A condition of this process.
    Process(u32),
    /// A condition of a process that is not known.
    Any,
}

/// Whether an expression depends on nothing but a process's own data and globals; as a condition of a
/// process, also on which others have ended.
pub fn is_plain(expr: &Expr, of: Reader) -> bool {
    match expr {
        Expr::Const(_) | Expr::Myself | Expr::Served => true,
        Expr::Read(place) => {
            matches!(place.root, Root::Global(_) | Root::Local(_))
                && place.index.as_deref().is_none_or(|index| is_plain(index, of))
        }
        Expr::Unary(_, _, inner) | Expr::Checked(inner, _) => is_plain(inner, of),
        Expr::Binary(_, _, left, right) => is_plain(left, of) && is_plain(right, of),
        Expr::Conditional(condition, yes, no) => {
            is_plain(condition, of) && is_plain(yes, of) && is_plain(no, of)
        }
        Expr::Ended(who) => match (&**who, of) {
            (Expr::Const(who), Reader::Process(me)) => *who != i64::from(me),
            (Expr::Const(_), Reader::Any) => true,
            _ => false,
        },
        _ => false,
    }
}

/// The parts of a condition, all of which have to hold.
pub fn conjuncts<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(BinaryOp::And, _, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        other => found.push(other),
    }
}

/// The relaxed system, or why what the proof says of data is not so.
pub fn relaxed(system: &System, proof: &IlpCertificate) -> Result<System, String> {
    let dead: HashSet<(TemplateId, LocationId, LocalId)> = proof.dead.iter().copied().collect();
    let ignored: HashSet<GlobalId> = proof.ignored.iter().copied().collect();
    let mut relaxed = system.clone();
    for (id, template) in system.templates.enumerate() {
        for (edge_id, edge) in template.edges.enumerate() {
            let needed =
                template.locals.ids().filter(|local| !dead.contains(&(id, edge.to, *local)));
            let mut walk = Backwards {
                template,
                ignored: &ignored,
                needed: needed.collect(),
                globals: Vec::new(),
            };
            let effects = walk.effects(edge);
            walk.meeting(edge);
            if let Guard::When(guard) = &edge.guard {
                walk.reads(guard);
            }
            if walk.needed.iter().any(|local| dead.contains(&(id, edge.from, *local))) {
                return Err("a local that is said to be dead is needed".to_string());
            }
            if walk.globals.iter().any(|global| ignored.contains(global)) {
                return Err("a global that is said to be ignored is needed".to_string());
            }
            let kept = &mut relaxed.templates[id].edges[edge_id];
            kept.effects = effects;
            kept.hold = Hold::Release;
        }
        relaxed.templates[id].provided = None;
    }
    relaxed.rules.priorities = false;
    relaxed.rules.tracks_last = false;
    Ok(relaxed)
}

/// What is needed before an edge, given what is needed after it.
struct Backwards<'a> {
    template: &'a Template,
    ignored: &'a HashSet<GlobalId>,
    needed: BTreeSet<LocalId>,
    globals: Vec<GlobalId>,
}

impl Backwards<'_> {
    /// The effects that matter.
    fn effects(&mut self, edge: &Edge) -> Vec<Effect> {
        let mut kept = Vec::new();
        for effect in edge.effects.iter().rev() {
            match effect {
                Effect::Assert(_) | Effect::Print(_) | Effect::SetPriority(..) => continue,
                Effect::Assign(place, value) if self.is_needed(place) => {
                    self.written(place);
                    self.reads(value);
                }
                Effect::Choose { into, .. } if self.is_needed(into) => self.written(into),
                Effect::Assign(..) | Effect::Choose { .. } => continue,
                Effect::Emit { when, .. } => self.reads(when),
                Effect::Run { arguments, .. } => arguments.iter().for_each(|one| self.reads(one)),
                _ => {}
            }
            kept.push(effect.clone());
        }
        kept.reverse();
        kept
    }

    fn meeting(&mut self, edge: &Edge) {
        let mut places: Vec<&Place> = Vec::new();
        let mut values: Vec<&Expr> = Vec::new();
        match &edge.sync {
            None | Some(Sync::Begin | Sync::End) => {}
            Some(Sync::Send { channel, values: sent, .. }) => {
                values.push(channel);
                values.extend(sent);
            }
            Some(Sync::Receive { channel, patterns, .. }) => {
                values.push(channel);
                for pattern in patterns {
                    match pattern {
                        Pattern::Bind(place) => places.push(place),
                        Pattern::Match(value) => values.push(value),
                        Pattern::Ignore => {}
                    }
                }
            }
            Some(Sync::Start(who) | Sync::Join(who)) => values.push(who),
            Some(Sync::Call { entry, arguments } | Sync::Requeue { entry, arguments }) => {
                values.extend(&entry.index);
                values.extend(arguments);
            }
            Some(Sync::Complete { entry, results }) => {
                values.extend(&entry.index);
                values.extend(results);
            }
            Some(Sync::Withdraw(entry)) => values.extend(&entry.index),
            Some(
                Sync::Return { entry, results: bound } | Sync::Accept { entry, parameters: bound },
            ) => {
                values.extend(&entry.index);
                places.extend(bound);
            }
            Some(
                Sync::Enter(of)
                | Sync::Exit(of)
                | Sync::Wait(of)
                | Sync::Waiting(of)
                | Sync::WakeUp(of)
                | Sync::Notified(of)
                | Sync::Notify(of)
                | Sync::NotifyAll(of),
            ) => values.extend(&of.index),
        }
        for place in &places {
            self.overwritten(place);
        }
        for place in places {
            place.index.iter().for_each(|index| self.reads(index));
        }
        for value in values {
            self.reads(value);
        }
    }

    fn is_needed(&self, place: &Place) -> bool {
        match &place.root {
            Root::Local(local) => self.needed.contains(local),
            Root::Global(global) => !self.ignored.contains(global),
            _ => true,
        }
    }

    fn written(&mut self, place: &Place) {
        self.overwritten(place);
        place.index.iter().for_each(|index| self.reads(index));
    }

    fn overwritten(&mut self, place: &Place) {
        if let (Root::Local(local), None) = (&place.root, &place.index)
            && self.template.locals[*local].cells() == 1
        {
            self.needed.remove(local);
        }
    }

    fn reads(&mut self, expr: &Expr) {
        let (needed, globals) = (&mut self.needed, &mut self.globals);
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                match &place.root {
                    Root::Local(local) => {
                        needed.insert(*local);
                    }
                    Root::Global(global) => globals.push(*global),
                    _ => {}
                }
            }
        });
    }
}

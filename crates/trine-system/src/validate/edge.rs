//! Checks one edge: its ends, its synchronisation and its effects.

use super::Checker;
use crate::{
    Edge, Effect, EntryId, EntryRef, Expr, Guard, Init, MonitorRef, Root, Sync, Template,
    TemplateId,
};

/// How many ways of stepping an edge may have.
const MOST_OUTCOMES: u64 = 1 << 20;

impl Checker<'_> {
    pub(super) fn edge(&mut self, id: TemplateId, template: &Template, edge: &Edge) {
        self.exists(edge.from, template.locations.len());
        self.exists(edge.to, template.locations.len());
        if let Some(from) = template.locations.get(edge.from) {
            self.require(!from.final_, || format!("it leaves the final location {}", edge.from));
        }
        if let Guard::When(guard) = &edge.guard {
            self.expr(guard, Some(id));
        }
        if let Some(sync) = &edge.sync {
            self.require(edge.guard != Guard::Else, || {
                "an `else` edge has no synchronisation".to_string()
            });
            self.sync(id, template, edge, sync);
        }
        self.effects(id, edge);
        for label in &edge.labels {
            self.require(!label.action.is_empty(), || "a label has an action".to_string());
        }
    }

    fn effects(&mut self, id: TemplateId, edge: &Edge) {
        let receives = matches!(edge.sync, Some(Sync::Receive { .. }));
        let mut outcomes = 1u64;
        let mut runs = 0;
        for effect in &edge.effects {
            match effect {
                Effect::Choose { low, high, .. } => {
                    self.require(low <= high, || format!("nothing to choose in {low}..{high}"));
                    let values = high.abs_diff(*low).saturating_add(1);
                    outcomes = outcomes.saturating_mul(values);
                    self.require(!receives, || "an edge that receives does not choose".to_string());
                }
                Effect::Run { template, arguments, into, .. } => {
                    runs += usize::from(into.is_none());
                    self.creates(*template, arguments.len());
                    self.require(!receives, || "an edge that receives does not run".to_string());
                }
                Effect::New { pool, .. } => self.exists(*pool, self.system.pools.len()),
                _ => {}
            }
            let mut mentioned = Vec::new();
            effect.visit_exprs(&mut |expr| mentioned.push(expr));
            for expr in mentioned {
                self.mention(expr, Some(id));
            }
        }
        self.require(runs <= 1, || {
            "an edge runs at most one process whose number nobody takes".to_string()
        });
        self.require(outcomes <= MOST_OUTCOMES, || {
            format!("its choices have more than {MOST_OUTCOMES} outcomes")
        });
        let mut written = Vec::new();
        edge.visit_writes(&mut |place| written.push(place));
        for place in written {
            self.written(place, id);
        }
    }

    fn sync(&mut self, id: TemplateId, template: &Template, edge: &Edge, sync: &Sync) {
        let mut mentioned = Vec::new();
        sync.visit_exprs(&mut |expr| mentioned.push(expr));
        for expr in mentioned {
            self.mention(expr, Some(id));
        }
        match sync {
            Sync::Send { channel, values, .. } => self.arity(channel, values.len(), Some(id)),
            Sync::Receive { channel, patterns, .. } => {
                self.arity(channel, patterns.len(), Some(id));
            }
            Sync::Enter(monitor)
            | Sync::Exit(monitor)
            | Sync::Wait(monitor)
            | Sync::Waiting(monitor)
            | Sync::WakeUp(monitor)
            | Sync::Notified(monitor)
            | Sync::Notify(monitor)
            | Sync::NotifyAll(monitor) => self.monitor(monitor),
            Sync::Start(_) | Sync::Join(_) => {}
            Sync::Begin => self.require(edge.from == template.entry, || {
                format!("`begin` leaves {}, not the entry {}", edge.from, template.entry)
            }),
            Sync::End => {
                let ends = template.locations.get(edge.to).is_none_or(|to| to.final_);
                self.require(ends, || format!("`end` leads to {}, which is not final", edge.to));
            }
            Sync::Call { entry, arguments } => self.values(entry, arguments.len(), true),
            Sync::Requeue { entry, arguments } => self.values(entry, arguments.len(), true),
            Sync::Accept { entry, parameters } => self.values(entry, parameters.len(), true),
            Sync::Complete { entry, results } => self.values(entry, results.len(), false),
            Sync::Return { entry, results } => self.values(entry, results.len(), false),
            Sync::Withdraw(entry) => self.entry(entry.entry, entry.index.as_ref()),
        }
    }

    pub(super) fn monitor(&mut self, monitor: &MonitorRef) {
        match self.system.monitors.get(monitor.monitor) {
            Some(known) => self.family(&known.name, known.count, monitor.index.as_ref()),
            None => self.problem(format!("there is no {}", monitor.monitor)),
        }
    }

    pub(super) fn entry(&mut self, entry: EntryId, index: Option<&Expr>) {
        match self.system.entries.get(entry) {
            Some(known) => self.family(&known.name, known.count, index),
            None => self.problem(format!("there is no {entry}")),
        }
    }

    fn values(&mut self, entry: &EntryRef, given: usize, parameters: bool) {
        self.entry(entry.entry, entry.index.as_ref());
        if let Some(known) = self.system.entries.get(entry.entry) {
            let types = if parameters { &known.parameters } else { &known.results };
            self.require(types.len() == given, || {
                let what = if parameters { "parameters" } else { "results" };
                format!("{given} values for the {} {what} of {}", types.len(), known.name)
            });
        }
    }

    /// A variable that was given its channel at the start and keeps it has that channel's fields.
    pub(super) fn arity(&mut self, channel: &Expr, given: usize, at: Option<TemplateId>) {
        let Expr::Read(place) = channel else { return };
        let Some(variable) = self.variable_of(place, at) else { return };
        let Init::Channels(kind) = &variable.init else { return };
        let Some(kind) = self.system.channel_kinds.get(*kind) else { return };
        let excess = given > kind.fields.len();
        if excess && !self.is_written(&place.root, at) {
            self.problem(format!(
                "{given} values for the {} fields of {}",
                kind.fields.len(),
                kind.name
            ));
        }
    }

    fn is_written(&self, root: &Root, at: Option<TemplateId>) -> bool {
        let wanted = owner(root, at);
        self.system.templates.enumerate().any(|(id, template)| {
            template.edges.iter().any(|edge| {
                let mut found = false;
                edge.visit_writes(&mut |place| found |= owner(&place.root, Some(id)) == wanted);
                found
            })
        })
    }
}

/// The variable behind a root, however it is reached: its template, if it is a local, and its number.
fn owner(root: &Root, at: Option<TemplateId>) -> (u8, Option<TemplateId>, u32) {
    match root {
        Root::Global(id) => (0, None, id.0),
        Root::Local(id) => (1, at, id.0),
        Root::Remote { template, local, .. } => (1, Some(*template), local.0),
        Root::Field { pool, field, .. } => (2, Some(TemplateId(pool.0)), *field),
    }
}

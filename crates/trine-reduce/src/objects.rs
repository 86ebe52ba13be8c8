//! Uses and definitions: which objects of a system a statement reads and which it writes.
//!
//! Channels are told apart by the variables that hold them, as long as they are not passed on; those that
//! are assigned, sent or given to a new process are one object together, whichever process uses them.

use std::collections::BTreeSet;

use trine_system::{
    Edge, Effect, Expr, GlobalId, Init, LocalId, MonitorId, Place, PoolId, Root, Sync, System,
    TemplateId, Variable,
};

/// Something that statements depend on each other by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    Global(GlobalId),
    Local(TemplateId, LocalId),
    Field(PoolId, u32),
    /// The messages in the channels of a variable, which is a global or a local.
    ChannelsOf(Option<TemplateId>, u32),
    /// The messages in all channels that are passed on.
    PassedChannels,
    Monitor(MonitorId),
    /// Whether processes of a template have ended.
    Ended(TemplateId),
}

/// What is known of a system as a whole before anything is sliced.
pub struct Objects<'s> {
    pub system: &'s System,
    /// Variables that some edge writes.
    written: BTreeSet<Object>,
    /// Variables of channels that are read otherwise than to use the channel.
    passed: BTreeSet<Object>,
    /// Processes are created while the system runs.
    pub creates: bool,
}

impl<'s> Objects<'s> {
    /// Looks through the whole system for what is written, what is passed on and whether processes are created.
    pub fn new(system: &'s System) -> Objects<'s> {
        let mut objects =
            Objects { system, written: BTreeSet::new(), passed: BTreeSet::new(), creates: false };
        for global in &system.globals {
            objects.look_at_init(global, None);
        }
        for (id, template) in system.templates.enumerate() {
            for local in &template.locals {
                objects.look_at_init(local, Some(id));
            }
            if let Some(provided) = &template.provided {
                objects.look_at(&[provided], &[], Some(id));
            }
            for edge in &template.edges {
                let mut exprs = Vec::new();
                edge.visit_exprs(&mut |expr| exprs.push(expr));
                let used = match &edge.sync {
                    Some(Sync::Send { channel, .. } | Sync::Receive { channel, .. }) => {
                        vec![channel]
                    }
                    _ => Vec::new(),
                };
                objects.note_passed(&exprs, &used, Some(id));
                let mut written = BTreeSet::new();
                edge.visit_writes(&mut |place| {
                    written.insert(object_of(&place.root, Some(id)));
                });
                objects.written.extend(written.into_iter().flatten());
                let runs = |effect: &Effect| matches!(effect, Effect::Run { .. });
                objects.creates |= edge.effects.iter().any(runs);
            }
        }
        objects
    }

    fn look_at_init(&mut self, variable: &Variable, at: Option<TemplateId>) {
        if let Init::Computed(expr) = &variable.init {
            self.look_at(&[expr], &[], at);
        }
    }

    fn look_at(&mut self, roots: &[&Expr], used: &[&Expr], at: Option<TemplateId>) {
        let mut exprs = Vec::new();
        for root in roots {
            root.visit(&mut |expr| exprs.push(expr));
        }
        self.note_passed(&exprs, used, at);
    }

    /// Notes the variables of channels that are read as values. `used` are expressions that stand where
    /// a channel is used.
    fn note_passed(&mut self, exprs: &[&Expr], used: &[&Expr], at: Option<TemplateId>) {
        let mut operands: BTreeSet<*const Expr> =
            used.iter().map(|expr| std::ptr::from_ref(*expr)).collect();
        for expr in exprs {
            if let Expr::Channel(_, channel) | Expr::Poll { channel, .. } = expr {
                operands.insert(std::ptr::from_ref(&**channel));
            }
        }
        for expr in exprs {
            if let Expr::Read(place) = expr
                && !operands.contains(&std::ptr::from_ref(*expr))
            {
                self.passed.extend(object_of(&place.root, at));
            }
        }
    }

    /// The variable of a place.
    pub fn variable(&self, root: &Root, at: Option<TemplateId>) -> Option<&'s Variable> {
        let system = self.system;
        match root {
            Root::Global(id) => system.globals.get(*id),
            Root::Local(id) => system.templates.get(at?)?.locals.get(*id),
            Root::Remote { template, local, .. } => {
                system.templates.get(*template)?.locals.get(*local)
            }
            Root::Field { pool, field, .. } => system.pools.get(*pool)?.fields.get(*field as usize),
        }
    }

    /// The kind of the channel that an expression surely is: a variable that got it at the start and is
    /// never written.
    pub fn sure_channel(&self, channel: &Expr, at: Option<TemplateId>) -> Option<&'s Variable> {
        let Expr::Read(place) = channel else { return None };
        if !matches!(place.root, Root::Global(_) | Root::Local(_)) {
            return None;
        }
        let variable = self.variable(&place.root, at)?;
        let object = object_of(&place.root, at)?;
        let sure = matches!(variable.init, Init::Channels(_)) && !self.written.contains(&object);
        sure.then_some(variable)
    }

    /// The messages that an operation on a channel is about.
    pub fn messages(&self, channel: &Expr, at: Option<TemplateId>) -> Object {
        let Expr::Read(place) = channel else { return Object::PassedChannels };
        if self.sure_channel(channel, at).is_none() {
            return Object::PassedChannels;
        }
        match object_of(&place.root, at) {
            Some(object) if self.passed.contains(&object) => Object::PassedChannels,
            Some(Object::Global(id)) => Object::ChannelsOf(None, id.0),
            Some(Object::Local(template, id)) => Object::ChannelsOf(Some(template), id.0),
            _ => Object::PassedChannels,
        }
    }

    /// All that the value of an expression depends on.
    pub fn uses(&self, expr: &Expr, at: Option<TemplateId>, into: &mut BTreeSet<Object>) {
        expr.visit(&mut |part| self.uses_of_part(part, at, into));
    }

    fn uses_of_part(&self, part: &Expr, at: Option<TemplateId>, into: &mut BTreeSet<Object>) {
        match part {
            Expr::Read(place) => into.extend(object_of(&place.root, at)),
            Expr::Channel(_, channel) | Expr::Poll { channel, .. } => {
                into.insert(self.messages(channel, at));
            }
            Expr::Monitor(_, of) => {
                into.insert(Object::Monitor(of.monitor));
            }
            Expr::Ended(process) => self.ends(process, into),
            Expr::Started(_) => self.removals(into),
            Expr::Terminated | Expr::ProcessCount => self.all_ends(into),
            _ => {}
        }
    }

    /// The ends of the processes that an expression can mean.
    fn ends(&self, process: &Expr, into: &mut BTreeSet<Object>) {
        if let Expr::Const(number) = process
            && !self.creates
        {
            // Without creation, a number means one process for ever.
            let process =
                usize::try_from(*number).ok().and_then(|at| self.system.processes.get(at));
            into.extend(process.map(|process| Object::Ended(process.template)));
            return;
        }
        self.all_ends(into);
    }

    fn all_ends(&self, into: &mut BTreeSet<Object>) {
        into.extend(self.system.templates.ids().map(Object::Ended));
    }

    /// Whether a process is still there depends on its end and on those of all younger ones.
    fn removals(&self, into: &mut BTreeSet<Object>) {
        if self.system.rules.reap {
            self.all_ends(into);
        }
    }

    /// Adds what decides whether a synchronisation can happen, and what it reads.
    pub fn uses_of_sync(&self, sync: &Sync, at: TemplateId, into: &mut BTreeSet<Object>) {
        sync.visit_exprs(&mut |part| self.uses_of_part(part, Some(at), into));
        match sync {
            Sync::Join(process) => self.ends(process, into),
            Sync::Start(_) => self.removals(into),
            _ => {}
        }
        into.extend(self.defines_of_meeting(sync, at));
    }

    /// The channel or the monitor that a synchronisation acts on. Sends and receives both change what a
    /// channel holds, and a process that waits at a rendezvous lets the other one go.
    pub fn defines_of_meeting(&self, sync: &Sync, at: TemplateId) -> Option<Object> {
        match sync {
            Sync::Send { channel, .. } | Sync::Receive { channel, .. } => {
                Some(self.messages(channel, Some(at)))
            }
            _ => sync.monitor().map(|of| Object::Monitor(of.monitor)),
        }
    }

    /// What a synchronisation writes: variables, the channel or monitor that it acts on, the end of the process.
    pub fn defines_of_sync(&self, sync: &Sync, at: TemplateId) -> BTreeSet<Object> {
        let mut defined = BTreeSet::new();
        sync.visit_writes(&mut |place| defined.extend(object_of(&place.root, Some(at))));
        defined.extend(self.defines_of_meeting(sync, at));
        if *sync == Sync::End {
            defined.insert(Object::Ended(at));
        }
        defined
    }

    /// Adds what an effect reads.
    pub fn uses_of_effect(&self, effect: &Effect, at: TemplateId, into: &mut BTreeSet<Object>) {
        effect.visit_exprs(&mut |part| self.uses_of_part(part, Some(at), into));
    }

    /// The variable that an effect writes.
    pub fn defines_of_effect(&self, effect: &Effect, at: TemplateId) -> Option<Object> {
        match effect {
            Effect::Assign(into, _)
            | Effect::Choose { into, .. }
            | Effect::New { into, .. }
            | Effect::Run { into: Some(into), .. } => object_of(&into.root, Some(at)),
            _ => None,
        }
    }

    /// Whether an edge reads or writes a cell that other processes can reach and that is not volatile.
    pub fn touches_shared(&self, edge: &Edge, at: TemplateId) -> bool {
        let mut shared = false;
        let mut look = |place: &Place| {
            let reached = matches!(place.root, Root::Global(_) | Root::Field { .. });
            let variable = self.variable(&place.root, Some(at));
            shared |= reached && variable.is_none_or(|variable| !variable.volatile);
        };
        edge.visit_exprs(&mut |part| {
            if let Expr::Read(place) = part {
                look(place);
            }
        });
        edge.visit_writes(&mut |place| look(place));
        shared
    }
}

/// The variable behind a root.
pub fn object_of(root: &Root, at: Option<TemplateId>) -> Option<Object> {
    Some(match root {
        Root::Global(id) => Object::Global(*id),
        Root::Local(id) => Object::Local(at?, *id),
        Root::Remote { template, local, .. } => Object::Local(*template, *local),
        Root::Field { pool, field, .. } => Object::Field(*pool, *field),
    })
}

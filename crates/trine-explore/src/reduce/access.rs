//! Read and write sets of edges: what a step depends on and what it changes.

use rustc_hash::FxHashMap;
use trine_base::Id;
use trine_system::{
    ChannelQuery, Edge, Effect, EntryRef, Expr, Guard, Init, LocalId, LocationId, MonitorRef,
    Pattern, Place, PoolId, Root, Sync, Template,
};

use super::bits::Bits;
use super::entries::EntryUse;
use super::threads::{MonitorUse, ThreadUse, known_process};

/// What one edge touches. Variables are counted whole, arrays included.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Locals that are read before this edge has written them.
    pub uses: Bits,
    /// Locals that the edge always writes, in whole.
    pub defines: Bits,
    /// Locals that it may write.
    pub writes: Bits,
    pub reads_globals: Bits,
    pub writes_globals: Bits,
    pub channels: Vec<ChannelUse>,
    pub monitors: Vec<(MonitorUse, MonitorRef)>,
    pub entries: Vec<(EntryUse, EntryRef)>,
    /// What it does to processes; they are numbered by these expressions, none meaning itself.
    pub threads: Vec<(ThreadUse, Option<Expr>)>,
    /// It creates processes, sets priorities, or touches other processes.
    pub reaches_out: bool,
    pub mentions_timeout: bool,
}

/// An operation on a channel.
#[derive(Clone, PartialEq, Debug)]
pub struct ChannelUse {
    pub operation: Operation,
    pub channel: Expr,
}

/// An operation on a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    Send,
    /// A send that sorts.
    Insert,
    /// A receive, or a test for a message that stays.
    Receive,
    /// A test whose outcome any send or receive can change.
    Query,
    /// The test, in a guard that nothing depends on being false, that there is a message.
    NotEmpty,
    /// The same for room.
    NotFull,
}

/// Whether something depends on an edge not being executable, as an `else` beside it does: on its guard
/// being false, or on its synchronisation being blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Denied {
    pub guard: bool,
    pub sync: bool,
}

/// Which reads of an edge count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Those that a state can come to depend on.
    Needed,
    /// What is only printed, too: a race is about the access and not about its value.
    All,
}

/// The processes whose end is waited for, by the location where that is.
pub struct Joins(FxHashMap<LocationId, Vec<Expr>>);

impl Joins {
    /// For each location, the processes that edges from there join.
    pub fn of(template: &Template) -> Joins {
        let mut joins: FxHashMap<LocationId, Vec<Expr>> = FxHashMap::default();
        for edge in &template.edges {
            if let Some(Sync::Join(process)) = &edge.sync {
                joins.entry(edge.from).or_default().push(process.clone());
            }
        }
        Joins(joins)
    }
}

impl Access {
    /// What an edge touches.
    pub fn of(
        template: &Template,
        joins: &Joins,
        edge: &Edge,
        denied: Denied,
        reads: Reads,
    ) -> Access {
        let mut access = Access::default();
        if let Guard::When(guard) = &edge.guard {
            for part in conjuncts(guard) {
                match part {
                    Expr::Channel(ChannelQuery::NotEmpty, channel) if !denied.guard => {
                        access.test(Operation::NotEmpty, channel);
                    }
                    Expr::Channel(ChannelQuery::NotFull, channel) if !denied.guard => {
                        access.test(Operation::NotFull, channel);
                    }
                    _ => access.read(part),
                }
            }
        }
        access.synchronise(template, edge.sync.as_ref(), denied.sync);
        for effect in &edge.effects {
            access.perform(template, effect, reads);
        }
        if template.locations[edge.to].final_ {
            access.threads.push((ThreadUse::End, None));
        }
        for process in joins.0.get(&edge.to).into_iter().flatten() {
            // By then the edge may have changed what names the process.
            let process = known_process(process).map_or(Expr::Myself, |_| process.clone());
            access.threads.push((ThreadUse::Arrive, Some(process)));
        }
        access
    }

    fn test(&mut self, operation: Operation, channel: &Expr) {
        self.read(channel);
        self.channels.push(ChannelUse { operation, channel: channel.clone() });
    }

    /// Everything that an expression reads.
    pub fn read(&mut self, expr: &Expr) {
        expr.visit(&mut |part| match part {
            Expr::Read(place) => match &place.root {
                Root::Global(id) => {
                    self.reads_globals.insert(id.0 as usize);
                }
                Root::Local(id) => self.use_local(*id),
                Root::Remote { .. } => self.reaches_out = true,
                Root::Field { pool, field, .. } => {
                    self.reads_globals.insert(field_number(*pool, *field));
                    self.reads_globals.insert(field_number(*pool, RECORDS));
                }
            },
            Expr::Channel(_, channel) | Expr::Poll { channel, .. } => {
                let channel = (**channel).clone();
                self.channels.push(ChannelUse { operation: Operation::Query, channel });
            }
            Expr::Timeout => self.mentions_timeout = true,
            Expr::Monitor(query, of) => {
                if let Some(asked) = MonitorUse::of_query(*query) {
                    self.monitors.push((asked, (**of).clone()));
                }
            }
            Expr::Waiting(entry, index) => {
                let index = index.as_deref().cloned();
                self.entries.push((EntryUse::Ask, EntryRef { entry: *entry, index }));
            }
            Expr::Ended(process) => {
                self.threads.push((ThreadUse::AskEnded, Some((**process).clone())));
            }
            Expr::Started(process) => {
                self.threads.push((ThreadUse::AskStarted, Some((**process).clone())));
            }
            Expr::ProcessCount
            | Expr::Last
            | Expr::NonProgress
            | Expr::Enabled(_)
            | Expr::PcValue(_)
            | Expr::Priority(_)
            | Expr::At { .. }
            | Expr::Terminated
            | Expr::Event(_) => self.reaches_out = true,
            Expr::Const(_)
            | Expr::Myself
            | Expr::Served
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Checked(..) => {}
        });
    }

    /// What a process of a template reads when it is created.
    pub fn at_birth(template: &Template) -> Access {
        let mut access = Access::default();
        for variable in &template.locals {
            if let Init::Computed(value) = &variable.init {
                access.read(value);
            }
        }
        access
    }

    fn use_local(&mut self, local: LocalId) {
        let local = local.0 as usize;
        if !self.defines.contains(local) {
            self.uses.insert(local);
        }
    }

    fn synchronise(&mut self, template: &Template, sync: Option<&Sync>, denied: bool) {
        let operate = |access: &mut Access, operation: Operation, channel: &Expr| {
            access.test(operation, channel);
            if denied {
                access.test(Operation::Query, channel);
            }
        };
        match sync {
            None => {}
            Some(Sync::Send { channel, values, sorted }) => {
                let operation = if *sorted { Operation::Insert } else { Operation::Send };
                operate(self, operation, channel);
                values.iter().for_each(|value| self.read(value));
            }
            Some(Sync::Receive { channel, patterns, .. }) => {
                operate(self, Operation::Receive, channel);
                for pattern in patterns {
                    if let Pattern::Match(wanted) = pattern {
                        self.read(wanted);
                    }
                }
                for pattern in patterns {
                    if let Pattern::Bind(place) = pattern {
                        self.write(template, place);
                    }
                }
            }
            Some(
                sync @ (Sync::Enter(of)
                | Sync::Exit(of)
                | Sync::Wait(of)
                | Sync::Waiting(of)
                | Sync::WakeUp(of)
                | Sync::Notified(of)
                | Sync::Notify(of)
                | Sync::NotifyAll(of)),
            ) => {
                of.index.iter().for_each(|index| self.read(index));
                let used = match sync {
                    Sync::Enter(_) => MonitorUse::Enter,
                    Sync::Exit(_) => MonitorUse::Exit,
                    Sync::Wait(_) => MonitorUse::Wait,
                    Sync::Waiting(_) => MonitorUse::Waiting,
                    Sync::WakeUp(_) => MonitorUse::WakeUp,
                    Sync::Notified(_) => MonitorUse::Notified,
                    _ => MonitorUse::Notify,
                };
                self.monitors.push((used, of.clone()));
                if denied {
                    self.monitors.push((MonitorUse::AskHeld, of.clone()));
                    self.monitors.push((MonitorUse::AskWaiting, of.clone()));
                }
            }
            Some(Sync::Start(process)) => {
                self.read(process);
                self.threads.push((ThreadUse::Start, Some(process.clone())));
            }
            Some(Sync::Join(process)) => {
                self.read(process);
                self.threads.push((ThreadUse::Join, Some(process.clone())));
                if denied {
                    self.threads.push((ThreadUse::AskStarted, Some(process.clone())));
                    self.threads.push((ThreadUse::Arrive, Some(process.clone())));
                }
            }
            Some(Sync::Begin) => {
                self.threads.push((ThreadUse::Begin, None));
                if denied {
                    self.threads.push((ThreadUse::AskStarted, Some(Expr::Myself)));
                }
            }
            // To be at the end is what counts, however it was reached.
            Some(Sync::End) => {}
            Some(
                sync @ (Sync::Call { entry, .. }
                | Sync::Withdraw(entry)
                | Sync::Return { entry, .. }
                | Sync::Accept { entry, .. }
                | Sync::Complete { entry, .. }
                | Sync::Requeue { entry, .. }),
            ) => {
                let used = match sync {
                    Sync::Call { .. } => EntryUse::Call,
                    Sync::Withdraw(_) => EntryUse::Withdraw,
                    Sync::Return { .. } => EntryUse::Return,
                    Sync::Accept { .. } => EntryUse::Accept,
                    Sync::Requeue { .. } => EntryUse::Requeue,
                    _ => EntryUse::Complete,
                };
                sync.visit_exprs(&mut |expr| self.read(expr));
                sync.visit_writes(&mut |place| self.write(template, place));
                self.entries.push((used, entry.clone()));
                // Whether it is answered is asked as well.
                self.reaches_out |= denied;
            }
        }
    }

    fn perform(&mut self, template: &Template, effect: &Effect, reads: Reads) {
        // What was written before may change which monitor or process is asked about.
        effect.visit_exprs(&mut |expr| {
            self.reaches_out |= match expr {
                Expr::Monitor(_, of) => !matches!(of.index, None | Some(Expr::Const(_))),
                Expr::Started(process) | Expr::Ended(process) => {
                    !matches!(**process, Expr::Const(_))
                }
                Expr::Waiting(_, index) => !matches!(index.as_deref(), None | Some(Expr::Const(_))),
                _ => false,
            };
        });
        match effect {
            Effect::Assign(place, value) => {
                self.read(value);
                self.write(template, place);
            }
            Effect::Assert(condition) => self.read(condition),
            Effect::Print(print) => {
                // What is printed is no part of any state; a fault in there is.
                let counts = |argument: &&Expr| reads == Reads::All || may_fault(argument);
                print.arguments.iter().filter(counts).for_each(|argument| self.read(argument));
            }
            Effect::Run { arguments, priority, into, .. } => {
                self.reaches_out = true;
                arguments.iter().chain(priority).for_each(|expr| self.read(expr));
                if let Some(into) = into {
                    self.write(template, into);
                }
            }
            Effect::SetPriority(process, priority) => {
                self.reaches_out = true;
                self.read(process);
                self.read(priority);
            }
            Effect::Choose { into, .. } => self.write(template, into),
            Effect::New { pool, into } => {
                // The process that takes a record first gets the first one.
                let records = field_number(*pool, RECORDS);
                self.reads_globals.insert(records);
                self.writes_globals.insert(records);
                self.write(template, into);
            }
            Effect::Emit { when, .. } => self.read(when),
            Effect::Fail(..) | Effect::Abort(..) | Effect::Unmodelled(_) | Effect::Limit { .. } => {
            }
        }
    }

    fn write(&mut self, template: &Template, place: &Place) {
        if let Some(index) = &place.index {
            self.read(index);
        }
        match &place.root {
            Root::Global(id) => {
                self.writes_globals.insert(id.0 as usize);
            }
            Root::Local(id) => {
                let local = id.0 as usize;
                self.writes.insert(local);
                if template.locals[*id].cells() == 1 {
                    self.defines.insert(local);
                }
            }
            Root::Remote { process, .. } => {
                self.reaches_out = true;
                process.iter().for_each(|process| self.read(process));
            }
            Root::Field { pool, record, field } => {
                self.writes_globals.insert(field_number(*pool, *field));
                self.reads_globals.insert(field_number(*pool, RECORDS));
                self.read(record);
            }
        }
    }
}

/// Fields of records are counted with the globals, far behind most of them: each field of a pool as one
/// variable, and as another which records there are. Fields for which there are no numbers share that.
pub fn field_number(pool: PoolId, field: u32) -> usize {
    FIRST_FIELD + pool.index() * (RECORDS as usize + 1) + field.min(RECORDS) as usize
}

/// Numbers from here on may be no globals.
pub const FIRST_FIELD: usize = 1 << 12;
/// The position that stands for all records.
pub const RECORDS: u32 = 63;

/// The parts of a condition that all have to hold.
pub fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            Expr::Binary(trine_system::BinaryOp::And, _, left, right) => {
                open.push(right);
                open.push(left);
            }
            _ => parts.push(expr),
        }
    }
    parts
}

/// Whether evaluating an expression could fault, judged by its form alone.
pub fn may_fault(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        found |= match part {
            Expr::Read(place) => {
                place.index.is_some() || !matches!(place.root, Root::Global(_) | Root::Local(_))
            }
            Expr::Binary(op, _, _, right) => {
                use trine_system::BinaryOp::{Divide, Remainder};
                matches!(op, Divide | Remainder)
                    && !matches!(**right, Expr::Const(value) if value != 0)
            }
            Expr::Checked(..)
            | Expr::Channel(..)
            | Expr::Poll { .. }
            | Expr::Waiting(..)
            | Expr::Monitor(..) => true,
            _ => false,
        };
    });
    found
}

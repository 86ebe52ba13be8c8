//! Compares two edges, one of each of two processes.
//!
//! They are alike where they do the same to things that stand for each other. Values are never renamed, so
//! a place where a number becomes a thing (an index, a channel that was sent, a process that was stored)
//! must leave all things it could mean in their places, and a thing that becomes a number must not be
//! renamed at all.

use std::collections::BTreeMap;

use trine_base::Id;
use trine_system::{
    Edge, Effect, EntryRef, Expr, Guard, Init, LocalId, MonitorRef, Pattern, Place, Root, Sync,
    Template, Type, Variable,
};

use super::compare::Comparison;
use super::correspondence::{Correspondence, Entity};
use super::specialize::Special;

/// Two processes whose code is compared.
pub struct Pair<'c, 's> {
    pub with: &'c Comparison<'s>,
    pub names: &'c mut Correspondence,
    pub templates: [&'s Template; 2],
    pub locals: &'c mut BTreeMap<LocalId, LocalId>,
    pub locals_back: &'c mut BTreeMap<LocalId, LocalId>,
    /// One process, laid on itself: its locals stay what they are.
    pub same: bool,
}

impl Pair<'_, '_> {
    /// Whether the two edges do the same, up to the correspondence, which grows on the way.
    pub fn edge(&mut self, one: &Edge, two: &Edge) -> bool {
        one.rank == two.rank
            && one.hold == two.hold
            && match (&one.guard, &two.guard) {
                (Guard::Always, Guard::Always) | (Guard::Else, Guard::Else) => true,
                (Guard::When(one), Guard::When(two)) => self.data(one, two),
                _ => false,
            }
            && match (&one.sync, &two.sync) {
                (None, None) => true,
                (Some(one), Some(two)) => self.sync(one, two),
                _ => false,
            }
            && one.effects.len() == two.effects.len()
            && one.effects.iter().zip(&two.effects).all(|(one, two)| self.effect(one, two))
    }

    fn sync(&mut self, one: &Sync, two: &Sync) -> bool {
        match (one, two) {
            (
                Sync::Send { channel, values, sorted },
                Sync::Send { channel: other, values: others, sorted: also },
            ) => sorted == also && self.channel(channel, other) && self.all(values, others),
            (
                Sync::Receive { channel, patterns, anywhere, keep },
                Sync::Receive { channel: other, patterns: others, anywhere: also, keep: kept },
            ) => {
                anywhere == also
                    && keep == kept
                    && self.channel(channel, other)
                    && self.patterns(patterns, others)
            }
            (Sync::Enter(one), Sync::Enter(two))
            | (Sync::Exit(one), Sync::Exit(two))
            | (Sync::Wait(one), Sync::Wait(two))
            | (Sync::Waiting(one), Sync::Waiting(two))
            | (Sync::WakeUp(one), Sync::WakeUp(two))
            | (Sync::Notified(one), Sync::Notified(two))
            | (Sync::Notify(one), Sync::Notify(two))
            | (Sync::NotifyAll(one), Sync::NotifyAll(two)) => self.monitor(one, two),
            (Sync::Start(one), Sync::Start(two)) | (Sync::Join(one), Sync::Join(two)) => {
                self.process(one, two)
            }
            (Sync::Begin, Sync::Begin) | (Sync::End, Sync::End) => true,
            (Sync::Withdraw(one), Sync::Withdraw(two)) => self.entry(one, two),
            (
                Sync::Call { entry, arguments: values },
                Sync::Call { entry: other, arguments: others },
            )
            | (
                Sync::Requeue { entry, arguments: values },
                Sync::Requeue { entry: other, arguments: others },
            )
            | (
                Sync::Complete { entry, results: values },
                Sync::Complete { entry: other, results: others },
            ) => self.entry(entry, other) && self.all(values, others),
            (
                Sync::Return { entry, results: places },
                Sync::Return { entry: other, results: others },
            )
            | (
                Sync::Accept { entry, parameters: places },
                Sync::Accept { entry: other, parameters: others },
            ) => {
                self.entry(entry, other)
                    && places.len() == others.len()
                    && places.iter().zip(others).all(|(one, two)| self.place(one, two))
            }
            _ => false,
        }
    }

    fn effect(&mut self, one: &Effect, two: &Effect) -> bool {
        match (one, two) {
            (Effect::Assign(place, value), Effect::Assign(other, also)) => {
                self.place(place, other) && self.data(value, also)
            }
            (Effect::Assert(one), Effect::Assert(two)) => self.data(one, two),
            // What is said is no part of the state; but saying it can fault.
            (Effect::Print(one), Effect::Print(two)) => {
                one.arguments.len() == two.arguments.len()
                    && one.arguments.iter().zip(&two.arguments).all(|pair| match pair {
                        (Expr::Const(_), Expr::Const(_)) => true,
                        (one, two) => self.data(one, two),
                    })
            }
            (
                Effect::Choose { into, low, high, known },
                Effect::Choose { into: other, low: least, high: most, known: sure },
            ) => (low, high, known) == (least, most, sure) && self.place(into, other),
            (Effect::New { pool, into }, Effect::New { pool: other, into: also }) => {
                pool == other && self.place(into, also)
            }
            (Effect::Fail(one, _), Effect::Fail(two, _))
            | (Effect::Abort(one, _), Effect::Abort(two, _)) => one == two,
            // Not in instrumented systems.
            (Effect::Emit { .. }, Effect::Emit { .. }) => true,
            (Effect::Unmodelled(_), Effect::Unmodelled(_))
            | (Effect::Limit { .. }, Effect::Limit { .. }) => true,
            _ => false,
        }
    }

    fn all(&mut self, one: &[Expr], two: &[Expr]) -> bool {
        one.len() == two.len() && one.iter().zip(two).all(|(one, two)| self.data(one, two))
    }

    fn patterns(&mut self, one: &[Pattern], two: &[Pattern]) -> bool {
        one.len() == two.len()
            && one.iter().zip(two).all(|pair| match pair {
                (Pattern::Bind(one), Pattern::Bind(two)) => self.place(one, two),
                (Pattern::Match(one), Pattern::Match(two)) => self.data(one, two),
                (Pattern::Ignore, Pattern::Ignore) => true,
                _ => false,
            })
    }

    /// Whether two expressions have the same value once things are renamed.
    pub fn data(&mut self, one: &Expr, two: &Expr) -> bool {
        match (one, two) {
            (Expr::Const(one), Expr::Const(two)) => one == two,
            (Expr::Read(one), Expr::Read(two)) => {
                !self.is_channel(one) && !self.is_channel(two) && self.place(one, two)
            }
            (Expr::Unary(op, width, one), Expr::Unary(other, also, two)) => {
                (op, width) == (other, also) && self.data(one, two)
            }
            (Expr::Binary(op, width, left, right), Expr::Binary(other, also, first, second)) => {
                (op, width) == (other, also) && self.data(left, first) && self.data(right, second)
            }
            (Expr::Conditional(on, yes, no), Expr::Conditional(other, also, neither)) => {
                self.data(on, other) && self.data(yes, also) && self.data(no, neither)
            }
            (Expr::Checked(one, length), Expr::Checked(two, also)) => {
                length == also && self.data(one, two)
            }
            (Expr::ProcessCount, Expr::ProcessCount)
            | (Expr::Timeout, Expr::Timeout)
            | (Expr::Terminated, Expr::Terminated) => true,
            (Expr::Channel(query, one), Expr::Channel(other, two)) => {
                query == other && self.channel(one, two)
            }
            (
                Expr::Poll { channel, patterns, anywhere },
                Expr::Poll { channel: other, patterns: others, anywhere: also },
            ) => {
                anywhere == also && self.channel(channel, other) && self.patterns(patterns, others)
            }
            (Expr::Waiting(one, index), Expr::Waiting(two, other)) => {
                let of = |entry, index: &Option<Box<Expr>>| EntryRef {
                    entry,
                    index: index.as_deref().cloned(),
                };
                self.entry(&of(*one, index), &of(*two, other))
            }
            (Expr::Monitor(query, one), Expr::Monitor(other, two)) => {
                query == other && self.monitor(one, two)
            }
            (Expr::Started(one), Expr::Started(two)) | (Expr::Ended(one), Expr::Ended(two)) => {
                self.process(one, two)
            }
            // Numbers of processes, and what is asked about their places.
            _ => false,
        }
    }

    /// Whether two expressions mean processes that become each other.
    fn process(&mut self, one: &Expr, two: &Expr) -> bool {
        let number = |expr: &Expr| match expr {
            Expr::Const(number) => {
                let known = self.with.system.processes.len() as i64;
                (0..known).contains(number).then_some(*number as u32)
            }
            _ => None,
        };
        match (number(one), number(two)) {
            (Some(one), Some(two)) => self.names.note(Entity::Process(one), Entity::Process(two)),
            _ => false,
        }
    }

    /// Whether a place holds the number of a channel that was declared there.
    fn is_channel(&self, place: &Place) -> bool {
        let Root::Global(id) = place.root else { return false };
        matches!(self.with.system.globals[id].init, Init::Channels(_))
    }

    /// Whether two expressions mean channels of global variables that nothing changes.
    fn channel(&mut self, one: &Expr, two: &Expr) -> bool {
        let (Expr::Read(one), Expr::Read(two)) = (one, two) else { return false };
        let fixed = |place: &Place| match place.root {
            Root::Global(id) => {
                self.is_channel(place)
                    && !self.with.written[id.index()]
                    && self.with.cell(place).is_some()
            }
            _ => false,
        };
        fixed(one) && fixed(two) && self.place(one, two)
    }

    fn monitor(&mut self, one: &MonitorRef, two: &MonitorRef) -> bool {
        let family = |of: &MonitorRef| self.with.system.monitors[of.monitor].count;
        let counts = (family(one), family(two));
        let starts =
            (self.with.monitors[one.monitor.index()], self.with.monitors[two.monitor.index()]);
        let indices = (one.index.as_ref(), two.index.as_ref());
        self.member(indices, counts, starts, Entity::Monitor)
    }

    fn entry(&mut self, one: &EntryRef, two: &EntryRef) -> bool {
        let system = self.with.system;
        let (a, b) = (&system.entries[one.entry], &system.entries[two.entry]);
        let families = (Entity::Family(one.entry.0), Entity::Family(two.entry.0));
        if a.parameters != b.parameters
            || a.results != b.results
            || !self.names.note(families.0, families.1)
        {
            return false;
        }
        let starts = (self.with.entries[one.entry.index()], self.with.entries[two.entry.index()]);
        let indices = (one.index.as_ref(), two.index.as_ref());
        self.member(indices, (a.count, b.count), starts, Entity::Entry)
    }

    /// One of a family: the very one that is named, or all of them where that is found out later.
    fn member(
        &mut self,
        (one, two): (Option<&Expr>, Option<&Expr>),
        counts: (u32, u32),
        starts: (u32, u32),
        thing: fn(u32) -> Entity,
    ) -> bool {
        let constant = |index: Option<&Expr>, count: u32| match index {
            None => Some(0),
            Some(Expr::Const(at)) => u32::try_from(*at).ok().filter(|at| *at < count),
            Some(_) => None,
        };
        match (constant(one, counts.0), constant(two, counts.1)) {
            (Some(one), Some(two)) => self.names.note(thing(starts.0 + one), thing(starts.1 + two)),
            (None, None) => {
                let (Some(one), Some(two)) = (one, two) else { return false };
                counts.0 == counts.1
                    && self.data(one, two)
                    && (0..counts.0)
                        .all(|at| self.names.note(thing(starts.0 + at), thing(starts.1 + at)))
            }
            _ => false,
        }
    }

    /// Whether two places become each other.
    fn place(&mut self, one: &Place, two: &Place) -> bool {
        let with = self.with;
        match (&one.root, &two.root) {
            (Root::Local(local), Root::Local(other)) => {
                let variables =
                    (&self.templates[0].locals[*local], &self.templates[1].locals[*other]);
                self.alike(variables.0, variables.1)
                    && !matches!(variables.0.init, Init::Channels(_))
                    && self.local(*local, *other)
                    && self.index(one, two)
            }
            (Root::Global(id), Root::Global(other)) => {
                let variables = (&with.system.globals[*id], &with.system.globals[*other]);
                if !self.alike(variables.0, variables.1) {
                    return false;
                }
                match (with.cell(one), with.cell(two)) {
                    (Some((start, at)), Some((first, cell))) => {
                        self.names.note(Entity::Cell(start + at), Entity::Cell(first + cell))
                    }
                    (None, None) => {
                        let (start, first) = (with.cells[id.index()], with.cells[other.index()]);
                        let cells = variables.0.cells();
                        cells == variables.1.cells()
                            && self.index(one, two)
                            && (0..cells).all(|at| {
                                self.names.note(Entity::Cell(start + at), Entity::Cell(first + at))
                            })
                    }
                    _ => false,
                }
            }
            (
                Root::Field { pool, record, field },
                Root::Field { pool: other, record: also, field: same },
            ) => pool == other && field == same && self.data(record, also) && self.index(one, two),
            // The locals of another process.
            _ => false,
        }
    }

    fn index(&mut self, one: &Place, two: &Place) -> bool {
        match (&one.index, &two.index) {
            (None, None) => true,
            (Some(one), Some(two)) => self.data(one, two),
            _ => false,
        }
    }

    fn local(&mut self, one: LocalId, two: LocalId) -> bool {
        if self.same {
            return one == two;
        }
        let known = (self.locals.get(&one), self.locals_back.get(&two));
        match known {
            (None, None) => {
                self.locals.insert(one, two);
                self.locals_back.insert(two, one);
                true
            }
            (becomes, back) => becomes == Some(&two) && back == Some(&one),
        }
    }

    fn alike(&self, one: &Variable, two: &Variable) -> bool {
        let kind = |variable: &Variable| match variable.init {
            Init::Channels(kind) => Some(kind),
            _ => None,
        };
        let references = |ty: Type| matches!(ty, Type::Channel);
        one.ty == two.ty
            && !one.hidden
            && !two.hidden
            && one.volatile == two.volatile
            && kind(one) == kind(two)
            && (!references(one.ty) || kind(one).is_some())
    }

    /// Whether the entries that the code of a process names at all stay what they are: which process could answer
    /// or call is told from code that is long past, too.
    pub fn keeps_entries(&mut self, special: &Special) -> bool {
        special.edges.iter().all(|edge| match &edge.sync {
            Some(
                Sync::Call { entry, .. } | Sync::Requeue { entry, .. } | Sync::Accept { entry, .. },
            ) => self.entry(entry, entry),
            _ => true,
        })
    }
}

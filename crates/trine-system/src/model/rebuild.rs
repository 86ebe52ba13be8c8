//! Builds expressions anew with some of their parts replaced.

use super::{Edge, Effect, EntryRef, Expr, Guard, MonitorRef, Pattern, Place, Print, Root, Sync};

impl Expr {
    /// The expression with `change` applied to every part, inner ones first.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Expr {
        let again = |inner: &Expr| Box::new(inner.rebuilt(change));
        change(match self {
            Expr::Const(_)
            | Expr::Myself
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Served
            | Expr::Event(_)
            | Expr::Terminated => self.clone(),
            Expr::Read(place) => Expr::Read(place.rebuilt(change)),
            Expr::Unary(op, width, inner) => Expr::Unary(*op, *width, again(inner)),
            Expr::Binary(op, width, left, right) => {
                Expr::Binary(*op, *width, again(left), again(right))
            }
            Expr::Conditional(condition, yes, no) => {
                Expr::Conditional(again(condition), again(yes), again(no))
            }
            Expr::Checked(inner, length) => Expr::Checked(again(inner), *length),
            Expr::Enabled(inner) => Expr::Enabled(again(inner)),
            Expr::PcValue(inner) => Expr::PcValue(again(inner)),
            Expr::Priority(inner) => Expr::Priority(again(inner)),
            Expr::Started(inner) => Expr::Started(again(inner)),
            Expr::Ended(inner) => Expr::Ended(again(inner)),
            Expr::Monitor(query, of) => Expr::Monitor(
                *query,
                Box::new(MonitorRef {
                    monitor: of.monitor,
                    index: of.index.as_ref().map(|index| index.rebuilt(change)),
                }),
            ),
            Expr::At { process, template, locations } => Expr::At {
                process: process.as_deref().map(again),
                template: *template,
                locations: locations.clone(),
            },
            Expr::Channel(query, channel) => Expr::Channel(*query, again(channel)),
            Expr::Poll { channel, patterns, anywhere } => Expr::Poll {
                channel: again(channel),
                patterns: patterns.iter().map(|pattern| pattern.rebuilt(change)).collect(),
                anywhere: *anywhere,
            },
            Expr::Waiting(entry, index) => Expr::Waiting(*entry, index.as_deref().map(again)),
        })
    }
}

impl Place {
    /// The place with the expressions inside it rebuilt.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Place {
        let again = |inner: &Expr| Box::new(inner.rebuilt(change));
        let root = match &self.root {
            Root::Global(id) => Root::Global(*id),
            Root::Local(id) => Root::Local(*id),
            Root::Remote { process, template, local } => Root::Remote {
                process: process.as_deref().map(again),
                template: *template,
                local: *local,
            },
            Root::Field { pool, record, field } => {
                Root::Field { pool: *pool, record: again(record), field: *field }
            }
        };
        Place { root, index: self.index.as_deref().map(again) }
    }
}

impl Pattern {
    /// The pattern with each expression inside replaced by what `change` makes of it.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Pattern {
        match self {
            Pattern::Bind(place) => Pattern::Bind(place.rebuilt(change)),
            Pattern::Match(value) => Pattern::Match(value.rebuilt(change)),
            Pattern::Ignore => Pattern::Ignore,
        }
    }
}

impl Edge {
    /// The edge with every expression in it rebuilt.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Edge {
        Edge {
            guard: match &self.guard {
                Guard::When(guard) => Guard::When(guard.rebuilt(change)),
                guard => guard.clone(),
            },
            sync: self.sync.as_ref().map(|sync| sync.rebuilt(change)),
            effects: self.effects.iter().map(|effect| effect.rebuilt(change)).collect(),
            ..self.clone()
        }
    }
}

impl Sync {
    /// The synchronisation with each expression inside replaced by what `change` makes of it.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Sync {
        let exprs = |exprs: &[Expr]| exprs.iter().map(|expr| expr.rebuilt(change)).collect();
        let places = |places: &[Place]| places.iter().map(|place| place.rebuilt(change)).collect();
        let monitor = |of: &MonitorRef| MonitorRef {
            monitor: of.monitor,
            index: of.index.as_ref().map(|index| index.rebuilt(change)),
        };
        let entry = |of: &EntryRef| EntryRef {
            entry: of.entry,
            index: of.index.as_ref().map(|index| index.rebuilt(change)),
        };
        match self {
            Sync::Send { channel, values, sorted } => Sync::Send {
                channel: channel.rebuilt(change),
                values: exprs(values),
                sorted: *sorted,
            },
            Sync::Receive { channel, patterns, anywhere, keep } => Sync::Receive {
                channel: channel.rebuilt(change),
                patterns: patterns.iter().map(|pattern| pattern.rebuilt(change)).collect(),
                anywhere: *anywhere,
                keep: *keep,
            },
            Sync::Enter(of) => Sync::Enter(monitor(of)),
            Sync::Exit(of) => Sync::Exit(monitor(of)),
            Sync::Wait(of) => Sync::Wait(monitor(of)),
            Sync::Waiting(of) => Sync::Waiting(monitor(of)),
            Sync::WakeUp(of) => Sync::WakeUp(monitor(of)),
            Sync::Notified(of) => Sync::Notified(monitor(of)),
            Sync::Notify(of) => Sync::Notify(monitor(of)),
            Sync::NotifyAll(of) => Sync::NotifyAll(monitor(of)),
            Sync::Start(process) => Sync::Start(process.rebuilt(change)),
            Sync::Join(process) => Sync::Join(process.rebuilt(change)),
            Sync::Begin => Sync::Begin,
            Sync::End => Sync::End,
            Sync::Call { entry: of, arguments } => {
                Sync::Call { entry: entry(of), arguments: exprs(arguments) }
            }
            Sync::Requeue { entry: of, arguments } => {
                Sync::Requeue { entry: entry(of), arguments: exprs(arguments) }
            }
            Sync::Withdraw(of) => Sync::Withdraw(entry(of)),
            Sync::Return { entry: of, results } => {
                Sync::Return { entry: entry(of), results: places(results) }
            }
            Sync::Accept { entry: of, parameters } => {
                Sync::Accept { entry: entry(of), parameters: places(parameters) }
            }
            Sync::Complete { entry: of, results } => {
                Sync::Complete { entry: entry(of), results: exprs(results) }
            }
        }
    }
}

impl Effect {
    /// The effect with each expression inside replaced by what `change` makes of it.
    pub fn rebuilt(&self, change: &dyn Fn(Expr) -> Expr) -> Effect {
        match self {
            Effect::Assign(place, value) => {
                Effect::Assign(place.rebuilt(change), value.rebuilt(change))
            }
            Effect::Assert(condition) => Effect::Assert(condition.rebuilt(change)),
            Effect::Print(print) => Effect::Print(Print {
                format: print.format.clone(),
                arguments: print.arguments.iter().map(|value| value.rebuilt(change)).collect(),
            }),
            Effect::Run { template, arguments, priority, into } => Effect::Run {
                template: *template,
                arguments: arguments.iter().map(|value| value.rebuilt(change)).collect(),
                priority: priority.as_ref().map(|priority| priority.rebuilt(change)),
                into: into.as_ref().map(|place| place.rebuilt(change)),
            },
            Effect::SetPriority(process, priority) => {
                Effect::SetPriority(process.rebuilt(change), priority.rebuilt(change))
            }
            Effect::Choose { into, low, high, known } => {
                Effect::Choose { into: into.rebuilt(change), low: *low, high: *high, known: *known }
            }
            Effect::New { pool, into } => Effect::New { pool: *pool, into: into.rebuilt(change) },
            Effect::Emit { event, when } => {
                Effect::Emit { event: *event, when: when.rebuilt(change) }
            }
            Effect::Fail(..) | Effect::Abort(..) | Effect::Unmodelled(_) | Effect::Limit { .. } => {
                self.clone()
            }
        }
    }
}

//! Random statements: each leads from one location to another.

use super::*;
use crate::{
    Edge, EntryId, EntryRef, Expr, FaultKind, Init, MonitorId, MonitorRef, Pattern, Place, Print,
    Type,
};

impl Maker {
    /// Adds edges that lead from one location to another, by way of new ones.
    pub(super) fn statement(&mut self, from: LocationId, to: LocationId, depth: u32) {
        if self.budget == 0 || depth > 3 {
            return self.plain(from, to, Hold::Release);
        }
        self.budget -= 1;
        let mut kinds: Vec<fn(&mut Maker, LocationId, LocationId, u32)> = vec![
            Maker::step,
            Maker::step,
            Maker::branch,
            Maker::cycle,
            Maker::sequence,
            Maker::unless,
        ];
        // Each template is rather on one side of a meeting, so that there is a partner.
        let first = self.template == TemplateId(0);
        let side = |here: bool| if here { 4 } else { 1 };
        let mut add =
            |wished: bool, times: usize, one: fn(&mut Maker, LocationId, LocationId, u32)| {
                if wished {
                    kinds.extend(vec![one; times]);
                }
            };
        add(self.wishes.monitors, 2, Maker::critical);
        add(self.wishes.monitors, side(first), Maker::waits);
        add(self.wishes.monitors, side(!first), Maker::notifies);
        add(self.wishes.threads, side(first), Maker::thread);
        add(self.wishes.entries, side(first), Maker::calls);
        add(self.wishes.entries, side(!first), Maker::accepts);
        add(self.wishes.channels, side(first), Maker::sends);
        add(self.wishes.channels, side(!first), Maker::receives);
        add(self.wishes.run, 2, Maker::runs);
        add(self.wishes.pools, 3, Maker::allocates);
        add(self.wishes.holds, 2, Maker::alone);
        add(self.wishes.questions, 4, Maker::asks);
        let chosen = self.random.below(kinds.len());
        kinds[chosen](self, from, to, depth);
    }

    /// Keeps the answer to a question, and depends on it later.
    fn asks(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let id = self.template;
        let locals = self.system.templates[id].locals.enumerate();
        let plain = |ty: Type| !matches!(ty, Type::Channel | Type::Reference(_) | Type::Process);
        let own = locals.filter(|(_, local)| plain(local.ty) && local.cells() == 1);
        let own: Vec<crate::LocalId> = own.map(|(local, _)| local).collect();
        let Some(local) = self.random.pick(&own) else { return self.step(from, to, depth) };
        let place = Place::local(local);
        let (asked, used) = (self.location(), self.location());
        let question = self.question();
        let ask = Effect::Assign(place.clone(), question);
        self.edge(Edge::new(from, asked).doing(ask));
        self.statement(asked, used, depth + 1);
        let wanted = Expr::Const(self.random.between(0, 1));
        let holds = Expr::binary(crate::BinaryOp::Equal, Expr::Read(place), wanted);
        self.edge(Edge::new(used, to).doing(Effect::Assert(holds)));
    }

    fn step(&mut self, from: LocationId, to: LocationId, _: u32) {
        self.plain(from, to, Hold::Release);
    }

    /// One step of local work.
    fn plain(&mut self, from: LocationId, to: LocationId, hold: Hold) {
        let mut edge = Edge::new(from, to).holding(hold);
        if self.random.chance(15) {
            edge = edge.when(self.condition());
            self.maybe_else(from, to, 0);
        }
        let effects = self.random.below(3);
        for _ in 0..effects {
            if let Some(effect) = self.effect() {
                edge = edge.doing(effect);
            }
        }
        self.edge(edge);
    }

    fn effect(&mut self) -> Option<Effect> {
        Some(match self.random.below(20) {
            0 => Effect::Assert(self.condition()),
            1 => {
                let (low, high) = (0, self.random.between(0, 1));
                let known = self.random.chance(90);
                Effect::Choose { into: self.writable()?, low, high, known }
            }
            2 => Effect::Print(Print { format: "%d\n".to_string(), arguments: vec![self.expr(1)] }),
            3 if self.random.chance(20) => {
                let make = if self.random.chance(50) { Effect::Fail } else { Effect::Abort };
                make(FaultKind::Exception, "thrown".to_string())
            }
            4 if self.random.chance(20) => Effect::Unmodelled("something".to_string()),
            7 if self.random.chance(20) => {
                let option = self.random.chance(50).then(|| "--more".to_string());
                Effect::Limit { what: "so much".to_string(), option }
            }
            6 => Effect::Emit { event: self.random.between(1, 3) as u32, when: self.condition() },
            5 if self.wishes.rules => {
                Effect::SetPriority(Expr::Const(self.random.between(0, 2)), Expr::Const(1))
            }
            _ => {
                let place = self.writable()?;
                let value = self.expr(2);
                Effect::Assign(place, value)
            }
        })
    }

    fn branch(&mut self, from: LocationId, to: LocationId, depth: u32) {
        for _ in 0..2 {
            self.statement(from, to, depth + 1);
        }
        self.maybe_else(from, to, 0);
    }

    fn maybe_else(&mut self, from: LocationId, to: LocationId, rank: u8) {
        if self.random.chance(40) && !self.elses.contains(&(from, rank)) {
            self.elses.push((from, rank));
            self.edge(Edge::new(from, to).otherwise().ranked(rank));
        }
    }

    fn cycle(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let back = self.location();
        self.statement(from, back, depth + 1);
        let again = self.condition();
        self.edge(Edge::new(back, from).when(again));
        self.edge(Edge::new(from, to));
        self.maybe_else(back, to, 0);
    }

    fn sequence(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let middle = self.location();
        self.statement(from, middle, depth + 1);
        self.statement(middle, to, depth + 1);
    }

    /// A statement with a way out that goes first.
    fn unless(&mut self, from: LocationId, to: LocationId, depth: u32) {
        self.statement(from, to, depth + 1);
        let rank = 1 + self.random.below(2) as u8;
        let condition = self.condition();
        self.edge(Edge::new(from, to).ranked(rank).when(condition));
    }

    pub(super) fn monitor(&mut self) -> MonitorRef {
        let number = self.random.below(self.system.monitors.len()) as u32;
        let family = self.system.monitors[MonitorId(number)].count > 1;
        let index = family.then(|| Expr::Const(self.random.between(0, 1)));
        MonitorRef { monitor: MonitorId(number), index }
    }

    fn critical(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let (inside, last) = (self.location(), self.location());
        let monitor = self.monitor();
        self.edge(Edge::new(from, inside).meeting(Sync::Enter(monitor.clone())));
        self.statement(inside, last, depth + 1);
        self.edge(Edge::new(last, to).meeting(Sync::Exit(monitor)));
    }

    fn waits(&mut self, from: LocationId, to: LocationId, _: u32) {
        let monitor = self.monitor();
        let (waiting, told) = (self.location(), self.location());
        let (inside, outside) = if self.random.chance(90) {
            let (inside, last) = (self.location(), self.location());
            self.edge(Edge::new(from, inside).meeting(Sync::Enter(monitor.clone())));
            self.edge(Edge::new(last, to).meeting(Sync::Exit(monitor.clone())));
            (inside, last)
        } else {
            (from, to)
        };
        let mut wait = Edge::new(inside, waiting).meeting(Sync::Wait(monitor.clone()));
        if self.random.chance(50) {
            wait = wait.when(self.condition());
            self.maybe_else(inside, outside, 0);
        }
        self.edge(wait);
        self.edge(Edge::new(waiting, told).meeting(Sync::Waiting(monitor.clone())));
        if self.random.chance(20) {
            self.edge(Edge::new(waiting, told).meeting(Sync::WakeUp(monitor.clone())));
        }
        self.edge(Edge::new(told, outside).meeting(Sync::Notified(monitor)));
    }

    fn notifies(&mut self, from: LocationId, to: LocationId, _: u32) {
        let monitor = self.monitor();
        let notify = if self.random.chance(50) {
            Sync::Notify(monitor.clone())
        } else {
            Sync::NotifyAll(monitor.clone())
        };
        if self.random.chance(10) {
            self.edge(Edge::new(from, to).meeting(notify));
            return;
        }
        let (inside, last) = (self.location(), self.location());
        self.edge(Edge::new(from, inside).meeting(Sync::Enter(monitor.clone())));
        let mut edge = Edge::new(inside, last).meeting(notify);
        if let Some(effect) = self.effect() {
            edge = edge.doing(effect);
        }
        self.edge(edge);
        self.edge(Edge::new(last, to).meeting(Sync::Exit(monitor)));
    }

    fn thread(&mut self, from: LocationId, to: LocationId, _: u32) {
        let other = if self.random.chance(75) {
            Expr::Const(1)
        } else if self.random.chance(70) {
            Expr::Const(self.random.between(0, 3))
        } else {
            self.expr(1)
        };
        let sync = if self.random.chance(60) { Sync::Start(other) } else { Sync::Join(other) };
        self.edge(Edge::new(from, to).meeting(sync));
    }

    fn entry(&mut self) -> EntryRef {
        let number = self.random.below(self.system.entries.len()) as u32;
        let family = self.system.entries[EntryId(number)].count > 1;
        let index = family.then(|| match self.random.below(4) {
            0 => Expr::global(crate::GlobalId(0)),
            _ => Expr::Const(self.random.between(0, 1)),
        });
        EntryRef { entry: EntryId(number), index }
    }

    fn calls(&mut self, from: LocationId, to: LocationId, _: u32) {
        // A caller that changes what its index is computed from would look for itself elsewhere.
        let mut entry = self.entry();
        if entry.index.as_ref().is_some_and(|index| !matches!(index, Expr::Const(_))) {
            entry.index = Some(Expr::Const(0));
        }
        let declared = &self.system.entries[entry.entry];
        let (parameters, results) = (declared.parameters.len(), declared.results.len());
        let arguments = (0..parameters).map(|_| self.expr(1)).collect();
        let called = self.location();
        let call = Sync::Call { entry: entry.clone(), arguments };
        self.edge(Edge::new(from, called).meeting(call));
        let results = (0..results).filter_map(|_| self.writable()).collect();
        let give_back = Sync::Return { entry: entry.clone(), results };
        self.edge(Edge::new(called, to).meeting(give_back));
        if self.random.chance(25) {
            self.edge(Edge::new(called, to).meeting(Sync::Withdraw(entry)));
        }
    }

    fn accepts(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let entry = self.entry();
        let declared = &self.system.entries[entry.entry];
        let (parameters, results) = (declared.parameters.len(), declared.results.len());
        let parameters = (0..parameters).filter_map(|_| self.writable()).collect();
        let (serving, last) = (self.location(), self.location());
        let accept = Sync::Accept { entry: entry.clone(), parameters };
        self.edge(Edge::new(from, serving).meeting(accept));
        self.statement(serving, last, depth + 1);
        let results = (0..results).map(|_| self.expr(1)).collect();
        self.edge(Edge::new(last, to).meeting(Sync::Complete { entry, results }));
    }

    /// A channel that some variable holds, and its kind.
    pub(super) fn channel(&mut self) -> Option<(Expr, ChannelKindId)> {
        let mut found = Vec::new();
        for (id, variable) in self.system.globals.enumerate() {
            if let Init::Channels(kind) = variable.init {
                found.push((Place::global(id), variable.cells(), kind));
            }
        }
        let chosen = self.random.below(found.len());
        let (place, cells, kind) = found.into_iter().nth(chosen)?;
        if cells == 1 {
            return Some((Expr::Read(place), kind));
        }
        let index = match self.random.below(4) {
            0 => self.expr(0),
            _ => Expr::Const(self.random.between(0, i64::from(cells) - 1)),
        };
        Some((Expr::Read(place.at(index)), kind))
    }

    fn sends(&mut self, from: LocationId, to: LocationId, _: u32) {
        let Some((channel, kind)) = self.channel() else {
            return self.plain(from, to, Hold::Release);
        };
        let fields = self.system.channel_kinds[kind].fields.len();
        let given = if self.random.chance(90) { fields } else { fields.saturating_sub(1) };
        let values = (0..given).map(|_| self.message_value()).collect();
        let sorted = self.random.chance(25);
        let mut edge = Edge::new(from, to).meeting(Sync::Send { channel, values, sorted });
        if self.random.chance(30)
            && let Some(effect) = self.effect()
        {
            edge = edge.doing(effect);
        }
        self.edge(edge);
    }

    /// Mostly a value that every field type takes.
    fn message_value(&mut self) -> Expr {
        if self.random.chance(80) { Expr::Const(self.random.between(1, 2)) } else { self.expr(1) }
    }

    fn receives(&mut self, from: LocationId, to: LocationId, _: u32) {
        let borrowed = self.borrowed();
        let Some((channel, kind)) = self.channel() else {
            return self.plain(from, to, Hold::Release);
        };
        let channel = match borrowed {
            Some(place) if self.random.chance(50) => {
                let middle = self.location();
                self.edge(
                    Edge::new(from, middle).doing(Effect::Assign(place.clone(), channel.clone())),
                );
                return self.receive(middle, to, Expr::Read(place), kind);
            }
            _ => channel,
        };
        self.receive(from, to, channel, kind);
    }

    fn borrowed(&mut self) -> Option<Place> {
        let locals = &self.system.templates[self.template].locals;
        let found = locals.enumerate().find(|(_, local)| local.ty == Type::Channel);
        found.map(|(id, _): (LocalId, _)| Place::local(id))
    }

    fn receive(&mut self, from: LocationId, to: LocationId, channel: Expr, kind: ChannelKindId) {
        let fields = self.system.channel_kinds[kind].fields.len();
        let mut patterns = Vec::new();
        for _ in 0..fields {
            let bound = self.writable();
            patterns.push(match (self.random.below(7), bound) {
                (0, _) => Pattern::Match(self.message_value()),
                (1, _) | (_, None) => Pattern::Ignore,
                (_, Some(place)) => Pattern::Bind(place),
            });
        }
        let (anywhere, keep) = (self.random.chance(25), self.random.chance(15));
        let mut edge =
            Edge::new(from, to).meeting(Sync::Receive { channel, patterns, anywhere, keep });
        if self.random.chance(10) {
            edge = edge.when(self.condition());
        }
        if self.random.chance(30)
            && let Some(effect) = self.effect()
            && !matches!(effect, Effect::Choose { .. })
        {
            edge = edge.doing(effect);
        }
        self.edge(edge);
    }

    fn runs(&mut self, from: LocationId, to: LocationId, _: u32) {
        let template = TemplateId(self.random.below(self.system.templates.len()) as u32);
        let parameters = self.system.templates[template].parameters;
        let arguments = (0..parameters).map(|_| self.expr(1)).collect();
        let priority = self.random.chance(20).then(|| Expr::Const(self.random.between(1, 2)));
        let into = if self.random.chance(30) { self.writable() } else { None };
        self.edge(Edge::new(from, to).doing(Effect::Run { template, arguments, priority, into }));
    }

    fn allocates(&mut self, from: LocationId, to: LocationId, _: u32) {
        let (Some(into), Some(other)) = (self.reference(), self.reference()) else {
            return self.plain(from, to, Hold::Release);
        };
        let effect = match self.random.below(3) {
            0 => Effect::Assign(into, Expr::Read(other)),
            _ => Effect::New { pool: PoolId(0), into },
        };
        self.edge(Edge::new(from, to).doing(effect));
    }

    /// A few steps that a process makes alone.
    fn alone(&mut self, from: LocationId, to: LocationId, depth: u32) {
        let hold = if self.random.chance(60) { Hold::Atomic } else { Hold::DStep };
        let before = self.code().edges.len();
        let (first, second) = (self.location(), self.location());
        self.plain(from, first, hold);
        if hold == Hold::Atomic {
            self.statement(first, second, depth + 1);
        } else {
            self.plain(first, second, hold);
        }
        self.plain(second, to, Hold::Release);
        let code = self.code();
        for number in before..code.edges.len() {
            let edge = &mut code.edges[EdgeId(number as u32)];
            if edge.to != to {
                edge.hold = hold;
            }
        }
    }
}

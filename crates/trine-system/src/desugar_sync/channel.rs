//! Buffered channels as variables: an array for each field of the messages, and a length.

use std::collections::HashMap;

use super::build::*;
use crate::{
    BinaryOp, ChannelQuery, Edge, Effect, Expr, GlobalId, Init, Pattern, Place, Root, Sync, System,
    Type,
};

/// The variables of the channels of one global.
struct Buffer {
    /// How many channels the global holds.
    count: u32,
    capacity: u32,
    length: GlobalId,
    /// The messages, field by field.
    columns: Vec<Column>,
}

struct Column {
    slots: GlobalId,
    /// The field of the message that a step sends or takes; blank except inside a step.
    passing: GlobalId,
    ty: Type,
}

/// The buffers of all channels that can be expanded.
pub(super) struct Buffers {
    by_global: HashMap<GlobalId, Buffer>,
    lossy: bool,
    /// Zero except inside a step.
    index: GlobalId,
    position: GlobalId,
}

impl Buffers {
    /// Adds the variables; nothing if no channel can be expanded.
    pub fn new(system: &mut System) -> Option<Buffers> {
        let globals = expandable(system);
        if globals.is_empty() {
            return None;
        }
        let mut by_global = HashMap::new();
        for (global, kind) in globals {
            let kind = system.channel_kinds[kind].clone();
            let variable = &system.globals[global];
            let (name, count) = (variable.name(), variable.cells());
            let slots = count.saturating_mul(kind.capacity);
            let length = format!("{MARK}{name}{MARK}length");
            let length = add_global(system, length, count, counter(kind.capacity));
            let mut columns = Vec::new();
            for (field, ty) in kind.fields.iter().enumerate() {
                let column = format!("{MARK}{name}{MARK}field{field}");
                let passing = format!("{MARK}{name}{MARK}passing{field}");
                columns.push(Column {
                    slots: add_global(system, column, slots, *ty),
                    passing: add_global(system, passing, 1, *ty),
                    ty: *ty,
                });
            }
            by_global.insert(global, Buffer { count, capacity: kind.capacity, length, columns });
        }
        Some(Buffers {
            by_global,
            lossy: system.rules.lossy,
            index: add_global(system, format!("{MARK}channel"), 1, Type::INT),
            position: add_global(system, format!("{MARK}position"), 1, Type::INT),
        })
    }

    fn access(&self, channel: &Expr) -> Option<Access<'_>> {
        let Expr::Read(Place { root: Root::Global(global), index }) = channel else { return None };
        let buffer = self.by_global.get(global)?;
        let index = index.as_deref().cloned().unwrap_or(number(0));
        Some(Access { buffer, index })
    }

    /// A question about a channel, or the expression itself if it is none.
    pub fn expr(&self, expr: Expr) -> Expr {
        match &expr {
            Expr::Channel(query, channel) => match self.access(channel) {
                Some(at) => at.query(*query),
                None => expr,
            },
            Expr::Poll { channel, patterns, anywhere } => match self.access(channel) {
                Some(at) => at.finds(patterns, *anywhere),
                None => expr,
            },
            _ => expr,
        }
    }

    /// The edges that do what this edge does.
    pub fn expand(&self, edge: &Edge, sync: &Sync) -> Option<Vec<Edge>> {
        match sync {
            Sync::Send { channel, values, sorted } => {
                let at = self.access(channel)?;
                Some(self.send(edge, &at, values, *sorted))
            }
            Sync::Receive { channel, patterns, anywhere, keep } => {
                let at = self.access(channel)?;
                Some(vec![self.receive(edge, at, patterns, *anywhere, *keep)])
            }
            _ => None,
        }
    }

    fn send(&self, edge: &Edge, at: &Access<'_>, values: &[Expr], sorted: bool) -> Vec<Edge> {
        let length = Expr::Read(at.length());
        let columns = &at.buffer.columns;
        let message = |place: &dyn Fn(&Column) -> Place| -> Vec<Effect> {
            let fields = columns.iter().enumerate();
            let value = |field: usize| values.get(field).cloned().unwrap_or(number(0));
            fields.map(|(field, column)| set(place(column), value(field))).collect()
        };
        let passing = |column: &Column| Place::global(column.passing);
        let mut effects = if sorted {
            let mut effects = message(&passing);
            effects.extend(self.make_room(at));
            let position = Place::global(self.position);
            for column in columns {
                let slot = at.slot(column, Expr::Read(position.clone()));
                effects.push(set(slot, column.passing()));
            }
            effects.push(set(position, number(0)));
            effects.extend(at.forget());
            effects
        } else {
            // Behind the last message nothing is read before the length says so.
            message(&|column| at.slot(column, length.clone()))
        };
        effects.push(set(at.length(), plus(length.clone(), number(1))));
        let has_room = less(length.clone(), number(at.buffer.capacity));
        let mut edges = vec![variant(edge, Some(has_room.clone()), effects)];
        if self.lossy {
            let mut lost = message(&passing);
            lost.extend(at.forget());
            edges.push(variant(edge, Some(not(has_room)), lost));
        }
        edges
    }

    /// Sets the position to that of the first message that is greater, or to the end, and moves what
    /// is there and behind it.
    fn make_room(&self, at: &Access<'_>) -> Vec<Effect> {
        let position = Place::global(self.position);
        let length = Expr::Read(at.length());
        let mut effects = vec![set(position.clone(), length.clone())];
        for slot in (0..at.buffer.capacity).rev() {
            let before = all([less(number(slot), length.clone()), at.is_greater(slot)]);
            let first = choose(before, number(slot), Expr::Read(position.clone()));
            effects.push(set(position.clone(), first));
        }
        for slot in (1..at.buffer.capacity).rev() {
            for column in &at.buffer.columns {
                let here = at.slot(column, number(slot));
                // What lies behind the last message is blank, moved or not.
                let moves = greater(number(slot), Expr::Read(position.clone()));
                let before = Expr::Read(at.slot(column, number(slot - 1)));
                effects.push(set(here.clone(), choose(moves, before, Expr::Read(here))));
            }
        }
        effects
    }

    fn receive(
        &self,
        edge: &Edge,
        at: Access<'_>,
        patterns: &[Pattern],
        anywhere: bool,
        keep: bool,
    ) -> Edge {
        let condition = at.finds(patterns, anywhere);
        let mut effects = Vec::new();
        let mut finish = Vec::new();
        // What is received may be what the index is computed from.
        let at = match at.index {
            Expr::Const(_) => at,
            index => {
                effects.push(set(Place::global(self.index), index));
                finish.push(set(Place::global(self.index), number(0)));
                Access { index: Expr::Read(Place::global(self.index)), ..at }
            }
        };
        let columns = &at.buffer.columns;
        let position = if anywhere && at.buffer.capacity > 1 {
            effects.extend(self.find(&at, patterns));
            finish.push(set(Place::global(self.position), number(0)));
            Some(Expr::Read(Place::global(self.position)))
        } else {
            None
        };
        let first = position.clone().unwrap_or(number(0));
        for column in columns {
            let taken = Expr::Read(at.slot(column, first.clone()));
            effects.push(set(Place::global(column.passing), taken));
        }
        if !keep {
            effects.extend(at.remove(position.as_ref()));
        }
        for (pattern, column) in patterns.iter().zip(columns) {
            if let Pattern::Bind(place) = pattern {
                effects.push(set(place.clone(), column.passing()));
            }
        }
        effects.extend(at.forget());
        effects.extend(finish);
        variant(edge, Some(condition), effects)
    }

    /// Sets the position to that of the first message that matches. There is one.
    fn find(&self, at: &Access<'_>, patterns: &[Pattern]) -> Vec<Effect> {
        let capacity = at.buffer.capacity;
        let position = Place::global(self.position);
        let mut effects = vec![set(position.clone(), number(capacity))];
        for slot in 0..capacity {
            let found = all([
                equal(Expr::Read(position.clone()), number(capacity)),
                at.matches(slot, patterns),
            ]);
            let first = choose(found, number(slot), Expr::Read(position.clone()));
            effects.push(set(position.clone(), first));
        }
        effects
    }
}

/// Globals that hold buffered channels of their own for ever. If any operation names its channel in
/// another way, it could name one of these, and none is expanded.
fn expandable(system: &System) -> Vec<(GlobalId, crate::ChannelKindId)> {
    let mut found = Vec::new();
    for (id, variable) in system.globals.enumerate() {
        if let Init::Channels(kind) = variable.init
            && system.channel_kinds[kind].capacity > 0
        {
            found.push((id, kind));
        }
    }
    let mut steady = true;
    let mut see_channel = |channel: &Expr, at: Option<crate::TemplateId>| {
        steady &= is_steady(system, channel, at);
    };
    for (id, template) in system.templates.enumerate() {
        let mut see = |expr: &Expr| {
            if let Expr::Channel(_, channel) | Expr::Poll { channel, .. } = expr {
                see_channel(channel, Some(id));
            }
        };
        template.provided.iter().for_each(|provided| provided.visit(&mut see));
        for local in &template.locals {
            if let Init::Computed(expr) = &local.init {
                expr.visit(&mut see);
            }
        }
        for edge in &template.edges {
            edge.visit_exprs(&mut see);
            if let Some(Sync::Send { channel, .. } | Sync::Receive { channel, .. }) = &edge.sync {
                see(&Expr::Channel(ChannelQuery::Length, Box::new(channel.clone())));
            }
        }
    }
    if steady { found } else { Vec::new() }
}

/// Whether a channel is named by a variable that was given fresh channels and is never written.
fn is_steady(system: &System, channel: &Expr, at: Option<crate::TemplateId>) -> bool {
    let Expr::Read(place) = channel else { return false };
    let key = |root: &Root, at: Option<crate::TemplateId>| match root {
        Root::Global(id) => Some((None, id.0)),
        Root::Local(id) => Some((at, id.0)),
        Root::Remote { template, local, .. } => Some((Some(*template), local.0)),
        Root::Field { .. } => None,
    };
    let Some((template, number)) = key(&place.root, at) else { return false };
    let variable = match template {
        None => system.globals.get(GlobalId(number)),
        Some(of) => system.templates.get(of).and_then(|of| of.locals.get(crate::LocalId(number))),
    };
    let is_parameter = template.is_some_and(|of| number < system.templates[of].parameters);
    let fresh = variable.is_some_and(|variable| matches!(variable.init, Init::Channels(_)));
    if !fresh || is_parameter {
        return false;
    }
    let wanted = Some((template, number));
    let mut written = false;
    for (id, template) in system.templates.enumerate() {
        for edge in &template.edges {
            edge.visit_writes(&mut |place| written |= key(&place.root, Some(id)) == wanted);
        }
    }
    !written
}

impl Column {
    fn passing(&self) -> Expr {
        Expr::Read(Place::global(self.passing))
    }
}

/// One channel of a buffer.
struct Access<'b> {
    buffer: &'b Buffer,
    index: Expr,
}

impl Access<'_> {
    fn length(&self) -> Place {
        member(self.buffer.length, self.buffer.count, self.index.clone())
    }

    fn slot(&self, column: &Column, position: Expr) -> Place {
        let family = match &self.index {
            Expr::Const(_) => self.index.clone(),
            index => Expr::Checked(Box::new(index.clone()), self.buffer.count),
        };
        cell(column.slots, plus(times(family, self.buffer.capacity), position))
    }

    fn query(&self, query: ChannelQuery) -> Expr {
        let length = Expr::Read(self.length());
        let capacity = number(self.buffer.capacity);
        match query {
            ChannelQuery::Length => length,
            ChannelQuery::Empty => equal(length, number(0)),
            ChannelQuery::NotEmpty => differs(length, number(0)),
            ChannelQuery::Full => Expr::binary(BinaryOp::GreaterEqual, length, capacity),
            ChannelQuery::NotFull => less(length, capacity),
        }
    }

    /// There is a message in this slot, and it matches.
    fn matches(&self, slot: u32, patterns: &[Pattern]) -> Expr {
        let there = less(number(slot), Expr::Read(self.length()));
        let fields = patterns.iter().zip(&self.buffer.columns);
        let equals = fields.filter_map(|(pattern, column)| match pattern {
            Pattern::Match(value) => {
                Some(equal(value.clone(), Expr::Read(self.slot(column, number(slot)))))
            }
            Pattern::Bind(_) | Pattern::Ignore => None,
        });
        all(std::iter::once(there).chain(equals))
    }

    fn finds(&self, patterns: &[Pattern], anywhere: bool) -> Expr {
        if !anywhere {
            return self.matches(0, patterns);
        }
        (0..self.buffer.capacity).rev().fold(number(0), |later, slot| {
            choose(self.matches(slot, patterns), number(slot + 1), later)
        })
    }

    /// The message in this slot is greater than the one that passes.
    fn is_greater(&self, slot: u32) -> Expr {
        let mut result = number(0);
        for column in self.buffer.columns.iter().rev() {
            let here = Expr::Read(self.slot(column, number(slot)));
            let same = all([equal(here.clone(), column.passing()), result]);
            result = any([greater(here, column.passing()), same]);
        }
        result
    }

    /// Closes the gap at a position, the first if none is given, and shortens the queue.
    fn remove(&self, position: Option<&Expr>) -> Vec<Effect> {
        let capacity = self.buffer.capacity;
        let mut effects = Vec::new();
        for slot in 0..capacity {
            for column in &self.buffer.columns {
                let here = self.slot(column, number(slot));
                let next = if slot + 1 == capacity {
                    number(blank(column.ty))
                } else {
                    Expr::Read(self.slot(column, number(slot + 1)))
                };
                let value = match position {
                    Some(position) => {
                        choose(less(number(slot), position.clone()), Expr::Read(here.clone()), next)
                    }
                    None => next,
                };
                effects.push(set(here, value));
            }
        }
        effects.push(set(self.length(), minus(Expr::Read(self.length()), number(1))));
        effects
    }

    fn forget(&self) -> impl Iterator<Item = Effect> + '_ {
        let columns = self.buffer.columns.iter();
        columns.map(|column| set(Place::global(column.passing), number(blank(column.ty))))
    }
}

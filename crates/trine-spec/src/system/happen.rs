//! What happens in the steps of a system, as far as it can be named: the moments that event patterns
//! speak of.

use trine_base::Span;
use trine_system::{
    BinaryOp, Edge, EdgeId, Effect, Expr, Guard, Label, LocationId, Pattern, Place, Sync, System,
    Template, TemplateId, Type, UnaryOp,
};

/// One moment of a step.
#[derive(Clone, Debug)]
pub struct Moment {
    pub template: TemplateId,
    pub edge: EdgeId,
    /// Before which of the edge's effects it comes, or behind the last.
    pub before: usize,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// The statement that stands here takes effect.
    Statement(Span),
    /// A branch that shows a variable to have this value.
    Test(Place, i64),
    Read(Place),
    /// What a place holds after it was assigned to, and the value where it is known before.
    Assign(Place, Option<i64>),
    Send {
        channel: Expr,
        fields: Vec<Expr>,
    },
    Receive {
        channel: Expr,
        fields: Vec<Field>,
    },
    Print(String),
    /// A process of this template is created.
    Start(TemplateId),
    /// Control reaches the labels of a location.
    Labels(LocationId),
    /// The process has ended.
    End,
    /// What the source language says happens.
    Labelled(Label),
}

/// What is known of a field of a message after it was received.
#[derive(Clone, Debug)]
pub enum Field {
    /// It equals this.
    Value(Expr),
    /// It is known only if the message is looked at: the position in the patterns.
    Unknown(usize, Type),
}

/// Every moment of a system, in the order of templates and edges, and of what an edge does.
pub fn moments(system: &System) -> Vec<Moment> {
    let mut found = Vec::new();
    for (template, code) in system.templates.enumerate() {
        for (id, edge) in code.edges.enumerate() {
            let mut add = |before: usize, what: What| {
                found.push(Moment { template, edge: id, before, what });
            };
            of_edge(system, template, code, edge, &mut add);
        }
    }
    found
}

fn of_edge(
    system: &System,
    id: TemplateId,
    template: &Template,
    edge: &Edge,
    add: &mut dyn FnMut(usize, What),
) {
    if let Some(span) = edge.span {
        add(0, What::Statement(span));
    }
    for label in &edge.labels {
        if !is_structural(&label.action) {
            add(0, What::Labelled(label.clone()));
        }
    }
    for (place, shown) in tests(template, edge) {
        let holds = |value: i64| stored(system, id, &place, value) == Some(value);
        let value = match shown {
            Shown::Is(value) => Some(value).filter(|value| holds(*value)),
            // Only of two values does this leave one.
            Shown::IsNotZero => (holds(1) && !holds(2) && !holds(-1)).then_some(1),
        };
        if let Some(value) = value {
            add(0, What::Test(place, value));
        }
    }
    let mut read: Vec<Place> = Vec::new();
    reads(edge, &mut |place| {
        if !read.contains(place) {
            read.push(place.clone());
        }
    });
    read.into_iter().for_each(|place| add(0, What::Read(place)));
    match &edge.sync {
        Some(Sync::Send { channel, values, .. }) => {
            add(0, What::Send { channel: channel.clone(), fields: values.clone() });
        }
        Some(Sync::Receive { channel, patterns, keep: false, .. }) => {
            let fields = received(system, id, channel, patterns);
            add(0, What::Receive { channel: channel.clone(), fields });
            for pattern in patterns {
                if let Pattern::Bind(place) = pattern {
                    add(0, What::Assign(place.clone(), None));
                }
            }
        }
        _ => {}
    }
    for (position, effect) in edge.effects.iter().enumerate() {
        match effect {
            Effect::Assign(place, value) => {
                let known = match value {
                    Expr::Const(value) => stored(system, id, place, *value),
                    _ => None,
                };
                add(position + 1, What::Assign(place.clone(), known));
            }
            Effect::Choose { into: place, .. } | Effect::New { into: place, .. } => {
                add(position + 1, What::Assign(place.clone(), None));
            }
            Effect::Print(print) => add(position + 1, What::Print(print.format.clone())),
            Effect::Run { template, .. } => add(position + 1, What::Start(*template)),
            _ => {}
        }
    }
    let end = edge.effects.len();
    let to = &template.locations[edge.to];
    if !to.names.is_empty() {
        add(end, What::Labels(edge.to));
    }
    if to.final_ {
        add(end, What::End);
    }
}

/// What a place holds once a value was cut to its type.
fn stored(system: &System, id: TemplateId, place: &Place, value: i64) -> Option<i64> {
    super::names::type_of(system, id, place)?.store(value).ok()
}

/// Whether labels of an action say only what the edge says itself.
fn is_structural(action: &str) -> bool {
    matches!(action, "assign" | "test" | "read" | "send" | "receive" | "print" | "start")
}

/// What a branch shows of a variable.
enum Shown {
    Is(i64),
    IsNotZero,
}

/// What the guard of an edge shows the values of variables to be.
fn tests(template: &Template, edge: &Edge) -> Vec<(Place, Shown)> {
    let mut shown = Vec::new();
    match &edge.guard {
        Guard::Always => {}
        Guard::When(guard) => show(guard, true, &mut shown),
        Guard::Else => {
            let same = |other: &&Edge| other.from == edge.from && other.rank == edge.rank;
            for other in template.edges.iter().filter(same) {
                if let (Guard::When(guard), None) = (&other.guard, &other.sync) {
                    show(guard, false, &mut shown);
                }
            }
        }
    }
    shown
}

/// Adds what follows for single variables from a condition being true, or false.
fn show(condition: &Expr, holds: bool, shown: &mut Vec<(Place, Shown)>) {
    match condition {
        Expr::Unary(UnaryOp::Not, _, inner) => show(inner, !holds, shown),
        Expr::Binary(BinaryOp::And, _, left, right) if holds => {
            show(left, true, shown);
            show(right, true, shown);
        }
        Expr::Binary(BinaryOp::Or, _, left, right) if !holds => {
            show(left, false, shown);
            show(right, false, shown);
        }
        Expr::Binary(BinaryOp::Equal, _, left, right) if holds => equal(left, right, shown),
        Expr::Binary(BinaryOp::NotEqual, _, left, right) if !holds => equal(left, right, shown),
        Expr::Read(place) if !holds => shown.push((place.clone(), Shown::Is(0))),
        Expr::Read(place) => shown.push((place.clone(), Shown::IsNotZero)),
        _ => {}
    }
}

fn equal(left: &Expr, right: &Expr, shown: &mut Vec<(Place, Shown)>) {
    match (left, right) {
        (Expr::Read(place), Expr::Const(value)) | (Expr::Const(value), Expr::Read(place)) => {
            shown.push((place.clone(), Shown::Is(*value)));
        }
        _ => {}
    }
}

fn reads<'e>(edge: &'e Edge, see: &mut dyn FnMut(&'e Place)) {
    let mut look = |expr: &'e Expr| {
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                see(place);
            }
        });
    };
    if let Guard::When(guard) = &edge.guard {
        look(guard);
    }
    match &edge.sync {
        Some(Sync::Send { values, .. }) => values.iter().for_each(&mut look),
        Some(Sync::Receive { patterns, .. }) => {
            for pattern in patterns {
                if let Pattern::Match(wanted) = pattern {
                    look(wanted);
                }
            }
        }
        _ => {}
    }
    for effect in &edge.effects {
        match effect {
            Effect::Assign(place, value) => {
                look(value);
                place.index.as_deref().into_iter().for_each(&mut look);
            }
            Effect::Assert(condition) => look(condition),
            Effect::Print(print) => print.arguments.iter().for_each(&mut look),
            Effect::Run { arguments, .. } => arguments.iter().for_each(&mut look),
            _ => {}
        }
    }
}

fn received(system: &System, id: TemplateId, channel: &Expr, patterns: &[Pattern]) -> Vec<Field> {
    let kinds = super::names::kinds_of(system, id, channel);
    let field = |(position, pattern): (usize, &Pattern)| {
        // Without knowing the kind of channel, the widest type holds whatever comes.
        let ty = match kinds.as_slice() {
            [kind] => system.channel_kinds[*kind].fields.get(position).copied(),
            _ => None,
        };
        let ty = ty.unwrap_or(Type::LONG);
        match pattern {
            Pattern::Match(wanted) => Field::Value(wanted.clone()),
            Pattern::Bind(place) if super::names::type_of(system, id, place) == Some(ty) => {
                Field::Value(Expr::Read(place.clone()))
            }
            Pattern::Bind(_) | Pattern::Ignore => Field::Unknown(position, ty),
        }
    };
    patterns.iter().enumerate().map(field).collect()
}

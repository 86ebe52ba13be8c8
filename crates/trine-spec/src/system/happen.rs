//! What happens in the steps of a system, as far as it can be named: the moments that event patterns
//! speak of.

use trine_base::Span;
use trine_system::{
    BinaryOp, ChannelKindId, Edge, EdgeId, Effect, EntryRef, Expr, Guard, Label, LocalId,
    LocationId, Pattern, Place, Root, Slot, Sync, System, Template, TemplateId, Type, UnaryOp,
    Width,
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

/// What a moment of a step is.
#[derive(Clone, Debug)]
pub enum What {
    /// The statement that stands here takes effect.
    Statement(Span),
    /// Control reaches the statement that stands here.
    Reached(Span),
    /// A branch that shows a variable to have this value.
    Test(Place, i64),
    Read(Place),
    /// What a place holds after it was assigned to, and the value where it is known before.
    Assign(Place, Option<i64>),
    /// A receive assigns to this, and then changes what its index is made of.
    Tangled(Place),
    Send {
        channel: Expr,
        fields: Vec<Field>,
    },
    Receive {
        channel: Expr,
        fields: Vec<Field>,
        /// It changes variables that its own channel, values or places are made of, so that all
        /// fields have to be looked at before they are kept.
        entangled: bool,
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
    /// Something that happens at an entry.
    Meeting(Meeting),
}

/// A moment of an entry call, on either side.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub label: Label,
    pub entry: EntryRef,
    /// The written parameters, as far as they are known at this moment.
    pub values: Vec<Option<Expr>>,
    /// The meeting is over: it is spoken of by what came out of it.
    pub over: bool,
}

impl What {
    /// Whether it comes when a received message was kept, not before.
    pub fn is_late(&self) -> bool {
        match self {
            What::Assign(..)
            | What::Tangled(_)
            | What::Print(_)
            | What::Start(_)
            | What::Labels(_)
            | What::End => true,
            What::Statement(_) | What::Reached(_) => false,
            What::Test(..) | What::Read(_) | What::Labelled(_) | What::Meeting(_) => false,
            What::Send { .. } | What::Receive { .. } => false,
        }
    }
}

/// What is known of a field of a message.
#[derive(Clone, Debug)]
pub enum Field {
    /// It equals this.
    Value(Expr),
    /// It is known only if the message is looked at: the position in the patterns.
    Unknown(usize, Type),
    /// It depends on which channel this is.
    Unclear,
}

impl Field {
    /// The position and the type of a field that has to be looked at.
    pub fn unknown(&self) -> Option<(usize, Type)> {
        match self {
            Field::Unknown(position, ty) => Some((*position, *ty)),
            Field::Value(_) | Field::Unclear => None,
        }
    }
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
        let reached = edge.labels.iter().any(|label| label.action == "at");
        add(0, if reached { What::Reached(span) } else { What::Statement(span) });
    }
    for label in &edge.labels {
        if !is_structural(edge, &label.action) {
            match meeting(system, edge, label) {
                Some(meeting) => add(0, What::Meeting(meeting)),
                None => add(0, What::Labelled(label.clone())),
            }
            // What comes out of a rendezvous is known when it is over.
            if let (Some(Sync::Complete { .. }), "end") = (&edge.sync, label.action.as_str()) {
                let label = Label { action: "rendezvous".to_string(), ..label.clone() };
                let over = meeting(system, edge, &label);
                over.into_iter().for_each(|meeting| add(0, What::Meeting(meeting)));
            }
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
    of_sync(system, id, edge, add);
    of_effects(system, id, template, edge, add);
    let end = edge.effects.len();
    let to = &template.locations[edge.to];
    if !to.names.is_empty() {
        add(end, What::Labels(edge.to));
    }
    // Where the end of a thread has a label, that says it.
    let labelled = |label: &Label| label.action == "end" && label.name.is_none();
    if to.final_ && !edge.labels.iter().any(labelled) {
        add(end, What::End);
    }
}

/// What a send or receive of an edge does: messages go, and variables are assigned what comes.
fn of_sync(system: &System, id: TemplateId, edge: &Edge, add: &mut dyn FnMut(usize, What)) {
    match &edge.sync {
        Some(Sync::Send { channel, values, .. }) => {
            let kinds = super::names::kinds_of(system, id, channel);
            let sent = |(position, value)| sent(system, &kinds, position, value);
            let fields = values.iter().enumerate().map(sent).collect();
            add(0, What::Send { channel: channel.clone(), fields });
        }
        Some(Sync::Receive { channel, patterns, keep, .. }) => {
            // A message that is only copied is not received, but what it is copied to is assigned.
            if !keep {
                let fields = received(system, id, channel, patterns);
                let entangled = entangled(channel, patterns);
                add(0, What::Receive { channel: channel.clone(), fields, entangled });
            }
            for (position, pattern) in patterns.iter().enumerate() {
                let Pattern::Bind(place) = pattern else { continue };
                // Earlier fields were kept before this index was looked at.
                let later = &patterns[position..];
                let moves =
                    |index: &Expr| reads_of(index).into_iter().any(|read| changes(later, read));
                add(
                    0,
                    match place.index.as_deref().is_some_and(moves) {
                        true => What::Tangled(place.clone()),
                        false => What::Assign(place.clone(), None),
                    },
                );
            }
        }
        _ => {}
    }
}

/// What the effects of an edge do, each at its position.
fn of_effects(
    system: &System,
    id: TemplateId,
    template: &Template,
    edge: &Edge,
    add: &mut dyn FnMut(usize, What),
) {
    for (position, effect) in edge.effects.iter().enumerate() {
        match effect {
            Effect::Assign(place, value) => {
                let known = match value {
                    Expr::Const(value) => stored(system, id, place, *value),
                    _ => None,
                };
                let place = held(template, edge, position, place);
                add(position + 1, What::Assign(place, known));
            }
            Effect::Choose { into: place, .. } | Effect::New { into: place, .. } => {
                add(position + 1, What::Assign(place.clone(), None));
            }
            Effect::Print(print) => add(position + 1, What::Print(print.format.clone())),
            Effect::Run { template, into, .. } => {
                add(position + 1, What::Start(*template));
                if let Some(place) = into {
                    add(position + 1, What::Assign(place.clone(), None));
                }
            }
            _ => {}
        }
    }
}

/// What a label of an edge says of an entry.
fn meeting(system: &System, edge: &Edge, label: &Label) -> Option<Meeting> {
    let known = |expr: &Expr, ty: Type| Some(cut(expr, ty));
    let (entry, wanted) = match &edge.sync {
        Some(Sync::Call { entry, .. }) => (entry, ["call", "call"]),
        Some(Sync::Accept { entry, .. }) => (entry, ["accept", "rendezvous"]),
        Some(Sync::Complete { entry, .. }) => (entry, ["end", "rendezvous"]),
        _ => return None,
    };
    if !wanted.contains(&label.action.as_str()) {
        return None;
    }
    let declared = system.entries.get(entry.entry)?;
    // Which one of a family it is, as the source counts.
    let member = |first: i64| {
        let index = entry.index.clone().unwrap_or(Expr::Const(0));
        Expr::Binary(BinaryOp::Add, Width::W64, Box::new(index), Box::new(Expr::Const(first)))
    };
    let value = |slot: &Slot| match &edge.sync {
        _ if slot.member.is_some() => slot.member.map(member),
        Some(Sync::Call { arguments, .. }) => {
            let at = slot.given? as usize;
            known(arguments.get(at)?, *declared.parameters.get(at)?)
        }
        Some(Sync::Accept { parameters, .. }) => {
            Some(Expr::Read(parameters.get(slot.given? as usize)?.clone()))
        }
        Some(Sync::Complete { results, .. }) => {
            let at = slot.back? as usize;
            known(results.get(at)?, *declared.results.get(at)?)
        }
        _ => None,
    };
    let values = declared.profile.iter().map(value).collect();
    let over = matches!(edge.sync, Some(Sync::Complete { .. }));
    Some(Meeting { label: label.clone(), entry: entry.clone(), values, over })
}

/// What a place holds once a value was cut to its type.
fn stored(system: &System, id: TemplateId, place: &Place, value: i64) -> Option<i64> {
    super::names::type_of(system, id, place)?.store(value).ok()
}

/// A value as a message of one of these kinds keeps it; of any kind, where none is known.
fn sent(system: &System, kinds: &[ChannelKindId], position: usize, value: &Expr) -> Field {
    let all: Vec<ChannelKindId> = match kinds {
        [] => system.channel_kinds.ids().collect(),
        kinds => kinds.to_vec(),
    };
    let types = all.iter().filter_map(|kind| system.channel_kinds[*kind].fields.get(position));
    let mut kept = types.map(|ty| cut(value, *ty));
    let first = kept.next().unwrap_or_else(|| value.clone());
    if kept.all(|other| other == first) { Field::Value(first) } else { Field::Unclear }
}

/// A value as a message keeps it: cut to its type.
fn cut(value: &Expr, ty: Type) -> Expr {
    let wide = |op: BinaryOp, left: Expr, right: i64| {
        Expr::Binary(op, Width::W64, Box::new(left), Box::new(Expr::Const(right)))
    };
    if let Expr::Const(value) = value {
        return Expr::Const(ty.store(*value).unwrap_or(*value));
    }
    match ty {
        Type::Bool => wide(BinaryOp::BitAnd, value.clone(), 1),
        Type::Int { bits, signed: false } if bits < 64 => {
            wide(BinaryOp::BitAnd, value.clone(), (1 << bits) - 1)
        }
        Type::Int { bits, signed: true } if bits < 64 => {
            let unused = 64 - i64::from(bits);
            wide(BinaryOp::ShiftRight, wide(BinaryOp::ShiftLeft, value.clone(), unused), unused)
        }
        Type::Enum(_) | Type::Process => wide(BinaryOp::BitAnd, value.clone(), 0xff),
        _ => value.clone(),
    }
}

/// Whether labels of an action say only what the edge says itself.
fn is_structural(edge: &Edge, action: &str) -> bool {
    match action {
        "assign" | "test" | "read" | "send" | "receive" | "print" | "at" => true,
        // A process that is created is; one that waits for its start is not.
        "start" => !matches!(edge.sync, Some(Sync::Start(_))),
        _ => false,
    }
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
    let entangled = entangled(channel, patterns);
    let field = |(position, pattern): (usize, &Pattern)| {
        // Without knowing the kind of channel, the widest type holds whatever comes.
        let ty = match kinds.as_slice() {
            [kind] => system.channel_kinds[*kind].fields.get(position).copied(),
            _ => None,
        };
        let ty = ty.unwrap_or(Type::LONG);
        match pattern {
            Pattern::Match(wanted) => Field::Value(wanted.clone()),
            Pattern::Bind(place)
                if !entangled && super::names::type_of(system, id, place) == Some(ty) =>
            {
                Field::Value(Expr::Read(place.clone()))
            }
            Pattern::Bind(_) | Pattern::Ignore => Field::Unknown(position, ty),
        }
    };
    patterns.iter().enumerate().map(field).collect()
}

/// Whether a receive changes variables that it reads.
fn entangled(channel: &Expr, patterns: &[Pattern]) -> bool {
    let look = |expr: &Expr| reads_of(expr).into_iter().any(|place| changes(patterns, place));
    look(channel)
        || patterns.iter().any(|pattern| match pattern {
            Pattern::Match(wanted) => look(wanted),
            Pattern::Bind(place) => place.index.as_deref().is_some_and(look),
            Pattern::Ignore => false,
        })
}

fn changes(patterns: &[Pattern], read: &Place) -> bool {
    patterns.iter().any(|pattern| match pattern {
        Pattern::Bind(place) => may_be_one(place, read),
        _ => false,
    })
}

/// Whether two places can be cells of one variable.
pub(super) fn may_be_one(left: &Place, right: &Place) -> bool {
    match (&left.root, &right.root) {
        (Root::Global(left), Root::Global(right)) => left == right,
        (Root::Local(left), Root::Local(right)) => left == right,
        (Root::Global(_), _) | (_, Root::Global(_)) => false,
        _ => true,
    }
}

/// All places that an expression reads.
pub(super) fn reads_of(expr: &Expr) -> Vec<&Place> {
    let mut found = Vec::new();
    expr.visit(&mut |part| {
        if let Expr::Read(place) = part {
            found.push(place);
        }
    });
    found
}

/// How many fields of a message an edge receives.
pub fn fields_of(edge: &Edge) -> usize {
    match &edge.sync {
        Some(Sync::Receive { patterns, .. }) => patterns.len(),
        _ => 0,
    }
}

/// The place that an effect assigns to. Where the assignment changes what its index is made of, the
/// index is held in a local behind those of the template and of the fields.
fn held(template: &Template, edge: &Edge, position: usize, place: &Place) -> Place {
    let index = place.index.as_deref();
    let changed = |index: &Expr| reads_of(index).into_iter().any(|read| may_be_one(place, read));
    if !index.is_some_and(changed) {
        return place.clone();
    }
    let local = template.locals.len() + fields_of(edge) + position;
    let index = Expr::Read(Place::local(LocalId(local as u32)));
    Place { index: Some(Box::new(index)), ..place.clone() }
}

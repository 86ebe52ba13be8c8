//! The names by which people know the variables, channels, processes and values of a system.

use trine_system::{
    BinaryOp, ChannelKindId, EntryId, Expr, GlobalId, Init, LocalId, Place, Root, Sync, System,
    TemplateId, Type, Variable, boxed,
};

use crate::ast::{Index, Path, Segment, SegmentName, Value};

/// A condition under which a pattern fits: never, or where an expression holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    Never,
    When(Expr),
}

impl Fit {
    /// It fits whatever the state.
    pub const ALWAYS: Fit = Fit::When(Expr::TRUE);

    /// Always, or never.
    pub fn of(fits: bool) -> Fit {
        if fits { Fit::ALWAYS } else { Fit::Never }
    }

    /// Where both fit.
    pub fn and(self, other: Fit) -> Fit {
        match (self, other) {
            (Fit::Never, _) | (_, Fit::Never) => Fit::Never,
            (Fit::When(Expr::Const(1)), other) => other,
            (one, Fit::When(Expr::Const(1))) => one,
            (Fit::When(one), Fit::When(other)) => {
                Fit::When(Expr::binary(BinaryOp::And, one, other))
            }
        }
    }

    /// Where at least one fits.
    pub fn or(self, other: Fit) -> Fit {
        match (self, other) {
            (Fit::Never, other) => other,
            (one, Fit::Never) => one,
            (Fit::When(Expr::Const(1)), _) | (_, Fit::When(Expr::Const(1))) => Fit::ALWAYS,
            (Fit::When(one), Fit::When(other)) => Fit::When(Expr::binary(BinaryOp::Or, one, other)),
        }
    }

    /// Where the first fits and the other does not.
    pub fn without(self, other: Fit) -> Fit {
        match other {
            Fit::Never => self,
            Fit::When(Expr::Const(1)) => Fit::Never,
            Fit::When(other) => self.and(Fit::When(other.negated())),
        }
    }
}

/// An expression that equals a number, decided here where it can be.
pub fn equals(expr: Expr, value: i64) -> Fit {
    match expr {
        Expr::Const(known) => Fit::of(known == value),
        expr => Fit::When(Expr::binary(BinaryOp::Equal, expr, Expr::Const(value))),
    }
}

/// The number that a written value stands for; none if it is no value of the system.
pub fn number(system: &System, value: &Value) -> Option<i64> {
    number_as(system, value, None)
}

/// Whether a place with this in it holds a written value. Of a box the number counts, whatever its class is.
pub fn holds(
    system: &System,
    template: TemplateId,
    place: &Place,
    value: &Value,
    held: Expr,
) -> Fit {
    let variable = variable_of(system, template, place);
    let Some(number) = number_as(system, value, variable) else { return Fit::Never };
    let in_box = variable.is_some_and(|variable| variable.boxed)
        && matches!(value, Value::Number(_) | Value::Boolean(_));
    match held {
        Expr::Const(known) if in_box => Fit::of(boxed::take(known) == Some(number)),
        held if in_box => Fit::When(super::cells::holds(held, number)),
        held => equals(held, number),
    }
}

fn number_as(system: &System, value: &Value, variable: Option<&Variable>) -> Option<i64> {
    let kept = |number: i64| match variable {
        Some(variable) if variable.boxed => boxed::fits(number).then_some(number),
        Some(variable) if variable.ty == Type::Float => {
            Some(trine_system::value::of_float(number as f64))
        }
        _ => Some(number),
    };
    match value {
        Value::Number(number) => kept(*number),
        Value::Boolean(value) => kept(i64::from(*value)),
        Value::Null => Some(0),
        Value::Name(path) => match path.segments.as_slice() {
            [Segment { name: SegmentName::Named(name), indices }] if indices.is_empty() => {
                enumerated(system, name)
            }
            _ => None,
        },
        Value::Any | Value::Text(_) => None,
    }
}

/// Whether two names are one, as the source language sees it.
pub fn same(system: &System, one: &str, other: &str) -> bool {
    let alike = |one: &str, other: &str| {
        one.eq_ignore_ascii_case(other)
            || !one.is_ascii() && !other.is_ascii() && one.to_lowercase() == other.to_lowercase()
    };
    one == other || system.rules.caseless && alike(one, other)
}

/// What a name stands for that the source has for something else, or for what something else holds: the one by
/// which the system knows it. None where it is no such name.
pub fn known_as(system: &System, written: &str) -> Option<String> {
    if system.aliases.is_empty() {
        return None;
    }
    let ends = written.match_indices(['.', '[']).map(|(at, _)| at).chain([written.len()]);
    let mut ends: Vec<usize> = ends.collect();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let (alias, rest) = written.split_at(end);
        system.alias(alias).map(|alias| format!("{}{rest}", alias.of))
    })
}

/// Whether a written name, or what it stands for, is this one.
pub fn means(system: &System, written: &str, name: &str) -> bool {
    same(system, written, name)
        || known_as(system, written).is_some_and(|written| same(system, &written, name))
}

/// The value that an enumeration gives a name.
pub fn enumerated(system: &System, name: &str) -> Option<i64> {
    let mut values = system.enums.iter().flat_map(|decl| &decl.values);
    values.find(|(known, _)| same(system, known, name)).map(|(_, value)| *value)
}

/// The variable of a place, seen from a template.
pub fn variable_of<'s>(
    system: &'s System,
    template: TemplateId,
    place: &Place,
) -> Option<&'s Variable> {
    match &place.root {
        Root::Global(id) => system.globals.get(*id),
        Root::Local(id) => system.templates[template].locals.get(*id),
        Root::Remote { template, local, .. } => system.templates.get(*template)?.locals.get(*local),
        Root::Field { pool, field, .. } => system.pools.get(*pool)?.fields.get(*field as usize),
    }
}

/// The type of the variable at a place.
pub fn type_of(system: &System, template: TemplateId, place: &Place) -> Option<Type> {
    variable_of(system, template, place).map(|variable| variable.ty)
}

/// The kinds of channel that an expression can stand for, as far as declarations say.
pub fn kinds_of(system: &System, template: TemplateId, channel: &Expr) -> Vec<ChannelKindId> {
    let Expr::Read(place) = channel else { return Vec::new() };
    match variable_of(system, template, place).map(|variable| &variable.init) {
        Some(Init::Channels(kind)) => vec![*kind],
        // A parameter can be any channel; if all channels have one kind of message, it is known.
        _ => {
            let kinds = || system.channel_kinds.enumerate();
            let mut first = kinds().map(|(_, kind)| &kind.fields);
            match first.next() {
                Some(fields) if first.all(|other| other == fields) => {
                    kinds().take(1).map(|(id, _)| id).collect()
                }
                _ => Vec::new(),
            }
        }
    }
}

/// Where a path, with what it is on in front of it, fits a place that a process of a template names.
pub fn place_fits(system: &System, template: TemplateId, place: &Place, path: &[&Segment]) -> Fit {
    let Some(variable) = variable_of(system, template, place) else { return Fit::Never };
    let plain = segments_fit(system, variable, place.index.as_deref(), path);
    let owner = match &place.root {
        Root::Local(_) => Some((template, None)),
        Root::Remote { template, process, .. } => Some((*template, process.as_deref())),
        Root::Global(_) | Root::Field { .. } => None,
    };
    match (owner, path.split_first()) {
        (Some((owner, process)), Some((first, rest))) if !rest.is_empty() => {
            let there = match process {
                Some(process) => process.clone(),
                None => Expr::Myself,
            };
            let inside = segments_fit(system, variable, place.index.as_deref(), rest);
            plain.or(process_fits(system, owner, there, first).and(inside))
        }
        _ => plain,
    }
}

/// Where a path names the cell of a variable with this index.
fn segments_fit(
    system: &System,
    variable: &Variable,
    index: Option<&Expr>,
    path: &[&Segment],
) -> Fit {
    if let [only] = path
        && only.name == SegmentName::Any
        && only.indices.is_empty()
    {
        return Fit::ALWAYS;
    }
    if let [part] = variable.path.as_slice()
        && part.name.contains(['.', '['])
    {
        return dotted_fit(system, &part.name, part.length.is_some(), index, path);
    }
    if variable.path.len() != path.len() {
        return Fit::Never;
    }
    let mut fit = Fit::ALWAYS;
    let mut stride: u32 = variable.cells();
    for (part, segment) in variable.path.iter().zip(path) {
        let named = match &segment.name {
            SegmentName::Any => true,
            SegmentName::Named(name) => same(system, name, &part.name),
        };
        let length = part.length.unwrap_or(1);
        stride /= length.max(1);
        fit = fit.and(Fit::of(named)).and(match segment.indices.as_slice() {
            [] | [Index::Any] => Fit::ALWAYS,
            [Index::Number(wanted)] => match (index, part.length) {
                (None, Some(_)) => Fit::of(*wanted == 0),
                (Some(Expr::Const(cell)), Some(_)) => {
                    Fit::of(cell / i64::from(stride) % i64::from(length) == *wanted)
                }
                (Some(cell), Some(_)) => {
                    let across = Expr::binary(
                        BinaryOp::Divide,
                        cell.clone(),
                        Expr::Const(i64::from(stride)),
                    );
                    let inside = Expr::Const(i64::from(length));
                    equals(Expr::binary(BinaryOp::Remainder, across, inside), *wanted)
                }
                (_, None) => Fit::Never,
            },
            _ => Fit::Never,
        });
    }
    fit
}

/// Where a path names a field of an object, whose name is a path itself: all of it, or its end.
fn dotted_fit(
    system: &System,
    name: &str,
    is_array: bool,
    index: Option<&Expr>,
    path: &[&Segment],
) -> Fit {
    let parts: Vec<&str> = name.split('.').collect();
    let Some(skipped) = parts.len().checked_sub(path.len()) else { return Fit::Never };
    let mut fit = Fit::ALWAYS;
    for (position, (part, segment)) in parts[skipped..].iter().zip(path).enumerate() {
        let mut indices = segment.indices.as_slice();
        // The last index of an array says which cell is meant.
        if is_array && position + 1 == path.len() && !part.ends_with(']') {
            match (indices.split_last(), index) {
                (Some((Index::Number(wanted), rest)), Some(cell)) => {
                    fit = fit.and(equals(cell.clone(), *wanted));
                    indices = rest;
                }
                (Some((Index::Any, rest)), _) => indices = rest,
                _ => {}
            }
        }
        let SegmentName::Named(written) = &segment.name else { continue };
        let mut written = written.clone();
        for index in indices {
            match index {
                Index::Number(number) => written += &format!("[{number}]"),
                Index::Any | Index::Named(_) => return Fit::Never,
            }
        }
        fit = fit.and(Fit::of(same(system, &written, part)));
    }
    fit
}

/// Where a segment names the process with this number, which runs this template.
pub fn process_fits(system: &System, template: TemplateId, number: Expr, path: &Segment) -> Fit {
    let name = match &path.name {
        SegmentName::Any => return Fit::of(path.indices.is_empty()),
        SegmentName::Named(name) => name,
    };
    let template_name = &system.templates[template].name;
    match path.indices.as_slice() {
        [] if same(system, name, template_name) => Fit::ALWAYS,
        // A name with its number, in quotes, or one that only the declaration has.
        [] => named_processes(system, template, number, name),
        [Index::Any] => Fit::of(same(system, name, template_name)),
        [Index::Number(index)] => {
            named_processes(system, template, number, &format!("{name}[{index}]"))
        }
        _ => Fit::Never,
    }
}

/// Where a segment names the process that the evaluating one serves, which called this entry.
pub fn caller_fits(system: &System, entry: EntryId, path: &Segment) -> Fit {
    // A requeued caller called another one.
    let requeues = system.requeues();
    let calls = |template: TemplateId| {
        system.templates[template].edges.iter().any(|edge| {
            matches!(&edge.sync, Some(Sync::Call { entry: of, .. })
                if of.entry == entry || requeues)
        })
    };
    let mut fit = Fit::Never;
    let mut everybody = true;
    for (position, process) in system.processes.iter().enumerate() {
        if !calls(process.template) {
            continue;
        }
        let number = Expr::Const(position as i64);
        match process_fits(system, process.template, number, path) {
            Fit::Never => everybody = false,
            _ => fit = fit.or(equals(Expr::Served, position as i64)),
        }
    }
    if everybody && fit != Fit::Never { Fit::ALWAYS } else { fit }
}

fn named_processes(system: &System, template: TemplateId, number: Expr, name: &str) -> Fit {
    let mut fit = Fit::Never;
    let other = known_as(system, name);
    let other = other.as_deref().unwrap_or(name);
    for (position, process) in system.processes.iter().enumerate() {
        let named = || same(system, &process.name, name) || same(system, &process.name, other);
        if process.template == template && named() {
            fit = fit.or(equals(number.clone(), position as i64));
        }
    }
    // Processes that are created later are called by their template and number.
    let created = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    if let Some((of, index)) = created
        && same(system, of, &system.templates[template].name)
        && let Ok(index) = index.parse::<i64>()
        && index >= system.processes.len() as i64
    {
        fit = fit.or(equals(number, index));
    }
    fit
}

/// Where a path names the channel that an expression stands for.
pub fn channel_fits(system: &System, template: TemplateId, channel: &Expr, path: &Path) -> Fit {
    let segments: Vec<&Segment> = path.segments.iter().collect();
    if path.is_any() {
        return Fit::ALWAYS;
    }
    let direct = match channel {
        Expr::Read(place) => place_fits(system, template, place, &segments),
        _ => Fit::Never,
    };
    let known = matches!(channel, Expr::Read(Place { root: Root::Global(_), .. }));
    if known {
        return direct;
    }
    // What a variable or a parameter holds may be a global channel.
    let mut fit = direct;
    for (id, variable) in system.globals.enumerate() {
        if !matches!(variable.init, Init::Channels(_)) {
            continue;
        }
        for cell in 0..variable.cells() {
            let index = Expr::Const(i64::from(cell));
            if segments_fit(system, variable, Some(&index), &segments) == Fit::ALWAYS {
                let there = Expr::Read(global_cell(variable, id, cell));
                fit = fit.or(Fit::When(Expr::binary(BinaryOp::Equal, channel.clone(), there)));
            }
        }
    }
    fit
}

/// One cell of a global, with its index where the variable is an array.
pub fn global_cell(variable: &Variable, id: GlobalId, cell: u32) -> Place {
    let mut place = Place::global(id);
    if variable.path.iter().any(|part| part.length.is_some()) {
        place.index = Some(Box::new(Expr::Const(i64::from(cell))));
    }
    place
}

/// The local variable with this name.
pub fn local_named(system: &System, template: TemplateId, name: &str) -> Option<LocalId> {
    let locals = &system.templates[template].locals;
    locals.enumerate().find(|(_, variable)| same(system, &variable.name(), name)).map(|(id, _)| id)
}

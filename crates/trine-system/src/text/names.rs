//! How the text form writes names: which ones stand for themselves, which need quotes, and when an
//! id is clearer.

use std::collections::HashMap;

use trine_base::{Id, IndexVec};

use super::lex::is_word;
use crate::{GlobalId, LocalId, PoolId, System, Template, TemplateId, Variable};

/// Words with a meaning of their own.
#[rustfmt::skip] // a list of words reads best as a paragraph
pub(super) const KEYWORDS: [&str; 120] = [
    "_", "abort", "accept", "any", "assert", "assume", "atomic", "begin", "bool", "boxed", "byte", "call", "callers", "caseless",
    "channel", "check", "choose", "complete", "d_step", "daemon", "deterministic", "do", "else",
    "emit", "empty", "enabled", "end", "ended", "enter", "entry", "enum", "exit", "fail", "final", "float", "full",
    "global", "heard", "hidden", "hold", "if", "in", "int", "into", "join", "keep", "kind", "label", "last",
    "len", "limit", "listens", "local", "lock_count", "lock_held", "long", "lossy", "me", "monitor", "nempty", "new", "nfull", "no", "nonprogress",
    "notified", "notify", "notifyall", "on", "option", "pc", "poll", "pool", "print", "priorities",
    "priority", "process", "process_count", "processes", "progress", "provided", "range", "rank",
    "reap", "receive", "ref", "requeue", "return", "rules", "run", "send", "served", "set_priority", "short", "signed", "single_of",
    "sorted", "square_root", "start", "started", "system", "template", "terminated", "text", "then", "threads", "timeout", "to_float", "to_int", "to_long", "to_single", "unknown", "unmodelled",
    "unsigned", "volatile", "wait", "wait_count", "waiting", "wakeup", "when", "withdraw",
];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

/// The ids that can stand where a variable, a field, … can: a bare word of that form always is one.
pub(super) const VARIABLE_IDS: &[&str] = &["g", "l"];
pub(super) const FIELD_IDS: &[&str] = &["f"];
pub(super) const LOCATION_IDS: &[&str] = &["s"];

/// `g3` and the like.
pub(super) fn is_id(word: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| id_number(word, prefix).is_some())
}

/// The number of an id with this prefix.
pub(super) fn id_number(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// A name as it is written: in back quotes unless it can stand for itself.
pub(super) fn name(name: &str, ids: &[&str]) -> String {
    if is_word(name) && !is_keyword(name) && !is_id(name, ids) {
        name.to_string()
    } else {
        delimited(name, '`')
    }
}

/// A word that is free text where it stands: as it is, or as a string.
pub(super) fn word(word: &str) -> String {
    if is_word(word) && !is_keyword(word) { word.to_string() } else { string(word) }
}

/// The same where not even a keyword would mislead.
pub(super) fn any_word(word: &str) -> String {
    if is_word(word) { word.to_string() } else { string(word) }
}

pub(super) fn string(text: &str) -> String {
    delimited(text, '"')
}

fn delimited(text: &str, mark: char) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push(mark);
    for character in text.chars() {
        match character {
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            '\\' => written.push_str("\\\\"),
            _ if character == mark => {
                written.push('\\');
                written.push(character);
            }
            _ if character.is_control() => {
                written.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            _ => written.push(character),
        }
    }
    written.push(mark);
    written
}

/// Finds things of one kind by name. A name that several bear finds none of them.
#[derive(Default)]
pub(super) struct Table {
    by_name: HashMap<String, Option<u32>>,
}

impl Table {
    /// The names by their numbers; a name that occurs twice stands for neither.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>) -> Table {
        let mut table = Table::default();
        for (number, name) in names.enumerate() {
            table.add(name.to_string(), number as u32);
        }
        table
    }

    fn of_variables<'v>(variables: impl Iterator<Item = &'v Variable>) -> Table {
        let mut table = Table::default();
        for (number, variable) in variables.enumerate() {
            let parts = variable.path.iter().map(|part| part.name.as_str());
            table.add(path_key(parts), number as u32);
        }
        table
    }

    fn add(&mut self, name: String, number: u32) {
        self.by_name
            .entry(name)
            .and_modify(|known| {
                if *known != Some(number) {
                    *known = None;
                }
            })
            .or_insert(Some(number));
    }

    /// The number of a name that stands for one thing.
    pub fn get(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied().flatten()
    }

    /// Whether the name occurs, once or more often.
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// All names, in no fixed order: sort them before they are shown.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}

/// One string for a path of names, whatever characters they have.
pub(super) fn path_key<'n>(parts: impl Iterator<Item = &'n str>) -> String {
    parts.collect::<Vec<_>>().join("\u{1}")
}

/// The tables of a system.
pub(super) struct Names {
    pub enums: Table,
    pub globals: Table,
    pub kinds: Table,
    pub monitors: Table,
    pub entries: Table,
    pub pools: Table,
    pub templates: Table,
    /// For each template, its locals and the labels of its locations.
    pub inside: Vec<(Table, Table)>,
    /// For each pool, its fields.
    pub fields: Vec<Table>,
}

impl Names {
    /// The names of everything in a system.
    pub fn of(system: &System) -> Names {
        Names {
            enums: Table::new(system.enums.iter().map(|item| item.name.as_str())),
            globals: Table::of_variables(system.globals.iter()),
            kinds: Table::new(system.channel_kinds.iter().map(|item| item.name.as_str())),
            monitors: Table::new(system.monitors.iter().map(|item| item.name.as_str())),
            entries: Table::new(system.entries.iter().map(|item| item.name.as_str())),
            pools: Table::new(system.pools.iter().map(|item| item.name.as_str())),
            templates: Table::new(system.templates.iter().map(|item| item.name.as_str())),
            inside: system.templates.iter().map(Names::inside_of).collect(),
            fields: system
                .pools
                .iter()
                .map(|pool| Table::of_variables(pool.fields.iter()))
                .collect(),
        }
    }

    fn inside_of(template: &Template) -> (Table, Table) {
        let mut labels = Table::default();
        for (number, location) in template.locations.iter().enumerate() {
            for name in &location.names {
                labels.add(name.clone(), number as u32);
            }
        }
        (Table::of_variables(template.locals.iter()), labels)
    }

    /// How a global is written inside a template: a local of the same name hides it.
    pub fn global(&self, system: &System, id: GlobalId, at: Option<TemplateId>) -> String {
        let Some(variable) = system.globals.get(id) else { return id.to_string() };
        let key = variable_key(variable);
        let hidden =
            at.and_then(|at| self.inside.get(at.index())).is_some_and(|(l, _)| l.contains(&key));
        match self.globals.get(&key) {
            Some(_) if !hidden => path(variable, VARIABLE_IDS),
            _ => id.to_string(),
        }
    }

    /// How the text form writes a local: by its name where that is unique in its template, else by its id.
    pub fn local(&self, system: &System, id: LocalId, of: TemplateId) -> String {
        let known = system.templates.get(of).and_then(|template| template.locals.get(id));
        match (known, self.inside.get(of.index())) {
            (Some(variable), Some((locals, _)))
                if locals.get(&variable_key(variable)).is_some() =>
            {
                path(variable, VARIABLE_IDS)
            }
            _ => id.to_string(),
        }
    }

    /// How the text form writes a field: by its name where that is unique in its pool, else by its number.
    pub fn field(&self, system: &System, pool: PoolId, field: u32) -> String {
        let known = system.pools.get(pool).and_then(|pool| pool.fields.get(field as usize));
        match (known, self.fields.get(pool.index())) {
            (Some(variable), Some(fields)) if fields.get(&variable_key(variable)).is_some() => {
                path(variable, FIELD_IDS)
            }
            _ => format!("f{field}"),
        }
    }
}

/// How a named thing is written: by its name where that is enough.
pub(super) fn reference<I: Id, T>(
    table: &Table,
    items: &IndexVec<I, T>,
    id: I,
    prefix: &str,
    of: impl Fn(&T) -> &str,
) -> String {
    match items.get(id).map(of) {
        Some(known) if table.get(known).is_some() => name(known, &[prefix]),
        _ => id.to_string(),
    }
}

fn variable_key(variable: &Variable) -> String {
    path_key(variable.path.iter().map(|part| part.name.as_str()))
}

/// `a.y`, each part quoted where needed.
pub(super) fn path(variable: &Variable, ids: &[&str]) -> String {
    let parts: Vec<String> = variable.path.iter().map(|part| name(&part.name, ids)).collect();
    parts.join(".")
}

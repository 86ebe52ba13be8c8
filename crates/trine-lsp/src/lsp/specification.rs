//! Specifications in an editor: what a word means, where it is declared, and what could stand here.

use serde_json::{Value, json};
use trine_session::base::Span;
use trine_session::property::Check;
use trine_session::spec;
use trine_session::spec::ast::{ItemKind, Spec};

use super::check::question;
use super::documents::{Open, offset, range, word_at};
use crate::answers;

/// Words that begin the items of a specification, and of patterns of events.
const WORDS: [&str; 38] = [
    "event",
    "property",
    "constraint",
    "query",
    "loop",
    "events",
    "all paths satisfy",
    "no path satisfies",
    "every prefix satisfies",
    "automaton",
    "buchi",
    "ltl",
    "invariant",
    "no deadlock",
    "absence of",
    "existence of",
    "responds to",
    "precedes",
    "at most",
    "before",
    "after",
    "between",
    "until",
    "call",
    "enter",
    "exit",
    "assign",
    "read",
    "test",
    "lock",
    "unlock",
    "wait",
    "notify",
    "start",
    "join",
    "begin",
    "end",
    "at",
];

/// What the word at a place means: a check, a property, or an event.
pub fn hover(open: &Open, path: &str, parameters: &Value) -> Value {
    let Some(text) = open.text(path) else { return Value::Null };
    let Some(at) = offset(&text, &parameters["position"]) else { return Value::Null };
    let word = word_at(&text, at);
    if let Some(check) = Check::named(word) {
        return markdown(check.name(), check.documentation());
    }
    if !path.ends_with(".trine") {
        return Value::Null;
    }
    let (_, sources, specs) = answers::diagnose_specification(path, &text);
    for spec in &specs {
        let explained = spec::explain(spec).into_iter().find(|one| one.name == word);
        if let Some(one) = explained {
            return markdown(word, &one.sentence);
        }
        if let Some(event) = spec.events().find(|event| event.name.name == word) {
            let line = sources.place(event.name.place.0).line;
            let shown = sources.get(event.name.place.0.file).line(line).trim().to_string();
            return markdown(word, &format!("```\n{shown}\n```"));
        }
    }
    Value::Null
}

fn markdown(title: &str, text: &str) -> Value {
    json!({"contents": {"kind": "markdown", "value": format!("**{title}**\n\n{text}")}})
}

/// Where the word at a place is declared.
pub fn definition(open: &Open, path: &str, parameters: &Value) -> Value {
    let Some(text) = open.text(path).filter(|_| path.ends_with(".trine")) else {
        return Value::Null;
    };
    let Some(at) = offset(&text, &parameters["position"]) else { return Value::Null };
    let word = word_at(&text, at);
    let (_, sources, specs) = answers::diagnose_specification(path, &text);
    let declared = specs.iter().find_map(|spec| declaration(spec, word));
    declared
        .map_or(Value::Null, |span| json!({"uri": open.uri(path), "range": range(&sources, span)}))
}

fn declaration(spec: &Spec, word: &str) -> Option<Span> {
    spec.items.iter().find_map(|item| {
        let name = match &item.kind {
            ItemKind::Event(event) => &event.name,
            ItemKind::Property(property) => &property.name,
            ItemKind::Constraint(constraint) => &constraint.name,
            ItemKind::Query(query) => &query.name,
            _ => return None,
        };
        (name.name == word).then_some(name.place.0)
    })
}

/// Words, declared events, and after `=` what can be named in the program of the same name.
pub fn completion(open: &Open, path: &str, parameters: &Value) -> Value {
    let Some(text) = open.text(path).filter(|_| path.ends_with(".trine")) else { return json!([]) };
    let Some(at) = offset(&text, &parameters["position"]) else { return json!([]) };
    let line = &text[text[..at].rfind('\n').map_or(0, |before| before + 1)..at];
    let item = |label: &str, kind: u32| json!({"label": label, "kind": kind});
    const KEYWORD: u32 = 14;
    const EVENT: u32 = 23;
    const VALUE: u32 = 12;
    if line.trim_start().starts_with("event ") && line.contains('=') {
        let documents = open.documents();
        let names = question(path, &documents).map(|question| {
            let work = || answers::events(&question, documents);
            trine_session::base::on_large_stack(crate::STACK, work).unwrap_or_default()
        });
        // Places in the source are for those that know the line already.
        let names = names.unwrap_or_default();
        let offered = names.iter().filter(|name| !name.starts_with("at "));
        return offered.map(|name| item(name, VALUE)).collect();
    }
    let (_, _, specs) = answers::diagnose_specification(path, &text);
    let declared = specs.iter().flat_map(Spec::events).map(|event| item(&event.name.name, EVENT));
    declared.chain(WORDS.iter().map(|word| item(word, KEYWORD))).collect()
}

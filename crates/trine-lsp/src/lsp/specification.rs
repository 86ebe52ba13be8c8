//! Specifications in an editor: what a word means, where it is declared, and what could stand here.

use serde_json::{Value, json};
use trine_session::{explain_check, outline};

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
    if let Some(meaning) = explain_check(word) {
        return markdown(word, meaning);
    }
    if !path.ends_with(".trine") {
        return Value::Null;
    }
    let outline = outline(path, &text);
    let Some(found) = outline.declared.iter().find(|one| one.name == word) else {
        return Value::Null;
    };
    let line = outline.sources.place(found.span).line;
    let shown = outline.sources.get(found.span.file).line(line).trim();
    let code = format!("```\n{shown}\n```");
    markdown(word, found.sentence.as_deref().unwrap_or(&code))
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
    let outline = outline(path, &text);
    let found = outline.declared.iter().find(|one| one.name == word);
    found.map_or(
        Value::Null,
        |found| json!({"uri": open.uri(path), "range": range(&outline.sources, found.span)}),
    )
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
            trine_session::on_large_stack(crate::STACK, work).unwrap_or_default()
        });
        // Places in the source are for those that know the line already.
        let names = names.unwrap_or_default();
        let offered = names.iter().filter(|name| !name.starts_with("at "));
        return offered.map(|name| item(name, VALUE)).collect();
    }
    let outline = outline(path, &text);
    let events = outline.declared.iter().filter(|one| one.is_event);
    let declared = events.map(|event| item(&event.name, EVENT));
    declared.chain(WORDS.iter().map(|word| item(word, KEYWORD))).collect()
}

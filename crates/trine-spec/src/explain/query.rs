//! Patterns as queries of the language.

use trine_automata::finite::{Interval, LetterSet};
use trine_automata::patterns;
use trine_base::Id;

use crate::ast::{Atom, Body, ItemKind, Subject};
use crate::system::temporal::{AtomKind, Atoms, pattern_of, scope_of};

/// More queries than this say less than the sentence does.
const MOST: usize = 8;

/// The queries that describe what violates a pattern of events; none where it takes more than intervals to
/// describe that.
pub fn of(item: &ItemKind) -> Vec<String> {
    let ItemKind::Property(property) = item else { return Vec::new() };
    let Body::Sentence(sentence) = &property.body else { return Vec::new() };
    let mut atoms = Atoms::default();
    let mut only_events = true;
    let mut letters = |subject: &&Subject| -> LetterSet {
        only_events &= subject.any_of.iter().all(|atom| matches!(atom, Atom::Event(_)));
        subject.any_of.iter().map(|atom| Id::from_index(atoms.number(atom).index())).collect()
    };
    let pattern = pattern_of(&sentence.form).map(&mut letters);
    let scope = scope_of(&sentence.scope).map(&mut letters);
    let found = patterns::queries(&pattern, &scope).filter(|_| only_events).unwrap_or_default();
    let name = |letter: usize| match &atoms.all[letter] {
        AtomKind::Event(name) => name.clone(),
        AtomKind::Predicate(predicate) => predicate.to_string(),
    };
    // An interval of the language ends with one event.
    let mut written: Vec<String> = Vec::new();
    for intervals in found {
        let mut all = vec![String::new()];
        for interval in &intervals {
            let ends: Vec<String> =
                interval.ends.iter().map(|end| one(interval, &name(end.index()), &name)).collect();
            let longer = |so_far: &String| {
                let text = so_far.clone();
                ends.iter().map(move |end| format!("{text} {end}").trim_start().to_string())
            };
            all = all.iter().flat_map(longer).take(MOST + 1).collect();
        }
        written.extend(all);
    }
    if written.len() > MOST { Vec::new() } else { written }
}

fn one(interval: &Interval, end: &str, name: &dyn Fn(usize) -> String) -> String {
    let forbids: Vec<String> = interval.forbids.iter().map(|one| name(one.index())).collect();
    match forbids.is_empty() {
        true => format!("interval {{ ends {end} }}"),
        false => format!("interval {{ ends {end}  forbids {} }}", forbids.join(", ")),
    }
}

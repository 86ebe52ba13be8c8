//! Finds what grammar does not: names twice or not at all, states nothing reaches, and the like.

mod automaton;
mod size;

use std::collections::{BTreeMap, BTreeSet};

use trine_base::{Diagnostic, Diagnostics, Span, nearest};

use crate::ast::{Body, FormulaKind, Ident, ItemKind, Query, Regular, Spec};
use crate::words::{CHECKS, FORMULA_STARTS, TAKEN_CONSTRAINTS, TAKEN_RESULTS};

/// Checks the specifications of one run together: they share their names. `annotated` are the
/// events that comments in the sources declare (`//@ event NAME`).
pub fn check(specs: &[&Spec], annotated: &[&str], diagnostics: &mut Diagnostics) {
    let mut checker = Checker { events: BTreeMap::new(), known: BTreeSet::new(), diagnostics };
    checker.declare(specs);
    checker.known.extend(annotated.iter().copied());
    let mut used = BTreeSet::new();
    for item in specs.iter().flat_map(|spec| &spec.items) {
        match &item.kind {
            ItemKind::Property(property) => {
                let mentions = property.body.mentions();
                checker.mentions(&mentions);
                used.extend(mentions.iter().map(|event| event.name.as_str()));
                checker.body(&property.body);
            }
            ItemKind::Constraint(constraint) => {
                let mentions = constraint.automaton.mentions();
                checker.mentions(&mentions);
                used.extend(mentions.iter().map(|event| event.name.as_str()));
                let role = automaton::Role::Constraint;
                automaton::check(&constraint.automaton, role, checker.diagnostics);
            }
            ItemKind::Query(query) => {
                let mentions = query.mentions();
                checker.mentions(&mentions);
                used.extend(mentions.iter().map(|event| event.name.as_str()));
                checker.query(query);
            }
            ItemKind::Event(_) | ItemKind::Loop(_) => {}
        }
    }
    checker.loops(specs);
    // What could not be read may have used any of them.
    if !specs.iter().any(|spec| spec.incomplete) {
        checker.unused(specs, &used);
    }
}

struct Checker<'s, 'd> {
    events: BTreeMap<&'s str, Span>,
    /// Declared, annotated, or declared in a way that could not be read.
    known: BTreeSet<&'s str>,
    diagnostics: &'d mut Diagnostics,
}

impl<'s> Checker<'s, '_> {
    fn declare(&mut self, specs: &[&'s Spec]) {
        let mut results: BTreeMap<&str, Span> = BTreeMap::new();
        let mut constraints: BTreeMap<&str, Span> = BTreeMap::new();
        for spec in specs {
            for event in spec.events() {
                self.name(&event.name, &FORMULA_STARTS, "is a word of formulas");
                let before = self.events.insert(&event.name.name, event.name.place.0);
                self.once(&event.name, before, "event");
                self.known.insert(&event.name.name);
            }
            self.known.extend(spec.unread_events.iter().map(|event| event.name.as_str()));
            for item in &spec.items {
                let (name, what) = match &item.kind {
                    ItemKind::Property(property) => (&property.name, "property"),
                    ItemKind::Query(query) => (&query.name, "query"),
                    ItemKind::Constraint(constraint) => {
                        let name = &constraint.name;
                        self.name(name, &TAKEN_CONSTRAINTS, "has a meaning of its own");
                        let before = constraints.insert(&name.name, name.place.0);
                        self.once(name, before, "constraint");
                        continue;
                    }
                    ItemKind::Event(_) | ItemKind::Loop(_) => continue,
                };
                let why = if CHECKS.contains(&name.name.as_str()) {
                    "is a built-in check"
                } else {
                    "has a meaning of its own"
                };
                self.name(name, &TAKEN_RESULTS, why);
                let before = results.insert(&name.name, name.place.0);
                self.once(name, before, what);
            }
        }
    }

    fn name(&mut self, name: &Ident, taken: &[&str], why: &str) {
        if taken.contains(&name.name.as_str()) {
            let problem = Diagnostic::error(format!("`{}` {why}", name.name), name.place.0);
            self.diagnostics.push(problem.help("choose another name"));
        }
    }

    fn once(&mut self, name: &Ident, before: Option<Span>, what: &str) {
        if let Some(before) = before {
            let message = format!("the {what} `{}` has a name that is taken", name.name);
            let problem = Diagnostic::error(message, name.place.0);
            self.diagnostics.push(problem.related(before, "first used here"));
        }
    }

    /// Each unknown event once per item, where it is used first.
    fn mentions(&mut self, mentions: &[&Ident]) {
        let mut reported = BTreeSet::new();
        for event in mentions {
            let name = event.name.as_str();
            if self.known.contains(name) || !reported.insert(name) {
                continue;
            }
            let problem = Diagnostic::error(format!("no event `{name}`"), event.place.0);
            // Every letter is near every other.
            let near = nearest(name, self.known.iter().copied()).filter(|_| name.len() > 1);
            let help = match near {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("declare it: `event {name} = …`"),
            };
            self.diagnostics.push(problem.help(help));
        }
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Regular(regular) => self.regular(regular),
            Body::Automaton(automaton) => {
                automaton::check(automaton, automaton::Role::Property, self.diagnostics);
            }
            Body::Buchi(automaton) => {
                automaton::check(automaton, automaton::Role::Buchi, self.diagnostics);
            }
            Body::Ltl(formula) => {
                let mut next = None;
                formula.visit(&mut |part| {
                    if matches!(part.kind, FormulaKind::Next(_)) {
                        next.get_or_insert(part.place.0);
                    }
                });
                if let Some(span) = next {
                    let problem = Diagnostic::warning("`X` turns reductions off", span);
                    let help = "it can tell executions apart that differ in silent steps only";
                    self.diagnostics.push(problem.help(help));
                }
            }
            Body::Sentence(_) | Body::Invariant(_) | Body::Check(_) => {}
        }
    }

    fn regular(&mut self, regular: &Regular) {
        size::check(&regular.regex, self.diagnostics);
        self.repeated(&regular.events, "in the list of events");
        if regular.events.is_empty() {
            return;
        }
        let mut mentions = Vec::new();
        regular.regex.mentions(&mut mentions);
        let mut reported = BTreeSet::new();
        for event in mentions {
            let name = event.name.as_str();
            let listed = regular.events.iter().any(|listed| listed.name == name);
            if listed || !self.known.contains(name) || !reported.insert(name) {
                continue;
            }
            let message = format!("`{name}` is not among the events of this property");
            let problem = Diagnostic::error(message, event.place.0)
                .related(regular.events[0].place.0, "these are its events")
                .help(format!("add `{name}` to the list"));
            self.diagnostics.push(problem);
        }
    }

    fn repeated(&mut self, names: &[Ident], place: &str) {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(&name.name) {
                let message = format!("`{}` is named twice {place}", name.name);
                self.diagnostics.warning(message, name.place.0);
            }
        }
    }

    fn query(&mut self, query: &Query) {
        for interval in &query.intervals {
            self.repeated(&interval.requires, "after `requires`");
            self.repeated(&interval.forbids, "after `forbids`");
            for forbidden in &interval.forbids {
                let required = interval.requires.iter().find(|event| *event == forbidden);
                if let Some(required) = required {
                    let message = format!("`{}` is required and forbidden", required.name);
                    let problem = Diagnostic::error(message, forbidden.place.0)
                        .related(required.place.0, "required here")
                        .help("no execution matches this interval");
                    self.diagnostics.push(problem);
                }
            }
        }
    }

    fn loops(&mut self, specs: &[&Spec]) {
        let mut marks: BTreeMap<(&str, u32), (bool, Span)> = BTreeMap::new();
        for mark in specs.iter().flat_map(|spec| spec.loops()) {
            let (key, place) = ((mark.at.file.as_str(), mark.at.line), mark.at.place.0);
            match marks.insert(key, (mark.finite, place)) {
                Some((finite, before)) if finite == mark.finite => {
                    let problem = Diagnostic::warning("this loop has its mark already", place);
                    self.diagnostics.push(problem.related(before, "here"));
                }
                Some((_, before)) => {
                    let message = "this loop is said to be both finite and infinite";
                    let problem = Diagnostic::error(message, place);
                    self.diagnostics.push(problem.related(before, "the other mark"));
                }
                None => {}
            }
        }
    }

    fn unused(&mut self, specs: &[&Spec], used: &BTreeSet<&str>) {
        for event in specs.iter().flat_map(|spec| spec.events()) {
            if !used.contains(event.name.name.as_str()) {
                let message = format!("the event `{}` is never used", event.name.name);
                self.diagnostics.warning(message, event.name.place.0);
            }
        }
    }
}

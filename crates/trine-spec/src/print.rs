//! Writes specifications so that reading them again gives the same, comments included.

mod expression;
mod pattern;

use std::fmt;

use crate::ast::{
    Automaton, Body, Braces, Comment, Constraint, Form, Ident, Interval, Item, ItemKind, LoopMark,
    Notes, Property, Query, Scope, Sentence, Spec, State, Subject, Transition,
};

/// The whole specification as text, ended by a line break if there is any text.
pub fn print(spec: &Spec) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for item in &spec.items {
        printer.item(item);
    }
    printer.comments(&spec.end);
    printer.out
}

/// What is longer than this goes on several lines where it can.
const WIDTH: usize = 100;

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str, after: &[String]) {
        self.out.extend(std::iter::repeat_n("  ", self.indent));
        self.out.push_str(text);
        for comment in after {
            self.out.push(' ');
            self.out.push_str(comment);
        }
        self.out.push('\n');
    }

    fn gap(&mut self, gap: bool) {
        if gap {
            self.out.push('\n');
        }
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            self.gap(comment.gap);
            self.line(&comment.text, &[]);
        }
    }

    fn before(&mut self, notes: &Notes) {
        self.comments(&notes.before);
        self.gap(notes.gap);
    }

    /// `HEAD { … }` over several lines.
    fn block(
        &mut self,
        head: &str,
        braces: &Braces,
        after: &[String],
        inner: impl FnOnce(&mut Self),
    ) {
        self.line(&format!("{head} {{"), &braces.open);
        self.indent += 1;
        inner(self);
        self.comments(&braces.end);
        self.indent -= 1;
        self.line("}", after);
    }

    fn fits(&self, text: &str) -> bool {
        self.indent * 2 + text.chars().count() <= WIDTH
    }

    fn item(&mut self, item: &Item) {
        self.before(&item.notes);
        let after = &item.notes.after;
        match &item.kind {
            ItemKind::Event(event) => {
                self.line(&format!("event {} = {}", event.name, event.pattern), after);
            }
            ItemKind::Property(property) => self.property(property, after),
            ItemKind::Constraint(constraint) => self.constraint(constraint, after),
            ItemKind::Loop(LoopMark { at, finite }) => {
                let word = if *finite { "finite" } else { "infinite" };
                self.line(&format!("loop {at} is {word}"), after);
            }
            ItemKind::Query(query) => self.query(query, after),
        }
    }

    fn property(&mut self, property: &Property, after: &[String]) {
        let Property { name, braces, notes, body } = property;
        let head = format!("property {name}");
        if let Some(clause) = single_clause(body)
            && is_empty(braces)
            && *notes == Notes::default()
        {
            let whole = format!("{head} {{ {clause} }}");
            if self.fits(&whole) {
                return self.line(&whole, after);
            }
        }
        self.block(&head, braces, after, |printer| {
            printer.before(notes);
            match body {
                Body::Automaton(automaton) => {
                    printer.automaton("automaton", automaton, &notes.after);
                }
                Body::Buchi(automaton) => printer.automaton("buchi", automaton, &notes.after),
                Body::Regular(regular) if !regular.events.is_empty() => {
                    printer.events(&regular.events, &notes.after);
                    printer.before(&regular.notes);
                    let words = regular.quantifier.words().join(" ");
                    printer.line(&format!("{words} {}", regular.regex), &regular.notes.after);
                }
                _ => printer.line(&single_clause(body).unwrap_or_default(), &notes.after),
            }
        });
    }

    /// `events a, b`, over several lines if there are many.
    fn events(&mut self, events: &[Ident], after: &[String]) {
        let mut line = "events".to_string();
        for (index, event) in events.iter().enumerate() {
            let comma = if index + 1 < events.len() { "," } else { "" };
            let longer = format!("{line} {event}{comma}");
            if index > 0 && !self.fits(&longer) {
                self.line(&line, &[]);
                line = format!("  {event}{comma}");
            } else {
                line = longer;
            }
        }
        self.line(&line, after);
    }

    fn constraint(&mut self, constraint: &Constraint, after: &[String]) {
        let Constraint { name, braces, notes, automaton } = constraint;
        self.block(&format!("constraint {name}"), braces, after, |printer| {
            printer.before(notes);
            printer.automaton("automaton", automaton, &notes.after);
        });
    }

    fn automaton(&mut self, head: &str, automaton: &Automaton, after: &[String]) {
        self.block(head, &automaton.braces, after, |printer| {
            for state in &automaton.states {
                printer.state(state);
            }
        });
    }

    fn state(&mut self, state: &State) {
        self.before(&state.notes);
        let start = if state.start { "start " } else { "" };
        let accepting = if state.accepting { "accepting " } else { "" };
        let head = format!("{start}{accepting}{}", state.name);
        let quiet = is_empty(&state.braces)
            && state.transitions.iter().all(|it| it.notes == Notes::default());
        let transitions: Vec<String> = state.transitions.iter().map(transition).collect();
        let whole = match transitions.is_empty() {
            true => format!("{head} {{ }}"),
            false => format!("{head} {{ {} }}", transitions.join("  ")),
        };
        if quiet && self.fits(&whole) {
            return self.line(&whole, &state.notes.after);
        }
        self.block(&head, &state.braces, &state.notes.after, |printer| {
            for it in &state.transitions {
                printer.before(&it.notes);
                printer.line(&transition(it), &it.notes.after);
            }
        });
    }

    fn query(&mut self, query: &Query, after: &[String]) {
        self.block(&format!("query {}", query.name), &query.braces, after, |printer| {
            for interval in &query.intervals {
                printer.interval(interval);
            }
        });
    }

    fn interval(&mut self, interval: &Interval) {
        self.before(&interval.notes);
        let first = if interval.first { "first " } else { "" };
        let mut clauses = vec![format!("ends {first}{}", interval.ends)];
        for (word, events) in [("requires", &interval.requires), ("forbids", &interval.forbids)] {
            if !events.is_empty() {
                clauses.push(format!("{word} {}", list(events)));
            }
        }
        let whole = format!("interval {{ {} }}", clauses.join("  "));
        if is_empty(&interval.braces) && self.fits(&whole) {
            return self.line(&whole, &interval.notes.after);
        }
        self.block("interval", &interval.braces, &interval.notes.after, |printer| {
            for clause in &clauses {
                printer.line(clause, &[]);
            }
        });
    }
}

/// The body on one line, if it is one clause.
fn single_clause(body: &Body) -> Option<String> {
    match body {
        Body::Regular(regular) if regular.events.is_empty() => {
            Some(format!("{} {}", regular.quantifier.words().join(" "), regular.regex))
        }
        Body::Regular(_) | Body::Automaton(_) | Body::Buchi(_) => None,
        Body::Ltl(formula) => Some(format!("ltl {formula}")),
        Body::Sentence(sentence) => Some(sentence.to_string()),
        Body::Invariant(predicate) => Some(format!("invariant {predicate}")),
        Body::Check(name) => Some(format!("no {name}")),
    }
}

fn transition(transition: &Transition) -> String {
    format!("{} -> {}", list(&transition.events), transition.target)
}

fn is_empty(braces: &Braces) -> bool {
    braces.open.is_empty() && braces.end.is_empty()
}

fn list(names: &[Ident]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.name.as_str()).collect();
    names.join(", ")
}

impl fmt::Display for Ident {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Absence(subject) => write!(out, "absence of {subject}")?,
            Form::Existence(subject) => write!(out, "existence of {subject}")?,
            Form::Universality(subject) => write!(out, "universality of {subject}")?,
            Form::Count(bound, count, subject) => {
                write!(out, "{} {count} of {subject}", bound.words().join(" "))?;
            }
            Form::Precedence { causes, effects } => {
                write!(out, "{} precedes {}", chain(causes), chain(effects))?;
            }
            Form::Response { responses, without, stimuli } => {
                out.write_str(&chain(responses))?;
                if let Some(without) = without {
                    write!(out, " without {without}")?;
                }
                write!(out, " responds to {}", chain(stimuli))?;
            }
        }
        match &self.scope {
            Scope::Globally => Ok(()),
            Scope::Before(end) => write!(out, " before {end}"),
            Scope::After(start) => write!(out, " after {start}"),
            Scope::Between(start, end) => write!(out, " between {start} and {end}"),
            Scope::AfterUntil(start, end) => write!(out, " after {start} until {end}"),
        }
    }
}

fn chain(subjects: &[Subject]) -> String {
    let subjects: Vec<String> = subjects.iter().map(Subject::to_string).collect();
    subjects.join(" then ")
}

impl fmt::Display for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, atom) in self.any_of.iter().enumerate() {
            let joint = if index > 0 { " or " } else { "" };
            write!(out, "{joint}{atom}")?;
        }
        Ok(())
    }
}

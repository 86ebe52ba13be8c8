//! Intervals and sentences of the language as sentences that a stranger understands.

use super::names;
use crate::ast::{self, Atom, Form, Scope, Subject};

/// An interval of a query as a sentence.
pub fn interval(interval: &ast::Interval) -> String {
    let list = |events: &[ast::Ident]| names(events).join(" and ");
    let first = if interval.first { "the first " } else { "" };
    let mut text = format!("a stretch that ends with {first}{}", interval.ends.name);
    if !interval.requires.is_empty() {
        text += &format!(", with {} before it", list(&interval.requires));
    }
    if !interval.forbids.is_empty() {
        text += &format!(", without {}", names(&interval.forbids).join(" or "));
    }
    text
}

/// A specification pattern with its scope.
pub fn sentence_words(sentence: &ast::Sentence) -> String {
    let of = subject_words;
    let said = match &sentence.form {
        Form::Absence(what) => format!("{} never happens", of(what)),
        Form::Existence(what) => format!("{} happens at least once", of(what)),
        Form::Universality(what) => format!("{} is the case all the time", of(what)),
        Form::Count(bound, count, what) => {
            let bound = bound.words().join(" ");
            let times = if *count == 1 { "once".to_string() } else { format!("{count} times") };
            format!("{} happens {bound} {times}", of(what))
        }
        Form::Precedence { causes, effects } => {
            let do_not = if effects.len() > 1 { "do not" } else { "does not" };
            let has = if causes.len() > 1 { "have" } else { "has" };
            format!("{} {do_not} happen before {} {has}", chain(effects), chain(causes))
        }
        Form::Response { responses, without, stimuli } => {
            let without = without.as_ref().map_or(String::new(), |excluded| {
                format!(", without {} between these two", of(excluded))
            });
            format!(
                "whenever {} {}, {} {} afterwards{without}",
                chain(stimuli),
                happen(stimuli),
                chain(responses),
                happen(responses)
            )
        }
    };
    let scope = match &sentence.scope {
        Scope::Globally => "On every execution,".to_string(),
        Scope::Before(end) => format!("Before {} happens for the first time,", of(end)),
        Scope::After(start) => format!("After {} has happened,", of(start)),
        Scope::Between(start, end) => {
            format!("Between {} and the next {}, if that comes,", of(start), of(end))
        }
        Scope::AfterUntil(start, end) => {
            format!("After {} and until the next {}, should it come,", of(start), of(end))
        }
    };
    format!("{scope} {said}.")
}

fn chain(subjects: &[Subject]) -> String {
    subjects.iter().map(subject_words).collect::<Vec<_>>().join(" and then ")
}

fn happen(subjects: &[Subject]) -> &'static str {
    if subjects.len() > 1 { "happen" } else { "happens" }
}

fn subject_words(subject: &Subject) -> String {
    let atom = |atom: &Atom| match atom {
        Atom::Event(event) => event.name.clone(),
        Atom::Predicate(predicate) => predicate.to_string(),
    };
    subject.any_of.iter().map(atom).collect::<Vec<_>>().join(" or ")
}

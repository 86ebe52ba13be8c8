//! Finds repetitions that would be written out to more than an automaton can have.

use trine_base::{Diagnostic, Diagnostics};

use crate::ast::{Regex, RegexKind, Repetition};

/// An expression with its repetitions written out has at most so many places for an event.
const MOST_PLACES: u64 = 100_000;

/// Reports the innermost repetition with which an expression becomes too large.
pub fn check(regex: &Regex, diagnostics: &mut Diagnostics) {
    places(regex, diagnostics);
}

/// How many places there are for an event, repetitions written out; none where that was reported.
fn places(regex: &Regex, diagnostics: &mut Diagnostics) -> Option<u64> {
    let (inner, times) = match &regex.kind {
        RegexKind::Sequence(parts) | RegexKind::Choice(parts) => {
            let mut all = Some(0u64);
            for part in parts {
                let part = places(part, diagnostics);
                all = all.zip(part).map(|(all, part)| all.saturating_add(part));
            }
            return all;
        }
        RegexKind::Repeat(inner, repetition) => {
            let times = match repetition {
                Repetition::Star | Repetition::Optional => 1,
                Repetition::Plus => 2,
                Repetition::Exactly(count) | Repetition::Between(_, count) => u64::from(*count),
            };
            (inner, times.max(1))
        }
        _ => return Some(1),
    };
    let inner = places(inner, diagnostics)?;
    let all = inner.saturating_mul(times);
    if all <= MOST_PLACES || times == 1 {
        return Some(all);
    }
    let message = format!("this repetition stands for {all} places for events");
    let problem = Diagnostic::error(message, regex.place.0);
    diagnostics.push(problem.help(format!("an automaton can have {MOST_PLACES} of them")));
    None
}

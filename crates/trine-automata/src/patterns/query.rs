//! Patterns as queries: what violates them, interval by interval.

use super::{Bound, Pattern, Scope};
use crate::finite::{Interval, LetterSet};

/// Intervals with which exactly the executions begin that violate the pattern in the scope. None where a
/// violation cannot be told from how an execution begins: what must still happen can always come later,
/// unless the scope ends; and none where subjects have letters in common, so that one moment would have to
/// be in two intervals.
pub fn queries(
    pattern: &Pattern<LetterSet>,
    scope: &Scope<LetterSet>,
) -> Option<Vec<Vec<Interval>>> {
    let mut sets: Vec<LetterSet> = Vec::new();
    let mut apart = true;
    let mut see = |set: &LetterSet| {
        apart &= !sets.iter().any(|other| other.meets(set));
        sets.push(set.clone());
    };
    pattern.map(&mut see);
    scope.map(&mut see);
    if !apart {
        return None;
    }
    let end = match scope {
        Scope::Before(end) | Scope::Between(_, end) => Some(end),
        Scope::Globally | Scope::After(_) | Scope::AfterUntil(..) => None,
    };
    let mut found = too_much(pattern);
    match (end, too_little(pattern)?) {
        (Some(end), unfinished) => {
            // What is too much counts only where the scope ends; what is missing then, too.
            found.iter_mut().for_each(|parts| parts.push(part(end, [])));
            found.extend(unfinished.into_iter().map(|(mut parts, missing)| {
                parts.push(part(end, [&missing]));
                parts
            }));
        }
        (None, unfinished) if !unfinished.is_empty() => return None,
        (None, _) => {}
    }
    for parts in &mut found {
        if let Scope::Before(end) | Scope::Between(_, end) | Scope::AfterUntil(_, end) = scope {
            parts.iter_mut().for_each(|part| part.forbids = part.forbids.union(end));
        }
        match scope {
            Scope::After(start) => parts.insert(0, part(start, [start])),
            Scope::Between(start, _) | Scope::AfterUntil(start, _) => {
                parts.insert(0, part(start, []));
            }
            Scope::Globally | Scope::Before(_) => {}
        }
    }
    Some(found)
}

fn part<const COUNT: usize>(ends: &LetterSet, forbids: [&LetterSet; COUNT]) -> Interval {
    let none = LetterSet::new();
    let forbids = forbids.into_iter().fold(none, |sum, set| sum.union(set));
    Interval { ends: ends.clone(), requires: Vec::new(), forbids }
}

/// Violations by what happens.
fn too_much(pattern: &Pattern<LetterSet>) -> Vec<Vec<Interval>> {
    match pattern {
        Pattern::Absence(what) => vec![vec![part(what, [])]],
        Pattern::Count(Bound::AtMost | Bound::Exactly, count, what) => {
            vec![(0..=*count).map(|_| part(what, [])).collect()]
        }
        Pattern::Precedence { cause, effect } => vec![vec![part(effect, [cause])]],
        Pattern::PrecedenceOfTwo { causes: [first, second], effect } => {
            vec![vec![part(effect, [first])], vec![part(first, [first]), part(effect, [second])]]
        }
        Pattern::PrecedenceToTwo { cause, effects: [first, second] } => {
            vec![vec![part(first, [cause]), part(second, [])]]
        }
        _ => Vec::new(),
    }
}

/// Violations by what does not happen any more: some intervals, and what is missing behind them. None
/// where that cannot be said.
fn too_little(pattern: &Pattern<LetterSet>) -> Option<Vec<(Vec<Interval>, LetterSet)>> {
    Some(match pattern {
        Pattern::Existence(what) => vec![(Vec::new(), what.clone())],
        Pattern::Count(Bound::AtLeast | Bound::Exactly, count, what) => (0..*count)
            .map(|seen| ((0..seen).map(|_| part(what, [what])).collect(), what.clone()))
            .collect(),
        Pattern::Response { stimulus, response } => {
            vec![(vec![part(stimulus, [])], response.clone())]
        }
        Pattern::ResponseOfTwo { stimulus, responses: [first, second] } => vec![
            (vec![part(stimulus, [])], first.clone()),
            (vec![part(stimulus, []), part(first, [first])], second.clone()),
        ],
        Pattern::ResponseToTwo { stimuli: [first, second], response } => {
            vec![(vec![part(first, []), part(second, [second])], response.clone())]
        }
        Pattern::Universality(_) | Pattern::ConstrainedResponse { .. } => return None,
        _ => Vec::new(),
    })
}

//! When a sentence says nothing: what must never happen, so that it holds without having asked for
//! anything.

use super::{Pattern, Scope};

/// A sentence that makes the given one empty talk: wherever it holds, so does the given one, only
/// because its trigger never came. `None` if there is no trigger: the sentence always asks for
/// something.
///
/// A response has its stimulus as its trigger, a precedence its effect; other patterns in a scope
/// are triggered by the scope.
pub fn vacuous_if<S: Clone>(
    pattern: &Pattern<S>,
    scope: &Scope<S>,
) -> Option<(Pattern<S>, Scope<S>)> {
    let trigger = match pattern {
        Pattern::Precedence { effect, .. } | Pattern::PrecedenceOfTwo { effect, .. } => effect,
        Pattern::PrecedenceToTwo { effects: [_, second], .. } => second,
        Pattern::Response { stimulus, .. }
        | Pattern::ResponseOfTwo { stimulus, .. }
        | Pattern::ConstrainedResponse { stimulus, .. } => stimulus,
        Pattern::ResponseToTwo { stimuli: [_, second], .. } => second,
        Pattern::Absence(_)
        | Pattern::Existence(_)
        | Pattern::Universality(_)
        | Pattern::Count(..) => {
            return match scope {
                Scope::Globally => None,
                Scope::Before(end) => Some((Pattern::Absence(end.clone()), Scope::Globally)),
                Scope::After(start) | Scope::AfterUntil(start, _) => {
                    Some((Pattern::Absence(start.clone()), Scope::Globally))
                }
                Scope::Between(start, end) => {
                    Some((Pattern::Absence(end.clone()), Scope::After(start.clone())))
                }
            };
        }
    };
    Some((Pattern::Absence(trigger.clone()), scope.clone()))
}

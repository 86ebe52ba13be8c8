//! Specification patterns: what must happen, and in which part of an execution, in a dozen forms
//! that cover most of what people want to say (after Dwyer, Avrunin and Corbett).
//!
//! Each is compiled in ways that know nothing of each other: [`formula`] says it in temporal
//! logic, for executions of any length; [`automaton`] says it of finite executions, as the
//! smallest automaton over letters. On finite executions, continued by silence, the two agree. Where
//! violations can be told from how executions begin, [`queries`] says so interval by interval.
//!
//! The scopes, exactly:
//!
//! | scope | the sentence speaks of |
//! |---|---|
//! | globally | the whole execution |
//! | before R | what comes before the first R; nothing if R never comes |
//! | after Q | everything from the first Q on, the moment of Q included |
//! | between Q and R | from every Q that has an R behind it, up to the next R |
//! | after Q until R | from every Q, up to the next R, or to the end if there is none |
//!
//! A part begins with the moment of Q and ends just before the moment of R; a moment that is both
//! begins nothing.

mod automaton;
mod formula;
mod query;
mod sentence;
mod vacuity;

pub use automaton::automaton;
pub use formula::{MOST_COUNTED, Subject, formula};
pub use query::queries;
pub use vacuity::vacuous_if;

/// What must happen. `S` is what a moment can be: a [`Subject`] for formulas, a set of letters for
/// automata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern<S> {
    /// It never happens.
    Absence(S),
    /// It happens at least once.
    Existence(S),
    /// It is the case at every moment. For events: give all letters that are allowed.
    Universality(S),
    /// It happens at most, at least or exactly so often. An event happens once per moment; a
    /// condition on states happens each time it becomes true.
    Count(Bound, u32, S),
    /// No effect before the first cause; at the same moment is early enough.
    Precedence { cause: S, effect: S },
    /// No effect before the two causes have come, one after the other.
    PrecedenceOfTwo { causes: [S; 2], effect: S },
    /// If the second effect ever comes after the first, no first effect comes before the cause.
    PrecedenceToTwo { cause: S, effects: [S; 2] },
    /// Every stimulus is followed by a response; at the same moment is late enough.
    Response { stimulus: S, response: S },
    /// Every stimulus is followed by the two responses, one after the other.
    ResponseOfTwo { stimulus: S, responses: [S; 2] },
    /// Whenever the second stimulus comes after the first, the response comes after it.
    ResponseToTwo { stimuli: [S; 2], response: S },
    /// Every stimulus is followed by the two responses, and by nothing that is excluded from the
    /// first of them until just before the second.
    ConstrainedResponse { stimulus: S, responses: [S; 2], without: S },
}

/// How a number of occurrences is bounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    AtMost,
    AtLeast,
    Exactly,
}

/// Which part of an execution a pattern speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope<S> {
    Globally,
    Before(S),
    After(S),
    Between(S, S),
    AfterUntil(S, S),
}

impl<S> Pattern<S> {
    /// The same pattern of other things.
    pub fn map<T>(&self, to: &mut impl FnMut(&S) -> T) -> Pattern<T> {
        let mut two = |[first, second]: &[S; 2]| [to(first), to(second)];
        match self {
            Pattern::Absence(what) => Pattern::Absence(to(what)),
            Pattern::Existence(what) => Pattern::Existence(to(what)),
            Pattern::Universality(what) => Pattern::Universality(to(what)),
            Pattern::Count(bound, count, what) => Pattern::Count(*bound, *count, to(what)),
            Pattern::Precedence { cause, effect } => {
                Pattern::Precedence { cause: to(cause), effect: to(effect) }
            }
            Pattern::PrecedenceOfTwo { causes, effect } => {
                Pattern::PrecedenceOfTwo { causes: two(causes), effect: to(effect) }
            }
            Pattern::PrecedenceToTwo { cause, effects } => {
                Pattern::PrecedenceToTwo { effects: two(effects), cause: to(cause) }
            }
            Pattern::Response { stimulus, response } => {
                Pattern::Response { stimulus: to(stimulus), response: to(response) }
            }
            Pattern::ResponseOfTwo { stimulus, responses } => {
                Pattern::ResponseOfTwo { responses: two(responses), stimulus: to(stimulus) }
            }
            Pattern::ResponseToTwo { stimuli, response } => {
                Pattern::ResponseToTwo { stimuli: two(stimuli), response: to(response) }
            }
            Pattern::ConstrainedResponse { stimulus, responses, without } => {
                let responses = two(responses);
                let (stimulus, without) = (to(stimulus), to(without));
                Pattern::ConstrainedResponse { stimulus, responses, without }
            }
        }
    }

    /// Whether a part of an execution that satisfies the pattern does so from any of its moments
    /// on: then it makes no difference which of several Q opens a scope.
    fn is_suffix_closed(&self) -> bool {
        matches!(
            self,
            Pattern::Absence(_)
                | Pattern::Universality(_)
                | Pattern::Count(Bound::AtMost, ..)
                | Pattern::Response { .. }
                | Pattern::ResponseOfTwo { .. }
                | Pattern::ResponseToTwo { .. }
                | Pattern::ConstrainedResponse { .. }
        )
    }
}

impl<S> Scope<S> {
    /// The same scope of other things.
    pub fn map<T>(&self, to: &mut impl FnMut(&S) -> T) -> Scope<T> {
        match self {
            Scope::Globally => Scope::Globally,
            Scope::Before(end) => Scope::Before(to(end)),
            Scope::After(start) => Scope::After(to(start)),
            Scope::Between(start, end) => Scope::Between(to(start), to(end)),
            Scope::AfterUntil(start, end) => Scope::AfterUntil(to(start), to(end)),
        }
    }
}

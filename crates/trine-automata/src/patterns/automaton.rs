//! Patterns as automata over finite executions.

use super::{Bound, Pattern, Scope};
use crate::budget::TooLarge;
use crate::finite::{Dfa, LetterSet, Nfa, Regex};

/// The smallest automaton of the finite executions on which the pattern holds in the scope, over
/// an alphabet of so many letters.
pub fn automaton(
    pattern: &Pattern<LetterSet>,
    scope: &Scope<LetterSet>,
    letters: usize,
    limit: u64,
) -> Result<Dfa, TooLarge> {
    let build = Build { all: LetterSet::all(letters), letters, limit };
    let whole = build.whole(pattern)?;
    Ok(build.scoped(&whole, scope)?.minimise())
}

struct Build {
    all: LetterSet,
    letters: usize,
    limit: u64,
}

impl Build {
    /// The words on which the pattern holds globally.
    fn whole(&self, pattern: &Pattern<LetterSet>) -> Result<Dfa, TooLarge> {
        let anything = Regex::anything;
        let good = match pattern {
            Pattern::Absence(what) => none(what).star(),
            Pattern::Existence(what) => sequence([anything(), one(what), anything()]),
            Pattern::Universality(what) => one(what).star(),
            Pattern::Count(bound, count, what) => {
                let (min, max) = match bound {
                    Bound::AtMost => (0, Some(*count)),
                    Bound::AtLeast => (*count, None),
                    Bound::Exactly => (*count, Some(*count)),
                };
                none(what).star().then(one(what)).repeat(min, max).then(none(what).star())
            }
            Pattern::Precedence { cause, effect } => {
                return self.unless(&self.first_without(effect, cause));
            }
            Pattern::PrecedenceOfTwo { causes: [first, second], effect } => {
                let before = || none(effect).star();
                let first = one(&first.minus(effect));
                let both = sequence([before(), first, before(), one(second), anything()]);
                before().or(both)
            }
            Pattern::PrecedenceToTwo { cause, effects: [first, second] } => {
                let both = sequence([anything(), one(first), anything(), one(second), anything()]);
                let early = self.dfa(&self.first_without(first, cause))?;
                return Ok(self.dfa(&both)?.and(&early, self.limit)?.complement());
            }
            Pattern::Response { stimulus, response } => {
                let open = one(&stimulus.minus(response));
                return self.unless(&sequence([anything(), open, none(response).star()]));
            }
            Pattern::ResponseOfTwo { stimulus, responses: [first, second] } => {
                let answer =
                    sequence([anything(), one(first), anything(), one(second), anything()]);
                return self.whenever(stimulus, &answer);
            }
            Pattern::ResponseToTwo { stimuli: [first, second], response } => {
                let unanswered = [
                    anything(),
                    one(first),
                    none(second).star(),
                    one(&second.minus(response)),
                    none(response).star(),
                ];
                return self.unless(&sequence(unanswered));
            }
            Pattern::ConstrainedResponse { stimulus, responses: [first, second], without } => {
                let answer = [
                    anything(),
                    one(&first.minus(without)),
                    none(without).star(),
                    one(second),
                    anything(),
                ];
                return self.whenever(stimulus, &sequence(answer));
            }
        };
        self.dfa(&good)
    }

    /// The words of which every part that the scope opens is good. What is built is the words
    /// with a bad part: one can guess where it begins.
    fn scoped(&self, good: &Dfa, scope: &Scope<LetterSet>) -> Result<Dfa, TooLarge> {
        let bad = good.complement();
        let part = |shape: Regex| bad.and(&self.dfa(&shape)?, self.limit);
        let found = match scope {
            Scope::Globally => return Ok(good.clone()),
            Scope::Before(end) => {
                let part = part(none(end).star())?;
                self.around(None, &part, Some(end), false)
            }
            Scope::After(start) => {
                let part = part(one(start).then(Regex::anything()))?;
                self.around(Some(&self.all.minus(start)), &part, None, true)
            }
            Scope::Between(start, end) | Scope::AfterUntil(start, end) => {
                let part = part(one(&start.minus(end)).then(none(end).star()))?;
                let unfinished = matches!(scope, Scope::AfterUntil(..));
                self.around(Some(&self.all), &part, Some(end), unfinished)
            }
        };
        Ok(found.determinise(self.limit)?.complement())
    }

    /// Words that consist of letters from `before`, then a word of the part, then a letter of
    /// `end` and anything; or nothing more after the part, if it may be unfinished.
    fn around(
        &self,
        before: Option<&LetterSet>,
        part: &Dfa,
        end: Option<&LetterSet>,
        unfinished: bool,
    ) -> Nfa {
        let mut nfa = Nfa::new(self.letters);
        let start = nfa.initial();
        if let Some(before) = before {
            nfa.edge(start, before.clone(), start);
        }
        let (first, last) = nfa.embed(&part.minimise());
        nfa.silent(start, first);
        let done = nfa.state(true);
        nfa.edge(done, self.all.clone(), done);
        for state in last {
            if let Some(end) = end {
                nfa.edge(state, end.clone(), done);
            }
            nfa.set_accepting(state, unfinished);
        }
        nfa
    }

    /// Every letter of the stimulus begins a rest of the word that matches the answer.
    fn whenever(&self, stimulus: &LetterSet, answer: &Regex) -> Result<Dfa, TooLarge> {
        let unanswered = self.unless(answer)?;
        let rest = self.dfa(&one(stimulus).then(Regex::anything()))?;
        let rest = unanswered.and(&rest, self.limit)?;
        let found = self.around(Some(&self.all), &rest, None, true);
        Ok(found.determinise(self.limit)?.complement())
    }

    /// Words in which one of the first kind comes before any of the second.
    fn first_without(&self, early: &LetterSet, late: &LetterSet) -> Regex {
        let neither = none(&early.union(late)).star();
        sequence([neither, one(&early.minus(late)), Regex::anything()])
    }

    fn unless(&self, bad: &Regex) -> Result<Dfa, TooLarge> {
        Ok(self.dfa(bad)?.complement())
    }

    fn dfa(&self, regex: &Regex) -> Result<Dfa, TooLarge> {
        regex.to_dfa(self.letters, self.limit)
    }
}

fn one(set: &LetterSet) -> Regex {
    Regex::OneOf(set.clone())
}

fn none(set: &LetterSet) -> Regex {
    Regex::NoneOf(set.clone())
}

fn sequence<const PARTS: usize>(parts: [Regex; PARTS]) -> Regex {
    Regex::Sequence(parts.into())
}

//! Temporal sentences that can be cut off: what they say of a whole execution, and what the same
//! sentence says of a part that ends before some moment.

use crate::ltl::Formula;

/// A sentence without negation of anything temporal.
#[derive(Clone)]
pub(super) enum Sentence {
    /// About the present moment only.
    Now(Formula),
    And(Box<Sentence>, Box<Sentence>),
    Or(Box<Sentence>, Box<Sentence>),
    Always(Box<Sentence>),
    Eventually(Box<Sentence>),
    Until(Box<Sentence>, Box<Sentence>),
    WeakUntil(Box<Sentence>, Box<Sentence>),
    /// There is a next moment, and it is so.
    Next(Box<Sentence>),
    /// If there is a next moment, it is so.
    NextIfAny(Box<Sentence>),
}

use Sentence::{Always, And, Eventually, Next, NextIfAny, Now, Or, Until, WeakUntil};

impl Sentence {
    /// Holds from every position on.
    pub fn always(self) -> Sentence {
        Always(Box::new(self))
    }

    /// Holds from some position on.
    pub fn eventually(self) -> Sentence {
        Eventually(Box::new(self))
    }

    /// Both hold.
    pub fn and(self, other: Sentence) -> Sentence {
        And(Box::new(self), Box::new(other))
    }

    /// At least one of the two holds.
    pub fn or(self, other: Sentence) -> Sentence {
        Or(Box::new(self), Box::new(other))
    }

    /// The other holds at some position, and this holds at all positions before.
    pub fn until(self, other: Sentence) -> Sentence {
        Until(Box::new(self), Box::new(other))
    }

    /// As `until`, or this holds at all positions and the other at none.
    pub fn weak_until(self, other: Sentence) -> Sentence {
        WeakUntil(Box::new(self), Box::new(other))
    }

    /// There is a next position, and this holds from it on.
    pub fn next(self) -> Sentence {
        Next(Box::new(self))
    }

    /// If there is a next position, this holds from it on.
    pub fn next_if_any(self) -> Sentence {
        NextIfAny(Box::new(self))
    }

    /// Of an execution that goes on for ever.
    pub fn whole(&self) -> Formula {
        match self {
            Now(formula) => formula.clone(),
            And(left, right) => left.whole().and(right.whole()),
            Or(left, right) => left.whole().or(right.whole()),
            Always(part) => part.whole().always(),
            Eventually(part) => part.whole().eventually(),
            Until(left, right) => left.whole().until(right.whole()),
            WeakUntil(left, right) => left.whole().weak_until(right.whole()),
            Next(part) | NextIfAny(part) => part.whole().next(),
        }
    }

    /// Of the part that ends just before the first moment at which `end` holds; of everything if
    /// there is none. The sentence itself must begin with a temporal operator, so that it also
    /// speaks of a part without moments.
    pub fn before(&self, end: &Formula) -> Formula {
        let inside = |part: &Sentence| end.clone().not().and(part.before(end));
        match self {
            Now(formula) => formula.clone(),
            And(left, right) => left.before(end).and(right.before(end)),
            Or(left, right) => left.before(end).or(right.before(end)),
            Always(part) => part.before(end).weak_until(end.clone()),
            Eventually(part) => end.clone().not().until(inside(part)),
            Until(left, right) => inside(left).until(inside(right)),
            WeakUntil(left, right) => {
                left.before(end).weak_until(end.clone().or(right.before(end)))
            }
            Next(part) => inside(part).next(),
            NextIfAny(part) => end.clone().or(part.before(end)).next(),
        }
    }
}

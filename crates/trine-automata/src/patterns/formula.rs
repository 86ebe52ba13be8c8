//! Patterns in temporal logic.

use super::sentence::Sentence;
use super::{Bound, Pattern, Scope};
use crate::budget::TooLarge;
use crate::ltl::{AtomId, DEPTH_LIMIT, Formula};

/// The formula of a pattern in a scope. It is too large when something is counted too far.
///
/// If all subjects are events, and no two that must follow each other share an event, or nothing
/// is counted, the formula is without `X`; with subjects that are conditions on states it always
/// is. In every case silent moments make no difference to it.
pub fn formula(pattern: &Pattern<Subject>, scope: &Scope<Subject>) -> Result<Formula, TooLarge> {
    let inner = sentence(pattern)?;
    let event = |subject: &Subject| subject.formula.clone();
    Ok(match scope {
        Scope::Globally => inner.whole(),
        Scope::Before(end) => event(end).eventually().implies(inner.before(&event(end))),
        Scope::After(start) if pattern.is_suffix_closed() => {
            event(start).implies(inner.whole()).always()
        }
        Scope::After(start) => event(start).not().weak_until(event(start).and(inner.whole())),
        Scope::Between(start, end) => {
            let opens = event(start).and(event(end).not()).and(event(end).eventually());
            opens.implies(inner.before(&event(end))).always()
        }
        Scope::AfterUntil(start, end) => {
            let opens = event(start).and(event(end).not());
            opens.implies(inner.before(&event(end))).always()
        }
    })
}

/// What a moment can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    formula: Formula,
    is_event: bool,
}

impl Subject {
    /// One of these events happens. At most one event happens at a moment.
    pub fn events(atoms: impl IntoIterator<Item = AtomId>) -> Subject {
        let formula = Formula::any(atoms.into_iter().map(Formula::atom));
        Subject { formula, is_event: true }
    }

    /// A condition on the state, or a mixture of conditions and events: any formula about the
    /// present moment. What happens while it stays true happens once.
    pub fn state(formula: Formula) -> Subject {
        Subject { formula, is_event: false }
    }

    /// Holds at the moments at which the subject occurs.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// May both be the case through one and the same event? Two events of one kind must then be
    /// told apart by their moments.
    fn shares_event(&self, other: &Subject) -> bool {
        self.is_event && other.is_event && !self.formula.atoms().is_disjoint(&other.formula.atoms())
    }

    fn now(&self) -> Sentence {
        Sentence::Now(self.formula.clone())
    }

    fn not(&self) -> Sentence {
        Sentence::Now(self.formula.clone().not())
    }
}

/// Nesting that a formula gains with each count, at most.
const DEPTH_PER_COUNT: usize = 8;

/// The largest number up to which a formula counts.
pub const MOST_COUNTED: u32 = (DEPTH_LIMIT / DEPTH_PER_COUNT) as u32;

/// What the pattern says of a whole execution.
fn sentence(pattern: &Pattern<Subject>) -> Result<Sentence, TooLarge> {
    Ok(match pattern {
        Pattern::Absence(what) => what.not().always(),
        Pattern::Existence(what) => what.now().eventually(),
        Pattern::Universality(what) => what.now().always(),
        Pattern::Count(bound, count, what) => {
            if *count > MOST_COUNTED {
                return Err(TooLarge);
            }
            match bound {
                Bound::AtMost => at_most(*count, what),
                Bound::AtLeast => at_least(*count, what),
                Bound::Exactly => at_most(*count, what).and(at_least(*count, what)),
            }
        }
        Pattern::Precedence { cause, effect } => effect.not().weak_until(cause.now()),
        Pattern::PrecedenceOfTwo { causes: [first, second], effect } => {
            let rest = effect.not().weak_until(second.now());
            let rest = if first.shares_event(second) { rest.next_if_any() } else { rest };
            effect.not().weak_until(first.now().and(effect.not()).and(rest))
        }
        Pattern::PrecedenceToTwo { cause, effects: [first, second] } => {
            let never = second.not().always();
            let never = if first.shares_event(second) { never.next_if_any() } else { never };
            first.not().weak_until(cause.now()).or(first.not().or(never).always())
        }
        Pattern::Response { stimulus, response } => {
            stimulus.not().or(response.now().eventually()).always()
        }
        Pattern::ResponseOfTwo { stimulus, responses: [first, second] } => {
            let rest = second.now().eventually();
            let rest = if first.shares_event(second) { rest.next() } else { rest };
            stimulus.not().or(first.now().and(rest).eventually()).always()
        }
        Pattern::ResponseToTwo { stimuli: [first, second], response } => {
            let never = second.not().always();
            let answered = second.now().and(response.now().eventually()).eventually();
            let (never, answered) = if first.shares_event(second) {
                (never.next_if_any(), answered.next())
            } else {
                (never, answered)
            };
            first.not().or(never).or(answered).always()
        }
        Pattern::ConstrainedResponse { stimulus, responses: [first, second], without } => {
            let rest = without.not().until(second.now());
            let rest = if first.shares_event(second) { rest.next() } else { rest };
            let chain = first.now().and(without.not()).and(rest);
            stimulus.not().or(chain.eventually()).always()
        }
    })
}

fn at_most(count: u32, what: &Subject) -> Sentence {
    (0..count).fold(what.not().always(), |fewer, _| {
        if what.is_event {
            what.not().weak_until(what.now().and(fewer.next_if_any()))
        } else {
            what.not().weak_until(what.now().weak_until(fewer))
        }
    })
}

fn at_least(count: u32, what: &Subject) -> Sentence {
    if count == 0 {
        return Sentence::Now(Formula::constant(true)).always();
    }
    (1..count).fold(what.now().eventually(), |fewer, _| {
        let rest = if what.is_event { fewer.next() } else { what.not().and(fewer).eventually() };
        what.now().and(rest).eventually()
    })
}

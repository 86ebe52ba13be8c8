//! Formulas in negation normal form, each held once: equal terms have equal ids.
//!
//! Only constants, literals, conjunction, disjunction, `X`, `U` and `V` remain; `<>p` is
//! `true U p` and `[]p` is `false V p`. Terms are made by the constructors of `simplify.rs`, which
//! rewrite while they build.

use rustc_hash::FxHashMap;
use trine_base::IndexVec;

use super::formula::{AtomId, Formula, Operator};
use crate::budget::Budget;

trine_base::define_id!(
    /// A formula in negation normal form, in one pool.
    Term,
    "t"
);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    True,
    False,
    Literal(AtomId, bool),
    /// Two or more parts, sorted, none of them a conjunction or a constant.
    And(Box<[Term]>),
    /// Two or more parts, sorted, none of them a disjunction or a constant.
    Or(Box<[Term]>),
    Next(Term),
    Until(Term, Term),
    Release(Term, Term),
}

/// What can be read off a term's syntax.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Facts {
    /// True now if ever true later: `f` equals `<>f`.
    pub eventual: bool,
    /// True later if ever true now: `f` equals `[]f`.
    pub universal: bool,
    /// Speaks of one moment only.
    pub boolean: bool,
    /// There is a `U` in it.
    pub waits: bool,
    /// There is a `U` inside a `V` in it: what it waits for may come back for ever.
    pub recurs: bool,
}

impl Facts {
    /// Either true at every moment or at none.
    pub fn timeless(self) -> bool {
        self.eventual && self.universal
    }
}

pub(crate) struct Pool {
    shapes: IndexVec<Term, Shape>,
    facts: IndexVec<Term, Facts>,
    ids: FxHashMap<Shape, Term>,
    negations: FxHashMap<Term, Term>,
    pub(super) implications: FxHashMap<(Term, Term), bool>,
    /// How many implications may still be looked for. When none are left, constructors only sort
    /// and use the laws of constants.
    pub(super) effort: Budget,
}

const REWRITING_EFFORT: u64 = 500_000;

pub(crate) const TRUE: Term = Term(0);
pub(crate) const FALSE: Term = Term(1);

impl Pool {
    /// A pool whose constructors rewrite.
    pub fn simplifying() -> Pool {
        let mut pool = Pool {
            shapes: IndexVec::new(),
            facts: IndexVec::new(),
            ids: FxHashMap::default(),
            negations: FxHashMap::default(),
            implications: FxHashMap::default(),
            effort: Budget::new(REWRITING_EFFORT),
        };
        let (yes, no) = (pool.intern(Shape::True), pool.intern(Shape::False));
        debug_assert_eq!((yes, no), (TRUE, FALSE));
        pool
    }

    /// The outermost operator of a term.
    pub fn shape(&self, term: Term) -> &Shape {
        &self.shapes[term]
    }

    /// What is known of a term by its form alone.
    pub fn facts(&self, term: Term) -> Facts {
        self.facts[term]
    }

    /// The term of an atom or of its negation.
    pub fn literal(&mut self, atom: AtomId, positive: bool) -> Term {
        self.intern(Shape::Literal(atom, positive))
    }

    /// The term of a formula.
    pub fn add(&mut self, formula: &Formula) -> Term {
        let mut done = FxHashMap::default();
        self.convert(formula, true, &mut done)
    }

    /// The negation, by exchanging every operator with its dual; nothing else is rewritten, so the
    /// negation of a simplified term is simplified.
    pub fn not(&mut self, term: Term) -> Term {
        if let Some(&negation) = self.negations.get(&term) {
            return negation;
        }
        let dual = match self.shape(term).clone() {
            Shape::True => Shape::False,
            Shape::False => Shape::True,
            Shape::Literal(atom, positive) => Shape::Literal(atom, !positive),
            Shape::And(parts) => Shape::Or(self.negated(&parts)),
            Shape::Or(parts) => Shape::And(self.negated(&parts)),
            Shape::Next(part) => Shape::Next(self.not(part)),
            Shape::Until(left, right) => Shape::Release(self.not(left), self.not(right)),
            Shape::Release(left, right) => Shape::Until(self.not(left), self.not(right)),
        };
        let negation = self.intern(dual);
        self.negations.insert(term, negation);
        self.negations.insert(negation, term);
        negation
    }

    fn negated(&mut self, parts: &[Term]) -> Box<[Term]> {
        let mut parts: Vec<Term> = parts.iter().map(|&part| self.not(part)).collect();
        parts.sort_unstable();
        parts.into()
    }

    /// A formula that the term stands for, with `<>` and `[]` where they fit.
    pub fn formula(&self, term: Term) -> Formula {
        self.restore(term, &mut FxHashMap::default())
    }

    fn restore(&self, term: Term, done: &mut FxHashMap<Term, Formula>) -> Formula {
        if let Some(formula) = done.get(&term) {
            return formula.clone();
        }
        let mut of = |part: &Term| self.restore(*part, done);
        let formula = match self.shape(term) {
            Shape::True => Formula::constant(true),
            Shape::False => Formula::constant(false),
            Shape::Literal(atom, true) => Formula::atom(*atom),
            Shape::Literal(atom, false) => Formula::atom(*atom).not(),
            Shape::And(parts) => Formula::all(parts.iter().map(of)),
            Shape::Or(parts) => Formula::any(parts.iter().map(of)),
            Shape::Next(part) => of(part).next(),
            Shape::Until(TRUE, right) => of(right).eventually(),
            Shape::Release(FALSE, right) => of(right).always(),
            Shape::Until(left, right) => of(left).until(of(right)),
            Shape::Release(left, right) => of(left).release(of(right)),
        };
        done.insert(term, formula.clone());
        formula
    }

    fn convert(
        &mut self,
        formula: &Formula,
        positive: bool,
        done: &mut FxHashMap<(usize, bool), Term>,
    ) -> Term {
        let key = (formula.address(), positive);
        if let Some(&term) = done.get(&key) {
            return term;
        }
        let mut part = |formula: &Formula, positive| self.convert(formula, positive, done);
        let term = match formula.operator() {
            Operator::True | Operator::False => {
                let value = matches!(formula.operator(), Operator::True) == positive;
                if value { TRUE } else { FALSE }
            }
            Operator::Atom(atom) => self.literal(*atom, positive),
            Operator::Not(inner) => part(inner, !positive),
            Operator::And(inner) | Operator::Or(inner) => {
                let conjunction = matches!(formula.operator(), Operator::And(_)) == positive;
                let parts: Vec<Term> = inner.iter().map(|inner| part(inner, positive)).collect();
                if conjunction { self.and(parts) } else { self.or(parts) }
            }
            Operator::Implies(left, right) => {
                let parts = vec![part(left, !positive), part(right, positive)];
                if positive { self.or(parts) } else { self.and(parts) }
            }
            Operator::Equivalent(left, right) => {
                let (yes, no) = (part(left, true), part(left, false));
                let (same, other) = (part(right, positive), part(right, !positive));
                let both = self.and(vec![yes, same]);
                let neither = self.and(vec![no, other]);
                self.or(vec![both, neither])
            }
            Operator::Next(inner) => {
                let inner = part(inner, positive);
                self.next(inner)
            }
            Operator::Until(left, right) | Operator::Release(left, right) => {
                let until = matches!(formula.operator(), Operator::Until(..)) == positive;
                let (left, right) = (part(left, positive), part(right, positive));
                if until { self.until(left, right) } else { self.release(left, right) }
            }
            Operator::WeakUntil(left, right) => {
                let (left, right) = (part(left, positive), part(right, positive));
                if positive {
                    let either = self.or(vec![left, right]);
                    self.release(right, either)
                } else {
                    let neither = self.and(vec![left, right]);
                    self.until(right, neither)
                }
            }
            Operator::Eventually(inner) | Operator::Always(inner) => {
                let always = matches!(formula.operator(), Operator::Always(_)) == positive;
                let inner = part(inner, positive);
                if always { self.release(FALSE, inner) } else { self.until(TRUE, inner) }
            }
        };
        done.insert(key, term);
        term
    }

    pub(super) fn intern(&mut self, shape: Shape) -> Term {
        if let Some(&term) = self.ids.get(&shape) {
            return term;
        }
        let facts = self.read_facts(&shape);
        let term = self.shapes.push(shape.clone());
        self.facts.push(facts);
        self.ids.insert(shape, term);
        term
    }

    /// After Etessami and Holzmann, "Optimizing Büchi Automata", section 3.
    fn read_facts(&self, shape: &Shape) -> Facts {
        let of = |term: &Term| self.facts[*term];
        let all = |parts: &[Term]| Facts {
            eventual: parts.iter().all(|part| of(part).eventual),
            universal: parts.iter().all(|part| of(part).universal),
            boolean: parts.iter().all(|part| of(part).boolean),
            waits: parts.iter().any(|part| of(part).waits),
            recurs: parts.iter().any(|part| of(part).recurs),
        };
        match shape {
            Shape::True | Shape::False => {
                Facts { eventual: true, universal: true, boolean: true, ..Facts::default() }
            }
            Shape::Literal(..) => Facts { boolean: true, ..Facts::default() },
            Shape::And(parts) | Shape::Or(parts) => all(parts),
            Shape::Next(part) => Facts { boolean: false, ..of(part) },
            Shape::Until(left, right) => Facts {
                eventual: *left == TRUE || of(right).eventual,
                universal: of(left).universal && of(right).universal,
                boolean: false,
                waits: true,
                recurs: of(left).recurs || of(right).recurs,
            },
            Shape::Release(left, right) => Facts {
                eventual: of(left).eventual && of(right).eventual,
                universal: *left == FALSE || of(right).universal,
                boolean: false,
                waits: of(left).waits || of(right).waits,
                recurs: of(left).waits || of(right).waits,
            },
        }
    }
}

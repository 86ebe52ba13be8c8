//! The formulas of linear temporal logic over atoms that only their owner understands.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

trine_base::define_id!(
    /// A statement about one moment. Its text lives in a table that the caller owns.
    AtomId,
    "a"
);

/// A formula; cheap to copy, its parts are shared.
///
/// Work on a formula follows its nesting, so code that builds one from a user's text bounds
/// [`Formula::depth`] first, as the parser here does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(Arc<Node>);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    depth: u32,
    /// Computed once from the parts' own, so that shared parts are not walked again and again.
    hash: u64,
    operator: Operator,
}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// What a formula says at its top.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    True,
    False,
    Atom(AtomId),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Formula, Formula),
    Equivalent(Formula, Formula),
    Next(Formula),
    /// The left holds until the right does, and the right does at some moment.
    Until(Formula, Formula),
    /// The right holds up to and including the moment at which the left does, or for ever.
    Release(Formula, Formula),
    /// As until, but the right may never come if the left holds for ever.
    WeakUntil(Formula, Formula),
    Eventually(Formula),
    Always(Formula),
}

impl Operator {
    fn parts(&self) -> Vec<&Formula> {
        match self {
            Operator::True | Operator::False | Operator::Atom(_) => vec![],
            Operator::Not(part)
            | Operator::Next(part)
            | Operator::Eventually(part)
            | Operator::Always(part) => vec![part],
            Operator::And(parts) | Operator::Or(parts) => parts.iter().collect(),
            Operator::Implies(left, right)
            | Operator::Equivalent(left, right)
            | Operator::Until(left, right)
            | Operator::Release(left, right)
            | Operator::WeakUntil(left, right) => vec![left, right],
        }
    }
}

impl Formula {
    /// True or false.
    pub fn constant(value: bool) -> Formula {
        Formula::new(if value { Operator::True } else { Operator::False })
    }

    /// Holds where the atom holds at the first position of the word.
    pub fn atom(atom: AtomId) -> Formula {
        Formula::new(Operator::Atom(atom))
    }

    /// The conjunction of all; true of none.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part.operator() {
                Operator::And(inner) => flat.extend(inner.iter().cloned()),
                _ => flat.push(part),
            }
        }
        match flat.len() {
            0 => Formula::constant(true),
            1 => flat.swap_remove(0),
            _ => Formula::new(Operator::And(flat)),
        }
    }

    /// The disjunction of all; false of none.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part.operator() {
                Operator::Or(inner) => flat.extend(inner.iter().cloned()),
                _ => flat.push(part),
            }
        }
        match flat.len() {
            0 => Formula::constant(false),
            1 => flat.swap_remove(0),
            _ => Formula::new(Operator::Or(flat)),
        }
    }

    /// Both hold.
    pub fn and(self, other: Formula) -> Formula {
        Formula::all([self, other])
    }

    /// At least one of the two holds.
    pub fn or(self, other: Formula) -> Formula {
        Formula::any([self, other])
    }

    /// Does not hold.
    #[expect(clippy::should_implement_trait, reason = "a word beside `and` and `or`")]
    pub fn not(self) -> Formula {
        Formula::new(Operator::Not(self))
    }

    /// The other holds if this holds.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::new(Operator::Implies(self, other))
    }

    /// Both hold or neither does.
    pub fn equivalent(self, other: Formula) -> Formula {
        Formula::new(Operator::Equivalent(self, other))
    }

    /// Holds from the next position on (X).
    pub fn next(self) -> Formula {
        Formula::new(Operator::Next(self))
    }

    /// The other holds at some position, and this holds at all positions before (U).
    pub fn until(self, other: Formula) -> Formula {
        Formula::new(Operator::Until(self, other))
    }

    /// The other holds up to and including the first position at which this holds, for ever if there is none (R).
    pub fn release(self, other: Formula) -> Formula {
        Formula::new(Operator::Release(self, other))
    }

    /// This holds up to where the other holds, for ever if it never does (W).
    pub fn weak_until(self, other: Formula) -> Formula {
        Formula::new(Operator::WeakUntil(self, other))
    }

    /// Holds from some position on (F).
    pub fn eventually(self) -> Formula {
        Formula::new(Operator::Eventually(self))
    }

    /// Holds from every position on (G).
    pub fn always(self) -> Formula {
        Formula::new(Operator::Always(self))
    }

    /// The outermost operator, with its operands.
    pub fn operator(&self) -> &Operator {
        &self.0.operator
    }

    /// How deeply operators are nested: 1 for an atom.
    pub fn depth(&self) -> usize {
        self.0.depth as usize
    }

    /// The operands of the outermost operator, from left to right.
    pub fn parts(&self) -> Vec<&Formula> {
        self.operator().parts()
    }

    /// The atoms that occur, in their order.
    pub fn atoms(&self) -> BTreeSet<AtomId> {
        let mut atoms = BTreeSet::new();
        self.visit(&mut |formula| {
            if let Operator::Atom(atom) = formula.operator() {
                atoms.insert(*atom);
            }
        });
        atoms
    }

    /// Does it say anything with `X`?
    pub fn has_next(&self) -> bool {
        let mut found = false;
        self.visit(&mut |formula| found |= matches!(formula.operator(), Operator::Next(_)));
        found
    }

    /// The same formula with negation at the atoms only, and without implication and equivalence.
    pub fn negation_normal_form(&self) -> Formula {
        Normaliser { done: FxHashMap::default() }.push(self, true)
    }

    /// The text, in SPIN's syntax and the caller's names.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(AtomId) -> String) -> impl fmt::Display + 'a {
        Named { formula: self, name }
    }

    /// Which value in memory this is; equal addresses mean equal formulas, not the other way.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    fn new(operator: Operator) -> Formula {
        let deepest = operator.parts().iter().map(|part| part.0.depth).max().unwrap_or(0);
        let mut hasher = FxHasher::default();
        operator.hash(&mut hasher);
        let depth = deepest.saturating_add(1);
        Formula(Arc::new(Node { depth, hash: hasher.finish(), operator }))
    }

    /// Each shared part once.
    fn visit(&self, see: &mut dyn FnMut(&Formula)) {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![self];
        while let Some(formula) = waiting.pop() {
            if seen.insert(formula.address()) {
                see(formula);
                waiting.extend(formula.parts());
            }
        }
    }
}

struct Normaliser {
    done: FxHashMap<(usize, bool), Formula>,
}

impl Normaliser {
    fn push(&mut self, formula: &Formula, positive: bool) -> Formula {
        let key = (formula.address(), positive);
        if let Some(done) = self.done.get(&key) {
            return done.clone();
        }
        let result = self.convert(formula, positive);
        self.done.insert(key, result.clone());
        result
    }

    fn convert(&mut self, formula: &Formula, positive: bool) -> Formula {
        match formula.operator() {
            Operator::True => Formula::constant(positive),
            Operator::False => Formula::constant(!positive),
            Operator::Atom(_) if positive => formula.clone(),
            Operator::Atom(_) => formula.clone().not(),
            Operator::Not(part) => self.push(part, !positive),
            Operator::And(parts) | Operator::Or(parts) => {
                let conjunction = matches!(formula.operator(), Operator::And(_)) == positive;
                let parts: Vec<_> = parts.iter().map(|part| self.push(part, positive)).collect();
                if conjunction { Formula::all(parts) } else { Formula::any(parts) }
            }
            Operator::Implies(left, right) => {
                let (left, right) = (self.push(left, !positive), self.push(right, positive));
                if positive { left.or(right) } else { left.and(right) }
            }
            Operator::Equivalent(left, right) => {
                let (yes, no) = (self.push(left, true), self.push(left, false));
                let (same, other) = (self.push(right, positive), self.push(right, !positive));
                yes.and(same).or(no.and(other))
            }
            Operator::Next(part) => self.push(part, positive).next(),
            Operator::Until(left, right) | Operator::Release(left, right) => {
                let until = matches!(formula.operator(), Operator::Until(..)) == positive;
                let (left, right) = (self.push(left, positive), self.push(right, positive));
                if until { left.until(right) } else { left.release(right) }
            }
            Operator::WeakUntil(left, right) => {
                let (left, right) = (self.push(left, positive), self.push(right, positive));
                if positive { left.weak_until(right) } else { right.clone().until(left.and(right)) }
            }
            Operator::Eventually(part) | Operator::Always(part) => {
                let always = matches!(formula.operator(), Operator::Always(_)) == positive;
                let part = self.push(part, positive);
                if always { part.always() } else { part.eventually() }
            }
        }
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display(&|atom| atom.to_string()), out)
    }
}

struct Named<'a> {
    formula: &'a Formula,
    name: &'a dyn Fn(AtomId) -> String,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under = |part: &Formula, out: &mut fmt::Formatter<'_>| -> fmt::Result {
            let shown = Named { formula: part, name: self.name };
            let bare = matches!(
                part.operator(),
                Operator::True
                    | Operator::False
                    | Operator::Atom(_)
                    | Operator::Not(_)
                    | Operator::Next(_)
                    | Operator::Eventually(_)
                    | Operator::Always(_)
            );
            if bare { write!(out, "{shown}") } else { write!(out, "({shown})") }
        };
        let prefix = |sign: &str, part: &Formula, out: &mut fmt::Formatter<'_>| {
            out.write_str(sign)?;
            under(part, out)
        };
        let infix = |sign: &str, parts: &[&Formula], out: &mut fmt::Formatter<'_>| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    write!(out, " {sign} ")?;
                }
                under(part, out)?;
            }
            Ok(())
        };
        let parts = self.formula.parts();
        match self.formula.operator() {
            Operator::True => out.write_str("true"),
            Operator::False => out.write_str("false"),
            Operator::Atom(atom) => out.write_str(&(self.name)(*atom)),
            Operator::Not(part) => prefix("!", part, out),
            Operator::Next(part) => prefix("X ", part, out),
            Operator::Eventually(part) => prefix("<>", part, out),
            Operator::Always(part) => prefix("[]", part, out),
            Operator::And(_) => infix("&&", &parts, out),
            Operator::Or(_) => infix("||", &parts, out),
            Operator::Implies(..) => infix("->", &parts, out),
            Operator::Equivalent(..) => infix("<->", &parts, out),
            Operator::Until(..) => infix("U", &parts, out),
            Operator::Release(..) => infix("V", &parts, out),
            Operator::WeakUntil(..) => infix("W", &parts, out),
        }
    }
}

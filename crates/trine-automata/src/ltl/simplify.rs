//! Rewrites formulas into equivalent ones that translate to smaller automata.
//!
//! The rules are stated for conjunction, `X` and `U`; disjunction and `V` get theirs by duality,
//! through negation. `e` below is a term that equals `<>e`, `q` one that holds always or never.

use rustc_hash::FxHashMap;

use super::formula::Formula;
use super::normal::{FALSE, Pool, Shape, TRUE, Term};

/// An equivalent formula in negation normal form, usually shorter.
pub fn simplify(formula: &Formula) -> Formula {
    let mut pool = Pool::simplifying();
    let term = pool.add(formula);
    pool.formula(term)
}

/// Longer conjunctions are not searched for parts that imply each other.
const PART_LIMIT: usize = 64;

impl Pool {
    fn rewrites(&self) -> bool {
        !self.effort.is_exhausted()
    }

    /// The conjunction, flat, sorted and without duplicates, or an equivalent term that is simpler.
    pub fn and(&mut self, parts: Vec<Term>) -> Term {
        let Some(parts) = self.flatten(parts) else { return FALSE };
        if self.rewrites()
            && (2..=PART_LIMIT).contains(&parts.len())
            && let Some(better) = self.rewrite_and(&parts)
        {
            return better;
        }
        match parts.len() {
            0 => TRUE,
            1 => parts[0],
            _ => self.intern(Shape::And(parts.into())),
        }
    }

    /// The disjunction, by the rules for the conjunction of the negations.
    pub fn or(&mut self, parts: Vec<Term>) -> Term {
        let negated = parts.into_iter().map(|part| self.not(part)).collect();
        let negation = self.and(negated);
        self.not(negation)
    }

    /// The term at the next position; what does not depend on time stays as it is.
    pub fn next(&mut self, part: Term) -> Term {
        if part == TRUE || part == FALSE {
            return part;
        }
        if self.rewrites() {
            if self.facts(part).timeless() {
                return part;
            }
            // X(p && q) = X p && q, and the same for ||.
            if let Shape::And(parts) | Shape::Or(parts) = self.shape(part) {
                let conjunction = matches!(self.shape(part), Shape::And(_));
                let (timeless, rest): (Vec<Term>, Vec<Term>) =
                    parts.iter().partition(|part| self.facts(**part).timeless());
                if !timeless.is_empty() {
                    let rest = if conjunction { self.and(rest) } else { self.or(rest) };
                    let mut parts = timeless;
                    parts.push(self.next(rest));
                    return if conjunction { self.and(parts) } else { self.or(parts) };
                }
            }
        }
        self.intern(Shape::Next(part))
    }

    /// `left U right`, or a term that is equivalent and simpler.
    pub fn until(&mut self, left: Term, right: Term) -> Term {
        if right == TRUE || right == FALSE || left == FALSE || left == right {
            return right;
        }
        if self.rewrites()
            && let Some(better) = self.rewrite_until(left, right)
        {
            return better;
        }
        self.intern(Shape::Until(left, right))
    }

    /// `left R right`, by the rules for until.
    pub fn release(&mut self, left: Term, right: Term) -> Term {
        let (left, right) = (self.not(left), self.not(right));
        let negation = self.until(left, right);
        self.not(negation)
    }

    /// `F part`, as `true U part`.
    pub fn eventually(&mut self, part: Term) -> Term {
        self.until(TRUE, part)
    }

    /// `G part`, as `false R part`.
    pub fn always(&mut self, part: Term) -> Term {
        self.release(FALSE, part)
    }

    /// Sorted parts without repetition, constants or nested conjunctions; `None` means false.
    fn flatten(&mut self, parts: Vec<Term>) -> Option<Vec<Term>> {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.shape(part) {
                Shape::True => {}
                Shape::False => return None,
                Shape::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        Some(flat)
    }

    fn rewrite_and(&mut self, parts: &[Term]) -> Option<Term> {
        let without = |index: usize| -> Vec<Term> {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
            others.map(|(_, &part)| part).collect()
        };
        for (index, &part) in parts.iter().enumerate() {
            for &other in parts {
                if part == other {
                    continue;
                }
                let contrary = self.not(part);
                if self.implies(other, contrary) {
                    return Some(FALSE);
                }
                if self.implies(other, part) {
                    return Some(self.and(without(index)));
                }
            }
        }
        for (index, &part) in parts.iter().enumerate() {
            let others = without(index);
            // p && (!p || r) = p && r; p && ((p && r) || s) = p && (r || s)
            if let Shape::Or(choices) = self.shape(part).clone() {
                let mut kept = Vec::new();
                for &choice in &choices {
                    let contrary = self.not(choice);
                    if !others.iter().any(|&other| self.implies(other, contrary)) {
                        kept.push(self.without_implied(choice, &others));
                    }
                }
                if *kept != *choices {
                    let rest = self.or(kept);
                    return Some(self.and_with(others, rest));
                }
            }
            // p && X []p = []p
            if let Shape::Next(later) = *self.shape(part)
                && let Shape::Release(FALSE, body) = *self.shape(later)
                && others.iter().any(|&other| self.implies(other, body))
            {
                return Some(self.and_with(others, later));
            }
        }
        for (index, &part) in parts.iter().enumerate() {
            for (second, &other) in parts.iter().enumerate().skip(index + 1) {
                if let Some(joined) = self.join(part, other) {
                    let mut rest = without(second);
                    rest.remove(index);
                    return Some(self.and_with(rest, joined));
                }
            }
        }
        for &part in parts {
            if self.facts(part).universal
                && let Some(better) = self.assume_in_others(part, parts)
            {
                return Some(better);
            }
        }
        None
    }

    /// A conjunction without the parts that one of the given terms implies.
    fn without_implied(&mut self, term: Term, given: &[Term]) -> Term {
        let Shape::And(parts) = self.shape(term).clone() else { return term };
        let needed = |&part: &Term| !given.iter().any(|&given| self.implies(given, part));
        let kept: Vec<Term> = parts.iter().copied().filter(needed).collect();
        if kept.len() < parts.len() { self.and(kept) } else { term }
    }

    fn and_with(&mut self, mut parts: Vec<Term>, part: Term) -> Term {
        parts.push(part);
        self.and(parts)
    }

    /// One term for a conjunction of two.
    fn join(&mut self, one: Term, other: Term) -> Option<Term> {
        match (self.shape(one).clone(), self.shape(other).clone()) {
            (Shape::Next(one), Shape::Next(other)) => {
                let both = self.and(vec![one, other]);
                Some(self.next(both))
            }
            // (p U r) && (q U r) = (p && q) U r
            (Shape::Until(left, right), Shape::Until(other_left, other_right)) => {
                if right == other_right {
                    let both = self.and(vec![left, other_left]);
                    return Some(self.until(both, right));
                }
                // <>[]p && <>[]q = <>[](p && q)
                if left == TRUE
                    && other_left == TRUE
                    && let Shape::Release(FALSE, body) = *self.shape(right)
                    && let Shape::Release(FALSE, other_body) = *self.shape(other_right)
                {
                    let both = self.and(vec![body, other_body]);
                    let always = self.always(both);
                    return Some(self.eventually(always));
                }
                None
            }
            // (p V q) && (p V r) = p V (q && r), but []<>p && []<>q stay apart: each part holds at
            // every moment or at none, and is best kept outside.
            (Shape::Release(left, right), Shape::Release(other_left, other_right)) => {
                let timeless = left == FALSE
                    && (self.facts(right).eventual || self.facts(other_right).eventual);
                if left != other_left || timeless {
                    return None;
                }
                let both = self.and(vec![right, other_right]);
                Some(self.release(left, both))
            }
            _ => None,
        }
    }

    /// What holds now and at every later moment can be taken for granted in the other parts.
    fn assume_in_others(&mut self, given: Term, parts: &[Term]) -> Option<Term> {
        let mut done = FxHashMap::default();
        let mut changed = false;
        let mut result = vec![given];
        for &part in parts {
            if part == given {
                continue;
            }
            let better = self.assume(given, part, &mut done);
            changed |= better != part;
            result.push(better);
        }
        changed.then(|| self.and(result))
    }

    fn assume(&mut self, given: Term, term: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(&better) = done.get(&term) {
            return better;
        }
        let contrary = self.not(term);
        let better = if self.implies(given, term) {
            TRUE
        } else if self.implies(given, contrary) {
            FALSE
        } else {
            match self.shape(term).clone() {
                Shape::And(parts) => {
                    let parts = parts.iter().map(|&part| self.assume(given, part, done)).collect();
                    self.and(parts)
                }
                Shape::Or(parts) => {
                    let parts = parts.iter().map(|&part| self.assume(given, part, done)).collect();
                    self.or(parts)
                }
                Shape::Next(part) => {
                    let part = self.assume(given, part, done);
                    self.next(part)
                }
                Shape::Until(left, right) => {
                    let left = self.assume(given, left, done);
                    let right = self.assume(given, right, done);
                    self.until(left, right)
                }
                Shape::Release(left, right) => {
                    let left = self.assume(given, left, done);
                    let right = self.assume(given, right, done);
                    self.release(left, right)
                }
                Shape::True | Shape::False | Shape::Literal(..) => term,
            }
        };
        done.insert(term, better);
        better
    }

    fn rewrite_until(&mut self, left: Term, right: Term) -> Option<Term> {
        // p U e = e; p U r = r where p implies r
        if self.facts(right).eventual || self.implies(left, right) {
            return Some(right);
        }
        let contrary = self.not(left);
        if left != TRUE && self.implies(contrary, right) {
            return Some(self.eventually(right));
        }
        self.until_by_right(left, right).or_else(|| self.until_by_left(left, right))
    }

    /// The rules for until that the form of its right side allows.
    fn until_by_right(&mut self, left: Term, right: Term) -> Option<Term> {
        match self.shape(right).clone() {
            Shape::Until(inner, last) => {
                // p U (r U s) = r U s where p implies r, = p U s where r implies p
                if self.implies(left, inner) {
                    return Some(right);
                }
                if self.implies(inner, left) {
                    return Some(self.until(left, last));
                }
            }
            // p U (r || e) = (p U r) || e
            Shape::Or(parts) => {
                let (eventual, mut rest): (Vec<Term>, Vec<Term>) =
                    parts.iter().partition(|part| self.facts(**part).eventual);
                if !eventual.is_empty() {
                    let rest = {
                        let body = self.or(std::mem::take(&mut rest));
                        self.until(left, body)
                    };
                    let mut parts = eventual;
                    parts.push(rest);
                    return Some(self.or(parts));
                }
                // p U ((r && q) || s) = (p U (r && q)) || (p U s), for then q comes out
                let has_timeless = |part: &Term| match self.shape(*part) {
                    Shape::And(inner) => inner.iter().any(|part| self.facts(*part).timeless()),
                    _ => false,
                };
                if let Some(&part) = parts.iter().find(|part| has_timeless(part)) {
                    let rest = parts.iter().copied().filter(|&other| other != part).collect();
                    let rest = self.or(rest);
                    let choices = vec![self.until(left, part), self.until(left, rest)];
                    return Some(self.or(choices));
                }
            }
            // p U (r && q) = (p U r) && q
            Shape::And(parts) => {
                let (timeless, rest): (Vec<Term>, Vec<Term>) =
                    parts.iter().partition(|part| self.facts(**part).timeless());
                if !timeless.is_empty() {
                    let body = self.and(rest);
                    let until = self.until(left, body);
                    return Some(self.and_with(timeless, until));
                }
            }
            // X p U X r = X(p U r)
            Shape::Next(later) => {
                let before = match self.shape(left) {
                    Shape::True => Some(TRUE),
                    Shape::Next(before) => Some(*before),
                    _ => None,
                };
                if let Some(before) = before {
                    let until = self.until(before, later);
                    return Some(self.next(until));
                }
            }
            _ => {}
        }
        None
    }

    /// The rules for until that the form of its left side allows.
    fn until_by_left(&mut self, left: Term, right: Term) -> Option<Term> {
        match self.shape(left).clone() {
            // (p || s) U r = p U r where s implies r
            Shape::Or(parts) => {
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.implies(part, right)).collect();
                if kept.len() < parts.len() {
                    let left = self.or(kept);
                    return Some(self.until(left, right));
                }
                if let Some(left) = self.drop_lasting(&parts, right) {
                    return Some(self.until(left, right));
                }
            }
            // (p && s) U r = p U r where s or r always holds
            Shape::And(parts) => {
                let contrary = self.not(right);
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.implies(contrary, part)).collect();
                if kept.len() < parts.len() {
                    let left = self.and(kept);
                    return Some(self.until(left, right));
                }
            }
            // (p U r) U r = p U r
            Shape::Until(_, last) if last == right => return Some(left),
            _ => {}
        }
        None
    }

    /// (p || u) U (u && r) = p U (u && r) where u lasts for ever and p holds unless r does: once u
    /// holds, waiting for r is waiting with p.
    fn drop_lasting(&mut self, choices: &[Term], right: Term) -> Option<Term> {
        let Shape::And(wanted) = self.shape(right).clone() else { return None };
        for &lasting in choices {
            if !self.facts(lasting).universal || !wanted.contains(&lasting) {
                continue;
            }
            let others = choices.iter().copied().filter(|&choice| choice != lasting).collect();
            let left = self.or(others);
            let rest = wanted.iter().copied().filter(|&part| part != lasting).collect();
            let rest = self.and(rest);
            let contrary = self.not(left);
            if self.implies(contrary, rest) {
                return Some(left);
            }
        }
        None
    }
}

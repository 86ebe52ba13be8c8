//! Rewrites formulas into equivalent ones that translate to smaller automata.
//!
//! The rules are stated for conjunction, `X` and `U`; disjunction and `V` get theirs by duality,
//! through negation. `e` below is a term that equals `<>e`, `q` one that holds always or never.

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

    pub fn or(&mut self, parts: Vec<Term>) -> Term {
        let negated = parts.into_iter().map(|part| self.not(part)).collect();
        let negation = self.and(negated);
        self.not(negation)
    }

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

    pub fn release(&mut self, left: Term, right: Term) -> Term {
        let (left, right) = (self.not(left), self.not(right));
        let negation = self.until(left, right);
        self.not(negation)
    }

    pub fn eventually(&mut self, part: Term) -> Term {
        self.until(TRUE, part)
    }

    pub fn always(&mut self, part: Term) -> Term {
        self.release(FALSE, part)
    }

    /// Writes disjunctions that hold always or never as one recurrence: `[]<>p || q` becomes
    /// `[]<>(p || q)`, and there `<>[]p` becomes `[]p`. It is no simpler, but its automaton can go
    /// back to where nothing is decided yet.
    pub fn gather(&mut self, term: Term) -> Term {
        let parts = match self.shape(term).clone() {
            Shape::True | Shape::False | Shape::Literal(..) => return term,
            Shape::And(parts) => {
                let parts = parts.iter().map(|&part| self.gather(part)).collect();
                return self.and(parts);
            }
            Shape::Next(part) => {
                let part = self.gather(part);
                return self.next(part);
            }
            Shape::Until(left, right) => {
                let (left, right) = (self.gather(left), self.gather(right));
                return self.until(left, right);
            }
            Shape::Release(left, right) => {
                let (left, right) = (self.gather(left), self.gather(right));
                return self.release(left, right);
            }
            Shape::Or(parts) => parts,
        };
        let parts: Vec<Term> = parts.iter().map(|&part| self.gather(part)).collect();
        let (timeless, mut rest): (Vec<Term>, Vec<Term>) =
            parts.iter().partition(|part| self.facts(**part).timeless());
        if timeless.len() < 2 {
            return self.or(parts);
        }
        let recurrence = timeless.iter().find_map(|&part| Some((part, self.recurrences(part)?)));
        let mut choices: Vec<Term> = Vec::new();
        for &part in &timeless {
            if recurrence.as_ref().is_none_or(|(recurrent, _)| *recurrent != part) {
                choices.push(match *self.shape(part) {
                    Shape::Until(TRUE, body) => body,
                    _ => part,
                });
            }
        }
        // Interned as they are: the constructors would take them apart again.
        let gathered = match recurrence {
            None => {
                let any = self.intern_or(choices);
                self.intern(Shape::Until(TRUE, any))
            }
            Some((_, recurring)) => {
                let mut all: Vec<Term> = Vec::new();
                for body in recurring {
                    let any = self.intern_or([&choices[..], &[body]].concat());
                    let eventually = self.intern(Shape::Until(TRUE, any));
                    all.push(self.intern(Shape::Release(FALSE, eventually)));
                }
                all.sort_unstable();
                all.dedup();
                if all.len() == 1 { all[0] } else { self.intern(Shape::And(all.into())) }
            }
        };
        rest.push(gathered);
        self.intern_or(rest)
    }

    fn intern_or(&mut self, mut parts: Vec<Term>) -> Term {
        parts.sort_unstable();
        parts.dedup();
        if parts.len() == 1 { parts[0] } else { self.intern(Shape::Or(parts.into())) }
    }

    /// The terms `p`, `r`, … if the term is `[]<>p && []<>r && …`.
    fn recurrences(&self, term: Term) -> Option<Vec<Term>> {
        let eventually = |term: Term| match *self.shape(term) {
            Shape::Until(TRUE, body) => Some(body),
            _ => None,
        };
        match self.shape(term) {
            Shape::And(parts) => {
                let all: Option<Vec<Vec<Term>>> =
                    parts.iter().map(|&part| self.recurrences(part)).collect();
                Some(all?.concat())
            }
            Shape::Release(FALSE, body) => match self.shape(*body) {
                Shape::And(parts) => parts.iter().map(|&part| eventually(part)).collect(),
                _ => Some(vec![eventually(*body)?]),
            },
            _ => None,
        }
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
        let mut changed = false;
        let mut result = vec![given];
        for &part in parts {
            if part == given {
                continue;
            }
            let better = self.assume(given, part);
            changed |= better != part;
            result.push(better);
        }
        changed.then(|| self.and(result))
    }

    fn assume(&mut self, given: Term, term: Term) -> Term {
        if self.implies(given, term) {
            return TRUE;
        }
        let contrary = self.not(term);
        if self.implies(given, contrary) {
            return FALSE;
        }
        match self.shape(term).clone() {
            Shape::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&part| self.assume(given, part)).collect();
                self.and(parts)
            }
            Shape::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&part| self.assume(given, part)).collect();
                self.or(parts)
            }
            Shape::Next(part) => {
                let part = self.assume(given, part);
                self.next(part)
            }
            Shape::Until(left, right) => {
                let (left, right) = (self.assume(given, left), self.assume(given, right));
                self.until(left, right)
            }
            Shape::Release(left, right) => {
                let (left, right) = (self.assume(given, left), self.assume(given, right));
                self.release(left, right)
            }
            Shape::True | Shape::False | Shape::Literal(..) => term,
        }
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

    /// Does the syntax show that wherever `one` holds, `other` does? "No" means only "not shown".
    pub(super) fn implies(&mut self, one: Term, other: Term) -> bool {
        if one == other || one == FALSE || other == TRUE {
            return true;
        }
        if one == TRUE || other == FALSE {
            return false;
        }
        if let Some(&known) = self.implications.get(&(one, other)) {
            return known;
        }
        if self.effort.spend(1).is_err() {
            return false;
        }
        // The answer for now, should the question come back while it is being answered.
        self.implications.insert((one, other), false);
        let answer = self.find_implication(one, other);
        self.implications.insert((one, other), answer);
        answer
    }

    fn find_implication(&mut self, one: Term, other: Term) -> bool {
        let (from, to) = (self.shape(one).clone(), self.shape(other).clone());
        match (&from, &to) {
            (Shape::Or(parts), _) => return parts.iter().all(|&part| self.implies(part, other)),
            (_, Shape::And(parts)) => return parts.iter().all(|&part| self.implies(one, part)),
            _ => {}
        }
        if let Shape::And(parts) = &from
            && parts.iter().any(|&part| self.implies(part, other))
        {
            return true;
        }
        if let Shape::Or(parts) = &to
            && parts.iter().any(|&part| self.implies(one, part))
        {
            return true;
        }
        let (eventual, universal) = (self.facts(other).eventual, self.facts(one).universal);
        match (&from, &to) {
            (Shape::Next(one), Shape::Next(other)) if self.implies(*one, *other) => return true,
            (Shape::Until(before, last), Shape::Until(other_before, _))
                if self.implies(*last, other) && self.implies(*before, *other_before) =>
            {
                return true;
            }
            (Shape::Release(stop, _), Shape::Release(other_stop, body))
                if self.implies(one, *body) && self.implies(*stop, *other_stop) =>
            {
                return true;
            }
            _ => {}
        }
        let by_one = match from {
            Shape::Next(later) => eventual && self.implies(later, other),
            Shape::Until(before, last) => {
                self.implies(last, other) && (eventual || self.implies(before, other))
            }
            Shape::Release(_, body) => self.implies(body, other),
            _ => false,
        };
        by_one
            || match to {
                Shape::Next(later) => universal && self.implies(one, later),
                Shape::Until(_, last) => self.implies(one, last),
                Shape::Release(stop, body) => {
                    self.implies(one, body) && (universal || self.implies(one, stop))
                }
                _ => false,
            }
    }
}

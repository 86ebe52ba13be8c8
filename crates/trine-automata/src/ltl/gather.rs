//! Another way to write what holds always or never, for the sake of its automaton.

use rustc_hash::FxHashMap;

use super::normal::{FALSE, Pool, Shape, TRUE, Term};

impl Pool {
    /// Writes disjunctions that hold always or never as one recurrence: `[]<>p || q` becomes
    /// `[]<>(p || q)`, and there `<>[]p` becomes `[]p`. It is no simpler, but its automaton can go
    /// back to where nothing is decided yet. For the same reason `p U u` becomes
    /// `<>u && [](p || u)` where `u` lasts for ever, and dually for `V`.
    pub fn gather(&mut self, term: Term) -> Term {
        self.gather_parts(term, &mut FxHashMap::default())
    }

    fn gather_parts(&mut self, term: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(&gathered) = done.get(&term) {
            return gathered;
        }
        let shape = self.shape(term).clone();
        let mut of = |part: &Term| self.gather_parts(*part, done);
        let gathered = match shape {
            Shape::True | Shape::False | Shape::Literal(..) => term,
            Shape::And(parts) => {
                let parts = parts.iter().map(of).collect();
                self.and(parts)
            }
            Shape::Or(parts) => {
                let parts = parts.iter().map(of).collect();
                self.gather_choices(parts)
            }
            Shape::Next(part) => {
                let part = of(&part);
                self.next(part)
            }
            Shape::Until(left, right) => {
                let (left, right) = (of(&left), of(&right));
                if left != TRUE && self.facts(right).universal {
                    let comes = self.eventually(right);
                    let either = self.or(vec![left, right]);
                    let meanwhile = self.always(either);
                    self.and(vec![comes, meanwhile])
                } else {
                    self.until(left, right)
                }
            }
            Shape::Release(left, right) => {
                let (left, right) = (of(&left), of(&right));
                if left != FALSE && self.facts(right).eventual {
                    let both = self.and(vec![left, right]);
                    let released = self.eventually(both);
                    let for_ever = self.always(right);
                    self.gather_choices(vec![released, for_ever])
                } else {
                    self.release(left, right)
                }
            }
        };
        done.insert(term, gathered);
        gathered
    }

    fn gather_choices(&mut self, parts: Vec<Term>) -> Term {
        let plain = self.or(parts);
        let Shape::Or(parts) = self.shape(plain).clone() else { return plain };
        let (timeless, mut rest): (Vec<Term>, Vec<Term>) =
            parts.iter().partition(|part| self.facts(**part).timeless());
        if timeless.len() < 2 {
            return plain;
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
}

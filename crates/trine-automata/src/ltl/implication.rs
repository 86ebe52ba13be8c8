//! Implications between terms that can be read off their syntax.
//!
//! After Somenzi and Bloem, "Efficient Büchi Automata from LTL Formulae" (2000), and Babiak et al.,
//! "LTL to Büchi Automata Translation: Fast and More Deterministic" (2012).

use super::normal::{FALSE, Pool, Shape, TRUE, Term};

impl Pool {
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

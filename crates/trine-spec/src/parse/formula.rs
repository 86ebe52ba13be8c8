//! Reads formulas of linear temporal logic whose atoms are events and conditions in quotes.
//!
//! Unary operators bind tightest, then `U W R` (to the right), `&&`, `||`, `->` and `<->` (both
//! to the right).

use trine_base::Diagnostic;

use super::{Parse, Parser};
use crate::ast::{Atom, Formula, FormulaKind, Place};
use crate::lex::Kind;

type Pair = fn(Box<Formula>, Box<Formula>) -> FormulaKind;
type Alone = fn(Box<Formula>) -> FormulaKind;

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parse<Formula> {
        self.deeper(|parser| {
            let left = parser.implication()?;
            if parser.eat(Kind::BothArrow) || parser.eat_word("equivalent") {
                let right = parser.formula()?;
                return Ok(pair(FormulaKind::Equivalent, left, right));
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Parse<Formula> {
        self.deeper(|parser| {
            let left = parser.disjunction()?;
            if parser.eat(Kind::Arrow) || parser.eat_word("implies") {
                let right = parser.implication()?;
                return Ok(pair(FormulaKind::Implies, left, right));
            }
            Ok(left)
        })
    }

    fn disjunction(&mut self) -> Parse<Formula> {
        let mut parts = vec![self.conjunction()?];
        while self.eat_doubled(Kind::BarBar, Kind::Bar, "||") || self.eat_word("or") {
            parts.push(self.conjunction()?);
        }
        Ok(joined(parts, FormulaKind::Or))
    }

    fn conjunction(&mut self) -> Parse<Formula> {
        let mut parts = vec![self.temporal()?];
        while self.eat_doubled(Kind::AndAnd, Kind::Ampersand, "&&") || self.eat_word("and") {
            parts.push(self.temporal()?);
        }
        Ok(joined(parts, FormulaKind::And))
    }

    /// The operator; half of it is reported and taken for it.
    fn eat_doubled(&mut self, whole: Kind, half: Kind, text: &str) -> bool {
        if self.kind() == half {
            let problem = self.unexpected_problem(&format!("`{text}`"));
            self.report(problem.help(format!("did you mean `{text}`?")));
            return self.eat(half);
        }
        self.eat(whole)
    }

    fn temporal(&mut self) -> Parse<Formula> {
        self.deeper(|parser| {
            let left = parser.unary()?;
            let words: [(&[&'static str], Pair); 3] = [
                (&["U", "until"], FormulaKind::Until),
                (&["W", "weakuntil"], FormulaKind::WeakUntil),
                (&["R", "V", "release"], FormulaKind::Release),
            ];
            for (words, kind) in words {
                if parser.word_of(words).is_some() {
                    parser.bump();
                    let right = parser.temporal()?;
                    return Ok(pair(kind, left, right));
                }
            }
            Ok(left)
        })
    }

    fn unary(&mut self) -> Parse<Formula> {
        let start = self.span();
        let always = self.kind() == Kind::OpenBracket && self.ahead(1).kind == Kind::CloseBracket;
        let operator: Option<Alone> = match self.kind() {
            Kind::Bang => Some(FormulaKind::Not),
            Kind::Diamond => Some(FormulaKind::Eventually),
            Kind::OpenBracket if always => Some(FormulaKind::Always),
            Kind::Word => match self.text_of(self.token()) {
                "not" => Some(FormulaKind::Not),
                "eventually" => Some(FormulaKind::Eventually),
                "always" => Some(FormulaKind::Always),
                "X" | "next" => Some(FormulaKind::Next),
                _ => None,
            },
            _ => None,
        };
        let Some(operator) = operator.or_else(|| self.letter()) else {
            return self.operand_formula();
        };
        self.bump();
        if always {
            self.bump();
        }
        let inner = self.deeper(Self::unary)?;
        Ok(Formula { kind: operator(Box::new(inner)), place: self.since(start) })
    }

    /// Other tools write `G` and `F`; they are reported, and taken for what they mean there.
    fn letter(&mut self) -> Option<Alone> {
        let next = self.ahead(1);
        let operand = match next.kind {
            Kind::Word => {
                let operators = ["U", "W", "R", "V", "until", "weakuntil", "release"];
                let joints = ["and", "or", "implies", "equivalent"];
                let word = self.text_of(next);
                !operators.contains(&word) && !joints.contains(&word)
            }
            Kind::Text | Kind::OpenParen | Kind::Bang | Kind::Diamond | Kind::OpenBracket => true,
            _ => false,
        };
        let (letter, meant, operator): (_, _, Alone) = match self.word_of(&["G", "F"]) {
            Some("G") if operand => ("G", "`[]` or `always`", FormulaKind::Always),
            Some("F") if operand => ("F", "`<>` or `eventually`", FormulaKind::Eventually),
            _ => return None,
        };
        let span = self.span();
        self.report(Diagnostic::error(format!("`{letter}` is written {meant}"), span));
        Some(operator)
    }

    fn operand_formula(&mut self) -> Parse<Formula> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::OpenParen => {
                self.bump();
                let inner = self.formula()?;
                if self.kind() != Kind::CloseParen {
                    self.expect_in_formula()?;
                }
                self.bump();
                return Ok(inner);
            }
            Kind::Text => FormulaKind::Atom(Atom::Predicate(self.predicate()?)),
            Kind::Word if !self.at_item() => {
                let name = self.ident("an event")?;
                match name.name.as_str() {
                    "true" => FormulaKind::True,
                    "false" => FormulaKind::False,
                    _ => FormulaKind::Atom(Atom::Event(name)),
                }
            }
            _ => return self.unexpected("an event, a condition in quotes or an operator"),
        };
        Ok(Formula { kind, place: self.since(start) })
    }

    fn expect_in_formula(&mut self) -> Parse<()> {
        let problem = self.unexpected_problem("an operator or `)`");
        let comparison = [Kind::Less, Kind::LessEqual, Kind::Greater, Kind::GreaterEqual];
        let equality = [Kind::Equal, Kind::EqualEqual, Kind::NotEqual, Kind::Dot];
        let condition = comparison.contains(&self.kind()) || equality.contains(&self.kind());
        let problem: Diagnostic = if condition {
            problem.help("a condition on variables stands in quotes: \"x > 0\"")
        } else {
            problem
        };
        self.fail(problem)
    }
}

fn pair(kind: Pair, left: Formula, right: Formula) -> Formula {
    let place = Place(left.place.0.to(right.place.0));
    Formula { kind: kind(Box::new(left), Box::new(right)), place }
}

fn joined(mut parts: Vec<Formula>, kind: fn(Vec<Formula>) -> FormulaKind) -> Formula {
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    let place = Place(parts[0].place.0.to(parts[parts.len() - 1].place.0));
    Formula { kind: kind(parts), place }
}

//! Writes regular expressions, formulas and conditions with as few parentheses as they need.

use std::fmt::{Display, Formatter, Result, Write};

use crate::ast::{
    Atom, Expression, ExpressionKind, ExpressionPath, Formula, FormulaKind, Predicate, Regex,
    RegexKind, Repetition,
};

impl Display for Regex {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.kind {
            RegexKind::Empty => out.write_str("()"),
            RegexKind::Event(event) => event.fmt(out),
            RegexKind::Any => out.write_char('.'),
            RegexKind::OneOf(events) => write!(out, "[{}]", super::list(events)),
            RegexKind::NoneOf(events) => write!(out, "[^{}]", super::list(events)),
            RegexKind::Sequence(parts) => regexes(parts, "; ", 2, out),
            RegexKind::Choice(parts) => regexes(parts, " | ", 1, out),
            RegexKind::Repeat(inner, repetition) => {
                guarded(&**inner, regex_strength(inner) < 3, out)?;
                match repetition {
                    Repetition::Star => out.write_char('*'),
                    Repetition::Plus => out.write_char('+'),
                    Repetition::Optional => out.write_char('?'),
                    Repetition::Exactly(count) => write!(out, "{{{count}}}"),
                    Repetition::Between(least, most) => write!(out, "{{{least},{most}}}"),
                }
            }
        }
    }
}

fn regex_strength(regex: &Regex) -> u8 {
    match &regex.kind {
        RegexKind::Choice(_) => 1,
        RegexKind::Sequence(_) => 2,
        _ => 3,
    }
}

fn regexes(parts: &[Regex], joint: &str, strength: u8, out: &mut Formatter<'_>) -> Result {
    for (index, part) in parts.iter().enumerate() {
        out.write_str(if index > 0 { joint } else { "" })?;
        guarded(part, regex_strength(part) <= strength, out)?;
    }
    Ok(())
}

fn guarded(inner: &dyn Display, parentheses: bool, out: &mut Formatter<'_>) -> Result {
    if parentheses { write!(out, "({inner})") } else { inner.fmt(out) }
}

impl Display for Formula {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let strength = formula_strength(self);
        let unary = |operator: &str, inner: &Formula, out: &mut Formatter<'_>| {
            out.write_str(operator)?;
            guarded(inner, formula_strength(inner) < strength, out)
        };
        match &self.kind {
            FormulaKind::True => out.write_str("true"),
            FormulaKind::False => out.write_str("false"),
            FormulaKind::Atom(atom) => atom.fmt(out),
            FormulaKind::Not(inner) => unary("!", inner, out),
            FormulaKind::Next(inner) => unary("X ", inner, out),
            FormulaKind::Always(inner) => unary("[]", inner, out),
            FormulaKind::Eventually(inner) => unary("<>", inner, out),
            FormulaKind::Until(left, right) => pair(left, "U", right, strength, out),
            FormulaKind::WeakUntil(left, right) => pair(left, "W", right, strength, out),
            FormulaKind::Release(left, right) => pair(left, "R", right, strength, out),
            FormulaKind::And(parts) => formulas(parts, " && ", strength, out),
            FormulaKind::Or(parts) => formulas(parts, " || ", strength, out),
            FormulaKind::Implies(left, right) => pair(left, "->", right, strength, out),
            FormulaKind::Equivalent(left, right) => pair(left, "<->", right, strength, out),
        }
    }
}

fn formula_strength(formula: &Formula) -> u8 {
    match &formula.kind {
        FormulaKind::Equivalent(..) => 1,
        FormulaKind::Implies(..) => 2,
        FormulaKind::Or(_) => 3,
        FormulaKind::And(_) => 4,
        FormulaKind::Until(..) | FormulaKind::WeakUntil(..) | FormulaKind::Release(..) => 5,
        FormulaKind::Not(_)
        | FormulaKind::Next(_)
        | FormulaKind::Always(_)
        | FormulaKind::Eventually(_) => 6,
        FormulaKind::True | FormulaKind::False | FormulaKind::Atom(_) => 7,
    }
}

/// Binary operators group to the right.
fn pair(
    left: &Formula,
    operator: &str,
    right: &Formula,
    strength: u8,
    out: &mut Formatter<'_>,
) -> Result {
    guarded(left, formula_strength(left) <= strength, out)?;
    write!(out, " {operator} ")?;
    guarded(right, formula_strength(right) < strength, out)
}

fn formulas(parts: &[Formula], joint: &str, strength: u8, out: &mut Formatter<'_>) -> Result {
    for (index, part) in parts.iter().enumerate() {
        out.write_str(if index > 0 { joint } else { "" })?;
        guarded(part, formula_strength(part) <= strength, out)?;
    }
    Ok(())
}

impl Display for Atom {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Atom::Event(event) => event.fmt(out),
            Atom::Predicate(predicate) => predicate.fmt(out),
        }
    }
}

impl Display for Predicate {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "\"{}\"", self.expression)
    }
}

impl Display for Expression {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ExpressionKind::Number(number) => number.fmt(out),
            ExpressionKind::Boolean(value) => value.fmt(out),
            ExpressionKind::Null => out.write_str("null"),
            ExpressionKind::Path(path) => path.fmt(out),
            ExpressionKind::At(path, label) => write!(out, "{path}@{label}"),
            ExpressionKind::Unary(operator, inner) => {
                out.write_str(operator.symbol())?;
                guarded(&**inner, expression_strength(inner) < TIGHTEST, out)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let strength = operator.strength();
                // Equal strength groups to the left, except that comparisons do not group.
                let loose = |part: &Expression| expression_strength(part) < strength;
                let same = |part: &Expression| expression_strength(part) == strength;
                let comparison = operator.is_comparison();
                guarded(&**left, loose(left) || comparison && same(left), out)?;
                write!(out, " {} ", operator.symbol())?;
                guarded(&**right, loose(right) || same(right), out)
            }
        }
    }
}

const TIGHTEST: u8 = 7;

fn expression_strength(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Binary(operator, ..) => operator.strength(),
        _ => TIGHTEST,
    }
}

impl Display for ExpressionPath {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for (index, segment) in self.segments.iter().enumerate() {
            out.write_str(if index > 0 { "." } else { "" })?;
            out.write_str(&segment.name)?;
            for index in &segment.indices {
                write!(out, "[{index}]")?;
            }
        }
        Ok(())
    }
}

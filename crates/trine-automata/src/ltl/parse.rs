//! Reads formulas of linear temporal logic whose atoms the caller understands.
//!
//! ```text
//! true false 1 0   ! not   [] always   <> eventually   X next
//! U until stronguntil   W weakuntil   V R release
//! && /\   || \/   -> implies   <-> equivalent   ( )
//! ```
//!
//! Unary operators bind tightest, then `U W V R` (to the right), `&&`, `||`, `->` (to the right)
//! and `<->`.

use std::fmt;
use std::ops::Range;

use trine_base::Id;

use super::formula::{AtomId, Formula};

/// How deeply a formula may be nested.
pub const DEPTH_LIMIT: usize = 500;

/// Reads a formula. At each place where an atom may begin, `atom` is shown the text from there to
/// the end; it answers with the atom and how many bytes of the text it takes, or with nothing.
pub fn parse(
    text: &str,
    atom: &mut dyn FnMut(&str) -> Option<(AtomId, usize)>,
) -> Result<Formula, ParseError> {
    let mut parser = Parser { text, position: 0, depth: 0, atom };
    let formula = parser.binary(Level::Equivalent)?;
    parser.skip_space();
    if parser.position < text.len() {
        let message = "here an operator or the end of the formula was expected";
        return Err(parser.error_here(message));
    }
    Ok(formula)
}

/// Reads a formula whose atoms are identifiers, which are entered into the table.
pub fn parse_with_names(text: &str, names: &mut Names) -> Result<Formula, ParseError> {
    parse(text, &mut |rest| {
        let word = leading_word(rest);
        let name = word.starts_with(|first: char| first.is_alphabetic() || first == '_');
        name.then(|| (names.atom(word), word.len()))
    })
}

/// What is wrong with a formula's text, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub message: String,
    pub range: Range<usize>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// A table of atoms' names, for callers that have none of their own.
#[derive(Clone, Default, Debug)]
pub struct Names {
    names: Vec<String>,
}

impl Names {
    /// A table without names.
    pub fn new() -> Names {
        Names::default()
    }

    /// The atom of that name, a new one if the name is new.
    pub fn atom(&mut self, name: &str) -> AtomId {
        let known = self.names.iter().position(|known| known == name);
        AtomId::from_index(known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }))
    }

    /// The name of an atom, or the atom's number if it has none.
    pub fn name(&self, atom: AtomId) -> String {
        self.names.get(atom.index()).cloned().unwrap_or_else(|| atom.to_string())
    }

    /// The names, each at the index of its atom.
    pub fn as_slice(&self) -> &[String] {
        &self.names
    }
}

/// From the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Equivalent,
    Implies,
    Or,
    And,
    Until,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Binary {
    Equivalent,
    Implies,
    Or,
    And,
    Until,
    WeakUntil,
    Release,
}

impl Binary {
    fn level(self) -> Level {
        match self {
            Binary::Equivalent => Level::Equivalent,
            Binary::Implies => Level::Implies,
            Binary::Or => Level::Or,
            Binary::And => Level::And,
            Binary::Until | Binary::WeakUntil | Binary::Release => Level::Until,
        }
    }

    fn apply(self, left: Formula, right: Formula) -> Formula {
        match self {
            Binary::Equivalent => left.equivalent(right),
            Binary::Implies => left.implies(right),
            Binary::Or => left.or(right),
            Binary::And => left.and(right),
            Binary::Until => left.until(right),
            Binary::WeakUntil => left.weak_until(right),
            Binary::Release => left.release(right),
        }
    }
}

const BINARY: [(&str, Binary); 16] = [
    ("<->", Binary::Equivalent),
    ("equivalent", Binary::Equivalent),
    ("->", Binary::Implies),
    ("implies", Binary::Implies),
    ("||", Binary::Or),
    ("\\/", Binary::Or),
    ("&&", Binary::And),
    ("/\\", Binary::And),
    ("until", Binary::Until),
    ("stronguntil", Binary::Until),
    ("weakuntil", Binary::WeakUntil),
    ("release", Binary::Release),
    ("U", Binary::Until),
    ("W", Binary::WeakUntil),
    ("V", Binary::Release),
    ("R", Binary::Release),
];

type Unary = fn(Formula) -> Formula;

const UNARY: [(&str, Unary); 8] = [
    ("[]", Formula::always),
    ("always", Formula::always),
    ("<>", Formula::eventually),
    ("eventually", Formula::eventually),
    ("X", Formula::next),
    ("next", Formula::next),
    ("!", Formula::not),
    ("not", Formula::not),
];

const CONSTANTS: [(&str, bool); 4] = [("true", true), ("1", true), ("false", false), ("0", false)];

struct Parser<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
    atom: &'a mut dyn FnMut(&str) -> Option<(AtomId, usize)>,
}

impl Parser<'_> {
    /// A chain of operators of at least the given level.
    fn binary(&mut self, level: Level) -> Result<Formula, ParseError> {
        self.enter()?;
        let start = self.position;
        let mut left = self.unary()?;
        while let Some((operator, end)) = self.find(&BINARY) {
            let own = operator.level();
            if own < level {
                break;
            }
            self.position = end;
            left = match own {
                // One list, however long: nesting would cost depth.
                Level::And | Level::Or => {
                    let mut parts = vec![left, self.binary(tighter(own))?];
                    while let Some((next, end)) = self.find(&BINARY)
                        && next == operator
                    {
                        self.position = end;
                        parts.push(self.binary(tighter(own))?);
                    }
                    if own == Level::And { Formula::all(parts) } else { Formula::any(parts) }
                }
                Level::Equivalent => operator.apply(left, self.binary(Level::Implies)?),
                Level::Implies | Level::Until => operator.apply(left, self.binary(own)?),
            };
            if left.depth() > DEPTH_LIMIT {
                return Err(self.too_deep(start..self.position));
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        let start = self.position;
        let mut signs: Vec<Unary> = Vec::new();
        while let Some((sign, end)) = self.find(&UNARY) {
            self.position = end;
            signs.push(sign);
        }
        let mut formula = self.primary()?;
        for sign in signs.into_iter().rev() {
            formula = sign(formula);
            if formula.depth() > DEPTH_LIMIT {
                return Err(self.too_deep(start..self.position));
            }
        }
        Ok(formula)
    }

    fn primary(&mut self) -> Result<Formula, ParseError> {
        self.skip_space();
        let start = self.position;
        if self.rest().starts_with('(') {
            self.position += 1;
            let formula = self.binary(Level::Equivalent)?;
            self.skip_space();
            if !self.rest().starts_with(')') {
                let mut error = self.error_here("here a closing parenthesis was expected");
                if error.range.is_empty() {
                    error.message = "this parenthesis is never closed".to_owned();
                    error.range = start..start + 1;
                }
                return Err(error);
            }
            self.position += 1;
            return Ok(formula);
        }
        if let Some((value, end)) = self.find(&CONSTANTS) {
            self.position = end;
            return Ok(Formula::constant(value));
        }
        if let Some((_, end)) = self.find(&BINARY) {
            let sign = self.text[start..end].to_owned();
            let message = format!("`{sign}` needs a formula on its left");
            return Err(ParseError { message, range: start..end });
        }
        match (self.atom)(&self.text[start..]) {
            Some((atom, length)) if length > 0 && self.text.is_char_boundary(start + length) => {
                self.position = start + length;
                Ok(Formula::atom(atom))
            }
            _ => Err(self.error_here("here a formula was expected")),
        }
    }

    /// The operator at the current position, and where it ends.
    fn find<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<(T, usize)> {
        self.skip_space();
        let rest = self.rest();
        let word = leading_word(rest);
        let found = table.iter().find(|(sign, _)| {
            // `Up` is a name, not `U` and `p`; `[]` and `<>` need no space after them.
            if word.is_empty() { rest.starts_with(sign) } else { word == *sign }
        });
        found.map(|(sign, value)| (*value, self.position + sign.len()))
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        // A parenthesis after an operator takes two levels of the parser for one of the formula.
        if self.depth > 2 * DEPTH_LIMIT {
            return Err(self.too_deep(self.position..self.position));
        }
        Ok(())
    }

    fn too_deep(&self, range: Range<usize>) -> ParseError {
        let message = format!("the formula is nested more than {DEPTH_LIMIT} levels deep");
        ParseError { message, range }
    }

    /// An error at the word or sign at the current position, or at the end of the text.
    fn error_here(&self, message: &str) -> ParseError {
        let rest = self.rest();
        let length = match leading_word(rest).len() {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        let message = message.to_owned();
        ParseError { message, range: self.position..self.position + length }
    }
}

fn tighter(level: Level) -> Level {
    match level {
        Level::Equivalent => Level::Implies,
        Level::Implies => Level::Or,
        Level::Or => Level::And,
        Level::And | Level::Until => Level::Until,
    }
}

/// The letters, digits and underscores with which the text begins.
fn leading_word(text: &str) -> &str {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut names = Names::new();
        let shown = match parse_with_names(text, &mut names) {
            Ok(formula) => formula.display(&|atom| names.name(atom)).to_string(),
            Err(error) => format!("{:?} {}", error.range, error.message),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn precedence_and_association() {
        check("[]p -> <>q", "[]p -> <>q");
        check("[](p -> <>q)", "[](p -> <>q)");
        check("!p U q && r || s", "((!p U q) && r) || s");
        check("p || q && r", "p || (q && r)");
        check("p && q && r || s || t", "(p && q && r) || s || t");
        check("p U q U r", "p U (q U r)");
        check("p -> q -> r", "p -> (q -> r)");
        check("p <-> q -> r <-> s", "(p <-> (q -> r)) <-> s");
        check("[]<>p && <>[]q", "[]<>p && <>[]q");
        check("p /\\ q \\/ ! r", "(p && q) || !r");
        check("X p U X X q", "X p U X X q");
        check("(((p)))", "p");
    }

    #[test]
    fn words_and_signs_are_the_same() {
        check("always (p implies eventually q)", "[](p -> <>q)");
        check("p until q", "p U q");
        check("p stronguntil q", "p U q");
        check("p weakuntil q", "p W q");
        check("p release q", "p V q");
        check("p R q", "p V q");
        check("next not p equivalent 1", "X !p <-> true");
        check("Up U xU", "Up U xU");
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        check("", "0..0 here a formula was expected");
        check("[]", "2..2 here a formula was expected");
        check("p q", "2..3 here an operator or the end of the formula was expected");
        check("(p && q", "0..1 this parenthesis is never closed");
        check("p && U q", "5..6 `U` needs a formula on its left");
        check("p $ q", "2..3 here an operator or the end of the formula was expected");
        check("é && ü ü", "9..11 here an operator or the end of the formula was expected");
    }

    #[test]
    fn deep_formulas_are_refused_and_long_ones_are_not() {
        let mut names = Names::new();
        let deep = [
            "!".repeat(100_000) + "p",
            "(".repeat(100_000),
            "p U ".repeat(100_000) + "p",
            "p <-> ".repeat(100_000) + "p",
            "(p U ".repeat(400) + &"[]".repeat(400) + "p" + &")".repeat(400),
        ];
        for text in deep {
            let error = parse_with_names(&text, &mut names).unwrap_err();
            assert!(error.message.contains("nested"), "{}", error.message);
        }
        let long = parse_with_names(&("p && q || ".repeat(100_000) + "p"), &mut names).unwrap();
        assert_eq!(long.depth(), 3);
    }
}

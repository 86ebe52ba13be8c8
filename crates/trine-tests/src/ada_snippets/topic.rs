//! What a topic of a snippet is made of: declarations, statements, and values that are looked at.

use std::fmt::Write;

use crate::rng::Rng;

/// Fills a piece at random.
pub(super) type Topic = fn(&mut Rng, &mut Piece);

#[derive(Clone, Debug)]
pub(super) enum Line {
    Text(String),
    /// A value: `I` whole numbers, `B` truth values, `E` equality of composite values, `S` strings.
    Look(char, String),
}

/// A part of a snippet. The names that it declares end with its number.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    number: usize,
    pub declarations: String,
    pub statements: Vec<Line>,
}

impl Piece {
    /// A piece without declarations and statements; its number keeps its names apart from those of other pieces.
    pub fn new(number: usize) -> Piece {
        Piece { number, declarations: String::new(), statements: Vec::new() }
    }

    /// Text with `#` for the number of the piece.
    fn own(&self, text: &str) -> String {
        text.replace('#', &self.number.to_string())
    }

    /// Adds declarations, line by line.
    pub fn declare(&mut self, text: &str) {
        for line in self.own(text).lines() {
            let _ = writeln!(self.declarations, "   {line}");
        }
    }

    /// Adds statements.
    pub fn run(&mut self, text: &str) {
        let text = self.own(text);
        let lines = text.lines().map(|line| format!("   {line}\n")).collect();
        self.statements.push(Line::Text(lines));
    }

    /// Adds statements whose exceptions are noted.
    pub fn guarded(&mut self, text: &str, note: usize) {
        let inside: String = text.lines().map(|line| format!("   {line}\n")).collect();
        self.run(&format!(
            "begin\n{inside}   Note ({note});\nexception\n   when Constraint_Error => Note ({});\n   when others => Note ({});\nend;",
            note + 1,
            note + 2
        ));
    }

    /// Looks at the value of an integer expression.
    pub fn number(&mut self, expression: &str) {
        self.statements.push(Line::Look('I', self.own(expression)));
    }

    /// Looks at the value of a Boolean expression.
    pub fn truth(&mut self, expression: &str) {
        self.statements.push(Line::Look('B', self.own(expression)));
    }

    /// Looks at the value of an equality of composite values.
    pub fn equality(&mut self, expression: &str) {
        self.statements.push(Line::Look('E', self.own(expression)));
    }

    /// Looks at the value of a string expression.
    pub fn string(&mut self, expression: &str) {
        self.statements.push(Line::Look('S', self.own(expression)));
    }
}

/// A whole number that needs no parentheses where it stands alone.
pub(super) fn literal(rng: &mut Rng) -> i64 {
    rng.weighted(&[(8, 0), (2, 100), (1, 5_000)]) as i64 + rng.below(12) as i64
}

/// An arithmetic expression over these names. Divisors are never static, so that GNAT leaves the check to the program.
pub(super) fn expression(rng: &mut Rng, names: &[&str], depth: usize) -> String {
    if depth == 0 || rng.chance(15) {
        return match rng.below(4) {
            0 => format!("Id ({})", literal(rng)),
            1 => literal(rng).to_string(),
            _ => (*rng.pick(names)).to_string(),
        };
    }
    let left = expression(rng, names, depth - 1);
    let right = expression(rng, names, depth - 1);
    match rng.below(9) {
        0 | 1 => format!("({left} + {right})"),
        2 | 3 => format!("({left} - {right})"),
        4 => format!("({left} * {right})"),
        5 => format!("({left} / Id ({right}))"),
        6 => format!("({left} mod Id ({right}))"),
        7 => format!("({left} rem Id ({right}))"),
        _ => format!("(if {left} > {right} then {right} else abs ({left}))"),
    }
}

/// A condition over these names.
pub(super) fn condition(rng: &mut Rng, names: &[&str], depth: usize) -> String {
    let comparison = |rng: &mut Rng| {
        let left = expression(rng, names, 1);
        let right = expression(rng, names, 1);
        let sign = *rng.pick(&["=", "/=", "<", "<=", ">", ">="]);
        match rng.chance(20) {
            true => format!("{left} in {} .. {}", rng.below(5), 5 + rng.below(20)),
            false => format!("{left} {sign} {right}"),
        }
    };
    if depth == 0 {
        return comparison(rng);
    }
    let left = condition(rng, names, depth - 1);
    let right = condition(rng, names, depth - 1);
    match rng.below(6) {
        0 => format!("(({left}) and ({right}))"),
        1 => format!("(({left}) or ({right}))"),
        2 => format!("({left} and then {right})"),
        3 => format!("({left} or else {right})"),
        4 => format!("not ({left})"),
        _ => format!("(({left}) xor ({right}))"),
    }
}

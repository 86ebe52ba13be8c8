//! The expressions of `#if` and `#elif` (C11 6.10.1): integers of 64 bits.

use trine_base::Span;

use super::{Kind, Preprocessor, Token};
use crate::number;

/// Deeper nesting than this is not followed.
const DEEPEST: usize = 500;

impl Preprocessor<'_> {
    /// Whether the condition of a group holds.
    pub(super) fn evaluate(&mut self, line: &[Token], span: Span) -> bool {
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < line.len() {
            let token = &line[at];
            let (operand, next) = self.operand_of(line, at);
            match &*token.text {
                "defined" if operand.len() == 1 => {
                    let holds = self.is_defined(&operand[0].text);
                    tokens.push(truth(holds, token));
                    at = next;
                }
                "__has_include" | "__has_include_next" => {
                    let holds = self.has_include(&operand);
                    tokens.push(truth(holds, token));
                    at = next;
                }
                "__has_attribute" | "__has_builtin" | "__has_feature" | "__has_extension"
                | "__has_c_attribute" | "__has_warning" => {
                    tokens.push(truth(false, token));
                    at = next;
                }
                _ => {
                    tokens.push(token.clone());
                    at += 1;
                }
            }
        }
        let tokens = self.expand_list(tokens);
        let mut evaluation = Evaluation { tokens: &tokens, at: 0, depth: 0, wrong: None };
        let value = evaluation.conditional(true);
        if evaluation.wrong.is_none() && evaluation.at < tokens.len() {
            evaluation.wrong = Some("this condition does not end where it should".to_string());
        }
        if let Some(wrong) = evaluation.wrong {
            self.error(wrong, span);
            return false;
        }
        value.number != 0
    }

    /// The operand of an operator of the preprocessor: a name, or what is between parentheses; and what comes next.
    fn operand_of(&self, line: &[Token], at: usize) -> (Vec<Token>, usize) {
        let Some(next) = line.get(at + 1) else { return (Vec::new(), at + 1) };
        if !next.is("(") {
            return (vec![next.clone()], at + 2);
        }
        let mut depth = 0;
        for (end, token) in line.iter().enumerate().skip(at + 1) {
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            if depth == 0 {
                return (line[at + 2..end].to_vec(), end + 1);
            }
        }
        (line[at + 2..].to_vec(), line.len())
    }
}

fn truth(holds: bool, at: &Token) -> Token {
    let text = if holds { "1" } else { "0" };
    Token { kind: Kind::Number, text: text.into(), ..at.clone() }
}

#[derive(Clone, Copy)]
struct Number {
    number: i64,
    unsigned: bool,
}

struct Evaluation<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
    wrong: Option<String>,
}

/// Binary operators by how strongly they bind.
fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

impl Evaluation<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    fn fail(&mut self, message: &str) -> Number {
        self.wrong.get_or_insert_with(|| message.to_string());
        self.at = self.tokens.len();
        Number { number: 0, unsigned: false }
    }

    fn conditional(&mut self, used: bool) -> Number {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("this condition is nested deeper than is followed");
        }
        let mut value = self.binary(1, used);
        if self.peek() == "?" {
            self.at += 1;
            let holds = value.number != 0;
            let then = self.conditional(used && holds);
            if self.peek() != ":" {
                return self.fail("`:` is missing in this condition");
            }
            self.at += 1;
            let otherwise = self.conditional(used && !holds);
            value = if holds { then } else { otherwise };
            value.unsigned = then.unsigned || otherwise.unsigned;
        }
        if self.peek() == "," {
            self.at += 1;
            value = self.conditional(used);
        }
        self.depth -= 1;
        value
    }

    fn binary(&mut self, least: u8, used: bool) -> Number {
        let mut left = self.unary(used);
        while let Some(strength) = strength(self.peek()).filter(|strength| *strength >= least) {
            let operator = self.peek().to_string();
            self.at += 1;
            let matters = match operator.as_str() {
                "&&" => left.number != 0,
                "||" => left.number == 0,
                _ => true,
            };
            let right = self.binary(strength + 1, used && matters);
            left = self.apply(&operator, left, right, used && matters);
        }
        left
    }

    fn apply(&mut self, operator: &str, left: Number, right: Number, used: bool) -> Number {
        let unsigned = left.unsigned || right.unsigned;
        let (a, b) = (left.number, right.number);
        let truth = |holds: bool| Number { number: i64::from(holds), unsigned: false };
        let number = |number: i64| Number { number, unsigned };
        let less = if unsigned { (a as u64) < (b as u64) } else { a < b };
        match operator {
            "||" => truth(a != 0 || b != 0),
            "&&" => truth(a != 0 && b != 0),
            "|" => number(a | b),
            "^" => number(a ^ b),
            "&" => number(a & b),
            "==" => truth(a == b),
            "!=" => truth(a != b),
            "<" => truth(less),
            ">=" => truth(!less),
            ">" => truth(!less && a != b),
            "<=" => truth(less || a == b),
            "<<" => Number { number: a.wrapping_shl(b as u32), unsigned: left.unsigned },
            ">>" if left.unsigned => {
                Number { number: (a as u64).wrapping_shr(b as u32) as i64, unsigned: true }
            }
            ">>" => Number { number: a.wrapping_shr(b as u32), unsigned: false },
            "+" => number(a.wrapping_add(b)),
            "-" => number(a.wrapping_sub(b)),
            "*" => number(a.wrapping_mul(b)),
            _ if b == 0 && used => self.fail("this condition divides by 0"),
            _ if b == 0 => number(0),
            "/" if unsigned => number((a as u64 / b as u64) as i64),
            "/" => number(a.wrapping_div(b)),
            _ if unsigned => number((a as u64 % b as u64) as i64),
            _ => number(a.wrapping_rem(b)),
        }
    }

    fn unary(&mut self, used: bool) -> Number {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("this condition is nested deeper than is followed");
        }
        let Some(token) = self.tokens.get(self.at) else {
            return self.fail("this condition has no end");
        };
        self.at += 1;
        let value = match (token.kind, &*token.text) {
            (_, "!") => Number { number: i64::from(self.unary(used).number == 0), unsigned: false },
            (_, "-") => {
                let inner = self.unary(used);
                Number { number: inner.number.wrapping_neg(), ..inner }
            }
            (_, "+") => self.unary(used),
            (_, "~") => {
                let inner = self.unary(used);
                Number { number: !inner.number, ..inner }
            }
            (_, "(") => {
                let inner = self.conditional(used);
                if self.peek() != ")" {
                    return self.fail("`)` is missing in this condition");
                }
                self.at += 1;
                inner
            }
            (Kind::Number, text) => match number::integer(text) {
                Some(parsed) => Number {
                    number: parsed.value as i64,
                    unsigned: parsed.unsigned || parsed.value > i64::MAX as u64,
                },
                None => return self.fail("this is no number that a condition can have"),
            },
            (Kind::Character, text) => match number::character(text) {
                Some(value) => Number { number: value, unsigned: false },
                None => return self.fail("this is no character"),
            },
            // A name that is left is 0; so is one that looks like a call of an unknown operator.
            (Kind::Identifier, _) => Number { number: 0, unsigned: false },
            _ => return self.fail("this condition is no expression"),
        };
        self.depth -= 1;
        value
    }
}

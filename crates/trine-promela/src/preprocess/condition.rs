//! Decides the conditions of `#if` and `#elif`.

use trine_base::Span;

use super::Preprocessor;
use crate::lex::{Kind, Token};

impl Preprocessor<'_, '_> {
    /// Whether the condition on this line is true; a faulty one is reported and false.
    pub(super) fn condition(&mut self, line: &[Token], span: Span) -> bool {
        let tokens = self.replace_defined(line);
        let tokens = self.prescan(&tokens, span);
        let texts: Vec<(Kind, String)> =
            tokens.iter().map(|token| (token.kind, self.names.text(token.text).into())).collect();
        let mut reader = Condition { tokens: &texts, at: 0, depth: 0 };
        let value = reader.conditional();
        match value {
            Ok(value) if reader.at == texts.len() => value != 0,
            Ok(_) => {
                self.error("this condition goes on after its end", span);
                false
            }
            Err(problem) => {
                self.error(problem, span);
                false
            }
        }
    }

    fn replace_defined(&mut self, line: &[Token]) -> Vec<Token> {
        let mut out = Vec::with_capacity(line.len());
        let mut at = 0;
        while at < line.len() {
            let token = line[at];
            if token.kind == Kind::Word && self.names.text(token.text) == "defined" {
                let (name, length) = match &line[at + 1..] {
                    [word, ..] if word.kind == Kind::Word => (Some(word), 2),
                    [open, word, close, ..]
                        if open.kind == Kind::OpenParen
                            && word.kind == Kind::Word
                            && close.kind == Kind::CloseParen =>
                    {
                        (Some(word), 4)
                    }
                    _ => (None, 1),
                };
                if let Some(name) = name {
                    let known = self.macros.contains_key(&name.text);
                    let text = self.names.intern(if known { "1" } else { "0" });
                    out.push(Token { kind: Kind::Number, text, ..token });
                    at += length;
                    continue;
                }
            }
            out.push(token);
            at += 1;
        }
        out
    }
}

const DEEPEST: usize = 200;

struct Condition<'t> {
    tokens: &'t [(Kind, String)],
    at: usize,
    depth: usize,
}

type Value = Result<i64, String>;

impl Condition<'_> {
    fn peek(&self) -> Kind {
        self.tokens.get(self.at).map_or(Kind::End, |token| token.0)
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.peek() == kind;
        self.at += usize::from(found);
        found
    }

    fn conditional(&mut self) -> Value {
        let condition = self.binary(0)?;
        if !self.eat(Kind::Question) {
            return Ok(condition);
        }
        self.deeper()?;
        let yes = self.conditional()?;
        if !self.eat(Kind::Colon) {
            return Err("this condition has `?` without `:`".into());
        }
        let no = self.conditional()?;
        self.depth -= 1;
        Ok(if condition != 0 { yes } else { no })
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("this condition is nested too deeply".into());
        }
        Ok(())
    }

    fn binary(&mut self, least: u8) -> Value {
        let mut left = self.unary()?;
        loop {
            let operator = self.peek();
            let Some(strength) = strength(operator) else { return Ok(left) };
            if strength < least {
                return Ok(left);
            }
            self.at += 1;
            self.deeper()?;
            let right = self.binary(strength + 1)?;
            self.depth -= 1;
            left = apply(operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Value {
        self.deeper()?;
        let kind = self.peek();
        let text = self.tokens.get(self.at).map_or("", |token| token.1.as_str());
        self.at += 1;
        let value = match kind {
            Kind::Bang => i64::from(self.unary()? == 0),
            // C reads `!!x` as two negations; Promela's lexis makes one token of it.
            Kind::BangBang => i64::from(self.unary()? != 0),
            Kind::Minus => self.unary()?.wrapping_neg(),
            Kind::Plus => self.unary()?,
            Kind::Tilde => !self.unary()?,
            Kind::OpenParen => {
                let value = self.conditional()?;
                if !self.eat(Kind::CloseParen) {
                    return Err("this condition lacks a `)`".into());
                }
                value
            }
            Kind::Number => number(text).ok_or_else(|| format!("`{text}` is not a number"))?,
            Kind::Character => character_value(text),
            // What is still a name after expansion counts as zero, as in C.
            Kind::Word => 0,
            Kind::End => return Err("this condition is not finished".into()),
            _ => return Err(format!("`{text}` has no place in this condition")),
        };
        self.depth -= 1;
        Ok(value)
    }
}

fn strength(operator: Kind) -> Option<u8> {
    Some(match operator {
        Kind::Or => 1,
        Kind::And => 2,
        Kind::Pipe => 3,
        Kind::Caret => 4,
        Kind::Ampersand => 5,
        Kind::EqualEqual | Kind::NotEqual => 6,
        Kind::Less | Kind::Greater | Kind::LessEqual | Kind::GreaterEqual => 7,
        Kind::ShiftLeft | Kind::ShiftRight => 8,
        Kind::Plus | Kind::Minus => 9,
        Kind::Star | Kind::Slash | Kind::Percent => 10,
        _ => return None,
    })
}

fn apply(operator: Kind, left: i64, right: i64) -> Value {
    Ok(match operator {
        Kind::Or => i64::from(left != 0 || right != 0),
        Kind::And => i64::from(left != 0 && right != 0),
        Kind::Pipe => left | right,
        Kind::Caret => left ^ right,
        Kind::Ampersand => left & right,
        Kind::EqualEqual => i64::from(left == right),
        Kind::NotEqual => i64::from(left != right),
        Kind::Less => i64::from(left < right),
        Kind::Greater => i64::from(left > right),
        Kind::LessEqual => i64::from(left <= right),
        Kind::GreaterEqual => i64::from(left >= right),
        Kind::ShiftLeft => left.wrapping_shl(right as u32),
        Kind::ShiftRight => left.wrapping_shr(right as u32),
        Kind::Plus => left.wrapping_add(right),
        Kind::Minus => left.wrapping_sub(right),
        Kind::Star => left.wrapping_mul(right),
        // A zero divisor in a part that is not evaluated is harmless; elsewhere zero is as good.
        Kind::Slash => left.checked_div(right).unwrap_or(0),
        Kind::Percent => left.checked_rem(right).unwrap_or(0),
        _ => return Err("this operator has no place in a condition".into()),
    })
}

fn number(text: &str) -> Option<i64> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16)
    } else if text.len() > 1 && text.starts_with('0') {
        u64::from_str_radix(text, 8)
    } else {
        text.parse()
    };
    value.ok().map(|value| value as i64)
}

fn character_value(text: &str) -> i64 {
    let mut inside = text.trim_matches('\'').chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), Some('n')) => 10,
        (Some('\\'), Some('t')) => 9,
        (Some('\\'), Some('r')) => 13,
        (Some('\\'), Some('0')) => 0,
        (Some('\\'), Some(other)) => i64::from(other as u32),
        (Some(character), _) => i64::from(character as u32),
        _ => i64::from(b'\''),
    }
}

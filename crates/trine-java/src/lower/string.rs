//! Literals and text: what is made of known text is known, the rest is not followed.

use tree_sitter::Node;
use trine_program::*;

use super::{Body, Val};
use crate::parse::children;
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// The value of a literal.
    pub fn literal(&mut self, node: Node<'t>) -> Val {
        let text = self.text(node);
        match node.kind() {
            "true" => Val::bool(true),
            "false" => Val::bool(false),
            "null_literal" => Val::null(),
            "character_literal" => {
                let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
                let value = unescape(inner).encode_utf16().next().unwrap_or(0);
                Val::operand(Operand::Int(i64::from(value)), Ty::Char)
            }
            "string_literal" => {
                let value = self.string_text(node);
                let operand = self.world.string(&value);
                Val::operand(operand, self.world.string_ty())
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => floating(text),
            _ => integer(text),
        }
    }

    fn string_text(&self, node: Node<'t>) -> String {
        let text = self.text(node);
        if let Some(block) = text.strip_prefix("\"\"\"") {
            return unescape(&text_block(block.strip_suffix("\"\"\"").unwrap_or(block)));
        }
        let inner = text.strip_prefix('"').unwrap_or(text);
        unescape(inner.strip_suffix('"').unwrap_or(inner))
    }

    /// `left + right` where one of them is text.
    pub fn concatenate(&mut self, left: Val, right: Val) -> Val {
        let left = self.checked_as_text(left);
        let right = self.checked_as_text(right);
        if let (Some(a), Some(b)) = (self.shown(&left), self.shown(&right)) {
            let operand = self.world.string(&format!("{a}{b}"));
            return Val::operand(operand, self.world.string_ty());
        }
        if self.printing {
            self.call_to_string(left);
            self.call_to_string(right);
            return Val::new(Expr::Opaque(Type::Reference), self.world.string_ty());
        }
        let left = self.as_text(left);
        let right = self.as_text(right);
        match (left, right) {
            (Some(left), Some(right)) => self.of_text(TextOp::Join, vec![left, right], None),
            _ => Val::new(Expr::Opaque(Type::Reference), self.world.string_ty()),
        }
    }

    /// A value as text, as far as it is followed.
    pub fn as_text(&mut self, value: Val) -> Option<Operand> {
        if let Some(text) = self.shown(&value) {
            return Some(self.world.string(&text));
        }
        if matches!(value.expr, Expr::Opaque(_)) {
            return None;
        }
        let ty = self.world.unboxed(&value.ty).unwrap_or_else(|| value.ty.clone());
        let op = match ty {
            Ty::Char => TextOp::OfUnit,
            Ty::Bool => TextOp::OfTruth,
            Ty::Double if value.ty == Ty::Double => TextOp::OfDouble,
            Ty::Float if value.ty == Ty::Float => TextOp::OfSingle,
            ref ty if ty.is_integral() => TextOp::OfNumber,
            Ty::Null => return Some(self.world.string("null")),
            _ if self.world.is_string(&value.ty) => return Some(self.operand(&value)),
            _ => return self.own_text(value),
        };
        let number = self.operand(&value);
        let text = self.of_text(op, vec![number], None);
        Some(self.operand(&text))
    }

    /// What `toString` of an object gives, whatever class it turns out to be of.
    fn own_text(&mut self, value: Val) -> Option<Operand> {
        let text = self.temp(&self.world.string_ty());
        let none = self.world.string("null");
        self.set(text, Expr::Operand(none));
        self.dispatch_to_string(value, text).then_some(Operand::Var(text))
    }

    /// Calls `toString` unless the value is null; whether it is known of which objects it is called.
    fn dispatch_to_string(&mut self, value: Val, into: VarId) -> bool {
        let Some(method) = self.to_string_of(&value.ty) else { return false };
        let operand = self.operand(&value);
        let there = self.binary(BinaryOp::NotEqual, Val::operand(operand, value.ty), Val::null());
        let condition = self.operand(&there);
        let then = self.collect(|body| {
            let selector = body.world.program.methods[method].selector.clone();
            let callee = Callee::Virtual { selector, declared: method };
            body.emit(StmtKind::Call { into: Some(into), callee, arguments: vec![operand] });
        });
        self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        true
    }

    /// The `toString` that a type has; interfaces have that of `Object`. The text of arrays is not followed.
    fn to_string_of(&self, ty: &Ty) -> Option<MethodId> {
        let class = self.world.class_of(ty).filter(|_| !matches!(ty, Ty::Array(_)))?;
        let of = |class: ClassId| {
            let all = self.world.find_methods(class, "toString");
            all.into_iter().find(|method| self.world.methods[*method].params.is_empty())
        };
        of(class).or_else(|| self.world.predefined.object.and_then(of))
    }

    /// A constant as text.
    fn shown(&self, value: &Val) -> Option<String> {
        Some(match (value.constant()?, &value.ty) {
            (Operand::String(id), _) => self.world.program.strings[id].clone(),
            (Operand::Int(number), Ty::Bool) => (number != 0).to_string(),
            (Operand::Int(number), Ty::Char) => {
                char::from_u32(number as u32).unwrap_or('\u{fffd}').to_string()
            }
            (Operand::Int(number), ty) if !ty.is_floating() => number.to_string(),
            _ => return None,
        })
    }

    /// Text made from an object calls its `toString`.
    pub fn call_to_string(&mut self, value: Val) {
        let plain = self.world.unboxed(&value.ty).is_some() || self.world.is_string(&value.ty);
        if plain || matches!(value.expr, Expr::Opaque(_)) {
            return;
        }
        let into = self.temp(&self.world.string_ty());
        self.dispatch_to_string(value, into);
    }

    /// The text that a print shows: constants as they are, the rest as it is written.
    pub fn printed(&self, node: Node<'t>) -> String {
        match node.kind() {
            "string_literal" => self.string_text(node),
            "parenthesized_expression" => {
                children(node).first().map_or_else(String::new, |inner| self.printed(*inner))
            }
            "binary_expression" if self.operator(node) == "+" => {
                let mut parts = Vec::new();
                let mut left = node;
                while left.kind() == "binary_expression" && self.operator(left) == "+" {
                    parts.extend(left.child_by_field_name("right"));
                    let Some(next) = left.child_by_field_name("left") else { break };
                    left = next;
                }
                parts.push(left);
                if !parts.iter().any(|part| part.kind() == "string_literal") {
                    return format!("{{{}}}", self.text(node));
                }
                let shown = parts.into_iter().rev().map(|part| match part.kind() {
                    "string_literal" => self.string_text(part),
                    _ => format!("{{{}}}", self.text(part)),
                });
                shown.collect()
            }
            kind if kind.ends_with("literal") => self.text(node).to_string(),
            _ => format!("{{{}}}", self.text(node)),
        }
    }

    /// The operator of a binary, unary or assignment node.
    pub fn operator(&self, node: Node<'t>) -> &'t str {
        node.child_by_field_name("operator").map_or("", |sign| self.text(sign))
    }
}

pub(crate) fn integer(text: &str) -> Val {
    let clean: String = text.chars().filter(|letter| *letter != '_').collect();
    let lower = clean.to_ascii_lowercase();
    let (digits, long) = match lower.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (lower.as_str(), false),
    };
    let (digits, radix) = if let Some(hex) = digits.strip_prefix("0x") {
        (hex, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (binary, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (&digits[1..], 8)
    } else {
        (digits, 10)
    };
    let value = u64::from_str_radix(digits, radix).unwrap_or(0);
    if long {
        Val::operand(Operand::Int(value as i64), Ty::Long)
    } else {
        Val::operand(Operand::Int(i64::from(value as u32 as i32)), Ty::Int)
    }
}

pub(crate) fn floating(text: &str) -> Val {
    let clean: String = text.chars().filter(|letter| *letter != '_').collect();
    let lower = clean.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return hex_floating(hex);
    }
    let single = lower.ends_with('f');
    let digits = lower.trim_end_matches(['f', 'd']);
    let value: f64 = digits.parse().unwrap_or(0.0);
    if single {
        let value: f32 = digits.parse().unwrap_or(0.0);
        Val::operand(Operand::Float(f64::from(value).to_bits()), Ty::Float)
    } else {
        Val::operand(Operand::Float(value.to_bits()), Ty::Double)
    }
}

fn hex_floating(text: &str) -> Val {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let single = exponent.ends_with('f');
    let exponent: i32 = exponent.trim_end_matches(['f', 'd']).parse().unwrap_or(0);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0f64;
    for digit in whole.chars().filter_map(|letter| letter.to_digit(16)) {
        value = value * 16.0 + f64::from(digit);
    }
    let mut scale = 1.0f64 / 16.0;
    for digit in fraction.chars().filter_map(|letter| letter.to_digit(16)) {
        value += f64::from(digit) * scale;
        scale /= 16.0;
    }
    let value = value * 2f64.powi(exponent);
    let (value, ty) =
        if single { (f64::from(value as f32), Ty::Float) } else { (value, Ty::Double) };
    Val::operand(Operand::Float(value.to_bits()), ty)
}

/// The text of a block without the blanks that all its lines share.
fn text_block(block: &str) -> String {
    let block = block.split_once('\n').map_or("", |(_, rest)| rest);
    let lines: Vec<&str> = block.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let last = lines.len().saturating_sub(1);
    let indent = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == last || !line.trim().is_empty())
        .map(|(_, line)| line.chars().take_while(|letter| letter.is_whitespace()).count())
        .min()
        .unwrap_or(0);
    let shown: Vec<String> = lines
        .iter()
        .map(|line| line.chars().skip(indent).collect::<String>().trim_end().to_string())
        .collect();
    shown.join("\n")
}

/// Text with its escapes replaced.
fn unescape(text: &str) -> String {
    let mut result = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            result.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => result.push('\n'),
            Some('t') => result.push('\t'),
            Some('r') => result.push('\r'),
            Some('b') => result.push('\u{8}'),
            Some('f') => result.push('\u{c}'),
            Some('s') => result.push(' '),
            Some('\n') | None => {}
            Some('u') => {
                while letters.peek() == Some(&'u') {
                    letters.next();
                }
                let digits: String =
                    std::iter::from_fn(|| letters.next_if(char::is_ascii_hexdigit))
                        .take(4)
                        .collect();
                let code = u32::from_str_radix(&digits, 16).unwrap_or(0);
                result.push(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            Some(digit) if digit.is_digit(8) => {
                let mut code = digit.to_digit(8).unwrap_or(0);
                while let Some(next) = letters.peek().and_then(|letter| letter.to_digit(8)) {
                    if code * 8 + next > 255 {
                        break;
                    }
                    code = code * 8 + next;
                    letters.next();
                }
                result.push(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            Some(other) => result.push(other),
        }
    }
    result
}

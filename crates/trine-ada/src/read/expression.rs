//! Reads expressions, by the precedence of their operators.

use trine_base::Span;

use super::tokens::{Token, Tokens};
use crate::syntax::*;

/// Deeper nesting than this is not followed.
const DEEPEST: usize = 200;

/// A chain of operators or of suffixes is followed this far: it nests, too.
const LONGEST: usize = 400;

const TOO_LONG: &str = "a chain of more than 400 operators or suffixes";

/// Reads an expression.
pub fn expression(tokens: &mut Tokens) -> Expr {
    Reader { tokens, depth: 0 }.expression()
}

/// `A .. B`, a range attribute, a type mark with a range, or an expression.
pub fn range(tokens: &mut Tokens) -> Expr {
    Reader { tokens, depth: 0 }.range()
}

/// Reads a name: with selections, arguments and attributes, without operators.
pub fn name(tokens: &mut Tokens) -> Expr {
    Reader { tokens, depth: 0 }.primary()
}

/// A list of arguments, its parentheses included.
pub fn arguments(tokens: &mut Tokens) -> Vec<Arg> {
    Reader { tokens, depth: 0 }.arguments()
}

/// `A | B .. C | others`
pub fn choices(tokens: &mut Tokens) -> Vec<Expr> {
    Reader { tokens, depth: 0 }.choices()
}

struct Reader<'a> {
    tokens: &'a mut Tokens,
    depth: usize,
}

fn of(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

impl Reader<'_> {
    fn expression(&mut self) -> Expr {
        let start = self.tokens.span();
        if self.depth >= DEEPEST {
            self.tokens.skip_to(&[";", ")"]);
            return of(ExprKind::Unmodelled("nesting too deep".to_string()), start);
        }
        self.depth += 1;
        let mut left = self.relation();
        let mut length = 0;
        loop {
            let op = if self.tokens.word("and") {
                if self.tokens.word("then") { Binary::AndThen } else { Binary::And }
            } else if self.tokens.word("or") {
                if self.tokens.word("else") { Binary::OrElse } else { Binary::Or }
            } else if self.tokens.word("xor") {
                Binary::Xor
            } else {
                break;
            };
            let right = self.relation();
            left = self.chained(op, left, right, start, &mut length);
        }
        self.depth -= 1;
        left
    }

    fn joined(&self, op: Binary, left: Expr, right: Expr, start: Span) -> Expr {
        of(ExprKind::Binary(op, Box::new(left), Box::new(right)), self.tokens.since(start))
    }

    /// As `joined`, for operators that stand one behind the other.
    fn chained(
        &self,
        op: Binary,
        left: Expr,
        right: Expr,
        start: Span,
        length: &mut usize,
    ) -> Expr {
        *length += 1;
        match *length > LONGEST {
            true => of(ExprKind::Unmodelled(TOO_LONG.to_string()), self.tokens.since(start)),
            false => self.joined(op, left, right, start),
        }
    }

    fn relation(&mut self) -> Expr {
        let start = self.tokens.span();
        let left = self.simple();
        let op = match self.tokens.peek() {
            Some(Token::Sign(sign)) => match sign.as_str() {
                "=" => Binary::Equal,
                "/=" => Binary::NotEqual,
                "<" => Binary::Less,
                "<=" => Binary::LessEqual,
                ">" => Binary::Greater,
                ">=" => Binary::GreaterEqual,
                _ => return left,
            },
            Some(Token::Word(word)) if word.key == "in" || word.key == "not" => {
                let mark = self.tokens.mark();
                let not = self.tokens.word("not");
                if !self.tokens.word("in") {
                    self.tokens.back_to(mark);
                    return left;
                }
                let choices = self.membership_choices();
                let kind = ExprKind::In(Box::new(left), choices, not);
                return of(kind, self.tokens.since(start));
            }
            _ => return left,
        };
        self.tokens.next();
        let right = self.simple();
        self.joined(op, left, right, start)
    }

    fn simple(&mut self) -> Expr {
        let start = self.tokens.span();
        let sign = if self.tokens.sign("-") {
            Some(Unary::Minus)
        } else if self.tokens.sign("+") {
            Some(Unary::Plus)
        } else {
            None
        };
        let mut left = self.term();
        if let Some(sign) = sign {
            left = of(ExprKind::Unary(sign, Box::new(left)), self.tokens.since(start));
        }
        let mut length = 0;
        loop {
            let op = if self.tokens.sign("+") {
                Binary::Add
            } else if self.tokens.sign("-") {
                Binary::Subtract
            } else if self.tokens.sign("&") {
                Binary::Concatenate
            } else {
                return left;
            };
            let right = self.term();
            left = self.chained(op, left, right, start, &mut length);
        }
    }

    fn term(&mut self) -> Expr {
        let start = self.tokens.span();
        let mut left = self.factor();
        let mut length = 0;
        loop {
            let op = if self.tokens.sign("*") {
                Binary::Multiply
            } else if self.tokens.sign("/") {
                Binary::Divide
            } else if self.tokens.word("mod") {
                Binary::Mod
            } else if self.tokens.word("rem") {
                Binary::Rem
            } else {
                return left;
            };
            let right = self.factor();
            left = self.chained(op, left, right, start, &mut length);
        }
    }

    fn factor(&mut self) -> Expr {
        let start = self.tokens.span();
        let op = if self.tokens.word("not") {
            Some(Unary::Not)
        } else if self.tokens.word("abs") {
            Some(Unary::Abs)
        } else {
            None
        };
        let mut left = self.primary();
        if let Some(op) = op {
            return of(ExprKind::Unary(op, Box::new(left)), self.tokens.since(start));
        }
        if self.tokens.sign("**") {
            let right = self.primary();
            left = self.joined(Binary::Power, left, right, start);
        }
        left
    }

    fn primary(&mut self) -> Expr {
        let start = self.tokens.span();
        let kind = match self.tokens.next() {
            Some(Token::Number(text)) => return of(number(&text), start),
            Some(Token::Character(character)) => ExprKind::Character(character),
            Some(Token::Text(text)) => ExprKind::Text(text),
            Some(Token::Sign(sign)) if sign == "(" => self.parenthesis(),
            Some(Token::Sign(sign)) if sign == "<>" => ExprKind::Box,
            Some(Token::Word(word)) => match word.key.as_str() {
                "null" => ExprKind::Null,
                "others" => ExprKind::Others,
                "new" => {
                    let mark = self.suffixes(None);
                    let (mark, arguments, qualified) = match mark.kind {
                        ExprKind::Apply(name, arguments) => (name, arguments, false),
                        ExprKind::Qualified(name, value) => {
                            (name, vec![Arg { choices: Vec::new(), value: *value }], true)
                        }
                        _ => (Box::new(mark), Vec::new(), false),
                    };
                    ExprKind::New { mark, arguments, qualified }
                }
                "if" => self.conditional(),
                "case" => self.case(),
                "raise" => {
                    let name = self.suffixes(None);
                    let message = self.tokens.word("with").then(|| Box::new(self.simple()));
                    ExprKind::Raise(Box::new(name), message)
                }
                "for" => self.quantified(),
                "declare" => {
                    self.tokens.skip_to(&[")"]);
                    ExprKind::Unmodelled("`declare` in an expression".to_string())
                }
                _ => return self.suffixes(Some(of(ExprKind::Name(word), start))),
            },
            Some(Token::Sign(sign)) => ExprKind::Unmodelled(format!("`{sign}`")),
            None => ExprKind::Unmodelled("nothing".to_string()),
        };
        let expr = of(kind, self.tokens.since(start));
        match expr.kind {
            ExprKind::Text(_) | ExprKind::Aggregate(_) => self.suffixes(Some(expr)),
            _ => expr,
        }
    }

    /// After an opening parenthesis: an expression, a conditional one, or an aggregate.
    fn parenthesis(&mut self) -> ExprKind {
        if self.tokens.sign(")") {
            return ExprKind::Aggregate(Vec::new());
        }
        self.depth += 1;
        if self.depth < DEEPEST && self.is_extension() {
            let ancestor = self.range();
            self.tokens.word("with");
            let components = match self.tokens.word("null") && self.tokens.word("record") {
                true => {
                    self.tokens.sign(")");
                    Vec::new()
                }
                false => self.list(),
            };
            self.depth -= 1;
            return ExprKind::Extension(Box::new(ancestor), components);
        }
        let mut arguments = self.list();
        self.depth -= 1;
        let plain = matches!(arguments.as_slice(), [only]
            if only.choices.is_empty() && !matches!(only.value.kind, ExprKind::Range(..)));
        match arguments.pop() {
            Some(only) if plain => only.value.kind,
            last => {
                arguments.extend(last);
                ExprKind::Aggregate(arguments)
            }
        }
    }

    /// Whether `with` comes before the closing parenthesis, and not as that of a raise expression.
    fn is_extension(&self) -> bool {
        let mut depth = 0usize;
        for ahead in 0.. {
            match self.tokens.peek_at(ahead) {
                Some(Token::Sign(sign)) if sign == "(" => depth += 1,
                Some(Token::Sign(sign)) if sign == ")" && depth == 0 => return false,
                Some(Token::Sign(sign)) if sign == ")" => depth -= 1,
                Some(Token::Word(word)) if word.key == "raise" => return false,
                Some(Token::Word(word)) if word.key == "with" && depth == 0 => return true,
                None => return false,
                _ => {}
            }
        }
        false
    }

    fn arguments(&mut self) -> Vec<Arg> {
        match self.tokens.sign("(") {
            true => self.list(),
            false => Vec::new(),
        }
    }

    /// What stands between parentheses, the closing one included.
    fn list(&mut self) -> Vec<Arg> {
        let mut found = Vec::new();
        if self.depth >= DEEPEST {
            let kind = ExprKind::Unmodelled("nesting too deep".to_string());
            found.push(Arg { choices: Vec::new(), value: of(kind, self.tokens.span()) });
            self.tokens.skip_to(&[")"]);
            self.tokens.sign(")");
            return found;
        }
        loop {
            let mut choices = self.choices();
            if self.tokens.sign("=>") {
                let value = self.range();
                found.push(Arg { choices, value });
            } else if let (Some(value), true) = (choices.pop(), choices.is_empty()) {
                found.push(Arg { choices, value });
            } else {
                let kind = ExprKind::Unmodelled("choices without a value".to_string());
                let value = of(kind, self.tokens.span());
                found.push(Arg { choices: Vec::new(), value });
            }
            if !self.tokens.sign(",") {
                break;
            }
        }
        if !self.tokens.sign(")") {
            self.tokens.skip_to(&[")", ";"]);
            self.tokens.sign(")");
        }
        found
    }

    fn choices(&mut self) -> Vec<Expr> {
        let mut found = vec![self.range()];
        while self.tokens.sign("|") {
            found.push(self.range());
        }
        found
    }

    /// What follows `in`: a relation ends before the next `and`, `or` or `xor`.
    fn membership_choices(&mut self) -> Vec<Expr> {
        let mut found = Vec::new();
        loop {
            let start = self.tokens.span();
            let low = self.simple();
            found.push(self.range_from(low, start));
            if !self.tokens.sign("|") {
                return found;
            }
        }
    }

    fn range(&mut self) -> Expr {
        let start = self.tokens.span();
        let low = self.expression();
        self.range_from(low, start)
    }

    fn range_from(&mut self, low: Expr, start: Span) -> Expr {
        if self.tokens.sign("..") {
            let high = self.simple();
            let kind = ExprKind::Range(Box::new(low), Box::new(high));
            return of(kind, self.tokens.since(start));
        }
        if self.tokens.word("range") {
            let inner = self.range();
            let kind = ExprKind::Constrained(Box::new(low), Box::new(inner));
            return of(kind, self.tokens.since(start));
        }
        low
    }

    /// `case X is when A | B => V, …`
    fn case(&mut self) -> ExprKind {
        let value = self.expression();
        self.tokens.word("is");
        let mut ways = Vec::new();
        while self.tokens.word("when") {
            let choices = self.choices();
            self.tokens.sign("=>");
            ways.push((choices, self.expression()));
            if !self.tokens.sign(",") {
                break;
            }
        }
        ExprKind::Case(Box::new(value), ways)
    }

    /// `for all I in R => C`, `for some E of A => C`
    fn quantified(&mut self) -> ExprKind {
        let all = self.tokens.word("all");
        let known = all || self.tokens.word("some");
        let var = self.tokens.name();
        let (true, Some(var)) = (known, var) else {
            self.tokens.skip_to(&[")"]);
            return ExprKind::Unmodelled("`for` in an expression".to_string());
        };
        let elements = !self.tokens.word("in") && self.tokens.word("of");
        self.tokens.word("reverse");
        let range = Box::new(self.range());
        self.tokens.sign("=>");
        let condition = Box::new(self.expression());
        ExprKind::Quantified { all, var, elements, range, condition }
    }

    fn conditional(&mut self) -> ExprKind {
        let mut ways = Vec::new();
        loop {
            let condition = self.expression();
            self.tokens.word("then");
            let value = self.expression();
            ways.push((condition, value));
            if !self.tokens.word("elsif") {
                break;
            }
        }
        let otherwise = self.tokens.word("else").then(|| Box::new(self.expression()));
        ExprKind::If(ways, otherwise)
    }

    /// What can follow a name: components, arguments, attributes, qualification.
    fn suffixes(&mut self, first: Option<Expr>) -> Expr {
        let start = first.as_ref().map_or(self.tokens.span(), |first| first.span);
        let mut name = match first {
            Some(first) => first,
            None => match self.tokens.name() {
                Some(word) => of(ExprKind::Name(word), start),
                None => return of(ExprKind::Unmodelled("no name".to_string()), start),
            },
        };
        let mut length = 0;
        loop {
            length += 1;
            if length > LONGEST {
                name = of(ExprKind::Unmodelled(TOO_LONG.to_string()), start);
            }
            let kind = if self.tokens.sign(".") {
                match self.tokens.next() {
                    Some(Token::Word(word)) if word.key == "all" => ExprKind::All(Box::new(name)),
                    Some(Token::Word(word)) => ExprKind::Selected(Box::new(name), word),
                    // An operator, or a character, by its full name.
                    Some(Token::Text(text)) => {
                        let span = self.tokens.since(start);
                        let word = Ident { key: text.clone(), text, span };
                        ExprKind::Selected(Box::new(name), word)
                    }
                    _ => return name,
                }
            } else if self.tokens.is_sign("(") {
                ExprKind::Apply(Box::new(name), self.arguments())
            } else if self.tokens.sign("'") {
                if self.tokens.is_sign("(") {
                    let value = self.primary();
                    ExprKind::Qualified(Box::new(name), Box::new(value))
                } else {
                    let Some(word) = self.tokens.name() else { return name };
                    let wants = ["first", "last", "range", "length", "max", "min", "pos", "val"];
                    let more = ["succ", "pred", "image", "value", "mod"];
                    let takes =
                        wants.contains(&word.key.as_str()) || more.contains(&word.key.as_str());
                    let arguments = if takes { self.arguments() } else { Vec::new() };
                    ExprKind::Attribute(Box::new(name), word, arguments)
                }
            } else {
                return name;
            };
            name = of(kind, self.tokens.since(start));
        }
    }
}

/// `1_000`, `16#FF#`, `2.5`, `1E3`
fn number(text: &str) -> ExprKind {
    let plain: String = text.chars().filter(|character| *character != '_').collect();
    let lower = plain.to_lowercase();
    if let Some((base, rest)) = lower.split_once('#') {
        let digits = rest.split('#').next().unwrap_or("");
        let base = base.parse::<u32>().ok().filter(|base| (2..=16).contains(base));
        return match base.and_then(|base| i128::from_str_radix(digits, base).ok()) {
            Some(value) if rest.ends_with('#') => ExprKind::Int(value),
            _ => ExprKind::Unmodelled(format!("the number {text}")),
        };
    }
    if lower.contains('.') {
        return match lower.parse::<f64>() {
            Ok(value) => ExprKind::Real(value),
            Err(_) => ExprKind::Unmodelled(format!("the number {text}")),
        };
    }
    let (digits, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let value =
        digits.parse::<i128>().ok().zip(exponent.trim_start_matches('+').parse::<u32>().ok());
    let value =
        value.and_then(|(digits, exponent)| digits.checked_mul(10i128.checked_pow(exponent)?));
    match value {
        Some(value) => ExprKind::Int(value),
        None => ExprKind::Unmodelled(format!("the number {text}")),
    }
}

//! The parser of C: recursive descent over tokens, with the GNU extensions that real programs use.
//!
//! Names of types are known as the parser goes, scope by scope, as C's grammar needs. After an error it goes on at the
//! next statement or declaration.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod postfix;
mod record;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use trine_base::{Diagnostics, Span};

use crate::preprocess::{Kind, Token};
use crate::syntax::{Name, TranslationUnit};

/// More errors than this are not shown.
const MOST_ERRORS: usize = 20;

/// Deeper nesting than this is not followed.
const DEEPEST: usize = 600;

/// Parses the tokens of a file. `builtin` names types that need no declaration.
pub fn parse(tokens: &[Token], end: Span, diagnostics: &mut Diagnostics) -> TranslationUnit {
    let mut parser = Parser {
        tokens,
        at: 0,
        end,
        scopes: vec![FxHashMap::default()],
        diagnostics,
        errors: 0,
        depth: 0,
        none: Arc::from(""),
        addressed: BTreeSet::new(),
    };
    parser.translation_unit()
}

/// What went wrong was said; the caller finds a place to go on from.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The end of the file.
    end: Span,
    /// Names that are declared, and whether they are types.
    scopes: Vec<FxHashMap<Name, bool>>,
    diagnostics: &'t mut Diagnostics,
    errors: usize,
    depth: usize,
    none: Name,
    /// Names whose address was taken in the function that is being read.
    addressed: BTreeSet<Name>,
}

impl<'t> Parser<'t> {
    fn token(&self, ahead: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + ahead)
    }

    /// The text of the next token but so many, where it is a name or a punctuator.
    fn text(&self, ahead: usize) -> &'t str {
        match self.token(ahead) {
            Some(token) if matches!(token.kind, Kind::Identifier | Kind::Punctuator) => &token.text,
            _ => "",
        }
    }

    fn span(&self) -> Span {
        self.token(0).map_or(self.end, |token| token.span)
    }

    /// The place of the last token that was taken.
    fn last_span(&self) -> Span {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(self.end, |token| token.span)
    }

    fn is(&self, text: &str) -> bool {
        self.text(0) == text
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        match self.take(text) {
            true => Ok(()),
            false => Err(self.fail(format!("`{text}` is expected here"))),
        }
    }

    fn identifier(&mut self) -> Parsed<(Name, Span)> {
        match self.token(0) {
            Some(token) if token.kind == Kind::Identifier && !is_keyword(&token.text) => {
                self.at += 1;
                Ok((token.text.clone(), token.span))
            }
            _ => Err(self.fail("a name is expected here")),
        }
    }

    fn is_identifier(&self) -> bool {
        self.token(0)
            .is_some_and(|token| token.kind == Kind::Identifier && !is_keyword(&token.text))
    }

    fn fail(&mut self, message: impl Into<String>) -> Failed {
        let span = self.span();
        self.fail_at(message, span)
    }

    fn fail_at(&mut self, message: impl Into<String>, span: Span) -> Failed {
        self.errors += 1;
        if self.errors <= MOST_ERRORS {
            self.diagnostics.error(message, span);
        }
        Failed
    }

    /// Runs a rule one level deeper.
    fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(self.fail("this is nested deeper than is followed"));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn declare(&mut self, name: &Name, is_type: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), is_type);
        }
    }

    fn is_type(&self, name: &str) -> bool {
        let known = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        known.copied().unwrap_or(false)
    }

    /// Goes behind what could not be read: to the end of a declaration or of the block around it.
    fn recover(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.token(0) {
            if token.kind == Kind::Punctuator {
                match &*token.text {
                    "{" => depth += 1,
                    "}" if depth == 0 => return,
                    "}" => {
                        depth -= 1;
                        if depth == 0 {
                            self.at += 1;
                            self.take(";");
                            return;
                        }
                    }
                    ";" if depth == 0 => {
                        self.at += 1;
                        return;
                    }
                    _ => {}
                }
            }
            self.at += 1;
        }
    }

    /// Skips what is between parentheses, the opening one being next.
    fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect("(")?;
        let mut depth = 1;
        while depth > 0 {
            match self.token(0) {
                None => return Err(self.fail("`)` is expected here")),
                Some(token) => {
                    depth += i32::from(token.is("(")) - i32::from(token.is(")"));
                    self.at += 1;
                }
            }
        }
        Ok(())
    }
}

/// Words that are no names of the program.
pub(crate) fn is_keyword(text: &str) -> bool {
    matches!(
        text,
        "auto"
            | "break"
            | "case"
            | "char"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "extern"
            | "float"
            | "for"
            | "goto"
            | "if"
            | "inline"
            | "int"
            | "long"
            | "register"
            | "restrict"
            | "return"
            | "short"
            | "signed"
            | "sizeof"
            | "static"
            | "struct"
            | "switch"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
            | "volatile"
            | "while"
            | "_Alignas"
            | "_Alignof"
            | "_Atomic"
            | "_Bool"
            | "_Complex"
            | "_Generic"
            | "_Imaginary"
            | "_Noreturn"
            | "_Static_assert"
            | "_Thread_local"
            | "__attribute__"
            | "__attribute"
            | "__extension__"
            | "__asm__"
            | "__asm"
            | "asm"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "__thread"
            | "__inline"
            | "__inline__"
            | "__const"
            | "__const__"
            | "__volatile__"
            | "__volatile"
            | "__restrict"
            | "__restrict__"
            | "__signed__"
            | "__signed"
            | "__auto_type"
            | "__alignof__"
            | "__alignof"
            | "__complex__"
            | "__real__"
            | "__imag__"
            | "__label__"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "__builtin_va_arg"
            | "__builtin_offsetof"
            | "__builtin_types_compatible_p"
            | "__builtin_choose_expr"
            | "__builtin_va_list"
            | "_Float128"
            | "__float128"
            | "_Float64"
            | "_Float32"
            | "_Float64x"
            | "_Float32x"
            | "_Float16"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
    )
}

//! Builds the tree of a model from its tokens, by recursive descent.
//!
//! A fault is reported where it stands, and reading goes on at the next statement or unit, so that
//! one run shows several. Nesting is bounded: deeper text gets a diagnostic, never a full stack.

mod channel;
mod declare;
mod expression;
mod inline;
mod ltl;
mod statement;
mod unit;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use trine_base::{Diagnostic, Diagnostics, Span};

use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::{Kind, Token};
use crate::names::{Names, Symbol};
use crate::semicolons::imply_semicolons;

/// The tree of a whole model. Faults are in the diagnostics; what could be read is in the tree.
pub fn parse(tokens: &[Token], names: &Names, diagnostics: &mut Diagnostics) -> Model {
    let tokens = imply_semicolons(tokens);
    let mut parser = Parser::new(tokens, names, diagnostics);
    parser.all_proctypes = parser.find_proctypes();
    let units = parser.units();
    Model { units, references: parser.references, declarations: parser.declarations }
}

/// A formula that stands by itself, such as one from the command line. Its references are numbered
/// after those of the model.
pub fn parse_formula(
    tokens: &[Token],
    names: &Names,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) -> Option<Ltl> {
    let mut parser = Parser::new(tokens.to_vec(), names, diagnostics);
    parser.references = model.references;
    parser.any_proctype = true;
    let formula = parser.formula().ok()?;
    if parser.kind() != Kind::End {
        parser.unexpected("the end of the formula").ok()?;
    }
    model.references = parser.references;
    Some(formula)
}

/// Statements and expressions inside each other; SPIN's own parser stops at a comparable depth.
const DEEPEST: usize = 1000;
/// The height of one expression, long sums included.
const HIGHEST: u32 = 4000;
/// After so many faults the rest is probably noise.
const MOST_ERRORS: usize = 50;

/// A fault that was reported; the caller looks for a place to go on.
struct Bad;
type Parse<T> = Result<T, Bad>;

struct Parser<'p> {
    tokens: Rc<Vec<Token>>,
    at: usize,
    names: &'p Names,
    diagnostics: &'p mut Diagnostics,
    errors: usize,
    depth: usize,
    references: usize,
    declarations: usize,
    inlines: HashMap<Symbol, Rc<inline::InlineUnit>>,
    /// The inlines that are being expanded, outermost first.
    expanding: Vec<inline::Expansion>,
    expanded_tokens: usize,
    all_proctypes: HashSet<Symbol>,
    /// Those whose declaration has begun: only they make `P:x` a remote reference, not a label.
    seen_proctypes: HashSet<Symbol>,
    any_proctype: bool,
}

impl<'p> Parser<'p> {
    fn new(tokens: Vec<Token>, names: &'p Names, diagnostics: &'p mut Diagnostics) -> Parser<'p> {
        Parser {
            tokens: Rc::new(tokens),
            at: 0,
            names,
            diagnostics,
            errors: 0,
            depth: 0,
            references: 0,
            declarations: 0,
            inlines: HashMap::new(),
            expanding: Vec::new(),
            expanded_tokens: 0,
            all_proctypes: HashSet::new(),
            seen_proctypes: HashSet::new(),
            any_proctype: false,
        }
    }

    fn find_proctypes(&self) -> HashSet<Symbol> {
        let is_proctype = |token: &Token| {
            let keyword = Keyword::of(token.text);
            token.kind == Kind::Word
                && matches!(keyword, Some(Keyword::Proctype | Keyword::DProctype))
        };
        let pairs = self.tokens.windows(2);
        pairs.filter(|pair| is_proctype(&pair[0])).map(|pair| pair[1].text).collect()
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The token read last.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn keyword(&self) -> Option<Keyword> {
        keyword_of(self.token())
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    fn at_name(&self) -> bool {
        is_name(self.token())
    }

    /// Moves on; the last token, `End`, stays.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        if self.kind() == kind { Ok(self.bump()) } else { self.unexpected(what) }
    }

    fn expect_keyword(&mut self, keyword: Keyword, what: &str) -> Parse<Token> {
        if self.at_keyword(keyword) { Ok(self.bump()) } else { self.unexpected(what) }
    }

    fn name(&mut self, what: &str) -> Parse<Ident> {
        if self.at_name() {
            let token = self.bump();
            return Ok(self.ident(token));
        }
        if let Some(_keyword) = self.keyword() {
            let text = self.names.text(self.token().text).to_string();
            let span = self.span();
            let problem = Diagnostic::error(format!("`{text}` is a word of the language"), span)
                .help(format!("use another name where {what} belongs"));
            return self.fail(problem);
        }
        self.unexpected(what)
    }

    fn ident(&self, token: Token) -> Ident {
        Ident { name: self.names.shared(token.text), span: token.span }
    }

    fn unexpected<T>(&mut self, wanted: &str) -> Parse<T> {
        let token = self.token();
        let problem = match token.kind {
            Kind::End if self.expanding.is_empty() => {
                format!("the text ends where {wanted} should stand")
            }
            Kind::End => format!("the inline ends where {wanted} should stand"),
            Kind::ImpliedSemicolon => {
                format!("the line ends where {wanted} should stand")
            }
            Kind::Unfinished => "this string, character or comment is not finished".to_string(),
            _ => format!("expected {wanted}, found `{}`", self.names.text(token.text)),
        };
        self.fail(Diagnostic::error(problem, token.span))
    }

    fn fail<T>(&mut self, mut problem: Diagnostic) -> Parse<T> {
        if let Some(expansion) = self.expanding.first() {
            let text = format!("in the body of inline `{}`, used here", expansion.name.name);
            problem = problem.related(expansion.name.span, text);
        }
        self.diagnostics.push(problem);
        self.errors += 1;
        if self.errors == MOST_ERRORS {
            let span = self.span();
            self.diagnostics.error("too many errors: the rest is not read", span);
        }
        if self.errors >= MOST_ERRORS {
            self.at = self.tokens.len() - 1;
        }
        Err(Bad)
    }

    fn error_at<T>(&mut self, message: impl Into<String>, span: Span) -> Parse<T> {
        self.fail(Diagnostic::error(message, span))
    }

    /// Runs a part of the parser one level deeper.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEEPEST {
            let span = self.span();
            // Everything that is still open would fail in turn: the rest is not worth reading.
            let result = self.error_at("this is nested too deeply", span);
            self.at = self.tokens.len() - 1;
            self.errors = MOST_ERRORS;
            return result;
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Past the limit, faults are consequences of giving up, not news.
    fn given_up(&self) -> bool {
        self.errors >= MOST_ERRORS
    }

    fn reference(&mut self) -> RefId {
        self.references += 1;
        RefId(self.references as u32 - 1)
    }

    fn declaration_id(&mut self) -> DeclId {
        self.declarations += 1;
        DeclId(self.declarations as u32 - 1)
    }

    fn is_proctype(&self, token: Token) -> bool {
        is_name(token) && (self.any_proctype || self.all_proctypes.contains(&token.text))
    }
}

fn keyword_of(token: Token) -> Option<Keyword> {
    if token.kind == Kind::Word { Keyword::of(token.text) } else { None }
}

fn is_name(token: Token) -> bool {
    token.kind == Kind::Word && Keyword::of(token.text).is_none()
}

//! Reads specifications; after a fault it goes on, so that one reading finds several.

mod automaton;
mod event;
mod formula;
mod item;
mod predicate;
mod property;
mod query;
mod regex;
mod sentence;

use trine_base::{Diagnostic, Diagnostics, FileId, Span, nearest};

use crate::ast::{Braces, Comment, Ident, Notes, Place, Spec};
use crate::lex::{Kind, LexedComment, Token, lex};
use crate::words::ITEMS;

/// What could be read of the text; the faults go to the diagnostics.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Spec {
    if u32::try_from(text.len()).is_err() {
        diagnostics.error("this file is too long", Span::new(file, 0, 0));
        return Spec { incomplete: true, ..Spec::default() };
    }
    // Some editors put a byte order mark first.
    let from = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser::new(text, file, from, text.len(), 0, diagnostics);
    parser.spec()
}

/// How deeply things may stand inside each other.
const DEEPEST: usize = 256;
/// After so many faults the rest is probably noise.
const MOST_ERRORS: usize = 50;

/// A fault that was reported; the caller looks for a place to go on.
#[derive(Debug)]
struct Bad;
type Parse<T> = Result<T, Bad>;

struct Parser<'p> {
    text: &'p str,
    file: FileId,
    tokens: Vec<Token>,
    at: usize,
    /// How many braces are open before the current token.
    braces: usize,
    comments: Vec<LexedComment>,
    /// The first comment that belongs to nothing yet.
    next_comment: usize,
    diagnostics: &'p mut Diagnostics,
    errors: usize,
    depth: usize,
    unread_events: Vec<Ident>,
}

impl<'p> Parser<'p> {
    fn new(
        text: &'p str,
        file: FileId,
        from: usize,
        to: usize,
        errors: usize,
        diagnostics: &'p mut Diagnostics,
    ) -> Parser<'p> {
        let lexed = lex(text, file, from, to);
        let mut parser = Parser {
            text,
            file,
            tokens: lexed.tokens,
            at: 0,
            braces: 0,
            comments: lexed.comments,
            next_comment: 0,
            diagnostics,
            errors,
            depth: 0,
            unread_events: Vec::new(),
        };
        if let Some(span) = lexed.unfinished_comment {
            parser.report(Diagnostic::error("this comment is not finished", span));
        }
        parser
    }

    // Looking.

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// The token read last.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn since(&self, start: Span) -> Place {
        Place(start.to(self.last_span()))
    }

    fn text_of(&self, token: Token) -> &'p str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Word && self.text_of(token) == word
    }

    fn at_word(&self, word: &str) -> bool {
        self.is_word(self.token(), word)
    }

    /// The word here, if it is one of these.
    fn word_of(&self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.at_word(word))
    }

    /// Whether the second token follows the first without a blank.
    fn adjacent(&self, first: Token, second: Token) -> bool {
        first.span.end == second.span.start
    }

    // Moving.

    /// Moves on; the last token, `End`, stays.
    fn bump(&mut self) -> Token {
        let token = self.token();
        match token.kind {
            Kind::OpenBrace => self.braces += 1,
            Kind::CloseBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
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

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        if self.kind() == kind { Ok(self.bump()) } else { self.unexpected(what) }
    }

    /// A word that must stand here; a misspelt one is reported and taken for it.
    fn expect_word(&mut self, word: &'static str) -> Parse<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        let token = self.token();
        let found = self.text_of(token);
        if token.kind == Kind::Word && nearest(found, [word]).is_some() {
            let problem =
                Diagnostic::error(format!("expected `{word}`, found `{found}`"), token.span);
            self.report(problem.help(format!("did you mean `{word}`?")));
            self.bump();
            return Ok(());
        }
        self.unexpected(&format!("`{word}`"))
    }

    fn ident(&mut self, what: &str) -> Parse<Ident> {
        let token = self.expect(Kind::Word, what)?;
        Ok(Ident { name: self.text_of(token).to_string(), place: Place(token.span) })
    }

    /// `a, b, c`: at least one.
    fn idents(&mut self, what: &str) -> Parse<Vec<Ident>> {
        let mut names = vec![self.ident(what)?];
        while self.eat(Kind::Comma) {
            names.push(self.ident(what)?);
        }
        Ok(names)
    }

    /// A number that is not negative.
    fn number<N: TryFrom<i128>>(&mut self, what: &str) -> Parse<N> {
        let token = self.expect(Kind::Number, what)?;
        let text = self.text_of(token);
        match text.parse::<i128>() {
            Err(_) if text.bytes().any(|byte| !byte.is_ascii_digit()) => {
                self.error_at(format!("`{text}` is no number"), token.span)
            }
            number => match number.ok().and_then(|number| N::try_from(number).ok()) {
                Some(number) => Ok(number),
                None => self.error_at("this number is too large", token.span),
            },
        }
    }

    /// A number that a `-` may stand before.
    fn signed_number(&mut self, what: &str) -> Parse<i64> {
        let start = self.span();
        if !self.eat(Kind::Minus) {
            return self.number(what);
        }
        let size: u64 = self.number(what)?;
        match i64::try_from(-i128::from(size)) {
            Ok(number) => Ok(number),
            Err(_) => self.error_at("this number is too small", start.to(self.last_span())),
        }
    }

    /// What a text in quotes says.
    fn text_literal(&mut self, what: &str) -> Parse<String> {
        let token = self.expect(Kind::Text, what)?;
        let quoted = self.text_of(token);
        let mut text = String::new();
        let mut characters = quoted[1..quoted.len() - 1].char_indices();
        while let Some((at, c)) = characters.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, 'r')) => text.push('\r'),
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                other => {
                    let length = 1 + other.map_or(0, |(_, c)| c.len_utf8());
                    let start = token.span.start as usize + 1 + at;
                    let span = Span::new(self.file, start, start + length);
                    let problem = Diagnostic::error("no such escape in a text", span)
                        .help("there are `\\\"`, `\\\\`, `\\n`, `\\r` and `\\t`");
                    return self.fail(problem);
                }
            }
        }
        Ok(text)
    }

    /// Runs a part of the parser one level deeper.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEEPEST {
            let span = self.span();
            return self.error_at("this is nested too deeply", span);
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    // Faults.

    fn unexpected<T>(&mut self, wanted: &str) -> Parse<T> {
        let problem = self.unexpected_problem(wanted);
        self.fail(problem)
    }

    fn unexpected_problem(&self, wanted: &str) -> Diagnostic {
        let token = self.token();
        let problem = match token.kind {
            Kind::End => format!("the text ends where {wanted} should stand"),
            Kind::UnfinishedText => "this text is not finished on its line".to_string(),
            // What is missing is missing where the line ends, not where the next item begins.
            Kind::Word if self.at > 0 && token.first_on_line && self.at_item() => {
                let last = self.tokens[self.at - 1];
                let problem = format!("expected {wanted} after `{}`", self.text_of(last));
                return Diagnostic::error(problem, last.span);
            }
            _ => format!("expected {wanted}, found `{}`", self.text_of(token)),
        };
        let at_end = token.kind == Kind::End && self.at > 0;
        let span = if at_end { self.tokens[self.at - 1].span } else { token.span };
        Diagnostic::error(problem, span)
    }

    /// One of these words should stand here; the nearest is suggested.
    fn unexpected_of<T>(&mut self, wanted: &str, words: &[&str]) -> Parse<T> {
        let problem = self.unexpected_problem(wanted);
        let token = self.token();
        let meant = nearest(self.text_of(token), words.iter().copied());
        self.fail(match meant.filter(|_| token.kind == Kind::Word) {
            Some(meant) => problem.help(format!("did you mean `{meant}`?")),
            None => problem,
        })
    }

    fn error_at<T>(&mut self, message: impl Into<String>, span: Span) -> Parse<T> {
        self.fail(Diagnostic::error(message, span))
    }

    fn fail<T>(&mut self, problem: Diagnostic) -> Parse<T> {
        self.report(problem);
        Err(Bad)
    }

    /// Notes a fault after which reading can go on at the same place.
    fn report(&mut self, problem: Diagnostic) {
        if self.errors >= MOST_ERRORS {
            self.at = self.tokens.len() - 1;
            return;
        }
        let span = problem.span;
        self.diagnostics.push(problem);
        self.errors += 1;
        if self.errors == MOST_ERRORS {
            let span = span.unwrap_or(self.span());
            self.diagnostics.error("too many errors: the rest is not read", span);
            self.at = self.tokens.len() - 1;
        }
    }

    // Going on after a fault.

    /// An item begins here: the word at the start of a line, or with what an item needs after it.
    fn at_item(&self) -> bool {
        let token = self.token();
        token.kind == Kind::Word
            && ITEMS.contains(&self.text_of(token))
            && (token.first_on_line && self.braces == 0 || self.has_item_shape(0))
    }

    fn skip_to_item(&mut self) {
        while self.kind() != Kind::End && !self.at_item() {
            self.bump();
        }
    }

    /// Past the brace that closes the block at this level, or before the next item, where the
    /// brace was probably forgotten.
    fn skip_past_close(&mut self, level: usize) {
        self.skip_to_close(level);
        self.eat(Kind::CloseBrace);
    }

    fn skip_to_close(&mut self, level: usize) {
        while self.kind() != Kind::End && self.braces >= level {
            if self.kind() == Kind::CloseBrace && self.braces == level {
                return;
            }
            if self.token().first_on_line && self.at_item() {
                self.braces = level.saturating_sub(1);
                return;
            }
            self.bump();
        }
    }

    /// To the next line of the block at this level, or to its closing brace, from a piece that
    /// began at the token `start`.
    fn skip_to_line(&mut self, level: usize, start: usize) {
        while self.kind() != Kind::End && self.braces >= level {
            let line = self.token().first_on_line;
            if self.braces == level && (self.kind() == Kind::CloseBrace || line && self.at > start)
            {
                return;
            }
            if line && self.at_item() {
                return;
            }
            self.bump();
        }
    }

    /// `{ … }`. A fault inside is the caller's news, but the block is over after it.
    fn block<T>(
        &mut self,
        what: &str,
        inner: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<(Braces, T)> {
        self.expect(Kind::OpenBrace, what)?;
        let level = self.braces;
        let open = self.take_after();
        let result = inner(self);
        let first = self.tokens[self.at.saturating_sub(1)].kind == Kind::OpenBrace;
        let end = self.take_before(first);
        let close = match &result {
            Ok(_) if self.kind() == Kind::CloseBrace => {
                self.bump();
                return result.map(|inner| (Braces { open, end }, inner));
            }
            Ok(_) => self.unexpected_end(),
            Err(Bad) => Err(Bad),
        };
        self.skip_past_close(level);
        close.and(result.map(|inner| (Braces { open, end }, inner)))
    }

    fn unexpected_end(&mut self) -> Parse<()> {
        let problem = self.unexpected_problem("`}`");
        let problem = match self.kind() {
            Kind::Less
            | Kind::LessEqual
            | Kind::Greater
            | Kind::GreaterEqual
            | Kind::Equal
            | Kind::EqualEqual
            | Kind::NotEqual => {
                problem.help("a condition on variables stands in quotes: \"x > 0\"")
            }
            _ => problem,
        };
        self.fail(problem)
    }

    // Comments.

    /// The comments that stand before the current token and belong to nothing yet.
    fn take_before(&mut self, first: bool) -> Vec<Comment> {
        let mut taken = Vec::new();
        while let Some(comment) = self.comments.get(self.next_comment)
            && comment.before <= self.at
        {
            let gap = comment.gap && !(first && taken.is_empty());
            taken.push(Comment { text: comment.text.clone(), gap });
            self.next_comment += 1;
        }
        taken
    }

    /// The comments behind the token read last, up to the end of its line.
    fn take_after(&mut self) -> Vec<String> {
        let mut taken = Vec::new();
        let line_ends = self.token().first_on_line || self.kind() == Kind::End;
        while let Some(comment) = self.comments.get(self.next_comment)
            && line_ends
            && comment.before == self.at
            && comment.on_line
        {
            taken.push(comment.text.clone());
            self.next_comment += 1;
        }
        taken
    }

    /// What stands before a piece that begins here; `first` in its block, or not.
    fn notes(&mut self, first: bool) -> Notes {
        let before = self.take_before(first);
        let gap = self.token().gap && !(first && before.is_empty());
        Notes { before, gap, after: Vec::new() }
    }
}

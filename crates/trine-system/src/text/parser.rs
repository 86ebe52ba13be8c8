//! What every part of the parser does: looking at tokens, looking up names, reporting problems.

use trine_base::{Diagnostic, Diagnostics, Id, Span, nearest};

use super::lex::{Lexeme, MOST_PROBLEMS, Token};
use super::names::{Names, Table, id_number, is_id, is_keyword, path_key};
use crate::{System, TemplateId};

/// A problem that was reported; the caller looks for a place to go on.
#[derive(Debug)]
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// A text is read twice: first for what it declares, then in earnest, with all names known.
pub(super) struct Declarations {
    pub system: System,
    pub names: Names,
}

pub(super) struct Parser<'t, 'd> {
    pub lexemes: &'t [Lexeme],
    pub at: usize,
    pub declarations: Option<&'t Declarations>,
    pub diagnostics: &'d mut Diagnostics,
    /// The template being read.
    pub template: Option<TemplateId>,
    /// How deep expressions are nested here.
    pub depth: u32,
    /// The height of the tallest expression inside the one that is being read.
    pub tallest: u32,
}

/// A name as it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub quoted: bool,
    pub span: Span,
}

impl<'t, 'd> Parser<'t, 'd> {
    /// A parser at the first token; without names, a first pass that only collects declarations.
    pub fn new(
        lexemes: &'t [Lexeme],
        declarations: Option<&'t Declarations>,
        diagnostics: &'d mut Diagnostics,
    ) -> Parser<'t, 'd> {
        Parser { lexemes, at: 0, declarations, diagnostics, template: None, depth: 0, tallest: 0 }
    }

    /// The token that comes next.
    pub fn token(&self) -> &'t Token {
        &self.lexemes[self.at].token
    }

    /// The token after the next one.
    pub fn token_after(&self) -> &'t Token {
        &self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)].token
    }

    /// Where the next token stands.
    pub fn span(&self) -> Span {
        self.lexemes[self.at].span
    }

    /// From a place to the end of what was read last.
    pub fn span_from(&self, start: Span) -> Span {
        start.to(self.lexemes[self.at.saturating_sub(1)].span)
    }

    /// Goes to the next token; the last one is the end of the text, and stays.
    pub fn advance(&mut self) {
        if self.at + 1 < self.lexemes.len() {
            self.at += 1;
        }
    }

    /// Whether all tokens were read.
    pub fn at_end(&self) -> bool {
        *self.token() == Token::End
    }

    /// Whether this word comes next.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Word(here) if here == word)
    }

    /// Whether this symbol comes next.
    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.token(), Token::Symbol(here) if *here == symbol)
    }

    /// Goes past this word if it comes next, and says whether it did.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past this symbol if it comes next, and says whether it did.
    pub fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past this word, or reports that it was expected.
    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Goes past this symbol, or reports that it was expected.
    pub fn expect_symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// Reports an error; the result shows callers that it was reported.
    pub fn error(&mut self, message: impl Into<String>, span: Span) -> Reported {
        self.report(Diagnostic::error(message, span))
    }

    /// Reports a problem, unless there are too many already.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.diagnostics.items.len() < MOST_PROBLEMS {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    /// Reports that something else stands where `what` was expected.
    pub fn expected(&mut self, what: &str) -> Reported {
        let found = match self.token() {
            Token::Word(word) => format!("`{word}`"),
            Token::Quoted(name) => format!("the name `{name}`"),
            Token::Number(number) => format!("{number}"),
            Token::Text(_) => "a string".to_string(),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the text".to_string(),
        };
        let span = self.span();
        self.error(format!("expected {what}, found {found}"), span)
    }

    /// Any name; a keyword must be quoted to be one.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        let name = match self.token() {
            Token::Word(word) if is_keyword(word) => {
                let help = format!("put it in back quotes to use it as a name: `{word}`");
                let message = format!("expected {what}, found the keyword `{word}`");
                return Err(self.report(Diagnostic::error(message, span).help(help)));
            }
            Token::Word(word) => Name { text: word.clone(), quoted: false, span },
            Token::Quoted(name) => Name { text: name.clone(), quoted: true, span },
            _ => return Err(self.expected(what)),
        };
        self.advance();
        Ok(name)
    }

    /// The name of something that is declared here. A word that looks like an id would be taken for
    /// one wherever it is used.
    pub fn new_name(&mut self, what: &str, ids: &[&str]) -> Parsed<String> {
        let name = self.name(what)?;
        if !name.quoted && is_id(&name.text, ids) {
            let message = format!("`{}` looks like an id", name.text);
            let help = "put it in back quotes to use it as a name";
            self.report(Diagnostic::error(message, name.span).help(help));
        }
        Ok(name.text)
    }

    /// Free text: a word, even a keyword, or a string.
    pub fn any_word(&mut self, what: &str) -> Parsed<String> {
        let text = match self.token() {
            Token::Word(word) => word.clone(),
            Token::Text(text) => text.clone(),
            _ => return Err(self.expected(what)),
        };
        self.advance();
        Ok(text)
    }

    /// The string that comes next; `what` names it in the error if there is none.
    pub fn string(&mut self, what: &str) -> Parsed<String> {
        let Token::Text(text) = self.token() else { return Err(self.expected(what)) };
        self.advance();
        Ok(text.clone())
    }

    /// A number with its sign.
    pub fn integer(&mut self) -> Parsed<i64> {
        let span = self.span();
        let negative = self.take_symbol("-");
        let Token::Number(number) = *self.token() else { return Err(self.expected("a number")) };
        self.advance();
        let value =
            if negative { 0i64.checked_sub_unsigned(number) } else { i64::try_from(number).ok() };
        let span = self.span_from(span);
        value.ok_or_else(|| self.error("this number does not fit in 64 bits", span))
    }

    /// A count, a length, a rank, …
    pub fn small<T: TryFrom<u64>>(&mut self, what: &str) -> Parsed<T> {
        let Token::Number(number) = *self.token() else { return Err(self.expected(what)) };
        let Ok(value) = T::try_from(number) else {
            let span = self.span();
            return Err(self.error(format!("{number} is too much for {what}"), span));
        };
        self.advance();
        Ok(value)
    }

    /// A list in parentheses.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect_symbol("(")?;
        let mut items = Vec::new();
        while !self.take_symbol(")") {
            if !items.is_empty() {
                self.expect_symbol(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// The thing of one kind that a name means.
    pub fn look_up<I: Id>(
        &mut self,
        name: &Name,
        what: &str,
        prefix: &str,
        among: fn(&Declarations) -> (&Table, usize),
    ) -> I {
        let Some(known) = self.declarations else { return I::from_index(0) };
        let (table, count) = among(known);
        self.find(name, what, &[prefix], table, count)
    }

    /// The thing that a name or an id stands for. An unknown name is reported, and gets the first id so that
    /// parsing goes on.
    pub fn find<I: Id>(
        &mut self,
        name: &Name,
        what: &str,
        prefixes: &[&str],
        table: &Table,
        count: usize,
    ) -> I {
        let id = prefixes.iter().find_map(|prefix| id_number(&name.text, prefix));
        if let Some(number) = id.filter(|_| !name.quoted) {
            if (number as usize) < count {
                return I::from_index(number as usize);
            }
            self.error(format!("there is no {what} {}", name.text), name.span);
            return I::from_index(0);
        }
        match table.get(&name.text) {
            Some(number) => I::from_index(number as usize),
            None => {
                self.unknown(what, &name.text, name.span, &[table]);
                I::from_index(0)
            }
        }
    }

    /// Says that a name means nothing, or too much.
    pub fn unknown(&mut self, what: &str, key: &str, span: Span, tables: &[&Table]) -> Reported {
        let shown = shown(key);
        if tables.iter().any(|table| table.contains(key)) {
            let message = format!("`{shown}` could be one of several: write its id");
            return self.error(message, span);
        }
        let mut names: Vec<String> =
            tables.iter().flat_map(|table| table.names()).map(self::shown).collect();
        names.sort();
        let mut problem = Diagnostic::error(format!("there is no {what} `{shown}`"), span);
        if let Some(near) = nearest(&shown, names.iter().map(String::as_str)) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        self.report(problem)
    }

    /// Names with dots between them.
    pub fn path(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut parts = vec![self.name(what)?];
        while self.take_symbol(".") {
            parts.push(self.name("a name after the dot")?);
        }
        Ok(parts)
    }
}

pub(super) fn key_of(path: &[Name]) -> String {
    path_key(path.iter().map(|part| part.text.as_str()))
}

fn shown(key: &str) -> String {
    key.replace('\u{1}', ".")
}

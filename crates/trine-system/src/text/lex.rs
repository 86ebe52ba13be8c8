//! Cuts the text form into tokens.

use trine_base::{Diagnostics, FileId, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name or a keyword.
    Word(String),
    /// A name in back quotes: never a keyword and never an id.
    Quoted(String),
    Number(u64),
    Text(String),
    Symbol(&'static str),
    /// The end of the text.
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub token: Token,
    pub span: Span,
    /// The first one on its line: where reading can start afresh after an error.
    pub starts_line: bool,
}

/// After so many problems no further ones are reported.
pub(super) const MOST_PROBLEMS: usize = 50;

/// Longest first, so that the first that fits is the right one.
const SYMBOLS: [&str; 50] = [
    ">>>", "==.", "!=.", "<=.", ">=.", "+.", "-.", "*.", "/.", "%.", "<.", ">.", "->", "::", ":=",
    "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "(", ")", "[", "]", "{", "}", ",", ";",
    ":", ".", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "!", "~", "=", "@", "?", "'",
];

/// The tokens of a text, with one [`Token::End`] last. What is no token is reported and left out.
pub(super) fn lex(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Vec<Lexeme> {
    let mut lexer =
        Lexer { text, at: 0, file, diagnostics, lexemes: Vec::new(), starts_line: true };
    lexer.run();
    lexer.lexemes
}

/// Whether a word can stand for itself, without back quotes (keywords and ids aside).
pub(super) fn is_word(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(starts_word) && characters.all(continues_word)
}

fn starts_word(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}

fn continues_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

struct Lexer<'t, 'd> {
    text: &'t str,
    at: usize,
    file: FileId,
    diagnostics: &'d mut Diagnostics,
    lexemes: Vec<Lexeme>,
    starts_line: bool,
}

impl<'t> Lexer<'t, '_> {
    fn run(&mut self) {
        loop {
            self.skip_blank();
            let start = self.at;
            let Some(character) = self.rest().chars().next() else {
                self.push(Token::End, start);
                return;
            };
            match character {
                '"' | '`' => self.delimited(character),
                '0'..='9' => self.number(),
                _ if starts_word(character) => {
                    let length = self.rest().find(|c| !continues_word(c));
                    self.at += length.unwrap_or(self.rest().len());
                    let word = self.text[start..self.at].to_string();
                    self.push(Token::Word(word), start);
                }
                _ => self.symbol(character),
            }
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn push(&mut self, token: Token, start: usize) {
        let span = Span::new(self.file, start, self.at);
        self.lexemes.push(Lexeme { token, span, starts_line: self.starts_line });
        self.starts_line = false;
    }

    /// The first problems say it all.
    fn report(&mut self, message: impl Into<String>, span: Span) {
        if self.diagnostics.items.len() < MOST_PROBLEMS {
            self.diagnostics.error(message, span);
        }
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let start = self.at;
                match comment.find("*/") {
                    Some(length) => {
                        self.starts_line |= comment[..length].contains('\n');
                        self.at += length + 4;
                    }
                    None => {
                        self.at = self.text.len();
                        let span = Span::new(self.file, start, start + 2);
                        self.report("this comment is never closed", span);
                    }
                }
            } else {
                let Some(blank) = rest.chars().next().filter(|c| c.is_whitespace()) else { return };
                self.starts_line |= blank == '\n';
                self.at += blank.len_utf8();
            }
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let length = self.rest().find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.at += length.unwrap_or(self.rest().len());
        let digits = &self.text[start..self.at];
        let value = digits.parse().unwrap_or_else(|_| {
            let span = Span::new(self.file, start, self.at);
            self.report(format!("`{digits}` is not a number of 64 bits"), span);
            0
        });
        self.push(Token::Number(value), start);
    }

    /// A string or a quoted name, up to the same mark or the end of the line.
    fn delimited(&mut self, mark: char) {
        let start = self.at;
        let mut content = String::new();
        self.at += 1;
        loop {
            let Some(character) = self.rest().chars().next().filter(|c| *c != '\n') else {
                let span = Span::new(self.file, start, start + 1);
                self.report(format!("the closing {mark} is missing on this line"), span);
                break;
            };
            self.at += character.len_utf8();
            if character == mark {
                break;
            }
            if character == '\\' {
                self.escape(&mut content);
            } else {
                content.push(character);
            }
        }
        let token = if mark == '"' { Token::Text(content) } else { Token::Quoted(content) };
        self.push(token, start);
    }

    fn escape(&mut self, content: &mut String) {
        let start = self.at - 1;
        let Some(character) = self.rest().chars().next().filter(|c| *c != '\n') else { return };
        self.at += character.len_utf8();
        let meant = match character {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            '"' | '`' | '\\' => Some(character),
            'u' => self.code_point(),
            _ => None,
        };
        match meant {
            Some(meant) => content.push(meant),
            None => {
                let span = Span::new(self.file, start, self.at);
                self.report("this escape is not known", span);
            }
        }
    }

    /// `{1f600}` after `\u`.
    fn code_point(&mut self) -> Option<char> {
        let digits = self.rest().strip_prefix('{')?;
        let length = digits.find('}').filter(|length| (1..=6).contains(length))?;
        let value = u32::from_str_radix(&digits[..length], 16).ok()?;
        self.at += length + 2;
        char::from_u32(value)
    }

    fn symbol(&mut self, character: char) {
        let start = self.at;
        match SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol)) {
            Some(symbol) => {
                self.at += symbol.len();
                self.push(Token::Symbol(symbol), start);
            }
            None => {
                self.at += character.len_utf8();
                let span = Span::new(self.file, start, self.at);
                self.report(format!("`{character}` has no meaning here"), span);
            }
        }
    }
}

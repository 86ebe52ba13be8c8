//! Cuts source text into tokens that know where they stand and whether a line began before them.

use trine_base::{FileId, Span};

use crate::names::{Names, Symbol};

/// The tokens of one text, comments and spliced lines taken out; no token marks the end.
pub fn lex(text: &str, file: FileId, names: &mut Names) -> Vec<Token> {
    let bytes = text.as_bytes();
    let (newline, line_start, space) = (true, true, false);
    let mut lexer = Lexer { text, bytes, at: 0, file, newline, line_start, space };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    while let Some(token) = lexer.next(names) {
        tokens.push(token);
    }
    tokens
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub text: Symbol,
    pub span: Span,
    /// A line break stands between this token and the one before, perhaps inside a comment.
    pub newline: bool,
    /// The first token of a line, as the preprocessor counts lines.
    pub line_start: bool,
    /// Blank space of any kind stands before this token.
    pub space: bool,
    /// The name of a macro that must not be expanded again.
    pub inert: bool,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Word,
    /// Starts with a digit; letters that follow are part of it, as in C.
    Number,
    Character,
    String,
    /// A string or character that its line does not finish, or a comment that nothing finishes.
    Unfinished,
    /// A character that no token begins with.
    Stray,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Semicolon,
    /// A semicolon that is not in the text: the end of a line stands for it.
    ImpliedSemicolon,
    Arrow,
    Colon,
    DoubleColon,
    Dot,
    DotDot,
    At,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    PlusPlus,
    MinusMinus,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    ShiftLeft,
    ShiftRight,
    Assign,
    Bang,
    BangBang,
    Question,
    QuestionQuestion,
    Ampersand,
    And,
    Pipe,
    Or,
    Caret,
    Tilde,
    Hash,
    HashHash,
    Backslash,
    End,
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    file: FileId,
    newline: bool,
    line_start: bool,
    space: bool,
}

impl Lexer<'_> {
    fn next(&mut self, names: &mut Names) -> Option<Token> {
        let unfinished_comment = self.skip_blank();
        let start = self.at;
        let kind = if let Some(begin) = unfinished_comment {
            self.at = self.bytes.len();
            return Some(self.token(Kind::Unfinished, begin, names));
        } else {
            self.kind()?
        };
        Some(self.token(kind, start, names))
    }

    fn token(&mut self, kind: Kind, start: usize, names: &mut Names) -> Token {
        let written = &self.text[start..self.at];
        let text = if written.contains("\\\n") || written.contains("\\\r\n") {
            names.intern(&written.replace("\\\r\n", "").replace("\\\n", ""))
        } else if kind == Kind::Unfinished {
            names.intern("")
        } else {
            names.intern(written)
        };
        let span = Span::new(self.file, start, self.at);
        let (newline, line_start, space) = (self.newline, self.line_start, self.space);
        let token = Token { kind, text, span, newline, line_start, space, inert: false };
        self.newline = false;
        self.line_start = false;
        self.space = false;
        token
    }

    /// Returns where an unfinished comment begins, if there is one.
    fn skip_blank(&mut self) -> Option<usize> {
        loop {
            match self.peek(0) {
                Some(b'\n') => {
                    self.newline = true;
                    self.line_start = true;
                    self.at += 1;
                }
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0) => self.at += 1,
                Some(b'\\') if self.splice() > 0 => self.at += self.splice(),
                Some(b'/') if self.peek(1) == Some(b'/') => {
                    while let Some(byte) = self.peek(0) {
                        let splice = self.splice();
                        if byte == b'\n' {
                            break;
                        }
                        self.at += splice.max(1);
                    }
                }
                Some(b'/') if self.peek(1) == Some(b'*') => {
                    let begin = self.at;
                    let Some(length) = self.text[self.at + 2..].find("*/") else {
                        return Some(begin);
                    };
                    let end = self.at + 2 + length + 2;
                    self.newline |= self.bytes[self.at..end].contains(&b'\n');
                    self.at = end;
                }
                _ => return None,
            }
            self.space = true;
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// The length of a backslash with the line break that it cancels, here; zero if there is none.
    fn splice(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some(b'\\'), Some(b'\n'), _) => 2,
            (Some(b'\\'), Some(b'\r'), Some(b'\n')) => 3,
            _ => 0,
        }
    }

    fn kind(&mut self) -> Option<Kind> {
        let byte = self.peek(0)?;
        if byte.is_ascii_alphabetic() || byte == b'_' {
            self.word();
            return Some(Kind::Word);
        }
        if byte.is_ascii_digit() {
            self.word();
            return Some(Kind::Number);
        }
        if byte == b'"' || byte == b'\'' {
            return Some(self.quoted(byte));
        }
        if !byte.is_ascii() {
            self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8);
            return Some(Kind::Stray);
        }
        let (kind, length) = self.punctuation(byte);
        self.at += length;
        Some(kind)
    }

    fn word(&mut self) {
        loop {
            match self.peek(0) {
                Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => self.at += 1,
                Some(b'\\') if self.splice() > 0 => {
                    let splice = self.splice();
                    match self.peek(splice) {
                        Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                            self.at += splice;
                        }
                        _ => return,
                    }
                }
                _ => return,
            }
        }
    }

    fn quoted(&mut self, quote: u8) -> Kind {
        self.at += 1;
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Kind::Unfinished,
                Some(b'\\') => {
                    self.at += match self.splice() {
                        0 if self.peek(1).is_some_and(|next| next != b'\n') => 1,
                        splice => splice.max(1),
                    };
                    if self.bytes[self.at - 1] == b'\\' {
                        self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
                    }
                }
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return if quote == b'"' { Kind::String } else { Kind::Character };
                }
                Some(_) => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
            }
        }
    }

    fn punctuation(&self, byte: u8) -> (Kind, usize) {
        let next = self.peek(1).unwrap_or(0);
        match (byte, next) {
            (b':', b':') => (Kind::DoubleColon, 2),
            (b'.', b'.') => (Kind::DotDot, 2),
            (b'-', b'>') => (Kind::Arrow, 2),
            (b'-', b'-') => (Kind::MinusMinus, 2),
            (b'+', b'+') => (Kind::PlusPlus, 2),
            (b'<', b'<') => (Kind::ShiftLeft, 2),
            (b'>', b'>') => (Kind::ShiftRight, 2),
            (b'<', b'=') => (Kind::LessEqual, 2),
            (b'>', b'=') => (Kind::GreaterEqual, 2),
            (b'=', b'=') => (Kind::EqualEqual, 2),
            (b'!', b'=') => (Kind::NotEqual, 2),
            (b'!', b'!') => (Kind::BangBang, 2),
            (b'?', b'?') => (Kind::QuestionQuestion, 2),
            (b'&', b'&') => (Kind::And, 2),
            (b'|', b'|') => (Kind::Or, 2),
            (b'#', b'#') => (Kind::HashHash, 2),
            (b'(', _) => (Kind::OpenParen, 1),
            (b')', _) => (Kind::CloseParen, 1),
            (b'[', _) => (Kind::OpenBracket, 1),
            (b']', _) => (Kind::CloseBracket, 1),
            (b'{', _) => (Kind::OpenBrace, 1),
            (b'}', _) => (Kind::CloseBrace, 1),
            (b',', _) => (Kind::Comma, 1),
            (b';', _) => (Kind::Semicolon, 1),
            (b':', _) => (Kind::Colon, 1),
            (b'.', _) => (Kind::Dot, 1),
            (b'@', _) => (Kind::At, 1),
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'*', _) => (Kind::Star, 1),
            (b'/', _) => (Kind::Slash, 1),
            (b'%', _) => (Kind::Percent, 1),
            (b'<', _) => (Kind::Less, 1),
            (b'>', _) => (Kind::Greater, 1),
            (b'=', _) => (Kind::Assign, 1),
            (b'!', _) => (Kind::Bang, 1),
            (b'?', _) => (Kind::Question, 1),
            (b'&', _) => (Kind::Ampersand, 1),
            (b'|', _) => (Kind::Pipe, 1),
            (b'^', _) => (Kind::Caret, 1),
            (b'~', _) => (Kind::Tilde, 1),
            (b'#', _) => (Kind::Hash, 1),
            (b'\\', _) => (Kind::Backslash, 1),
            _ => (Kind::Stray, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_base::Id;

    fn spellings(text: &str) -> Vec<String> {
        let mut names = Names::new();
        let tokens = lex(text, FileId::from_index(0), &mut names);
        tokens.iter().map(|token| names.text(token.text).to_string()).collect()
    }

    #[test]
    fn cuts_what_promela_writes() {
        assert_eq!(spellings("q?<x>;a..b"), ["q", "?", "<", "x", ">", ";", "a", "..", "b"]);
        assert_eq!(spellings("0..N->x++"), ["0", "..", "N", "->", "x", "++"]);
        assert_eq!(spellings("'\\''\"a\\\"b\""), ["'\\''", "\"a\\\"b\""]);
    }

    #[test]
    fn joins_spliced_lines() {
        assert_eq!(spellings("ab\\\ncd /* x */ e // f \\\n g\nh"), ["abcd", "e", "h"]);
    }

    #[test]
    fn keeps_line_breaks_apart_from_blanks() {
        let mut names = Names::new();
        let tokens = lex("a /* \n */ b c", FileId::from_index(0), &mut names);
        assert!(tokens[0].newline && tokens[1].newline && !tokens[2].newline && tokens[2].space);
    }

    #[test]
    fn survives_what_is_not_finished() {
        let mut names = Names::new();
        for text in ["'", "\"", "\"\\", "'\\\n", "/*", "\\", "é", "\"é\\é", "a\\"] {
            lex(text, FileId::from_index(0), &mut names);
        }
    }
}

//! Splits C source text into preprocessing tokens: comments, line splices and white space go, places stay.

use std::sync::Arc;

use trine_base::{FileId, Span};

/// The kind of a preprocessing token (C11 6.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Identifier,
    /// A number as the preprocessor knows it: `1.e+5`, `0x1p3`, also `12abc`.
    Number,
    /// With its prefix and quotes.
    Character,
    /// With its prefix and quotes.
    Text,
    Punctuator,
    /// A character that no token starts with.
    Other,
    End,
}

/// A token with its place in the text that the user wrote.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub text: Arc<str>,
    pub span: Span,
    /// White space or a comment stands before it.
    pub spaced: bool,
    /// It is the first one of its line.
    pub starts_line: bool,
    /// It was the name of a macro inside of its own expansion, and stays as it is (C11 6.10.3.4).
    pub painted: bool,
}

impl Token {
    /// Whether it is this word or sign, and no text of a string.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Punctuator | Kind::Identifier) && &*self.text == text
    }
}

/// All tokens of a text, with one of the kind `End` behind them.
pub fn tokenize(file: FileId, text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text: text.as_bytes(), at: 0 };
    let mut tokens = Vec::new();
    let (mut spaced, mut starts_line) = (false, true);
    loop {
        let before = lexer.at;
        let newline = lexer.skip_space();
        spaced |= lexer.at != before;
        starts_line |= newline;
        let start = lexer.at;
        let (kind, spelled) = lexer.token();
        let span = Span::new(file, start, lexer.at);
        let text: Arc<str> = spelled.into();
        tokens.push(Token { kind, text, span, spaced, starts_line, painted: false });
        if kind == Kind::End {
            return tokens;
        }
        (spaced, starts_line) = (false, false);
    }
}

/// Tokens of a text that the preprocessor itself made: a pasted token, a definition of the command line. All of them
/// are at one place.
pub fn tokenize_at(text: &str, span: Span) -> Vec<Token> {
    let mut tokens = tokenize(span.file, text);
    tokens.pop();
    for token in &mut tokens {
        token.span = span;
        token.starts_line = false;
    }
    tokens
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

/// Longest first.
const PUNCTUATORS: [&str; 54] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "[", "]",
    "(", ")", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":",
    ";", "=", ",", "#",
];

impl Lexer<'_> {
    /// The length of a line splice here; 0 where there is none.
    fn splice(&self, at: usize) -> usize {
        match self.text.get(at..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => 0,
        }
    }

    fn skip_splices(&mut self) {
        while self.splice(self.at) > 0 {
            self.at += self.splice(self.at);
        }
    }

    fn peek(&mut self) -> u8 {
        self.skip_splices();
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// The character behind the next one.
    fn second(&mut self) -> u8 {
        self.skip_splices();
        let mut at = self.at + 1;
        while self.splice(at) > 0 {
            at += self.splice(at);
        }
        self.text.get(at).copied().unwrap_or(0)
    }

    fn next(&mut self) -> u8 {
        let next = self.peek();
        self.at += 1;
        next
    }

    fn done(&mut self) -> bool {
        self.skip_splices();
        self.at >= self.text.len()
    }

    /// Skips white space and comments; whether a line ended.
    fn skip_space(&mut self) -> bool {
        let mut newline = false;
        while !self.done() {
            match (self.peek(), self.second()) {
                (b'\n', _) => {
                    newline = true;
                    self.at += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0b | 0x0c, _) => self.at += 1,
                (b'/', b'/') => {
                    while !self.done() && self.peek() != b'\n' {
                        self.at += 1;
                    }
                }
                (b'/', b'*') => {
                    self.next();
                    self.next();
                    while !self.done() && (self.peek(), self.second()) != (b'*', b'/') {
                        self.at += 1;
                    }
                    self.next();
                    self.next();
                    self.at = self.at.min(self.text.len());
                }
                _ => break,
            }
        }
        newline
    }

    fn token(&mut self) -> (Kind, String) {
        if self.done() {
            self.at = self.text.len();
            return (Kind::End, String::new());
        }
        let mut bytes = Vec::new();
        let first = self.peek();
        let kind = if is_start(first) {
            self.identifier(&mut bytes)
        } else if first.is_ascii_digit() || (first == b'.' && self.second().is_ascii_digit()) {
            self.number(&mut bytes)
        } else if first == b'"' || first == b'\'' {
            self.quoted(&mut bytes)
        } else {
            self.punctuator(&mut bytes)
        };
        // Only whole characters are taken: what is not a token of C is taken to the start of the next character.
        (kind, String::from_utf8_lossy(&bytes).into_owned())
    }

    fn identifier(&mut self, bytes: &mut Vec<u8>) -> Kind {
        while !self.done() && is_part(self.peek()) {
            bytes.push(self.next());
        }
        let prefix = matches!(bytes.as_slice(), b"L" | b"u" | b"U" | b"u8");
        if prefix && matches!(self.peek(), b'"' | b'\'') {
            let at = self.at;
            let length = bytes.len();
            let kind = self.quoted(bytes);
            if kind != Kind::Other {
                return kind;
            }
            bytes.truncate(length);
            self.at = at;
        }
        Kind::Identifier
    }

    fn number(&mut self, bytes: &mut Vec<u8>) -> Kind {
        loop {
            let next = self.peek();
            let sign = matches!(bytes.last(), Some(b'e' | b'E' | b'p' | b'P'))
                && matches!(next, b'+' | b'-');
            if self.done() || !(sign || next == b'.' || is_part(next)) {
                return Kind::Number;
            }
            bytes.push(self.next());
        }
    }

    /// A character or string literal. A quote that does not end on its line is a character of its own.
    fn quoted(&mut self, bytes: &mut Vec<u8>) -> Kind {
        let quote = self.next();
        let (at, length) = (self.at, bytes.len() + 1);
        bytes.push(quote);
        while !self.done() && self.peek() != b'\n' {
            let next = self.next();
            bytes.push(next);
            match next {
                b'\\' if !self.done() && self.peek() != b'\n' => bytes.push(self.next()),
                _ if next == quote => {
                    return if quote == b'"' { Kind::Text } else { Kind::Character };
                }
                _ => {}
            }
        }
        self.at = at;
        bytes.truncate(length);
        Kind::Other
    }

    fn punctuator(&mut self, bytes: &mut Vec<u8>) -> Kind {
        for punctuator in PUNCTUATORS {
            let before = self.at;
            if punctuator.bytes().all(|byte| !self.done() && self.next() == byte) {
                let spelled = match punctuator {
                    "<:" => "[",
                    ":>" => "]",
                    "<%" => "{",
                    "%>" => "}",
                    "%:" => "#",
                    "%:%:" => "##",
                    other => other,
                };
                bytes.extend(spelled.bytes());
                return Kind::Punctuator;
            }
            self.at = before;
        }
        bytes.push(self.next());
        while self.at < self.text.len() && self.text[self.at] & 0xc0 == 0x80 {
            bytes.push(self.next());
        }
        Kind::Other
    }
}

/// GNU C takes `$` for a letter; characters beyond ASCII are letters, too.
fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_part(byte: u8) -> bool {
    is_start(byte) || byte.is_ascii_digit()
}

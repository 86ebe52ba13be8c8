//! The words and signs of the HOA format.

use std::fmt;
use std::ops::Range;

/// What is wrong with a HOA text, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoaError {
    pub message: String,
    pub range: Range<usize>,
}

impl HoaError {
    pub(super) fn new(message: impl Into<String>, range: Range<usize>) -> HoaError {
        HoaError { message: message.into(), range }
    }
}

impl fmt::Display for HoaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for HoaError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word that a colon follows: `States:`.
    Header(String),
    Word(String),
    /// `@name`
    Alias(String),
    Text(String),
    Number(usize),
    /// One of `( ) { } [ ] & | !`.
    Sign(char),
    Body,
    End,
    Abort,
}

impl Token {
    /// The token as an error message quotes it.
    pub fn describe(&self) -> String {
        match self {
            Token::Header(word) => format!("`{word}:`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Alias(word) => format!("`@{word}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Number(number) => format!("`{number}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Body => "`--BODY--`".to_owned(),
            Token::End => "`--END--`".to_owned(),
            Token::Abort => "`--ABORT--`".to_owned(),
        }
    }
}

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, HoaError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("/*") {
            at = after_comment(text, at)?;
            continue;
        }
        let marks =
            [("--BODY--", Token::Body), ("--END--", Token::End), ("--ABORT--", Token::Abort)];
        let token = if let Some((mark, token)) =
            marks.iter().find(|(mark, _)| rest.starts_with(mark))
        {
            at += mark.len();
            token.clone()
        } else if first == '"' {
            let (content, end) = string(text, at)?;
            at = end;
            Token::Text(content)
        } else if first.is_ascii_digit() {
            at += rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
            let number = text[start..at].parse();
            Token::Number(number.map_err(|_| HoaError::new("this number is too large", start..at))?)
        } else if first == '@' {
            let word = word(&rest[1..]);
            at += 1 + word.len();
            Token::Alias(word.to_owned())
        } else if first.is_ascii_alphabetic() || first == '_' {
            let word = word(rest);
            at += word.len();
            if text[at..].starts_with(':') {
                at += 1;
                Token::Header(word.to_owned())
            } else {
                Token::Word(word.to_owned())
            }
        } else if "(){}[]&|!".contains(first) {
            at += 1;
            Token::Sign(first)
        } else {
            let range = start..start + first.len_utf8();
            return Err(HoaError::new(format!("`{first}` has no place here"), range));
        };
        tokens.push((token, start..at));
    }
    Ok(tokens)
}

fn word(text: &str) -> &str {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    &text[..text.find(|letter: char| !inside(letter)).unwrap_or(text.len())]
}

/// Comments nest.
fn after_comment(text: &str, start: usize) -> Result<usize, HoaError> {
    let (mut at, mut depth) = (start, 0);
    while at < text.len() {
        if text.as_bytes()[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text.as_bytes()[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Ok(at);
            }
        } else {
            at += 1;
        }
    }
    Err(HoaError::new("this comment never ends", start..start + 2))
}

fn string(text: &str, start: usize) -> Result<(String, usize), HoaError> {
    let mut content = String::new();
    let mut letters = text[start + 1..].char_indices();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            '"' => return Ok((content, start + 1 + offset + 1)),
            '\\' => content.extend(letters.next().map(|(_, letter)| letter)),
            _ => content.push(letter),
        }
    }
    Err(HoaError::new("this string never ends", start..start + 1))
}

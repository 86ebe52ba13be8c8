//! Cuts a specification into tokens, and keeps its comments with where they stood.

use trine_base::{FileId, Span};

/// The tokens of `text[from..to]`, ended by one `End`, and the comments between them.
pub fn lex(text: &str, file: FileId, from: usize, to: usize) -> Lexed {
    let mut lexer = Lexer { text: &text[..to], at: from, file };
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new(), unfinished_comment: None };
    loop {
        let lines = lexer.comments(&mut lexed);
        let start = lexer.at;
        let kind = lexer.token();
        let span = Span::new(file, start, lexer.at);
        let first_on_line = lines > 0 || lexed.tokens.is_empty();
        lexed.tokens.push(Token { kind, span, first_on_line, gap: lines > 1 });
        if kind == Kind::End {
            return lexed;
        }
    }
}

/// The tokens and comments of a specification.
#[derive(Debug)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub comments: Vec<LexedComment>,
    /// Where a comment begins that nothing ends.
    pub unfinished_comment: Option<Span>,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub span: Span,
    pub first_on_line: bool,
    /// An empty line stands before it, after the comments if there are any.
    pub gap: bool,
}

/// A comment with its place among the tokens.
#[derive(Clone, Debug)]
pub struct LexedComment {
    /// With its `//` or `/* */`, without blanks behind it.
    pub text: String,
    /// The token that follows it.
    pub before: usize,
    /// It begins on the line on which the token before it ends.
    pub on_line: bool,
    pub gap: bool,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    /// Begins with a digit; letters that follow are part of it.
    Number,
    /// In double quotes, on one line.
    Text,
    UnfinishedText,
    Stray,
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Star,
    Plus,
    Minus,
    Slash,
    Percent,
    Question,
    Caret,
    Bar,
    BarBar,
    Ampersand,
    AndAnd,
    Bang,
    Equal,
    EqualEqual,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Diamond,
    Arrow,
    BothArrow,
    At,
    End,
}

/// Longer ones first, so that the first match is the right one.
const SYMBOLS: [(&str, Kind); 33] = [
    ("<->", Kind::BothArrow),
    ("->", Kind::Arrow),
    ("<>", Kind::Diamond),
    ("<=", Kind::LessEqual),
    (">=", Kind::GreaterEqual),
    ("==", Kind::EqualEqual),
    ("!=", Kind::NotEqual),
    ("&&", Kind::AndAnd),
    ("||", Kind::BarBar),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    ("(", Kind::OpenParen),
    (")", Kind::CloseParen),
    ("[", Kind::OpenBracket),
    ("]", Kind::CloseBracket),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    (":", Kind::Colon),
    (".", Kind::Dot),
    ("*", Kind::Star),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("/", Kind::Slash),
    ("%", Kind::Percent),
    ("?", Kind::Question),
    ("^", Kind::Caret),
    ("|", Kind::Bar),
    ("&", Kind::Ampersand),
    ("!", Kind::Bang),
    ("=", Kind::Equal),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("@", Kind::At),
];

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Moves past blanks and comments; answers how many line breaks follow the last of them.
    fn comments(&mut self, lexed: &mut Lexed) -> usize {
        let mut lines = 0;
        let mut any_line = lexed.tokens.is_empty();
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            lines += self.rest()[..blank].matches('\n').count();
            self.at += blank;
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(inside) = rest.strip_prefix("/*") {
                match inside.find("*/") {
                    Some(length) => length + 4,
                    None => {
                        let span = Span::new(self.file, self.at, self.at + 2);
                        lexed.unfinished_comment.get_or_insert(span);
                        self.at = self.text.len();
                        return lines;
                    }
                }
            } else {
                return lines + usize::from(any_line && lines == 0);
            };
            let text = rest[..length].trim_end().to_string();
            any_line |= lines > 0;
            let comment = LexedComment {
                before: lexed.tokens.len(),
                on_line: !any_line,
                gap: lines > 1,
                text,
            };
            any_line |= comment.text.contains('\n');
            lexed.comments.push(comment);
            self.at += length;
            lines = 0;
        }
    }

    fn token(&mut self) -> Kind {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Kind::End };
        let (kind, length) = if first == '"' {
            text_literal(rest)
        } else if begins_word(first) {
            (Kind::Word, word_length(rest))
        } else if first.is_ascii_digit() {
            (Kind::Number, word_length(rest))
        } else {
            match SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
                Some((symbol, kind)) => (*kind, symbol.len()),
                None => (Kind::Stray, first.len_utf8()),
            }
        };
        self.at += length;
        kind
    }
}

/// Whether this is a name as it can stand without quotes.
pub fn is_word(text: &str) -> bool {
    text.chars().next().is_some_and(begins_word) && word_length(text) == text.len()
}

fn begins_word(first: char) -> bool {
    first.is_alphabetic() || first == '_' || first == '$'
}

/// Letters, digits, `_` and `$`; `#` where more follows, as in `Node#3`.
fn word_length(text: &str) -> usize {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let more = characters.peek().is_some_and(|(_, next)| inside(*next));
        if !(inside(c) || c == '#' && at > 0 && more) {
            return at;
        }
    }
    text.len()
}

fn text_literal(rest: &str) -> (Kind, usize) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return (Kind::UnfinishedText, rest[..at].trim_end().len()),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return (Kind::Text, at + 1),
            _ => {}
        }
    }
    (Kind::UnfinishedText, rest.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let lexed = lex(text, FileId(0), 0, text.len());
        let spans = lexed.tokens.iter().map(|token| token.span);
        spans.map(|span| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn cuts_at_the_longest_symbol() {
        assert_eq!(pieces("a<->b<>c<=-1"), ["a", "<->", "b", "<>", "c", "<=", "-", "1", ""]);
        assert_eq!(pieces("a<-1 []x"), ["a", "<", "-", "1", "[", "]", "x", ""]);
        assert_eq!(pieces("Node#3.x# 2b"), ["Node#3", ".", "x", "#", "2b", ""]);
    }

    #[test]
    fn keeps_comments_with_their_places() {
        let text = "a // one\n\n/* two */ b /* three\n */ c";
        let lexed = lex(text, FileId(0), 0, text.len());
        let comments: Vec<_> =
            lexed.comments.iter().map(|c| (c.text.as_str(), c.before, c.on_line, c.gap)).collect();
        assert_eq!(
            comments,
            [
                ("// one", 1, true, false),
                ("/* two */", 1, false, true),
                ("/* three\n */", 2, true, false)
            ]
        );
        let first: Vec<bool> = lexed.tokens.iter().map(|token| token.first_on_line).collect();
        assert_eq!(first, [true, true, true, false]);
    }

    #[test]
    fn unfinished_text_ends_with_its_line() {
        assert_eq!(pieces("\"a\\\" b \nc"), ["\"a\\\" b", "c", ""]);
        assert!(lex("a /* b", FileId(0), 0, 6).unfinished_comment.is_some());
    }
}

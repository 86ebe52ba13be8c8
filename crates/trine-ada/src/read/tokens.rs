//! The words and signs of a stretch of text, one after the other.

use tree_sitter::Node;
use trine_base::{FileId, Span};

use crate::parse::leaves;
use crate::syntax::Ident;

/// A word, a sign or a literal.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A name or reserved word.
    Word(Ident),
    Number(String),
    Text(String),
    Character(char),
    Sign(String),
}

/// A text with its file: what nodes are read from.
#[derive(Clone, Copy)]
pub struct Source<'t> {
    pub file: FileId,
    pub text: &'t str,
}

impl<'t> Source<'t> {
    /// The place of a node.
    pub fn span(&self, node: Node<'_>) -> Span {
        Span::new(self.file, node.start_byte(), node.end_byte())
    }

    /// The text of a node.
    pub fn words(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The identifier that a node is.
    pub fn ident(&self, node: Node<'_>) -> Ident {
        ident(self.words(node), self.span(node))
    }

    /// The words and signs under a node.
    pub fn tokens(&self, node: Node<'_>) -> Tokens {
        self.tokens_of(&[node])
    }

    /// The tokens of the nodes, comments left out.
    pub fn tokens_of(&self, nodes: &[Node<'_>]) -> Tokens {
        let mut all = Vec::new();
        for leaf in nodes.iter().flat_map(|node| leaves(*node)) {
            let span = self.span(leaf);
            let text = self.words(leaf);
            if text.is_empty() {
                continue;
            }
            let first = text.chars().next().unwrap_or(' ');
            let token = match leaf.kind() {
                "string_literal" => {
                    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
                    Token::Text(inner.replace("\"\"", "\""))
                }
                "character_literal" => Token::Character(text.chars().nth(1).unwrap_or(' ')),
                "numeric_literal" => Token::Number(text.to_string()),
                _ if first.is_alphabetic() => Token::Word(ident(text, span)),
                _ => Token::Sign(text.to_string()),
            };
            all.push((token, span));
        }
        let span = match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => Span::new(self.file, first.start_byte(), last.end_byte()),
            _ => Span::new(self.file, 0, 0),
        };
        Tokens { all, at: 0, span }
    }
}

/// An identifier; its key is in small letters, as Ada does not tell them apart.
pub fn ident(text: &str, span: Span) -> Ident {
    Ident { key: text.to_lowercase(), text: text.to_string(), span }
}

/// Tokens, and how far they were read.
#[derive(Clone, Debug)]
pub struct Tokens {
    all: Vec<(Token, Span)>,
    at: usize,
    span: Span,
}

impl Tokens {
    /// The next token, left where it is.
    pub fn peek(&self) -> Option<&Token> {
        self.all.get(self.at).map(|(token, _)| token)
    }

    /// The token so many after the next one.
    pub fn peek_at(&self, ahead: usize) -> Option<&Token> {
        self.all.get(self.at + ahead).map(|(token, _)| token)
    }

    /// Where the next word is.
    pub fn span(&self) -> Span {
        self.all.get(self.at).map_or(self.span, |(_, span)| *span)
    }

    /// From there to the last word that was taken.
    pub fn since(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|last| self.all.get(last)) {
            Some((_, last)) if last.end >= start.start => Span { end: last.end, ..start },
            _ => start,
        }
    }

    /// The next token, and goes past it.
    pub fn next(&mut self) -> Option<Token> {
        let token = self.all.get(self.at).map(|(token, _)| token.clone());
        self.at += usize::from(token.is_some());
        token
    }

    /// Whether all tokens were read.
    pub fn is_done(&self) -> bool {
        self.at >= self.all.len()
    }

    /// Whether this reserved word or name comes next.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(ident)) if ident.key == word)
    }

    /// Whether this sign comes next.
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(text)) if text == sign)
    }

    /// Takes a word if it is next.
    pub fn word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Goes past this sign if it comes next, and says whether it did.
    pub fn sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    /// Takes words until one of these comes, at the same depth of parentheses.
    pub fn skip_to(&mut self, stops: &[&str]) {
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            let text = match token {
                Token::Word(ident) => ident.key.as_str(),
                Token::Sign(text) => text.as_str(),
                _ => "",
            };
            if depth == 0 && stops.contains(&text) {
                return;
            }
            match text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The identifier that comes next, and goes past it.
    pub fn name(&mut self) -> Option<Ident> {
        match self.peek() {
            Some(Token::Word(ident)) => {
                let ident = ident.clone();
                self.at += 1;
                Some(ident)
            }
            _ => None,
        }
    }

    /// `A, B, C`
    pub fn names(&mut self) -> Vec<Ident> {
        let mut found: Vec<Ident> = self.name().into_iter().collect();
        while self.sign(",") {
            found.extend(self.name());
        }
        found
    }

    /// The present position, to come back to.
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes back to a position.
    pub fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }
}

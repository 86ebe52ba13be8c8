//! Reads the items of a specification: events, properties, constraints, loop marks, queries.

use trine_base::{Diagnostic, nearest};

use super::{Bad, Parse, Parser};
use crate::ast::{Constraint, Event, FileLine, Item, ItemKind, LoopMark, Place, Spec};
use crate::lex::Kind;
use crate::words::ITEMS;

/// How many tokens the name of a file can have; longer ones can still be quoted.
const LONGEST_FILE: usize = 200;

impl Parser<'_> {
    pub(super) fn spec(&mut self) -> Spec {
        let mut spec = Spec::default();
        while self.kind() != Kind::End {
            let notes = self.notes(spec.items.is_empty());
            let errors = self.errors;
            let start = self.span();
            match self.item() {
                Ok(kind) => {
                    let place = self.since(start);
                    let mut notes = notes;
                    notes.after = self.take_after();
                    spec.items.push(Item { notes, kind, place });
                }
                Err(Bad) => {
                    self.braces = 0;
                    self.skip_to_item();
                }
            }
            spec.incomplete |= self.errors > errors;
        }
        spec.end = self.take_before(spec.items.is_empty());
        spec.unread_events = std::mem::take(&mut self.unread_events);
        spec
    }

    fn item(&mut self) -> Parse<ItemKind> {
        let Some(word) = self.item_word() else {
            let mut problem = self.unexpected_problem("an item");
            if self.kind() != Kind::UnfinishedText {
                problem = problem.help(format!("an item begins with {}", one_of(&ITEMS)));
            }
            self.report(problem);
            self.bump();
            return Err(Bad);
        };
        self.bump();
        match word {
            "event" => self.event().map(ItemKind::Event),
            "property" => self.property().map(ItemKind::Property),
            "constraint" => self.constraint().map(ItemKind::Constraint),
            "loop" => self.loop_mark().map(ItemKind::Loop),
            _ => self.query().map(ItemKind::Query),
        }
    }

    /// Which item begins here; a misspelt word counts if what follows looks like the item.
    fn item_word(&mut self) -> Option<&'static str> {
        if let Some(word) = self.word_of(&ITEMS) {
            return Some(word);
        }
        let token = self.token();
        let found = self.text_of(token);
        let meant = nearest(found, ITEMS).filter(|_| token.kind == Kind::Word)?;
        if !self.has_shape_of(meant, 0) {
            return None;
        }
        let problem = Diagnostic::error(format!("`{found}` begins no item"), token.span);
        self.report(problem.help(format!("did you mean `{meant}`?")));
        Some(meant)
    }

    /// Whether the item word that many tokens ahead is followed by what such an item needs.
    pub(super) fn has_item_shape(&self, ahead: usize) -> bool {
        let token = self.ahead(ahead);
        token.kind == Kind::Word && self.has_shape_of(self.text_of(token), ahead)
    }

    fn has_shape_of(&self, word: &str, ahead: usize) -> bool {
        let (next, after) = (self.ahead(ahead + 1).kind, self.ahead(ahead + 2).kind);
        match word {
            "event" => next == Kind::Word && after == Kind::Equal,
            "property" | "constraint" | "query" => next == Kind::Word && after == Kind::OpenBrace,
            "loop" => self
                .file_line_length(ahead + 1)
                .is_some_and(|length| self.is_word(self.ahead(ahead + 1 + length), "is")),
            _ => false,
        }
    }

    fn event(&mut self) -> Parse<Event> {
        let name = self.ident("the event's name")?;
        let pattern = self.expect(Kind::Equal, "`=`").and_then(|_| self.pattern());
        if pattern.is_err() {
            self.unread_events.push(name.clone());
        }
        Ok(Event { name, pattern: pattern? })
    }

    fn constraint(&mut self) -> Parse<Constraint> {
        let name = self.ident("the constraint's name")?;
        let (braces, (notes, automaton)) = self.block("`{`", |parser| {
            let mut notes = parser.notes(true);
            parser.expect_word("automaton")?;
            let automaton = parser.automaton()?;
            notes.after = parser.take_after();
            Ok((notes, automaton))
        })?;
        Ok(Constraint { name, braces, notes, automaton })
    }

    fn loop_mark(&mut self) -> Parse<LoopMark> {
        let at = self.file_line()?;
        self.expect_word("is")?;
        let finite = match self.word_of(&["finite", "infinite"]) {
            Some(word) => word == "finite",
            None => {
                return self.unexpected_of("`finite` or `infinite`", &["finite", "infinite"]);
            }
        };
        self.bump();
        Ok(LoopMark { at, finite })
    }

    /// `FILE:LINE`; a file name that is not one piece stands in quotes.
    pub(super) fn file_line(&mut self) -> Parse<FileLine> {
        let start = self.span();
        let Some(length) = self.file_line_length(0) else {
            return self.unexpected("a place such as `Dining.java:34`");
        };
        let file = if self.kind() == Kind::Text {
            self.text_literal("a file name")?
        } else {
            let last = self.ahead(length - 3);
            let file = self.text[start.start as usize..last.span.end as usize].to_string();
            for _ in 0..length - 2 {
                self.bump();
            }
            file
        };
        self.expect(Kind::Colon, "`:`")?;
        let line = self.number("a line")?;
        Ok(FileLine { file, line, place: Place(start.to(self.last_span())) })
    }

    /// How many tokens `FILE:LINE` takes, if that is what stands there.
    fn file_line_length(&self, ahead: usize) -> Option<usize> {
        let mut length = 0;
        loop {
            let token = self.ahead(ahead + length);
            let ends = matches!(
                token.kind,
                Kind::End
                    | Kind::UnfinishedText
                    | Kind::OpenBrace
                    | Kind::CloseBrace
                    | Kind::OpenParen
                    | Kind::CloseParen
                    | Kind::Comma
                    | Kind::Semicolon
                    | Kind::Equal
            );
            let joined = length == 0 || self.adjacent(self.ahead(ahead + length - 1), token);
            if ends || !joined || length > LONGEST_FILE || token.kind == Kind::Text && length > 0 {
                return None;
            }
            length += 1;
            let line = self.ahead(ahead + length);
            let is_place = length > 1 && token.kind == Kind::Colon && line.kind == Kind::Number;
            if is_place && self.adjacent(token, line) {
                return Some(length + 1);
            }
        }
    }
}

/// `a`, `b` or `c`.
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

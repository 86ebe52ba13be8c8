//! Reads queries: a violation described interval by interval.

use trine_base::{Diagnostic, Span};

use super::{Bad, Parse, Parser};
use crate::ast::{Braces, Ident, Interval, Notes, Query};
use crate::lex::Kind;

const CLAUSES: [&str; 3] = ["ends", "requires", "forbids"];

impl Parser<'_> {
    pub(super) fn query(&mut self) -> Parse<Query> {
        let name = self.ident("the query's name")?;
        let errors = self.errors;
        let (braces, intervals) = self.block("`{`", |parser| {
            let level = parser.braces;
            let mut intervals: Vec<Interval> = Vec::new();
            while !matches!(parser.kind(), Kind::CloseBrace | Kind::End) {
                if parser.braces < level || parser.token().first_on_line && parser.at_item() {
                    break;
                }
                let start = parser.at;
                match parser.interval(intervals.is_empty()) {
                    Ok(interval) => intervals.push(interval),
                    Err(Bad) => parser.skip_to_line(level, start),
                }
            }
            Ok(intervals)
        })?;
        if self.errors > errors {
            return Err(Bad);
        }
        if intervals.is_empty() {
            return self.error_at("a query needs an interval", name.place.0);
        }
        Ok(Query { name, braces, intervals })
    }

    fn interval(&mut self, first_interval: bool) -> Parse<Interval> {
        let notes = self.notes(first_interval);
        let start = self.span();
        self.expect_word("interval")?;
        let (braces, clauses) = self.block("`{`", |parser| {
            let mut clauses = Clauses::default();
            while !matches!(parser.kind(), Kind::CloseBrace | Kind::End) {
                if parser.token().first_on_line && parser.at_item() {
                    break;
                }
                parser.clause(&mut clauses)?;
            }
            Ok(clauses)
        })?;
        self.finish(notes, braces, clauses, start)
    }

    fn finish(
        &mut self,
        mut notes: Notes,
        braces: Braces,
        clauses: Clauses,
        start: Span,
    ) -> Parse<Interval> {
        let Clauses { ends, first, requires, forbids } = clauses;
        let Some(ends) = ends else {
            let problem = Diagnostic::error("this interval has no end", start)
                .help("`ends e` says with which event the interval ends");
            return self.fail(problem);
        };
        notes.after = self.take_after();
        Ok(Interval { notes, braces, ends, first, requires, forbids })
    }

    fn clause(&mut self, clauses: &mut Clauses) -> Parse<()> {
        let start = self.span();
        match self.word_of(&CLAUSES) {
            Some("ends") => {
                self.bump();
                if self.at_word("first") && self.ahead(1).kind == Kind::Word {
                    let next = self.text_of(self.ahead(1));
                    clauses.first = !CLAUSES.contains(&next);
                    if clauses.first {
                        self.bump();
                    }
                }
                let event = self.ident("the event that ends the interval")?;
                if clauses.ends.replace(event).is_some() {
                    return self.error_at("an interval has one end", start);
                }
                if self.kind() == Kind::Comma {
                    let problem = self.unexpected_problem("`requires`, `forbids` or `}`");
                    let help = "one event ends an interval; `or` in its declaration joins several";
                    return self.fail(problem.help(help));
                }
            }
            Some("requires") => {
                self.bump();
                clauses.requires.extend(self.idents("an event")?);
            }
            Some("forbids") => {
                self.bump();
                clauses.forbids.extend(self.idents("an event")?);
            }
            _ => return self.unexpected_of("`ends`, `requires` or `forbids`", &CLAUSES),
        }
        Ok(())
    }
}

#[derive(Default)]
struct Clauses {
    ends: Option<Ident>,
    first: bool,
    requires: Vec<Ident>,
    forbids: Vec<Ident>,
}

//! Reads regular expressions over events: repetition binds tightest, then `;`, then `|`.

use trine_base::Diagnostic;

use super::{Parse, Parser};
use crate::ast::{Ident, Place, Regex, RegexKind, Repetition};
use crate::lex::Kind;

/// How many marks of repetition may follow each other; more says nothing more.
const MOST_MARKS: usize = 4;

impl Parser<'_> {
    pub(super) fn regex(&mut self) -> Parse<Regex> {
        self.deeper(|parser| {
            let start = parser.span();
            let mut parts = vec![parser.sequence()?];
            loop {
                match parser.kind() {
                    Kind::Bar => {}
                    Kind::BarBar => {
                        let span = parser.span();
                        let problem = Diagnostic::error("expected `|`, found `||`", span);
                        parser.report(problem.help("a regular expression has one `|`"));
                    }
                    _ => break,
                }
                parser.bump();
                parts.push(parser.sequence()?);
            }
            Ok(joined(parts, RegexKind::Choice, parser.since(start)))
        })
    }

    fn sequence(&mut self) -> Parse<Regex> {
        let start = self.span();
        let mut parts = vec![self.repeated()?];
        loop {
            if self.eat(Kind::Semicolon) {
                parts.push(self.repeated()?);
            } else if self.begins_regex() {
                let span = self.span();
                let text = self.text_of(self.token());
                let problem = Diagnostic::error(format!("expected `;` before `{text}`"), span);
                self.report(problem.help("`a; b` is a and then b, `a | b` one of the two"));
                parts.push(self.repeated()?);
            } else {
                return Ok(joined(parts, RegexKind::Sequence, self.since(start)));
            }
        }
    }

    fn begins_regex(&self) -> bool {
        let kinds = [Kind::Word, Kind::Dot, Kind::OpenBracket, Kind::OpenParen];
        kinds.contains(&self.kind()) && !self.at_item()
    }

    fn repeated(&mut self) -> Parse<Regex> {
        let start = self.span();
        let mut regex = self.single()?;
        let mut marks = 0;
        while let Some(repetition) = self.repetition()? {
            marks += 1;
            if marks > MOST_MARKS {
                let span = self.last_span();
                return self.error_at("too many marks of repetition in a row", span);
            }
            let kind = RegexKind::Repeat(Box::new(regex), repetition);
            regex = Regex { kind, place: self.since(start) };
        }
        Ok(regex)
    }

    fn repetition(&mut self) -> Parse<Option<Repetition>> {
        let repetition = match self.kind() {
            Kind::Star => Repetition::Star,
            Kind::Plus => Repetition::Plus,
            Kind::Question => Repetition::Optional,
            Kind::OpenBrace => return self.counted().map(Some),
            _ => return Ok(None),
        };
        self.bump();
        Ok(Some(repetition))
    }

    /// `{n}` or `{m,n}`.
    fn counted(&mut self) -> Parse<Repetition> {
        let start = self.bump().span;
        let least = self.number("a number")?;
        if self.eat(Kind::CloseBrace) {
            return Ok(Repetition::Exactly(least));
        }
        self.expect(Kind::Comma, "`,` or `}`")?;
        if self.kind() == Kind::CloseBrace {
            let problem = self.unexpected_problem("the largest number");
            return self
                .fail(problem.help(format!("without a largest number: `a{{{least}}}; a*`")));
        }
        let most = self.number("a number")?;
        self.expect(Kind::CloseBrace, "`}`")?;
        if least > most {
            let span = start.to(self.last_span());
            let problem = Diagnostic::error("the smaller number comes first", span);
            return self.fail(problem.help(format!("did you mean `{{{most},{least}}}`?")));
        }
        Ok(Repetition::Between(least, most))
    }

    fn single(&mut self) -> Parse<Regex> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Word if !self.at_item() => RegexKind::Event(self.ident("an event")?),
            Kind::Dot => {
                self.bump();
                RegexKind::Any
            }
            Kind::OpenBracket => {
                self.bump();
                let other = self.eat(Kind::Caret);
                let events = self.class()?;
                if other { RegexKind::NoneOf(events) } else { RegexKind::OneOf(events) }
            }
            Kind::OpenParen => {
                self.bump();
                if self.eat(Kind::CloseParen) {
                    RegexKind::Empty
                } else {
                    let inner = self.regex()?;
                    self.expect(Kind::CloseParen, "`)`")?;
                    return Ok(inner);
                }
            }
            Kind::Text => {
                let problem = self.unexpected_problem("an event");
                let help = "conditions on states belong in formulas, invariants and sentences";
                return self.fail(problem.help(help));
            }
            _ => return self.unexpected("an event, `.`, `[` or `(`"),
        };
        Ok(Regex { kind, place: self.since(start) })
    }

    fn class(&mut self) -> Parse<Vec<Ident>> {
        let events = self.idents("an event")?;
        self.expect(Kind::CloseBracket, "`,` or `]`")?;
        Ok(events)
    }
}

fn joined(mut parts: Vec<Regex>, kind: fn(Vec<Regex>) -> RegexKind, place: Place) -> Regex {
    if parts.len() == 1 { parts.swap_remove(0) } else { Regex { kind: kind(parts), place } }
}

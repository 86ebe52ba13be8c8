//! Reads the bodies of properties, each known by its first words.

use trine_base::{Diagnostic, nearest};

use super::item::one_of;
use super::{Parse, Parser};
use crate::ast::{Body, Ident, Notes, Place, Property, Quantifier, Regular};
use crate::lex::Kind;
use crate::words::{CHECKS, VERBS};

/// What a body can begin with, an event apart.
const STARTS: [&str; 13] = [
    "events",
    "all",
    "no",
    "every",
    "automaton",
    "ltl",
    "buchi",
    "invariant",
    "absence",
    "existence",
    "universality",
    "at",
    "exactly",
];

impl Parser<'_> {
    pub(super) fn property(&mut self) -> Parse<Property> {
        let name = self.ident("the property's name")?;
        let (braces, (notes, body)) = self.block("`{`", |parser| {
            let mut notes = parser.notes(true);
            let body = parser.body(&mut notes)?;
            Ok((notes, body))
        })?;
        Ok(Property { name, braces, notes, body })
    }

    fn body(&mut self, notes: &mut Notes) -> Parse<Body> {
        let body = match self.body_start()? {
            None => Body::Sentence(self.sentence()?),
            Some("events" | "all" | "every") => return self.regular(notes).map(Body::Regular),
            Some("no") if self.asks_for_path() => return self.regular(notes).map(Body::Regular),
            Some("no") => {
                self.bump();
                Body::Check(self.check_name()?)
            }
            Some("automaton") => {
                self.bump();
                Body::Automaton(self.automaton()?)
            }
            Some("buchi") => {
                self.bump();
                Body::Buchi(self.automaton()?)
            }
            Some("ltl") => {
                self.bump();
                Body::Ltl(self.formula()?)
            }
            Some("invariant") => {
                self.bump();
                Body::Invariant(self.predicate()?)
            }
            Some(_) => Body::Sentence(self.sentence()?),
        };
        notes.after = self.take_after();
        Ok(body)
    }

    /// The word that decides what the body is; nothing where a sentence begins with its subject.
    fn body_start(&mut self) -> Parse<Option<&'static str>> {
        let token = self.token();
        let next = self.ahead(1);
        let verb = next.kind == Kind::Word && VERBS.contains(&self.text_of(next));
        if token.kind == Kind::Text || token.kind == Kind::Word && verb {
            return Ok(None);
        }
        if let Some(word) = self.word_of(&STARTS) {
            return Ok(Some(word));
        }
        if token.kind != Kind::Word {
            return self.unexpected("what must hold");
        }
        let found = self.text_of(token);
        // `serve respnds to request`: an event, and a verb that went wrong.
        let verb = self.text_of(next);
        let is_verb = verb.len() > 2 && nearest(verb, VERBS).is_some();
        if let Some(meant) = nearest(found, STARTS).filter(|_| found.len() > 2 && !is_verb) {
            let problem =
                Diagnostic::error(format!("a property cannot start with `{found}`"), token.span);
            return self.fail(problem.help(format!("did you mean `{meant}`?")));
        }
        if next.kind == Kind::Word {
            return Ok(None);
        }
        let problem =
            Diagnostic::error(format!("a property cannot start with `{found}`"), token.span);
        let help =
            format!("start it with {}, or with an event that is defined above", one_of(&STARTS));
        self.fail(problem.help(help))
    }

    /// Whether `no` is about paths; `no path` misspelt is too.
    fn asks_for_path(&self) -> bool {
        let next = self.text_of(self.ahead(1));
        let after = self.ahead(2);
        !CHECKS.contains(&next)
            && after.kind != Kind::Minus
            && (nearest(next, ["path"]).is_some()
                || nearest(self.text_of(after), ["satisfies"]).is_some())
    }

    fn regular(&mut self, notes: &mut Notes) -> Parse<Regular> {
        let mut events = Vec::new();
        let mut clause = Notes::default();
        if self.eat_word("events") {
            events = self.idents("an event")?;
            notes.after = self.take_after();
            clause = self.notes(false);
        }
        let quantifier = self.quantifier()?;
        let regex = self.regex()?;
        let after = self.take_after();
        if events.is_empty() {
            notes.after = after;
        } else {
            clause.after = after;
        }
        Ok(Regular { events, notes: clause, quantifier, regex })
    }

    fn quantifier(&mut self) -> Parse<Quantifier> {
        let starts = Quantifier::ALL.map(|quantifier| quantifier.words()[0]);
        let found = Quantifier::ALL.into_iter().find(|it| self.at_word(it.words()[0]));
        let Some(quantifier) = found else {
            let wanted = "`all paths satisfy`, `no path satisfies` or `every prefix satisfies`";
            let problem = self.unexpected_problem(wanted);
            let word = self.text_of(self.token());
            let problem = match nearest(word, starts) {
                Some(meant) => problem.help(format!("did you mean `{meant}`?")),
                None if STARTS.contains(&word) => {
                    problem.help("`events` belongs before a regular expression only")
                }
                None => problem,
            };
            return self.fail(problem);
        };
        for word in quantifier.words() {
            self.expect_word(word)?;
        }
        Ok(quantifier)
    }

    /// `deadlock`, `data-race`: words joined by `-`.
    fn check_name(&mut self) -> Parse<Ident> {
        let first = self.expect(Kind::Word, "the name of a built-in check")?;
        let mut last = first;
        while self.kind() == Kind::Minus
            && self.ahead(1).kind == Kind::Word
            && self.adjacent(last, self.token())
            && self.adjacent(self.token(), self.ahead(1))
        {
            self.bump();
            last = self.bump();
        }
        let span = first.span.to(last.span);
        let name = self.text[span.start as usize..span.end as usize].to_string();
        if CHECKS.contains(&name.as_str()) {
            return Ok(Ident { name, place: Place(span) });
        }
        let help = match nearest(&name, CHECKS) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!(
                "the checks are {}; paths are written `no path satisfies …`",
                one_of(&CHECKS).replace(" or ", " and ")
            ),
        };
        let problem = Diagnostic::error(format!("`{name}` is no built-in check"), span);
        self.fail(problem.help(help))
    }
}

//! Reads specification patterns in plain words, with the scopes they hold in.

use trine_automata::patterns::MOST_COUNTED;
use trine_base::Diagnostic;

use super::{Parse, Parser};
use crate::ast::{Atom, Bound, Form, Scope, Sentence, Subject};
use crate::lex::Kind;

const SCOPES: [&str; 4] = ["globally", "before", "after", "between"];

impl Parser<'_> {
    pub(super) fn sentence(&mut self) -> Parse<Sentence> {
        let form = self.form()?;
        let scope = self.scope()?;
        Ok(Sentence { form, scope })
    }

    fn form(&mut self) -> Parse<Form> {
        let next = self.ahead(1);
        for (word, form) in [
            ("absence", Form::Absence as fn(Subject) -> Form),
            ("existence", Form::Existence),
            ("universality", Form::Universality),
        ] {
            if self.at_word(word) && !self.is_verb(next) {
                self.bump();
                self.expect_word("of")?;
                return self.subject().map(form);
            }
        }
        if (self.at_word("at") || self.at_word("exactly")) && !self.is_verb(next) {
            let bound = self.bound()?;
            let count: u32 = self.number("a number")?;
            if count > MOST_COUNTED {
                let problem = Diagnostic::error("this is counted too far", self.last_span());
                return self
                    .fail(problem.help(format!("the largest number here is {MOST_COUNTED}")));
            }
            self.expect_word("of")?;
            return Ok(Form::Count(bound, count, self.subject()?));
        }
        self.relation()
    }

    fn is_verb(&self, token: crate::lex::Token) -> bool {
        token.kind == Kind::Word && crate::words::VERBS.contains(&self.text_of(token))
    }

    fn bound(&mut self) -> Parse<Bound> {
        if self.eat_word("exactly") {
            return Ok(Bound::Exactly);
        }
        self.bump();
        match self.word_of(&["most", "least"]) {
            Some(word) => {
                self.bump();
                Ok(if word == "most" { Bound::AtMost } else { Bound::AtLeast })
            }
            None => self.unexpected_of("`most` or `least`", &["most", "least"]),
        }
    }

    /// `S responds to P`, `S precedes P`, and the chains: `S then T responds to P`.
    fn relation(&mut self) -> Parse<Form> {
        let start = self.span();
        let left = self.chain()?;
        let without_at = self.span();
        let without = if self.eat_word("without") { Some(self.subject()?) } else { None };
        let verb = self.span();
        let form = if self.eat_word("responds") || self.eat_word("respond") {
            self.expect_word("to")?;
            Form::Response { responses: left, without: without.clone(), stimuli: self.chain()? }
        } else if self.eat_word("precedes") || self.eat_word("precede") {
            Form::Precedence { causes: left, effects: self.chain()? }
        } else {
            let verbs = ["responds", "precedes", "then", "without"];
            return self.unexpected_of("`responds to` or `precedes`", &verbs);
        };
        let (left, right, response) = match &form {
            Form::Response { responses, stimuli, .. } => (responses.len(), stimuli.len(), true),
            Form::Precedence { causes, effects } => (causes.len(), effects.len(), false),
            _ => (1, 1, false),
        };
        if without.is_some() && !(response && left == 2) {
            let problem = Diagnostic::error("`without` needs a chain of two responses", without_at)
                .help("`s then t without z responds to p`: no z between s and t");
            return self.fail(problem);
        }
        if left > 2 || right > 2 || left + right > 3 {
            let span = start.to(self.last_span());
            let problem = Diagnostic::error("this chain is too long", span)
                .related(verb, "one side of this has one event, the other at most two")
                .help("an automaton or a formula can say it");
            return self.fail(problem);
        }
        Ok(form)
    }

    fn chain(&mut self) -> Parse<Vec<Subject>> {
        let mut chain = vec![self.subject()?];
        while self.eat_word("then") {
            chain.push(self.subject()?);
        }
        Ok(chain)
    }

    fn subject(&mut self) -> Parse<Subject> {
        let mut any_of = vec![self.atom()?];
        while self.eat_word("or") {
            any_of.push(self.atom()?);
        }
        Ok(Subject { any_of })
    }

    fn atom(&mut self) -> Parse<Atom> {
        if self.kind() == Kind::Text {
            return self.predicate().map(Atom::Predicate);
        }
        self.ident("an event, or a condition in quotes").map(Atom::Event)
    }

    fn scope(&mut self) -> Parse<Scope> {
        if self.eat_word("globally") {
            return Ok(Scope::Globally);
        }
        if self.eat_word("before") {
            return self.subject().map(Scope::Before);
        }
        if self.eat_word("after") {
            let from = self.subject()?;
            if self.eat_word("until") {
                return Ok(Scope::AfterUntil(from, self.subject()?));
            }
            return Ok(Scope::After(from));
        }
        if self.eat_word("between") {
            let from = self.subject()?;
            self.expect_word("and")?;
            return Ok(Scope::Between(from, self.subject()?));
        }
        if self.kind() == Kind::CloseBrace {
            return Ok(Scope::Globally);
        }
        let wanted = "`}` or a scope: `globally`, `before`, `after` or `between`";
        self.unexpected_of(wanted, &SCOPES)
    }
}

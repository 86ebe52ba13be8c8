//! Reads automata: states with their marks and transitions.

use trine_base::Diagnostic;

use super::{Bad, Parse, Parser};
use crate::ast::{Automaton, State, Transition};
use crate::lex::Kind;

impl Parser<'_> {
    /// `{ STATE … }`. All states are read even if one is faulty; then the whole is.
    pub(super) fn automaton(&mut self) -> Parse<Automaton> {
        let start = self.span();
        let errors = self.errors;
        let (braces, states) = self.block("`{`", |parser| {
            let level = parser.braces;
            let mut states: Vec<State> = Vec::new();
            while !matches!(parser.kind(), Kind::CloseBrace | Kind::End) {
                if parser.braces < level || parser.token().first_on_line && parser.at_item() {
                    break;
                }
                let start = parser.at;
                match parser.state(states.is_empty()) {
                    Ok(state) => states.push(state),
                    Err(Bad) => parser.skip_to_line(level, start),
                }
            }
            Ok(states)
        })?;
        let place = self.since(start);
        if self.errors > errors {
            return Err(Bad);
        }
        if states.is_empty() {
            return self.error_at("an automaton needs states", place.0);
        }
        Ok(Automaton { braces, states, place })
    }

    fn state(&mut self, first_state: bool) -> Parse<State> {
        let mut notes = self.notes(first_state);
        let (mut start, mut accepting) = (false, false);
        // A mark is followed by another word; without one it is the state's name.
        while self.kind() == Kind::Word && self.ahead(1).kind == Kind::Word {
            let token = self.bump();
            let mark = match self.text_of(token) {
                "start" => &mut start,
                "accepting" => &mut accepting,
                other => {
                    let problem =
                        Diagnostic::error(format!("`{other}` is no mark of a state"), token.span)
                            .help("the marks are `start` and `accepting`");
                    self.report(problem);
                    continue;
                }
            };
            if std::mem::replace(mark, true) {
                let problem = Diagnostic::error("this mark stands here already", token.span);
                self.report(problem);
            }
        }
        let name = self.ident("a state")?;
        let (braces, transitions) = self.block("`{` and the state's transitions", |parser| {
            let mut transitions: Vec<Transition> = Vec::new();
            while !matches!(parser.kind(), Kind::CloseBrace | Kind::End) {
                if parser.token().first_on_line && parser.at_item() {
                    break;
                }
                transitions.push(parser.transition(transitions.is_empty())?);
            }
            Ok(transitions)
        })?;
        notes.after = self.take_after();
        Ok(State { notes, start, accepting, name, braces, transitions })
    }

    fn transition(&mut self, first: bool) -> Parse<Transition> {
        let mut notes = self.notes(first);
        let events = self.idents("an event")?;
        self.expect(Kind::Arrow, "`->` and the next state")?;
        let target = self.ident("the next state")?;
        notes.after = self.take_after();
        // People end transitions like statements; there is nothing to separate here.
        if matches!(self.kind(), Kind::Comma | Kind::Semicolon) {
            let token = self.token();
            let text = self.text_of(token);
            let problem = Diagnostic::error(format!("no `{text}` between transitions"), token.span);
            self.report(problem.help("write them one after the other: `a -> x  b -> y`"));
            self.bump();
        }
        Ok(Transition { notes, events, target })
    }
}

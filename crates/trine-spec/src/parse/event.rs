//! Reads event patterns: actions with what they are applied to, joined by `or` and `except`.

use trine_base::{Diagnostic, nearest};

use super::item::one_of;
use super::{Parse, Parser};
use crate::ast::{
    Action, Index, LabelPattern, Operand, Path, Pattern, PatternKind, Place, Segment, SegmentName,
    Value,
};
use crate::lex::Kind;
use crate::words::JOINTS;

impl Parser<'_> {
    /// `or` binds tighter than `except`: `a or b except c or d` is `(a or b) except (c or d)`.
    pub(super) fn pattern(&mut self) -> Parse<Pattern> {
        self.deeper(|parser| {
            let start = parser.span();
            let first = parser.alternatives()?;
            let mut others = Vec::new();
            while parser.eat_word("except") {
                others.push(parser.alternatives()?);
            }
            if others.is_empty() {
                return Ok(first);
            }
            let kind = PatternKind::Except(Box::new(first), others);
            Ok(Pattern { kind, place: parser.since(start) })
        })
    }

    fn alternatives(&mut self) -> Parse<Pattern> {
        let start = self.span();
        let first = self.one_pattern()?;
        if !self.at_word("or") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat_word("or") {
            parts.push(self.one_pattern()?);
        }
        Ok(Pattern { kind: PatternKind::Or(parts), place: self.since(start) })
    }

    fn one_pattern(&mut self) -> Parse<Pattern> {
        if self.eat(Kind::OpenParen) {
            let inner = self.pattern()?;
            self.expect(Kind::CloseParen, "`)`")?;
            return Ok(inner);
        }
        let start = self.span();
        let label = self.label()?;
        Ok(Pattern { kind: PatternKind::Label(label), place: self.since(start) })
    }

    fn label(&mut self) -> Parse<LabelPattern> {
        let action = self.action()?;
        let operand = self.operand(action)?;
        let (mut object, mut process) = (None, None);
        while let Some(joint) = self.word_of(&["on", "in"]) {
            let span = self.bump().span;
            let (what, place) = match joint {
                "on" => ("an object", &mut object),
                _ => ("a process", &mut process),
            };
            if place.is_some() {
                return self.error_at(format!("`{joint}` stands here for the second time"), span);
            }
            *place = Some(self.path(what)?);
        }
        if let (true, Operand::Name(name), Some(_)) = (action.names_object(), &operand, &object) {
            let word = action.word();
            let problem = Diagnostic::error(format!("`{word}` names two objects"), name.place.0)
                .help(format!("`{word} gate` and `{word} on gate` say the same; use one"));
            return self.fail(problem);
        }
        Ok(LabelPattern { action, operand, object, process })
    }

    fn action(&mut self) -> Parse<Action> {
        if self.eat(Kind::Star) {
            return Ok(Action::Any);
        }
        let token = self.token();
        if token.kind != Kind::Word || self.at_item() {
            return self.unexpected("an action such as `call` or `assign`");
        }
        let found = self.text_of(token);
        if let Some(action) = Action::of(found) {
            self.bump();
            return Ok(action);
        }
        let words: Vec<&str> = Action::ALL.iter().map(|action| action.word()).collect();
        let help = match nearest(found, words.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the actions are {}", one_of(&words).replace(" or ", " and ")),
        };
        self.fail(Diagnostic::error(format!("`{found}` is no action"), token.span).help(help))
    }

    fn operand(&mut self, action: Action) -> Parse<Operand> {
        match action {
            Action::Assign | Action::Read | Action::Test => self.variable(action),
            Action::At => self.file_line().map(Operand::Line),
            Action::Label => self.path("a label").map(Operand::Name),
            Action::Print if self.kind() == Kind::Text => {
                self.text_literal("a text").map(Operand::Text)
            }
            Action::Print if self.kind() == Kind::Star => self.path("a text").map(Operand::Name),
            Action::Begin | Action::Print if self.begins_path() => {
                let word = action.word();
                let problem = self.unexpected_problem("`on`, `in` or the end of the pattern");
                let help = match action {
                    Action::Begin => "a process stands after `in`: `begin in worker`".to_string(),
                    _ => format!("a text stands in quotes: `{word} \"ready\"`"),
                };
                self.fail(problem.help(help))
            }
            Action::Begin | Action::Print => Ok(Operand::None),
            _ if action.takes_arguments() => self.callee(action),
            _ if self.begins_path() => self.path("a name").map(Operand::Name),
            _ => Ok(Operand::None),
        }
    }

    /// `X`, or `X = V` where the action has values.
    fn variable(&mut self, action: Action) -> Parse<Operand> {
        let variable = self.path("a variable")?;
        if !matches!(self.kind(), Kind::Equal | Kind::EqualEqual) {
            return Ok(Operand::Name(variable));
        }
        let token = self.bump();
        if action == Action::Read {
            let problem = Diagnostic::error("`read` has no value", token.span)
                .help("`test X = V` is a branch that shows X to be V");
            return self.fail(problem);
        }
        if token.kind == Kind::EqualEqual {
            let problem = Diagnostic::error("expected `=`, found `==`", token.span);
            self.report(problem.help("a pattern has one `=`; `==` is for conditions in quotes"));
        }
        Ok(Operand::Equals(variable, self.value()?))
    }

    /// `NAME`, `NAME(V, …)`, and for messages `(V, …)` or one value.
    fn callee(&mut self, action: Action) -> Parse<Operand> {
        let message = action.is_message();
        let value_first = matches!(self.kind(), Kind::Number | Kind::Minus)
            || self.word_of(&["true", "false", "null"]).is_some();
        if message && value_first {
            return Ok(Operand::Call(None, vec![self.value()?]));
        }
        let name = if self.begins_path() { Some(self.path("a name")?) } else { None };
        if self.kind() == Kind::OpenParen && (message || name.is_some()) {
            return Ok(Operand::Call(name, self.values()?));
        }
        Ok(name.map_or(Operand::None, Operand::Name))
    }

    fn values(&mut self) -> Parse<Vec<Value>> {
        self.expect(Kind::OpenParen, "`(`")?;
        let mut values = Vec::new();
        if self.eat(Kind::CloseParen) {
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            if !self.eat(Kind::Comma) {
                self.expect(Kind::CloseParen, "`,` or `)`")?;
                return Ok(values);
            }
        }
    }

    fn value(&mut self) -> Parse<Value> {
        match self.kind() {
            Kind::Star if !self.continues_path() => {
                self.bump();
                Ok(Value::Any)
            }
            Kind::Number | Kind::Minus => self.signed_number("a number").map(Value::Number),
            Kind::Text if !self.continues_path() => self.text_literal("a value").map(Value::Text),
            Kind::Word if !self.continues_path() && !self.has_item_shape(0) => {
                let token = self.bump();
                Ok(match self.text_of(token) {
                    "true" => Value::Boolean(true),
                    "false" => Value::Boolean(false),
                    "null" => Value::Null,
                    name => {
                        let name = SegmentName::Named(name.to_string());
                        let segments = vec![Segment { name, indices: Vec::new() }];
                        Value::Name(Path { segments, place: Place(token.span) })
                    }
                })
            }
            Kind::Star | Kind::Text => self.path("a value").map(Value::Name),
            Kind::Word if !self.has_item_shape(0) => self.path("a value").map(Value::Name),
            _ => self.unexpected("a value"),
        }
    }

    fn continues_path(&self) -> bool {
        matches!(self.ahead(1).kind, Kind::Dot | Kind::Arrow | Kind::OpenBracket)
    }

    /// Whether a name stands here, and not what follows an action without one.
    fn begins_path(&self) -> bool {
        match self.kind() {
            Kind::Star | Kind::Text => true,
            Kind::Word => {
                let word = self.text_of(self.token());
                (!JOINTS.contains(&word) || self.continues_path()) && !self.at_item()
            }
            _ => false,
        }
    }

    /// `*`, `fork1`, `"worker 1"`, `runners[*].speed`.
    fn path(&mut self, what: &str) -> Parse<Path> {
        let start = self.span();
        if !self.begins_path() {
            let problem = self.unexpected_problem(what);
            let problem = match self.word_of(&JOINTS) {
                Some(word) => problem.help(format!("a thing of that name is written `\"{word}\"`")),
                None => problem,
            };
            return self.fail(problem);
        }
        let mut segments = vec![self.segment(what)?];
        // What a pointer points at is written as in C.
        while self.eat(Kind::Dot) || self.eat(Kind::Arrow) {
            segments.push(self.segment("a name")?);
        }
        Ok(Path { segments, place: self.since(start) })
    }

    fn segment(&mut self, what: &str) -> Parse<Segment> {
        let token = self.token();
        let name = match token.kind {
            Kind::Star => {
                self.bump();
                SegmentName::Any
            }
            Kind::Text => {
                let name = self.text_literal(what)?;
                if name.is_empty() {
                    return self.error_at("nothing has an empty name", token.span);
                }
                SegmentName::Named(name)
            }
            _ => SegmentName::Named(self.ident(what)?.name),
        };
        let mut indices = Vec::new();
        while self.eat(Kind::OpenBracket) {
            indices.push(match self.kind() {
                Kind::Star => {
                    self.bump();
                    Index::Any
                }
                Kind::Word => Index::Named(self.ident("an index")?.name),
                _ => Index::Number(self.signed_number("an index: a number, a name or `*`")?),
            });
            self.expect(Kind::CloseBracket, "`]`")?;
        }
        Ok(Segment { name, indices })
    }
}

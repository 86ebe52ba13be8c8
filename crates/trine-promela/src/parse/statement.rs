//! Reads statements and the sequences they stand in.

use trine_base::{Diagnostic, Span, nearest};

use super::{Bad, Parse, Parser, is_name};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::Kind;

impl Parser<'_> {
    /// Statements up to the `}` that closes the brace just read.
    pub(super) fn block_after(&mut self, open: Span) -> Parse<Block> {
        let statements = self.sequence()?;
        if self.kind() != Kind::CloseBrace {
            return self.unexpected("`;` or `}`");
        }
        let close = self.bump().span;
        let span = open.to(close);
        if statements.is_empty() {
            return self.empty(span);
        }
        Ok(Block { statements, span })
    }

    fn empty<T>(&mut self, span: Span) -> Parse<T> {
        let problem = Diagnostic::error("at least one statement must stand here", span);
        self.fail(problem.help("write `skip` where nothing is to be done"))
    }

    fn at_sequence_end(&self) -> bool {
        matches!(self.kind(), Kind::CloseBrace | Kind::DoubleColon | Kind::End)
            || matches!(self.keyword(), Some(Keyword::Fi | Keyword::Od))
    }

    fn at_separator(&self) -> bool {
        matches!(self.kind(), Kind::Semicolon | Kind::ImpliedSemicolon | Kind::Arrow)
    }

    pub(super) fn sequence(&mut self) -> Parse<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            while self.at_separator() {
                self.bump();
            }
            if self.at_sequence_end() {
                return Ok(statements);
            }
            let before = self.at;
            let read = self.step();
            let followed = self.at_separator() || self.at_sequence_end();
            match read {
                Ok(statement) if followed => statements.push(statement),
                Ok(statement) => {
                    statements.push(statement);
                    self.unexpected::<()>("`;` after this statement").ok();
                    self.skip_statement();
                }
                Err(Bad) => {
                    if self.at == before {
                        self.bump();
                    }
                    self.skip_statement();
                    // Something stood here: a complaint about an empty sequence would mislead.
                    let kind = StatementKind::Expression(Expr::number(1, self.last_span()));
                    statements.push(Statement { labels: Vec::new(), kind, span: self.last_span() });
                }
            }
        }
    }

    /// Goes to the end of a statement that could not be read, over blocks and choices inside it.
    fn skip_statement(&mut self) {
        let mut open = 0usize;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::OpenBrace => open += 1,
                Kind::CloseBrace if open == 0 => return,
                Kind::CloseBrace => open -= 1,
                Kind::DoubleColon if open == 0 => return,
                _ if open == 0 && self.at_separator() => return,
                _ => match self.keyword() {
                    Some(Keyword::If | Keyword::Do) => open += 1,
                    Some(Keyword::Fi | Keyword::Od) if open == 0 => return,
                    Some(Keyword::Fi | Keyword::Od) => open -= 1,
                    _ => {}
                },
            }
            self.bump();
        }
    }

    /// A statement, perhaps with an escape after `unless`.
    fn step(&mut self) -> Parse<Statement> {
        self.deeper(|parser| {
            let main = parser.statement()?;
            if !parser.eat_keyword(Keyword::Unless) {
                return Ok(main);
            }
            while parser.eat(Kind::ImpliedSemicolon) {}
            let escape = parser.statement()?;
            let span = main.span.to(escape.span);
            let (main, escape) = (Box::new(main), Box::new(escape));
            let kind = StatementKind::Unless { main, escape };
            Ok(Statement { labels: Vec::new(), kind, span })
        })
    }

    fn statement(&mut self) -> Parse<Statement> {
        let start = self.span();
        let mut labels = Vec::new();
        while self.at_name()
            && self.ahead(1).kind == Kind::Colon
            && !self.seen_proctypes.contains(&self.token().text)
        {
            labels.push(self.name("a label")?);
            self.bump();
            while self.eat(Kind::ImpliedSemicolon) {}
        }
        let labelled = !labels.is_empty();
        if labelled && (self.at_separator() || self.at_sequence_end()) {
            let kind = StatementKind::Expression(Expr::number(1, start));
            return Ok(Statement { labels, kind, span: start.to(self.last_span()) });
        }
        let declares =
            self.at_declaration() || matches!(self.keyword(), Some(Keyword::Xr | Keyword::Xs));
        if labelled && declares {
            let problem = Diagnostic::error("a label cannot stand before a declaration", start);
            return self.fail(problem.help("put the label before the statement that follows"));
        }
        let kind = self.statement_kind()?;
        Ok(Statement { labels, kind, span: start.to(self.last_span()) })
    }

    fn statement_kind(&mut self) -> Parse<StatementKind> {
        if self.at_declaration() {
            if self.at_keyword(Keyword::Mtype) && self.at_mtype_list() {
                let unit = self.mtype_unit()?;
                return self.error_at("mtypes are declared outside processes", unit.span);
            }
            return Ok(StatementKind::Declaration(self.declaration()?));
        }
        if self.kind() == Kind::OpenBrace {
            let open = self.bump().span;
            return Ok(StatementKind::Block(self.block_after(open)?));
        }
        let Some(keyword) = self.keyword() else {
            if self.at_name() {
                return self.named_statement();
            }
            return Ok(StatementKind::Expression(self.expression()?));
        };
        Ok(match keyword {
            Keyword::If => StatementKind::If(self.options(Keyword::Fi, "`::` or `fi`")?),
            Keyword::Do => StatementKind::Do(self.options(Keyword::Od, "`::` or `od`")?),
            Keyword::For => self.for_statement()?,
            Keyword::Select => self.select()?,
            Keyword::Atomic => {
                self.bump();
                StatementKind::Atomic(self.body()?)
            }
            Keyword::DStep => {
                self.bump();
                StatementKind::DStep(self.body()?)
            }
            Keyword::Goto => {
                self.bump();
                StatementKind::Goto(self.name("a label")?)
            }
            Keyword::Break => {
                self.bump();
                StatementKind::Break
            }
            Keyword::Else => {
                self.bump();
                StatementKind::Else
            }
            Keyword::Xr | Keyword::Xs => {
                self.bump();
                let mut channels = vec![self.variable()?];
                while self.eat(Kind::Comma) {
                    channels.push(self.variable()?);
                }
                StatementKind::Exclusive { send: keyword == Keyword::Xs, channels }
            }
            Keyword::Assert => {
                self.bump();
                StatementKind::Assert(self.expression()?)
            }
            Keyword::Printf => self.printf()?,
            Keyword::Printm => {
                self.bump();
                self.expect(Kind::OpenParen, "`(`")?;
                let value = self.expression()?;
                self.expect(Kind::CloseParen, "`)`")?;
                StatementKind::Printm(value)
            }
            Keyword::SetPriority => {
                self.bump();
                self.expect(Kind::OpenParen, "`(`")?;
                let process = self.expression()?;
                self.expect(Kind::Comma, "`,`")?;
                let priority = self.expression()?;
                self.expect(Kind::CloseParen, "`)`")?;
                StatementKind::SetPriority { process, priority }
            }
            Keyword::Return => self.return_statement()?,
            Keyword::CCode | Keyword::CDecl => StatementKind::Unmodelled(self.unmodelled()?),
            Keyword::CState | Keyword::CTrack => {
                let unit = self.unmodelled()?;
                return self.error_at(format!("{} stands outside processes", unit.what), unit.span);
            }
            Keyword::Typedef | Keyword::Inline | Keyword::Proctype | Keyword::Never => {
                let text = self.names.text(self.token().text).to_string();
                let span = self.span();
                let problem = Diagnostic::error(format!("`{text}` stands outside processes"), span);
                return self.fail(problem.help("is a `}` missing before it?"));
            }
            _ => StatementKind::Expression(self.expression()?),
        })
    }

    fn options(&mut self, end: Keyword, wanted: &str) -> Parse<Vec<Block>> {
        self.bump();
        while self.at_separator() {
            self.bump();
        }
        let mut options = Vec::new();
        while self.kind() == Kind::DoubleColon {
            let start = self.bump().span;
            let statements = self.sequence()?;
            let span = start.to(self.last_span());
            if statements.is_empty() {
                return self.empty(span);
            }
            options.push(Block { statements, span });
        }
        if options.is_empty() {
            return self.unexpected("`::`");
        }
        self.expect_keyword(end, wanted)?;
        Ok(options)
    }

    fn for_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        let index = self.variable()?;
        let range = if self.at_name() && self.names.text(self.token().text) == "in" {
            self.bump();
            ForRange::In(self.variable()?)
        } else {
            self.expect(Kind::Colon, "`:` or `in`")?;
            let low = self.expression()?;
            self.expect(Kind::DotDot, "`..`")?;
            ForRange::Between(low, self.expression()?)
        };
        self.expect(Kind::CloseParen, "`)`")?;
        while self.at_separator() {
            self.bump();
        }
        let body = self.body()?;
        Ok(StatementKind::For { index, range, body })
    }

    fn select(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        let variable = self.variable()?;
        self.expect(Kind::Colon, "`:`")?;
        let low = self.expression()?;
        self.expect(Kind::DotDot, "`..`")?;
        let high = self.expression()?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(StatementKind::Select { variable, low, high })
    }

    fn printf(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        let token = self.expect(Kind::String, "a format in quotes")?;
        let format = self.ident(token);
        // Strings side by side are one, as in C.
        let mut text = String::from(&*format.name);
        let mut end = format.span;
        while self.kind() == Kind::String {
            let token = self.bump();
            text.pop();
            text += &self.names.text(token.text)[1..];
            end = token.span;
        }
        let format = Ident { name: text.into(), span: format.span.to(end) };
        let mut arguments = Vec::new();
        while self.eat(Kind::Comma) {
            arguments.push(self.expression()?);
        }
        self.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(StatementKind::Printf { format, arguments })
    }

    fn return_statement(&mut self) -> Parse<StatementKind> {
        let start = self.bump().span;
        let Some(expansion) = self.expanding.last() else {
            return self.error_at("only an inline returns a value", start);
        };
        let Some(mut target) = expansion.result.clone() else {
            let (name, place) = (expansion.name.name.clone(), expansion.name.span);
            let problem =
                Diagnostic::error("this value is returned, and no variable takes it", start);
            return self.fail(problem.related(place, format!("`x = {name}(…)` would take it")));
        };
        target.id = self.reference();
        let value = self.expression()?;
        Ok(StatementKind::Assign { target, value })
    }

    /// What begins with a name: an assignment, a send, a receive, a call of an inline, a condition.
    fn named_statement(&mut self) -> Parse<StatementKind> {
        if self.at_inline() && self.ahead(1).kind == Kind::OpenParen {
            return self.inline_call(None);
        }
        if self.ahead(1).kind == Kind::OpenParen {
            return self.unknown_inline();
        }
        if self.is_proctype(self.token()) && self.looks_remote() {
            return Ok(StatementKind::Expression(self.expression()?));
        }
        let target = self.variable()?;
        Ok(match self.kind() {
            Kind::Assign => {
                self.bump();
                if self.at_inline() && self.ahead(1).kind == Kind::OpenParen {
                    return self.inline_call(Some(target));
                }
                let value = self.expression()?;
                StatementKind::Assign { target, value }
            }
            Kind::PlusPlus => {
                self.bump();
                StatementKind::Increment(target)
            }
            Kind::MinusMinus => {
                self.bump();
                StatementKind::Decrement(target)
            }
            Kind::Bang | Kind::BangBang => {
                let sorted = self.bump().kind == Kind::BangBang;
                let arguments = self.send_arguments()?;
                StatementKind::Send { channel: target, sorted, arguments }
            }
            Kind::Question | Kind::QuestionQuestion if self.ahead(1).kind != Kind::OpenBracket => {
                let random = self.bump().kind == Kind::QuestionQuestion;
                let copy = self.eat(Kind::Less);
                let arguments = self.receive_arguments()?;
                if copy {
                    self.expect(Kind::Greater, "`>`")?;
                }
                StatementKind::Receive { channel: target, random, copy, arguments }
            }
            _ => {
                let first = self.variable_or_poll(target)?;
                StatementKind::Expression(self.expression_from(first)?)
            }
        })
    }

    fn unknown_inline<T>(&mut self) -> Parse<T> {
        let token = self.token();
        let text = self.names.text(token.text).to_string();
        let mut problem = Diagnostic::error(format!("there is no inline `{text}`"), token.span);
        let mut known: Vec<&str> =
            self.inlines.keys().map(|symbol| self.names.text(*symbol)).collect();
        known.sort_unstable();
        let later = self.tokens.windows(2).any(|pair| {
            super::keyword_of(pair[0]) == Some(Keyword::Inline)
                && is_name(pair[1])
                && pair[1].text == token.text
        });
        if later {
            problem = problem.help("it is defined later: move its definition up");
        } else if self.is_proctype(token) {
            problem = problem.help(format!("write `run {text}(…)` to start a process"));
        } else if let Some(close) = nearest(&text, known) {
            problem = problem.help(format!("did you mean `{close}`?"));
        }
        self.fail(problem)
    }
}

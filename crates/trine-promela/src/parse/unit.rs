//! Reads what stands at the top level of a model.

use trine_base::Diagnostic;

use super::{Bad, Parse, Parser};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::Kind;

impl Parser<'_> {
    pub(super) fn units(&mut self) -> Vec<Unit> {
        let mut units = Vec::new();
        while self.kind() != Kind::End {
            if matches!(self.kind(), Kind::Semicolon | Kind::ImpliedSemicolon | Kind::Arrow) {
                self.bump();
                continue;
            }
            let before = self.at;
            match self.unit() {
                Ok(Some(unit)) => units.push(unit),
                Ok(None) => {}
                Err(Bad) => {
                    if self.at == before {
                        self.bump();
                    }
                    self.skip_to_unit();
                }
            }
        }
        units
    }

    fn skip_to_unit(&mut self) {
        let starts_unit = |keyword: Option<Keyword>| {
            matches!(
                keyword,
                Some(
                    Keyword::Active
                        | Keyword::Proctype
                        | Keyword::DProctype
                        | Keyword::Init
                        | Keyword::Never
                        | Keyword::Trace
                        | Keyword::Notrace
                        | Keyword::Ltl
                        | Keyword::Typedef
                        | Keyword::Inline
                )
            )
        };
        while self.kind() != Kind::End && !starts_unit(self.keyword()) {
            self.bump();
        }
    }

    fn unit(&mut self) -> Parse<Option<Unit>> {
        let start = self.span();
        let Some(keyword) = self.keyword() else {
            if self.at_name() && super::is_name(self.ahead(1)) {
                return Ok(Some(Unit::Variables(self.declaration()?)));
            }
            return self.unexpected("a declaration, proctype, init, never, ltl or trace");
        };
        Ok(Some(match keyword {
            Keyword::Active | Keyword::Proctype | Keyword::DProctype => {
                Unit::Process(self.proctype()?)
            }
            Keyword::Init => Unit::Process(self.init()?),
            Keyword::Never => {
                self.bump();
                let name = if self.at_name() { Some(self.name("the claim's name")?) } else { None };
                let body = self.body()?;
                Unit::Claim(Claim { name, body, span: start.to(self.last_span()) })
            }
            Keyword::Trace | Keyword::Notrace => {
                self.bump();
                let body = self.body()?;
                let negative = keyword == Keyword::Notrace;
                Unit::Trace(Trace { negative, body, span: start.to(self.last_span()) })
            }
            Keyword::Ltl => Unit::Ltl(self.ltl_unit()?),
            Keyword::Typedef => Unit::Typedef(self.typedef()?),
            Keyword::Inline => {
                self.inline_unit()?;
                return Ok(None);
            }
            Keyword::CCode | Keyword::CDecl | Keyword::CState | Keyword::CTrack => {
                Unit::Unmodelled(self.unmodelled()?)
            }
            Keyword::Mtype if self.at_mtype_list() => Unit::Mtype(self.mtype_unit()?),
            _ if self.at_declaration() => Unit::Variables(self.declaration()?),
            _ => return self.unexpected("a declaration, proctype, init, never, ltl or trace"),
        }))
    }

    fn proctype(&mut self) -> Parse<Process> {
        let start = self.span();
        let mut active = None;
        if self.eat_keyword(Keyword::Active) {
            let mut count = None;
            if self.eat(Kind::OpenBracket) {
                count = Some(self.expression()?);
                self.expect(Kind::CloseBracket, "`]`")?;
            }
            active = Some(Active { count, span: start.to(self.last_span()) });
        }
        let kind = match self.keyword() {
            Some(Keyword::Proctype) => ProcessKind::Proctype,
            Some(Keyword::DProctype) => ProcessKind::Deterministic,
            _ => return self.unexpected("`proctype`"),
        };
        self.bump();
        let name_token = self.token();
        let name = self.name("the proctype's name")?;
        self.seen_proctypes.insert(name_token.text);
        self.expect(Kind::OpenParen, "`(`")?;
        let parameters = self.declarations_until(Kind::CloseParen)?;
        self.expect(Kind::CloseParen, "`)`")?;
        let priority = self.priority()?;
        let mut provided = None;
        if self.eat_keyword(Keyword::Provided) {
            self.expect(Kind::OpenParen, "`(`")?;
            provided = Some(self.expression()?);
            self.expect(Kind::CloseParen, "`)`")?;
        }
        let body = self.body()?;
        let span = start.to(self.last_span());
        Ok(Process { kind, name, active, parameters, priority, provided, body, span })
    }

    fn init(&mut self) -> Parse<Process> {
        let token = self.bump();
        let name = self.ident(token);
        let priority = self.priority()?;
        let body = self.body()?;
        Ok(Process {
            kind: ProcessKind::Init,
            name,
            active: None,
            parameters: Vec::new(),
            priority,
            provided: None,
            body,
            span: token.span.to(self.last_span()),
        })
    }

    pub(super) fn priority(&mut self) -> Parse<Option<Number>> {
        if !self.eat_keyword(Keyword::Priority) {
            return Ok(None);
        }
        let mut parenthesised = 0;
        while self.eat(Kind::OpenParen) {
            parenthesised += 1;
        }
        let number = self.number("the priority")?;
        for _ in 0..parenthesised {
            self.expect(Kind::CloseParen, "`)`")?;
        }
        Ok(Some(number))
    }

    pub(super) fn body(&mut self) -> Parse<Block> {
        while self.eat(Kind::ImpliedSemicolon) {}
        let open = self.expect(Kind::OpenBrace, "`{`")?.span;
        self.block_after(open)
    }

    fn ltl_unit(&mut self) -> Parse<LtlUnit> {
        let start = self.bump().span;
        let name = if self.at_name() { Some(self.name("the formula's name")?) } else { None };
        self.expect(Kind::OpenBrace, "`{`")?;
        let formula = self.formula()?;
        while self.eat(Kind::Semicolon) {}
        self.expect(Kind::CloseBrace, "`}` after the formula")?;
        Ok(LtlUnit { name, formula, span: start.to(self.last_span()) })
    }

    /// C code and C data: kept as a place, not read.
    pub(super) fn unmodelled(&mut self) -> Parse<Unmodelled> {
        let start = self.span();
        let (what, has_body) = match self.keyword() {
            Some(Keyword::CCode) => ("c_code", true),
            Some(Keyword::CDecl) => ("c_decl", true),
            Some(Keyword::CExpr) => ("c_expr", true),
            Some(Keyword::CState) => ("c_state", false),
            _ => ("c_track", false),
        };
        self.bump();
        if !has_body {
            let mut strings = 0;
            while self.eat(Kind::String) {
                strings += 1;
            }
            if !(2..=3).contains(&strings) {
                return self.error_at(format!("{what} takes two or three strings"), start);
            }
            return Ok(Unmodelled { what, span: start.to(self.last_span()) });
        }
        if self.kind() == Kind::OpenBracket {
            self.skip_balanced(Kind::OpenBracket, Kind::CloseBracket)?;
        }
        while self.eat(Kind::ImpliedSemicolon) {}
        if self.kind() != Kind::OpenBrace {
            return self.unexpected("`{`");
        }
        self.skip_balanced(Kind::OpenBrace, Kind::CloseBrace)?;
        Ok(Unmodelled { what, span: start.to(self.last_span()) })
    }

    fn skip_balanced(&mut self, open: Kind, close: Kind) -> Parse<()> {
        let start = self.span();
        let mut depth = 0usize;
        loop {
            let kind = self.kind();
            if kind == Kind::End {
                let problem = Diagnostic::error("this bracket is never closed", start);
                return self.fail(problem);
            }
            self.bump();
            if kind == open {
                depth += 1;
            } else if kind == close {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            }
        }
    }
}

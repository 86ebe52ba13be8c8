//! Reads declarations of variables, channels, record types and mtypes.

use super::{Parse, Parser, is_name};
use crate::ast::*;
use crate::keyword::Keyword;
use crate::lex::Kind;

impl Parser<'_> {
    pub(super) fn at_declaration(&self) -> bool {
        match self.keyword() {
            Some(
                Keyword::Hidden
                | Keyword::Show
                | Keyword::Local
                | Keyword::Bit
                | Keyword::Bool
                | Keyword::Byte
                | Keyword::Pid
                | Keyword::Short
                | Keyword::Int
                | Keyword::Unsigned
                | Keyword::Chan
                | Keyword::Mtype,
            ) => true,
            Some(_) => false,
            None => self.at_name() && is_name(self.ahead(1)),
        }
    }

    /// Whether `mtype` begins a list of names and not a variable.
    pub(super) fn at_mtype_list(&self) -> bool {
        match self.ahead(1).kind {
            Kind::Assign | Kind::OpenBrace => true,
            Kind::Colon => self.ahead(3).kind == Kind::Assign && is_name(self.ahead(2)),
            _ => false,
        }
    }

    pub(super) fn mtype_unit(&mut self) -> Parse<MtypeUnit> {
        let start = self.bump().span;
        let mut subtype = None;
        if self.eat(Kind::Colon) {
            subtype = Some(self.name("the subtype's name")?);
        }
        self.eat(Kind::Assign);
        self.expect(Kind::OpenBrace, "`{`")?;
        let mut names = vec![self.name("a name")?];
        loop {
            if self.eat(Kind::Comma) {
                continue;
            }
            if self.eat(Kind::CloseBrace) {
                break;
            }
            names.push(self.name("a name or `}`")?);
        }
        Ok(MtypeUnit { subtype, names, span: start.to(self.last_span()) })
    }

    pub(super) fn typedef(&mut self) -> Parse<Typedef> {
        let start = self.bump().span;
        let name = self.name("the type's name")?;
        while self.eat(Kind::ImpliedSemicolon) {}
        self.expect(Kind::OpenBrace, "`{`")?;
        let fields = self.declarations_until(Kind::CloseBrace)?;
        self.expect(Kind::CloseBrace, "`}`")?;
        let span = start.to(self.last_span());
        if fields.is_empty() {
            return self.error_at(format!("type `{}` has no fields", name.name), span);
        }
        Ok(Typedef { name, fields, span })
    }

    /// Declarations with semicolons between them, up to a closing bracket that is not read.
    pub(super) fn declarations_until(&mut self, close: Kind) -> Parse<Vec<Declaration>> {
        let mut found = Vec::new();
        loop {
            while matches!(self.kind(), Kind::Semicolon | Kind::ImpliedSemicolon) {
                self.bump();
            }
            if self.kind() == close {
                return Ok(found);
            }
            if !self.at_declaration() {
                return self.unexpected("a declaration");
            }
            found.push(self.declaration()?);
            if self.kind() != close
                && !matches!(self.kind(), Kind::Semicolon | Kind::ImpliedSemicolon)
            {
                return self.unexpected("`;` between declarations");
            }
        }
    }

    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.span();
        let visibility = match self.keyword() {
            Some(Keyword::Hidden) => Some(Visibility::Hidden),
            Some(Keyword::Show) => Some(Visibility::Show),
            Some(Keyword::Local) => Some(Visibility::Local),
            _ => None,
        };
        if visibility.is_some() {
            self.bump();
        }
        let type_name = self.type_name()?;
        let mut variables = vec![self.declarator()?];
        while self.eat(Kind::Comma) {
            variables.push(self.declarator()?);
        }
        Ok(Declaration { visibility, type_name, variables, span: start.to(self.last_span()) })
    }

    pub(super) fn type_name(&mut self) -> Parse<TypeName> {
        let found = match self.keyword() {
            Some(Keyword::Bit) => TypeName::Bit,
            Some(Keyword::Bool) => TypeName::Bool,
            Some(Keyword::Byte) => TypeName::Byte,
            Some(Keyword::Pid) => TypeName::Pid,
            Some(Keyword::Short) => TypeName::Short,
            Some(Keyword::Int) => TypeName::Int,
            Some(Keyword::Unsigned) => TypeName::Unsigned,
            Some(Keyword::Chan) => TypeName::Chan,
            Some(Keyword::Mtype) => {
                self.bump();
                let mut subtype = None;
                if self.eat(Kind::Colon) {
                    subtype = Some(self.name("the mtype's name")?);
                }
                return Ok(TypeName::Mtype(subtype));
            }
            _ if self.at_name() => return Ok(TypeName::User(self.name("a type")?)),
            _ => return self.unexpected("a type"),
        };
        self.bump();
        Ok(found)
    }

    fn declarator(&mut self) -> Parse<Declarator> {
        let id = self.declaration_id();
        let name = self.name("a variable's name")?;
        let mut bits = None;
        let mut array = None;
        if self.eat(Kind::Colon) {
            bits = Some(self.number("the number of bits")?);
        } else if self.eat(Kind::OpenBracket) {
            array = Some(self.expression()?);
            self.expect(Kind::CloseBracket, "`]`")?;
        }
        let mut initial = None;
        if self.eat(Kind::Assign) {
            initial = Some(match self.kind() {
                Kind::OpenBrace => self.initial_list()?,
                Kind::OpenBracket => Initial::Channel(self.channel_initial()?),
                _ => Initial::Value(self.expression()?),
            });
        }
        let span = name.span.to(self.last_span());
        Ok(Declarator { id, name, bits, array, initial, span })
    }

    fn initial_list(&mut self) -> Parse<Initial> {
        let start = self.bump().span;
        let mut values = vec![self.expression()?];
        while self.eat(Kind::Comma) {
            values.push(self.expression()?);
        }
        self.expect(Kind::CloseBrace, "`}`")?;
        Ok(Initial::List(values, start.to(self.last_span())))
    }

    fn channel_initial(&mut self) -> Parse<ChannelInitial> {
        let start = self.bump().span;
        let capacity = self.expression()?;
        self.expect(Kind::CloseBracket, "`]`")?;
        self.expect_keyword(Keyword::Of, "`of`")?;
        self.expect(Kind::OpenBrace, "`{`")?;
        let mut fields = vec![self.type_name()?];
        while self.eat(Kind::Comma) {
            fields.push(self.type_name()?);
        }
        self.expect(Kind::CloseBrace, "`}`")?;
        Ok(ChannelInitial { capacity, fields, span: start.to(self.last_span()) })
    }
}

//! Declarations and function definitions (C11 6.7, 6.9), with K&R definitions and implicit `int`.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::syntax::*;

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) -> TranslationUnit {
        let mut unit = TranslationUnit::default();
        while self.token(0).is_some() {
            let before = self.at;
            if self.take(";") {
                continue;
            }
            match self.external_declaration() {
                Ok(item) => unit.items.push(item),
                Err(_) => {
                    self.scopes.truncate(1);
                    self.depth = 0;
                    self.recover();
                    self.take("}");
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        unit
    }

    fn external_declaration(&mut self) -> Parsed<ExternalDeclaration> {
        let start = self.span();
        if matches!(self.text(0), "asm" | "__asm__" | "__asm") {
            self.at += 1;
            while matches!(self.text(0), "volatile" | "__volatile__") {
                self.at += 1;
            }
            self.skip_parentheses()?;
            self.take(";");
            return Ok(ExternalDeclaration::Asm(start));
        }
        if let Some(assertion) = self.static_assertion()? {
            return Ok(ExternalDeclaration::Declaration(assertion));
        }
        let specifiers = self.specifiers(true)?;
        if self.take(";") {
            let declarators = Vec::new();
            let declaration = Declaration { specifiers, declarators, assertion: None, span: start };
            return Ok(ExternalDeclaration::Declaration(declaration));
        }
        let declarator = self.declarator()?;
        if self.starts_body(&declarator) {
            let function = self.function(specifiers, declarator)?;
            return Ok(ExternalDeclaration::Function(Arc::new(function)));
        }
        let declaration = self.declarators(specifiers, Some(declarator), start)?;
        Ok(ExternalDeclaration::Declaration(declaration))
    }

    /// Whether a function definition goes on here: with its body, or with the declarations of K&R parameters.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        match declarator.derived.last() {
            Some(Derived::Function(parameters)) => {
                self.is("{")
                    || ((!parameters.names.is_empty() || parameters.unspecified)
                        && !matches!(self.text(0), ";" | "," | "=")
                        && self.starts_declaration()
                        && !self.is_attribute())
            }
            _ => false,
        }
    }

    fn function(
        &mut self,
        specifiers: Specifiers,
        declarator: Declarator,
    ) -> Parsed<FunctionDefinition> {
        if let Some(name) = &declarator.name {
            self.declare(&name.clone(), false);
        }
        let span = declarator.span;
        self.scopes.push(Default::default());
        let mut parameters = Vec::new();
        if let Some(Derived::Function(given)) = declarator.derived.last() {
            for parameter in &given.list {
                if let Some(name) = &parameter.declarator.name {
                    self.declare(&name.clone(), false);
                }
            }
            for (name, _) in &given.names {
                self.declare(&name.clone(), false);
            }
        }
        while !self.is("{") {
            let start = self.span();
            let specifiers = self.specifiers(false)?;
            parameters.push(self.declarators(specifiers, None, start)?);
        }
        self.addressed.clear();
        let body = self.block_in_scope()?;
        self.scopes.pop();
        let addressed = std::mem::take(&mut self.addressed);
        Ok(FunctionDefinition { specifiers, declarator, parameters, body, addressed, span })
    }

    /// A declaration inside a block, up to its semicolon.
    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        if let Some(assertion) = self.static_assertion()? {
            return Ok(assertion);
        }
        let specifiers = self.specifiers(false)?;
        self.declarators(specifiers, None, start)
    }

    /// The declarators of a declaration, the first one perhaps read already.
    pub(super) fn declarators(
        &mut self,
        specifiers: Specifiers,
        first: Option<Declarator>,
        start: trine_base::Span,
    ) -> Parsed<Declaration> {
        let mut declarators = Vec::new();
        let mut next = first;
        if next.is_some() || !self.is(";") {
            loop {
                let mut declarator = match next.take() {
                    Some(declarator) => declarator,
                    None => self.declarator()?,
                };
                if let Some(name) = &declarator.name {
                    self.declare(&name.clone(), specifiers.storage == Storage::Typedef);
                }
                let mut attributes = std::mem::take(&mut declarator.attributes);
                self.attributes(&mut attributes)?;
                declarator.attributes = attributes;
                let initializer = match self.take("=") {
                    true => Some(self.initializer()?),
                    false => None,
                };
                declarators.push(InitDeclarator { declarator, initializer });
                if !self.take(",") {
                    break;
                }
                let mut ignored = Attributes::default();
                self.attributes(&mut ignored)?;
            }
        }
        let span = start.to(self.last_span());
        self.expect(";")?;
        Ok(Declaration { specifiers, declarators, assertion: None, span })
    }

    fn static_assertion(&mut self) -> Parsed<Option<Declaration>> {
        if !matches!(self.text(0), "_Static_assert" | "static_assert") {
            return Ok(None);
        }
        let span = self.span();
        self.at += 1;
        self.expect("(")?;
        let condition = self.conditional()?;
        let mut text = String::new();
        if self.take(",") {
            let said = self.conditional()?;
            if let ExprKind::Text(units, _) = said.kind {
                text = units.into_iter().filter_map(char::from_u32).collect();
            }
        }
        self.expect(")")?;
        self.expect(";")?;
        let specifiers = Specifiers::plain(TypeSpecifier::Implicit, span);
        Ok(Some(Declaration {
            specifiers,
            declarators: Vec::new(),
            assertion: Some((condition, text)),
            span,
        }))
    }

    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if !self.is("{") {
            return Ok(Initializer::Expr(self.assignment()?));
        }
        self.deeper(|parser| {
            let start = parser.span();
            parser.expect("{")?;
            let mut items = Vec::new();
            while !parser.is("}") {
                let designators = parser.designators()?;
                items.push((designators, parser.initializer()?));
                if !parser.take(",") {
                    break;
                }
            }
            parser.expect("}")?;
            Ok(Initializer::List(items, start.to(parser.last_span())))
        })
    }

    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        // GNU, old: `name: value`.
        if self.is_identifier() && self.text(1) == ":" {
            let (name, span) = self.identifier()?;
            self.at += 1;
            return Ok(vec![Designator::Member(name, span)]);
        }
        loop {
            if self.take(".") {
                let (name, span) = self.identifier()?;
                designators.push(Designator::Member(name, span));
            } else if self.take("[") {
                let first = self.conditional()?;
                match self.take("...") {
                    true => designators.push(Designator::Range(first, self.conditional()?)),
                    false => designators.push(Designator::Index(first)),
                }
                self.expect("]")?;
            } else {
                break;
            }
        }
        // The sign of equality may be left out behind `[1]` (GNU).
        if !designators.is_empty() {
            self.take("=");
        }
        Ok(designators)
    }
}

impl Specifiers {
    /// A type without storage class and qualifiers.
    pub fn plain(ty: TypeSpecifier, span: trine_base::Span) -> Specifiers {
        Specifiers {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            qualifiers: Qualifiers::default(),
            ty,
            alignment: None,
            attributes: Attributes::default(),
            span,
        }
    }
}

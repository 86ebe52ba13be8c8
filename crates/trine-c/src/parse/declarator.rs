//! Declarators and names of types (C11 6.7.6, 6.7.7).

use trine_base::Span;

use super::{Parsed, Parser};
use crate::syntax::*;

impl Declarator {
    /// That of a type name, or of a parameter without a name.
    pub fn unnamed(span: Span) -> Declarator {
        let attributes = Attributes::default();
        Declarator { name: None, derived: Vec::new(), attributes, renamed: None, span }
    }
}

impl Parser<'_> {
    /// A declarator, with or without a name, and the attributes behind it.
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        let mut declarator = Declarator::unnamed(self.span());
        self.declarator_into(&mut declarator)?;
        declarator.renamed = self.skip_asm_name()?;
        let mut attributes = std::mem::take(&mut declarator.attributes);
        self.attributes(&mut attributes)?;
        declarator.attributes = attributes;
        Ok(declarator)
    }

    fn declarator_into(&mut self, into: &mut Declarator) -> Parsed<()> {
        self.deeper(|parser| {
            let mut attributes = std::mem::take(&mut into.attributes);
            parser.attributes(&mut attributes)?;
            while parser.take("*") {
                let mut qualifiers = Qualifiers::default();
                while parser.qualifier(&mut qualifiers) || parser.is_attribute() {
                    parser.attributes(&mut attributes)?;
                }
                into.derived.push(Derived::Pointer(qualifiers));
            }
            parser.attributes(&mut attributes)?;
            into.attributes = attributes;
            // What is inside parentheses is derived after what stands behind them.
            let mut inner = None;
            if parser.is_identifier() {
                let (name, span) = parser.identifier()?;
                (into.name, into.span) = (Some(name), span);
            } else if parser.is("(") && parser.nests() {
                parser.at += 1;
                let mut nested = Declarator::unnamed(parser.span());
                parser.declarator_into(&mut nested)?;
                parser.expect(")")?;
                inner = Some(nested);
            }
            let mut suffixes = Vec::new();
            loop {
                if parser.is("[") && parser.text(1) != "[" {
                    suffixes.push(parser.array()?);
                } else if parser.is("(") {
                    suffixes.push(Derived::Function(parser.parameters()?));
                } else {
                    break;
                }
            }
            into.derived.extend(suffixes.into_iter().rev());
            if let Some(nested) = inner {
                into.derived.extend(nested.derived);
                if nested.name.is_some() {
                    (into.name, into.span) = (nested.name, nested.span);
                }
            }
            Ok(())
        })
    }

    /// Whether the parenthesis here holds a declarator, and not parameters.
    fn nests(&self) -> bool {
        match self.text(1) {
            "*" | "(" | "^" | "__attribute__" | "[" => true,
            ")" => false,
            _ => {
                let named = self.token(1).is_some_and(|token| {
                    token.kind == crate::preprocess::Kind::Identifier
                        && !super::is_keyword(&token.text)
                });
                named && !self.is_type(self.text(1))
            }
        }
    }

    fn array(&mut self) -> Parsed<Derived> {
        self.expect("[")?;
        let mut qualifiers = Qualifiers::default();
        while self.take("static") || self.qualifier(&mut qualifiers) {}
        let star = self.is("*") && self.text(1) == "]";
        self.at += usize::from(star);
        let size = match self.is("]") {
            true => None,
            false => Some(Box::new(self.assignment()?)),
        };
        self.expect("]")?;
        Ok(Derived::Array(size))
    }

    fn parameters(&mut self) -> Parsed<Parameters> {
        self.expect("(")?;
        let mut parameters =
            Parameters { list: Vec::new(), variadic: false, unspecified: false, names: Vec::new() };
        if self.take(")") {
            parameters.unspecified = true;
            return Ok(parameters);
        }
        if self.is("void") && self.text(1) == ")" {
            self.at += 2;
            return Ok(parameters);
        }
        self.scopes.push(Default::default());
        let result = self.parameter_list(&mut parameters);
        self.scopes.pop();
        result?;
        self.expect(")")?;
        Ok(parameters)
    }

    fn parameter_list(&mut self, parameters: &mut Parameters) -> Parsed<()> {
        // Names alone: a K&R definition.
        if self.is_identifier() && !self.is_type(self.text(0)) {
            loop {
                parameters.names.push(self.identifier()?);
                if !self.take(",") {
                    return Ok(());
                }
            }
        }
        loop {
            if self.take("...") {
                parameters.variadic = true;
                return Ok(());
            }
            let specifiers = self.specifiers(false)?;
            let declarator = self.declarator()?;
            if let Some(name) = &declarator.name {
                self.declare(&name.clone(), false);
            }
            parameters.list.push(Parameter { specifiers, declarator });
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let specifiers = Box::new(self.specifiers(false)?);
        let declarator = self.declarator()?;
        Ok(TypeName { specifiers, declarator })
    }
}

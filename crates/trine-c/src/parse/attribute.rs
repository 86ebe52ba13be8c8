//! Attributes (GNU): those that change a layout or the flow of control are kept, the others are read over.

use super::{Parsed, Parser};
use crate::syntax::Attributes;

impl Parser<'_> {
    pub(super) fn is_attribute(&self) -> bool {
        matches!(self.text(0), "__attribute__" | "__attribute") || self.is_bracketed()
    }

    /// `[[…]]` of C23.
    fn is_bracketed(&self) -> bool {
        self.is("[") && self.text(1) == "["
    }

    /// Reads all attributes that stand here.
    pub(super) fn attributes(&mut self, into: &mut Attributes) -> Parsed<()> {
        while self.is_attribute() {
            if self.is_bracketed() {
                while !self.is("]") {
                    if self.token(0).is_none() {
                        return Err(self.fail("`]` is expected here"));
                    }
                    self.at += 1;
                }
                self.expect("]")?;
                self.expect("]")?;
                continue;
            }
            self.at += 1;
            self.expect("(")?;
            self.expect("(")?;
            while !self.is(")") {
                if !self.take(",") {
                    self.attribute(into)?;
                }
            }
            self.expect(")")?;
            self.expect(")")?;
        }
        Ok(())
    }

    fn attribute(&mut self, into: &mut Attributes) -> Parsed<()> {
        let Some(token) = self.token(0) else { return Err(self.fail("`)` is expected here")) };
        self.at += 1;
        let name = token.text.trim_matches('_');
        match name {
            "packed" => into.packed = true,
            "noreturn" => into.noreturn = true,
            "transparent_union" => into.transparent_union = true,
            "constructor" | "destructor" => into.constructor = true,
            "alias" | "ifunc" | "weakref" => into.alias = true,
            "vector_size" => into.vector = true,
            "aligned" => {
                let mut argument = None;
                if self.take("(") {
                    argument = Some(Box::new(self.conditional()?));
                    self.expect(")")?;
                }
                into.aligned = Some(argument);
                return Ok(());
            }
            "mode" if self.is("(") => into.mode = self.token(1).map(|token| token.text.clone()),
            "cleanup" if self.is("(") => {
                into.cleanup = self.token(1).map(|token| token.text.clone())
            }
            _ => {}
        }
        match self.is("(") {
            true => self.skip_parentheses(),
            false => Ok(()),
        }
    }

    /// `asm("name")` behind a declarator.
    pub(super) fn skip_asm_name(&mut self) -> Parsed<Option<crate::syntax::Name>> {
        if !matches!(self.text(0), "asm" | "__asm__" | "__asm") {
            return Ok(None);
        }
        self.at += 1;
        let name = self.token(1).map(|token| token.text.trim_matches('"').into());
        self.skip_parentheses()?;
        Ok(name)
    }
}

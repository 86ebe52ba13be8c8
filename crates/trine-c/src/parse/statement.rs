//! Statements (C11 6.8), with case ranges, computed gotos and inline assembly.

use super::{Parsed, Parser};
use crate::preprocess::Kind;
use crate::syntax::*;

impl Parser<'_> {
    /// A block with a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.scopes.push(Default::default());
        let depth = self.scopes.len();
        let result = self.block_in_scope();
        self.scopes.truncate(depth - 1);
        result
    }

    /// A block in the scope that is open: the body of a function shares that of its parameters.
    pub(super) fn block_in_scope(&mut self) -> Parsed<Block> {
        let start = self.span();
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            if self.token(0).is_none() {
                return Err(self.fail("`}` is expected here, and the file ends"));
            }
            let (before, scopes, depth) = (self.at, self.scopes.len(), self.depth);
            match self.statement() {
                Ok(statement) => items.push(statement),
                Err(failed) => {
                    self.scopes.truncate(scopes);
                    self.depth = depth;
                    self.recover();
                    if self.at == before {
                        return Err(failed);
                    }
                }
            }
        }
        Ok(Block { items, span: start.to(self.last_span()) })
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        self.deeper(|parser| {
            let start = parser.span();
            let kind = parser.statement_kind()?;
            Ok(Statement { kind, span: start.to(parser.last_span()) })
        })
    }

    fn boxed(&mut self) -> Parsed<Box<Statement>> {
        Ok(Box::new(self.statement()?))
    }

    fn condition(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if self.is_identifier() && self.text(1) == ":" {
            let (name, _) = self.identifier()?;
            self.at += 1;
            let mut ignored = Attributes::default();
            self.attributes(&mut ignored)?;
            return Ok(StatementKind::Label(name, self.labelled()?));
        }
        let word = self.text(0);
        match word {
            ";" => {
                self.at += 1;
                Ok(StatementKind::Empty)
            }
            "{" => Ok(StatementKind::Block(self.block()?)),
            "if" => {
                self.at += 1;
                let condition = self.condition()?;
                let then = self.boxed()?;
                let otherwise = match self.take("else") {
                    true => Some(self.boxed()?),
                    false => None,
                };
                Ok(StatementKind::If(condition, then, otherwise))
            }
            "while" => {
                self.at += 1;
                let condition = self.condition()?;
                Ok(StatementKind::While(condition, self.boxed()?))
            }
            "do" => {
                self.at += 1;
                let body = self.boxed()?;
                self.expect("while")?;
                let condition = self.condition()?;
                self.expect(";")?;
                Ok(StatementKind::DoWhile(body, condition))
            }
            "for" => self.for_statement(),
            "switch" => {
                self.at += 1;
                let value = self.condition()?;
                Ok(StatementKind::Switch(value, self.boxed()?))
            }
            "case" => {
                self.at += 1;
                let first = self.conditional()?;
                let last = match self.take("...") {
                    true => Some(self.conditional()?),
                    false => None,
                };
                self.expect(":")?;
                Ok(StatementKind::Case(first, last, self.labelled()?))
            }
            "default" => {
                self.at += 1;
                self.expect(":")?;
                Ok(StatementKind::Default(self.labelled()?))
            }
            "goto" | "break" | "continue" | "return" => self.jump(),
            "asm" | "__asm__" | "__asm" => self.assembly(),
            "__label__" => {
                self.at += 1;
                while !self.take(";") {
                    if self.token(0).is_none() {
                        return Err(self.fail("`;` is expected here"));
                    }
                    self.at += 1;
                }
                Ok(StatementKind::Empty)
            }
            "__attribute__" if self.is_fallthrough() => {
                let mut ignored = Attributes::default();
                self.attributes(&mut ignored)?;
                self.take(";");
                Ok(StatementKind::Empty)
            }
            _ if self.starts_declaration() => self.local_declaration(),
            _ => {
                let expression = self.expression()?;
                self.expect(";")?;
                Ok(StatementKind::Expr(expression))
            }
        }
    }

    /// `__attribute__((fallthrough));`
    fn is_fallthrough(&self) -> bool {
        self.token(3).is_some_and(|token| token.text.trim_matches('_') == "fallthrough")
    }

    /// The statement behind a label; there may be none at the end of a block, or a declaration.
    fn labelled(&mut self) -> Parsed<Box<Statement>> {
        match self.is("}") {
            true => Ok(Box::new(Statement { kind: StatementKind::Empty, span: self.last_span() })),
            false => self.boxed(),
        }
    }

    fn local_declaration(&mut self) -> Parsed<StatementKind> {
        let start = self.span();
        let at = self.at;
        let specifiers = match self.is("_Static_assert") {
            true => return Ok(StatementKind::Declaration(self.declaration()?)),
            false => self.specifiers(false)?,
        };
        if self.take(";") {
            let declarators = Vec::new();
            let declaration = Declaration { specifiers, declarators, assertion: None, span: start };
            return Ok(StatementKind::Declaration(declaration));
        }
        let declarator = self.declarator()?;
        if self.is("{") && matches!(declarator.derived.last(), Some(Derived::Function(_))) {
            let name = declarator.name.clone().unwrap_or_else(|| self.none.clone());
            self.declare(&name, false);
            self.block()?;
            return Ok(StatementKind::NestedFunction(name));
        }
        debug_assert!(self.at > at, "a declarator or specifiers were read");
        Ok(StatementKind::Declaration(self.declarators(specifiers, Some(declarator), start)?))
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.at += 1;
        self.expect("(")?;
        self.scopes.push(Default::default());
        let first = match self.is(";") {
            true => {
                self.at += 1;
                None
            }
            false => Some(self.boxed()?),
        };
        let condition = match self.is(";") {
            true => None,
            false => Some(self.expression()?),
        };
        self.expect(";")?;
        let update = match self.is(")") {
            true => None,
            false => Some(self.expression()?),
        };
        self.expect(")")?;
        let body = self.boxed()?;
        self.scopes.pop();
        Ok(StatementKind::For(first, condition, update, body))
    }

    fn jump(&mut self) -> Parsed<StatementKind> {
        let word = self.text(0);
        self.at += 1;
        let kind = match word {
            "goto" if self.take("*") => StatementKind::GotoPointer(self.expression()?),
            "goto" => StatementKind::Goto(self.identifier()?.0),
            "break" => StatementKind::Break,
            "continue" => StatementKind::Continue,
            _ if self.is(";") => StatementKind::Return(None),
            _ => StatementKind::Return(Some(self.expression()?)),
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn assembly(&mut self) -> Parsed<StatementKind> {
        self.at += 1;
        while matches!(self.text(0), "volatile" | "__volatile__" | "__volatile" | "goto" | "inline")
        {
            self.at += 1;
        }
        let mut text = String::new();
        let first = self.at + 1;
        self.skip_parentheses()?;
        let inside = self.tokens.get(first..self.at - 1).unwrap_or(&[]);
        let end = inside.iter().position(|token| token.is(":")).unwrap_or(inside.len());
        for token in &inside[..end] {
            text.push_str(token.text.trim_matches('"'));
        }
        let operands =
            |part: &&crate::preprocess::Token| part.kind == Kind::Identifier || part.is("(");
        let has_operands = inside[end..].iter().any(|token| operands(&token));
        self.take(";");
        Ok(StatementKind::Asm(text, has_operands))
    }
}

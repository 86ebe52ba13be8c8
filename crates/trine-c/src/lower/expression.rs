//! Expressions (C11 6.5), from left to right: values and places, with what needs memory or a branch as statements.

use trine_base::Span;
use trine_program::{BinaryOp, Expr as PExpr, Operand, StmtKind};

use super::body::Val;
use super::place::{Either, Place};
use super::{Lowering, fold};
use crate::syntax::*;
use crate::types::{Length, Ty};

impl Lowering {
    /// The value of an expression: arrays and functions are pointers, places are read.
    pub(super) fn value(&mut self, expr: &Expr) -> Val {
        match self.place_or_value(expr) {
            Either::Value(value) => value,
            Either::Place(place) => self.load(&place, expr.span),
        }
    }

    pub(super) fn place_or_value(&mut self, expr: &Expr) -> Either {
        let span = expr.span;
        let value = match &expr.kind {
            ExprKind::Identifier(name) => return self.identifier(name, span),
            ExprKind::Text(units, wide) => return Either::Place(self.literal(units, *wide)),
            ExprKind::Unary(Unary::Dereference, inner) => return self.dereference(inner, span),
            ExprKind::Index(left, right) => return Either::Place(self.index(left, right, span)),
            ExprKind::Member(record, name) => {
                return Either::Place(self.member(record, name, span));
            }
            ExprKind::Arrow(pointer, name) => {
                let value = self.value(pointer);
                let ty = value.ty.target().cloned().unwrap_or(Ty::Void);
                return Either::Place(self.member_of(value.expr, &ty, name, span));
            }
            ExprKind::Compound(ty, initializer) => {
                return Either::Place(self.compound(ty, initializer, span));
            }
            ExprKind::Generic(operand, alternatives) => {
                return self.generic(operand, alternatives, span);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                let chosen = if self.constant_or_error(condition) != 0 { then } else { otherwise };
                return self.place_or_value(chosen);
            }
            ExprKind::Number(text) => self.number(text, span),
            ExprKind::Character(text) => self.character(text, span),
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, span),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            ExprKind::Assign(operator, left, right) => self.assign(*operator, left, right, span),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.value(right)
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, span),
            ExprKind::Cast(ty, inner) => self.cast(ty, inner, span),
            ExprKind::SizeofExpr(inner) => {
                let ty = self.type_of(inner);
                self.size_value(&ty, span)
            }
            ExprKind::SizeofType(name) => {
                let ty = self.type_named(name);
                self.size_value(&ty, span)
            }
            ExprKind::AlignofExpr(inner) => {
                let ty = self.type_of(inner);
                Val::int(self.types.alignment(&ty) as i64, self.types.size_type())
            }
            ExprKind::AlignofType(name) => {
                let ty = self.type_named(name);
                Val::int(self.types.alignment(&ty) as i64, self.types.size_type())
            }
            ExprKind::Statement(block) => self.statement_expression(block),
            ExprKind::LabelAddress => {
                self.unmodelled("the address of a label", Vec::new(), &Ty::Void.pointer_to(), span)
            }
            ExprKind::VaArg(ty) => {
                let ty = self.type_named(ty);
                self.unmodelled("an argument of a list of arguments", Vec::new(), &ty, span)
            }
            ExprKind::Offsetof(ty, path) => self.offset_of(ty, path, span),
            ExprKind::TypesCompatible(left, right) => {
                let (left, right) = (self.type_named(left), self.type_named(right));
                Val::int(i64::from(left == right), Ty::INT)
            }
        };
        Either::Value(value)
    }

    fn dereference(&mut self, inner: &Expr, span: Span) -> Either {
        let pointer = self.value(inner);
        match pointer.ty.target() {
            Some(target) => {
                let target = target.clone();
                Either::Place(Place::memory(pointer.expr, target))
            }
            None => {
                self.error("this is no pointer", span);
                Either::Value(Val::int(0, Ty::INT))
            }
        }
    }

    fn cast(&mut self, name: &TypeName, inner: &Expr, span: Span) -> Val {
        let ty = self.type_named(name);
        let value = self.value(inner);
        // GNU: a cast to a union makes one.
        if ty.is_record() && !value.ty.is_record() {
            return self.unmodelled("a cast to a union", Vec::new(), &ty, span);
        }
        self.convert(value, &ty, span)
    }

    fn compound(&mut self, name: &TypeName, initializer: &Initializer, span: Span) -> Place {
        let mut ty = self.type_named(name);
        if let Ty::Array(element, Length::Unknown) = ty.plain() {
            let element = element.clone();
            let count = self.initialized_length(&element, initializer);
            ty = Ty::Array(element, Length::Known(count));
        }
        if !self.in_function {
            let symbol = self.add_symbol(&"compound literal".into(), &ty, span);
            self.define_object(symbol, &ty, Some(initializer), true, false);
            let global = self.global_of(symbol);
            return Place::memory(PExpr::Operand(Operand::Global(global)), ty);
        }
        let block = self.allocate("", &ty, true, span);
        self.initialize(Operand::Var(block), &ty, initializer, true);
        Place::memory(PExpr::Operand(Operand::Var(block)), ty)
    }

    fn generic(
        &mut self,
        operand: &Expr,
        alternatives: &[(Option<TypeName>, Expr)],
        span: Span,
    ) -> Either {
        let ty = self.apart(|this| this.value(operand)).0.ty;
        let mut chosen = None;
        for (name, alternative) in alternatives {
            match name {
                Some(name) => {
                    let named = self.type_named(name);
                    if *named.plain() == ty {
                        chosen = Some(alternative);
                        break;
                    }
                }
                None => chosen = chosen.or(Some(alternative)),
            }
        }
        match chosen {
            Some(chosen) => self.place_or_value(chosen),
            None => {
                let ty = self.types.name(&ty);
                self.error(format!("no alternative is for {ty}"), span);
                Either::Value(Val::int(0, Ty::INT))
            }
        }
    }

    /// `sizeof`, also of arrays whose length the execution decides.
    pub(super) fn size_value(&mut self, ty: &Ty, span: Span) -> Val {
        let to = self.types.size_type();
        if let Some(bytes) = self.types.size(ty) {
            return Val::int(bytes as i64, to);
        }
        match ty.plain() {
            Ty::Array(element, length) => {
                let element = self.size_value(element, span);
                let count = match length {
                    Length::Known(count) => PExpr::Operand(Operand::Int(*count as i64)),
                    Length::Variable(var) => PExpr::Operand(Operand::Var(*var)),
                    // A flexible array member.
                    Length::Unknown => PExpr::Operand(Operand::Int(0)),
                };
                let cell = self.types.cell(&to);
                Val { expr: fold::typed(BinaryOp::Multiply, cell, count, element.expr), ty: to }
            }
            _ => {
                let name = self.types.name(ty);
                self.error(format!("the size of {name} is not known here"), span);
                Val::int(1, to)
            }
        }
    }

    fn offset_of(&mut self, name: &TypeName, path: &[Designator], span: Span) -> Val {
        let mut ty = self.type_named(name);
        let size = self.types.size_type();
        let mut offset = Val::int(0, size.clone());
        for designator in path {
            let step = match (ty.plain(), designator) {
                (Ty::Record(id), Designator::Member(member, _)) => self
                    .types
                    .member(*id, member)
                    .map(|found| (Val::int(found.offset as i64, size.clone()), found.ty)),
                (Ty::Array(element, _), Designator::Index(index)) => {
                    let element = (**element).clone();
                    let bytes = self.size_value(&element, span);
                    let index = self.value(index);
                    let index = self.convert(index, &size, span);
                    let cell = self.types.cell(&size);
                    let expr = fold::typed(BinaryOp::Multiply, cell, index.expr, bytes.expr);
                    Some((Val { expr, ty: size.clone() }, element))
                }
                _ => None,
            };
            let Some((bytes, inner)) = step else {
                self.error("there is no such member", span);
                break;
            };
            let cell = self.types.cell(&size);
            offset.expr = fold::typed(BinaryOp::Add, cell, offset.expr, bytes.expr);
            ty = inner;
        }
        offset
    }

    /// `c ? a : b`, and `c ?: b` of GNU.
    fn conditional(
        &mut self,
        condition: &Expr,
        then: Option<&Expr>,
        otherwise: &Expr,
        span: Span,
    ) -> Val {
        let value = self.value(condition);
        let value = if then.is_none() { self.kept(value, span) } else { value };
        let (mut first, a) = self.collect(|this| match then {
            Some(then) => this.value(then),
            None => value.clone(),
        });
        let (mut second, b) = self.collect(|this| this.value(otherwise));
        let ty = self.unified(&a.ty, &b.ty);
        let truth = self.truth_of(value);
        if let Some(known) = truth.constant() {
            let (statements, chosen) = if known != 0 { (first, a) } else { (second, b) };
            self.body.out.extend(statements);
            return self.convert_unless_record(chosen, &ty, span);
        }
        let truth = self.operand(truth, condition.span);
        let into = (!ty.is_void()).then(|| self.temp(self.types.cell(&ty), span));
        for (statements, value) in [(&mut first, a), (&mut second, b)] {
            let (more, ()) = self.collect(|this| {
                let value = this.convert_unless_record(value, &ty, span);
                if let Some(into) = into {
                    this.emit(StmtKind::Set(into, value.expr), span);
                }
            });
            statements.extend(more);
        }
        self.emit(StmtKind::If { condition: truth, then: first, otherwise: second }, span);
        match into {
            Some(into) => Val::var(into, ty),
            None => Val::void(),
        }
    }

    pub(super) fn convert_unless_record(&mut self, value: Val, ty: &Ty, span: Span) -> Val {
        match ty.is_record() {
            true => Val { expr: value.expr, ty: ty.clone() },
            false => self.convert(value, ty, span),
        }
    }

    /// The type of both alternatives of a conditional expression (6.5.15).
    fn unified(&self, left: &Ty, right: &Ty) -> Ty {
        let void_pointer = |ty: &Ty| ty.is_pointer() && ty.target().is_some_and(Ty::is_void);
        match (left.plain(), right.plain()) {
            (Ty::Void, _) | (_, Ty::Void) => Ty::Void,
            (a, b) if left.is_arithmetic() && right.is_arithmetic() => self.types.common(a, b),
            (a @ Ty::Pointer(_), b @ Ty::Pointer(_)) => {
                if void_pointer(a) {
                    b.clone()
                } else {
                    a.clone()
                }
            }
            (a @ Ty::Pointer(_), _) => a.clone(),
            (_, b @ Ty::Pointer(_)) => b.clone(),
            (a, _) => a.clone(),
        }
    }

    fn statement_expression(&mut self, block: &Block) -> Val {
        if !self.in_function {
            self.error("statements stand outside of a function", block.span);
            return Val::int(0, Ty::INT);
        }
        self.scopes.push(Default::default());
        let mut result = Val::void();
        for (at, statement) in block.items.iter().enumerate() {
            match &statement.kind {
                StatementKind::Expr(expr) if at + 1 == block.items.len() => {
                    let value = self.value(expr);
                    result = match value.ty.is_void() || value.ty.is_record() {
                        true => value,
                        false => self.kept(value, expr.span),
                    };
                }
                _ => self.statement(statement),
            }
        }
        // A struct that is the result stays where it is until the function ends.
        let blocks = !result.ty.is_record();
        self.leave_scope(blocks, block.span);
        result
    }
}

//! Expressions: computed from variables, after everything else was put into them.

use trine_base::Span;
use trine_program as ir;
use trine_program::{BinaryOp, Operand, UnaryOp, Width};

use super::entity::Entity;
use super::lowering::Lowering;
use super::name::{binary, int};
use super::operator::{binary_name, unary_name};
use super::types::*;
use crate::syntax::*;

/// A value that reads variables only.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: ir::Expr,
    pub ty: TypeId,
}

impl Value {
    /// A value of a type.
    pub fn new(expr: ir::Expr, ty: TypeId) -> Value {
        Value { expr, ty }
    }

    fn int(value: i64, ty: TypeId) -> Value {
        Value { expr: int(value), ty }
    }
}

impl Lowering {
    /// The value of an expression. `wanted` is the type that the surroundings ask for.
    pub fn value(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Value {
        if self.is_stopped() {
            return Value::int(0, wanted.unwrap_or(UNIVERSAL));
        }
        if let Some(value) = self.constant_of(expr, wanted) {
            let ty = self.constant_type(expr, wanted);
            return Value::int(value, ty);
        }
        match &expr.kind {
            ExprKind::Int(_) => self.unknown("a number of more than 64 bits", expr.span, wanted),
            ExprKind::Character(character) => {
                Value::int(i64::from(u32::from(*character)), CHARACTER)
            }
            ExprKind::Real(value) => {
                if let Some(fixed) = wanted.and_then(|ty| self.fixed_literal(*value, ty, expr.span))
                {
                    return fixed;
                }
                Value::new(ir::Expr::Operand(Operand::Float(value.to_bits())), REAL)
            }
            ExprKind::Text(text)
                if wanted.is_some_and(|ty| {
                    matches!(self.types.kind(ty), Kind::Array { .. } | Kind::Unconstrained { .. })
                }) =>
            {
                self.text_array(text, wanted.unwrap_or(TEXT), expr.span)
            }
            ExprKind::Text(text) => {
                let string = self.program.strings.push(text.clone());
                Value::new(ir::Expr::Operand(Operand::String(string)), TEXT)
            }
            ExprKind::Null => Value::new(ir::Expr::Operand(Operand::Null), wanted.unwrap_or(NULL)),
            ExprKind::Name(_) | ExprKind::Selected(..) | ExprKind::All(_) => {
                self.named_value(expr, wanted)
            }
            ExprKind::Apply(prefix, arguments) => self.applied(expr, prefix, arguments, wanted),
            ExprKind::Attribute(prefix, word, arguments) => {
                self.attribute(expr, prefix, word, arguments, wanted)
            }
            ExprKind::Qualified(mark, inner) => match self.type_named(mark) {
                Some(ty) => self.qualified(inner, ty, expr.span),
                None => self.unknown("a qualified expression", expr.span, wanted),
            },
            ExprKind::Unary(op, inner) => self.unary(*op, inner, wanted),
            ExprKind::Binary(op, left, right) => {
                self.operation(*op, left, right, wanted, expr.span)
            }
            ExprKind::In(inner, choices, negated) => {
                let value = self.value(inner, None);
                let value = self.in_base(value, inner.span);
                if let Some(truth) = self.is_in_class(&value, choices) {
                    let truth = if *negated { not(truth) } else { truth };
                    return Value::new(truth, BOOLEAN);
                }
                if !self.types.is_scalar(value.ty) {
                    return self.unknown(
                        "a membership test of this type",
                        expr.span,
                        Some(BOOLEAN),
                    );
                }
                let kept = match self.types.is_discrete(value.ty) {
                    true => ir::Type::LONG,
                    false => self.types.ir(value.ty),
                };
                let operand = self.operand(value.expr, kept);
                let mut truth = self.is_among(operand, value.ty, choices);
                if *negated {
                    truth = not(truth);
                }
                Value::new(truth, BOOLEAN)
            }
            ExprKind::If(ways, otherwise) => self.conditional(ways, otherwise.as_deref(), wanted),
            ExprKind::Case(value, ways) => self.case_value(value, ways, wanted),
            ExprKind::Raise(name, message) => {
                self.raise(name, message.as_deref());
                let ty = wanted.unwrap_or(UNKNOWN);
                let into = self.temp(self.types.ir(ty));
                Value::new(ir::Expr::Operand(Operand::Var(into)), ty)
            }
            ExprKind::Quantified { all, var, elements, range, condition } => {
                self.quantified(*all, var, *elements, range, condition)
            }
            ExprKind::Aggregate(_) | ExprKind::New { .. } => self.made(expr, wanted),
            ExprKind::Extension(ancestor, parts) => {
                self.extension_aggregate(ancestor, parts, wanted, expr.span)
            }
            ExprKind::Range(..) | ExprKind::Constrained(..) | ExprKind::Box | ExprKind::Others => {
                self.unknown("this", expr.span, wanted)
            }
            ExprKind::Unmodelled(what) => self.unknown(what, expr.span, wanted),
        }
    }

    /// A value that the model does not know, and whose computation might do anything: executions that come
    /// here prove nothing.
    pub fn unknown(&mut self, what: &str, span: Span, wanted: Option<TypeId>) -> Value {
        let arguments = vec![Operand::Class(self.predefined.task)];
        self.not_known(what, span, wanted, arguments)
    }

    /// A value that the model does not know, of something that has no other effect: a clock, a random number.
    pub fn opaque(&mut self, what: &str, span: Span, wanted: Option<TypeId>) -> Value {
        self.not_known(what, span, wanted, Vec::new())
    }

    fn not_known(
        &mut self,
        what: &str,
        span: Span,
        wanted: Option<TypeId>,
        arguments: Vec<Operand>,
    ) -> Value {
        let ty = wanted.unwrap_or(UNKNOWN);
        let into = self.temp(self.types.ir(ty));
        let before = self.code.span.replace(span);
        let what = format!("{what} is not modelled");
        self.emit(ir::StmtKind::Unmodelled { into: Some(into), what, arguments });
        self.code.span = before;
        Value::new(ir::Expr::Operand(Operand::Var(into)), ty)
    }

    fn named_value(&mut self, expr: &Expr, wanted: Option<TypeId>) -> Value {
        let found = self.entities(expr);
        if let Some(Entity::Real(value)) = found.first() {
            if let Some(fixed) = wanted.and_then(|ty| self.fixed_literal(*value, ty, expr.span)) {
                return fixed;
            }
            return Value::new(ir::Expr::Operand(Operand::Float(value.to_bits())), REAL);
        }
        let is_object = matches!(found.first(), Some(Entity::Object(_) | Entity::Alias(..)));
        if !is_object && let Some(id) = self.overloaded(&found, &[], wanted) {
            return self.function_value(id, &[], None, expr.span, wanted);
        }
        if let Some(value) = self.identification(&found, &[]) {
            return value;
        }
        if let Some(value) = self.protected_function(expr, &[], wanted) {
            return value;
        }
        if let Some((id, arguments)) = self.prefixed(expr, &[]) {
            return self.function_value(id, &arguments, None, expr.span, wanted);
        }
        if let Some((place, ty)) = self.place(expr) {
            let operand = self.read(place, ty);
            return Value::new(ir::Expr::Operand(operand), ty);
        }
        if found.is_empty() && !self.is_library(expr) && !self.is_unknown_part(expr) {
            self.error(format!("`{}` is not declared here", shown(expr)), expr.span);
        }
        if let Some(value) = self.library_value(expr, &[], expr.span, wanted) {
            return value;
        }
        self.unknown(&format!("`{}`", shown(expr)), expr.span, wanted)
    }

    /// A call, an element of an array, or a conversion.
    fn applied(
        &mut self,
        expr: &Expr,
        prefix: &Expr,
        arguments: &[Arg],
        wanted: Option<TypeId>,
    ) -> Value {
        if let (Some(ty), [argument]) = (self.type_named(prefix), arguments) {
            return self.converted(&argument.value, ty);
        }
        let found = self.entities(prefix);
        let is_object = matches!(found.first(), Some(Entity::Object(_) | Entity::Alias(..)));
        if !is_object && let Some(id) = self.overloaded(&found, arguments, wanted) {
            return self.function_value(id, arguments, None, expr.span, wanted);
        }
        if let Some(value) = self.identification(&found, arguments) {
            return value;
        }
        if let Some(value) = self.protected_function(prefix, arguments, wanted) {
            return value;
        }
        if let Some((id, arguments)) = self.prefixed(prefix, arguments) {
            return self.function_value(id, &arguments, None, expr.span, wanted);
        }
        if let [argument] = arguments
            && self.is_range(&argument.value)
            && let Some(part) = self.slice(prefix, &argument.value)
        {
            return part;
        }
        if let Some((place, ty)) = self.place(expr) {
            let operand = self.read(place, ty);
            return Value::new(ir::Expr::Operand(operand), ty);
        }
        if found.is_empty()
            && self.type_of(prefix).is_none()
            && !self.is_library(prefix)
            && !self.is_unknown_part(expr)
        {
            self.error(format!("`{}` is not declared here", shown(prefix)), prefix.span);
        }
        if let Some(value) = self.library_value(prefix, arguments, expr.span, wanted) {
            return value;
        }
        self.unknown(&format!("`{}`", shown(expr)), expr.span, wanted)
    }

    fn unary(&mut self, op: Unary, inner: &Expr, wanted: Option<TypeId>) -> Value {
        if let Some(id) = self.operator(unary_name(op), &[inner], wanted) {
            let arguments = [Arg { choices: Vec::new(), value: inner.clone() }];
            return self.function_value(id, &arguments, None, inner.span, wanted);
        }
        let value = self.value(inner, wanted);
        if value.ty == REAL || matches!(self.types.kind(value.ty), Kind::Real) {
            return match op {
                Unary::Minus => {
                    Value::new(ir::Expr::float_of(ir::FloatUnary::Negate, value.expr), value.ty)
                }
                Unary::Plus => value,
                _ => self.unknown("this operator", inner.span, Some(value.ty)),
            };
        }
        let base = self.types.base(value.ty);
        match op {
            Unary::Plus => value,
            Unary::Minus => {
                let zero = int(0);
                self.computed(BinaryOp::Subtract, zero, value.expr, base, inner.span)
            }
            Unary::Not if base == BOOLEAN => Value::new(not(value.expr), value.ty),
            Unary::Not => match *self.types.kind(base) {
                Kind::Discrete { modulus: modulus @ 1.., .. } => {
                    Value::new(binary(BinaryOp::Subtract, int(modulus - 1), value.expr), base)
                }
                _ => self.unknown("`not`", inner.span, Some(base)),
            },
            Unary::Abs => {
                let kept = self.operand(value.expr, ir::Type::LONG);
                let into = self.temp(ir::Type::LONG);
                self.emit(ir::StmtKind::Set(into, ir::Expr::Operand(kept)));
                let negative = binary(BinaryOp::Less, ir::Expr::Operand(kept), int(0));
                let condition = self.operand(negative, ir::Type::Bool);
                let then = self.block(|this| {
                    let opposite = binary(BinaryOp::Subtract, int(0), ir::Expr::Operand(kept));
                    this.emit(ir::StmtKind::Set(into, opposite));
                });
                self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
                // It was computed, so that its range is looked at.
                let sum = binary(BinaryOp::Add, ir::Expr::Operand(Operand::Var(into)), int(0));
                Value::new(sum, base)
            }
        }
    }

    fn operation(
        &mut self,
        op: Binary,
        left: &Expr,
        right: &Expr,
        wanted: Option<TypeId>,
        span: Span,
    ) -> Value {
        if let Some(value) = self.defined(op, left, right, wanted, span) {
            return value;
        }
        match op {
            Binary::AndThen | Binary::OrElse => return self.short_circuit(op, left, right),
            Binary::Concatenate => {
                // Texts are not followed; what they are made of is still computed.
                for part in [left, right] {
                    if !matches!(part.kind, ExprKind::Text(_)) {
                        let _ = self.value(part, Some(TEXT));
                    }
                }
                return Value::new(ir::Expr::Opaque(ir::Type::Reference), TEXT);
            }
            _ => {}
        }
        let compares = matches!(
            op,
            Binary::Equal
                | Binary::NotEqual
                | Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual
        );
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        let asked = if compares { None } else { wanted };
        let other = |ty: Option<TypeId>| ty.filter(|ty| *ty != UNIVERSAL).or(asked);
        let first = self.value(left, other(right_type));
        let first = self.in_base(first, left.span);
        // What comes later may change what was read before.
        let first = self.settled(first);
        let second = self.value(right, other(left_type));
        let second = self.in_base(second, right.span);
        let ty = match (first.ty, second.ty) {
            (UNIVERSAL, UNIVERSAL) => wanted.filter(|_| !compares).unwrap_or(UNIVERSAL),
            (UNIVERSAL | NULL, other) => other,
            (other, _) => other,
        };
        let literal = self.real_literal(left).or(self.real_literal(right)).is_some();
        if let Some(fixed) = self.fixed_operation(op, &first, &second, wanted, literal, span) {
            return fixed;
        }
        let base = self.types.base(ty);
        if matches!(self.types.kind(base), Kind::Real) {
            return self.real(op, first, second, span);
        }
        let scalar =
            self.types.is_discrete(base) || matches!(self.types.kind(base), Kind::Access(_));
        if let Binary::Equal | Binary::NotEqual = op
            && let Some(same) = self.equal_composites(&first, &second)
        {
            return Value::new(if op == Binary::Equal { same } else { not(same) }, BOOLEAN);
        }
        if !scalar {
            let ty = if compares { Some(BOOLEAN) } else { wanted };
            // Times and their like: computing with them changes nothing.
            return match [first.ty, second.ty].iter().any(|ty| self.types.all[*ty].library) {
                true => self.opaque("this operation", span, ty),
                false => self.unknown("this operation", span, ty),
            };
        }
        self.whole_operation(op, first.expr, second.expr, base, wanted, span)
    }

    /// An operation on integers, enumerations or access values, computed in 64 bits.
    fn whole_operation(
        &mut self,
        op: Binary,
        left: ir::Expr,
        right: ir::Expr,
        base: TypeId,
        wanted: Option<TypeId>,
        span: Span,
    ) -> Value {
        let truth = |op: BinaryOp| Value::new(binary(op, left.clone(), right.clone()), BOOLEAN);
        match op {
            Binary::Equal => truth(BinaryOp::Equal),
            Binary::NotEqual => truth(BinaryOp::NotEqual),
            Binary::Less => truth(BinaryOp::Less),
            Binary::LessEqual => truth(BinaryOp::LessEqual),
            Binary::Greater => truth(BinaryOp::Greater),
            Binary::GreaterEqual => truth(BinaryOp::GreaterEqual),
            Binary::And => Value::new(binary(BinaryOp::BitAnd, left, right), base),
            Binary::Or => Value::new(binary(BinaryOp::BitOr, left, right), base),
            Binary::Xor => Value::new(binary(BinaryOp::BitXor, left, right), base),
            Binary::Add => self.computed(BinaryOp::Add, left, right, base, span),
            Binary::Subtract => self.computed(BinaryOp::Subtract, left, right, base, span),
            Binary::Multiply => self.computed(BinaryOp::Multiply, left, right, base, span),
            Binary::Divide => self.divided(BinaryOp::Divide, left, right, base),
            Binary::Rem => self.divided(BinaryOp::Remainder, left, right, base),
            Binary::Mod => self.modulo(left, right, base),
            Binary::Power => self.power(left, right, base, span),
            Binary::AndThen | Binary::OrElse | Binary::Concatenate => {
                self.unknown("this operator", span, wanted)
            }
        }
    }

    /// A call of the function that defines an operator for these operands. What defines `=` defines `/=`.
    fn defined(
        &mut self,
        op: Binary,
        left: &Expr,
        right: &Expr,
        wanted: Option<TypeId>,
        span: Span,
    ) -> Option<Value> {
        let arguments =
            || [left, right].map(|value| Arg { choices: Vec::new(), value: value.clone() });
        if let Some(id) = self.operator(binary_name(op), &[left, right], wanted) {
            return Some(self.function_value(id, &arguments(), None, span, wanted));
        }
        if op != Binary::NotEqual {
            return None;
        }
        let id = self.operator("=", &[left, right], Some(BOOLEAN))?;
        let value = self.function_value(id, &arguments(), None, span, Some(BOOLEAN));
        Some(Value::new(not(value.expr), BOOLEAN))
    }

    /// Keeps a value in a variable, unless it is one that nothing changes.
    fn settled(&mut self, value: Value) -> Value {
        match value.expr {
            ir::Expr::Operand(Operand::Var(var)) if !self.code.vars[var].temporary => {
                let into = self.temp(self.code.vars[var].ty);
                self.emit(ir::StmtKind::Set(into, value.expr));
                Value::new(ir::Expr::Operand(Operand::Var(into)), value.ty)
            }
            _ => value,
        }
    }

    /// Arithmetic in the base type. Modular types wrap; of others the range is looked at when the value is used,
    /// and they are kept in 64 bits until then.
    fn computed(
        &mut self,
        op: BinaryOp,
        left: ir::Expr,
        right: ir::Expr,
        base: TypeId,
        span: Span,
    ) -> Value {
        let value = binary(op, left, right);
        match *self.types.kind(base) {
            Kind::Discrete { modulus: modulus @ 1.., .. } => {
                let sum = binary(BinaryOp::Add, value, int(modulus));
                let dividend = self.operand(sum, ir::Type::LONG);
                let rest = binary(BinaryOp::Remainder, ir::Expr::Operand(dividend), int(modulus));
                let rest = self.operand(rest, ir::Type::LONG);
                Value::new(ir::Expr::Operand(rest), base)
            }
            _ => {
                let _ = span;
                Value::new(value, base)
            }
        }
    }

    /// A division, remainder or modulus: computed in a variable of its own, so that it raises its error here.
    pub fn divided(
        &mut self,
        op: BinaryOp,
        left: ir::Expr,
        right: ir::Expr,
        base: TypeId,
    ) -> Value {
        let left = self.operand(left, ir::Type::LONG);
        let right = self.operand(right, ir::Type::LONG);
        let value = binary(op, ir::Expr::Operand(left), ir::Expr::Operand(right));
        let value = self.operand(value, ir::Type::LONG);
        Value::new(binary(BinaryOp::Add, ir::Expr::Operand(value), int(0)), base)
    }

    /// The remainder with the sign of the divisor.
    fn modulo(&mut self, left: ir::Expr, right: ir::Expr, base: TypeId) -> Value {
        let divisor = self.operand(right, ir::Type::LONG);
        let rest = self.divided(BinaryOp::Remainder, left, ir::Expr::Operand(divisor), base);
        let rest = self.operand(rest.expr, ir::Type::LONG);
        let sum = binary(BinaryOp::Add, ir::Expr::Operand(rest), ir::Expr::Operand(divisor));
        let mut value = self.divided(BinaryOp::Remainder, sum, ir::Expr::Operand(divisor), base);
        if let Operand::Int(positive @ 1..) = divisor {
            // Between 0 and the divisor, so that a range that holds these needs no look.
            let (low, high) = (Bound::Predefined(0), Bound::Predefined(positive - 1));
            let kind = Kind::Discrete { low, high, modulus: 0, literals: Default::default() };
            let kept = self.operand(value.expr, ir::Type::LONG);
            let ty = self.types.add("", kind, Some(base));
            value = Value::new(ir::Expr::Operand(kept), ty);
        }
        value
    }

    fn power(&mut self, left: ir::Expr, right: ir::Expr, base: TypeId, span: Span) -> Value {
        if let ir::Expr::Operand(Operand::Int(i64::MIN..=-1)) = right {
            let before = self.code.span.replace(span);
            self.throw(self.predefined.constraint_error);
            self.code.span = before;
            return Value::int(0, base);
        }
        let ir::Expr::Operand(Operand::Int(exponent @ 0..=64)) = right else {
            return self.unknown("a power that is not known", span, Some(base));
        };
        let kept = self.operand(left, ir::Type::LONG);
        let mut value = Value::int(1, base);
        for _ in 0..exponent {
            value = self.in_base(value, span);
            let inner = self.operand(value.expr, ir::Type::LONG);
            value = self.computed(
                BinaryOp::Multiply,
                ir::Expr::Operand(inner),
                ir::Expr::Operand(kept),
                base,
                span,
            );
        }
        value
    }

    fn real(&mut self, op: Binary, left: Value, right: Value, span: Span) -> Value {
        let float = |value: Value, this: &Lowering| match this.types.kind(value.ty) {
            Kind::Discrete { .. } => ir::Expr::float_of(ir::FloatUnary::Of, value.expr),
            _ => value.expr,
        };
        let (op, ty) = match op {
            Binary::Add => (ir::FloatBinary::Add, REAL),
            Binary::Subtract => (ir::FloatBinary::Subtract, REAL),
            Binary::Multiply => (ir::FloatBinary::Multiply, REAL),
            Binary::Divide => (ir::FloatBinary::Divide, REAL),
            Binary::Equal => (ir::FloatBinary::Equal, BOOLEAN),
            Binary::NotEqual => (ir::FloatBinary::NotEqual, BOOLEAN),
            Binary::Less => (ir::FloatBinary::Less, BOOLEAN),
            Binary::LessEqual => (ir::FloatBinary::LessEqual, BOOLEAN),
            Binary::Greater => (ir::FloatBinary::Greater, BOOLEAN),
            Binary::GreaterEqual => (ir::FloatBinary::GreaterEqual, BOOLEAN),
            _ => return self.unknown("this operator of real numbers", span, Some(REAL)),
        };
        let text = "real numbers of every type are computed in double precision";
        self.note("real-precision", text, Some(span));
        Value::new(ir::Expr::float(op, float(left, self), float(right, self)), ty)
    }

    /// Whether a value is one of some choices.
    pub fn is_among(&mut self, operand: Operand, ty: TypeId, choices: &[Expr]) -> ir::Expr {
        let mut any: Option<ir::Expr> = None;
        for choice in choices {
            let truth = match &choice.kind {
                ExprKind::Others => int(1),
                _ => match self.bounds_of(choice, Some(ty)) {
                    Some((low, high)) => {
                        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
                        let truth = between(operand, low, high);
                        match self.type_named(choice) {
                            Some(named) => self.and_predicates(truth, operand, named),
                            None => truth,
                        }
                    }
                    None => {
                        let value = self.value(choice, Some(ty));
                        binary(BinaryOp::Equal, ir::Expr::Operand(operand), value.expr)
                    }
                },
            };
            any = Some(match any {
                None => truth,
                Some(other) => binary(BinaryOp::Or, other, truth),
            });
        }
        any.unwrap_or_else(|| int(0))
    }
}

impl Lowering {
    /// A membership that predicates are part of: they are looked at for values of the range only.
    fn and_predicates(&mut self, truth: ir::Expr, operand: Operand, ty: TypeId) -> ir::Expr {
        let predicates = self.types.all[ty].predicates.clone();
        if predicates.is_empty() {
            return truth;
        }
        let into = self.temp(ir::Type::Bool);
        self.emit(ir::StmtKind::Set(into, truth));
        for predicate in predicates.iter() {
            let then = self.block(|this| {
                let satisfied = this.satisfies(predicate, operand, ty);
                this.emit(ir::StmtKind::Set(into, ir::Expr::Operand(satisfied)));
            });
            let condition = Operand::Var(into);
            self.emit(ir::StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        ir::Expr::Operand(Operand::Var(into))
    }
}

/// The condition that a value is within bounds, both included.
pub fn between(value: Operand, low: Operand, high: Operand) -> ir::Expr {
    let value = || ir::Expr::Operand(value);
    let above = binary(BinaryOp::GreaterEqual, value(), ir::Expr::Operand(low));
    let below = binary(BinaryOp::LessEqual, value(), ir::Expr::Operand(high));
    binary(BinaryOp::And, above, below)
}

/// The negation of a condition.
pub fn not(value: ir::Expr) -> ir::Expr {
    ir::Expr::Unary(UnaryOp::Not, Width::W64, Box::new(value))
}

//! Constraints: the subtypes that a program names.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{BinaryOp, Operand};

use super::lowering::Lowering;
use super::name::binary;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// The type that a subtype mark with its constraint means; made where it is new.
    pub fn indicated(&mut self, indication: &Indication) -> TypeId {
        if indication.access {
            let inner = Indication { access: false, not_null: false, ..indication.clone() };
            let to = self.indicated(&inner);
            let ty = self.types.add("", Kind::Access(to), None);
            self.types.all[ty].not_null = indication.not_null;
            return ty;
        }
        let Some(mark) = self.type_named(&indication.mark) else {
            return self.not_a_type(&indication.mark);
        };
        let ty = match &indication.constraint {
            Constraint::None => mark,
            Constraint::Range(range) => self.constrained(mark, range),
            Constraint::Of(arguments) => self.composite(mark, arguments, indication.span),
        };
        if indication.not_null && !self.types.all[ty].not_null {
            let ty = self.types.like(ty, self.types.kind(ty).clone());
            self.types.all[ty].not_null = true;
            return ty;
        }
        ty
    }

    /// A type with bounds, or with values of its discriminants.
    fn composite(&mut self, mark: TypeId, arguments: &[Arg], span: Span) -> TypeId {
        match self.types.kind(mark).clone() {
            Kind::Unconstrained { indices, element } => {
                let bounds: Vec<&Expr> = arguments.iter().map(|arg| &arg.value).collect();
                if bounds.len() != indices.len() {
                    self.error("the number of bounds is not that of the array type", span);
                }
                let indices = indices
                    .iter()
                    .zip(bounds)
                    .map(|(index, bound)| self.index_type(*index, bound))
                    .collect();
                self.types.like(mark, Kind::Array { indices, element })
            }
            Kind::Text => match arguments {
                [argument] => {
                    let index = self.index_type(POSITIVE, &argument.value);
                    let indices = vec![index];
                    self.types.like(mark, Kind::Array { indices, element: CHARACTER })
                }
                _ => mark,
            },
            Kind::Access(to) => {
                let to = self.composite(to, arguments, span);
                self.types.like(mark, Kind::Access(to))
            }
            Kind::Record { fields, discriminants, .. } if discriminants > 0 => {
                let parts: Vec<RecordField> = fields[..discriminants].to_vec();
                self.with_discriminants(mark, &parts, arguments, span)
            }
            Kind::Task(of) => self.with_discriminants(mark, &of.discriminants, arguments, span),
            Kind::Protected(of) => {
                self.with_discriminants(mark, &of.discriminants, arguments, span)
            }
            _ => mark,
        }
    }

    fn with_discriminants(
        &mut self,
        mark: TypeId,
        parts: &[RecordField],
        arguments: &[Arg],
        span: Span,
    ) -> TypeId {
        let mut bounds = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let Some(value) = super::create::argument_for(arguments, number, &part.key) else {
                self.error("a discriminant has no value here", span);
                return mark;
            };
            let bound = self.discriminant_of_record(value);
            let bound = match bound {
                Some(bound) => bound,
                None => self.checked_bound(value, part.ty),
            };
            bounds.push(bound);
        }
        let ty = self.types.like(mark, self.types.kind(mark).clone());
        self.types.all[ty].discriminants = Some(Rc::new(bounds));
        ty
    }

    /// Inside a record definition the name of a discriminant is the value of the object's own.
    pub fn discriminant_of_record(&self, expr: &Expr) -> Option<Bound> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let number = self.own_discriminants.iter().position(|key| *key == name.key)?;
        Some(Bound::Own(number))
    }

    fn not_a_type(&mut self, mark: &Expr) -> TypeId {
        if let ExprKind::Unmodelled(what) = &mark.kind {
            return self.types.add("", Kind::Unknown(what.clone()), None);
        }
        let name = shown(mark);
        let library = self.is_library(mark);
        if !library {
            self.error(format!("there is no type `{name}` here"), mark.span);
        }
        let id = self.types.add(&name, Kind::Unknown(format!("the type {name}")), None);
        self.types.all[id].library = library;
        id
    }

    /// A subtype of a scalar type, by a range. One that is not empty lies inside its mark.
    pub fn constrained(&mut self, mark: TypeId, range: &Expr) -> TypeId {
        if let Kind::Real = self.types.kind(mark) {
            return match self.real_range(range) {
                Some(reals) => {
                    let outside = self.types.all[mark].reals.is_some_and(|(low, high)| {
                        reals.0 <= reals.1 && (reals.0 < low || reals.1 > high)
                    });
                    if outside {
                        self.raise_at(range.span);
                    }
                    let ty = self.types.like(mark, Kind::Real);
                    self.types.all[ty].reals = Some(reals);
                    ty
                }
                None => {
                    let what = "a range of real numbers that is computed";
                    self.types.like(mark, Kind::Unknown(what.to_string()))
                }
            };
        }
        let Kind::Discrete { modulus, literals, low: least, high: most } =
            self.types.kind(mark).clone()
        else {
            return mark;
        };
        let Some((low, high)) = self.bounds_of(range, Some(mark)) else {
            let what = "a subtype whose range is not known";
            return self.types.like(mark, Kind::Unknown(what.to_string()));
        };
        self.inside(low, high, least, most, range.span);
        self.types.like(mark, Kind::Discrete { low, high, modulus, literals })
    }

    /// Raises Constraint_Error unless a range is empty or lies inside another.
    pub fn inside(&mut self, low: Bound, high: Bound, least: Bound, most: Bound, span: Span) {
        use Bound::Predefined;
        if let (Predefined(low), Predefined(high), Predefined(least), Predefined(most)) =
            (low, high, least, most)
        {
            if low <= high && (low < least || high > most) {
                self.raise_at(span);
            }
            return;
        }
        if [low, high, least, most].iter().any(|bound| matches!(bound, Bound::Own(_))) {
            return;
        }
        let whole = |bound: Bound, limit: i64| matches!(bound, Predefined(own) if own == limit);
        let integer = whole(least, i32::MIN.into()) && whole(most, i32::MAX.into());
        if integer {
            return;
        }
        let before = self.code.span.replace(span);
        let (low, high) = (self.bound_operand(low), self.bound_operand(high));
        let (least, most) = (self.bound_operand(least), self.bound_operand(most));
        let of = ir::Expr::Operand;
        let empty = binary(BinaryOp::Greater, of(low), of(high));
        let above = binary(BinaryOp::GreaterEqual, of(low), of(least));
        let below = binary(BinaryOp::LessEqual, of(high), of(most));
        let inside = binary(BinaryOp::And, above, below);
        self.require(binary(BinaryOp::Or, empty, inside), self.predefined.constraint_error);
        self.code.span = before;
    }

    /// Raises Constraint_Error, shown at this place.
    pub fn raise_at(&mut self, span: Span) {
        let before = self.code.span.replace(span);
        self.throw(self.predefined.constraint_error);
        self.code.span = before;
    }

    /// The index subtype that a discrete range means.
    pub fn index_type(&mut self, of: TypeId, range: &Expr) -> TypeId {
        match self.type_named(range) {
            Some(named) => {
                if let (Some((low, high)), Some((least, most))) =
                    (self.bounds_of_type(named), self.bounds_of_type(of))
                {
                    self.inside(low, high, least, most, range.span);
                }
                named
            }
            None => self.constrained(of, range),
        }
    }

    /// The discrete subtype that a range stands for, where no type is given.
    pub fn range_type(&mut self, range: &Expr) -> TypeId {
        if let Some(named) = self.type_named(range) {
            return named;
        }
        if let ExprKind::Constrained(mark, inner) = &range.kind
            && let Some(mark) = self.type_named(mark)
        {
            return self.constrained(mark, inner);
        }
        if let ExprKind::Attribute(prefix, word, arguments) = &range.kind
            && word.key == "range"
            && let Some(index) = self.object_index(prefix, arguments)
        {
            return index;
        }
        let of = match &range.kind {
            ExprKind::Range(low, high) => {
                let low = self.type_of(low);
                let high = self.type_of(high);
                match (low, high) {
                    (Some(UNIVERSAL) | None, Some(UNIVERSAL) | None) => INTEGER,
                    (Some(UNIVERSAL) | None, Some(other)) | (Some(other), _) => {
                        self.types.base(other)
                    }
                }
            }
            _ => INTEGER,
        };
        self.constrained(of, range)
    }

    /// The bounds of `A .. B`, of a type, or of a range attribute.
    pub fn bounds_of(&mut self, range: &Expr, ty: Option<TypeId>) -> Option<(Bound, Bound)> {
        match &range.kind {
            ExprKind::Range(low, high) => {
                let low = self.bound(low, ty);
                Some((low, self.bound(high, ty)))
            }
            ExprKind::Attribute(prefix, word, arguments) if word.key == "range" => {
                let index = self.object_index(prefix, arguments)?;
                self.bounds_of_type(index)
            }
            ExprKind::Constrained(mark, inner) => {
                let mark = self.type_named(mark)?;
                let ty = self.constrained(mark, inner);
                self.bounds_of_type(ty)
            }
            _ => {
                let named = self.type_named(range)?;
                self.bounds_of_type(named)
            }
        }
    }

    /// The bounds of a discrete type.
    pub fn bounds_of_type(&self, ty: TypeId) -> Option<(Bound, Bound)> {
        match self.types.kind(ty) {
            Kind::Discrete { low, high, .. } => Some((*low, *high)),
            _ => None,
        }
    }

    /// The index subtype of an array object or type, by the number of the dimension.
    pub fn array_index(&mut self, prefix: &Expr, arguments: &[Arg]) -> Option<TypeId> {
        let ty = match self.type_named(prefix) {
            Some(ty) => ty,
            None => self.type_of(prefix)?,
        };
        let number = match arguments.first() {
            Some(argument) => usize::try_from(self.constant(&argument.value)? - 1).ok()?,
            None => 0,
        };
        let index = match self.types.kind(self.designated(ty)) {
            Kind::Array { indices, .. } => indices.get(number).copied()?,
            Kind::Discrete { .. } => ty,
            _ => return None,
        };
        // Bounds that depend on a discriminant are those of some object.
        match self.bounds_of_type(index)? {
            (Bound::Own(_), _) | (_, Bound::Own(_)) => None,
            _ => Some(index),
        }
    }

    fn bound(&mut self, expr: &Expr, ty: Option<TypeId>) -> Bound {
        if let Some(own) = self.discriminant_of_record(expr) {
            return own;
        }
        if let Some(value) = self.constant_of(expr, ty) {
            return Bound::Predefined(value);
        }
        let value = self.value(expr, ty.map(|ty| self.types.base(ty)));
        let value = self.in_base(value, expr.span);
        if let ir::Expr::Operand(Operand::Int(known)) = value.expr {
            return Bound::Predefined(known);
        }
        let kept = match self.types.is_discrete(value.ty) && value.ty != UNIVERSAL {
            true => self.types.base(value.ty),
            false => INTEGER,
        };
        self.keep(value.expr, kept, expr.span)
    }

    fn checked_bound(&mut self, expr: &Expr, ty: TypeId) -> Bound {
        if let (Some(value), Some((low, high)), true) =
            (self.constant_of(expr, Some(ty)), self.types.known_range(ty), self.is_plain(ty))
            && (low..=high).contains(&value)
        {
            return Bound::Predefined(value);
        }
        let value = self.checked_value(expr, ty);
        self.keep(value, ty, expr.span)
    }

    /// Whether a subtype has no predicates.
    fn is_plain(&self, ty: TypeId) -> bool {
        self.types.all[ty].predicates.is_empty()
    }

    /// Keeps a value for as long as the subtype lives that it belongs to.
    pub fn keep(&mut self, value: ir::Expr, ty: TypeId, span: Span) -> Bound {
        let object = self.hidden_object("bound", ty, span);
        self.assign_object(&object, value);
        self.types.kept.push(object);
        Bound::Kept(self.types.kept.len() - 1)
    }

    /// A bound as something to compare with.
    pub fn bound_operand(&mut self, bound: Bound) -> Operand {
        match bound {
            Bound::Predefined(value) => Operand::Int(value),
            Bound::Kept(number) => {
                let object = self.types.kept[number].clone();
                self.read_object(&object)
            }
            Bound::Own(_) => {
                self.leave_out("a bound that depends on a discriminant is not modelled here");
                Operand::Int(0)
            }
        }
    }

    /// The bounds of a range of real numbers that are known beforehand.
    pub fn real_range(&mut self, range: &Expr) -> Option<(f64, f64)> {
        match &range.kind {
            ExprKind::Range(low, high) => {
                Some((self.real_constant(low)?, self.real_constant(high)?))
            }
            _ => None,
        }
    }

    /// The value of a static real expression, as far as it is a literal, a sign or a named number.
    pub fn real_constant(&mut self, expr: &Expr) -> Option<f64> {
        match &expr.kind {
            ExprKind::Real(value) => Some(*value),
            ExprKind::Unary(Unary::Minus, inner) => Some(-self.real_constant(inner)?),
            ExprKind::Unary(Unary::Plus, inner) => self.real_constant(inner),
            ExprKind::Name(_) | ExprKind::Selected(..) => {
                self.entities(expr).into_iter().find_map(|entity| match entity {
                    super::entity::Entity::Real(value) => Some(value),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// A subtype with the predicates that its declaration gives it.
    pub fn promised_subtype(&mut self, ty: TypeId, name: &Ident, aspects: &[Aspect]) -> TypeId {
        let more = self.predicates(name, aspects);
        if more.is_empty() {
            return ty;
        }
        let own = self.types.like(ty, self.types.kind(ty).clone());
        let all = self.types.all[ty].predicates.iter().cloned().chain(more).collect();
        self.types.all[own].predicates = Rc::new(all);
        own
    }

    /// What the aspects of a type say of its objects.
    pub fn promised_type(&mut self, id: TypeId, name: &Ident, aspects: &[Aspect]) {
        let more = self.predicates(name, aspects);
        if !more.is_empty() {
            let all = self.types.all[id].predicates.iter().cloned().chain(more).collect();
            self.types.all[id].predicates = Rc::new(all);
        }
        for aspect in aspects {
            match (aspect.name.key.as_str(), &aspect.value) {
                (
                    kind @ ("type_invariant"
                    | "type_invariant'class"
                    | "invariant"
                    | "invariant'class"
                    | "default_initial_condition"
                    | "stable_properties"),
                    _,
                ) if self.is_checked(kind) => {
                    let what = format!("the aspect {} of {}", aspect.name.text, name.text);
                    self.types.all[id].unmodelled = Some(what);
                }
                ("default_value", Some(value)) => match self.constant_of(value, Some(id)) {
                    Some(value) => self.types.all[id].default = Some(value),
                    None => {
                        let what = format!("the aspect Default_Value of {}", name.text);
                        self.types.all[id].unmodelled = Some(what);
                    }
                },
                ("volatile" | "atomic", value) => {
                    let off = value.as_ref().is_some_and(|value| shown(value) == "False");
                    if !off {
                        self.volatile_types.insert(id);
                    }
                }
                ("default_component_value", _) => {
                    let what = format!("the aspect {} of {}", aspect.name.text, name.text);
                    self.types.all[id].unmodelled = Some(what);
                }
                _ => {}
            }
        }
    }
}

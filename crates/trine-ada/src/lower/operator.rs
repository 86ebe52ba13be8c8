//! Operators: their names, and the functions that programs define for them.

use super::entity::Entity;
use super::lowering::Lowering;
use super::types::*;
use crate::syntax::*;

/// The name of the function that defines the operator; empty for `and then` and `or else`, which none defines.
pub fn binary_name(op: Binary) -> &'static str {
    match op {
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Xor => "xor",
        Binary::AndThen | Binary::OrElse => "",
        Binary::Equal => "=",
        Binary::NotEqual => "/=",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Concatenate => "&",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Mod => "mod",
        Binary::Rem => "rem",
        Binary::Power => "**",
    }
}

/// The name of the function that defines the operator.
pub fn unary_name(op: Unary) -> &'static str {
    match op {
        Unary::Plus => "+",
        Unary::Minus => "-",
        Unary::Not => "not",
        Unary::Abs => "abs",
    }
}

impl Lowering {
    /// The function of the program that an operator means here, where there is one. An operator of a type is
    /// looked for beside the type, too: a legal program sees it where it sees the predefined one.
    pub fn operator(
        &mut self,
        name: &str,
        operands: &[&Expr],
        wanted: Option<TypeId>,
    ) -> Option<usize> {
        if !self.operators.contains(name) {
            return None;
        }
        let mut found = self.lookup(self.code.scope, name);
        for operand in operands {
            if let Some(ty) = self.type_of(operand) {
                let scope = self.types.all[self.types.base(ty)].scope;
                let beside = self.scopes[scope].names.get(name).cloned().unwrap_or_default();
                found.extend(beside);
            }
        }
        for entity in found {
            let Entity::Subprogram(id) = entity else { continue };
            let params: Vec<TypeId> =
                self.subprograms[id].params.iter().map(|param| param.ty).collect();
            if params.len() != operands.len() {
                continue;
            }
            let fits = operands
                .iter()
                .zip(&params)
                .all(|(operand, ty)| self.could_be(operand, *ty) != Some(false));
            let result = match (wanted, self.subprograms[id].result) {
                (Some(wanted), Some(result)) if wanted != UNIVERSAL && wanted != UNKNOWN => {
                    self.types.base(wanted) == self.types.base(result)
                }
                _ => true,
            };
            // Literals alone are of a predefined type.
            let typed = operands
                .iter()
                .any(|operand| !matches!(self.type_of(operand), Some(UNIVERSAL | REAL)));
            if fits && result && typed {
                return Some(id);
            }
        }
        None
    }

    /// Whether an expression can be of a type; nothing, where that is not known.
    pub fn could_be(&mut self, expr: &Expr, ty: TypeId) -> Option<bool> {
        let base = self.types.base(ty);
        let kind = self.types.kind(base).clone();
        if let Kind::Unknown(_) = kind {
            return None;
        }
        let integer = matches!(&kind, Kind::Discrete { literals, .. } if literals.is_empty());
        match &expr.kind {
            ExprKind::Int(_) => Some(integer && base != CHARACTER && self.small(base).is_none()),
            ExprKind::Real(_) => Some(matches!(kind, Kind::Real) || self.small(base).is_some()),
            ExprKind::Character(_) => Some(base == CHARACTER),
            ExprKind::Null => Some(matches!(kind, Kind::Access(_))),
            ExprKind::Text(_) => Some(match kind {
                Kind::Text => true,
                Kind::Array { element, .. } | Kind::Unconstrained { element, .. } => {
                    self.types.base(element) == CHARACTER
                }
                _ => false,
            }),
            ExprKind::Aggregate(_) => {
                Some(!self.types.is_scalar(base) || matches!(kind, Kind::Text))
            }
            ExprKind::If(ways, _) => {
                let (_, first) = ways.first()?;
                self.could_be(first, ty)
            }
            ExprKind::Case(_, ways) => {
                let (_, first) = ways.first()?;
                self.could_be(first, ty)
            }
            ExprKind::Raise(..) => Some(true),
            ExprKind::New { .. } => Some(matches!(kind, Kind::Access(_))),
            ExprKind::Name(_) | ExprKind::Selected(..) => {
                let found = self.entities(expr);
                let mut known = !found.is_empty();
                for entity in &found {
                    let of = match entity {
                        Entity::Literal(of, _) => Some(*of),
                        Entity::Object(object) => Some(object.ty),
                        Entity::Subprogram(id) => self.subprograms[*id].result,
                        Entity::Number(_) => {
                            if integer && base != CHARACTER {
                                return Some(true);
                            }
                            continue;
                        }
                        Entity::Real(_) => Some(REAL),
                        _ => {
                            known = false;
                            None
                        }
                    };
                    if of.is_some_and(|of| self.same_type(of, base)) {
                        return Some(true);
                    }
                }
                if known {
                    return Some(false);
                }
                self.type_of(expr).and_then(|of| self.judged(of, base))
            }
            ExprKind::Binary(op, left, right) if is_arithmetic(*op) => {
                if self.operators.contains(binary_name(*op)) {
                    return None;
                }
                match (self.could_be(left, ty), self.could_be(right, ty)) {
                    (Some(false), _) => Some(false),
                    (_, Some(false)) if *op != Binary::Power => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            ExprKind::Unary(op, inner) => match self.operators.contains(unary_name(*op)) {
                true => None,
                false => self.could_be(inner, ty),
            },
            _ => self.type_of(expr).and_then(|of| self.judged(of, base)),
        }
    }

    fn judged(&self, of: TypeId, base: TypeId) -> Option<bool> {
        match of {
            UNKNOWN | NULL => None,
            UNIVERSAL => Some(self.types.is_discrete(base) && base != CHARACTER),
            _ if matches!(self.types.kind(of), Kind::Unknown(_)) => None,
            _ => Some(self.same_type(of, base)),
        }
    }

    fn same_type(&self, of: TypeId, base: TypeId) -> bool {
        let own = self.types.base(of);
        own == base
            || matches!((self.types.kind(own), self.types.kind(base)), (Kind::Real, Kind::Real))
            || matches!(
                (self.types.kind(own), self.types.kind(base)),
                (Kind::Access(one), Kind::Access(other))
                    if (self.types.all[own].name.is_empty() || self.types.all[base].name.is_empty())
                        && self.types.base(*one) == self.types.base(*other)
            )
    }
}

fn is_arithmetic(op: Binary) -> bool {
    matches!(
        op,
        Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::Add
            | Binary::Subtract
            | Binary::Multiply
            | Binary::Divide
            | Binary::Mod
            | Binary::Rem
            | Binary::Power
    )
}

//! Assignment, also with an operator: on fields and elements a read and a write that others can come
//! between.

use tree_sitter::Node;
use trine_program::*;

use super::name::Found;
use super::operator::binary_op;
use super::{Body, Val};
use crate::parse::{first_child, shorten};
use crate::types::Ty;

/// Something that can be assigned.
#[derive(Clone)]
enum Target {
    Var(VarId, Ty),
    Access(Access, Ty),
}

impl Target {
    fn ty(&self) -> &Ty {
        match self {
            Target::Var(_, ty) | Target::Access(_, ty) => ty,
        }
    }
}

impl<'t> Body<'_, 't> {
    /// An assignment, plain or with an operator. Its value is what was stored.
    pub fn assignment(&mut self, node: Node<'t>) -> Val {
        let (Some(left), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return self.odd(node);
        };
        let sign = self.operator(node);
        let target = match self.target(left, &[right]) {
            Ok(target) => target,
            Err(_) => {
                let value = self.expression(right, None);
                let what = format!("assignment to {}", shorten(self.text(left)));
                return self.unmodelled(what, &[value], None);
            }
        };
        let ty = target.ty().clone();
        let value = if sign == "=" {
            self.expression(right, Some(&ty))
        } else {
            let old = self.within(left, |body| body.read(&target));
            // A box is opened before the right side is evaluated.
            let old = match self.world.unboxed(&ty) {
                Some(_) => self.unbox(old, None),
                None => old,
            };
            let old = self.settle(old, &[right]);
            let right = self.expression(right, None);
            match binary_op(sign) {
                Some(BinaryOp::Add) if self.world.is_string(&ty) => {
                    self.concatenate(old.into_erased(), right)
                }
                Some(op) => {
                    let value = self.binary(op, old, right);
                    self.narrowed(value, &ty)
                }
                None => return self.odd(node),
            }
        };
        let value = self.convert(value, &ty);
        self.write(&target, value)
    }

    /// `x++` and its like.
    pub fn update(&mut self, node: Node<'t>, used: bool) -> Val {
        let Some(inner) = first_child(node) else { return self.odd(node) };
        let text = self.text(node);
        let prefix = text.starts_with("++") || text.starts_with("--");
        let up = if prefix { text.starts_with("++") } else { text.ends_with("++") };
        let target = match self.target(inner, &[]) {
            Ok(target) => target,
            Err(value) => return value,
        };
        let ty = target.ty().clone();
        let old = self.within(inner, |body| body.read(&target));
        let old = if used && !prefix { self.copy(old) } else { old };
        let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
        let value = self.binary(op, old.clone(), Val::int(1));
        let value = self.narrowed(value, &ty);
        let value = self.convert(value, &ty);
        let new = self.write(&target, value);
        if prefix { new } else { old }
    }

    /// The result of a compound operator is cut to the type of its target without being asked.
    fn narrowed(&mut self, value: Val, ty: &Ty) -> Val {
        let inner = self.world.unboxed(ty).unwrap_or_else(|| ty.clone());
        if inner.is_primitive() && value.ty.is_primitive() {
            self.convert_primitive(value, &inner)
        } else {
            value
        }
    }

    fn target(&mut self, node: Node<'t>, next: &[Node<'t>]) -> Result<Target, Val> {
        let mut node = node;
        while node.kind() == "parenthesized_expression" {
            let Some(inner) = first_child(node) else { return Err(self.odd(node)) };
            node = inner;
        }
        match node.kind() {
            "identifier" => match self.find(self.text(node)) {
                Some(Found::Local(binding)) => Ok(Target::Var(binding.var, binding.ty)),
                Some(Found::Field(access, ty, _)) => Ok(Target::Access(access, ty)),
                None => Err(self.identifier(node)),
            },
            "field_access" => match self.field_place(node)? {
                Found::Local(binding) => Ok(Target::Var(binding.var, binding.ty)),
                Found::Field(access, ty, _) => {
                    Ok(Target::Access(self.settle_access(access, next), ty))
                }
            },
            "array_access" => {
                let (access, ty) = self.element_place(node, next)?;
                Ok(Target::Access(access, ty))
            }
            _ => Err(self.odd(node)),
        }
    }

    fn settle_access(&mut self, access: Access, next: &[Node<'t>]) -> Access {
        match access {
            Access::Field(base, field) => {
                let base = self.settle(Val::operand(base, Ty::Null), next);
                Access::Field(self.operand(&base), field)
            }
            other => other,
        }
    }

    fn read(&mut self, target: &Target) -> Val {
        match target {
            Target::Var(var, ty) => Val::operand(Operand::Var(*var), ty.clone()),
            Target::Access(access, ty) => {
                let var = self.temp(ty);
                self.emit(StmtKind::Load(var, *access));
                let value = Val::operand(Operand::Var(var), ty.clone());
                match access {
                    Access::Field(_, field) | Access::Static(field) => {
                        self.declared_as(value, &self.world.fields[*field].ty)
                    }
                    Access::Element(..) | Access::Memory { .. } => value,
                }
            }
        }
    }

    fn write(&mut self, target: &Target, value: Val) -> Val {
        match target {
            Target::Var(var, ty) => {
                self.set(*var, value.expr);
                Val::operand(Operand::Var(*var), ty.clone())
            }
            Target::Access(access, ty) => {
                let operand = self.operand(&value);
                self.emit(StmtKind::Store(*access, operand));
                Val::operand(operand, ty.clone())
            }
        }
    }
}

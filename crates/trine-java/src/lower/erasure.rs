//! Casts that are not written: erasure leaves a member less than its use needs, and the virtual machine checks the
//! rest there (JLS 5.2, 15.5).
//!
//! The checks fail only after heap pollution (JLS 4.12.2), so they are made only where a program has an operation
//! that may cause it.

use trine_program::*;

use super::{Body, Val};
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// A value of a member that is declared with this type: what its erasure does not say was not checked yet.
    pub fn declared_as(&self, mut value: Val, declared: &Ty) -> Val {
        if self.checks_erasure() && value.ty.is_reference() {
            let erased = self.world.erase(declared);
            if !self.world.is_subtype(&erased, &self.world.erase(&value.ty)) {
                value.erased = Some(erased);
            }
        }
        value
    }

    fn checks_erasure(&self) -> bool {
        self.world.may_pollute && !self.world.units[self.unit].library
    }

    /// The value where one of this type is needed: checked, if its erasure is not of this type.
    pub fn checked(&mut self, value: Val, to: &Ty) -> Val {
        let erased = match &value.erased {
            Some(erased) => erased,
            // A call whose type was not found out: the virtual machine checks what it is needed for.
            None if self.checks_erasure() && value.ty == self.world.object() => &value.ty,
            None => return value,
        };
        let wanted = self.world.erase(to);
        if self.world.is_subtype(erased, &wanted) {
            return value;
        }
        let operand = self.operand(&value);
        self.check_class(operand, &wanted);
        Val::operand(operand, value.ty)
    }

    /// The value as what its static type says.
    pub fn checked_as_said(&mut self, value: Val) -> Val {
        let ty = value.ty.clone();
        self.checked(value, &ty)
    }

    /// The value as an operand of text: strings are checked, of anything else the text is asked.
    pub fn checked_as_text(&mut self, value: Val) -> Val {
        match self.world.is_string(&value.ty) {
            true => self.checked_as_said(value),
            false => value.into_erased(),
        }
    }

    /// An error unless a reference is of an erased type.
    pub fn check_class(&mut self, value: Operand, erased: &Ty) {
        match erased {
            Ty::Class(class, _) => self.emit(StmtKind::Cast { value, class: *class }),
            _ => {
                let what = format!("cast to {}", self.world.show(erased));
                let value = Val::operand(value, self.world.object());
                self.unmodelled(what, &[value], Some(&Ty::Void));
            }
        }
    }

    /// What the bridge of a method, or the call of a lambda, checks of an argument that arrives as `declared`.
    pub fn check_parameter(&mut self, var: VarId, declared: &Ty, ty: &Ty) {
        if !self.world.may_pollute || !ty.is_reference() || !declared.is_reference() {
            return;
        }
        let (declared, wanted) = (self.world.erase(declared), self.world.erase(ty));
        if !self.world.is_subtype(&declared, &wanted) {
            self.check_class(Operand::Var(var), &wanted);
        }
    }
}

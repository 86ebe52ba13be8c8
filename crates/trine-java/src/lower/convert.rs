//! Conversions: widening, narrowing, boxing and unboxing.

use trine_program::*;

use super::call::Arg;
use super::{Body, Val};
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// The value as an assignment to a variable of that type would keep it.
    pub fn convert(&mut self, value: Val, to: &Ty) -> Val {
        if *to == Ty::Void {
            return value;
        }
        let value = match to.is_primitive() && value.ty != self.world.object() {
            true => self.checked_as_said(value),
            false => self.checked(value, &self.world.boxed_or_same(to)),
        };
        if value.ty == *to {
            return value;
        }
        if to.is_primitive() {
            let value = self.unbox(value, Some(to));
            return self.convert_primitive(value, to);
        }
        if value.ty.is_primitive() {
            // `Long x = 1` is no Java, but `Object x = 1` and `Long x = 1L` are.
            let value = match self.world.unboxed(to) {
                Some(inner) => self.convert_primitive(value, &inner),
                None => value,
            };
            return self.boxed(value);
        }
        if value.ty == Ty::Void {
            return Val::operand(Operand::Null, to.clone());
        }
        // What is known more exactly than it is declared stays so.
        let ty = match (&value.ty, to) {
            (Ty::Null | Ty::Unknown(_), _) => to.clone(),
            _ => value.ty.clone(),
        };
        Val { ty, ..value }
    }

    /// A primitive value as an object of its box class; other values stay as they are.
    pub fn boxed(&mut self, value: Val) -> Val {
        self.boxed_as(value, false)
    }

    /// A primitive value as an object; `fresh`: as one that nothing else has.
    pub fn boxed_as(&mut self, value: Val, fresh: bool) -> Val {
        if !value.ty.is_primitive() {
            return value;
        }
        let ty = self.world.boxed(&value.ty);
        if value.ty.is_floating() {
            return self.create(&ty, None, vec![Arg::Val(value)]);
        }
        let Ty::Class(class, _) = ty else {
            trine_base::cannot_happen!("a class of boxes is missing");
        };
        let var = self.temp(&ty);
        let boxing = Boxing { class, origin: self.world.box_origin(), fresh };
        self.set(var, Expr::Box(boxing, Box::new(value.expr)));
        Val::operand(Operand::Var(var), ty)
    }

    /// The number in a box; `hint` says which where the static type does not.
    pub fn unbox(&mut self, value: Val, hint: Option<&Ty>) -> Val {
        if value.ty.is_primitive() {
            return value;
        }
        let value = self.checked_as_said(value);
        let ty = self.world.unboxed(&value.ty).or_else(|| hint.cloned()).unwrap_or(Ty::Int);
        if let Ty::Unknown(_) | Ty::Void = value.ty {
            return Val::new(Expr::Opaque(ty.stored()), ty);
        }
        if ty.is_floating() {
            return self.unbox_floating(value, ty);
        }
        let operand = self.operand(&value);
        let var = self.temp(&ty);
        self.set(var, Expr::Unbox(Box::new(Expr::Operand(operand))));
        Val::operand(Operand::Var(var), ty)
    }

    /// Boxes of floating point are objects with a field. What is in one of unknown type is not followed.
    fn unbox_floating(&mut self, value: Val, ty: Ty) -> Val {
        let class =
            self.world.class_of(&value.ty).filter(|_| self.world.unboxed(&value.ty).is_some());
        match class.and_then(|class| self.world.find_field(class, "value")) {
            Some(field) => {
                let operand = self.operand(&value);
                let var = self.temp(&ty);
                self.emit(StmtKind::Load(var, Access::Field(operand, field)));
                Val::operand(Operand::Var(var), ty)
            }
            None => Val::new(Expr::Opaque(ty.stored()), ty),
        }
    }

    /// Between primitive types, widening or narrowing.
    pub fn convert_primitive(&mut self, value: Val, to: &Ty) -> Val {
        let from = value.ty.clone();
        if from == *to || !from.is_primitive() || !to.is_primitive() {
            return Val::new(value.expr, to.clone());
        }
        if from == Ty::Bool || *to == Ty::Bool {
            return Val::new(value.expr, to.clone());
        }
        if let Some(constant) = value.constant() {
            return Val::operand(fold_conversion(constant, &from, to), to.clone());
        }
        let expr = match (from.is_floating(), to.is_floating()) {
            (false, false) => {
                if from.widens_to(to) {
                    value.expr
                } else {
                    Expr::Cut(to.stored(), Box::new(value.expr))
                }
            }
            (false, true) => {
                let op = if *to == Ty::Float { FloatUnary::SingleOf } else { FloatUnary::Of };
                Expr::float_of(op, value.expr)
            }
            (true, true) => {
                if *to == Ty::Float {
                    single(value.expr)
                } else {
                    value.expr
                }
            }
            (true, false) => {
                let op = if *to == Ty::Long { FloatUnary::ToLong } else { FloatUnary::ToInt };
                let whole = Expr::float_of(op, value.expr);
                match to {
                    Ty::Long | Ty::Int => whole,
                    _ => Expr::Cut(to.stored(), Box::new(whole)),
                }
            }
        };
        Val::new(expr, to.clone())
    }

    /// `(T) value`.
    pub fn cast(&mut self, value: Val, to: &Ty) -> Val {
        if to.is_primitive() {
            let value = self.unbox(value, Some(to));
            return self.convert_primitive(value, to);
        }
        if value.ty.is_primitive() {
            return self.convert(value, to);
        }
        let value = value.into_erased();
        let erased = self.world.erase(to);
        let sure = match value.ty {
            Ty::Unknown(_) => !matches!(erased, Ty::Class(..)),
            _ => self.world.is_subtype(&value.ty, &erased),
        };
        if !sure {
            let operand = self.operand(&value);
            self.check_class(operand, &erased);
            return Val::operand(operand, to.clone());
        }
        if let Ty::Unknown(name) = to {
            let what = format!("cast to {name}");
            return self.unmodelled(what, &[value], Some(to));
        }
        Val::new(value.expr, to.clone())
    }

    /// A condition: 0 or 1.
    pub fn truth(&mut self, value: Val) -> Val {
        self.convert(value, &Ty::Bool)
    }
}

fn single(expr: Expr) -> Expr {
    Expr::float_of(FloatUnary::Single, expr)
}

/// A number as a cell of that type keeps it.
pub(crate) fn cut(value: i64, to: &Ty) -> i64 {
    match to {
        Ty::Bool => i64::from(value != 0),
        Ty::Byte => i64::from(value as i8),
        Ty::Short => i64::from(value as i16),
        Ty::Char => i64::from(value as u16),
        Ty::Int => i64::from(value as i32),
        _ => value,
    }
}

pub(crate) fn fold_conversion(constant: Operand, from: &Ty, to: &Ty) -> Operand {
    match constant {
        Operand::Int(value) if to.is_floating() => {
            let float = if *to == Ty::Float { f64::from(value as f32) } else { value as f64 };
            Operand::Float(float.to_bits())
        }
        Operand::Int(value) => Operand::Int(cut(value, to)),
        Operand::Float(bits) if from.is_floating() => {
            let value = f64::from_bits(bits);
            match to {
                Ty::Double => constant,
                Ty::Float => Operand::Float(f64::from(value as f32).to_bits()),
                Ty::Long => Operand::Int(value as i64),
                _ => Operand::Int(cut(i64::from(value as i32), to)),
            }
        }
        other => other,
    }
}

//! Lvalues: where a value is, how it is read and how it is written, bit fields included.

use trine_base::Span;
use trine_program::{Access, BinaryOp, Expr, Operand, StmtKind, Type, Unit, VarId};

use super::body::Val;
use super::scope::Entity;
use super::{Lowering, fold};
use crate::syntax::{Expr as Source, ExprKind, Name, Unary};
use crate::types::{Bits, Int, Length, Ty, Types};

/// An lvalue.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub kind: PlaceKind,
    pub ty: Ty,
}

#[derive(Clone, Debug)]
pub(crate) enum PlaceKind {
    Var(VarId),
    Memory { pointer: Expr, bits: Option<Bits> },
}

/// What an expression is before it is converted to a value.
pub(crate) enum Either {
    Place(Place),
    Value(Val),
}

impl Place {
    /// What a pointer points at.
    pub fn memory(pointer: Expr, ty: Ty) -> Place {
        Place { kind: PlaceKind::Memory { pointer, bits: None }, ty }
    }
}

impl Lowering {
    /// An lvalue; what is none is an error.
    pub(super) fn place(&mut self, expr: &Source) -> Place {
        match self.place_or_value(expr) {
            Either::Place(place) => place,
            // A struct that a function returns has a place, too.
            Either::Value(value) if value.ty.is_record() => Place::memory(value.expr, value.ty),
            Either::Value(value) => {
                self.error("this is no place that can be assigned or have an address", expr.span);
                Place::memory(Expr::Operand(Operand::Null), value.ty)
            }
        }
    }

    /// An identifier, as a place where it is one.
    pub(super) fn identifier(&mut self, name: &Name, span: Span) -> Either {
        let entity = self.find(name).cloned();
        match entity {
            Some(Entity::Variable(var, ty)) => {
                Either::Place(Place { kind: PlaceKind::Var(var), ty })
            }
            Some(Entity::Block(var, ty)) => {
                Either::Place(Place::memory(Expr::Operand(Operand::Var(var)), ty))
            }
            Some(Entity::Enumerator(number, ty)) => Either::Value(Val::int(number, ty)),
            Some(Entity::Symbol(symbol, ty)) => {
                if let Ty::Function(_) = ty.plain() {
                    let method = self.method_of(symbol);
                    return Either::Place(Place::memory(
                        Expr::Operand(Operand::Function(method)),
                        ty,
                    ));
                }
                let ty = match ty.plain() {
                    Ty::Array(_, Length::Unknown) => self.symbol(symbol).ty.clone(),
                    _ => ty,
                };
                let global = self.global_of(symbol);
                Either::Place(Place::memory(Expr::Operand(Operand::Global(global)), ty))
            }
            Some(Entity::Typedef(_)) => {
                self.error(format!("`{name}` is a type"), span);
                Either::Value(Val::int(0, Ty::INT))
            }
            None => match &**name {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                    let units: Vec<u32> = self.body.function.bytes().map(u32::from).collect();
                    Either::Place(self.literal(&units, false))
                }
                _ => {
                    self.error(format!("there is no `{name}`"), span);
                    Either::Value(Val::int(0, Ty::INT))
                }
            },
        }
    }

    /// `a[b]`.
    pub(super) fn index(&mut self, left: &Source, right: &Source, span: Span) -> Place {
        let left = self.value(left);
        let right = self.value(right);
        let (pointer, index) = if left.ty.is_pointer() { (left, right) } else { (right, left) };
        let Some(element) = pointer.ty.target().cloned() else {
            self.error("this is no array or pointer", span);
            return Place::memory(Expr::Operand(Operand::Null), Ty::INT);
        };
        let moved = self.moved(pointer, index, false, span);
        Place::memory(moved.expr, element)
    }

    /// A pointer, so many elements further on, or back.
    pub(super) fn moved(&mut self, pointer: Val, index: Val, back: bool, span: Span) -> Val {
        let element = pointer.ty.target().cloned().unwrap_or(Ty::Void);
        let long = self.types.difference_type();
        let index = match index.ty.plain() {
            Ty::Int(_) => self.convert(index, &long, span),
            _ => {
                self.error("an index is a number", span);
                Val::int(0, long.clone())
            }
        };
        let cell = self.types.cell(&long);
        let mut index = index.expr;
        if back {
            index = fold::typed(BinaryOp::Subtract, cell, Expr::Operand(Operand::Int(0)), index);
        }
        let size = self.size_value(&element, span);
        let expr = match size.constant() {
            Some(bytes) => fold::offset(pointer.expr, index, bytes),
            None => {
                let bytes = fold::typed(BinaryOp::Multiply, cell, index, size.expr);
                fold::offset(pointer.expr, bytes, 1)
            }
        };
        Val { expr, ty: pointer.ty }
    }

    /// A member of what is at an address.
    pub(super) fn member_of(&mut self, pointer: Expr, ty: &Ty, name: &str, span: Span) -> Place {
        let found = match ty.plain() {
            Ty::Record(id) => self.types.member(*id, name),
            _ => None,
        };
        let Some(found) = found else {
            let record = self.types.name(ty);
            self.error(format!("{record} has no member `{name}`"), span);
            return Place::memory(Expr::Operand(Operand::Null), Ty::INT);
        };
        let bytes = Expr::Operand(Operand::Int(found.offset as i64));
        let pointer = fold::offset(pointer, bytes, 1);
        Place { kind: PlaceKind::Memory { pointer, bits: found.bits }, ty: found.ty }
    }

    pub(super) fn member(&mut self, record: &Source, name: &str, span: Span) -> Place {
        match self.place_or_value(record) {
            Either::Place(Place { kind: PlaceKind::Memory { pointer, .. }, ty }) => {
                self.member_of(pointer, &ty, name, span)
            }
            Either::Place(place) => {
                let ty = place.ty;
                self.member_of(Expr::Operand(Operand::Null), &ty, name, span)
            }
            Either::Value(value) => self.member_of(value.expr, &value.ty, name, span),
        }
    }

    /// Whether an access of this type is one that never races.
    fn is_atomic(&self, ty: &Ty) -> bool {
        ty.is_atomic() || (self.in_library && !self.plain)
    }

    /// Where a scalar is in memory.
    pub(super) fn access(&mut self, pointer: Expr, ty: &Ty, span: Span) -> Access {
        let unit = self.types.unit(ty);
        let atomic = self.is_atomic(ty);
        let pointer = self.operand(Val { expr: pointer, ty: Ty::Void.pointer_to() }, span);
        Access::Memory { pointer, unit, atomic }
    }

    /// The value at a place. Arrays and functions become pointers; of a struct it is the address.
    pub(super) fn load(&mut self, place: &Place, span: Span) -> Val {
        let ty = place.ty.plain().clone();
        let (pointer, bits) = match &place.kind {
            PlaceKind::Var(var) => return Val::var(*var, ty),
            PlaceKind::Memory { pointer, bits } => (pointer.clone(), *bits),
        };
        match &ty {
            Ty::Array(element, _) => {
                return Val { expr: pointer, ty: Ty::Pointer(element.clone()) };
            }
            Ty::Function(_) => return Val { expr: pointer, ty: ty.pointer_to() },
            Ty::Record(_) => return Val { expr: pointer, ty },
            Ty::Void => return Val::void(),
            Ty::Unmodelled(name) => {
                let what = format!("a value of the type {name}");
                return self.unmodelled(what, Vec::new(), &ty, span);
            }
            _ => {}
        }
        if let Some(bits) = bits {
            return self.load_bits(pointer, &ty, bits, span);
        }
        let access = self.access(pointer, &place.ty, span);
        let var = self.temp(self.types.cell(&ty), span);
        self.emit(StmtKind::Load(var, access), span);
        Val::var(var, ty)
    }

    fn unit_of(bits: Bits) -> Unit {
        Unit::int(bits.unit, false)
    }

    fn load_unit(&mut self, pointer: Expr, bits: Bits, span: Span) -> (Operand, VarId) {
        let pointer = self.operand(Val { expr: pointer, ty: Ty::Void.pointer_to() }, span);
        let unit = Self::unit_of(bits);
        let whole = self.temp(unit.ty, span);
        let atomic = self.in_library && !self.plain;
        self.emit(StmtKind::Load(whole, Access::Memory { pointer, unit, atomic }), span);
        (pointer, whole)
    }

    fn load_bits(&mut self, pointer: Expr, ty: &Ty, bits: Bits, span: Span) -> Val {
        let signed = matches!(ty, Ty::Int(int) if Types::is_signed(*int));
        // What fits into an int is one (6.3.1.1).
        let ty = match bits.width < 32 || signed && bits.width == 32 {
            true if *ty != Ty::Int(Int::Bool) => Ty::INT,
            _ => ty.clone(),
        };
        if bits.unit == 0 {
            return self.unmodelled("a bit field that crosses units", Vec::new(), &ty, span);
        }
        let (_, whole) = self.load_unit(pointer, bits, span);
        let shift = Expr::Operand(Operand::Int(i64::from(bits.shift)));
        let shifted = fold::typed(
            BinaryOp::ShiftRight,
            Self::unit_of(bits).ty,
            Expr::Operand(Operand::Var(whole)),
            shift,
        );
        let expr = Expr::Cut(Type::Int { bits: bits.width, signed }, Box::new(shifted));
        let value = Val { expr, ty };
        self.kept(value, span)
    }

    /// Writes a value of the type of the place; what it holds then, as the result of an assignment.
    pub(super) fn store(&mut self, place: &Place, value: Val, span: Span) -> Val {
        let ty = place.ty.plain().clone();
        let (pointer, bits) = match &place.kind {
            PlaceKind::Var(var) => {
                self.emit(StmtKind::Set(*var, value.expr), span);
                return Val::var(*var, ty);
            }
            PlaceKind::Memory { pointer, bits } => (pointer.clone(), *bits),
        };
        if let Ty::Record(_) = ty {
            self.copy_record(pointer, value, &ty, span);
            return match &place.kind {
                PlaceKind::Memory { pointer, .. } => Val { expr: pointer.clone(), ty },
                PlaceKind::Var(_) => Val::void(),
            };
        }
        if let Ty::Unmodelled(name) = ty {
            let what = format!("an assignment of the type {name}");
            return self.unmodelled(what, Vec::new(), &Ty::Void, span);
        }
        if let Some(bits) = bits {
            return self.store_bits(pointer, &ty, bits, value, span);
        }
        let access = self.access(pointer, &place.ty, span);
        let operand = self.operand(value, span);
        self.emit(StmtKind::Store(access, operand), span);
        Val::operand(operand, ty)
    }

    fn copy_record(&mut self, to: Expr, from: Val, ty: &Ty, span: Span) {
        let bytes = self.types.size(ty).unwrap_or(0);
        if bytes == 0 {
            return;
        }
        let to = self.operand(Val { expr: to, ty: Ty::Void.pointer_to() }, span);
        let from = self.operand(Val { expr: from.expr, ty: Ty::Void.pointer_to() }, span);
        let bytes = Operand::Int(bytes as i64);
        self.emit(StmtKind::CopyMemory { to, from, bytes }, span);
    }

    fn store_bits(&mut self, pointer: Expr, ty: &Ty, bits: Bits, value: Val, span: Span) -> Val {
        let value = self.kept(value, span);
        if bits.unit == 0 {
            return self.unmodelled("a bit field that crosses units", Vec::new(), ty, span);
        }
        let unit = Self::unit_of(bits);
        let (pointer, whole) = self.load_unit(pointer, bits, span);
        let all = if bits.width >= 64 { -1i64 } else { (1i64 << bits.width) - 1 };
        let mask = fold::keep(all.wrapping_shl(u32::from(bits.shift)), unit.ty);
        let number = |number: i64| Expr::Operand(Operand::Int(number));
        let others = fold::typed(
            BinaryOp::BitAnd,
            unit.ty,
            Expr::Operand(Operand::Var(whole)),
            number(fold::keep(!mask, unit.ty)),
        );
        let field =
            Expr::Cut(Type::Int { bits: bits.width, signed: false }, Box::new(value.expr.clone()));
        let field = fold::typed(BinaryOp::ShiftLeft, unit.ty, field, number(i64::from(bits.shift)));
        let made = self.temp(unit.ty, span);
        self.emit(StmtKind::Set(made, fold::typed(BinaryOp::BitOr, unit.ty, others, field)), span);
        let atomic = self.in_library && !self.plain;
        let access = Access::Memory { pointer, unit, atomic };
        self.emit(StmtKind::Store(access, Operand::Var(made)), span);
        let signed = matches!(ty, Ty::Int(int) if Types::is_signed(*int));
        let kept = Expr::Cut(Type::Int { bits: bits.width, signed }, Box::new(value.expr));
        Val { expr: kept, ty: ty.clone() }
    }

    /// `&e`.
    pub(super) fn address(&mut self, inner: &Source, span: Span) -> Val {
        // `&*p` is p, and no access.
        if let ExprKind::Unary(Unary::Dereference, pointer) = &inner.kind {
            let value = self.value(pointer);
            if value.ty.is_pointer() {
                return value;
            }
        }
        let place = self.place(inner);
        match place.kind {
            PlaceKind::Memory { pointer, bits: None } => {
                Val { expr: pointer, ty: place.ty.pointer_to() }
            }
            PlaceKind::Memory { .. } => {
                self.error("a bit field has no address", span);
                Val::operand(Operand::Null, place.ty.pointer_to())
            }
            // Seen only where the address is taken in a way that the parser does not know of.
            PlaceKind::Var(_) => {
                let ty = place.ty.pointer_to();
                self.unmodelled("the address of a variable in a register", Vec::new(), &ty, span)
            }
        }
    }
}

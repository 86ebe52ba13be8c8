//! Types from specifiers and declarators (C11 6.7): basic types, records, enumerations, pointers, arrays, functions.

use std::sync::Arc;

use trine_base::Span;

use super::Lowering;
use super::scope::Entity;
use crate::syntax::*;
use crate::types::{Declared, Float, Int, Length, Record, RecordId, Signature, Ty, lay_out};

impl Lowering {
    /// The type that specifiers give.
    pub(super) fn specified(&mut self, specifiers: &Specifiers) -> Ty {
        let ty = match &specifiers.ty {
            TypeSpecifier::Basic(basic) => basic_type(*basic),
            TypeSpecifier::Implicit => Ty::INT,
            TypeSpecifier::Unmodelled(name) => Ty::Unmodelled(name),
            // Three pointers and two numbers on one machine, a pointer on the other: never looked into.
            TypeSpecifier::VaList => Ty::Array(Arc::new(Ty::Int(Int::Long)), Length::Known(3)),
            TypeSpecifier::Auto => Ty::INT,
            TypeSpecifier::Record(record) => self.record_type(record),
            TypeSpecifier::Enum(enumeration) => self.enum_type(enumeration),
            TypeSpecifier::Typedef(name, span) => match self.find(name) {
                Some(Entity::Typedef(ty)) => ty.clone(),
                _ => {
                    self.error(format!("there is no type `{name}`"), *span);
                    Ty::INT
                }
            },
            TypeSpecifier::TypeofExpr(expr) => self.type_of(expr),
            TypeSpecifier::TypeofType(name) => self.type_named(name),
        };
        let ty = match &specifiers.attributes.mode {
            Some(mode) => with_mode(&ty, mode),
            None => ty,
        };
        match specifiers.qualifiers.atomic && !ty.is_atomic() {
            true => Ty::Atomic(Arc::new(ty)),
            false if specifiers.attributes.vector => Ty::Unmodelled("vector"),
            false => ty,
        }
    }

    pub(super) fn type_named(&mut self, name: &TypeName) -> Ty {
        let base = self.specified(&name.specifiers);
        self.derived(base, &name.declarator)
    }

    /// What a declarator makes of the type of the specifiers.
    pub(super) fn derived(&mut self, base: Ty, declarator: &Declarator) -> Ty {
        let mut ty = base;
        for derived in &declarator.derived {
            ty = match derived {
                Derived::Pointer(qualifiers) => {
                    let pointer = ty.pointer_to();
                    if qualifiers.atomic { Ty::Atomic(Arc::new(pointer)) } else { pointer }
                }
                Derived::Array(None) => Ty::Array(Arc::new(ty), Length::Unknown),
                Derived::Array(Some(size)) => {
                    let length = self.length(size);
                    Ty::Array(Arc::new(ty), length)
                }
                Derived::Function(parameters) => {
                    let signature = self.signature(ty, parameters);
                    Ty::Function(Arc::new(signature))
                }
            };
        }
        match &declarator.attributes.mode {
            Some(mode) => with_mode(&ty, mode),
            None if declarator.attributes.vector => Ty::Unmodelled("vector"),
            None => ty,
        }
    }

    fn length(&mut self, size: &Expr) -> Length {
        if let Some(number) = self.constant(size) {
            if number < 0 {
                self.error("this array has a negative length", size.span);
                return Length::Known(0);
            }
            return Length::Known(number as u64);
        }
        if !self.in_function {
            self.error("the length of this array is no constant", size.span);
            return Length::Known(1);
        }
        let value = self.value(size);
        let to = self.types.size_type();
        let value = self.convert(value, &to, size.span);
        let var = self.temp(self.types.cell(&to), size.span);
        self.emit(trine_program::StmtKind::Set(var, value.expr), size.span);
        Length::Variable(var)
    }

    fn signature(&mut self, result: Ty, parameters: &Parameters) -> Signature {
        self.scopes.push(Default::default());
        let mut types = Vec::new();
        for parameter in &parameters.list {
            let base = self.specified(&parameter.specifiers);
            // A length that is a parameter before is of no interest: the array is a pointer.
            let (ty, _) = self.apart(|this| this.derived(base, &parameter.declarator));
            let ty = adjusted(ty);
            if let Some(name) = &parameter.declarator.name {
                let var = self.temp(self.types.cell(&ty), parameter.declarator.span);
                self.declare(name, Entity::Variable(var, ty.clone()));
            }
            types.push(ty);
        }
        self.pop_quietly();
        Signature {
            result,
            parameters: types,
            variadic: parameters.variadic,
            unspecified: parameters.unspecified || !parameters.names.is_empty(),
        }
    }

    /// Leaves a scope of declarations only; its tags stay known where they were first seen.
    pub(super) fn pop_quietly(&mut self) {
        if let Some(inner) = self.scopes.pop()
            && let Some(outer) = self.scopes.last_mut()
        {
            for (tag, ty) in inner.tags {
                outer.tags.entry(tag).or_insert(ty);
            }
        }
    }

    fn record_type(&mut self, specifier: &RecordSpecifier) -> Ty {
        let ty = self.record_tag(specifier);
        let (Some(members), Ty::Record(id)) = (&specifier.members, &ty) else { return ty };
        let id = *id;
        if self.types.records[id.0].complete {
            return ty;
        }
        let mut declared = Vec::new();
        let mut widths = specifier.widths.iter();
        for member in members {
            let base = self.specified(&member.specifiers);
            let aligned = self.aligned(&member.specifiers);
            if member.declarators.is_empty() {
                if let Ty::Record(_) = base.plain() {
                    let (name, packed) = (None, false);
                    declared.push(Declared {
                        name,
                        ty: base,
                        width: None,
                        alignment: aligned,
                        packed,
                    });
                }
                continue;
            }
            for InitDeclarator { declarator, .. } in &member.declarators {
                let width = widths.next().and_then(Option::as_ref);
                let width = width.map(|width| self.constant_or_error(width).clamp(0, 64) as u64);
                let alignment = self.alignment_of(&declarator.attributes).or(aligned);
                declared.push(Declared {
                    name: declarator.name.clone(),
                    ty: self.derived(base.clone(), declarator),
                    width,
                    alignment,
                    packed: declarator.attributes.packed,
                });
            }
        }
        let aligned = self.alignment_of(&specifier.attributes);
        let mut record = self.types.records[id.0].clone();
        lay_out(&self.types, &mut record, declared, specifier.attributes.packed, aligned);
        self.types.records[id.0] = record;
        ty
    }

    /// The record that a specifier names, made where there is none.
    fn record_tag(&mut self, specifier: &RecordSpecifier) -> Ty {
        let word = if specifier.union { "union" } else { "struct" };
        if let Some(tag) = &specifier.tag {
            let known = match specifier.members.is_some() {
                true => self.scopes.last().and_then(|scope| scope.tags.get(tag)),
                false => self.find_tag(tag),
            };
            if let Some(known) = known {
                return known.clone();
            }
        }
        let name = match &specifier.tag {
            Some(tag) => format!("{word} {tag}"),
            None => word.to_string(),
        };
        self.types.records.push(Record {
            name,
            union: specifier.union,
            members: Vec::new(),
            size: 0,
            alignment: 1,
            complete: false,
        });
        let ty = Ty::Record(RecordId(self.types.records.len() - 1));
        if let Some(tag) = &specifier.tag
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.tags.insert(tag.clone(), ty.clone());
        }
        ty
    }

    fn enum_type(&mut self, specifier: &EnumSpecifier) -> Ty {
        let Some(enumerators) = &specifier.enumerators else {
            let known = specifier.tag.as_ref().and_then(|tag| self.find_tag(tag));
            return known.cloned().unwrap_or(Ty::Int(Int::UnsignedInt));
        };
        let (mut next, mut negative) = (0i64, false);
        let mut large = false;
        for (name, value, _) in enumerators {
            if let Some(value) = value {
                next = self.constant_or_error(value);
            }
            negative |= next < 0;
            large |= i32::try_from(next).is_err();
            let ty = match i32::try_from(next) {
                Ok(_) => Ty::INT,
                Err(_) if u32::try_from(next).is_ok() => Ty::Int(Int::UnsignedInt),
                Err(_) => Ty::Int(Int::LongLong),
            };
            self.declare(name, Entity::Enumerator(next, ty));
            next = next.wrapping_add(1);
        }
        let ty = match (large, negative) {
            _ if specifier.attributes.packed => Ty::Int(Int::UnsignedChar),
            (true, true) => Ty::Int(Int::Long),
            (_, true) => Ty::INT,
            (_, false) => Ty::Int(Int::UnsignedInt),
        };
        if let Some(tag) = &specifier.tag
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.tags.insert(tag.clone(), ty.clone());
        }
        ty
    }

    fn aligned(&mut self, specifiers: &Specifiers) -> Option<u64> {
        match specifiers.alignment.as_deref() {
            Some(Alignment::Type(name)) => {
                let ty = self.type_named(name);
                Some(self.types.alignment(&ty))
            }
            Some(Alignment::Value(value)) => u64::try_from(self.constant_or_error(value)).ok(),
            None => self.alignment_of(&specifiers.attributes),
        }
    }

    fn alignment_of(&mut self, attributes: &Attributes) -> Option<u64> {
        match attributes.aligned.as_ref()? {
            None => Some(16),
            Some(value) => u64::try_from(self.constant_or_error(value))
                .ok()
                .filter(|bytes| bytes.is_power_of_two()),
        }
    }

    /// The number that a constant expression comes to.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i64> {
        let errors = self.diagnostics.items.len();
        let (value, pure) = self.apart(|this| this.value(expr));
        match value.constant().filter(|_| pure) {
            Some(number) => Some(number),
            None => {
                // What is wrong with it is said where it is lowered for good.
                self.diagnostics.items.truncate(errors);
                None
            }
        }
    }

    pub(super) fn constant_or_error(&mut self, expr: &Expr) -> i64 {
        self.constant(expr).unwrap_or_else(|| {
            self.error("this is no constant expression", expr.span);
            0
        })
    }

    /// The type of an expression, which is not evaluated.
    pub(super) fn type_of(&mut self, expr: &Expr) -> Ty {
        self.apart(|this| match this.place_or_value(expr) {
            super::place::Either::Place(place) => place.ty,
            super::place::Either::Value(value) => value.ty,
        })
        .0
    }

    /// Does what a declaration without declarators does: makes tags known.
    pub(super) fn check_assertion(&mut self, declaration: &Declaration, span: Span) {
        if let Some((condition, text)) = &declaration.assertion
            && self.constant(condition) == Some(0)
        {
            self.error(format!("a static assertion fails: {text}"), span);
        }
    }
}

/// Parameters that are arrays or functions are pointers (6.7.6.3).
pub(super) fn adjusted(ty: Ty) -> Ty {
    match ty {
        Ty::Array(element, _) => Ty::Pointer(element),
        Ty::Function(_) => ty.pointer_to(),
        other => other,
    }
}

fn basic_type(basic: Basic) -> Ty {
    Ty::Int(match basic {
        Basic::Void => return Ty::Void,
        Basic::Float => return Ty::Float(Float::Single),
        Basic::Double => return Ty::Float(Float::Double),
        Basic::LongDouble => return Ty::Float(Float::Long),
        Basic::Bool => Int::Bool,
        Basic::Char => Int::Char,
        Basic::SignedChar => Int::SignedChar,
        Basic::UnsignedChar => Int::UnsignedChar,
        Basic::Short => Int::Short,
        Basic::UnsignedShort => Int::UnsignedShort,
        Basic::Int => Int::Int,
        Basic::UnsignedInt => Int::UnsignedInt,
        Basic::Long => Int::Long,
        Basic::UnsignedLong => Int::UnsignedLong,
        Basic::LongLong => Int::LongLong,
        Basic::UnsignedLongLong => Int::UnsignedLongLong,
    })
}

/// `mode(DI)` and the like: another width, the same sign.
fn with_mode(ty: &Ty, mode: &str) -> Ty {
    let Ty::Int(int) = ty.plain() else { return ty.clone() };
    let signed = crate::types::Types::is_signed(*int);
    let width = match mode.trim_matches('_') {
        "QI" | "byte" => Int::SignedChar,
        "HI" => Int::Short,
        "SI" => Int::Int,
        "DI" => Int::LongLong,
        "word" | "pointer" | "unwind_word" => Int::Long,
        _ => return ty.clone(),
    };
    Ty::Int(if signed { width } else { crate::types::unsigned(width) })
}

//! Static types of Java as far as lowering needs them: for overloads, promotion, boxing and generics.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::define_id;
use trine_program::{ClassId, Type, Width};

define_id!(/// A type parameter of a class or method.
    ParamId, "T");

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Void,
    Bool,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// The type of `null`.
    Null,
    /// A class that is known, with its type arguments; none where it is used raw.
    Class(ClassId, Rc<[Ty]>),
    Array(Rc<Ty>),
    Param(ParamId),
    /// A class without a model, or a type that could not be found out.
    Unknown(Rc<str>),
}

impl Ty {
    /// A class without type arguments.
    pub fn class(class: ClassId) -> Ty {
        Ty::Class(class, Rc::from([]))
    }

    /// An array of elements of this type.
    pub fn array(element: Ty) -> Ty {
        Ty::Array(Rc::new(element))
    }

    /// A type that was not found, by its name.
    pub fn unknown(name: &str) -> Ty {
        Ty::Unknown(Rc::from(name))
    }

    /// How the program keeps such a value.
    pub fn stored(&self) -> Type {
        match self {
            Ty::Bool => Type::Bool,
            Ty::Byte => Type::BYTE,
            Ty::Short => Type::SHORT,
            Ty::Char => Type::CHAR,
            Ty::Int => Type::INT,
            Ty::Long => Type::LONG,
            Ty::Float | Ty::Double => Type::Float,
            _ => Type::Reference,
        }
    }

    /// Whether it is `byte`, `short`, `char`, `int` or `long`.
    pub fn is_integral(&self) -> bool {
        matches!(self, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long)
    }

    /// Whether it is `float` or `double`.
    pub fn is_floating(&self) -> bool {
        matches!(self, Ty::Float | Ty::Double)
    }

    /// Whether arithmetic is defined on it without unboxing.
    pub fn is_numeric(&self) -> bool {
        self.is_integral() || self.is_floating()
    }

    /// Whether its values are no references, `void` aside.
    pub fn is_primitive(&self) -> bool {
        self.is_numeric() || *self == Ty::Bool
    }

    /// Whether its values are references, null included.
    pub fn is_reference(&self) -> bool {
        !self.is_primitive() && *self != Ty::Void
    }

    /// The width in which integer operations on it wrap: 64 bits for `long`, 32 for the rest.
    pub fn width(&self) -> Width {
        if *self == Ty::Long { Width::W64 } else { Width::W32 }
    }

    /// The type in which arithmetic on one operand is done.
    pub fn promoted(&self) -> Ty {
        match self {
            Ty::Byte | Ty::Short | Ty::Char => Ty::Int,
            other => other.clone(),
        }
    }

    /// How far a primitive number reaches: wider ones have a larger rank.
    pub fn rank(&self) -> u8 {
        match self {
            Ty::Byte => 1,
            Ty::Short | Ty::Char => 2,
            Ty::Int => 3,
            Ty::Long => 4,
            Ty::Float => 5,
            Ty::Double => 6,
            _ => 0,
        }
    }

    /// Whether a primitive value can be assigned to the other primitive type as it is.
    pub fn widens_to(&self, to: &Ty) -> bool {
        if self == to {
            return true;
        }
        match (self, to) {
            (Ty::Char, Ty::Short | Ty::Byte) | (_, Ty::Char) => false,
            _ => self.rank() > 0 && to.rank() > self.rank(),
        }
    }

    /// The primitive type, or `void`, of this keyword.
    pub fn primitive(name: &str) -> Option<Ty> {
        Some(match name {
            "void" => Ty::Void,
            "boolean" => Ty::Bool,
            "byte" => Ty::Byte,
            "short" => Ty::Short,
            "char" => Ty::Char,
            "int" => Ty::Int,
            "long" => Ty::Long,
            "float" => Ty::Float,
            "double" => Ty::Double,
            _ => return None,
        })
    }
}

/// The type in which arithmetic on two operands is done.
pub(crate) fn binary_promotion(left: &Ty, right: &Ty) -> Ty {
    for ty in [Ty::Double, Ty::Float, Ty::Long] {
        if *left == ty || *right == ty {
            return ty;
        }
    }
    Ty::Int
}

/// What type parameters stand for at one use.
pub(crate) type Bindings = FxHashMap<ParamId, Ty>;

pub(crate) fn substitute(ty: &Ty, bindings: &Bindings) -> Ty {
    if bindings.is_empty() {
        return ty.clone();
    }
    match ty {
        Ty::Param(id) => bindings.get(id).cloned().unwrap_or_else(|| ty.clone()),
        Ty::Class(class, arguments) if !arguments.is_empty() => {
            Ty::Class(*class, arguments.iter().map(|one| substitute(one, bindings)).collect())
        }
        Ty::Array(element) => Ty::array(substitute(element, bindings)),
        other => other.clone(),
    }
}

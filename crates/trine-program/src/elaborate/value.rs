//! Abstract values, objects and the places that hold values.

use trine_base::define_id;

use crate::flat::Pc;
use crate::program::*;

define_id!(/// An object, array or class object of the elaborated program.
    InstanceId, "o");

/// A value, as far as it is known when the program is elaborated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// It is never read.
    Undefined,
    Int(i64),
    Float(u64),
    Null,
    Object(InstanceId),
    String(StringId),
    Boxed(Boxed),
    /// A boxed number that only the state knows, in the slot of the variable; its class.
    Number(u8),
    /// A number that the environment decides, of those that the point lists.
    Input(u32),
    /// Not followed: whatever depends on it is unknown.
    Opaque,
    /// Known only in the state, in the slot of the variable.
    Slot,
}

/// A boxed number: the position of its class among those of the program, its origin, see
/// [`trine_system::boxed`], and the number itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Boxed {
    pub kind: u8,
    pub origin: u16,
    pub number: i64,
}

impl Value {
    /// What a cell of this type holds before the first process assigned to it.
    pub fn zero(ty: Type) -> Value {
        match ty {
            Type::Bool | Type::Int { .. } => Value::Int(0),
            Type::Float => Value::Float(0),
            Type::Reference => Value::Null,
        }
    }

    /// The number, or the bits of one in floating point.
    pub fn number(self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(number),
            Value::Float(bits) => Some(bits as i64),
            _ => None,
        }
    }

    /// The value of a number that an operation gave, as an integer or as the bits of a float.
    pub fn of_number(number: i64, float: bool) -> Value {
        if float { Value::Float(number as u64) } else { Value::Int(number) }
    }

    /// As a cell of this type keeps it.
    pub fn cut(self, ty: Type) -> Value {
        match self {
            Value::Int(number) => Value::Int(cut(ty, number)),
            other => other,
        }
    }
}

/// A number as a cell of this type keeps it.
pub fn cut(ty: Type, number: i64) -> i64 {
    match number_type(ty) {
        Some(ty) => ty.store(number).unwrap_or(number),
        None => number,
    }
}

/// The type of a cell that holds such numbers.
pub fn number_type(ty: Type) -> Option<trine_system::Type> {
    match ty {
        Type::Bool => Some(trine_system::Type::Bool),
        Type::Int { bits, signed } => Some(trine_system::Type::Int { bits, signed }),
        Type::Float => Some(trine_system::Type::Float),
        Type::Reference => None,
    }
}

/// What a reference can be at run time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    Null,
    Object(InstanceId),
    String(StringId),
    /// A boxed number that is known only at run time, or is one of many; its class.
    Number(u8),
    Opaque,
}

/// Where an object comes from: its maker, in which calls, and the how-manieth of those alive.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Birth {
    MainThread,
    Class(ClassId),
    Site { by: Option<InstanceId>, stack: Vec<(MethodId, Pc)>, shape: Shape, number: u32 },
}

/// An abstract object.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub shape: Shape,
    pub birth: Birth,
}

/// The class of an object, or the type and length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    Object(ClassId),
    Array { element: Type, length: u32 },
}

/// A place of the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loc {
    Static(FieldId),
    Field(InstanceId, FieldId),
    Element(InstanceId, u32),
    /// How far the initialisation of a class is: not begun, under way, done.
    Progress(ClassId),
    /// The program was ended by one of its threads.
    Exited,
    /// How many objects were made at a place.
    Counter(u32),
    /// Where a thread waits that others call only if it does: 0, the number of what is open there, or
    /// that of the entry at which a caller is certain to be served.
    Rest(InstanceId),
}

impl Loc {
    /// Arrays are kept in the state as a whole or not at all.
    pub fn whole(self) -> Loc {
        match self {
            Loc::Element(array, _) => Loc::Element(array, 0),
            other => other,
        }
    }

    /// The object or array that the place belongs to; none for static places.
    pub fn owner(self) -> Option<InstanceId> {
        match self {
            Loc::Static(_) | Loc::Progress(_) | Loc::Exited | Loc::Counter(_) | Loc::Rest(_) => {
                None
            }
            Loc::Field(owner, _) | Loc::Element(owner, _) => Some(owner),
        }
    }
}

/// A reference of the state whose possible targets are collected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    Loc(Loc),
    /// What is handed over at an entry of an object, by its position.
    Argument(InstanceId, EntryId, usize),
    /// What is given back.
    Reply(InstanceId, EntryId, usize),
    /// A variable of a method, in a process, where the method was called from there.
    Slot(Option<InstanceId>, MethodId, VarId, CallersId),
}

define_id!(/// The calls through which a method was reached.
    CallersId, "c");

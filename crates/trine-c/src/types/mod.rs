//! The types of C: sizes, alignments and layouts as gcc has them on Linux, and the conversions between them.

mod record;

use std::sync::Arc;

use trine_program::{Type, Unit, VarId};

pub use self::record::{Bits, Declared, Member, Record, lay_out};

/// A struct or union of the program, by its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub usize);

/// The integer types, the lower ranks first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(clippy::enum_variant_names, reason = "the types have the names of C")]
pub enum Int {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

/// The floating-point types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Float {
    Single,
    Double,
    /// Computed as `double`.
    Long,
}

/// How many elements an array has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Known(u64),
    Unknown,
    /// What this variable of the function holds.
    Variable(VarId),
}

/// A type. Qualifiers other than `_Atomic` change nothing here.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    Void,
    Int(Int),
    Float(Float),
    Pointer(Arc<Ty>),
    Array(Arc<Ty>, Length),
    Record(RecordId),
    Function(Arc<Signature>),
    Atomic(Arc<Ty>),
    /// A type that is not modelled, with its name.
    Unmodelled(&'static str),
}

/// The type of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    pub result: Ty,
    pub parameters: Vec<Ty>,
    pub variadic: bool,
    /// The parameters are not said.
    pub unspecified: bool,
}

impl Ty {
    /// `int`.
    pub const INT: Ty = Ty::Int(Int::Int);
    /// `char`.
    pub const CHAR: Ty = Ty::Int(Int::Char);

    /// The type of a pointer to it.
    pub fn pointer_to(self) -> Ty {
        Ty::Pointer(Arc::new(self))
    }

    /// Without `_Atomic`.
    pub fn plain(&self) -> &Ty {
        match self {
            Ty::Atomic(inner) => inner.plain(),
            other => other,
        }
    }

    /// Qualified by `_Atomic` itself.
    pub fn is_atomic(&self) -> bool {
        matches!(self, Ty::Atomic(_))
    }

    /// An integer type, enumerations and `_Bool` included.
    pub fn is_integer(&self) -> bool {
        matches!(self.plain(), Ty::Int(_))
    }

    /// An integer or a floating type.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self.plain(), Ty::Int(_) | Ty::Float(_))
    }

    /// A pointer to anything.
    pub fn is_pointer(&self) -> bool {
        matches!(self.plain(), Ty::Pointer(_))
    }

    /// Arithmetic, or a pointer: what has a truth value.
    pub fn is_scalar(&self) -> bool {
        matches!(self.plain(), Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_))
    }

    /// A struct or a union.
    pub fn is_record(&self) -> bool {
        matches!(self.plain(), Ty::Record(_))
    }

    /// The type without values.
    pub fn is_void(&self) -> bool {
        matches!(self.plain(), Ty::Void)
    }

    /// What a pointer points at, or the elements of an array are.
    pub fn target(&self) -> Option<&Ty> {
        match self.plain() {
            Ty::Pointer(to) | Ty::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// The type of a function, or of what a pointer to one points at.
    pub fn signature(&self) -> Option<&Arc<Signature>> {
        match self.plain() {
            Ty::Function(signature) => Some(signature),
            Ty::Pointer(to) => match to.plain() {
                Ty::Function(signature) => Some(signature),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The sizes of basic types, and the records of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// `int`, `long` and pointers have 32 bits; otherwise `long` and pointers have 64.
    pub ilp32: bool,
    pub records: Vec<Record>,
}

impl Types {
    /// The size of a pointer in this data model.
    pub fn pointer_bytes(&self) -> u64 {
        if self.ilp32 { 4 } else { 8 }
    }

    /// The size of an integer type in this data model.
    pub fn int_bytes(&self, int: Int) -> u64 {
        match int {
            Int::Bool | Int::Char | Int::SignedChar | Int::UnsignedChar => 1,
            Int::Short | Int::UnsignedShort => 2,
            Int::Int | Int::UnsignedInt => 4,
            Int::Long | Int::UnsignedLong => self.pointer_bytes(),
            Int::LongLong | Int::UnsignedLongLong => 8,
        }
    }

    /// Whether it has negative values; `char` does, as on x86.
    pub fn is_signed(int: Int) -> bool {
        matches!(
            int,
            Int::Char | Int::SignedChar | Int::Short | Int::Int | Int::Long | Int::LongLong
        )
    }

    /// The type of `sizeof`.
    pub fn size_type(&self) -> Ty {
        Ty::Int(if self.ilp32 { Int::UnsignedInt } else { Int::UnsignedLong })
    }

    /// The type of a difference of pointers.
    pub fn difference_type(&self) -> Ty {
        Ty::Int(if self.ilp32 { Int::Int } else { Int::Long })
    }

    /// The size in bytes; none where it is not complete or only known when the program runs.
    pub fn size(&self, ty: &Ty) -> Option<u64> {
        match ty {
            // GNU: as if it was a byte.
            Ty::Void | Ty::Function(_) => Some(1),
            Ty::Int(int) => Some(self.int_bytes(*int)),
            Ty::Float(Float::Single) => Some(4),
            Ty::Float(Float::Double) => Some(8),
            Ty::Float(Float::Long) => Some(if self.ilp32 { 12 } else { 16 }),
            Ty::Pointer(_) => Some(self.pointer_bytes()),
            Ty::Array(element, Length::Known(count)) => self.size(element)?.checked_mul(*count),
            Ty::Array(..) => None,
            Ty::Record(record) => {
                let record = self.records.get(record.0)?;
                record.complete.then_some(record.size)
            }
            Ty::Atomic(inner) => self.size(inner),
            Ty::Unmodelled(_) => Some(16),
        }
    }

    /// What the address of an object is a multiple of, as gcc has it.
    pub fn alignment(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Array(element, _) => self.alignment(element),
            Ty::Record(record) => self.records.get(record.0).map_or(1, |record| record.alignment),
            Ty::Float(Float::Long) => self.pointer_bytes() * if self.ilp32 { 1 } else { 2 },
            // An atomic object is aligned as its size says, where that is a power of two.
            Ty::Atomic(inner) => match self.size(inner) {
                Some(size @ (1 | 2 | 4 | 8)) => size,
                _ => self.alignment(inner),
            },
            // On this machine nothing is aligned to more than 4 bytes inside of a struct.
            Ty::Int(_) | Ty::Float(_) if self.ilp32 => self.size(ty).unwrap_or(1).min(4),
            Ty::Void | Ty::Function(_) => 1,
            _ => self.size(ty).unwrap_or(1),
        }
    }

    /// The type of a variable or cell that holds a scalar.
    pub fn cell(&self, ty: &Ty) -> Type {
        match ty.plain() {
            Ty::Int(int) => {
                Type::Int { bits: (8 * self.int_bytes(*int)) as u8, signed: Types::is_signed(*int) }
            }
            Ty::Float(_) => Type::Float,
            _ => Type::Reference,
        }
    }

    /// The unit in which a scalar is accessed in memory.
    pub fn unit(&self, ty: &Ty) -> Unit {
        let bytes = self.size(ty.plain()).unwrap_or(1).min(16) as u8;
        match ty.plain() {
            Ty::Pointer(_) => Unit { ty: Type::Reference, bytes: self.pointer_bytes() as u8 },
            other => Unit { ty: self.cell(other), bytes },
        }
    }

    /// Integer promotion (6.3.1.1).
    pub fn promoted(&self, ty: &Ty) -> Ty {
        match ty.plain() {
            Ty::Int(int) if *int < Int::Int => Ty::INT,
            other => other.clone(),
        }
    }

    /// The common type of two arithmetic operands (6.3.1.8).
    pub fn common(&self, left: &Ty, right: &Ty) -> Ty {
        match (left.plain(), right.plain()) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(*a.max(b)),
            (Ty::Float(float), _) | (_, Ty::Float(float)) => Ty::Float(*float),
            _ => match (self.promoted(left), self.promoted(right)) {
                (Ty::Int(a), Ty::Int(b)) => Ty::Int(self.common_int(a, b)),
                (other, _) => other,
            },
        }
    }

    fn common_int(&self, a: Int, b: Int) -> Int {
        let (low, high) = (a.min(b), a.max(b));
        if Types::is_signed(low) == Types::is_signed(high) || !Types::is_signed(high) {
            return high;
        }
        // The higher rank is signed, the lower one unsigned.
        match self.int_bytes(high) > self.int_bytes(low) {
            true => high,
            false => unsigned(high),
        }
    }

    /// The names of a type, for messages.
    pub fn name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".to_string(),
            Ty::Int(int) => int_name(*int).to_string(),
            Ty::Float(Float::Single) => "float".to_string(),
            Ty::Float(Float::Double) => "double".to_string(),
            Ty::Float(Float::Long) => "long double".to_string(),
            Ty::Pointer(to) => format!("{} *", self.name(to)),
            Ty::Array(element, Length::Known(count)) => format!("{}[{count}]", self.name(element)),
            Ty::Array(element, _) => format!("{}[]", self.name(element)),
            Ty::Record(record) => match self.records.get(record.0) {
                Some(record) => record.name.clone(),
                None => "struct".to_string(),
            },
            Ty::Function(_) => "function".to_string(),
            Ty::Atomic(inner) => format!("_Atomic {}", self.name(inner)),
            Ty::Unmodelled(name) => (*name).to_string(),
        }
    }
}

/// The unsigned type with the same size.
pub fn unsigned(int: Int) -> Int {
    match int {
        Int::Char | Int::SignedChar => Int::UnsignedChar,
        Int::Short => Int::UnsignedShort,
        Int::Int => Int::UnsignedInt,
        Int::Long => Int::UnsignedLong,
        Int::LongLong => Int::UnsignedLongLong,
        other => other,
    }
}

fn int_name(int: Int) -> &'static str {
    match int {
        Int::Bool => "_Bool",
        Int::Char => "char",
        Int::SignedChar => "signed char",
        Int::UnsignedChar => "unsigned char",
        Int::Short => "short",
        Int::UnsignedShort => "unsigned short",
        Int::Int => "int",
        Int::UnsignedInt => "unsigned int",
        Int::Long => "long",
        Int::UnsignedLong => "unsigned long",
        Int::LongLong => "long long",
        Int::UnsignedLongLong => "unsigned long long",
    }
}

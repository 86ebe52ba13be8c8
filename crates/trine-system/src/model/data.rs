//! Data: types, variables, channel kinds, monitors, entries and pools.

use trine_base::Span;

use super::{ChannelKindId, EnumId, Expr, PoolId};

/// What values a cell can hold, and what happens to a value that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// 0 or 1; assignment keeps the lowest bit.
    Bool,
    /// Assignment keeps the lowest bits (two's complement when signed). `bits` is 1 to 64.
    Int { bits: u8, signed: bool },
    /// The bits of a number in floating point, of double precision.
    Float,
    /// Assignment of a value outside is a range fault.
    Range { low: i64, high: i64 },
    /// A value of an enumeration, kept in eight bits unsigned; 0 is no value, unless it has a name.
    Enum(EnumId),
    /// A channel of the state, or 0.
    Channel,
    /// A process of the state.
    Process,
    /// A record of a pool (1 + its index), or 0 for null.
    Reference(PoolId),
}

impl Type {
    /// A byte.
    pub const BYTE: Type = Type::Int { bits: 8, signed: false };
    /// A short number.
    pub const SHORT: Type = Type::Int { bits: 16, signed: true };
    /// A number of 32 bits.
    pub const INT: Type = Type::Int { bits: 32, signed: true };
    /// A number of 64 bits.
    pub const LONG: Type = Type::Int { bits: 64, signed: true };
}

/// Names for numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumDecl {
    pub name: String,
    /// Names with their values.
    pub values: Vec<(String, i64)>,
}

impl EnumDecl {
    /// The name of a value; none for a number that no name stands for.
    pub fn name_of(&self, value: i64) -> Option<&str> {
        self.values.iter().find(|(_, known)| *known == value).map(|(name, _)| name.as_str())
    }
}

/// One or more cells of one type. A record field inside arrays is one variable whose cells run over
/// all the arrays around it: `a[3].y[2]` is the variable with path `a[3]`, `y[2]` and six cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub path: Vec<PathPart>,
    pub ty: Type,
    pub init: Init,
    /// Kept out of the key by which states are told apart.
    pub hidden: bool,
    /// Other processes may access it at the same moment without a race.
    pub volatile: bool,
    /// It holds references, and numbers among them: see [`crate::boxed`].
    pub boxed: bool,
    pub span: Option<Span>,
}

/// A name with the length of its array, if it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathPart {
    pub name: String,
    pub length: Option<u32>,
}

/// What a variable holds at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    Zero,
    /// One value for all cells.
    Value(i64),
    /// One value for each cell.
    Values(Vec<i64>),
    /// Each cell gets a fresh channel of this kind when the variable comes to be.
    Channels(ChannelKindId),
    /// Evaluated when the variable comes to be, in declaration order; parameters are set before.
    Computed(Expr),
}

impl Variable {
    /// A single cell that starts at zero.
    pub fn scalar(name: impl Into<String>, ty: Type) -> Variable {
        Variable {
            path: vec![PathPart { name: name.into(), length: None }],
            ty,
            init: Init::Zero,
            hidden: false,
            volatile: false,
            boxed: false,
            span: None,
        }
    }

    /// An array of so many cells that start at zero.
    pub fn array(name: impl Into<String>, length: u32, ty: Type) -> Variable {
        let mut variable = Variable::scalar(name, ty);
        variable.path[0].length = Some(length);
        variable
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.path.iter().map(|part| part.length.unwrap_or(1)).product()
    }

    /// `a.y`, without indices.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.path.iter().map(|part| part.name.as_str()).collect();
        names.join(".")
    }

    /// `a[1].y[0]`, the name of one cell.
    pub fn cell_name(&self, cell: u32) -> String {
        let mut rest = cell;
        let mut parts = Vec::with_capacity(self.path.len());
        for part in self.path.iter().rev() {
            match part.length {
                Some(length) => {
                    parts.push(format!("{}[{}]", part.name, rest % length.max(1)));
                    rest /= length.max(1);
                }
                None => parts.push(part.name.clone()),
            }
        }
        parts.reverse();
        parts.join(".")
    }
}

/// A kind of channel. Capacity 0 is a rendezvous channel: sender and receiver step together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelKind {
    pub name: String,
    pub capacity: u32,
    pub fields: Vec<Type>,
}

/// A re-entrant lock with one wait set; `count` of them when it is an array or belongs to a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Monitor {
    pub name: String,
    pub count: u32,
}

/// An entry at which callers queue in order of arrival; `count` of them when it is a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub name: String,
    pub count: u32,
    /// Types of what the caller hands over.
    pub parameters: Vec<Type>,
    /// Types of what it gets back.
    pub results: Vec<Type>,
    /// What the source calls its parameters are, one after the other; empty where that is not given.
    pub profile: Vec<Slot>,
}

/// A parameter as the source has it: which of what is handed over, and which of what comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    pub given: Option<u32>,
    pub back: Option<u32>,
    /// Not a parameter, but which one of a family it is: the number that the source has for the first.
    pub member: Option<i64>,
}

/// Records of one class, handed out in order; running out is a limit, not an error of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    pub name: String,
    pub capacity: u32,
    /// One scalar or array per record.
    pub fields: Vec<Variable>,
}

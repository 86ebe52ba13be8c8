//! Expressions and places. Evaluation never changes the state; it can fault.

use super::{EntryId, GlobalId, LocalId, LocationId, MonitorRef, PoolId, TemplateId};

/// An expression over a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(i64),
    Read(Place),
    Unary(UnaryOp, Width, Box<Expr>),
    Binary(BinaryOp, Width, Box<Expr>, Box<Expr>),
    /// Only the chosen side is evaluated.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value, which faults as an index unless it is at least 0 and below the length.
    Checked(Box<Expr>, u32),
    /// The process that evaluates. In a claim there is none, and this is 0.
    Myself,
    /// How many processes exist, ended ones that were not yet removed included.
    ProcessCount,
    /// The process that made the last step, or 0 before the first one.
    Last,
    /// No process can step without it.
    Timeout,
    /// No process rests at a progress location.
    NonProgress,
    /// That process has an executable edge.
    Enabled(Box<Expr>),
    /// The `pc` of that process's location.
    PcValue(Box<Expr>),
    Priority(Box<Expr>),
    /// That process runs this template and rests at one of these locations. With no process given:
    /// the only (first) process of the template.
    At {
        process: Option<Box<Expr>>,
        template: TemplateId,
        locations: Vec<LocationId>,
    },
    Channel(ChannelQuery, Box<Expr>),
    /// Where a receive with these patterns would find its message, counted from 1 (the first message,
    /// or any when `anywhere`); 0 where it would find none.
    Poll {
        channel: Box<Expr>,
        patterns: Vec<Pattern>,
        anywhere: bool,
    },
    /// The process that this one serves, accepted last; -1 where it serves none.
    Served,
    /// How many callers wait at an entry of the family.
    Waiting(EntryId, Option<Box<Expr>>),
    /// How a monitor stands.
    Monitor(MonitorQuery, Box<MonitorRef>),
    /// That process is there and was started, or is of a kind that needs no start.
    Started(Box<Expr>),
    /// That process has ended.
    Ended(Box<Expr>),
    /// All processes have ended.
    Terminated,
    /// This event is consumed now; 0: none is. Only where the system is instrumented.
    Event(u32),
}

impl Expr {
    /// Always true.
    pub const TRUE: Expr = Expr::Const(1);

    /// The value of a global that is no array.
    pub fn global(id: GlobalId) -> Expr {
        Expr::Read(Place::global(id))
    }

    /// The value of a local that is no array.
    pub fn local(id: LocalId) -> Expr {
        Expr::Read(Place::local(id))
    }

    /// 1 for zero, and 0 for all else.
    pub fn negated(self) -> Expr {
        Expr::Unary(UnaryOp::Not, Width::W32, Box::new(self))
    }

    /// An operation in 32 bits.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Width::W32, Box::new(left), Box::new(right))
    }

    /// Visits this expression and all inside it, places and patterns included.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        match self {
            Expr::Const(_)
            | Expr::Myself
            | Expr::Served
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Event(_)
            | Expr::Terminated => {}
            Expr::Read(place) => place.visit(see),
            Expr::Unary(_, _, inner)
            | Expr::Checked(inner, _)
            | Expr::Enabled(inner)
            | Expr::PcValue(inner)
            | Expr::Priority(inner)
            | Expr::Channel(_, inner)
            | Expr::Started(inner)
            | Expr::Ended(inner) => inner.visit(see),
            Expr::Monitor(_, of) => of.index.iter().for_each(|index| index.visit(see)),
            Expr::Binary(_, _, left, right) => {
                left.visit(see);
                right.visit(see);
            }
            Expr::Conditional(condition, yes, no) => {
                condition.visit(see);
                yes.visit(see);
                no.visit(see);
            }
            Expr::At { process, .. } => {
                if let Some(process) = process {
                    process.visit(see);
                }
            }
            Expr::Poll { channel, patterns, .. } => {
                channel.visit(see);
                for pattern in patterns {
                    pattern.visit(see);
                }
            }
            Expr::Waiting(_, index) => {
                if let Some(index) = index {
                    index.visit(see);
                }
            }
        }
    }
}

/// Arithmetic is done in two's complement of this width and wraps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Width {
    W32,
    W64,
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Negate,
    /// 1 for 0, 0 for anything else.
    Not,
    Complement,
    /// Of 64 bits only.
    Float(FloatUnary),
}

/// Of numbers in floating point, which are the bits of double precision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnary {
    Negate,
    SquareRoot,
    /// Rounded to single precision.
    Single,
    /// Of a whole number.
    Of,
    /// Of a whole number, and of single precision; it is rounded once only.
    SingleOf,
    /// To 32 bits: towards zero, the nearest where it is too large, and 0 for what is no number.
    ToInt,
    /// To 64 bits, likewise.
    ToLong,
}

/// `And` and `Or` evaluate the right side only where it matters. Division and remainder by zero
/// fault; both round towards zero. Shift distances are taken as C compilers on x86-64 do, modulo the
/// width; `ShiftRight` keeps the sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    BitAnd,
    BitOr,
    BitXor,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    /// Of 64 bits only.
    Float(FloatBinary),
}

/// Of numbers in floating point, which are the bits of double precision. Nothing faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl FloatBinary {
    /// The operator that does the same to whole numbers.
    pub fn whole(self) -> BinaryOp {
        match self {
            FloatBinary::Add => BinaryOp::Add,
            FloatBinary::Subtract => BinaryOp::Subtract,
            FloatBinary::Multiply => BinaryOp::Multiply,
            FloatBinary::Divide => BinaryOp::Divide,
            FloatBinary::Remainder => BinaryOp::Remainder,
            FloatBinary::Equal => BinaryOp::Equal,
            FloatBinary::NotEqual => BinaryOp::NotEqual,
            FloatBinary::Less => BinaryOp::Less,
            FloatBinary::LessEqual => BinaryOp::LessEqual,
            FloatBinary::Greater => BinaryOp::Greater,
            FloatBinary::GreaterEqual => BinaryOp::GreaterEqual,
        }
    }
}

impl UnaryOp {
    /// Whether it comes to a number in floating point.
    pub fn is_float(self) -> bool {
        let whole = |op| matches!(op, FloatUnary::ToInt | FloatUnary::ToLong);
        matches!(self, UnaryOp::Float(op) if !whole(op))
    }
}

impl BinaryOp {
    /// Whether it comes to a number in floating point.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::Float(_)) && !self.is_truth()
    }

    /// The operator that does the same to numbers in floating point, where there is one.
    pub fn float(self) -> Option<FloatBinary> {
        Some(match self {
            BinaryOp::Add => FloatBinary::Add,
            BinaryOp::Subtract => FloatBinary::Subtract,
            BinaryOp::Multiply => FloatBinary::Multiply,
            BinaryOp::Divide => FloatBinary::Divide,
            BinaryOp::Remainder => FloatBinary::Remainder,
            BinaryOp::Equal => FloatBinary::Equal,
            BinaryOp::NotEqual => FloatBinary::NotEqual,
            BinaryOp::Less => FloatBinary::Less,
            BinaryOp::LessEqual => FloatBinary::LessEqual,
            BinaryOp::Greater => FloatBinary::Greater,
            BinaryOp::GreaterEqual => FloatBinary::GreaterEqual,
            _ => return None,
        })
    }

    /// Whether it comes to 0 or 1.
    pub fn is_truth(self) -> bool {
        if let BinaryOp::Float(op) = self {
            return op.whole().is_truth();
        }
        matches!(
            self,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::And
                | BinaryOp::Or
        )
    }
}

/// A question about a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelQuery {
    /// The number of messages.
    Length,
    Empty,
    NotEmpty,
    Full,
    NotFull,
}

/// What one can ask of a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MonitorQuery {
    /// How often the process that evaluates holds it; 0 where it does not.
    Mine,
    /// A process holds it.
    Held,
    /// How many processes are in its wait set and were not notified.
    Waiting,
}

/// A cell of the state. `index` counts cells of the variable and faults when it is outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub root: Root,
    pub index: Option<Box<Expr>>,
}

/// Where the variable of a place lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    Global(GlobalId),
    Local(LocalId),
    /// A local of another process, which must run this template; where there is no such process it
    /// reads as 0. With no process given: the only (first) process of the template.
    Remote {
        process: Option<Box<Expr>>,
        template: TemplateId,
        local: LocalId,
    },
    /// A field of a record; null faults.
    Field {
        pool: PoolId,
        record: Box<Expr>,
        field: u32,
    },
}

impl Place {
    /// A global, as a whole or as a single cell.
    pub fn global(id: GlobalId) -> Place {
        Place { root: Root::Global(id), index: None }
    }

    /// A local, as a whole or as a single cell.
    pub fn local(id: LocalId) -> Place {
        Place { root: Root::Local(id), index: None }
    }

    /// The element at this index.
    pub fn at(mut self, index: Expr) -> Place {
        self.index = Some(Box::new(index));
        self
    }

    /// Visits the expressions inside.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match &self.root {
            Root::Remote { process: Some(process), .. } => process.visit(see),
            Root::Field { record, .. } => record.visit(see),
            _ => {}
        }
        if let Some(index) = &self.index {
            index.visit(see);
        }
    }
}

/// One field of a receive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Take the field into this place.
    Bind(Place),
    /// The field must equal this value.
    Match(Expr),
    /// Take the field and forget it.
    Ignore,
}

impl Pattern {
    /// Visits the expressions inside.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            Pattern::Bind(place) => place.visit(see),
            Pattern::Match(value) => value.visit(see),
            Pattern::Ignore => {}
        }
    }
}

//! Memory and pointers: blocks of bytes with an end of life, typed by the last write, as C has them.
//!
//! # For front ends
//!
//! A program that uses anything of this sets [`Program::pointer_bytes`]; it is searched directly and never elaborated.
//!
//! * **A pointer** is a value of [`Type::Reference`]: null, a place in a block (block and byte offset), or a function.
//!   [`Operand::Global`] is the address of a global, [`Operand::Function`] that of a function. A variable of a whole
//!   number may hold a pointer that was cast ([`Conversion::PointerToInt`]), and casting it back gives the same one.
//! * **A variable of the source** whose address is never taken is a [`Var`]. One whose address is taken, every struct,
//!   union and array, is a block: [`StmtKind::Allocate`] with [`Storage::Block`] where its declaration is reached, into
//!   a variable of [`Type::Reference`] with the name of the source variable; it ends with the frame, where control
//!   comes to the same declaration again in that frame, or at a [`StmtKind::EndLife`]. Static and file-scope variables,
//!   string literals and `_Thread_local` ones are [`Program::globals`].
//! * **Access**: `Load` and `Store` with [`Access::Memory`], which says how many bytes are accessed and as what.
//!   Bit fields are loads, shifts and stores of the unit that holds them. A struct is copied by
//!   [`StmtKind::CopyMemory`]. `&p->f`, `p + n` and `&a[i]` are [`Expr::Offset`].
//! * **Arithmetic** is [`Expr::Typed`], at the type after the usual conversions: signed overflow, division by zero and
//!   shifts out of range are errors there, unsigned numbers wrap. Numbers of up to 32 bits are held as they are, of 64
//!   unsigned bits as the `i64` with the same bits. [`Expr::Cut`] converts between widths. These may be nested: the first
//!   error, from left to right, counts. In floating point: [`Expr::Binary`] with `BinaryOp::Float`, rounded by
//!   `FloatUnary::Single` where it is `float`, and [`Conversion`].
//! * **Calls** through a pointer: [`Callee::Pointer`]. Missing arguments are unknown, further ones are dropped.
//! * **Jumps**: [`StmtKind::Goto`] and [`StmtKind::Target`], from anywhere to anywhere in the method, except into or out
//!   of `Atomic`, `Synchronized` and `Try`.
//! * **Locks** are places: `Enter`, `EnterOnce`, `TryEnter`, `Exit`, `HoldCount` take a pointer. Condition variables:
//!   `WaitOn`, `TimedWaitOn`, `Signal`, `Broadcast`.
//! * **Threads**: `Start` with [thread, function, argument], where `thread` is a pointer that stands for the thread from
//!   then on (a block that the model allocates) and is what `Join` and `CurrentThread` are about. The first thread is
//!   [`Roles::main_thread`].
//! * **Errors** of memory, arithmetic and locks end the execution after they were reported
//!   ([`Roles::errors_end_program`]), except that an overflow goes on with the wrapped number.
//! * **Names** in reports come from the names of globals and variables and the [`Layout`] of what they hold.

use trine_base::{Span, define_id};

use crate::program::{Operand, Type};

define_id!(/// A global: a block with static storage, or one for each thread.
    GlobalId, "global");
define_id!(/// A description of what a block holds.
    LayoutId, "layout");
define_id!(/// A place of a method that `goto` names.
    LabelId, "label");

/// A block that exists from the beginning to the end.
#[derive(Clone, Debug)]
pub struct Global {
    /// As people would say it; string literals say their text in quotes.
    pub name: String,
    pub bytes: u64,
    pub layout: Option<LayoutId>,
    /// Every thread has its own, from its start to its end.
    pub thread_local: bool,
    /// Writing to it is an error: string literals. (Not what is only declared `const`: a cast may allow to write it.)
    pub constant: bool,
    /// What differs from zero at first.
    pub initial: Vec<Initial>,
    /// Part of a library model: not shown.
    pub library: bool,
    pub span: Option<Span>,
}

/// What a part of a global holds at first.
#[derive(Clone, Copy, Debug)]
pub struct Initial {
    /// In bytes from its start.
    pub at: u64,
    pub unit: Unit,
    /// A number, null, a function, or a global.
    pub value: Operand,
    /// Bytes that are added to the address of a global.
    pub plus: i64,
}

/// So many bytes, seen as a value of a type. A whole number has 8 bits for each byte; in floating point 4 bytes hold a
/// single, and 8, 12 or 16 a double; references have [`Program::pointer_bytes`](crate::Program::pointer_bytes).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    pub ty: Type,
    pub bytes: u8,
}

impl Unit {
    /// A byte, as `unsigned char`.
    pub const BYTE: Unit = Unit { ty: Type::Int { bits: 8, signed: false }, bytes: 1 };

    /// A whole number.
    pub fn int(bytes: u8, signed: bool) -> Unit {
        Unit { ty: Type::Int { bits: 8 * bytes, signed }, bytes }
    }
}

/// What a block holds: for names (`account.lock`, `forks[2]`), and to show values in reports. It decides nothing.
#[derive(Clone, Debug)]
pub struct Layout {
    pub bytes: u64,
    pub kind: LayoutKind,
}

/// The structure of what a block holds.
#[derive(Clone, Debug)]
pub enum LayoutKind {
    Scalar(Unit),
    /// Elements without gaps: how many there are, the bytes say.
    Array(LayoutId),
    /// The members of a struct or union: name, offset, what they are.
    Members(Vec<(String, u64, LayoutId)>),
    /// Named as a whole: a mutex, a semaphore, what a library keeps for itself.
    Opaque,
}

/// When a block ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    /// By [`StmtKind::Free`](crate::StmtKind::Free): malloc, calloc.
    Heap,
    /// With the frame, or where the same statement of the same frame allocates again: a local variable.
    Block,
    /// With the frame only: alloca.
    Frame,
}

/// A conversion between kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// 0 is null; a pointer that was cast is itself again; any other number is an address that nothing is at.
    IntToPointer,
    /// Null is 0. Other pointers stay what they are in a type that is as wide as one, and are not known in others.
    PointerToInt(Type),
    /// Towards zero; an overflow where the type does not have the number.
    FloatToInt(Type),
    /// From a whole number of this type, to a single or a double.
    IntToFloat { from: Type, single: bool },
}

/// What is wrong with a use of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryError {
    /// A null pointer is used.
    Null,
    /// What was freed is used.
    Freed,
    /// A local variable is used after its end.
    Left,
    /// An access, or a pointer, is outside of its block.
    Outside,
    /// What is used is no pointer to memory.
    Wild,
    /// A string literal is written.
    Constant,
    /// What was freed is freed again.
    DoubleFree,
    /// What is freed is not the start of a block that was allocated.
    BadFree,
    /// A function is called through what is no pointer to one.
    NoFunction,
}

impl MemoryError {
    /// The error as reports say it.
    pub fn in_words(self) -> &'static str {
        match self {
            MemoryError::Null => "a null pointer is used",
            MemoryError::Freed => "memory is used after it was freed",
            MemoryError::Left => "a local variable is used after its end",
            MemoryError::Outside => "a pointer goes outside of its object",
            MemoryError::Wild => "an address is used that no object has",
            MemoryError::Constant => "a string literal is written",
            MemoryError::DoubleFree => "memory is freed twice",
            MemoryError::BadFree => "what is freed was not allocated",
            MemoryError::NoFunction => "a call through a pointer that is no function",
        }
    }
}

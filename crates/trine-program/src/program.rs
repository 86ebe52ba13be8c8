//! The structured program: what a language front end produces and elaboration takes apart.
//!
//! Classes with fields and methods; bodies of statements with resolved names. A statement touches the
//! heap, calls or synchronises at most once: front ends take expressions apart, in the order of
//! evaluation of their language, into statements over the variables of the method. What is left as an
//! [`Expr`] reads variables and constants only. Short-circuit operators and conditional expressions
//! are [`StmtKind::If`]; `switch` is a chain of them.
//!
//! Values are numbers, references and floating-point numbers. A reference is null, an object, an
//! array, a string or a boxed number; what is made of known strings is known, too.

use std::collections::BTreeMap;

use trine_base::{IndexVec, Span, define_id};

pub use crate::meeting::*;
pub use crate::memory::*;
pub use crate::operation::Operation;
pub use crate::text::TextOp;
pub use trine_system::{BinaryOp, FloatBinary, FloatUnary, UnaryOp, Width};

define_id!(/// A class, interface, enumeration or record of the source, or one made from a lambda.
    ClassId, "class");
define_id!(/// A field, static or of instances.
    FieldId, "field");
define_id!(/// A method, constructor, initialiser or procedure.
    MethodId, "method");
define_id!(/// A variable of a method: a parameter, a local, or one that holds an intermediate value.
    VarId, "v");
define_id!(/// A string constant.
    StringId, "string");
define_id!(/// A block or loop of a method that `break` and `continue` name.
    BlockId, "block");

/// A program: classes, fields, methods, entries and roles.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub classes: IndexVec<ClassId, Class>,
    pub fields: IndexVec<FieldId, Field>,
    pub methods: IndexVec<MethodId, Method>,
    pub strings: IndexVec<StringId, String>,
    pub entries: IndexVec<EntryId, EntryDecl>,
    pub roles: Roles,
    /// Where an execution can start: static methods, or methods of a class with a constructor that
    /// takes nothing. The front end lists them; elaboration chooses.
    pub mains: Vec<MethodId>,
    /// What runs before, and after, a test of the class that declares it.
    pub before: Vec<MethodId>,
    pub after: Vec<MethodId>,
    /// The full name that the language gives a class at run time, where there is one.
    pub qualified: BTreeMap<ClassId, String>,
    /// What is initialised before the initialiser of a class runs, in order.
    pub initialised_first: BTreeMap<ClassId, Vec<ClassId>>,
    /// Tests that have to end with an error of one of these classes.
    pub expected: Vec<(MethodId, Vec<ClassId>)>,
    /// How many bytes a pointer has; 0 in a program without memory, see [`memory`](crate::memory).
    pub pointer_bytes: u8,
    pub globals: IndexVec<GlobalId, Global>,
    pub layouts: IndexVec<LayoutId, Layout>,
    /// What a pointer with a layout points at, and the layouts of variables that are pointers, by their declarations:
    /// for names only.
    pub pointees: BTreeMap<LayoutId, LayoutId>,
    pub pointer_variables: BTreeMap<Span, LayoutId>,
}

impl Program {
    /// Whether it has memory that is addressed by bytes.
    pub fn has_memory(&self) -> bool {
        self.pointer_bytes != 0
    }

    /// What is initialised before the initialiser of a class runs, in order.
    pub fn initialised_first(&self, class: ClassId) -> &[ClassId] {
        self.initialised_first.get(&class).map_or(&[], Vec::as_slice)
    }
}

/// The classes and fields that elaboration itself has to know. A language that lacks one leaves it out.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// What is started: its body is the method with the selector `run`.
    pub thread: Option<ClassId>,
    /// The selector of the body of a thread.
    pub run: String,
    /// The field of a thread that says whether it was interrupted.
    pub interrupted: Option<FieldId>,
    /// The field of a thread that says whether it is a daemon.
    pub daemon: Option<FieldId>,
    /// The end of a thread takes its monitor and notifies all that wait on it.
    pub end_notifies: bool,
    /// The field of a thread that holds its name, a string.
    pub thread_name: Option<FieldId>,
    /// Where virtual calls on strings find their methods.
    pub string: Option<ClassId>,
    /// The classes of boxed numbers.
    pub boxes: Vec<BoxClass>,
    /// What the objects are instances of that stand for classes.
    pub class: Option<ClassId>,
    /// What arrays inherit.
    pub object: Option<ClassId>,
    /// The classes of the errors that statements themselves raise.
    pub errors: Vec<(ErrorKind, ClassId)>,
    /// Static methods that make and throw such an error. Where there is none, all errors of a kind that are raised
    /// at one place are one object.
    pub raisers: Vec<(ErrorKind, MethodId)>,
    /// The global whose address stands for the first thread, as the pointer that was started does for the others.
    pub main_thread: Option<GlobalId>,
    /// An error that an instruction raises ends the program: there are no handlers.
    pub errors_end_program: bool,
    pub groups: Option<Groups>,
    pub last_words: Option<LastWords>,
    pub abort: Option<Abort>,
}

impl Roles {
    /// The class of the errors of a kind; none if the language has none.
    pub fn error(&self, kind: ErrorKind) -> Option<ClassId> {
        self.errors.iter().find(|(known, _)| *known == kind).map(|(_, class)| *class)
    }

    /// The method that throws an error of this kind.
    pub fn raiser(&self, kind: ErrorKind) -> Option<MethodId> {
        self.raisers.iter().find(|(known, _)| *known == kind).map(|(_, method)| *method)
    }
}

/// A class of boxed numbers.
#[derive(Clone, Copy, Debug)]
pub struct BoxClass {
    pub class: ClassId,
    /// Of these numbers, bounds included, there is one box each; none: of all of them.
    pub cached: Option<(i64, i64)>,
}

/// What references an array takes; others are an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementType {
    Any,
    Class(ClassId),
    /// Arrays of anything.
    Array,
    /// Arrays of a class.
    ArrayOf(ClassId),
    /// Arrays of numbers or truth values.
    ArrayOfValues(Type),
}

/// A place where a number is boxed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boxing {
    /// One of [`Roles::boxes`].
    pub class: ClassId,
    /// Tells the objects that are made here from those that are made elsewhere; not 0.
    pub origin: u16,
    /// A new object, also where there is one for all.
    pub fresh: bool,
}

/// Errors that statements raise by themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorKind {
    Null,
    /// Its raiser gets the index and the length.
    Index,
    Division,
    /// Its raiser gets the length.
    NegativeLength,
    Cast,
    /// An array got what is not one of its elements.
    ArrayStore,
    /// Its raiser gets what the assertion says.
    Assertion,
    /// wait, notify or exit without holding the monitor.
    Monitor,
    /// A thread was started twice.
    ThreadState,
    Interrupted,
    /// No alternative of a select is open.
    Closed,
    /// The owner of an entry takes no more calls.
    Callee,
    /// Not one that is ever handled.
    Aborted,
    /// A class is used whose initialisation has failed. Its raiser gets the full name of the class.
    Initialisation,
    /// Memory is used in a way that is not defined.
    Memory(MemoryError),
    /// A signed number is too large for its type, or a shift too far.
    Overflow,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// As people would say it: `Fork`, `Main.Worker`, `Runnable@Main.java:12` for a lambda.
    pub name: String,
    /// The class it extends first, then interfaces.
    pub parents: Vec<ClassId>,
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
    /// Sets the static fields; runs before the first use of the class.
    pub initializer: Option<MethodId>,
    /// Part of a library model: its steps are not shown by default, and what it declares is not the
    /// user's.
    pub library: bool,
    pub span: Option<Span>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub class: ClassId,
    pub ty: Type,
    pub is_static: bool,
    /// Assigned only in constructors or initialisers.
    pub is_final: bool,
    /// Accesses at the same moment are no race.
    pub volatile: bool,
    /// Nor are those to the elements of an array that it holds: the array belongs to the field alone.
    pub volatile_elements: bool,
    /// Nothing reads it before it was written.
    pub late: bool,
    /// The number that it holds before anything runs, where that is not 0.
    pub constant: Option<Operand>,
    pub span: Option<Span>,
}

/// A type of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// 0 or 1.
    Bool,
    /// Assignment wraps.
    Int { bits: u8, signed: bool },
    /// Kept as its bits; computed only where it is known when the program is elaborated.
    Float,
    /// An object, array, string, boxed number, pointer, or null.
    Reference,
}

impl Type {
    /// A byte.
    pub const BYTE: Type = Type::Int { bits: 8, signed: true };
    /// A short number.
    pub const SHORT: Type = Type::Int { bits: 16, signed: true };
    /// A character.
    pub const CHAR: Type = Type::Int { bits: 16, signed: false };
    /// A number of 32 bits.
    pub const INT: Type = Type::Int { bits: 32, signed: true };
    /// A number of 64 bits.
    pub const LONG: Type = Type::Int { bits: 64, signed: true };
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub class: ClassId,
    /// A method overrides another exactly if the selectors are equal and the classes are related.
    /// Constructors and static methods have one too, and it does not matter.
    pub selector: String,
    pub is_static: bool,
    /// Holds the lock of the receiver, or of the class, while it runs.
    pub synchronized: bool,
    /// The receiver first, unless it is static; then the parameters.
    pub parameters: Vec<VarId>,
    pub vars: IndexVec<VarId, Var>,
    /// None: nothing is returned.
    pub result: Option<Type>,
    /// None: abstract, or a body that is not available.
    pub body: Option<Vec<Stmt>>,
    pub span: Option<Span>,
}

/// A variable of a method.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Type,
    /// Holds an intermediate value; it has no name in the source.
    pub temporary: bool,
    pub span: Option<Span>,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Option<Span>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Set(VarId, Expr),
    Load(VarId, Access),
    Store(Access, Operand),
    /// A fresh object with all fields zero; the constructor is called by a statement of its own.
    New {
        into: VarId,
        class: ClassId,
    },
    /// A fresh array with all elements zero. An array of arrays is made by a loop.
    NewArray {
        into: VarId,
        element: Type,
        of: ElementType,
        length: Operand,
    },
    /// The length of an array.
    Length(VarId, Operand),
    /// Whether a reference is one of these; null is not.
    InstanceOf {
        into: VarId,
        value: Operand,
        class: ClassId,
    },
    /// An error unless the value is null or one of these.
    Cast {
        value: Operand,
        class: ClassId,
    },
    /// The receiver, if any, is the first argument.
    Call {
        into: Option<VarId>,
        callee: Callee,
        arguments: Vec<Operand>,
    },
    If {
        condition: Operand,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// For ever, unless something leaves it. `Continue` goes to the start of the body, except that
    /// `update` runs before (the update part of a `for`).
    Loop {
        id: BlockId,
        body: Vec<Stmt>,
        update: Vec<Stmt>,
    },
    Block {
        id: BlockId,
        body: Vec<Stmt>,
    },
    /// Leaves a block or loop.
    Break(BlockId),
    /// Starts the next round of a loop.
    Continue(BlockId),
    Return(Option<Operand>),
    Throw(Operand),
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Handler>,
        finally: Vec<Stmt>,
    },
    /// Holds the monitor of an object while the body runs, however it is left.
    Synchronized {
        monitor: Operand,
        body: Vec<Stmt>,
    },
    /// A false one is reported; then it is an error as any other.
    Assert(Operand),
    /// The same, with what the error says.
    AssertSaying {
        condition: Operand,
        detail: Operand,
    },
    /// Goes on only when the condition holds; blocks until then. Its reads and the decision are one
    /// moment. For library models.
    Await(Condition),
    /// Holds exclusive control: the body is one step for all other processes, unless it blocks inside.
    /// For library models.
    Atomic(Vec<Stmt>),
    /// An operation that the model itself has. `into` gets its result, if it has one.
    Do {
        into: Option<VarId>,
        operation: Operation,
        arguments: Vec<Operand>,
    },
    /// Meets another thread at an entry.
    Meet(Meeting),
    /// What the front end cannot model, with the values that it gets to see. The result is unknown.
    Unmodelled {
        into: Option<VarId>,
        what: String,
        arguments: Vec<Operand>,
    },
    /// Says something; no part of the state.
    Print(String),
    /// From here on this is taken for granted, and said with every verdict.
    Assume(String),
    /// Control reaches a label of the source.
    Label(String),
    /// A fresh block of so many bytes. `zeroed`: all of them are 0, else what they hold is not known. `layout`: of the
    /// whole, or of one of its elements where it has room for several.
    Allocate {
        into: VarId,
        storage: Storage,
        bytes: Operand,
        zeroed: bool,
        layout: Option<LayoutId>,
    },
    /// Ends a block of the heap, by the pointer to its start. Null: nothing.
    Free(Operand),
    /// Ends a block that a local variable is, by the pointer to its start, where its scope is left. Not needed for
    /// soundness of anything but the uses after that. Undefined, where the declaration was jumped over: nothing.
    EndLife(Operand),
    /// Copies bytes; both parts may overlap. Each value that is copied is an access of its own, of the same kind as
    /// `Access::Memory` with `atomic` false.
    CopyMemory {
        to: Operand,
        from: Operand,
        bytes: Operand,
    },
    /// Sets bytes to a number (its lowest 8 bits). One access.
    FillMemory {
        at: Operand,
        byte: Operand,
        bytes: Operand,
    },
    /// Goes to the target with this label, wherever in the method it is. Both are inside of the same `Atomic`,
    /// `Synchronized` and `Try` statements.
    Goto(LabelId),
    /// Where `Goto` goes. One for each label of a method.
    Target(LabelId),
}

/// A handler of errors.
#[derive(Clone, Debug)]
pub struct Handler {
    /// Takes what is one of these.
    pub classes: Vec<ClassId>,
    pub into: VarId,
    pub body: Vec<Stmt>,
}

/// Numbers, references and strings that need no evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Var(VarId),
    Int(i64),
    /// A floating-point number, as its bits.
    Float(u64),
    Null,
    String(StringId),
    /// The object that stands for a class; its monitor is that of static synchronized methods.
    Class(ClassId),
    /// The address of a global; of a thread-local one, that of the executing thread.
    Global(GlobalId),
    /// The address of a function: a static method.
    Function(MethodId),
}

/// Evaluation touches nothing but variables. `Divide` and `Remainder` of integers, and `Unbox`, raise
/// errors and stand only at the top, over operands; there stands `Text`, too.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Operand(Operand),
    Unary(UnaryOp, Width, Box<Expr>),
    /// References are compared with `Equal` and `NotEqual` only.
    Binary(BinaryOp, Width, Box<Expr>, Box<Expr>),
    /// As assignment to a cell of this type would keep the number.
    Cut(Type, Box<Expr>),
    /// What is made of text and numbers that are known; else it is not followed.
    Text(TextOp, Vec<Operand>),
    /// A whole number as an object.
    Box(Boxing, Box<Expr>),
    /// The number in a reference; null is an error.
    Unbox(Box<Expr>),
    /// A value that is not followed, such as the text that a concatenation makes. What depends on it
    /// is unknown.
    Opaque(Type),
    /// An operator as C has it, on two values of one type. Of a whole number: arithmetic, shifts (the right side is a
    /// number of any type), bitwise operators and comparisons; signed overflow and a shift that is too far are errors of
    /// the kind `Overflow`, a zero divisor one of the kind `Division`. Of [`Type::Reference`]: comparisons, and
    /// `Subtract` for the distance in bytes; whether a pointer is less than one into another block is not known.
    Typed(BinaryOp, Type, Box<Expr>, Box<Expr>),
    Convert(Conversion, Box<Expr>),
    /// A pointer, and a number times so many bytes further on. It is an error where that is neither in the block nor one
    /// past its end. From null it is an address that nothing is at.
    Offset(Box<Expr>, Box<Expr>, i64),
}

impl Expr {
    /// An operation on two floating-point numbers.
    pub fn float(op: FloatBinary, left: Expr, right: Expr) -> Expr {
        Expr::Binary(BinaryOp::Float(op), Width::W64, Box::new(left), Box::new(right))
    }

    /// An operation on one floating-point number.
    pub fn float_of(op: FloatUnary, inner: Expr) -> Expr {
        Expr::Unary(UnaryOp::Float(op), Width::W64, Box::new(inner))
    }
}

/// A place of the heap, as an instruction names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    Field(Operand, FieldId),
    Static(FieldId),
    Element(Operand, Operand),
    /// What a pointer points at. Two accesses race unless both are `atomic`; those of library models are.
    Memory {
        pointer: Operand,
        unit: Unit,
        atomic: bool,
    },
}

/// The method that a call means.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// Exactly this one: static methods, constructors, `super` calls, private methods.
    Exact(MethodId),
    /// The method with this selector in the class of the receiver. `declared` is the one that the
    /// static type shows.
    Virtual { selector: String, declared: MethodId },
    /// The function that a pointer points at.
    Pointer(Operand),
}

/// What `Await` waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Operand(Operand),
    Load(Access),
    Unary(UnaryOp, Width, Box<Condition>),
    Binary(BinaryOp, Width, Box<Condition>, Box<Condition>),
    /// How often the executing thread holds the monitor of an object, whether any does, how many
    /// wait on it without having been notified.
    Mine(Operand),
    Held(Operand),
    Waiting(Operand),
    /// That thread was started; has ended.
    Started(Operand),
    Ended(Operand),
    /// How many elements an array has.
    Length(Operand),
}

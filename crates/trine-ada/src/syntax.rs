//! The parts of an Ada text that matter: units, declarations, statements, expressions.

use std::collections::BTreeSet;
use std::rc::Rc;

use trine_base::Span;

/// A name as it was written, and as it is compared: without regard to case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    pub key: String,
    pub text: String,
    pub span: Span,
}

/// A unit of a file: the names of the units that it is compiled with, and what it declares.
#[derive(Clone, Debug)]
pub struct Unit {
    pub withs: Vec<(String, Span)>,
    pub uses: Vec<(String, Span)>,
    /// The pragmas before it.
    pub pragmas: Vec<(Ident, Vec<Arg>)>,
    /// The units that it is a child of, with a dot behind each.
    pub parent: String,
    pub decl: Decl,
}

/// `Pre => X > 0` behind `with`.
#[derive(Clone, Debug)]
pub struct Aspect {
    pub name: Ident,
    pub value: Option<Rc<Expr>>,
}

/// A declaration and its place.
#[derive(Clone, Debug)]
pub struct Decl {
    pub kind: DeclKind,
    pub span: Span,
}

/// What is declared (RM 3 to 12).
#[derive(Clone, Debug)]
pub enum DeclKind {
    Type {
        name: Ident,
        discriminants: Vec<Param>,
        def: TypeDef,
        aspects: Vec<Aspect>,
    },
    Subtype {
        name: Ident,
        of: Indication,
        aspects: Vec<Aspect>,
    },
    Object {
        names: Vec<Ident>,
        constant: bool,
        ty: ObjectType,
        init: Option<Expr>,
        volatile: bool,
    },
    Number {
        names: Vec<Ident>,
        value: Expr,
    },
    Renaming {
        name: Ident,
        of: Expr,
    },
    Exception {
        names: Vec<Ident>,
    },
    Subprogram(Signature),
    SubprogramBody(Rc<Body>, Signature),
    /// `function F (…) return T is (…);`
    ExpressionFunction(Signature, Expr, Rc<BTreeSet<String>>),
    NullProcedure(Signature),
    /// `procedure P (…) is abstract;`
    AbstractSubprogram(Signature),
    Task {
        name: Ident,
        is_type: bool,
        discriminants: Vec<Param>,
        interfaces: Vec<Indication>,
        entries: Vec<EntrySpec>,
    },
    TaskBody(Ident, Rc<Body>),
    Protected(Rc<Protected>),
    ProtectedBody {
        name: Ident,
        items: Vec<Decl>,
    },
    EntryBody(Rc<EntryBody>),
    Package {
        name: Ident,
        decls: Vec<Decl>,
    },
    PackageBody {
        name: Ident,
        body: Rc<Body>,
    },
    Generic {
        name: Ident,
        formals: Vec<GenericFormal>,
        decl: Box<Decl>,
    },
    Instance {
        name: Ident,
        generic: Expr,
        actuals: Vec<Arg>,
    },
    Use(Vec<String>),
    Pragma {
        name: Ident,
        arguments: Vec<Arg>,
    },
    /// `separate`: the body is elsewhere.
    Stub(Ident),
    /// A body that stands elsewhere: the unit that it belongs to, and the body.
    Subunit(String, Box<Decl>),
    /// What has no part in an execution.
    Nothing,
    Unmodelled(String),
}

/// A protected type or a single protected object (RM 9.4).
#[derive(Clone, Debug)]
pub struct Protected {
    pub name: Ident,
    pub is_type: bool,
    pub discriminants: Vec<Param>,
    pub interfaces: Vec<Indication>,
    pub operations: Vec<Signature>,
    pub entries: Vec<EntrySpec>,
    pub data: Vec<Decl>,
}

/// The body of a protected entry (RM 9.5.2).
#[derive(Clone, Debug)]
pub struct EntryBody {
    pub name: Ident,
    /// The parameter for the index of a family.
    pub index: Option<Ident>,
    pub params: Vec<Param>,
    pub barrier: Expr,
    pub body: Body,
}

/// A parameter of a generic unit (RM 12.1).
#[derive(Clone, Debug)]
pub enum GenericFormal {
    Type(Ident),
    Object(Vec<Ident>, Indication, Option<Expr>),
    /// With its default: a name, or `<>` for what has its name where it is instantiated.
    Subprogram(Signature, Option<Expr>),
    Other(String, Span),
}

/// The header of a subprogram (RM 6.1).
#[derive(Clone, Debug)]
pub struct Signature {
    pub name: Ident,
    pub params: Vec<Param>,
    pub result: Option<Indication>,
    pub aspects: Vec<Aspect>,
}

/// Parameters that are declared together, or discriminants.
#[derive(Clone, Debug)]
pub struct Param {
    pub names: Vec<Ident>,
    pub mode: Mode,
    pub ty: Indication,
    pub default: Option<Expr>,
}

/// The mode of a parameter (RM 6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    In,
    Out,
    InOut,
}

impl Mode {
    /// Whether the argument's value is passed to the subprogram.
    pub fn comes_in(self) -> bool {
        self != Mode::Out
    }

    /// Whether the parameter's value is passed back.
    pub fn goes_out(self) -> bool {
        self != Mode::In
    }
}

/// The declaration of an entry (RM 9.5.2).
#[derive(Clone, Debug)]
pub struct EntrySpec {
    pub name: Ident,
    /// The index range of a family.
    pub family: Option<Expr>,
    pub params: Vec<Param>,
    pub aspects: Vec<Aspect>,
}

/// Declarations, statements and handlers of a body, and every name that occurs in it.
#[derive(Clone, Debug)]
pub struct Body {
    pub decls: Vec<Decl>,
    pub stmts: Handled,
    pub mentions: Rc<BTreeSet<String>>,
    pub span: Span,
    /// `end`, and what follows it.
    pub end: Span,
}

/// Statements with their exception handlers (RM 11.2).
#[derive(Clone, Debug, Default)]
pub struct Handled {
    pub stmts: Vec<Stmt>,
    pub handlers: Vec<Handler>,
}

/// An exception handler (RM 11.2).
#[derive(Clone, Debug)]
pub struct Handler {
    pub name: Option<Ident>,
    /// None: `others`.
    pub choices: Vec<Option<Expr>>,
    pub stmts: Vec<Stmt>,
}

/// What `TypeDef::Other` says of a type that extends another one, which may be a controlled type.
pub const EXTENSION: &str = "a type extension";

/// What the values of a new type are (RM 3.2.1).
#[derive(Clone, Debug)]
pub enum TypeDef {
    Enumeration(Vec<Ident>),
    Range(Expr),
    Modular(Expr),
    /// With its range, where it has one.
    Float(Option<Expr>),
    /// With its digits, where it is a decimal type.
    Fixed {
        delta: Box<Expr>,
        digits: Option<Box<Expr>>,
        range: Option<Box<Expr>>,
    },
    Array {
        indices: Vec<Expr>,
        unconstrained: bool,
        element: Indication,
    },
    Record(Vec<Component>),
    Access(Indication),
    Derived(Indication),
    Tagged(Tagged),
    /// An extension of `Ada.Finalization.Controlled` or `Limited_Controlled`.
    Controlled(Vec<Component>),
    /// Only announced, or private: the full one follows.
    Incomplete,
    Other(String),
}

/// A tagged type, an extension of one, or an interface.
#[derive(Clone, Debug)]
pub struct Tagged {
    /// The parent type, then the interfaces.
    pub parents: Vec<Indication>,
    pub components: Vec<Component>,
    pub is_abstract: bool,
}

/// Components that are declared together (RM 3.8).
#[derive(Clone, Debug)]
pub struct Component {
    pub names: Vec<Ident>,
    pub ty: Indication,
    pub default: Option<Expr>,
    /// The variants that it stands in, the outermost first.
    pub variants: Vec<Variant>,
}

/// A component is there only for some values of a discriminant.
#[derive(Clone, Debug)]
pub struct Variant {
    pub discriminant: Ident,
    pub choices: Rc<Vec<Expr>>,
    /// For all values but these.
    pub others: bool,
}

/// The type of declared objects: named, or described in place.
#[derive(Clone, Debug)]
pub enum ObjectType {
    Named(Indication),
    Array { indices: Vec<Expr>, element: Indication },
    Access(Indication),
}

/// A type or subtype, perhaps with a constraint.
#[derive(Clone, Debug)]
pub struct Indication {
    pub mark: Expr,
    pub constraint: Constraint,
    pub not_null: bool,
    /// An access to it, without a name of its own.
    pub access: bool,
    pub span: Span,
}

/// What a subtype indication adds to the type that it names (RM 3.2.2).
#[derive(Clone, Debug)]
pub enum Constraint {
    None,
    Range(Expr),
    /// Bounds of an array, or values of discriminants.
    Of(Vec<Arg>),
}

/// A statement, its label and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub label: Option<Ident>,
    pub span: Span,
}

/// What a statement is (RM 5.1).
#[derive(Clone, Debug)]
pub enum StmtKind {
    Null,
    Assign(Expr, Expr),
    /// A procedure or entry, with its arguments.
    Call(Expr),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    Case(Expr, Vec<(Vec<Expr>, Vec<Stmt>)>),
    Loop {
        name: Option<Ident>,
        scheme: Scheme,
        body: Vec<Stmt>,
    },
    Block {
        name: Option<Ident>,
        body: Rc<Body>,
    },
    Exit {
        name: Option<Ident>,
        when: Option<Expr>,
    },
    Return(Option<Expr>),
    /// The exception, and its message.
    Raise(Option<(Expr, Option<Expr>)>),
    Goto(Ident),
    Delay(Expr),
    Abort(Vec<Expr>),
    Requeue {
        target: Expr,
        with_abort: bool,
    },
    Accept(Accept),
    Select {
        alternatives: Vec<Alternative>,
        otherwise: Option<Vec<Stmt>>,
    },
    /// An entry call that gives up at once or after a while.
    CallOr {
        call: Expr,
        then: Vec<Stmt>,
        timed: bool,
        otherwise: Vec<Stmt>,
    },
    /// Statements that are given up once something else has happened.
    Async {
        trigger: Trigger,
        then: Vec<Stmt>,
        abortable: Vec<Stmt>,
    },
    Pragma {
        name: Ident,
        arguments: Vec<Arg>,
    },
    Unmodelled(String),
}

/// What ends the statements of an asynchronous select (RM 9.7.4).
#[derive(Clone, Debug)]
pub enum Trigger {
    Call(Expr),
    Delay(Expr),
}

/// How a loop goes on (RM 5.5).
#[derive(Clone, Debug)]
pub enum Scheme {
    Forever,
    While(Expr),
    For {
        var: Ident,
        reverse: bool,
        range: Expr,
    },
    /// `for X of A`: each element of an array.
    Of {
        var: Ident,
        reverse: bool,
        array: Expr,
    },
}

/// An accept statement (RM 9.5.2).
#[derive(Clone, Debug)]
pub struct Accept {
    pub entry: Ident,
    pub index: Option<Expr>,
    pub params: Vec<Param>,
    pub body: Option<Handled>,
    pub span: Span,
}

/// An alternative of a selective accept (RM 9.7.1).
#[derive(Clone, Debug)]
pub struct Alternative {
    pub guard: Option<Expr>,
    pub kind: AlternativeKind,
    pub then: Vec<Stmt>,
    pub span: Span,
}

/// What an alternative waits for.
#[derive(Clone, Debug)]
pub enum AlternativeKind {
    Accept(Accept),
    Delay(Expr),
    Terminate,
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// What an expression is (RM 4.4).
#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(Ident),
    Selected(Box<Expr>, Ident),
    /// `X.all`
    All(Box<Expr>),
    /// A call, an element, a slice or a conversion: names alone do not tell.
    Apply(Box<Expr>, Vec<Arg>),
    Attribute(Box<Expr>, Ident, Vec<Arg>),
    Qualified(Box<Expr>, Box<Expr>),
    Int(i128),
    Real(f64),
    Text(String),
    Character(char),
    Null,
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Whether a value is one of these; and whether it is asked for the opposite.
    In(Box<Expr>, Vec<Expr>, bool),
    If(Vec<(Expr, Expr)>, Option<Box<Expr>>),
    Case(Box<Expr>, Vec<(Vec<Expr>, Expr)>),
    /// The exception, and its message.
    Raise(Box<Expr>, Option<Box<Expr>>),
    /// `for all` or `for some`, over a range or over the elements of an array.
    Quantified {
        all: bool,
        var: Ident,
        elements: bool,
        range: Box<Expr>,
        condition: Box<Expr>,
    },
    Aggregate(Vec<Arg>),
    /// `(Ancestor with X => 1)`: the first part of an extension, and the other components.
    Extension(Box<Expr>, Vec<Arg>),
    /// An allocator: of a value (`new T'(V)`), or with bounds or discriminants.
    New {
        mark: Box<Expr>,
        arguments: Vec<Arg>,
        qualified: bool,
    },
    Range(Box<Expr>, Box<Expr>),
    /// `T range A .. B`
    Constrained(Box<Expr>, Box<Expr>),
    /// `<>`
    Box,
    Others,
    Unmodelled(String),
}

/// An argument, with the names or choices that it is for.
#[derive(Clone, Debug)]
pub struct Arg {
    pub choices: Vec<Expr>,
    pub value: Expr,
}

/// Unary operators (RM 4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Plus,
    Minus,
    Not,
    Abs,
}

/// Binary operators (RM 4.5), short circuits included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    And,
    Or,
    Xor,
    AndThen,
    OrElse,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Concatenate,
    Multiply,
    Divide,
    Mod,
    Rem,
    Power,
}

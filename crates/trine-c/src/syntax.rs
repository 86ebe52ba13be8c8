//! The syntax tree of C, with the names of the grammar in C11.

use std::collections::BTreeSet;
use std::sync::Arc;

use trine_base::Span;

/// A name of the source.
pub type Name = Arc<str>;

/// What a file declares, in order.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    pub items: Vec<ExternalDeclaration>,
}

/// What stands at the outermost level of a file (6.9).
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most of them are of the larger kind")]
pub enum ExternalDeclaration {
    Declaration(Declaration),
    Function(Arc<FunctionDefinition>),
    /// A statement in the language of the machine.
    Asm(Span),
}

/// A function with its body.
#[derive(Debug)]
pub struct FunctionDefinition {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    /// The declarations of the parameters between the head and the body (K&R).
    pub parameters: Vec<Declaration>,
    pub body: Block,
    /// Names whose address is taken somewhere in the body.
    pub addressed: BTreeSet<Name>,
    pub span: Span,
}

/// A declaration with all its declarators (6.7), or an assertion of the compiler.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    /// `_Static_assert` with its condition and text.
    pub assertion: Option<(Expr, String)>,
    pub span: Span,
}

/// One declarator of a declaration, with its initializer.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    pub initializer: Option<Initializer>,
}

/// The storage class (6.7.1); at most one is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub struct Specifiers {
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    pub qualifiers: Qualifiers,
    pub ty: TypeSpecifier,
    pub alignment: Option<Box<Alignment>>,
    pub attributes: Attributes,
    pub span: Span,
}

/// The qualifiers of a type (6.7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub volatile: bool,
    pub atomic: bool,
}

/// Attributes that matter here.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    pub packed: bool,
    pub noreturn: bool,
    pub transparent_union: bool,
    /// `aligned`, with its argument where there is one.
    pub aligned: Option<Option<Box<Expr>>>,
    /// `mode(DI)` and the like.
    pub mode: Option<Name>,
    /// `cleanup(function)`.
    pub cleanup: Option<Name>,
    pub constructor: bool,
    pub alias: bool,
    pub vector: bool,
}

/// What `_Alignas` is given (6.7.5).
#[derive(Clone, Debug)]
pub enum Alignment {
    Type(TypeName),
    Value(Expr),
}

/// The types that are written with keywords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basic {
    Void,
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
    Float,
    Double,
    LongDouble,
}

/// The type that the specifiers of a declaration name together (6.7.2).
#[derive(Clone, Debug)]
pub enum TypeSpecifier {
    Basic(Basic),
    /// A type that gcc has and Trine has no model of: `__int128`, `_Float128`, `_Complex`.
    Unmodelled(&'static str),
    Record(Box<RecordSpecifier>),
    Enum(Box<EnumSpecifier>),
    Typedef(Name, Span),
    TypeofExpr(Box<Expr>),
    TypeofType(Box<TypeName>),
    /// `__auto_type`.
    Auto,
    /// `__builtin_va_list`.
    VaList,
    /// Left out; `int` is meant.
    Implicit,
}

/// `struct` or `union` (6.7.2.1); without members it refers to another declaration, or is incomplete.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    pub union: bool,
    pub tag: Option<Name>,
    pub members: Option<Vec<Declaration>>,
    /// Widths of bit fields, in the order of all declarators of all members.
    pub widths: Vec<Option<Expr>>,
    pub attributes: Attributes,
}

/// `enum` (6.7.2.2); without enumerators it refers to another declaration.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Name>,
    pub enumerators: Option<Vec<(Name, Option<Expr>, Span)>>,
    pub attributes: Attributes,
}

/// A name and what is derived from the type of the specifiers, the innermost derivation (next to the specifiers)
/// first.
#[derive(Clone, Debug)]
pub struct Declarator {
    pub name: Option<Name>,
    pub derived: Vec<Derived>,
    pub attributes: Attributes,
    /// Another name for the linker.
    pub renamed: Option<Name>,
    pub span: Span,
}

/// One step of a declarator from the declared name to the type: pointer, array or function (6.7.6).
#[derive(Clone, Debug)]
pub enum Derived {
    Pointer(Qualifiers),
    /// None: of no known size.
    Array(Option<Box<Expr>>),
    Function(Parameters),
}

/// What stands between the parentheses of a function declarator.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub list: Vec<Parameter>,
    pub variadic: bool,
    /// Nothing stands between the parentheses.
    pub unspecified: bool,
    /// Only names are given (K&R).
    pub names: Vec<(Name, Span)>,
}

/// One parameter of a function, with or without a name.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
}

/// A type without a declared name, as in casts and `sizeof` (6.7.7).
#[derive(Clone, Debug)]
pub struct TypeName {
    pub specifiers: Box<Specifiers>,
    pub declarator: Declarator,
}

/// The value that an object starts with (6.7.9).
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most of them are of the larger kind")]
pub enum Initializer {
    Expr(Expr),
    List(Vec<(Vec<Designator>, Initializer)>, Span),
}

/// Which part of an aggregate an initializer is for (6.7.9).
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most of them are of the larger kind")]
pub enum Designator {
    Member(Name, Span),
    Index(Expr),
    /// GNU: `[1 ... 3]`.
    Range(Expr, Expr),
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Binary operators (6.5.5 to 6.5.14), without assignment and comma.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// Unary operators (6.5.2.4 and 6.5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
    Dereference,
    Address,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// GNU.
    Real,
    /// GNU.
    Imaginary,
}

/// What an expression is (6.5), with extensions of GNU.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Identifier(Name),
    /// As it is written.
    Number(Arc<str>),
    Character(Arc<str>),
    /// The units, without the zero at the end; whether they are wide.
    Text(Vec<u32>, bool),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// None: plain `=`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// GNU leaves out the middle.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Member(Box<Expr>, Name),
    Arrow(Box<Expr>, Name),
    Index(Box<Expr>, Box<Expr>),
    Cast(TypeName, Box<Expr>),
    Compound(TypeName, Box<Initializer>),
    SizeofExpr(Box<Expr>),
    SizeofType(TypeName),
    AlignofExpr(Box<Expr>),
    AlignofType(TypeName),
    Statement(Box<Block>),
    /// The operand and the alternatives; no type is `default`.
    Generic(Box<Expr>, Vec<(Option<TypeName>, Expr)>),
    LabelAddress,
    VaArg(TypeName),
    Offsetof(TypeName, Vec<Designator>),
    TypesCompatible(TypeName, TypeName),
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A compound statement.
#[derive(Clone, Debug)]
pub struct Block {
    pub items: Vec<Statement>,
    pub span: Span,
}

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// What a statement is (6.8); labels contain the statement that they mark.
#[derive(Clone, Debug)]
pub enum StatementKind {
    Empty,
    Expr(Expr),
    Declaration(Declaration),
    Block(Block),
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    While(Expr, Box<Statement>),
    DoWhile(Box<Statement>, Expr),
    For(Option<Box<Statement>>, Option<Expr>, Option<Expr>, Box<Statement>),
    Switch(Expr, Box<Statement>),
    /// With the end of its range, where it has one (GNU).
    Case(Expr, Option<Expr>, Box<Statement>),
    Default(Box<Statement>),
    Label(Name, Box<Statement>),
    Goto(Name),
    /// GNU: to where a pointer says.
    GotoPointer(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// Inline assembly: its text, and whether it has operands.
    Asm(String, bool),
    /// A function inside a function (GNU).
    NestedFunction(Name),
}

//! A Promela model as it was written, macros and inlines expanded, every piece with its place.

use std::sync::Arc;

use trine_base::{Span, define_id};

define_id!(
    /// One mention of a variable; what it means is found by the check.
    RefId,
    "ref"
);
define_id!(
    /// One declared variable, where it stands.
    DeclId,
    "decl"
);

/// A name of the model.
pub type Name = Arc<str>;

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

/// A whole model, its units in the order of the text.
#[derive(Debug, Default)]
pub struct Model {
    pub units: Vec<Unit>,
    /// How many `RefId`s and `DeclId`s were given out.
    pub references: usize,
    pub declarations: usize,
}

/// A unit of a model.
#[derive(Debug)]
pub enum Unit {
    Variables(Declaration),
    Typedef(Typedef),
    Mtype(MtypeUnit),
    Process(Process),
    Claim(Claim),
    Trace(Trace),
    Ltl(LtlUnit),
    Unmodelled(Unmodelled),
}

/// A record type.
#[derive(Debug)]
pub struct Typedef {
    pub name: Ident,
    pub fields: Vec<Declaration>,
    pub span: Span,
}

/// `mtype [:subtype] = { … }`.
#[derive(Debug)]
pub struct MtypeUnit {
    pub subtype: Option<Ident>,
    pub names: Vec<Ident>,
    pub span: Span,
}

/// A process type.
#[derive(Debug)]
pub struct Process {
    pub kind: ProcessKind,
    /// `init` for the initial process.
    pub name: Ident,
    pub active: Option<Active>,
    pub parameters: Vec<Declaration>,
    pub priority: Option<Number>,
    pub provided: Option<Expr>,
    pub body: Block,
    pub span: Span,
}

/// What a process type is declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessKind {
    Proctype,
    /// `D_proctype`: deterministic, says the author.
    Deterministic,
    Init,
}

/// `active [count]`; without a count one instance.
#[derive(Debug)]
pub struct Active {
    pub count: Option<Expr>,
    pub span: Span,
}

/// A never claim.
#[derive(Debug)]
pub struct Claim {
    pub name: Option<Ident>,
    pub body: Block,
    pub span: Span,
}

/// A trace assertion, or with `negative` a notrace assertion.
#[derive(Debug)]
pub struct Trace {
    pub negative: bool,
    pub body: Block,
    pub span: Span,
}

/// A formula of the model.
#[derive(Debug)]
pub struct LtlUnit {
    pub name: Option<Ident>,
    pub formula: Ltl,
    pub span: Span,
}

/// A formula with Promela expressions as its atoms.
#[derive(Clone, Debug)]
pub struct Ltl {
    pub kind: LtlKind,
    pub span: Span,
    pub height: u32,
}

/// An operator of temporal logic.
#[derive(Clone, Debug)]
pub enum LtlKind {
    Atom(Expr),
    Not(Box<Ltl>),
    And(Box<Ltl>, Box<Ltl>),
    Or(Box<Ltl>, Box<Ltl>),
    Implies(Box<Ltl>, Box<Ltl>),
    Equivalent(Box<Ltl>, Box<Ltl>),
    Next(Box<Ltl>),
    Always(Box<Ltl>),
    Eventually(Box<Ltl>),
    Until(Box<Ltl>, Box<Ltl>),
    WeakUntil(Box<Ltl>, Box<Ltl>),
    Release(Box<Ltl>, Box<Ltl>),
}

/// What has no meaning here: C code, or input from a terminal.
#[derive(Clone, Debug)]
pub struct Unmodelled {
    /// As the text says it: `c_code`, `c_expr`, `c_decl`, `c_state`, `c_track`.
    pub what: &'static str,
    pub span: Span,
}

/// A declaration of variables.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub visibility: Option<Visibility>,
    pub type_name: TypeName,
    pub variables: Vec<Declarator>,
    pub span: Span,
}

/// Whether a variable is hidden, shown or local.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    Hidden,
    Show,
    Local,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub enum TypeName {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    Unsigned,
    Chan,
    Mtype(Option<Ident>),
    User(Ident),
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Declarator {
    pub id: DeclId,
    pub name: Ident,
    /// `x : 5`, for unsigned.
    pub bits: Option<Number>,
    pub array: Option<Expr>,
    pub initial: Option<Initial>,
    pub span: Span,
}

/// What a variable is initialised with.
#[derive(Clone, Debug)]
pub enum Initial {
    Value(Expr),
    List(Vec<Expr>, Span),
    Channel(ChannelInitial),
}

/// `[capacity] of { fields }`.
#[derive(Clone, Debug)]
pub struct ChannelInitial {
    pub capacity: Expr,
    pub fields: Vec<TypeName>,
    pub span: Span,
}

/// A number at a place.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub value: i32,
    pub span: Span,
}

/// A block of statements.
#[derive(Clone, Debug)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub span: Span,
}

/// A statement with its labels.
#[derive(Clone, Debug)]
pub struct Statement {
    pub labels: Vec<Ident>,
    pub kind: StatementKind,
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    Declaration(Declaration),
    /// `xr` or, with `send`, `xs`.
    Exclusive {
        send: bool,
        channels: Vec<VarRef>,
    },
    If(Vec<Block>),
    Do(Vec<Block>),
    For {
        index: VarRef,
        range: ForRange,
        body: Block,
    },
    Select {
        variable: VarRef,
        low: Expr,
        high: Expr,
    },
    Atomic(Block),
    DStep(Block),
    Block(Block),
    Unless {
        main: Box<Statement>,
        escape: Box<Statement>,
    },
    /// The body of an inline with its arguments put in; its returns are assignments already.
    Inline {
        name: Ident,
        body: Block,
    },
    Goto(Ident),
    Break,
    Else,
    Expression(Expr),
    Assign {
        target: VarRef,
        value: Expr,
    },
    Increment(VarRef),
    Decrement(VarRef),
    Assert(Expr),
    Printf {
        format: Ident,
        arguments: Vec<Expr>,
    },
    Printm(Expr),
    Send {
        channel: VarRef,
        sorted: bool,
        arguments: Vec<Expr>,
    },
    Receive {
        channel: VarRef,
        random: bool,
        copy: bool,
        arguments: Vec<ReceiveArgument>,
    },
    SetPriority {
        process: Expr,
        priority: Expr,
    },
    Unmodelled(Unmodelled),
}

/// What a `for` runs through.
#[derive(Clone, Debug)]
pub enum ForRange {
    Between(Expr, Expr),
    In(VarRef),
}

/// A variable with its indices and fields: `a[i].b.c[j]`.
#[derive(Clone, Debug)]
pub struct VarRef {
    pub id: RefId,
    pub path: Vec<PathPart>,
    pub span: Span,
}

/// A name in a path, with its index.
#[derive(Clone, Debug)]
pub struct PathPart {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

impl VarRef {
    /// The name that is looked up first.
    pub fn base(&self) -> &Ident {
        &self.path[0].name
    }
}

/// An argument of a receive.
#[derive(Clone, Debug)]
pub enum ReceiveArgument {
    Variable(VarRef),
    Eval(Expr),
    Constant(Number),
}

/// An expression with its place and its height.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The longest way down to a leaf; the parser keeps it within what recursion can take.
    pub height: u32,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(i32),
    Variable(VarRef),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Run(Box<Run>),
    Len(VarRef),
    Probe(Probe, VarRef),
    /// `q?[…]`, or with `random` `q??[…]`.
    Poll {
        channel: VarRef,
        random: bool,
        arguments: Vec<ReceiveArgument>,
    },
    Enabled(Box<Expr>),
    PcValue(Box<Expr>),
    GetPriority(Box<Expr>),
    Timeout,
    NonProgress,
    /// `P[i]@L`, `P@L`.
    RemoteLabel {
        process: Ident,
        index: Option<Box<Expr>>,
        label: Ident,
    },
    /// `P[i]:x[j]`, `P:x`.
    RemoteVariable {
        process: Ident,
        index: Option<Box<Expr>>,
        variable: VarRef,
    },
    Unmodelled(Unmodelled),
}

/// A `run`.
#[derive(Clone, Debug)]
pub struct Run {
    pub process: Ident,
    pub arguments: Vec<Expr>,
    pub priority: Option<Number>,
}

/// A question about the length of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    Full,
    NotFull,
    Empty,
    NotEmpty,
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Not,
    Minus,
    Complement,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

impl Expr {
    /// An expression, with its height, which the parser limits: later passes recurse.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        let height = 1 + kind.children().map(|child| child.height).max().unwrap_or(0);
        Expr { kind, span, height }
    }

    /// A number that was written, or that an expansion made.
    pub fn number(value: i32, span: Span) -> Expr {
        Expr::new(ExprKind::Number(value), span)
    }
}

impl ExprKind {
    /// The expressions directly inside, those in indices included.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let mut found: Vec<&Expr> = Vec::new();
        match self {
            ExprKind::Number(_)
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::Unmodelled(_) => {}
            ExprKind::Variable(variable)
            | ExprKind::Len(variable)
            | ExprKind::Probe(_, variable) => found.extend(variable.indices()),
            ExprKind::Unary(_, inner)
            | ExprKind::Enabled(inner)
            | ExprKind::PcValue(inner)
            | ExprKind::GetPriority(inner) => found.push(inner),
            ExprKind::Binary(_, left, right) => found.extend([&**left, &**right]),
            ExprKind::Conditional(test, yes, no) => found.extend([&**test, &**yes, &**no]),
            ExprKind::Run(run) => found.extend(&run.arguments),
            ExprKind::Poll { channel, arguments, .. } => {
                found.extend(channel.indices());
                for argument in arguments {
                    match argument {
                        ReceiveArgument::Variable(variable) => found.extend(variable.indices()),
                        ReceiveArgument::Eval(value) => found.push(value),
                        ReceiveArgument::Constant(_) => {}
                    }
                }
            }
            ExprKind::RemoteLabel { index, .. } => found.extend(index.as_deref()),
            ExprKind::RemoteVariable { index, variable, .. } => {
                found.extend(index.as_deref());
                found.extend(variable.indices());
            }
        }
        found.into_iter()
    }
}

impl VarRef {
    /// The index expressions along the path, from left to right.
    pub fn indices(&self) -> impl Iterator<Item = &Expr> {
        self.path.iter().filter_map(|part| part.index.as_deref())
    }
}

impl Ltl {
    /// A formula, with its height, which the parser limits.
    pub fn new(kind: LtlKind, span: Span) -> Ltl {
        let below = match &kind {
            LtlKind::Atom(atom) => atom.height,
            LtlKind::Not(one)
            | LtlKind::Next(one)
            | LtlKind::Always(one)
            | LtlKind::Eventually(one) => one.height,
            LtlKind::And(left, right)
            | LtlKind::Or(left, right)
            | LtlKind::Implies(left, right)
            | LtlKind::Equivalent(left, right)
            | LtlKind::Until(left, right)
            | LtlKind::WeakUntil(left, right)
            | LtlKind::Release(left, right) => left.height.max(right.height),
        };
        Ltl { kind, span, height: below + 1 }
    }
}

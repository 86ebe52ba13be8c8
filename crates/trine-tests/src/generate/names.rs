//! What can be named at a place of a generated model: variables, channels, proctypes.

/// The types of variables and of message fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    Unsigned(u32),
    Mtype,
    Pid,
}

impl Type {
    /// The type as Promela writes it.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::Bool => "bool",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Int => "int",
            Self::Unsigned(_) => "unsigned",
            Self::Mtype => "mtype",
            Self::Pid => "pid",
        }
    }

    /// Values of this type are never negative.
    pub fn is_natural(self) -> bool {
        !matches!(self, Self::Short | Self::Int)
    }

    /// A variable of this type keeps every value of a message field of type `field`; a lone bit
    /// field is stored as a byte.
    pub fn holds(self, field: Self, alone: bool) -> bool {
        let field = if alone && field.rank() == 0 { Self::Byte } else { field };
        self.rank() >= field.rank()
    }

    /// A field of type `field` keeps every value of this type.
    pub fn fits(self, field: Self) -> bool {
        self.rank() <= field.rank()
    }

    fn rank(self) -> u32 {
        match self {
            Self::Bit | Self::Bool => 0,
            Self::Unsigned(_) => 1,
            Self::Byte | Self::Mtype | Self::Pid => 2,
            Self::Short => 3,
            Self::Int => 4,
        }
    }

    /// So few values that counting up and down stays small.
    pub fn is_small(self) -> bool {
        matches!(self, Self::Bit | Self::Bool | Self::Unsigned(_))
    }
}

/// `byte x[2] = 3`, without the semicolon.
pub fn declaration(kind: &Type, name: &str, length: Option<u32>, initial: Option<i64>) -> String {
    let mut text = format!("{} {name}", kind.keyword());
    if let Type::Unsigned(bits) = kind {
        text.push_str(&format!(" : {bits}"));
    }
    if let Some(length) = length {
        text.push_str(&format!("[{length}]"));
    }
    if let Some(initial) = initial {
        text.push_str(&format!(" = {initial}"));
    }
    text
}

/// A variable of a generated model.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Type,
    pub length: Option<u32>,
    pub readable: bool,
}

impl Variable {
    /// A readable variable that is no array.
    pub fn scalar(name: &str, kind: Type) -> Self {
        Self { name: name.to_owned(), kind, length: None, readable: true }
    }
}

/// A channel, or a parameter that stands for one of the same shape.
#[derive(Clone, Debug)]
pub struct Channel {
    pub name: String,
    pub capacity: usize,
    pub fields: Vec<Type>,
    /// Number of elements when it is an array.
    pub length: Option<u32>,
    /// Whether the process at hand may send and receive on it.
    pub sends: bool,
    pub receives: bool,
}

impl Channel {
    /// Whether messages of the one can be sent over the other.
    pub fn same_shape(&self, other: &Self) -> bool {
        self.capacity == other.capacity && self.fields == other.fields
    }
}

/// A proctype whose body was written: what others may refer to.
#[derive(Clone, Debug)]
pub struct Proctype {
    pub name: String,
    /// Values, then channels.
    pub parameters: Vec<Type>,
    pub channel_parameters: Vec<Channel>,
    /// Scalars declared at the head of the body.
    pub locals: Vec<Variable>,
    pub labels: Vec<String>,
    /// Pids of the instances that are there from the start.
    pub pids: Vec<usize>,
}

/// What a statement may use at its place.
#[derive(Clone, Debug)]
pub struct Scope {
    pub variables: Vec<Variable>,
    pub channels: Vec<Channel>,
    /// Labels of the body that a goto may name.
    pub labels: Vec<String>,
    pub in_loop: bool,
    pub in_atomic: bool,
    pub in_d_step: bool,
    pub in_unless: bool,
    /// Inside the main part of an unless.
    pub escaped: bool,
    /// No gotos, labels, declarations: the body of an inline.
    pub plain_body: bool,
    /// Inside an ltl formula, whose parser takes less.
    pub in_formula: bool,
    /// This body may ask enabled().
    pub may_ask_enabled: bool,
    /// Pids that are there from the start, this process left out where it is known.
    pub other_pids: Vec<usize>,
    pub depth: usize,
}

impl Scope {
    /// A scope outside of all blocks that knows these variables.
    pub fn new(variables: Vec<Variable>) -> Self {
        Self {
            variables,
            channels: Vec::new(),
            labels: Vec::new(),
            in_loop: false,
            in_atomic: false,
            in_d_step: false,
            in_unless: false,
            escaped: false,
            plain_body: false,
            in_formula: false,
            may_ask_enabled: false,
            other_pids: Vec::new(),
            depth: 0,
        }
    }

    /// A block inside this one.
    pub fn inner(&self) -> Self {
        Self { depth: self.depth + 1, ..self.clone() }
    }
}

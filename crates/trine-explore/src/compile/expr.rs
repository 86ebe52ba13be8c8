//! Expressions with every name resolved to where its value lies.

use trine_system::{
    BinaryOp, ChannelQuery, EntryRef, Expr, FaultKind, LocationId, MonitorQuery, Pattern, Place,
    PoolId, Root, TemplateId, Type, UnaryOp, Width,
};

use super::cell::Form;
use super::entries::EntryCode;
use super::layout::{Layout, Slot};
use super::threads::MonitorCode;

/// An expression, ready to be evaluated on the bytes of a state.
#[derive(Clone, PartialEq, Debug)]
pub enum Code {
    Const(i64),
    /// One byte of the frame.
    LocalByte(u32),
    /// One byte of the globals.
    GlobalByte(u32),
    Local(u32, Form),
    Global(u32, Form),
    Read(Box<PlaceCode>),
    /// A byte of a global array at an index that one byte of the frame holds.
    GlobalByteAtLocalByte {
        offset: u32,
        cells: u32,
        index: u32,
    },
    /// Two of the commonest tests.
    LocalByteTest {
        op: BinaryOp,
        offset: u32,
        value: i64,
    },
    GlobalByteTest {
        op: BinaryOp,
        offset: u32,
        value: i64,
    },
    Not(Box<Code>),
    Unary(UnaryOp, Width, Box<Code>),
    And(Box<(Code, Code)>),
    Or(Box<(Code, Code)>),
    Binary(BinaryOp, Width, Box<(Code, Code)>),
    Conditional(Box<(Code, Code, Code)>),
    Checked(Box<Code>, u32),
    Myself,
    ProcessCount,
    Last,
    Timeout,
    NonProgress,
    Enabled(Box<Code>),
    PcValue(Box<Code>),
    Priority(Box<Code>),
    At {
        process: Option<Box<Code>>,
        template: TemplateId,
        locations: Box<[LocationId]>,
    },
    Channel(ChannelQuery, Box<Code>),
    Poll(Box<PollCode>),
    Terminated,
    Event(u32),
    Monitor(MonitorQuery, Box<MonitorCode>),
    Waiting(Box<EntryCode>),
    Served,
    Started(Box<Code>),
    Ended(Box<Code>),
    /// Evaluating it always faults.
    Fault(FaultKind),
}

/// A poll of a channel, compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct PollCode {
    pub channel: Code,
    pub patterns: Box<[PatternCode]>,
    pub anywhere: bool,
}

/// A field of a message, compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternCode {
    Bind(PlaceCode),
    Match(Code),
    Ignore,
}

/// Where a value is read or written.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceCode {
    pub root: RootCode,
    pub slot: Slot,
    /// None where the place is one cell that is known now; `slot` then says which.
    pub index: Option<Code>,
}

/// Where the variable of a place lives.
#[derive(Clone, PartialEq, Debug)]
pub enum RootCode {
    Global,
    Local,
    Remote {
        process: Option<Box<Code>>,
        template: TemplateId,
    },
    Field {
        pool: PoolId,
        record: Box<Code>,
    },
    /// There is no such place; using it faults.
    Nowhere(FaultKind),
}

/// What names mean: the layout, and whose code it is (no process's, for a claim).
#[derive(Clone, Copy)]
pub struct Correspondence<'a> {
    pub layout: &'a Layout,
    pub template: Option<TemplateId>,
}

impl Correspondence<'_> {
    /// Compiles an expression: constants are folded, and frequent forms on bytes get codes of their own.
    pub fn code(&self, expr: &Expr) -> Code {
        let boxed = |expr: &Expr| Box::new(self.code(expr));
        match expr {
            Expr::Const(value) => Code::Const(*value),
            Expr::Read(place) => self.read(place),
            Expr::Unary(UnaryOp::Not, _, inner) => match self.code(inner) {
                Code::Const(value) => Code::Const(i64::from(value == 0)),
                inner => Code::Not(Box::new(inner)),
            },
            Expr::Unary(op, width, inner) => match self.code(inner) {
                Code::Const(value) => Code::Const(trine_system::value::unary(*op, *width, value)),
                inner => Code::Unary(*op, *width, Box::new(inner)),
            },
            Expr::Binary(BinaryOp::And, _, left, right) => {
                Code::And(Box::new((self.code(left), self.code(right))))
            }
            Expr::Binary(BinaryOp::Or, _, left, right) => {
                Code::Or(Box::new((self.code(left), self.code(right))))
            }
            Expr::Binary(op, width, left, right) => {
                binary(*op, *width, self.code(left), self.code(right))
            }
            Expr::Conditional(condition, yes, no) => {
                Code::Conditional(Box::new((self.code(condition), self.code(yes), self.code(no))))
            }
            Expr::Checked(inner, length) => match self.code(inner) {
                Code::Const(value) if value >= 0 && value < i64::from(*length) => {
                    Code::Const(value)
                }
                inner => Code::Checked(Box::new(inner), *length),
            },
            Expr::Myself if self.template.is_none() => Code::Const(0),
            Expr::Myself => Code::Myself,
            Expr::ProcessCount => Code::ProcessCount,
            Expr::Last => Code::Last,
            Expr::Timeout => Code::Timeout,
            Expr::NonProgress => Code::NonProgress,
            Expr::Enabled(process) => Code::Enabled(boxed(process)),
            Expr::PcValue(process) => Code::PcValue(boxed(process)),
            Expr::Priority(process) => Code::Priority(boxed(process)),
            Expr::At { process, template, locations } => Code::At {
                process: process.as_deref().map(boxed),
                template: *template,
                locations: locations.as_slice().into(),
            },
            Expr::Channel(query, channel) => Code::Channel(*query, boxed(channel)),
            Expr::Poll { channel, patterns, anywhere } => Code::Poll(Box::new(PollCode {
                channel: self.code(channel),
                patterns: self.patterns(patterns),
                anywhere: *anywhere,
            })),
            Expr::Waiting(entry, index) => {
                let index = index.as_deref().cloned();
                Code::Waiting(Box::new(self.entry(&EntryRef { entry: *entry, index })))
            }
            Expr::Served if self.template.is_none() => Code::Const(-1),
            Expr::Served => Code::Served,
            Expr::Monitor(query, of) => Code::Monitor(*query, Box::new(self.monitor(of))),
            Expr::Started(process) => Code::Started(boxed(process)),
            Expr::Ended(process) => Code::Ended(boxed(process)),
            Expr::Terminated => Code::Terminated,
            Expr::Event(event) => Code::Event(*event),
        }
    }

    /// Compiles the patterns of a receive.
    pub fn patterns(&self, patterns: &[Pattern]) -> Box<[PatternCode]> {
        patterns
            .iter()
            .map(|pattern| match pattern {
                Pattern::Bind(place) => PatternCode::Bind(self.place(place)),
                Pattern::Match(wanted) => PatternCode::Match(self.code(wanted)),
                Pattern::Ignore => PatternCode::Ignore,
            })
            .collect()
    }

    /// Compiles a place: an index that is constant and within its bounds is resolved here.
    pub fn place(&self, place: &Place) -> PlaceCode {
        let (root, mut slot) = match &place.root {
            Root::Global(id) => (RootCode::Global, self.layout.globals[*id]),
            Root::Local(id) => match self.template {
                Some(template) => (RootCode::Local, self.layout.frames[template].locals[*id]),
                None => (RootCode::Nowhere(FaultKind::Process), nothing()),
            },
            Root::Remote { process, template, local } => {
                let process = process.as_deref().map(|process| Box::new(self.code(process)));
                let slot = self.layout.frames[*template].locals[*local];
                (RootCode::Remote { process, template: *template }, slot)
            }
            Root::Field { pool, record, field } => {
                let record = Box::new(self.code(record));
                let slot = self.layout.pools[*pool].fields[*field as usize];
                (RootCode::Field { pool: *pool, record }, slot)
            }
        };
        let index = match &place.index {
            None if slot.cells > 0 => None,
            None => Some(Code::Const(0)),
            Some(index) => match self.code(index) {
                Code::Const(value) if value >= 0 && value < i64::from(slot.cells) => {
                    let cell = value as u32;
                    if slot.kept {
                        slot.offset += cell * slot.form.size() as u32;
                    }
                    slot.cells = 1;
                    None
                }
                index => Some(index),
            },
        };
        PlaceCode { root, slot, index }
    }

    fn read(&self, place: &Place) -> Code {
        let code = self.place(place);
        let Slot { offset, form, cells, kept, .. } = code.slot;
        match (&code.root, &code.index) {
            // Nothing needs the value; only whether there is such a cell.
            (RootCode::Local | RootCode::Global, None) if !kept => Code::Const(0),
            (RootCode::Local, None) if form == Form::U8 => Code::LocalByte(offset),
            (RootCode::Global, None) if form == Form::U8 => Code::GlobalByte(offset),
            (RootCode::Local, None) => Code::Local(offset, form),
            (RootCode::Global, None) => Code::Global(offset, form),
            (RootCode::Global, Some(Code::LocalByte(index))) if form == Form::U8 && kept => {
                Code::GlobalByteAtLocalByte { offset, cells, index: *index }
            }
            (RootCode::Nowhere(kind), _) => Code::Fault(*kind),
            _ => Code::Read(Box::new(code)),
        }
    }
}

fn nothing() -> Slot {
    Slot { offset: 0, form: Form::U8, ty: Type::BYTE, cells: 1, kept: false, hidden: false }
}

fn binary(op: BinaryOp, width: Width, left: Code, right: Code) -> Code {
    use BinaryOp::*;
    let is_test = matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual);
    match (left, right) {
        (Code::Const(left), Code::Const(right)) => {
            match trine_system::value::binary(op, width, left, right) {
                Ok(value) => Code::Const(value),
                Err(kind) => Code::Fault(kind),
            }
        }
        (Code::LocalByte(offset), Code::Const(value)) if is_test => {
            Code::LocalByteTest { op, offset, value }
        }
        (Code::GlobalByte(offset), Code::Const(value)) if is_test => {
            Code::GlobalByteTest { op, offset, value }
        }
        (left, right) => Code::Binary(op, width, Box::new((left, right))),
    }
}

impl Code {
    /// Whether evaluating it can fault in some state.
    pub fn can_fault(&self) -> bool {
        let inside = |code: &Option<Box<Code>>| code.as_ref().is_some_and(|code| code.can_fault());
        match self {
            Code::Const(_)
            | Code::LocalByte(_)
            | Code::GlobalByte(_)
            | Code::Local(..)
            | Code::Global(..)
            | Code::LocalByteTest { .. }
            | Code::GlobalByteTest { .. }
            | Code::Myself
            | Code::ProcessCount
            | Code::Last
            | Code::Timeout
            | Code::NonProgress => false,
            Code::GlobalByteAtLocalByte { cells, .. } => *cells < 256,
            Code::Terminated | Code::Event(_) | Code::Served => false,
            Code::Waiting(of) => of.index.is_some() || of.count == 0,
            Code::Read(_) | Code::Checked(..) | Code::Channel(..) | Code::Poll(_) => true,
            Code::Monitor(_, of) => of.index.is_some() || of.count == 0,
            Code::Fault(_) => true,
            Code::Not(inner)
            | Code::Unary(_, _, inner)
            | Code::PcValue(inner)
            | Code::Priority(inner)
            | Code::Started(inner)
            | Code::Ended(inner) => inner.can_fault(),
            Code::Enabled(_) => true,
            Code::And(sides) | Code::Or(sides) => sides.0.can_fault() || sides.1.can_fault(),
            Code::Binary(op, _, sides) => {
                let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
                let safe = matches!(sides.1, Code::Const(value) if value != 0);
                divides && !safe || sides.0.can_fault() || sides.1.can_fault()
            }
            Code::Conditional(parts) => {
                parts.0.can_fault() || parts.1.can_fault() || parts.2.can_fault()
            }
            Code::At { process, .. } => inside(process),
        }
    }
}

impl PlaceCode {
    /// Whether writing a value there can fault: an index outside, a value outside a range.
    pub fn can_fault(&self) -> bool {
        let known = matches!(self.root, RootCode::Global | RootCode::Local);
        !known || self.index.is_some() || matches!(self.slot.ty, Type::Range { .. })
    }
}

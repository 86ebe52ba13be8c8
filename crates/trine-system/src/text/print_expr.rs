//! Writes expressions, with only the parentheses that are needed.

use super::names::{Names, reference};
use super::print::Printer;
use crate::{
    BinaryOp, ChannelQuery, Expr, FloatBinary, FloatUnary, MonitorQuery, Pattern, Place, Root,
    System, TemplateId, UnaryOp, Width,
};

/// An expression as the text form has it, seen from inside a template or from nowhere.
pub fn print_expr(system: &System, template: Option<TemplateId>, expr: &Expr) -> String {
    Printer { system, names: Names::of(system), text: String::new() }.expr(expr, template)
}

/// A place, likewise.
pub fn print_place(system: &System, template: Option<TemplateId>, place: &Place) -> String {
    Printer { system, names: Names::of(system), text: String::new() }.place(place, template)
}

/// How tightly an expression binds; an operand of an operator must bind tighter than it does, and on
/// the left may bind as tightly.
const CHOICE: u8 = 0;
pub(super) const UNARY: u8 = 11;
const PRIMARY: u8 = 12;

pub(super) fn binding(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::BitOr => 3,
        BinaryOp::BitXor => 4,
        BinaryOp::BitAnd => 5,
        BinaryOp::Equal | BinaryOp::NotEqual => 6,
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => 7,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => 8,
        BinaryOp::Add | BinaryOp::Subtract => 9,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 10,
        BinaryOp::Float(op) => binding(op.whole()),
    }
}

pub(super) const BINARY: [(BinaryOp, &str); 30] = [
    (BinaryOp::Add, "+"),
    (BinaryOp::Subtract, "-"),
    (BinaryOp::Multiply, "*"),
    (BinaryOp::Divide, "/"),
    (BinaryOp::Remainder, "%"),
    (BinaryOp::ShiftLeft, "<<"),
    (BinaryOp::ShiftRight, ">>"),
    (BinaryOp::ShiftRightUnsigned, ">>>"),
    (BinaryOp::BitAnd, "&"),
    (BinaryOp::BitOr, "|"),
    (BinaryOp::BitXor, "^"),
    (BinaryOp::Equal, "=="),
    (BinaryOp::NotEqual, "!="),
    (BinaryOp::Less, "<"),
    (BinaryOp::LessEqual, "<="),
    (BinaryOp::Greater, ">"),
    (BinaryOp::GreaterEqual, ">="),
    (BinaryOp::And, "&&"),
    (BinaryOp::Or, "||"),
    (BinaryOp::Float(FloatBinary::Add), "+."),
    (BinaryOp::Float(FloatBinary::Subtract), "-."),
    (BinaryOp::Float(FloatBinary::Multiply), "*."),
    (BinaryOp::Float(FloatBinary::Divide), "/."),
    (BinaryOp::Float(FloatBinary::Remainder), "%."),
    (BinaryOp::Float(FloatBinary::Equal), "==."),
    (BinaryOp::Float(FloatBinary::NotEqual), "!=."),
    (BinaryOp::Float(FloatBinary::Less), "<."),
    (BinaryOp::Float(FloatBinary::LessEqual), "<=."),
    (BinaryOp::Float(FloatBinary::Greater), ">."),
    (BinaryOp::Float(FloatBinary::GreaterEqual), ">=."),
];

pub(super) const UNARIES: [(UnaryOp, &str); 4] = [
    (UnaryOp::Negate, "-"),
    (UnaryOp::Not, "!"),
    (UnaryOp::Complement, "~"),
    (UnaryOp::Float(FloatUnary::Negate), "-."),
];

pub(super) const CONVERSIONS: [(UnaryOp, &str); 6] = [
    (UnaryOp::Float(FloatUnary::SingleOf), "single_of"),
    (UnaryOp::Float(FloatUnary::SquareRoot), "square_root"),
    (UnaryOp::Float(FloatUnary::Single), "to_single"),
    (UnaryOp::Float(FloatUnary::Of), "to_float"),
    (UnaryOp::Float(FloatUnary::ToInt), "to_int"),
    (UnaryOp::Float(FloatUnary::ToLong), "to_long"),
];

pub(super) const QUERIES: [(ChannelQuery, &str); 5] = [
    (ChannelQuery::Length, "len"),
    (ChannelQuery::Empty, "empty"),
    (ChannelQuery::NotEmpty, "nempty"),
    (ChannelQuery::Full, "full"),
    (ChannelQuery::NotFull, "nfull"),
];

pub(super) const MONITOR_QUERIES: [(MonitorQuery, &str); 3] = [
    (MonitorQuery::Mine, "lock_count"),
    (MonitorQuery::Held, "lock_held"),
    (MonitorQuery::Waiting, "wait_count"),
];

fn symbol<T: Copy + PartialEq>(table: &[(T, &'static str)], wanted: T) -> &'static str {
    table.iter().find(|(known, _)| *known == wanted).map_or("", |(_, symbol)| symbol)
}

/// Arithmetic of 64 bits is marked by a prime.
fn prime(width: Width) -> &'static str {
    match width {
        Width::W32 => "",
        Width::W64 => "'",
    }
}

impl Printer<'_> {
    pub(super) fn expr(&self, expr: &Expr, at: Option<TemplateId>) -> String {
        self.bound(expr, at).0
    }

    /// An operand that must bind at least this tightly.
    fn operand(&self, expr: &Expr, at: Option<TemplateId>, least: u8) -> String {
        let (text, binds) = self.bound(expr, at);
        if binds < least { format!("({text})") } else { text }
    }

    fn bound(&self, expr: &Expr, at: Option<TemplateId>) -> (String, u8) {
        let call = |name: &str, inner: &Expr| format!("{name}({})", self.expr(inner, at));
        let text = match expr {
            // A minus in front of a digit belongs to the number, so this is no operator.
            Expr::Const(value) => value.to_string(),
            Expr::Read(place) => self.place(place, at),
            Expr::Unary(op, _, inner) if CONVERSIONS.iter().any(|(known, _)| known == op) => {
                format!("{}({})", symbol(&CONVERSIONS, *op), self.expr(inner, at))
            }
            Expr::Unary(op, width, inner) => {
                let operand = match **inner {
                    Expr::Const(_) => format!("({})", self.expr(inner, at)),
                    _ => self.operand(inner, at, UNARY),
                };
                let prime = if matches!(op, UnaryOp::Float(_)) { "" } else { prime(*width) };
                return (format!("{}{prime}{operand}", symbol(&UNARIES, *op)), UNARY);
            }
            Expr::Binary(op, width, left, right) => {
                let binds = binding(*op);
                let left = self.operand(left, at, binds);
                let right = self.operand(right, at, binds + 1);
                let prime = if matches!(op, BinaryOp::Float(_)) { "" } else { prime(*width) };
                let text = format!("{left} {}{prime} {right}", symbol(&BINARY, *op));
                return (text, binds);
            }
            Expr::Conditional(condition, yes, no) => {
                let condition = self.operand(condition, at, CHOICE + 1);
                let yes = self.operand(yes, at, CHOICE + 1);
                let no = self.expr(no, at);
                return (format!("if {condition} then {yes} else {no}"), CHOICE);
            }
            Expr::Checked(inner, length) => format!("check({}, {length})", self.expr(inner, at)),
            Expr::Myself => "me".to_string(),
            Expr::Served => "served".to_string(),
            Expr::ProcessCount => "process_count".to_string(),
            Expr::Last => "last".to_string(),
            Expr::Timeout => "timeout".to_string(),
            Expr::NonProgress => "nonprogress".to_string(),
            Expr::Terminated => "terminated".to_string(),
            Expr::Event(event) => format!("heard({event})"),
            Expr::Enabled(process) => call("enabled", process),
            Expr::PcValue(process) => call("pc", process),
            Expr::Priority(process) => call("priority", process),
            Expr::Started(process) => call("started", process),
            Expr::Ended(process) => call("ended", process),
            Expr::Monitor(query, of) => {
                format!("{}({})", symbol(&MONITOR_QUERIES, *query), self.monitor(of, at))
            }
            Expr::Channel(query, channel) => call(symbol(&QUERIES, *query), channel),
            Expr::At { process, template, locations } => {
                let mut text = self.template_name(*template);
                text += &self.index(process.as_deref(), at);
                let locations: Vec<String> =
                    locations.iter().map(|location| location.to_string()).collect();
                match locations.as_slice() {
                    [only] => format!("{text}@{only}"),
                    _ => format!("{text}@{{{}}}", locations.join(", ")),
                }
            }
            Expr::Poll { channel, patterns, anywhere } => {
                let any = if *anywhere { "any " } else { "" };
                let patterns = self.patterns(patterns, at);
                format!("poll {any}{}({patterns})", self.channel(channel, at))
            }
            Expr::Waiting(entry, index) => {
                let entries = &self.system.entries;
                let name = reference(&self.names.entries, entries, *entry, "n", |n| &n.name);
                format!("callers({name}{})", self.index(index.as_deref(), at))
            }
        };
        (text, PRIMARY)
    }

    pub(super) fn place(&self, place: &Place, at: Option<TemplateId>) -> String {
        let root = match &place.root {
            Root::Global(id) => self.names.global(self.system, *id, at),
            Root::Local(id) => match at {
                Some(at) => self.names.local(self.system, *id, at),
                None => id.to_string(),
            },
            Root::Remote { process, template, local } => format!(
                "{}{}::{}",
                self.template_name(*template),
                self.index(process.as_deref(), at),
                self.names.local(self.system, *local, *template)
            ),
            Root::Field { pool, record, field } => {
                let pools = &self.system.pools;
                let name = reference(&self.names.pools, pools, *pool, "pool", |p| &p.name);
                let field = self.names.field(self.system, *pool, *field);
                format!("{name}[{}]->{field}", self.expr(record, at))
            }
        };
        root + &self.index(place.index.as_deref(), at)
    }

    pub(super) fn index(&self, index: Option<&Expr>, at: Option<TemplateId>) -> String {
        match index {
            Some(index) => format!("[{}]", self.expr(index, at)),
            None => String::new(),
        }
    }

    pub(super) fn template_name(&self, id: TemplateId) -> String {
        reference(&self.names.templates, &self.system.templates, id, "t", |t| &t.name)
    }

    /// The channel of an operation: a place as it is, anything else in parentheses.
    pub(super) fn channel(&self, channel: &Expr, at: Option<TemplateId>) -> String {
        match channel {
            Expr::Read(place) => self.place(place, at),
            _ => format!("({})", self.expr(channel, at)),
        }
    }

    pub(super) fn patterns(&self, patterns: &[Pattern], at: Option<TemplateId>) -> String {
        let patterns: Vec<String> = patterns
            .iter()
            .map(|pattern| match pattern {
                Pattern::Bind(place) => format!("?{}", self.place(place, at)),
                Pattern::Match(value) => self.expr(value, at),
                Pattern::Ignore => "_".to_string(),
            })
            .collect();
        patterns.join(", ")
    }
}

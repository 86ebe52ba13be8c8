//! Expressions and places in Promela.

use trine_system::{
    BinaryOp, ChannelQuery, Expr, Init, Pattern, Place, Root, TemplateId, Type, UnaryOp, Width,
};

use super::{Printer, label};

impl Printer<'_> {
    /// A condition as a whole: here tests of channels may stand.
    pub(super) fn condition(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Channel(query, channel) if *query != ChannelQuery::Length => {
                let channel = self.channel(channel);
                let name = match query {
                    ChannelQuery::Empty => "empty",
                    ChannelQuery::NotEmpty => "nempty",
                    ChannelQuery::Full => "full",
                    ChannelQuery::NotFull | ChannelQuery::Length => "nfull",
                };
                format!("{name}({channel})")
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
                let sign = if *op == BinaryOp::And { "&&" } else { "||" };
                format!("({} {sign} {})", self.condition(left), self.condition(right))
            }
            _ => self.expr(expr),
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => self.number(*value),
            Expr::Read(place) => self.place(place),
            Expr::Unary(UnaryOp::Not, _, inner) => match &**inner {
                Expr::Channel(query, channel) if *query != ChannelQuery::Length => {
                    let opposite = match query {
                        ChannelQuery::Empty => ChannelQuery::NotEmpty,
                        ChannelQuery::NotEmpty => ChannelQuery::Empty,
                        ChannelQuery::Full => ChannelQuery::NotFull,
                        ChannelQuery::NotFull | ChannelQuery::Length => ChannelQuery::Full,
                    };
                    self.channel_value(opposite, channel)
                }
                // Two signs would be one operator.
                Expr::Unary(UnaryOp::Not, ..) => format!("!({})", self.expr(inner)),
                _ => format!("!{}", self.expr(inner)),
            },
            Expr::Unary(UnaryOp::Float(_), ..) | Expr::Binary(BinaryOp::Float(_), ..) => {
                self.cannot("numbers in floating point");
                "0".to_string()
            }
            Expr::Unary(op, width, inner) => {
                self.width(expr, *width);
                let sign = if *op == UnaryOp::Negate { "-" } else { "~" };
                format!("({sign}{})", self.expr(inner))
            }
            Expr::Binary(op, width, left, right) => {
                if let Some((inner, bits)) = cut_of(expr) {
                    let inner = self.expr(inner);
                    return if bits == 32 { inner } else { cut(&inner, bits) };
                }
                self.width(expr, *width);
                self.binary(*op, left, right)
            }
            Expr::Conditional(condition, yes, no) => {
                let (condition, yes) = (self.expr(condition), self.expr(yes));
                format!("({condition} -> {yes} : {})", self.expr(no))
            }
            Expr::Checked(inner, _) => self.expr(inner),
            Expr::Myself => "_pid".to_string(),
            Expr::ProcessCount => "_nr_pr".to_string(),
            Expr::Last => "_last".to_string(),
            Expr::Timeout => "timeout".to_string(),
            Expr::NonProgress => "np_".to_string(),
            Expr::Enabled(process) => format!("enabled({})", self.expr(process)),
            Expr::PcValue(_) => {
                self.cannot("pc_value, whose numbers belong to the original text");
                "0".to_string()
            }
            Expr::Priority(process) => format!("get_priority({})", self.expr(process)),
            Expr::At { process, template, locations } => {
                let name = self.names.template(*template);
                let index = match process {
                    Some(process) => format!("[{}]", self.expr(process)),
                    None => String::new(),
                };
                let places: Vec<String> = locations
                    .iter()
                    .map(|location| format!("{name}{index}@{}", label(*location)))
                    .collect();
                match places.len() {
                    0 => "0".to_string(),
                    _ => format!("({})", places.join(" || ")),
                }
            }
            Expr::Channel(query, channel) => self.channel_value(*query, channel),
            Expr::Poll { channel, patterns, anywhere } => {
                let channel = self.channel(channel);
                let patterns: Vec<String> =
                    patterns.iter().map(|pattern| self.pattern(pattern, true)).collect();
                let sign = if *anywhere { "??" } else { "?" };
                format!("({channel}{sign}[{}])", patterns.join(","))
            }
            Expr::Served
            | Expr::Waiting(..)
            | Expr::Monitor(..)
            | Expr::Started(_)
            | Expr::Ended(_)
            | Expr::Terminated
            | Expr::Event(_) => {
                self.cannot("questions about entries, monitors, events and ended processes");
                "0".to_string()
            }
        }
    }

    fn number(&mut self, value: i64) -> String {
        if i32::try_from(value).is_err() {
            self.cannot("numbers beyond 32 bits");
        }
        match value {
            // SPIN reads the number before its sign.
            value if value == i64::from(i32::MIN) => format!("({} - 1)", value + 1),
            value if value < 0 => format!("({value})"),
            value => value.to_string(),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> String {
        let threads = self.system.rules.threads;
        let (shifted, by) = (self.expr(left), self.expr(right));
        let sign = match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
                let by = match right {
                    Expr::Const(by) if (0..32).contains(by) => by.to_string(),
                    _ if threads => format!("({by} & 31)"),
                    _ => by,
                };
                return match op {
                    BinaryOp::ShiftLeft => format!("({shifted} << {by})"),
                    BinaryOp::ShiftRight => format!("({shifted} >> {by})"),
                    // What comes in from the left is a copy of the sign, and is taken away.
                    _ => format!("(({shifted} >> {by}) & ~(((1 << 31) >> {by}) << 1))"),
                };
            }
            // The processor faults where the least number is divided by -1.
            BinaryOp::Divide if threads && !matches!(right, Expr::Const(_)) => {
                return format!("({by} == -1 -> (-{shifted}) : ({shifted} / {by}))");
            }
            BinaryOp::Remainder if threads && !matches!(right, Expr::Const(_)) => {
                return format!("({by} == -1 -> 0 : ({shifted} % {by}))");
            }
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Float(_) => "",
        };
        format!("({shifted} {sign} {by})")
    }

    /// Arithmetic with 64 bits can be done with 32 where its value is known to be small.
    fn width(&mut self, expr: &Expr, width: Width) {
        if width == Width::W64 && !self.ranges.of_expr(expr, self.template).is_int() {
            self.cannot("arithmetic with 64 bits");
        }
    }

    /// Whether a value can be stored in a cell of a type as it is.
    pub(super) fn fits(&self, value: &Expr, ty: Type) -> bool {
        self.ranges.of_expr(value, self.template).is_of_type(ty)
    }

    /// A test of a channel as a value, which Promela has for its length only.
    fn channel_value(&mut self, query: ChannelQuery, channel: &Expr) -> String {
        let capacity = self.capacity(channel);
        let channel = self.channel(channel);
        match (query, capacity) {
            (ChannelQuery::Length, _) => format!("len({channel})"),
            (ChannelQuery::Empty, _) => format!("(len({channel}) == 0)"),
            (ChannelQuery::NotEmpty, _) => format!("(len({channel}) > 0)"),
            (ChannelQuery::Full, Some(capacity)) => format!("(len({channel}) >= {capacity})"),
            (ChannelQuery::NotFull, Some(capacity)) => format!("(len({channel}) < {capacity})"),
            (ChannelQuery::Full | ChannelQuery::NotFull, None) => {
                self.cannot("`full` inside an expression, of a channel of unknown capacity");
                "0".to_string()
            }
        }
    }

    fn capacity(&self, channel: &Expr) -> Option<u32> {
        let Expr::Read(place) = channel else { return None };
        let variable = match (&place.root, self.template) {
            (Root::Global(id), _) => &self.system.globals[*id],
            (Root::Local(id), Some(template)) => &self.system.templates[template].locals[*id],
            _ => return None,
        };
        match &variable.init {
            Init::Channels(kind) => Some(self.system.channel_kinds[*kind].capacity),
            _ => None,
        }
    }

    /// A channel that is operated on: Promela wants a variable there.
    pub(super) fn channel(&mut self, channel: &Expr) -> String {
        match channel {
            Expr::Read(place) => self.place(place),
            _ => {
                self.cannot("a channel that is computed");
                "0".to_string()
            }
        }
    }

    pub(super) fn place(&mut self, place: &Place) -> String {
        let (name, is_array) = match &place.root {
            Root::Global(id) => {
                let variable = &self.system.globals[*id];
                (self.names.global(*id), is_array(&variable.path))
            }
            Root::Local(id) => match self.template {
                Some(template) => {
                    let variable = &self.system.templates[template].locals[*id];
                    (self.names.local(template, *id), is_array(&variable.path))
                }
                None => {
                    self.cannot("a local variable outside processes");
                    return "0".to_string();
                }
            },
            Root::Remote { process, template, local } => {
                let of = self.names.template(*template);
                let variable = &self.system.templates[*template].locals[*local];
                let name = self.names.local(*template, *local);
                let index = match process {
                    Some(process) => format!("[{}]", self.expr(process)),
                    None => String::new(),
                };
                (format!("{of}{index}:{name}"), is_array(&variable.path))
            }
            Root::Field { .. } => {
                self.cannot("records that are created while the program runs");
                return "0".to_string();
            }
        };
        match (&place.index, is_array) {
            (Some(index), _) => format!("{name}[{}]", self.expr(index)),
            (None, true) => format!("{name}[0]"),
            (None, false) => name,
        }
    }

    /// The type of the cells that a place names.
    pub(super) fn place_type(&self, place: &Place) -> Option<(Type, bool)> {
        self.place_type_in(place, self.template)
    }

    pub(super) fn place_type_in(
        &self,
        place: &Place,
        template: Option<TemplateId>,
    ) -> Option<(Type, bool)> {
        let variable = match (&place.root, template) {
            (Root::Global(id), _) => &self.system.globals[*id],
            (Root::Local(id), Some(template)) => &self.system.templates[template].locals[*id],
            (Root::Remote { template, local, .. }, _) => {
                &self.system.templates[*template].locals[*local]
            }
            _ => return None,
        };
        Some((variable.ty, is_array(&variable.path)))
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern, poll: bool) -> String {
        match pattern {
            Pattern::Ignore => "_".to_string(),
            Pattern::Bind(_) if poll => "_".to_string(),
            Pattern::Bind(place) => self.place(place),
            Pattern::Match(Expr::Const(value)) => value.to_string(),
            Pattern::Match(value) => format!("eval({})", self.expr(value)),
        }
    }
}

fn is_array(path: &[trine_system::PathPart]) -> bool {
    path.iter().any(|part| part.length.is_some())
}

/// An expression that cuts a number to some bits and keeps its sign, as 64-bit arithmetic says it.
pub(super) fn cut_of(expr: &Expr) -> Option<(&Expr, u8)> {
    let Expr::Binary(BinaryOp::ShiftRight, Width::W64, left, by) = expr else { return None };
    let Expr::Binary(BinaryOp::ShiftLeft, Width::W64, inner, up) = &**left else { return None };
    match (&**by, &**up) {
        (Expr::Const(by), Expr::Const(up)) if by == up && (32..64).contains(by) => {
            Some((inner, (64 - by) as u8))
        }
        _ => None,
    }
}

/// The lowest bits of a number, the highest of them being the sign. At most 31.
pub(super) fn cut(text: &str, bits: u8) -> String {
    let sign = 1i64 << (bits - 1);
    format!("((({text} & {}) ^ {sign}) - {sign})", 2 * sign - 1)
}

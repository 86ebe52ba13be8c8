//! Expressions, places and edges of a system in the notation of programs, with the user's names.

use trine_property::Claim;
use trine_system::{
    BinaryOp, ChannelQuery, Edge, Effect, Expr, FloatUnary, Guard, MonitorQuery, MonitorRef,
    Pattern, Place, Root, Sync, System, Template, TemplateId, Type, UnaryOp, Variable,
};

/// Whose names an expression uses: the system's, and those of a template's locals.
#[derive(Clone, Copy)]
pub struct Words<'s> {
    pub system: &'s System,
    pub template: Option<&'s Template>,
    /// The events that a claim observes; the first one is number 1.
    pub events: &'s [String],
}

impl<'s> Words<'s> {
    /// For what no process evaluates.
    pub fn global(system: &'s System) -> Words<'s> {
        Words { system, template: None, events: &[] }
    }

    /// For a claim, with the names of its events.
    pub fn of_claim(system: &'s System, claim: &'s Claim) -> Words<'s> {
        let events = claim
            .instrumentation
            .as_ref()
            .map_or(&[][..], |instrumentation| &instrumentation.events);
        Words { events, ..Words::global(system) }
    }

    /// For the code of a template, whose locals have names.
    pub fn of(system: &'s System, template: TemplateId) -> Words<'s> {
        Words { system, template: system.templates.get(template), events: &[] }
    }

    /// An expression, with brackets only where they are needed.
    pub fn expr(&self, expr: &Expr) -> String {
        self.inside(expr, 0)
    }

    /// The statement of an edge: as the source has it, or else put together from its parts. (A piece
    /// of a macro call is not a statement.)
    pub fn edge(&self, edge: &Edge) -> String {
        if !edge.text.is_empty() && is_balanced(&edge.text) {
            return edge.text.clone();
        }
        let mut parts = Vec::new();
        match &edge.guard {
            Guard::Always => {}
            Guard::When(guard) => parts.push(format!("({})", self.expr(guard))),
            Guard::Else => parts.push("else".to_string()),
        }
        parts.extend(edge.sync.as_ref().map(|sync| self.sync(sync)));
        // Events are told beside the statement.
        let effects = edge.effects.iter().filter(|one| !matches!(one, Effect::Emit { .. }));
        parts.extend(effects.map(|effect| self.effect(effect)));
        if parts.is_empty() { "skip".to_string() } else { parts.join("; ") }
    }

    /// The variable that a place is a cell of.
    pub fn variable(&self, place: &Place) -> Option<&'s Variable> {
        match &place.root {
            Root::Global(id) => self.system.globals.get(*id),
            Root::Local(id) => self.template?.locals.get(*id),
            Root::Remote { template, local, .. } => {
                self.system.templates.get(*template)?.locals.get(*local)
            }
            Root::Field { pool, field, .. } => {
                self.system.pools.get(*pool)?.fields.get(*field as usize)
            }
        }
    }

    /// A variable with its index, as the source would write it.
    pub fn place(&self, place: &Place) -> String {
        let Some(variable) = self.variable(place) else { return "?".to_string() };
        let name = self.cell(variable, place.index.as_deref());
        match &place.root {
            Root::Global(_) | Root::Local(_) => name,
            Root::Remote { process, template, .. } => {
                format!("{}:{name}", self.remote(process.as_deref(), *template))
            }
            Root::Field { record, .. } => format!("{}.{name}", self.inside(record, 9)),
        }
    }

    fn cell(&self, variable: &Variable, index: Option<&Expr>) -> String {
        let mut rest = match index {
            None => return variable.name(),
            Some(Expr::Const(index)) => {
                let cell = u32::try_from(*index).unwrap_or(0);
                return variable.cell_name(cell);
            }
            Some(index) => Some(index),
        };
        // A flat index over several arrays is a sum of products; take it apart from the right.
        let arrays = variable.path.iter().filter(|part| part.length.is_some()).count();
        let mut left = arrays;
        let mut parts = Vec::new();
        for part in variable.path.iter().rev() {
            let Some(length) = part.length else {
                parts.push(part.name.clone());
                continue;
            };
            left -= 1;
            let here = match (left, rest) {
                (0, Some(index)) => self.expr(unchecked(index)),
                (_, Some(index)) => match split(index, length) {
                    Some((outer, inner)) => {
                        rest = Some(outer);
                        self.expr(unchecked(inner))
                    }
                    None => return format!("{}[{}]", variable.name(), self.expr(index)),
                },
                (_, None) => "0".to_string(),
            };
            parts.push(format!("{}[{here}]", part.name));
        }
        parts.reverse();
        parts.join(".")
    }

    fn remote(&self, process: Option<&Expr>, template: TemplateId) -> String {
        let name = self.system.templates.get(template).map_or("?", |code| code.name.as_str());
        match process {
            Some(process) => format!("{name}[{}]", self.expr(process)),
            None => name.to_string(),
        }
    }

    fn inside(&self, expr: &Expr, around: u8) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Read(place) => self.place(place),
            Expr::Unary(op, _, inner) => {
                let sign = match op {
                    UnaryOp::Negate | UnaryOp::Float(FloatUnary::Negate) => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::Complement => "~",
                    UnaryOp::Float(FloatUnary::SquareRoot) => "sqrt ",
                    UnaryOp::Float(FloatUnary::ToInt) => "(int) ",
                    UnaryOp::Float(FloatUnary::ToLong) => "(long) ",
                    UnaryOp::Float(FloatUnary::Of | FloatUnary::SingleOf | FloatUnary::Single) => {
                        ""
                    }
                };
                format!("{sign}{}", self.inside(inner, 11))
            }
            Expr::Binary(op, _, left, right) => {
                let (sign, binds) = operator(*op);
                let (left, right) = match op {
                    BinaryOp::Float(_) => (self.float(left, binds), self.float(right, binds + 1)),
                    _ => self.sides(left, right, binds),
                };
                parenthesised(format!("{left} {sign} {right}"), binds < around)
            }
            Expr::Conditional(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|part| self.inside(part, 1));
                format!("({condition} -> {yes} : {no})")
            }
            Expr::Checked(inner, _) => self.inside(inner, around),
            Expr::Myself => "_pid".to_string(),
            Expr::ProcessCount => "_nr_pr".to_string(),
            Expr::Last => "_last".to_string(),
            Expr::Timeout => "timeout".to_string(),
            Expr::NonProgress => "np_".to_string(),
            Expr::Enabled(process) => format!("enabled({})", self.expr(process)),
            Expr::PcValue(process) => format!("pc_value({})", self.expr(process)),
            Expr::Priority(process) => format!("get_priority({})", self.expr(process)),
            Expr::At { process, template, locations } => {
                let remote = self.remote(process.as_deref(), *template);
                format!("{remote}@{}", self.location_names(*template, locations))
            }
            Expr::Channel(query, channel) => {
                let query = match query {
                    ChannelQuery::Length => "len",
                    ChannelQuery::Empty => "empty",
                    ChannelQuery::NotEmpty => "nempty",
                    ChannelQuery::Full => "full",
                    ChannelQuery::NotFull => "nfull",
                };
                format!("{query}({})", self.expr(channel))
            }
            Expr::Poll { channel, patterns, anywhere } => {
                let sign = if *anywhere { "??" } else { "?" };
                format!("{}{sign}[{}]", self.inside(channel, 9), self.patterns(patterns))
            }
            Expr::Waiting(entry, index) => {
                let name = self.system.entries.get(*entry).map_or("?", |entry| &entry.name);
                format!("waiting({name}{})", self.index(index.as_deref()))
            }
            Expr::Monitor(query, of) => {
                let name = self.system.monitors.get(of.monitor).map_or("?", |at| &at.name);
                let name = format!("{name}{}", self.index(of.index.as_ref()));
                match query {
                    MonitorQuery::Mine => format!("held by me({name})"),
                    MonitorQuery::Held => format!("held({name})"),
                    MonitorQuery::Waiting => format!("waiting({name})"),
                }
            }
            Expr::Served => "the caller".to_string(),
            Expr::Started(process) => format!("started({})", self.expr(process)),
            Expr::Ended(process) => format!("ended({})", self.expr(process)),
            Expr::Terminated => "all processes have ended".to_string(),
            Expr::Event(0) => "no event".to_string(),
            Expr::Event(event) => match self.events.get(*event as usize - 1) {
                Some(name) => name.clone(),
                None => format!("event {event}"),
            },
        }
    }

    /// What comes to a number in floating point.
    fn float(&self, expr: &Expr, around: u8) -> String {
        match expr {
            Expr::Const(bits) => trine_system::value::show_float(*bits),
            _ => self.inside(expr, around),
        }
    }

    /// Both sides of an operator; a number beside a value of an enumeration is written as its name.
    fn sides(&self, left: &Expr, right: &Expr, binds: u8) -> (String, String) {
        let named = |number: &Expr, beside: &Expr| match (number, beside) {
            (Expr::Const(value), Expr::Read(place)) => match self.variable(place)?.ty {
                Type::Enum(id) => self.system.enums.get(id)?.name_of(*value).map(str::to_string),
                Type::Bool if *value == 1 => Some("true".to_string()),
                Type::Bool if *value == 0 => Some("false".to_string()),
                _ => None,
            },
            _ => None,
        };
        (
            named(left, right).unwrap_or_else(|| self.inside(left, binds)),
            named(right, left).unwrap_or_else(|| self.inside(right, binds + 1)),
        )
    }

    fn location_names(
        &self,
        template: TemplateId,
        locations: &[trine_system::LocationId],
    ) -> String {
        let named = |id: &trine_system::LocationId| {
            self.system.templates.get(template)?.locations.get(*id)?.names.first().cloned()
        };
        match locations.iter().find_map(named) {
            Some(name) => name,
            None => locations.iter().map(|id| id.to_string()).collect::<Vec<_>>().join("|"),
        }
    }

    fn list(&self, items: &[Expr]) -> String {
        items.iter().map(|item| self.expr(item)).collect::<Vec<_>>().join(", ")
    }

    fn places(&self, items: &[Place]) -> String {
        items.iter().map(|item| self.place(item)).collect::<Vec<_>>().join(", ")
    }

    /// The patterns of a receive, separated by commas.
    pub fn patterns(&self, patterns: &[Pattern]) -> String {
        let pattern = |pattern: &Pattern| match pattern {
            Pattern::Bind(place) => self.place(place),
            Pattern::Match(Expr::Const(value)) => value.to_string(),
            Pattern::Match(value) => format!("eval({})", self.expr(value)),
            Pattern::Ignore => "_".to_string(),
        };
        patterns.iter().map(pattern).collect::<Vec<_>>().join(", ")
    }

    fn index(&self, index: Option<&Expr>) -> String {
        index.map_or(String::new(), |index| format!("[{}]", self.expr(index)))
    }

    fn monitor(&self, monitor: &MonitorRef) -> String {
        let name = self.system.monitors.get(monitor.monitor).map_or("?", |at| at.name.as_str());
        format!("{name}{}", self.index(monitor.index.as_ref()))
    }

    fn entry(&self, entry: &trine_system::EntryRef) -> String {
        let name = self.system.entries.get(entry.entry).map_or("?", |at| at.name.as_str());
        format!("{name}{}", self.index(entry.index.as_ref()))
    }

    fn sync(&self, sync: &Sync) -> String {
        match sync {
            Sync::Send { channel, values, sorted } => {
                let sign = if *sorted { "!!" } else { "!" };
                format!("{}{sign}{}", self.inside(channel, 9), self.list(values))
            }
            Sync::Receive { channel, patterns, anywhere, keep } => {
                let sign = if *anywhere { "??" } else { "?" };
                let patterns = self.patterns(patterns);
                let patterns = if *keep { format!("<{patterns}>") } else { patterns };
                format!("{}{sign}{patterns}", self.inside(channel, 9))
            }
            Sync::Enter(monitor) => format!("enter {}", self.monitor(monitor)),
            Sync::Exit(monitor) => format!("exit {}", self.monitor(monitor)),
            Sync::Wait(monitor) => format!("wait {}", self.monitor(monitor)),
            Sync::Waiting(monitor) => format!("waiting {}", self.monitor(monitor)),
            Sync::WakeUp(monitor) => format!("wake up {}", self.monitor(monitor)),
            Sync::Notified(monitor) => format!("notified {}", self.monitor(monitor)),
            Sync::Notify(monitor) => format!("notify {}", self.monitor(monitor)),
            Sync::NotifyAll(monitor) => format!("notify all {}", self.monitor(monitor)),
            Sync::Start(process) => format!("start {}", self.expr(process)),
            Sync::Join(process) => format!("join {}", self.expr(process)),
            Sync::Begin => "begin".to_string(),
            Sync::End => "end".to_string(),
            Sync::Call { entry, arguments } => {
                format!("call {}({})", self.entry(entry), self.list(arguments))
            }
            Sync::Requeue { entry, arguments } => {
                format!("requeue {}({})", self.entry(entry), self.list(arguments))
            }
            Sync::Withdraw(entry) => format!("withdraw {}", self.entry(entry)),
            Sync::Return { entry, results } if results.is_empty() => {
                format!("return {}", self.entry(entry))
            }
            Sync::Return { entry, results } => {
                format!("{} = return {}", self.places(results), self.entry(entry))
            }
            Sync::Accept { entry, parameters } => {
                format!("accept {}({})", self.entry(entry), self.places(parameters))
            }
            Sync::Complete { entry, results } => {
                format!("complete {}({})", self.entry(entry), self.list(results))
            }
        }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Assign(place, value) => {
                let value = match (self.variable(place).map(|variable| variable.ty), value) {
                    (Some(Type::Enum(id)), Expr::Const(value)) => {
                        let name = self.system.enums.get(id).and_then(|at| at.name_of(*value));
                        name.map_or_else(|| value.to_string(), str::to_string)
                    }
                    (_, value) => self.expr(value),
                };
                format!("{} = {value}", self.place(place))
            }
            Effect::Assert(condition) => format!("assert({})", self.expr(condition)),
            Effect::Print(print) => format!("print {:?}", print.format),
            Effect::Run { template, arguments, into, .. } => {
                let name = self.system.templates.get(*template).map_or("?", |at| at.name.as_str());
                let run = format!("run {name}({})", self.list(arguments));
                match into {
                    Some(into) => format!("{} = {run}", self.place(into)),
                    None => run,
                }
            }
            Effect::SetPriority(process, priority) => {
                format!("set_priority({}, {})", self.expr(process), self.expr(priority))
            }
            Effect::Choose { into, low, high, known } => {
                let unknown = if *known { "" } else { " (unknown)" };
                format!("{} = choose {low}..{high}{unknown}", self.place(into))
            }
            Effect::New { pool, into } => {
                let name = self.system.pools.get(*pool).map_or("?", |at| at.name.as_str());
                format!("{} = new {name}", self.place(into))
            }
            Effect::Fail(kind, message) | Effect::Abort(kind, message) if message.is_empty() => {
                format!("fail {}", kind.name())
            }
            Effect::Fail(_, message) | Effect::Abort(_, message) => format!("fail: {message}"),
            Effect::Emit { event, .. } => format!("event {event}"),
            Effect::Unmodelled(what) => format!("unmodelled: {what}"),
            Effect::Limit { what, .. } => format!("limit: {what}"),
        }
    }
}

/// Whether every parenthesis and bracket is closed.
pub fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for character in text.chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn unchecked(expr: &Expr) -> &Expr {
    match expr {
        Expr::Checked(inner, _) => unchecked(inner),
        other => other,
    }
}

/// `outer * length + inner`, taken apart.
fn split(index: &Expr, length: u32) -> Option<(&Expr, &Expr)> {
    let Expr::Binary(BinaryOp::Add, _, left, inner) = unchecked(index) else { return None };
    let Expr::Binary(BinaryOp::Multiply, _, outer, factor) = unchecked(left) else { return None };
    (**factor == Expr::Const(i64::from(length))).then_some((&**outer, &**inner))
}

fn parenthesised(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

/// An operator's sign, and how tightly it binds.
fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Or => ("||", 1),
        BinaryOp::And => ("&&", 2),
        BinaryOp::BitOr => ("|", 3),
        BinaryOp::BitXor => ("^", 4),
        BinaryOp::BitAnd => ("&", 5),
        BinaryOp::Equal => ("==", 6),
        BinaryOp::NotEqual => ("!=", 6),
        BinaryOp::Less => ("<", 7),
        BinaryOp::LessEqual => ("<=", 7),
        BinaryOp::Greater => (">", 7),
        BinaryOp::GreaterEqual => (">=", 7),
        BinaryOp::ShiftLeft => ("<<", 8),
        BinaryOp::ShiftRight => (">>", 8),
        BinaryOp::ShiftRightUnsigned => (">>>", 8),
        BinaryOp::Add => ("+", 9),
        BinaryOp::Subtract => ("-", 9),
        BinaryOp::Multiply => ("*", 10),
        BinaryOp::Divide => ("/", 10),
        BinaryOp::Remainder => ("%", 10),
        BinaryOp::Float(op) => operator(op.whole()),
    }
}

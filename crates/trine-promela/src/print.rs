//! Prints a system as Promela that SPIN can check.
//!
//! Each template becomes a proctype: a loop that is never entered at its top, with one labelled choice
//! for every location. An edge is an option that ends in a jump; leaving the loop is the end of the
//! process. Locations that hold control between steps stand in one atomic, the inside of a d_step stands
//! in a d_step. Records and arrays of arrays become plain arrays, as they are in the system.
//!
//! Monitors, threads and entries become variables first. Where a step or the program as a whole ends
//! the execution, a variable keeps every process from stepping, and one more process that only ever
//! waits for that keeps SPIN from calling it a deadlock.

mod code;
mod expr;
mod names;
mod range;
mod sure;
#[cfg(test)]
mod tests;
mod unreached;

use std::collections::BTreeSet;

use trine_system::{
    BinaryOp, Effect, EnumId, Expr, GlobalId, Init, LocationId, Place, Root, Sync, System,
    Template, TemplateId, Type, UnaryOp, Variable,
};

use names::Names;
use range::{Range, Ranges};

/// The system in Promela, or everything about it that Promela cannot say.
pub fn print(system: &System) -> Result<String, Vec<String>> {
    let expanded = match needs_expansion(system) {
        true => sure::expanded(system),
        false => system.clone(),
    };
    let system = &unreached::dropped(expanded);
    let mut printer = Printer {
        system,
        names: Names::new(system),
        ranges: Ranges::of(system),
        stops: system.rules.threads && aborts(system),
        out: String::new(),
        reasons: BTreeSet::new(),
        template: None,
    };
    printer.whole();
    if printer.reasons.is_empty() {
        Ok(printer.out)
    } else {
        Err(printer.reasons.into_iter().collect())
    }
}

fn needs_expansion(system: &System) -> bool {
    let edges = system.templates.iter().flat_map(|template| &template.edges);
    edges
        .filter_map(|edge| edge.sync.as_ref())
        .any(|sync| !matches!(sync, Sync::Send { .. } | Sync::Receive { .. }))
}

/// Whether a step may end the execution.
fn aborts(system: &System) -> bool {
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    edges.any(|edge| edge.effects.iter().any(|effect| matches!(effect, Effect::Abort(..))))
}

/// Whether numbers are made that may be too large for their type.
fn computes(system: &System) -> bool {
    let mut found = false;
    for edge in system.templates.iter().flat_map(|template| &template.edges) {
        edge.visit_exprs(&mut |expr| {
            found |= match expr {
                Expr::Binary(op, ..) => matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::ShiftLeft
                ),
                Expr::Unary(op, ..) => *op == UnaryOp::Negate,
                _ => false,
            };
        });
    }
    found
}

struct Printer<'s> {
    system: &'s System,
    names: Names,
    ranges: Ranges,
    /// A variable says that the execution has ended.
    stops: bool,
    out: String,
    reasons: BTreeSet<String>,
    /// The template that is being printed.
    template: Option<TemplateId>,
}

impl Printer<'_> {
    fn cannot(&mut self, reason: impl Into<String>) {
        self.reasons.insert(reason.into());
    }

    fn whole(&mut self) {
        if self.system.rules.lossy {
            self.cannot("channels that lose messages (SPIN has them only as its option -m)");
        }
        if !self.system.pools.is_empty() {
            self.cannot("records that are created while the program runs");
        }
        if !self.system.name.is_empty() {
            self.out += &comment_line(&self.system.name);
        }
        for assumption in &self.system.assumptions {
            self.out += &comment_line(&format!("assumed: {}", assumption.text));
        }
        if self.system.rules.threads && computes(self.system) {
            // What overflows is undefined in the C that SPIN makes of this.
            self.out += &comment_line(
                "numbers wrap around as in the program: compile the verifier with gcc -fwrapv",
            );
        }
        for id in self.system.enums.ids() {
            let text = self.mtype(id).unwrap_or_else(|| self.numbers(id));
            self.out += &text;
        }
        let used = used_globals(self.system);
        for (id, variable) in self.system.globals.enumerate() {
            if variable.name().starts_with('$') && !used.contains(&id) {
                continue;
            }
            let name = self.names.global(id);
            let prefix = if variable.hidden { "hidden " } else { "" };
            let range = self.ranges.of_place(&Place::global(id), None);
            let text = self.declaration(variable, &name, range);
            self.out += &format!("{prefix}{text};{}\n", original(&variable.name(), &name));
        }
        if self.clears_channels() {
            self.out += &format!("chan {};\n", self.names.no_channel);
        }
        if self.stops {
            self.out += &format!("bool {};\n", self.names.stopped);
        }
        let halted = self.halted();
        for (template, instances) in self.order() {
            self.proctype(template, &instances);
        }
        if let Some(halted) = halted {
            let name = &self.names.watcher;
            self.out += "\n/* The program has ended: this is no deadlock. */\n";
            self.out += &format!("active proctype {name}() {{\n\tend: do :: {halted} od\n}}\n");
        }
    }

    /// When no process may step any more, although not all have ended.
    fn halted(&mut self) -> Option<String> {
        let mut halted = Vec::new();
        if self.stops {
            halted.push(self.names.stopped.clone());
        }
        let templates = &self.system.templates;
        let provided: Vec<&Expr> =
            templates.iter().filter_map(|template| template.provided.as_ref()).collect();
        if let (true, Some(first)) = (self.system.rules.threads, provided.first()) {
            let same = provided.iter().all(|other| other == first);
            let mut shared = true;
            first.visit(&mut |part| match part {
                Expr::Read(place) => shared &= matches!(place.root, Root::Global(_)),
                Expr::Myself | Expr::Timeout | Expr::Enabled(_) => shared = false,
                _ => {}
            });
            if !same || !shared || provided.len() < templates.len() {
                self.cannot("threads that are halted one by one");
            }
            halted.push(format!("!({})", self.condition(first)));
        }
        (!halted.is_empty()).then(|| format!("({})", halted.join(" || ")))
    }

    /// What the numbers of an enumeration mean that cannot be an mtype.
    fn numbers(&self, id: EnumId) -> String {
        let decl = &self.system.enums[id];
        let values: Vec<String> =
            decl.values.iter().map(|(name, value)| format!("{value} {name}")).collect();
        comment_line(&format!("{}: {}", decl.name, values.join(", ")))
    }

    fn clears_channels(&self) -> bool {
        self.system.templates.enumerate().any(|(id, template)| {
            let effects = template.edges.iter().flat_map(|edge| &edge.effects);
            effects.into_iter().any(|effect| match effect {
                Effect::Assign(place, Expr::Const(_)) => {
                    matches!(self.place_type_in(place, Some(id)), Some((Type::Channel, _)))
                }
                _ => false,
            })
        })
    }

    /// The templates in the order in which their processes are created, with those processes.
    fn order(&mut self) -> Vec<(TemplateId, Vec<usize>)> {
        let mut order: Vec<(TemplateId, Vec<usize>)> = Vec::new();
        for (position, process) in self.system.processes.iter().enumerate() {
            match order.last_mut() {
                Some((template, instances)) if *template == process.template => {
                    instances.push(position);
                }
                _ => order.push((process.template, vec![position])),
            }
        }
        let mut seen = BTreeSet::new();
        if !order.iter().all(|(template, _)| seen.insert(*template)) {
            self.cannot("processes of one kind that are created before and after those of another");
        }
        // SPIN reads a proctype before it is referred to, so those that are only run come first.
        let idle = self.system.templates.ids().filter(|id| !seen.contains(id));
        let mut all: Vec<(TemplateId, Vec<usize>)> = idle.map(|id| (id, Vec::new())).collect();
        all.extend(order);
        all
    }

    /// The declaration of an mtype whose numbers are those that SPIN would give.
    fn mtype(&self, id: EnumId) -> Option<String> {
        let mut values = self.mtype_values(id)?;
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let names: Vec<String> =
            values.iter().map(|(name, _)| self.names.constant(id, name)).collect();
        let subtype = match self.names.mtype(id) {
            Some(name) => format!(":{name}"),
            None => String::new(),
        };
        Some(format!("mtype{subtype} = {{ {} }};\n", names.join(", ")))
    }

    /// The values of an enumeration that can be an mtype: numbered from 1 without a gap.
    fn mtype_values(&self, id: EnumId) -> Option<Vec<(String, i64)>> {
        let values = self.system.enums[id].values.clone();
        let numbers: BTreeSet<i64> = values.iter().map(|(_, value)| *value).collect();
        let dense = numbers.iter().copied().eq(1..=values.len() as i64);
        (dense && !values.is_empty()).then_some(values)
    }

    fn declaration(&mut self, variable: &Variable, name: &str, range: Range) -> String {
        let is_array = variable.path.iter().any(|part| part.length.is_some());
        let length = if is_array { format!("[{}]", variable.cells()) } else { String::new() };
        let (ty, bits) = self.type_text(variable.ty, is_array, Some(range));
        let init = match &variable.init {
            Init::Zero | Init::Value(0) => String::new(),
            Init::Value(value) => format!(" = {}", self.expr(&Expr::Const(*value))),
            Init::Values(values) if values.iter().all(|value| *value == 0) => String::new(),
            Init::Values(values) if is_array && is_uniform(values, variable) => {
                format!(" = {}", self.expr(&Expr::Const(values[0])))
            }
            Init::Values(values) if is_array => {
                if values.iter().any(|value| *value < 0) {
                    self.cannot("negative numbers in a list of initial values");
                }
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!(" = {{ {} }}", values.join(", "))
            }
            Init::Values(values) => {
                let value = values.first().copied().unwrap_or(0);
                format!(" = {}", self.expr(&Expr::Const(value)))
            }
            Init::Channels(kind) => {
                let kind = &self.system.channel_kinds[*kind];
                let fields: Vec<String> = kind
                    .fields
                    .iter()
                    .map(|field| match self.type_text(*field, true, None) {
                        (_, Some(_)) => "int".to_string(),
                        (text, None) => text,
                    })
                    .collect();
                format!(" = [{}] of {{ {} }}", kind.capacity, fields.join(", "))
            }
            Init::Computed(value) => format!(" = {}", self.expr(value)),
        };
        let bits = bits.map(|bits| format!(" : {bits}")).unwrap_or_default();
        format!("{ty} {name}{length}{bits}{init}")
    }

    /// The type's name, and a width for `unsigned`, which arrays cannot have.
    fn type_text(&mut self, ty: Type, array: bool, range: Option<Range>) -> (String, Option<u8>) {
        let text = match ty {
            Type::Bool if array => "byte",
            Type::Bool => "bit",
            Type::Int { bits: 8, signed: false } => "byte",
            Type::Int { bits: 16, signed: true } => "short",
            Type::Int { bits: 32, signed: true } => "int",
            Type::Int { bits, signed: false } if bits < 32 && !array => {
                return ("unsigned".to_string(), Some(bits));
            }
            Type::Int { bits, .. } if bits < 32 => "int",
            Type::Int { .. } if range.is_some_and(Range::is_int) => "int",
            Type::Int { bits, signed } => {
                let kind = if signed { "integers" } else { "unsigned integers" };
                self.cannot(format!("{kind} of {bits} bits"));
                "int"
            }
            Type::Float => {
                self.cannot("numbers in floating point");
                "int"
            }
            Type::Range { low, high } if low >= 0 && high <= 255 => "byte",
            Type::Range { low, high } if low >= -32768 && high <= 32767 => "short",
            Type::Range { low, high }
                if low >= i64::from(i32::MIN) && high <= i64::from(i32::MAX) =>
            {
                "int"
            }
            Type::Range { .. } => {
                self.cannot("ranges beyond 32 bits");
                "int"
            }
            Type::Enum(id) => match (self.mtype_values(id), self.names.mtype(id)) {
                (Some(_), Some(name)) => return (format!("mtype:{name}"), None),
                (Some(_), None) => "mtype",
                (None, _) => "byte",
            },
            Type::Channel => "chan",
            Type::Process => "byte",
            Type::Reference(_) => "short",
        };
        (text.to_string(), None)
    }

    fn proctype(&mut self, id: TemplateId, instances: &[usize]) {
        let template = &self.system.templates[id];
        self.template = Some(id);
        let processes: Vec<_> = instances.iter().map(|at| &self.system.processes[*at]).collect();
        if processes.iter().any(|process| process.arguments.iter().any(|value| *value != 0)) {
            self.cannot("processes that exist from the start with arguments other than 0");
        }
        let counts = self.system.rules.priorities;
        let priority = processes.first().filter(|_| counts).map_or(1, |process| process.priority);
        if counts && processes.iter().any(|process| process.priority != priority) {
            self.cannot("processes of one kind with different priorities");
        }
        let mut parameters = Vec::new();
        let mut locals = String::new();
        for (local, variable) in template.locals.enumerate() {
            let name = self.names.local(id, local);
            if local.0 < template.parameters {
                let (ty, bits) = self.type_text(variable.ty, false, None);
                let bits = bits.map(|bits| format!(" : {bits}")).unwrap_or_default();
                parameters.push(format!("{ty} {name}{bits}"));
            } else {
                let range = self.ranges.of_place(&Place::local(local), Some(id));
                let text = self.declaration(variable, &name, range);
                locals += &format!("\t{text};{}\n", original(&variable.name(), &name));
            }
        }
        let is_init = template.name == "init" && instances.len() == 1 && parameters.is_empty();
        let mut head = if is_init {
            "init".to_string()
        } else {
            let active = match instances.len() {
                0 => String::new(),
                1 => "active ".to_string(),
                count => format!("active [{count}] "),
            };
            let kind = if template.deterministic { "D_proctype" } else { "proctype" };
            let name = self.names.template(id);
            format!("{active}{kind} {name}({})", parameters.join("; "))
        };
        if priority != 1 {
            head += &format!(" priority {priority}");
        }
        let mut provided = Vec::new();
        if self.stops {
            provided.push(format!("!{}", self.names.stopped));
        }
        if let Some(condition) = &template.provided {
            provided.push(self.condition(condition));
        }
        if !provided.is_empty() {
            head += &format!(" provided ({})", provided.join(" && "));
        }
        let told = original(&template.name, &self.names.template(id));
        self.out += &format!("\n{head} {{{told}\n{locals}");
        self.body(id, template);
        self.out += "}\n";
        self.template = None;
    }

    fn body(&mut self, id: TemplateId, template: &Template) {
        let code = code::Code::new(template);
        if template.locations[template.entry].final_ && self.system.rules.reap {
            // A process that ends at once needs a step to do so.
            self.cannot(format!("`{}`, which ends before it does anything", template.name));
            return;
        }
        self.out += &format!("\tgoto {};\n\tdo\n\t:: (1 == 2) ->\n", label(template.entry));
        if !code.atomic.is_empty() {
            self.out += "\t\tatomic {\n\t\t\t(1 == 2);\n";
            for location in code.atomic.clone() {
                let text = self.location(id, &code, location);
                self.out += &text;
            }
            self.out += "\t\t};\n";
            for location in &code.bounced {
                self.out += &format!("\t\tagain_{}: goto {};\n", location.0, label(*location));
            }
        }
        for location in code.plain.clone() {
            let text = self.location(id, &code, location);
            self.out += &text;
        }
        self.out += "\t\tskip\n\tod\n";
    }
}

/// The globals that a process reads or writes.
fn used_globals(system: &System) -> BTreeSet<GlobalId> {
    let mut used = BTreeSet::new();
    let mut see = |place: &Place| {
        if let Root::Global(id) = place.root {
            used.insert(id);
        }
    };
    let mut read = |expr: &Expr| {
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                see(place);
            }
        });
    };
    let locals = system.templates.iter().flat_map(|template| &template.locals);
    for variable in system.globals.iter().chain(locals) {
        if let Init::Computed(value) = &variable.init {
            read(value);
        }
    }
    for template in &system.templates {
        template.provided.iter().for_each(&mut read);
        for edge in &template.edges {
            edge.visit_exprs(&mut read);
        }
    }
    for edge in system.templates.iter().flat_map(|template| &template.edges) {
        edge.visit_writes(&mut see);
    }
    used
}

/// What something is called in the source, where that is no name in Promela.
fn original(source: &str, name: &str) -> String {
    if source == name { String::new() } else { format!(" /* {} */", in_comment(source)) }
}

fn comment_line(text: &str) -> String {
    format!("/* {} */\n", in_comment(text))
}

/// A text that neither ends the comment around it nor opens another.
fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\\'], " ")
}

/// Whether the values of an array are one for all its cells.
fn is_uniform(values: &[i64], variable: &Variable) -> bool {
    values.len() == variable.cells() as usize && values.windows(2).all(|two| two[0] == two[1])
}

/// The name of a location's code.
fn label(location: LocationId) -> String {
    format!("s{}", location.0)
}

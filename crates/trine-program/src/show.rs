//! A program as text, for people: what a front end made of their source.

use std::fmt::Write;

use crate::program::*;

/// All classes with their fields and bodies, in the order of their ids.
pub fn show(program: &Program) -> String {
    let mut out = String::new();
    for global in &program.globals {
        let library = if global.library { "library " } else { "" };
        let own = if global.thread_local { "thread-local " } else { "" };
        let _ = writeln!(out, "{library}{own}global {}: {} bytes", global.name, global.bytes);
    }
    for class in program.classes.ids() {
        out.push_str(&show_class(program, class));
    }
    out
}

/// One class.
pub fn show_class(program: &Program, id: ClassId) -> String {
    let class = &program.classes[id];
    let mut out = String::new();
    let library = if class.library { "library " } else { "" };
    let _ = write!(out, "{library}class {}", class.name);
    for (at, parent) in class.parents.iter().enumerate() {
        let sign = if at == 0 { " <" } else { "," };
        let _ = write!(out, "{sign} {}", program.classes[*parent].name);
    }
    out.push_str(" {\n");
    for field in &class.fields {
        let field = &program.fields[*field];
        let mut words = String::new();
        for (on, word) in [
            (field.is_static, "static "),
            (field.is_final, "final "),
            (field.volatile, "volatile "),
        ] {
            if on {
                words.push_str(word);
            }
        }
        let _ = writeln!(out, "  {words}{} {}", show_type(field.ty), field.name);
    }
    for method in &class.methods {
        out.push_str(&show_method(program, *method));
    }
    out.push_str("}\n");
    out
}

/// One method: its variables that are no parameters show their types where they are first set.
pub fn show_method(program: &Program, id: MethodId) -> String {
    let method = &program.methods[id];
    let printer = Printer { program, method };
    let mut out = String::new();
    let mut words = String::new();
    for (on, word) in [(method.is_static, "static "), (method.synchronized, "synchronized ")] {
        if on {
            words.push_str(word);
        }
    }
    let parameters: Vec<String> = method
        .parameters
        .iter()
        .map(|var| format!("{} {}", show_type(method.vars[*var].ty), printer.var(*var)))
        .collect();
    let result = method.result.map_or_else(String::new, |ty| format!(" -> {}", show_type(ty)));
    let _ = write!(out, "  {words}{}({}){result}", method.selector, parameters.join(", "));
    match &method.body {
        None => out.push_str(" abstract\n"),
        Some(body) => {
            out.push_str(" {\n");
            printer.block(&mut out, body, 2);
            out.push_str("  }\n");
        }
    }
    out
}

/// A type as the text of a program writes it.
pub fn show_type(ty: Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int { bits, signed: true } => format!("int{bits}"),
        Type::Int { bits, signed: false } => format!("uint{bits}"),
        Type::Float => "float".into(),
        Type::Reference => "ref".into(),
    }
}

fn show_unit(unit: Unit) -> String {
    match unit.ty {
        Type::Float | Type::Reference => format!("{}{}", show_type(unit.ty), 8 * unit.bytes),
        ty => show_type(ty),
    }
}

struct Printer<'a> {
    program: &'a Program,
    method: &'a Method,
}

impl Printer<'_> {
    fn block(&self, out: &mut String, body: &[Stmt], depth: usize) {
        for statement in body {
            self.statement(out, &statement.kind, depth);
        }
    }

    fn nested(&self, out: &mut String, head: &str, body: &[Stmt], depth: usize) {
        let pad = "  ".repeat(depth);
        let _ = writeln!(out, "{pad}{head} {{");
        self.block(out, body, depth + 1);
        let _ = writeln!(out, "{pad}}}");
    }

    fn statement(&self, out: &mut String, kind: &StmtKind, depth: usize) {
        let pad = "  ".repeat(depth);
        match kind {
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.operand(condition);
                if then.is_empty() && !otherwise.is_empty() {
                    self.nested(out, &format!("unless {condition}"), otherwise, depth);
                } else {
                    self.nested(out, &format!("if {condition}"), then, depth);
                    if !otherwise.is_empty() {
                        self.nested(out, "else", otherwise, depth);
                    }
                }
            }
            StmtKind::Loop { id, body, update } => {
                self.nested(out, &format!("loop {id}"), body, depth);
                if !update.is_empty() {
                    self.nested(out, "update", update, depth);
                }
            }
            StmtKind::Block { id, body } => self.nested(out, &id.to_string(), body, depth),
            StmtKind::Try { body, handlers, finally } => {
                self.nested(out, "try", body, depth);
                for handler in handlers {
                    let classes: Vec<&str> =
                        handler.classes.iter().map(|class| self.class(*class)).collect();
                    let head = format!("catch {}: {}", self.var(handler.into), classes.join(" | "));
                    self.nested(out, &head, &handler.body, depth);
                }
                if !finally.is_empty() {
                    self.nested(out, "finally", finally, depth);
                }
            }
            StmtKind::Synchronized { monitor, body } => {
                self.nested(out, &format!("synchronized {}", self.operand(monitor)), body, depth);
            }
            StmtKind::Atomic(body) => self.nested(out, "atomic", body, depth),
            simple => {
                let _ = writeln!(out, "{pad}{}", self.simple(simple));
            }
        }
    }

    fn simple(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Set(var, expr) => format!("{} = {}", self.var(*var), self.expr(expr)),
            StmtKind::Load(var, access) => format!("{} <- {}", self.var(*var), self.access(access)),
            StmtKind::Store(access, value) => {
                format!("{} := {}", self.access(access), self.operand(value))
            }
            StmtKind::New { into, class } => {
                format!("{} = new {}", self.var(*into), self.class(*class))
            }
            StmtKind::NewArray { into, element, length, .. } => {
                let (element, length) = (show_type(*element), self.operand(length));
                format!("{} = new {element}[{length}]", self.var(*into))
            }
            StmtKind::Length(into, array) => {
                format!("{} = length {}", self.var(*into), self.operand(array))
            }
            StmtKind::InstanceOf { into, value, class } => {
                let (value, class) = (self.operand(value), self.class(*class));
                format!("{} = {value} is {class}", self.var(*into))
            }
            StmtKind::Cast { value, class } => {
                format!("cast {} to {}", self.operand(value), self.class(*class))
            }
            StmtKind::Call { into, callee, arguments } => {
                let callee = match callee {
                    Callee::Exact(id) => {
                        let method = &self.program.methods[*id];
                        format!("{}.{}", self.class(method.class), method.selector)
                    }
                    Callee::Virtual { selector, declared } => {
                        format!("{}~{selector}", self.class(self.program.methods[*declared].class))
                    }
                    Callee::Pointer(function) => format!("*{}", self.operand(function)),
                };
                format!("{}call {callee}({})", self.into(*into), self.operands(arguments))
            }
            StmtKind::Break(id) => format!("break {id}"),
            StmtKind::Continue(id) => format!("continue {id}"),
            StmtKind::Return(None) => "return".into(),
            StmtKind::Return(Some(value)) => format!("return {}", self.operand(value)),
            StmtKind::Throw(value) => format!("throw {}", self.operand(value)),
            StmtKind::Assert(value) => format!("assert {}", self.operand(value)),
            StmtKind::AssertSaying { condition, detail } => {
                format!("assert {} : {}", self.operand(condition), self.operand(detail))
            }
            StmtKind::Await(condition) => format!("await {}", self.condition(condition)),
            StmtKind::Do { into, operation, arguments } => {
                format!("{}{operation:?}({})", self.into(*into), self.operands(arguments))
            }
            StmtKind::Unmodelled { into, what, arguments } => {
                format!("{}unmodelled {what:?}({})", self.into(*into), self.operands(arguments))
            }
            StmtKind::Meet(meeting) => self.meeting(meeting),
            StmtKind::Print(text) => format!("print {text:?}"),
            StmtKind::Assume(text) => format!("assume {text:?}"),
            StmtKind::Label(label) => format!("{label}:"),
            StmtKind::Allocate { into, storage, bytes, zeroed, .. } => {
                let zeroed = if *zeroed { " zeroed" } else { "" };
                let bytes = self.operand(bytes);
                format!("{} = allocate {storage:?} {bytes}{zeroed}", self.var(*into))
            }
            StmtKind::Free(pointer) => format!("free {}", self.operand(pointer)),
            StmtKind::EndLife(pointer) => format!("end {}", self.operand(pointer)),
            StmtKind::CopyMemory { to, from, bytes } => {
                format!("copy {}", self.operands(&[*to, *from, *bytes]))
            }
            StmtKind::FillMemory { at, byte, bytes } => {
                format!("fill {}", self.operands(&[*at, *byte, *bytes]))
            }
            StmtKind::Goto(label) => format!("goto {label}"),
            StmtKind::Target(label) => format!("{label}:"),
            _ => String::new(),
        }
    }

    fn meeting(&self, meeting: &Meeting) -> String {
        let vars = |all: &[VarId]| {
            all.iter().map(|var| self.var(*var)).collect::<Vec<String>>().join(", ")
        };
        match meeting {
            Meeting::Call(call) => {
                let (at, arguments) = (self.entry(&call.at), self.operands(&call.arguments));
                let results = vars(&call.results);
                let into = self.into(call.served);
                format!("{into}call {at}({arguments}) -> ({results}) {:?}", call.patience)
            }
            Meeting::Complete(at, results) => {
                format!("complete {}({})", self.entry(at), self.operands(results))
            }
            Meeting::Async(of) => {
                let call =
                    of.call.as_ref().map_or("some time".to_string(), |call| self.entry(&call.at));
                format!("{:?} until {call}", of.part)
            }
            Meeting::Requeue(requeue) => {
                let how = if requeue.with_abort { " with abort" } else { "" };
                let to = self.entry(&requeue.to);
                format!("requeue {to}({}){how}", self.operands(&requeue.arguments))
            }
            Meeting::Waiting(into, at) => {
                format!("{} = waiting {}", self.var(*into), self.entry(at))
            }
            Meeting::Select(select) => {
                let mut parts = Vec::new();
                for alternative in &select.alternatives {
                    let guard = alternative
                        .guard
                        .as_ref()
                        .map_or_else(String::new, |guard| format!("when {} ", self.operand(guard)));
                    parts.push(match &alternative.kind {
                        AlternativeKind::Accept { at, parameters } => {
                            format!("{guard}accept {}({})", self.entry(at), vars(parameters))
                        }
                        AlternativeKind::Delay => format!("{guard}delay"),
                        AlternativeKind::Terminate { group } => {
                            format!("{guard}terminate with {}", self.operand(group))
                        }
                    });
                }
                if select.otherwise {
                    parts.push("else".to_string());
                }
                format!("{} = select {{ {} }}", self.var(select.into), parts.join(" or "))
            }
        }
    }

    fn entry(&self, at: &EntryAt) -> String {
        let name = &self.program.entries[at.entry].name;
        let index = at
            .index
            .as_ref()
            .map_or_else(String::new, |index| format!("[{}]", self.operand(index)));
        format!("{}.{name}{index}", self.operand(&at.owner))
    }

    fn into(&self, into: Option<VarId>) -> String {
        into.map_or_else(String::new, |var| format!("{} = ", self.var(var)))
    }

    fn class(&self, id: ClassId) -> &str {
        &self.program.classes[id].name
    }

    /// The name alone where no other variable of the method has it.
    fn var(&self, id: VarId) -> String {
        let name = &self.method.vars[id].name;
        let first = self.method.vars.enumerate().find(|(_, var)| var.name == *name);
        match first {
            Some((first, _)) if first != id => format!("{name}'{}", id.0),
            _ => name.clone(),
        }
    }

    fn operands(&self, all: &[Operand]) -> String {
        all.iter().map(|one| self.operand(one)).collect::<Vec<_>>().join(", ")
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Var(var) => self.var(*var),
            Operand::Int(value) => value.to_string(),
            Operand::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
            Operand::Null => "null".into(),
            Operand::String(id) => format!("{:?}", self.program.strings[*id]),
            Operand::Class(class) => format!("{}.class", self.class(*class)),
            Operand::Global(global) => format!("&{}", self.program.globals[*global].name),
            Operand::Function(method) => format!("&{}", self.program.methods[*method].name),
        }
    }

    fn access(&self, access: &Access) -> String {
        match access {
            Access::Field(object, field) => {
                format!("{}.{}", self.operand(object), self.program.fields[*field].name)
            }
            Access::Static(field) => {
                let field = &self.program.fields[*field];
                format!("{}.{}", self.class(field.class), field.name)
            }
            Access::Element(array, index) => {
                format!("{}[{}]", self.operand(array), self.operand(index))
            }
            Access::Memory { pointer, unit, atomic } => {
                let atomic = if *atomic { "atomic " } else { "" };
                format!("{atomic}{} {}", show_unit(*unit), self.operand(pointer))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Operand(operand) => self.operand(operand),
            Expr::Unary(UnaryOp::Float(op), _, inner) => format!("{op:?}({})", self.expr(inner)),
            Expr::Unary(op, _, inner) => format!("{}{}", unary_sign(*op), self.inner(inner)),
            Expr::Binary(BinaryOp::Float(op), _, left, right) => {
                format!("{op:?}({}, {})", self.expr(left), self.expr(right))
            }
            Expr::Binary(op, width, left, right) => {
                let wide = if *width == Width::W64 { "L" } else { "" };
                let (left, right) = (self.inner(left), self.inner(right));
                format!("{left} {}{wide} {right}", binary_sign(*op))
            }
            Expr::Cut(ty, inner) => format!("{}({})", show_type(*ty), self.expr(inner)),
            Expr::Text(op, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.operand(argument)).collect();
                format!("{op:?}({})", arguments.join(", "))
            }
            Expr::Box(_, inner) => format!("box({})", self.expr(inner)),
            Expr::Unbox(inner) => format!("unbox({})", self.expr(inner)),
            Expr::Opaque(ty) => format!("opaque {}", show_type(*ty)),
            Expr::Typed(op, ty, left, right) => {
                let (left, right) = (self.inner(left), self.inner(right));
                format!("{left} {}:{} {right}", binary_sign(*op), show_type(*ty))
            }
            Expr::Convert(conversion, inner) => format!("{conversion:?}({})", self.expr(inner)),
            Expr::Offset(pointer, count, bytes) => {
                format!("{} + {bytes} * {}", self.inner(pointer), self.inner(count))
            }
        }
    }

    fn inner(&self, expr: &Expr) -> String {
        match expr {
            Expr::Binary(..) | Expr::Typed(..) | Expr::Offset(..) => {
                format!("({})", self.expr(expr))
            }
            _ => self.expr(expr),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Operand(operand) => self.operand(operand),
            Condition::Load(access) => self.access(access),
            Condition::Unary(op, _, inner) => {
                format!("{}({})", unary_sign(*op), self.condition(inner))
            }
            Condition::Binary(op, _, left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                format!("({left} {} {right})", binary_sign(*op))
            }
            Condition::Mine(object) => format!("mine({})", self.operand(object)),
            Condition::Held(object) => format!("held({})", self.operand(object)),
            Condition::Waiting(object) => format!("waiting({})", self.operand(object)),
            Condition::Started(thread) => format!("started({})", self.operand(thread)),
            Condition::Ended(thread) => format!("ended({})", self.operand(thread)),
            Condition::Length(array) => format!("length({})", self.operand(array)),
        }
    }
}

fn unary_sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Not => "!",
        UnaryOp::Complement => "~",
        UnaryOp::Float(_) => "float ",
    }
}

fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::ShiftRightUnsigned => ">>>",
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
        BinaryOp::Float(_) => "float",
    }
}

/// Shows every statement of a body, outer ones first.
pub fn visit(body: &[Stmt], see: &mut dyn FnMut(&Stmt)) {
    for statement in body {
        see(statement);
        match &statement.kind {
            StmtKind::If { then, otherwise, .. } => {
                visit(then, see);
                visit(otherwise, see);
            }
            StmtKind::Loop { body, update, .. } => {
                visit(body, see);
                visit(update, see);
            }
            StmtKind::Block { body, .. }
            | StmtKind::Synchronized { body, .. }
            | StmtKind::Atomic(body) => visit(body, see),
            StmtKind::Try { body, handlers, finally } => {
                visit(body, see);
                for handler in handlers {
                    visit(&handler.body, see);
                }
                visit(finally, see);
            }
            _ => {}
        }
    }
}

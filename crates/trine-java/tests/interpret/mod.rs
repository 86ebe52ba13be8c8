//! Runs a program with one thread, as plainly as possible: what lowering gave must do what Java does.
//!
//! A thread that is started runs to its end at once. What is not followed (text that is computed, what
//! is not modelled) may be passed around, but nothing may depend on it.

mod arithmetic;

use std::collections::{HashMap, HashSet};

use trine_base::{SourceMap, Span};
use trine_program::text::{Piece, text};
use trine_program::*;

use arithmetic::{binary, cut, float_binary, float_unary, wrap};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    Int(i64),
    Float(f64),
    Null,
    Object(usize),
    String(StringId),
    Boxed(ClassId, i64),
    Class(ClassId),
    Opaque,
}

enum Cell {
    Object(ClassId, HashMap<FieldId, Value>),
    Array(Vec<Value>),
}

enum Flow {
    Next,
    Break(BlockId),
    Continue(BlockId),
    Return(Value),
    Throw(Value),
}

pub struct Machine<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    heap: Vec<Cell>,
    statics: HashMap<FieldId, Value>,
    initialised: HashSet<ClassId>,
    /// Text that was made while the program ran.
    made: Vec<String>,
    steps: u64,
    thread: Option<usize>,
    pub asserts: u64,
    pub printed: Vec<String>,
}

type Locals = HashMap<VarId, Value>;

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, sources: &'a SourceMap) -> Machine<'a> {
        Machine {
            program,
            sources,
            heap: Vec::new(),
            made: Vec::new(),
            statics: HashMap::new(),
            initialised: HashSet::new(),
            steps: 0,
            thread: None,
            asserts: 0,
            printed: Vec::new(),
        }
    }

    /// Runs a static method; panics, with the place, on anything that goes wrong.
    pub fn run(&mut self, method: MethodId) {
        if let Some(thread) = self.program.roles.thread {
            self.heap.push(Cell::Object(thread, HashMap::new()));
            self.thread = Some(0);
        }
        let arguments = match self.program.methods[method].parameters.len() {
            0 => Vec::new(),
            _ => {
                self.heap.push(Cell::Array(Vec::new()));
                vec![Value::Object(self.heap.len() - 1)]
            }
        };
        if let Err(thrown) = self.call(method, arguments) {
            panic!("uncaught: {}", self.describe(thrown));
        }
    }

    fn describe(&self, value: Value) -> String {
        match value {
            Value::Object(at) => match &self.heap[at] {
                Cell::Object(class, _) => self.program.classes[*class].name.clone(),
                Cell::Array(_) => "an array".to_string(),
            },
            other => format!("{other:?}"),
        }
    }

    fn zero(ty: Type) -> Value {
        match ty {
            Type::Reference => Value::Null,
            Type::Float => Value::Float(0.0),
            _ => Value::Int(0),
        }
    }

    fn initialise(&mut self, class: ClassId) -> Result<(), Value> {
        if !self.initialised.insert(class) {
            return Ok(());
        }
        for first in self.program.initialised_first(class) {
            self.initialise(*first)?;
        }
        if let Some(method) = self.program.classes[class].initializer {
            self.call(method, Vec::new())?;
        }
        Ok(())
    }

    fn call(&mut self, id: MethodId, arguments: Vec<Value>) -> Result<Value, Value> {
        let method = &self.program.methods[id];
        if method.is_static || method.name == "<init>" {
            self.initialise(method.class)?;
        }
        let Some(body) = &method.body else {
            let class = &self.program.classes[method.class].name;
            panic!("{class}.{} has no body", method.selector);
        };
        assert_eq!(arguments.len(), method.parameters.len(), "arguments of {}", method.selector);
        let mut locals: Locals =
            method.vars.enumerate().map(|(id, var)| (id, Self::zero(var.ty))).collect();
        for (var, value) in method.parameters.iter().zip(arguments) {
            locals.insert(*var, value);
        }
        match self.block(body, method, &mut locals) {
            Flow::Return(value) => Ok(value),
            Flow::Throw(value) => Err(value),
            Flow::Next => Ok(Value::Opaque),
            _ => panic!("{} leaves a block that it is not in", method.selector),
        }
    }

    fn block(&mut self, body: &[Stmt], method: &Method, locals: &mut Locals) -> Flow {
        for statement in body {
            match self.statement(statement, method, locals) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    fn place(&self, span: Option<Span>) -> String {
        span.map_or_else(|| "nowhere".to_string(), |span| self.sources.describe(span))
    }

    fn error(&mut self, kind: ErrorKind) -> Flow {
        if let Some(raiser) = self.program.roles.raiser(kind) {
            // What the text is made of is not followed here.
            let count = self.program.methods[raiser].parameters.len();
            return match self.call(raiser, vec![Value::Opaque; count]) {
                Err(error) => Flow::Throw(error),
                Ok(_) => panic!("nothing is thrown for {kind:?}"),
            };
        }
        let Some(class) = self.program.roles.error(kind) else { panic!("no class for {kind:?}") };
        self.heap.push(Cell::Object(class, HashMap::new()));
        Flow::Throw(Value::Object(self.heap.len() - 1))
    }

    fn truth(&self, value: Value, span: Option<Span>) -> bool {
        match value {
            Value::Int(value) => value != 0,
            other => panic!("{}: a condition is {other:?}", self.place(span)),
        }
    }

    fn statement(&mut self, statement: &Stmt, method: &Method, locals: &mut Locals) -> Flow {
        self.steps += 1;
        assert!(self.steps < 20_000_000, "runs for ever");
        match self.perform(statement, method, locals) {
            Ok(flow) => flow,
            Err(flow) => flow,
        }
    }

    fn perform(
        &mut self,
        statement: &Stmt,
        method: &Method,
        locals: &mut Locals,
    ) -> Result<Flow, Flow> {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Set(var, expr) => {
                let value = self.eval(expr, locals)?;
                let value = cut(method.vars[*var].ty, value);
                locals.insert(*var, value);
            }
            StmtKind::Load(var, access) => {
                let value = self.read(access, locals)?;
                locals.insert(*var, value);
            }
            StmtKind::Store(access, value) => {
                let value = self.operand(value, locals);
                self.write(access, value, locals)?;
            }
            StmtKind::New { into, class } => {
                self.initialise(*class).map_err(Flow::Throw)?;
                self.heap.push(Cell::Object(*class, HashMap::new()));
                locals.insert(*into, Value::Object(self.heap.len() - 1));
            }
            StmtKind::NewArray { into, element, length, .. } => {
                let Value::Int(length) = self.operand(length, locals) else {
                    panic!("{}: no length", self.place(span))
                };
                if length < 0 {
                    return Err(self.error(ErrorKind::NegativeLength));
                }
                self.heap.push(Cell::Array(vec![Self::zero(*element); length as usize]));
                locals.insert(*into, Value::Object(self.heap.len() - 1));
            }
            StmtKind::Length(var, array) => {
                let length = match self.operand(array, locals) {
                    Value::Object(at) => match &self.heap[at] {
                        Cell::Array(items) => items.len() as i64,
                        Cell::Object(..) => panic!("{}: no array", self.place(span)),
                    },
                    _ => return Err(self.error(ErrorKind::Null)),
                };
                locals.insert(*var, Value::Int(length));
            }
            StmtKind::InstanceOf { into, value, class } => {
                let value = self.operand(value, locals);
                let is = value != Value::Null && self.is_a(value, *class);
                locals.insert(*into, Value::Int(i64::from(is)));
            }
            StmtKind::Cast { value, class } => {
                let value = self.operand(value, locals);
                if !matches!(value, Value::Null | Value::Opaque) && !self.is_a(value, *class) {
                    return Err(self.error(ErrorKind::Cast));
                }
            }
            StmtKind::Call { into, callee, arguments } => {
                let values: Vec<Value> =
                    arguments.iter().map(|one| self.operand(one, locals)).collect();
                let target = match callee {
                    Callee::Exact(id) => *id,
                    Callee::Virtual { selector, .. } => {
                        if values[0] == Value::Null {
                            return Err(self.error(ErrorKind::Null));
                        }
                        let class = self.class_of(values[0]);
                        match self.find(class, selector) {
                            Some(id) => id,
                            None => panic!(
                                "{}: {} has no {selector}",
                                self.place(span),
                                self.program.classes[class].name
                            ),
                        }
                    }
                };
                let value = self.call(target, values).map_err(Flow::Throw)?;
                if let Some(into) = into {
                    locals.insert(*into, value);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.operand(condition, locals);
                let branch = if self.truth(condition, span) { then } else { otherwise };
                return Ok(self.block(branch, method, locals));
            }
            StmtKind::Loop { id, body, update } => loop {
                match self.block(body, method, locals) {
                    Flow::Next => {}
                    Flow::Continue(target) if target == *id => {}
                    Flow::Break(target) if target == *id => return Ok(Flow::Next),
                    other => return Ok(other),
                }
                match self.block(update, method, locals) {
                    Flow::Next => {}
                    other => return Ok(other),
                }
            },
            StmtKind::Block { id, body } => {
                return Ok(match self.block(body, method, locals) {
                    Flow::Break(target) if target == *id => Flow::Next,
                    other => other,
                });
            }
            StmtKind::Break(id) => return Ok(Flow::Break(*id)),
            StmtKind::Continue(id) => return Ok(Flow::Continue(*id)),
            StmtKind::Return(value) => {
                let value = value.map_or(Value::Opaque, |value| self.operand(&value, locals));
                return Ok(Flow::Return(value));
            }
            StmtKind::Throw(value) => {
                return Ok(match self.operand(value, locals) {
                    Value::Null => self.error(ErrorKind::Null),
                    value => Flow::Throw(value),
                });
            }
            StmtKind::Try { body, handlers, finally } => {
                let mut flow = self.block(body, method, locals);
                if let Flow::Throw(value) = flow {
                    let handler = handlers
                        .iter()
                        .find(|handler| handler.classes.iter().any(|one| self.is_a(value, *one)));
                    if let Some(handler) = handler {
                        locals.insert(handler.into, value);
                        flow = self.block(&handler.body, method, locals);
                    }
                }
                return Ok(match self.block(finally, method, locals) {
                    Flow::Next => flow,
                    other => other,
                });
            }
            StmtKind::Synchronized { monitor, body } => {
                if self.operand(monitor, locals) == Value::Null {
                    return Err(self.error(ErrorKind::Null));
                }
                return Ok(self.block(body, method, locals));
            }
            StmtKind::Atomic(body) => return Ok(self.block(body, method, locals)),
            StmtKind::Assert(value) | StmtKind::AssertSaying { condition: value, .. } => {
                self.asserts += 1;
                let value = self.operand(value, locals);
                assert!(self.truth(value, span), "{}: assertion failed", self.place(span));
            }
            StmtKind::Await(_) => {}
            StmtKind::Do { into, operation, arguments } => {
                let values: Vec<Value> =
                    arguments.iter().map(|one| self.operand(one, locals)).collect();
                let value = self.operate(*operation, &values)?;
                if let Some(into) = into {
                    locals.insert(*into, value);
                }
            }
            StmtKind::Unmodelled { what, .. } => panic!("{}: {what}", self.place(span)),
            StmtKind::Assume(_) => {}
            StmtKind::Print(text) => self.printed.push(text.clone()),
            StmtKind::Label(_) => {}
            StmtKind::Meet(_) => panic!("{}: Java has no entries", self.place(span)),
        }
        Ok(Flow::Next)
    }

    fn operate(&mut self, operation: Operation, values: &[Value]) -> Result<Value, Flow> {
        Ok(match operation {
            Operation::Start => {
                let thread = values[0];
                let class = self.class_of(thread);
                let run = self.program.roles.run.clone();
                let before = self.thread;
                if let Value::Object(at) = thread {
                    self.thread = Some(at);
                }
                if let Some(run) = self.find(class, &run) {
                    self.call(run, vec![thread]).map_err(Flow::Throw)?;
                }
                self.thread = before;
                Value::Opaque
            }
            Operation::CurrentThread => self.thread.map_or(Value::Null, Value::Object),
            Operation::TryEnter => Value::Int(1),
            Operation::HoldCount => Value::Int(1),
            Operation::IsAlive | Operation::Interrupted => Value::Int(0),
            Operation::Choose => values[0],
            Operation::Input | Operation::Moment => Value::Int(0),
            _ => Value::Opaque,
        })
    }

    fn class_of(&self, value: Value) -> ClassId {
        let roles = &self.program.roles;
        let class = match value {
            Value::Object(at) => match &self.heap[at] {
                Cell::Object(class, _) => Some(*class),
                Cell::Array(_) => roles.object,
            },
            Value::String(_) | Value::Opaque => roles.string,
            Value::Boxed(class, _) => Some(class),
            _ => roles.object,
        };
        class.expect("the library has it")
    }

    fn is_a(&self, value: Value, class: ClassId) -> bool {
        let mut todo = vec![self.class_of(value)];
        while let Some(next) = todo.pop() {
            if next == class {
                return true;
            }
            todo.extend(self.program.classes[next].parents.iter().copied());
        }
        false
    }

    /// Superclasses before interfaces, so that a default method is found last.
    fn find(&self, class: ClassId, selector: &str) -> Option<MethodId> {
        let mut todo = std::collections::VecDeque::from([class]);
        let mut seen = HashSet::new();
        let mut interfaces = std::collections::VecDeque::new();
        while let Some(next) = todo.pop_front().or_else(|| interfaces.pop_front()) {
            if !seen.insert(next) {
                continue;
            }
            for id in &self.program.classes[next].methods {
                let method = &self.program.methods[*id];
                if method.selector == selector && method.body.is_some() && !method.is_static {
                    return Some(*id);
                }
            }
            let mut parents = self.program.classes[next].parents.iter().copied();
            todo.extend(parents.next());
            interfaces.extend(parents);
        }
        None
    }

    fn operand(&self, operand: &Operand, locals: &Locals) -> Value {
        match operand {
            Operand::Var(var) => locals[var],
            Operand::Int(value) => Value::Int(*value),
            Operand::Float(bits) => Value::Float(f64::from_bits(*bits)),
            Operand::Null => Value::Null,
            Operand::String(id) => Value::String(*id),
            Operand::Class(class) => Value::Class(*class),
        }
    }

    fn text(&mut self, op: TextOp, arguments: &[Operand], locals: &Locals) -> Value {
        let constants = self.program.strings.len();
        let piece = |value: Value| match value {
            Value::String(id) if (id.0 as usize) < constants => {
                Some(Piece::Text(self.program.strings[id].clone()))
            }
            Value::String(id) => Some(Piece::Text(self.made[id.0 as usize - constants].clone())),
            Value::Int(number) | Value::Boxed(_, number) => Some(Piece::Number(number)),
            Value::Null => Some(Piece::Null),
            _ => None,
        };
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.operand(argument, locals)).collect();
        let opaque = values.contains(&Value::Opaque);
        let pieces: Option<Vec<Piece>> = values.into_iter().map(piece).collect();
        match pieces.map(|pieces| text(op, &pieces)) {
            Some(Some(Piece::Text(text))) => {
                self.made.push(text);
                Value::String(StringId((constants + self.made.len() - 1) as u32))
            }
            Some(Some(Piece::Number(number))) => Value::Int(number),
            None if op == TextOp::Same && !opaque => Value::Int(0),
            _ => Value::Opaque,
        }
    }

    fn element(&mut self, array: Value, index: Value) -> Result<(usize, usize), Flow> {
        let Value::Object(at) = array else { return Err(self.error(ErrorKind::Null)) };
        let Cell::Array(items) = &self.heap[at] else { panic!("no array") };
        let Value::Int(index) = index else { panic!("no index") };
        if index < 0 || index as usize >= items.len() {
            return Err(self.error(ErrorKind::Index));
        }
        Ok((at, index as usize))
    }

    fn read(&mut self, access: &Access, locals: &Locals) -> Result<Value, Flow> {
        match access {
            Access::Static(field) => {
                self.initialise(self.program.fields[*field].class).map_err(Flow::Throw)?;
                let zero = Self::zero(self.program.fields[*field].ty);
                Ok(self.statics.get(field).copied().unwrap_or(zero))
            }
            Access::Field(object, field) => {
                let zero = Self::zero(self.program.fields[*field].ty);
                match self.operand(object, locals) {
                    Value::Object(at) => match &self.heap[at] {
                        Cell::Object(_, fields) => Ok(fields.get(field).copied().unwrap_or(zero)),
                        Cell::Array(_) => panic!("a field of an array"),
                    },
                    Value::Null => Err(self.error(ErrorKind::Null)),
                    other => panic!("a field of {other:?}"),
                }
            }
            Access::Element(array, index) => {
                let (array, index) = (self.operand(array, locals), self.operand(index, locals));
                let (at, index) = self.element(array, index)?;
                let Cell::Array(items) = &self.heap[at] else { panic!("no array") };
                Ok(items[index])
            }
        }
    }

    fn write(&mut self, access: &Access, value: Value, locals: &Locals) -> Result<(), Flow> {
        match access {
            Access::Static(field) => {
                self.initialise(self.program.fields[*field].class).map_err(Flow::Throw)?;
                self.statics.insert(*field, cut(self.program.fields[*field].ty, value));
            }
            Access::Field(object, field) => match self.operand(object, locals) {
                Value::Object(at) => match &mut self.heap[at] {
                    Cell::Object(_, fields) => {
                        fields.insert(*field, cut(self.program.fields[*field].ty, value));
                    }
                    Cell::Array(_) => panic!("a field of an array"),
                },
                _ => return Err(self.error(ErrorKind::Null)),
            },
            Access::Element(array, index) => {
                let (array, index) = (self.operand(array, locals), self.operand(index, locals));
                let (at, index) = self.element(array, index)?;
                if let Cell::Array(items) = &mut self.heap[at] {
                    items[index] = value;
                }
            }
        }
        Ok(())
    }

    fn eval(&mut self, expr: &Expr, locals: &Locals) -> Result<Value, Flow> {
        Ok(match expr {
            Expr::Operand(operand) => self.operand(operand, locals),
            Expr::Unary(op, width, inner) => match self.eval(inner, locals)? {
                Value::Int(value) => match op {
                    UnaryOp::Negate => Value::Int(wrap(*width, value.wrapping_neg())),
                    UnaryOp::Not => Value::Int(i64::from(value == 0)),
                    UnaryOp::Complement => Value::Int(!value),
                    UnaryOp::Float(FloatUnary::Of) => Value::Float(value as f64),
                    UnaryOp::Float(FloatUnary::SingleOf) => Value::Float(f64::from(value as f32)),
                    UnaryOp::Float(op) => panic!("{op:?} of {value}"),
                },
                Value::Float(value) => match op {
                    UnaryOp::Float(op) => float_unary(*op, value),
                    _ => panic!("{op:?} of {value}"),
                },
                _ => Value::Opaque,
            },
            Expr::Binary(op, width, left, right) => {
                let (left, right) = (self.eval(left, locals)?, self.eval(right, locals)?);
                match (left, right) {
                    (Value::Opaque, _) | (_, Value::Opaque) => Value::Opaque,
                    (Value::Int(a), Value::Int(b)) => match binary(*op, *width, a, b) {
                        Some(value) => Value::Int(value),
                        None => return Err(self.error(ErrorKind::Division)),
                    },
                    (Value::Float(a), Value::Float(b)) => match op {
                        BinaryOp::Float(op) => float_binary(*op, a, b),
                        _ => panic!("{op:?} of {a} and {b}"),
                    },
                    (a, b) => match op {
                        BinaryOp::Equal => Value::Int(i64::from(a == b)),
                        BinaryOp::NotEqual => Value::Int(i64::from(a != b)),
                        _ => panic!("{op:?} of {a:?} and {b:?}"),
                    },
                }
            }
            Expr::Cut(ty, inner) => cut(*ty, self.eval(inner, locals)?),
            Expr::Box(boxing, inner) => match self.eval(inner, locals)? {
                Value::Int(value) => Value::Boxed(boxing.class, value),
                other => other,
            },
            Expr::Unbox(inner) => match self.eval(inner, locals)? {
                Value::Boxed(_, value) => Value::Int(value),
                Value::Null => return Err(self.error(ErrorKind::Null)),
                other => panic!("unboxing {other:?}: {}", self.describe(other)),
            },
            Expr::Text(op, arguments) => self.text(*op, arguments, locals),
            Expr::Opaque(_) => Value::Opaque,
        })
    }
}

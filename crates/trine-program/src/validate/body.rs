//! What bodies satisfy: what is mentioned exists, numbers and references are not mixed up, calls and meetings pass what
//! is taken.

use std::collections::BTreeSet;

use trine_base::SourceMap;

use super::{Kind, exists, kind};
use crate::program::*;
use crate::show::visit;

/// All that is wrong with the body of a method, with places.
pub fn check(program: &Program, sources: &SourceMap, method: &Method) -> Vec<String> {
    let (blocks, problems) = (Vec::new(), Vec::new());
    let body = method.body.as_deref().unwrap_or(&[]);
    let mut targets = BTreeSet::new();
    let mut twice = Vec::new();
    visit(body, &mut |statement| {
        if let StmtKind::Target(label) = statement.kind
            && !targets.insert(label)
        {
            twice.push(format!("in {}: {label} is there twice", method.selector));
        }
    });
    let mut checker = Checker { program, sources, method, blocks, targets, problems };
    checker.block(body);
    checker.problems.append(&mut twice);
    checker.problems
}

pub(super) struct Checker<'a> {
    pub(super) program: &'a Program,
    sources: &'a SourceMap,
    method: &'a Method,
    blocks: Vec<(BlockId, bool)>,
    targets: BTreeSet<LabelId>,
    pub(super) problems: Vec<String>,
}

impl Checker<'_> {
    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            let before = self.problems.len();
            self.statement(&statement.kind);
            let place = statement.span.map_or_else(
                || format!("in {}", self.method.selector),
                |span| self.sources.describe(span),
            );
            for problem in &mut self.problems[before..] {
                if !problem.contains(": ") {
                    *problem = format!("{place}: {problem}");
                }
            }
        }
    }

    pub(super) fn want(&mut self, given: Kind, wanted: Kind, what: &str) {
        if given != wanted {
            self.problems.push(format!("{what} is {given:?} where {wanted:?} is wanted"));
        }
    }

    fn var(&mut self, var: VarId) -> Kind {
        match self.method.vars.get(var) {
            Some(var) => kind(var.ty),
            None => {
                self.problems.push(format!("{var} does not exist"));
                Kind::Number
            }
        }
    }

    pub(super) fn operand(&mut self, operand: &Operand) -> Kind {
        match operand {
            Operand::Var(var) => self.var(*var),
            Operand::Int(_) => Kind::Number,
            Operand::Float(_) => Kind::Float,
            Operand::Null => Kind::Reference,
            Operand::String(string) => {
                if !exists(*string, self.program.strings.len()) {
                    self.problems.push(format!("{string} does not exist"));
                }
                Kind::Reference
            }
            Operand::Class(class) => {
                self.class(*class);
                Kind::Reference
            }
            Operand::Global(global) => {
                if !exists(*global, self.program.globals.len()) {
                    self.problems.push(format!("{global} does not exist"));
                }
                Kind::Reference
            }
            Operand::Function(method) => {
                self.function(*method);
                Kind::Reference
            }
        }
    }

    pub(super) fn want_operand(&mut self, operand: &Operand, wanted: Kind, what: &str) {
        let given = self.operand(operand);
        self.want(given, wanted, what);
    }

    pub(super) fn class(&mut self, class: ClassId) {
        if !exists(class, self.program.classes.len()) {
            self.problems.push(format!("{class} does not exist"));
        }
    }

    /// The kind of what is there, where the access says it.
    pub(super) fn access(&mut self, access: &Access) -> Option<Kind> {
        if let Access::Field(_, field) | Access::Static(field) = access
            && !exists(*field, self.program.fields.len())
        {
            self.problems.push(format!("{field} does not exist"));
            return None;
        }
        match access {
            Access::Field(object, field) => {
                self.want_operand(object, Kind::Reference, "the object of a field");
                if self.program.fields[*field].is_static {
                    self.problems.push("a static field of an object".to_string());
                }
                Some(kind(self.program.fields[*field].ty))
            }
            Access::Static(field) => {
                if !self.program.fields[*field].is_static {
                    self.problems.push("a field of instances without an object".to_string());
                }
                Some(kind(self.program.fields[*field].ty))
            }
            Access::Element(array, index) => {
                self.want_operand(array, Kind::Reference, "an array");
                self.want_operand(index, Kind::Number, "an index");
                None
            }
            Access::Memory { pointer, unit, .. } => {
                self.want_operand(pointer, Kind::Reference, "a pointer");
                self.unit(*unit);
                Some(kind(unit.ty))
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr, top: bool) -> Kind {
        let over_operands =
            |parts: &[&Expr]| top && parts.iter().all(|part| matches!(part, Expr::Operand(_)));
        match expr {
            Expr::Operand(operand) => self.operand(operand),
            Expr::Unary(op, _, inner) => {
                use FloatUnary::*;
                let inner = self.expr(inner, false);
                let from = match op {
                    UnaryOp::Float(Negate | SquareRoot | Single | ToInt | ToLong) => Kind::Float,
                    _ => Kind::Number,
                };
                self.want(inner, from, "an operand");
                match op {
                    UnaryOp::Float(Negate | SquareRoot | Single | Of | SingleOf) => Kind::Float,
                    _ => Kind::Number,
                }
            }
            Expr::Binary(BinaryOp::Float(op), _, left, right) => {
                use FloatBinary::*;
                for side in [left, right] {
                    let side = self.expr(side, false);
                    self.want(side, Kind::Float, "an operand");
                }
                match op {
                    Add | Subtract | Multiply | Divide | Remainder => Kind::Float,
                    _ => Kind::Number,
                }
            }
            Expr::Binary(op, _, left, right) => {
                if matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
                    && !over_operands(&[left, right])
                {
                    self.problems.push("a division that does not stand at the top".to_string());
                }
                let (left, right) = (self.expr(left, false), self.expr(right, false));
                self.want(right, left, "the right side");
                if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.want(left, Kind::Number, "an operand");
                }
                Kind::Number
            }
            Expr::Cut(_, inner) => {
                let inner = self.expr(inner, false);
                self.want(inner, Kind::Number, "what is cut");
                Kind::Number
            }
            Expr::Box(_, inner) => {
                let inner = self.expr(inner, false);
                self.want(inner, Kind::Number, "what is boxed");
                Kind::Reference
            }
            Expr::Unbox(inner) => {
                if !over_operands(&[inner]) {
                    self.problems.push("unboxing that does not stand at the top".to_string());
                }
                let inner = self.expr(inner, false);
                self.want(inner, Kind::Reference, "what is unboxed");
                // What comes out is what was put in.
                Kind::Number
            }
            Expr::Text(op, operands) => {
                if !top {
                    self.problems.push("text that does not stand at the top".to_string());
                }
                operands.iter().for_each(|operand| {
                    self.operand(operand);
                });
                use TextOp::*;
                match op {
                    Join | OfNumber | OfDouble | OfSingle | OfUnit | OfTruth | Part | Trim
                    | Lower | Upper | Replace | ClassOf | ClassName | FullClassName | Labelled => {
                        Kind::Reference
                    }
                    _ => Kind::Number,
                }
            }
            Expr::Opaque(ty) => kind(*ty),
            Expr::Typed(..) | Expr::Convert(..) | Expr::Offset(..) => self.machine_expr(expr),
        }
    }

    pub(super) fn into(&mut self, into: Option<VarId>, wanted: Option<Type>, what: &str) {
        match (into, wanted) {
            (Some(into), Some(ty)) => {
                let given = self.var(into);
                self.want(given, kind(ty), what);
            }
            (Some(_), None) => self.problems.push(format!("{what} gives nothing")),
            (None, _) => {}
        }
    }

    fn call(&mut self, into: Option<VarId>, callee: &Callee, arguments: &[Operand]) {
        let id = match callee {
            Callee::Exact(id) | Callee::Virtual { declared: id, .. } => id,
            Callee::Pointer(function) => {
                self.want_operand(function, Kind::Reference, "a function");
                arguments.iter().for_each(|argument| {
                    self.operand(argument);
                });
                into.iter().for_each(|into| {
                    self.var(*into);
                });
                return;
            }
        };
        if !exists(*id, self.program.methods.len()) {
            self.problems.push(format!("{id} does not exist"));
            return;
        }
        if let Callee::Virtual { selector, declared } = callee {
            let declared = &self.program.methods[*declared];
            if declared.selector != *selector {
                self.problems.push(format!("{selector} is declared as {}", declared.selector));
            }
            if declared.is_static {
                self.problems.push(format!("{selector} is static and called virtually"));
            }
        }
        let target = &self.program.methods[*id];
        if target.parameters.len() != arguments.len() {
            let (takes, gets) = (target.parameters.len(), arguments.len());
            self.problems.push(format!("{} takes {takes} and gets {gets}", target.selector));
            return;
        }
        for (argument, parameter) in arguments.iter().zip(&target.parameters) {
            let wanted = kind(target.vars[*parameter].ty);
            self.want_operand(argument, wanted, &format!("an argument of {}", target.selector));
        }
        self.into(into, target.result, &target.selector);
    }

    fn inside(&mut self, id: BlockId, is_loop: bool, bodies: &[&[Stmt]]) {
        self.blocks.push((id, is_loop));
        for body in bodies {
            self.block(body);
        }
        self.blocks.pop();
    }

    fn statement(&mut self, statement: &StmtKind) {
        match statement {
            StmtKind::Set(var, expr) => {
                let wanted = self.var(*var);
                let given = self.expr(expr, true);
                let unboxed = matches!(expr, Expr::Unbox(_)) && wanted != Kind::Reference;
                if !unboxed {
                    self.want(given, wanted, "what is assigned");
                }
            }
            StmtKind::Load(var, access) => {
                let into = self.var(*var);
                if let Some(given) = self.access(access) {
                    self.want(given, into, "what is read");
                }
            }
            StmtKind::Store(access, value) => {
                let given = self.operand(value);
                if let Some(wanted) = self.access(access) {
                    self.want(given, wanted, "what is written");
                }
            }
            StmtKind::New { into, class } => {
                self.into(Some(*into), Some(Type::Reference), "new");
                self.class(*class);
            }
            StmtKind::NewArray { into, of, length, .. } => {
                if let ElementType::Class(class) = of {
                    self.class(*class);
                }
                self.into(Some(*into), Some(Type::Reference), "new array");
                self.want_operand(length, Kind::Number, "a length");
            }
            StmtKind::Length(into, array) => {
                self.into(Some(*into), Some(Type::INT), "a length");
                self.want_operand(array, Kind::Reference, "an array");
            }
            StmtKind::InstanceOf { into, value, class } => {
                self.class(*class);
                self.into(Some(*into), Some(Type::Bool), "a test");
                self.want_operand(value, Kind::Reference, "what is tested");
            }
            StmtKind::Cast { value, class } => {
                self.class(*class);
                self.want_operand(value, Kind::Reference, "what is cast");
            }
            StmtKind::Call { into, callee, arguments } => self.call(*into, callee, arguments),
            StmtKind::If { condition, then, otherwise } => {
                self.want_operand(condition, Kind::Number, "a condition");
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Loop { id, body, update } => self.inside(*id, true, &[body, update]),
            StmtKind::Block { id, body } => self.inside(*id, false, &[body]),
            StmtKind::Break(id) => {
                if !self.blocks.iter().any(|(known, _)| known == id) {
                    self.problems.push(format!("break of {id} outside of it"));
                }
            }
            StmtKind::Continue(id) => {
                if !self.blocks.contains(&(*id, true)) {
                    self.problems.push(format!("continue of {id} outside of it"));
                }
            }
            StmtKind::Return(value) => match (value, self.method.result) {
                (Some(value), Some(ty)) => {
                    self.want_operand(value, kind(ty), "what is returned");
                }
                (None, None) => {}
                _ => self.problems.push("a return does not fit its method".to_string()),
            },
            StmtKind::Throw(value) => self.want_operand(value, Kind::Reference, "what is thrown"),
            StmtKind::Try { body, handlers, finally } => {
                self.block(body);
                for handler in handlers {
                    handler.classes.iter().for_each(|class| self.class(*class));
                    self.into(Some(handler.into), Some(Type::Reference), "a handler");
                    self.block(&handler.body);
                }
                self.block(finally);
            }
            StmtKind::Synchronized { monitor, body } => {
                self.want_operand(monitor, Kind::Reference, "a monitor");
                self.block(body);
            }
            StmtKind::Meet(meeting) => self.meeting(meeting),
            StmtKind::Assert(value) => self.want_operand(value, Kind::Number, "an assertion"),
            StmtKind::AssertSaying { condition, detail } => {
                self.want_operand(condition, Kind::Number, "an assertion");
                self.want_operand(detail, Kind::Reference, "what an assertion says");
            }
            StmtKind::Atomic(body) => self.block(body),
            StmtKind::Do { into, operation, arguments } => {
                self.operation(*operation, arguments);
                into.iter().for_each(|into| {
                    self.var(*into);
                });
            }
            StmtKind::Unmodelled { into, arguments, .. } => {
                arguments.iter().for_each(|argument| {
                    self.operand(argument);
                });
                into.iter().for_each(|into| {
                    self.var(*into);
                });
            }
            StmtKind::Await(condition) => {
                let given = self.condition(condition);
                self.want(given, Kind::Number, "what is waited for");
            }
            StmtKind::Allocate { .. }
            | StmtKind::Free(_)
            | StmtKind::EndLife(_)
            | StmtKind::CopyMemory { .. }
            | StmtKind::FillMemory { .. } => self.memory(statement),
            StmtKind::Goto(label) => {
                if !self.targets.contains(label) {
                    self.problems.push(format!("goto {label}, which is not there"));
                }
            }
            StmtKind::Print(_) | StmtKind::Assume(_) | StmtKind::Label(_) => {}
            StmtKind::Target(_) => {}
        }
    }
}

//! Function bodies, the entry of the program, and what stands for functions that nothing defines.

use trine_base::{FileId, Span};
use trine_program::*;

use super::Lowering;
use super::body::Body;
use super::declare::adjusted;
use super::scope::{Entity, Scope, SymbolId};
use crate::syntax::{Derived, InitDeclarator, Name};
use crate::types::Ty;

/// Where the runtime model says what the first thread is.
const MAIN_THREAD: &str = "__trine_main_thread";

impl Lowering {
    pub(super) fn lower_function(&mut self, symbol: SymbolId) {
        let known = self.symbol(symbol).clone();
        let (Some(function), Some(method)) = (known.function, known.method) else { return };
        let Ty::Function(signature) = known.ty.plain() else { return };
        (self.unit, self.in_library, self.plain) = (known.unit, known.library, known.plain);
        self.in_function = true;
        self.scopes = vec![Scope::default()];
        self.body = Body {
            result: Some(signature.result.clone()),
            addressed: function.addressed.clone(),
            function: known.name.to_string(),
            ..Body::default()
        };
        let span = function.span;
        let mut parameters = Vec::new();
        if signature.result.is_record() {
            let pointer = self.variable("result", &Ty::Void.pointer_to(), span);
            self.body.result_pointer = Some(pointer);
            parameters.push(pointer);
        }
        for (name, ty, span) in self.named_parameters(&function) {
            parameters.push(self.parameter(name.as_ref(), &ty, span));
        }
        self.block(&function.body);
        let undefined: Vec<(Name, Option<Span>)> = (self.body.labels.iter())
            .filter(|(name, _)| !self.body.defined.contains(*name))
            .map(|(name, (_, span))| (name.clone(), *span))
            .collect();
        for (name, place) in undefined {
            self.error(format!("there is no label `{name}`"), place.unwrap_or(span));
        }
        // Without a return the result is not defined; that of main is 0.
        let end = Span::new(
            span.file,
            function.body.span.end as usize - 1,
            function.body.span.end as usize,
        );
        let returned = (!signature.result.is_void() && !signature.result.is_record())
            .then(|| self.zero_of(&signature.result));
        self.emit(StmtKind::Return(returned), end);
        self.scopes.clear();
        self.in_function = false;
        let body = std::mem::take(&mut self.body);
        let result = match signature.result.plain() {
            Ty::Void | Ty::Record(_) => None,
            other => Some(self.types.cell(other)),
        };
        let method = &mut self.program.methods[method];
        (method.parameters, method.vars, method.result) = (parameters, body.vars, result);
        method.body = Some(body.out);
    }

    /// Names and types of parameters, those of K&R definitions from their declarations.
    fn named_parameters(
        &mut self,
        function: &crate::syntax::FunctionDefinition,
    ) -> Vec<(Option<Name>, Ty, Span)> {
        let Some(Derived::Function(parameters)) = function.declarator.derived.last() else {
            return Vec::new();
        };
        let mut named = Vec::new();
        for parameter in &parameters.list {
            let base = self.specified(&parameter.specifiers);
            let ty = adjusted(self.derived(base, &parameter.declarator));
            named.push((parameter.declarator.name.clone(), ty, parameter.declarator.span));
        }
        let mut declared: Vec<(Name, Ty)> = Vec::new();
        for declaration in &function.parameters {
            let base = self.specified(&declaration.specifiers);
            for InitDeclarator { declarator, .. } in &declaration.declarators {
                let ty = adjusted(self.derived(base.clone(), declarator));
                declared.extend(declarator.name.clone().map(|name| (name, ty)));
            }
        }
        for (name, span) in &parameters.names {
            let ty = declared
                .iter()
                .find(|(known, _)| known == name)
                .map_or(Ty::INT, |(_, ty)| ty.clone());
            named.push((Some(name.clone()), ty, *span));
        }
        named
    }

    /// A parameter; one whose address is taken, or a struct, is copied into a block.
    fn parameter(&mut self, name: Option<&Name>, ty: &Ty, span: Span) -> VarId {
        let var = self.variable(name.map_or("", |name| name), ty, span);
        let Some(name) = name else { return var };
        if ty.is_scalar() && !self.body.addressed.contains(name) {
            self.declare(name, Entity::Variable(var, ty.clone()));
            return var;
        }
        let block = self.allocate(name, ty, false, span);
        let pointer = Expr::Operand(Operand::Var(block));
        let place = super::place::Place::memory(pointer, ty.plain().clone());
        let value = super::body::Val::var(var, ty.plain().clone());
        self.store(&place, value, span);
        self.declare(name, Entity::Block(block, ty.clone()));
        var
    }

    /// A function that is only declared: to call it is not modelled.
    pub(super) fn lower_missing(&mut self, symbol: SymbolId, method: MethodId) {
        let known = self.symbol(symbol).clone();
        let result = match known.ty.signature().map(|signature| signature.result.clone()) {
            None | Some(Ty::Void) => None,
            Some(ty) => Some(self.types.cell(&ty)),
        };
        let mut vars = trine_base::IndexVec::new();
        let into = result.map(|ty| {
            vars.push(Var { name: String::new(), ty, temporary: true, span: Some(known.span) })
        });
        let what = format!("a call of `{}`", known.name);
        let span = Some(known.span);
        let call = Stmt { kind: StmtKind::Unmodelled { into, what, arguments: Vec::new() }, span };
        let end = Stmt { kind: StmtKind::Return(into.map(Operand::Var)), span };
        let method = &mut self.program.methods[method];
        (method.vars, method.result, method.body) = (vars, result, Some(vec![call, end]));
    }

    /// The method that calls main, and what happens when it returns or its thread ends.
    pub(super) fn lower_entry(&mut self) {
        let none = Span::new(FileId(0), 0, 0);
        let Some(main) =
            self.external.get("main").copied().filter(|main| self.symbol(*main).function.is_some())
        else {
            self.diagnostics.push(trine_base::Diagnostic::new(
                trine_base::Severity::Error,
                "there is no function `main`",
                None,
            ));
            return;
        };
        if let Some(first) = self.external.get(MAIN_THREAD).copied() {
            self.program.roles.main_thread = Some(self.global_of(first));
        }
        let span = self.symbol(main).span;
        self.in_function = true;
        self.in_library = true;
        self.scopes = vec![Scope::default()];
        self.body = Body::default();
        let arguments = self.main_arguments(main, span);
        let method = self.method_of(main);
        let signature = self.symbol(main).ty.signature().cloned();
        let returns = signature.is_some_and(|signature| !signature.result.is_void());
        let status = self.temp(Type::INT, span);
        let into = returns.then_some(status);
        self.emit(StmtKind::Set(status, Expr::Operand(Operand::Int(0))), span);
        let (mut body, ()) = self.collect(|this| {
            this.emit(StmtKind::Call { into, callee: Callee::Exact(method), arguments }, span);
        });
        if let Some(exit) = self.external.get("exit").copied() {
            let callee = Callee::Exact(self.method_of(exit));
            let arguments = vec![Operand::Var(status)];
            body.push(Stmt {
                kind: StmtKind::Call { into: None, callee, arguments },
                span: Some(span),
            });
        }
        let thrown = self.temp(Type::Reference, span);
        let handler = Handler { classes: vec![self.thread_exit], into: thrown, body: Vec::new() };
        self.emit(StmtKind::Try { body, handlers: vec![handler], finally: Vec::new() }, span);
        self.emit(StmtKind::Return(None), span);
        self.scopes.clear();
        self.in_function = false;
        self.in_library = false;
        let body = std::mem::take(&mut self.body);
        let entry = self.program.methods.push(Method {
            name: "start".to_string(),
            class: self.library,
            selector: "start".to_string(),
            is_static: true,
            synchronized: false,
            parameters: Vec::new(),
            vars: body.vars,
            result: None,
            body: Some(body.out),
            span: Some(none),
        });
        self.program.methods[entry].span = None;
        self.program.mains = vec![entry];
    }

    /// The program is started without arguments.
    fn main_arguments(&mut self, main: SymbolId, span: Span) -> Vec<Operand> {
        let count = match self.symbol(main).ty.signature() {
            Some(signature) => signature.parameters.len(),
            None => 0,
        };
        let named = self.symbol(main).function.as_ref().map_or(0, |function| {
            match function.declarator.derived.last() {
                Some(Derived::Function(parameters)) => parameters.names.len(),
                _ => 0,
            }
        });
        if count.max(named) == 0 {
            return Vec::new();
        }
        self.note("no-arguments", "the program is started without arguments", span);
        let name: Vec<u32> = "program".bytes().map(u32::from).collect();
        let program = self.literal(&name, false);
        let bytes = self.types.pointer_bytes();
        let value = match program.kind {
            super::place::PlaceKind::Memory { pointer: Expr::Operand(operand), .. } => operand,
            _ => Operand::Null,
        };
        let unit = Unit { ty: Type::Reference, bytes: bytes as u8 };
        let global = |name: &str, initial: Vec<Initial>| Global {
            name: name.to_string(),
            bytes: 2 * bytes,
            layout: None,
            thread_local: false,
            constant: false,
            initial,
            library: false,
            span: None,
        };
        let arguments = global("argv", vec![Initial { at: 0, unit, value, plus: 0 }]);
        let arguments = self.program.globals.push(arguments);
        let environment = self.program.globals.push(global("envp", Vec::new()));
        let mut operands =
            vec![Operand::Int(1), Operand::Global(arguments), Operand::Global(environment)];
        operands.truncate(count.max(named));
        operands
    }
}

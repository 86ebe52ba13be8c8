//! Declarations of files: objects with static storage, functions, and how those of several files are linked.

use std::sync::Arc;

use trine_base::Span;
use trine_program::{Global, GlobalId, Method, MethodId};

use super::scope::{Entity, Scope, SymbolId};
use super::{Lowering, Unit};
use crate::syntax::*;
use crate::types::{Length, Ty};

impl Lowering {
    /// Makes the names of a file known.
    pub(super) fn declare_unit(&mut self, at: usize, unit: &Unit) {
        self.unit = at;
        self.in_library = unit.library;
        self.plain = unit.plain;
        self.scopes = vec![Scope::default()];
        for item in &unit.tree.items {
            match item {
                ExternalDeclaration::Declaration(declaration) => self.declare_global(declaration),
                ExternalDeclaration::Function(function) => self.declare_function(function),
                ExternalDeclaration::Asm(span) => {
                    let text =
                        "assembly outside of functions does nothing that the program depends on";
                    self.note("inline-assembly", text, *span);
                }
            }
        }
        let scope = self.scopes.pop().unwrap_or_default();
        self.files.push(scope);
    }

    fn declare_global(&mut self, declaration: &Declaration) {
        self.check_assertion(declaration, declaration.span);
        let base = self.specified(&declaration.specifiers);
        for InitDeclarator { declarator, initializer } in &declaration.declarators {
            let Some(name) = &declarator.name else { continue };
            let ty = match (&declaration.specifiers.ty, initializer) {
                (TypeSpecifier::Auto, Some(Initializer::Expr(expr))) => self.type_of(expr),
                _ => self.derived(base.clone(), declarator),
            };
            let specifiers = &declaration.specifiers;
            match specifiers.storage {
                Storage::Typedef => self.declare(name, Entity::Typedef(ty)),
                storage => {
                    let is_static = storage == Storage::Static;
                    let symbol = self.linked(name, &ty, is_static, declarator.span);
                    let defines = !matches!(ty.plain(), Ty::Function(_))
                        && (storage != Storage::Extern || initializer.is_some());
                    self.define_object(
                        symbol,
                        &ty,
                        initializer.as_ref(),
                        defines,
                        specifiers.thread_local,
                    );
                    let ty = self.symbol(symbol).ty.clone();
                    self.declare(name, Entity::Symbol(symbol, ty));
                }
            }
        }
    }

    /// The symbol of a declaration in a file: one for all files, or for this one.
    pub(super) fn linked(&mut self, name: &Name, ty: &Ty, is_static: bool, span: Span) -> SymbolId {
        let here = self.scopes.first().and_then(|scope| scope.names.get(name));
        let file = self.files.get(self.unit).and_then(|scope| scope.names.get(name));
        if let Some(Entity::Symbol(known, _)) = file.or(here) {
            return *known;
        }
        match is_static {
            true => self.add_symbol(name, ty, span),
            false => self.external_symbol(name, ty, span),
        }
    }

    /// Takes in what a declaration says about an object.
    pub(super) fn define_object(
        &mut self,
        symbol: SymbolId,
        ty: &Ty,
        initializer: Option<&Initializer>,
        defines: bool,
        thread_local: bool,
    ) {
        let (unit, library, plain) = (self.unit, self.in_library, self.plain);
        let length = match (ty.plain(), initializer) {
            (Ty::Array(element, Length::Unknown), Some(given)) => {
                let count = self.initialized_length(element, given);
                Some(Ty::Array(element.clone(), Length::Known(count)))
            }
            _ => None,
        };
        let known = self.symbol_mut(symbol);
        let incomplete = matches!(known.ty.plain(), Ty::Array(_, Length::Unknown));
        if let Some(ty) = length {
            known.ty = ty;
        } else if incomplete || (defines && !known.defined) {
            known.ty = ty.clone();
        }
        known.thread_local |= thread_local;
        if defines && (!known.defined || initializer.is_some()) {
            known.defined = true;
            (known.unit, known.library, known.plain) = (unit, library, plain);
            if let Some(given) = initializer {
                known.initializer = Some(Arc::new(given.clone()));
            }
        }
    }

    fn declare_function(&mut self, function: &Arc<FunctionDefinition>) {
        let Some(name) = &function.declarator.name else { return };
        let base = self.specified(&function.specifiers);
        let ty = self.derived(base, &function.declarator);
        let is_static = function.specifiers.storage == Storage::Static;
        let symbol = self.linked(name, &ty, is_static, function.span);
        let (unit, library, plain) = (self.unit, self.in_library, self.plain);
        let known = self.symbol_mut(symbol);
        // What the program defines itself is not taken from the library.
        if known.function.is_none() {
            known.function = Some(function.clone());
            known.ty = ty.clone();
            known.span = function.span;
            (known.unit, known.library, known.plain) = (unit, library, plain);
        } else if !library && known.unit != unit {
            let message = format!("`{name}` is defined twice");
            self.error(message, function.span);
        }
        self.declare(name, Entity::Symbol(symbol, ty));
    }

    /// The global that an object with static storage is.
    pub(super) fn global_of(&mut self, symbol: SymbolId) -> GlobalId {
        if let Some(global) = self.symbol(symbol).global {
            return global;
        }
        let known = self.symbol(symbol).clone();
        let bytes = match self.types.size(&known.ty) {
            Some(bytes) => bytes,
            // A tentative definition of an array without a length has one element.
            None => known.ty.target().and_then(|element| self.types.size(element)).unwrap_or(0),
        };
        let layout = self.layout_of(&known.ty);
        let global = self.program.globals.push(Global {
            name: known.name.to_string(),
            bytes,
            layout,
            thread_local: known.thread_local,
            constant: false,
            initial: Vec::new(),
            library: known.library,
            span: Some(known.span),
        });
        self.symbol_mut(symbol).global = Some(global);
        if !known.defined && !known.library {
            let text = format!("`{}` is defined in no file and starts as zero", known.name);
            self.note("undefined-object", text, known.span);
        }
        if known.initializer.is_some() {
            self.fill(symbol);
        }
        global
    }

    /// Computes what a global holds at first.
    fn fill(&mut self, symbol: SymbolId) {
        let known = self.symbol(symbol).clone();
        let (Some(initializer), Some(global)) = (known.initializer, known.global) else { return };
        let scopes = known.scopes.unwrap_or_else(|| vec![Scope::default()]);
        let before = std::mem::replace(&mut self.scopes, scopes);
        let body = std::mem::take(&mut self.body);
        let (unit, library, inside) = (self.unit, self.in_library, self.in_function);
        (self.unit, self.in_library, self.in_function) = (known.unit, known.library, false);
        let initial = self.static_initial(&known.ty, &initializer);
        self.program.globals[global].initial = initial;
        (self.unit, self.in_library, self.in_function) = (unit, library, inside);
        self.body = body;
        self.scopes = before;
    }

    /// The method of a function.
    pub(super) fn method_of(&mut self, symbol: SymbolId) -> MethodId {
        if let Some(method) = self.symbol(symbol).method {
            return method;
        }
        let known = self.symbol(symbol).clone();
        let class = if known.library { self.library } else { self.user };
        let method = self.program.methods.push(Method {
            name: known.name.to_string(),
            class,
            selector: known.name.to_string(),
            is_static: true,
            synchronized: false,
            parameters: Vec::new(),
            vars: Default::default(),
            result: None,
            body: None,
            span: Some(known.span),
        });
        self.symbol_mut(symbol).method = Some(method);
        match known.function.is_some() {
            true => self.waiting.push(symbol),
            // A pointer to it may be taken; to call it is not modelled.
            false => self.lower_missing(symbol, method),
        }
        method
    }
}

//! From syntax trees to a program: declarations of all files first, then the bodies that can be reached.
//!
//! Expressions are taken apart from left to right into statements that access memory once. Types are computed on the
//! way; what is constant is folded. What no file defines comes from the library models, or is unmodelled.

mod atomic;
mod body;
mod builtin;
mod call;
mod convert;
mod declare;
mod expression;
mod fold;
mod function;
mod initial;
mod intrinsic;
mod layout;
mod literal;
mod object;
mod operator;
mod output;
mod place;
mod scope;
mod special;
mod statement;
mod switch;
mod unary;
mod verifier;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use trine_base::{Diagnostics, Span};
use trine_program::{Class, ClassId, MethodId, Program};

use self::body::Body;
use self::scope::{Scope, Symbol, SymbolId};
use crate::syntax::{Name, TranslationUnit};
use crate::types::Types;

/// Something that is taken for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    pub kind: &'static str,
    pub text: String,
    pub span: Option<Span>,
}

/// A file to lower.
pub struct Unit {
    pub tree: TranslationUnit,
    /// Part of the library models.
    pub library: bool,
    /// Its accesses to memory are those of the caller, and can race.
    pub plain: bool,
}

/// A program, and what is to be said about it.
#[derive(Debug, Default)]
pub struct Lowered {
    pub program: Program,
    pub notes: Vec<Note>,
    pub diagnostics: Diagnostics,
}

/// Lowers the program that files make.
pub fn lower(units: &[Unit], ilp32: bool, stop: &dyn Fn() -> bool) -> Lowered {
    let mut lowering = Lowering::new(ilp32);
    for (at, unit) in units.iter().enumerate() {
        lowering.declare_unit(at, unit);
    }
    lowering.lower_entry();
    while let Some(symbol) = lowering.waiting.pop() {
        if stop() {
            break;
        }
        lowering.lower_function(symbol);
    }
    lowering.finish()
}

pub(crate) struct Lowering {
    pub program: Program,
    pub types: Types,
    pub diagnostics: Diagnostics,
    notes: BTreeSet<Note>,
    /// Those of the function that is being lowered; of a file that is being declared, its own.
    scopes: Vec<Scope>,
    /// The scopes of all files.
    files: Vec<Scope>,
    symbols: Vec<Symbol>,
    /// What all files see.
    external: FxHashMap<Name, SymbolId>,
    /// Functions whose bodies are needed.
    waiting: Vec<SymbolId>,
    body: Body,
    user: ClassId,
    library: ClassId,
    /// What `pthread_exit` throws.
    thread_exit: ClassId,
    unit: usize,
    in_library: bool,
    in_function: bool,
    plain: bool,
    literals: BTreeMap<(Vec<u32>, bool), trine_program::GlobalId>,
    layouts: Vec<(crate::types::Ty, trine_program::LayoutId)>,
    /// Variables of functions that are pointers, by their declarations.
    pointer_variables: Vec<(Span, crate::types::Ty)>,
}

impl Lowering {
    fn new(ilp32: bool) -> Lowering {
        let mut program = Program::default();
        let class = |name: &str, library: bool| Class {
            name: name.to_string(),
            parents: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library,
            span: None,
        };
        let user = program.classes.push(class("program", false));
        let library = program.classes.push(class("library", true));
        let thread_exit = program.classes.push(class("pthread_exit", true));
        program.pointer_bytes = if ilp32 { 4 } else { 8 };
        program.roles.errors_end_program = true;
        Lowering {
            program,
            types: Types { ilp32, records: Vec::new() },
            diagnostics: Diagnostics::new(),
            notes: BTreeSet::new(),
            scopes: Vec::new(),
            files: Vec::new(),
            symbols: Vec::new(),
            external: FxHashMap::default(),
            waiting: Vec::new(),
            body: Body::default(),
            user,
            library,
            thread_exit,
            unit: 0,
            in_library: false,
            in_function: false,
            plain: true,
            literals: BTreeMap::new(),
            layouts: Vec::new(),
            pointer_variables: Vec::new(),
        }
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        let message = message.into();
        let known = self
            .diagnostics
            .items
            .iter()
            .any(|item| item.span == Some(span) && item.message == message);
        if !known && self.diagnostics.items.len() < 50 {
            self.diagnostics.error(message, span);
        }
    }

    /// Takes something for granted, and says so.
    fn note(&mut self, kind: &'static str, text: impl Into<String>, span: Span) {
        let text = text.into();
        let known = self.notes.iter().any(|note| note.kind == kind && note.text == text);
        if !known {
            let span = (!self.in_library).then_some(span);
            self.notes.insert(Note { kind, text, span });
        }
    }

    fn finish(mut self) -> Lowered {
        self.describe_pointees();
        let owner = |method: MethodId| self.program.methods[method].class;
        let owners: Vec<(MethodId, ClassId)> =
            self.program.methods.ids().map(|method| (method, owner(method))).collect();
        for (method, class) in owners {
            self.program.classes[class].methods.push(method);
        }
        let notes = self.notes.into_iter().collect();
        Lowered { program: self.program, notes, diagnostics: self.diagnostics }
    }
}

//! Names and what they stand for: scopes of blocks and files, and symbols that files share.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trine_base::Span;
use trine_program::{GlobalId, MethodId, VarId};

use super::Lowering;
use crate::syntax::{FunctionDefinition, Initializer, Name};
use crate::types::Ty;

/// A function, or an object with static storage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub usize);

/// What an ordinary identifier stands for.
#[derive(Clone, Debug)]
pub enum Entity {
    Typedef(Ty),
    Enumerator(i64, Ty),
    /// A function or an object with static storage, and its type as it was declared here.
    Symbol(SymbolId, Ty),
    /// A variable of the function.
    Variable(VarId, Ty),
    /// A block of the function, by the variable that holds its address.
    Block(VarId, Ty),
}

/// Names of one scope.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub names: FxHashMap<Name, Entity>,
    pub tags: FxHashMap<Name, Ty>,
    /// Blocks that end with the scope.
    pub blocks: Vec<VarId>,
}

/// A function, or an object with static storage.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: Name,
    pub ty: Ty,
    pub unit: usize,
    pub library: bool,
    pub plain: bool,
    pub thread_local: bool,
    pub function: Option<Arc<FunctionDefinition>>,
    pub initializer: Option<Arc<Initializer>>,
    /// It is declared other than by `extern`.
    pub defined: bool,
    pub method: Option<MethodId>,
    pub global: Option<GlobalId>,
    /// The scopes around a static variable of a function.
    pub scopes: Option<Vec<Scope>>,
    pub span: Span,
}

impl Lowering {
    pub(super) fn find(&self, name: &str) -> Option<&Entity> {
        let inner = self.scopes.iter().rev().find_map(|scope| scope.names.get(name));
        inner.or_else(|| self.files.get(self.unit)?.names.get(name))
    }

    pub(super) fn find_tag(&self, name: &str) -> Option<&Ty> {
        let inner = self.scopes.iter().rev().find_map(|scope| scope.tags.get(name));
        inner.or_else(|| self.files.get(self.unit)?.tags.get(name))
    }

    pub(super) fn declare(&mut self, name: &Name, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.clone(), entity);
        }
    }

    pub(super) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0]
    }

    pub(super) fn symbol_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0]
    }

    pub(super) fn add_symbol(&mut self, name: &Name, ty: &Ty, span: Span) -> SymbolId {
        self.symbols.push(Symbol {
            name: name.clone(),
            ty: ty.clone(),
            unit: self.unit,
            library: self.in_library,
            plain: self.plain,
            thread_local: false,
            function: None,
            initializer: None,
            defined: false,
            method: None,
            global: None,
            scopes: None,
            span,
        });
        SymbolId(self.symbols.len() - 1)
    }

    /// The symbol that all files know by this name.
    pub(super) fn external_symbol(&mut self, name: &Name, ty: &Ty, span: Span) -> SymbolId {
        if let Some(known) = self.external.get(name) {
            return *known;
        }
        let symbol = self.add_symbol(name, ty, span);
        self.external.insert(name.clone(), symbol);
        symbol
    }
}

//! Entities: what names stand for, where objects are kept, and the scopes in which names are visible (RM 8.3).

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::Span;
use trine_program::{ClassId, FieldId, MethodId, VarId};

use super::contract::Contract;
use super::lowering::Lowering;
use super::types::TypeId;
use crate::syntax::*;

/// What a name can stand for.
#[derive(Clone, Debug)]
pub enum Entity {
    Type(TypeId),
    Object(Rc<Object>),
    /// A value of an enumeration, by its position.
    Literal(TypeId, i64),
    Number(i128),
    Real(f64),
    Exception(ClassId),
    Subprogram(usize),
    Package(usize),
    Generic(usize),
    /// Another name for something, as it was understood in a scope.
    Alias(Rc<Expr>, usize),
    /// A unit of the standard library.
    Library(String),
}

/// A variable, a constant or a parameter.
#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub ty: TypeId,
    pub storage: Storage,
    /// The value of a constant that is known.
    pub value: Option<i64>,
    /// The body whose variable it is.
    pub frame: usize,
    pub span: Option<Span>,
}

/// Where an object is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Var(VarId),
    Static(FieldId),
    /// A field of the frame of a body.
    Frame(usize, FieldId),
    /// The value of the cell that a variable refers to.
    Cell(VarId),
    /// The value of the cell that a field of the frame of a body refers to.
    FrameCell(usize, FieldId),
}

/// A region in which names are visible.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub parent: Option<usize>,
    pub names: FxHashMap<String, Vec<Entity>>,
    pub uses: Vec<usize>,
    /// Units of the standard library whose names are used directly.
    pub library: Vec<String>,
    pub body: usize,
    /// The name of the body or package that this is the inside of.
    pub name: String,
    /// Which kinds of assertions are checked from some place on; no kind means all.
    pub policies: Vec<(String, bool)>,
}

/// A body whose objects live together.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub parent: Option<usize>,
    /// It is executed once: its objects are static.
    pub is_static: Option<ClassId>,
    /// Where objects are kept that bodies inside use.
    pub class: Option<ClassId>,
    /// The frame, and that of the body around, in the method of this body.
    pub var: Option<VarId>,
    pub outer: Option<VarId>,
    pub outer_field: Option<FieldId>,
    pub captured: BTreeSet<String>,
}

/// A subprogram and the method of the program that it becomes.
pub struct Subprogram {
    pub method: MethodId,
    /// The scope of the declaration.
    pub scope: usize,
    pub params: Vec<Formal>,
    pub result: Option<TypeId>,
    pub has_body: bool,
    /// The protected type that it belongs to, and whether it is a function of it.
    pub protected: Option<TypeId>,
    pub contract: Rc<Contract>,
    pub is_abstract: bool,
    /// An operation of a parent type, for a type that was derived from it.
    pub inherited: bool,
}

/// A parameter of a subprogram or entry.
#[derive(Clone, Debug)]
pub struct Formal {
    pub key: String,
    pub text: String,
    pub mode: Mode,
    pub ty: TypeId,
    pub default: Option<Rc<Expr>>,
    pub way: Passing,
    /// An array with the bounds of its argument, which are passed along.
    pub view: bool,
}

/// How an argument gets to its parameter, and back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    Value,
    /// The result of the call is its last value.
    Result,
    /// A cell holds it.
    Cell,
}

/// A generic unit, as it was written: each instance is lowered anew.
pub struct GenericUnit {
    pub formals: Vec<crate::syntax::GenericFormal>,
    pub spec: Decl,
    pub body: Option<Decl>,
    pub scope: usize,
}

impl Lowering {
    /// Adds a scope inside another one.
    pub fn add_scope(&mut self, parent: Option<usize>, body: usize, name: &str) -> usize {
        let scope = Scope { parent, body, name: name.to_string(), ..Scope::default() };
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    /// Makes an entity visible under a name; names are overloaded, so those before stay.
    pub fn declare(&mut self, scope: usize, key: &str, entity: Entity) {
        self.scopes[scope].names.entry(key.to_string()).or_default().push(entity);
    }

    /// What a name means in a scope: the innermost meanings first; those of subprograms and literals add up.
    pub fn lookup(&self, scope: usize, key: &str) -> Vec<Entity> {
        let mut found: Vec<Entity> = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at {
            let here = &self.scopes[scope];
            if let Some(entities) = here.names.get(key) {
                found.extend(entities.iter().rev().cloned());
                if !entities.iter().all(is_overloadable) {
                    return found;
                }
            }
            at = here.parent;
        }
        let mut at = Some(scope);
        while let Some(scope) = at {
            for used in &self.scopes[scope].uses {
                if let Some(entities) = self.scopes[*used].names.get(key) {
                    found.extend(entities.iter().rev().cloned());
                }
            }
            at = self.scopes[scope].parent;
        }
        let mut at = Some(scope);
        while let (true, Some(scope)) = (found.is_empty(), at) {
            let used = &self.scopes[scope].library;
            let declares = |unit: &&String| super::identification::declares(unit, key);
            let here = used.iter().find(declares).or(used.last());
            found.extend(here.map(|unit| Entity::Library(format!("{unit}.{key}"))));
            at = self.scopes[scope].parent;
        }
        found
    }
}

fn is_overloadable(entity: &Entity) -> bool {
    matches!(entity, Entity::Subprogram(_) | Entity::Literal(..))
}

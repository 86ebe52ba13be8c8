//! Elaboration checks: what is called, activated or instantiated before its body is elaborated raises Program_Error
//! (RM 3.11).
//!
//! Where something that is executed stands between a declaration and its body, a flag says whether the body was
//! elaborated. Uses in the same declarative part are decided at once.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use trine_base::Span;
use trine_program as ir;
use trine_program::Operand;

use super::entity::*;
use super::lowering::*;
use super::types::*;
use crate::syntax::*;

/// What has a body that is elaborated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Completed {
    Subprogram(usize),
    /// A task or protected type.
    Type(TypeId),
    Generic(usize),
}

/// Whether the body was elaborated, as an object and in the order of the text.
#[derive(Clone, Debug)]
pub struct Flag {
    object: std::rc::Rc<Object>,
    done: bool,
}

/// The flag of each body that may be used before it is elaborated.
pub type Flags = FxHashMap<Completed, Flag>;

impl Lowering {
    /// A declaration: a flag for its body, where it may be used before.
    pub fn body_follows(&mut self, what: Completed, name: &Ident) {
        if !self.used_early.contains(&name.span) {
            return;
        }
        let object = self.hidden_object("elaborated", BOOLEAN, name.span);
        if let Storage::Static(field) | Storage::Frame(_, field) = object.storage {
            self.program.fields[field].volatile = true;
        }
        self.assign_object(&object, super::name::int(0));
        self.flags.insert(what, Flag { object, done: false });
    }

    /// Notes that a body is elaborated: from here on it may be used.
    pub fn body_elaborated(&mut self, what: Completed) {
        let Some(flag) = self.flags.get_mut(&what) else { return };
        flag.done = true;
        let object = flag.object.clone();
        self.assign_object(&object, super::name::int(1));
    }

    /// Raises Program_Error, after `before`, where the body was not elaborated yet.
    pub fn check_elaborated(&mut self, what: Completed, before: impl FnOnce(&mut Lowering)) {
        let Some(flag) = self.flags.get(&what).cloned() else { return };
        let condition = match flag.object.frame == self.code.frame {
            true if flag.done => return,
            true => Operand::Int(0),
            false => self.read_object(&flag.object),
        };
        let class = self.predefined.program_error;
        let otherwise = self.block(|this| {
            before(this);
            this.throw(class);
        });
        self.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
    }
}

/// The declarations, by the places of their names, whose bodies are elaborated after something that may use them.
/// The units come in their order of elaboration.
pub fn used_early<'u>(units: impl Iterator<Item = &'u Unit>) -> BTreeSet<Span> {
    let units: Vec<&Unit> = units.collect();
    let mut scan = Scan::default();
    for unit in &units {
        scan.learn(&unit.decl);
        super::scan::blocks(&unit.decl, &mut |decls| {
            decls.iter().for_each(|decl| scan.learn(decl));
        });
    }
    let mut open = Vec::new();
    for unit in &units {
        scan.declaration(&unit.decl, "", &mut open);
        super::scan::blocks(&unit.decl, &mut |decls| {
            scan.declarations(decls, "", &mut Vec::new());
        });
        // Tasks of library packages run beside what comes later.
        if !scan.with_tasks.is_empty() {
            runs(&mut open);
        }
    }
    scan.found
}

/// A declaration whose body is still to come.
struct Open {
    path: String,
    key: String,
    params: usize,
    span: Span,
    at_risk: bool,
}

#[derive(Default)]
struct Scan {
    found: BTreeSet<Span>,
    /// The names of all that may be called by a name in an expression.
    functions: BTreeSet<String>,
    /// Whether all types of a name are scalar.
    scalar: BTreeMap<String, bool>,
    task_types: BTreeSet<String>,
    /// The packages that have tasks.
    with_tasks: BTreeSet<String>,
    /// What the declarations of generic packages left open.
    generics: BTreeMap<String, Vec<Open>>,
}

impl Scan {
    fn learn(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Subprogram(signature)
            | DeclKind::ExpressionFunction(signature, ..)
            | DeclKind::AbstractSubprogram(signature)
            | DeclKind::NullProcedure(signature) => self.learn_signature(signature),
            DeclKind::SubprogramBody(body, signature) => {
                self.learn_signature(signature);
                body.decls.iter().for_each(|decl| self.learn(decl));
            }
            DeclKind::TaskBody(_, body) | DeclKind::PackageBody { body, .. } => {
                body.decls.iter().for_each(|decl| self.learn(decl));
            }
            DeclKind::EntryBody(entry) => {
                entry.body.decls.iter().for_each(|decl| self.learn(decl));
            }
            DeclKind::Package { decls, .. } | DeclKind::ProtectedBody { items: decls, .. } => {
                decls.iter().for_each(|decl| self.learn(decl));
            }
            DeclKind::Protected(of) => {
                of.operations.iter().for_each(|operation| self.learn_signature(operation));
            }
            DeclKind::Generic { formals, decl, .. } => {
                for formal in formals {
                    if let crate::syntax::GenericFormal::Subprogram(signature, _) = formal {
                        self.functions.insert(signature.name.key.clone());
                    }
                }
                self.learn(decl);
            }
            DeclKind::Instance { name, .. } | DeclKind::Renaming { name, .. } => {
                self.functions.insert(name.key.clone());
            }
            DeclKind::Task { name, is_type: true, discriminants, .. } => {
                let plain = discriminants.is_empty().then(|| name.key.clone());
                self.task_types.extend(plain);
            }
            DeclKind::Type { name, def, .. } => {
                let scalar = match def {
                    TypeDef::Enumeration(_) | TypeDef::Range(_) | TypeDef::Modular(_) => true,
                    TypeDef::Float(_) | TypeDef::Fixed { .. } | TypeDef::Access(_) => true,
                    // The full type follows.
                    TypeDef::Incomplete => return,
                    _ => false,
                };
                *self.scalar.entry(name.key.clone()).or_insert(true) &= scalar;
            }
            DeclKind::Subtype { name, of, .. } => {
                let scalar = self.is_scalar(of);
                *self.scalar.entry(name.key.clone()).or_insert(true) &= scalar;
            }
            DeclKind::Subunit(_, decl) => self.learn(decl),
            _ => {}
        }
    }

    fn learn_signature(&mut self, signature: &Signature) {
        if signature.result.is_some() {
            self.functions.insert(signature.name.key.clone());
        }
    }

    fn is_scalar(&self, of: &Indication) -> bool {
        const SCALAR: [&str; 8] = [
            "boolean",
            "integer",
            "natural",
            "positive",
            "character",
            "float",
            "duration",
            "long_integer",
        ];
        match &of.mark.kind {
            ExprKind::Name(name) | ExprKind::Selected(_, name) => {
                let known = self.scalar.get(&name.key).copied();
                known.unwrap_or_else(|| SCALAR.contains(&&*name.key))
            }
            _ => false,
        }
    }

    fn declarations(&mut self, decls: &[Decl], path: &str, open: &mut Vec<Open>) {
        decls.iter().for_each(|decl| self.declaration(decl, path, open));
    }

    fn declaration(&mut self, decl: &Decl, path: &str, open: &mut Vec<Open>) {
        let mut follows = |name: &Ident, params: usize| {
            let (path, key) = (path.to_string(), name.key.clone());
            open.push(Open { path, key, params, span: name.span, at_risk: false });
        };
        let count = |signature: &Signature| -> usize {
            signature.params.iter().map(|param| param.names.len()).sum()
        };
        match &decl.kind {
            DeclKind::Subprogram(signature) => follows(&signature.name, count(signature)),
            DeclKind::Generic { name, decl, .. } => {
                follows(name, 0);
                if let DeclKind::Package { decls, .. } = &decl.kind {
                    let (inner, mut left) = (format!("{path}.{}", name.key), Vec::new());
                    self.declarations(decls, &inner, &mut left);
                    self.generics.insert(inner, left);
                }
            }
            DeclKind::Protected(of) => {
                follows(&of.name, 0);
                self.declarations(&of.data, path, open);
            }
            DeclKind::Task { name, is_type, .. } => {
                follows(name, 0);
                if !is_type {
                    self.with_tasks.insert(path.to_string());
                }
            }
            DeclKind::SubprogramBody(body, signature) => {
                self.complete(path, &signature.name.key, count(signature), open);
                self.declarations(&body.decls, "", &mut Vec::new());
            }
            DeclKind::ExpressionFunction(signature, ..) | DeclKind::NullProcedure(signature) => {
                self.complete(path, &signature.name.key, count(signature), open);
            }
            DeclKind::TaskBody(name, body) => {
                self.complete(path, &name.key, 0, open);
                self.declarations(&body.decls, "", &mut Vec::new());
            }
            DeclKind::ProtectedBody { name, items } => {
                self.complete(path, &name.key, 0, open);
                for item in items {
                    let body = match &item.kind {
                        DeclKind::SubprogramBody(body, _) => body,
                        DeclKind::EntryBody(entry) => &entry.body,
                        _ => continue,
                    };
                    self.declarations(&body.decls, "", &mut Vec::new());
                }
            }
            DeclKind::Package { name, decls } => {
                self.declarations(decls, &format!("{path}.{}", name.key), open);
            }
            DeclKind::PackageBody { name, body } => {
                let inner = format!("{path}.{}", name.key);
                if let Some(mut left) = self.generics.remove(&inner) {
                    self.complete(path, &name.key, 0, open);
                    return self.declarations(&body.decls, &inner, &mut left);
                }
                self.declarations(&body.decls, &inner, open);
                if !body.stmts.stmts.is_empty() || self.with_tasks.contains(&inner) {
                    runs(open);
                }
            }
            DeclKind::Object { ty, init, .. } => {
                let inert = match ty {
                    ObjectType::Named(of) => {
                        let is_task = self.is_task(of);
                        if is_task {
                            self.with_tasks.insert(path.to_string());
                        }
                        let constraint = match &of.constraint {
                            Constraint::None => true,
                            Constraint::Range(range) => self.is_inert(range),
                            Constraint::Of(_) => false,
                        };
                        constraint && (is_task || self.is_scalar(of))
                    }
                    ObjectType::Array { indices, element } => {
                        self.with_tasks.insert(path.to_string());
                        indices.iter().all(|index| self.is_inert(index)) && self.is_scalar(element)
                    }
                    ObjectType::Access(_) => true,
                };
                if !inert || !init.as_ref().is_none_or(|init| self.is_inert(init)) {
                    self.with_tasks.insert(path.to_string());
                    runs(open);
                }
            }
            DeclKind::Type { def, .. } => {
                let inert = match def {
                    TypeDef::Range(range) | TypeDef::Modular(range) => self.is_inert(range),
                    TypeDef::Array { indices, .. } => {
                        indices.iter().all(|index| self.is_inert(index))
                    }
                    _ => true,
                };
                if !inert {
                    runs(open);
                }
            }
            DeclKind::Subtype { of, .. } => {
                if let Constraint::Range(range) = &of.constraint
                    && !self.is_inert(range)
                {
                    runs(open);
                }
            }
            DeclKind::Stub(name) => {
                runs(open);
                if let Some(at) = open.iter().rposition(|one| one.key == name.key) {
                    let one = open.remove(at);
                    self.found.insert(one.span);
                }
            }
            DeclKind::Number { .. }
            | DeclKind::Exception { .. }
            | DeclKind::EntryBody(_)
            | DeclKind::AbstractSubprogram(_)
            | DeclKind::Use(_)
            | DeclKind::Nothing => {}
            DeclKind::Pragma { name, .. } if name.key != "assert" => {}
            DeclKind::Renaming { of, .. } if self.is_inert(of) => {}
            DeclKind::Pragma { .. }
            | DeclKind::Renaming { .. }
            | DeclKind::Instance { .. }
            | DeclKind::Subunit(..)
            | DeclKind::Unmodelled(_) => runs(open),
        }
    }

    fn is_task(&self, of: &Indication) -> bool {
        match &of.mark.kind {
            ExprKind::Name(name) | ExprKind::Selected(_, name) => {
                self.task_types.contains(&name.key)
            }
            _ => false,
        }
    }

    /// The body of a declaration: those with as many parameters come first.
    fn complete(&mut self, path: &str, key: &str, params: usize, open: &mut Vec<Open>) {
        let named = |one: &Open| one.path == path && one.key == key;
        let at = open.iter().position(|one| named(one) && one.params == params);
        if let Some(at) = at.or_else(|| open.iter().position(named)) {
            let one = open.remove(at);
            if one.at_risk {
                self.found.insert(one.span);
            }
        }
    }

    /// Whether an expression calls nothing.
    fn is_inert(&self, expr: &Expr) -> bool {
        let all = |args: &[Arg]| args.iter().all(|arg| self.is_inert(&arg.value));
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Text(_)
            | ExprKind::Character(_)
            | ExprKind::Null
            | ExprKind::Box
            | ExprKind::Others => true,
            ExprKind::Name(name) => !self.functions.contains(&name.key),
            ExprKind::Selected(prefix, name) => {
                !self.functions.contains(&name.key) && self.is_inert(prefix)
            }
            ExprKind::All(inner) | ExprKind::Qualified(_, inner) => self.is_inert(inner),
            ExprKind::Unary(_, inner) => !self.defines_operators() && self.is_inert(inner),
            ExprKind::Binary(_, left, right) => {
                !self.defines_operators() && self.is_inert(left) && self.is_inert(right)
            }
            ExprKind::Range(left, right) => self.is_inert(left) && self.is_inert(right),
            ExprKind::Apply(prefix, args) | ExprKind::Attribute(prefix, _, args) => {
                self.is_inert(prefix) && all(args)
            }
            ExprKind::Aggregate(args) => all(args),
            _ => false,
        }
    }

    fn defines_operators(&self) -> bool {
        let is_letter = |key: &String| key.chars().next().is_some_and(char::is_alphabetic);
        const WORDS: [&str; 8] = ["and", "or", "xor", "not", "abs", "mod", "rem", "in"];
        self.functions.iter().any(|key| !is_letter(key) || WORDS.contains(&&**key))
    }
}

/// Something is executed while these bodies are not elaborated.
fn runs(open: &mut [Open]) {
    open.iter_mut().for_each(|one| one.at_risk = true);
}

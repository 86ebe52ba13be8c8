//! Units: which come first, where the program starts, and what the language itself brings along.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;
use trine_base::{Diagnostic, cannot_happen};
use trine_program as ir;
use trine_program::{Access, BinaryOp, ErrorKind, Operand, Program, Roles};

use super::entity::*;
use super::library::{PREDEFINED, present_name};
use super::lowering::*;
use super::name::binary;
use super::order::{ordered, unit_name};
use super::scan::{aborting, has_protected, requeuing, tasks_implement, terminates};
use super::types::{Types, standard};
use crate::syntax::*;

/// A program, what is wrong with its text, and what was taken for granted.
pub struct Lowered {
    pub program: Program,
    pub diagnostics: Vec<Diagnostic>,
    pub notes: Vec<Note>,
}

/// Lowers units. `main` names the procedure that the program starts with, where that is not clear. Once the work
/// is stopped, what is left is not looked at.
pub fn lower(units: Vec<Unit>, main: Option<&str>, stop: &Arc<AtomicBool>) -> Lowered {
    let mut lowering = language(terminates(&units), stop.clone());
    lowering.requeuing = requeuing(&units);
    lowering.has_protected = has_protected(&units);
    lowering.tasks_implement = tasks_implement(&units);
    (lowering.aborts, lowering.transfers) = aborting(&units);
    lowering.all_units(units, main);
    let mut notes = lowering.notes;
    notes.sort();
    notes.dedup_by(|one, other| one.kind == other.kind && one.text == other.text);
    Lowered { program: lowering.program, diagnostics: lowering.diagnostics, notes }
}

/// What every program has: predefined types and exceptions, and the classes of tasks.
fn language(terminates: bool, stop: Arc<AtomicBool>) -> Lowering {
    let mut program = Program::default();
    let (known, object, storage_error, blocked) = predefined(&mut program);
    let mut lowering = empty(program, known, terminates, stop);
    let top = lowering.add_class("", Vec::new(), false);
    lowering.frames.push(Frame { is_static: Some(top), ..Frame::default() });
    lowering.add_scope(None, 0, "standard");
    for (name, entity) in standard(&mut lowering.types) {
        lowering.declare(0, name, entity);
    }
    let exceptions = [
        ("constraint_error", lowering.predefined.constraint_error),
        ("numeric_error", lowering.predefined.constraint_error),
        ("program_error", lowering.predefined.program_error),
        ("tasking_error", lowering.predefined.tasking_error),
        ("storage_error", storage_error),
    ];
    for (name, class) in exceptions {
        lowering.declare(0, name, Entity::Exception(class));
    }
    for unit in ["ada", "system", "interfaces", "gnat"] {
        lowering.declare(0, unit, Entity::Library(unit.to_string()));
    }
    lowering.predefined.count = lowering.count_method();
    if terminates {
        lowering.last_method();
    }
    lowering.program.roles = roles(&lowering.predefined, object, blocked);
    lowering
}

/// What the predefined classes mean to the program.
fn roles(known: &Predefined, object: ir::ClassId, blocked: ir::ClassId) -> Roles {
    let errors = vec![
        (ErrorKind::Null, known.constraint_error),
        (ErrorKind::Index, known.constraint_error),
        (ErrorKind::Division, known.constraint_error),
        (ErrorKind::NegativeLength, known.constraint_error),
        (ErrorKind::Cast, known.constraint_error),
        (ErrorKind::Assertion, known.assertion_error),
        (ErrorKind::Closed, known.program_error),
        (ErrorKind::Callee, known.tasking_error),
        (ErrorKind::Aborted, known.abort),
        (ErrorKind::Monitor, blocked),
    ];
    Roles {
        thread: Some(known.task),
        run: "run".to_string(),
        object: Some(object),
        errors,
        abort: Some(ir::Abort { flag: known.task_aborted, class: known.abort }),
        groups: Some(ir::Groups {
            own: known.task_group,
            active: known.group_active,
            around: known.group_around,
        }),
        last_words: Some(ir::LastWords {
            thread: "$last".to_string(),
            main: None,
            deaf: known.task_deaf,
        }),
        ..Roles::default()
    }
}

/// Adds the predefined classes and their fields; gives beside them the class of all objects, Storage_Error, and the
/// Program_Error of a potentially blocking operation.
fn predefined(program: &mut Program) -> (Predefined, ir::ClassId, ir::ClassId, ir::ClassId) {
    let mut class = |name: &str, parents: Vec<ir::ClassId>| {
        program.classes.push(ir::Class {
            name: name.to_string(),
            parents,
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library: true,
            span: None,
        })
    };
    let object = class("object", Vec::new());
    let exception = class("Exception", vec![object]);
    let constraint_error = class("Constraint_Error", vec![exception]);
    let program_error = class("Program_Error", vec![exception]);
    let tasking_error = class("Tasking_Error", vec![exception]);
    let assertion_error = class("Assertion_Error", vec![exception]);
    let storage_error = class("Storage_Error", vec![exception]);
    let task = class("task", vec![object]);
    let group = class("group", vec![object]);
    let cell = class("cell", vec![object]);
    let abort = class("abort", vec![object]);
    // One of its own: where it is not handled, it was reported when it was raised.
    let blocked = class("Program_Error", vec![program_error]);
    let mut field = |class: ir::ClassId, name: &str, ty: ir::Type| {
        let name = name.to_string();
        let (is_static, is_final, volatile, span) = (false, false, true, None);
        let id = program.fields.push(ir::Field {
            name,
            class,
            ty,
            is_static,
            is_final,
            volatile,
            volatile_elements: volatile,
            late: false,
            constant: None,
            span,
        });
        program.classes[class].fields.push(id);
        id
    };
    let known = Predefined {
        exception,
        constraint_error,
        program_error,
        tasking_error,
        assertion_error,
        abort,
        task,
        task_group: field(task, "$group", ir::Type::Reference),
        task_next: field(task, "$next", ir::Type::Reference),
        task_deaf: field(task, "$completed", ir::Type::Bool),
        task_state: field(task, "$started", ir::Type::BYTE),
        task_aborted: field(task, "$aborted", ir::Type::Bool),
        task_ready: field(task, "$activated", ir::Type::BYTE),
        task_outer: field(task, "$outer", ir::Type::Reference),
        group,
        group_active: field(group, "$active", ir::Type::SHORT),
        group_around: field(group, "$around", ir::Type::Reference),
        group_owner: field(group, "$owner", ir::Type::Reference),
        group_first: field(group, "$first", ir::Type::Reference),
        cell,
        cell_number: field(cell, "value", ir::Type::LONG),
        cell_real: field(cell, "value", ir::Type::Float),
        cell_reference: field(cell, "reference", ir::Type::Reference),
        count: ir::MethodId(0),
    };
    (known, object, storage_error, blocked)
}

/// Lowering before anything was declared.
fn empty(program: Program, known: Predefined, terminates: bool, stop: Arc<AtomicBool>) -> Lowering {
    Lowering {
        program,
        types: Types::default(),
        predefined: known,
        scopes: Vec::new(),
        frames: Vec::new(),
        subprograms: Vec::new(),
        generics: Vec::new(),
        work: Vec::new(),
        code: Code::new(0, 0),
        diagnostics: Vec::new(),
        notes: Vec::new(),
        terminates,
        requeuing: BTreeSet::new(),
        aborts: false,
        has_protected: false,
        transfers: false,
        onward: FxHashMap::default(),
        subunits: Vec::new(),
        instances: 0,
        task_scopes: FxHashMap::default(),
        single_types: FxHashMap::default(),
        used_early: BTreeSet::new(),
        flags: FxHashMap::default(),
        controlled: FxHashMap::default(),
        announces: FxHashMap::default(),
        bodiless: FxHashMap::default(),
        access_groups: FxHashMap::default(),
        spec_scopes: FxHashMap::default(),
        package_frames: FxHashMap::default(),
        package_bodies: BTreeSet::new(),
        tagged: BTreeMap::new(),
        class_wides: FxHashMap::default(),
        inherited_from: FxHashMap::default(),
        dispatchers: FxHashMap::default(),
        dispatch_work: Vec::new(),
        exact_tests: FxHashMap::default(),
        exact_work: Vec::new(),
        volatile_types: BTreeSet::new(),
        tasks_implement: false,
        operators: BTreeSet::new(),
        library_exceptions: FxHashMap::default(),
        last_subprogram: None,
        own_discriminants: Vec::new(),
        stop,
        constrained_fields: FxHashMap::default(),
    }
}

impl Lowering {
    /// Adds to the number of tasks that work in a group and in those around it.
    fn count_method(&mut self) -> ir::MethodId {
        let method = self.add_method(self.predefined.group, "$count", "$count", true, None);
        let before = std::mem::replace(&mut self.code, Code::new(0, 0));
        let group = self.temp(ir::Type::Reference);
        let by = self.temp(ir::Type::SHORT);
        let id = self.fresh_block();
        let body = self.block(|this| {
            let at = Operand::Var(group);
            let null = ir::Expr::Operand(Operand::Null);
            let exists = binary(BinaryOp::NotEqual, ir::Expr::Operand(at), null);
            let condition = this.operand(exists, ir::Type::Bool);
            let otherwise = this.block(|this| this.emit(ir::StmtKind::Break(id)));
            this.emit(ir::StmtKind::If { condition, then: Vec::new(), otherwise });
            let active = Access::Field(at, this.predefined.group_active);
            let now = this.load(active, ir::Type::SHORT);
            let then =
                binary(BinaryOp::Add, ir::Expr::Operand(now), ir::Expr::Operand(Operand::Var(by)));
            let then = this.operand(then, ir::Type::SHORT);
            this.emit(ir::StmtKind::Store(active, then));
            this.emit(ir::StmtKind::Load(group, Access::Field(at, this.predefined.group_around)));
        });
        let repeat = self.block(|this| {
            this.emit(ir::StmtKind::Loop { id, body, update: Vec::new() });
        });
        self.emit(ir::StmtKind::Atomic(repeat));
        self.finish_method(method, vec![group, by], before);
        method
    }

    /// A task that ends no longer works in its group.
    fn last_method(&mut self) {
        let method = self.add_method(self.predefined.task, "$last", "$last", false, None);
        let before = std::mem::replace(&mut self.code, Code::new(0, 0));
        let this = self.temp(ir::Type::Reference);
        let field = Access::Field(Operand::Var(this), self.predefined.task_group);
        let group = self.load(field, ir::Type::Reference);
        let callee = ir::Callee::Exact(self.predefined.count);
        let arguments = vec![group, Operand::Int(-1)];
        self.emit(ir::StmtKind::Call { into: None, callee, arguments });
        self.finish_method(method, vec![this], before);
    }

    fn all_units(&mut self, units: Vec<Unit>, main: Option<&str>) {
        let library = self.add_scope(Some(0), 0, "");
        let mut rest = Vec::new();
        for unit in units {
            match unit.decl.kind {
                DeclKind::Subunit(parent, decl) => self.subunits.push((parent, *decl)),
                _ => rest.push(unit),
            }
        }
        self.defined_once(&rest);
        let own: BTreeSet<String> = rest.iter().filter_map(unit_name).collect();
        for (name, span) in rest.iter().flat_map(|unit| &unit.withs) {
            let first = name.split('.').next().unwrap_or(name);
            let library = PREDEFINED.contains(&first) || present_name(name) != name;
            if !own.contains(name) && !library {
                self.error(format!("the unit `{name}` was not given"), *span);
            }
        }
        for unit in &rest {
            let parent = unit.parent.trim_end_matches('.');
            if !parent.is_empty() && !own.contains(parent) {
                self.error(format!("the unit `{parent}` was not given"), unit.decl.span);
            }
        }
        for (name, _) in rest.iter().flat_map(|unit| &unit.withs) {
            let present = present_name(name);
            if present != name && !own.contains(name) && self.lookup(0, name).is_empty() {
                self.declare(0, name, Entity::Library(present.to_string()));
            }
        }
        self.package_bodies = rest
            .iter()
            .filter(|unit| matches!(unit.decl.kind, DeclKind::PackageBody { .. }))
            .filter_map(unit_name)
            .collect();
        let Some(main) = self.choose_main(&rest, main) else { return };
        let order = ordered(&rest);
        self.note_order(&rest, &order, main);
        let library_first = order.iter().filter(|number| **number != main).chain([&main]);
        self.used_early = super::elaboration::used_early(library_first.map(|unit| &rest[*unit]));
        let environment = self.add_method(
            self.frames[0].is_static.unwrap_or(self.predefined.cell),
            "environment",
            "environment",
            true,
            None,
        );
        self.code = Code::new(0, library);
        self.code.regions.push(Region::default());
        self.code.span = rest.get(main).map(|unit| unit.decl.span);
        let body = self.block(|this| {
            let elaborated = this.block(|this| {
                for number in order {
                    if number != main {
                        this.library_unit(&rest[number], library);
                    }
                }
            });
            this.elaborated(elaborated);
            this.main_unit(&rest[main], library);
        });
        let region = self.code.regions.pop().unwrap_or_default();
        if region.is_plain() {
            self.append(body);
        } else {
            let finally = self.block(|this| this.end_region(&region));
            self.emit(ir::StmtKind::Try { body, handlers: Vec::new(), finally });
        }
        let blank = Code::new(0, library);
        self.finish_method(environment, Vec::new(), blank);
        self.work_off();
        self.program.mains = vec![environment];
    }

    /// A unit has one declaration and one body among the files.
    fn defined_once(&mut self, units: &[Unit]) {
        let mut seen: BTreeSet<(String, bool)> = BTreeSet::new();
        for unit in units {
            let (name, is_body) = match &unit.decl.kind {
                DeclKind::Package { name, .. }
                | DeclKind::Generic { name, .. }
                | DeclKind::Instance { name, .. } => (name, false),
                DeclKind::Subprogram(signature) => (&signature.name, false),
                DeclKind::PackageBody { name, .. } => (name, true),
                DeclKind::SubprogramBody(_, signature) => (&signature.name, true),
                _ => continue,
            };
            let full = format!("{}{}", unit.parent, name.key);
            if !seen.insert((full, is_body)) {
                let what = if is_body { "body" } else { "declaration" };
                self.error(
                    format!("`{}` has another {what} among the files", name.text),
                    name.span,
                );
            }
        }
    }

    fn choose_main(&mut self, units: &[Unit], wanted: Option<&str>) -> Option<usize> {
        let procedures: Vec<(usize, &Signature)> = units
            .iter()
            .enumerate()
            .filter_map(|(number, unit)| match &unit.decl.kind {
                DeclKind::SubprogramBody(_, signature)
                    if signature.params.is_empty() && signature.result.is_none() =>
                {
                    Some((number, signature))
                }
                _ => None,
            })
            .collect();
        let used: BTreeSet<&str> =
            units.iter().flat_map(|unit| &unit.withs).map(|(name, _)| name.as_str()).collect();
        let fits = |signature: &Signature| match wanted {
            Some(wanted) => signature.name.key == wanted.to_lowercase(),
            None => !used.contains(signature.name.key.as_str()),
        };
        let fitting: Vec<&(usize, &Signature)> = procedures
            .iter()
            .filter(|(number, signature)| units[*number].parent.is_empty() && fits(signature))
            .collect();
        match fitting.as_slice() {
            [(number, _)] => Some(*number),
            [] => {
                let message = match wanted {
                    Some(wanted) => format!("there is no main procedure `{wanted}`"),
                    None => "there is no main procedure: one without parameters".to_string(),
                };
                self.diagnostics.push(Diagnostic::new(trine_base::Severity::Error, message, None));
                None
            }
            [first, ..] => {
                let names: Vec<&str> =
                    fitting.iter().map(|(_, signature)| signature.name.text.as_str()).collect();
                let message = format!(
                    "there are several main procedures: {} (choose with --main)",
                    names.join(", ")
                );
                self.error(message, first.1.name.span);
                None
            }
        }
    }

    fn library_unit(&mut self, unit: &Unit, library: usize) {
        let before = (self.code.frame, self.code.scope);
        // A child belongs to the declaration of its parent, and sees what is there.
        let Some(library) = self.parent_scope(unit, library) else {
            let name = unit_name(unit).unwrap_or_default();
            return self.leave_out(format!("the unit {name}, whose parent is no package,"));
        };
        self.code.scope = library;
        // Library packages keep their objects under their own names.
        let full = unit_name(unit).unwrap_or_default();
        if let DeclKind::Package { name, .. } = &unit.decl.kind {
            let class = self.add_class(&name.text, Vec::new(), false);
            let frame = Frame { is_static: Some(class), ..Frame::default() };
            self.frames.push(frame);
            self.package_frames.insert(full.clone(), self.frames.len() - 1);
        }
        if let DeclKind::Package { .. } | DeclKind::PackageBody { .. } = &unit.decl.kind {
            self.code.frame = self.package_frames.get(&full).copied().unwrap_or(0);
        }
        self.code.scope = self.used_scope(unit, library);
        self.declaration(&unit.decl);
        // What the unit declares belongs to the library.
        if self.code.scope != library {
            let names = std::mem::take(&mut self.scopes[self.code.scope].names);
            for (key, entities) in names {
                self.scopes[library].names.entry(key).or_default().extend(entities);
            }
        }
        self.code.scope = library;
        let is_package = matches!(unit.decl.kind, DeclKind::Package { .. });
        if is_package && !self.package_bodies.contains(&full) {
            self.activate_declared();
        }
        (self.code.frame, self.code.scope) = before;
    }

    /// The inside of the package that a unit is a child of; of other units, the library.
    fn parent_scope(&self, unit: &Unit, library: usize) -> Option<usize> {
        let mut scope = library;
        for part in unit.parent.split('.').filter(|part| !part.is_empty()) {
            let declared = self.scopes[scope].names.get(part)?;
            scope = declared.iter().find_map(|entity| match entity {
                Entity::Package(inside) => Some(*inside),
                _ => None,
            })?;
        }
        Some(scope)
    }

    /// A scope in which the use clauses of a unit hold.
    fn used_scope(&mut self, unit: &Unit, library: usize) -> usize {
        if unit.uses.is_empty() && unit.pragmas.is_empty() {
            return library;
        }
        let scope = self.add_scope(Some(library), self.code.frame, "");
        let before = std::mem::replace(&mut self.code.scope, scope);
        for (name, _) in &unit.uses {
            self.use_package(name);
        }
        for (name, arguments) in &unit.pragmas {
            self.pragma(name, arguments);
        }
        self.code.scope = before;
        scope
    }

    /// The main procedure: executed once, so that its variables are static.
    fn main_unit(&mut self, unit: &Unit, library: usize) {
        let DeclKind::SubprogramBody(body, signature) = &unit.decl.kind else {
            cannot_happen!("the main unit is a procedure")
        };
        let class = self.add_class("", Vec::new(), false);
        let name = &signature.name;
        let method = self.add_method(class, &name.text, &name.text, true, Some(unit.decl.span));
        self.frames.push(Frame { is_static: Some(class), parent: Some(0), ..Frame::default() });
        let frame = self.frames.len() - 1;
        let around = self.used_scope(unit, library);
        let scope = self.add_scope(Some(around), frame, &name.key);
        let before = std::mem::replace(&mut self.code, Code::new(frame, scope));
        self.code.span = Some(unit.decl.span);
        self.code.returns.push(Return::Method { result: None });
        self.body_region(body, None);
        self.finish_method(method, Vec::new(), before);
        let callee = ir::Callee::Exact(method);
        self.emit(ir::StmtKind::Call { into: None, callee, arguments: Vec::new() });
    }
}

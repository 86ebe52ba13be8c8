//! The state of lowering: the program so far, the bodies that are still to be lowered, and the method that is being built.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use trine_base::{Diagnostic, IndexVec, Severity, Span};
use trine_program as ir;
use trine_program::{ClassId, EntryAt, FieldId, MethodId, Operand, Program, VarId};

use super::contract::Remembered;
use super::entity::{Formal, Frame, GenericUnit, Object, Scope, Subprogram};
use super::types::{TypeId, Types};
use crate::syntax::{Body, Decl, EntryBody, Expr};

/// The classes that the language itself has.
pub struct Predefined {
    pub exception: ClassId,
    pub constraint_error: ClassId,
    pub program_error: ClassId,
    pub tasking_error: ClassId,
    pub assertion_error: ClassId,
    /// What ends whatever is aborted; not an exception.
    pub abort: ClassId,
    pub task: ClassId,
    pub task_group: FieldId,
    pub task_next: FieldId,
    pub task_deaf: FieldId,
    pub task_state: FieldId,
    pub task_aborted: FieldId,
    pub task_ready: FieldId,
    pub task_outer: FieldId,
    pub group: ClassId,
    pub group_active: FieldId,
    pub group_around: FieldId,
    pub group_owner: FieldId,
    pub group_first: FieldId,
    pub cell: ClassId,
    pub cell_number: FieldId,
    pub cell_real: FieldId,
    pub cell_reference: FieldId,
    pub count: MethodId,
}

/// A body that is still to be lowered.
pub enum Work {
    Subprogram {
        subprogram: usize,
        body: Rc<Body>,
        scope: usize,
        frame: usize,
    },
    Function {
        subprogram: usize,
        value: Rc<Expr>,
        scope: usize,
        frame: usize,
    },
    Task {
        ty: TypeId,
        body: Rc<Body>,
        scope: usize,
    },
    Entry {
        ty: TypeId,
        entry: usize,
        body: Rc<EntryBody>,
        scope: usize,
    },
    Service {
        ty: TypeId,
    },
    Refusal {
        ty: TypeId,
    },
    /// The service of the one caller of an entry that finds its barrier open.
    Once {
        ty: TypeId,
        entry: usize,
    },
}

/// A master: its tasks end before it is left.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Objects that are or hold tasks, in order.
    pub tasks: Vec<Rc<Object>>,
    /// What the innermost declarative region has declared so far; that of a package is not a master.
    pub declared: Declared,
    pub group: Option<Rc<Object>>,
    /// Controlled objects that are finalised, in the order of their declarations.
    pub controlled: Vec<(Rc<Object>, TypeId)>,
    /// Tasks may be made by allocators here.
    pub has_access: bool,
}

impl Region {
    /// Whether there is nothing to wait for and nothing to finalise.
    pub fn is_plain(&self) -> bool {
        self.tasks.is_empty() && self.group.is_none() && self.controlled.is_empty()
    }
}

/// What is activated together, before the statements of a declarative region.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Objects that are or hold tasks.
    pub tasks: Vec<Rc<Object>>,
    /// The packages that were declared there, by scope. Those without a body have an implicit one at its end.
    pub packages: Vec<usize>,
}

/// The method that is being built.
pub struct Code {
    pub vars: IndexVec<VarId, ir::Var>,
    pub blocks: Vec<Vec<ir::Stmt>>,
    pub next_block: u32,
    pub frame: usize,
    pub scope: usize,
    pub span: Option<Span>,
    /// Loops and blocks that can be left, by name.
    pub exits: Vec<(Option<String>, ir::BlockId, bool)>,
    /// What `raise` without a name raises again.
    pub handled: Vec<VarId>,
    /// Where a return leads: out of the subprogram, or out of an accept.
    pub returns: Vec<Return>,
    pub result: Option<TypeId>,
    pub regions: Vec<Region>,
    /// The calls that are being served, the innermost last.
    pub serving: Vec<Serving>,
    /// The task or protected object that the code belongs to.
    pub this: Option<(TypeId, VarId)>,
    /// What a postcondition speaks of.
    pub remembered: Remembered,
}

/// A call that is being served, and where its caller may be requeued to.
pub struct Serving {
    /// The number of what was decided, 0 for an answer.
    pub sent: VarId,
    /// What is left to get there; none in the body of a protected entry, which returns the number.
    pub block: Option<ir::BlockId>,
    pub params: Vec<Formal>,
    pub onward: Vec<Onward>,
}

/// A requeue statement.
#[derive(Clone, Debug)]
pub struct Onward {
    pub to: EntryAt,
    pub owner: TypeId,
    /// The object itself, in the body of a protected entry.
    pub internal: bool,
    pub with_params: bool,
    pub with_abort: bool,
    pub span: Option<Span>,
}

/// What `return` does in the body that is being lowered.
#[derive(Clone)]
pub enum Return {
    /// Gives back the function's value, or the parameter that the result carries; cells are written.
    Method {
        result: Option<Rc<Object>>,
    },
    Accept(ir::BlockId),
    /// Out of a body whose postcondition follows; the value is kept for it.
    Checked(ir::BlockId, Option<VarId>),
    /// Out of the body of a protected entry whose callers may be requeued.
    Entry,
}

/// The program so far, and all that lowering knows.
pub struct Lowering {
    pub program: Program,
    pub types: Types,
    pub predefined: Predefined,
    pub scopes: Vec<Scope>,
    pub frames: Vec<Frame>,
    pub subprograms: Vec<Subprogram>,
    pub generics: Vec<GenericUnit>,
    pub work: Vec<Work>,
    pub code: Code,
    pub diagnostics: Vec<Diagnostic>,
    pub notes: Vec<Note>,
    /// Some task has a terminate alternative.
    pub terminates: bool,
    /// Some tasks are aborted; some statements are given up when something else happens.
    pub aborts: bool,
    pub transfers: bool,
    /// There are protected objects.
    pub has_protected: bool,
    /// The names of entries from which callers are requeued.
    pub requeuing: BTreeSet<String>,
    /// Where the entry bodies of protected types requeue their callers to.
    pub onward: FxHashMap<(TypeId, usize), Vec<Onward>>,
    /// Subunits that wait for their stubs.
    pub subunits: Vec<(String, Decl)>,
    pub instances: usize,
    /// The inside of each task type, where its discriminants are.
    pub task_scopes: FxHashMap<TypeId, usize>,
    /// The types of single tasks and protected objects.
    pub single_types: FxHashMap<(usize, String), TypeId>,
    /// The declarations, by the places of their names, that may be used before their bodies are elaborated.
    pub used_early: BTreeSet<Span>,
    pub flags: super::elaboration::Flags,
    /// The controlled types, with the scopes of their declarations.
    pub controlled: FxHashMap<TypeId, usize>,
    /// Of each task type whose body was seen: whether others wait for its activation.
    pub announces: FxHashMap<TypeId, bool>,
    /// What packages have declared whose bodies are still to come, by scope.
    pub bodiless: FxHashMap<usize, Declared>,
    /// The groups of the tasks that allocators of an access type make.
    pub access_groups: FxHashMap<TypeId, Rc<Object>>,
    /// The scope of the declaration of each package body's.
    pub spec_scopes: FxHashMap<usize, usize>,
    /// The bodies that library packages are, and which of them have a body of their own.
    pub package_frames: FxHashMap<String, usize>,
    pub package_bodies: BTreeSet<String>,
    pub tagged: BTreeMap<TypeId, super::tagged::TaggedType>,
    /// `T'Class`, for each tagged type and each one that may turn out to be tagged.
    pub class_wides: FxHashMap<TypeId, TypeId>,
    /// For inherited operations: those of the parent.
    pub inherited_from: FxHashMap<usize, usize>,
    /// The subprograms that dispatching calls of an operation go to, and those that are still to be lowered.
    pub dispatchers: FxHashMap<usize, usize>,
    pub dispatch_work: Vec<usize>,
    /// The methods that tell whether an object is of a tagged type and of none below; and those to be lowered.
    pub exact_tests: FxHashMap<TypeId, MethodId>,
    pub exact_work: Vec<TypeId>,
    /// Types whose objects are all volatile or atomic.
    pub volatile_types: BTreeSet<TypeId>,
    /// Some task types have interfaces.
    pub tasks_implement: bool,
    /// The operators that functions of the program define.
    pub operators: BTreeSet<String>,
    /// Exceptions of the library that the program names.
    pub library_exceptions: FxHashMap<String, ClassId>,
    /// The subprogram that was declared last.
    pub last_subprogram: Option<usize>,
    /// Set from outside when there is no time to go on.
    pub stop: Arc<AtomicBool>,
    /// The discriminants of the record type that is being declared.
    pub own_discriminants: Vec<String>,
    /// For records whose discriminants have defaults: whether an object keeps the ones that it has.
    pub constrained_fields: FxHashMap<ClassId, FieldId>,
}

/// Something taken for granted about a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Note {
    pub kind: &'static str,
    pub text: String,
    pub span: Option<Span>,
}

impl Code {
    /// An empty method body in this frame and scope.
    pub fn new(frame: usize, scope: usize) -> Code {
        Code {
            vars: IndexVec::new(),
            blocks: vec![Vec::new()],
            next_block: 0,
            frame,
            scope,
            span: None,
            exits: Vec::new(),
            handled: Vec::new(),
            returns: Vec::new(),
            result: None,
            regions: Vec::new(),
            serving: Vec::new(),
            this: None,
            remembered: Remembered::default(),
        }
    }
}

impl Lowering {
    /// Whether there is no time to go on: what is lowered from here on is not used.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Adds a statement at the present place.
    pub fn emit(&mut self, kind: ir::StmtKind) {
        let span = self.code.span;
        if let Some(block) = self.code.blocks.last_mut() {
            block.push(ir::Stmt { kind, span });
        }
    }

    /// The statements that `fill` emits.
    pub fn block(&mut self, fill: impl FnOnce(&mut Lowering)) -> Vec<ir::Stmt> {
        self.code.blocks.push(Vec::new());
        fill(self);
        self.code.blocks.pop().unwrap_or_default()
    }

    /// A new id for a block that jumps can leave.
    pub fn fresh_block(&mut self) -> ir::BlockId {
        self.code.next_block += 1;
        ir::BlockId(self.code.next_block - 1)
    }

    /// Adds a variable of the program to the method.
    pub fn var(&mut self, name: &str, ty: ir::Type, span: Option<Span>) -> VarId {
        self.code.vars.push(ir::Var { name: name.to_string(), ty, temporary: false, span })
    }

    /// Adds a variable for an intermediate value to the method.
    pub fn temp(&mut self, ty: ir::Type) -> VarId {
        self.code.vars.push(ir::Var { name: "_".to_string(), ty, temporary: true, span: None })
    }

    /// A variable, or a number, that has this value.
    pub fn operand(&mut self, expr: ir::Expr, ty: ir::Type) -> Operand {
        match expr {
            ir::Expr::Operand(operand) => operand,
            other => {
                let var = self.temp(ty);
                self.emit(ir::StmtKind::Set(var, other));
                Operand::Var(var)
            }
        }
    }

    /// Reads a field or an element into a new variable.
    pub fn load(&mut self, access: ir::Access, ty: ir::Type) -> Operand {
        let var = self.temp(ty);
        self.emit(ir::StmtKind::Load(var, access));
        Operand::Var(var)
    }

    /// Reports an error.
    pub fn error(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::new(Severity::Error, message.into(), Some(span)));
    }

    /// Notes an assumption.
    pub fn note(&mut self, kind: &'static str, text: impl Into<String>, span: Option<Span>) {
        self.notes.push(Note { kind, text: text.into(), span });
    }

    /// Marks a statement that the model leaves out: executions that come here prove nothing.
    pub fn leave_out(&mut self, what: impl Into<String>) {
        let arguments = vec![Operand::Class(self.predefined.task)];
        self.emit(ir::StmtKind::Unmodelled { into: None, what: what.into(), arguments });
    }

    /// Raises a new exception of a class.
    pub fn throw(&mut self, class: ClassId) {
        let into = self.temp(ir::Type::Reference);
        self.emit(ir::StmtKind::New { into, class });
        self.emit(ir::StmtKind::Throw(Operand::Var(into)));
    }

    /// Adds a class to the program.
    pub fn add_class(&mut self, name: &str, parents: Vec<ClassId>, library: bool) -> ClassId {
        self.program.classes.push(ir::Class {
            name: name.to_string(),
            parents,
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library,
            span: None,
        })
    }

    /// Adds a field to the program and to its class. Those of library models are volatile: they never race.
    pub fn add_field(
        &mut self,
        class: ClassId,
        name: &str,
        ty: ir::Type,
        is_static: bool,
        span: Option<Span>,
    ) -> FieldId {
        let volatile = self.program.classes[class].library;
        let name = name.to_string();
        let field = ir::Field {
            name,
            class,
            ty,
            is_static,
            is_final: false,
            volatile,
            volatile_elements: volatile,
            late: false,
            constant: None,
            span,
        };
        let id = self.program.fields.push(field);
        self.program.classes[class].fields.push(id);
        id
    }

    /// A method without a body yet.
    pub fn add_method(
        &mut self,
        class: ClassId,
        name: &str,
        selector: &str,
        is_static: bool,
        span: Option<Span>,
    ) -> MethodId {
        let id = self.program.methods.push(ir::Method {
            name: name.to_string(),
            class,
            selector: selector.to_string(),
            is_static,
            synchronized: false,
            parameters: Vec::new(),
            vars: IndexVec::new(),
            result: None,
            body: None,
            span,
        });
        self.program.classes[class].methods.push(id);
        id
    }

    /// Gives a method the code that was built for it.
    pub fn finish_method(&mut self, id: MethodId, parameters: Vec<VarId>, before: Code) {
        let code = std::mem::replace(&mut self.code, before);
        let method = &mut self.program.methods[id];
        method.parameters = parameters;
        method.vars = code.vars;
        method.body = code.blocks.into_iter().next();
    }
}

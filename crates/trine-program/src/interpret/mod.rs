//! The program interpreter, the reference interpreter of programs: what a [`Program`] means, slow and obviously right.
//!
//! A [`State`] has a heap, static fields, monitors, entry queues, and threads with call frames. A step is one
//! *visible* operation of one thread, with the *local* work that follows it: instructions that touch nothing but the
//! variables of the thread's own frames, and objects that are made. [`Machine::enabled`] lists what can happen in a
//! state, [`Machine::step`] does it. Steps take effect one after the other, in one order for all threads: sequential
//! consistency. An atomic block is one step, unless the thread blocks inside of it.
//!
//! What is not defined here does not happen silently. A statement that is not modelled, or a bound of the
//! interpreter itself, ends the execution with a [`Stop`]; a branch on a value that is not known goes both ways, and
//! marks the execution as tainted: what it shows is not known to be possible.
//!
//! [`checks`] defines the built-in checks on such states, and [`search`] decides them by visiting all states.
//!
//! **Architecture invariant.** Nothing here uses [`elaborate`](crate::elaborate()), or is used by it: each checks the
//! other. What both share is the program, its flat code, the arithmetic of the operators and the functions on text.

mod abort;
mod arithmetic;
mod block;
mod call;
mod canonical;
pub mod checks;
mod choice;
mod circle;
mod eval;
mod execute;
mod finals;
mod footprint;
mod guide;
mod heap;
mod initialise;
mod input;
mod instruction;
mod lifecycle;
mod meeting;
mod monitor;
mod observe;
mod operation;
mod pointer;
mod private;
mod run;
pub mod search;
mod select;
mod state;
mod step;
mod text;
mod thread;
mod throw;
mod value;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::{IndexVec, Span};

pub use self::arithmetic::{Whole, whole};
pub use self::block::{Block, BlockKind, Life};
pub use self::choice::{Choice, Way};
pub use self::circle::WaitsFor;
pub use self::execute::{Execution, execute};
pub use self::footprint::Touch;
pub use self::guide::{GuideBudget, Guided, Waypoint, guide};
pub use self::heap::{Cell, Place};
pub use self::observe::static_name;
pub use self::search::{Answer, Answers, Budget, search};
pub use self::state::{Caller, Initialisation, State};
pub use self::thread::{Call, Frame, Phase, Thread, Wake};
pub use self::value::{ObjectId, Value};
use crate::events::Watch;
use crate::flat::{Code, flatten};
use crate::program::*;
use crate::show::visit;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// A wait can end without a notification.
    pub spurious_wakeups: bool,
    /// Accesses that no other thread can notice are local work, see `private.rs`. Without this every access to the
    /// heap is a step.
    pub private_is_local: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { spurious_wakeups: false, private_is_local: true }
    }
}

/// A program that can be run.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub entry: MethodId,
    pub options: Options,
    /// The events to tell.
    pub watch: Option<Watch>,
    code: IndexVec<MethodId, OnceCell<Option<Code>>>,
    layouts: RefCell<FxHashMap<ClassId, Rc<Vec<FieldId>>>>,
    /// The methods that store to a field.
    writers: BTreeMap<FieldId, BTreeSet<MethodId>>,
    /// Something in the program aborts threads, or gives up what they do.
    aborts: bool,
    /// What any execution so far has noted: a fact about the whole program. A search that finds more of them starts
    /// again.
    noted: RefCell<BTreeSet<String>>,
    /// What executions so far take for granted, and where: its kind, and in words.
    assumed: RefCell<BTreeMap<(&'static str, String), Option<Span>>>,
    /// What a thread that executes a method may do before its end.
    abilities: RefCell<FxHashMap<MethodId, Rc<circle::Abilities>>>,
    /// Some execution so far interrupts a thread.
    interrupts: std::cell::Cell<bool>,
    /// Some execution so far calls a method on an object of a class that has not declared it.
    untyped: std::cell::Cell<bool>,
    /// What virtual calls reach, by the class of the receiver and the declared method.
    dispatched: RefCell<FxHashMap<(ClassId, MethodId), MethodId>>,
}

/// What violates a check, wherever it happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    Assertion,
    /// A monitor is used without holding it, or held by a thread that ends.
    Monitor,
    ThreadState,
    /// An error ends a thread.
    Uncaught,
    /// Memory is used in a way that is not defined.
    Memory,
    /// A number is too large for its type, or a shift too far.
    Overflow,
    /// What must not be reached is.
    ReachError,
    /// Inside an atomic block, memory is accessed that another thread is about to access.
    Race,
}

/// A fault, and where it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Happened {
    pub fault: Fault,
    pub thread: usize,
    pub span: Option<Span>,
    /// The class of the error that ends a thread.
    pub class: Option<ClassId>,
    /// What is wrong with a use of memory.
    pub memory: Option<MemoryError>,
    /// Else it depends on a value that is not known.
    pub certain: bool,
}

/// Why an execution is not followed any further.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stop {
    Unmodelled(String),
    Limit(String),
}

impl Stop {
    /// The execution comes to what is not modelled.
    pub fn unmodelled(what: impl Into<String>) -> Stop {
        Stop::Unmodelled(what.into())
    }

    /// The execution reaches a bound.
    pub fn limit(what: impl Into<String>) -> Stop {
        Stop::Limit(what.into())
    }
}

/// What a step came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// In canonical form.
    pub state: State,
    pub happened: Vec<Happened>,
    pub printed: Vec<String>,
    /// The events of the step, in order; those in one list happen at the same moment.
    pub events: Vec<Vec<u32>>,
    /// Something in the step was compared with the patterns of events: which of them it is may depend on other steps.
    pub told: bool,
    /// So many assertions were true.
    pub asserted: u64,
    /// The execution is not followed any further: the state means nothing.
    pub stop: Option<Stop>,
    /// The number that each thread has now; none where it has ended and nothing can ask for it. Threads that the step
    /// has started are behind the others.
    pub threads: Vec<Option<usize>>,
    /// What the step touches of that which others may touch.
    pub touched: Vec<Touch>,
}

impl<'p> Machine<'p> {
    /// A program that starts in a method.
    pub fn new(program: &'p Program, entry: MethodId, options: Options) -> Machine<'p> {
        let mut writers: BTreeMap<FieldId, BTreeSet<MethodId>> = BTreeMap::new();
        let flag = program.roles.abort.map(|abort| abort.flag);
        let mut aborts = false;
        for (id, method) in program.methods.enumerate() {
            visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
                aborts |= match &statement.kind {
                    StmtKind::Do { operation: Operation::Abort, .. }
                    | StmtKind::Meet(Meeting::Async(_)) => true,
                    StmtKind::Store(Access::Field(_, field), _) => Some(*field) == flag,
                    _ => false,
                };
                if let StmtKind::Store(Access::Field(_, field) | Access::Static(field), _) =
                    &statement.kind
                {
                    writers.entry(*field).or_default().insert(id);
                }
            });
        }
        Machine {
            program,
            entry,
            options,
            watch: None,
            code: program.methods.iter().map(|_| OnceCell::new()).collect(),
            layouts: RefCell::default(),
            writers,
            aborts,
            noted: RefCell::default(),
            assumed: RefCell::default(),
            abilities: RefCell::default(),
            interrupts: std::cell::Cell::new(false),
            untyped: std::cell::Cell::new(false),
            dispatched: RefCell::default(),
        }
    }

    /// The same program, with the events of its steps told.
    pub fn watching(
        program: &'p Program,
        entry: MethodId,
        options: Options,
        watch: Watch,
    ) -> Machine<'p> {
        Machine { watch: Some(watch), ..Machine::new(program, entry, options) }
    }

    /// The flat code of a method; none where it has no body.
    pub fn code(&self, method: MethodId) -> Option<&Code> {
        let code = self.code[method].get_or_init(|| {
            let method = &self.program.methods[method];
            let body = method.body.as_ref()?;
            let (marked, lines) = match &self.watch {
                Some(watch) => (watch.marks(method), watch.lines()),
                None => (false, &[][..]),
            };
            Some(flatten(method, body, marked, lines))
        });
        code.as_ref()
    }

    /// The method that a call with this selector reaches on an object of the class: its own, or what it inherits,
    /// the superclass first; one with a body wherever there is one.
    pub fn dispatch(&self, class: ClassId, selector: &str) -> Option<MethodId> {
        self.find(class, selector, true).or_else(|| self.find(class, selector, false))
    }

    /// The method that a virtual call reaches.
    fn callee(&self, class: ClassId, selector: &str, declared: MethodId) -> MethodId {
        if let Some(known) = self.dispatched.borrow().get(&(class, declared)) {
            return *known;
        }
        let method = &self.program.methods[declared];
        if !self.is_a(class, method.class) {
            self.untyped.set(true);
        }
        let found = self.dispatch(class, selector).unwrap_or(declared);
        if method.selector == selector {
            self.dispatched.borrow_mut().insert((class, declared), found);
        }
        found
    }

    fn find(&self, class: ClassId, selector: &str, with_body: bool) -> Option<MethodId> {
        let class = &self.program.classes[class];
        let fits = |id: &&MethodId| {
            let method = &self.program.methods[**id];
            method.selector == selector
                && !method.is_static
                && (method.body.is_some() || !with_body)
        };
        let own = class.methods.iter().find(fits).copied();
        own.or_else(|| class.parents.iter().find_map(|of| self.find(*of, selector, with_body)))
    }

    fn method_name(&self, method: MethodId) -> String {
        let method = &self.program.methods[method];
        format!("{}.{}", self.program.classes[method.class].name, method.name)
    }

    /// What executions so far take for granted: its kind, in words, and where.
    pub fn assumptions(&self) -> Vec<(&'static str, String, Option<Span>)> {
        let assumed = self.assumed.borrow();
        assumed.iter().map(|((kind, text), span)| (*kind, text.clone(), *span)).collect()
    }

    /// What executions so far have shown of the whole program. A search that learns more begins again.
    pub fn facts(&self) -> (usize, bool, bool) {
        (self.noted.borrow().len(), self.interrupts.get(), self.untyped.get())
    }

    /// Whether some execution so far calls a method on an object of a class that has not declared it.
    pub fn is_untyped(&self) -> bool {
        self.untyped.get()
    }

    /// The statement of the user's own code that a thread is at: of the innermost call that is not in a library
    /// model.
    pub fn user_span(&self, state: &State, thread: usize) -> Option<Span> {
        let frames = &state.threads.get(thread)?.frames;
        let mut inner: Option<Call> = None;
        for frame in frames.iter().rev() {
            let method = &self.program.methods[frame.method];
            // A call that has a result to come back to is the instruction before the next one.
            let pc = match inner {
                Some(Call::After(_)) => frame.pc.saturating_sub(1),
                _ => frame.pc,
            };
            if !self.program.classes[method.class].library {
                let code = self.code(frame.method)?;
                return code.ops.get(pc as usize).and_then(|(_, span)| *span);
            }
            inner = Some(frame.call);
        }
        None
    }
}

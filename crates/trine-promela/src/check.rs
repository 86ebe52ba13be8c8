//! Finds what every name means, and what SPIN would not accept.
//!
//! Names follow SPIN's rules: a block opens a scope, a variable is known from its declaration to the
//! end of its scope, and none may be hidden by another. Remote references and formulas are looked up
//! at the end, when all processes are known.

mod constant;
mod declare;
mod expression;
mod labels;
mod remote;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use trine_base::{Diagnostic, Diagnostics, IndexVec, Span, define_id, nearest};

use crate::ast::*;

define_id!(/// A variable of the model.
    VarId, "v");
define_id!(/// A set of mtype names; the first is the one without a name.
    MtypeId, "mtype");
define_id!(/// A record type.
    RecordId, "record");

/// Finds all meanings; what is wrong goes to the diagnostics.
pub fn check(model: &Model, formulas: &[Ltl], diagnostics: &mut Diagnostics) -> Checked {
    let mut checker = Checker::new(model, diagnostics);
    checker.units(model);
    for formula in formulas {
        checker.formula(formula);
    }
    checker.finish_remote();
    checker.out
}

/// What the names of a model mean.
#[derive(Debug)]
pub struct Checked {
    pub mtypes: IndexVec<MtypeId, Mtype>,
    pub records: IndexVec<RecordId, Record>,
    pub variables: IndexVec<VarId, Variable>,
    /// The variable that each declarator declares.
    pub declared: IndexVec<DeclId, Option<VarId>>,
    /// What each mention of a variable means; none where it could not be found.
    pub meanings: IndexVec<RefId, Option<Meaning>>,
    pub processes: Vec<ProcessInfo>,
    pub unmodelled: Vec<Unmodelled>,
    /// Priorities are mentioned somewhere, so they count everywhere.
    pub uses_priorities: bool,
    /// `_last` is mentioned somewhere, reached or not.
    pub uses_last: bool,
}

/// The names of an mtype.
#[derive(Debug)]
pub struct Mtype {
    pub name: Option<Name>,
    /// In order of declaration, each with its number.
    pub names: Vec<(Name, i32)>,
}

/// A record type with its fields.
#[derive(Debug)]
pub struct Record {
    pub name: Name,
    pub fields: Vec<Field>,
    /// How many scalars it holds.
    pub cells: u32,
}

/// A field of a record.
#[derive(Debug, Clone)]
pub struct Field {
    pub name: Name,
    pub ty: Type,
    pub array: Option<u32>,
    pub id: DeclId,
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Bit,
    Byte,
    Short,
    Int,
    Unsigned(u8),
    Pid,
    Mtype(MtypeId),
    Chan,
    Record(RecordId),
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: Type,
    pub array: Option<u32>,
    pub visibility: Option<Visibility>,
    /// The process it belongs to; none for a global one.
    pub process: Option<usize>,
    pub parameter: bool,
    pub span: Span,
    /// The message fields, where the declaration of a channel says them.
    pub channel: Option<ChannelType>,
    /// The initial value of a scalar, where it is a constant.
    pub constant: Option<i32>,
}

/// A type of channels.
#[derive(Clone, Debug)]
pub struct ChannelType {
    pub capacity: u32,
    /// With the fields of records one by one.
    pub fields: Vec<Type>,
    /// The record type that a message is, if it is one and nothing else.
    pub record: Option<RecordId>,
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Variable(VarId),
    Constant(i32, MtypeId),
    Special(Special),
}

/// Variables that nothing declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    Pid,
    ProcessCount,
    Last,
    Priority,
    /// `_`: takes any value and keeps none.
    Scratch,
    /// Input from a terminal.
    Stdin,
}

/// What others may refer to in a process.
#[derive(Debug)]
pub struct ProcessInfo {
    pub name: Name,
    pub kind: ProcessKind,
    pub span: Span,
    pub parameters: Vec<VarId>,
    /// All its variables in order of declaration, parameters first.
    pub variables: Vec<VarId>,
    pub labels: Vec<Ident>,
    /// The labels that others look at.
    pub remote_labels: HashSet<Name>,
    /// How many exist from the start.
    pub instances: u32,
    /// Some `run` starts more of them.
    pub started: bool,
}

struct Checker<'c> {
    out: Checked,
    diagnostics: &'c mut Diagnostics,
    /// From the outermost; the first is the global one.
    scopes: Vec<HashMap<Name, VarId>>,
    types: HashMap<Name, RecordId>,
    constants: HashMap<Name, (i32, MtypeId)>,
    process_names: HashMap<Name, usize>,
    /// The process whose text is read.
    process: Option<usize>,
    place: Place,
    remotes: Vec<remote::Pending>,
    runs: Vec<(Ident, usize, Span)>,
    /// No statement of the body was met yet: declarations are no steps.
    at_head: bool,
    /// Messages sent to a channel that is not known: its name, fields given, place.
    messages: Vec<(Name, usize, Span)>,
    /// The most fields that messages have of channels that are fields of records.
    widest_field: usize,
    /// The scalars of all variables so far.
    all_cells: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Global,
    Process,
    Claim,
    Trace,
}

impl<'c> Checker<'c> {
    fn new(model: &Model, diagnostics: &'c mut Diagnostics) -> Checker<'c> {
        let mut mtypes = IndexVec::new();
        mtypes.push(Mtype { name: None, names: Vec::new() });
        Checker {
            out: Checked {
                mtypes,
                records: IndexVec::new(),
                variables: IndexVec::new(),
                declared: (0..model.declarations).map(|_| None).collect(),
                meanings: (0..model.references).map(|_| None).collect(),
                processes: Vec::new(),
                unmodelled: Vec::new(),
                uses_priorities: false,
                uses_last: false,
            },
            diagnostics,
            scopes: vec![HashMap::new()],
            types: HashMap::new(),
            constants: HashMap::new(),
            process_names: HashMap::new(),
            process: None,
            place: Place::Global,
            remotes: Vec::new(),
            runs: Vec::new(),
            at_head: true,
            messages: Vec::new(),
            widest_field: 0,
            all_cells: 0,
        }
    }

    fn units(&mut self, model: &Model) {
        self.mtypes(model);
        self.process_headers(model);
        let mut process = 0;
        for unit in &model.units {
            match unit {
                Unit::Variables(declaration) => self.declaration(declaration),
                Unit::Typedef(typedef) => self.typedef(typedef),
                Unit::Mtype(_) => {}
                Unit::Process(unit) => {
                    self.process(unit, process);
                    process += 1;
                }
                Unit::Claim(claim) => {
                    self.body(&claim.body, Place::Claim);
                }
                Unit::Trace(trace) => {
                    self.body(&trace.body, Place::Trace);
                }
                Unit::Ltl(_) => {}
                Unit::Unmodelled(what) => self.out.unmodelled.push(what.clone()),
            }
        }
        // Formulas see all globals, wherever they stand.
        for unit in &model.units {
            if let Unit::Ltl(ltl) = unit {
                self.formula(&ltl.formula);
            }
        }
        self.claim_names(model);
    }

    fn process_headers(&mut self, model: &Model) {
        for unit in &model.units {
            let Unit::Process(process) = unit else { continue };
            let index = self.out.processes.len();
            self.out.processes.push(ProcessInfo {
                name: process.name.name.clone(),
                kind: process.kind,
                span: process.name.span,
                parameters: Vec::new(),
                variables: Vec::new(),
                labels: Vec::new(),
                remote_labels: HashSet::new(),
                instances: 1,
                started: false,
            });
            if let Some(&old) = self.process_names.get(&process.name.name) {
                let text = match process.kind {
                    ProcessKind::Init => "a second init".to_string(),
                    _ => format!("proctype `{}` is declared twice", process.name.name),
                };
                let first = self.out.processes[old].span;
                let problem = Diagnostic::error(text, process.name.span);
                self.diagnostics.push(problem.related(first, "the first one is here"));
            } else {
                self.process_names.insert(process.name.name.clone(), index);
            }
        }
    }

    fn process(&mut self, unit: &Process, index: usize) {
        self.process = Some(index);
        self.place = Place::Process;
        self.scopes.push(HashMap::new());
        if let Some(Active { count: Some(count), .. }) = &unit.active
            && let Some(count) = self.constant_or_initial(count, "the number of instances")
        {
            self.out.processes[index].instances = count.clamp(0, 255) as u32;
            if !(0..=255).contains(&count) {
                let message = "the number of instances lies between 0 and 255";
                self.diagnostics.error(message, unit.name.span);
            }
        }
        self.out.uses_priorities |= unit.priority.is_some();
        for parameters in &unit.parameters {
            self.parameters(parameters);
        }
        if let Some(provided) = &unit.provided {
            self.provided(provided);
        }
        self.body(&unit.body, Place::Process);
        self.scopes.pop();
        self.process = None;
    }

    fn body(&mut self, block: &Block, place: Place) {
        let outer = std::mem::replace(&mut self.place, place);
        self.at_head = true;
        self.block(block);
        self.at_head = true;
        self.check_labels(block);
        self.place = outer;
    }

    fn claim_names(&mut self, model: &Model) {
        let mut known: HashMap<Name, Span> = HashMap::new();
        for unit in &model.units {
            let name = match unit {
                Unit::Claim(Claim { name: Some(name), .. })
                | Unit::Ltl(LtlUnit { name: Some(name), .. }) => name,
                _ => continue,
            };
            if let Some(first) = known.insert(name.name.clone(), name.span) {
                let problem = Diagnostic::error(
                    format!("a second property with the name `{}`", name.name),
                    name.span,
                );
                self.diagnostics.push(problem.related(first, "the first one is here"));
            }
        }
        let traces = model.units.iter().filter_map(|unit| match unit {
            Unit::Trace(trace) => Some(trace.span),
            _ => None,
        });
        for span in traces.skip(1) {
            self.diagnostics.error("a model has one trace assertion at most", span);
        }
    }

    fn find(&self, name: &str) -> Option<VarId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.error(message, span);
    }

    fn undeclared(&mut self, what: &str, name: &Ident, known: Vec<Name>) {
        let text = format!("there is no {what} `{}` here", name.name);
        let mut problem = Diagnostic::error(text, name.span);
        let mut known: Vec<&str> = known.iter().map(|name| &**name).collect();
        known.sort_unstable();
        if let Some(close) = nearest(&name.name, known) {
            problem = problem.help(format!("did you mean `{close}`?"));
        }
        self.diagnostics.push(problem);
    }
}

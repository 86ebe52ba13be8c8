//! From a checked model to the system that engines read, state for state as SPIN has it.
//!
//! What SPIN 6.5.2 does in its rawest mode (`spin -a -o1 -o2 -o3`), and this module after it:
//!
//! - Every statement is a step: `skip`, `printf`, `assert`, conditions, assignments, sends, receives.
//! - Control rests at a choice or a block, not at the first statement inside: those are the ways on from
//!   it. A choice that begins with a choice offers what the inner one offers, `else` included.
//! - `goto`, `break` and the joint after a choice are no steps where they follow a statement. As the
//!   first statement of an option a jump is one. Inside atomic a jump or joint that leaves the atomic is a
//!   silent step that ends it.
//! - An unlabelled `skip` after a `skip` or print inside an option is left out. An option that begins with
//!   `false` is left out. A jump with an `end`, `accept` or `progress` label gets a `skip` for it.
//! - Declarations before the first statement of a body happen when the process is created. Later ones
//!   are steps that set the variable (of an array, element 0) each time they are met.
//! - `for` and `select` become the loops and choices that [`build`] spells out.
//! - `atomic` marks all its steps but the last. A jump from one atomic into another goes on unbroken.
//! - A `d_step` is one step, by the first statements that can be taken.
//! - `unless` puts the first statements of its escape before every statement of its main part; outer
//!   escapes come before inner ones and cover them, too.
//! - `else` can be taken when nothing before it could; a receive without a buffer never counts.
//! - A mark (`end`, `accept`, `progress`) on the first statement of an option falls on the state that the
//!   statement leads to.

mod action;
mod build;
mod choice;
mod claim;
mod data;
mod expr;
mod graph;
mod jump;
mod template;
mod trace;

use std::collections::{HashMap, HashSet};

use trine_base::{Diagnostics, SourceMap};
use trine_property::Property;
use trine_system as sys;

use crate::ast::*;
use crate::check::{Checked, Meaning, Type, VarId};

/// The system of a model that has no errors, its claims and its trace.
pub fn lower(
    model: &Model,
    checked: &Checked,
    formulas: &[(String, Ltl)],
    name: &str,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut lowering = Lowering {
        checked,
        sources,
        diagnostics,
        system: sys::System { name: name.to_string(), ..sys::System::default() },
        graphs: Vec::new(),
        choices: Vec::new(),
        location_of: HashMap::new(),
        leaves: HashMap::new(),
        counters: HashMap::new(),
        started: HashMap::new(),
        runs: Vec::new(),
        declarators: HashMap::new(),
        declarators_of: HashMap::new(),
        kind_names: HashSet::new(),
        fixed_channels: HashSet::new(),
        process: None,
        met_unmodelled: Vec::new(),
    };
    lowering.collect_declarators(model);
    lowering.find_fixed_channels(model);
    let processes: Vec<&Process> = model
        .units
        .iter()
        .filter_map(|unit| match unit {
            Unit::Process(process) => Some(process),
            _ => None,
        })
        .collect();
    lowering.processes(&processes);
    let (claims, events) = lowering.properties(model, formulas);
    Lowered { system: lowering.system, claims, events }
}

/// What a model is lowered to.
pub struct Lowered {
    pub system: sys::System,
    pub claims: Vec<Property>,
    pub events: Option<Property>,
}

struct Lowering<'a> {
    checked: &'a Checked,
    sources: &'a SourceMap,
    diagnostics: &'a mut Diagnostics,
    system: sys::System,
    /// One for each process, as are the choices.
    graphs: Vec<graph::Graph<'a>>,
    choices: Vec<choice::Choices>,
    location_of: HashMap<(usize, graph::El), sys::LocationId>,
    leaves: HashMap<VarId, Vec<data::Leaf>>,
    /// The hidden counters of loops over channels.
    counters: HashMap<(usize, usize), sys::LocalId>,
    /// The hidden locals that hold the numbers of processes just started, by process and position.
    started: HashMap<(usize, usize), sys::LocalId>,
    /// The `run`s in the expression being built, in the order in which they happen.
    runs: Vec<*const Run>,
    declarators: HashMap<DeclId, &'a Declarator>,
    declarators_of: HashMap<VarId, &'a Declarator>,
    kind_names: HashSet<String>,
    /// Channel variables that always hold the channel they were declared with.
    fixed_channels: HashSet<VarId>,
    /// The evaluator of what is being built.
    process: Option<usize>,
    /// What the expressions built last cannot say.
    met_unmodelled: Vec<String>,
}

/// Templates come in the order of the processes in the text.
fn template_id(process: usize) -> sys::TemplateId {
    sys::TemplateId(process as u32)
}

impl<'a> Lowering<'a> {
    fn collect_declarators(&mut self, model: &'a Model) {
        let mut declarators = Vec::new();
        let mut blocks = Vec::new();
        for unit in &model.units {
            match unit {
                Unit::Variables(declaration) => declarators.extend(&declaration.variables),
                Unit::Typedef(typedef) => {
                    for field in &typedef.fields {
                        declarators.extend(&field.variables);
                    }
                }
                Unit::Process(process) => {
                    for parameters in &process.parameters {
                        declarators.extend(&parameters.variables);
                    }
                    blocks.push(&process.body);
                }
                Unit::Claim(claim) => blocks.push(&claim.body),
                Unit::Trace(trace) => blocks.push(&trace.body),
                _ => {}
            }
        }
        each_statement(&blocks, &mut |statement| {
            if let StatementKind::Declaration(declaration) = &statement.kind {
                declarators.extend(&declaration.variables);
            }
        });
        for declarator in declarators {
            self.declarators.insert(declarator.id, declarator);
            if let Some(id) = self.checked.declared[declarator.id] {
                self.declarators_of.insert(id, declarator);
            }
        }
    }

    fn find_fixed_channels(&mut self, model: &'a Model) {
        let checked = self.checked;
        for (id, variable) in checked.variables.enumerate() {
            if variable.ty == Type::Chan && variable.channel.is_some() {
                self.fixed_channels.insert(id);
            }
        }
        let blocks: Vec<&Block> = model
            .units
            .iter()
            .filter_map(|unit| match unit {
                Unit::Process(process) => Some(&process.body),
                _ => None,
            })
            .collect();
        let fixed = &mut self.fixed_channels;
        let mut changes = |variable: &VarRef| {
            if let Some(Meaning::Variable(id)) = checked.meanings[variable.id] {
                fixed.remove(&id);
            }
        };
        each_statement(&blocks, &mut |statement| match &statement.kind {
            StatementKind::Assign { target, .. } => changes(target),
            StatementKind::Receive { arguments, .. } => {
                for argument in arguments {
                    if let ReceiveArgument::Variable(variable) = argument {
                        changes(variable);
                    }
                }
            }
            _ => {}
        });
    }

    fn processes(&mut self, processes: &[&'a Process]) {
        for (index, process) in processes.iter().enumerate() {
            let mut template = sys::Template::new(process.name.name.to_string());
            template.deterministic = process.kind == ProcessKind::Deterministic;
            template.span = Some(process.span);
            self.system.templates.push(template);
            let remote = &self.checked.processes[index].remote_labels;
            let mut graph = build::build(&process.body, self.checked, true, remote);
            graph.mark_jumps();
            self.graphs.push(graph);
        }
        self.enums();
        self.globals();
        for index in 0..processes.len() {
            let late: HashSet<DeclId> = self.graphs[index].late.iter().copied().collect();
            self.locals(index, &late);
        }
        for index in 0..processes.len() {
            self.locations(index);
        }
        if self.diagnostics.has_errors() {
            return;
        }
        self.system.rules.priorities = self.checked.uses_priorities;
        self.system.rules.tracks_last = self.checked.uses_last;
        for (index, process) in processes.iter().enumerate() {
            self.edges(index);
            if let Some(provided) = &process.provided {
                let provided = self.expr_in(provided, Some(index));
                self.system.templates[template_id(index)].provided = Some(provided);
            }
        }
        self.initial_processes(processes);
    }

    fn initial_processes(&mut self, processes: &[&'a Process]) {
        for (index, process) in processes.iter().enumerate() {
            let count = match (&process.active, process.kind) {
                (_, ProcessKind::Init) => 1,
                (None, _) => 0,
                (Some(_), _) => self.checked.processes[index].instances,
            };
            let lone = count == 1 && !self.checked.processes[index].started;
            for instance in 0..count {
                let name = match lone {
                    true => process.name.name.to_string(),
                    false => format!("{}[{instance}]", process.name.name),
                };
                let parameters = self.checked.processes[index].parameters.len();
                self.system.processes.push(sys::ProcessDecl {
                    name,
                    template: template_id(index),
                    arguments: vec![0; parameters],
                    priority: process.priority.map_or(1, |number| number.value.clamp(0, 255) as u8),
                });
            }
        }
    }

    fn properties(
        &mut self,
        model: &'a Model,
        formulas: &[(String, Ltl)],
    ) -> (Vec<Property>, Option<Property>) {
        let mut claims = Vec::new();
        let mut events = None;
        if self.diagnostics.has_errors() {
            return (claims, events);
        }
        let (mut nevers, mut unnamed) = (0, 0);
        for unit in &model.units {
            match unit {
                Unit::Claim(claim) => {
                    let name = match &claim.name {
                        Some(name) => name.name.to_string(),
                        None if nevers == 0 => "never".to_string(),
                        None => format!("never_{nevers}"),
                    };
                    nevers += 1;
                    claims.extend(self.never(claim, name));
                }
                Unit::Ltl(ltl) => {
                    let name = match &ltl.name {
                        Some(name) => name.name.to_string(),
                        None => {
                            unnamed += 1;
                            format!("ltl_{}", unnamed - 1)
                        }
                    };
                    claims.extend(self.formula(&ltl.formula, name, ltl.span));
                }
                Unit::Trace(trace) => events = self.trace(trace),
                _ => {}
            }
        }
        for (name, formula) in formulas {
            claims.extend(self.formula(formula, name.clone(), formula.span));
        }
        (claims, events)
    }

    fn process_named(&self, name: &str) -> Option<usize> {
        self.checked.processes.iter().position(|process| &*process.name == name)
    }
}

/// Visits all statements in blocks, inner ones after those around them.
fn each_statement<'a>(blocks: &[&'a Block], see: &mut dyn FnMut(&'a Statement)) {
    let mut waiting: Vec<&'a Statement> =
        blocks.iter().rev().flat_map(|block| block.statements.iter().rev()).collect();
    while let Some(statement) = waiting.pop() {
        see(statement);
        let mut inner: Vec<&'a Statement> = Vec::new();
        match &statement.kind {
            StatementKind::If(options) | StatementKind::Do(options) => {
                inner.extend(options.iter().flat_map(|option| &option.statements));
            }
            StatementKind::For { body, .. }
            | StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body)
            | StatementKind::Inline { body, .. } => inner.extend(&body.statements),
            StatementKind::Unless { main, escape } => inner.extend([&**main, &**escape]),
            _ => {}
        }
        waiting.extend(inner.into_iter().rev());
    }
}

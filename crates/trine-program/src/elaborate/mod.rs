//! From a program to a system by partial evaluation: every object and thread gets an instance, bodies are
//! specialised, and what is known is evaluated.
//!
//! Each process is built by following its code from *point* to point ([`abstract_state`]). A point is where
//! control is, call by call, with all that is known there: constants, references, the fields of objects
//! that no other process changes. Instructions on known things leave no trace; the others become edges of
//! the system, between the locations that points become. So set-up loops unroll, calls are specialised
//! by receiver and arguments, and a loop that the state decides about closes as soon as a point is met
//! again.
//!
//! What is *known* depends on what other processes do, and on how much there is to know. The facts about
//! the whole program ([`program_facts`]) are found by trying: an iteration takes every place of the heap to be known
//! and every monitor to be uncontended; where that turns out wrong, the fact is added and the next iteration
//! begins. Facts only grow.

#![expect(
    clippy::result_large_err,
    reason = "what has to happen first comes as often as an answer, and is a point"
)]

mod abort;
mod abstract_heap;
mod abstract_state;
mod allocate;
mod allocation_counts;
mod arguments;
mod boxes;
mod build;
mod elements;
mod ending;
mod entry;
mod escape;
mod eval;
mod fold;
mod group_termination;
mod heap;
mod initialise;
mod input;
mod iteration;
mod lifecycle;
mod limit;
mod meet;
mod merge_decisions;
pub mod mutant;
mod name;
mod object_reuse;
mod program_facts;
mod requeue;
mod select;
mod selective_accept;
mod started;
mod step;
mod switch_defaults;
mod text;
mod throw;
mod value;
mod widen;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use trine_base::{SourceMap, Span, cannot_happen};
use trine_system as sys;
use trine_system::{ProcessDecl, System, TemplateId};

use self::abstract_state::{AbstractState, Call, Frame, Heap, Phase};
use self::build::{Builder, Built, Halt, Outside, label};
use self::iteration::Iteration;
use self::limit::Limit;
use self::program_facts::ProgramFacts;
use self::value::{Birth, Holder, InstanceId, Loc, Shape, Target, Value, number_type};
use crate::program::*;

/// How far elaboration goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many objects of one origin can be alive where the execution decides how many are made.
    pub pool: u32,
    /// How many objects of one origin are told apart by which process came how often to where they are made.
    pub apart: u32,
    /// How often a method can be under way in one thread.
    pub recursion: usize,
    /// How often threads made at one place can make others there.
    pub generations: usize,
    /// How many locations a system can have; many threads bring some more.
    pub locations: usize,
    /// A wait can end without a notification.
    pub spurious_wakeups: bool,
    /// Make objects in the place of those that nothing can reach any more.
    pub reuse: bool,
    /// Take what stays in a field once others can have its object for known.
    pub constants: bool,
    pub keep: Keep,
}

/// What specifications may speak of: it stays in the system although nothing depends on it.
#[derive(Clone, Debug, Default)]
pub struct Keep {
    /// Keep everything.
    pub all: bool,
    /// The words of the specifications: names of methods, without what qualifies them, and the actions
    /// that are spoken of.
    pub words: BTreeSet<String>,
    /// Those of them that can be names of fields.
    pub fields: BTreeSet<String>,
    /// Lines of the sources: that control reaches their first statements can be seen.
    pub lines: Vec<Span>,
}

impl Keep {
    /// Whether a specification mentions this word, so that what bears the name is kept.
    pub fn has(&self, word: &str) -> bool {
        self.all || self.words.contains(word)
    }

    fn has_field(&self, name: &str) -> bool {
        self.all || self.fields.contains(name)
    }

    /// Whether it matters which process takes and gives back which lock.
    fn locks(&self) -> bool {
        self.has("lock") || self.has("unlock")
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pool: 8,
            apart: 64,
            recursion: 12,
            generations: 1,
            locations: 60_000,
            spurious_wakeups: false,
            reuse: true,
            constants: true,
            keep: Keep::default(),
        }
    }
}

/// Elaborates a program that starts in a method. Where it is too large, or `go_on` says that there is no
/// time, the system is one that proves nothing, and says why.
pub fn elaborate(
    program: &Program,
    entry: MethodId,
    options: &Options,
    sources: &SourceMap,
    go_on: &dyn Fn() -> bool,
) -> System {
    if program.pointer_bytes > 0 {
        let why = Limit::fixed("a program with pointers is searched directly");
        return unfinished(&why, None, options);
    }
    let mut facts = ProgramFacts::new(program, &options.keep);
    let mut iteration = Iteration::default();
    for _ in 0..MOST_ITERATIONS {
        facts.changed = false;
        match build_all(&mut facts, &mut iteration, entry, options, sources, go_on) {
            Ok(()) => iteration.settle(&mut facts, options.constants),
            Err(Halt::Again) if facts.changed => {
                iteration = iteration.again();
                continue;
            }
            Err(Halt::Again) => {
                return unfinished(&Limit::fixed("a loop goes on for too long"), None, options);
            }
            // Once more, with less that is known and more in the state.
            Err(Halt::TooLarge) if facts.crowd > widen::SMALL_CROWD => {
                facts.crowd = widen::SMALL_CROWD;
                iteration = iteration.again();
                continue;
            }
            Err(Halt::TooLarge) => {
                let most = iteration.room(options);
                let mut what = format!("the model is too large: more than {most} locations");
                let blamed = iteration.crowded();
                if let Some(method) = blamed {
                    what.push_str(&format!(", most of them in {}", method_name(program, method)));
                }
                let limit = Limit { what, option: Some("--locations") };
                return unfinished(
                    &limit,
                    blamed.and_then(|method| place(program, method)),
                    options,
                );
            }
            Err(Halt::NoTime) => {
                let mut what = "time ran out while the model was built".to_string();
                if let Some(method) = iteration.crowded() {
                    what.push_str(&format!(" (largest part: {})", method_name(program, method)));
                }
                return unfinished(&Limit { what, option: Some("--time-limit") }, None, options);
            }
        }
        if !facts.changed {
            return finish(&mut facts, iteration, options, sources);
        }
        iteration = Iteration::after(iteration);
    }
    let what = format!("the program was not understood in {MOST_ITERATIONS} rounds");
    unfinished(&Limit::fixed(what), None, options)
}

/// What only programs with memory have: [`elaborate`] does not take them.
fn no_memory() -> ! {
    cannot_happen!("a program with memory is elaborated")
}

const MOST_ITERATIONS: usize = 1_000;

/// A system that says only why there is no better one.
fn unfinished(why: &Limit, at: Option<Span>, options: &Options) -> System {
    let mut system = System::default();
    let mut template = sys::Template::new("main");
    let start = template.add_location();
    let end = template.add_location();
    template.locations[end].end = true;
    template.entry = start;
    let mut edge = sys::Edge::new(start, end).doing(why.effect()).saying(&why.what);
    edge.span = at;
    template.add_edge(edge);
    let template = system.templates.push(template);
    let name = "main".to_string();
    system.processes.push(ProcessDecl { name, template, arguments: Vec::new(), priority: 0 });
    system.rules.reap = false;
    system.rules.threads = true;
    assume(&mut system, BTreeMap::new(), options);
    system
}

/// Where a method of the user is.
fn place(program: &Program, method: MethodId) -> Option<Span> {
    let method = &program.methods[method];
    method.span.filter(|_| !program.classes[method.class].library)
}

fn method_name(program: &Program, method: MethodId) -> String {
    let method = &program.methods[method];
    format!("{}.{}", program.classes[method.class].name, method.name)
}

fn build_all(
    facts: &mut ProgramFacts<'_>,
    iteration: &mut Iteration,
    entry: MethodId,
    options: &Options,
    sources: &SourceMap,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Halt> {
    let program = facts.program;
    let thread_class = program.roles.thread.or(program.roles.object);
    let main = facts.instance(
        Birth::MainThread,
        Shape::Object(thread_class.unwrap_or(program.methods[entry].class)),
    );
    iteration.processes.push(None);
    let start = first_point(facts, entry);
    facts.escape(main);
    let builder = Builder::new(facts, iteration, options, Outside { sources, go_on }, None, main);
    let built = builder.build(start)?;
    add(built, None, iteration);
    while let Some(thread) = iteration.open.pop_front() {
        let Some(start) = thread_point(facts, iteration, thread) else {
            cannot_happen!("{thread:?} was started and has no body")
        };
        let builder = Builder::new(
            facts,
            iteration,
            options,
            Outside { sources, go_on },
            Some(thread),
            thread,
        );
        let built = builder.build(start)?;
        add(built, Some(thread), iteration);
    }
    Ok(())
}

fn add(built: Built, thread: Option<InstanceId>, iteration: &mut Iteration) {
    let id: TemplateId = iteration.system.templates.push(built.template);
    iteration.templates.insert(thread, id);
    iteration.held.insert(id, built.notes.held);
    iteration.labels.extend(built.notes.labels.into_iter().map(|(edge, marks)| (id, edge, marks)));
    iteration.reuse.extend(built.notes.reuse.into_iter().map(|(edge, asked)| (id, edge, asked)));
}

/// Where the first thread starts.
fn first_point(facts: &mut ProgramFacts<'_>, entry: MethodId) -> AbstractState {
    let vars = facts.code(entry).map_or(0, |code| code.vars.len());
    let mut frame = Frame {
        method: entry,
        pc: 0,
        vars: vec![Value::Undefined; vars],
        call: Call::Root,
        atomic: 0,
        pending: Vec::new(),
    };
    for parameter in &facts.program.methods[entry].parameters {
        frame.vars[parameter.0 as usize] = Value::Opaque;
    }
    AbstractState {
        frames: vec![frame],
        heap: Rc::new(Heap::default()),
        held: Default::default(),
        started: Default::default(),
        made: Default::default(),
        fresh: Default::default(),
        phase: Phase::Run,
        focus: Vec::new(),
        prefix: true,
        open: false,
        unwinding: false,
        daemon: false,
    }
}

/// Where a started thread starts.
fn thread_point(
    facts: &mut ProgramFacts<'_>,
    iteration: &Iteration,
    thread: InstanceId,
) -> Option<AbstractState> {
    let inheritance = iteration.access.inherited.get(&thread)?;
    let run = facts.program.roles.run.clone();
    let method = facts.dispatch(facts.class_of(thread)?, &run)?;
    let vars = facts.code(method)?.vars.len();
    let mut config = first_point(facts, method);
    config.prefix = false;
    config.frames[0].vars = vec![Value::Undefined; vars];
    let receiver = *facts.program.methods[method].parameters.first()?;
    config.frames[0].vars[receiver.0 as usize] = Value::Object(thread);
    let mut heap = inheritance.heap.clone();
    if !inheritance.unclear.is_empty() {
        let known = |loc: &Loc| !inheritance.unclear.contains(loc);
        Rc::make_mut(&mut heap).values.retain(|loc, _| known(loc));
    }
    let unclear: Vec<ClassId> = facts.unclear_classes(thread).collect();
    if !unclear.is_empty() {
        let heap = Rc::make_mut(&mut heap);
        heap.classes.retain(|class| !unclear.contains(class));
        heap.failed.retain(|class| !unclear.contains(class));
    }
    config.heap = heap;
    Some(config)
}

/// Gives everything its name and type.
fn finish(
    facts: &mut ProgramFacts<'_>,
    iteration: Iteration,
    options: &Options,
    sources: &SourceMap,
) -> System {
    let names = name::all_names(facts, &iteration, sources);
    let aliases = name::aliases(facts, &iteration, &names);
    let name_of = |id: InstanceId| names[id.0 as usize].clone();
    let exits = facts.exits();
    let mut iteration = iteration;
    let exited = exits.then(|| iteration.global(Loc::Exited));
    // What was asked for is there, also where the program does not use it.
    for (field, declared) in facts.program.fields.enumerate() {
        if declared.is_static && facts.is_kept(Loc::Static(field)) && !options.keep.all {
            iteration.global(Loc::Static(field));
        }
    }
    let globals: Vec<(Loc, sys::GlobalId)> = iteration.globals().collect();
    for (loc, id) in globals {
        iteration.system.globals[id] = global(facts, loc, &iteration, &name_of);
        if facts.field_type(loc) == Type::LONG && !iteration.system.globals[id].volatile {
            iteration.assume("long-not-torn", "a long is read and written as a whole", None);
        }
    }
    let monitors: Vec<(InstanceId, sys::MonitorId)> = iteration.monitors().collect();
    for (object, id) in monitors {
        iteration.system.monitors[id].name = name_of(object);
    }
    let entries: Vec<((InstanceId, EntryId), sys::EntryId)> = iteration.entries().collect();
    for ((owner, entry), id) in entries {
        iteration.system.entries[id] = entry::declared(facts, entry, name_of(owner));
    }
    object_reuse::decide_reuse(facts, &mut iteration);
    let Iteration { mut system, processes, labels, assumptions, templates, .. } = iteration;
    for (template, edge, marks) in labels {
        let edge = &mut system.templates[template].edges[edge];
        edge.labels.extend(marks.into_iter().map(|mark| sys::Label {
            name: mark.name,
            object: mark.object.map(&name_of),
            ..label(mark.action)
        }));
    }
    for process in &processes {
        let name = process.map_or("main".to_string(), &name_of);
        let template = match templates.get(process) {
            Some(template) => *template,
            // It is joined but never started, or its start was never reached.
            None => idle(&mut system),
        };
        if system.templates[template].name.is_empty() {
            system.templates[template].name.clone_from(&name);
        }
        system.processes.push(ProcessDecl { name, template, arguments: Vec::new(), priority: 0 });
    }
    system.add_aliases(aliases);
    tell_apart(&mut system);
    if let Some(exited) = exited {
        for template in system.templates.iter_mut() {
            template.provided = Some(sys::Expr::global(exited).negated());
        }
    }
    name_references(facts, &mut system, &name_of);
    switch_defaults::prune(&mut system);
    system.rules.process_limit = processes.len().max(255) as u32;
    system.rules.reap = false;
    system.rules.threads = true;
    assume(&mut system, assumptions, options);
    system
}

/// Gives variables of one name different ones; arrays keep theirs.
fn tell_apart(system: &mut System) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let ids: Vec<sys::GlobalId> = system.globals.ids().collect();
    let (arrays, scalars): (Vec<_>, Vec<_>) =
        ids.into_iter().partition(|id| system.globals[*id].path[0].length.is_some());
    for id in arrays.into_iter().chain(scalars) {
        let name = system.globals[id].path[0].name.clone();
        let mut other = name.clone();
        let mut number = 2;
        while !taken.insert(other.clone()) {
            other = format!("{name}#{number}");
            number += 1;
        }
        system.globals[id].path[0].name = other;
    }
}

/// A thread that is never started.
fn idle(system: &mut System) -> TemplateId {
    let mut template = sys::Template::new("");
    let begin = template.add_location();
    template.locations[begin].end = true;
    let end = template.add_final();
    template.entry = begin;
    template.add_edge(sys::Edge::new(begin, end).meeting(sys::Sync::Begin));
    system.templates.push(template)
}

fn global(
    facts: &mut ProgramFacts<'_>,
    loc: Loc,
    iteration: &Iteration,
    name_of: &dyn Fn(InstanceId) -> String,
) -> sys::Variable {
    let program = facts.program;
    let (name, volatile, span) = match loc {
        Loc::Static(field) => {
            let field = &program.fields[field];
            (name::static_name(program, field), field.volatile, field.span)
        }
        Loc::Field(owner, field) => {
            let field = &program.fields[field];
            (format!("{}.{}", name_of(owner), field.name), field.volatile, field.span)
        }
        Loc::Progress(class) => {
            (format!("$initialisation of {}", program.classes[class].name), true, None)
        }
        Loc::Exited => ("$exited".to_string(), true, None),
        Loc::Counter(number) => (format!("$made {number}"), true, None),
        Loc::Rest(thread) => (format!("$rest of {}", name_of(thread)), true, None),
        Loc::Element(array, _) => {
            (name_of(array), iteration.race_exempt_arrays.contains(&array), None)
        }
    };
    let ty = facts.field_type(loc);
    let mut variable = sys::Variable::scalar(name, number_type(ty).unwrap_or(REFERENCE));
    if ty == Type::Reference {
        let targets = facts.targets(Holder::Loc(loc.whole()));
        let numbers = targets.iter().any(|target| matches!(target, Target::Number(_)));
        hold_references(&mut variable, numbers);
    }
    variable.volatile = volatile;
    variable.span = span;
    let length = match loc {
        Loc::Element(array, _) => match facts.instances[array].shape {
            // An empty array has a cell that nothing reaches.
            Shape::Array { length, .. } => Some(length.max(1)),
            Shape::Object(_) => None,
        },
        _ => None,
    };
    let mut number = |loc: Loc| match iteration.initial.get(&loc) {
        Some(value) => facts.number(*value),
        None => facts.number(facts.zero(loc)),
    };
    match (length, loc) {
        (Some(length), Loc::Element(array, _)) => {
            variable.path[0].length = Some(length);
            let values = (0..length).map(|index| number(Loc::Element(array, index))).collect();
            variable.init = sys::Init::Values(values);
        }
        _ => variable.init = sys::Init::Value(number(loc)),
    }
    variable
}

fn hold_references(cell: &mut sys::Variable, numbers: bool) {
    cell.boxed = numbers;
    cell.ty = if numbers { sys::Type::LONG } else { REFERENCE };
}

/// References are shown by the names of what they refer to, where there are few enough.
const REFERENCE: sys::Type = sys::Type::Enum(sys::EnumId(0));

/// Names references in the state, or widens their cells.
fn name_references(
    facts: &ProgramFacts<'_>,
    system: &mut System,
    name_of: &dyn Fn(InstanceId) -> String,
) {
    let locals = system.templates.iter_mut().flat_map(|template| template.locals.iter_mut());
    let all = system.globals.iter_mut().chain(locals);
    let mut cells: Vec<&mut sys::Variable> =
        all.filter(|cell| cell.ty == REFERENCE || cell.boxed).collect();
    if cells.is_empty() {
        return;
    }
    if facts.coded.len() > 255 {
        let wide = sys::Type::Int { bits: 32, signed: false };
        cells.iter_mut().filter(|cell| !cell.boxed).for_each(|cell| cell.ty = wide);
        return;
    }
    let mut values = vec![("null".to_string(), 0)];
    for (position, target) in facts.coded.iter().enumerate() {
        let name = match target {
            Target::Object(id) => name_of(*id),
            Target::String(string) => format!("{:?}", facts.text(*string)),
            Target::Null | Target::Number(_) | Target::Opaque => "unknown".to_string(),
        };
        // Texts that are made are not those that are written, even if they read the same.
        let twice = |name: &str| values.iter().any(|(known, _)| known == name);
        let mut name = name;
        while twice(&name) {
            name.push('\'');
        }
        values.push((name, position as i64 + 1));
    }
    system.enums.push(sys::EnumDecl { name: "reference".to_string(), values });
}

fn assume(
    system: &mut System,
    more: BTreeMap<(&'static str, String), Option<Span>>,
    options: &Options,
) {
    let mut add = |kind: &str, text: String, span| {
        system.assumptions.push(sys::Assumption { kind: kind.to_string(), text, span });
    };
    let text = "sequential consistency: no memory-model reordering";
    add("sequential-consistency", text.to_string(), None);
    if !options.spurious_wakeups {
        let text = "no spurious wake-ups (`--spurious-wakeups` allows them)";
        add("no-spurious-wakeups", text.to_string(), None);
    }
    for ((kind, text), span) in more {
        add(kind, text, span);
    }
}

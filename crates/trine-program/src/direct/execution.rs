//! Executions, told: a way that the search found is followed once more on the interpreter, and put into the names of
//! the source.

use std::collections::{BTreeMap, BTreeSet};

use trine_base::Span;

use super::automaton::{Automaton, Stands};
use super::block_names::BlockNames;
use crate::interpret::checks::Check;
use crate::interpret::{Cell, Happened, Machine, Outcome, Phase, Place, State, Value};
use crate::program::*;

/// An execution, step by step.
#[derive(Clone, Debug, Default)]
pub struct Executed {
    /// The threads, in the order of their start.
    pub threads: Vec<String>,
    pub steps: Vec<Moment>,
    pub ending: Ending,
}

/// One step.
#[derive(Clone, Debug)]
pub struct Moment {
    pub thread: usize,
    /// The statement of the user's own code.
    pub span: Option<Span>,
    /// Name, value before, value after.
    pub changes: Vec<[String; 3]>,
    pub happened: Vec<Happened>,
    /// The numbers of its events, in order.
    pub events: Vec<u32>,
}

/// How an execution violates its check.
#[derive(Clone, Debug, Default)]
pub enum Ending {
    /// The step that is followed last does not violate the check: the way does not repeat.
    #[default]
    Nothing,
    /// By the events so far; `at_rest`: and by none coming after them.
    Observed { at_rest: bool },
    /// By a fault of the last step.
    Fault(Happened),
    /// Two threads are about to access a place: its name, then each thread, its statement, and whether it writes.
    Race { place: String, accesses: [(usize, Option<Span>, bool); 2] },
    /// Threads are blocked for ever. `others_go_on`: the ones that are not listed can still step.
    Blocked { threads: Vec<Rest>, others_go_on: bool },
}

/// A thread that has not ended, where an execution ends.
#[derive(Clone, Debug)]
pub struct Rest {
    pub thread: usize,
    pub daemon: bool,
    /// What it waits for, to follow its name.
    pub text: String,
    pub span: Option<Span>,
    /// The monitors that it holds.
    pub holds: Vec<String>,
}

/// Follows a way: which of the choices of each state. It ends in a violation of the check, or not at all.
pub fn follow(machine: &Machine<'_>, check: Check, way: &[u32]) -> Executed {
    let (mut executed, follower, outcome, last) = along(machine, way, &mut |_| {});
    executed.ending = match outcome.stop {
        _ if executed.steps.len() < way.len() => Ending::Nothing,
        Some(_) => fault(check, &last),
        None => match fault(check, &last) {
            Ending::Nothing => follower.ending(check, &outcome.state),
            found => found,
        },
    };
    executed.threads = follower.names;
    executed
}

/// Follows a way with an automaton beside it. It ends where the automaton shows a violation, or not at all.
pub fn follow_observed(machine: &Machine<'_>, automaton: &dyn Automaton, way: &[u32]) -> Executed {
    let mut stands = Stands::new(automaton);
    let (mut executed, follower, outcome, _) = along(machine, way, &mut |outcome| {
        stands.step(outcome);
    });
    let whole = executed.steps.len() == way.len();
    let rests = outcome.stop.is_none() && machine.enabled(&outcome.state).is_empty();
    executed.ending = match outcome.stop {
        _ if !whole || outcome.state.tainted => Ending::Nothing,
        _ if stands.violated() => Ending::Observed { at_rest: false },
        None if rests && stands.violated_at_rest(&outcome.state) => {
            match follower.blocked(&outcome.state, true) {
                Ending::Blocked { threads, .. } if !threads.is_empty() => {
                    Ending::Blocked { threads, others_go_on: false }
                }
                _ => Ending::Observed { at_rest: true },
            }
        }
        _ => Ending::Nothing,
    };
    executed.threads = follower.names;
    executed
}

/// Follows a way as far as it goes: what was seen, the last outcome, and what happened in it.
fn along<'f, 'p>(
    machine: &'f Machine<'p>,
    way: &[u32],
    see: &mut dyn FnMut(&Outcome),
) -> (Executed, Follower<'f, 'p>, Outcome, Vec<Happened>) {
    let mut follower = Follower { machine, names: vec!["main".to_string()], numbers: vec![0] };
    let mut executed = Executed::default();
    let mut outcome = machine.initial();
    let mut last = std::mem::take(&mut outcome.happened);
    see(&outcome);
    for choice in way {
        let state = &outcome.state;
        let choices = machine.enabled(state);
        let Some(choice) = choices.get(*choice as usize).filter(|_| outcome.stop.is_none()) else {
            break;
        };
        let next = machine.step(state, choice);
        let thread = follower.numbers[choice.thread];
        let span = machine.user_span(state, choice.thread);
        let changes = changes(machine, state, &next);
        last = next.happened.clone();
        see(&next);
        let events = next.events.iter().flatten().copied().collect();
        executed.steps.push(Moment { thread, span, changes, happened: last.clone(), events });
        follower.renumber(&next);
        outcome = next;
    }
    (executed, follower, outcome, last)
}

fn fault(check: Check, happened: &[Happened]) -> Ending {
    let found = happened.iter().find(|one| Check::of(one.fault) == check);
    found.map_or(Ending::Nothing, |one| Ending::Fault(*one))
}

/// A name that no thread has: where several have one, the later ones get numbers.
fn another(names: &[String], name: String) -> String {
    let is_new = |name: &String| !names.contains(name);
    let numbered = (2..).map(|number: usize| format!("{name}#{number}"));
    std::iter::once(name.clone()).chain(numbered).find(is_new).unwrap_or(name)
}

struct Follower<'f, 'p> {
    machine: &'f Machine<'p>,
    /// All threads that ever lived.
    names: Vec<String>,
    /// By its number in the state: which of them a thread is.
    numbers: Vec<usize>,
}

impl Follower<'_, '_> {
    fn renumber(&mut self, outcome: &Outcome) {
        let state = &outcome.state;
        let before = std::mem::take(&mut self.numbers);
        let mut now = vec![usize::MAX; state.threads.len()];
        for (old, new) in outcome.threads.iter().enumerate() {
            let number = match before.get(old) {
                Some(number) => *number,
                None => {
                    let name = new.map_or_else(
                        || "thread".to_string(),
                        |new| self.name_of(state, state.threads[new].object),
                    );
                    self.names.push(another(&self.names, name));
                    self.names.len() - 1
                }
            };
            if let Some(new) = new {
                now[*new] = number;
            }
        }
        self.numbers = now;
    }

    /// The name of a thread that has just been started.
    fn name_of(&self, state: &State, object: Value) -> String {
        let names = Names::of(self.machine, state);
        names.object(object).unwrap_or_else(|| match self.machine.class_of(state, object) {
            Some(class) => self.machine.program.classes[class].name.clone(),
            None => "thread".to_string(),
        })
    }

    fn ending(&self, check: Check, state: &State) -> Ending {
        let at_rest = self.machine.enabled(state).is_empty();
        if !self.machine.violated_in(state, at_rest).contains(&check) {
            return Ending::Nothing;
        }
        match check {
            Check::DataRace => self.race(state),
            _ => self.blocked(state, at_rest),
        }
    }

    fn race(&self, state: &State) -> Ending {
        let Some((place, pair)) = self.machine.race(state) else { return Ending::Nothing };
        let names = Names::of(self.machine, state);
        let access = |(thread, writes): (usize, bool)| {
            (self.numbers[thread], self.machine.user_span(state, thread), writes)
        };
        Ending::Race { place: names.place(place), accesses: pair.map(access) }
    }

    fn blocked(&self, state: &State, at_rest: bool) -> Ending {
        let stuck = match at_rest {
            true => (0..state.threads.len()).collect(),
            false => self.machine.circle(state),
        };
        let names = Names::of(self.machine, state);
        let mut threads = Vec::new();
        for thread in stuck {
            let at = &state.threads[thread];
            if at.has_ended() {
                continue;
            }
            let held = state.monitors.iter().filter(|(_, (owner, _))| *owner == thread);
            threads.push(Rest {
                thread: self.numbers[thread],
                daemon: at.daemon,
                text: self.waits(state, thread, &names),
                span: self.machine.user_span(state, thread),
                holds: held.map(|(monitor, _)| names.value(*monitor)).collect(),
            });
        }
        Ending::Blocked { threads, others_go_on: !at_rest }
    }

    /// What a thread that is blocked waits for, to follow its name.
    fn waits(&self, state: &State, thread: usize, names: &Names<'_, '_>) -> String {
        use crate::interpret::WaitsFor;
        match self.machine.waits_for(state, thread) {
            Some(WaitsFor::Monitor(monitor)) => {
                let holder = state.monitors.get(&monitor).map(|(owner, _)| *owner);
                let holder = holder.map(|owner| &self.names[self.numbers[owner]]);
                let holder = holder.map_or(String::new(), |name| format!(", which {name} holds"));
                format!("waits for the lock of {}{holder}", names.value(monitor))
            }
            Some(WaitsFor::End(other)) => {
                format!("waits for the end of {}", self.names[self.numbers[other]])
            }
            None => match state.threads[thread].phase {
                Phase::Waiting { monitor, .. } => {
                    format!("waits to be notified on {}", names.value(monitor))
                }
                Phase::Queued => "waits for its call to be accepted or completed".to_string(),
                Phase::Selecting(_) => "waits for a call".to_string(),
                Phase::Stuck => "waits for itself".to_string(),
                _ => "waits for its condition".to_string(),
            },
        }
    }
}

/// What a step changes of what the user's own classes hold, in names that exist before and after it.
fn changes(machine: &Machine<'_>, before: &State, after: &Outcome) -> Vec<[String; 3]> {
    if after.stop.is_some() {
        return Vec::new();
    }
    let (old, new) = (values(machine, before), values(machine, &after.state));
    let changed = old.into_iter().filter_map(|(name, old)| match new.get(&name) {
        Some(new) if *new != old => Some([name, old, new.clone()]),
        _ => None,
    });
    changed.collect()
}

/// The values of static fields, and of the fields and elements of named objects, of the user's own classes.
fn values(machine: &Machine<'_>, state: &State) -> BTreeMap<String, String> {
    let names = Names::of(machine, state);
    let program = machine.program;
    let mine = |class: ClassId| !program.classes[class].library;
    let mut values = BTreeMap::new();
    for (id, field) in program.fields.enumerate() {
        if field.is_static && mine(field.class) {
            let value = machine.read(state, Place::Static(id));
            values.insert(names.place(Place::Static(id)), names.typed(value, field.ty));
        }
    }
    names.blocks.values(machine, state, &mut |name, value, ty| {
        values.insert(name, names.typed(value, ty));
    });
    for (number, name) in &names.objects {
        match state.cell(crate::interpret::ObjectId(*number)) {
            Cell::Object { class, fields, .. } if mine(*class) => {
                for (field, value) in machine.layout(*class).iter().zip(fields) {
                    let declared = &program.fields[*field];
                    if mine(declared.class) {
                        let text = names.typed(*value, declared.ty);
                        values.insert(format!("{name}.{}", declared.name), text);
                    }
                }
            }
            Cell::Array { element, items, .. }
                if items.len() <= 64 && !names.inner.contains(number) =>
            {
                for (at, value) in items.iter().enumerate() {
                    values.insert(format!("{name}[{at}]"), names.typed(*value, *element));
                }
            }
            _ => {}
        }
    }
    values
}

/// The names of the objects of a state: the paths by which they are reached first, from static fields, then from the
/// variables of threads.
struct Names<'n, 'p> {
    machine: &'n Machine<'p>,
    state: &'n State,
    objects: BTreeMap<u32, String>,
    /// Those that only library models refer to.
    inner: BTreeSet<u32>,
    blocks: BlockNames,
}

impl<'n, 'p> Names<'n, 'p> {
    fn of(machine: &'n Machine<'p>, state: &'n State) -> Names<'n, 'p> {
        let program = machine.program;
        let mut open: Vec<(Value, String, bool)> = Vec::new();
        for (field, value) in &*state.statics {
            let declared = &program.fields[*field];
            if !program.classes[declared.class].library {
                let class = &program.classes[declared.class].name;
                open.push((*value, format!("{class}.{}", declared.name), false));
            }
        }
        for thread in &state.threads {
            for frame in &thread.frames {
                let method = &program.methods[frame.method];
                if program.classes[method.class].library {
                    continue;
                }
                for (var, value) in method.vars.enumerate().zip(&frame.vars) {
                    if !var.1.temporary {
                        open.push((*value, var.1.name.clone(), false));
                    }
                }
            }
        }
        let (objects, inner) = (BTreeMap::new(), BTreeSet::new());
        let blocks = BlockNames::of(machine, state);
        let mut names = Names { machine, state, objects, inner, blocks };
        let mut at = 0;
        while let Some((value, name, inner)) = open.get(at).cloned() {
            at += 1;
            names.add(value, name, inner, &mut open);
        }
        names
    }

    fn add(
        &mut self,
        value: Value,
        name: String,
        inner: bool,
        open: &mut Vec<(Value, String, bool)>,
    ) {
        let Value::Object(object) = value else { return };
        if self.objects.contains_key(&object.0) {
            return;
        }
        match self.state.cell(object) {
            Cell::Object { class, fields, .. } => {
                for (field, value) in self.machine.layout(*class).iter().zip(fields) {
                    let field = &self.machine.program.fields[*field];
                    let inner = self.machine.program.classes[field.class].library;
                    open.push((*value, format!("{name}.{}", field.name), inner));
                }
            }
            Cell::Array { items, .. } => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, value)| (*value, format!("{name}[{at}]"), inner)));
            }
            Cell::Box(..) | Cell::Text(_) | Cell::Block(_) => {}
        }
        if inner {
            self.inner.insert(object.0);
        }
        self.objects.insert(object.0, name);
    }

    fn object(&self, value: Value) -> Option<String> {
        match value {
            Value::Object(object) => self.objects.get(&object.0).cloned(),
            Value::Pointer(object, 0) => self.blocks.thread(object),
            _ => None,
        }
    }

    fn place(&self, place: Place) -> String {
        let program = self.machine.program;
        let object = |object| self.value(Value::Object(object));
        match place {
            Place::Static(field) => {
                let field = &program.fields[field];
                format!("{}.{}", program.classes[field.class].name, field.name)
            }
            Place::Field(of, field) => format!("{}.{}", object(of), program.fields[field].name),
            Place::Element(of, at) => format!("{}[{at}]", object(of)),
            Place::Memory(of, at, _) => self.blocks.name(self.machine, self.state, of, at),
        }
    }

    fn typed(&self, value: Value, ty: Type) -> String {
        match (value, ty) {
            (Value::Int(number), Type::Bool) => (number != 0).to_string(),
            (Value::Object(_), _) => self.kind(value),
            (value, _) => self.value(value),
        }
    }

    /// A reference by what it refers to: a place may have another object under the same name later.
    fn kind(&self, value: Value) -> String {
        match value {
            Value::Object(object) => match self.state.cell(object) {
                Cell::Object { class, .. } => {
                    format!("a {}", self.machine.program.classes[*class].name)
                }
                Cell::Array { items, .. } => format!("an array of {}", items.len()),
                Cell::Box(..) | Cell::Text(_) | Cell::Block(_) => self.value(value),
            },
            value => self.value(value),
        }
    }

    /// A value as people write it.
    fn value(&self, value: Value) -> String {
        if let Some(text) = self.machine.text_of(self.state, value) {
            return format!("\"{text}\"");
        }
        match value {
            Value::Boxed(_, number) => number.to_string(),
            Value::Pointer(of, at) => self.blocks.name(self.machine, self.state, of, at as u64),
            Value::Function(method) => self.machine.program.methods[method].name.clone(),
            Value::Class(class) => format!("{}.class", self.machine.program.classes[class].name),
            Value::Object(object) => {
                if let Cell::Box(_, number) = self.state.cell(object) {
                    return number.to_string();
                }
                let class = self.machine.class_of(self.state, value);
                let class =
                    class.map_or("object", |class| &self.machine.program.classes[class].name);
                self.objects.get(&object.0).cloned().unwrap_or_else(|| format!("a {class}"))
            }
            other => other.to_string(),
        }
    }
}

//! The residual code of one process: abstract states become locations, transitions become edges.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::{SourceMap, Span};
use trine_system as sys;
use trine_system::{Effect, Guard, Hold, LocalId, LocationId, Sync, Template};

use super::Options;
use super::abstract_heap::AbstractHeap;
use super::abstract_state::{AbstractState, Call, Frame, Phase};
use super::escape::forget_fresh;
use super::iteration::{Iteration, Mark};
use super::mutant::{Mutant, is_planted};
use super::object_reuse::{Notes, ReuseQuestion};
use super::program_facts::ProgramFacts;
use super::select::Selections;
use super::value::{Holder, InstanceId, Loc, Shape, Value};
use crate::program::*;

/// Why an iteration ends before everything is built.
pub enum Halt {
    /// Something was found out that changes what was built.
    Again,
    TooLarge,
    NoTime,
}

/// What elaboration needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'b> {
    pub sources: &'b SourceMap,
    /// False: there is no time left.
    pub go_on: &'b dyn Fn() -> bool,
}

/// The code of a process, and what is said of it.
pub struct Built {
    pub template: Template,
    pub notes: Notes,
}

/// One way on from a point.
pub struct Transition {
    pub guard: Guard,
    pub sync: Option<Sync>,
    pub effects: Vec<Effect>,
    pub marks: Vec<Mark>,
    /// It is taken where this is so.
    pub asks: Option<ReuseQuestion>,
    /// It makes this object, at the place of this number.
    pub makes: Option<(u32, InstanceId)>,
    /// The place that is to be shown, where it is not that of the instruction.
    pub span: Option<Span>,
    pub rank: u8,
    pub to: AbstractState,
}

impl Transition {
    /// A transition that is always possible and does nothing.
    pub fn to(to: AbstractState) -> Transition {
        Transition {
            guard: Guard::Always,
            sync: None,
            effects: Vec::new(),
            marks: Vec::new(),
            asks: None,
            makes: None,
            span: None,
            rank: 0,
            to,
        }
    }

    /// Adds a condition: all conditions have to hold.
    pub fn when(mut self, condition: sys::Expr) -> Transition {
        self.guard = match self.guard {
            Guard::When(other) => {
                Guard::When(sys::Expr::binary(sys::BinaryOp::And, other, condition))
            }
            _ => Guard::When(condition),
        };
        self
    }

    /// The same, where objects can be made anew as the question says.
    pub fn asking(mut self, question: ReuseQuestion) -> Transition {
        self.asks = Some(question);
        self
    }

    /// Adds an effect after the others.
    pub fn doing(mut self, effect: Effect) -> Transition {
        self.effects.push(effect);
        self
    }

    /// Whether the transition takes the reply to an entry call.
    pub fn is_answer(&self) -> bool {
        matches!(self.sync, Some(Sync::Return { .. }))
    }

    /// Makes the transition a synchronisation.
    pub fn meeting(mut self, sync: Sync) -> Transition {
        self.sync = Some(sync);
        self
    }

    /// Adds a label with this action on this object.
    pub fn marked(mut self, action: &'static str, object: InstanceId) -> Transition {
        self.marks.push(Mark { action, name: None, object: Some(object) });
        self
    }
}

/// What an instruction comes to at a point.
pub enum StepResult {
    /// Nothing that the state has to know.
    Silent(AbstractState),
    /// A step is needed here, and these are the ways on.
    Branch(AbstractState, Vec<Transition>),
}

/// Where control rests, and whether it got there without leaving an atomic block.
enum Rest {
    /// It has been here.
    Known(LocationId, bool),
    Branch(AbstractState, Vec<Transition>, bool),
}

/// Where an object is made, call by call, and what it is.
pub type MadeAt = (Vec<(MethodId, u32)>, Shape);

/// The builder of the code of one process.
pub struct Builder<'b, 'p> {
    pub facts: &'b mut ProgramFacts<'p>,
    pub iteration: &'b mut Iteration,
    pub options: &'b Options,
    outside: Outside<'b>,
    /// The thread object; none for the first thread.
    pub thread: Option<InstanceId>,
    pub me: InstanceId,
    template: Template,
    places: FxHashMap<AbstractState, LocationId>,
    queue: Vec<(LocationId, AbstractState, Vec<Transition>)>,
    slots: FxHashMap<(usize, MethodId, VarId), LocalId>,
    pub crowds: FxHashMap<Vec<(MethodId, u32)>, Vec<AbstractState>>,
    unknown: Option<LocalId>,
    /// The objects made so far, while there is only one way on.
    pub made: BTreeSet<InstanceId>,
    /// For each place where objects were made so: how many of those there are, and the first number that none
    /// has yet.
    pub sites: FxHashMap<MadeAt, (u32, u32)>,
    /// What was known when a thread was started last, and what could be reached at all such times.
    pub let_go: (AbstractHeap, FxHashSet<InstanceId>),
    /// Where objects are made that escape.
    makers: FxHashMap<(u32, InstanceId), Vec<(LocationId, LocationId)>>,
    notes: Notes,
    pub selections: Selections,
}

/// So many iterations of loops in which everything is known are followed.
const LONGEST_LOOP: u32 = 300_000;
/// After so many, it is asked whether there is time.
const SHORT_WHILE: u32 = 256;
/// After so many, points are remembered, to find loops that change nothing.
const SUSPICIOUS: u32 = 64;
/// What is remembered may hold so many places, all points together: a loop may build something without end.
const MOST_REMEMBERED: usize = 20_000_000;

impl<'b, 'p> Builder<'b, 'p> {
    /// A builder of the code of one process; `thread` is its thread object, none for the first thread.
    pub fn new(
        facts: &'b mut ProgramFacts<'p>,
        iteration: &'b mut Iteration,
        options: &'b Options,
        outside: Outside<'b>,
        thread: Option<InstanceId>,
        me: InstanceId,
    ) -> Builder<'b, 'p> {
        Builder {
            facts,
            iteration,
            options,
            outside,
            thread,
            me,
            template: Template::new(""),
            places: FxHashMap::default(),
            queue: Vec::new(),
            slots: FxHashMap::default(),
            crowds: FxHashMap::default(),
            unknown: None,
            made: BTreeSet::new(),
            sites: FxHashMap::default(),
            let_go: Default::default(),
            makers: FxHashMap::default(),
            notes: Notes::default(),
            selections: Selections::default(),
        }
    }

    /// The code of a process that starts at this point.
    pub fn build(mut self, start: AbstractState) -> Result<Built, Halt> {
        if self.thread.is_some() {
            let begin = self.template.add_location();
            // It may never be started.
            self.template.locations[begin].end = true;
            let held = self.roots(&start);
            self.notes.held.push(held);
            self.template.entry = begin;
            for (daemon, when) in self.begins() {
                let (first, _) = self.place(AbstractState { daemon, ..start.clone() })?;
                let mut edge = sys::Edge::new(begin, first).meeting(Sync::Begin);
                edge.guard = when;
                edge.text = "begin".to_string();
                edge.labels.push(label("begin"));
                self.template.add_edge(edge);
            }
        } else {
            let (first, _) = self.place(start)?;
            self.template.entry = first;
        }
        while let Some((from, config, transitions)) = self.queue.pop() {
            let span = self.span(&config);
            let text = self.text(&config, span);
            for transition in transitions {
                let mut to = transition.to;
                self.end_prefix(&config, &mut to);
                // Others go on while a thread waits, also where time may end the wait at once.
                let waits = to.phase == Phase::Waiting && !is_planted(Mutant::AtomicWait);
                let (to, alone) = self.place(to)?;
                let hold = if alone && !waits { Hold::Atomic } else { Hold::Release };
                let mut edge = sys::Edge::new(from, to).holding(hold);
                edge.guard = transition.guard;
                edge.sync = transition.sync;
                edge.effects = transition.effects;
                edge.rank = transition.rank;
                match transition.span {
                    None => edge.text.clone_from(&text),
                    Some(_) => edge.text = self.text(&config, transition.span),
                }
                edge.span = transition.span.or(span);
                if let Some(made) = transition.makes {
                    self.makers.entry(made).or_default().push((from, to));
                }
                let id = self.template.add_edge(edge);
                if !transition.marks.is_empty() {
                    self.notes.labels.push((id, transition.marks));
                }
                self.notes.reuse.extend(transition.asks.map(|question| (id, question)));
            }
        }
        self.find_repeating();
        for ((_, method, var), slot) in &self.slots {
            if self.template.locals[*slot].ty == sys::Type::LONG
                && self
                    .facts
                    .flat(*method)
                    .is_some_and(|code| code.vars[*var].ty == Type::Reference)
            {
                let numbers = self.facts.holds_numbers(self.thread, *method, *var);
                super::hold_references(&mut self.template.locals[*slot], numbers);
            }
        }
        self.template.daemon = match self.thread {
            Some(thread) => {
                let known = self.iteration.access.inherited.get(&thread);
                known.is_some_and(|known| known.daemon) && !self.facts.is_daemon_by_state(thread)
            }
            None => false,
        };
        let (mut template, mut notes) = (self.template, self.notes);
        super::fold::fold(&mut template, &mut notes);
        super::merge_decisions::decide(&mut template, &mut notes);
        Ok(Built { template, notes })
    }

    /// Finds the places where one execution can make the same object more than once.
    fn find_repeating(&mut self) {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.template.locations.len()];
        for edge in &self.template.edges {
            next[edge.from.0 as usize].push(edge.to.0 as usize);
        }
        for ((source, _), makers) in std::mem::take(&mut self.makers) {
            let mut seen = vec![false; next.len()];
            let mut open: Vec<usize> = makers.iter().map(|(_, to)| to.0 as usize).collect();
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    open.extend(&next[at]);
                }
            }
            if makers.iter().any(|(from, _)| seen[from.0 as usize]) {
                self.facts.repeats(source);
            }
        }
    }

    /// What the first step leaves to the state becomes its initial values.
    fn end_prefix(&mut self, from: &AbstractState, to: &mut AbstractState) {
        if !to.prefix {
            return;
        }
        to.prefix = false;
        for (loc, value) in &from.heap.values {
            if self.facts.is_shared(*loc) {
                self.iteration.initial.insert(*loc, *value);
                let value = *value;
                self.hold_in(Holder::Loc(loc.whole()), value);
                if let Value::Object(id) = value {
                    self.facts.escape(id);
                }
            }
        }
        let kept = to.heap.values.keys().any(|loc| self.facts.is_shared(*loc));
        if kept {
            let facts = &*self.facts;
            Rc::make_mut(&mut to.heap).values.retain(|loc, _| !facts.is_shared(*loc));
        }
    }

    /// The location where control rests next after this point, and whether it gets there without
    /// leaving an atomic block.
    fn place(&mut self, config: AbstractState) -> Result<(LocationId, bool), Halt> {
        let (mut config, transitions, alone) = match self.advance(config)? {
            Rest::Known(location, alone) => return Ok((location, alone)),
            Rest::Branch(config, transitions, alone) => (config, transitions, alone),
        };
        let transitions = self.or_given_up(&config, transitions);
        self.forget(&mut config);
        if let Some(known) = self.places.get(&config) {
            return Ok((*known, alone));
        }
        self.iteration.locations += 1;
        if let Some(frame) = config.top() {
            *self.iteration.crowds.entry(frame.method).or_default() += 1;
        }
        let location = self.template.add_location();
        let held = self.roots(&config);
        self.notes.held.push(held);
        self.template.locations[location].span = self.span(&config);
        if config.phase == Phase::Stopped || config.daemon {
            self.template.locations[location].end = true;
        }
        if config.phase == Phase::Gone {
            self.template.locations[location].final_ = true;
        }
        self.places.insert(config.clone(), location);
        self.crowd(&config)?;
        if self.iteration.locations > self.iteration.room(self.options) {
            return Err(Halt::TooLarge);
        }
        if self.iteration.locations.is_multiple_of(256) && !(self.outside.go_on)() {
            return Err(Halt::NoTime);
        }
        self.queue.push((location, config, transitions));
        Ok((location, alone))
    }

    /// Follows a point to where a step is needed.
    fn advance(&mut self, mut config: AbstractState) -> Result<Rest, Halt> {
        let mut alone = config.is_atomic();
        let mut iterations = 0_u32;
        let mut remembered = 0;
        #[expect(
            clippy::mutable_key_type,
            reason = "a hash that is remembered is no part of what is compared"
        )]
        let mut seen: FxHashSet<AbstractState> = FxHashSet::default();
        loop {
            let before = config.top().map(|frame| (config.frames.len(), frame.pc));
            // Many ways may lead on from where the state is asked: they are laid out once.
            if config.asks_state() {
                self.forget(&mut config);
                if let Some(known) = self.places.get(&config) {
                    return Ok(Rest::Known(*known, alone));
                }
            }
            match self.step(config) {
                StepResult::Branch(config, transitions) => {
                    return Ok(Rest::Branch(config, transitions, alone));
                }
                StepResult::Silent(next) => config = next,
            }
            alone &= config.is_atomic();
            let after = config.top().map(|frame| (config.frames.len(), frame.pc));
            if after <= before {
                iterations += 1;
                if iterations.is_multiple_of(SHORT_WHILE) && !(self.outside.go_on)() {
                    return Err(Halt::NoTime);
                }
            }
            if iterations > SUSPICIOUS && after <= before {
                self.forget(&mut config);
                remembered += config.heap.values.iter().count();
                if !seen.insert(config.clone()) {
                    // Busy for ever, and no other process can see it.
                    let stay = Transition::to(config.clone());
                    return Ok(Rest::Branch(config, vec![stay], alone));
                }
            }
            if iterations > LONGEST_LOOP || remembered > MOST_REMEMBERED {
                let points: Vec<AbstractState> = seen.into_iter().collect();
                self.widen(&points, true);
                return Err(Halt::Again);
            }
        }
    }

    /// Drops what is never read.
    pub fn forget(&mut self, config: &mut AbstractState) {
        let count = config.frames.len();
        for position in 0..count {
            let call = config.frames.get(position + 1).map(|frame| frame.call);
            let frame = &mut config.frames[position];
            let Some(code) = self.facts.code(frame.method) else { continue };
            let pc = frame.pc as usize;
            let live = match call {
                Some(Call::After(_)) => &code.during[pc.saturating_sub(1)],
                _ => &code.live[pc],
            };
            for (var, value) in frame.vars.iter_mut().enumerate() {
                if *value != Value::Undefined && live.binary_search(&VarId(var as u32)).is_err() {
                    *value = Value::Undefined;
                }
            }
        }
        let vars = || config.frames.iter().flat_map(|frame| &frame.vars);
        let wanted = |id: &u32| vars().any(|value| *value == Value::Input(*id));
        if !config.heap.inputs.keys().all(wanted) {
            let mut inputs = config.heap.inputs.clone();
            inputs.retain(|id, _| wanted(id));
            Rc::make_mut(&mut config.heap).inputs = inputs;
        }
        forget_fresh(config);
        if config.open {
            self.forget_made(config);
            self.sweep(config);
        }
    }

    /// Drops what is known of objects that nothing can reach.
    pub fn sweep(&self, config: &mut AbstractState) {
        let escaped = self.facts.escaped();
        if config.heap.values.is_public(escaped) {
            return;
        }
        let reachable = config.reachable(escaped);
        let garbage = |loc: &Loc| loc.owner().is_some_and(|owner| !reachable.contains(&owner));
        if config.heap.values.keys().any(garbage) {
            Rc::make_mut(&mut config.heap).values.retain(|loc, _| !garbage(loc));
        }
    }

    /// Whether anything reads what the next instruction sets a variable to.
    pub fn is_used(&mut self, config: &AbstractState, var: VarId) -> bool {
        let Some(frame) = config.top() else { return false };
        let next = frame.pc as usize + 1;
        let code = self.facts.code(frame.method);
        code.is_none_or(|code| code.live.get(next).is_none_or(|live| live.contains(&var)))
    }

    /// The slot in which a variable of the frame at this depth is kept.
    pub fn slot_at(&mut self, depth: usize, method: MethodId, var: VarId) -> LocalId {
        if let Some(slot) = self.slots.get(&(depth, method, var)) {
            return *slot;
        }
        let name = self.slot_name(depth, method, var);
        let ty = match self.facts.code(method).map(|code| code.vars[var].ty) {
            Some(ty) => super::value::number_type(ty).unwrap_or(sys::Type::LONG),
            None => sys::Type::LONG,
        };
        let slot = self.template.add_local(sys::Variable::scalar(name, ty));
        self.slots.insert((depth, method, var), slot);
        slot
    }

    fn slot_name(&mut self, depth: usize, method: MethodId, var: VarId) -> String {
        let program = self.facts.program;
        let shown = &program.methods[method];
        let name = match self.facts.code(method) {
            Some(code) if code.vars[var].temporary => format!("$t{}", var.0),
            Some(code) => code.vars[var].name.clone(),
            None => format!("$t{}", var.0),
        };
        let class = &program.classes[shown.class];
        let plain = depth == 0 || name.starts_with('$');
        // What models of the library do inside is nothing that a reader has asked about.
        let inner = if class.library { "$" } else { "" };
        let base =
            if plain { name } else { format!("{inner}{}.{}.{name}", class.name, shown.name) };
        let taken = |name: &str| self.template.locals.iter().any(|local| local.name() == name);
        if !taken(&base) {
            return base;
        }
        let mut number = 2;
        while taken(&format!("{base}#{number}")) {
            number += 1;
        }
        format!("{base}#{number}")
    }

    /// The slot of a variable of the innermost frame.
    pub fn slot(&mut self, config: &AbstractState, var: VarId) -> LocalId {
        let depth = config.frames.len() - 1;
        self.slot_at(depth, config.frames[depth].method, var)
    }

    /// A cell that nothing reads.
    pub fn unknown(&mut self) -> LocalId {
        *self.unknown.get_or_insert_with(|| {
            self.template.add_local(sys::Variable::scalar("$unknown", sys::Type::Bool))
        })
    }

    /// The declared type of a variable of a frame; a reference if its method has no code.
    pub fn code_type(&mut self, frame: &Frame, var: VarId) -> Type {
        self.facts.code(frame.method).map_or(Type::Reference, |code| code.vars[var].ty)
    }

    /// The place in the user's source where this point is: that of the call, inside a library.
    pub fn span(&mut self, config: &AbstractState) -> Option<Span> {
        let count = config.frames.len();
        let mut last = None;
        for position in (0..count).rev() {
            let frame = &config.frames[position];
            let callee = config.frames.get(position + 1).map(|frame| frame.call);
            let pc = match callee {
                Some(Call::After(_)) => frame.pc.saturating_sub(1),
                _ => frame.pc,
            };
            let Some(code) = self.facts.code(frame.method) else { continue };
            let span = code.ops.get(pc as usize).and_then(|(_, span)| *span);
            let method = &self.facts.program.methods[frame.method];
            let user = !self.facts.program.classes[method.class].library;
            if user && span.is_some() {
                return span;
            }
            last = last.or(span);
        }
        last
    }

    fn text(&mut self, config: &AbstractState, span: Option<Span>) -> String {
        if matches!(config.phase, Phase::Over | Phase::Ending(_)) {
            return "end".to_string();
        }
        let Some(span) = span else { return String::new() };
        let source = self.outside.sources.text(span);
        let mut words = source.split_whitespace();
        // The monitor of a block stands in parentheses behind its keyword.
        let before = self.outside.sources.get(span.file).text[..span.start as usize].trim_end();
        let mut text = String::new();
        if source.starts_with('(') {
            let keyword = ["synchronized", "while", "if", "switch"];
            text.extend(keyword.into_iter().find(|word| before.ends_with(word)));
        }
        for word in &mut words {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            if text.len() > 60 {
                text.push_str(" …");
                break;
            }
        }
        text
    }
}

/// A label that names only an action.
pub fn label(action: &str) -> sys::Label {
    sys::Label { action: action.to_string(), name: None, object: None, value: None }
}

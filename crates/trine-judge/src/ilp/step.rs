//! What an edge of one process does, by the reference interpreter, in states of which only what the edge
//! asks about is filled in.

mod guard;

use std::collections::{BTreeMap, BTreeSet};

use trine_system::interpret::{Move, SharedCell, State, Thread, Touch};
use trine_system::{
    BinaryOp, EdgeId, Effect, Expr, Guard, Interpreter, LocationId, Root, Step, Sync, System,
    TemplateId,
};
use trine_verdict::{IlpEvent, ProcessUse, Word};

use self::guard::Passage;
use super::meeting::{Said, to_process};
use super::relax::{Reader, conjuncts, is_plain};

/// A state of a process, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub location: LocationId,
    pub thread: Thread,
    /// 0 none, 1 queued, 2 served, 3 answered; and the words that belong to it.
    pub call: (i64, Vec<i64>),
    pub serving: Vec<u32>,
    pub locals: Vec<i64>,
}

impl Piece {
    /// The state as certificates write it.
    pub fn word(&self) -> Word {
        let thread = match self.thread {
            Thread::New => 0,
            Thread::Started => 1,
            Thread::Running => 2,
            Thread::Ended => 3,
        };
        let mut word = vec![i64::from(self.location.0), thread, self.call.0];
        word.push(self.call.1.len() as i64);
        word.extend(&self.call.1);
        word.push(self.serving.len() as i64);
        word.extend(self.serving.iter().map(|caller| i64::from(*caller)));
        word.extend(&self.locals);
        word.into()
    }
}

/// One way to take an edge.
#[derive(Clone, Debug)]
pub struct Taken {
    pub piece: Piece,
    pub said: Said,
    pub events: Vec<IlpEvent>,
    pub unsure: bool,
}

/// Everything that a step of a process can depend on, as far as it is known.
#[derive(Default)]
pub struct Environment {
    /// The values of each cell that changes.
    pub values: BTreeMap<usize, BTreeSet<i64>>,
    pub messages: Vec<BTreeSet<Vec<i64>>>,
    pub calls: Vec<BTreeSet<(u32, Vec<i64>)>>,
    pub mortal: Vec<bool>,
}

/// Steps of single processes by the interpreter.
pub struct Stepper<'s> {
    pub system: &'s System,
    /// The original edges, whose meetings are left out of the system in which steps are taken.
    pub interpreter: Interpreter<'s>,
    pub original: &'s System,
    pub empty: State,
    pub initial: State,
    /// Cells that nothing writes, and cells of globals that nothing needs.
    pub fixed: Vec<bool>,
    pub ignored: Vec<bool>,
    pub entry_starts: Vec<usize>,
    pub monitor_starts: Vec<usize>,
    pub callers_wait: bool,
    pub waiters_wait: bool,
}

/// The judge does not follow this.
pub type Beyond = String;

/// The system in which steps are taken: monitors do nothing there, and conditions are what is left of
/// them when parts that ask about other processes are taken to hold.
pub fn alone(relaxed: &System) -> System {
    let mut alone = relaxed.clone();
    for edge in alone.templates.iter_mut().flat_map(|template| template.edges.iter_mut()) {
        if edge.sync.as_ref().is_some_and(|sync| sync.locks().is_some() || sync.waits().is_some()) {
            edge.sync = None;
        }
        // Whether a message stays in its channel is no matter of the one that looks at it.
        if let Some(Sync::Receive { keep, .. }) = &mut edge.sync {
            *keep = false;
        }
        for effect in &mut edge.effects {
            // Beyond a bound nothing is known either.
            if let Effect::Limit { what, .. } = effect {
                *effect = Effect::Unmodelled(what.clone());
            }
        }
        if let Guard::When(guard) = &edge.guard {
            let mut parts = Vec::new();
            conjuncts(guard, &mut parts);
            // A process that asks about itself is sorted out elsewhere.
            let plain = parts.into_iter().filter(|part| is_plain(part, Reader::Any)).cloned();
            let both = |left: Expr, right: Expr| Expr::binary(BinaryOp::And, left, right);
            edge.guard = plain.reduce(both).map_or(Guard::Always, Guard::When);
        }
    }
    alone.rules.instrumented = true;
    alone
}

impl<'s> Stepper<'s> {
    /// A stepper over one process at a time; none where a part of the system cannot be taken apart.
    pub fn new(
        system: &'s System,
        original: &'s System,
        ignored: &[trine_system::GlobalId],
    ) -> Option<Self> {
        let interpreter = Interpreter::new(system);
        let initial = interpreter.initial().state?;
        let mut empty = initial.clone();
        for process in &mut empty.processes {
            process.locals = Vec::new();
        }
        let mut fixed = vec![true; initial.globals.len()];
        let mut unneeded = vec![false; initial.globals.len()];
        for (id, global) in original.globals.enumerate() {
            let start = interpreter.global_offset(id);
            for at in start..start + global.cells() as usize {
                fixed[at] = !is_assigned(original, id);
                unneeded[at] = ignored.contains(&id);
            }
        }
        let sums = |counts: Vec<u32>| {
            counts
                .iter()
                .scan(0, |sum, count| Some(std::mem::replace(sum, *sum + *count as usize)))
                .collect()
        };
        let callers_wait = original.templates.iter().all(|template| {
            let out = template.outgoing();
            let mut edges = template.edges.iter();
            edges.all(|edge| {
                !matches!(edge.sync, Some(Sync::Call { .. }))
                    || out[edge.to].iter().all(|next| {
                        let sync = &template.edges[*next].sync;
                        matches!(sync, Some(Sync::Return { .. } | Sync::Withdraw(_)))
                    })
            })
        });
        // From a wait on there are only steps of waiting, until the lock is taken again.
        let waiting = |sync: &Option<Sync>, ends: bool| match sync {
            Some(Sync::Waiting(_) | Sync::WakeUp(_)) => true,
            Some(Sync::Notified(_)) => ends,
            Some(Sync::Wait(_)) => !ends,
            _ => false,
        };
        let waiters_wait = original.templates.iter().all(|template| {
            let out = template.outgoing();
            let mut begun = template.edges.iter().filter(|edge| waiting(&edge.sync, false));
            begun.all(|edge| {
                out[edge.to].iter().all(|next| waiting(&template.edges[*next].sync, true))
            })
        });
        Some(Stepper {
            waiters_wait,
            system,
            original,
            empty,
            initial,
            fixed,
            ignored: unneeded,
            entry_starts: sums(original.entries.iter().map(|entry| entry.count).collect()),
            monitor_starts: sums(original.monitors.iter().map(|monitor| monitor.count).collect()),
            callers_wait,
            interpreter,
        })
    }

    /// How many processes there are.
    pub fn count(&self) -> u32 {
        self.initial.processes.len() as u32
    }

    /// The template of a process.
    pub fn template(&self, process: u32) -> TemplateId {
        self.initial.processes[process as usize].template
    }

    /// The edges of a process that leave a location.
    pub fn edges(&self, process: u32, location: LocationId) -> Vec<EdgeId> {
        self.interpreter.outgoing(self.template(process), location).to_vec()
    }

    /// An edge as it was before data was left out.
    pub fn original(&self, process: u32, edge: EdgeId) -> &'s trine_system::Edge {
        &self.original.templates[self.template(process)].edges[edge]
    }

    /// Whether a process is at its end in a local state.
    pub fn ended(&self, process: u32, piece: &Piece) -> bool {
        let template = &self.system.templates[self.template(process)];
        piece.thread == Thread::Ended || template.locations[piece.location].final_
    }

    /// A state with what this process has, and nothing of any other process.
    fn state_of(&self, process: u32, piece: &Piece) -> State {
        let mut state = self.empty.clone();
        let own = &mut state.processes[process as usize];
        own.location = piece.location;
        own.locals.clone_from(&piece.locals);
        own.thread = piece.thread;
        own.serving.clone_from(&piece.serving);
        own.reply = (piece.call.0 == 3).then(|| piece.call.1.clone());
        if piece.call.0 == 1 {
            let entry = piece.call.1[0] as usize;
            state.entries[entry].queue.push((process, piece.call.1[1..].to_vec()));
        }
        state
    }

    /// All ways to take an edge; `received` is a message that is offered at a rendezvous.
    pub fn take(
        &self,
        world: &Environment,
        process: u32,
        piece: &Piece,
        edge: EdgeId,
        received: Option<(usize, &[i64])>,
    ) -> Result<Vec<Taken>, Beyond> {
        self.take_noting(world, process, piece, edge, received).map(|(ways, _)| ways)
    }

    /// As [`Stepper::take`], and whether it depends on shared cells.
    pub fn take_noting(
        &self,
        world: &Environment,
        process: u32,
        piece: &Piece,
        edge: EdgeId,
        received: Option<(usize, &[i64])>,
    ) -> Result<(Vec<Taken>, bool), Beyond> {
        self.follows(process, edge)?;
        let mut depends = false;
        let mut found = Vec::new();
        let looked: Vec<u32> = self.looked_at(world, process, edge).into_iter().collect();
        if looked.len() > 8 {
            return Err("a condition on the end of many processes".to_string());
        }
        for choice in 0..1u32 << looked.len() {
            let mut state = self.state_of(process, piece);
            let mut ended = Vec::new();
            for (bit, other) in looked.iter().enumerate() {
                self.revive(&mut state, *other);
                if choice >> bit & 1 == 1 {
                    state.processes[*other as usize].thread = Thread::Ended;
                    ended.push(*other);
                }
            }
            // Where it reads a cell of which nothing is said yet, once more for each value.
            let mut open = vec![(state, BTreeSet::new())];
            while let Some((state, told)) = open.pop() {
                let try_ = Try { process, piece, edge, received, ended: &ended };
                match self.attempt(world, &try_, &state, &told)? {
                    Attempt::Ways(mut ways) => {
                        // That a process has not ended is not said to any part.
                        let silent = ended.len() < looked.len();
                        ways.iter_mut().for_each(|way| way.unsure |= silent);
                        found.extend(ways);
                    }
                    Attempt::Asks(cell) => {
                        depends = true;
                        for value in world.values.get(&cell).into_iter().flatten() {
                            let (mut state, mut told) = (state.clone(), told.clone());
                            state.globals[cell] = *value;
                            told.insert(cell);
                            open.push((state, told));
                        }
                    }
                }
            }
        }
        Ok((found, depends))
    }

    /// Whether the judge follows an edge at all.
    fn follows(&self, process: u32, id: EdgeId) -> Result<(), Beyond> {
        let edge = self.original(process, id);
        let mut shared = false;
        let mut see =
            |expr: &Expr| shared |= !is_plain(expr, Reader::Value) || self.reads_shared(expr);
        match &edge.sync {
            Some(Sync::Send { channel, .. } | Sync::Receive { channel, .. }) => see(channel),
            Some(Sync::Start(who) | Sync::Join(who)) => see(who),
            Some(
                Sync::Call { entry, .. }
                | Sync::Withdraw(entry)
                | Sync::Return { entry, .. }
                | Sync::Accept { entry, .. }
                | Sync::Complete { entry, .. },
            ) => entry.index.iter().for_each(see),
            Some(sync) => {
                let of = sync.locks().or_else(|| sync.waits());
                of.and_then(|of| of.index.as_ref()).into_iter().for_each(see);
            }
            None => {}
        }
        if shared {
            return Err("whom an edge meets depends on shared data".to_string());
        }
        for effect in &self.system.templates[self.template(process)].edges[id].effects {
            match effect {
                Effect::Emit { when, .. } if !is_plain(when, Reader::Value) => {
                    return Err("an event that depends on other processes".to_string());
                }
                Effect::Run { .. } | Effect::New { .. } => {
                    return Err("processes or records that are made on the way".to_string());
                }
                Effect::Assign(place, value) => {
                    let plain = matches!(place.root, Root::Local(_) | Root::Global(_));
                    let index =
                        place.index.as_deref().is_none_or(|index| is_plain(index, Reader::Value));
                    if !plain || !index || !is_plain(value, Reader::Value) {
                        return Err("an assignment that depends on other processes".to_string());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn reads_shared(&self, expr: &Expr) -> bool {
        let mut shared = false;
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part
                && let Root::Global(global) = place.root
            {
                let at = self.interpreter.global_offset(global);
                shared |= self.fixed.get(at).is_some_and(|fixed| !fixed);
            }
        });
        shared
    }

    /// The first cell that was read and of which nothing was said.
    fn unknown(&self, touched: &[Touch], told: &BTreeSet<usize>) -> Option<usize> {
        touched.iter().find_map(|touch| match touch {
            Touch { cell: SharedCell::Global(at), write: false } => {
                (!self.fixed[*at] && !self.ignored[*at] && !told.contains(at)).then_some(*at)
            }
            _ => None,
        })
    }

    fn attempt(
        &self,
        world: &Environment,
        asked: &Try<'_>,
        state: &State,
        told: &BTreeSet<usize>,
    ) -> Result<Attempt, Beyond> {
        let Try { process, piece, edge, received, .. } = *asked;
        let Passage { unsure, before } = match self.passage(asked, state, told) {
            Ok(passage) => passage,
            Err(attempt) => return Ok(attempt),
        };
        let here = &self.system.templates[self.template(process)].edges[edge];
        let choices = here.effects.iter().map(|effect| match effect {
            Effect::Choose { low, high, .. } => (high - low + 1).max(1) as u32,
            _ => 1,
        });
        let choices: u32 = choices.fold(1, u32::saturating_mul);
        if choices > 100_000 {
            return Err("a choice among very many values".to_string());
        }
        let mut ways = Vec::new();
        for (ready, mut said) in self.prepared(world, process, piece, edge, received, state) {
            for choice in 0..choices {
                let action = Move::Edge(edge);
                let step = Step { process, action, partner: None, choice };
                let mut touched = match world.values.is_empty() {
                    true => Vec::new(),
                    false => self.interpreter.touches(&ready, &step),
                };
                if let Some(cell) = self.unknown(&touched, told) {
                    return Ok(Attempt::Asks(cell));
                }
                if !self.matches(&ready, process, edge) {
                    continue;
                }
                let outcome = self.interpreter.step(&ready, &step);
                let unmodelled = !outcome.unmodelled.is_empty() || outcome.limit.is_some();
                if outcome.limit.is_some() {
                    return Err("a bound of the model in the way of a proof".to_string());
                }
                let Some(after) = outcome.state else { continue };
                touched.extend(before.iter().copied());
                let mut taken = self.read_back(process, edge, piece, &after, received);
                if let Some(more) = taken.1 {
                    said.retain(|_| false);
                    said.extend(more);
                }
                taken.0.said = said.clone();
                let ended = asked.ended.iter();
                let ended = ended.map(|other| to_process(*other, ProcessUse::SeenEnded));
                taken.0.said.extend(ended);
                self.cells(&touched, &ready, &after, &mut taken.0.said);
                if unmodelled {
                    taken.0.events.push(IlpEvent::Unmodelled);
                }
                taken.0.unsure = unsure;
                ways.push(taken.0);
            }
        }
        Ok(Attempt::Ways(ways))
    }

    /// Whether an edge can be one that no other process sees, prevents or causes.
    pub fn may_be_quiet(&self, process: u32, id: EdgeId) -> bool {
        let edge = self.original(process, id);
        let sync = match &edge.sync {
            None => true,
            Some(Sync::Complete { .. }) => self.callers_wait,
            Some(sync) => matches!(
                sync,
                Sync::Begin | Sync::Call { .. } | Sync::Return { .. } | Sync::Withdraw(_)
            ),
        };
        // What nothing asks for is not in the edge any more, and that it is unknown is no matter.
        let kept = &self.system.templates[self.template(process)].edges[id];
        let unknown = |effect: &Effect| matches!(effect, Effect::Choose { known: false, .. });
        sync && !kept.effects.iter().any(unknown)
            && !edge.effects.iter().any(|effect| {
                effect.ends_knowledge()
                    || matches!(
                        effect,
                        Effect::Emit { .. } | Effect::Run { .. } | Effect::New { .. }
                    )
            })
    }

    /// Whether its free choices are narrow.
    pub fn is_narrow(&self, process: u32, edge: EdgeId) -> bool {
        let edge = &self.system.templates[self.template(process)].edges[edge];
        edge.effects.iter().all(|effect| match effect {
            Effect::Choose { low, high, .. } => high - low < 64,
            _ => true,
        })
    }

    /// Puts a process where it has not ended.
    fn revive(&self, state: &mut State, process: u32) {
        let template = &self.system.templates[self.template(process)];
        let other = &mut state.processes[process as usize];
        other.thread = Thread::Running;
        if template.locations[other.location].final_
            && let Some(place) = template.locations.ids().find(|id| !template.locations[*id].final_)
        {
            other.location = place;
        }
    }

    /// The mortal processes whose end a condition asks about.
    pub fn looked_at(&self, world: &Environment, process: u32, edge: EdgeId) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        for guard in self.guards(process, edge) {
            let mut parts = Vec::new();
            conjuncts(guard, &mut parts);
            for part in parts.into_iter().filter(|part| is_plain(part, Reader::Process(process))) {
                part.visit(&mut |inner| {
                    if let Expr::Ended(who) = inner
                        && let Expr::Const(who) = **who
                        && world.mortal.get(who as usize).copied().unwrap_or(false)
                    {
                        found.insert(who as u32);
                    }
                });
            }
        }
        found
    }

    /// The conditions that decide on an edge: its own, or those of the others where it is an `else`.
    fn guards(&self, process: u32, id: EdgeId) -> Vec<&'s Expr> {
        let edge = self.original(process, id);
        match &edge.guard {
            Guard::Always => Vec::new(),
            Guard::When(guard) => vec![guard],
            Guard::Else => self
                .edges(process, edge.from)
                .into_iter()
                .map(|other| self.original(process, other))
                .filter(|other| other.rank == edge.rank)
                .filter_map(|other| match &other.guard {
                    Guard::When(guard) if is_plain(guard, Reader::Process(process)) => Some(guard),
                    _ => None,
                })
                .collect(),
        }
    }
}

/// An edge that is tried, and what is assumed about others.
struct Try<'a> {
    process: u32,
    piece: &'a Piece,
    edge: EdgeId,
    received: Option<(usize, &'a [i64])>,
    ended: &'a [u32],
}

enum Attempt {
    /// It depends on this cell.
    Asks(usize),
    Ways(Vec<Taken>),
}

fn is_assigned(system: &System, id: trine_system::GlobalId) -> bool {
    let is = |place: &trine_system::Place| place.root == Root::Global(id);
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    edges.any(|edge| {
        let bound = match &edge.sync {
            Some(Sync::Receive { patterns, .. }) => patterns
                .iter()
                .any(|one| matches!(one, trine_system::Pattern::Bind(place) if is(place))),
            Some(
                Sync::Return { results: places, .. } | Sync::Accept { parameters: places, .. },
            ) => places.iter().any(is),
            _ => false,
        };
        bound
            || edge.effects.iter().any(|effect| match effect {
                Effect::Assign(place, _)
                | Effect::Choose { into: place, .. }
                | Effect::New { into: place, .. }
                | Effect::Run { into: Some(place), .. } => is(place),
                _ => false,
            })
    })
}

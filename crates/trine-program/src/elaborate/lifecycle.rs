//! The life of threads: starting, joining, and how far one is.

use std::rc::Rc;

use trine_system as sys;
use trine_system::{BinaryOp, Effect, FaultKind, Guard, Sync, Width};

use super::abstract_state::{AbstractState, Call};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, is_false, place};
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{InstanceId, Loc, Value};
use crate::program::*;

impl Builder<'_, '_> {
    /// Whether a thread was started and has not ended.
    pub(super) fn is_alive(&mut self, config: &AbstractState, thread: InstanceId) -> Binding {
        let started = self.was_started(config, thread);
        let going = match self.has_ended(thread) {
            Binding::Static(Value::Int(ended)) => Binding::Static(Value::Int(1 - ended)),
            other => Binding::Dynamic(is_false(self.expr(&other)), None),
        };
        self.binary(BinaryOp::And, Width::W64, started, going)
    }

    pub(super) fn start(
        &mut self,
        config: AbstractState,
        thread: InstanceId,
        master: Option<Operand>,
    ) -> StepResult {
        let master = match master.map(|master| self.known_object(&config, master)) {
            None => self.me,
            Some(Ok(master)) => master,
            Some(Err(next)) => return next,
        };
        if self.body_of(thread).is_none() {
            return self.stop(config, "a thread is started whose body is not known");
        }
        if is_planted(Mutant::DroppedStart) {
            return StepResult::Silent(config.next());
        }
        let mut config = config;
        self.publish(&mut config, thread);
        self.facts.depends(thread, master);
        self.join_groups(&config, thread);
        if matches!(self.was_started(&config, thread), Binding::Static(Value::Int(1))) {
            let text = "a thread is started that was started before";
            return self.reported(config, FaultKind::ThreadState, text, ErrorKind::ThreadState);
        }
        let daemon = self.is_daemon(&config, thread);
        // The new thread can reach what its starter can.
        self.let_go(&config, thread);
        let mut to = config.clone().next();
        to.started.insert(thread);
        self.sweep(&mut to);
        let mut heap = to.heap.clone();
        if !heap.inputs.is_empty() {
            Rc::make_mut(&mut heap).inputs.clear();
        }
        // The new thread has to wait for classes that its starter is about to initialise.
        for frame in &to.frames {
            if let Call::Initialise { class, .. } = frame.call {
                Rc::make_mut(&mut heap).classes.remove(&class);
            }
        }
        // What is shared is listed in the prefix only, or was found out to be in this very iteration.
        let fresh = config.prefix || self.facts.changed;
        let facts = &*self.facts;
        if fresh && !heap.values.is_private(facts.shared(), |loc| facts.is_shared(*loc)) {
            Rc::make_mut(&mut heap).values.retain(|loc, _| !facts.is_shared(*loc));
        }
        self.iteration.start(self.facts, self.thread, thread, &heap, daemon);
        let process = sys::Expr::Const(self.process(thread));
        let start =
            Transition::to(to).meeting(Sync::Start(process.clone())).marked("start", thread);
        if self.facts.starters(thread) < 2 {
            return StepResult::Branch(config, vec![start]);
        }
        let before = sys::Expr::Started(Box::new(process));
        let mut transitions = vec![start.when(is_false(before.clone()))];
        for mut transition in self.raised(&config, ErrorKind::ThreadState, Some(before)) {
            let text = "a thread is started that was started before".to_string();
            transition.effects.insert(0, Effect::Fail(FaultKind::ThreadState, text));
            transitions.push(transition);
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// Everything that can be reached from here escapes. What could be reached when a thread was started before
    /// is looked at again only where something changed.
    fn let_go(&mut self, config: &AbstractState, thread: InstanceId) {
        let known = |value: &Value| match value {
            Value::Object(id) => Some(*id),
            _ => None,
        };
        let values = &config.heap.values;
        let mut open: Vec<InstanceId> = vec![thread];
        open.extend(config.frames.iter().flat_map(|frame| &frame.vars).filter_map(known));
        open.extend(config.held.keys());
        open.extend(config.focus.iter().filter_map(|(_, value)| known(value)));
        for (loc, value) in values.beside(&self.let_go.0) {
            let reached = match loc {
                Loc::Static(_) => true,
                loc => loc.owner().is_some_and(|owner| self.let_go.1.contains(&owner)),
            };
            if reached {
                open.extend(known(value));
            }
        }
        while let Some(object) = open.pop() {
            if self.let_go.1.insert(object) {
                self.facts.escape(object);
                open.extend(values.of(object).filter_map(|(_, value)| known(value)));
            }
        }
        self.let_go.0.clone_from(values);
    }

    fn body_of(&mut self, thread: InstanceId) -> Option<Rc<crate::flat::Code>> {
        let run = self.facts.program.roles.run.clone();
        let method = self.facts.dispatch(self.facts.class_of(thread)?, &run)?;
        self.facts.code(method)
    }

    fn is_daemon(&mut self, config: &AbstractState, thread: InstanceId) -> bool {
        let Some(field) = self.facts.program.roles.daemon else { return false };
        match self.read(config, Loc::Field(thread, field)) {
            Binding::Static(Value::Int(number)) => number != 0,
            Binding::Static(_) => false,
            Binding::Dynamic(..) if is_planted(Mutant::DaemonTakenForKnown) => false,
            Binding::Dynamic(..) => {
                self.facts.decide_daemon_by_state(thread);
                false
            }
        }
    }

    /// The ways into the body of the thread: whether it is a daemon, and when.
    pub fn begins(&mut self) -> Vec<(bool, Guard)> {
        let daemon = self.facts.program.roles.daemon;
        match (self.thread, daemon) {
            (Some(thread), Some(field)) if self.facts.is_daemon_by_state(thread) => {
                // What it is when it starts it stays.
                let loc = Loc::Field(thread, field);
                self.facts.share(loc);
                let read = sys::Expr::Read(place(self.iteration.global(loc), loc, None));
                vec![(true, Guard::When(read.clone())), (false, Guard::When(is_false(read)))]
            }
            _ => vec![(false, Guard::Always)],
        }
    }

    pub(super) fn join(
        &mut self,
        config: AbstractState,
        operation: Operation,
        thread: InstanceId,
    ) -> StepResult {
        let process = sys::Expr::Const(self.process(thread));
        let transition = Transition::to(config.clone().next());
        if is_planted(Mutant::DroppedJoin) {
            return StepResult::Silent(transition.to);
        }
        let flag = self.interrupt_flag();
        if operation == Operation::TimedJoin {
            let transition = transition.marked("join", thread);
            return self.unless_interrupted(config, flag, transition);
        }
        let join = transition.meeting(Sync::Join(process)).marked("join", thread);
        match flag {
            None => StepResult::Branch(config, vec![join]),
            Some((_, read)) => {
                let mut transitions = vec![join];
                for mut other in self.raised(&config, ErrorKind::Interrupted, Some(read)) {
                    other.effects.splice(0..0, self.forget_interrupt());
                    transitions.push(other);
                }
                StepResult::Branch(config, opened(transitions))
            }
        }
    }

    /// The number of the process of a thread; the first thread is the first process.
    fn process(&mut self, thread: InstanceId) -> i64 {
        match self.is_main(thread) && !is_planted(Mutant::MainNotStarted) {
            true => 0,
            false => self.iteration.process(thread),
        }
    }

    /// Whether a thread was started: static where the path of the process or the program tells.
    pub fn was_started(&mut self, config: &AbstractState, thread: InstanceId) -> Binding {
        if Some(thread) == self.thread || config.started.contains(thread) || thread == self.me {
            return Binding::Static(Value::Int(1));
        }
        if self.facts.starters(thread) == 0 {
            return Binding::Static(Value::Int(i64::from(self.is_main(thread))));
        }
        let process = sys::Expr::Const(self.process(thread));
        Binding::Dynamic(sys::Expr::Started(Box::new(process)), None)
    }

    /// Whether a thread has ended: static for the process itself and for threads that never start.
    pub fn has_ended(&mut self, thread: InstanceId) -> Binding {
        if thread == self.me || is_planted(Mutant::EndNeverSeen) {
            return Binding::Static(Value::Int(0));
        }
        if self.facts.starters(thread) == 0 && !self.is_main(thread) {
            return Binding::Static(Value::Int(0));
        }
        let process = sys::Expr::Const(self.process(thread));
        Binding::Dynamic(sys::Expr::Ended(Box::new(process)), None)
    }

    fn is_main(&self, thread: InstanceId) -> bool {
        self.facts.instances[thread].birth == super::value::Birth::MainThread
    }
}

//! How threads meet: monitors, waiting, starting, joining and interrupting.

use std::rc::Rc;

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, FaultKind, Guard, MonitorQuery, Sync, Width};

use super::abstract_state::{AbstractState, Call, Phase, Wake};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, is_false, place};
use super::limit::Limit;
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{InstanceId, Loc, Value};
use crate::program::*;

impl Builder<'_, '_> {
    pub fn operate(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
    ) -> StepResult {
        let first = arguments.first().copied().unwrap_or(Operand::Null);
        let number = |number: i64| Binding::Static(Value::Int(number));
        match operation {
            Operation::CurrentThread => {
                let me = Binding::Static(Value::Object(self.me));
                return self.assigned(config, into, me);
            }
            Operation::Yield => return StepResult::Silent(config.next()),
            Operation::AbortPoint => return self.abort_point(config),
            Operation::MayWait => {
                return match config.held.is_empty() {
                    true => StepResult::Silent(config.next()),
                    false => self.waits_inside(config, false),
                };
            }
            Operation::Unwinding => {
                let unwinding = number(i64::from(config.unwinding));
                return self.assigned(config, into, unwinding);
            }
            Operation::Sleep => return self.sleep(config),
            Operation::Interrupted => return self.interrupted(config, into),
            Operation::Choose => return self.free(config, into, arguments),
            Operation::Input => return self.input(config, into),
            Operation::Moment => return self.clock(config, into),
            Operation::ExitProgram => {
                return self.exit(config);
            }
            _ => {}
        }
        let object = match self.known_object(&config, first) {
            Ok(object) => object,
            Err(next) => return next,
        };
        let held = config.held.get(&object).copied().unwrap_or(0);
        match operation {
            Operation::Enter => self.take(config, object, held),
            Operation::Exit => match held {
                0 => self.misuse(config, "a lock is released by a thread that does not hold it"),
                _ => self.leave(config, first),
            },
            Operation::TryEnter => self.try_take(config, into, object, held),
            Operation::HoldCount => self.assigned(config, into, number(i64::from(held))),
            Operation::Wait | Operation::TimedWait | Operation::WaitDeaf => match held {
                0 => self.misuse(config, "wait is called without holding the monitor"),
                _ => self.wait(config, into, operation, object),
            },
            Operation::Notify | Operation::NotifyAll => {
                if held == 0 {
                    return self.misuse(config, "notify is called without holding the monitor");
                }
                self.facts.contend(object);
                if is_planted(Mutant::LostNotify) {
                    return StepResult::Silent(config.next());
                }
                let monitor = self.iteration.monitor(object);
                let transition = Transition::to(config.clone().next());
                let transition = match operation {
                    Operation::Notify => {
                        transition.meeting(Sync::Notify(monitor)).marked("notify", object)
                    }
                    _ => transition.meeting(Sync::NotifyAll(monitor)).marked("notifyAll", object),
                };
                StepResult::Branch(config, vec![transition])
            }
            Operation::Start => self.start(config, object, arguments.get(1).copied()),
            Operation::MayWaitFor => match held {
                0 => StepResult::Silent(config.next()),
                _ => self.waits_inside(config, true),
            },
            Operation::Abort => self.abort(config, object),
            Operation::IsAbnormal => {
                let abnormal = self.is_abnormal(object);
                self.assigned(config, into, abnormal)
            }
            Operation::Join | Operation::TimedJoin => self.join(config, operation, object),
            Operation::IsAlive => {
                let started = self.was_started(&config, object);
                let ended = self.has_ended(object);
                let going = match ended {
                    Binding::Static(Value::Int(ended)) => number(1 - ended),
                    other => Binding::Dynamic(is_false(self.expr(&other)), None),
                };
                let alive = self.binary(BinaryOp::And, Width::W64, started, going);
                self.assigned(config, into, alive)
            }
            Operation::Interrupt => self.interrupt(config, object),
            Operation::IsContended => {
                let contended = self.facts.has_several_users(object);
                self.assigned(config, into, number(i64::from(contended)))
            }
            Operation::HandOver => {
                let error = self.handed_on(&config, object);
                self.assigned(config, into, Binding::Static(Value::Object(error)))
            }
            Operation::CurrentThread
            | Operation::Yield
            | Operation::AbortPoint
            | Operation::MayWait
            | Operation::Unwinding
            | Operation::Sleep
            | Operation::Interrupted
            | Operation::Choose
            | Operation::Input
            | Operation::Moment
            | Operation::ExitProgram => cannot_happen!("{operation:?} was done above"),
            Operation::EnterOnce
            | Operation::WaitOn
            | Operation::TimedWaitOn
            | Operation::Signal
            | Operation::Broadcast
            | Operation::MisuseMonitor
            | Operation::ReachError
            | Operation::BeginAtomic
            | Operation::EndAtomic
            | Operation::BlockSize => super::no_memory(),
        }
    }

    /// No process steps any more.
    fn exit(&mut self, config: AbstractState) -> StepResult {
        self.facts.exit();
        let place = place(self.iteration.global(Loc::Exited), Loc::Exited, None);
        let end = Effect::Assign(place, sys::Expr::Const(1));
        let transitions = vec![
            Transition::to(AbstractState { phase: Phase::Stopped, ..config.clone() }).doing(end),
        ];
        StepResult::Branch(config, transitions)
    }

    fn take(&mut self, config: AbstractState, object: InstanceId, held: u32) -> StepResult {
        self.iteration.locks(self.thread, object);
        let mut to = config.clone().next();
        if held >= 20 {
            return self.limit(config, &Limit::fixed("a lock is taken more than 20 times over"));
        }
        to.held.insert(object, held + 1);
        if held > 0 || !self.facts.is_contended(object) {
            return StepResult::Silent(to);
        }
        let monitor = self.iteration.monitor(object);
        let transition = Transition::to(to).meeting(Sync::Enter(monitor)).marked("lock", object);
        StepResult::Branch(config, vec![transition])
    }

    /// Gives a monitor back once.
    pub fn leave(&mut self, config: AbstractState, monitor: Operand) -> StepResult {
        let object = match self.known_object(&config, monitor) {
            Ok(object) => object,
            Err(next) => return next,
        };
        let held = config.held.get(&object).copied().unwrap_or(0);
        let mut to = config.clone().next();
        if held > 1 {
            to.held.insert(object, held - 1);
            return StepResult::Silent(to);
        }
        to.held.remove(&object);
        let forgotten = is_planted(Mutant::ForgottenUnlock);
        if held == 0 || !self.facts.is_contended(object) || forgotten {
            return StepResult::Silent(to);
        }
        let monitor = self.iteration.monitor(object);
        let transition = Transition::to(to).meeting(Sync::Exit(monitor)).marked("unlock", object);
        StepResult::Branch(config, vec![transition])
    }

    fn try_take(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        object: InstanceId,
        held: u32,
    ) -> StepResult {
        self.iteration.locks(self.thread, object);
        let mut taken = config.clone();
        taken.held.insert(object, held + 1);
        let one = Binding::Static(Value::Int(1));
        if held > 0 || !self.facts.is_contended(object) {
            return self.assigned(taken, into, one);
        }
        let monitor = self.iteration.monitor(object);
        let busy = sys::Expr::Monitor(MonitorQuery::Held, Box::new(monitor.clone()));
        let transition = self.transition(&taken, into, one);
        let mut transitions = vec![transition.meeting(Sync::Enter(monitor)).marked("lock", object)];
        transitions.push(self.transition(&config, into, Binding::Static(Value::Int(0))).when(busy));
        StepResult::Branch(config, opened(transitions))
    }

    /// Whether any process holds the monitor.
    pub fn held(&mut self, config: &AbstractState, object: InstanceId) -> Binding {
        self.iteration.locks(self.thread, object);
        if config.held.contains_key(&object) {
            return Binding::Static(Value::Int(1));
        }
        if !self.facts.is_contended(object) {
            return Binding::Static(Value::Int(0));
        }
        let monitor = self.iteration.monitor(object);
        Binding::Dynamic(sys::Expr::Monitor(MonitorQuery::Held, Box::new(monitor)), None)
    }

    /// It may be found out, or go on as if nothing was wrong; or wait for itself.
    fn waits_inside(&mut self, config: AbstractState, for_itself: bool) -> StepResult {
        let text = "an operation that may block, with the lock of an object held";
        let mut transitions = vec![Transition::to(config.clone().next())];
        if for_itself {
            transitions
                .push(Transition::to(AbstractState { phase: Phase::Stuck, ..config.clone() }));
        }
        transitions.extend(self.raised(&config, ErrorKind::Monitor, None));
        for transition in &mut transitions {
            transition.effects.insert(0, Effect::Fail(FaultKind::Monitor, text.to_string()));
        }
        StepResult::Branch(config, opened(transitions))
    }

    fn misuse(&mut self, config: AbstractState, text: &str) -> StepResult {
        self.reported(config, FaultKind::Monitor, text, ErrorKind::Monitor)
    }

    /// An error of the program that is one whether or not it is handled.
    fn reported(
        &mut self,
        config: AbstractState,
        fault: FaultKind,
        text: &str,
        kind: ErrorKind,
    ) -> StepResult {
        let mut transitions = self.raised(&config, kind, None);
        for transition in &mut transitions {
            transition.effects.insert(0, Effect::Fail(fault, text.to_string()));
        }
        StepResult::Branch(config, transitions)
    }

    fn wait(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        operation: Operation,
        object: InstanceId,
    ) -> StepResult {
        self.facts.contend(object);
        let monitor = self.iteration.monitor(object);
        let deaf = operation == Operation::WaitDeaf;
        let flag = if deaf { None } else { self.interrupt_flag() };
        let phase = |phase: Phase| AbstractState { phase, ..config.clone() };
        match config.phase {
            Phase::Waiting => {
                let woken = |wake: Wake| Transition::to(phase(Phase::Woken(wake)));
                let mut transitions = vec![
                    woken(Wake::Notified)
                        .meeting(Sync::Waiting(monitor.clone()))
                        .marked("waiting", object),
                ];
                if operation == Operation::TimedWait && !is_planted(Mutant::LostTimeout) {
                    transitions.push(woken(Wake::TimedOut).meeting(Sync::WakeUp(monitor.clone())));
                }
                if self.options.spurious_wakeups {
                    transitions.push(woken(Wake::Notified).meeting(Sync::WakeUp(monitor.clone())));
                }
                if let Some((_, read)) = flag {
                    let transition = woken(Wake::Interrupted).meeting(Sync::WakeUp(monitor));
                    transitions.push(transition.when(read));
                }
                StepResult::Branch(config, transitions)
            }
            Phase::Woken(wake) => {
                let again = Sync::Notified(monitor);
                let transitions = match wake {
                    Wake::Interrupted => {
                        let mut transitions = self.raised(&config, ErrorKind::Interrupted, None);
                        for transition in &mut transitions {
                            transition.sync = Some(again.clone());
                            transition.effects.splice(0..0, self.forget_interrupt());
                        }
                        transitions
                    }
                    _ => {
                        let told = i64::from(wake == Wake::Notified);
                        let transition =
                            self.transition(&config, into, Binding::Static(Value::Int(told)));
                        vec![transition.meeting(again).marked("notified", object)]
                    }
                };
                StepResult::Branch(config, transitions)
            }
            _ => {
                let wait = Transition::to(phase(Phase::Waiting));
                let wait = wait.meeting(Sync::Wait(monitor)).marked("wait", object);
                self.unless_interrupted(config, flag, wait)
            }
        }
    }

    /// A way, and beside it the error that an interrupt makes of it.
    fn unless_interrupted(
        &mut self,
        config: AbstractState,
        flag: Option<(Loc, sys::Expr)>,
        transition: Transition,
    ) -> StepResult {
        let Some((_, read)) = flag else { return StepResult::Branch(config, vec![transition]) };
        let mut transitions = vec![transition.when(is_false(read.clone()))];
        for mut other in self.raised(&config, ErrorKind::Interrupted, Some(read)) {
            other.effects.splice(0..0, self.forget_interrupt());
            transitions.push(other);
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// The flag of the executing thread, if anything ever sets it.
    fn interrupt_flag(&mut self) -> Option<(Loc, sys::Expr)> {
        let field = self.facts.program.roles.interrupted?;
        if !self.facts.can_be_interrupted(self.me) {
            return None;
        }
        let loc = Loc::Field(self.me, field);
        let global = self.iteration.global(loc);
        Some((loc, sys::Expr::Read(place(global, loc, None))))
    }

    fn forget_interrupt(&mut self) -> Vec<Effect> {
        let Some(field) = self.facts.program.roles.interrupted else {
            cannot_happen!("an interrupt is forgotten in a language without interrupts")
        };
        let loc = Loc::Field(self.me, field);
        let global = self.iteration.global(loc);
        vec![Effect::Assign(place(global, loc, None), sys::Expr::Const(0))]
    }

    fn sleep(&mut self, config: AbstractState) -> StepResult {
        match self.interrupt_flag() {
            None => self.abort_point(config),
            flag => {
                // It can end by itself at any moment, also before the interrupt comes.
                let transition = Transition::to(config.clone().next());
                self.unless_interrupted(config, flag, transition)
            }
        }
    }

    fn interrupted(&mut self, config: AbstractState, into: Option<VarId>) -> StepResult {
        match self.interrupt_flag() {
            None => self.assigned(config, into, Binding::Static(Value::Int(0))),
            Some((_, read)) => {
                let transition = self.transition(&config, into, Binding::Dynamic(read, None));
                let mut transition = transition;
                transition.effects.extend(self.forget_interrupt());
                StepResult::Branch(config, vec![transition])
            }
        }
    }

    fn interrupt(&mut self, config: AbstractState, thread: InstanceId) -> StepResult {
        let Some(field) = self.facts.program.roles.interrupted else {
            cannot_happen!("a thread is interrupted in a language without interrupts")
        };
        self.facts.interrupt(thread);
        let loc = Loc::Field(thread, field);
        self.facts.share(loc);
        let global = self.iteration.global(loc);
        let set = Effect::Assign(place(global, loc, None), sys::Expr::Const(1));
        let transition =
            Transition::to(config.clone().next()).doing(set).marked("interrupt", thread);
        StepResult::Branch(config, vec![transition])
    }

    fn start(
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

    fn join(
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

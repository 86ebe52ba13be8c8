//! How threads meet: monitors, waiting and interrupting.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{Effect, FaultKind, MonitorQuery, Sync};

use super::abstract_state::{AbstractState, Phase, Wake};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, is_false, place};
use super::limit::Limit;
use super::mutant::{Mutant, is_planted};
use super::step::opened;
use super::value::{InstanceId, Loc, Value};
use crate::program::*;

impl Builder<'_, '_> {
    /// The step of an operation on monitors, threads or time.
    pub fn operate(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
    ) -> StepResult {
        match operation {
            Operation::CurrentThread => {
                let me = Binding::Static(Value::Object(self.me));
                self.assigned(config, into, me)
            }
            Operation::Yield => StepResult::Silent(config.next()),
            Operation::AbortPoint => self.abort_point(config),
            Operation::MayWait => match config.held.is_empty() {
                true => StepResult::Silent(config.next()),
                false => self.waits_inside(config, false),
            },
            Operation::Unwinding => {
                let unwinding = Binding::Static(Value::Int(i64::from(config.unwinding)));
                self.assigned(config, into, unwinding)
            }
            Operation::Sleep => self.sleep(config),
            Operation::Interrupted => self.interrupted(config, into),
            Operation::Choose => self.free(config, into, arguments),
            Operation::Input => self.input(config, into),
            Operation::Moment => self.clock(config, into),
            Operation::ExitProgram => self.exit(config),
            _ => self.operate_on(config, into, operation, arguments),
        }
    }

    /// The step of an operation whose first argument is a monitor or a thread.
    fn operate_on(
        &mut self,
        config: AbstractState,
        into: Option<VarId>,
        operation: Operation,
        arguments: &[Operand],
    ) -> StepResult {
        let first = arguments.first().copied().unwrap_or(Operand::Null);
        let number = |number: i64| Binding::Static(Value::Int(number));
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
            Operation::Notify | Operation::NotifyAll => match held {
                0 => self.misuse(config, "notify is called without holding the monitor"),
                _ => self.notify(config, operation, object),
            },
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
                let alive = self.is_alive(&config, object);
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
            | Operation::ExitProgram => cannot_happen!("{operation:?} has no object"),
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

    /// Wakes one or all of those that wait on a monitor that the process holds.
    fn notify(
        &mut self,
        config: AbstractState,
        operation: Operation,
        object: InstanceId,
    ) -> StepResult {
        self.facts.contend(object);
        if is_planted(Mutant::LostNotify) {
            return StepResult::Silent(config.next());
        }
        let monitor = self.iteration.monitor(object);
        let transition = Transition::to(config.clone().next());
        let transition = match operation {
            Operation::Notify => transition.meeting(Sync::Notify(monitor)).marked("notify", object),
            _ => transition.meeting(Sync::NotifyAll(monitor)).marked("notifyAll", object),
        };
        StepResult::Branch(config, vec![transition])
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
    pub(super) fn reported(
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
    pub(super) fn unless_interrupted(
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
    pub(super) fn interrupt_flag(&mut self) -> Option<(Loc, sys::Expr)> {
        let field = self.facts.program.roles.interrupted?;
        if !self.facts.can_be_interrupted(self.me) {
            return None;
        }
        let loc = Loc::Field(self.me, field);
        let global = self.iteration.global(loc);
        Some((loc, sys::Expr::Read(place(global, loc, None))))
    }

    pub(super) fn forget_interrupt(&mut self) -> Vec<Effect> {
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
}

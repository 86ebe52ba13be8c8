//! Replay: walks a trace on the reference interpreter and checks that it violates its property.

use trine_property::{Check, Claim, ClaimStateId, EventTrace, Property, PropertyKind};
use trine_system::interpret::{Fault, Move};
use trine_system::{Interpreter, State, Step, System};
use trine_verdict::{Trace, TraceMove, TraceStep};

use crate::watch_events;

/// What came of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// The trace is an execution, and it violates the property.
    Violated { fault: Option<Fault> },
    /// It does, but it goes through something the model leaves out.
    Unmodelled { what: String },
    /// It is no execution of the system, or violates nothing: the position and the reason.
    Refuted { at: usize, why: String },
}

/// Replays a trace. With `fair`, an infinite one must be weakly fair.
pub fn replay(system: &System, property: &Property, trace: &Trace, fair: bool) -> Replayed {
    let system = &*property.system(system);
    let interpreter = Interpreter::new(system);
    let mut walk = Walk {
        interpreter: &interpreter,
        states: Vec::new(),
        claims: Vec::new(),
        faults: Vec::new(),
        unmodelled: None,
        claim_failed: false,
    };
    let violated = walk.run(property, trace).and_then(|()| match trace.loop_from {
        Some(from) => walk.judge_cycle(property, trace, from, fair),
        None => walk.judge_end(property, trace),
    });
    match violated {
        Err((at, why)) => Replayed::Refuted { at, why },
        Ok(fault) => match walk.unmodelled {
            Some(what) => Replayed::Unmodelled { what },
            None => Replayed::Violated { fault },
        },
    }
}

struct Walk<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    /// The states passed, the initial one first; one fewer where the last step ends the execution.
    states: Vec<State>,
    /// The claim's states, one for each state passed, its move on the last one included.
    claims: Vec<ClaimStateId>,
    /// Faults of the last step.
    faults: Vec<Fault>,
    unmodelled: Option<String>,
    claim_failed: bool,
}

type Refuted = (usize, String);

impl Walk<'_, '_> {
    fn run(&mut self, property: &Property, trace: &Trace) -> Result<(), Refuted> {
        let claim = match &property.kind {
            PropertyKind::Claim(claim) => Some(claim),
            _ => None,
        };
        let initial = self.interpreter.initial();
        self.faults = initial.faults;
        let Some(mut state) = initial.state else {
            return if trace.steps.is_empty() {
                Ok(())
            } else {
                Err((0, "the initial state has a fault and no steps".to_string()))
            };
        };
        if let Some(claim) = claim {
            self.claims.push(claim.initial);
        }
        self.states.push(state.clone());
        for (at, step) in trace.steps.iter().enumerate() {
            if let Some(claim) = claim {
                if moves_claim(&state) {
                    let to = step.claim.ok_or((at, "the claim's move is missing".to_string()))?;
                    self.move_claim(claim, &state, to).map_err(|why| (at, why))?;
                } else if let Some(same) = self.claims.last().copied() {
                    self.claims.push(same);
                }
            }
            match &step.action {
                TraceMove::Stutter => {
                    if !self.interpreter.steps(&state).is_empty() {
                        return Err((at, "the system is not at rest here".to_string()));
                    }
                    self.faults.clear();
                }
                TraceMove::System(step) => {
                    let Some(next) = self.take(&state, step, at, trace)? else { return Ok(()) };
                    state = next;
                }
            }
            self.states.push(state.clone());
        }
        if let (Some(claim), Some(to)) = (claim, trace.last_claim) {
            self.move_claim(claim, &state, to).map_err(|why| (trace.steps.len(), why))?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        state: &State,
        step: &Step,
        at: usize,
        trace: &Trace,
    ) -> Result<Option<State>, Refuted> {
        if !self.interpreter.steps(state).contains(step) {
            return Err((at, "this step is not enabled here".to_string()));
        }
        let outcome = self.interpreter.step(state, step);
        if let Some(what) = outcome.unmodelled.first() {
            self.unmodelled.get_or_insert_with(|| what.clone());
        }
        self.faults = outcome.faults;
        if outcome.state.is_none() && at + 1 < trace.steps.len() {
            return Err((at, "the execution ends at this step".to_string()));
        }
        Ok(outcome.state)
    }

    fn move_claim(&mut self, claim: &Claim, state: &State, to: ClaimStateId) -> Result<(), String> {
        let from = *self.claims.last().unwrap_or(&claim.initial);
        let moves = claim.moves(from, |expr| self.interpreter.eval(state, expr));
        let mut taken = moves.iter().filter(|(target, _)| *target == to);
        let Some((_, failed)) = taken.next() else {
            return Err(format!("the claim cannot move from {from} to {to} here"));
        };
        self.claim_failed = *failed || taken.any(|(_, failed)| *failed);
        self.claims.push(to);
        Ok(())
    }

    fn judge_end(&self, property: &Property, trace: &Trace) -> Result<Option<Fault>, Refuted> {
        let end = trace.steps.len();
        match &property.kind {
            PropertyKind::Check(check) => {
                if let Some(fault) = self.faults.iter().find(|fault| check.owns(fault.kind)) {
                    return Ok(Some(fault.clone()));
                }
                let ended = self.states.len() == end;
                let after = if ended { None } else { self.states.last() };
                let before = end.checked_sub(1).and_then(|last| self.states.get(last));
                if let Some(before) = before
                    && let Some(TraceStep { action: TraceMove::System(step), .. }) =
                        trace.steps.last()
                    && check.violated_by_step(self.interpreter, before, step, after)
                {
                    return Ok(None);
                }
                let Some(state) = after else {
                    return Err((end, "nothing is violated here".to_string()));
                };
                if moves_claim(state) && check.violated_in(self.interpreter, state) {
                    return Ok(None);
                }
                let rests = self.interpreter.steps(state).is_empty();
                if rests && check.violated_at_rest(self.interpreter, state) {
                    Ok(None)
                } else {
                    Err((end, "nothing is violated here".to_string()))
                }
            }
            PropertyKind::Claim(claim) => {
                let last = self.claims.last().copied().unwrap_or(claim.initial);
                if claim.states[last].final_ || self.claim_failed {
                    Ok(None)
                } else {
                    Err((end, "the claim is not completed here".to_string()))
                }
            }
            PropertyKind::Events(events) => self.judge_events(events, trace),
        }
    }

    fn judge_events(&self, events: &EventTrace, trace: &Trace) -> Result<Option<Fault>, Refuted> {
        let mut at = events.initial;
        for (position, step) in trace.steps.iter().enumerate() {
            let TraceMove::System(step) = &step.action else { continue };
            let before = &self.states[position];
            match watch_events::follow(self.interpreter, events, at, before, step) {
                Some(next) => at = next,
                None if events.negated => return Err((position, "the trace was left".to_string())),
                None => return Ok(None),
            }
            if events.negated && events.states[at].final_ {
                return Ok(None);
            }
        }
        let rests = self.states.last().is_some_and(|state| {
            !state.processes.is_empty() && self.interpreter.steps(state).is_empty()
        });
        let stopped = &events.states[at];
        if rests && !events.negated && !stopped.end && !stopped.final_ {
            return Ok(None);
        }
        Err((trace.steps.len(), "the event trace is followed to here".to_string()))
    }

    fn judge_cycle(
        &self,
        property: &Property,
        trace: &Trace,
        from: usize,
        fair: bool,
    ) -> Result<Option<Fault>, Refuted> {
        let end = trace.steps.len();
        if from >= end || self.states.len() != end + 1 {
            return Err((from, "the cycle is empty".to_string()));
        }
        let key = |position: usize| self.interpreter.key(&self.states[position]);
        if key(from) != key(end) {
            return Err((end, "the cycle does not close".to_string()));
        }
        // Labels count where no process holds exclusive control, as for claims.
        let mut cycle = self.states[from..end].iter().filter(|state| moves_claim(state)).peekable();
        if cycle.peek().is_none() {
            return Err((end, "the cycle stays inside exclusive control".to_string()));
        }
        match &property.kind {
            PropertyKind::Claim(claim) => {
                let rests = |step: &TraceStep| step.action == TraceMove::Stutter;
                if claim.infinite_only && trace.steps[from..].iter().any(rests) {
                    return Err((end, "the claim is not about executions that end".to_string()));
                }
                if self.claims[from] != self.claims[end] {
                    return Err((end, "the claim's cycle does not close".to_string()));
                }
                if !self.claims[from..end].iter().any(|state| claim.states[*state].accepting) {
                    return Err((end, "the cycle passes no accepting state".to_string()));
                }
            }
            PropertyKind::Check(Check::Acceptance) => {
                if !cycle.any(|state| self.somewhere(state, |location| location.accept)) {
                    return Err((end, "the cycle passes no accept label".to_string()));
                }
            }
            PropertyKind::Check(Check::NonProgress) => {
                if cycle.any(|state| self.somewhere(state, |location| location.progress)) {
                    return Err((end, "the cycle passes a progress label".to_string()));
                }
            }
            _ => return Err((end, "an infinite execution cannot violate this".to_string())),
        }
        if fair { self.judge_fairness(trace, from) } else { Ok(None) }
    }

    /// Every process must step in the cycle, or be unable to at some moment of it.
    fn judge_fairness(&self, trace: &Trace, from: usize) -> Result<Option<Fault>, Refuted> {
        let end = trace.steps.len();
        let count = self.states[from..].iter().map(|state| state.processes.len()).max();
        for process in 0..count.unwrap_or(0) as u32 {
            let steps = trace.steps[from..].iter().any(|step| match &step.action {
                TraceMove::System(step) if step.action == Move::ConsumeEvent => false,
                TraceMove::System(step) => {
                    step.process == process
                        || step.partner.is_some_and(|partner| partner.process == process)
                }
                TraceMove::Stutter => true,
            });
            let pauses = self.states[from..end].iter().any(|state| {
                let quiet = State { exclusive: None, pending_events: Vec::new(), ..state.clone() };
                let steps = self.interpreter.steps(&quiet);
                !steps.iter().any(|step| {
                    step.process == process
                        || step.partner.is_some_and(|partner| partner.process == process)
                })
            });
            if !steps && !pauses {
                return Err((end, format!("process {process} could always step and never does")));
            }
        }
        Ok(None)
    }

    fn somewhere(&self, state: &State, wanted: impl Fn(&trine_system::Location) -> bool) -> bool {
        state.processes.iter().any(|process| {
            let template = &self.interpreter.system.templates[process.template];
            wanted(&template.locations[process.location])
        })
    }
}

/// A claim looks at raw states only.
pub(crate) fn moves_claim(state: &State) -> bool {
    state.exclusive.is_none()
}

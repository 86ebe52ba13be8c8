//! Fills in what an outline of an execution leaves out: finds all steps of an execution that has the given
//! ones in their order, with steps of code in between of which is known that it does not matter.

use std::collections::{HashMap, HashSet};

use trine_property::{Property, PropertyKind};
use trine_system::interpret::Move;
use trine_system::{Interpreter, LocationId, State, Step, System, TemplateId};
use trine_verdict::{Trace, TraceMove, TraceStep};

use crate::claim_run::claim_run;

/// What is known of an execution.
pub struct Outline<'a> {
    /// Some of what happens, in order.
    pub parts: Vec<OutlinePart>,
    /// The part with which it begins again, where it has no end.
    pub loop_from: Option<usize>,
    /// Whether code that was left out begins at a location: it may be passed at any time.
    pub left_out: &'a dyn Fn(TemplateId, LocationId) -> bool,
}

/// A part of the outline of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutlinePart {
    /// A step is taken; with any choices, where some of them were left out.
    Step { step: Step, any_choice: bool },
    /// A process has come through what was left out to a location.
    Through { process: u32, to: LocationId },
    /// No process can step: the execution stutters.
    Stutter,
}

/// The execution of an outline that violates the property, as far as the outline is right: it is still to
/// be replayed. None where it is not found with at most `limit` steps, as long as it may go on. With
/// `fair`, what was left out is not put off for ever.
pub fn complete_trace(
    system: &System,
    property: &Property,
    outline: &Outline<'_>,
    fair: bool,
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<Trace> {
    let instrumented = property.system(system);
    let interpreter = Interpreter::new(&instrumented);
    let Some(initial) = interpreter.initial().state else {
        // It ends before it begins.
        return outline.parts.is_empty().then(Trace::default);
    };
    let mut filler = Filler {
        interpreter: &interpreter,
        outline,
        state: Some(initial),
        moves: Vec::new(),
        left: limit,
        go_on,
    };
    let (before, round) = outline.parts.split_at(outline.loop_from.unwrap_or(outline.parts.len()));
    filler.pass(before)?;
    let loop_from = match outline.loop_from {
        Some(_) => Some(filler.go_round(round, fair)?),
        None => {
            filler.let_go()?;
            None
        }
    };
    let Filler { moves, .. } = filler;
    match &property.kind {
        PropertyKind::Claim(claim) => claim_run(&interpreter, claim, &moves, loop_from),
        _ => {
            let steps = moves.into_iter().map(|action| TraceStep { action, claim: None }).collect();
            Some(Trace { steps, loop_from, last_claim: None })
        }
    }
}

struct Filler<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    outline: &'a Outline<'a>,
    /// None once the execution has ended.
    state: Option<State>,
    moves: Vec<TraceMove>,
    /// So many steps may still be tried.
    left: usize,
    go_on: &'a dyn Fn() -> bool,
}

impl Filler<'_, '_> {
    fn pass(&mut self, parts: &[OutlinePart]) -> Option<()> {
        parts.iter().try_for_each(|part| self.come_to(part))
    }

    /// Goes round until a state comes back, and returns the number of moves up to where it was first.
    fn go_round(&mut self, round: &[OutlinePart], fair: bool) -> Option<usize> {
        let mut seen: HashMap<State, usize> = HashMap::new();
        loop {
            if fair {
                self.settle()?;
            }
            let key = self.interpreter.key(self.state.as_ref()?);
            if let Some(start) = seen.insert(key, self.moves.len()) {
                // What was put off for ever did not come back: nothing happened in between.
                return (start < self.moves.len()).then_some(start);
            }
            self.pass(round)?;
        }
    }

    /// Goes on until no process holds exclusive control and all is consumed, for a claim that looks at nothing
    /// before.
    fn let_go(&mut self) -> Option<()> {
        while let Some(state) = &self.state {
            let observes = |step: &Step| step.action == Move::ConsumeEvent;
            match self.free(state).first() {
                Some(step) if state.exclusive.is_some() || observes(step) => self.take(*step)?,
                _ => break,
            }
        }
        Some(())
    }

    /// Passes all that was left out and can be passed now.
    fn settle(&mut self) -> Option<()> {
        while let Some(step) =
            self.state.as_ref().and_then(|state| self.free(state).first().copied())
        {
            self.take(step)?;
        }
        Some(())
    }

    fn take(&mut self, step: Step) -> Option<()> {
        self.spend()?;
        let after = self.interpreter.step(self.state.as_ref()?, &step);
        self.moves.push(TraceMove::System(step));
        self.state = after.state;
        Some(())
    }

    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.left.is_multiple_of(256) || (self.go_on)()).then_some(())
    }

    /// Comes to a part, through what was left out where that has to be passed first.
    fn come_to(&mut self, part: &OutlinePart) -> Option<()> {
        let mut state = self.state.clone()?;
        let mut seen: HashSet<State> = HashSet::new();
        let mut ways: Vec<(State, std::vec::IntoIter<Step>)> = Vec::new();
        let mut taken: Vec<Step> = Vec::new();
        loop {
            if let Some(last) = self.arrive(&state, part) {
                self.moves.extend(taken.into_iter().map(TraceMove::System));
                self.state = Some(state);
                match last {
                    Some(TraceMove::System(step)) => self.take(step)?,
                    Some(TraceMove::Stutter) => self.moves.push(TraceMove::Stutter),
                    None => {}
                }
                return Some(());
            }
            seen.insert(state.clone());
            let mut free = self.free(&state);
            // Those that the part is about come first.
            free.sort_by_key(|step| !part.is_about(step.process));
            ways.push((state, free.into_iter()));
            state = loop {
                let (from, steps) = ways.last_mut()?;
                let Some(step) = steps.next() else {
                    ways.pop();
                    taken.pop();
                    continue;
                };
                let next = self.interpreter.step(from, &step).state;
                self.spend()?;
                if let Some(next) = next.filter(|next| !seen.contains(next)) {
                    taken.push(step);
                    break next;
                }
            };
        }
    }

    /// The move with which the part is there, if it is: none where nothing has to happen any more.
    fn arrive(&self, state: &State, part: &OutlinePart) -> Option<Option<TraceMove>> {
        match part {
            OutlinePart::Stutter => {
                self.interpreter.steps(state).is_empty().then_some(Some(TraceMove::Stutter))
            }
            OutlinePart::Through { process, to } => {
                let there = state.processes.get(*process as usize)?.location == *to;
                there.then_some(None)
            }
            OutlinePart::Step { step, any_choice } => {
                let steps = self.interpreter.steps(state);
                let alike = |other: &&Step| Step { choice: step.choice, ..**other } == *step;
                let same = steps.iter().find(|other| *other == step);
                let same = same.or_else(|| steps.iter().find(alike).filter(|_| *any_choice));
                same.map(|step| Some(TraceMove::System(*step)))
            }
        }
    }

    /// The steps of what was left out. Ended processes are removed, and events observed, at any time.
    fn free(&self, state: &State) -> Vec<Step> {
        let mut steps = self.interpreter.steps(state);
        let left_out = |process: u32| {
            let process = &state.processes[process as usize];
            (self.outline.left_out)(process.template, process.location)
        };
        steps.retain(|step| match step.action {
            Move::Edge(_) => {
                let partner = step.partner.is_none_or(|partner| left_out(partner.process));
                left_out(step.process) && partner
            }
            Move::Reap | Move::ConsumeEvent => true,
        });
        steps
    }
}

impl OutlinePart {
    fn is_about(&self, process: u32) -> bool {
        match self {
            OutlinePart::Step { step, .. } => {
                let partner = step.partner.map(|partner| partner.process);
                step.process == process || partner == Some(process)
            }
            OutlinePart::Through { process: other, .. } => *other == process,
            OutlinePart::Stutter => false,
        }
    }
}

//! Selective accept: the alternatives of a select that are open, and the callers that may be served.

use trine_system as sys;
use trine_system::{BinaryOp, Effect, EntryRef, Sync, Width};

use super::abstract_state::{AbstractState, Phase};
use super::build::{Builder, StepResult, Transition};
use super::eval::{Binding, binary, equal, is_false, place};
use super::limit::Limit;
use super::mutant::{Mutant, is_planted};
use super::select::{open_ones, terminates};
use super::step::opened;
use super::value::{Loc, Value};
use crate::program::*;

/// So many sets of open alternatives are told apart where the execution decides about guards.
const MOST_CASES: usize = 1 << 12;

/// The place that says where a thread rests, the condition that it rests here, and the effect that ends the rest.
type RestMark = (sys::Place, sys::Expr, Effect);

impl Builder<'_, '_> {
    pub(super) fn select(&mut self, config: AbstractState, select: &Select) -> StepResult {
        match config.phase {
            Phase::Selecting(open) => {
                let open = self.selections.open(open);
                self.rest(config, select, &open)
            }
            _ => self.look_at_guards(config, select),
        }
    }

    /// Finds which alternatives are open.
    fn look_at_guards(&mut self, config: AbstractState, select: &Select) -> StepResult {
        let mut cases: Vec<(Vec<u32>, Option<sys::Expr>, bool)> = vec![(Vec::new(), None, false)];
        let most = if is_planted(Mutant::SixteenAlternatives) { 16 } else { usize::MAX };
        for (number, alternative) in select.alternatives.iter().enumerate().take(most) {
            let with = |open: &[u32]| [open, &[number as u32]].concat();
            let val = match alternative.guard {
                Some(_) if is_planted(Mutant::IgnoredGuard) => Binding::Static(Value::Int(1)),
                None => Binding::Static(Value::Int(1)),
                Some(guard) => self.val(&config, guard),
            };
            cases = cases
                .into_iter()
                .flat_map(|(open, when, guessed)| match &val {
                    Binding::Static(Value::Int(0)) => vec![(open, when, guessed)],
                    Binding::Static(Value::Int(_)) => vec![(with(&open), when, guessed)],
                    Binding::Static(_) => {
                        vec![(with(&open), when.clone(), true), (open, when, true)]
                    }
                    Binding::Dynamic(guard, _) => {
                        let and = |more: sys::Expr| {
                            Some(match when.clone() {
                                None => more,
                                Some(when) => binary(BinaryOp::And, Width::W64, when, more),
                            })
                        };
                        let closed = and(is_false(guard.clone()));
                        vec![(with(&open), and(guard.clone()), guessed), (open, closed, guessed)]
                    }
                })
                .collect();
            if cases.len() > MOST_CASES {
                let what = "the guards of a select leave open which of many alternatives are open";
                return self.limit(config, &Limit::fixed(what));
            }
        }
        let mut transitions: Vec<Transition> = Vec::new();
        let only = cases.len() == 1;
        for (open, when, guessed) in cases {
            let found = self.opened_with(&config, select, &open);
            if only && !guessed {
                return found
                    .unwrap_or_else(|transition| StepResult::Branch(config, vec![*transition]));
            }
            let more = match found {
                Ok(StepResult::Silent(to)) => vec![Transition::to(to)],
                Ok(StepResult::Branch(_, transitions)) => transitions,
                Err(transition) => vec![*transition],
            };
            for mut transition in more {
                if let Some(when) = &when {
                    transition = transition.when(when.clone());
                }
                if guessed {
                    let taint = self.guess(transition.to.clone()).effects;
                    transition.effects.extend(taint);
                }
                transitions.push(transition);
            }
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// What follows once it is known which alternatives are open; in a box, a step that is needed.
    fn opened_with(
        &mut self,
        config: &AbstractState,
        select: &Select,
        open: &[u32],
    ) -> Result<StepResult, Box<Transition>> {
        if open.is_empty() {
            if select.otherwise {
                let number = select.alternatives.len() as i64;
                let val = Binding::Static(Value::Int(number));
                return Ok(self.assigned(config.clone(), Some(select.into), val));
            }
            return Ok(self.raise(config.clone(), ErrorKind::Closed));
        }
        let mut to = AbstractState {
            phase: Phase::Selecting(self.selections.number(open)),
            ..config.clone()
        };
        let mut effects = Vec::new();
        if let Some(group) = terminates(select, open) {
            // It no longer works: its groups may end.
            match self.count(&mut to, group, -1) {
                Ok(more) => effects.extend(more),
                Err(next) => return Ok(next),
            }
        }
        match self.resting(config, select, open) {
            Ok(None) => {}
            Ok(Some(set)) => {
                let rests =
                    place(self.iteration.global(Loc::Rest(self.me)), Loc::Rest(self.me), None);
                effects.push(Effect::Assign(rests, sys::Expr::Const(set)));
            }
            Err(next) => return Ok(next),
        }
        if effects.is_empty() {
            return Ok(StepResult::Silent(to));
        }
        let mut transition = Transition::to(to);
        transition.effects = effects;
        Err(Box::new(transition))
    }

    /// The number of what is open at a select, where others want to know.
    pub(super) fn resting(
        &mut self,
        config: &AbstractState,
        select: &Select,
        open: &[u32],
    ) -> Result<Option<i64>, StepResult> {
        if select.otherwise || !self.facts.is_polled(self.me) {
            return Ok(None);
        }
        let mut set = Vec::new();
        for (_, alternative) in open_ones(select, open) {
            let AlternativeKind::Accept { at, .. } = &alternative.kind else { continue };
            let (owner, entry) = self.entry_ref(config, *at)?;
            if owner != self.me {
                return Ok(None);
            }
            match self.index_of(*at, &entry) {
                Ok(index) => set.push((at.entry, index)),
                Err(limit) => return Err(self.limit(config.clone(), &limit)),
            }
        }
        set.sort();
        set.dedup();
        Ok(Some(self.facts.open_set(self.me, set)))
    }

    /// Waits at a select.
    fn rest(&mut self, config: AbstractState, select: &Select, open: &[u32]) -> StepResult {
        let resting = match self.resting(&config, select, open) {
            Ok(resting) => resting,
            Err(next) => return next,
        };
        // Where it waits, and what it says when it goes on.
        let resting = resting.map(|set| {
            let rests = place(self.iteration.global(Loc::Rest(self.me)), Loc::Rest(self.me), None);
            let at_rest = equal(sys::Expr::Read(rests.clone()), set);
            (rests.clone(), at_rest, Effect::Assign(rests, sys::Expr::Const(0)))
        });
        let (mut transitions, none_waits) =
            match self.accepting(&config, select, open, resting.as_ref()) {
                Ok(accepting) => accepting,
                Err(next) => return next,
            };
        let unless_called = |transition: Transition| {
            let transition = match &none_waits {
                Some(none_waits) => transition.when(none_waits.clone()),
                None => transition,
            };
            match &resting {
                Some((_, at_rest, leave)) => transition.when(at_rest.clone()).doing(leave.clone()),
                None => transition,
            }
        };
        for (number, alternative) in open_ones(select, open) {
            match &alternative.kind {
                AlternativeKind::Accept { .. } => {}
                AlternativeKind::Delay => {
                    let val = Binding::Static(Value::Int(number as i64));
                    let transition = self.transition(&config, Some(select.into), val);
                    transitions.push(unless_called(transition));
                }
                AlternativeKind::Terminate { group } => match self.may_end(&config, *group) {
                    Ok(condition) => {
                        let mut to = config.clone();
                        to.focus.clear();
                        to.frames.clear();
                        // Its groups count it no longer, and there is nothing more to say.
                        to.phase = Phase::Over;
                        transitions.push(Transition::to(to).when(condition));
                    }
                    Err(next) => return next,
                },
            }
        }
        if select.otherwise {
            let val = Binding::Static(Value::Int(select.alternatives.len() as i64));
            let transition = self.transition(&config, Some(select.into), val);
            transitions.push(unless_called(transition));
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// The transitions that accept a caller at an open alternative, and the condition that no caller waits at any.
    fn accepting(
        &mut self,
        config: &AbstractState,
        select: &Select,
        open: &[u32],
        resting: Option<&RestMark>,
    ) -> Result<(Vec<Transition>, Option<sys::Expr>), StepResult> {
        let group = terminates(select, open);
        let mut transitions = Vec::new();
        let mut none_waits: Option<sys::Expr> = None;
        for (number, alternative) in open_ones(select, open) {
            let AlternativeKind::Accept { at, parameters } = &alternative.kind else { continue };
            let (owner, entry) = self.entry_ref(config, *at)?;
            let mut to = config.clone();
            let mut effects = Vec::new();
            if let Some(group) = group {
                effects = self.count(&mut to, group, 1)?;
            }
            let mut places = Vec::new();
            for (position, var) in parameters.iter().enumerate() {
                places.push(self.received(&mut to, owner, at.entry, position, *var));
            }
            let mut transition =
                self.transition(&to, Some(select.into), Binding::Static(Value::Int(number as i64)));
            transition.effects.splice(0..0, effects);
            transition.sync = Some(Sync::Accept { entry: entry.clone(), parameters: places });
            transition.marks.push(self.entry_mark("accept", *at, owner));
            transition.marks.push(self.entry_mark("rendezvous", *at, owner));
            if let Some((rests, at_rest, leave)) = resting {
                let index = self.index_of(*at, &entry).unwrap_or(0);
                let called = equal(sys::Expr::Read(rests.clone()), urgent(at.entry, index));
                transition =
                    transition.when(binary(BinaryOp::Or, Width::W64, at_rest.clone(), called));
                transition.effects.push(leave.clone());
            }
            transitions.push(transition);
            let empty = equal(waiting(&entry), 0);
            none_waits = Some(match none_waits {
                None => empty,
                Some(other) => binary(BinaryOp::And, Width::W64, other, empty),
            });
        }
        Ok((transitions, none_waits))
    }
}

/// The number that says that a caller of an entry is certain to be served.
pub(super) fn urgent(entry: EntryId, index: i64) -> i64 {
    -1 - (i64::from(entry.0) * 1024 + index)
}

pub(super) fn waiting(entry: &EntryRef) -> sys::Expr {
    sys::Expr::Waiting(entry.entry, entry.index.clone().map(Box::new))
}

//! Finds an accepting run of a claim (a Büchi automaton) over an execution all of whose steps are known.

use trine_property::{Claim, ClaimStateId};
use trine_system::{Interpreter, State};
use trine_verdict::{Trace, TraceMove, TraceStep};

use crate::replay::moves_claim;

/// The execution with the moves of the claim that make it a violation, if there are some. With `loop_from`,
/// the moves from there on are repeated for ever.
pub fn claim_run(
    interpreter: &Interpreter<'_>,
    claim: &Claim,
    moves: &[TraceMove],
    loop_from: Option<usize>,
) -> Option<Trace> {
    let mut states = vec![interpreter.initial().state?];
    for action in moves {
        let state = states.last()?;
        states.push(match action {
            TraceMove::Stutter => state.clone(),
            TraceMove::System(step) => interpreter.step(state, step).state?,
        });
    }
    let run = ClaimRun { interpreter, claim, moves, states };
    match loop_from {
        Some(from) => run.to_the_end().or_else(|| run.for_ever(from)),
        None => run.to_the_end(),
    }
}

struct ClaimRun<'a, 's> {
    interpreter: &'a Interpreter<'s>,
    claim: &'a Claim,
    moves: &'a [TraceMove],
    /// One more than there are moves.
    states: Vec<State>,
}

/// The states of a claim from some position on, one after each move.
type Run = Vec<ClaimStateId>;

/// A state of the claim, and whether an accepting one was passed since the beginning.
type Stand = (ClaimStateId, bool);

impl ClaimRun<'_, '_> {
    /// Where the claim can go at a position, and whether that violates by itself.
    fn claim_moves(&self, position: usize, from: ClaimStateId) -> Vec<(ClaimStateId, bool)> {
        let state = &self.states[position];
        if !moves_claim(state) {
            return vec![(from, false)];
        }
        let moves = self.claim.moves(from, |expr| self.interpreter.eval(state, expr));
        let violates = |(to, failed): (ClaimStateId, bool)| failed || self.claim.states[to].final_;
        moves.into_iter().map(|at| (at.0, violates(at))).collect()
    }

    /// The shortest part of the execution at whose end a move of the claim violates by itself.
    fn to_the_end(&self) -> Option<Trace> {
        let mut layers = vec![vec![(self.claim.initial, 0)]];
        for position in 0..self.states.len() {
            let mut next: Vec<(ClaimStateId, usize)> = Vec::new();
            for (before, (stand, _)) in layers[position].iter().enumerate() {
                for (to, violates) in self.claim_moves(position, *stand) {
                    if violates {
                        let run = unwound(&layers, position, before);
                        let steps = self.steps(0, &run);
                        return Some(Trace { steps, loop_from: None, last_claim: Some(to) });
                    }
                    if next.iter().all(|(known, _)| *known != to) {
                        next.push((to, before));
                    }
                }
            }
            layers.push(next);
        }
        None
    }

    /// All stands to which the claim can come between two positions, each with a run to it.
    fn runs(&self, start: ClaimStateId, from: usize, to: usize) -> Vec<(Stand, Run)> {
        let mut layers: Vec<Vec<(Stand, usize)>> = vec![vec![((start, false), 0)]];
        for position in from..to {
            let mut next: Vec<(Stand, usize)> = Vec::new();
            for (before, ((stand, passed), _)) in layers[position - from].iter().enumerate() {
                for (to, _) in self.claim_moves(position, *stand) {
                    let stand = (to, *passed || self.claim.states[to].accepting);
                    if next.iter().all(|(known, _)| *known != stand) {
                        next.push((stand, before));
                    }
                }
            }
            layers.push(next);
        }
        let last = to - from;
        let ends = layers[last].iter().enumerate();
        let run = |at: usize| unwound(&layers, last, at).into_iter().map(|(to, _)| to).collect();
        ends.map(|(at, (stand, _))| (*stand, run(at))).collect()
    }

    /// A run that passes an accepting state in each round.
    fn for_ever(&self, from: usize) -> Option<Trace> {
        let end = self.moves.len();
        // Where the claim can be when a round begins, with the runs to there and from there.
        let arriving = self.runs(self.claim.initial, 0, from);
        let mut known: Vec<(ClaimStateId, Run)> = Vec::new();
        for ((stand, _), run) in arriving {
            if known.iter().all(|(other, _)| *other != stand) {
                known.push((stand, run));
            }
        }
        let mut rounds: Vec<Vec<(Stand, Run)>> = Vec::new();
        while let Some((stand, to_here)) = known.get(rounds.len()).cloned() {
            let round = self.runs(stand, from, end);
            for ((next, _), run) in &round {
                if known.iter().all(|(other, _)| other != next) {
                    known.push((*next, to_here.iter().chain(run).copied().collect()));
                }
            }
            rounds.push(round);
        }
        let number = |stand: ClaimStateId| known.iter().position(|(other, _)| *other == stand);
        for (begin, (stand, to_here)) in known.iter().enumerate() {
            for ((next, passed), run) in &rounds[begin] {
                if !passed {
                    continue;
                }
                let Some(back) = self.way_back(number(*next)?, *stand, &rounds, &number) else {
                    continue;
                };
                let loop_from = Some(to_here.len());
                let whole: Run = to_here.iter().chain(run).chain(&back).copied().collect();
                let steps = self.steps(from, &whole);
                return Some(Trace { steps, loop_from, last_claim: None });
            }
        }
        None
    }

    /// The run of further rounds that lead from one stand to another; nothing where they are the same.
    fn way_back(
        &self,
        start: usize,
        to: ClaimStateId,
        rounds: &[Vec<(Stand, Run)>],
        number: &dyn Fn(ClaimStateId) -> Option<usize>,
    ) -> Option<Run> {
        let target = number(to)?;
        let mut ways: Vec<Option<Run>> = vec![None; rounds.len()];
        ways[start] = Some(Vec::new());
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            let here = ways[at].clone()?;
            for ((next, _), run) in &rounds[at] {
                let next = number(*next)?;
                if ways[next].is_none() {
                    ways[next] = Some(here.iter().chain(run).copied().collect());
                    open.push(next);
                }
            }
        }
        ways.swap_remove(target)
    }

    /// The steps of a run of the claim from the start on, round after round from `from` on.
    fn steps(&self, from: usize, run: &[ClaimStateId]) -> Vec<TraceStep> {
        let end = self.moves.len();
        let mut position = 0;
        let mut steps = Vec::new();
        for to in run {
            if position == end {
                position = from;
            }
            let looks = moves_claim(&self.states[position]);
            let action = self.moves[position].clone();
            steps.push(TraceStep { action, claim: looks.then_some(*to) });
            position += 1;
        }
        steps
    }
}

/// What was passed on the way to an entry of a layer, the first layer left out; each entry knows the one
/// before it.
fn unwound<T: Copy>(layers: &[Vec<(T, usize)>], layer: usize, at: usize) -> Vec<T> {
    let mut run = Vec::with_capacity(layer);
    let mut at = at;
    for layer in layers[1..=layer].iter().rev() {
        run.push(layer[at].0);
        at = layer[at].1;
    }
    run.reverse();
    run
}

//! Puts the steps of a flow in an order in which the networks can take them, as far as that goes. Where it goes
//! no further, the steps that are left say what they wait for.

use rustc_hash::FxHashSet;
use trine_verdict::{IlpEvent, IlpPart};

use crate::problem::{Kind, Problem, Vertex};

/// What came of it.
#[derive(Debug)]
pub enum Replay {
    /// There is an order.
    Whole,
    /// There is none, or none was found: where the longest beginning stops, the stage, and the labels that
    /// a network would say there and none would observe.
    Blocked { stage: u32, labels: Vec<u32> },
}

/// So many beginnings are looked at.
const MOST: usize = 2_000;

/// Looks for an order.
pub fn replay(problem: &Problem<'_>, flow: &[i64]) -> Replay {
    let mut used: Vec<Vec<u32>> = vec![Vec::new(); problem.count() as usize];
    for (at, variable) in problem.variables.iter().enumerate().filter(|(at, _)| flow[*at] > 0) {
        used[variable.network as usize].push(at as u32);
    }
    let game = Game { problem, used };
    let first = |network: u32| {
        let state = problem.first(network);
        Some(Vertex { stage: 0, state })
    };
    let start = Position { at: (0..problem.count()).map(first).collect(), left: flow.to_vec() };
    let mut seen: FxHashSet<Vec<i64>> = [flow.to_vec()].into_iter().collect();
    let mut deepest = (start.total(), start.clone());
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        let total = position.total();
        if total == 0 {
            return Replay::Whole;
        }
        if total < deepest.0 {
            deepest = (total, position.clone());
        }
        if seen.len() > MOST {
            break;
        }
        let next = game.next(&position, &mut Vec::new());
        open.extend(next.into_iter().rev().filter(|next| seen.insert(next.left.clone())));
    }
    let position = deepest.1;
    let mut labels = Vec::new();
    game.next(&position, &mut labels);
    let stage = position.stage().unwrap_or(0);
    // Where all labels would be observed, it is the end that does not come.
    labels.extend(game.left_to_say(&position, stage));
    let mut known = FxHashSet::default();
    labels.retain(|label| known.insert(*label));
    Replay::Blocked { stage, labels }
}

/// How far it has come: where each network is, and how often each variable is still to be used.
#[derive(Clone)]
struct Position {
    at: Vec<Option<Vertex>>,
    left: Vec<i64>,
}

impl Position {
    fn total(&self) -> i64 {
        self.left.iter().sum()
    }

    fn stage(&self) -> Option<u32> {
        self.at.iter().flatten().map(|vertex| vertex.stage).min()
    }
}

/// What has to be consumed before a step is complete.
#[derive(Clone, Copy)]
enum Need {
    Label(u32),
    Event(IlpEvent),
}

struct Game<'p, 'n> {
    problem: &'p Problem<'n>,
    /// The variables of each network that the flow uses.
    used: Vec<Vec<u32>>,
}

impl Game<'_, '_> {
    /// What can be used of a network where it is.
    fn here(&self, position: &Position, network: u32) -> Vec<u32> {
        let at = position.at[network as usize];
        let open = |variable: &&u32| {
            let from = self.problem.variables[**variable as usize].from;
            position.left[**variable as usize] > 0 && Some(from) == at
        };
        self.used[network as usize].iter().filter(open).copied().collect()
    }

    /// The positions behind a step, and the labels that no network observes.
    fn next(&self, position: &Position, unmatched: &mut Vec<u32>) -> Vec<Position> {
        let mut found = Vec::new();
        for network in 0..self.problem.count() {
            for variable in self.here(position, network) {
                let (Kind::Step(at) | Kind::End(at)) =
                    self.problem.variables[variable as usize].kind
                else {
                    continue;
                };
                let transition = &self.problem.transitions(network)[at as usize];
                if transition.trigger.is_none() {
                    let needs = Vec::new();
                    self.take(position.clone(), variable, needs, unmatched, &mut found);
                }
            }
        }
        // A stage without a last step of its own ends anywhere.
        if let Some(stage) = position.stage() {
            let asked = &self.problem.question.stages[stage as usize];
            if asked.ends.is_empty() && asked.at.is_none() {
                found.extend(self.crossed(position.clone(), stage));
            }
        }
        found
    }

    /// Uses a variable, and goes on with what has to be consumed.
    fn take(
        &self,
        mut position: Position,
        variable: u32,
        mut needs: Vec<Need>,
        unmatched: &mut Vec<u32>,
        found: &mut Vec<Position>,
    ) {
        let one = &self.problem.variables[variable as usize];
        position.left[variable as usize] -= 1;
        position.at[one.network as usize] = one.to;
        if let Kind::Step(at) | Kind::End(at) = one.kind {
            let transition = &self.problem.transitions(one.network)[at as usize];
            needs.extend(transition.parts.iter().map(|label| Need::Label(*label)));
            if self.problem.claim.is_some() {
                needs.extend(transition.events.iter().map(|event| Need::Event(*event)));
            }
        }
        let ending = matches!(one.kind, Kind::End(_));
        self.observe(position, (one.from.stage, ending), needs, unmatched, found);
    }

    fn observe(
        &self,
        position: Position,
        (stage, ending): (u32, bool),
        mut needs: Vec<Need>,
        unmatched: &mut Vec<u32>,
        found: &mut Vec<Position>,
    ) {
        if needs.is_empty() {
            match ending {
                true => found.extend(self.crossed(position, stage)),
                false => found.push(position),
            }
            return;
        }
        let need = needs.remove(0);
        let (network, trigger) = match need {
            Need::Label(label) => (self.problem.networks.labels[label as usize].0, label),
            Need::Event(IlpEvent::Observed(event)) => {
                (self.problem.networks.list.len() as u32, event)
            }
            // No claim observes it.
            Need::Event(IlpEvent::Unmodelled) => return,
        };
        let mut observed = false;
        for variable in self.here(&position, network) {
            let at = match (self.problem.variables[variable as usize].kind, ending) {
                (Kind::Step(at), false) | (Kind::End(at), true) => at,
                _ => continue,
            };
            let transition = &self.problem.transitions(network)[at as usize];
            if transition.trigger == Some(trigger) {
                observed = true;
                self.take(position.clone(), variable, needs.clone(), unmatched, found);
            }
        }
        if let (false, Need::Label(label)) = (observed, need) {
            unmatched.push(label);
        }
    }

    /// All others go over to the next stage as it is.
    fn crossed(&self, mut position: Position, stage: u32) -> Option<Position> {
        for network in 0..self.problem.count() {
            if position.at[network as usize].is_some_and(|vertex| vertex.stage == stage) {
                self.connect(&mut position, network)?;
            }
        }
        Some(position)
    }

    fn connect(&self, position: &mut Position, network: u32) -> Option<()> {
        let rests = |variable: &u32| {
            let kind = self.problem.variables[*variable as usize].kind;
            matches!(kind, Kind::Connect | Kind::Stuck)
        };
        let variable = self.here(position, network).into_iter().find(rests)?;
        position.left[variable as usize] -= 1;
        position.at[network as usize] = self.problem.variables[variable as usize].to;
        Some(())
    }

    /// The labels that are still to be said in a stage.
    fn left_to_say(&self, position: &Position, stage: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for (network, used) in self.used.iter().enumerate() {
            if self.problem.part(network as u32) == IlpPart::Claim {
                continue;
            }
            for variable in used.iter().filter(|at| position.left[**at as usize] > 0) {
                let one = &self.problem.variables[*variable as usize];
                if let Kind::Step(at) = one.kind
                    && one.from.stage == stage
                {
                    found.extend(&self.problem.transitions(network as u32)[at as usize].parts);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

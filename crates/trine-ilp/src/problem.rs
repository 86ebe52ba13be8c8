//! The integer program of a question (paper 004, section 2): copies of the networks for each stage, joined at their
//! ends, with flow equations (what enters a state leaves it) and communication equations (networks that share a step
//! take it equally often).

use rustc_hash::FxHashMap;
use trine_verdict::{IlpEvent, IlpLabel, IlpPart, IlpRow, IlpVariable, Word};

use crate::Goal;
use crate::claim_network::ClaimNetwork;
use crate::deadlock_rows::{self, DeadlockRow};
use crate::question::{Ending, Question};
use crate::system_facts::SystemFacts;
use crate::unfold::{Networks, Transition};

/// A system of equations in variables that are whole numbers and not negative.
pub struct Problem<'n> {
    pub networks: &'n Networks,
    pub question: &'n Question,
    /// The claim, where it is a network.
    pub claim: Option<ClaimNetwork>,
    pub variables: Vec<Variable>,
    pub rows: Vec<Row>,
    /// The names of rows about rest.
    rest: Vec<IlpRow>,
    /// How many variables there were before those that no flow can use were left out.
    pub before: usize,
}

/// How often something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub kind: Kind,
    pub network: u32,
    pub from: Vertex,
    /// None is behind the last stage.
    pub to: Option<Vertex>,
}

impl Variable {
    /// It is part of the step that ends a stage, and not the last that this step means to the part.
    pub fn is_within(&self) -> bool {
        let stays = self.to.is_some_and(|to| to.stage == self.from.stage);
        matches!(self.kind, Kind::End(_)) && stays
    }
}

/// What a variable of the program counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A transition, by its number.
    Step(u32),
    /// A transition that is part of the step with which the stage ends. It leads to the next stage, or stays in
    /// this one where that step means more than one thing to the part.
    End(u32),
    /// Nothing happens where the stage ends.
    Connect,
    /// A process is at the end where it waits for ever.
    Stuck,
}

/// A state of a network in a stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex {
    pub stage: u32,
    pub state: u32,
}

/// A row of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub name: RowName,
    /// With variables in order.
    pub terms: Vec<(u32, i64)>,
    pub least: bool,
    pub right: i64,
}

/// What a row says, by its origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RowName {
    Flow {
        network: u32,
        vertex: Vertex,
    },
    Meet {
        stage: u32,
        ending: bool,
        label: u32,
    },
    Hear {
        stage: u32,
        ending: bool,
        event: IlpEvent,
    },
    Once {
        stage: u32,
    },
    Requires {
        stage: u32,
        event: u32,
    },
    Returns {
        network: u32,
        state: u32,
    },
    Goes,
    Accepts,
    Branch(u32),
    /// One about rest, by its position among them.
    Deadlock(u32),
    /// One of the augmented system; no certificate mentions it.
    Augmented,
}

/// What is left out of the equations from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prune {
    Nothing,
    /// What an interval forbids for those that meet, and then what is not on a way from the start of a network
    /// to its end.
    Ways,
    /// That, and what has no partner, as often as it helps.
    #[default]
    All,
}

/// A step has several events of which one ends a stage, so that the stages cannot be told apart.
#[derive(Debug)]
pub struct SeveralEvents;

impl<'n> Problem<'n> {
    /// Writes the equations of a question over copies of the networks, one for each stage.
    pub fn new(
        facts: &SystemFacts<'_>,
        networks: &'n Networks,
        goal: Goal<'_>,
        question: &'n Question,
        prune: Prune,
    ) -> Result<Problem<'n>, SeveralEvents> {
        let claim = match (question.claim, goal) {
            (None, _) => None,
            (Some(ending), Goal::Claim(claim)) => Some(ClaimNetwork::new(claim, ending)),
            (Some(_), Goal::Deadlock) => {
                trine_base::cannot_happen!("a question about deadlock names a claim")
            }
        };
        let mut problem = Problem {
            networks,
            question,
            claim,
            variables: Vec::new(),
            rows: Vec::new(),
            rest: Vec::new(),
            before: 0,
        };
        problem.copy(facts)?;
        problem.before = problem.variables.len();
        problem.prune(prune);
        problem.equations();
        if let Some(rest) = question.rest {
            for DeadlockRow { name, terms, right } in deadlock_rows::rows(&problem, facts, rest) {
                let number = RowName::Deadlock(problem.rest.len() as u32);
                problem.rest.push(name);
                problem.rows.push(Row { name: number, terms, least: true, right });
            }
        }
        Ok(problem)
    }

    /// The networks, with that of the claim behind the others.
    pub fn count(&self) -> u32 {
        self.networks.list.len() as u32 + u32::from(self.claim.is_some())
    }

    /// The transitions of a network; the claim is the one behind the others.
    pub fn transitions(&self, network: u32) -> &[Transition] {
        match (self.networks.list.get(network as usize), &self.claim) {
            (Some(network), _) => &network.transitions,
            (None, Some(claim)) => &claim.transitions,
            (None, None) => &[],
        }
    }

    /// How many states a network has.
    pub fn states(&self, network: u32) -> usize {
        match self.networks.list.get(network as usize) {
            Some(network) => network.states.len(),
            None => self.claim.as_ref().map_or(0, |claim| claim.accepting.len()),
        }
    }

    /// The part of the system that a network describes.
    pub fn part(&self, network: u32) -> IlpPart {
        self.networks.list.get(network as usize).map_or(IlpPart::Claim, |network| network.part)
    }

    /// A state of a network as certificates write it.
    pub fn word(&self, network: u32, state: u32) -> Word {
        match self.networks.list.get(network as usize) {
            Some(network) => network.states[state as usize].clone(),
            None => [i64::from(state)].into(),
        }
    }

    /// The state in which a network begins.
    pub fn first(&self, network: u32) -> u32 {
        match (self.part(network), &self.claim) {
            (IlpPart::Claim, Some(claim)) => claim.initial,
            _ => 0,
        }
    }

    /// Where a variable leads, and with which labels.
    fn step(&self, variable: &Variable) -> Option<&Transition> {
        match variable.kind {
            Kind::Step(at) | Kind::End(at) => {
                Some(&self.transitions(variable.network)[at as usize])
            }
            Kind::Connect | Kind::Stuck => None,
        }
    }

    /// Leaves out what no flow can use: what is not on a way from the start to the end, and what has
    /// no partner.
    fn prune(&mut self, how: Prune) {
        if how == Prune::Nothing {
            return;
        }
        let mut rounds = 0;
        loop {
            let before = self.variables.len();
            let mut keep = vec![true; before];
            if how == Prune::All || rounds == 0 {
                self.lonely(&mut keep);
            }
            self.unreachable(&mut keep);
            rounds += 1;
            let mut at = 0;
            self.variables.retain(|_| (keep[at], at += 1).0);
            if self.variables.len() == before {
                return;
            }
        }
    }

    fn unreachable(&self, keep: &mut [bool]) {
        let stages = self.question.stages.len();
        let mut of_networks: Vec<Vec<usize>> = vec![Vec::new(); self.count() as usize];
        for (at, variable) in self.variables.iter().enumerate().filter(|(at, _)| keep[*at]) {
            of_networks[variable.network as usize].push(at);
        }
        for (network, own) in of_networks.into_iter().enumerate() {
            let width = self.states(network as u32);
            let number = |vertex: Vertex| vertex.stage as usize * width + vertex.state as usize;
            let sink = stages * width;
            let mut forward: Vec<Vec<usize>> = vec![Vec::new(); sink + 1];
            let mut backward: Vec<Vec<usize>> = vec![Vec::new(); sink + 1];
            for at in &own {
                let variable = &self.variables[*at];
                let (from, to) = (number(variable.from), variable.to.map_or(sink, number));
                forward[from].push(to);
                backward[to].push(from);
            }
            let first = self.first(network as u32) as usize;
            let (from, to) = (reach(&forward, first), reach(&backward, sink));
            for at in own {
                let variable = &self.variables[at];
                let (tail, head) = (number(variable.from), variable.to.map_or(sink, number));
                keep[at] &= from[tail] && to[head];
            }
        }
    }

    fn lonely(&self, keep: &mut [bool]) {
        let mut sides: FxHashMap<RowName, (bool, bool)> = FxHashMap::default();
        let kept = |keep: &[bool]| -> Vec<usize> {
            (0..self.variables.len()).filter(|at| keep[*at]).collect()
        };
        for at in kept(keep) {
            self.meets(&self.variables[at], &mut |row, side| {
                let both = sides.entry(row).or_default();
                if side > 0 { both.0 = true } else { both.1 = true }
            });
        }
        for at in kept(keep) {
            self.meets(&self.variables[at], &mut |row, _| keep[at] &= sides[&row] == (true, true));
        }
    }

    /// The meetings a variable takes part in: as one that does it (1) or to which it is done (-1).
    fn meets(&self, variable: &Variable, see: &mut dyn FnMut(RowName, i64)) {
        let Some(transition) = self.step(variable) else { return };
        let stage = variable.from.stage;
        let ending = matches!(variable.kind, Kind::End(_));
        let claims = self.claim.is_some();
        if self.part(variable.network) == IlpPart::Claim {
            if let Some(event) = transition.trigger.map(IlpEvent::Observed) {
                see(RowName::Hear { stage, ending, event }, -1);
            }
            return;
        }
        for label in &transition.parts {
            see(RowName::Meet { stage, ending, label: *label }, 1);
        }
        if let Some(label) = transition.trigger {
            see(RowName::Meet { stage, ending, label }, -1);
        }
        if claims {
            for event in &transition.events {
                see(RowName::Hear { stage, ending, event: *event }, 1);
            }
        }
    }

    fn equations(&mut self) {
        let mut rows: FxHashMap<RowName, FxHashMap<u32, i64>> = FxHashMap::default();
        let mut order: Vec<RowName> = Vec::new();
        let mut add = |row: RowName, term: Option<(u32, i64)>| {
            let terms = rows.entry(row).or_insert_with(|| {
                order.push(row);
                FxHashMap::default()
            });
            if let Some((variable, by)) = term {
                *terms.entry(variable).or_default() += by;
            }
        };
        for network in 0..self.count() {
            let vertex = Vertex { stage: 0, state: self.first(network) };
            // There is a row for the start even where nothing leaves it.
            add(RowName::Flow { network, vertex }, None);
        }
        for (at, variable) in self.variables.iter().enumerate() {
            let (at, network) = (at as u32, variable.network);
            add(RowName::Flow { network, vertex: variable.from }, Some((at, -1)));
            if let Some(vertex) = variable.to {
                add(RowName::Flow { network, vertex }, Some((at, 1)));
            }
            self.meets(variable, &mut |row, by| add(row, Some((at, by))));
            let Some(transition) = self.step(variable) else { continue };
            let stage = variable.from.stage;
            let asked = &self.question.stages[stage as usize];
            let ending = matches!(variable.kind, Kind::End(_));
            let claims = self.part(network) == IlpPart::Claim;
            if ending && !claims && asked.at.is_some() && asked.at == transition.trigger {
                add(RowName::Once { stage }, Some((at, 1)));
            }
            for event in &transition.events {
                if ending && asked.ends.contains(event) {
                    add(RowName::Once { stage }, Some((at, 1)));
                }
                if let IlpEvent::Observed(event) = *event
                    && (!ending || asked.at.is_some())
                    && asked.requires.contains(&event)
                {
                    add(RowName::Requires { stage: asked.of, event }, Some((at, 1)));
                }
            }
        }
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            if !asked.ends.is_empty() || asked.at.is_some() {
                add(RowName::Once { stage }, None);
            }
            for event in &asked.requires {
                add(RowName::Requires { stage: asked.of, event: *event }, None);
            }
        }
        if self.question.claim == Some(Ending::Round) {
            self.round(&mut add);
        }
        order.sort_unstable();
        for name in order {
            let mut terms: Vec<(u32, i64)> =
                rows[&name].iter().map(|(at, by)| (*at, *by)).filter(|(_, by)| *by != 0).collect();
            terms.sort_unstable();
            let (least, right) = match name {
                RowName::Flow { network, vertex } => {
                    let starts = vertex.stage == 0 && vertex.state == self.first(network);
                    (false, -i64::from(starts))
                }
                // What divides a stage may be said twice in one step.
                RowName::Once { stage } => (self.question.stages[stage as usize].at.is_some(), 1),
                RowName::Requires { .. } | RowName::Goes | RowName::Accepts => (true, 1),
                _ => (false, 0),
            };
            self.rows.push(Row { name, terms, least, right });
        }
    }

    /// What makes the last stage, or what it was divided into, a round.
    fn round(&self, add: &mut dyn FnMut(RowName, Option<(u32, i64)>)) {
        let in_round = |stage: u32| self.question.stages[stage as usize].of == 1;
        add(RowName::Goes, None);
        add(RowName::Accepts, None);
        for (at, variable) in self.variables.iter().enumerate() {
            let (at, network) = (at as u32, variable.network);
            let claims = self.part(network) == IlpPart::Claim;
            let claim = self.claim.as_ref().filter(|_| claims);
            let accepts = |state: u32| claim.is_some_and(|claim| claim.accepting[state as usize]);
            match (variable.to, self.step(variable)) {
                (None, _) => {
                    add(RowName::Returns { network, state: variable.from.state }, Some((at, -1)));
                }
                (Some(to), None) if in_round(to.stage) && !in_round(variable.from.stage) => {
                    add(RowName::Returns { network, state: to.state }, Some((at, 1)));
                    if accepts(to.state) {
                        add(RowName::Accepts, Some((at, 1)));
                    }
                }
                (Some(to), Some(transition)) if in_round(variable.from.stage) => {
                    if transition.trigger.is_none() && !claims {
                        add(RowName::Goes, Some((at, 1)));
                    }
                    if accepts(to.state) {
                        add(RowName::Accepts, Some((at, 1)));
                    }
                }
                _ => {}
            }
        }
    }

    /// A row as certificates name it; none for one that they do not know.
    pub fn row_key(&self, name: RowName) -> Option<IlpRow> {
        Some(match name {
            RowName::Flow { network, vertex } => IlpRow::Flow {
                stage: vertex.stage,
                part: self.part(network),
                state: self.word(network, vertex.state),
            },
            RowName::Meet { stage, ending, label } => {
                let (network, label) = &self.networks.labels[label as usize];
                let part = self.part(*network);
                IlpRow::Meet { stage, ending, part, label: label.clone() }
            }
            RowName::Hear { stage, ending, event } => {
                let (part, label) = (IlpPart::Claim, IlpLabel::Event(event));
                IlpRow::Meet { stage, ending, part, label }
            }
            RowName::Once { stage } => IlpRow::Once { stage },
            RowName::Requires { stage, event } => IlpRow::Requires { stage, event },
            RowName::Returns { network, state } => {
                IlpRow::Returns { part: self.part(network), state: self.word(network, state) }
            }
            RowName::Goes => IlpRow::Goes,
            RowName::Accepts => IlpRow::Accepts,
            RowName::Branch(depth) => IlpRow::Branch(depth),
            RowName::Deadlock(at) => self.rest[at as usize].clone(),
            RowName::Augmented => return None,
        })
    }

    /// A label as certificates name it.
    pub fn label(&self, label: u32) -> (IlpPart, IlpLabel) {
        let (network, label) = &self.networks.labels[label as usize];
        (self.part(*network), label.clone())
    }

    /// A variable as certificates name it.
    pub fn variable_key(&self, at: u32) -> IlpVariable {
        let variable = &self.variables[at as usize];
        let (stage, part) = (variable.from.stage, self.part(variable.network));
        let from = self.word(variable.network, variable.from.state);
        if variable.kind == Kind::Stuck {
            return IlpVariable::Stuck { part, state: from };
        }
        let Some(transition) = self.step(variable) else {
            return IlpVariable::Connect { stage, part, state: from };
        };
        let label = |label: &u32| self.label(*label);
        let trigger = match (part, transition.trigger) {
            (IlpPart::Claim, trigger) => {
                trigger.map(|event| IlpLabel::Event(IlpEvent::Observed(event)))
            }
            (_, trigger) => trigger.map(|trigger| label(&trigger).1),
        };
        IlpVariable::Step {
            stage,
            ending: matches!(variable.kind, Kind::End(_)),
            within: variable.is_within(),
            part,
            from,
            to: self.word(variable.network, transition.to),
            trigger,
            parts: transition.parts.iter().map(label).collect(),
            events: transition.events.clone(),
        }
    }
}

fn reach(next: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    seen[from] = true;
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for to in &next[at] {
            if !std::mem::replace(&mut seen[*to], true) {
                open.push(*to);
            }
        }
    }
    seen
}

//! The equations of a question: copies of the networks for each stage, joined at their ends, and rows that
//! say what flows and what agrees.

use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::Id;
use trine_property::Claim;
use trine_verdict::{IlpPart, IlpRow, IlpVariable, UNMODELLED, Word};

use crate::frame::Frame;
use crate::listener::transitions_of;
use crate::question::{Ending, Question, Rest};
use crate::rest::{self, RestRow};
use crate::slice::Slice;
use crate::unfold::{Networks, Transition};

/// A system of equations in variables that are whole numbers and not negative.
pub struct Problem<'n> {
    pub networks: &'n Networks,
    pub question: &'n Question,
    /// The claim's own transitions, where it is a network.
    pub claim: Vec<Transition>,
    claim_states: usize,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A transition, by its number.
    Step(u32),
    /// The transition with which the stage ends.
    End(u32),
    /// Nothing happens where the stage ends.
    Connect,
    /// A process is at the end where it waits for ever.
    Stuck,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex {
    pub stage: u32,
    pub state: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub name: RowName,
    /// With variables in order.
    pub terms: Vec<(u32, i64)>,
    pub least: bool,
    pub right: i64,
}

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
        event: u32,
    },
    Once {
        stage: u32,
    },
    Requires {
        stage: u32,
        event: u32,
    },
    Branch(u32),
    /// One about rest, by its position among them.
    Rest(u32),
    /// One of the augmented system; no certificate mentions it.
    Augmented,
}

/// What is left out of the equations from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prune {
    Nothing,
    /// What an interval forbids for those who meet, and then what is not on a way from the start of a network
    /// to its end.
    Ways,
    /// That, and what has nobody to meet, as often as it helps.
    #[default]
    All,
}

/// A step has several events of which one ends a stage, so that the stages cannot be told apart.
#[derive(Debug)]
pub struct SeveralEvents;

impl<'n> Problem<'n> {
    pub fn new(
        frame: &Frame<'_>,
        networks: &'n Networks,
        claim: &Claim,
        question: &'n Question,
        prune: Prune,
    ) -> Result<Problem<'n>, SeveralEvents> {
        let ended = question.claim == Some(Ending::AllEnded);
        let mut problem = Problem {
            networks,
            question,
            claim: match question.claim {
                Some(_) => transitions_of(claim, ended),
                None => Vec::new(),
            },
            claim_states: question.claim.map_or(0, |_| claim.states.len()),
            variables: Vec::new(),
            rows: Vec::new(),
            rest: Vec::new(),
            before: 0,
        };
        problem.copy(frame, claim)?;
        problem.before = problem.variables.len();
        problem.prune(claim, prune);
        problem.equations(claim);
        if let Some(rest) = question.rest {
            for RestRow { name, terms, right } in rest::rows(&problem, frame, rest) {
                let number = RowName::Rest(problem.rest.len() as u32);
                problem.rest.push(name);
                problem.rows.push(Row { name: number, terms, least: true, right });
            }
        }
        Ok(problem)
    }

    /// The networks, with that of the claim behind the others.
    pub fn count(&self) -> u32 {
        self.networks.list.len() as u32 + u32::from(self.claim_states > 0)
    }

    pub fn transitions(&self, network: u32) -> &[Transition] {
        match self.networks.list.get(network as usize) {
            Some(network) => &network.transitions,
            None => &self.claim,
        }
    }

    pub fn states(&self, network: u32) -> usize {
        match self.networks.list.get(network as usize) {
            Some(network) => network.states.len(),
            None => self.claim_states,
        }
    }

    pub fn part(&self, network: u32) -> IlpPart {
        self.networks.list.get(network as usize).map_or(IlpPart::Claim, |network| network.part)
    }

    pub fn word(&self, network: u32, state: u32) -> Word {
        match self.networks.list.get(network as usize) {
            Some(network) => network.states[state as usize].clone(),
            None => [i64::from(state)].into(),
        }
    }

    pub fn first(&self, network: u32, claim: &Claim) -> u32 {
        match self.part(network) {
            IlpPart::Claim => claim.initial.index() as u32,
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

    /// Makes the variables of all stages.
    fn copy(&mut self, frame: &Frame<'_>, claim: &Claim) -> Result<(), SeveralEvents> {
        let mut variables = Vec::new();
        let last = self.question.stages.len() as u32 - 1;
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            let ending = self.ending(&asked.ends)?;
            let acts = self.acting(&asked.ends);
            for network in 0..self.count() {
                let vertex = |state: u32| Vertex { stage, state };
                for (at, transition) in self.transitions(network).iter().enumerate() {
                    let allowed = |event: &u32| match &asked.allowed {
                        Some(allowed) => allowed.contains(event),
                        None => *event != UNMODELLED,
                    };
                    let (from, to) = (vertex(transition.from), transition.to);
                    if transition.events.iter().all(allowed) {
                        let to = Some(vertex(to));
                        variables.push(Variable { kind: Kind::Step(at as u32), network, from, to });
                    }
                    if ending.contains(&(network, at as u32)) {
                        let to = (stage < last).then_some(Vertex { stage: stage + 1, state: to });
                        variables.push(Variable { kind: Kind::End(at as u32), network, from, to });
                    }
                }
                // Who takes part in every step that can end the stage cannot go on as it is.
                if acts.contains(&network) {
                    continue;
                }
                let stays =
                    self.question.rest.map(|rest| (rest, rest::stays(self, frame, network, rest)));
                for state in 0..self.states(network) as u32 {
                    let stays = |wanted: Rest| match &stays {
                        Some((rest, stays)) if *rest == wanted => Some(stays[state as usize]),
                        _ => None,
                    };
                    if stays(Rest::Everybody) == Some(false) {
                        continue;
                    }
                    if stage == last && !self.may_end(frame, claim, network, state) {
                        continue;
                    }
                    let to = (stage < last).then_some(Vertex { stage: stage + 1, state });
                    let from = vertex(state);
                    variables.push(Variable { kind: Kind::Connect, network, from, to });
                    if stays(Rest::Circle) == Some(true) {
                        variables.push(Variable { kind: Kind::Stuck, network, from, to });
                    }
                }
            }
        }
        self.variables = variables;
        Ok(())
    }

    /// Whether a part may be in a state at the end of everything.
    fn may_end(&self, frame: &Frame<'_>, claim: &Claim, network: u32, state: u32) -> bool {
        match (self.question.claim, self.part(network)) {
            (Some(_), IlpPart::Claim) => claim.states[trine_property::ClaimStateId(state)].final_,
            (Some(Ending::AllEnded), IlpPart::Process(process)) => {
                let word = &self.networks.list[network as usize].states[state as usize];
                Slice::decode(word).has_ended(frame.system, frame, process)
            }
            _ => true,
        }
    }

    /// The networks that take part in every step that can end a stage: it is theirs, it is said to them, or
    /// only they could have caused it.
    fn acting(&self, ends: &[u32]) -> FxHashSet<u32> {
        // For each label, who says it: nobody, one network, or more.
        let mut sayers: Vec<Option<u32>> = vec![None; self.networks.labels.len()];
        let mut several = vec![false; sayers.len()];
        for (network, one) in self.networks.list.iter().enumerate() {
            for label in one.transitions.iter().flat_map(|transition| &transition.parts) {
                let known = sayers[*label as usize].replace(network as u32);
                several[*label as usize] |= known.is_some_and(|known| known != network as u32);
            }
        }
        let all = self.networks.list.iter().flat_map(|one| &one.transitions);
        let heard: FxHashSet<u32> = all.filter_map(|transition| transition.trigger).collect();
        let mut found: Option<FxHashSet<u32>> = None;
        for (network, one) in self.networks.list.iter().enumerate() {
            for transition in &one.transitions {
                // What is said to somebody who never hears it does not happen.
                if !transition.events.iter().any(|event| ends.contains(event))
                    || !transition.parts.iter().all(|label| heard.contains(label))
                {
                    continue;
                }
                let told =
                    transition.parts.iter().map(|label| self.networks.labels[*label as usize].0);
                let mut here: FxHashSet<u32> = told.chain([network as u32]).collect();
                if let Some(label) = transition.trigger
                    && !several[label as usize]
                {
                    here.extend(sayers[label as usize]);
                }
                found = Some(match found {
                    Some(known) => known.intersection(&here).copied().collect(),
                    None => here,
                });
            }
        }
        found.unwrap_or_default()
    }

    /// The transitions that can be part of a step which ends a stage: those with one of the events,
    /// and those that take part in the same step. Two of them with events are too many.
    fn ending(&self, ends: &[u32]) -> Result<FxHashSet<(u32, u32)>, SeveralEvents> {
        let mut found: FxHashSet<(u32, u32)> = FxHashSet::default();
        if ends.is_empty() {
            return Ok(found);
        }
        // Beyond what is not modelled nothing is asked.
        let unmodelled = ends == [UNMODELLED];
        let mut says: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.networks.labels.len()];
        let mut hears: Vec<Vec<(u32, u32)>> = says.clone();
        // Those to look at, with the label by which the step came to them.
        let mut open: Vec<((u32, u32), Option<u32>)> = Vec::new();
        for network in 0..self.networks.list.len() as u32 {
            for (at, transition) in self.transitions(network).iter().enumerate() {
                let key = (network, at as u32);
                transition.parts.iter().for_each(|label| says[*label as usize].push(key));
                transition.trigger.iter().for_each(|label| hears[*label as usize].push(key));
                if transition.events.iter().any(|event| ends.contains(event)) {
                    if transition.events.len() > 1 && !unmodelled {
                        return Err(SeveralEvents);
                    }
                    open.push((key, None));
                }
            }
        }
        let mut seen: FxHashSet<((u32, u32), Option<u32>)> = open.iter().copied().collect();
        while let Some((key, came)) = open.pop() {
            let transition = &self.transitions(key.0)[key.1 as usize];
            if came.is_some() && !transition.events.is_empty() && !unmodelled {
                return Err(SeveralEvents);
            }
            found.insert(key);
            let mut visit = |label: u32, others: &[(u32, u32)]| {
                if came != Some(label) {
                    let next = others.iter().map(|other| (*other, Some(label)));
                    open.extend(next.filter(|next| seen.insert(*next)));
                }
            };
            transition.parts.iter().for_each(|label| visit(*label, &hears[*label as usize]));
            transition.trigger.iter().for_each(|label| visit(*label, &says[*label as usize]));
        }
        Ok(found)
    }

    /// Leaves out what no flow can use: what is not on a way from the start to the end, and what has
    /// nobody to meet.
    fn prune(&mut self, claim: &Claim, how: Prune) {
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
            self.unreachable(claim, &mut keep);
            rounds += 1;
            let mut at = 0;
            self.variables.retain(|_| (keep[at], at += 1).0);
            if self.variables.len() == before {
                return;
            }
        }
    }

    fn unreachable(&self, claim: &Claim, keep: &mut [bool]) {
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
            let first = self.first(network as u32, claim) as usize;
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

    /// The meetings a variable takes part in: as one who does it (1) or to whom it is done (-1).
    fn meets(&self, variable: &Variable, see: &mut dyn FnMut(RowName, i64)) {
        let Some(transition) = self.step(variable) else { return };
        let stage = variable.from.stage;
        let ending = matches!(variable.kind, Kind::End(_));
        let claims = self.claim_states > 0;
        if self.part(variable.network) == IlpPart::Claim {
            if let Some(event) = transition.trigger {
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

    fn equations(&mut self, claim: &Claim) {
        let mut rows: FxHashMap<RowName, FxHashMap<u32, i64>> = FxHashMap::default();
        let mut order: Vec<RowName> = Vec::new();
        let mut add = |row: RowName, variable: u32, by: i64| {
            let terms = rows.entry(row).or_insert_with(|| {
                order.push(row);
                FxHashMap::default()
            });
            *terms.entry(variable).or_default() += by;
        };
        for network in 0..self.count() {
            let vertex = Vertex { stage: 0, state: self.first(network, claim) };
            // There is a row for the start even where nothing leaves it.
            add(RowName::Flow { network, vertex }, u32::MAX, 0);
        }
        for (at, variable) in self.variables.iter().enumerate() {
            let (at, network) = (at as u32, variable.network);
            add(RowName::Flow { network, vertex: variable.from }, at, -1);
            if let Some(vertex) = variable.to {
                add(RowName::Flow { network, vertex }, at, 1);
            }
            self.meets(variable, &mut |row, by| add(row, at, by));
            let Some(transition) = self.step(variable) else { continue };
            let stage = variable.from.stage;
            let asked = &self.question.stages[stage as usize];
            for event in &transition.events {
                if matches!(variable.kind, Kind::End(_)) && asked.ends.contains(event) {
                    add(RowName::Once { stage }, at, 1);
                }
                if matches!(variable.kind, Kind::Step(_)) && asked.requires.contains(event) {
                    add(RowName::Requires { stage, event: *event }, at, 1);
                }
            }
        }
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            if !asked.ends.is_empty() {
                add(RowName::Once { stage }, u32::MAX, 0);
            }
            for event in &asked.requires {
                add(RowName::Requires { stage, event: *event }, u32::MAX, 0);
            }
        }
        order.sort_unstable();
        for name in order {
            let mut terms: Vec<(u32, i64)> =
                rows[&name].iter().map(|(at, by)| (*at, *by)).filter(|(_, by)| *by != 0).collect();
            terms.sort_unstable();
            let (least, right) = match name {
                RowName::Flow { network, vertex } => {
                    let starts = vertex.stage == 0 && vertex.state == self.first(network, claim);
                    (false, -i64::from(starts))
                }
                RowName::Once { .. } => (false, 1),
                RowName::Requires { .. } => (true, 1),
                _ => (false, 0),
            };
            self.rows.push(Row { name, terms, least, right });
        }
    }

    /// A row as certificates name it.
    pub fn row_key(&self, name: RowName) -> IlpRow {
        match name {
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
                let label = [i64::from(event)].into();
                IlpRow::Meet { stage, ending, part: IlpPart::Claim, label }
            }
            RowName::Once { stage } => IlpRow::Once { stage },
            RowName::Requires { stage, event } => IlpRow::Requires { stage, event },
            RowName::Branch(depth) => IlpRow::Branch(depth),
            RowName::Rest(at) => self.rest[at as usize].clone(),
            RowName::Augmented => IlpRow::Branch(u32::MAX),
        }
    }

    /// A label as certificates name it.
    pub fn label(&self, label: u32) -> (IlpPart, Word) {
        let (network, word) = &self.networks.labels[label as usize];
        (self.part(*network), word.clone())
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
            (IlpPart::Claim, trigger) => trigger.map(|event| [i64::from(event)].into()),
            (_, trigger) => trigger.map(|trigger| label(&trigger).1),
        };
        IlpVariable::Step {
            stage,
            ending: matches!(variable.kind, Kind::End(_)),
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

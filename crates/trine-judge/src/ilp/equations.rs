//! The flow equations of a question, built again, and the check of their refutation.

mod copies;
mod refute;

use std::collections::{BTreeSet, HashMap};

use trine_base::Id;
use trine_property::{Claim, ClaimStateId, EventInstrumentation};
use trine_verdict::{IlpEvent, IlpLabel, IlpPart, IlpRow, Word};

use super::deadlock_rows::Resting;
use super::nets::{Arrow, Net, Nets};
use super::question::{Forever, Question, accepts_silence, moves};
use super::step::Stepper;

/// A variable: how often something happens to a part, from a state of one stage to one of the same or of the
/// next; behind the last there is none.
struct Variable {
    /// The part, by its position.
    part: usize,
    from: (u32, u32),
    to: Option<(u32, u32)>,
    /// The arrow, unless nothing happens; and whether it ends the stage.
    arrow: Option<usize>,
    ending: bool,
    /// It waits there for ever.
    stuck: bool,
}

impl Variable {
    /// It is part of the step that ends its stage, and the part goes on in that step.
    fn is_within(&self) -> bool {
        self.ending && self.to.is_some_and(|(stage, _)| stage == self.from.0)
    }
}

/// A network, with its states and labels numbered.
struct Numbered<'n> {
    part: IlpPart,
    net: &'n Net,
    states: Vec<&'n Word>,
    arrows: Vec<&'n Arrow>,
    /// For each arrow, the states it joins, and its labels: those of others, and its own cause.
    ends: Vec<(u32, u32)>,
    says: Vec<Vec<usize>>,
    observes: Vec<Option<usize>>,
}

/// The flow equations of a question.
pub struct Equations<'n> {
    question: &'n Question,
    nets: Vec<Numbered<'n>>,
    labels: Vec<(IlpPart, IlpLabel)>,
    variables: Vec<Variable>,
    rows: HashMap<IlpRow, Row>,
}

/// Where a part can be at the end.
struct Stays<'a> {
    /// As it is.
    plainly: &'a dyn Fn(IlpPart, &Word) -> bool,
    /// Waiting for ever.
    stuck: &'a dyn Fn(IlpPart, &Word) -> bool,
}

#[derive(Default, Clone)]
struct Row {
    terms: HashMap<u32, i128>,
    least: bool,
    right: i128,
}

/// The network of a claim.
pub fn claim_net(claim: &Claim, ended: bool) -> Net {
    let word = |state: ClaimStateId| -> Word { [state.index() as i64].into() };
    let mut net = Net { first: word(claim.initial), ..Net::default() };
    let events = claim.instrumentation.as_ref().map_or(0, EventInstrumentation::count);
    for from in claim.states.ids() {
        net.states.insert(word(from));
        for event in 0..=events {
            let to = match claim.states[from].final_ {
                true => vec![from],
                false => moves(claim, from, event, ended),
            };
            for to in to.into_iter().filter(|to| event > 0 || *to != from) {
                let observed = IlpLabel::Event(IlpEvent::Observed(event));
                let trigger = (event > 0).then_some(observed);
                let (from, to) = (word(from), word(to));
                let arrow = Arrow { from, to, trigger, parts: Vec::new(), events: Vec::new() };
                net.arrows.insert(arrow);
            }
        }
    }
    net
}

impl<'n> Equations<'n> {
    /// The equations; none where a step with several events is in the way of stages.
    pub fn new(
        nets: &'n Nets,
        question: &'n Question,
        stepper: &Stepper<'_>,
        claim: Option<(&Claim, &'n Net)>,
    ) -> Option<Self> {
        let mut equations = Equations {
            question,
            nets: Vec::new(),
            labels: Vec::new(),
            variables: Vec::new(),
            rows: HashMap::new(),
        };
        equations.number(nets, claim.map(|(_, own)| own));
        let resting = question.rest.map(|circle| Resting::new(nets, stepper, circle));
        let ends = |part: IlpPart, state: &Word| match (question.claim, part) {
            _ if question.forever == Forever::Round => true,
            (_, IlpPart::Claim) if question.forever == Forever::Still => {
                let at = ClaimStateId(state[0] as u32);
                claim.is_some_and(|(claim, _)| accepts_silence(claim, at))
            }
            _ if question.rest == Some(false) => {
                resting.as_ref().is_some_and(|resting| resting.may_stay(part, state))
            }
            (Some(_), IlpPart::Claim) => {
                claim.is_some_and(|(claim, _)| claim.states[ClaimStateId(state[0] as u32)].final_)
            }
            (Some(true), IlpPart::Process(process)) => {
                nets.ended.contains(&(process, state.clone()))
            }
            _ => true,
        };
        let stuck = |part: IlpPart, state: &Word| {
            question.rest == Some(true)
                && resting.as_ref().is_some_and(|resting| resting.may_stay(part, state))
        };
        equations.copies(&Stays { plainly: &ends, stuck: &stuck })?;
        equations.prune();
        equations.write();
        if let Some((claim, _)) = claim
            && question.forever == Forever::Round
        {
            equations.write_round(claim);
        }
        if let Some(resting) = &resting {
            equations.write_rest(resting);
        }
        Some(equations)
    }

    /// Numbers the states and labels of all networks, with that of the claim where the question has one.
    fn number(&mut self, nets: &'n Nets, claim: Option<&'n Net>) {
        let observes = self.question.claim.is_some();
        let last = claim.filter(|_| observes).map(|own| (&IlpPart::Claim, own));
        let mut numbers: HashMap<(IlpPart, IlpLabel), usize> = HashMap::new();
        for (part, net) in nets.nets.iter().chain(last) {
            let states: Vec<&Word> = net.states.iter().collect();
            let places: HashMap<&Word, u32> =
                states.iter().enumerate().map(|(at, word)| (*word, at as u32)).collect();
            let mut numbered = Numbered {
                part: *part,
                net,
                states,
                arrows: net.arrows.iter().collect(),
                ends: Vec::new(),
                says: Vec::new(),
                observes: Vec::new(),
            };
            let labels = &mut self.labels;
            let mut number = |part: IlpPart, label: IlpLabel| {
                *numbers.entry((part, label.clone())).or_insert_with(|| {
                    labels.push((part, label));
                    labels.len() - 1
                })
            };
            for arrow in &net.arrows {
                numbered.ends.push((places[&arrow.from], places[&arrow.to]));
                let says = arrow.parts.iter().map(|(part, label)| number(*part, label.clone()));
                let mut says: Vec<usize> = says.collect();
                if observes {
                    let observed =
                        |event: &IlpEvent| number(IlpPart::Claim, IlpLabel::Event(*event));
                    says.extend(arrow.events.iter().map(observed));
                }
                numbered.says.push(says);
                numbered
                    .observes
                    .push(arrow.trigger.as_ref().map(|label| number(*part, label.clone())));
            }
            self.nets.push(numbered);
        }
    }

    /// Adds the rows that make the last stage a round.
    fn write_round(&mut self, claim: &Claim) {
        let least = || Row { least: true, right: 1, ..Row::default() };
        let (mut goes, mut accepts) = (least(), least());
        let mut returns: HashMap<IlpRow, Row> = HashMap::new();
        for (at, variable) in self.variables.iter().enumerate() {
            let at = at as u32;
            let net = &self.nets[variable.part];
            let begun = |stage: u32| self.question.stages[stage as usize].whole == 1;
            let accepting = |state: u32| {
                let id = |word: &Word| ClaimStateId(word[0] as u32);
                net.part == IlpPart::Claim && claim.states[id(net.states[state as usize])].accepting
            };
            let mut is_there = |state: u32, by: i128| {
                let state = net.states[state as usize].clone();
                let row = returns.entry(IlpRow::Returns { part: net.part, state }).or_default();
                row.terms.insert(at, by);
            };
            let Some(to) = variable.to else {
                is_there(variable.from.1, -1);
                continue;
            };
            let begins = begun(to.0) && !begun(variable.from.0);
            if begins {
                is_there(to.1, 1);
            }
            if begun(to.0) && accepting(to.1) {
                accepts.terms.insert(at, 1);
            }
            let own = self.arrow(variable).is_some_and(|arrow| arrow.trigger.is_none());
            if own && begun(variable.from.0) && net.part != IlpPart::Claim {
                goes.terms.insert(at, 1);
            }
        }
        self.rows.extend(returns);
        self.rows.insert(IlpRow::Goes, goes);
        self.rows.insert(IlpRow::Accepts, accepts);
    }

    /// Adds the rows about rest.
    fn write_rest(&mut self, resting: &Resting<'_, '_>) {
        let mut places: HashMap<(IlpPart, Word), Vec<(u32, bool)>> = HashMap::new();
        for (at, variable) in self.variables.iter().enumerate() {
            // Only where everything ends.
            if variable.arrow.is_none() && variable.to.is_none() {
                let net = &self.nets[variable.part];
                let key = (net.part, net.states[variable.from.1 as usize].clone());
                places.entry(key).or_default().push((at as u32, variable.stuck));
            }
        }
        let anyhow = self.question.forever == Forever::Still;
        let sums = resting.sums().into_iter();
        for sum in sums.filter(|sum| !(anyhow && sum.name == IlpRow::Somebody)) {
            let mut row = Row { least: true, right: sum.right, ..Row::default() };
            for (part, state, stuck) in &sum.places {
                let at = places.get(&(*part, state.clone())).into_iter().flatten();
                for (at, _) in at.filter(|(_, is)| stuck.is_none_or(|wanted| wanted == *is)) {
                    *row.terms.entry(*at).or_default() += sum.by;
                }
            }
            self.rows.insert(sum.name, row);
        }
    }

    fn arrow(&self, variable: &Variable) -> Option<&'n Arrow> {
        variable.arrow.map(|at| self.nets[variable.part].arrows[at])
    }

    /// The meetings of a variable, on one side (true: it is done to it) or the other: the label, and which
    /// of the meetings of that label.
    fn meetings(&self, variable: &Variable) -> Vec<(usize, bool)> {
        let Some(at) = variable.arrow else { return Vec::new() };
        let net = &self.nets[variable.part];
        let copy = variable.from.0 as usize * 2 + usize::from(variable.ending);
        let number = |label: &usize| copy * self.labels.len() + label;
        let says = net.says[at].iter().map(|label| (number(label), false));
        says.chain(net.observes[at].iter().map(|label| (number(label), true))).collect()
    }

    /// Leaves out variables that are 0 in every solution that is connected: those that have no partner,
    /// and those that are on no way from the start to the end.
    fn prune(&mut self) {
        let count = self.variables.len();
        let copies = self.question.stages.len() * 2;
        let mut sides = vec![[0usize; 2]; copies * self.labels.len()];
        let mut at_meeting: Vec<Vec<usize>> = vec![Vec::new(); sides.len()];
        let mut of_part: Vec<Vec<usize>> = vec![Vec::new(); self.nets.len()];
        let meetings: Vec<Vec<(usize, bool)>> =
            self.variables.iter().map(|variable| self.meetings(variable)).collect();
        for (at, variable) in self.variables.iter().enumerate() {
            of_part[variable.part].push(at);
            for (meeting, side) in &meetings[at] {
                sides[*meeting][usize::from(*side)] += 1;
                at_meeting[*meeting].push(at);
            }
        }
        let mut keep = vec![true; count];
        let mut out: Vec<usize> = Vec::new();
        for (meeting, both) in sides.iter().enumerate() {
            if both.contains(&0) {
                out.extend(&at_meeting[meeting]);
            }
        }
        let mut dirty: BTreeSet<usize> = (0..self.nets.len()).collect();
        loop {
            while let Some(at) = out.pop() {
                if !std::mem::replace(&mut keep[at], false) {
                    continue;
                }
                dirty.insert(self.variables[at].part);
                for (meeting, side) in &meetings[at] {
                    let left = &mut sides[*meeting][usize::from(*side)];
                    *left -= 1;
                    if *left == 0 {
                        out.extend(at_meeting[*meeting].iter().filter(|other| keep[**other]));
                    }
                }
            }
            if dirty.is_empty() {
                break;
            }
            for part in std::mem::take(&mut dirty) {
                out.extend(self.off_the_way(part, &of_part[part], &keep));
            }
        }
        let mut at = 0;
        self.variables.retain(|_| (keep[at], at += 1).0);
    }

    /// The variables of a part that are on no way from its start to the end.
    fn off_the_way(&self, part: usize, own: &[usize], keep: &[bool]) -> Vec<usize> {
        let net = &self.nets[part];
        let width = net.states.len();
        let end = self.question.stages.len() * width;
        let number = |place: Option<(u32, u32)>| {
            place.map_or(end, |(stage, state)| stage as usize * width + state as usize)
        };
        let mut ahead: Vec<Vec<usize>> = vec![Vec::new(); end + 1];
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); end + 1];
        for at in own.iter().copied().filter(|at| keep[*at]) {
            let variable = &self.variables[at];
            let (from, to) = (number(Some(variable.from)), number(variable.to));
            ahead[from].push(to);
            back[to].push(from);
        }
        let walk = |next: &[Vec<usize>], start: Option<usize>| {
            let mut seen = vec![false; end + 1];
            let mut open: Vec<usize> = start.into_iter().collect();
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    open.extend(&next[at]);
                }
            }
            seen
        };
        let reached = walk(&ahead, net.states.iter().position(|word| **word == net.net.first));
        let useful = walk(&back, Some(end));
        let lost = |at: &usize| {
            let variable = &self.variables[*at];
            keep[*at] && !(reached[number(Some(variable.from))] && useful[number(variable.to)])
        };
        own.iter().copied().filter(lost).collect()
    }

    fn write(&mut self) {
        let mut rows: HashMap<IlpRow, Row> = HashMap::new();
        for net in &self.nets {
            let row = IlpRow::Flow { stage: 0, part: net.part, state: net.net.first.clone() };
            rows.entry(row).or_default().right = -1;
        }
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            if !asked.ends.is_empty() || asked.says.is_some() {
                let row = rows.entry(IlpRow::Once { stage }).or_default();
                // One step may say the same twice.
                (row.right, row.least) = (1, asked.says.is_some());
            }
            for event in &asked.requires {
                let (stage, event) = (asked.whole, *event);
                let row = rows.entry(IlpRow::Requires { stage, event }).or_default();
                (row.right, row.least) = (1, true);
            }
        }
        let mut add = |row: IlpRow, at: u32, by: i128| {
            *rows.entry(row).or_default().terms.entry(at).or_default() += by;
        };
        for (at, variable) in self.variables.iter().enumerate() {
            let at = at as u32;
            let net = &self.nets[variable.part];
            let part = net.part;
            let flow = |(stage, state): (u32, u32)| IlpRow::Flow {
                stage,
                part,
                state: net.states[state as usize].clone(),
            };
            add(flow(variable.from), at, -1);
            if let Some(to) = variable.to {
                add(flow(to), at, 1);
            }
            for (meeting, done_to) in self.meetings(variable) {
                let (part, label) = self.labels[meeting % self.labels.len()].clone();
                let (stage, ending) = (variable.from.0, variable.ending);
                let row = IlpRow::Meet { stage, ending, part, label };
                add(row, at, if done_to { -1 } else { 1 });
            }
            let Some(arrow) = self.arrow(variable) else { continue };
            let stage = variable.from.0;
            let asked = &self.question.stages[stage as usize];
            let observes = |(to, label): &(IlpPart, IlpLabel)| {
                *to == part && arrow.trigger.as_ref() == Some(label)
            };
            if variable.ending && asked.says.as_ref().is_some_and(observes) {
                add(IlpRow::Once { stage }, at, 1);
            }
            for event in &arrow.events {
                if variable.ending && asked.ends.contains(event) {
                    add(IlpRow::Once { stage }, at, 1);
                }
                if let IlpEvent::Observed(event) = *event
                    && (!variable.ending || asked.says.is_some())
                    && asked.requires.contains(&event)
                {
                    let stage = asked.whole;
                    add(IlpRow::Requires { stage, event }, at, 1);
                }
            }
        }
        self.rows = rows;
    }
}

/// What is said when there is no time left.
pub const TIME: &str = "the time is up";

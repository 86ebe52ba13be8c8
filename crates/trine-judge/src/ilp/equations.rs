//! The equations of a question, and whether a tree shows that they have no solution.

use std::collections::{BTreeSet, HashMap, HashSet};

use trine_base::Id;
use trine_property::{Claim, ClaimStateId};
use trine_verdict::{IlpPart, IlpRow, IlpTree, IlpVariable, UNMODELLED, Word};

use super::nets::{Arrow, Net, Nets};
use super::question::{Question, moves};

/// A variable: how often something happens to a part, from a state of one stage to one of the same or of the
/// next; behind the last there is none.
struct Variable {
    part: IlpPart,
    from: (u32, u32),
    to: Option<(u32, u32)>,
    /// The arrow, unless nothing happens; and whether it ends the stage.
    arrow: Option<u32>,
    ending: bool,
}

pub struct Equations<'n> {
    question: &'n Question,
    nets: Vec<(IlpPart, &'n Net, Vec<&'n Word>, Vec<&'n Arrow>)>,
    variables: Vec<Variable>,
    rows: HashMap<IlpRow, Row>,
}

#[derive(Default, Clone)]
struct Row {
    terms: HashMap<u32, i128>,
    least: bool,
    right: i128,
}

/// A state of a part in a stage, or what is behind the last.
type Place = (IlpPart, Option<(u32, u32)>);

/// The network of a claim.
pub fn claim_net(claim: &Claim, ended: bool) -> Net {
    let word = |state: ClaimStateId| -> Word { [state.index() as i64].into() };
    let mut net = Net { first: word(claim.initial), ..Net::default() };
    let events = claim.ears.as_ref().map_or(0, |ears| ears.events.len() as u32);
    for from in claim.states.ids() {
        net.states.insert(word(from));
        for event in 0..=events {
            let to = match claim.states[from].final_ {
                true => vec![from],
                false => moves(claim, from, event, ended),
            };
            for to in to.into_iter().filter(|to| event > 0 || *to != from) {
                let trigger = (event > 0).then(|| [i64::from(event)].into());
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
        claim: &Claim,
        own: &'n Net,
    ) -> Option<Self> {
        let mut list: Vec<(IlpPart, &Net)> =
            nets.nets.iter().map(|(part, net)| (*part, net)).collect();
        if question.claim.is_some() {
            list.push((IlpPart::Claim, own));
        }
        let nets_of = list.into_iter().map(|(part, net)| {
            (part, net, net.states.iter().collect(), net.arrows.iter().collect())
        });
        let mut equations = Equations {
            question,
            nets: nets_of.collect(),
            variables: Vec::new(),
            rows: HashMap::new(),
        };
        let ends = |part: IlpPart, state: &Word| match (question.claim, part) {
            (Some(_), IlpPart::Claim) => claim.states[ClaimStateId(state[0] as u32)].final_,
            (Some(true), IlpPart::Process(process)) => {
                nets.ended.contains(&(process, state.clone()))
            }
            _ => true,
        };
        equations.copies(&ends)?;
        equations.prune();
        equations.write();
        Some(equations)
    }

    fn copies(&mut self, may_end: &dyn Fn(IlpPart, &Word) -> bool) -> Option<()> {
        let last = self.question.stages.len() as u32 - 1;
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            let ending = self.ending(&asked.ends)?;
            for (number, (part, _, states, arrows)) in self.nets.iter().enumerate() {
                let places: HashMap<&Word, u32> =
                    states.iter().enumerate().map(|(at, word)| (*word, at as u32)).collect();
                let behind = |state: u32| (stage < last).then_some((stage + 1, state));
                for (at, arrow) in arrows.iter().enumerate() {
                    let (from, to) = ((stage, places[&arrow.from]), places[&arrow.to]);
                    let may = |event: &u32| match &asked.allowed {
                        Some(allowed) => allowed.contains(event),
                        None => *event != UNMODELLED,
                    };
                    let variable = |to, ending| Variable {
                        part: *part,
                        from,
                        to,
                        arrow: Some(at as u32),
                        ending,
                    };
                    if arrow.events.iter().all(may) {
                        self.variables.push(variable(Some((stage, to)), false));
                    }
                    if ending.contains(&(number, at)) {
                        self.variables.push(variable(behind(to), true));
                    }
                }
                for (at, word) in states.iter().enumerate() {
                    if stage < last || may_end(*part, word) {
                        let (from, to) = ((stage, at as u32), behind(at as u32));
                        let (part, arrow, ending) = (*part, None, false);
                        self.variables.push(Variable { part, from, to, arrow, ending });
                    }
                }
            }
        }
        Some(())
    }

    /// The arrows that can be part of a step that ends a stage; none where two of them have events.
    fn ending(&self, ends: &[u32]) -> Option<HashSet<(usize, usize)>> {
        let beyond = ends == [UNMODELLED];
        type Label<'w> = (IlpPart, &'w Word);
        let mut doing: HashMap<Label<'_>, Vec<(usize, usize)>> = HashMap::new();
        let mut suffering: HashMap<Label<'_>, Vec<(usize, usize)>> = HashMap::new();
        let mut open: Vec<((usize, usize), Option<Label<'_>>)> = Vec::new();
        for (number, (part, _, _, arrows)) in self.nets.iter().enumerate() {
            for (at, arrow) in arrows.iter().enumerate() {
                for (other, label) in &arrow.parts {
                    doing.entry((*other, label)).or_default().push((number, at));
                }
                if let Some(label) = &arrow.trigger {
                    suffering.entry((*part, label)).or_default().push((number, at));
                }
                if arrow.events.iter().any(|event| ends.contains(event)) {
                    if arrow.events.len() > 1 && !beyond {
                        return None;
                    }
                    open.push(((number, at), None));
                }
            }
        }
        let mut seen: HashSet<((usize, usize), Option<Label<'_>>)> = HashSet::new();
        while let Some((key, came)) = open.pop() {
            if !seen.insert((key, came)) {
                continue;
            }
            let (part, _, _, arrows) = &self.nets[key.0];
            let arrow = arrows[key.1];
            if came.is_some() && !arrow.events.is_empty() && !beyond {
                return None;
            }
            let partners = arrow.parts.iter().map(|(other, label)| ((*other, label), &suffering));
            let causes = arrow.trigger.iter().map(|label| ((*part, label), &doing));
            for (label, side) in partners.chain(causes) {
                if came != Some(label) {
                    let others = side.get(&label).into_iter().flatten();
                    open.extend(others.map(|other| (*other, Some(label))));
                }
            }
        }
        Some(seen.into_iter().map(|(key, _)| key).collect())
    }

    fn arrow(&self, variable: &Variable) -> Option<&'n Arrow> {
        let (_, _, _, arrows) = &self.nets[self.position(variable.part)];
        variable.arrow.map(|at| arrows[at as usize])
    }

    fn position(&self, part: IlpPart) -> usize {
        // Parts are in order.
        self.nets.partition_point(|(other, ..)| *other < part)
    }

    /// The meetings of a variable, on one side (true: it is done to it) or the other.
    fn meetings(&self, variable: &Variable) -> Vec<(IlpRow, bool)> {
        let Some(arrow) = self.arrow(variable) else { return Vec::new() };
        let (stage, ending) = (variable.from.0, variable.ending);
        let row = |part, label| IlpRow::Meet { stage, ending, part, label };
        let mut found: Vec<(IlpRow, bool)> = Vec::new();
        found.extend(arrow.parts.iter().map(|(part, label)| (row(*part, label.clone()), false)));
        found.extend(arrow.trigger.iter().map(|label| (row(variable.part, label.clone()), true)));
        if self.question.claim.is_some() {
            let heard = |event: &u32| row(IlpPart::Claim, [i64::from(*event)].into());
            found.extend(arrow.events.iter().map(|event| (heard(event), false)));
        }
        found
    }

    /// Leaves out variables that are 0 in every solution that is connected.
    fn prune(&mut self) {
        loop {
            let count = self.variables.len();
            let mut keep = vec![true; count];
            let mut sides: HashMap<IlpRow, (bool, bool)> = HashMap::new();
            for variable in &self.variables {
                for (row, done_to) in self.meetings(variable) {
                    let both = sides.entry(row).or_default();
                    if done_to { both.1 = true } else { both.0 = true }
                }
            }
            for (at, variable) in self.variables.iter().enumerate() {
                keep[at] &=
                    self.meetings(variable).iter().all(|(row, _)| sides[row] == (true, true));
            }
            let mut ahead: HashMap<Place, Vec<usize>> = HashMap::new();
            let mut back: HashMap<Place, Vec<usize>> = HashMap::new();
            for (at, variable) in self.variables.iter().enumerate().filter(|(at, _)| keep[*at]) {
                ahead.entry((variable.part, Some(variable.from))).or_default().push(at);
                back.entry((variable.part, variable.to)).or_default().push(at);
            }
            let mut reached = vec![false; count];
            let mut open: Vec<Place> = self
                .nets
                .iter()
                .map(|(part, net, states, _)| {
                    let first = states.iter().position(|word| **word == net.first);
                    (*part, first.map(|first| (0, first as u32)))
                })
                .collect();
            while let Some(place) = open.pop() {
                for at in ahead.get(&place).into_iter().flatten() {
                    if !std::mem::replace(&mut reached[*at], true) {
                        open.push((place.0, self.variables[*at].to));
                    }
                }
            }
            let mut useful = vec![false; count];
            let mut open: Vec<Place> = self.nets.iter().map(|(part, ..)| (*part, None)).collect();
            while let Some(place) = open.pop() {
                for at in back.get(&place).into_iter().flatten() {
                    if !std::mem::replace(&mut useful[*at], true) {
                        open.push((place.0, Some(self.variables[*at].from)));
                    }
                }
            }
            let mut at = 0;
            self.variables.retain(|_| (keep[at] && reached[at] && useful[at], at += 1).0);
            if self.variables.len() == count {
                return;
            }
        }
    }

    fn write(&mut self) {
        let mut rows: HashMap<IlpRow, Row> = HashMap::new();
        for (part, net, _, _) in &self.nets {
            let row = IlpRow::Flow { stage: 0, part: *part, state: net.first.clone() };
            rows.entry(row).or_default().right = -1;
        }
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            if !asked.ends.is_empty() {
                rows.entry(IlpRow::Once { stage }).or_default().right = 1;
            }
            for event in &asked.requires {
                let row = rows.entry(IlpRow::Requires { stage, event: *event }).or_default();
                (row.right, row.least) = (1, true);
            }
        }
        let mut add = |row: IlpRow, at: u32, by: i128| {
            *rows.entry(row).or_default().terms.entry(at).or_default() += by;
        };
        for (at, variable) in self.variables.iter().enumerate() {
            let at = at as u32;
            let part = variable.part;
            let (_, _, states, _) = &self.nets[self.position(part)];
            let flow = |(stage, state): (u32, u32)| IlpRow::Flow {
                stage,
                part,
                state: states[state as usize].clone(),
            };
            add(flow(variable.from), at, -1);
            if let Some(to) = variable.to {
                add(flow(to), at, 1);
            }
            for (row, done_to) in self.meetings(variable) {
                add(row, at, if done_to { -1 } else { 1 });
            }
            let Some(arrow) = self.arrow(variable) else { continue };
            let stage = variable.from.0;
            let asked = &self.question.stages[stage as usize];
            for event in &arrow.events {
                if variable.ending && asked.ends.contains(event) {
                    add(IlpRow::Once { stage }, at, 1);
                }
                if !variable.ending && asked.requires.contains(event) {
                    add(IlpRow::Requires { stage, event: *event }, at, 1);
                }
            }
        }
        self.rows = rows;
    }

    /// Whether a tree shows that there is no solution.
    pub fn refuted(&self, tree: &IlpTree, go_on: &dyn Fn() -> bool) -> Result<(), String> {
        let mut zero = vec![false; self.variables.len()];
        self.node(tree, &mut zero, &mut Vec::new(), go_on)
    }

    fn node(
        &self,
        tree: &IlpTree,
        zero: &mut Vec<bool>,
        branches: &mut Vec<Option<Row>>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        if !go_on() {
            return Err(TIME.to_string());
        }
        match tree {
            IlpTree::Leaf(multipliers) => self.leaf(multipliers, zero, branches),
            IlpTree::Indivisible { rows, by } => self.indivisible(rows, *by, zero, branches),
            IlpTree::Variable { variable, at, below, above } => {
                let Some(number) = self.find(variable) else {
                    return Err("a branch is on a variable that is not there".to_string());
                };
                let row = |by: i128, right: i128| {
                    Some(Row { terms: HashMap::from([(number, by)]), least: true, right })
                };
                branches.push(row(-1, -i128::from(*at)));
                self.node(below, zero, branches, go_on)?;
                branches.pop();
                branches.push(row(1, i128::from(*at) + 1));
                self.node(above, zero, branches, go_on)?;
                branches.pop();
                Ok(())
            }
            IlpTree::Component { stage, part, states, unused, entered } => {
                let Some((_, net, words, _)) = self.nets.iter().find(|(other, ..)| other == part)
                else {
                    return Err("a branch is on a part that is not there".to_string());
                };
                if *stage == 0 && states.contains(&net.first) {
                    return Err("a branch is on the place where everything starts".to_string());
                }
                let inside: BTreeSet<(u32, u32)> = words
                    .iter()
                    .enumerate()
                    .filter(|(_, word)| states.contains(word))
                    .map(|(at, _)| (*stage, at as u32))
                    .collect();
                let mut out = Vec::new();
                let mut into = Row { least: true, right: 1, ..Row::default() };
                for (at, variable) in self.variables.iter().enumerate() {
                    if variable.part != *part {
                        continue;
                    }
                    if inside.contains(&variable.from) {
                        out.push(at);
                    } else if variable.to.is_some_and(|to| inside.contains(&to)) {
                        into.terms.insert(at as u32, 1);
                    }
                }
                let before = zero.clone();
                out.iter().for_each(|at| zero[*at] = true);
                branches.push(None);
                self.node(unused, zero, branches, go_on)?;
                branches.pop();
                *zero = before;
                branches.push(Some(into));
                self.node(entered, zero, branches, go_on)?;
                branches.pop();
                Ok(())
            }
        }
    }

    fn row<'a>(&'a self, name: &IlpRow, branches: &'a [Option<Row>]) -> Result<&'a Row, String> {
        let row = match name {
            IlpRow::Branch(depth) => branches.get(*depth as usize).and_then(Option::as_ref),
            other => self.rows.get(other),
        };
        row.ok_or_else(|| format!("there is no such row as {name:?}"))
    }

    /// The sum of rows: its coefficients, and its right side.
    fn sum(
        &self,
        multipliers: &[(IlpRow, i128)],
        branches: &[Option<Row>],
        equations_only: bool,
    ) -> Result<(HashMap<u32, i128>, i128), String> {
        let large = || "numbers that are too large".to_string();
        let mut sums: HashMap<u32, i128> = HashMap::new();
        let mut right: i128 = 0;
        for (name, by) in multipliers {
            let row = self.row(name, branches)?;
            if row.least && (*by < 0 || equations_only) {
                return Err("an inequality is used the wrong way round".to_string());
            }
            for (at, coefficient) in &row.terms {
                let more = by.checked_mul(*coefficient).ok_or_else(large)?;
                let sum = sums.entry(*at).or_default();
                *sum = sum.checked_add(more).ok_or_else(large)?;
            }
            let more = by.checked_mul(row.right).ok_or_else(large)?;
            right = right.checked_add(more).ok_or_else(large)?;
        }
        Ok((sums, right))
    }

    fn leaf(
        &self,
        multipliers: &[(IlpRow, i128)],
        zero: &[bool],
        branches: &[Option<Row>],
    ) -> Result<(), String> {
        let (sums, right) = self.sum(multipliers, branches, false)?;
        if right <= 0 {
            return Err("the right sides do not add up to more than 0".to_string());
        }
        match sums.iter().any(|(at, sum)| *sum > 0 && !zero[*at as usize]) {
            true => Err("a coefficient is above 0".to_string()),
            false => Ok(()),
        }
    }

    fn indivisible(
        &self,
        multipliers: &[(IlpRow, i128)],
        by: i128,
        zero: &[bool],
        branches: &[Option<Row>],
    ) -> Result<(), String> {
        let (sums, right) = self.sum(multipliers, branches, true)?;
        if by < 2 || right % by == 0 {
            return Err("the right side can be divided".to_string());
        }
        match sums.iter().any(|(at, sum)| sum % by != 0 && !zero[*at as usize]) {
            true => Err("a coefficient cannot be divided".to_string()),
            false => Ok(()),
        }
    }

    fn find(&self, wanted: &IlpVariable) -> Option<u32> {
        let is = |variable: &Variable| {
            let (_, _, states, _) = &self.nets[self.position(variable.part)];
            let from = states[variable.from.1 as usize];
            match (wanted, self.arrow(variable)) {
                (IlpVariable::Connect { stage, part, state }, None) => {
                    *stage == variable.from.0 && *part == variable.part && state == from
                }
                (
                    IlpVariable::Step { stage, ending, part, from, to, trigger, parts, events },
                    Some(arrow),
                ) => {
                    *stage == variable.from.0
                        && *ending == variable.ending
                        && *part == variable.part
                        && *from == arrow.from
                        && *to == arrow.to
                        && *trigger == arrow.trigger
                        && *parts == arrow.parts
                        && *events == arrow.events
                }
                _ => false,
            }
        };
        self.variables.iter().position(is).map(|at| at as u32)
    }
}

/// What is said when there is no time left.
pub const TIME: &str = "the time is up";

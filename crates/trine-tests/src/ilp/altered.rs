//! Proofs of which one number was altered. Some of them still prove what they should; whether they do is
//! decided here, on the engine's own rows and with arithmetic of our own, and the judge has to agree.

use std::collections::HashMap;

use trine_ilp::{Analysis, Answer, Cycles, Equations, Goal, Prepared, Prune};
use trine_judge::{Certified, certify_ilp};
use trine_property::{Property, PropertyKind};
use trine_system::System;
use trine_verdict::{
    CellUse, ChannelUse, IlpCall, IlpCertificate, IlpEvent, IlpLabel, IlpPart, IlpRow, IlpTree,
    IlpVariable, MonitorUse, ProcessUse, Staging, Word,
};

use super::{asked, left_out, patience};
use crate::rng::Rng;

/// So many alterations of each proof are tried.
const EACH: usize = 12;

/// What came of the alterations of some proofs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub proofs: usize,
    /// Those in which a stage is divided.
    pub divided: usize,
    pub refused: usize,
    /// Those that leave a proof.
    pub harmless: usize,
}

/// Alters the proofs that the system of a seed has; what is wrong, if anything.
pub fn alter(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let (system, property) = asked(seed);
    let PropertyKind::Claim(claim) = &property.kind else { return Ok(()) };
    let instrumented = property.system(&system);
    let Ok(prepared) =
        Prepared::leaving_out(&instrumented, left_out(&instrumented, seed), &|| true)
    else {
        return Ok(());
    };
    let Ok(analysis) = prepared.analysis(Goal::Claim(claim)) else { return Ok(()) };
    let mut rng = Rng::new(seed ^ 0xa17e);
    for staging in [Staging::Intervals, Staging::Automaton, Staging::Split, Staging::Endless] {
        let (mut answer, _) = analysis.run(staging, Cycles::Lazy, &patience());
        if matches!(answer, Answer::Flow(_)) {
            answer = analysis.refine(staging, &mut |_| {}, &patience()).answer;
        }
        let Answer::Nothing(Some(proof)) = answer else { continue };
        tally.divided += usize::from(matches!(proof.trees[0], IlpTree::Divided { .. }));
        alter_proof(seed, (&system, &property), &analysis, &proof, &mut rng, tally)?;
    }
    Ok(())
}

/// Alters a proof that the judge accepts; what is wrong, if anything.
pub fn alter_proof(
    seed: u64,
    (system, property): (&System, &Property),
    analysis: &Analysis<'_>,
    proof: &IlpCertificate,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let staging = proof.staging;
    let judged = |proof: &IlpCertificate| certify_ilp(system, property, proof, &|| true);
    if judged(proof) == Certified::Undecided {
        return Ok(());
    }
    let Some(equations) = analysis.equations(staging, Prune::All) else { return Ok(()) };
    let proves = |trees: &[IlpTree]| {
        equations.len() == trees.len()
            && trees.iter().enumerate().all(|(number, tree)| {
                proves(analysis, staging, (number, &equations[number]), &mut Vec::new(), tree)
            })
    };
    if !proves(&proof.trees) {
        return Err(format!("seed {seed}: the proof is none ({staging:?})"));
    }
    tally.proofs += 1;
    for _ in 0..EACH {
        let mut altered = proof.clone();
        let which = rng.below(altered.trees.len());
        let what = of_tree(&mut altered.trees[which], rng);
        if altered == *proof {
            continue;
        }
        let still = proves(&altered.trees);
        let accepted = judged(&altered) == Certified::Confirmed;
        match (still, accepted) {
            (true, true) => tally.harmless += 1,
            (false, false) => tally.refused += 1,
            (true, false) => {
                return Err(format!("seed {seed}: refused, but it is a proof: {what}"));
            }
            (false, true) => {
                return Err(format!("seed {seed}: accepted, but it is no proof: {what}"));
            }
        }
    }
    // Data that is needed cannot be said not to be, nor an end never to come.
    for at in 0..proof.mortal.len() {
        let mut altered = proof.clone();
        altered.mortal.remove(at);
        if judged(&altered) == Certified::Confirmed {
            return Err(format!("seed {seed}: the judge does not see that a process can end"));
        }
    }
    for (id, template) in system.templates.enumerate() {
        let Some(local) = template.locals.ids().next() else { continue };
        for location in template.locations.ids() {
            if proof.dead.contains(&(id, location, local)) {
                continue;
            }
            let mut altered = proof.clone();
            altered.dead.push((id, location, local));
            match judged(&altered) {
                Certified::Refused(_) => tally.refused += 1,
                other => {
                    return Err(format!("seed {seed}: {other:?} without a local that is needed"));
                }
            }
        }
    }
    Ok(())
}

/// Alters the proofs of many systems; whether nothing is wrong.
pub fn campaign(seeds: std::ops::Range<u64>) -> bool {
    let mut tally = Tally::default();
    let wrong: Vec<String> = seeds.filter_map(|seed| alter(seed, &mut tally).err()).collect();
    println!("{tally:?}, {} wrong", wrong.len());
    wrong.iter().take(20).for_each(|what| println!("{what}"));
    wrong.is_empty() && tally.refused > 0 && tally.harmless > 0 && tally.divided > 0
}

/// Alters one number of a tree, and says which.
fn of_tree(tree: &mut IlpTree, rng: &mut Rng) -> String {
    match tree {
        IlpTree::Leaf(rows) => of_rows(rows, rng),
        IlpTree::Indivisible { rows, by } => {
            if rng.chance(30) {
                *by = number(*by, rng);
                return "the divisor".to_string();
            }
            of_rows(rows, rng)
        }
        IlpTree::Variable { variable, at, below, above } => match rng.below(6) {
            0 | 1 => {
                *at = number(i128::from(*at), rng) as i64;
                "where a branch is".to_string()
            }
            2 => {
                of_variable(variable, rng);
                "the variable of a branch".to_string()
            }
            3 => of_tree(below, rng),
            _ => of_tree(above, rng),
        },
        IlpTree::Divided { stage, label, last, none, some, .. } => match rng.below(8) {
            0 => {
                *stage = number(i128::from(*stage), rng) as u32;
                "the stage of a division".to_string()
            }
            1 => {
                *last = !*last;
                "the end of a division".to_string()
            }
            2 => {
                of_label(label, rng);
                "the label of a division".to_string()
            }
            3 => {
                std::mem::swap(none, some);
                "the cases of a division".to_string()
            }
            4 | 5 => of_tree(none, rng),
            _ => of_tree(some, rng),
        },
        IlpTree::Component { stage, states, unused, entered, .. } => match rng.below(8) {
            0 => {
                *stage = number(i128::from(*stage), rng) as u32;
                "the stage of a branch".to_string()
            }
            1 if !states.is_empty() => {
                states.remove(rng.below(states.len()));
                "a state of a branch, left out".to_string()
            }
            1..=3 if !states.is_empty() => {
                let at = rng.below(states.len());
                of_word(&mut states[at], rng);
                "a state of a branch".to_string()
            }
            4 | 5 => of_tree(unused, rng),
            _ => of_tree(entered, rng),
        },
    }
}

fn of_rows(rows: &mut Vec<(IlpRow, i128)>, rng: &mut Rng) -> String {
    if rows.is_empty() {
        return "nothing".to_string();
    }
    let at = rng.below(rows.len());
    let before = rows[at].clone();
    if rng.chance(15) {
        rows.remove(at);
        return format!("{before:?}, left out");
    }
    let (row, by) = &mut rows[at];
    match (rng.chance(70), row) {
        (true, _) => *by = number(*by, rng),
        (false, IlpRow::Flow { stage, state, .. }) => match rng.chance(40) {
            true => *stage = number(i128::from(*stage), rng) as u32,
            false => of_word(state, rng),
        },
        (false, IlpRow::Meet { stage, ending, label, .. }) => match rng.below(3) {
            0 => *stage = number(i128::from(*stage), rng) as u32,
            1 => *ending = !*ending,
            _ => of_label(label, rng),
        },
        (false, IlpRow::Once { stage } | IlpRow::Branch(stage)) => {
            *stage = number(i128::from(*stage), rng) as u32;
        }
        (false, IlpRow::Somebody | IlpRow::Goes | IlpRow::Accepts) => *by = number(*by, rng),
        (false, IlpRow::Returns { state, .. }) => of_word(state, rng),
        (false, IlpRow::Blocked { parts, .. }) => {
            let at = rng.below(parts.len());
            if let Some((_, label)) = parts.get_mut(at) {
                of_label(label, rng);
            }
        }
        (false, IlpRow::Waits { process, label, giver, .. }) => match rng.below(3) {
            0 => *process = number(i128::from(*process), rng) as u32,
            1 => of_label(label, rng),
            _ => *giver = Some(giver.map_or(0, |giver| number(i128::from(giver), rng) as u32)),
        },
        (false, IlpRow::Unanswered { process, call, giver }) => match (rng.below(3), call) {
            (0, _) => *process = number(i128::from(*process), rng) as u32,
            (1, IlpCall::Queued { entry }) => *entry = number(i128::from(*entry), rng) as u32,
            (1, call @ IlpCall::Served) => *call = IlpCall::Queued { entry: 0 },
            _ => *giver = number(i128::from(*giver), rng) as u32,
        },
        (false, IlpRow::Requires { stage, event }) => match rng.chance(50) {
            true => *stage = number(i128::from(*stage), rng) as u32,
            false => *event = number(i128::from(*event), rng) as u32,
        },
    }
    format!("{before:?}, now {:?}", rows[at])
}

fn of_variable(variable: &mut IlpVariable, rng: &mut Rng) {
    match variable {
        IlpVariable::Step { stage, ending, within, from, to, .. } => match rng.below(5) {
            4 => *within = !*within,
            0 => *stage = number(i128::from(*stage), rng) as u32,
            1 => *ending = !*ending,
            2 => of_word(from, rng),
            _ => of_word(to, rng),
        },
        IlpVariable::Stuck { state, .. } => of_word(state, rng),
        IlpVariable::Connect { stage, state, .. } => match rng.chance(50) {
            true => *stage = number(i128::from(*stage), rng) as u32,
            false => of_word(state, rng),
        },
    }
}

/// Another label of the same part.
fn of_label(label: &mut IlpLabel, rng: &mut Rng) {
    match label {
        IlpLabel::Cell(what) => of_cell_use(what, rng),
        IlpLabel::Channel { how, message } => match message.is_empty() || rng.chance(50) {
            true => {
                *how = match how {
                    ChannelUse::Sends => ChannelUse::Takes,
                    ChannelUse::Takes => ChannelUse::LooksAt,
                    ChannelUse::LooksAt => ChannelUse::TakesAnywhere,
                    ChannelUse::TakesAnywhere => ChannelUse::Sends,
                };
            }
            false => of_word(message, rng),
        },
        IlpLabel::Monitor { operation, process } => match rng.chance(50) {
            true => {
                *operation = match operation {
                    MonitorUse::Enter => MonitorUse::Exit,
                    MonitorUse::Exit => MonitorUse::Wait,
                    MonitorUse::Wait => MonitorUse::Waiting,
                    MonitorUse::Waiting => MonitorUse::WakeUp,
                    MonitorUse::WakeUp => MonitorUse::Notified,
                    MonitorUse::Notified => MonitorUse::Notify,
                    MonitorUse::Notify => MonitorUse::NotifyAll,
                    MonitorUse::NotifyAll => MonitorUse::Enter,
                };
            }
            false => *process = number(i128::from(*process), rng) as u32,
        },
        IlpLabel::Process(all) => match (rng.below(3), all.len()) {
            (0, count @ 1..) => {
                all.remove(rng.below(count));
            }
            (1, count @ 1..) => of_process_use(&mut all[rng.below(count)], rng),
            _ => all.push(ProcessUse::Started),
        },
        IlpLabel::Event(event) => {
            *event = match *event {
                IlpEvent::Observed(_) if rng.chance(20) => IlpEvent::Unmodelled,
                IlpEvent::Observed(event) => {
                    IlpEvent::Observed(number(i128::from(event), rng) as u32)
                }
                IlpEvent::Unmodelled => IlpEvent::Observed(1),
            };
        }
    }
}

fn of_cell_use(what: &mut CellUse, rng: &mut Rng) {
    let mut other = |value: i64| number(i128::from(value), rng) as i64;
    *what = match *what {
        CellUse::Reads(value) if value % 2 == 0 => CellUse::Writes(value),
        CellUse::Reads(value) => CellUse::Reads(other(value)),
        CellUse::Writes(value) if value % 2 == 0 => CellUse::Reads(value),
        CellUse::Writes(value) => CellUse::Writes(other(value)),
        CellUse::Changes { from, to } if to % 2 == 0 => CellUse::Changes { from: other(from), to },
        CellUse::Changes { from, to } => CellUse::Changes { from, to: other(to) },
    };
}

fn of_process_use(done: &mut ProcessUse, rng: &mut Rng) {
    match done {
        ProcessUse::Started => *done = ProcessUse::Joined,
        ProcessUse::Joined => *done = ProcessUse::SeenEnded,
        ProcessUse::SeenEnded => *done = ProcessUse::Started,
        ProcessUse::Accepted { entry, by, arguments } => match rng.below(3) {
            0 => *entry = number(i128::from(*entry), rng) as u32,
            1 if !arguments.is_empty() => of_word(arguments, rng),
            _ => *by = number(i128::from(*by), rng) as u32,
        },
        ProcessUse::Answered { by, results } => match rng.chance(50) && !results.is_empty() {
            true => of_word(results, rng),
            false => *by = number(i128::from(*by), rng) as u32,
        },
        ProcessUse::Receives { from, channel, message } => match rng.below(3) {
            0 => *from = number(i128::from(*from), rng) as u32,
            1 if !message.is_empty() => of_word(message, rng),
            _ => *channel = number(i128::from(*channel), rng) as u32,
        },
    }
}

fn of_word(word: &mut Word, rng: &mut Rng) {
    if !word.is_empty() {
        let at = rng.below(word.len());
        word[at] = number(i128::from(word[at]), rng) as i64;
    }
}

/// Another number.
fn number(before: i128, rng: &mut Rng) -> i128 {
    let after = match rng.below(5) {
        0 => before + 1,
        1 => before - 1,
        2 => before * 2,
        3 => -before,
        _ => before + rng.between(2, 9) as i128,
    };
    if after == before { before + 1 } else { after }
}

/// A branch on the way: the variables that it adds up, which are at least this.
type Branch = Option<(Vec<(u32, i128)>, i128)>;

/// A case of divisions, as the engine wants it.
type Divisions = Vec<(u32, IlpPart, IlpLabel, bool, bool)>;

/// Whether a tree shows that the equations of a question have no connected solution.
fn proves(
    analysis: &Analysis<'_>,
    staging: Staging,
    (question, of): (usize, &Equations),
    divisions: &mut Divisions,
    tree: &IlpTree,
) -> bool {
    let IlpTree::Divided { stage, part, label, last, none, some } = tree else {
        let rows: HashMap<&IlpRow, usize> =
            of.rows.iter().enumerate().map(|(at, row)| (&row.name, at)).collect();
        let zero = vec![false; of.variables.len()];
        return Check { of, rows }.tree(tree, &zero, &mut Vec::new());
    };
    [(false, none), (true, some)].into_iter().all(|(is, tree)| {
        divisions.push((*stage, *part, label.clone(), *last, is));
        let equations = analysis.equations_of_case(staging, question, divisions);
        let shown =
            equations.is_some_and(|of| proves(analysis, staging, (question, &of), divisions, tree));
        divisions.pop();
        shown
    })
}

struct Check<'e> {
    of: &'e Equations,
    rows: HashMap<&'e IlpRow, usize>,
}

impl Check<'_> {
    fn tree(&self, tree: &IlpTree, zero: &[bool], branches: &mut Vec<Branch>) -> bool {
        match tree {
            IlpTree::Leaf(rows) => {
                let Some((sums, right, fair)) = self.sum(rows, zero, branches) else {
                    return false;
                };
                fair && right > 0 && sums.iter().all(|sum| *sum <= 0)
            }
            IlpTree::Indivisible { rows, by } => {
                let Some((sums, right, _)) = self.sum(rows, zero, branches) else { return false };
                let equations = rows.iter().all(|(name, _)| {
                    self.rows.get(name).is_some_and(|at| !self.of.rows[*at].least)
                });
                equations && *by > 1 && right % by != 0 && sums.iter().all(|sum| sum % by == 0)
            }
            IlpTree::Divided { .. } => false,
            IlpTree::Variable { variable, at, below, above } => {
                let mut all = self.of.variables.iter();
                let Some(number) = all.position(|one| one.name == *variable) else { return false };
                let (number, at) = (number as u32, i128::from(*at));
                let below = self.under(Some((vec![(number, -1)], -at)), below, zero, branches);
                below && self.under(Some((vec![(number, 1)], at + 1)), above, zero, branches)
            }
            IlpTree::Component { stage, part, states, unused, entered } => {
                let Some((_, start)) = self.of.starts.iter().find(|(one, _)| one == part) else {
                    return false;
                };
                if *stage == 0 && states.contains(start) {
                    return false;
                }
                let (mut without, mut into) = (zero.to_vec(), Vec::new());
                for (at, variable) in self.of.variables.iter().enumerate() {
                    let inside = |(at, word): &(u32, Word)| at == stage && states.contains(word);
                    if variable.part != *part {
                        continue;
                    }
                    if inside(&variable.from) {
                        without[at] = true;
                    } else if variable.to.as_ref().is_some_and(inside) {
                        into.push((at as u32, 1));
                    }
                }
                self.under(None, unused, &without, branches)
                    && self.under(Some((into, 1)), entered, zero, branches)
            }
        }
    }

    fn under(
        &self,
        branch: Branch,
        tree: &IlpTree,
        zero: &[bool],
        branches: &mut Vec<Branch>,
    ) -> bool {
        branches.push(branch);
        let shown = self.tree(tree, zero, branches);
        branches.pop();
        shown
    }

    /// The sum of rows in the variables that are not 0, its right side, and whether inequalities keep their
    /// direction; none where there is no such row.
    fn sum(
        &self,
        rows: &[(IlpRow, i128)],
        zero: &[bool],
        branches: &[Branch],
    ) -> Option<(Vec<i128>, i128, bool)> {
        let mut sums = vec![0; zero.len()];
        let (mut right, mut fair) = (0, true);
        for (name, by) in rows {
            if let IlpRow::Branch(depth) = name {
                let (terms, least) = branches.get(*depth as usize)?.as_ref()?;
                terms.iter().for_each(|(at, one)| sums[*at as usize] += by * one);
                right += by * least;
                fair &= *by >= 0;
                continue;
            }
            let row = &self.of.rows[*self.rows.get(name)?];
            row.terms.iter().for_each(|(at, one)| sums[*at as usize] += by * i128::from(*one));
            right += by * i128::from(row.right);
            fair &= *by >= 0 || !row.least;
        }
        for (sum, zero) in sums.iter_mut().zip(zero) {
            if *zero {
                *sum = 0;
            }
        }
        Some((sums, right, fair))
    }
}

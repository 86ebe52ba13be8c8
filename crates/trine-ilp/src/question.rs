//! Questions: how the executions that violate a claim are described, stage by stage.

use trine_base::Id;
use trine_property::{Claim, ClaimGuard, ClaimStateId};
use trine_system::{BinaryOp, Expr, UnaryOp};
use trine_verdict::{IlpEvent, Staging};

use crate::Goal;

/// A part of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Events that it may have before its last one; none: any.
    pub allowed: Option<Vec<u32>>,
    pub requires: Vec<u32>,
    /// It ends with one of these; where there is none, anywhere.
    pub ends: Vec<IlpEvent>,
    /// Labels that no step before its last one has.
    pub without: Vec<u32>,
    /// Labels that its last step does not have; that is one that the stage had before it was divided.
    pub ends_without: Vec<u32>,
    /// It is a part of a stage that was divided, and ends with a step that has this label.
    pub at: Option<u32>,
    /// The stage that was divided, by its number before that; what is required is required of its parts together.
    pub of: u32,
}

/// Where a stage is divided: at the first or the last of its steps, before the one that ends it, that has a
/// label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    pub stage: u32,
    pub label: u32,
    pub last: bool,
}

/// Is there an execution like this?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub stages: Vec<Stage>,
    /// The claim runs beside it as a network, and comes to its end: with conditions about the end of all
    /// processes taken to be false, or open.
    pub claim: Option<Ending>,
    /// It comes to rest where it should not.
    pub rest: Option<Quiescence>,
}

impl Question {
    /// The two cases of a division, which are all there are: no step has the label, or there is a first and
    /// a last one that has.
    pub fn divided(&self, by: Division) -> [Question; 2] {
        let at = by.stage as usize;
        let mut none = self.clone();
        none.stages[at].without.push(by.label);
        let mut some = self.clone();
        let mut before = Stage { ends: Vec::new(), at: Some(by.label), ..self.stages[at].clone() };
        match by.last {
            true => some.stages[at].without.push(by.label),
            false => before.without.push(by.label),
        }
        some.stages.insert(at, before);
        [none, some]
    }
}

/// How an execution comes to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiescence {
    /// A global deadlock: no process can step, although one has not ended.
    Global,
    /// A cycle in the wait-for graph of some threads.
    WaitCycle,
    /// No process can step, whether they have ended or not.
    Any,
}

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    GoesOn,
    /// All processes have ended.
    AllEnded,
    /// It never comes: the last stage is a round that can be gone again and again, and the claim accepts that.
    Round,
    /// It never comes: no process steps any more, and the claim accepts that.
    Still,
}

/// So many paths through a claim are questions of their own.
const MOST_PATHS: usize = 24;
const MOST_STAGES: usize = 8;

/// The questions that together describe every violation; none where it cannot be said in this way.
pub fn questions(
    goal: Goal<'_>,
    staging: Staging,
    threads: bool,
    unmodelled: bool,
) -> Option<Vec<Question>> {
    let mut questions = match goal {
        Goal::Claim(claim) => about_claim(claim, staging)?,
        Goal::Deadlock if staging == Staging::Deadlock => about_rest(threads),
        Goal::Deadlock => return None,
    };
    if unmodelled {
        let stage = Stage { ends: vec![IlpEvent::Unmodelled], ..anything() };
        questions.push(plain(vec![stage]));
    }
    for question in &mut questions {
        for (at, stage) in question.stages.iter_mut().enumerate() {
            stage.of = at as u32;
        }
    }
    Some(questions)
}

fn about_rest(threads: bool) -> Vec<Question> {
    let rests = [Some(Quiescence::Global), threads.then_some(Quiescence::WaitCycle)];
    let question = |rest| Question { rest: Some(rest), ..plain(vec![anything()]) };
    rests.into_iter().flatten().map(question).collect()
}

fn about_claim(claim: &Claim, staging: Staging) -> Option<Vec<Question>> {
    // What has an end is only a part of what is endless.
    if is_endless(claim) != (staging == Staging::Endless) {
        return None;
    }
    match staging {
        Staging::Intervals => Some(vec![intervals(claim)?]),
        Staging::Automaton => Some(automaton(claim)),
        Staging::Split => split(claim),
        // That is no description of a claim.
        Staging::Deadlock => None,
        Staging::Endless => {
            let mut all = match claim.states.iter().any(|state| state.final_) {
                true => automaton(claim),
                false => Vec::new(),
            };
            let stages = vec![anything(), anything()];
            all.push(Question { claim: Some(Ending::Round), ..plain(stages) });
            if !claim.infinite_only {
                let (claim, rest) = (Some(Ending::Still), Some(Quiescence::Any));
                all.push(Question { claim, rest, ..plain(vec![anything()]) });
            }
            Some(all)
        }
    }
}

fn automaton(claim: &Claim) -> Vec<Question> {
    let mut both = vec![Question { claim: Some(Ending::GoesOn), ..plain(vec![anything()]) }];
    if mentions_end(claim) {
        let ended = Question { claim: Some(Ending::AllEnded), ..plain(vec![anything()]) };
        both.push(ended);
    }
    both
}

fn plain(stages: Vec<Stage>) -> Question {
    Question { stages, claim: None, rest: None }
}

fn anything() -> Stage {
    Stage {
        allowed: None,
        requires: Vec::new(),
        ends: Vec::new(),
        without: Vec::new(),
        ends_without: Vec::new(),
        at: None,
        of: 0,
    }
}

fn intervals(claim: &Claim) -> Option<Question> {
    let instrumentation = claim
        .instrumentation
        .as_ref()
        .filter(|instrumentation| !instrumentation.intervals.is_empty())?;
    let all = 1..=instrumentation.count();
    let stages = instrumentation.intervals.iter().map(|interval| Stage {
        allowed: Some(all.clone().filter(|event| !interval.forbids.contains(event)).collect()),
        requires: interval.requires.clone(),
        ends: vec![IlpEvent::Observed(interval.ends)],
        ..anything()
    });
    Some(plain(stages.collect()))
}

/// One question for each path through the claim that never comes back to a state.
fn split(claim: &Claim) -> Option<Vec<Question>> {
    let instrumentation = claim.instrumentation.as_ref()?;
    if mentions_end(claim) {
        return None;
    }
    let events = instrumentation.count();
    let mut found = Vec::new();
    let mut open = vec![vec![claim.initial]];
    while let Some(path) = open.pop() {
        let at = *path.last()?;
        if claim.states[at].final_ {
            // Where the claim is violated from the start, there is nothing to divide.
            if path.len() < 2 || found.len() == MOST_PATHS {
                return None;
            }
            let stage = |pair: &[ClaimStateId]| {
                let leads = |to: ClaimStateId| {
                    let over =
                        move |event: &u32| moves(claim, pair[0], *event, false).contains(&to);
                    (1..=events).filter(over).collect::<Vec<u32>>()
                };
                let ends = leads(pair[1]).into_iter().map(IlpEvent::Observed).collect();
                Stage { allowed: Some(leads(pair[0])), ends, ..anything() }
            };
            found.push(plain(path.windows(2).map(stage).collect()));
            continue;
        }
        // Silence must not move it.
        if moves(claim, at, 0, false) != [at] || path.len() > MOST_STAGES {
            return None;
        }
        let mut next: Vec<ClaimStateId> =
            (1..=events).flat_map(|event| moves(claim, at, event, false)).collect();
        next.sort_unstable();
        next.dedup();
        for to in next.into_iter().rev().filter(|to| *to != at) {
            if path.contains(&to) {
                if reaches_end(claim, to) {
                    return None;
                }
                continue;
            }
            let mut longer = path.clone();
            longer.push(to);
            open.push(longer);
        }
    }
    (!found.is_empty()).then_some(found)
}

fn reaches_end(claim: &Claim, from: ClaimStateId) -> bool {
    let mut seen = vec![false; claim.states.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        if claim.states[at].final_ {
            return true;
        }
        open.extend(claim.states[at].edges.iter().map(|edge| edge.to));
    }
    false
}

fn mentions_end(claim: &Claim) -> bool {
    let mut found = false;
    for expr in claim.expressions() {
        expr.visit(&mut |part| found |= *part == Expr::Terminated);
    }
    found
}

/// Whether the engine can describe the violations of a claim, and if not why.
pub fn is_supported(claim: &Claim) -> Result<(), String> {
    if claim.states.iter().flat_map(|state| &state.edges).any(|edge| edge.assertion.is_some()) {
        return Err("the claim makes assertions of its own".to_string());
    }
    Ok(())
}

/// Whether endless executions can violate a claim.
pub fn is_endless(claim: &Claim) -> bool {
    claim.states.iter().any(|state| state.accepting && !state.final_)
}

/// For each state of a claim, whether it accepts it for ever when it observes nothing any more.
pub fn accepts_silence(claim: &Claim) -> Vec<bool> {
    let silent = |from: ClaimStateId| moves(claim, from, 0, true);
    let comes_back = |start: ClaimStateId| {
        let mut seen = vec![false; claim.states.len()];
        let mut open = silent(start);
        while let Some(at) = open.pop() {
            if at == start {
                return true;
            }
            if !std::mem::replace(&mut seen[at.index()], true) {
                open.extend(silent(at));
            }
        }
        false
    };
    let states = claim.states.ids();
    states.map(|state| claim.states[state].accepting && comes_back(state)).collect()
}

/// Where a claim can go when it observes an event, or nothing (0). Conditions on states may hold or not.
pub fn moves(claim: &Claim, from: ClaimStateId, event: u32, ended: bool) -> Vec<ClaimStateId> {
    let mut found = Vec::new();
    let mut surely = false;
    for edge in &claim.states[from].edges {
        let holds = match &edge.guard {
            ClaimGuard::When(guard) => holds(guard, event, ended),
            ClaimGuard::Else if surely => Some(false),
            ClaimGuard::Else => None,
        };
        surely |= holds == Some(true) && matches!(edge.guard, ClaimGuard::When(_));
        if holds != Some(false) && !found.contains(&edge.to) {
            found.push(edge.to);
        }
    }
    found
}

/// The truth of a condition, where what is consumed shows it.
fn holds(expr: &Expr, event: u32, ended: bool) -> Option<bool> {
    match expr {
        Expr::Const(value) => Some(*value != 0),
        Expr::Event(observed) => Some(*observed == event),
        Expr::Terminated if !ended => Some(false),
        Expr::Unary(UnaryOp::Not, _, inner) => holds(inner, event, ended).map(|truth| !truth),
        Expr::Binary(BinaryOp::And, _, left, right) => {
            match (holds(left, event, ended), holds(right, event, ended)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }
        }
        Expr::Binary(BinaryOp::Or, _, left, right) => {
            match (holds(left, event, ended), holds(right, event, ended)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }
        }
        _ => None,
    }
}

//! Which flows would be violations: the stages of a query, the claim as a network, or its paths.

use trine_property::{Claim, ClaimGuard, ClaimStateId};
use trine_system::{BinaryOp, Expr, UnaryOp};
use trine_verdict::{IlpEvent, IlpLabel, IlpPart, Staging};

/// A stage of a question.
#[derive(Clone)]
pub struct Stage {
    /// The events it may have before its end; none: any that is modelled.
    pub allowed: Option<Vec<u32>>,
    pub requires: Vec<u32>,
    pub ends: Vec<IlpEvent>,
    /// What no step before its end says to a part.
    pub unsaid: Vec<(IlpPart, IlpLabel)>,
    /// It is the first half of a stage, and its last step says this.
    pub says: Option<(IlpPart, IlpLabel)>,
    /// That step is one of the whole stage, and does not say what it must not.
    pub unsaid_at_end: Vec<(IlpPart, IlpLabel)>,
    /// The number of the stage that it was before it was cut; that is where `requires` counts.
    pub whole: u32,
}

/// A question: which flows would be violations.
#[derive(Clone)]
pub struct Question {
    pub stages: Vec<Stage>,
    /// The claim takes part, and reaches its end; true: so do all processes.
    pub claim: Option<bool>,
    /// It comes to rest: false, because no process can step; true, because some wait for each other.
    pub rest: Option<bool>,
    /// The claim takes part for ever, and accepts that.
    pub forever: Forever,
}

/// How an infinite violation goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Forever {
    No,
    /// Its last stage, which was number 1 before anything was cut, leads back to where it began.
    Round,
    /// No process steps any more.
    Still,
}

impl Stage {
    fn new(allowed: Option<Vec<u32>>, requires: Vec<u32>, ends: Vec<IlpEvent>) -> Stage {
        let (unsaid, unsaid_at_end) = (Vec::new(), Vec::new());
        Stage { allowed, requires, ends, unsaid, says: None, unsaid_at_end, whole: 0 }
    }
}

impl Question {
    /// Every execution is in one of two cases: no step of a stage, but perhaps the one that ends it, says
    /// something; or one does, and the first (or the last) of them cuts the stage in two.
    pub fn cut(&self, stage: u32, said: &(IlpPart, IlpLabel), last: bool) -> Option<[Question; 2]> {
        let old = self.stages.get(stage as usize)?;
        let quiet = |stage: &Stage| {
            let mut quiet = stage.clone();
            quiet.unsaid.push(said.clone());
            quiet
        };
        let half = Stage {
            ends: Vec::new(),
            says: Some(said.clone()),
            unsaid_at_end: old.unsaid.clone(),
            ..old.clone()
        };
        let halves = match last {
            false => [quiet(&half), old.clone()],
            true => [half, quiet(old)],
        };
        let (mut never, mut cut) = (self.clone(), self.clone());
        never.stages[stage as usize] = quiet(old);
        cut.stages.splice(stage as usize..=stage as usize, halves);
        Some([never, cut])
    }

    /// Stages know their numbers.
    fn numbered(mut self) -> Question {
        for (number, stage) in self.stages.iter_mut().enumerate() {
            stage.whole = number as u32;
        }
        self
    }
}

/// All questions that have to be answered with no; none where the claim is not of this kind.
pub fn all(claim: &Claim, staging: Staging, unmodelled: bool) -> Option<Vec<Question>> {
    let endless = claim.states.iter().any(|state| state.accepting && !state.final_);
    if endless != (staging == Staging::Endless)
        || claim.states.iter().flat_map(|state| &state.edges).any(|edge| edge.assertion.is_some())
    {
        return None;
    }
    let free = |ends: Vec<IlpEvent>| Stage::new(None, Vec::new(), ends);
    let beyond = Question {
        stages: vec![free(vec![IlpEvent::Unmodelled])],
        claim: None,
        rest: None,
        forever: Forever::No,
    };
    let mut asks_end = false;
    for expr in claim.expressions() {
        expr.visit(&mut |part| asks_end |= matches!(part, Expr::Terminated));
    }
    let mut found = Vec::new();
    match staging {
        Staging::Intervals => {
            let instrumentation = claim.instrumentation.as_ref()?;
            if instrumentation.intervals.is_empty() {
                return None;
            }
            let stages = instrumentation.intervals.iter().map(|interval| {
                let all = 1..=instrumentation.count();
                let allowed = all.filter(|event| !interval.forbids.contains(event)).collect();
                let requires = interval.requires.clone();
                Stage::new(Some(allowed), requires, vec![IlpEvent::Observed(interval.ends)])
            });
            found.push(Question {
                stages: stages.collect(),
                claim: None,
                rest: None,
                forever: Forever::No,
            });
        }
        Staging::Automaton | Staging::Endless => {
            let ends = claim.states.iter().any(|state| state.final_);
            let asked: &[bool] = match (endless && !ends, asks_end) {
                (true, _) => &[],
                (false, true) => &[false, true],
                (false, false) => &[false],
            };
            let plain = |count: usize| Question {
                stages: vec![free(Vec::new()); count],
                claim: Some(false),
                rest: None,
                forever: Forever::No,
            };
            for ended in asked {
                found.push(Question { claim: Some(*ended), ..plain(1) });
            }
            if endless {
                found.push(Question { forever: Forever::Round, ..plain(2) });
                if !claim.infinite_only {
                    let (claim, rest) = (Some(true), Some(false));
                    found.push(Question { claim, rest, forever: Forever::Still, ..plain(1) });
                }
            }
        }
        // That is no description of a claim.
        Staging::Deadlock => return None,
        Staging::Split => {
            if asks_end || claim.states[claim.initial].final_ {
                return None;
            }
            paths(claim, &mut vec![claim.initial], &mut found)?;
        }
    }
    if unmodelled {
        found.push(beyond);
    }
    Some(found.into_iter().map(Question::numbered).collect())
}

/// The questions of whether an execution comes to rest where it should not.
pub fn about_rest(threads: bool, unmodelled: bool) -> Vec<Question> {
    let free = |ends: Vec<IlpEvent>| vec![Stage::new(None, Vec::new(), ends)];
    let about = |ends: Vec<IlpEvent>, rest| Question {
        stages: free(ends),
        claim: None,
        rest,
        forever: Forever::No,
    };
    let mut found = vec![about(Vec::new(), Some(false))];
    if threads {
        found.push(about(Vec::new(), Some(true)));
    }
    if unmodelled {
        found.push(about(vec![IlpEvent::Unmodelled], None));
    }
    found
}

/// The paths through a claim from where one has come to; none where it can come back and go on.
fn paths(claim: &Claim, path: &mut Vec<ClaimStateId>, found: &mut Vec<Question>) -> Option<()> {
    let at = *path.last()?;
    let events = claim.instrumentation.as_ref()?.count();
    if claim.states[at].final_ {
        let over = |from: ClaimStateId, to: ClaimStateId| -> Vec<u32> {
            (1..=events).filter(|event| moves(claim, from, *event, false).contains(&to)).collect()
        };
        let stages = path.windows(2).map(|pair| {
            let (stays, leaves) = (over(pair[0], pair[0]), over(pair[0], pair[1]));
            let leaves = leaves.into_iter().map(IlpEvent::Observed).collect();
            Stage::new(Some(stays), Vec::new(), leaves)
        });
        found.push(Question {
            stages: stages.collect(),
            claim: None,
            rest: None,
            forever: Forever::No,
        });
        return Some(());
    }
    if moves(claim, at, 0, false) != [at] {
        return None;
    }
    for to in claim.states.ids().filter(|to| *to != at) {
        if !(1..=events).any(|event| moves(claim, at, event, false).contains(&to)) {
            continue;
        }
        if path.contains(&to) {
            // Those on the path lead on to where it ends, unless it ends nowhere.
            if can_end(claim, to) {
                return None;
            }
            continue;
        }
        path.push(to);
        paths(claim, path, found)?;
        path.pop();
    }
    Some(())
}

/// Whether a claim accepts for ever, in silence, where it is.
pub fn accepts_silence(claim: &Claim, at: ClaimStateId) -> bool {
    let mut seen: Vec<ClaimStateId> = moves(claim, at, 0, true);
    let mut next = 0;
    while let Some(one) = seen.get(next).copied() {
        for to in moves(claim, one, 0, true) {
            if !seen.contains(&to) {
                seen.push(to);
            }
        }
        next += 1;
    }
    claim.states[at].accepting && seen.contains(&at)
}

fn can_end(claim: &Claim, from: ClaimStateId) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        if claim.states[at].final_ {
            return true;
        }
        for edge in &claim.states[at].edges {
            if !seen.contains(&edge.to) {
                seen.push(edge.to);
            }
        }
        next += 1;
    }
    false
}

/// Where a claim may go on observing an event, or silence (0).
pub fn moves(claim: &Claim, from: ClaimStateId, observed: u32, ended: bool) -> Vec<ClaimStateId> {
    let mut to = Vec::new();
    let mut one_holds = false;
    for edge in &claim.states[from].edges {
        let open = match &edge.guard {
            ClaimGuard::Else => !one_holds,
            ClaimGuard::When(guard) => match truth(guard, observed, ended) {
                Truth::Yes => {
                    one_holds = true;
                    true
                }
                Truth::Open => true,
                Truth::No => false,
            },
        };
        if open && !to.contains(&edge.to) {
            to.push(edge.to);
        }
    }
    to
}

#[derive(Clone, Copy, PartialEq)]
enum Truth {
    Yes,
    No,
    Open,
}

fn truth(expr: &Expr, observed: u32, ended: bool) -> Truth {
    let of = |value: bool| if value { Truth::Yes } else { Truth::No };
    match expr {
        Expr::Const(value) => of(*value != 0),
        Expr::Event(event) => of(*event == observed),
        Expr::Terminated if !ended => Truth::No,
        Expr::Unary(UnaryOp::Not, _, inner) => match truth(inner, observed, ended) {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Open => Truth::Open,
        },
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
            let both = [truth(left, observed, ended), truth(right, observed, ended)];
            let (decides, rest) = match op {
                BinaryOp::And => (Truth::No, Truth::Yes),
                _ => (Truth::Yes, Truth::No),
            };
            if both.contains(&decides) {
                decides
            } else if both == [rest, rest] {
                rest
            } else {
                Truth::Open
            }
        }
        _ => Truth::Open,
    }
}

//! Finds where a process waits for the ends of several others, one after the other.
//!
//! Threads that have ended stay so. So a run of joins with nothing between them waits for all of its
//! threads, whatever the order in which the code names them: a process in the middle of a run is where
//! it is because of which processes have ended, and no other process can tell its places there apart.

use std::collections::BTreeSet;

use trine_base::Id;
use trine_system::interpret::{State, Thread};
use trine_system::{Expr, Guard, Hold, Interpreter, LocationId, Sync, System, Template};

/// A run of joins in the code of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinRun {
    pub process: u32,
    /// Where the process is before each join.
    pub locations: Vec<LocationId>,
    /// The process that is waited for at each of them.
    pub targets: Vec<u32>,
    /// Where it is after the last one.
    pub after: LocationId,
    /// For each location of the process, the targets that it starts itself before it comes to the run, in
    /// any case.
    pub starts: Vec<BTreeSet<u32>>,
}

impl JoinRun {
    /// Where a process is in the run.
    pub fn position(&self, location: LocationId) -> Option<usize> {
        self.locations.iter().position(|at| *at == location)
    }

    /// Whether the process is in the run, and where the ends of threads want it to be.
    pub fn is_consistent(&self, interpreter: &Interpreter<'_>, state: &State) -> bool {
        let at = state.processes[self.process as usize].location;
        match self.position(at) {
            Some(position) => {
                self.targets.iter().position(|target| !interpreter.has_ended(state, *target))
                    == Some(position)
            }
            None => true,
        }
    }

    /// Puts a process that is in the run before the first join that has to wait.
    pub fn put_in_place(&self, interpreter: &Interpreter<'_>, state: &mut State) {
        let at = state.processes[self.process as usize].location;
        if self.position(at).is_none() {
            return;
        }
        let missing = |target: &u32| !interpreter.has_ended(state, *target);
        let place = match self.targets.iter().position(missing) {
            Some(position) => self.locations[position],
            None => self.after,
        };
        state.processes[self.process as usize].location = place;
    }

    /// Whether all its threads were started or will be, so that no join passes one by.
    pub fn all_started(&self, state: &State) -> bool {
        let starts = &self.starts[state.processes[self.process as usize].location.index()];
        let started = |at: &u32| state.processes[*at as usize].thread != Thread::New;
        self.targets.iter().all(|at| started(at) || starts.contains(at))
    }
}

/// The runs of joins of a system whose places nothing can tell apart.
pub fn join_runs(system: &System) -> Vec<JoinRun> {
    if system.rules.reap {
        return Vec::new();
    }
    let mut runs = Vec::new();
    for number in 0..system.processes.len() as u32 {
        if is_asked_about(system, number) {
            continue;
        }
        let template = &system.templates[system.processes[number as usize].template];
        // What lets it step at all may be false just when a join could pass.
        if template.provided.is_some() || may_give(template) {
            continue;
        }
        runs.extend(runs_of(system, template, number));
    }
    runs
}

fn runs_of(system: &System, template: &Template, process: u32) -> Vec<JoinRun> {
    let outgoing = template.outgoing();
    let mut incoming = vec![0u32; template.locations.len()];
    for edge in &template.edges {
        incoming[edge.to.index()] += 1;
    }
    let held = most_held(template);
    let join = |at: LocationId| -> Option<(u32, LocationId)> {
        let [only] = outgoing[at][..] else { return None };
        let edge = &template.edges[only];
        let plain = edge.guard == Guard::Always
            && edge.effects.is_empty()
            && edge.hold == Hold::Release
            && edge.from != edge.to;
        let Some(Sync::Join(Expr::Const(target))) = &edge.sync else { return None };
        let target = u32::try_from(*target).ok()?;
        let known = (target as usize) < system.processes.len() && target != process;
        (plain && known && held[at.index()] == 0 && keeps_quiet(system, target))
            .then_some((target, edge.to))
    };
    let is_first = |at: LocationId| {
        let entering = template.edges.iter().filter(|edge| edge.to == at);
        let before = |edge: &trine_system::Edge| join(edge.from).is_some();
        at == template.entry || incoming[at.index()] != 1 || !entering.into_iter().all(before)
    };
    let mut runs = Vec::new();
    for first in template.locations.ids().filter(|at| is_first(*at)) {
        let (mut locations, mut targets, mut at) = (Vec::new(), Vec::new(), first);
        while let Some((target, next)) = join(at) {
            if locations.contains(&at) || !locations.is_empty() && is_first(at) {
                break;
            }
            locations.push(at);
            targets.push(target);
            at = next;
        }
        if locations.len() > 1 {
            let starts = starts_before(template, &locations, &targets);
            runs.push(JoinRun { process, locations, targets, after: at, starts });
        }
    }
    runs
}

/// For each location, which of the targets are started on every way from there to the run.
fn starts_before(template: &Template, run: &[LocationId], targets: &[u32]) -> Vec<BTreeSet<u32>> {
    let all: BTreeSet<u32> = targets.iter().copied().collect();
    let mut starts = vec![all; template.locations.len()];
    for at in run {
        starts[at.index()].clear();
    }
    loop {
        let mut changed = false;
        for edge in &template.edges {
            let mut after = starts[edge.to.index()].clone();
            if let Some(Sync::Start(Expr::Const(target))) = &edge.sync {
                after.extend(u32::try_from(*target).ok());
            }
            let before = &mut starts[edge.from.index()];
            let known = before.len();
            before.retain(|target| after.contains(target));
            changed |= before.len() < known;
        }
        if !changed {
            return starts;
        }
    }
}

/// Whether being stuck matters wherever this process can be stuck.
fn keeps_quiet(system: &System, process: u32) -> bool {
    let template = &system.templates[system.processes[process as usize].template];
    let begins =
        |at: LocationId| template.edges_from(at).all(|(_, edge)| edge.sync == Some(Sync::Begin));
    !template.daemon && template.locations.enumerate().all(|(at, one)| !one.end || begins(at))
}

/// Whether a process that waits at an entry could be told to wait for such a process.
fn may_give(template: &Template) -> bool {
    template.edges.iter().any(|edge| {
        let meets = matches!(
            edge.sync,
            Some(Sync::Call { .. } | Sync::Accept { .. } | Sync::Requeue { .. })
        );
        meets || edge.ends_knowledge()
    })
}

/// Whether a process waits for the end of a process, or asks where it is.
fn is_asked_about(system: &System, process: u32) -> bool {
    let meant = |of: &Expr| !matches!(of, Expr::Const(other) if *other != i64::from(process));
    let mut asked = false;
    for template in &system.templates {
        let mut look = |part: &Expr| {
            asked |= match part {
                Expr::Ended(of) | Expr::Started(of) => meant(of),
                Expr::Terminated
                | Expr::At { .. }
                | Expr::PcValue(_)
                | Expr::Enabled(_)
                | Expr::Timeout => true,
                _ => false,
            };
        };
        template.provided.iter().for_each(|provided| provided.visit(&mut look));
        for edge in &template.edges {
            edge.visit_exprs(&mut look);
        }
        let joins = |edge: &trine_system::Edge| match &edge.sync {
            Some(Sync::Join(of) | Sync::Start(of)) => meant(of),
            _ => false,
        };
        if asked || template.edges.iter().any(joins) {
            return true;
        }
    }
    false
}

/// For each location, a bound for how many locks the process can hold there, counted as often as it took
/// them.
fn most_held(template: &Template) -> Vec<u32> {
    let most = template.edges.len() as u32 + 1;
    let mut held = vec![0u32; template.locations.len()];
    loop {
        let mut changed = false;
        for edge in &template.edges {
            let before = held[edge.from.index()];
            let after = match &edge.sync {
                Some(Sync::Enter(_)) => (before + 1).min(most),
                // A bound that is no bound any more does not shrink.
                Some(Sync::Exit(_)) if before < most => before.saturating_sub(1),
                _ => before,
            };
            let to = &mut held[edge.to.index()];
            if after > *to {
                *to = after;
                changed = true;
            }
        }
        if !changed {
            return held;
        }
    }
}

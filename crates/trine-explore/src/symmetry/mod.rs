//! Symmetry reduction: finds automorphisms of a system and stores one canonical representative of the states that
//! differ by one.
//!
//! An automorphism renames processes, cells, locks, entries and channels and maps the code of the system on itself; it
//! maps executions on executions, so that a state and its image can do the same. Most programs are not symmetric from
//! the start: one process starts the others one by one, and names them. But once it is past that, what it can still do
//! may not tell them apart any more. So an automorphism applies in a state where every process that it leaves alone is
//! at a place from which all of its code stays what it is; and once it applies, it applies for ever.

mod action;
mod compare;
mod correspondence;
mod joins;
mod lift;
mod pair;
mod permutation;
mod search;
mod specialize;

use std::collections::{BTreeMap, BTreeSet};

use trine_system::{Effect, Expr, Interpreter, LocalId, LocationId, State, System};

pub use action::Actions;
pub use joins::JoinRun;
pub use lift::{Stretch, lift};
pub use permutation::Permutation;

use compare::Comparison;
use correspondence::{Correspondence, Entity};

/// So many renamings are tried on a state.
const MOST_AUTOMORPHISMS: usize = 300;

/// The renamings that a system may not notice, from some moment on.
#[derive(Clone, Debug)]
pub struct Symmetry {
    pub automorphisms: Vec<Automorphism>,
    /// Where processes wait for several others; only those that some renaming counts on.
    pub runs: Vec<JoinRun>,
    /// For each process, the parameters that keep their values, which belong to it and not to its place.
    pub constants: Vec<BTreeMap<LocalId, i64>>,
}

/// A renaming, and when it counts.
#[derive(Clone, Debug)]
pub struct Automorphism {
    pub permutation: Permutation,
    /// For processes that stay, the locations at which it counts, where that is not everywhere.
    pub stay_at: Vec<(u32, Vec<bool>)>,
    /// The runs of joins in which it counts on the order not being seen.
    pub runs: Vec<usize>,
}

impl Symmetry {
    /// All that could be found out about a system. `runs`: whether the order of joins may be lost.
    pub fn find(system: &System, runs: bool) -> Option<Symmetry> {
        if !is_plain(system) || !search::is_promising(system) {
            return None;
        }
        let special = specialize::specialize(system);
        let comparison = Comparison::new(system, &special);
        let all_runs = if runs { joins::join_runs(system) } else { Vec::new() };
        let channels = channels(system);
        let constants = special.iter().map(|special| special.constants.clone()).collect();
        let mut symmetry = Symmetry { automorphisms: Vec::new(), runs: all_runs, constants };
        let interpreter = Interpreter::new(system);
        let initial = interpreter.initial().state?;
        for guess in search::guesses(&comparison) {
            let Some(names) = guess.settle() else { continue };
            if let Some(automorphism) = symmetry.verify(&comparison, names, &channels)
                && automorphism.permutation.pays(&interpreter, &initial)
                && !symmetry
                    .automorphisms
                    .iter()
                    .any(|known| known.permutation == automorphism.permutation)
            {
                symmetry.automorphisms.push(automorphism);
            }
        }
        symmetry.automorphisms.sort_by_key(|automorphism| !automorphism.permutation.is_exchange());
        symmetry.automorphisms.truncate(MOST_AUTOMORPHISMS);
        symmetry.drop_unused_runs();
        (!symmetry.automorphisms.is_empty()).then_some(symmetry)
    }

    /// How many processes can become others.
    pub fn processes(&self) -> u64 {
        let moved =
            self.automorphisms.iter().flat_map(|automorphism| automorphism.permutation.moved());
        moved.collect::<BTreeSet<u32>>().len() as u64
    }

    /// Whether a renaming counts in a state of the interpreter.
    pub fn applies_in(
        &self,
        interpreter: &Interpreter<'_>,
        automorphism: &Automorphism,
        state: &State,
    ) -> bool {
        let stays = automorphism
            .stay_at
            .iter()
            .all(|(process, at)| at[state.processes[*process as usize].location.0 as usize]);
        let runs = || automorphism.runs.iter().map(|run| &self.runs[*run]);
        stays && runs().all(|run| run.all_started(state) && run.is_consistent(interpreter, state))
    }

    /// Looks at every process once more, now that all is known.
    fn verify(
        &self,
        comparison: &Comparison<'_>,
        mut names: Correspondence,
        channels: &BTreeMap<u32, u32>,
    ) -> Option<Automorphism> {
        let system = comparison.system;
        let mut permutation = Permutation::identity(system.processes.len());
        for (from, to) in &names.becomes {
            match (*from, *to) {
                (Entity::Process(from), Entity::Process(to)) => {
                    permutation.processes[from as usize] = to;
                }
                (Entity::Cell(from), Entity::Cell(to)) if from != to => {
                    match (channels.get(&from), channels.get(&to)) {
                        // The cell keeps its channel, whose contents move.
                        (Some(from), Some(to)) => permutation.channels.insert(*from, *to),
                        (None, None) => permutation.cells.insert(from, to),
                        _ => return None,
                    };
                }
                (Entity::Monitor(from), Entity::Monitor(to)) if from != to => {
                    permutation.monitors.insert(from, to);
                }
                (Entity::Entry(from), Entity::Entry(to)) if from != to => {
                    permutation.entries.insert(from, to);
                }
                _ => {}
            }
        }
        let mut stay_at = Vec::new();
        let mut used = Vec::new();
        for process in 0..system.processes.len() as u32 {
            let to = permutation.process(process);
            if to != process {
                if system.rules.reap && can_end(system, process) {
                    return None;
                }
                let code = comparison.lay(process, to, &mut names)?;
                permutation.code.insert(process, code);
                continue;
            }
            let keeps = |run: &JoinRun| {
                let before: BTreeSet<u32> = run.targets.iter().copied().collect();
                let after: BTreeSet<u32> =
                    before.iter().map(|target| permutation.process(*target)).collect();
                run.process == process && before == after
            };
            let kept: Vec<usize> =
                (0..self.runs.len()).filter(|at| keeps(&self.runs[*at])).collect();
            let literal = comparison.stays(process, &mut names, &|_| None);
            let waits = |at: LocationId| {
                let run = kept.iter().map(|run| &self.runs[*run]);
                run.into_iter().find_map(|run| {
                    let position = run.position(at)?;
                    Some(run.locations.get(position + 1).copied().unwrap_or(run.after))
                })
            };
            let stays = comparison.stays(process, &mut names, &waits);
            if stays != literal {
                used.extend(kept);
            }
            if !stays.contains(&true) {
                return None;
            }
            if stays.contains(&false) {
                stay_at.push((process, stays));
            }
        }
        Some(Automorphism { permutation, stay_at, runs: used })
    }

    fn drop_unused_runs(&mut self) {
        let mut used: Vec<usize> = self
            .automorphisms
            .iter()
            .flat_map(|automorphism| automorphism.runs.iter().copied())
            .collect();
        used.sort_unstable();
        used.dedup();
        self.runs = used.iter().map(|run| self.runs[*run].clone()).collect();
        for automorphism in &mut self.automorphisms {
            for run in &mut automorphism.runs {
                *run = used.iter().position(|at| at == run).unwrap_or(0);
            }
        }
    }
}

/// For each cell of a global that is declared with channels, the position of its channel.
fn channels(system: &System) -> BTreeMap<u32, u32> {
    let mut channels = BTreeMap::new();
    let (mut cell, mut channel) = (0, 0);
    for variable in &system.globals {
        for _ in 0..variable.cells() {
            if matches!(variable.init, trine_system::Init::Channels(_)) {
                channels.insert(cell, channel);
                channel += 1;
            }
            cell += 1;
        }
    }
    channels
}

/// Whether a system has nothing in which the numbers of processes are more than names.
fn is_plain(system: &System) -> bool {
    let rules = &system.rules;
    let mut plain = !rules.priorities && !rules.tracks_last && !rules.instrumented;
    for template in &system.templates {
        let mut look = |part: &Expr| {
            let numbered = matches!(
                part,
                Expr::Last | Expr::PcValue(_) | Expr::Priority(_) | Expr::Enabled(_)
            );
            let remote = match part {
                Expr::At { .. } => true,
                Expr::Read(place) => matches!(place.root, trine_system::Root::Remote { .. }),
                _ => false,
            };
            plain &= !numbered && !remote;
        };
        template.provided.iter().for_each(|provided| provided.visit(&mut look));
        for edge in &template.edges {
            edge.visit_exprs(&mut look);
        }
        for edge in &template.edges {
            plain &= !edge
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Run { .. } | Effect::SetPriority(..)));
            edge.visit_writes(&mut |place| {
                plain &= !matches!(place.root, trine_system::Root::Remote { .. });
            });
        }
        plain &= template.locals.iter().all(|local| !local.hidden);
    }
    plain
        && system.processes.len() < 255
        && system.globals.iter().all(|global| !global.hidden)
        && system.pools.iter().flat_map(|pool| &pool.fields).all(|field| !field.hidden)
}

/// Whether a process can come to its end.
fn can_end(system: &System, process: u32) -> bool {
    let template = &system.templates[system.processes[process as usize].template];
    template.locations.iter().any(|location| location.final_) && reaches_final(template)
}

fn reaches_final(template: &trine_system::Template) -> bool {
    let outgoing = template.outgoing();
    let mut known = vec![template.entry];
    let mut next = 0;
    while next < known.len() {
        let at = known[next];
        next += 1;
        if template.locations[at].final_ {
            return true;
        }
        for edge in &outgoing[at] {
            let to = template.edges[*edge].to;
            if !known.contains(&to) {
                known.push(to);
            }
        }
    }
    false
}

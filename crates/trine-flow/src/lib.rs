//! Proves properties by state propagation over a trace flow graph, as FLAVERS does (papers 000, 002
//! and 003).
//!
//! A path is a sequence of steps, each of which its process can take next after its own last one, or
//! which may happen in parallel with the step before. Along paths, *tuples* are propagated: the state
//! of the claim that looks for violations, and those parts of the system's state that the chosen
//! constraints follow. Every execution is such a path, but not every path is an execution: what no
//! path violates is proved, and a path that violates is a question.
//!
//! **Architecture invariant.** This crate sees a system and a claim. It has never heard of front ends,
//! other engines or the judge, and it does not choose constraints: it says which ones rule out a path.

mod calls;
mod constraint;
mod graph;
mod lives;
mod locks;
mod meet;
mod observe;
mod parallel;
mod partial;
mod propagate;
mod resting;
mod show;
mod system_facts;
mod trial;
mod tuple;

pub use constraint::Constraint;
pub use propagate::{Answer, Figures, Limits, Stop};
pub use show::{Automaton, Follows, Place};
pub use trial::Trials;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use trine_property::Claim;
use trine_system::{Expr, System};
use trine_verdict::{FlowCertificate, Followed, Node, Path};

use graph::Graph;
use observe::Observer;
use parallel::Parallel;
use system_facts::SystemFacts;
use tuple::Layout;

/// A system, ready to be analysed for a claim. The system is the one in which the claim observes its
/// events.
pub struct Analysis<'s> {
    facts: SystemFacts<'s>,
    claim: &'s Claim,
}

/// More processes than this are not all looked at for constraints.
const MANY: usize = 64;

impl<'s> Analysis<'s> {
    /// Ready for analysis, or why this engine cannot help.
    pub fn new(system: &'s System, claim: &'s Claim) -> Result<Analysis<'s>, String> {
        if !claim.stutter_invariant {
            return Err("the property counts steps in which nothing happens".to_string());
        }
        if claim.states.iter().flat_map(|state| &state.edges).any(|edge| edge.assertion.is_some()) {
            return Err("the claim makes assertions of its own".to_string());
        }
        Ok(Analysis { facts: SystemFacts::new(system)?, claim })
    }

    /// The name by which users select a constraint, such as `task reader` or `monitor lock`.
    pub fn name(&self, constraint: Constraint) -> String {
        constraint.name(&self.facts)
    }

    /// The constraints that the claim itself needs: the variables that it asks about.
    pub fn needed(&self) -> Vec<Constraint> {
        let mut cells = BTreeSet::new();
        for expr in self.claim.expressions() {
            expr.visit(&mut |part| {
                if let Expr::Read(place) = part {
                    let open = self.facts.cells(None, place).into_iter();
                    cells.extend(open.filter(|cell| self.facts.fixed(*cell).is_none()));
                }
            });
        }
        // What is not followed is unknown: of large arrays, nothing is.
        let few = cells.len() <= 8;
        cells.into_iter().filter(|_| few).map(Constraint::Variable).collect()
    }

    /// Looks for a path that violates the claim.
    pub fn run(&self, constraints: &[Constraint], limits: &Limits<'_>) -> (Answer, Figures) {
        let (answer, figures, _) = self.prove(constraints, limits);
        (answer, figures)
    }

    /// Looks for a path that violates the claim; where there is none, the last part is the proof.
    pub fn prove(
        &self,
        constraints: &[Constraint],
        limits: &Limits<'_>,
    ) -> (Answer, Figures, FlowCertificate) {
        let parallel = Parallel::new(&self.facts);
        let graph = Graph::new(&self.facts, &parallel, constraints, &|_, _| false);
        let layout = Layout::new(&self.facts, &parallel, constraints);
        let observer = Observer::Claim(self.claim);
        let (answer, figures, pairs) = propagate::propagate(&graph, &layout, &observer, limits);
        let followed = constraints.iter().map(|one| Followed::from(*one)).collect();
        let regions = match answer {
            Answer::Nothing => parallel.regions(),
            _ => Vec::new(),
        };
        (answer, figures, FlowCertificate { followed, regions, pairs })
    }

    /// Everything that could rule out a path found with these constraints.
    pub fn candidates(&self, path: &Path, constraints: &[Constraint]) -> Vec<Constraint> {
        let mut found = constraint::candidates(&self.facts, &processes(path));
        found.retain(|candidate| !constraints.contains(candidate));
        self.by_cost(found)
    }

    /// The same constraints, the cheapest first.
    pub fn by_cost(&self, mut constraints: Vec<Constraint>) -> Vec<Constraint> {
        constraints.sort_by_key(|one| (one.cost(&self.facts), *one));
        constraints
    }

    /// Constraints that could rule out a path together, the cheapest first: those about the processes of
    /// the path, or about every process that touches the same.
    pub fn groups(
        &self,
        path: &Path,
        constraints: &[Constraint],
        everybody: bool,
    ) -> Vec<Vec<Constraint>> {
        let everyone: Vec<u32> = self.facts.processes().collect();
        if everybody && everyone.len() > MANY {
            return Vec::new();
        }
        let parallel = Parallel::new(&self.facts);
        let own = processes(path);
        let touching = if everybody { &everyone } else { &own };
        let mut groups = constraint::meetings(&self.facts, &own);
        groups.extend(constraint::groups(&self.facts, &parallel, &own, touching));
        if everybody {
            groups.push(self.all());
        }
        for group in &mut groups {
            group.retain(|one| !constraints.contains(one));
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Constraints that often prove something of tasks that meet, the cheapest first: where the processes of
    /// a path are, then also the partners that they meet there and what becomes of the calls.
    pub fn meetings(&self, path: &Path) -> Vec<Vec<Constraint>> {
        if self.facts.system.entries.is_empty() {
            return Vec::new();
        }
        let own = processes(path);
        let tasks: Vec<Constraint> = own.iter().copied().map(Constraint::Task).collect();
        let groups = constraint::meetings(&self.facts, &own);
        let all: BTreeSet<Constraint> = groups.iter().flatten().copied().collect();
        let all: Vec<Constraint> = all.into_iter().collect();
        let mut found = vec![tasks];
        found.extend(groups);
        if !found.contains(&all) {
            found.push(all);
        }
        found
    }

    /// Everything that could be followed, for all processes.
    pub fn all(&self) -> Vec<Constraint> {
        let processes: Vec<u32> = self.facts.processes().collect();
        constraint::candidates(&self.facts, &processes)
    }

    /// The steps that paths with these constraints show.
    pub fn visible(&self, constraints: &[Constraint]) -> FxHashSet<Node> {
        let parallel = Parallel::new(&self.facts);
        let graph = Graph::new(&self.facts, &parallel, constraints, &|_, _| false);
        graph.nodes.into_iter().collect()
    }
}

/// The processes that take part in a path.
fn processes(path: &Path) -> Vec<u32> {
    let parts = path.steps.iter().flat_map(|step| step.node.parts());
    let found: BTreeSet<u32> = parts.map(|(process, _)| process).collect();
    found.into_iter().collect()
}

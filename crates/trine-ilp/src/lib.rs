//! Proves that no execution is like a query describes, by integer linear programs, as INCA does (paper
//! 004).
//!
//! Each process, and each thing that processes share, is a network; an execution is a flow through each of
//! them, and the flows agree on what happens together. A query is a sequence of stages, with a copy of the
//! networks for each. If the equations have no solution in whole numbers that is connected, no execution
//! is like that. A solution is only a question, for the judge.
//!
//! **Architecture invariant.** This crate sees a system and a claim. It has never heard of front ends, other
//! engines or the judge. What it proves it proves for every execution, with a certificate in whole numbers.

mod augment;
mod bounds;
mod branch;
mod claim_network;
mod copies;
mod data_abstraction;
mod deadlock_rows;
mod eval;
mod exact;
mod fire;
mod fuse;
mod live;
mod named;
mod problem;
mod process_state;
mod question;
mod refine;
mod replay;
mod shared;
mod show;
mod simplex;
mod solver;
mod system_facts;
mod unfold;
mod write;

pub use branch::{Cycles, Effort};
pub use named::{Equations, NamedRow, NamedVariable};
pub use problem::Prune;
pub use refine::{Refined, Refinement};
pub use solver::{Argument, Call, PROGRAMS, Ran, Runs, Solver, SolverName};
pub use unfold::Trouble;
pub use write::Form;

use std::borrow::Cow;
use std::collections::BTreeSet;

use trine_property::Claim;
use trine_system::{EdgeId, GlobalId, System};
use trine_verdict::{IlpCertificate, IlpEvent, IlpTree, Staging};

use branch::{Search, SearchResult};
use data_abstraction::DataAbstraction;
use fuse::Joined;
use problem::{Problem, SeveralEvents};
use system_facts::SystemFacts;
use unfold::Networks;

/// A system as networks, without the data of which nothing is said.
pub struct Prepared<'s> {
    system: Cow<'s, System>,
    networks: Networks,
    abstraction: DataAbstraction,
    joined: Joined,
}

impl<'s> Prepared<'s> {
    /// The networks, or why there are none. The system is the one in which a claim observes its events.
    pub fn new(system: &'s System, go_on: &dyn Fn() -> bool) -> Result<Prepared<'s>, Trouble> {
        Prepared::leaving_out(system, BTreeSet::new(), go_on)
    }

    /// The same, with nothing said of these globals from the start, as far as that is possible.
    pub fn leaving_out(
        system: &'s System,
        mut left_out: BTreeSet<GlobalId>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Prepared<'s>, Trouble> {
        let mut wide: BTreeSet<GlobalId> = BTreeSet::new();
        let (fused, joined) = fuse::fused(system);
        loop {
            let abstraction = DataAbstraction::of(&fused, &left_out).unwrap_or_default();
            let rest = match abstraction.is_empty() {
                true => fused.clone(),
                false => Cow::Owned(abstraction.without(&fused)),
            };
            let facts = SystemFacts::new(&rest).map_err(Trouble::Unsupported)?;
            let may_be_wide = |cell: u32| wide.contains(&facts.global_of(cell));
            match Networks::new(&facts, &may_be_wide, go_on) {
                Ok(networks) => {
                    drop(facts);
                    return Ok(Prepared { system: rest, networks, abstraction, joined });
                }
                Err(Trouble::Wide(cell)) => {
                    let global = facts.global_of(cell);
                    left_out.insert(global);
                    if DataAbstraction::of(&fused, &left_out).is_none() {
                        left_out.remove(&global);
                        wide.insert(global);
                    }
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// The analysis of a claim, or of deadlocks.
    pub fn analysis<'p>(&'p self, goal: Goal<'p>) -> Result<Analysis<'p>, Trouble> {
        let system = &*self.system;
        let bound = system.templates.iter().any(|template| template.provided.is_some());
        let rests = match goal {
            Goal::Claim(claim) => {
                question::is_supported(claim).map_err(Trouble::Unsupported)?;
                question::is_endless(claim) && !claim.infinite_only
            }
            Goal::Deadlock => true,
        };
        if rests && (bound || system.rules.priorities) {
            let what = "whether processes that depend on a condition or on priorities can step";
            return Err(Trouble::Unsupported(what.to_string()));
        }
        let facts = SystemFacts::new(system).map_err(Trouble::Unsupported)?;
        let Prepared { networks, abstraction, joined, .. } = self;
        Ok(Analysis { facts, goal, networks, abstraction, joined, prune: Prune::All, solver: None })
    }
}

/// What a violation is.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'c> {
    /// An execution that the claim accepts.
    Claim(&'c Claim),
    /// An execution that comes to rest where it should not.
    Deadlock,
}

impl<'c> Goal<'c> {
    /// The claim, where it is one.
    pub fn claim(self) -> Option<&'c Claim> {
        match self {
            Goal::Claim(claim) => Some(claim),
            Goal::Deadlock => None,
        }
    }
}

/// A system and what would violate it, as networks.
pub struct Analysis<'s> {
    facts: SystemFacts<'s>,
    goal: Goal<'s>,
    networks: &'s Networks,
    abstraction: &'s DataAbstraction,
    joined: &'s Joined,
    /// What is left out of equations from the start; certificates are for those that leave out all they can.
    pub prune: Prune,
    /// Another solver, if it is to be asked instead of our own.
    pub solver: Option<Solver<'s>>,
}

/// What the engine says.
pub enum Answer {
    /// No execution violates the claim; the certificate is there unless only floating point says so.
    Nothing(Option<IlpCertificate>),
    /// Nothing that happens at most so often violates the claim.
    Bounded(i64),
    /// A connected flow, which may or may not be an execution.
    Flow(Flow),
    /// The claim cannot be described in this way.
    NotSo(String),
    Stopped,
    TooMany,
    Unsound,
    /// The solver that was asked gives no answer; its words.
    NoAnswer(String),
}

/// A solution of the equations.
pub struct Flow {
    /// The edges of processes that it uses.
    pub edges: Vec<(u32, EdgeId)>,
    /// How often things happen, in words.
    pub lines: Vec<FlowLine>,
    /// It goes through something that the model leaves out.
    pub unmodelled: bool,
    /// How many variables it counts in the network that has most to do.
    pub longest: i64,
}

/// What a process does in a flow.
pub struct FlowLine {
    pub stage: u32,
    pub process: u32,
    pub edge: Option<EdgeId>,
    pub action: String,
    pub events: Vec<String>,
    pub count: i64,
    /// It is not connected to the start.
    pub hangs: bool,
}

/// The figures of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub networks: usize,
    pub states: usize,
    pub transitions: usize,
    /// Variables and rows, and how many variables there would be without pruning.
    pub variables: usize,
    pub rows: usize,
    pub before: usize,
    pub effort: Effort,
}

impl<'s> Analysis<'s> {
    /// Looks for a flow that violates the claim, described in this way.
    pub fn run(
        &self,
        staging: Staging,
        cycles: Cycles,
        go_on: &dyn Fn() -> bool,
    ) -> (Answer, Figures) {
        let mut figures = self.size();
        let threads = self.facts.system.rules.threads;
        let asked = question::questions(self.goal, staging, threads, self.has_unmodelled());
        let Some(questions) = asked else {
            return (Answer::NotSo("the property cannot be divided so".to_string()), figures);
        };
        let mut bounded = false;
        let mut trees: Option<Vec<IlpTree>> = Some(Vec::new());
        for question in &questions {
            let problem = Problem::new(&self.facts, self.networks, self.goal, question, self.prune);
            let problem = match problem {
                Ok(problem) => problem,
                Err(SeveralEvents) => {
                    let why = "a step has several events, one of which ends an interval";
                    return (Answer::NotSo(why.to_string()), figures);
                }
            };
            figures.variables += problem.variables.len();
            figures.rows += problem.rows.len();
            figures.before += problem.before;
            // What has no solution at all needs no bound.
            let plain = if cycles == Cycles::Augmented { Cycles::Kept } else { cycles };
            let mut search = Search::new(&problem, plain, self.solver, go_on);
            let mut found = search.run();
            if cycles == Cycles::Augmented && matches!(found, SearchResult::Flow(_)) {
                bounded = true;
                search = Search::new(&problem, cycles, self.solver, go_on);
                found = search.run();
            }
            figures.effort.programs += search.effort.programs;
            figures.effort.leaves += search.effort.leaves;
            figures.effort.components += search.effort.components;
            figures.effort.variables += search.effort.variables;
            figures.effort.width += search.effort.width;
            figures.effort.height += search.effort.height;
            let answer = match found {
                SearchResult::Nothing(tree) => {
                    trees = trees.zip(tree).map(|(mut trees, tree)| {
                        trees.push(tree);
                        trees
                    });
                    continue;
                }
                SearchResult::Flow(flow) => Answer::Flow(Flow {
                    edges: self.edges_of(&problem, &flow),
                    lines: self.flow_lines(&problem, &flow),
                    unmodelled: question
                        .stages
                        .iter()
                        .any(|stage| stage.ends == [IlpEvent::Unmodelled]),
                    longest: branch::longest(&problem, &flow),
                }),
                SearchResult::Stopped => Answer::Stopped,
                SearchResult::TooMany => Answer::TooMany,
                SearchResult::Unsound => Answer::Unsound,
                SearchResult::NoAnswer(words) => Answer::NoAnswer(words),
            };
            return (answer, figures);
        }
        if bounded {
            return (Answer::Bounded(augment::BOUND), figures);
        }
        let trees = trees.filter(|_| self.prune == Prune::All);
        let certificate = trees.map(|trees| self.certificate(staging, trees));
        (Answer::Nothing(certificate), figures)
    }

    /// How the claim says by itself what its violations are like.
    pub fn staging(&self) -> Staging {
        let Goal::Claim(claim) = self.goal else { return Staging::Deadlock };
        let instrumentation = claim.instrumentation.as_ref();
        let intervals = instrumentation.is_some_and(|one| !one.intervals.is_empty());
        match intervals {
            _ if question::is_endless(claim) => Staging::Endless,
            true => Staging::Intervals,
            false => Staging::Automaton,
        }
    }

    fn size(&self) -> Figures {
        let list = &self.networks.list;
        Figures {
            networks: list.len(),
            states: list.iter().map(|network| network.states.len()).sum(),
            transitions: list.iter().map(|network| network.transitions.len()).sum(),
            ..Figures::default()
        }
    }

    /// The edges of processes that a flow uses, with those that were joined to them.
    fn edges_of(&self, problem: &Problem<'_>, flow: &[i64]) -> Vec<(u32, EdgeId)> {
        let mut found = branch::edges_of(problem, flow);
        let others = |(process, edge): &(u32, EdgeId)| {
            let key = (self.facts.template(*process), *edge);
            let joined = self.joined.get(&key).into_iter().flatten();
            joined.map(|other| (*process, *other)).collect::<Vec<_>>()
        };
        let others: Vec<(u32, EdgeId)> = found.iter().flat_map(others).collect();
        found.extend(others);
        found
    }

    fn has_unmodelled(&self) -> bool {
        let mut all = self.networks.list.iter().flat_map(|network| &network.transitions);
        all.any(|transition| transition.events.contains(&IlpEvent::Unmodelled))
    }

    fn certificate(&self, staging: Staging, trees: Vec<IlpTree>) -> IlpCertificate {
        let mortal = self.networks.mortal.iter().enumerate();
        IlpCertificate {
            opaque: self.abstraction.globals.iter().copied().collect(),
            opaque_locals: self.abstraction.locals.iter().copied().collect(),
            dead: self.facts.live.dead(self.facts.system),
            ignored: self.facts.live.ignored(self.facts.system),
            mortal: mortal.filter(|(_, ends)| **ends).map(|(at, _)| at as u32).collect(),
            staging,
            trees,
        }
    }
}

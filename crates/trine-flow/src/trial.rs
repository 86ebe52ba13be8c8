//! Spuriousness trials of the refinement loop: whether more constraints rule out a path that was found with some.

use rustc_hash::FxHashSet;
use trine_verdict::{Node, Path};

use crate::constraint::Constraint;
use crate::graph::Graph;
use crate::observe::Observer;
use crate::parallel::Parallel;
use crate::propagate::{self, Limits};
use crate::tuple::Layout;
use crate::{Analysis, Answer};

/// Pairs that a path may need to be tried again.
const RETRY: usize = 200_000;

/// What all trials about one path have in common.
pub struct Trials<'a, 's> {
    analysis: &'a Analysis<'s>,
    parallel: Parallel<'a, 's>,
    path: &'a Path,
    constraints: &'a [Constraint],
    /// The steps that could be seen with those constraints.
    seen: FxHashSet<Node>,
}

impl<'a, 's> Trials<'a, 's> {
    /// Trials about a path that was found with some constraints.
    pub fn new(
        analysis: &'a Analysis<'s>,
        path: &'a Path,
        constraints: &'a [Constraint],
    ) -> Trials<'a, 's> {
        let parallel = Parallel::new(&analysis.facts);
        let seen = analysis.visible(constraints);
        Trials { analysis, parallel, path, constraints, seen }
    }

    /// Whether the path is none any more with other constraints as well.
    pub fn rules_out(&self, more: &[Constraint], limits: &Limits<'_>) -> bool {
        let facts = &self.analysis.facts;
        let all: Vec<Constraint> = self.constraints.iter().chain(more).copied().collect();
        let graph = Graph::new(facts, &self.parallel, &all, &|_, _| false);
        let layout = Layout::new(facts, &self.parallel, &all);
        let limits = Limits { most: RETRY.min(limits.most), ..*limits };
        let endless = self.analysis.claim.infinite_only;
        let observer = Observer::of_path(self.path, &self.seen, endless);
        let (answer, ..) = propagate::propagate(&graph, &layout, &observer, &limits);
        matches!(answer, Answer::Nothing)
    }
}

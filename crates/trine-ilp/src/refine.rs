//! Order refinement (paper 004, section 6): where a flow is connected and its steps cannot be put in order, a
//! stage is divided at a step that was blocked, and both cases are asked again.
//!
//! No step of a stage has a label, or there is a first and a last one that has: that is true of every execution,
//! so that cases without a solution are a proof together. Which label divides best is tried out: the division
//! that leaves fewest cases open. Among equals the last step is better than the first: processes go round in
//! loops, and what counts is the last round.

use trine_verdict::{IlpEvent, IlpTree, Staging};

use crate::branch::{self, Search, SearchResult};
use crate::problem::Problem;
use crate::question::{Division, Question, questions};
use crate::replay::{Replay, replay};
use crate::{Analysis, Answer, Cycles, Effort, Figures, Flow, Prune};

/// So many questions are asked of one claim.
const MOST_ASKED: usize = 400;
/// A question with more stages is not divided again.
const MOST_STAGES: usize = 14;
/// So many labels are tried where a flow is blocked.
const MOST_LABELS: usize = 6;
/// So many variables, in all questions together, are looked at.
const MOST_VARIABLES: usize = 600_000;

/// A step of the refinement, in words.
pub struct Refinement {
    /// How many divisions are above it.
    pub depth: usize,
    pub words: String,
}

/// What came of a refinement.
pub struct Refined {
    pub answer: Answer,
    pub figures: Figures,
    pub steps: Vec<Refinement>,
}

impl Analysis<'_> {
    /// Looks for a flow that violates the claim and can be put in order. Those that can are shown to one that
    /// knows whether they are executions.
    pub fn refine(
        &self,
        staging: Staging,
        confirm: &mut dyn FnMut(&Flow),
        go_on: &dyn Fn() -> bool,
    ) -> Refined {
        let threads = self.facts.system.rules.threads;
        let asked = questions(self.goal, staging, threads, self.has_unmodelled());
        let Some(asked) = asked else {
            let answer = Answer::NotSo("the property cannot be divided so".to_string());
            return Refined { answer, figures: self.size(), steps: Vec::new() };
        };
        let mut refine = Refine {
            analysis: self,
            confirm,
            go_on,
            left: MOST_ASKED,
            size: 0,
            figures: self.size(),
            steps: Vec::new(),
        };
        let mut trees = Some(Vec::new());
        for question in asked {
            match refine.case(question, 0, None) {
                Case::Nothing(tree) => {
                    trees = trees.zip(tree).map(|(trees, tree)| [trees, vec![tree]].concat());
                }
                Case::Open(answer) => {
                    let (figures, steps) = (refine.figures, refine.steps);
                    return Refined { answer, figures, steps };
                }
            }
        }
        let certificate = trees.map(|trees| self.certificate(staging, trees));
        let (figures, steps) = (refine.figures, refine.steps);
        Refined { answer: Answer::Nothing(certificate), figures, steps }
    }
}

impl Analysis<'_> {
    /// Whether some case has a flow where every question is divided so, one division after the other: at a
    /// stage, a label (both by their numbers, as far as there are so many), and its last step or its first.
    /// None where it is not known.
    pub fn has_flow_divided(
        &self,
        staging: Staging,
        divisions: &[(usize, usize, bool)],
        go_on: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let threads = self.facts.system.rules.threads;
        let labels = self.networks.labels.len().max(1);
        let mut open = questions(self.goal, staging, threads, self.has_unmodelled())?;
        for (stage, label, last) in divisions {
            let divide = |question: &Question| {
                let stage = (stage % question.stages.len()) as u32;
                question.divided(Division { stage, label: (label % labels) as u32, last: *last })
            };
            open = open.iter().flat_map(divide).collect();
        }
        let mut none = true;
        for question in &open {
            let problem = Problem::new(&self.facts, self.networks, self.goal, question, Prune::All);
            let problem = problem.ok()?;
            match Search::new(&problem, Cycles::Lazy, None, go_on).run() {
                SearchResult::Flow(_) => return Some(true),
                SearchResult::Nothing(_) => {}
                _ => none = false,
            }
        }
        none.then_some(false)
    }
}

enum Case {
    Nothing(Option<IlpTree>),
    Open(Answer),
}

struct Refine<'r, 's> {
    analysis: &'r Analysis<'s>,
    confirm: &'r mut dyn FnMut(&Flow),
    go_on: &'r dyn Fn() -> bool,
    left: usize,
    size: usize,
    figures: Figures,
    steps: Vec<Refinement>,
}

impl<'s> Refine<'_, 's> {
    /// A question, with its answer if it was asked before.
    fn case(&mut self, question: Question, depth: usize, known: Option<SearchResult>) -> Case {
        let Some(problem) = self.problem(&question) else {
            let why = "a step has several events, one of which ends an interval";
            return Case::Open(Answer::NotSo(why.to_string()));
        };
        let found = match known {
            Some(found) => found,
            None => self.ask(&problem),
        };
        let flow = match found {
            SearchResult::Nothing(tree) => return Case::Nothing(tree),
            SearchResult::Flow(flow) => flow,
            SearchResult::Stopped => return Case::Open(Answer::Stopped),
            SearchResult::TooMany => return Case::Open(Answer::TooMany),
            SearchResult::Unsound => return Case::Open(Answer::Unsound),
            SearchResult::NoAnswer(words) => return Case::Open(Answer::NoAnswer(words)),
        };
        let blocked = replay(&problem, &flow);
        let Replay::Blocked { stage, labels } = blocked else {
            let flow = self.shown(&question, &problem, &flow);
            (self.confirm)(&flow);
            return Case::Open(Answer::Flow(flow));
        };
        let Some((division, cases)) = self.divide(&question, stage, &labels) else {
            return Case::Open(Answer::Flow(self.shown(&question, &problem, &flow)));
        };
        let words = self.words(&question, division, &cases);
        self.steps.push(Refinement { depth, words });
        let [none, some] = question.divided(division);
        let [known_none, known_some] = cases;
        let none = match self.case(none, depth + 1, Some(known_none)) {
            Case::Nothing(tree) => tree,
            open => return open,
        };
        let some = match self.case(some, depth + 1, Some(known_some)) {
            Case::Nothing(tree) => tree,
            open => return open,
        };
        let (part, label) = problem.label(division.label);
        Case::Nothing(none.zip(some).map(|(none, some)| IlpTree::Divided {
            stage: division.stage,
            part,
            label,
            last: division.last,
            none: Box::new(none),
            some: Box::new(some),
        }))
    }

    fn problem<'q>(&self, question: &'q Question) -> Option<Problem<'q>>
    where
        's: 'q,
    {
        let Analysis { facts, networks, goal, .. } = self.analysis;
        Problem::new(facts, networks, *goal, question, Prune::All).ok()
    }

    fn ask(&mut self, problem: &Problem<'_>) -> SearchResult {
        if self.left == 0 || self.size > MOST_VARIABLES {
            return SearchResult::TooMany;
        }
        self.left -= 1;
        self.size += problem.variables.len();
        let mut search = Search::new(problem, Cycles::Lazy, None, self.go_on);
        let found = search.run();
        let Effort { programs, leaves, components, variables, .. } = search.effort;
        let effort = &mut self.figures.effort;
        effort.programs += programs;
        effort.leaves += leaves;
        effort.components += components;
        effort.variables += variables;
        self.figures.variables = self.figures.variables.max(problem.variables.len());
        self.figures.before = self.figures.before.max(problem.before);
        self.figures.rows = self.figures.rows.max(problem.rows.len());
        found
    }

    /// The division that leaves least, with the answers to its two cases.
    fn divide(
        &mut self,
        question: &Question,
        stage: u32,
        labels: &[u32],
    ) -> Option<(Division, [SearchResult; 2])> {
        if question.stages.len() >= MOST_STAGES {
            return None;
        }
        let mut best: Option<((usize, bool), Division, [SearchResult; 2])> = None;
        let fresh = |label: &&u32| !question.stages[stage as usize].without.contains(label);
        for label in labels.iter().filter(fresh).take(MOST_LABELS) {
            for last in [true, false] {
                let division = Division { stage, label: *label, last };
                let Some(cases) = self.cases(question, division) else { continue };
                let closed = |found: &&SearchResult| matches!(found, SearchResult::Nothing(_));
                let closed = cases.iter().filter(closed).count();
                let score = (closed, last);
                if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    let done = score.0 == 2;
                    best = Some((score, division, cases));
                    if done {
                        return best.map(|(_, division, cases)| (division, cases));
                    }
                }
            }
        }
        best.map(|(_, division, cases)| (division, cases))
    }

    fn cases(&mut self, question: &Question, division: Division) -> Option<[SearchResult; 2]> {
        let [none, some] = question.divided(division);
        let mut found = Vec::new();
        for case in [none, some] {
            let problem = self.problem(&case)?;
            found.push(self.ask(&problem));
            if !matches!(found.last(), Some(SearchResult::Nothing(_) | SearchResult::Flow(_))) {
                return None;
            }
        }
        found.try_into().ok()
    }

    fn shown(&self, question: &Question, problem: &Problem<'_>, flow: &[i64]) -> Flow {
        Flow {
            edges: self.analysis.edges_of(problem, flow),
            lines: self.analysis.flow_lines(problem, flow),
            unmodelled: question.stages.iter().any(|stage| stage.ends == [IlpEvent::Unmodelled]),
            longest: branch::longest(problem, flow),
        }
    }

    fn words(&self, question: &Question, division: Division, cases: &[SearchResult; 2]) -> String {
        let what = self.analysis.label_name(division.label);
        let which = if division.last { "last" } else { "first" };
        let open: Vec<&str> = cases
            .iter()
            .zip(["no such step", "one"])
            .filter(|(found, _)| !matches!(found, SearchResult::Nothing(_)))
            .map(|(_, words)| words)
            .collect();
        let open = match open.is_empty() {
            true => "no case is left".to_string(),
            false => format!("left: {}", open.join(", ")),
        };
        format!(
            "stage {} of {}, divided at the {which} {what}; {open}",
            division.stage + 1,
            question.stages.len()
        )
    }
}

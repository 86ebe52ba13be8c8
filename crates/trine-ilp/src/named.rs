//! The equations of a claim as plain data, in the names that certificates use: for those that want to look at
//! them in a way of their own.

use trine_verdict::{IlpEvent, IlpLabel, IlpPart, IlpRow, IlpVariable, Staging, Word};

use crate::Analysis;
use crate::problem::{Problem, Prune};
use crate::question::{Division, Question, questions};

/// The equations of one question.
pub struct Equations {
    pub variables: Vec<NamedVariable>,
    pub rows: Vec<NamedRow>,
    /// The parts, each with the state in which it starts.
    pub starts: Vec<(IlpPart, Word)>,
    /// For each stage, the events that can end it, and those it requires before that.
    pub stages: Vec<(Vec<IlpEvent>, Vec<u32>)>,
    /// The claim takes part, so that events are said to it.
    pub claim: bool,
}

/// How often something happens to a part, from a state in a stage to one in the same or the next; none is
/// behind the last.
pub struct NamedVariable {
    pub name: IlpVariable,
    pub part: IlpPart,
    pub from: (u32, Word),
    pub to: Option<(u32, Word)>,
}

/// The sum of these variables, times these coefficients, is equal to the right side, or at least that.
pub struct NamedRow {
    pub name: IlpRow,
    pub terms: Vec<(u32, i64)>,
    pub least: bool,
    pub right: i64,
}

impl Analysis<'_> {
    /// How many variables and rows the equations of all questions have, with this left out from the start.
    pub fn equations_size(&self, staging: Staging, prune: Prune) -> Option<(usize, usize)> {
        let threads = self.facts.system.rules.threads;
        let asked = questions(self.goal, staging, threads, self.has_unmodelled())?;
        let mut size = (0, 0);
        for question in &asked {
            let problem = Problem::new(&self.facts, self.networks, self.goal, question, prune);
            let problem = problem.ok()?;
            size = (size.0 + problem.variables.len(), size.1 + problem.rows.len());
        }
        Some(size)
    }

    /// The equations of each question, with this left out from the start; none where the claim cannot be
    /// described in this way.
    pub fn equations(&self, staging: Staging, prune: Prune) -> Option<Vec<Equations>> {
        let asked =
            questions(self.goal, staging, self.facts.system.rules.threads, self.has_unmodelled())?;
        asked.iter().map(|question| self.equations_of(question, prune)).collect()
    }

    /// The equations of one question, by its number, in one case of divisions: each with its stage, what is said to
    /// which part, whether at its last step, and whether there is one; none where there is no such stage.
    pub fn equations_of_case(
        &self,
        staging: Staging,
        number: usize,
        divisions: &[(u32, IlpPart, IlpLabel, bool, bool)],
    ) -> Option<Equations> {
        let threads = self.facts.system.rules.threads;
        let asked = questions(self.goal, staging, threads, self.has_unmodelled())?;
        let mut question = asked.into_iter().nth(number)?;
        for (stage, part, label, last, some) in divisions {
            if *stage as usize >= question.stages.len() {
                return None;
            }
            let is = |(network, said): &(u32, IlpLabel)| {
                self.networks.list[*network as usize].part == *part && said == label
            };
            // What no network says is a label of its own.
            let labels = &self.networks.labels;
            let label = labels.iter().position(is).unwrap_or(labels.len()) as u32;
            let [none, one] = question.divided(Division { stage: *stage, label, last: *last });
            question = if *some { one } else { none };
        }
        self.equations_of(&question, Prune::All)
    }

    fn equations_of(&self, question: &Question, prune: Prune) -> Option<Equations> {
        let problem = Problem::new(&self.facts, self.networks, self.goal, question, prune);
        let problem = &problem.ok()?;
        let place = |network: u32, stage: u32, state: u32| (stage, problem.word(network, state));
        let variables = problem.variables.iter().enumerate().map(|(at, variable)| {
            let of = variable.network;
            NamedVariable {
                name: problem.variable_key(at as u32),
                part: problem.part(of),
                from: place(of, variable.from.stage, variable.from.state),
                to: variable.to.map(|to| place(of, to.stage, to.state)),
            }
        });
        let rows = problem.rows.iter().map(|row| {
            Some(NamedRow {
                name: problem.row_key(row.name)?,
                terms: row.terms.clone(),
                least: row.least,
                right: row.right,
            })
        });
        let start =
            |network: u32| (problem.part(network), problem.word(network, problem.first(network)));
        let stages = question.stages.iter();
        Some(Equations {
            variables: variables.collect(),
            rows: rows.collect::<Option<_>>()?,
            starts: (0..problem.count()).map(start).collect(),
            stages: stages.map(|stage| (stage.ends.clone(), stage.requires.clone())).collect(),
            claim: question.claim.is_some(),
        })
    }
}

//! The refutation checker: whether a branch tree with Farkas multipliers leaves no connected solution.

use std::collections::{BTreeSet, HashMap};

use trine_verdict::{IlpRow, IlpTree, IlpVariable};

use super::{Equations, Row, TIME, Variable};

impl Equations<'_> {
    /// Whether a tree shows that there is no solution.
    pub fn refuted(&self, tree: &IlpTree, go_on: &dyn Fn() -> bool) -> Result<(), String> {
        let mut zero = vec![false; self.variables.len()];
        self.node(tree, &mut zero, &mut Vec::new(), go_on)
    }

    fn node(
        &self,
        tree: &IlpTree,
        zero: &mut Vec<bool>,
        branches: &mut Vec<Option<Row>>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        if !go_on() {
            return Err(TIME.to_string());
        }
        match tree {
            IlpTree::Leaf(multipliers) => self.leaf(multipliers, zero, branches),
            IlpTree::Indivisible { rows, by } => self.indivisible(rows, *by, zero, branches),
            IlpTree::Variable { variable, at, below, above } => {
                let Some(number) = self.find(variable) else {
                    return Err("a branch is on a variable that is not there".to_string());
                };
                let row = |by: i128, right: i128| {
                    Some(Row { terms: HashMap::from([(number, by)]), least: true, right })
                };
                branches.push(row(-1, -i128::from(*at)));
                self.node(below, zero, branches, go_on)?;
                branches.pop();
                branches.push(row(1, i128::from(*at) + 1));
                self.node(above, zero, branches, go_on)?;
                branches.pop();
                Ok(())
            }
            IlpTree::Divided { .. } => Err("a stage is cut below a branch".to_string()),
            IlpTree::Component { stage, part, states, unused, entered } => {
                let Some(position) = self.nets.iter().position(|net| net.part == *part) else {
                    return Err("a branch is on a part that is not there".to_string());
                };
                let net = &self.nets[position];
                if *stage == 0 && states.contains(&net.net.first) {
                    return Err("a branch is on the place where everything starts".to_string());
                }
                let inside: BTreeSet<(u32, u32)> = net
                    .states
                    .iter()
                    .enumerate()
                    .filter(|(_, word)| states.contains(word))
                    .map(|(at, _)| (*stage, at as u32))
                    .collect();
                let mut out = Vec::new();
                let mut into = Row { least: true, right: 1, ..Row::default() };
                for (at, variable) in self.variables.iter().enumerate() {
                    if variable.part != position {
                        continue;
                    }
                    if inside.contains(&variable.from) {
                        out.push(at);
                    } else if variable.to.is_some_and(|to| inside.contains(&to)) {
                        into.terms.insert(at as u32, 1);
                    }
                }
                let before = zero.clone();
                out.iter().for_each(|at| zero[*at] = true);
                branches.push(None);
                self.node(unused, zero, branches, go_on)?;
                branches.pop();
                *zero = before;
                branches.push(Some(into));
                self.node(entered, zero, branches, go_on)?;
                branches.pop();
                Ok(())
            }
        }
    }

    fn row<'a>(&'a self, name: &IlpRow, branches: &'a [Option<Row>]) -> Result<&'a Row, String> {
        let row = match name {
            IlpRow::Branch(depth) => branches.get(*depth as usize).and_then(Option::as_ref),
            other => self.rows.get(other),
        };
        row.ok_or_else(|| format!("there is no such row as {name:?}"))
    }

    /// The sum of rows: its coefficients, and its right side.
    fn sum(
        &self,
        multipliers: &[(IlpRow, i128)],
        branches: &[Option<Row>],
        equations_only: bool,
    ) -> Result<(HashMap<u32, i128>, i128), String> {
        let large = || "numbers that are too large".to_string();
        let mut sums: HashMap<u32, i128> = HashMap::new();
        let mut right: i128 = 0;
        for (name, by) in multipliers {
            let row = self.row(name, branches)?;
            if row.least && (*by < 0 || equations_only) {
                return Err("an inequality is used the wrong way round".to_string());
            }
            for (at, coefficient) in &row.terms {
                let more = by.checked_mul(*coefficient).ok_or_else(large)?;
                let sum = sums.entry(*at).or_default();
                *sum = sum.checked_add(more).ok_or_else(large)?;
            }
            let more = by.checked_mul(row.right).ok_or_else(large)?;
            right = right.checked_add(more).ok_or_else(large)?;
        }
        Ok((sums, right))
    }

    fn leaf(
        &self,
        multipliers: &[(IlpRow, i128)],
        zero: &[bool],
        branches: &[Option<Row>],
    ) -> Result<(), String> {
        let (sums, right) = self.sum(multipliers, branches, false)?;
        if right <= 0 {
            return Err("the right sides do not add up to more than 0".to_string());
        }
        match sums.iter().any(|(at, sum)| *sum > 0 && !zero[*at as usize]) {
            true => Err("a coefficient is above 0".to_string()),
            false => Ok(()),
        }
    }

    fn indivisible(
        &self,
        multipliers: &[(IlpRow, i128)],
        by: i128,
        zero: &[bool],
        branches: &[Option<Row>],
    ) -> Result<(), String> {
        let (sums, right) = self.sum(multipliers, branches, true)?;
        if by < 2 || right % by == 0 {
            return Err("the right side can be divided".to_string());
        }
        match sums.iter().any(|(at, sum)| sum % by != 0 && !zero[*at as usize]) {
            true => Err("a coefficient cannot be divided".to_string()),
            false => Ok(()),
        }
    }

    fn find(&self, wanted: &IlpVariable) -> Option<u32> {
        let is = |variable: &Variable| {
            let net = &self.nets[variable.part];
            let from = net.states[variable.from.1 as usize];
            match (wanted, self.arrow(variable)) {
                (IlpVariable::Connect { stage, part, state }, None) => {
                    let here = *stage == variable.from.0 && *part == net.part;
                    here && state == from && !variable.stuck
                }
                (IlpVariable::Stuck { part, state }, None) => {
                    *part == net.part && state == from && variable.stuck
                }
                (
                    IlpVariable::Step {
                        stage,
                        ending,
                        within,
                        part,
                        from,
                        to,
                        trigger,
                        parts,
                        events,
                    },
                    Some(arrow),
                ) => {
                    *stage == variable.from.0
                        && *ending == variable.ending
                        && *within == variable.is_within()
                        && *part == net.part
                        && *from == arrow.from
                        && *to == arrow.to
                        && *trigger == arrow.trigger
                        && *parts == arrow.parts
                        && *events == arrow.events
                }
                _ => false,
            }
        };
        self.variables.iter().position(is).map(|at| at as u32)
    }
}

//! Linear programs: the least sum of variables that are not negative and satisfy rows, by the dual simplex
//! method. Where there is no solution, the rows that contradict each other come out, with multipliers.
//!
//! The method starts from a basis that is optimal but does not satisfy the rows, and stays optimal on its
//! way; a row or a bound that is added later leaves it so, which is why branching can go on from where it
//! was. Everything is computed in floating point; what it says is checked in whole numbers by the caller.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::problem::Row;

/// A basis: for each row the column that belongs to it. Columns behind the variables are those of rows.
#[derive(Clone, Debug)]
pub struct Basis(pub Vec<u32>);

/// The answer of the simplex method.
#[derive(Clone, Debug)]
pub enum Solved {
    /// The values of the variables.
    Values(Vec<f64>),
    /// Multipliers of rows, by their positions, that add up to a contradiction.
    Infeasible(Vec<(u32, f64)>),
    /// The numbers cannot be trusted.
    Unsound,
    Stopped,
}

const SMALL: f64 = 1e-9;
const PIVOT: f64 = 1e-7;
const REFRESH: usize = 120;

/// Rows over some variables, some of which are 0.
pub struct Program<'p> {
    pub variables: usize,
    pub rows: &'p [Row],
    /// The rows of each variable; see [`columns`].
    pub columns: &'p [Vec<(u32, f64)>],
    /// Rows that branches added.
    pub extra: &'p [Row],
    pub zero: &'p [bool],
}

impl Program<'_> {
    /// Solves it from a basis of its first rows.
    pub fn solve(&self, basis: &Basis, go_on: &dyn Fn() -> bool) -> (Solved, Basis) {
        let mut simplex = Simplex::new(self, basis);
        let solved = simplex.run(go_on);
        (solved, Basis(simplex.basic))
    }

    fn row(&self, at: usize) -> &Row {
        self.rows.get(at).unwrap_or_else(|| &self.extra[at - self.rows.len()])
    }
}

/// The rows of each variable, with its coefficients there.
pub fn columns(variables: usize, rows: &[Row]) -> Vec<Vec<(u32, f64)>> {
    let mut columns: Vec<Vec<(u32, f64)>> = vec![Vec::new(); variables];
    for (at, row) in rows.iter().enumerate() {
        for (variable, by) in &row.terms {
            columns[*variable as usize].push((at as u32, *by as f64));
        }
    }
    columns
}

/// A change of basis.
struct Eta {
    row: u32,
    pivot: f64,
    others: Vec<(u32, f64)>,
}

struct Simplex<'a, 'p> {
    program: &'a Program<'p>,
    rows: usize,
    /// For variables in rows that branches added, those rows.
    extra: FxHashMap<u32, Vec<(u32, f64)>>,
    basic: Vec<u32>,
    /// Where a column is basic, its row.
    place: Vec<u32>,
    etas: Vec<Eta>,
    /// The values of the basic columns.
    values: Vec<f64>,
    /// What each column that is not basic costs.
    costs: Vec<f64>,
    changes: usize,
    /// A row of the tableau, and where it is not 0.
    sums: Vec<f64>,
    touched: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'a, 'p> Simplex<'a, 'p> {
    fn new(program: &'a Program<'p>, basis: &Basis) -> Simplex<'a, 'p> {
        let rows = program.rows.len() + program.extra.len();
        let mut extra: FxHashMap<u32, Vec<(u32, f64)>> = FxHashMap::default();
        for at in program.rows.len()..rows {
            for (variable, by) in &program.row(at).terms {
                extra.entry(*variable).or_default().push((at as u32, *by as f64));
            }
        }
        let mut basic = basis.0.clone();
        for at in basic.len()..rows {
            basic.push((program.variables + at) as u32);
        }
        let mut simplex = Simplex {
            program,
            rows,
            extra,
            basic,
            place: Vec::new(),
            etas: Vec::new(),
            values: Vec::new(),
            costs: Vec::new(),
            changes: 0,
            sums: vec![0.0; program.variables],
            touched: Vec::new(),
        };
        simplex.refresh();
        simplex
    }

    fn run(&mut self, go_on: &dyn Fn() -> bool) -> Solved {
        let most = 50 * self.rows + 20_000;
        for round in 0..most {
            if round % 64 == 63 && !go_on() {
                return Solved::Stopped;
            }
            if self.changes >= REFRESH {
                self.refresh();
            }
            let Some((row, low)) = self.leaving() else { return self.solution() };
            let unit = self.row_of_inverse(row);
            let Some((column, step)) = self.entering(&unit, low, round > most / 2) else {
                if self.changes > 0 {
                    // Once more with fresh numbers, before it is believed.
                    self.refresh();
                    self.changes = 0;
                    let again = self.leaving().is_some_and(|(other, _)| other == row);
                    if !again {
                        continue;
                    }
                    let unit = self.row_of_inverse(row);
                    if self.entering(&unit, low, false).is_some() {
                        continue;
                    }
                    return infeasible(&unit, low);
                }
                return infeasible(&unit, low);
            };
            if !self.change(row, column, step, &unit) {
                if self.changes == 0 {
                    return Solved::Unsound;
                }
                self.refresh();
            }
        }
        Solved::Unsound
    }

    /// A column that may not be above 0 either.
    fn is_fixed(&self, column: usize) -> bool {
        match column.checked_sub(self.program.variables) {
            None => self.program.zero[column],
            Some(row) => !self.program.row(row).least,
        }
    }

    /// The row whose basic column is furthest outside its bounds, and whether it is too low.
    fn leaving(&self) -> Option<(usize, bool)> {
        let mut worst: Option<(f64, usize, bool)> = None;
        for (row, value) in self.values.iter().enumerate() {
            let fixed = *value > 0.0 && self.is_fixed(self.basic[row] as usize);
            let amount = if *value < 0.0 {
                -value
            } else if fixed {
                *value
            } else {
                continue;
            };
            if amount > 1e-7 && worst.is_none_or(|(most, ..)| amount > most) {
                worst = Some((amount, row, *value < 0.0));
            }
        }
        worst.map(|(_, row, low)| (row, low))
    }

    /// A row of the inverse of the basis.
    fn row_of_inverse(&self, row: usize) -> Vec<f64> {
        let mut unit = vec![0.0; self.rows];
        unit[row] = 1.0;
        for eta in self.etas.iter().rev() {
            let mut sum = unit[eta.row as usize] * eta.pivot;
            for (other, by) in &eta.others {
                sum += unit[*other as usize] * by;
            }
            unit[eta.row as usize] = sum;
        }
        unit
    }

    /// The column that becomes basic: the one that keeps the rest optimal, with the largest pivot.
    fn entering(&mut self, unit: &[f64], low: bool, careful: bool) -> Option<(usize, f64)> {
        for variable in self.touched.drain(..) {
            self.sums[variable as usize] = 0.0;
        }
        let (sums, touched) = (&mut self.sums, &mut self.touched);
        for (row, by) in unit.iter().enumerate().filter(|(_, by)| by.abs() > 1e-11) {
            for (variable, coefficient) in &self.program.row(row).terms {
                let sum = &mut sums[*variable as usize];
                if *sum == 0.0 {
                    touched.push(*variable);
                }
                *sum += by * *coefficient as f64;
                if *sum == 0.0 {
                    // It stays in the list, and may be there twice.
                    *sum = f64::MIN_POSITIVE;
                }
            }
        }
        let this = &*self;
        let sign = if low { -1.0 } else { 1.0 };
        let mut best: Option<(f64, f64, usize)> = None;
        let mut see = |column: usize, by: f64| {
            if this.place[column] != NOWHERE || by * sign < PIVOT || this.is_fixed(column) {
                return;
            }
            let ratio = this.costs[column].max(0.0) / by.abs();
            let better = match best {
                None => true,
                Some((least, _, other)) if careful => {
                    ratio < least - SMALL || (ratio < least + SMALL && column < other)
                }
                Some((least, most, _)) => {
                    ratio < least - SMALL || (ratio < least + SMALL && by.abs() > most)
                }
            };
            if better {
                best = Some((ratio, by.abs(), column));
            }
        };
        for variable in &this.touched {
            see(*variable as usize, this.sums[*variable as usize]);
        }
        for (row, by) in unit.iter().enumerate() {
            see(this.program.variables + row, -by);
        }
        best.map(|(ratio, _, column)| (column, ratio))
    }

    /// The rows of a variable.
    fn entries(&self, variable: u32) -> impl Iterator<Item = &(u32, f64)> {
        let added = self.extra.get(&variable).into_iter().flatten();
        self.program.columns[variable as usize].iter().chain(added)
    }

    /// A column through the basis.
    fn column(&self, column: usize) -> Vec<f64> {
        let mut found = vec![0.0; self.rows];
        match column.checked_sub(self.program.variables) {
            None => self.entries(column as u32).for_each(|(row, by)| found[*row as usize] += by),
            Some(row) => found[row] = -1.0,
        }
        for eta in &self.etas {
            apply(eta, &mut found);
        }
        found
    }

    fn change(&mut self, row: usize, column: usize, ratio: f64, unit: &[f64]) -> bool {
        let direction = self.column(column);
        let pivot = direction[row];
        if pivot.abs() < PIVOT {
            return false;
        }
        let amount = self.values[row] / pivot;
        let leaving = self.basic[row] as usize;
        // Costs change along the row.
        let by = ratio * pivot.signum();
        if by != 0.0 {
            // The row is the one that the column was chosen from; a variable may be listed twice.
            for variable in &self.touched {
                let part = std::mem::take(&mut self.sums[*variable as usize]);
                self.costs[*variable as usize] -= by * part;
            }
            for (at, part) in unit.iter().enumerate() {
                self.costs[self.program.variables + at] += by * part;
            }
        }
        for (at, part) in direction.iter().enumerate() {
            if *part != 0.0 {
                self.values[at] -= amount * part;
                if self.values[at].abs() < 1e-11 {
                    self.values[at] = 0.0;
                }
            }
        }
        self.values[row] = amount;
        self.costs[column] = 0.0;
        self.place[leaving] = NOWHERE;
        self.place[column] = row as u32;
        self.basic[row] = column as u32;
        self.etas.push(eta(row, &direction));
        self.changes += 1;
        true
    }

    /// Computes everything again from the basis.
    fn refresh(&mut self) {
        self.changes = 0;
        let logical = |row: usize| (self.program.variables + row) as u32;
        let mut structural: Vec<u32> = Vec::new();
        let mut fresh = Fresh::new(self.rows);
        for column in &self.basic {
            match (*column as usize).checked_sub(self.program.variables) {
                Some(row) => {
                    // A column of a row has -1 there and nothing else.
                    fresh.add(row as u32, -1.0);
                    fresh.pivot(row as u32, *column);
                }
                None => structural.push(*column),
            }
        }
        // Few entries in open rows first: most of a basis is a triangle.
        let weight = |open: &[bool], column: u32| {
            let entries = self.entries(column);
            entries.filter(|(row, _)| open[*row as usize]).count()
        };
        let mut order: Vec<(usize, u32)> =
            structural.iter().map(|column| (weight(&fresh.open, *column), *column)).collect();
        order.sort_unstable();
        let mut waiting: Vec<u32> = order.into_iter().map(|(_, column)| column).collect();
        while !waiting.is_empty() {
            let mut later = Vec::new();
            let mut progress = false;
            for column in waiting.drain(..) {
                // In this round only those with one open row, which need no others.
                if weight(&fresh.open, column) > 1 {
                    later.push(column);
                    continue;
                }
                progress = true;
                self.pivot_in(column, &mut fresh);
            }
            if !progress && let Some(column) = later.first().copied() {
                later.remove(0);
                self.pivot_in(column, &mut fresh);
            }
            waiting = later;
        }
        // Columns that turned out to depend on others are replaced by those of rows.
        for row in 0..self.rows as u32 {
            if fresh.basic[row as usize] == NOWHERE {
                fresh.add(row, -1.0);
                fresh.apply();
                match fresh.direction[row as usize].abs() > SMALL {
                    true => fresh.pivot(row, logical(row as usize)),
                    false => {
                        fresh.clear();
                        fresh.basic[row as usize] = logical(row as usize);
                    }
                }
            }
        }
        let Fresh { etas, basic, .. } = fresh;
        self.basic = basic;
        self.etas = etas;
        self.place = vec![NOWHERE; self.program.variables + self.rows];
        for (row, column) in self.basic.iter().enumerate() {
            self.place[*column as usize] = row as u32;
        }
        self.values = (0..self.rows).map(|row| self.program.row(row).right as f64).collect();
        let mut values = std::mem::take(&mut self.values);
        for eta in &self.etas {
            apply(eta, &mut values);
        }
        for value in &mut values {
            if value.abs() < 1e-10 {
                *value = 0.0;
            }
        }
        self.values = values;
        self.reprice();
    }

    fn pivot_in(&self, column: u32, fresh: &mut Fresh) {
        for (row, by) in self.entries(column) {
            fresh.add(*row, *by);
        }
        fresh.apply();
        let mut largest: Option<(f64, u32)> = None;
        fresh.touched.sort_unstable();
        for row in &fresh.touched {
            let size = fresh.direction[*row as usize].abs();
            if fresh.open[*row as usize] && largest.is_none_or(|(most, _)| size >= most) {
                largest = Some((size, *row));
            }
        }
        match largest {
            Some((size, row)) if size > 1e-6 => fresh.pivot(row, column),
            _ => fresh.clear(),
        }
    }

    /// What columns cost, given the basis.
    fn reprice(&mut self) {
        let mut multipliers: Vec<f64> =
            self.basic.iter().map(|column| self.cost(*column as usize)).collect();
        for eta in self.etas.iter().rev() {
            let mut sum = multipliers[eta.row as usize] * eta.pivot;
            for (other, by) in &eta.others {
                sum += multipliers[*other as usize] * by;
            }
            multipliers[eta.row as usize] = sum;
        }
        let count = self.program.variables + self.rows;
        let mut costs: Vec<f64> = (0..count).map(|column| self.cost(column)).collect();
        for (row, by) in multipliers.iter().enumerate().filter(|(_, by)| **by != 0.0) {
            for (variable, coefficient) in &self.program.row(row).terms {
                costs[*variable as usize] -= by * *coefficient as f64;
            }
            costs[self.program.variables + row] += by;
        }
        self.costs = costs;
    }

    /// Each variable costs about 1; a little more or less, so that there are few ties.
    fn cost(&self, column: usize) -> f64 {
        if column >= self.program.variables {
            return 0.0;
        }
        let mixed = (column as u32).wrapping_mul(2_654_435_761) >> 16;
        1.0 + f64::from(mixed & 1023) / 65_536.0
    }

    fn solution(&self) -> Solved {
        let mut found = vec![0.0; self.program.variables];
        for (row, column) in self.basic.iter().enumerate() {
            if let Some(value) = found.get_mut(*column as usize) {
                *value = self.values[row];
            }
        }
        Solved::Values(found)
    }
}

fn infeasible(unit: &[f64], low: bool) -> Solved {
    let sign = if low { -1.0 } else { 1.0 };
    let multipliers = unit.iter().enumerate().filter(|(_, by)| by.abs() > SMALL);
    Solved::Infeasible(multipliers.map(|(row, by)| (row as u32, sign * by)).collect())
}

fn apply(eta: &Eta, vector: &mut [f64]) {
    let value = vector[eta.row as usize];
    if value == 0.0 {
        return;
    }
    vector[eta.row as usize] = value * eta.pivot;
    for (other, by) in &eta.others {
        vector[*other as usize] += value * by;
    }
}

/// What turns this column into a unit column.
fn eta(row: usize, direction: &[f64]) -> Eta {
    let pivot = direction[row];
    let others = direction
        .iter()
        .enumerate()
        .filter(|(other, by)| *other != row && by.abs() > 1e-12)
        .map(|(other, by)| (other as u32, -by / pivot))
        .collect();
    Eta { row: row as u32, pivot: 1.0 / pivot, others }
}

/// A basis that is put together from the start, one column after the other. Columns are kept with few entries.
struct Fresh {
    etas: Vec<Eta>,
    /// For each row, the number of its eta.
    eta_of: Vec<u32>,
    open: Vec<bool>,
    basic: Vec<u32>,
    /// The column at hand, and where it may be other than 0.
    direction: Vec<f64>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl Fresh {
    fn new(rows: usize) -> Fresh {
        Fresh {
            etas: Vec::new(),
            eta_of: vec![NOWHERE; rows],
            open: vec![true; rows],
            basic: vec![NOWHERE; rows],
            direction: vec![0.0; rows],
            touched: Vec::new(),
            is_touched: vec![false; rows],
        }
    }

    fn add(&mut self, row: u32, by: f64) {
        self.direction[row as usize] += by;
        if !std::mem::replace(&mut self.is_touched[row as usize], true) {
            self.touched.push(row);
        }
    }

    /// Takes the column through what there is of the basis, in order; only what meets an entry matters.
    fn apply(&mut self) {
        let number = |row: &u32| self.eta_of[*row as usize];
        let known = self.touched.iter().map(number).filter(|eta| *eta != NOWHERE);
        let mut next: BinaryHeap<Reverse<u32>> = known.map(Reverse).collect();
        while let Some(Reverse(at)) = next.pop() {
            let Eta { row, pivot, .. } = self.etas[at as usize];
            let value = self.direction[row as usize];
            if value == 0.0 {
                continue;
            }
            self.direction[row as usize] = value * pivot;
            for position in 0..self.etas[at as usize].others.len() {
                let (other, by) = self.etas[at as usize].others[position];
                let seen = self.is_touched[other as usize];
                self.add(other, value * by);
                let behind = self.eta_of[other as usize];
                if !seen && behind != NOWHERE && behind > at {
                    next.push(Reverse(behind));
                }
            }
        }
    }

    /// Makes the column at hand basic in a row.
    fn pivot(&mut self, row: u32, column: u32) {
        let pivot = self.direction[row as usize];
        let mut others: Vec<(u32, f64)> = Vec::new();
        for other in &self.touched {
            let by = self.direction[*other as usize];
            if *other != row && by.abs() > 1e-12 {
                others.push((*other, -by / pivot));
            }
        }
        self.eta_of[row as usize] = self.etas.len() as u32;
        self.etas.push(Eta { row, pivot: 1.0 / pivot, others });
        self.open[row as usize] = false;
        self.basic[row as usize] = column;
        self.clear();
    }

    fn clear(&mut self) {
        for row in self.touched.drain(..) {
            self.direction[row as usize] = 0.0;
            self.is_touched[row as usize] = false;
        }
    }
}

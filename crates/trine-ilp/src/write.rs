//! Integer programs in the forms that solvers read: MPS, and the LP format.

use std::fmt::Write;

use crate::Analysis;
use crate::problem::{Problem, Row};
use crate::question::questions;

/// A form that solvers read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Mps,
    Lp,
}

impl Analysis<'_> {
    /// The equations of each question of the claim, with the least sum of all variables as the aim. Flows that
    /// hang in the air are not ruled out by them.
    pub fn write(&self, name: &str, form: Form) -> Result<Vec<String>, String> {
        let threads = self.facts.system.rules.threads;
        let questions = questions(self.goal, self.staging(), threads, false).unwrap_or_default();
        let mut written = Vec::new();
        for question in &questions {
            let problem = Problem::new(&self.facts, self.networks, self.goal, question, self.prune);
            let Ok(problem) = problem else {
                return Err("a step has several events, one of which ends an interval".to_string());
            };
            written.push(match form {
                Form::Mps => {
                    let rows: Vec<&Row> = problem.rows.iter().collect();
                    let count = problem.variables.len();
                    mps(name, &rows, (count, count), &[])
                }
                Form::Lp => lp(name, &problem),
            });
        }
        Ok(written)
    }
}

/// Rows over some variables, all of which are whole numbers and some of which are 0, as an MPS file that has the
/// least sum of the first of them as its aim.
pub fn mps(name: &str, rows: &[&Row], (variables, aim): (usize, usize), zero: &[bool]) -> String {
    let mut text = format!("NAME          {name}\nROWS\n N  total\n");
    for (at, row) in rows.iter().enumerate() {
        let kind = if row.least { 'G' } else { 'E' };
        let _ = writeln!(text, " {kind}  r{}", at + 1);
    }
    let mut columns: Vec<Vec<(usize, i64)>> = vec![Vec::new(); variables];
    for (at, row) in rows.iter().enumerate() {
        row.terms.iter().for_each(|(variable, by)| columns[*variable as usize].push((at, *by)));
    }
    text += "COLUMNS\n    MARKER                 'MARKER'                 'INTORG'\n";
    for (variable, rows) in columns.iter().enumerate() {
        let x = variable + 1;
        if variable < aim || rows.is_empty() {
            let _ = writeln!(text, "    x{x:<9}total     1");
        }
        for (row, by) in rows {
            let _ = writeln!(text, "    x{x:<9}r{:<9}{by}", row + 1);
        }
    }
    text += "    MARKER                 'MARKER'                 'INTEND'\nRHS\n";
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.right != 0) {
        let _ = writeln!(text, "    RHS       r{:<9}{}", at + 1, row.right);
    }
    // Some read a whole variable without a bound as one that is 0 or 1; some want each word in its column.
    text += "BOUNDS\n";
    for variable in 0..variables {
        let x = variable + 1;
        let _ = match zero.get(variable) {
            Some(true) => writeln!(text, " FX BND       x{x:<9}0"),
            _ => writeln!(text, " PL BND       x{x}"),
        };
    }
    text += "ENDATA\n";
    text
}

fn lp(name: &str, problem: &Problem<'_>) -> String {
    let mut text = format!("\\ {name}\nMinimize\n total:");
    for variable in 1..=problem.variables.len() {
        let _ = write!(text, " + x{variable}");
    }
    text += "\nSubject To\n";
    for (at, row) in problem.rows.iter().enumerate() {
        let _ = writeln!(text, " r{}:{} {} {}", at + 1, terms(row), sign(row), row.right);
    }
    text += "General\n";
    for variable in 1..=problem.variables.len() {
        let _ = writeln!(text, " x{variable}");
    }
    text += "End\n";
    text
}

fn sign(row: &Row) -> &'static str {
    if row.least { ">=" } else { "=" }
}

fn terms(row: &Row) -> String {
    // A row without variables still has to name one.
    if row.terms.is_empty() {
        return " 0 x1".to_string();
    }
    let mut text = String::new();
    for (variable, by) in &row.terms {
        let sign = if *by < 0 { '-' } else { '+' };
        let _ = match by.abs() {
            1 => write!(text, " {sign} x{}", variable + 1),
            size => write!(text, " {sign} {size} x{}", variable + 1),
        };
    }
    text
}

//! Solvers that are programs of their own: how each of them is called, and what its answer says. Running a
//! program is the host's business.
//!
//! A solver is given an integer program as an MPS file. Whatever it answers is only a hint: a solution is
//! checked in whole numbers, and that there is none is proved again.

/// The solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolverName {
    #[default]
    Embedded,
    Highs,
    Cbc,
    Glpsol,
    Scip,
}

/// Programs that read MPS files.
pub const PROGRAMS: [SolverName; 4] =
    [SolverName::Cbc, SolverName::Glpsol, SolverName::Highs, SolverName::Scip];

impl SolverName {
    /// The program that is run for it.
    pub fn program(self) -> &'static str {
        match self {
            SolverName::Embedded => "embedded",
            SolverName::Highs => "highs",
            SolverName::Cbc => "cbc",
            SolverName::Glpsol => "glpsol",
            SolverName::Scip => "scip",
        }
    }

    fn arguments(self) -> &'static [Argument] {
        use Argument::{Model, Solution, Word};
        match self {
            SolverName::Embedded => &[],
            SolverName::Highs => &[Word("--solution_file"), Solution, Model],
            SolverName::Cbc => &[Model, Word("solve"), Word("solution"), Solution],
            SolverName::Glpsol => &[Word("--freemps"), Model, Word("--write"), Solution],
            SolverName::Scip => &[Word("-f"), Model],
        }
    }
}

/// How a solver is called.
pub struct Call<'c> {
    pub program: &'static str,
    pub arguments: &'static [Argument],
    /// What is in the file that it reads.
    pub model: &'c str,
}

/// An argument of a solver's command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    Word(&'static str),
    /// The path of the file that it reads.
    Model,
    /// The path of the file that it writes.
    Solution,
}

/// What a program left behind.
#[derive(Clone, Default, Debug)]
pub struct Ran {
    /// How it ended, unless well.
    pub failure: Option<String>,
    pub printed: String,
    pub solution: Option<String>,
}

/// A host that can run programs.
pub trait Runs {
    /// Runs a program to its end, or says why not.
    fn run(&self, call: &Call<'_>) -> Result<Ran, String>;
}

/// A solver, and the host that runs it.
#[derive(Clone, Copy)]
pub struct Solver<'r> {
    pub name: SolverName,
    pub runs: &'r dyn Runs,
}

/// What a solver answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    Infeasible,
    /// The variables that are not 0, from 0 on.
    Values(Vec<(u32, f64)>),
}

impl Solver<'_> {
    /// What the solver says to an MPS file; or its words, where that is no answer.
    pub fn solve(&self, model: &str) -> Result<Said, String> {
        let program = self.name.program();
        let call = Call { program, arguments: self.name.arguments(), model };
        let ran = self.runs.run(&call).map_err(|why| format!("{program}: {why}"))?;
        if let Some(failure) = &ran.failure {
            return Err(format!("{program} {failure}{}", last_words(&ran.printed)));
        }
        let said = match self.name {
            SolverName::Embedded => None,
            SolverName::Highs => ran.solution.as_deref().and_then(highs),
            SolverName::Cbc => ran.solution.as_deref().and_then(cbc),
            SolverName::Glpsol => {
                ran.solution.as_deref().and_then(|text| glpsol(text, &ran.printed))
            }
            SolverName::Scip => scip(&ran.printed),
        };
        let told = ran.solution.as_deref().unwrap_or(&ran.printed);
        said.ok_or_else(|| {
            format!("{program} gives no answer that makes sense{}", last_words(told))
        })
    }
}

/// The last line of what a program said, where it said anything.
fn last_words(text: &str) -> String {
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or(String::new(), |line| format!(": {}", line.chars().take(160).collect::<String>()))
}

fn cbc(text: &str) -> Option<Said> {
    let mut lines = text.lines();
    let status = lines.next()?;
    if status.starts_with("Infeasible") || status.starts_with("Integer infeasible") {
        return Some(Said::Infeasible);
    }
    if !status.starts_with("Optimal") {
        return None;
    }
    let value = |line: &str| {
        let mut words = line.split_whitespace().filter(|word| *word != "**").skip(1);
        named(words.next()?, words.next()?)
    };
    lines.map(value).collect::<Option<Vec<_>>>().map(Said::Values)
}

fn glpsol(text: &str, printed: &str) -> Option<Said> {
    let status = text.lines().find(|line| line.starts_with("s "))?;
    let status = status.split_whitespace().nth(4)?;
    match status {
        "n" => return Some(Said::Infeasible),
        "o" | "f" => {}
        // What is found before the search begins is only printed.
        _ if printed.contains("HAS NO PRIMAL FEASIBLE SOLUTION") => return Some(Said::Infeasible),
        _ => return None,
    }
    let columns = text.lines().filter_map(|line| line.strip_prefix("j "));
    let value = |line: &str| {
        let (column, value) = line.split_once(' ')?;
        let value = value.split_whitespace().next()?;
        Some((column.parse::<u32>().ok()?.checked_sub(1)?, value.parse::<f64>().ok()?))
    };
    columns.map(value).collect::<Option<Vec<_>>>().map(Said::Values)
}

fn highs(text: &str) -> Option<Said> {
    let mut lines = text.lines();
    lines.find(|line| line.trim() == "Model status")?;
    match lines.next()?.trim() {
        "Infeasible" => return Some(Said::Infeasible),
        "Optimal" => {}
        _ => return None,
    }
    lines.find(|line| line.starts_with("# Columns"))?;
    let columns = lines.take_while(|line| !line.starts_with('#'));
    let value = |line: &str| {
        let mut words = line.split_whitespace();
        named(words.next()?, words.next()?)
    };
    columns.map(value).collect::<Option<Vec<_>>>().map(Said::Values)
}

fn scip(text: &str) -> Option<Said> {
    let status = text.lines().find(|line| line.starts_with("SCIP Status"))?;
    if status.contains("[infeasible]") {
        return Some(Said::Infeasible);
    }
    if !status.contains("[optimal solution found]") {
        return None;
    }
    let mut lines = text.lines().skip_while(|line| !line.starts_with("objective value:"));
    lines.next()?;
    let columns = lines.take_while(|line| line.starts_with('x'));
    let value = |line: &str| {
        let mut words = line.split_whitespace();
        named(words.next()?, words.next()?)
    };
    columns.map(value).collect::<Option<Vec<_>>>().map(Said::Values)
}

/// A variable by its name, and its value.
fn named(name: &str, value: &str) -> Option<(u32, f64)> {
    let number = name.strip_prefix('x')?.parse::<u32>().ok()?.checked_sub(1)?;
    Some((number, value.parse::<f64>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let values = Some(Said::Values(vec![(1, 1.0), (6, 2.0)]));
        let text = "Optimal - objective value 3.0\n      1 x2    1    1\n **  6 x7   2   1\n";
        assert_eq!(cbc(text), values);
        assert_eq!(cbc("Infeasible - objective value 28.0\n 1 x2 1 0\n"), Some(Said::Infeasible));
        assert_eq!(cbc("Stopped on time - objective value 1e50\n"), None);
        assert_eq!(cbc("Optimal - objective value 3.0\n 1 y2 1 1\n"), None);
        let text = "c Problem: r\ns mip 2 2 o 3\ni 1 0\nj 2 1\nj 7 2\ne o f\n";
        assert_eq!(glpsol(text, ""), values);
        assert_eq!(glpsol("s mip 2 2 n 0\n", ""), Some(Said::Infeasible));
        assert_eq!(glpsol("s mip 2 2 u 0\n", ""), None);
        let text = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 3\n\
                    # Columns 2\nx2 1\nx7 2\n# Rows 1\nr1 0\n";
        assert_eq!(highs(text), values);
        assert_eq!(highs("Model status\nInfeasible\n"), Some(Said::Infeasible));
        assert_eq!(highs("Model status\nTime limit reached\n"), None);
        let text = "SCIP Status        : problem is solved [optimal solution found]\n\
                    objective value:                                    3\n\
                    x2                                                  1 \t(obj:1)\n\
                    x7                                                  2 \t(obj:1)\n\nStatistics\n";
        assert_eq!(scip(text), values);
        assert_eq!(scip("SCIP Status : problem is solved [infeasible]\n"), Some(Said::Infeasible));
        assert_eq!(scip("SCIP Status : solving was interrupted [time limit reached]\n"), None);
    }
}

//! Counts passed and failed tests per suite and prints them as a table.

use std::collections::BTreeMap;
use std::time::Duration;

/// What happened so far, suite by suite.
#[derive(Default)]
pub struct Tally {
    suites: BTreeMap<String, Row>,
}

/// The figures of a row.
#[derive(Default)]
pub struct Row {
    pub passed: usize,
    pub failed: usize,
    pub ignored: usize,
    pub time: Duration,
}

impl Tally {
    /// The counts of a suite, which begin at none.
    pub fn row(&mut self, suite: &str) -> &mut Row {
        self.suites.entry(suite.to_string()).or_default()
    }

    /// How many tests failed in all suites.
    pub fn failed(&self) -> usize {
        self.suites.values().map(|row| row.failed).sum()
    }

    /// One line per suite that has tests, with its time, then the build and everything together.
    pub fn table(&self, built: Duration, total: Duration) -> String {
        let shown =
            || self.suites.iter().filter(|(_, row)| row.passed + row.failed + row.ignored > 0);
        let width = shown().map(|(name, _)| name.len()).max().unwrap_or(0).max("(build)".len());
        let mut text = format!("\n{:width$}  passed  failed     time\n", "suite");
        for (name, row) in shown() {
            let seconds = row.time.as_secs_f64();
            text += &format!("{name:width$}  {:6}  {:6}  {seconds:6.1}s\n", row.passed, row.failed);
        }
        for (name, time) in [("(build)", built), ("(total)", total)] {
            text += &format!("{name:width$}  {:6}  {:6}  {:6.1}s\n", "", "", time.as_secs_f64());
        }
        text
    }

    /// The last line, for people and for scripts.
    pub fn closing_line(&self) -> String {
        let passed: usize = self.suites.values().map(|row| row.passed).sum();
        let ignored: usize = self.suites.values().map(|row| row.ignored).sum();
        let mut line = format!("{passed} passed, {} failed", self.failed());
        if ignored > 0 {
            line += &format!(", {ignored} ignored");
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_listed_by_name_and_empty_ones_left_out() {
        let mut tally = Tally::default();
        *tally.row("b") =
            Row { passed: 2, failed: 1, ignored: 0, time: Duration::from_millis(1500) };
        *tally.row("a") = Row { passed: 3, ..Row::default() };
        tally.row("empty");
        let table = tally.table(Duration::from_secs(1), Duration::from_secs(3));
        let expected = "
suite    passed  failed     time
a             3       0     0.0s
b             2       1     1.5s
(build)                     1.0s
(total)                     3.0s
";
        assert_eq!(table, expected);
        assert_eq!(tally.closing_line(), "5 passed, 1 failed");
        tally.row("a").ignored = 1;
        assert_eq!(tally.closing_line(), "5 passed, 1 failed, 1 ignored");
    }
}

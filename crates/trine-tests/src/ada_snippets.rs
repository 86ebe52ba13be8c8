//! Small sequential Ada programs, one after the other by GNAT and by Trine.
//!
//! A snippet is a procedure with places at which a value is looked at. GNAT compiles many of them at once and prints
//! the values; then they are assertions, the last of which is `Assert (False, "END")`: GNAT gets there or dies of an
//! exception before, and Trine must say the same. Without the last assertion, everything holds.

mod composite;
mod control;
mod numbers;
mod objects;
mod snippet;
mod tasking;
mod topic;

use std::fmt::Write;
use std::ops::Range;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use trine_session::{Request, check};
use trine_verdict::{Budget, Reason, Verdict};

use crate::ada_rules::{END, why};
use crate::campaign::Tally;
use crate::gnat::{self, Ending};
use crate::host::TestHost;
use crate::parallel;

pub use snippet::{Snippet, snippet};

/// What GNAT did with one snippet: the values, and the exception that it died of.
#[derive(Clone, Debug, Default)]
struct Seen {
    values: Vec<String>,
    died: Option<String>,
}

/// Compiles and runs snippets in one program. Those that GNAT refuses have no answer.
fn by_gnat(snippets: &[Snippet]) -> io::Result<Vec<Option<Seen>>> {
    let folder = tempfile::tempdir()?;
    let mut kept: Vec<bool> = vec![true; snippets.len()];
    loop {
        let mut text = "with Ada.Exceptions; use Ada.Exceptions;\nwith Ada.Finalization;\n\
                        with Ada.Text_IO; use Ada.Text_IO;\nprocedure Snippets is\n"
            .to_string();
        let mut starts = Vec::new();
        for snippet in snippets.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(one, _)| one) {
            starts.push((text.lines().count(), snippet.seed));
            text.push_str(&snippet.printing());
        }
        text.push_str("begin\n");
        for (_, seed) in &starts {
            let _ = writeln!(
                text,
                "   Put_Line (\"= {seed}\");\n   begin\n      Snippet_{seed};\n   exception\n      when E : others =>\n         \
                 Put_Line (\"!\" & Exception_Name (E));\n   end;"
            );
        }
        text.push_str("end Snippets;\n");
        fs::write(folder.path().join("snippets.adb"), text)?;
        let made = Command::new("gnatmake")
            .args(["-q", "-gnata", "-gnatws", "-gnatm999", "snippets.adb"])
            .current_dir(folder.path())
            .output()?;
        if made.status.success() {
            break;
        }
        // Each error names its line: that snippet is left out.
        let told = String::from_utf8_lossy(&made.stderr).into_owned();
        let mut refused = 0;
        for line in told.lines().filter_map(|line| line.strip_prefix("snippets.adb:")) {
            let number: usize = line.split(':').next().and_then(|n| n.parse().ok()).unwrap_or(0);
            let Some((_, seed)) = starts.iter().rev().find(|(start, _)| *start < number) else {
                continue;
            };
            let at = snippets.iter().position(|one| one.seed == *seed).unwrap_or(0);
            refused += usize::from(kept[at]);
            kept[at] = false;
        }
        if refused == 0 {
            return Err(io::Error::other(told));
        }
    }
    let run = gnat::run(&folder.path().join("snippets"), &[], 60.0)?;
    if run.ending != Ending::Ends {
        return Err(io::Error::other(format!("the snippets end in {:?}", run.ending)));
    }
    Ok(answers(snippets, &kept, &run.printed))
}

/// Takes what was printed apart.
fn answers(snippets: &[Snippet], kept: &[bool], printed: &str) -> Vec<Option<Seen>> {
    let mut found: Vec<Option<Seen>> = snippets.iter().map(|_| None).collect();
    let mut now = None;
    for line in printed.lines() {
        if let Some(seed) = line.strip_prefix("= ") {
            now = snippets.iter().position(|one| one.seed.to_string() == seed);
            if let Some(at) = now.filter(|at| kept[*at]) {
                found[at] = Some(Seen::default());
            }
        }
        let Some(seen) = now.and_then(|at| found[at].as_mut()) else { continue };
        if let Some(value) = line.strip_prefix('|') {
            seen.values.push(value.to_string());
        } else if let Some(name) = line.strip_prefix('!') {
            seen.died = Some(name.to_string());
        }
    }
    found
}

/// What came of one snippet.
enum Outcome {
    Agrees(&'static str),
    Open(String),
    Wrong(String),
}

fn by_trine(snippet: &Snippet, seen: &Seen) -> Outcome {
    let asserted = seen.died.as_ref().is_some_and(|name| name.contains("ASSERT"));
    let (assertion, error) = match (&seen.died, asserted) {
        (None, _) => (Verdict::Violated, Verdict::Holds),
        (Some(_), true) => (Verdict::Violated, Verdict::Holds),
        (Some(_), false) => (Verdict::Holds, Verdict::Violated),
    };
    let mut runs = vec![(snippet.asserting(&seen.values, END), assertion, error)];
    if seen.died.is_none() {
        runs.push((snippet.asserting(&seen.values, "null;"), Verdict::Holds, Verdict::Holds));
    }
    for (text, assertion, error) in runs {
        match checked(&text, [("assertion", assertion), ("uncaught-error", error)]) {
            Ok(None) => {}
            Ok(Some(reason)) => return Outcome::Open(reason),
            Err(what) => {
                let died = seen.died.as_deref().unwrap_or("reaches END");
                return Outcome::Wrong(format!(
                    "seed {}: GNAT {died}: {what}\n{text}",
                    snippet.seed
                ));
            }
        }
    }
    Outcome::Agrees(match (&seen.died, asserted) {
        (None, _) => "reach END",
        (Some(_), true) => "violate a contract",
        (Some(_), false) => "die of an exception",
    })
}

/// Compares Trine's verdicts with the right ones: what is different, or why something is open.
fn checked(text: &str, right: [(&str, Verdict); 2]) -> Result<Option<String>, String> {
    let file = "snippet.adb".to_string();
    let request = Request {
        files: vec![file.clone()],
        properties: Some(right.iter().map(|(name, _)| (*name).to_string()).collect()),
        budget: Budget { time: Some(Duration::from_secs(5)), ..Budget::default() },
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with(&file, text));
    let errors = &checked.loaded.diagnostics;
    if errors.has_errors() {
        let first = errors.items.first().map_or(String::new(), |item| item.message.clone());
        return Ok(Some(format!("refused: {first}")));
    }
    let mut open = None;
    for (name, verdict) in right {
        let result = checked.results.iter().find(|one| one.property.name == name);
        match result.map(|one| (one.verdict, &one.reason)) {
            Some((said, _)) if said == verdict => {}
            Some((Verdict::Inconclusive, Some(Reason::Internal { what }))) => {
                return Err(format!("{name}: a bug: {what}"));
            }
            Some((Verdict::Inconclusive, reason)) => open = Some(why(reason.as_ref())),
            Some((said, _)) => {
                return Err(format!("{name} should be {}, is {}", verdict.name(), said.name()));
            }
            None => return Err(format!("no verdict on {name}")),
        }
    }
    Ok(open)
}

/// Compares the snippets of these seeds.
pub fn campaign(seeds: Range<u64>) -> io::Result<Tally> {
    let snippets: Vec<Snippet> = seeds.map(snippet).collect();
    let mut tally = Tally::default();
    for batch in snippets.chunks(150) {
        let seen = by_gnat(batch)?;
        let pairs: Vec<(&Snippet, &Option<Seen>)> = batch.iter().zip(&seen).collect();
        let outcomes = parallel::map(&pairs, 2, |_, (snippet, seen)| {
            seen.as_ref().map(|seen| by_trine(snippet, seen))
        });
        for outcome in outcomes {
            tally.programs += u64::from(outcome.is_some());
            match outcome {
                None => tally.count("are refused by GNAT", 1),
                Some(Outcome::Agrees(kind)) => tally.count(kind, 1),
                Some(Outcome::Open(reason)) => tally.count(&format!("undecided: {reason}"), 1),
                Some(Outcome::Wrong(what)) => tally.differences.push(what),
            }
        }
    }
    Ok(tally)
}

//! The rules of tasking, one small program each, by GNAT and by Trine.
//!
//! Each file of `data/ada_rules` starts with the rule and the answer, which is the same in every schedule:
//!
//! ```text
//! --  RM 9.3(5): A block is left only when the tasks that depend on it have terminated.
//! --  Answer: END
//! ```
//!
//! `END` is the assertion at the end of the main procedure, the only one that fails; `hangs`, `ends` and `dies NAME` are
//! the other ends, `task dies NAME` and `activation fails NAME` say what happens beside. A line `--  GNAT: ` has what
//! GNAT does where it does not follow the manual.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use trine_session::{Request, check};
use trine_verdict::{Budget, Reason, Verdict};

use crate::campaign::Tally;
use crate::gnat::{self, Ending, Run};
use crate::host::TestHost;
use crate::parallel;

/// The statement that every program reaches whose answer is `END`.
pub const END: &str = "pragma Assert (False, \"END\");";

/// The checks whose verdicts are known.
const CHECKS: [&str; 3] = ["assertion", "deadlock", "uncaught-error"];

/// One program and its answer.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    /// The clause of the reference manual.
    pub clause: String,
    pub says: String,
    pub answer: String,
    /// What GNAT does, where that is something else.
    pub gnat: Option<String>,
    pub text: String,
}

/// The folder of the programs; each says in comments which clause it shows and what the answer is.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ada_rules")
}

/// All rules, by name.
pub fn rules() -> io::Result<Vec<Rule>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder())?.flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "adb"));
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> io::Result<Rule> {
    let text = fs::read_to_string(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let wrong = |what: &str| io::Error::other(format!("{name}: {what}"));
    let comments: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("--  ")).collect();
    let told =
        |key: &str| comments.iter().find_map(|line| line.strip_prefix(key)).map(str::to_string);
    let sentence: Vec<&str> =
        comments.iter().copied().take_while(|line| !line.starts_with("Answer: ")).collect();
    let sentence = sentence.join(" ");
    let (clause, says) = sentence
        .strip_prefix("RM ")
        .and_then(|rule| rule.split_once(": "))
        .ok_or_else(|| wrong("the first line names no clause"))?;
    let answer = told("Answer: ").ok_or_else(|| wrong("no answer"))?;
    if answer.starts_with("END") != text.contains(END) {
        return Err(wrong("the answer and the last statement differ"));
    }
    let (clause, says) = (clause.to_string(), says.to_string());
    Ok(Rule { name, clause, says, answer, gnat: told("GNAT: "), text })
}

/// What came of comparing.
#[derive(Debug, Default)]
pub struct Compared {
    pub programs: usize,
    pub wrong: Vec<String>,
    /// Name and reason of each that Trine does not decide.
    pub inconclusive: Vec<(String, String)>,
}

/// Compiles, runs and checks these programs.
pub fn compare(rules: &[Rule]) -> io::Result<Compared> {
    let mut compared = Compared { programs: rules.len(), ..Compared::default() };
    if rules.is_empty() {
        return Ok(compared);
    }
    let folder = tempfile::tempdir()?;
    let texts: Vec<(String, String)> =
        rules.iter().map(|rule| (rule.name.clone(), rule.text.clone())).collect();
    let program = gnat::build(folder.path(), &texts)?;
    let answers = parallel::map(rules, 2, |_, rule| -> io::Result<(Option<String>, Answer)> {
        Ok((by_gnat(rule, &program)?, by_trine(rule)))
    });
    for (rule, answer) in rules.iter().zip(answers) {
        let (gnat, trine) = answer?;
        compared.wrong.extend(gnat.map(|what| format!("{}: {what}", rule.name)));
        compared.wrong.extend(trine.wrong.iter().map(|what| format!("{}: {what}", rule.name)));
        compared.inconclusive.extend(trine.open.map(|reason| (rule.name.clone(), reason)));
    }
    Ok(compared)
}

/// The campaign: a rule for each seed.
pub fn campaign(seeds: Range<u64>) -> io::Result<Tally> {
    let rules = rules()?;
    let within = |seed: u64| (seed as usize).min(rules.len());
    let found = compare(&rules[within(seeds.start)..within(seeds.end)])?;
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    tally.count("inconclusive", found.inconclusive.len());
    tally.differences = found.wrong;
    Ok(tally)
}

/// What is wrong with the run of a program, if anything is.
fn by_gnat(rule: &Rule, program: &Path) -> io::Result<Option<String>> {
    let expected = rule.gnat.as_ref().unwrap_or(&rule.answer);
    let expected = expected.replace("activation fails", "task dies");
    let mut seen = String::new();
    // A machine that is busy is slow: what seems to hang is given more time, what should hang is not.
    let times: &[f64] = if expected.starts_with("hangs") { &[1.5] } else { &[5.0, 60.0] };
    for seconds in times {
        let run = gnat::run(program, &[&rule.name], *seconds)?;
        seen = shown(&run);
        if seen == expected {
            return Ok(None);
        }
    }
    Ok(Some(format!("GNAT should say {expected}, says {seen}")))
}

/// A run in the words of an answer.
fn shown(run: &Run) -> String {
    let ending = match &run.ending {
        Ending::Ends => "ends".to_string(),
        Ending::Hangs => "hangs".to_string(),
        Ending::Dies(raised) if raised.is_assertion() && raised.message == "END" => {
            "END".to_string()
        }
        Ending::Dies(raised) => format!("dies {}", raised.name),
        Ending::Strange(what) => format!("strange: {what}"),
    };
    let deaths = run.deaths.iter().map(|raised| format!("task dies {}", raised.name));
    std::iter::once(ending).chain(deaths).collect::<Vec<String>>().join(", ")
}

/// What Trine says of one program.
struct Answer {
    wrong: Vec<String>,
    /// Why something is not decided.
    open: Option<String>,
}

/// Asks about the program, and about the program without its last assertion: that is then the only one that fails.
fn by_trine(rule: &Rule) -> Answer {
    let mut answer = Answer { wrong: Vec::new(), open: None };
    let mut texts = vec![(rule.text.clone(), true)];
    if rule.answer.starts_with("END") {
        texts.push((rule.text.replace(END, "null;"), false));
    }
    for (text, whole) in texts {
        let file = format!("{}.adb", rule.name);
        let request = Request {
            files: vec![file.clone()],
            properties: Some(CHECKS.map(str::to_string).to_vec()),
            budget: Budget { time: Some(Duration::from_secs(60)), ..Budget::default() },
            ..Request::default()
        };
        let checked = check(&request, &TestHost::with(&file, &text));
        let errors = &checked.loaded.diagnostics;
        if errors.has_errors() {
            let first = errors.items.first().map_or(String::new(), |item| item.message.clone());
            answer.open = Some(format!("refused: {first}"));
            continue;
        }
        for name in CHECKS {
            let expected = verdict(&rule.answer, name, whole);
            let result = checked.results.iter().find(|one| one.property.name == name);
            match result.map(|one| (one.verdict, &one.reason)) {
                Some((said, _)) if said == expected => {}
                Some((Verdict::Inconclusive, Some(Reason::Internal { what }))) => {
                    answer.wrong.push(format!("{name}: a bug: {what}"));
                }
                Some((Verdict::Inconclusive, reason)) => answer.open = Some(why(reason.as_ref())),
                Some((said, _)) => answer.wrong.push(format!(
                    "{name}{}: should be {}, is {}",
                    if whole { "" } else { " without END" },
                    expected.name(),
                    said.name()
                )),
                None => answer.wrong.push(format!("{name}: no verdict")),
            }
        }
    }
    answer
}

/// The right verdict of a check, from the answer.
fn verdict(answer: &str, check: &str, whole: bool) -> Verdict {
    let violates = |part: &str| match part.rsplit(' ').next() {
        Some("END") => check == "assertion" && whole,
        Some("hangs") => check == "deadlock",
        Some("Assertion_Error") => check == "assertion",
        _ => part.contains("dies") && check == "uncaught-error",
    };
    match answer.split(", ").any(violates) {
        true => Verdict::Violated,
        false => Verdict::Holds,
    }
}

/// A reason in a few words, without places.
pub fn why(reason: Option<&Reason>) -> String {
    match reason {
        Some(Reason::Limit { what, .. } | Reason::Bound { what, .. }) => what.clone(),
        Some(Reason::Unmodelled { what, .. }) => what.clone(),
        Some(Reason::NotApplicable { why } | Reason::Unconfirmed { why, .. }) => why.clone(),
        Some(other) => format!("{other:?}"),
        None => "no reason".to_string(),
    }
}

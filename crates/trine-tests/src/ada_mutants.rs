//! The Ada examples with small changes in them, compiled by GNAT with pauses at random and run: what they die of, or
//! hang in, does not hold.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use trine_session::{Request, check};
use trine_verdict::{Budget, Verdict};

use crate::campaign::Tally;
use crate::gnat::{self, Raised};
use crate::host::TestHost;
use crate::parallel;
use crate::rng::Rng;

/// How often each program runs.
const RUNS: usize = 6;

/// Words that are put in the place of others.
const SWAPS: [(&str, &str); 26] = [
    (" and ", " or "),
    (" or ", " and "),
    ("and then", "or else"),
    (" = ", " /= "),
    (" /= ", " = "),
    (" < ", " <= "),
    (" > ", " >= "),
    (" >= ", " > "),
    ("+ 1", "- 1"),
    ("- 1", "+ 1"),
    ("True", "False"),
    ("False", "True"),
    (" 0", " 1"),
    (" 1", " 2"),
    (" 2", " 1"),
    (" 3", " 2"),
    ("terminate;", "delay 0.01;"),
    ("terminate;", "delay 0.01;\n exit;"),
    (" with abort", ""),
    ("requeue ", "null; --"),
    ("when others", "when Tasking_Error"),
    ("not ", ""),
    ("while ", "while not "),
    ("exit when ", "exit when not "),
    ("in out ", "in "),
    ("raise ", "null; -- "),
];

/// Whether a line is a statement of its own: Ada's words are in small letters, names start with a capital.
fn is_statement(line: &str) -> bool {
    let line = line.trim();
    let named = line.starts_with(|c: char| c.is_ascii_uppercase()) && !line.contains(" : ");
    let word = [
        "accept ",
        "delay ",
        "exit",
        "raise",
        "return",
        "null;",
        "abort ",
        "requeue ",
        "pragma Assert",
    ];
    line.ends_with(';') && (named || word.iter().any(|word| line.starts_with(word)))
}

/// A text with a small change.
pub fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let at: Vec<usize> = (0..lines.len()).filter(|at| is_statement(lines[*at])).collect();
    if at.is_empty() {
        return text.to_string();
    }
    let (one, other) = (*rng.pick(&at), *rng.pick(&at));
    match rng.below(8) {
        0 | 1 => lines[one] = "null;",
        2 => lines.insert(one, lines[one]),
        3 => lines.swap(one, other),
        _ => {
            let (old, new) = *rng.pick(&SWAPS);
            let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
            if places.is_empty() {
                return text.to_string();
            }
            let place = *rng.pick(&places);
            return format!("{}{new}{}", &text[..place], &text[place + old.len()..]);
        }
    }
    lines.join("\n") + "\n"
}

/// The text with a name, as a whole word, replaced.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once('\n')) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(if word.eq_ignore_ascii_case(old) { new } else { &word });
        word.clear();
        out.push(c);
    }
    out
}

/// One program: as Trine sees it, and as GNAT compiles it, with pauses and short delays.
struct Mutant {
    seed: u64,
    name: String,
    text: String,
    shaken: String,
}

fn make(examples: &[PathBuf], seed: u64) -> io::Result<Mutant> {
    let mut rng = Rng::new(seed ^ 0x6164_616d);
    let example = rng.pick(examples).clone();
    let mut text = fs::read_to_string(&example)?;
    for _ in 0..rng.between(0, 3) {
        text = mutated(&text, &mut rng);
    }
    let unit = example.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = format!("mutant_{seed}");
    let text = renamed(&text, &unit, &name);
    let mut shaken = "with Shake;\n".to_string();
    let mut guarded = false;
    for line in text.lines() {
        // Inside a protected action a pause would be a blocking operation.
        guarded = match line.trim() {
            start if start.starts_with("protected body") => true,
            start if start.starts_with("task body") || start == "begin" && line.len() < 9 => false,
            _ => guarded,
        };
        let pause =
            !guarded && is_statement(line) && !line.trim().starts_with("pragma") && rng.chance(40);
        if pause && !line.trim().starts_with("accept") && !line.trim().starts_with("delay") {
            shaken.push_str("Shake; ");
        }
        shaken.push_str(&shortened(line));
        shaken.push('\n');
    }
    Ok(Mutant { seed, name, text, shaken })
}

/// Delays of more than a twentieth of a second are cut, so that waiting is told from hanging.
fn shortened(line: &str) -> String {
    let Some((before, rest)) = line.split_once("delay ") else { return line.to_string() };
    let Some((length, after)) = rest.split_once(';') else { return line.to_string() };
    match length.parse::<f64>() {
        Ok(length) if length > 0.05 => format!("{before}delay 0.05;{after}"),
        _ => line.to_string(),
    }
}

/// Gives others a chance, or a little time, as the clock will have it.
const SHAKE: &str = "with Ada.Calendar; use Ada.Calendar;
procedure Shake is
   Now : constant Long_Float := Long_Float (Seconds (Clock));
   Micros : constant Long_Long_Integer := Long_Long_Integer (Now * 1_000_000.0);
begin
   case Micros mod 5 is
      when 0 | 1 => null;
      when 2 => delay 0.0;
      when 3 => delay 0.000_3;
      when others => delay 0.002;
   end case;
end Shake;
";

/// What a program was seen to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Hangs,
    Dies(Raised),
    TaskDies(Raised),
}

fn watch(program: &Path, name: &str, errors: &Path) -> io::Result<BTreeSet<Seen>> {
    let mut child = Command::new(program)
        .arg(name)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(errors)?)
        .spawn()?;
    let late = Instant::now() + Duration::from_millis(1_500);
    let mut ended = child.try_wait()?.is_some();
    while !ended && Instant::now() < late {
        thread::sleep(Duration::from_millis(5));
        ended = child.try_wait()?.is_some();
    }
    let hangs = !ended && hangs(&child);
    if !ended {
        child.kill()?;
        child.wait()?;
    }
    let mut seen = BTreeSet::new();
    let told = fs::read_to_string(errors)?;
    for line in told.lines() {
        if let Some(what) = line.strip_prefix("task died: ") {
            seen.insert(Seen::TaskDies(Raised::read(what)));
        } else if let Some(what) = line.strip_prefix("raised ") {
            seen.insert(Seen::Dies(Raised::read(what)));
        }
    }
    if hangs {
        seen.insert(Seen::Hangs);
    }
    Ok(seen)
}

/// Whether every thread of a process sleeps, and none wakes for a while: one that only waits for its turn, or for the
/// end of a delay, does not hang.
fn hangs(child: &Child) -> bool {
    let first = asleep(child.id());
    thread::sleep(Duration::from_millis(400));
    first.is_some() && first == asleep(child.id())
}

/// How often the threads of a process went to sleep, if all do.
fn asleep(process: u32) -> Option<u64> {
    let mut switches = 0;
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let status = fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
        let value = |key: &str| {
            status
                .lines()
                .find_map(|line| line.strip_prefix(key))
                .map(|rest| rest.trim().to_string())
        };
        if !value("State:")?.starts_with('S') {
            return None;
        }
        switches += value("voluntary_ctxt_switches:")?.parse::<u64>().ok()?;
    }
    Some(switches)
}

/// What Trine says to hold although it was seen.
fn contradicted(mutant: &Mutant, seen: &BTreeSet<Seen>) -> Result<Vec<String>, String> {
    let file = format!("{}.adb", mutant.name);
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    let request = Request { files: vec![file.clone()], budget, ..Request::default() };
    let checked = check(&request, &TestHost::with(&file, &mutant.text));
    let errors = &checked.loaded.diagnostics;
    if errors.has_errors() {
        let first = errors.items.first().map_or(String::new(), |item| item.message.clone());
        return Err(format!("refused: {first}"));
    }
    let holds = |wanted: &[&str]| {
        let mut asked = checked.results.iter();
        !checked.results.is_empty()
            && asked.all(|one| {
                !wanted.contains(&one.property.name.as_str()) || one.verdict == Verdict::Holds
            })
    };
    let asserted = |one: &Seen| matches!(one, Seen::Dies(raised) | Seen::TaskDies(raised) if raised.is_assertion());
    // A task that dies while it is activated is the activator's Tasking_Error, which it may handle.
    let handles = mutant.text.contains("when Tasking_Error") || mutant.text.contains("when others");
    let wrong = |one: &&Seen| match one {
        Seen::Hangs => !seen.iter().any(asserted) && holds(&["deadlock", "wait-forever"]),
        Seen::Dies(raised) | Seen::TaskDies(raised) if raised.name == "Storage_Error" => false,
        one if asserted(one) => holds(&["assertion"]),
        Seen::Dies(_) => holds(&["uncaught-error", "monitor-misuse"]),
        Seen::TaskDies(_) => !handles && holds(&["uncaught-error", "monitor-misuse"]),
    };
    Ok(seen.iter().filter(wrong).map(|one| format!("{one:?}")).collect())
}

/// Compares the changed examples of these seeds.
pub fn campaign(seeds: Range<u64>) -> io::Result<Tally> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ada");
    let mut examples: Vec<PathBuf> = fs::read_dir(top)?.flatten().map(|file| file.path()).collect();
    examples.retain(|file| file.extension().is_some_and(|extension| extension == "adb"));
    examples.sort();
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("shake.adb"), SHAKE)?;
    let mut mutants = Vec::new();
    for seed in seeds {
        mutants.push(make(&examples, seed)?);
    }
    let sources: Vec<(String, String)> =
        mutants.iter().map(|one| (one.name.clone(), one.shaken.clone())).collect();
    let fine = gnat::compiled(folder.path(), &sources)?;
    let mut tally = Tally::default();
    let mut kept = Vec::new();
    let mut fine_sources = Vec::new();
    for ((mutant, source), fine) in mutants.into_iter().zip(sources).zip(fine) {
        match fine {
            true => {
                kept.push(mutant);
                fine_sources.push(source);
            }
            false => tally.count("are refused by GNAT", 1),
        }
    }
    if kept.is_empty() {
        return Ok(tally);
    }
    let program = gnat::build(folder.path(), &fine_sources)?;
    let found = parallel::map(&kept, 2, |_, mutant| -> io::Result<_> {
        let errors = folder.path().join(format!("{}.errors", mutant.name));
        let mut seen = BTreeSet::new();
        for _ in 0..RUNS {
            seen.extend(watch(&program, &mutant.name, &errors)?);
            if seen.contains(&Seen::Hangs) {
                break;
            }
        }
        let wrong = contradicted(mutant, &seen);
        Ok((seen, wrong))
    });
    for (mutant, found) in kept.iter().zip(found) {
        let (seen, wrong) = found?;
        tally.programs += 1;
        tally.count("hang", usize::from(seen.contains(&Seen::Hangs)));
        tally.count("die", usize::from(seen.iter().any(|one| *one != Seen::Hangs)));
        match wrong {
            Ok(wrong) => tally.differences.extend(
                wrong.iter().map(|what| format!("seed {}: {what}\n{}", mutant.seed, mutant.text)),
            ),
            Err(refused) => tally.count(&refused, 1),
        }
    }
    Ok(tally)
}

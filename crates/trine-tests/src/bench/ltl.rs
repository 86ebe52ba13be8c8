//! The sizes of automata for formulas, beside those that SPIN and Spot make of the same formulas.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use trine_automata::ltl::{Operator, simplify};
use trine_automata::patterns::{Bound, Pattern, Scope, Subject, formula};
use trine_automata::{AtomId, Formula, translate};

use crate::rng::Rng;

/// States may be at most so many times Spot's; they may never be more than SPIN's.
const SPOT_FACTOR: f64 = 1.2;
const RANDOM_FORMULAS: usize = 300;
const SEED: u64 = 3;
/// SPIN can take for ever.
const SPIN_PATIENCE: Duration = Duration::from_secs(10);
const NAMES: [&str; 6] = ["p", "s", "t", "z", "q", "r"];

/// Translates the 55 pattern formulas, their negations and random formulas, and prints the table.
/// Fails if the automata are too large, or if a peer is missing: what was not compared must not
/// look as if it had been.
pub fn ltl() -> io::Result<()> {
    let mut failures = Vec::new();
    let patterns = patterns()?;
    let negations = patterns
        .iter()
        .map(|(name, formula)| (format!("not: {name}"), formula.clone().not()))
        .collect();
    let groups = [("patterns", patterns), ("negations", negations), ("random", random())];
    let python = spot();
    if let Err(why) = &python {
        println!("Spot is not there: {why}\n");
        failures.push("Spot is missing, so nothing was compared with it".to_string());
    }
    println!("States; SPIN has none for formulas with X and where it takes more than 10 seconds.");
    println!("trine  spin  spot  formula");
    let mut totals = Vec::new();
    for (group, formulas) in groups {
        let texts: Vec<String> = formulas.iter().map(|(_, formula)| text(formula)).collect();
        let spot = match &python {
            Ok(python) => ask_spot(python, &texts)?.into_iter().map(Some).collect(),
            Err(_) => vec![None; texts.len()],
        };
        let spin = ask_spin(&formulas, &texts)?;
        let mut total = Total::default();
        for (index, (name, formula)) in formulas.iter().enumerate() {
            let trine = translate(formula).states.len();
            total.add(trine, spin[index], spot[index]);
            let (spin, spot) = (shown(spin[index]), shown(spot[index]));
            println!("{trine:>5} {spin:>5} {spot:>5}  {name}");
        }
        failures.extend(total.failures(group));
        totals.push((group, formulas.len(), total));
    }
    println!("\n                       on SPIN's formulas      on Spot's formulas");
    println!("group        formulas  count  trine   spin    count  trine   spot  ratio");
    for (group, count, total) in &totals {
        println!("{group:<12} {count:>8}  {total}");
    }
    if failures.is_empty() { Ok(()) } else { Err(io::Error::other(failures.join("; "))) }
}

/// States in total, where both made an automaton.
#[derive(Default)]
struct Total {
    with_spin: [usize; 3],
    with_spot: [usize; 3],
}

impl Total {
    fn add(&mut self, trine: usize, spin: Option<usize>, spot: Option<usize>) {
        for (sums, other) in [(&mut self.with_spin, spin), (&mut self.with_spot, spot)] {
            if let Some(other) = other {
                *sums = [sums[0] + 1, sums[1] + trine, sums[2] + other];
            }
        }
    }

    fn failures(&self, group: &str) -> Vec<String> {
        let mut failures = Vec::new();
        let [_, trine, spin] = self.with_spin;
        if trine > spin {
            failures.push(format!("{group}: {trine} states, but SPIN makes {spin}"));
        }
        let [_, trine, spot] = self.with_spot;
        if trine as f64 > SPOT_FACTOR * spot as f64 {
            failures.push(format!("{group}: {trine} states, but Spot makes {spot}"));
        }
        failures
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [count, trine, spin] = self.with_spin;
        write!(out, "{count:>5} {trine:>6} {spin:>6}    ")?;
        let [count, trine, spot] = self.with_spot;
        let ratio = trine as f64 / spot.max(1) as f64;
        write!(out, "{count:>5} {trine:>6} {spot:>6}  {ratio:>5.2}")
    }
}

fn shown(states: Option<usize>) -> String {
    states.map_or_else(|| "-".to_string(), |states| states.to_string())
}

/// The eleven patterns in the five scopes, about conditions on states.
fn patterns() -> io::Result<Vec<(String, Formula)>> {
    let subject = |index: u32| Subject::state(Formula::atom(AtomId(index)));
    let [p, s, t, z, q, r] = [0, 1, 2, 3, 4, 5].map(subject);
    let two = [s.clone(), t.clone()];
    let patterns = [
        ("absence", Pattern::Absence(p.clone())),
        ("existence", Pattern::Existence(p.clone())),
        ("bounded existence", Pattern::Count(Bound::AtMost, 2, p.clone())),
        ("universality", Pattern::Universality(p.clone())),
        ("precedence", Pattern::Precedence { cause: s.clone(), effect: p.clone() }),
        ("response", Pattern::Response { stimulus: p.clone(), response: s.clone() }),
        ("precedence 2-1", Pattern::PrecedenceOfTwo { causes: two.clone(), effect: p.clone() }),
        ("precedence 1-2", Pattern::PrecedenceToTwo { cause: p.clone(), effects: two.clone() }),
        ("response 2-1", Pattern::ResponseToTwo { stimuli: two.clone(), response: p.clone() }),
        ("response 1-2", Pattern::ResponseOfTwo { stimulus: p.clone(), responses: two.clone() }),
        (
            "constrained chain",
            Pattern::ConstrainedResponse { stimulus: p, responses: two, without: z },
        ),
    ];
    let scopes = [
        ("globally", Scope::Globally),
        ("before", Scope::Before(r.clone())),
        ("after", Scope::After(q.clone())),
        ("between", Scope::Between(q.clone(), r.clone())),
        ("after-until", Scope::AfterUntil(q, r)),
    ];
    let mut formulas = Vec::new();
    for (pattern_name, pattern) in &patterns {
        for (scope_name, scope) in &scopes {
            let formula = formula(pattern, scope).map_err(io::Error::other)?;
            formulas.push((format!("{pattern_name}, {scope_name}"), formula));
        }
    }
    Ok(formulas)
}

/// Formulas over three atoms; one in four has `X`, which SPIN's `-f` does not know.
fn random() -> Vec<(String, Formula)> {
    let mut rng = Rng::new(SEED);
    let mut formulas = Vec::new();
    while formulas.len() < RANDOM_FORMULAS {
        let size = rng.between(4, 10);
        let with_next = rng.chance(25);
        let formula = random_formula(&mut rng, size, with_next);
        if !matches!(simplify(&formula).operator(), Operator::True | Operator::False) {
            formulas.push((text(&formula), formula));
        }
    }
    formulas
}

fn random_formula(rng: &mut Rng, size: usize, with_next: bool) -> Formula {
    if size <= 1 {
        return Formula::atom(AtomId(rng.below(3) as u32));
    }
    if size == 2 || rng.chance(40) {
        let part = random_formula(rng, size - 1, with_next);
        return match rng.weighted(&[(3, 0), (4, 1), (4, 2), (3 * usize::from(with_next), 3)]) {
            0 => part.not(),
            1 => part.eventually(),
            2 => part.always(),
            _ => part.next(),
        };
    }
    let left_size = rng.between(1, size - 2);
    let left = random_formula(rng, left_size, with_next);
    let right = random_formula(rng, size - 1 - left_size, with_next);
    match rng.below(6) {
        0 => left.and(right),
        1 => left.or(right),
        2 => left.implies(right),
        3 | 4 => left.until(right),
        _ => left.release(right),
    }
}

/// In the syntax that all three read: without `W`.
fn text(formula: &Formula) -> String {
    let name = |atom: AtomId| NAMES[atom.0 as usize].to_string();
    without_weak_until(formula).display(&name).to_string()
}

fn without_weak_until(formula: &Formula) -> Formula {
    let of = without_weak_until;
    match formula.operator() {
        Operator::True | Operator::False | Operator::Atom(_) => formula.clone(),
        Operator::Not(part) => of(part).not(),
        Operator::And(parts) => Formula::all(parts.iter().map(of)),
        Operator::Or(parts) => Formula::any(parts.iter().map(of)),
        Operator::Implies(left, right) => of(left).implies(of(right)),
        Operator::Equivalent(left, right) => of(left).equivalent(of(right)),
        Operator::Next(part) => of(part).next(),
        Operator::Until(left, right) => of(left).until(of(right)),
        Operator::Release(left, right) => of(left).release(of(right)),
        Operator::WeakUntil(left, right) => {
            let (left, right) = (of(left), of(right));
            right.clone().release(left.or(right))
        }
        Operator::Eventually(part) => of(part).eventually(),
        Operator::Always(part) => of(part).always(),
    }
}

/// The states of SPIN's never claims; `None` for formulas with `X` and where SPIN takes too long.
fn ask_spin(formulas: &[(String, Formula)], texts: &[String]) -> io::Result<Vec<Option<usize>>> {
    let mut answers = Vec::new();
    for ((_, formula), text) in formulas.iter().zip(texts) {
        answers.push(if formula.has_next() { None } else { spin_states(text)? });
    }
    Ok(answers)
}

fn spin_states(text: &str) -> io::Result<Option<usize>> {
    let folder = tempfile::tempdir()?;
    let claim = folder.path().join("claim");
    let mut child = Command::new("spin")
        .args(["-f", text])
        .current_dir(folder.path())
        .stdout(std::fs::File::create(&claim)?)
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > SPIN_PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let claim = std::fs::read_to_string(&claim)?;
    // One state may have several labels, on lines that follow each other.
    let is_label = |line: &str| line.ends_with(':') && !line.starts_with(char::is_whitespace);
    let lines: Vec<&str> = claim.lines().collect();
    let states = lines.windows(2).filter(|two| is_label(two[0]) && !is_label(two[1])).count();
    Ok((states > 0 && claim.trim_end().ends_with('}')).then_some(states))
}

const SPOT_PROGRAM: &str = "
import sys, spot
for line in sys.stdin:
    print(spot.translate(line.strip(), 'BA', 'small', 'high').num_states(), flush=True)
";

/// What `ltl2tgba -B` makes of each formula, through Spot's Python bindings.
fn ask_spot(python: &Path, texts: &[String]) -> io::Result<Vec<usize>> {
    let mut child = Command::new(python)
        .args(["-c", SPOT_PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or_else(|| io::Error::other("no input to Spot"))?;
    let lines: String = texts.iter().map(|text| format!("{text}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| io::Error::other("Spot's input was not written"))??;
    let answers = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<usize> = answers.lines().filter_map(|line| line.parse().ok()).collect();
    if !output.status.success() || answers.len() != texts.len() {
        return Err(io::Error::other(format!(
            "Spot answered {} of {} formulas",
            answers.len(),
            texts.len()
        )));
    }
    Ok(answers)
}

/// A Python that knows Spot, installed beside what cargo builds when it is not there yet.
fn spot() -> io::Result<PathBuf> {
    let here = std::env::current_exe()?;
    let target = here.ancestors().nth(2).unwrap_or(Path::new("."));
    let folder = target.join("spot");
    let python = folder.join("bin/python");
    let knows = |python: &Path| {
        let run = Command::new(python).args(["-c", "import spot"]).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    };
    if knows(&python) {
        return Ok(python);
    }
    println!("installing Spot (pip's spottl) into {}", folder.display());
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "spottl"]))?;
    if knows(&python) { Ok(python) } else { Err(io::Error::other("it was installed, but fails")) }
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    let last = told.trim().lines().last().unwrap_or("no reason was given").to_string();
    Err(io::Error::other(last))
}

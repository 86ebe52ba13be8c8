//! Ilp: the experiments of paper 004 that can be told from its text, at its sizes and beyond. Times are apart for
//! making the networks, for solving, and for checking the certificate.

use std::io;
use std::time::Instant;

use trine_ilp::{
    Answer, Argument, Call, Cycles, Figures, Goal, PROGRAMS, Prepared, Prune, Ran, Runs, Solver,
    SolverName,
};
use trine_judge::{Certified, certify_ilp};
use trine_property::{Check, Property, PropertyKind};
use trine_session::{Request, load};
use trine_system::System;

use super::ilp_models::{CHIRON, chiron_model, philosophers_model, relay_model, simple_model};
use crate::host::TestHost;

/// All experiments, or those that are named.
pub fn ilp(names: &[String]) -> io::Result<()> {
    let experiments: [(&str, fn()); 4] =
        [("simple", simple), ("relay", relay), ("chiron", chiron), ("philosophers", philosophers)];
    for (name, run) in experiments {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run();
        }
    }
    Ok(())
}

/// The scaled simple example of section 4.1.
fn simple() {
    println!(
        "the scaled simple example (004 §4.1): one interval (P1), two intervals (P2), and one with"
    );
    println!("cycle elimination (P3)");
    heading();
    let spec = "event a = send on a\nevent b = receive on b in t1\n\
                query one { interval { ends b  requires a } }\n\
                query two { interval { ends first a  forbids b } interval { ends first b } }\n";
    let mut growth = Growth::default();
    for n in [1, 2, 3, 5, 10, 20, 40, 100, 200] {
        let Some((system, properties)) = read(&simple_model(n), spec) else { return };
        let (one, two) = ((&system, &properties[0]), (&system, &properties[1]));
        let p1 = (n >= 3).then_some((4 * n * n + 2 * n, 4 * n + 2));
        let p2 = (n >= 2).then_some((5 * n * n + 7 * n, 11 * n + 3));
        let p3 = (n >= 3).then_some((8 * n * n + 4 * n + 7, 8 * n * n + 6 * n + 11));
        Row { n, name: "P1", paper: p1, ..Row::default() }.print(one);
        growth.add(Row { n, name: "P3 lazy", paper: p3, ..Row::lazy() }.print(one));
        if n <= 40 {
            Row { n, name: "P3 augmented", paper: p3, ..Row::augmented() }.print(one);
        }
        Row { n, name: "P2", paper: p2, ..Row::default() }.print(two);
        for solver in installed() {
            let solver = Some(solver);
            Row { n, name: "P3 lazy", solver, paper: p3, ..Row::lazy() }.print(one);
            if n <= 40 {
                Row { n, name: "P3 augmented", solver, paper: p3, ..Row::augmented() }.print(one);
            }
            Row { n, name: "P2", solver, paper: p2, ..Row::default() }.print(two);
        }
    }
    growth.print();
}

/// Section 4.4: no process sets the last value before one has set the first.
fn relay() {
    println!("\nRelay (004 §4.4); the paper needs cycle elimination from 3 on, and 717 s for 9");
    heading();
    // Figure 10: variables and constraints, and those that cycle elimination adds.
    let figure: [(usize, [usize; 4]); 3] =
        [(3, [23, 19, 28, 45]), (5, [59, 33, 84, 141]), (9, [179, 61, 292, 501])];
    let mut growth = Growth::default();
    for n in [3, 5, 9, 20, 50, 100] {
        let spec = format!(
            "event first = receive 0 on set\nevent last = receive {} on set\n\
             query early {{ interval {{ ends last  forbids first }} }}\n",
            n - 1
        );
        let Some((system, properties)) = read(&relay_model(n), &spec) else { return };
        let early = (&system, &properties[0]);
        let known = figure.iter().find(|(size, _)| *size == n).map(|(_, known)| *known);
        let paper = known.map(|[variables, rows, ..]| (variables, rows));
        let more = known.map(|[variables, rows, s, d]| (variables + s, rows + d));
        growth.add(Row { n, name: "pruned", paper, ..Row::default() }.print(early));
        let ways = |row: Row| Row { prune: Prune::Ways, ..row };
        ways(Row { n, name: "as it is", paper, ..Row::default() }).print(early);
        ways(Row { n, name: "lazy", paper: more, ..Row::lazy() }).print(early);
        ways(Row { n, name: "augmented", paper: more, ..Row::augmented() }).print(early);
        for solver in installed() {
            let solver = Some(solver);
            // One call for each program takes its time.
            if n <= 50 {
                ways(Row { n, name: "lazy", solver, paper: more, ..Row::lazy() }).print(early);
            }
            ways(Row { n, name: "augmented", solver, paper: more, ..Row::augmented() })
                .print(early);
        }
    }
    growth.print();
}

/// Section 4.2 and 4.3: a dispatcher of events after Chiron, with a process for each kind of event.
fn chiron() {
    println!(
        "\nthe decomposed dispatcher (004 §4.2, §4.3): the right event needs cycle elimination"
    );
    heading();
    let mut growth = Growth::default();
    for n in [2, 3, 5, 10, 20, 40, 70] {
        let Some((system, properties)) = read(&chiron_model(n), CHIRON) else { return };
        let (right, unregisters) = ((&system, &properties[0]), (&system, &properties[1]));
        let known = n >= 3;
        let of = |three: [usize; 3]| three[n % 3];
        let plain = ((262 * n + of([207, 395, 301])) / 3, (137 * n + of([213, 301, 257])) / 3);
        let more = (plain.0 + 86, plain.1 + 148);
        let first = (100 * n + of([77, 146, 107]), 51 * n + of([69, 96, 81]));
        let all = (
            first.0 + (457 * n + of([552, 833, 682])) / 3,
            first.1 + (790 * n + of([897, 1391, 1123])) / 3,
        );
        let paper = |size: (usize, usize)| known.then_some(size);
        Row { n, name: "right event", paper: paper(plain), ..Row::default() }.print(right);
        let row = Row { n, name: "right event, lazy", paper: paper(more), ..Row::lazy() };
        growth.add(row.print(right));
        Row { n, name: "unregisters", paper: paper(first), ..Row::default() }.print(unregisters);
        Row { n, name: "unregisters, lazy", paper: paper(all), ..Row::lazy() }.print(unregisters);
        for solver in installed() {
            let (solver, paper) = (Some(solver), paper(more));
            let name = "right event, augm.";
            Row { n, name, solver, paper, ..Row::augmented() }.print(right);
        }
    }
    growth.print();
}

/// Whether philosophers come to rest; not from the paper.
fn philosophers() {
    println!("\nphilosophers whose forks are processes, one left-handed: no process rests");
    heading();
    let mut growth = Growth::default();
    for n in [5, 10, 20, 50, 100] {
        let host = TestHost::with("m.pml", &philosophers_model(n));
        let request = Request { files: vec!["m.pml".to_string()], ..Request::default() };
        let loaded = load(&request, &host);
        let properties = loaded.properties.into_iter().map(|(property, _)| property);
        let deadlock = properties.filter(|one| one.kind == PropertyKind::Check(Check::Deadlock));
        let (Some(system), Some(property)) = (loaded.system, deadlock.into_iter().next()) else {
            return;
        };
        growth.add(Row { n, name: "deadlock", ..Row::lazy() }.print((&system, &property)));
    }
    growth.print();
}

/// Times against sizes, to see how one grows with the other.
#[derive(Default)]
struct Growth(Vec<(f64, f64)>);

impl Growth {
    fn add(&mut self, measured: Option<(usize, f64)>) {
        // Below a hundredth of a second a clock says little.
        self.0.extend(measured.filter(|(_, seconds)| *seconds > 0.01).map(|(n, s)| (n as f64, s)));
    }

    /// The exponent of the power of the number of edges that fits best.
    fn print(&self) {
        let points: Vec<(f64, f64)> = self.0.iter().map(|(n, s)| (n.ln(), s.ln())).collect();
        if points.len() < 2 {
            return;
        }
        let count = points.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
        let above = mean(&|point| (point.0 - x) * (point.1 - y));
        let below = mean(&|point| (point.0 - x) * (point.0 - x));
        println!("total time grows like the number of edges to the power of {:.2}", above / below);
    }
}

/// Variables and rows are those before anything is left out, those that are solved, and the paper's.
fn heading() {
    println!(
        "{:>4} {:<19}{:<9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>6}  {:<13}{:>8}{:>8}{:>8}{:>8}",
        "n",
        "",
        "solver",
        "var",
        "rows",
        "left",
        "rows",
        "paper",
        "rows",
        "LPs",
        "",
        "nets s",
        "eqs s",
        "solve s",
        "check s"
    );
}

/// A line of a table.
#[derive(Clone, Copy, Default)]
struct Row {
    n: usize,
    name: &'static str,
    cycles: Kinds,
    prune: Prune,
    solver: Option<SolverName>,
    /// The paper's variables and rows, where it tells them.
    paper: Option<(usize, usize)>,
}

/// How flows that hang in the air are dealt with; not at all, unless it is said.
#[derive(Clone, Copy, PartialEq, Default)]
enum Kinds {
    #[default]
    Kept,
    Lazy,
    Augmented,
}

impl Row {
    fn lazy() -> Self {
        Row { cycles: Kinds::Lazy, ..Row::default() }
    }

    fn augmented() -> Self {
        Row { cycles: Kinds::Augmented, ..Row::default() }
    }

    /// Measures and prints it: how many variables there are before anything is left out, and how long everything
    /// took, if it was proved.
    fn print(self, (system, property): (&System, &Property)) -> Option<(usize, f64)> {
        let Row { n, name, cycles, prune, solver, paper } = self;
        let cycles = match cycles {
            Kinds::Kept => Cycles::Kept,
            Kinds::Lazy => Cycles::Lazy,
            Kinds::Augmented => Cycles::Augmented,
        };
        let goal = match &property.kind {
            PropertyKind::Claim(claim) => Goal::Claim(claim),
            _ => Goal::Deadlock,
        };
        let began = Instant::now();
        let since = |before: f64| began.elapsed().as_secs_f64() - before;
        let instrumented = property.system(system);
        let go_on = || began.elapsed().as_secs() < MOST_SECONDS;
        let prepared = Prepared::new(&instrumented, &go_on).ok()?;
        let mut analysis = prepared.analysis(goal).ok()?;
        analysis.prune = prune;
        analysis.solver = solver.map(|name| Solver { name, runs: &Programs });
        let staging = analysis.staging();
        let made = since(0.0);
        analysis.equations_size(staging, prune)?;
        let equations = since(made);
        let (answer, figures) = analysis.run(staging, cycles, &go_on);
        // The run writes its equations once more.
        let solved = (since(made) - 2.0 * equations).max(0.0);
        let (before, whole) = (since(0.0), figures.variables);
        let (said, checked) = match answer {
            Answer::Nothing(Some(proof)) => match certify_ilp(system, property, &proof, &|| true) {
                Certified::Confirmed => ("proved", Some(since(before))),
                _ => ("not checked", None),
            },
            Answer::Nothing(None) => ("no solution", None),
            Answer::Bounded(_) => ("none below B", None),
            Answer::Flow(_) => ("a solution", None),
            Answer::Stopped | Answer::NoAnswer(_) if !go_on() => ("out of time", None),
            Answer::NoAnswer(_) => ("no answer", None),
            _ => ("undecided", None),
        };
        let total = made + equations + solved + checked.unwrap_or(0.0);
        let (first, first_rows) = analysis.equations_size(staging, Prune::Nothing)?;
        let Figures { rows, effort, .. } = figures;
        let (variables, rows) = match cycles {
            Cycles::Augmented if effort.width > 0 => (effort.width, effort.height),
            _ => (whole, rows),
        };
        let took = checked.map_or(String::new(), |seconds| format!("{seconds:.2}"));
        let told = |of: fn((usize, usize)) -> usize| {
            paper.map_or(String::new(), |paper| of(paper).to_string())
        };
        println!(
            "{n:>4} {name:<19}{:<9}{first:>8}{first_rows:>8}{variables:>8}{rows:>8}{:>8}{:>8}{:>6}  \
             {said:<13}{made:>8.2}{equations:>8.2}{solved:>8.2}{took:>8}",
            solver.map_or("own", SolverName::program),
            told(|paper| paper.0),
            told(|paper| paper.1),
            effort.programs
        );
        checked.is_some().then_some((first, total))
    }
}

/// Nothing is waited for longer.
const MOST_SECONDS: u64 = 120;

/// The solvers that are on the search path.
fn installed() -> impl Iterator<Item = SolverName> {
    let paths = std::env::var("PATH").unwrap_or_default();
    PROGRAMS.into_iter().filter(move |solver| {
        let mut folders = paths.split(':');
        folders.any(|folder| std::path::Path::new(folder).join(solver.program()).exists())
    })
}

/// Runs solvers, for as long as a row may take.
struct Programs;

impl Runs for Programs {
    fn run(&self, call: &Call<'_>) -> Result<Ran, String> {
        let said = |why: io::Error| why.to_string();
        let folder = std::env::temp_dir().join(format!("trine-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(said)?;
        let (model, solution) = (folder.join("model.mps"), folder.join("solution.txt"));
        std::fs::write(&model, call.model).map_err(said)?;
        let mut command = std::process::Command::new("timeout");
        command.arg(MOST_SECONDS.to_string()).arg(call.program);
        for argument in call.arguments {
            match argument {
                Argument::Word(word) => command.arg(word),
                Argument::Model => command.arg(&model),
                Argument::Solution => command.arg(&solution),
            };
        }
        let ran = command.output().map_err(said)?;
        let solution = std::fs::read_to_string(&solution).ok();
        std::fs::remove_dir_all(&folder).map_err(said)?;
        Ok(Ran {
            failure: (!ran.status.success()).then(|| format!("ended with {}", ran.status)),
            printed: String::from_utf8_lossy(&ran.stdout).into_owned(),
            solution,
        })
    }
}

fn read(model: &str, spec: &str) -> Option<(System, Vec<Property>)> {
    let host = TestHost::with("m.pml", model).and("m.trine", spec);
    let request = Request {
        files: vec!["m.pml".to_string()],
        specs: vec!["m.trine".to_string()],
        ..Request::default()
    };
    let loaded = load(&request, &host);
    for problem in &loaded.diagnostics.items {
        eprintln!("{}", problem.message);
    }
    let properties = loaded.properties.into_iter().map(|(property, _)| property);
    let queries = properties.filter(|property| match &property.kind {
        PropertyKind::Claim(claim) => claim.instrumentation.is_some(),
        _ => false,
    });
    Some((loaded.system?, queries.collect()))
}

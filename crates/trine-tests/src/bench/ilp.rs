//! Ilp: the experiments of paper 004 that can be told from its text, at its sizes and beyond. Times are apart for
//! making the networks, for solving, and for checking the certificate.

use std::io;
use std::time::Instant;

use trine_ilp::{Answer, Argument, Call, Cycles, Figures, PROGRAMS, Prepared, Prune, Ran, Runs};
use trine_ilp::{Solver, SolverName, deadlock_claim};
use trine_property::{Check, Property, PropertyKind};
use trine_session::judge::{Certified, certify_ilp};
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
    println!("the scaled simple example; the paper has 4n²+2n variables in 4n+2 rows for P1,");
    println!("5n²+7n in 11n+3 for P2, and for P3 that of P1 and 4n²+2n+7 in 8n²+2n+9 more");
    heading();
    let spec = "event a = send on a\nevent b = receive on b in t1\n\
                query one { interval { ends b  requires a } }\n\
                query two { interval { ends first a  forbids b } interval { ends first b } }\n";
    let mut growth = Growth::default();
    for n in [1, 2, 3, 5, 10, 20, 40, 100, 200] {
        let Some((system, properties)) = read(&simple_model(n), spec) else { return };
        let (one, two) = ((&system, &properties[0]), (&system, &properties[1]));
        row(n, "P1", one, Cycles::Kept, Prune::All, None);
        growth.add(row(n, "P3 lazy", one, Cycles::Lazy, Prune::All, None));
        if n <= 20 {
            row(n, "P3 augmented", one, Cycles::Augmented, Prune::All, None);
        }
        row(n, "P2", two, Cycles::Kept, Prune::All, None);
        for solver in installed() {
            let name = solver.program();
            row(n, &format!("P3 lazy, {name}"), one, Cycles::Lazy, Prune::All, Some(solver));
            if n <= 40 {
                let name = format!("P3 augm., {name}");
                row(n, &name, one, Cycles::Augmented, Prune::All, Some(solver));
            }
            row(n, &format!("P2, {name}"), two, Cycles::Kept, Prune::All, Some(solver));
        }
    }
    growth.print();
}

/// Section 4.4: nobody sets the last value before somebody has set the first.
fn relay() {
    println!("\nRelay; the paper needs cycle elimination from 3 on, and 717 s for 9");
    heading();
    let mut growth = Growth::default();
    for n in [3, 5, 9, 20, 50, 100] {
        let spec = format!(
            "event first = receive 0 on set\nevent last = receive {} on set\n\
             query early {{ interval {{ ends last  forbids first }} }}\n",
            n - 1
        );
        let Some((system, properties)) = read(&relay_model(n), &spec) else { return };
        let early = (&system, &properties[0]);
        growth.add(row(n, "pruned", early, Cycles::Kept, Prune::All, None));
        row(n, "as it is", early, Cycles::Kept, Prune::Ways, None);
        row(n, "lazy", early, Cycles::Lazy, Prune::Ways, None);
        if n <= 5 {
            row(n, "augmented", early, Cycles::Augmented, Prune::Ways, None);
        }
        for solver in installed() {
            let name = solver.program();
            row(n, &format!("lazy, {name}"), early, Cycles::Lazy, Prune::Ways, Some(solver));
            let name = format!("augmented, {name}");
            row(n, &name, early, Cycles::Augmented, Prune::Ways, Some(solver));
        }
    }
    growth.print();
}

/// Section 4.2 and 4.3: a dispatcher of events after Chiron, with a process for each kind of event.
fn chiron() {
    println!(
        "\nthe decomposed dispatcher; the paper has (262n+207…395)/3 variables for the right event and"
    );
    println!("100n+77…146 for who unregisters; its right event needs cycle elimination");
    heading();
    let mut growth = Growth::default();
    for n in [2, 3, 5, 10, 20, 40, 70] {
        let Some((system, properties)) = read(&chiron_model(n), CHIRON) else { return };
        let (right, unregisters) = ((&system, &properties[0]), (&system, &properties[1]));
        row(n, "right event", right, Cycles::Kept, Prune::All, None);
        growth.add(row(n, "right event, lazy", right, Cycles::Lazy, Prune::All, None));
        row(n, "unregisters", unregisters, Cycles::Kept, Prune::All, None);
        row(n, "unregisters, lazy", unregisters, Cycles::Lazy, Prune::All, None);
    }
    growth.print();
}

/// Whether philosophers come to rest; not from the paper.
fn philosophers() {
    println!("\nphilosophers whose forks are processes, one left-handed: nobody rests");
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
        growth.add(row(n, "deadlock", (&system, &property), Cycles::Lazy, Prune::All, None));
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

fn heading() {
    println!(
        "{:>5} {:<20}{:>10}{:>10}{:>8}{:>9}  {:<14}{:>10}{:>10}{:>10}",
        "n", "", "variables", "of", "rows", "programs", "", "make s", "solve s", "check s"
    );
}

fn row(
    n: usize,
    name: &str,
    (system, property): (&System, &Property),
    cycles: Cycles,
    prune: Prune,
    solver: Option<SolverName>,
) -> Option<(usize, f64)> {
    let deadlock = deadlock_claim();
    let claim = match &property.kind {
        PropertyKind::Claim(claim) => claim,
        _ => &deadlock,
    };
    let began = Instant::now();
    let listening = property.system(system);
    let go_on = || began.elapsed().as_secs() < MOST_SECONDS;
    let prepared = Prepared::new(&listening, &go_on).ok()?;
    let mut analysis = prepared.analysis(claim).ok()?;
    analysis.prune = prune;
    analysis.solver = solver.map(|name| Solver { name, runs: &Programs });
    let made = began.elapsed().as_secs_f64();
    let (answer, figures) = analysis.run(analysis.staging(), cycles, &go_on);
    let solved = began.elapsed().as_secs_f64() - made;
    let (said, checked) = match answer {
        Answer::Nothing(Some(proof)) => match certify_ilp(system, property, &proof, &|| true) {
            Certified::Confirmed => ("proved", Some(began.elapsed().as_secs_f64() - made - solved)),
            _ => ("not checked", None),
        },
        Answer::Nothing(None) => ("no solution", None),
        Answer::Bounded(_) => ("none below B", None),
        Answer::Flow(_) => ("a solution", None),
        Answer::Stopped | Answer::NoAnswer(_) if !go_on() => ("out of time", None),
        Answer::NoAnswer(_) => ("no answer", None),
        _ => ("undecided", None),
    };
    let Figures { variables, rows, before, effort, .. } = figures;
    let took = checked.map_or(String::new(), |seconds| format!("{seconds:.2}"));
    let (variables, rows) = match cycles {
        Cycles::Augmented => (effort.width, effort.height),
        _ => (variables, rows),
    };
    println!(
        "{n:>5} {name:<20}{variables:>10}{before:>10}{rows:>8}{:>9}  {said:<14}{made:>10.2}{solved:>10.2}{took:>10}",
        effort.programs
    );
    checked.is_some().then(|| (before, began.elapsed().as_secs_f64()))
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
        PropertyKind::Claim(claim) => claim.ears.is_some(),
        _ => false,
    });
    Some((loaded.system?, queries.collect()))
}

//! Ilp: the experiments of paper 004 that can be told from its text, at its sizes and beyond. Times are apart for
//! making the networks, for solving, and for checking the certificate.

use std::io;
use std::time::Instant;

use trine_ilp::{Analysis, Answer, Cycles, Figures, Prune};
use trine_property::{Property, PropertyKind};
use trine_session::judge::{Certified, certify_ilp};
use trine_session::{Request, load};
use trine_system::System;
use trine_verdict::Staging;

use crate::host::TestHost;

pub fn ilp() -> io::Result<()> {
    simple();
    relay();
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
    for n in [1, 2, 3, 5, 10, 20, 40, 100, 200] {
        let Some((system, properties)) = read(&simple_model(n), spec) else { return };
        row(n, "P1", &system, &properties[0], Cycles::Kept, Prune::All);
        row(n, "P3 lazy", &system, &properties[0], Cycles::Lazy, Prune::All);
        if n <= 20 {
            row(n, "P3 augmented", &system, &properties[0], Cycles::Augmented, Prune::All);
        }
        row(n, "P2", &system, &properties[1], Cycles::Kept, Prune::All);
    }
}

/// Section 4.4: nobody sets the last value before somebody has set the first.
fn relay() {
    println!("\nRelay; the paper needs cycle elimination from 3 on, and 717 s for 9");
    heading();
    for n in [3, 5, 9, 20, 50, 100] {
        let spec = format!(
            "event first = receive 0 on set\nevent last = receive {} on set\n\
             query early {{ interval {{ ends last  forbids first }} }}\n",
            n - 1
        );
        let Some((system, properties)) = read(&relay_model(n), &spec) else { return };
        row(n, "pruned", &system, &properties[0], Cycles::Kept, Prune::All);
        row(n, "as it is", &system, &properties[0], Cycles::Kept, Prune::Ways);
        row(n, "as it is, lazy", &system, &properties[0], Cycles::Lazy, Prune::Ways);
        if n <= 5 {
            row(n, "as it is, augmented", &system, &properties[0], Cycles::Augmented, Prune::Ways);
        }
    }
}

fn heading() {
    println!(
        "{:>5} {:<20}{:>10}{:>10}{:>8}{:>9}  {:<14}{:>10}{:>10}{:>10}",
        "n", "", "variables", "of", "rows", "programs", "", "make s", "solve s", "check s"
    );
}

fn row(n: usize, name: &str, system: &System, property: &Property, cycles: Cycles, prune: Prune) {
    let PropertyKind::Claim(claim) = &property.kind else { return };
    let began = Instant::now();
    let listening = property.system(system);
    let most = 120;
    let go_on = || began.elapsed().as_secs() < most;
    let Ok(mut analysis) = Analysis::new(&listening, claim, &go_on) else { return };
    analysis.prune = prune;
    let made = began.elapsed().as_secs_f64();
    let (answer, figures) = analysis.run(Staging::Intervals, cycles, &go_on);
    let solved = began.elapsed().as_secs_f64() - made;
    let began = Instant::now();
    let (said, checked) = match answer {
        Answer::Nothing(Some(proof)) => match certify_ilp(system, property, &proof, &|| true) {
            Certified::Confirmed => ("proved", Some(began.elapsed().as_secs_f64())),
            _ => ("not checked", None),
        },
        Answer::Nothing(None) => ("no solution", None),
        Answer::Bounded(_) => ("none below B", None),
        Answer::Flow(_) => ("a solution", None),
        Answer::Stopped => ("out of time", None),
        _ => ("undecided", None),
    };
    let Figures { variables, rows, before, effort, .. } = figures;
    let checked = checked.map_or(String::new(), |seconds| format!("{seconds:.2}"));
    let (variables, rows) = match cycles {
        Cycles::Augmented => (effort.width, effort.height),
        _ => (variables, rows),
    };
    println!(
        "{n:>5} {name:<20}{variables:>10}{before:>10}{rows:>8}{:>9}  {said:<14}{made:>10.2}{solved:>10.2}{checked:>10}",
        effort.programs
    );
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

fn simple_model(n: usize) -> String {
    let first = "  c?_;\n".repeat(n);
    let turns = "  :: a?_ ->\n     do\n     :: a?_\n     :: c?_ -> break\n     od\n".repeat(n);
    format!(
        "chan a = [0] of {{ bit }};\nchan b = [0] of {{ bit }};\nchan c = [0] of {{ bit }};\n\
         active proctype t1() {{\n{first}  do\n{turns}  :: b?_ -> do :: a?_ od\n  od\n}}\n\
         active [{n}] proctype t2() {{ c!0; do :: a!0 od }}\n\
         active proctype t3() {{ b!0 }}\n"
    )
}

fn relay_model(n: usize) -> String {
    let mut model = format!(
        "chan set = [0] of {{ byte }};\nchan get = [0] of {{ byte }};\n\
         active proctype resource() {{\n  byte x = {};\n  do\n  :: set?x\n  :: get!x\n  od\n}}\n",
        n - 1
    );
    for task in 0..n {
        let next = (task + 1) % n;
        model += &format!(
            "active proctype t{task}() {{\n  byte y;\n  do\n  :: get?y;\n     if\n     :: y == {task} -> \
             set!{next}; y = 0\n     :: else -> y = 0\n     fi\n  od\n}}\n"
        );
    }
    model
}

//! The direct search of programs: states per second and bytes per state, with and without partial-order reduction.
//!
//! Java PathFinder, which searches the states of Java programs as well, is published with some thousands of states per
//! second; it is not run here.

use std::io;
use std::time::{Duration, Instant};

use trine_program::direct::{Budget, Figures, search};
use trine_program::interpret::{Machine, Options};

use crate::programs::load;

/// So long each search may take.
const LIMIT: Duration = Duration::from_secs(20);

/// The names and texts of the programs that are measured.
const PROGRAMS: [(&str, &str); 4] = [
    ("counters", include_str!("program/Counters.java")),
    ("philosophers", include_str!("program/Philosophers.java")),
    ("buffer", include_str!("program/Buffer.java")),
    ("list", include_str!("program/Shared.java")),
];

/// Prints the figures of the direct search for each program, with and without reduction.
pub fn program() -> io::Result<()> {
    println!(
        "{:<14}{:>10}{:>12}{:>14}{:>10}{:>12}{:>14}",
        "", "reduction", "states", "transitions", "seconds", "states/s", "bytes/state"
    );
    for (name, text) in PROGRAMS {
        let Some((program, entry)) = load("Main.java", text) else {
            return Err(io::Error::other(format!("{name} is no program")));
        };
        for reduce in [false, true] {
            let machine = Machine::new(&program, entry, Options::default());
            let start = Instant::now();
            let go_on = |_: &Figures| start.elapsed() < LIMIT;
            let budget = Budget { reduce, memory: 3 << 30, go_on: &go_on };
            let figures = search(&machine, &[], &budget).figures;
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{name:<14}{:>10}{:>12}{:>14}{seconds:>10.2}{:>12.0}{:>14.0}",
                if reduce { "on" } else { "off" },
                figures.states,
                figures.transitions,
                figures.states as f64 / seconds,
                figures.bytes as f64 / figures.states as f64
            );
        }
    }
    Ok(())
}

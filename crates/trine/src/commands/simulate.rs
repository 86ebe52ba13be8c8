//! `trine simulate`: runs a model, by chance, by choice, or along a trace.

use std::io::{BufRead, Write};

use trine_session::{Host, Simulation, Step, TraceFile, describe_steps, load};

use super::{deliver, look_of, refuse_unbuilt};
use crate::args::SimulateArguments;
use crate::exit::Exit;
use crate::host::Disk;

/// Runs one execution and prints it.
pub fn run(arguments: &SimulateArguments) -> Exit {
    let host = Disk::new(true);
    let loaded = load(&arguments.model.request(), &host);
    if let Some(code) = refuse_unbuilt(&loaded) {
        return code;
    }
    let Some(system) = &loaded.system else { return Exit::BAD_INPUT };
    let guide = match arguments.trace.as_deref().map(|file| read_trace(&host, file)) {
        None => None,
        Some(Ok(trace)) => Some(trace),
        Some(Err(why)) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    };
    let mut simulation = Simulation::new(system, arguments.seed);
    let mut why_ended = format!("stopped after {} steps", arguments.steps);
    for position in 0..arguments.steps {
        if host.cancelled() {
            why_ended = "interrupted".to_string();
            break;
        }
        let choices = simulation.choices();
        if choices.is_empty() {
            why_ended = match simulation.state {
                Some(_) => "no process can step".to_string(),
                None => "an error ended the execution".to_string(),
            };
            break;
        }
        let chosen = match &guide {
            Some(file) => match file.step(position, &choices) {
                Ok(step) => step,
                Err(why) => {
                    why_ended = why;
                    break;
                }
            },
            None if choices.len() == 1 => choices[0],
            None if arguments.interactive => match ask(&simulation, &choices) {
                Some(step) => step,
                None => {
                    why_ended = "stopped by you".to_string();
                    break;
                }
            },
            None => {
                let index = simulation.chance(choices.len());
                choices[index]
            }
        };
        simulation.take(chosen);
    }
    let described = describe_steps(system, &loaded.sources, &simulation.taken);
    let look = look_of(&std::io::stdout());
    let text = trine_report::human::execution(&described, &loaded.sources, &look);
    deliver(&format!("{text}{why_ended}\n"), None, Exit::HOLDS)
}

fn read_trace(host: &Disk, file: &str) -> Result<TraceFile, String> {
    let text = host.read(file).map_err(|why| format!("cannot read {file}: {why}"))?;
    serde_json::from_str(&text).map_err(|why| format!("{file} is not a trace file: {why}"))
}

/// Lets the user pick; nothing at the end of the input.
fn ask(simulation: &Simulation<'_>, choices: &[Step]) -> Option<Step> {
    loop {
        for (index, step) in choices.iter().enumerate() {
            say!("  {index}: {}", simulation.in_words(step));
        }
        say_part!("which (0 to {}, q to quit)? ", choices.len() - 1);
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).ok()? == 0 || line.trim() == "q" {
            return None;
        }
        match line.trim().parse::<usize>().ok().and_then(|index| choices.get(index)) {
            Some(step) => return Some(*step),
            None => say!("that is none of the choices"),
        }
    }
}

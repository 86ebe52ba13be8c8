//! `trine simulate`: runs a model, by chance, by choice, or along a trace.

use std::io::{BufRead, Write};

use trine_session::system::Step;
use trine_session::verdict::{Trace, TraceMove};
use trine_session::{Host, Simulation, load};

use super::{complain, deliver, is_not_built, look_of};
use crate::args::SimulateArguments;
use crate::exit::Exit;
use crate::host::Disk;
use crate::trace_file::TraceFile;

pub fn run(arguments: &SimulateArguments) -> Exit {
    let host = Disk::new(true);
    let loaded = load(&arguments.model.request(), &host);
    complain(&loaded);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        return Exit::BAD_INPUT;
    };
    if is_not_built(system) {
        return Exit::INCONCLUSIVE;
    }
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
            Some(trace) => match guided(trace, position, &choices) {
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
    let described =
        trine_report::describe_run(&simulation.interpreter, &loaded.sources, &simulation.taken);
    let look = look_of(&std::io::stdout());
    let text = trine_report::human::execution(&described, &loaded.sources, &look);
    deliver(&format!("{text}{why_ended}\n"), None, Exit::HOLDS)
}

fn read_trace(host: &Disk, file: &str) -> Result<Trace, String> {
    let text = host.read(file).map_err(|why| format!("cannot read {file}: {why}"))?;
    let file: TraceFile =
        serde_json::from_str(&text).map_err(|why| format!("{file} is not a trace file: {why}"))?;
    Ok(file.trace())
}

fn guided(trace: &Trace, position: usize, choices: &[Step]) -> Result<Step, String> {
    match trace.steps.get(position).map(|step| &step.action) {
        Some(TraceMove::System(step)) if choices.contains(step) => Ok(*step),
        Some(TraceMove::System(_)) => Err(format!("step {position} of the trace is not possible")),
        Some(TraceMove::Stutter) | None => Err("the trace ends here".to_string()),
    }
}

/// Lets the user pick; nothing at the end of the input.
fn ask(simulation: &Simulation<'_>, choices: &[Step]) -> Option<Step> {
    let state = simulation.state.as_ref()?;
    let interpreter = &simulation.interpreter;
    loop {
        for (index, step) in choices.iter().enumerate() {
            let name = interpreter.process_name(state, step.process);
            let edges = interpreter.edges_of(state, step);
            let text: Vec<&str> = edges.iter().map(|(_, edge)| edge.text.as_str()).collect();
            let text = if text.is_empty() { "end".to_string() } else { text.join(" / ") };
            say!("  {index}: {name}: {text}");
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

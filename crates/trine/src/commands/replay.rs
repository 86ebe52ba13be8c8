//! `trine replay`: walks through a counterexample again, or through an execution that printed a log.

use trine_session::{
    Budget, Host, ProgramOptions, Pursuit, Repeated, Request, TraceFile, describe_steps, load,
    pursue, repeat,
};

use super::{complain, deliver, look_of, render_as};
use crate::args::ReplayArguments;
use crate::exit::Exit;
use crate::host::{Disk, default_memory};

/// Follows a trace file, or looks for an execution that prints a log.
pub fn run(arguments: &ReplayArguments) -> Exit {
    let host = Disk::new(true);
    if let Some(log) = &arguments.events {
        return by_log(arguments, log, &host);
    }
    let file: TraceFile = match host
        .read(&arguments.file)
        .and_then(|text| serde_json::from_str(&text).map_err(|why| why.to_string()))
    {
        Ok(file) => file,
        Err(why) => {
            say!("trine: {} is not a trace file: {why}", arguments.file);
            return Exit::BAD_INPUT;
        }
    };
    match repeat(&file, &host) {
        Repeated::BadInput(loaded) => {
            if loaded.diagnostics.has_errors() {
                complain(&loaded);
            }
            Exit::BAD_INPUT
        }
        Repeated::Lost(why) => {
            why.iter().for_each(|why| say!("trine: {why}"));
            Exit::INCONCLUSIVE
        }
        Repeated::Violated(loaded, report) => {
            let look = look_of(&std::io::stdout());
            let text = render_as(arguments.format, &report, &loaded.sources, &look, true);
            deliver(&text, None, Exit::VIOLATED)
        }
    }
}

/// Looks for an execution that prints a log: 0 where there is one, 1 where there is none.
fn by_log(arguments: &ReplayArguments, log: &str, host: &Disk) -> Exit {
    let log = match host.read(log) {
        Ok(log) => log,
        Err(why) => {
            say!("trine: cannot read {log}: {why}");
            return Exit::BAD_INPUT;
        }
    };
    let request = Request {
        files: vec![arguments.file.clone()],
        program: ProgramOptions {
            main: arguments.main.clone(),
            keep: vec!["print".to_string()],
            ..ProgramOptions::default()
        },
        budget: Budget {
            time: arguments.limits.time_limit,
            memory: Some(arguments.limits.memory_limit.unwrap_or_else(default_memory)),
            ..Budget::default()
        },
        ..Request::default()
    };
    let loaded = load(&request, host);
    complain(&loaded);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        return Exit::BAD_INPUT;
    };
    match pursue(&request, system, &log, host) {
        Pursuit::Found(steps, then) => {
            let run = describe_steps(system, &loaded.sources, &steps);
            let look = look_of(&std::io::stdout());
            let text = trine_report::human::execution(&run, &loaded.sources, &look);
            let told = format!("{text}an execution prints this; {then}\n");
            deliver(&told, None, Exit::HOLDS)
        }
        Pursuit::Impossible => deliver("no execution prints this\n", None, Exit::VIOLATED),
        Pursuit::Unknown(reason) => {
            let why = reason.map(|reason| {
                format!(": {}", trine_report::model::reason_in_words(&reason, &loaded.sources))
            });
            let told = format!("no execution was found{}\n", why.unwrap_or_default());
            deliver(&told, None, Exit::INCONCLUSIVE)
        }
    }
}

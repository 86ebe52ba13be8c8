//! `trine replay`: walks through a counterexample again, or through an execution that printed a log.

use trine_session::judge::{Replayed, replay};
use trine_session::property::Property;
use trine_session::system::{Interpreter, System};
use trine_session::verdict::Budget;
use trine_session::verdict::{
    Checked as Backing, EngineName, EngineRun, Finding, PropertyResult, Stats, Verdict,
};
use trine_session::{Host, Loaded, ProgramOptions, Pursuit, Request, load, pursue, replay_program};

use super::{complain, deliver, look_of, render_as};
use crate::args::ReplayArguments;
use crate::exit::Exit;
use crate::host::{Disk, default_memory};
use crate::trace_file::{TraceFile, digests};

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
    let request = Request {
        files: file.files.clone(),
        defines: file.defines.clone(),
        specs: file.specs.clone(),
        formulas: file.formulas.clone(),
        program: file.program.clone(),
        // The program is enough to repeat its own execution.
        elaborate: !file.on_program,
        ..Request::default()
    };
    let loaded = load(&request, &host);
    if loaded.diagnostics.has_errors() {
        complain(&loaded);
        return Exit::BAD_INPUT;
    }
    let Some(system) = &loaded.system else { return Exit::BAD_INPUT };
    let changed = digests(&loaded.sources) != file.sources;
    let Some((property, _)) =
        loaded.properties.iter().find(|(property, _)| property.name == file.property)
    else {
        say!("trine: the property `{}` is no longer there", file.property);
        return Exit::INCONCLUSIVE;
    };
    if file.on_program {
        let Some(finding) = replay_program(&loaded, property, &file.choices()) else {
            say!("trine: the violation is not reproduced on the program");
            if changed {
                say!("trine: the source has changed since the trace was written");
            }
            return Exit::INCONCLUSIVE;
        };
        return reproduced(arguments, &loaded, system, property, finding);
    }
    let trace = file.trace();
    let outcome = replay(system, property, &trace, file.fairness);
    let fault = match outcome {
        Replayed::Violated { fault } => fault,
        Replayed::Unmodelled { what } => {
            say!("trine: the trace goes through something that is not modelled: {what}");
            return Exit::INCONCLUSIVE;
        }
        Replayed::Refuted { at, why } => {
            say!("trine: the violation is not reproduced: at step {at}, {why}");
            if changed {
                say!("trine: the source has changed since the trace was written");
            }
            return Exit::INCONCLUSIVE;
        }
    };
    let finding = Finding { trace, fault, race: None, program: None };
    reproduced(arguments, &loaded, system, property, finding)
}

/// Shows a violation that was replayed.
fn reproduced(
    arguments: &ReplayArguments,
    loaded: &Loaded,
    system: &System,
    property: &Property,
    finding: Finding,
) -> Exit {
    let engine = EngineName::Replay;
    let result = PropertyResult {
        property: property.clone(),
        verdict: Verdict::Violated,
        reason: None,
        engine,
        engines: vec![EngineRun { engine, verdict: Verdict::Violated, seconds: None }],
        checked: Backing::Replay,
        vacuous: false,
        findings: vec![finding],
        rest: None,
        stats: Stats::default(),
        constraints: Vec::new(),
        assumptions: system.assumptions.clone(),
        remarks: Vec::new(),
    };
    let report = trine_report::build(&loaded.sources, &loaded.diagnostics, Some(system), &[result]);
    let look = look_of(&std::io::stdout());
    let text = render_as(arguments.format, &report, &loaded.sources, &look, true);
    deliver(&text, None, Exit::VIOLATED)
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
            let interpreter = Interpreter::new(system);
            let run = trine_report::describe_run(&interpreter, &loaded.sources, &steps);
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

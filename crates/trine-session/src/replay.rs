//! Replays a trace file: the violation that it holds, step by step, on the system or the program as it is now.

use trine_judge::{Replayed, replay};
use trine_property::Property;
use trine_report::Report;
use trine_verdict::{
    Checked as Backing, EngineName, EngineRun, Finding, PropertyResult, Stats, Verdict,
};

use crate::trace_file::{TraceFile, digests};
use crate::{Host, Loaded, load, replay_program};

/// What came of a trace file.
pub enum Repeated {
    /// The files of the program have errors.
    BadInput(Box<Loaded>),
    /// The violation is there: its report.
    Violated(Box<Loaded>, Report),
    /// It is not, and why.
    Lost(Vec<String>),
}

/// Reads the program of a trace file again and follows the trace.
pub fn repeat(file: &TraceFile, host: &dyn Host) -> Repeated {
    let loaded = load(&file.request(), host);
    if loaded.diagnostics.has_errors() || loaded.system.is_none() {
        return Repeated::BadInput(Box::new(loaded));
    }
    let property = loaded.properties.iter().map(|(property, _)| property);
    let Some(property) = property.into_iter().find(|property| property.name == file.property)
    else {
        return Repeated::Lost(vec![format!(
            "the property `{}` is no longer there",
            file.property
        )]);
    };
    match found_again(file, &loaded, property) {
        Ok(finding) => {
            let report = told(&loaded, property, finding);
            Repeated::Violated(Box::new(loaded), report)
        }
        Err(why) => Repeated::Lost(why),
    }
}

/// The violation on the program as it is now, or why there is none.
fn found_again(
    file: &TraceFile,
    loaded: &Loaded,
    property: &Property,
) -> Result<Finding, Vec<String>> {
    let lost = |why: String| {
        let changed = digests(&loaded.sources) != file.sources;
        let changed =
            changed.then(|| "the source has changed since the trace was written".to_string());
        Err([why].into_iter().chain(changed).collect())
    };
    if file.on_program {
        return match replay_program(loaded, property, &file.choices()) {
            Some(finding) => Ok(finding),
            None => lost("the violation is not reproduced on the program".to_string()),
        };
    }
    let Some(system) = &loaded.system else { return Err(Vec::new()) };
    let trace = file.trace();
    match replay(system, property, &trace, file.fairness) {
        Replayed::Violated { fault } => Ok(Finding { trace, fault, race: None, program: None }),
        Replayed::Unmodelled { what } => {
            Err(vec![format!("the trace goes through something that is not modelled: {what}")])
        }
        Replayed::Refuted { at, why } => {
            lost(format!("the violation is not reproduced: at step {at}, {why}"))
        }
    }
}

fn told(loaded: &Loaded, property: &Property, finding: Finding) -> Report {
    let engine = EngineName::Replay;
    let system = loaded.system.as_ref();
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
        assumptions: system.map_or(Vec::new(), |system| system.assumptions.clone()),
        remarks: Vec::new(),
    };
    trine_report::build(&loaded.sources, &loaded.diagnostics, system, &[result])
}

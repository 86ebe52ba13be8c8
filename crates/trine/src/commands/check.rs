//! `trine check`: verdicts.

use trine_report::model::Report;
use trine_session::{Acceptance, Checked, PropertyResult, Reason, Reported, Request, TraceFile};

use super::{complain, deliver, look_of, render_as};
use crate::args::{CheckArguments, Format};
use crate::exit::Exit;
use crate::host::{Disk, default_memory};
use crate::outputs::Output;
use crate::{guard, output};

/// Checks the properties, prints the report, and gives the exit code of the worst result.
pub fn run(arguments: &CheckArguments) -> Exit {
    let host = Disk::new(arguments.quiet);
    let mut request = arguments.request(default_memory());
    let property_file = arguments.property_file.as_deref();
    match trine_session::apply_task(&mut request, property_file, &host) {
        Ok(told) => told.iter().for_each(|what| say!("trine: {what}")),
        Err(why) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    }
    let loaded = trine_session::load(&request, &host);
    guard::model_is_built();
    let mut checked = trine_session::check_loaded(&request, loaded, &host);
    host.clear_progress();
    checked.results.iter_mut().for_each(name_the_limit);
    let acceptance = Acceptance {
        strict: arguments.deny.iter().chain(&arguments.property).cloned().collect(),
        baseline: arguments.baseline.clone(),
        accept_all: arguments.write_baseline.is_some(),
    };
    let reported = trine_session::report(&request, &acceptance, &mut checked, &host);
    host.clear_progress();
    let report = match reported.and_then(|reported| keep_baseline(arguments, reported)) {
        Ok(report) => report,
        Err(why) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    };
    let loaded = &checked.loaded;
    let bug =
        checked.results.iter().any(|result| matches!(result.reason, Some(Reason::Internal { .. })));
    let code = if bug { Exit::BUG } else { Exit(report.exit_code()) };
    let mut outputs = arguments.outputs();
    if loaded.diagnostics.has_errors() && outputs.iter().any(|one| one.format == Format::Human) {
        complain(loaded);
        outputs.retain(|output| output.format != Format::Human);
    }
    let traces = arguments.trace_dir.as_ref().map(|folder| {
        let written = write_traces(folder, &request, &report, &checked);
        written.map_err(|why| format!("cannot write traces to {folder}: {why}"))
    });
    let mut code = code;
    for output in &outputs {
        let text = render(arguments, output, &report, &checked);
        code = deliver(&text, output.file.as_deref(), code);
    }
    match traces {
        Some(Err(why)) => {
            say!("trine: {why}");
            if code == Exit::BUG { code } else { Exit::BAD_INPUT }
        }
        _ => code,
    }
}

/// Writes the new baseline, where one was asked for.
fn keep_baseline(arguments: &CheckArguments, reported: Reported) -> Result<Report, String> {
    if let (Some(file), Some(baseline)) = (&arguments.write_baseline, &reported.baseline) {
        output::write_file(file, baseline).map_err(|why| format!("cannot write {file}: {why}"))?;
    }
    Ok(reported.report)
}

/// A search that the guard has stopped takes itself for interrupted.
fn name_the_limit(result: &mut PropertyResult) {
    for reason in [&mut result.reason, &mut result.rest].into_iter().flatten() {
        if let Reason::Interrupted { covered } = reason
            && guard::was_out_of_memory()
        {
            *reason = Reason::Limit {
                what: "the memory limit".to_string(),
                covered: std::mem::take(covered),
                option: "--memory-limit".to_string(),
            };
        }
    }
}

fn render(
    arguments: &CheckArguments,
    output: &Output,
    report: &Report,
    checked: &Checked,
) -> String {
    let sources = &checked.loaded.sources;
    let format = output.format;
    let mut look = trine_report::Look {
        verbose: arguments.verbose,
        quiet: arguments.quiet,
        ..look_of(&std::io::stdout())
    };
    look.colour &= output.file.is_none();
    let mut text = render_as(format, report, sources, &look, arguments.no_timing);
    if arguments.verbose && format == Format::Human && !checked.plan.stages.is_empty() {
        text.push_str("\nPlan\n");
        checked.plan.stages.iter().for_each(|stage| text.push_str(&format!("  • {stage}\n")));
    }
    text
}

fn write_traces(
    folder: &str,
    request: &Request,
    report: &Report,
    checked: &Checked,
) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (result, told) in checked.results.iter().zip(&report.results) {
        let (Some(finding), Some(trace)) = (result.findings.first(), &told.trace) else { continue };
        let name = &result.property.name;
        let sources = &checked.loaded.sources;
        let file = TraceFile::new(request, sources, name, finding, trace);
        let mut text = serde_json::to_string_pretty(&file)?;
        text.push('\n');
        let path = std::path::Path::new(folder).join(format!("{}.trace.json", file_name(name)));
        output::write_file(&path.to_string_lossy(), &text)?;
    }
    Ok(())
}

/// A property's name without what a file name cannot have.
fn file_name(property: &str) -> String {
    let keep = |character: char| character.is_alphanumeric() || "-_.".contains(character);
    property.chars().map(|character| if keep(character) { character } else { '_' }).collect()
}

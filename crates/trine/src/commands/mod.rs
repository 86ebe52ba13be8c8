//! One file per command.

mod check;
mod events;
mod explain;
mod export;
mod replay;
mod show;
mod simulate;
mod slice;
mod suppress;

use std::io::IsTerminal;

use trine_report::model::ReportDiagnostic;
use trine_report::{Look, Report};
use trine_session::Loaded;
use trine_session::base::{Diagnostics, SourceMap};

use crate::args::{Arguments, Command, Format};
use crate::exit::Exit;
use crate::output;

pub fn run(arguments: Arguments) -> Exit {
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Events(arguments) => events::run(&arguments),
        Command::Slice(arguments) => slice::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
    }
}

/// Prints what is wrong with the input to standard error.
fn complain(loaded: &Loaded) {
    complain_of(&loaded.diagnostics, &loaded.sources);
}

fn complain_of(diagnostics: &Diagnostics, sources: &SourceMap) {
    let look = look_of(&std::io::stderr());
    for item in &diagnostics.items {
        let diagnostic = ReportDiagnostic::new(item, sources);
        say_part!("{}", trine_report::human::render_diagnostic(&diagnostic, sources, &look));
    }
}

/// How text looks where it goes.
fn look_of(stream: &impl IsTerminal) -> Look {
    let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = stream.is_terminal() && !plain;
    Look { colour, width: width.unwrap_or(100), ..Look::default() }
}

/// A report in one of the forms.
fn render_as(
    format: Format,
    report: &Report,
    sources: &SourceMap,
    look: &Look,
    no_timing: bool,
) -> String {
    match format {
        Format::Human => trine_report::human::render(report, sources, look, no_timing),
        Format::Json => trine_report::json::render(report, no_timing),
        Format::Sarif => trine_report::sarif::render(report, sources, env!("CARGO_PKG_VERSION")),
        Format::Html => trine_report::html::render(report, sources, no_timing),
    }
}

/// Results go to the file if one is given, else to standard output; a failure is told and is an error.
fn deliver(text: &str, file: Option<&str>, code: Exit) -> Exit {
    let delivered = match file {
        Some(file) => output::write_file(file, text).map_err(|why| (file, why)),
        None => output::print(text).map_err(|why| ("standard output", why)),
    };
    match delivered {
        Ok(()) => code,
        Err((what, why)) => {
            say!("trine: cannot write {what}: {why}");
            if code == Exit::BUG { code } else { Exit::BAD_INPUT }
        }
    }
}

//! One file per command.

mod check;
mod doctor;
mod events;
mod explain;
mod export;
mod init;
mod replay;
mod shell;
mod show;
mod simulate;
mod slice;

use std::io::IsTerminal;

use trine_report::model::ReportDiagnostic;
use trine_report::{Look, Report};
use trine_session::{Diagnostics, Loaded, SourceMap};

use crate::args::{Arguments, Command, Format};
use crate::exit::Exit;
use crate::host::default_memory;
use crate::last_words::LastWords;
use crate::{guard, output};

/// Runs a command within its limits.
pub fn run(arguments: Arguments) -> Exit {
    if let Some((limits, words)) = limits_of(&arguments.command) {
        guard::start(limits, words);
    }
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Events(arguments) => events::run(&arguments),
        Command::Slice(arguments) => slice::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Doctor => doctor::run(),
        Command::Lsp => served(trine_lsp::serve_editor()),
        Command::Mcp => {
            served(trine_lsp::serve_assistant(std::io::stdin().lock(), std::io::stdout().lock()))
        }
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
    }
}

/// How a conversation ended.
fn served(ended: std::io::Result<()>) -> Exit {
    match ended {
        Ok(()) => Exit::HOLDS,
        Err(why) => {
            say!("trine: the connection broke: {why}");
            Exit::BAD_INPUT
        }
    }
}

/// What a command may use, and how it is told that this was not enough; none where it answers many questions, or none.
fn limits_of(command: &Command) -> Option<(guard::Limits, LastWords)> {
    let given = match command {
        Command::Check(check) => check.model.limits,
        Command::Simulate(simulate) => simulate.model.limits,
        Command::Replay(replay) => replay.limits,
        Command::Show(show) => show.model.limits,
        Command::Export(export) => export.model.limits,
        Command::Events(model) => model.limits,
        Command::Slice(slice) => slice.model.limits,
        Command::Explain(explain) => explain.limits,
        Command::Init(_)
        | Command::Doctor
        | Command::Lsp
        | Command::Mcp
        | Command::Completions(_)
        | Command::Man(_) => return None,
    };
    let words = match command {
        Command::Check(check) => LastWords {
            outputs: check.outputs(),
            properties: check.property.clone(),
            deny: check.deny.clone(),
            baseline: check.baseline.clone(),
        },
        _ => LastWords::default(),
    };
    let memory = given.memory_limit.unwrap_or_else(default_memory);
    Some((guard::Limits { time: given.time_limit, memory }, words))
}

/// Prints what is wrong with the input to standard error.
fn complain(loaded: &Loaded) {
    complain_of(&loaded.diagnostics, &loaded.sources);
}

fn complain_of(diagnostics: &Diagnostics, sources: &SourceMap) {
    if diagnostics.has_errors() {
        guard::answer();
    }
    let look = look_of(&std::io::stderr());
    for item in &diagnostics.items {
        let diagnostic = ReportDiagnostic::new(item, sources);
        say_part!("{}", trine_report::human::render_diagnostic(&diagnostic, sources, &look));
    }
}

/// Prints what is wrong with the input, and the exit code of a command that needs a model where there is none: the input
/// has errors, or nothing was built but a limit.
fn refuse_unbuilt(loaded: &Loaded) -> Option<Exit> {
    complain(loaded);
    if loaded.system.is_none() || loaded.diagnostics.has_errors() {
        return Some(Exit::BAD_INPUT);
    }
    let limit = loaded.limit_of_the_model()?;
    guard::answer();
    say!("inconclusive: {limit}");
    Some(Exit::INCONCLUSIVE)
}

/// How text looks where it goes.
fn look_of(stream: &impl IsTerminal) -> Look {
    let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = stream.is_terminal() && !plain;
    Look { colour, width: width.unwrap_or(100), ..Look::default() }
}

/// A report in one of the forms.
pub fn render_as(
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
        Format::Junit => trine_report::junit::render(report, no_timing),
        Format::Markdown => trine_report::markdown::render(report),
        Format::Github => trine_report::github::render(report),
    }
}

/// Results go to the file if one is given, else to standard output; a failure is told and is an error.
fn deliver(text: &str, file: Option<&str>, code: Exit) -> Exit {
    guard::answer();
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

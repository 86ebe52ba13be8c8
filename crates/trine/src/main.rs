//! The command line: arguments, files, progress, exit codes.

/// Tells something on standard error. Where it is closed, that cannot be told, either.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// As `say`, without a line break.
macro_rules! say_part {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($text)*);
    }};
}

mod args;
mod choices;
mod commands;
mod exit;
mod guard;
mod host;
mod last_words;
mod output;
mod outputs;
mod programs;
mod project;

use std::panic::{AssertUnwindSafe, catch_unwind};

use args::{Arguments, Command};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use exit::Exit;

/// Parsing recurses as deep as the user's nesting; this is room for all that the parsers accept.
const STACK: usize = 512 << 20;

fn main() {
    let arguments = match Arguments::try_parse().and_then(complete) {
        Ok(arguments) => arguments,
        Err(problem) => {
            // Help and version are no errors; everything else is bad usage.
            let wanted = !problem.use_stderr();
            let _ = problem.print();
            std::process::exit(if wanted { 0 } else { i32::from(Exit::BAD_INPUT.0) });
        }
    };
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || catch_unwind(AssertUnwindSafe(|| commands::run(arguments))));
    let code = match worker.map(|worker| worker.join()) {
        Ok(Ok(Ok(code))) => code,
        Ok(_) => {
            say!("trine: internal error. This is a bug in Trine: please report it.");
            Exit::BUG
        }
        Err(why) => {
            say!("trine: cannot start: {why}");
            Exit::BUG
        }
    };
    std::process::exit(i32::from(code.0));
}

/// Without files, `check` is what the project file says; other commands need some.
fn complete(arguments: Arguments) -> Result<Arguments, clap::Error> {
    let wrong = |kind, message: String| Arguments::command().error(kind, message);
    match &arguments.command {
        Command::Check(check) if check.model.files.is_empty() => {
            match project::run::arguments(&check.only) {
                Ok(project::run::Checks::One(words)) => Arguments::try_parse_from(words),
                Ok(project::run::Checks::Done(code)) => std::process::exit(i32::from(code.0)),
                Err(why) => Err(wrong(ErrorKind::MissingRequiredArgument, why)),
            }
        }
        Command::Check(check) if !check.only.is_empty() => {
            let message = "--only chooses among the checks of trine.toml, not among files";
            Err(wrong(ErrorKind::ArgumentConflict, message.to_string()))
        }
        command if command.files().is_some_and(<[String]>::is_empty) => {
            Err(wrong(ErrorKind::MissingRequiredArgument, "name a file to read".to_string()))
        }
        _ => Ok(arguments),
    }
}

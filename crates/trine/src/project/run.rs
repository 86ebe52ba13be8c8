//! Runs the checks of a project file, one after the other, each in a process of its own.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{FILE, Project, ProjectCheck};
use crate::exit::Exit;

/// What a project file comes to.
pub enum Checks {
    /// One check: its whole command line.
    One(Vec<String>),
    /// Several, which were run.
    Done(Exit),
}

/// Finds the project file of the current directory, and runs its checks if there are several.
pub fn arguments(only: &[String]) -> Result<Checks, String> {
    let here = std::env::current_dir().map_err(|why| format!("no current directory: {why}"))?;
    let project = Project::find(&here).unwrap_or_else(|| {
        Err(format!("name a file to check; there is no {FILE} here (`trine init` writes one)"))
    })?;
    let checks = project.only(only)?;
    std::env::set_current_dir(&project.folder)
        .map_err(|why| format!("{}: {why}", project.folder.display()))?;
    let own = own_words(std::env::args().skip(2));
    match checks.as_slice() {
        [one] => Ok(Checks::One(command_line(one, &own))),
        several => run(several, &own).map(Checks::Done),
    }
}

/// The words after `trine check`, without the choice of checks.
fn own_words(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut own = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        if word == "--only" {
            words.next();
        } else if !word.starts_with("--only=") {
            own.push(word);
        }
    }
    own
}

fn command_line(check: &ProjectCheck, own: &[String]) -> Vec<String> {
    let first = ["trine", "check"].map(str::to_string);
    first.into_iter().chain(check.arguments.iter().cloned()).chain(own.iter().cloned()).collect()
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Runs checks one after the other. A check that is interrupted says what it knows; those after it are not begun.
fn run(checks: &[ProjectCheck], own: &[String]) -> Result<Exit, String> {
    let program = std::env::current_exe().map_err(|why| format!("cannot start: {why}"))?;
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let mut worst = Exit::HOLDS;
    for check in checks {
        if INTERRUPTED.load(Ordering::Relaxed) {
            say!("trine: check `{}` was not begun", check.name);
            worst = worst_of(worst, Exit::INCONCLUSIVE);
            continue;
        }
        say!("── {} ──", check.name);
        let words = command_line(check, own);
        let status = Command::new(&program).args(&words[1..]).status();
        let status = status.map_err(|why| format!("cannot start: {why}"))?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        worst = worst_of(worst, code.map_or(Exit::BUG, Exit));
    }
    Ok(worst)
}

/// The worse of two, in the order 4, 3, 1, 2, 0.
fn worst_of(one: Exit, other: Exit) -> Exit {
    let order = [Exit::BUG, Exit::BAD_INPUT, Exit::VIOLATED, Exit::INCONCLUSIVE, Exit::HOLDS];
    order.into_iter().find(|code| *code == one || *code == other).unwrap_or(Exit::BUG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_of_checks_is_no_option_of_a_check() {
        let words = ["--only", "a,b", "--raw", "--only=c", "-j", "2"].map(str::to_string);
        assert_eq!(own_words(words.into_iter()), ["--raw", "-j", "2"]);
    }

    #[test]
    fn a_violation_is_worse_than_what_is_not_known() {
        assert_eq!(worst_of(Exit::INCONCLUSIVE, Exit::VIOLATED), Exit::VIOLATED);
        assert_eq!(worst_of(Exit::BAD_INPUT, Exit::VIOLATED), Exit::BAD_INPUT);
        assert_eq!(worst_of(Exit::HOLDS, Exit::INCONCLUSIVE), Exit::INCONCLUSIVE);
    }
}

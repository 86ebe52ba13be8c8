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
    let lines: Vec<Vec<String>> = checks.iter().map(|check| command_line(check, own)).collect();
    let lines = apart(lines, checks);
    for (check, words) in checks.iter().zip(&lines) {
        if INTERRUPTED.load(Ordering::Relaxed) {
            say!("trine: check `{}` was not begun", check.name);
            worst = worst_of(worst, Exit::INCONCLUSIVE);
            continue;
        }
        say!("── {} ──", check.name);
        let status = Command::new(&program).args(&words[1..]).status();
        let status = status.map_err(|why| format!("cannot start: {why}"))?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        worst = worst_of(worst, code.map_or(Exit::BUG, Exit));
    }
    Ok(worst)
}

/// Files that several checks would write get the names of the checks: `report.html` becomes `report-bank.html`.
fn apart(lines: Vec<Vec<String>>, checks: &[ProjectCheck]) -> Vec<Vec<String>> {
    let files = |words: &[String]| -> Vec<String> {
        let places = (0..words.len()).filter_map(|at| file_in(words, at));
        places.map(str::to_string).collect()
    };
    let all: Vec<Vec<String>> = lines.iter().map(|words| files(words)).collect();
    let shared = |file: &str| all.iter().filter(|of| of.iter().any(|one| one == file)).count() > 1;
    let named = |words: Vec<String>, check: &ProjectCheck| -> Vec<String> {
        let renamed = (0..words.len()).map(|at| match file_in(&words, at) {
            Some(file) if shared(file) => {
                let prefix = &words[at][..words[at].len() - file.len()];
                format!("{prefix}{}", with_name(file, &check.name))
            }
            _ => words[at].clone(),
        });
        renamed.collect()
    };
    lines.into_iter().zip(checks).map(|(words, check)| named(words, check)).collect()
}

/// The file that a word of a command line names as an output.
fn file_in(words: &[String], at: usize) -> Option<&str> {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let file = match before.is_some_and(|before| before == "--output") {
        true => Some(words[at].as_str()),
        false => words[at].strip_prefix("--output="),
    };
    file.filter(|file| *file != "-")
}

fn with_name(file: &str, name: &str) -> String {
    let keep = |sign: char| if sign.is_alphanumeric() || "-_.".contains(sign) { sign } else { '_' };
    let name: String = name.chars().map(keep).collect();
    let start = file.rfind('/').map_or(0, |slash| slash + 1);
    match file[start..].rfind('.').filter(|dot| *dot > 0) {
        Some(dot) => format!("{}-{name}{}", &file[..start + dot], &file[start + dot..]),
        None => format!("{file}-{name}"),
    }
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
    fn checks_do_not_overwrite_the_files_of_others() {
        let check = |name: &str, file: &str| ProjectCheck {
            name: name.to_string(),
            arguments: vec![format!("--output={file}"), format!("{name}.pml")],
        };
        let checks = [check("a", "out/r.html"), check("b c", "out/r.html"), check("d", "own.md")];
        let own = ["--output", "x", "--output", "-"].map(str::to_string);
        let lines = checks.iter().map(|one| command_line(one, &own)).collect();
        let words: Vec<String> = apart(lines, &checks).iter().map(|line| line.join(" ")).collect();
        assert_eq!(
            words,
            [
                "trine check --output=out/r-a.html a.pml --output x-a --output -",
                "trine check --output=out/r-b_c.html b c.pml --output x-b_c --output -",
                "trine check --output=own.md d.pml --output x-d --output -",
            ]
        );
    }

    #[test]
    fn a_violation_is_worse_than_what_is_not_known() {
        assert_eq!(worst_of(Exit::INCONCLUSIVE, Exit::VIOLATED), Exit::VIOLATED);
        assert_eq!(worst_of(Exit::BAD_INPUT, Exit::VIOLATED), Exit::BAD_INPUT);
        assert_eq!(worst_of(Exit::HOLDS, Exit::INCONCLUSIVE), Exit::INCONCLUSIVE);
    }
}

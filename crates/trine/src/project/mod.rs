//! The project file `trine.toml`: what `trine check` does when no files are named.
//!
//! Its keys are the long options of `trine check`, those at the top for every check, those of a `[[check]]` table for
//! that one. So there is one list of options, and what the command line says comes last and wins. Paths count from the
//! folder of the project file.

pub mod find;
pub mod run;

use std::path::{Path, PathBuf};

use clap::{ArgAction, CommandFactory};
use toml::{Table, Value};
use trine_session::nearest;

use crate::args::Arguments;

/// The name of the project file.
pub const FILE: &str = "trine.toml";

/// A project file that was read.
#[derive(Debug)]
pub struct Project {
    /// The folder that it is in.
    pub folder: PathBuf,
    pub checks: Vec<ProjectCheck>,
}

/// One check of a project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectCheck {
    pub name: String,
    /// As on the command line, after `trine check`.
    pub arguments: Vec<String>,
}

impl Project {
    /// The project file of a folder, or of the nearest folder above it. None: there is none.
    pub fn find(folder: &Path) -> Option<Result<Project, String>> {
        let file = folder.ancestors().map(|above| above.join(FILE)).find(|file| file.is_file())?;
        let text = std::fs::read_to_string(&file);
        let checks = text.map_err(|why| why.to_string()).and_then(|text| read(&text));
        let folder = file.parent().unwrap_or(folder).to_path_buf();
        Some(match checks {
            Ok(checks) => Ok(Project { folder, checks }),
            Err(why) => Err(format!("{}: {why}", file.display())),
        })
    }

    /// The checks of these names; all where there are no names.
    pub fn only(&self, names: &[String]) -> Result<Vec<ProjectCheck>, String> {
        for name in names {
            let known = || self.checks.iter().map(|check| check.name.as_str());
            if !known().any(|one| one == name) {
                let near = nearest(name, known()).map(|near| format!("; did you mean `{near}`?"));
                let listed = known().collect::<Vec<_>>().join(", ");
                let near = near.unwrap_or_else(|| format!(": it has {listed}"));
                return Err(format!("{FILE} has no check `{name}`{near}"));
            }
        }
        let wanted = |check: &&ProjectCheck| names.is_empty() || names.contains(&check.name);
        Ok(self.checks.iter().filter(wanted).cloned().collect())
    }
}

/// The checks of a project file, or what is wrong with it.
fn read(text: &str) -> Result<Vec<ProjectCheck>, String> {
    let mut table: Table = toml::from_str(text).map_err(|why| why.to_string())?;
    let checks = match table.remove("check") {
        None => vec![Table::new()],
        Some(Value::Array(checks)) => checks
            .into_iter()
            .map(|check| match check {
                Value::Table(check) => Ok(check),
                _ => Err("a check is a table: [[check]]".to_string()),
            })
            .collect::<Result<_, _>>()?,
        Some(_) => return Err("checks are tables: write [[check]]".to_string()),
    };
    let options = Options::new();
    let several = checks.len() > 1;
    let mut read = Vec::new();
    for (number, mut own) in checks.into_iter().enumerate() {
        let name = match own.remove("name") {
            Some(Value::String(name)) => name,
            Some(_) => return Err("the name of a check is a string".to_string()),
            None if several => format!("{}", number + 1),
            None => "project".to_string(),
        };
        // What a check says of its own stands for what is said at the top.
        let mut all = table.clone();
        all.extend(own);
        let arguments = options.arguments(&all).map_err(|why| format!("check `{name}`: {why}"))?;
        read.push(ProjectCheck { name, arguments });
    }
    if let Some(twice) = read.iter().enumerate().find_map(|(at, check)| {
        read[..at].iter().any(|other| other.name == check.name).then_some(&check.name)
    }) {
        return Err(format!("two checks are called `{twice}`"));
    }
    Ok(read)
}

/// The options of `trine check`, as the command line has them.
struct Options(clap::Command);

impl Options {
    fn new() -> Options {
        let mut command = Arguments::command();
        let check = command.find_subcommand_mut("check").cloned();
        Options(check.unwrap_or_else(|| trine_session::cannot_happen!("there is no `check`")))
    }

    /// The command line that a table says.
    fn arguments(&self, table: &Table) -> Result<Vec<String>, String> {
        let mut arguments = Vec::new();
        let mut files = Vec::new();
        for (key, value) in table {
            if key == "files" {
                files = words(key, value)?;
                continue;
            }
            let known = || self.0.get_arguments().filter_map(|argument| argument.get_long());
            let option = self.0.get_arguments().find(|one| one.get_long() == Some(key.as_str()));
            let Some(option) = option.filter(|option| option.get_long() != Some("only")) else {
                let near = nearest(key, known()).map(|near| format!("; did you mean `{near}`?"));
                let near = near.unwrap_or_default();
                return Err(format!("`{key}` is not an option of `trine check`{near}"));
            };
            match (option.get_action(), value) {
                (ArgAction::SetTrue, Value::Boolean(true)) => arguments.push(format!("--{key}")),
                (ArgAction::SetTrue, Value::Boolean(false)) => {}
                (ArgAction::SetTrue, _) => return Err(format!("`{key}` is true or false")),
                (_, value) => {
                    let words = words(key, value)?;
                    arguments.extend(words.into_iter().map(|word| format!("--{key}={word}")));
                }
            }
        }
        if files.is_empty() {
            return Err("`files` says what to check: files, or directories".to_string());
        }
        if let Some(odd) = files.iter().find(|file| file.starts_with('-')) {
            return Err(format!("`{odd}` is not a file"));
        }
        arguments.extend(files);
        Ok(arguments)
    }
}

/// A value, or several, as words of a command line.
fn words(key: &str, value: &Value) -> Result<Vec<String>, String> {
    let word = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("`{key}` is a string, a number, or a list of them")),
    };
    match value {
        Value::Array(values) => values.iter().map(word).collect(),
        one => Ok(vec![word(one)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let read: Vec<(String, Vec<String>)> =
            read(text).unwrap().into_iter().map(|one| (one.name, one.arguments)).collect();
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(name, words)| {
                (name.to_string(), words.iter().map(|word| word.to_string()).collect())
            })
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn keys_are_options_and_a_check_has_the_last_word() {
        check(
            "files = 'src'\ntime-limit = '60s'\nquiet = true\nverbose = false\n",
            &[("project", &["--quiet", "--time-limit=60s", "src"])],
        );
        check(
            "time-limit = '60s'\n[[check]]\nname = 'a'\nfiles = ['a.pml', 'b.pml']\ntime-limit = 5\n\
             [[check]]\nfiles = 'c.pml'\nspec = ['x.trine', 'y.trine']\n",
            &[
                ("a", &["--time-limit=5", "a.pml", "b.pml"]),
                ("2", &["--spec=x.trine", "--spec=y.trine", "--time-limit=60s", "c.pml"]),
            ],
        );
    }

    #[test]
    fn mistakes_are_named() {
        let wrong = |text: &str, part: &str| {
            let why = read(text).unwrap_err();
            assert!(why.contains(part), "{why}");
        };
        wrong("files = 'a.pml'\ntime-limt = '5s'\n", "did you mean `time-limit`?");
        wrong("time-limit = '5s'\n", "`files` says what to check");
        wrong("files = 'a.pml'\nquiet = 'yes'\n", "`quiet` is true or false");
        wrong("files = ['--raw']\n", "not a file");
        wrong("files = \n", "");
        wrong("check = 1\n", "[[check]]");
        wrong(
            "[[check]]\nname='a'\nfiles='x.pml'\n[[check]]\nname='a'\nfiles='y.pml'\n",
            "two checks are called `a`",
        );
    }
}

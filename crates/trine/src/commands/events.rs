//! `trine events`: what can be named in a specification.

use trine_session::load;
use trine_session::spec::system::{Nameable, list};
use trine_session::system::System;

use super::{complain, deliver, is_not_built};
use crate::args::ModelArguments;
use crate::exit::Exit;
use crate::host::Disk;

pub fn run(arguments: &ModelArguments) -> Exit {
    let host = Disk::new(true);
    let mut request = arguments.request();
    request.program.keep_all = true;
    let loaded = load(&request, &host);
    complain(&loaded);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        return Exit::BAD_INPUT;
    };
    if is_not_built(system) {
        return Exit::INCONCLUSIVE;
    }
    let known = list(system, &loaded.sources);
    deliver(&(text(&known) + &others(system, &known)), None, Exit::HOLDS)
}

/// The other names of what is acted on.
fn others(system: &System, known: &[Nameable]) -> String {
    let mut text = String::new();
    let used = |name: &str| {
        let begins = |whole: &str| {
            let rest = whole.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        known.iter().any(|one| begins(&one.process) || one.object.as_deref().is_some_and(begins))
    };
    for alias in system.aliases.iter().filter(|alias| used(&alias.of)) {
        if text.is_empty() {
            text += "\nother names\n";
        }
        text += &format!("  {} is {}\n", alias.name, alias.of);
    }
    text
}

/// By process, then by what is acted on; places in the source come last.
fn text(all: &[Nameable]) -> String {
    let mut text = String::new();
    let mut process = None;
    for one in all {
        if process != Some(&one.process) {
            if process.is_some() {
                text.push('\n');
            }
            text += &format!("in {}\n", one.process);
            for object in objects(all, &one.process) {
                match object {
                    Some(object) => text += &format!("  {object}\n"),
                    None => text += "  without an object\n",
                }
                let here = |other: &&Nameable| {
                    other.process == one.process && other.object.as_deref() == object
                };
                for other in all.iter().filter(here) {
                    text += &format!("    {}\n", other.pattern);
                }
            }
        }
        process = Some(&one.process);
    }
    text
}

fn objects<'n>(all: &'n [Nameable], process: &str) -> Vec<Option<&'n str>> {
    let mut found: Vec<Option<&str>> = Vec::new();
    for one in all.iter().filter(|one| one.process == process) {
        let object = one.object.as_deref();
        if !found.contains(&object) {
            found.push(object);
        }
    }
    // What has no object stands behind what has one.
    found.sort_by_key(|object| object.is_none());
    found
}

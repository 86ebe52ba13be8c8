//! What can be named in a specification, as text: events by process and object, then other names.

use trine_program::events::nameable;
use trine_spec::system::{Nameable, list};
use trine_system::System;

use crate::Loaded;

/// The events of what was loaded; empty where there is no system.
pub fn list_events(loaded: &Loaded) -> String {
    if let Some(text) = list_program_events(loaded) {
        return text;
    }
    let Some(system) = &loaded.system else { return String::new() };
    let known = list(system, &loaded.sources);
    text(&known) + &others(system, &known)
}

/// The events of a program that is searched directly, as its memory and functions have names.
pub fn list_program_events(loaded: &Loaded) -> Option<String> {
    let program = &loaded.program.as_ref()?.program;
    if !program.has_memory() {
        return None;
    }
    let mut text =
        "threads\n  in main\n  in the variable that pthread_create stores the handle to: \
                    in worker, in workers[1]\n"
            .to_string();
    for (heading, patterns) in nameable(program) {
        if !patterns.is_empty() {
            text += &format!("\n{heading}\n");
            patterns.iter().for_each(|pattern| text += &format!("  {pattern}\n"));
        }
    }
    Some(text)
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

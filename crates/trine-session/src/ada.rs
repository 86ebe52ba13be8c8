//! Ada files: front end and elaboration.

use std::collections::BTreeSet;

use trine_base::{Diagnostic, FileId, Severity};
use trine_program::{Keep, Options, Program, interpret};
use trine_spec::ast::Names;
use trine_system::Assumption;

use crate::host::{may_elaborate, may_go_on};
use crate::lines;
use crate::load::{builtin, refuse_invalid};
use crate::{Host, Loaded, Request, Runnable, spoken};

/// What the names of Ada files end with.
const ENDINGS: [&str; 3] = [".adb", ".ads", ".ada"];

/// Checks of what only explicit threads and monitors can do.
const JAVA_ONLY: [&str; 4] =
    ["thread-restarted", "premature-join", "dead-interaction", "unnecessary-notify"];

/// Whether the name of a file is one of the usual ones of Ada.
pub fn is_ada(file: &str) -> bool {
    let lower = file.to_lowercase();
    ENDINGS.iter().any(|ending| lower.ends_with(ending))
}

/// Reads Ada files and elaborates the program that they make.
pub fn load_ada(request: &Request, host: &dyn Host, files: &[String], loaded: &mut Loaded) {
    let mut ids: Vec<FileId> = Vec::new();
    for file in files {
        match host.read(file) {
            Ok(text) => ids.push(loaded.sources.add(file.as_str(), text.as_str())),
            Err(why) => {
                let message = format!("cannot read {file}: {why}");
                loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
            }
        }
    }
    let main = request.program.main.as_deref();
    let go_on = || may_go_on(request, host);
    let lowered = trine_ada::load(&ids, main, &loaded.sources, &mut loaded.diagnostics, &go_on);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let Some(entry) = lowered.program.mains.first() else { return };
    refuse_invalid(&lowered.program, loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let spoken_of = spoken::of(request, host);
    loaded.lines = lines::of_program(&lowered.program, &ids, &loaded.sources);
    let lines = match &spoken_of {
        None => Vec::new(),
        Some(names) => lines::spoken_of(names, &loaded.lines, &ids, &loaded.sources),
    };
    let Names { all, words, variables, .. } = spoken_of.unwrap_or_default();
    let fields = as_declared(&lowered.program, variables);
    let words = as_declared(&lowered.program, words);
    let options = Options {
        pool: request.program.pool,
        recursion: request.program.recursion,
        locations: request.program.locations,
        keep: Keep { all: request.program.keep_all || all, words, fields, lines },
        ..Options::default()
    };
    let mut system =
        trine_program::elaborate(&lowered.program, *entry, &options, &loaded.sources, &|| {
            may_elaborate(request, host)
        });
    system.assumptions.retain(|assumption| assumption.kind != "no-spurious-wakeups");
    system.rules.caseless = true;
    let notes = lowered.notes.into_iter();
    system.assumptions.extend(notes.map(|note| Assumption {
        kind: note.kind.to_string(),
        text: note.text,
        span: note.span,
    }));
    builtin(&system, false, request.non_progress, &mut loaded.properties);
    // Masters wait for their tasks by themselves: that says nothing about the program.
    for (property, by_default) in &mut loaded.properties {
        *by_default &= !JAVA_ONLY.contains(&property.name.as_str());
    }
    loaded.system = Some(system);
    let entry = *entry;
    let program = lowered.program;
    loaded.program = Some(Runnable { program, entry, options: interpret::Options::default() });
}

/// Words, and beside them the names of the program that differ from one only in case.
fn as_declared(program: &Program, mut words: BTreeSet<String>) -> BTreeSet<String> {
    let lower: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let methods = program.methods.iter().map(|method| &method.name);
    let fields = program.fields.iter().map(|field| &field.name);
    let meant = methods.chain(fields).filter(|name| lower.contains(&name.to_lowercase()));
    words.extend(meant.cloned());
    words
}

//! C files: front end, and what is taken for granted of them. A program with pointers is searched directly.

use trine_base::{Diagnostic, FileId, Severity};
use trine_c::Settings;
use trine_program::{Options, interpret};
use trine_system::Assumption;

use crate::host::{may_elaborate, may_go_on};
use crate::load::{builtin, refuse_invalid};
use crate::{Host, Loaded, Request, Runnable, lines};

/// Checks that only say something where threads are objects of the language.
const NOT_FOR_C: [&str; 5] = [
    "thread-restarted",
    "premature-join",
    "dead-interaction",
    "unnecessary-notify",
    "uncaught-error",
];

/// Whether a file is C, by its ending.
pub fn is_c(file: &str) -> bool {
    file.ends_with(".c") || file.ends_with(".i")
}

/// Reads C files and lowers the program that they make.
pub fn load_c(request: &Request, host: &dyn Host, files: &[String], loaded: &mut Loaded) {
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
    let settings = Settings {
        include: request.program.include.clone(),
        defines: request.defines.clone(),
        undefines: request.program.undefines.clone(),
        ilp32: request.program.ilp32,
    };
    let read = |path: &str| host.read(path).ok();
    let may = || may_go_on(request, host);
    let (sources, diagnostics) = (&mut loaded.sources, &mut loaded.diagnostics);
    let lowered = trine_c::load(&ids, &settings, sources, diagnostics, &read, &may);
    if loaded.diagnostics.has_errors() || !may() {
        return;
    }
    let Some(entry) = lowered.program.mains.first().copied() else { return };
    refuse_invalid(&lowered.program, loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    loaded.lines = lines::of_program(&lowered.program, &ids, &loaded.sources);
    let options = Options::default();
    let go_on = || may_elaborate(request, host);
    let mut system =
        trine_program::elaborate(&lowered.program, entry, &options, &loaded.sources, &go_on);
    let notes = lowered.notes.into_iter();
    system.assumptions.extend(notes.map(|note| Assumption {
        kind: note.kind.to_string(),
        text: note.text,
        span: note.span,
    }));
    builtin(&system, false, request.non_progress, &mut loaded.properties);
    for (property, by_default) in &mut loaded.properties {
        *by_default &= !NOT_FOR_C.contains(&property.name.as_str());
    }
    loaded.system = Some(system);
    let options = interpret::Options {
        spurious_wakeups: request.program.spurious_wakeups,
        ..interpret::Options::default()
    };
    loaded.program = Some(Runnable { program: lowered.program, entry, options });
}

//! Java files: front end, entry point, elaboration.

use trine_base::{Diagnostic, FileId, Severity};
use trine_java::Entry;
use trine_program::{Keep, Options, interpret};
use trine_spec::ast::Names;
use trine_system::Assumption;

use crate::host::may_elaborate;
use crate::load::{builtin, refuse_invalid};
use crate::{Host, Loaded, ProgramOptions, Request, Runnable, lines, spoken};

/// Reads Java files and elaborates the program that they make.
pub fn load_java(request: &Request, host: &dyn Host, files: &[String], loaded: &mut Loaded) {
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
    let mut program = trine_java::load(&ids, &mut loaded.sources, &mut loaded.diagnostics);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let options = &request.program;
    let entry = match (&options.main, &options.entry, &options.client) {
        (_, _, Some(class)) => {
            Entry::Client { class, threads: options.client_threads, calls: options.client_calls }
        }
        (_, Some(method), _) => Entry::Method(method),
        (Some(class), _, _) => Entry::Main(class),
        (None, None, None) => Entry::Default,
    };
    let Some(entry) = trine_java::entry(&mut program, entry, &mut loaded.diagnostics) else {
        return;
    };
    refuse_invalid(&program, loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let spoken_of = spoken::of(request, host);
    loaded.lines = lines::of_program(&program, &ids, &loaded.sources);
    let lines = match &spoken_of {
        None => Vec::new(),
        Some(names) => lines::spoken_of(names, &loaded.lines, &ids, &loaded.sources),
    };
    let Names { all, words, variables: fields, .. } = spoken_of.unwrap_or_default();
    let options = Options {
        pool: options.pool,
        recursion: options.recursion,
        locations: options.locations,
        spurious_wakeups: options.spurious_wakeups,
        reuse: options.reuse,
        constants: options.constants,
        apart: options.apart,
        keep: Keep { all: options.keep_all || all, words, fields, lines },
        ..Options::default()
    };
    let go_on = || may_elaborate(request, host);
    let mut system = trine_program::elaborate(&program, entry, &options, &loaded.sources, &go_on);
    if request.program.client.is_some() {
        system.assumptions.push(client_bounds(&request.program));
    }
    builtin(&system, false, request.non_progress, &mut loaded.properties);
    loaded.system = Some(system);
    let options = interpret::Options {
        spurious_wakeups: request.program.spurious_wakeups,
        ..interpret::Options::default()
    };
    loaded.program = Some(Runnable { program, entry, options });
}

/// What a client does not do, and so is not checked.
fn client_bounds(options: &ProgramOptions) -> Assumption {
    let (threads, calls) = (options.client_threads, options.client_calls);
    let text = format!(
        "the class is used by {threads} threads that make up to {calls} calls each, with few values for \
         each argument (--client-threads, --client-calls)"
    );
    Assumption { kind: "client-bounds".to_string(), text, span: None }
}

//! Java files: front end, entry point, elaboration.

use std::collections::BTreeSet;

use trine_base::{Diagnostic, FileId, Severity};
use trine_java::Entry;
use trine_program::{Keep, Options};

use crate::load::builtin;
use crate::{Host, Loaded, Request};

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
    let options = Options {
        pool: options.pool,
        spurious_wakeups: options.spurious_wakeups,
        keep: Keep { all: options.keep_all, words: words(request, host) },
        ..Options::default()
    };
    let go_on =
        || !host.cancelled() && request.budget.time.is_none_or(|most| host.elapsed() < most);
    let system = trine_program::elaborate(&program, entry, &options, &loaded.sources, &go_on);
    builtin(&system, false, request.non_progress, &mut loaded.properties);
    loaded.system = Some(system);
}

/// The words of the specifications: whatever they speak of is among them.
fn words(request: &Request, host: &dyn Host) -> BTreeSet<String> {
    let texts = request.specs.iter().filter_map(|spec| host.read(spec).ok());
    let mut words = BTreeSet::new();
    for text in texts.chain(request.program.keep.iter().cloned()) {
        let part = |character: char| !(character.is_alphanumeric() || character == '_');
        words.extend(text.split(part).filter(|word| !word.is_empty()).map(str::to_string));
    }
    words
}

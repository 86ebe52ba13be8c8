//! Java files: front end, entry point, elaboration.

use std::collections::BTreeSet;

use trine_base::{Diagnostic, FileId, Severity};
use trine_java::Entry;
use trine_program::{Keep, Options};
use trine_system::Assumption;

use crate::host::may_go_on;
use crate::load::builtin;
use crate::{Host, Loaded, ProgramOptions, Request, lines};

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
    let specs = specs(request, host);
    loaded.lines = lines::of_program(&program, &ids, &loaded.sources);
    let lines = match specs.is_empty() {
        true => Vec::new(),
        false => lines::spoken_of(&specs, &loaded.lines, &ids, &loaded.sources),
    };
    let options = Options {
        pool: options.pool,
        recursion: options.recursion,
        locations: options.locations,
        spurious_wakeups: options.spurious_wakeups,
        reuse: options.reuse,
        constants: options.constants,
        apart: options.apart,
        keep: Keep { all: options.keep_all, words: words(&specs), fields: fields(&specs), lines },
        ..Options::default()
    };
    let go_on = || may_go_on(request, host);
    let mut system = trine_program::elaborate(&program, entry, &options, &loaded.sources, &go_on);
    if request.program.client.is_some() {
        system.assumptions.push(client_bounds(&request.program));
    }
    builtin(&system, false, request.non_progress, &mut loaded.properties);
    loaded.system = Some(system);
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

/// The texts that say what is to be kept.
pub(crate) fn specs(request: &Request, host: &dyn Host) -> Vec<String> {
    let texts = request.specs.iter().filter_map(|spec| host.read(spec).ok());
    let formulas = request.formulas.iter().cloned();
    texts.chain(request.program.keep.iter().cloned()).chain(formulas).collect()
}

/// The words of the specifications: whatever they speak of is among them.
pub(crate) fn words(specs: &[String]) -> BTreeSet<String> {
    specs.iter().flat_map(|text| split(text)).map(|(word, _)| word.to_string()).collect()
}

/// Those of them that can be names of fields: not what qualifies another name, and not an object or a
/// process in which something happens.
pub(crate) fn fields(specs: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in specs {
        let mut before = "";
        for (word, after) in split(text) {
            if !after.starts_with('.') && !matches!(before, "on" | "in") {
                found.insert(word.to_string());
            }
            before = word;
        }
    }
    found
}

/// The words of a text, each with what comes behind it.
fn split(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let part = |character: char| !(character.is_alphanumeric() || character == '_');
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(part);
        let (word, after) = rest.split_at(rest.find(part).unwrap_or(rest.len()));
        rest = after;
        (!word.is_empty()).then_some((word, after))
    })
}

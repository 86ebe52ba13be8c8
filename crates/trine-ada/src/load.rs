//! Reads files and lowers what they declare.

use trine_base::{Diagnostic, Diagnostics, FileId, Severity, SourceMap};

use crate::lower::{Lowered, lower};
use crate::parse::{parse, report_errors, report_nesting};
use crate::read::{Source, units};

/// Enough for the deepest nesting that is followed, also without optimisation.
const STACK: usize = 64 << 20;

/// Reads Ada files (already in the source map) and lowers the program that they make.
pub fn load(
    files: &[FileId],
    main: Option<&str>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    // Reading and lowering follow the nesting of the source, so they get a stack of their own.
    let result = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn_scoped(scope, || load_here(files, main, sources)) {
            Ok(worker) => worker.join(),
            Err(_) => Ok(load_here(files, main, sources)),
        }
    });
    match result {
        Ok((lowered, found)) => {
            diagnostics.items.extend(found.items);
            lowered
        }
        Err(cause) => std::panic::resume_unwind(cause),
    }
}

fn load_here(files: &[FileId], main: Option<&str>, sources: &SourceMap) -> (Lowered, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut all = Vec::new();
    for file in files {
        let source = sources.get(*file);
        if report_nesting(*file, &source.text, &mut diagnostics) {
            continue;
        }
        match parse(&source.text) {
            Some(tree) => {
                report_errors(*file, &tree, &source.text, &mut diagnostics);
                all.extend(units(Source { file: *file, text: &source.text }, tree.root_node()));
            }
            None => {
                let message = format!("{} could not be read as Ada", source.name);
                diagnostics.push(Diagnostic::new(Severity::Error, message, None));
            }
        }
    }
    let mut lowered = lower(all, main);
    // What does not parse is not understood either: one message is enough.
    if !diagnostics.has_errors() {
        diagnostics.items.append(&mut lowered.diagnostics);
    }
    (lowered, diagnostics)
}

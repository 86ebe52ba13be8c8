//! Reads files and lowers what they declare.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use trine_base::{Diagnostic, Diagnostics, FileId, Severity, SourceMap};

use crate::lower::{Lowered, lower};
use crate::parse::{parse, report_errors, report_nesting};
use crate::read::{Source, units};

/// Enough for the deepest nesting that is followed, also without optimisation.
const STACK: usize = 64 << 20;

/// How often it is looked whether there is time to go on.
const PAUSE: Duration = Duration::from_millis(20);

/// Reads Ada files (already in the source map) and lowers the program that they make. Where `go_on` says no, the
/// program that is returned is not the whole one: nothing is said about its text, and nothing may be made of it.
pub fn load(
    files: &[FileId],
    main: Option<&str>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
    go_on: &dyn Fn() -> bool,
) -> Lowered {
    // Reading and lowering follow the nesting of the source, so they get a stack of their own. The caller's
    // thread meanwhile looks whether there is still time.
    let stop = Arc::new(AtomicBool::new(false));
    let result = std::thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        let stop = &stop;
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || {
            let result = load_here(files, main, sources, stop);
            drop(done);
            result
        });
        match worker {
            Ok(worker) => {
                while finished.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    if !go_on() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                worker.join()
            }
            Err(_) => Ok(load_here(files, main, sources, stop)),
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

fn load_here(
    files: &[FileId],
    main: Option<&str>,
    sources: &SourceMap,
    stop: &Arc<AtomicBool>,
) -> (Lowered, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut all = Vec::new();
    for file in files {
        let source = sources.get(*file);
        if report_nesting(*file, &source.text, &mut diagnostics) {
            continue;
        }
        match parse(&source.text, stop) {
            Some(tree) => {
                report_errors(*file, &tree, &source.text, &mut diagnostics);
                all.extend(units(Source { file: *file, text: &source.text }, tree.root_node()));
            }
            None if stop.load(Ordering::Relaxed) => {}
            None => {
                let message = format!("{} could not be read as Ada", source.name);
                diagnostics.push(Diagnostic::new(Severity::Error, message, None));
            }
        }
    }
    let mut lowered = lower(all, main, stop);
    if stop.load(Ordering::Relaxed) {
        return (lowered, Diagnostics::default());
    }
    // What does not parse is not understood either: one message is enough.
    if !diagnostics.has_errors() {
        diagnostics.items.append(&mut lowered.diagnostics);
    }
    (lowered, diagnostics)
}

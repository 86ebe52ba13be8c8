//! Reads files: preprocesses, parses and lowers them, with the library models.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use trine_base::{Diagnostics, FileId, SourceMap, Span};

use crate::headers;
use crate::lower::{Lowered, Note, Unit, lower};
use crate::parse::parse;
use crate::preprocess::{Settings, Token, preprocess};

/// Enough for the deepest nesting that is followed, also without optimisation.
const STACK: usize = 1 << 30;

/// How often it is looked whether there is time to go on.
const PAUSE: Duration = Duration::from_millis(5);

/// Models whose accesses to memory are those of the caller start with this line.
const PLAIN: &str = "// Plain accesses.";

/// The tokens of a file.
struct Text {
    tokens: Vec<Token>,
    end: Span,
    library: bool,
    plain: bool,
}

/// Reads C files (already in the source map) and lowers the program that they make; `read` gets at the files that they
/// include. Where `go_on` says no, the program that is returned is not the whole one, and nothing may be made of it.
pub fn load(
    files: &[FileId],
    settings: &Settings,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
    read: &dyn Fn(&str) -> Option<String>,
    go_on: &dyn Fn() -> bool,
) -> Lowered {
    let mut notes = Vec::new();
    let mut texts = Vec::new();
    for file in files {
        let result = preprocess(*file, settings, sources, read, diagnostics);
        for (name, span) in &result.unknown_headers {
            let text = format!("nothing of <{name}> matters but what the program declares itself");
            notes.push(Note { kind: "unknown-header", text, span: Some(*span) });
        }
        let end = sources.get(*file).text.len();
        let end = Span::new(*file, end, end);
        texts.push(Text { tokens: result.tokens, end, library: false, plain: true });
    }
    let own = Settings { ilp32: settings.ilp32, ..Settings::default() };
    for (name, text) in headers::models() {
        let file = sources.add(format!("<{name}>"), *text);
        let tokens = preprocess(file, &own, sources, &|_| None, diagnostics).tokens;
        let end = Span::new(file, text.len(), text.len());
        texts.push(Text { tokens, end, library: true, plain: text.starts_with(PLAIN) });
    }
    let mut lowered = on_own_stack(&texts, settings.ilp32, go_on);
    diagnostics.items.append(&mut lowered.diagnostics.items);
    notes.append(&mut lowered.notes);
    Lowered { notes, ..lowered }
}

/// Parsing and lowering follow the nesting of the source, so they get a stack of their own. The caller's thread
/// meanwhile looks whether there is still time.
fn on_own_stack(texts: &[Text], ilp32: bool, go_on: &dyn Fn() -> bool) -> Lowered {
    let stop = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        let stop = &stop;
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || {
            let result = parse_and_lower(texts, ilp32, stop);
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
            Err(_) => Ok(parse_and_lower(texts, ilp32, stop)),
        }
    });
    result.unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

fn parse_and_lower(texts: &[Text], ilp32: bool, stop: &AtomicBool) -> Lowered {
    let mut diagnostics = Diagnostics::new();
    let mut units = Vec::new();
    for text in texts {
        let tree = parse(&text.tokens, text.end, &mut diagnostics);
        units.push(Unit { tree, library: text.library, plain: text.plain });
    }
    if diagnostics.has_errors() {
        return Lowered { diagnostics, ..Lowered::default() };
    }
    lower(&units, ilp32, &|| stop.load(Ordering::Relaxed))
}

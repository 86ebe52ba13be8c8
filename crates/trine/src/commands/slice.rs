//! `trine slice`: the source, with what a property does not depend on marked.

use trine_report::slice::{json, text};
use trine_session::slice;

use super::{complain, deliver};
use crate::args::{SliceArguments, SliceForm};
use crate::exit::Exit;
use crate::host::Disk;

/// Prints the source with what does not matter marked.
pub fn run(arguments: &SliceArguments) -> Exit {
    let host = Disk::new(true);
    let mut request = arguments.model.request();
    request.properties = (!arguments.property.is_empty()).then(|| arguments.property.clone());
    let slicing = slice(&request, &host);
    complain(&slicing.loaded);
    if slicing.loaded.system.is_none() || slicing.loaded.diagnostics.has_errors() {
        return Exit::BAD_INPUT;
    }
    let render = match arguments.form {
        SliceForm::Text => text,
        SliceForm::Json => json,
    };
    let sources = &slicing.loaded.sources;
    let shown = render(sources, &slicing.files, &slicing.marks, &slicing.properties);
    deliver(&shown, None, Exit::HOLDS)
}

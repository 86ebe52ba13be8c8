//! `trine events`: what can be named in a specification.

use trine_session::{list_events, list_program_events, load};

use super::{complain, deliver, refuse_unbuilt};
use crate::args::ModelArguments;
use crate::exit::Exit;
use crate::host::Disk;

/// Lists what specifications can name.
pub fn run(arguments: &ModelArguments) -> Exit {
    let host = Disk::new(true);
    let mut request = arguments.request();
    request.program.keep_all = true;
    let loaded = load(&request, &host);
    if !loaded.diagnostics.has_errors()
        && let Some(text) = list_program_events(&loaded)
    {
        complain(&loaded);
        return deliver(&text, None, Exit::HOLDS);
    }
    if let Some(code) = refuse_unbuilt(&loaded) {
        return code;
    }
    deliver(&list_events(&loaded), None, Exit::HOLDS)
}

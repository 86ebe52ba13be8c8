//! Slices for display: what the properties of a request do not depend on.

use trine_base::{FileId, Span};

use crate::load::all_files;
use crate::select::select;
use crate::{Host, Loaded, Request, load};

/// The statements of a program, and which of them no chosen property depends on.
pub struct Slicing {
    pub loaded: Loaded,
    /// The names of the properties.
    pub properties: Vec<String>,
    /// The program's own files, without models of libraries.
    pub files: Vec<FileId>,
    /// The places of statements and declarations, in order, and whether they are left out.
    pub marks: Vec<(Span, bool)>,
}

/// Reads the files of a request and slices the program for its properties: what is left out is left out
/// for each of them.
pub fn slice(request: &Request, host: &dyn Host) -> Slicing {
    // What elaboration would leave out by itself is to be seen, too.
    let mut request = request.clone();
    request.program.keep_all = true;
    let mut loaded = load(&request, host);
    let wanted = request.properties.clone().or(loaded.specified.clone());
    let chosen = match &loaded.system {
        Some(_) => select(&loaded.properties, wanted.as_deref(), &mut loaded.diagnostics),
        None => Vec::new(),
    };
    let mut marks: Vec<(Span, bool)> = Vec::new();
    if let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) {
        for property in &chosen {
            let more = trine_reduce::slice(system, property).marks(system);
            if marks.is_empty() {
                marks = more;
            } else {
                // The same statements in the same order, whatever the property is.
                for (mark, (_, dropped)) in marks.iter_mut().zip(more) {
                    mark.1 &= dropped;
                }
            }
        }
    }
    let named = all_files(&request, host);
    let is_java = named.iter().all(|file| file.ends_with(".java"));
    let own = |name: &str| !is_java || named.iter().any(|file| file == name);
    let files = loaded.sources.files().filter(|(file, source)| {
        own(&source.name) && marks.iter().any(|(span, _)| span.file == *file)
    });
    let files = files.map(|(file, _)| file).collect();
    let properties = chosen.into_iter().map(|property| property.name).collect();
    Slicing { loaded, properties, files, marks }
}

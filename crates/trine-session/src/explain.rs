//! What can be explained: the built-in checks by name, and specifications sentence by sentence.

use trine_base::{Diagnostics, SourceMap, nearest};
use trine_property::Check;
use trine_spec::Explained;
use trine_spec::system::declared_names;

use crate::Host;

/// The names of the built-in checks, in the order of reports.
pub fn check_names() -> Vec<&'static str> {
    Check::ALL.iter().map(|check| check.name()).collect()
}

/// What a built-in check means; none where there is none of that name.
pub fn explain_check(name: &str) -> Option<&'static str> {
    Check::named(name).map(Check::documentation)
}

/// The built-in check whose name a mistyped one was perhaps meant to be.
pub fn nearest_check(name: &str) -> Option<&'static str> {
    nearest(name, Check::ALL.iter().map(|check| check.name()))
}

/// A specification that was read, and what it says.
pub struct ExplainedFile {
    pub sources: SourceMap,
    /// With errors among these, nothing is explained.
    pub diagnostics: Diagnostics,
    pub explained: Vec<Explained>,
}

/// Explains a specification. `programs` declare events in their comments. An error is about a file that cannot be read.
pub fn explain_specification(
    file: &str,
    programs: &[String],
    host: &dyn Host,
) -> Result<ExplainedFile, String> {
    let read = |file: &str| host.read(file).map_err(|why| format!("cannot read {file}: {why}"));
    let mut annotated = Vec::new();
    for program in programs {
        annotated.extend(declared_names(&read(program)?));
    }
    let text = read(file)?;
    let mut sources = SourceMap::new();
    let id = sources.add(file, text.as_str());
    let mut diagnostics = Diagnostics::new();
    let annotated: Vec<&str> = annotated.iter().map(String::as_str).collect();
    let specs = trine_spec::read(&[(id, text.as_str())], &annotated, &mut diagnostics);
    let explained = match diagnostics.has_errors() {
        true => Vec::new(),
        false => specs.iter().flat_map(trine_spec::explain).collect(),
    };
    Ok(ExplainedFile { sources, diagnostics, explained })
}

//! What the specifications of a request speak of, before the program is elaborated.

use trine_base::{Diagnostics, SourceMap};
use trine_spec::ast::Names;

use crate::load::formulas;
use crate::{Host, Request};

/// The names in the specifications and formulas of a request, and those that it asks to keep; none where
/// it has none of these. What is wrong with a specification is said when it is read for good.
pub fn of(request: &Request, host: &dyn Host) -> Option<Names> {
    let files = request.specs.iter().filter_map(|spec| host.read(spec).ok());
    let texts: Vec<String> = files.chain(formulas(request)).collect();
    if texts.is_empty() && request.program.keep.is_empty() {
        return None;
    }
    let mut names = Names::default();
    for text in &texts {
        let mut diagnostics = Diagnostics::default();
        let file = SourceMap::default().add("", text.as_str());
        let spec = trine_spec::parse(file, text, &mut diagnostics);
        if spec.incomplete || diagnostics.has_errors() {
            add_words(&mut names, text);
        }
        let more = spec.names();
        names.all |= more.all;
        names.words.extend(more.words);
        names.variables.extend(more.variables);
        names.lines.extend(more.lines);
        names.endless_loops |= more.endless_loops;
    }
    for text in &request.program.keep {
        add_words(&mut names, text);
    }
    Some(names)
}

/// Every word may be a name, where nothing says what it is.
fn add_words(names: &mut Names, text: &str) {
    let apart = |character: char| !(character.is_alphanumeric() || character == '_');
    for word in text.split(apart).filter(|word| !word.is_empty()) {
        names.words.insert(word.to_string());
        names.variables.insert(word.to_string());
    }
    for word in text.split_whitespace() {
        if let Some((file, line)) = word.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            names.lines.insert((file.to_string(), line));
        }
    }
}

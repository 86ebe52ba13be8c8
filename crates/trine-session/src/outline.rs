//! What editors ask of a specification that is being written: what is wrong, what is declared and where, and which
//! events its program has.

use trine_base::{Diagnostics, SourceMap, Span};
use trine_spec::ast::ItemKind;
use trine_spec::system::list;

use crate::Loaded;

/// A specification by itself.
pub struct Outline {
    pub sources: SourceMap,
    pub diagnostics: Diagnostics,
    /// In the order of the text.
    pub declared: Vec<Declared>,
}

/// Something that a specification declares.
pub struct Declared {
    pub name: String,
    pub is_event: bool,
    /// Where its name stands.
    pub span: Span,
    /// What it says, as a sentence; none for events, and where there are errors.
    pub sentence: Option<String>,
}

/// Reads a specification without its program.
pub fn outline(path: &str, text: &str) -> Outline {
    let mut sources = SourceMap::new();
    let file = sources.add(path, text);
    let mut diagnostics = Diagnostics::new();
    let specs = trine_spec::read(&[(file, text)], &[], &mut diagnostics);
    let explained: Vec<trine_spec::Explained> = match diagnostics.has_errors() {
        true => Vec::new(),
        false => specs.iter().flat_map(trine_spec::explain).collect(),
    };
    let items = specs.iter().flat_map(|spec| &spec.items);
    let declared = items.filter_map(|item| {
        let name = match &item.kind {
            ItemKind::Event(event) => &event.name,
            ItemKind::Property(property) => &property.name,
            ItemKind::Constraint(constraint) => &constraint.name,
            ItemKind::Query(query) => &query.name,
            ItemKind::Loop(_) => return None,
        };
        let told = explained.iter().find(|one| one.name == name.name);
        Some(Declared {
            name: name.name.clone(),
            is_event: matches!(item.kind, ItemKind::Event(_)),
            span: name.place.0,
            sentence: told.map(|one| one.sentence.clone()),
        })
    });
    let declared = declared.collect();
    Outline { sources, diagnostics, declared }
}

/// The patterns of all events of what was loaded, each with its process; none where there is no system.
pub fn event_patterns(loaded: &Loaded) -> Option<Vec<String>> {
    let system = loaded.system.as_ref().filter(|system| !system.goes_nowhere())?;
    let known = list(system, &loaded.sources);
    let mut names: Vec<String> =
        known.iter().map(|one| format!("{} in {}", one.pattern, one.process)).collect();
    names.dedup();
    Some(names)
}

//! What a specification means for a program that is searched itself: claims over events that the program tells by their
//! numbers, and over the numbers in its global variables.

use std::collections::BTreeMap;

use trine_base::{Diagnostic, Diagnostics, SourceMap};
use trine_property::Property;
use trine_system::{System, Type, Variable};

use crate::ast::{Event, ItemKind, Pattern, Spec};
use crate::system::Lines;
use crate::system::annotation::annotated;
use crate::system::compile::{compile_in, no_action};
use crate::system::matching::MatchContext;

/// What can be named in a program beside its events.
pub struct Names<'n> {
    /// Variables that conditions can read, with their types: the first is global 0 of their expressions.
    pub variables: &'n [(String, Type)],
    /// Names in upper and lower case are one.
    pub caseless: bool,
    pub lines: &'n Lines,
}

/// Properties and queries of a program, and the events that they speak of.
pub struct Compiled {
    /// Their claims have the names of their events, and no edges: the program tells the events.
    pub properties: Vec<Property>,
    pub events: BTreeMap<String, Pattern>,
}

/// The properties and queries of specifications, in their order. What cannot be made sense of is an error; then there
/// may be fewer.
pub fn compile(
    specs: &[Spec],
    names: &Names<'_>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Compiled {
    let mut system = System::default();
    system.rules.caseless = names.caseless;
    for (name, ty) in names.variables {
        system.globals.push(Variable::scalar(name.as_str(), *ty));
    }
    // That a loop ends says nothing of executions that end; those that do not are not decided without it.
    let specs: Vec<Spec> = specs.iter().cloned().map(without_loops).collect();
    let annotated = annotated(sources, &[], &names.lines.statements, diagnostics);
    let written = specs.iter().flat_map(Spec::events);
    let mut events: BTreeMap<&str, &Pattern> = BTreeMap::new();
    events.extend(annotated.iter().map(|event| (event.name.name.as_str(), &event.pattern)));
    events.extend(written.map(|event| (event.name.name.as_str(), &event.pattern)));
    let kept = events.iter().map(|(name, pattern)| (name.to_string(), (*pattern).clone()));
    let kept = kept.collect();
    let world = MatchContext { system: &system, sources, moments: &[] };
    let properties = compile_in(world, &specs, events, names.lines, diagnostics);
    Compiled { properties, events: kept }
}

fn without_loops(mut spec: Spec) -> Spec {
    spec.items.retain(|item| !matches!(item.kind, ItemKind::Loop(_)));
    spec
}

/// The error that an event fits nothing in the program; `known` are patterns that do.
pub fn unmatched(event: &Event, known: &[String], sources: &SourceMap) -> Diagnostic {
    no_action(event, known, sources)
}

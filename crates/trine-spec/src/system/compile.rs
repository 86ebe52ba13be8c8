//! From specifications and a system to properties that engines check.

use std::collections::{BTreeMap, BTreeSet};

use trine_automata::finite::TooLarge;
use trine_base::{Diagnostic, Diagnostics, FileId, SourceMap, Span, nearest};
use trine_property::{Check, Claim, Level, Property, PropertyKind};
use trine_system::{Assumption, System};

use super::annotation::annotated;
use super::constrain::{Constraint, constrained};
use super::emit::{Wanted, instrument};
use super::happen::moments;
use super::list::nameable;
use super::loops::Marks;
use super::matching::MatchContext;
use super::{regular, temporal};
use crate::ast::{self, Body, Spec};

/// The properties and queries of specifications, in their order, for a system. What cannot be made
/// sense of is an error; then there may be fewer.
pub fn compile(
    specs: &[Spec],
    system: &System,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    compile_program(specs, system, sources, &Lines::default(), diagnostics)
}

/// The lines of a program on which statements start, and those of them that are loops. Its system need
/// not have them all.
#[derive(Clone, Default, Debug)]
pub struct Lines {
    pub statements: BTreeSet<(FileId, u32)>,
    pub loops: BTreeSet<(FileId, u32)>,
}

/// As [`compile`], for the system of a program.
pub fn compile_program(
    specs: &[Spec],
    system: &System,
    sources: &SourceMap,
    lines: &Lines,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    if system.goes_nowhere() {
        return specs.iter().flat_map(|spec| &spec.items).filter_map(left_open).collect();
    }
    let moments = moments(system);
    let world = MatchContext { system, sources, moments: &moments };
    let annotated = annotated(sources, &moments, &lines.statements, diagnostics);
    let mut events: BTreeMap<&str, &ast::Pattern> = BTreeMap::new();
    for event in &annotated {
        events.insert(&event.name.name, &event.pattern);
    }
    for event in specs.iter().flat_map(Spec::events) {
        events.insert(&event.name.name, &event.pattern);
        must_happen(world, event, diagnostics);
    }
    compile_in(world, specs, events, lines, diagnostics)
}

/// The properties and queries, with the events that they can speak of.
pub(crate) fn compile_in(
    world: MatchContext<'_>,
    specs: &[Spec],
    events: BTreeMap<&str, &ast::Pattern>,
    lines: &Lines,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    let constraints = specs.iter().flat_map(Spec::constraints);
    let assumptions = constraints.map(|one| Assumption {
        kind: "constraint".to_string(),
        text: format!("executions keep to the constraint `{}`", one.name.name),
        span: Some(one.name.place.0),
    });
    let assumptions = assumptions.collect();
    let marks = Marks::default();
    let mut compiler =
        Compiler { world, events, constraint: None, assumptions, marks, diagnostics };
    for written in specs.iter().flat_map(Spec::constraints) {
        let Some(constraint) = Constraint::new(written) else { continue };
        let joint = match compiler.constraint.take() {
            Some(others) => others.and(constraint),
            None => Ok(constraint),
        };
        match joint {
            Ok(joint) => compiler.constraint = Some(joint),
            Err(TooLarge) => {
                compiler.too_large(written.name.place.0);
                return Vec::new();
            }
        }
    }
    let marks: Vec<&ast::LoopMark> = specs.iter().flat_map(Spec::loops).collect();
    compiler.marks = Marks::find(&mut compiler, &marks, lines);
    let items = specs.iter().flat_map(|spec| &spec.items);
    items.filter_map(|item| compiler.item(item)).collect()
}

/// A property of a program of which there is nothing but a limit: whatever is asked, that is the answer.
fn left_open(item: &ast::Item) -> Option<Property> {
    let name = match &item.kind {
        ast::ItemKind::Property(property) => {
            if let Body::Check(check) = &property.body {
                let known = Check::ALL.into_iter().find(|known| known.name() == check.name)?;
                return Some(Property {
                    name: property.name.name.clone(),
                    ..Property::check(known)
                });
            }
            &property.name
        }
        ast::ItemKind::Query(query) => &query.name,
        _ => return None,
    };
    let (name, kind) = (name.name.clone(), PropertyKind::Claim(Claim::of_everything(false)));
    Some(Property { name, kind, level: Level::Error, span: Some(item.place.0) })
}

/// An event whose pattern fits nothing in the system is an error.
fn must_happen(world: MatchContext<'_>, event: &ast::Event, diagnostics: &mut Diagnostics) {
    let wanted = Wanted { name: &event.name.name, pattern: &event.pattern };
    let (_, observed) = instrument(world, &[wanted]);
    if observed == [true] {
        return;
    }
    let known: Vec<String> = nameable(world).into_iter().map(|one| one.pattern).collect();
    diagnostics.push(no_action(event, &known, world.sources));
}

/// The error that an event fits nothing in the program, with what it might have been.
pub(crate) fn no_action(event: &ast::Event, known: &[String], sources: &SourceMap) -> Diagnostic {
    let message = format!("no action in the program matches this event, `{}`", event.name.name);
    let written = sources.text(event.pattern.place.0).to_string();
    let problem = Diagnostic::error(message, event.pattern.place.0);
    problem.help(match nearest(&written, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let first: Vec<&str> = known.iter().take(6).map(String::as_str).collect();
            format!("`trine events` lists what can be named, such as {}", first.join(", "))
        }
    })
}

pub(crate) struct Compiler<'a, 'd> {
    pub world: MatchContext<'a>,
    events: BTreeMap<&'a str, &'a ast::Pattern>,
    /// All constraints in one.
    constraint: Option<Constraint>,
    /// What they assume.
    assumptions: Vec<Assumption>,
    marks: Marks,
    pub diagnostics: &'d mut Diagnostics,
}

/// A compiled body: what violates it, over events with these names.
pub(crate) struct Violations {
    pub claim: Claim,
    pub events: Vec<String>,
}

impl Compiler<'_, '_> {
    fn item(&mut self, item: &ast::Item) -> Option<Property> {
        let span = item.place.0;
        let (name, violations) = match &item.kind {
            ast::ItemKind::Property(property) => {
                let name = &property.name;
                let violations = match &property.body {
                    Body::Check(check) => return self.builtin(name, check),
                    Body::Regular(body) => regular::regular(self, body, span)?,
                    Body::Automaton(body) => regular::automaton(self, body, span)?,
                    Body::Buchi(body) => temporal::buchi(self, body, span)?,
                    Body::Ltl(body) => temporal::formula(self, body, span)?,
                    Body::Sentence(body) => temporal::sentence(self, body, span)?,
                    Body::Invariant(body) => temporal::invariant(self, body, span)?,
                };
                (name, violations)
            }
            ast::ItemKind::Query(query) => (&query.name, regular::query(self, query, span)?),
            _ => return None,
        };
        let mut claim = self.observing(violations, span)?;
        if let (ast::ItemKind::Query(query), Some(instrumentation)) =
            (&item.kind, &mut claim.instrumentation)
        {
            instrumentation.intervals = regular::intervals(query, &instrumentation.events);
        }
        let (name, level) = (name.name.clone(), Level::Error);
        Some(Property { name, kind: PropertyKind::Claim(claim), level, span: Some(span) })
    }

    fn builtin(&mut self, name: &ast::Ident, check: &ast::Ident) -> Option<Property> {
        let known = Check::ALL.into_iter().find(|known| known.name() == check.name);
        let Some(known) = known else {
            let message = format!("the check `{}` does not apply to this program", check.name);
            self.diagnostics.error(message, check.place.0);
            return None;
        };
        if self.constraint.is_some() {
            let message =
                "constraints do not reach built-in checks yet: this is about all executions";
            self.diagnostics.warning(message, check.place.0);
        }
        Some(Property { name: name.name.clone(), ..Property::check(known) })
    }

    /// The claim with event instrumentation for its events, within the constraints.
    fn observing(&mut self, violations: Violations, span: Span) -> Option<Claim> {
        let Violations { mut claim, mut events } = violations;
        let empty = std::mem::take(&mut claim.vacuous_if).into_iter();
        let own = events.clone();
        let claim = constrained(claim, &mut events, self.constraint.as_ref());
        let mut vacuous_if: Vec<Claim> = empty
            .map(|empty| constrained(empty, &mut own.clone(), self.constraint.as_ref()))
            .collect();
        let goes_on = |claim: &Claim| claim.states.iter().any(|one| one.accepting && !one.final_);
        let marked = !self.marks.is_empty() && goes_on(&claim);
        // Constraints and marks that leave nothing prove everything.
        if self.constraint.is_some() || marked && claim.infinite_only {
            let everything = Claim::of_everything(claim.infinite_only);
            vacuous_if.push(constrained(everything, &mut own.clone(), self.constraint.as_ref()));
        }
        if events.is_empty() && !marked {
            return Some(Claim { vacuous_if, ..claim });
        }
        let wanted: Option<Vec<Wanted<'_>>> = events
            .iter()
            .map(|name| Some(Wanted { name, pattern: self.events.get(name.as_str())? }))
            .collect();
        // An event that is not declared was reported before.
        let (instrumentation, _) = instrument(self.world, &wanted?);
        match instrumentation {
            Ok(mut instrumentation) => {
                instrumentation.assumptions.clone_from(&self.assumptions);
                let mut claims: Vec<Claim> = [claim].into_iter().chain(vacuous_if).collect();
                if marked {
                    let Some(kept) = self.marks.instrument(self.world.system, &mut instrumentation)
                    else {
                        let message = "too many loops inside loops are marked";
                        self.diagnostics.error(message, span);
                        return None;
                    };
                    for one in claims.iter_mut().filter(|one| goes_on(one)) {
                        *one = one.accepting_with(&kept);
                    }
                }
                for one in &mut claims {
                    one.instrumentation = Some(instrumentation.clone());
                }
                let claim = claims.remove(0);
                Some(Claim { vacuous_if: claims, ..claim })
            }
            Err(message) => {
                self.diagnostics.error(message, span);
                None
            }
        }
    }

    /// The text of a piece of the specification, on one line.
    pub fn one_line(&self, span: Span) -> String {
        self.world.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Reports a property whose automaton has too many states.
    pub fn too_large(&mut self, span: Span) {
        self.diagnostics.error("this is too large to be made into an automaton", span);
    }
}

/// The names, each once, in the order of their first mention.
pub(super) fn distinct<'a>(names: impl IntoIterator<Item = &'a ast::Ident>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(&name.name) {
            found.push(name.name.clone());
        }
    }
    found
}

//! The instrumented system of a claim, built once and shared: engines, judge and reports execute the same one.
//!
//! It is kept with the claim, and copies of the claim share it. Before it is handed out again it is compared with the
//! system and the instrumentation that it is asked for, part by part: a claim can be asked of another system (a slice),
//! and its edges can change while it is compiled.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use trine_system::{Edge, Rules, System, Template, Variable};

use crate::EventInstrumentation;

/// The place of an instrumented system. It is no part of what a claim says: all are equal.
#[derive(Clone, Default)]
pub struct Instrumented(Arc<Mutex<Option<Arc<System>>>>);

/// The system that executions of a property are executions of: the given one, or the instrumented one of a claim.
#[derive(Clone, Debug)]
pub enum Executed<'s> {
    /// The property has no instrumentation.
    Bare(&'s System),
    /// The claim observes events.
    Instrumented(Arc<System>),
}

impl Deref for Executed<'_> {
    type Target = System;

    fn deref(&self) -> &System {
        match self {
            Executed::Bare(system) => system,
            Executed::Instrumented(system) => system,
        }
    }
}

impl Instrumented {
    /// The system with the edges of an instrumentation.
    pub(crate) fn of(&self, added: &EventInstrumentation, system: &System) -> Arc<System> {
        // What another thread left behind is compared like anything else.
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = parts(added, system);
        if let Some(built) = &*place
            && is_built_of(built, system, &parts)
        {
            return Arc::clone(built);
        }
        let built = Arc::new(build(system, &parts));
        *place = Some(Arc::clone(&built));
        built
    }
}

impl PartialEq for Instrumented {
    fn eq(&self, _other: &Instrumented) -> bool {
        true
    }
}

impl Eq for Instrumented {}

impl fmt::Debug for Instrumented {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Instrumented")
    }
}

/// What instrumentation changes in a template.
struct Parts<'a> {
    locals: Vec<&'a Variable>,
    edges: Vec<&'a Edge>,
}

/// Locals and edges of each template, with those that are added and replaced.
fn parts<'a>(added: &'a EventInstrumentation, system: &'a System) -> Vec<Parts<'a>> {
    let bare = |template: &'a Template| Parts {
        locals: template.locals.iter().collect(),
        edges: template.edges.iter().collect(),
    };
    let mut parts: Vec<Parts<'a>> = system.templates.iter().map(bare).collect();
    for (template, variable) in &added.locals {
        parts[template.0 as usize].locals.push(variable);
    }
    for (template, id, edge) in &added.edges {
        let edges = &mut parts[template.0 as usize].edges;
        match id.map(|id| id.0 as usize) {
            Some(id) if id < edges.len() => edges[id] = edge,
            _ => edges.push(edge),
        }
    }
    parts
}

fn build(system: &System, parts: &[Parts<'_>]) -> System {
    let with = |(template, parts): (&Template, &Parts<'_>)| Template {
        locals: parts.locals.iter().map(|local| (*local).clone()).collect(),
        edges: parts.edges.iter().map(|edge| (*edge).clone()).collect(),
        ..template.clone()
    };
    System {
        templates: system.templates.iter().zip(parts).map(with).collect(),
        rules: Rules { instrumented: true, ..system.rules.clone() },
        ..system.clone()
    }
}

/// Whether `built` is what [`build`] makes of these.
fn is_built_of(built: &System, system: &System, parts: &[Parts<'_>]) -> bool {
    // By name, so that a new field of systems cannot be forgotten here.
    let System {
        name,
        rules,
        enums,
        globals,
        channel_kinds,
        monitors,
        entries,
        pools,
        templates,
        processes,
        assumptions,
        aliases,
    } = system;
    let rules = Rules { instrumented: true, ..rules.clone() };
    built.name == *name
        && built.rules == rules
        && built.enums == *enums
        && built.globals == *globals
        && built.channel_kinds == *channel_kinds
        && built.monitors == *monitors
        && built.entries == *entries
        && built.pools == *pools
        && built.processes == *processes
        && built.assumptions == *assumptions
        && built.aliases == *aliases
        && built.templates.len() == templates.len()
        && built
            .templates
            .iter()
            .zip(templates)
            .zip(parts)
            .all(|((built, template), parts)| is_template_of(built, template, parts))
}

fn is_template_of(built: &Template, template: &Template, parts: &Parts<'_>) -> bool {
    let Template {
        name,
        parameters,
        locals: _,
        locations,
        edges: _,
        entry,
        provided,
        deterministic,
        daemon,
        span,
    } = template;
    built.name == *name
        && built.parameters == *parameters
        && built.locations == *locations
        && built.entry == *entry
        && built.provided == *provided
        && built.deterministic == *deterministic
        && built.daemon == *daemon
        && built.span == *span
        && built.locals.iter().eq(parts.locals.iter().copied())
        && built.edges.iter().eq(parts.edges.iter().copied())
}

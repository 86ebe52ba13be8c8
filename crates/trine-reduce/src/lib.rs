//! Program slicing: makes systems smaller for one property, without changing what the property says of them.
//!
//! [`slice`] leaves out the statements that a property cannot depend on (paper 001, section 5.1, as
//! repaired by decision 004). What it returns is a system again, so every engine can search it.
//!
//! **Architecture invariant.** This crate has never heard of engines. It sees a system and a compiled
//! property, and every pass returns how its edges are lifted to the original ones.

mod cut;
mod faults;
mod graph;
mod objects;
mod relevant;
mod slice_criterion;

use trine_base::{IndexVec, Span};
use trine_property::Property;
use trine_system::{EdgeId, GlobalId, LocalId, LocationId, System, Template, TemplateId};

use relevant::is_statement;

/// The system without what the property does not depend on. The property has the same verdict on both.
pub fn slice(system: &System, property: &Property) -> Sliced {
    let relevance = relevant::relevance(system, &[property]);
    let sliced = cut::cut(system, &relevance);
    debug_assert_eq!(trine_system::validate(&sliced.system), Ok(()));
    sliced
}

/// The system without what none of the properties depends on. None where that leaves out nothing but what
/// any search leaves out by itself, or where the code is too long to find out.
pub fn slice_for_search(system: &System, properties: &[&Property]) -> Option<Sliced> {
    let edges = |template: &Template| template.edges.len();
    if system.templates.iter().map(edges).sum::<usize>() > LONGEST {
        return None;
    }
    let relevance = relevant::relevance_if_worthwhile(system, properties)?;
    let sliced = cut::cut(system, &relevance);
    debug_assert_eq!(trine_system::validate(&sliced.system), Ok(()));
    cut::is_worthwhile(system, &sliced).then_some(sliced)
}

/// Code with more edges is not sliced for a search: finding bubbles takes time that grows with its square.
const LONGEST: usize = 5_000;

/// What is left of a system, and what is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sliced {
    /// Templates, locations, variables and processes have their old numbers; edges have new ones.
    pub system: System,
    /// For each template and each of its edges, the original edge.
    pub lift: IndexVec<TemplateId, Vec<EdgeId>>,
    /// The original edges of which nothing is left but that they can be passed.
    pub dropped: Vec<(TemplateId, EdgeId)>,
    /// The variables that nothing in the slice depends on.
    pub unused: Vec<Unused>,
    /// For each template and each of its locations, whether a process that is there in the slice can be
    /// anywhere in original code of which nothing is left.
    pub passed_over: IndexVec<TemplateId, Vec<bool>>,
    /// Each step of the original is a step of the slice, by the edge with the same number.
    pub in_step: bool,
}

/// A variable whose value does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unused {
    Global(GlobalId),
    Local(TemplateId, LocalId),
}

impl Sliced {
    /// The original edge of an edge.
    pub fn lifted(&self, template: TemplateId, edge: EdgeId) -> Option<EdgeId> {
        self.lift.get(template)?.get(edge.0 as usize).copied()
    }

    /// Whether a process that is at a location in the slice can be anywhere in original code of which
    /// nothing is left.
    pub fn passes_over(&self, template: TemplateId, location: LocationId) -> bool {
        let locations = self.passed_over.get(template);
        locations.and_then(|all| all.get(location.0 as usize)).copied().unwrap_or(false)
    }

    /// How many statements and variables of the original do not matter, each with how many there are.
    pub fn left_out(&self, original: &System) -> [(usize, usize); 2] {
        let edges = original.templates.iter().flat_map(|template| &template.edges);
        let statements = edges.filter(|edge| is_statement(edge)).count();
        let dropped = self
            .dropped
            .iter()
            .filter(|(template, edge)| is_statement(&original.templates[*template].edges[*edge]));
        let locals = original.templates.iter().map(|template| template.locals.len());
        let variables = original.globals.len() + locals.sum::<usize>();
        [(dropped.count(), statements), (self.unused.len(), variables)]
    }

    /// The places in the source of all statements and declarations of the original system, and whether
    /// they are dropped. Edges that did nothing from the start have no say, and the end of a process is
    /// no statement.
    pub fn marks(&self, original: &System) -> Vec<(Span, bool)> {
        let mut marks = Vec::new();
        let dropped: std::collections::BTreeSet<_> = self.dropped.iter().collect();
        let unused: std::collections::BTreeSet<_> = self.unused.iter().collect();
        for (id, global) in original.globals.enumerate() {
            marks.extend(global.span.map(|span| (span, unused.contains(&Unused::Global(id)))));
        }
        for (id, template) in original.templates.enumerate() {
            for (local, variable) in template.locals.enumerate() {
                let is_unused = unused.contains(&Unused::Local(id, local));
                marks.extend(variable.span.map(|span| (span, is_unused)));
            }
            for (edge, code) in template.edges.enumerate() {
                if let Some(span) = code.span.filter(|_| is_statement(code)) {
                    marks.push((span, dropped.contains(&(id, edge))));
                }
            }
        }
        marks
    }
}

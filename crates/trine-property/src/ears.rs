//! Ears: how a claim comes to hear events. The edges of the system are replaced by ones that say, by
//! `emit`, which events happen in them; nothing else of the system changes.

use trine_base::{Id, Span};
use trine_system::{Edge, EdgeId, System, TemplateId, Variable};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ears {
    /// The names of the events; the first one is number 1.
    pub events: Vec<String>,
    /// Locals behind those of a template, for fields of messages that are only looked at; they are 0
    /// between steps.
    pub locals: Vec<(TemplateId, Variable)>,
    /// For each edge that speaks, what it becomes; without a number, one more edge beside it, for
    /// events that come in another order.
    pub edges: Vec<(TemplateId, Option<EdgeId>, Edge)>,
    /// The constraints that executions are taken to keep to.
    pub constraints: Vec<(String, Span)>,
    /// What a query describes, interval by interval; empty for other properties.
    pub intervals: Vec<Interval>,
}

/// A part of an execution that a query describes, by the numbers of events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interval {
    /// Its last event.
    pub ends: u32,
    pub requires: Vec<u32>,
    /// Events that it does not have before its last one.
    pub forbids: Vec<u32>,
}

impl Ears {
    /// The system in which the events are heard.
    pub fn listening(&self, system: &System) -> System {
        let mut listening = system.clone();
        listening.rules.listens = true;
        for (template, variable) in &self.locals {
            listening.templates[*template].locals.push(variable.clone());
        }
        for (template, id, edge) in &self.edges {
            let edges = &mut listening.templates[*template].edges;
            match id {
                Some(id) if id.index() < edges.len() => edges[*id] = edge.clone(),
                _ => {
                    edges.push(edge.clone());
                }
            }
        }
        listening
    }
}

//! Event instrumentation: edges of the system are replaced by ones that emit the events that happen in them, for a
//! claim to observe; nothing else of the system changes (decision 002).

use std::sync::Arc;

use trine_base::Id;
use trine_system::{Assumption, Edge, EdgeId, Effect, Expr, System, TemplateId, Variable};

use crate::instrumented::Instrumented;

/// The events of a claim and the edges that emit them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventInstrumentation {
    /// The names of the events; the first one is number 1.
    pub events: Vec<String>,
    /// Locals behind those of a template, for fields of messages that are only looked at; they are 0
    /// between steps.
    pub locals: Vec<(TemplateId, Variable)>,
    /// For each edge that emits, what it becomes; without a number, one more edge beside it, for
    /// events that come in another order.
    pub edges: Vec<(TemplateId, Option<EdgeId>, Edge)>,
    /// How many events, behind those with names, are internal: they tell that a loop goes on.
    pub unnamed: u32,
    /// What executions are taken to keep to.
    pub assumptions: Vec<Assumption>,
    /// What a query describes, interval by interval; empty for other properties.
    pub intervals: Vec<Interval>,
    /// The system with these edges, once it is built; copies of the claim share it.
    pub built: Instrumented,
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

impl EventInstrumentation {
    /// How many events there are, with and without names: the last one has this number.
    pub fn count(&self) -> u32 {
        self.events.len() as u32 + self.unnamed
    }

    /// A new event without a name; no named ones come after it.
    pub fn unnamed(&mut self) -> u32 {
        self.unnamed += 1;
        self.events.len() as u32 + self.unnamed
    }

    /// Lets an edge of the system emit an event at its end.
    pub fn emit_at(
        &mut self,
        system: &System,
        template: TemplateId,
        id: EdgeId,
        event: u32,
        when: Expr,
    ) {
        let effect = Effect::Emit { event, when };
        let mut here = false;
        let mut emitted = false;
        for (of, number, edge) in &mut self.edges {
            // Orders of its events follow an edge without a number.
            here = match number {
                Some(number) => (*of, *number) == (template, id),
                None => here,
            };
            if here {
                edge.effects.push(effect.clone());
                emitted = true;
            }
        }
        if !emitted {
            let mut edge = system.templates[template].edges[id].clone();
            edge.effects.push(effect);
            self.edges.push((template, Some(id), edge));
        }
    }

    /// The system with these edges: built once, however often and through whichever copy of the claim it is asked for.
    pub fn instrumented(&self, system: &System) -> Arc<System> {
        self.built.of(self, system)
    }

    /// The edge of the system that an edge of the instrumented one stands for.
    pub fn original(&self, system: &System, template: TemplateId, edge: EdgeId) -> EdgeId {
        let count = system.templates[template].edges.len();
        let mut last = edge;
        let mut added = count;
        for (_, number, _) in self.edges.iter().filter(|(of, ..)| *of == template) {
            match number {
                Some(number) => last = *number,
                None if added == edge.index() => return last,
                None => added += 1,
            }
        }
        edge
    }
}

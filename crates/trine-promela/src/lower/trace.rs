//! Trace and notrace assertions as automata over sends and receives.

use std::collections::{BTreeMap, HashSet};

use trine_property::{
    Direction, EventTrace, FieldPattern, Level, Property, PropertyKind, TraceEdge, TraceEvent,
    TraceState,
};
use trine_system as sys;

use super::Lowering;
use super::build::build;
use super::choice::Choices;
use super::graph::*;
use crate::ast::{self, ExprKind, ReceiveArgument, StatementKind, VarRef};
use crate::check::Meaning;

impl<'a> Lowering<'a> {
    pub(super) fn trace(&mut self, trace: &'a ast::Trace) -> Option<Property> {
        let mut graph = build(&trace.body, self.checked, false, &HashSet::new());
        graph.mark_jumps();
        let choices = Choices::new(&graph);
        let first = graph.first(graph.body)?;
        let Some(entry) = graph.rest(first, false) else {
            self.diagnostics.error("jumps lead in a circle here", trace.span);
            return None;
        };
        let mut numbers: BTreeMap<El, usize> = BTreeMap::from([(entry, 0)]);
        let mut states = vec![TraceState::default()];
        let mut waiting = vec![entry];
        while let Some(el) = waiting.pop() {
            let mut state = TraceState::default();
            let mut events = Vec::new();
            let mut seen = HashSet::new();
            self.events(&graph, &choices, el, &mut seen, &mut events, &mut state);
            for (event, to) in events {
                let to = match numbers.get(&to) {
                    Some(known) => *known,
                    None => {
                        states.push(TraceState::default());
                        numbers.insert(to, states.len() - 1);
                        waiting.push(to);
                        states.len() - 1
                    }
                };
                state.edges.push(TraceEdge { event, to });
            }
            states[numbers[&el]] = state;
        }
        let events = EventTrace { negated: trace.negative, states, initial: 0 };
        Some(Property {
            name: if trace.negative { "notrace" } else { "trace" }.to_string(),
            kind: PropertyKind::Events(events),
            level: Level::Error,
            span: Some(trace.span),
        })
    }

    /// The events that can come next; jumps and skips are not seen by a trace.
    fn events(
        &mut self,
        graph: &Graph<'a>,
        choices: &Choices,
        el: El,
        seen: &mut HashSet<El>,
        found: &mut Vec<(TraceEvent, El)>,
        state: &mut TraceState,
    ) {
        if !seen.insert(el) {
            return;
        }
        state.end |= choices.flags[el].end;
        if matches!(graph.elements[el].kind, Kind::End) {
            state.end = true;
            state.final_ = true;
            return;
        }
        let sources: Vec<El> = choices.moves(el).into_iter().map(|one| one.source).collect();
        for source in sources {
            let starts = match (&graph.elements[source].kind, graph.elements[source].block) {
                (Kind::DStep, Some(block)) => {
                    graph.start(block).map(|start| choices.plain(start)).unwrap_or_default()
                }
                _ => vec![source],
            };
            for source in starts {
                let Some(to) = graph.leads_to(source) else { continue };
                match &graph.elements[source].kind {
                    Kind::Action(Action::Statement(statement)) => {
                        match self.event(&statement.kind) {
                            Some(event) => found.push((event, to)),
                            None => self.diagnostics.error(
                                "a trace speaks of sends and receives on global channels",
                                statement.span,
                            ),
                        }
                    }
                    _ => self.events(graph, choices, to, seen, found, state),
                }
            }
        }
    }

    fn event(&mut self, statement: &StatementKind) -> Option<TraceEvent> {
        match statement {
            StatementKind::Send { channel, arguments, .. } => {
                let (channel, cell) = self.event_channel(channel)?;
                let mut fields = Vec::new();
                for argument in arguments {
                    match &argument.kind {
                        ExprKind::Variable(variable) => fields.push(self.event_field(variable)),
                        _ => match self.expr_in(argument, None) {
                            sys::Expr::Const(value) => fields.push(FieldPattern::Equals(value)),
                            _ => fields.push(FieldPattern::Any),
                        },
                    }
                }
                Some(TraceEvent { channel, cell, direction: Direction::Send, fields })
            }
            StatementKind::Receive { channel, arguments, .. } => {
                let (channel, cell) = self.event_channel(channel)?;
                let mut fields = Vec::new();
                for argument in arguments {
                    fields.push(match argument {
                        ReceiveArgument::Constant(number) => {
                            FieldPattern::Equals(i64::from(number.value))
                        }
                        ReceiveArgument::Variable(variable) => self.event_field(variable),
                        ReceiveArgument::Eval(value) => match self.expr_in(value, None) {
                            sys::Expr::Const(value) => FieldPattern::Equals(value),
                            _ => FieldPattern::Any,
                        },
                    });
                }
                Some(TraceEvent { channel, cell, direction: Direction::Receive, fields })
            }
            _ => None,
        }
    }

    fn event_field(&self, variable: &VarRef) -> FieldPattern {
        match self.checked.meanings[variable.id] {
            Some(Meaning::Constant(value, _)) => FieldPattern::Equals(i64::from(value)),
            _ => FieldPattern::Any,
        }
    }

    fn event_channel(&mut self, channel: &VarRef) -> Option<(sys::GlobalId, u32)> {
        let place = self.place(channel)?;
        let sys::Root::Global(id) = place.root else { return None };
        let cell = match place.index.as_deref() {
            None => 0,
            Some(sys::Expr::Const(cell)) => u32::try_from(*cell).ok()?,
            Some(_) => return None,
        };
        Some((id, cell))
    }
}

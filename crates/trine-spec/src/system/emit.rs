//! Lets the steps of a system say which events happen in them.

use std::collections::BTreeMap;

use trine_property::EventInstrumentation;
use trine_system::{
    Edge, EdgeId, Effect, Expr, Guard, Hold, LocalId, Pattern, Place, Sync, System, Template,
    TemplateId, Type, Variable,
};

use super::happen::fields_of;
use super::matching::{MatchContext, Peek};
use super::names::Fit;
use crate::ast;

/// Events of one moment can come in any order; so many orders of one edge are tried at most.
const MOST_ORDERS: usize = 150;

/// An event and the moments it means.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub name: &'a str,
    pub pattern: &'a ast::Pattern,
}

/// Events of one moment, each with its condition, and when they come: before which effect, and
/// whether not before a received message is kept.
type Group = ((usize, bool), Vec<(u32, Expr)>);

/// Makes the edges that say where the events happen. The numbers of events are their positions,
/// counted from 1. The second result says for each event whether it can happen at all; an error says why
/// they cannot be told.
pub fn instrument(
    world: MatchContext<'_>,
    events: &[Wanted<'_>],
) -> (Result<EventInstrumentation, String>, Vec<bool>) {
    let mut observed = vec![false; events.len()];
    let mut by_edge: BTreeMap<(TemplateId, EdgeId), Vec<Group>> = BTreeMap::new();
    let mut peeks: BTreeMap<(TemplateId, EdgeId), Vec<Peek>> = BTreeMap::new();
    for moment in world.moments {
        let code = &world.system.templates[moment.template];
        // The fields that have to be looked at get locals behind those of the template.
        let first = code.locals.len();
        let peek = |position: usize| Expr::Read(Place::local(LocalId((first + position) as u32)));
        let mut here = Vec::new();
        for (position, event) in events.iter().enumerate() {
            let found = world.fit(event.pattern, moment, &peek);
            if let Fit::When(when) = found.fit {
                observed[position] = true;
                here.push((position as u32 + 1, when));
                if let Some(why) = found.needs.unclear {
                    let message = format!("when `{}` happens cannot be told: {why}", event.name);
                    return (Err(message), observed);
                }
                let known = peeks.entry((moment.template, moment.edge)).or_default();
                known.extend(found.needs.peeks);
            }
        }
        if !here.is_empty() {
            let groups = by_edge.entry((moment.template, moment.edge)).or_default();
            groups.push(((moment.before, moment.what.is_late()), here));
            let most = if has_one_way(code, moment.edge) { 1 } else { MOST_ORDERS };
            if count_orders(groups) > most {
                let all = groups.iter().filter(|(_, here)| here.len() > 1);
                let numbers = all.flat_map(|(_, here)| here).map(|(event, _)| *event as usize);
                let mut names: Vec<&str> = numbers.map(|event| events[event - 1].name).collect();
                names.sort_unstable();
                names.dedup();
                let names = names.join(", ");
                let message = format!("too many events can be one and the same moment: {names}");
                return (Err(message), observed);
            }
        }
    }
    let mut instrumentation = EventInstrumentation {
        events: events.iter().map(|event| event.name.to_string()).collect(),
        ..EventInstrumentation::default()
    };
    for ((template, id), groups) in by_edge {
        let edge = &world.system.templates[template].edges[id];
        let mut looked = peeks.remove(&(template, id)).unwrap_or_default();
        looked.sort_unstable_by_key(|(position, _)| *position);
        looked.dedup_by_key(|(position, _)| *position);
        for (number, orders) in orders(&groups).into_iter().enumerate() {
            let edge = emitting(world.system, template, edge, &orders, &looked);
            instrumentation.edges.push((template, (number == 0).then_some(id), edge));
        }
        add_locals(world.system, template, &looked, &mut instrumentation.locals);
    }
    (Ok(instrumentation), observed)
}

/// Whether only one of several equal edges would be taken: an `else`, or one inside a d_step.
fn has_one_way(template: &Template, edge: EdgeId) -> bool {
    let edge = &template.edges[edge];
    let leads_here = |other: &Edge| other.to == edge.from && other.hold == Hold::DStep;
    edge.guard == Guard::Else || template.edges.iter().any(leads_here)
}

fn count_orders(groups: &[Group]) -> usize {
    let ways = |(_, events): &Group| (1..=events.len()).fold(1usize, usize::saturating_mul);
    groups.iter().map(ways).fold(1, usize::saturating_mul)
}

/// All orders in which the events of the groups can come.
fn orders(groups: &[Group]) -> Vec<Vec<Group>> {
    let mut all: Vec<Vec<Group>> = vec![Vec::new()];
    for (before, events) in groups {
        let ways = permutations(events);
        all = all
            .into_iter()
            .flat_map(|so_far| {
                ways.iter().map(move |way| {
                    let mut longer = so_far.clone();
                    longer.push((*before, way.clone()));
                    longer
                })
            })
            .collect();
    }
    all
}

fn permutations<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.len() < 2 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let mut rest = items.to_vec();
        let item = rest.remove(first);
        for mut way in permutations(&rest) {
            way.insert(0, item.clone());
            all.push(way);
        }
    }
    all
}

/// The edge with its events between its effects, and with the fields it has to look at kept until
/// they were looked at.
fn emitting(
    system: &System,
    template: TemplateId,
    edge: &Edge,
    groups: &[Group],
    looked: &[Peek],
) -> Edge {
    let mut changed = edge.clone();
    changed.effects.clear();
    let locals = system.templates[template].locals.len();
    let scratch = |position: usize| Place::local(LocalId((locals + position) as u32));
    let mut keeping = Vec::new();
    if let Some(Sync::Receive { patterns, .. }) = &mut changed.sync {
        for (position, _) in looked {
            let Some(pattern) = patterns.get_mut(*position) else { continue };
            // What has to match is compared, not kept; it is known without a look.
            if matches!(pattern, Pattern::Match(_)) {
                continue;
            }
            let before = std::mem::replace(pattern, Pattern::Bind(scratch(*position)));
            if let Pattern::Bind(place) = before {
                let value = Expr::Read(scratch(*position));
                keeping.push(Effect::Assign(place, value));
            }
        }
    }
    let emits = |at: (usize, bool)| {
        let here = groups.iter().filter(move |(when, _)| *when == at);
        here.flat_map(|(_, events)| events)
            .map(|(event, when)| Effect::Emit { event: *event, when: when.clone() })
    };
    let fields = fields_of(edge);
    for position in 0..=edge.effects.len() {
        changed.effects.extend(emits((position, false)));
        changed.effects.append(&mut keeping);
        changed.effects.extend(emits((position, true)));
        match edge.effects.get(position) {
            // The index is held, for the event that comes behind.
            Some(Effect::Assign(place, value))
                if looked.iter().any(|(held, _)| *held == fields + position) =>
            {
                let held = scratch(fields + position);
                let index = place.index.as_deref().cloned().unwrap_or(Expr::Const(0));
                changed.effects.push(Effect::Assign(held.clone(), index));
                let place = Place { index: Some(Box::new(Expr::Read(held))), ..place.clone() };
                changed.effects.push(Effect::Assign(place, value.clone()));
            }
            effect => changed.effects.extend(effect.cloned()),
        }
    }
    for (position, _) in looked {
        changed.effects.push(Effect::Assign(scratch(*position), Expr::Const(0)));
    }
    changed
}

/// Makes sure that there are locals up to the last field that is looked at.
fn add_locals(
    system: &System,
    template: TemplateId,
    looked: &[Peek],
    locals: &mut Vec<(TemplateId, Variable)>,
) {
    let have = locals.iter().filter(|(of, _)| *of == template).count();
    let need = looked.last().map_or(0, |(position, _)| position + 1);
    let taken = |name: &str| {
        system.templates[template].locals.iter().any(|variable| variable.name() == name)
    };
    for position in have..need {
        let mut name = format!("field{position}");
        while taken(&name) {
            name.push('_');
        }
        // Fields of all types pass through it, and it is empty between steps.
        locals.push((template, Variable::scalar(name, Type::LONG)));
    }
}

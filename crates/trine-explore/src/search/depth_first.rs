//! Depth-first search: visits all states and checks whatever a finite execution can violate.

use trine_property::{Check, EventTrace};
use trine_verdict::Progress;

use super::goals::{Goals, Place};
use super::walker::{Next, Walker};
use crate::expand::{Alarm, Batch, Node};
use crate::gauge::{Gauge, PACE};
use crate::machine::Machine;
use crate::store::{ON_PATH, Store};
use crate::trace::edges_of;

/// Searches until everything was visited, every property is settled or the budget is spent. Returns
/// how many states were not finished.
pub fn search<M: Machine>(
    walker: &mut Walker<'_, M>,
    store: &mut dyn Store,
    goals: &mut Goals<'_>,
    gauge: &mut Gauge<'_>,
) -> u64 {
    let mut start = Batch::default();
    if let Err(kinds) = walker.expander.initial(&mut start) {
        report_initial_faults(goals, &kinds);
        return 0;
    }
    let (root, _) = store.insert(start.key(0));
    store.set_marks(root, ON_PATH);
    walker.push(start.packed(0), start.entries[0].hidden, root);
    report_state(walker, goals);
    while walker.depth() > 0 && !goals.are_settled() {
        match walker.next() {
            Next::Successor(entry) => {
                let (handle, new) = store.insert(walker.batch.key(entry));
                if !new {
                    if walker.reduce && store.marks(handle) & ON_PATH == 0 {
                        walker.note_progress();
                    }
                    continue;
                }
                walker.note_progress();
                let depth = walker.depth() as u64 + 1;
                if !gauge.allows_depth(depth) {
                    continue;
                }
                store.set_marks(handle, ON_PATH);
                walker.push_entry(entry, handle);
                report_state(walker, goals);
                if !gauge.go_on(depth, || figures(walker, store)) {
                    break;
                }
            }
            Next::Alarms => report_alarms(walker, goals),
            Next::Done { rests } => {
                if rests {
                    report_rest(walker, goals);
                }
                if let Some(handle) = walker.pop() {
                    store.set_marks(handle, store.marks(handle) & !ON_PATH);
                }
            }
        }
    }
    walker.depth() as u64
}

/// What the search holds now, and how many bytes it may have to ask for soon.
pub fn figures<M: Machine>(walker: &Walker<'_, M>, store: &dyn Store) -> (Progress, u64) {
    let progress = Progress {
        states: store.len(),
        transitions: walker.expander.transitions,
        depth: walker.depth() as u64,
        bytes: store.bytes() + walker.bytes(),
    };
    (progress, store.next_growth(u64::from(PACE)) + walker.next_growth())
}

/// The faults of the initial state's making are violations without a step.
pub fn report_initial_faults(goals: &mut Goals<'_>, kinds: &[trine_system::FaultKind]) {
    for kind in kinds {
        goals.found(&Place::Alarm(Alarm::InitialFault(*kind)), Some(Vec::new()));
    }
}

fn report_alarms<M: Machine>(walker: &mut Walker<'_, M>, goals: &mut Goals<'_>) {
    for (alarm, _) in std::mem::take(&mut walker.batch.alarms) {
        let place = Place::Alarm(alarm);
        if goals.want(&place) {
            let path = walker.path();
            goals.found(&place, path.moves_to_alarm(&mut walker.expander, &alarm));
        }
    }
}

/// What the state that was just reached violates by itself.
fn report_state<M: Machine>(walker: &mut Walker<'_, M>, goals: &mut Goals<'_>) {
    if !looks_at_states(goals) {
        return;
    }
    walker.node();
    let places = violations_in(&walker.expander.machine, goals, walker.loaded_node());
    for place in places {
        if goals.want(&place) {
            let path = walker.path();
            let moves = path.moves(&mut walker.expander);
            goals.found(&place, moves.map(|(moves, _)| moves));
        }
    }
}

/// Whether some check asks for every state.
pub fn looks_at_states(goals: &Goals<'_>) -> bool {
    goals.have_threads() && goals.seeks(Check::Deadlock) || goals.seeks(Check::DataRace)
}

/// What a state violates by itself.
pub fn violations_in<M: Machine>(
    machine: &M,
    goals: &Goals<'_>,
    node: &Node<M::State>,
) -> Vec<Place> {
    let mut places = Vec::new();
    if goals.have_threads() && goals.seeks(Check::Deadlock) {
        let circle = machine.circle(&node.state);
        if !circle.is_empty() {
            let locations = machine.locations(&node.state);
            places.push(Place::Circle(circle.iter().map(|at| locations[*at as usize]).collect()));
        }
    }
    if goals.seeks(Check::DataRace) {
        let template = |process: usize| machine.template(&node.state, process as u32);
        let races = machine.races(&node.state);
        places.extend(races.iter().map(|race| Place::Race(edges_of(race, template))));
    }
    places
}

fn report_rest<M: Machine>(walker: &mut Walker<'_, M>, goals: &mut Goals<'_>) {
    let places = rest_places(walker);
    for place in places {
        if goals.want(&place) {
            let path = walker.path();
            let moves = path.moves(&mut walker.expander);
            goals.found(&place, moves.map(|(moves, _)| moves));
        }
    }
}

fn rest_places<M: Machine>(walker: &mut Walker<'_, M>) -> Vec<Place> {
    let node = walker.node().clone();
    violations_at_rest(&walker.expander.machine, walker.expander.events(), &node)
}

/// What the system violates by resting in a state.
pub fn violations_at_rest<M: Machine>(
    machine: &M,
    events: &[&EventTrace],
    node: &Node<M::State>,
) -> Vec<Place> {
    let mut places = Vec::new();
    if machine.is_invalid_end(&node.state) {
        places.push(Place::Deadlock(machine.locations(&node.state)));
    }
    if machine.is_waiting_forever(&node.state) {
        places.push(Place::WaitForever(machine.locations(&node.state)));
    }
    let left = machine.processes(&node.state) > 0;
    for (number, trace) in events.iter().enumerate() {
        if let Some(at) = node.events[number].state()
            && left
            && !trace.negated
        {
            let stopped = &trace.states[at];
            if !stopped.end && !stopped.final_ {
                places.push(Place::OpenEvents(number));
            }
        }
    }
    places
}

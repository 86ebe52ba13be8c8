//! Constraints: which parts of the state an analysis follows. What is not followed is taken to be
//! anything, so that more constraints only rule out more paths.

use trine_system::interpret::Cell;
use trine_system::{Effect, EntryRef, Expr, Guard, MonitorRef, Sync, Type};
use trine_verdict::Followed;

use crate::system_facts::SystemFacts;

/// A part of the state that an analysis tracks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constraint {
    /// Where a process is.
    Task(u32),
    /// What a variable holds.
    Variable(Cell),
    /// The holder of a monitor.
    Monitor(u32),
    /// The processes that wait at a monitor, and those that were told to go on.
    Wait(u32),
    /// Whether a process was started: it begins only then.
    Start(u32),
    /// Whether a process was started and has ended: joins pass only before and after.
    Join(u32),
    /// How far the call of a process is, with what goes over and what comes back.
    Call(u32),
}

impl From<Constraint> for Followed {
    fn from(constraint: Constraint) -> Followed {
        match constraint {
            Constraint::Task(process) => Followed::Task(process),
            Constraint::Variable(cell) => Followed::Variable(cell),
            Constraint::Monitor(monitor) => Followed::Monitor(monitor),
            Constraint::Wait(monitor) => Followed::Wait(monitor),
            Constraint::Start(process) => Followed::Start(process),
            Constraint::Join(process) => Followed::Join(process),
            Constraint::Call(process) => Followed::Call(process),
        }
    }
}

impl Constraint {
    /// As `--constraints` and reports name it.
    pub fn name(self, facts: &SystemFacts<'_>) -> String {
        match self {
            Constraint::Task(process) => format!("task {}", facts.process_name(process)),
            Constraint::Variable(cell) => format!("variable {}", facts.cell_name(cell)),
            Constraint::Monitor(monitor) => format!("monitor {}", facts.monitor_name(monitor)),
            Constraint::Wait(monitor) => format!("wait {}", facts.monitor_name(monitor)),
            Constraint::Start(process) => format!("start {}", facts.process_name(process)),
            Constraint::Join(process) => format!("join {}", facts.process_name(process)),
            Constraint::Call(process) => format!("call {}", facts.process_name(process)),
        }
    }

    /// How many states it adds, roughly: what is cheap is tried first.
    pub fn cost(self, facts: &SystemFacts<'_>) -> usize {
        match self {
            Constraint::Start(_) => 2,
            Constraint::Monitor(_) | Constraint::Join(_) => 3,
            Constraint::Variable(cell) => match facts.cell_type(cell) {
                Type::Bool => 3,
                Type::Enum(_) => 6,
                _ => 8,
            },
            Constraint::Wait(_) | Constraint::Call(_) => 9,
            Constraint::Task(process) => 4 + facts.template(process).locations.len() / 8,
        }
    }

    /// Whether an edge of a process can change or depend on what this follows. The place of a process
    /// is followed from one visible edge to the next and makes none visible itself.
    pub fn sees(self, facts: &SystemFacts<'_>, process: u32, edge: &trine_system::Edge) -> bool {
        let is = |monitor: &MonitorRef, number| facts.monitors(process, monitor).contains(&number);
        let may_be = |expr: &Expr, wanted: u32| {
            facts.constant(process, expr).is_none_or(|known| known == i64::from(wanted))
        };
        match self {
            Constraint::Task(_) => false,
            Constraint::Variable(cell) => {
                let mut touched = false;
                edge.visit_writes(&mut |place| {
                    touched |= facts.cells(Some(process), place).contains(&cell);
                });
                touched
                    || asks(edge, &|expr| match expr {
                        Expr::Read(place) => facts.cells(Some(process), place).contains(&cell),
                        _ => false,
                    })
            }
            Constraint::Monitor(number) | Constraint::Wait(number) => {
                let sync = edge.sync.as_ref();
                let of = match self {
                    Constraint::Monitor(_) => sync.and_then(Sync::locks),
                    _ => sync.and_then(Sync::waits),
                };
                of.is_some_and(|of| is(of, number))
                    || asks(edge, &|expr| matches!(expr, Expr::Monitor(_, of) if is(of, number)))
            }
            Constraint::Start(wanted) => match &edge.sync {
                Some(Sync::Start(target)) => may_be(target, wanted),
                Some(Sync::Begin) => process == wanted,
                _ => asks(edge, &|expr| match expr {
                    Expr::Started(of) => may_be(of, wanted),
                    _ => false,
                }),
            },
            Constraint::Call(caller) => {
                let entries = &facts.entries;
                let calls = |of: &EntryRef| {
                    let mut meant = entries.meant(facts, process, of);
                    meant.any(|one| entries.callers(one).contains(&caller))
                };
                let acts = match &edge.sync {
                    Some(Sync::Call { .. } | Sync::Withdraw(_) | Sync::Return { .. }) => {
                        process == caller
                    }
                    Some(Sync::Accept { entry, .. }) => calls(entry),
                    Some(Sync::Complete { .. }) => entries.clients(process).contains(&caller),
                    _ => false,
                };
                acts || asks(edge, &|expr| match expr {
                    Expr::Waiting(entry, index) => {
                        let index = index.as_deref().cloned();
                        calls(&EntryRef { entry: *entry, index })
                    }
                    _ => false,
                })
            }
            Constraint::Join(wanted) => match &edge.sync {
                Some(Sync::Start(target) | Sync::Join(target)) => may_be(target, wanted),
                _ if process == wanted && ends(facts, process, edge) => true,
                _ => asks(edge, &|expr| match expr {
                    Expr::Started(of) | Expr::Ended(of) => may_be(of, wanted),
                    _ => false,
                }),
            },
        }
    }
}

/// Whether the process has ended after this edge.
pub fn ends(facts: &SystemFacts<'_>, process: u32, edge: &trine_system::Edge) -> bool {
    edge.sync == Some(Sync::End) || facts.template(process).locations[edge.to].final_
}

/// Whether an edge asks such a thing where the answer matters: in its guard, in the condition of an
/// event, or in the guards that its `else` is the opposite of.
fn asks(edge: &trine_system::Edge, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| expr.visit(&mut |part| found |= wanted(part));
    if let Guard::When(guard) = &edge.guard {
        look(guard);
    }
    for effect in &edge.effects {
        if let Effect::Emit { when, .. } = effect {
            look(when);
        }
    }
    found
}

/// Everything that edges of these processes depend on.
pub fn candidates(facts: &SystemFacts<'_>, processes: &[u32]) -> Vec<Constraint> {
    let mut found: std::collections::BTreeSet<Constraint> = Default::default();
    for &process in processes {
        found.insert(Constraint::Task(process));
        for edge in &facts.template(process).edges {
            candidates_of(facts, process, edge, &mut found);
        }
    }
    found.into_iter().collect()
}

fn candidates_of(
    facts: &SystemFacts<'_>,
    process: u32,
    edge: &trine_system::Edge,
    found: &mut std::collections::BTreeSet<Constraint>,
) {
    let mut asked = |expr: &Expr| {
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                let cells = facts.cells(Some(process), place);
                // Of a whole array it is not known which cell counts.
                if cells.len() <= 8 {
                    let open = cells.into_iter().filter(|cell| facts.fixed(*cell).is_none());
                    found.extend(open.map(Constraint::Variable));
                }
            }
        });
    };
    if let Guard::When(guard) = &edge.guard {
        asked(guard);
    }
    for effect in &edge.effects {
        match effect {
            Effect::Emit { when, .. } => asked(when),
            // What a variable gets from another one is known where the other is.
            Effect::Assign(_, value) => asked(value),
            _ => {}
        }
    }
    // What goes over at an entry is known where it comes from.
    if let Some(Sync::Call { arguments: values, .. } | Sync::Complete { results: values, .. }) =
        &edge.sync
    {
        values.iter().for_each(&mut asked);
    }
    match &edge.sync {
        Some(Sync::Enter(monitor)) => {
            found.extend(facts.monitor(process, monitor).map(Constraint::Monitor));
        }
        Some(Sync::Waiting(monitor)) => {
            found.extend(facts.monitor(process, monitor).map(Constraint::Wait));
        }
        Some(Sync::Return { .. }) => {
            found.insert(Constraint::Call(process));
        }
        Some(Sync::Begin) => {
            found.insert(Constraint::Start(process));
        }
        Some(Sync::Join(target)) => {
            let target = facts.constant(process, target).and_then(|n| u32::try_from(n).ok());
            let known = target.filter(|target| facts.processes().contains(target));
            found.extend(known.map(Constraint::Join));
        }
        _ => {}
    }
}

/// Constraints that make sense together: a variable that some processes depend on, those that its value
/// goes through in processes that touch it, the monitors that are held there, and where they are.
pub fn groups(
    facts: &SystemFacts<'_>,
    parallel: &crate::parallel::Parallel<'_, '_>,
    processes: &[u32],
    touching: &[u32],
) -> Vec<Vec<Constraint>> {
    let mut groups: Vec<Vec<Constraint>> = Vec::new();
    let flows = flows(facts, touching);
    for candidate in candidates(facts, processes) {
        let Constraint::Variable(cell) = candidate else { continue };
        let mut cells = std::collections::BTreeSet::from([cell]);
        // What it is given, and what is given it, a few steps far.
        for _ in 0..3 {
            let near = flows.iter().filter(|(one, two)| cells.contains(one) || cells.contains(two));
            let near: Vec<Cell> = near.flat_map(|(one, two)| [*one, *two]).collect();
            cells.extend(near);
        }
        cells.retain(|cell| facts.fixed(*cell).is_none());
        if cells.len() > MOST_TOGETHER {
            continue;
        }
        let mut group: std::collections::BTreeSet<Constraint> =
            cells.iter().copied().map(Constraint::Variable).collect();
        for &process in processes {
            for edge in &facts.template(process).edges {
                let touches =
                    cells.iter().any(|cell| Constraint::Variable(*cell).sees(facts, process, edge));
                if touches && let Some(held) = parallel.held(process, edge.from) {
                    group.extend(held.surely().map(Constraint::Monitor));
                    group.insert(Constraint::Task(process));
                }
            }
        }
        let group: Vec<Constraint> = group.into_iter().collect();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| group.iter().map(|one| one.cost(facts)).sum::<usize>());
    groups
}

/// So many callers of one process are followed together.
const MOST_CALLERS: usize = 6;

/// Constraints about meetings: a process that accepts, with all that call it, where these processes are among
/// them; first those that the path goes through, then what is handed over, too.
pub fn meetings(facts: &SystemFacts<'_>, processes: &[u32]) -> Vec<Vec<Constraint>> {
    let entries = &facts.entries;
    let mut groups: Vec<Vec<Constraint>> = Vec::new();
    let mut add = |group: std::collections::BTreeSet<Constraint>| {
        let group: Vec<Constraint> = group.into_iter().collect();
        if !group.is_empty() && !groups.contains(&group) {
            groups.push(group);
        }
    };
    for acceptor in facts.processes() {
        let clients = entries.clients(acceptor);
        let near = processes.contains(&acceptor) || clients.iter().any(|c| processes.contains(c));
        if clients.is_empty() || clients.len() > MOST_CALLERS || !near {
            continue;
        }
        let own = |client: &&u32| processes.contains(client);
        let both = |client: &u32| [Constraint::Task(*client), Constraint::Call(*client)];
        let task = [Constraint::Task(acceptor)];
        let some = clients.iter().filter(own).flat_map(both);
        add(task.into_iter().chain(some).collect());
        let all: std::collections::BTreeSet<Constraint> =
            task.into_iter().chain(clients.iter().flat_map(both)).collect();
        add(all.clone());
        let mut cells = std::collections::BTreeSet::new();
        for edge in &facts.template(acceptor).edges {
            if let Some(Sync::Accept { parameters, .. }) = &edge.sync {
                let places = parameters.iter();
                cells.extend(places.flat_map(|place| facts.cells(Some(acceptor), place)));
            }
        }
        // Where what is handed over comes from, in processes that the path goes through.
        for client in clients.iter().filter(own) {
            for edge in &facts.template(*client).edges {
                let Some(Sync::Call { entry, arguments }) = &edge.sync else { continue };
                let mut meant = entries.meant(facts, *client, entry);
                if !meant.any(|one| entries.acceptors(one).contains(&acceptor)) {
                    continue;
                }
                for argument in arguments {
                    argument.visit(&mut |part| {
                        if let Expr::Read(place) = part {
                            cells.extend(facts.cells(Some(*client), place));
                        }
                    });
                }
            }
        }
        cells.retain(|cell| facts.fixed(*cell).is_none());
        if cells.len() <= MOST_TOGETHER {
            add(all.into_iter().chain(cells.into_iter().map(Constraint::Variable)).collect());
        }
    }
    groups.sort_by_key(|group| group.iter().map(|one| one.cost(facts)).sum::<usize>());
    groups
}

const MOST_TOGETHER: usize = 24;

/// Which variables are given to which, in the code of these processes.
fn flows(facts: &SystemFacts<'_>, processes: &[u32]) -> Vec<(Cell, Cell)> {
    let mut found = Vec::new();
    for &process in processes {
        for effect in facts.template(process).edges.iter().flat_map(|edge| &edge.effects) {
            let Effect::Assign(place, value) = effect else { continue };
            let to = facts.cells(Some(process), place);
            value.visit(&mut |part| {
                let Expr::Read(place) = part else { return };
                let from = facts.cells(Some(process), place);
                if let ([from], [to]) = (&from[..], &to[..]) {
                    found.push((*from, *to));
                }
            });
        }
    }
    found
}

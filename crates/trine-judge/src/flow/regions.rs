//! What a proof says of locations, and the check that it is true: at the start of each process, and after
//! every edge if it was true before. Only the process itself takes or gives up its locks; only one that
//! no other process starts can be known not to have been; and a process that has ended stays so.

use std::collections::HashMap;

use trine_system::{Edge, LocationId, Sync};
use trine_verdict::{Depth, FlowCertificate, MANY, Region};

use super::facts::Facts;

/// What a proof says of locations.
pub struct Regions {
    known: HashMap<(u32, LocationId), Region>,
    nothing: Region,
}

impl Regions {
    /// What a certificate says of each location.
    pub fn new(_facts: &Facts<'_>, proof: &FlowCertificate) -> Regions {
        let entry = |region: &Region| ((region.process, region.location), region.clone());
        let nothing = Region {
            process: 0,
            location: LocationId(0),
            held: Vec::new(),
            waits: Vec::new(),
            unborn: Vec::new(),
            started: Vec::new(),
            ended: Vec::new(),
        };
        Regions { known: proof.regions.iter().map(entry).collect(), nothing }
    }

    /// What is said of a location; where nothing is said, that nothing is held.
    pub fn at(&self, process: u32, location: LocationId) -> &Region {
        self.known.get(&(process, location)).unwrap_or(&self.nothing)
    }

    /// Whether everything that is said is true.
    pub fn check(&self, facts: &Facts<'_>) -> Result<(), String> {
        let mut processes: Vec<u32> = self.known.keys().map(|(process, _)| *process).collect();
        processes.sort_unstable();
        processes.dedup();
        for process in processes {
            if !facts.processes().contains(&process) {
                return Err("it speaks of a process that is not there".to_string());
            }
            let entry = self.at(process, facts.entry(process));
            let holds = entry.held.iter().any(|depth| depth.least > 0);
            if holds || !entry.waits.is_empty() || !entry.started.is_empty() {
                return Err("a process does not begin as it says".to_string());
            }
            for other in &entry.unborn {
                if !only_starter(facts, process, *other) {
                    return Err("another process can start what it says is not started".to_string());
                }
            }
            for other in &entry.ended {
                if !self.ended_before(facts, process, *other) {
                    return Err("a process need not have ended when it says so".to_string());
                }
            }
            for (_, edge) in facts.template(process).edges.enumerate() {
                // Where code cannot lead, anything may be said; nothing is said there.
                if !self.known.contains_key(&(process, edge.from)) {
                    continue;
                }
                if !self.holds_after(facts, process, edge) {
                    return Err("what it says of a location does not stay true".to_string());
                }
            }
        }
        // Code leads from what is told to what is told.
        for (process, location) in self.known.keys() {
            for id in facts.outgoing(*process, *location) {
                let to = facts.edge(*process, id).to;
                if !self.known.contains_key(&(*process, to)) {
                    return Err("it is silent about a location that code leads to".to_string());
                }
            }
        }
        Ok(())
    }

    /// Whether what is said of where an edge leads follows from what is said of where it begins.
    fn holds_after(&self, facts: &Facts<'_>, process: u32, edge: &Edge) -> bool {
        let (before, after) = (self.at(process, edge.from), self.at(process, edge.to));
        let meant = |of| facts.monitors(process, of);
        let held = |monitor: u32| -> (u8, u8) {
            let (least, most) = find(&before.held, monitor);
            match &edge.sync {
                Some(Sync::Enter(of)) if meant(of).contains(&monitor) => {
                    let sure = meant(of).len() == 1;
                    (least + u8::from(sure && least < MANY - 1), (most + 1).min(MANY))
                }
                Some(Sync::Exit(of)) if meant(of).contains(&monitor) => {
                    let less = meant(of).len() == 1 && most < MANY;
                    (least.saturating_sub(1), most.saturating_sub(u8::from(less)))
                }
                Some(Sync::Wait(of)) if meant(of).contains(&monitor) => match meant(of).len() {
                    1 => (0, 0),
                    _ => (0, most),
                },
                Some(Sync::Notified(of)) if meant(of).contains(&monitor) => {
                    let waits = before.waits.iter().any(|depth| depth.monitor == monitor);
                    match meant(of).len() == 1 && waits {
                        true => find(&before.waits, monitor),
                        false => (0, MANY),
                    }
                }
                _ => (least, most),
            }
        };
        let waits = |monitor: u32| -> Option<(u8, u8)> {
            match &edge.sync {
                Some(Sync::Wait(of)) if meant(of) == (monitor..monitor + 1) => {
                    let (least, most) = find(&before.held, monitor);
                    Some((least.max(1), most.max(1)))
                }
                Some(Sync::Notified(of)) if meant(of).contains(&monitor) => None,
                _ => before
                    .waits
                    .iter()
                    .any(|depth| depth.monitor == monitor)
                    .then(|| find(&before.waits, monitor)),
            }
        };
        let within = |inner: (u8, u8), outer: (u8, u8)| inner.0 >= outer.0 && inner.1 <= outer.1;
        let mut monitors: Vec<u32> =
            before.held.iter().chain(&after.held).map(|depth| depth.monitor).collect();
        if let Some(Sync::Enter(of) | Sync::Notified(of)) = &edge.sync {
            monitors.extend(meant(of));
        }
        let target = |of| facts.constant(process, of);
        let starts = |other: u32| match &edge.sync {
            Some(Sync::Start(of)) => target(of).is_none_or(|known| known == i64::from(other)),
            _ => false,
        };
        let surely_starts = |other: u32| match &edge.sync {
            Some(Sync::Start(of)) => target(of) == Some(i64::from(other)),
            _ => false,
        };
        let joins = |other: u32| match &edge.sync {
            Some(Sync::Join(of)) => target(of) == Some(i64::from(other)),
            _ => false,
        };
        monitors.iter().all(|one| within(held(*one), find(&after.held, *one)))
            && after.waits.iter().all(|depth| {
                let told = (depth.least, depth.most);
                waits(depth.monitor).is_some_and(|known| within(known, told))
            })
            && after.unborn.iter().all(|other| before.unborn.contains(other) && !starts(*other))
            && after.started.iter().all(|other| {
                before.started.contains(other)
                    || surely_starts(*other) && only_starter(facts, process, *other)
            })
            && after.ended.iter().all(|other| {
                // A join passes for a process that was never started.
                before.ended.contains(other) || joins(*other) && before.started.contains(other)
            })
    }

    /// Whether a process surely has ended when another begins: the process that starts that one knows it.
    fn ended_before(&self, facts: &Facts<'_>, process: u32, other: u32) -> bool {
        let begins =
            facts.template(process).edges.iter().any(|edge| edge.sync == Some(Sync::Begin));
        let mut starts = 0;
        let known = facts.processes().all(|starter| {
            facts.template(starter).edges.iter().all(|edge| match &edge.sync {
                Some(Sync::Start(of)) => {
                    let target = facts.constant(starter, of);
                    let may = target.is_none_or(|target| target == i64::from(process));
                    starts += u32::from(may);
                    !may || self.at(starter, edge.from).ended.contains(&other)
                }
                _ => true,
            })
        });
        begins && known && starts > 0
    }

    /// Whether two processes can be at two locations at the same time.
    pub fn may(&self, one: (u32, LocationId), two: (u32, LocationId), facts: &Facts<'_>) -> bool {
        let (here, there) = (self.at(one.0, one.1), self.at(two.0, two.1));
        let both = |one: &Depth| one.least > 0 && find(&there.held, one.monitor).0 > 0;
        let allows = |known: &Region, (process, at): (u32, LocationId)| {
            let early = known.unborn.contains(&process) && began(facts, process, at);
            let late = known.ended.contains(&process) && !facts.is_over(process, at);
            !early && !late
        };
        !here.held.iter().any(both) && allows(here, two) && allows(there, one)
    }
}

/// How often a monitor is held.
pub fn find(list: &[Depth], monitor: u32) -> (u8, u8) {
    let known = list.iter().find(|depth| depth.monitor == monitor);
    known.map_or((0, 0), |depth| (depth.least, depth.most))
}

/// Whether a process at a location is surely past its `Begin`.
fn began(facts: &Facts<'_>, process: u32, at: LocationId) -> bool {
    let mut found = vec![facts.entry(process)];
    let mut next = 0;
    while next < found.len() {
        for id in facts.outgoing(process, found[next]) {
            let edge = facts.edge(process, id);
            if edge.sync != Some(Sync::Begin) && !found.contains(&edge.to) {
                found.push(edge.to);
            }
        }
        next += 1;
    }
    !found.contains(&at)
}

/// Whether no other process can start one, which has to be started.
fn only_starter(facts: &Facts<'_>, process: u32, other: u32) -> bool {
    let begins = facts.template(other).edges.iter().any(|edge| edge.sync == Some(Sync::Begin));
    begins
        && facts.processes().filter(|starter| *starter != process).all(|starter| {
            facts.template(starter).edges.iter().all(|edge| match &edge.sync {
                Some(Sync::Start(of)) => {
                    facts.constant(starter, of).is_some_and(|target| target != i64::from(other))
                }
                _ => true,
            })
        })
}

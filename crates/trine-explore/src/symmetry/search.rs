//! Candidate automorphisms: guesses renamings, to be verified.
//!
//! A guess starts with one process that becomes another of the same make. What their code says must
//! become what then leaves little choice for the others: in a ring, none. A process that need not move
//! stays.

use trine_base::Id;
use trine_system::{Effect, Guard, ProcessDecl, Sync, System};

use super::compare::Comparison;
use super::correspondence::{Correspondence, Entity};

/// So many edges are compared in all guesses together.
const MOST_EDGES: usize = 500_000;
/// Of more processes of one make than this, not all pairs are looked at: exchanges of neighbours lead to
/// all orders, too.
const LARGEST_CLASS: usize = 16;
/// So many pairs are, then, the nearest first.
const MOST_PAIRS: usize = super::MOST_AUTOMORPHISMS;
/// So many edges there may be in all code together.
const LARGEST_SYSTEM: usize = 50_000;

/// Whether there are any two processes that look alike, in a system that is not too large to look closer.
pub fn is_promising(system: &System) -> bool {
    let edges = |process: &ProcessDecl| system.templates[process.template].edges.len();
    let all: usize = system.processes.iter().map(edges).sum();
    all <= LARGEST_SYSTEM && classes(system).iter().any(|class| class.len() > 1)
}

/// The guesses, each with what it says of things.
pub fn guesses(comparison: &Comparison<'_>) -> Vec<Correspondence> {
    let classes = classes(comparison.system);
    let mut search = Search { comparison, classes: &classes, left: MOST_EDGES };
    let mut found: Vec<Correspondence> = Vec::new();
    for (first, second) in classes.iter().flat_map(|class| pairs(class)) {
        let mut names = Correspondence::default();
        if search.lay(first, second, &mut names)
            && let Some(guess) = search.complete(names, first, second)
            && !found.iter().any(|known| known.becomes == guess.becomes)
        {
            found.push(guess);
        }
    }
    found
}

/// The pairs of processes of one make that a guess may start with.
fn pairs(class: &[u32]) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(usize, usize)> = (0..class.len())
        .flat_map(|first| (first + 1..class.len()).map(move |second| (first, second)))
        .collect();
    if class.len() > LARGEST_CLASS {
        pairs.sort_by_key(|(first, second)| second - first);
        pairs.truncate(MOST_PAIRS);
    }
    pairs.into_iter().map(|(first, second)| (class[first], class[second])).collect()
}

struct Search<'a, 's> {
    comparison: &'a Comparison<'s>,
    classes: &'a [Vec<u32>],
    /// How many edges may still be compared.
    left: usize,
}

impl Search<'_, '_> {
    fn lay(&mut self, from: u32, to: u32, names: &mut Correspondence) -> bool {
        let edges = self.comparison.template(from).edges.len();
        let affordable = edges < self.left;
        self.left = self.left.saturating_sub(edges);
        affordable && self.comparison.lay(from, to, names).is_some()
    }

    /// Finds a place for every process that has none yet, given that `first` becomes `second`.
    fn complete(
        &mut self,
        names: Correspondence,
        first: u32,
        second: u32,
    ) -> Option<Correspondence> {
        let movable = self.classes.iter().filter(|class| class.len() > 1).flatten();
        let mut open: Vec<u32> = movable.copied().filter(|process| *process != first).collect();
        open.sort_unstable();
        // Those whose place is known tell most of the others.
        let known = |process: &u32| names.get(Entity::Process(*process)).is_none();
        open.sort_by_key(known);
        self.place(names, &open, first, second)
    }

    fn place(
        &mut self,
        names: Correspondence,
        open: &[u32],
        first: u32,
        second: u32,
    ) -> Option<Correspondence> {
        let Some((process, rest)) = open.split_first() else { return Some(names) };
        let class = self.classes.iter().find(|class| class.contains(process))?;
        let mut candidates: Vec<u32> = match names.get(Entity::Process(*process)) {
            Some(Entity::Process(to)) => vec![to],
            _ => {
                let free = |to: &u32| !names.is_taken(Entity::Process(*to));
                class.iter().copied().filter(free).collect()
            }
        };
        // A process that need not move stays; an exchange is tried before anything longer.
        candidates.sort_by_key(|to| match () {
            () if to == process => 0,
            () if *process == second && *to == first => 1,
            () => 2,
        });
        for to in candidates {
            if !class.contains(&to) {
                continue;
            }
            let mut tried = names.clone();
            if self.lay(*process, to, &mut tried)
                && let Some(found) = self.place(tried, rest, first, second)
            {
                return Some(found);
            }
        }
        None
    }
}

/// The processes whose code looks the same from afar, together.
fn classes(system: &System) -> Vec<Vec<u32>> {
    let mut classes: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for (process, number) in system.processes.iter().zip(0..) {
        let look = look(system, process.template.index());
        match classes.iter_mut().find(|(known, _)| *known == look) {
            Some((_, members)) => members.push(number),
            None => classes.push((look, vec![number])),
        }
    }
    classes.into_iter().map(|(_, members)| members).collect()
}

/// How many locations and edges there are, and of what kind.
fn look(system: &System, template: usize) -> Vec<u32> {
    let template = &system.templates.as_slice()[template];
    let mut look = vec![template.locations.len() as u32, template.edges.len() as u32];
    for edge in &template.edges {
        let sync = match &edge.sync {
            None => 0,
            Some(Sync::Send { .. }) => 1,
            Some(Sync::Receive { .. }) => 2,
            Some(Sync::Enter(_)) => 3,
            Some(Sync::Exit(_)) => 4,
            Some(Sync::Wait(_)) => 5,
            Some(Sync::Start(_)) => 6,
            Some(Sync::Join(_)) => 7,
            Some(Sync::Call { .. }) => 8,
            Some(Sync::Accept { .. }) => 9,
            Some(_) => 10,
        };
        let guard = match edge.guard {
            Guard::Always => 0,
            Guard::When(_) => 1,
            Guard::Else => 2,
        };
        let assigns = edge.effects.iter().filter(|one| matches!(one, Effect::Assign(..))).count();
        look.push(sync * 1000 + guard * 100 + assigns as u32);
    }
    look.sort_unstable();
    look
}

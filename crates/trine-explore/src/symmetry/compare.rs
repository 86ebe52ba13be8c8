//! Graph matching of code: lays the code of one process on that of another and notes what corresponds.

use std::collections::{BTreeMap, VecDeque};

use trine_base::Id;
use trine_system::{Expr, LocationId, Place, Root, System, Template, Variable};

use super::correspondence::{Correspondence, Entity};
use super::pair::Pair;
use super::permutation::CodeMap;
use super::specialize::Special;

/// Where things lie, and the code that is compared.
pub struct Comparison<'s> {
    pub system: &'s System,
    pub special: &'s [Special],
    pub cells: Vec<u32>,
    pub monitors: Vec<u32>,
    pub entries: Vec<u32>,
    /// For each global, whether a process writes it.
    pub written: Vec<bool>,
}

impl<'s> Comparison<'s> {
    /// Numbers the cells, monitors and entries of the system, and finds the globals that processes write.
    pub fn new(system: &'s System, special: &'s [Special]) -> Comparison<'s> {
        let mut written = vec![false; system.globals.len()];
        for edge in system.templates.iter().flat_map(|template| &template.edges) {
            edge.visit_writes(&mut |place| {
                if let Root::Global(id) = place.root {
                    written[id.index()] = true;
                }
            });
        }
        Comparison {
            system,
            special,
            cells: starts(system.globals.iter().map(Variable::cells)),
            monitors: starts(system.monitors.iter().map(|monitor| monitor.count)),
            entries: starts(system.entries.iter().map(|entry| entry.count)),
            written,
        }
    }

    /// The code of a process.
    pub fn template(&self, process: u32) -> &'s Template {
        &self.system.templates[self.system.processes[process as usize].template]
    }

    /// Lays all that a process can do on what another one can do, from the start.
    pub fn lay(&self, from: u32, to: u32, names: &mut Correspondence) -> Option<CodeMap> {
        let templates = [self.template(from), self.template(to)];
        let [one, two] = templates;
        let alike = one.daemon == two.daemon
            && self.system.processes[from as usize].priority
                == self.system.processes[to as usize].priority
            && names.note(Entity::Process(from), Entity::Process(to));
        if !alike {
            return None;
        }
        let (mut locals, mut locals_back) = (BTreeMap::new(), BTreeMap::new());
        let mut pair = Pair {
            with: self,
            names,
            templates,
            locals: &mut locals,
            locals_back: &mut locals_back,
            same: false,
        };
        let special = [&self.special[from as usize], &self.special[to as usize]];
        let provided = match (&special[0].provided, &special[1].provided) {
            (None, None) => true,
            (Some(one), Some(two)) => pair.data(one, two),
            _ => false,
        };
        if !provided {
            return None;
        }
        let outgoing = templates.map(Template::outgoing);
        let mut locations = BTreeMap::from([(one.entry, two.entry)]);
        let mut back = BTreeMap::from([(two.entry, one.entry)]);
        let mut open = VecDeque::from([(one.entry, two.entry)]);
        while let Some((at, there)) = open.pop_front() {
            let (edges, others) = (&outgoing[0][at], &outgoing[1][there]);
            let flags = |template: &Template, at: LocationId| {
                let one = &template.locations[at];
                (one.final_, one.end, one.progress, one.accept)
            };
            if flags(one, at) != flags(two, there) || edges.len() != others.len() {
                return None;
            }
            for (edge, other) in edges.iter().zip(others) {
                let edge = &special[0].edges[edge.index()];
                let other = &special[1].edges[other.index()];
                if !pair.edge(edge, other) {
                    return None;
                }
                match (locations.get(&edge.to), back.get(&other.to)) {
                    (None, None) => {
                        locations.insert(edge.to, other.to);
                        back.insert(other.to, edge.to);
                        open.push_back((edge.to, other.to));
                    }
                    (Some(to), Some(from)) if *to == other.to && *from == edge.to => {}
                    _ => return None,
                }
            }
        }
        // A process that has code for calls and answers counts also where it is never reached.
        let whole = |template: &Template, met: usize| met == template.locations.len();
        let reached = whole(one, locations.len()) && whole(two, locations.len());
        (reached || self.system.entries.is_empty()).then_some(CodeMap { locations, locals })
    }

    /// For each location of a process, whether everything that it can do from there stays what it is;
    /// `waits`: whether a location may be taken to, given that the one after it may.
    pub fn stays(
        &self,
        process: u32,
        names: &mut Correspondence,
        waits: &dyn Fn(LocationId) -> Option<LocationId>,
    ) -> Vec<bool> {
        let template = self.template(process);
        let special = &self.special[process as usize];
        let (mut locals, mut locals_back) = (BTreeMap::new(), BTreeMap::new());
        let mut pair = Pair {
            with: self,
            names,
            templates: [template, template],
            locals: &mut locals,
            locals_back: &mut locals_back,
            same: true,
        };
        let nowhere = vec![false; template.locations.len()];
        let holds = special.provided.as_ref().is_none_or(|provided| pair.data(provided, provided));
        if !holds || !pair.keeps_entries(special) {
            return nowhere;
        }
        let outgoing = template.outgoing();
        let mut alike = |at: LocationId| {
            let edges = || outgoing[at].iter().map(|edge| &special.edges[edge.index()]);
            edges().all(|edge| pair.edge(edge, edge))
        };
        let mut stays: Vec<bool> =
            template.locations.ids().map(|at| waits(at).is_some() || alike(at)).collect();
        loop {
            let mut changed = false;
            for at in template.locations.ids() {
                if !stays[at.index()] {
                    continue;
                }
                let next = match waits(at) {
                    Some(after) => stays[after.index()],
                    None => outgoing[at].iter().all(|edge| stays[template.edges[*edge].to.index()]),
                };
                if !next {
                    stays[at.index()] = false;
                    changed = true;
                }
            }
            if !changed {
                return stays;
            }
        }
    }

    /// Where the cell that a place names starts counting, and which one it is, if that is known.
    pub fn cell(&self, place: &Place) -> Option<(u32, u32)> {
        let Root::Global(id) = place.root else { return None };
        let cells = self.system.globals[id].cells();
        let at = match place.index.as_deref() {
            None => 0,
            Some(Expr::Const(at)) => u32::try_from(*at).ok().filter(|at| *at < cells)?,
            Some(_) => return None,
        };
        Some((self.cells[id.index()], at))
    }
}

fn starts(sizes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut next = 0;
    let start = |size: u32| {
        let start = next;
        next += size;
        start
    };
    sizes.map(start).collect()
}

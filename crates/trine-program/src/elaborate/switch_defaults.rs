//! Where a reference is switched on, a way out remains for values that were not foreseen. It is taken down
//! where the finished system itself shows that there are none.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use trine_base::{Id, IndexVec};
use trine_system::value::{binary, unary};
use trine_system::{
    Edge, EdgeId, Effect, EntryId, Expr, GlobalId, Guard, Init, LocalId, LocationId, Place, Root,
    Sync, System, Template, TemplateId, Variable,
};

/// What the model leaves out there.
pub const SWITCH_DEFAULT: &str = "internal: a reference was not foreseen";

/// Drops the ways out that no value leads to.
pub fn prune(system: &mut System) {
    if !system.templates.iter().flat_map(|template| template.edges.iter()).any(is_way_out) {
        return;
    }
    let values = Values::of(system);
    let keeps = |id: TemplateId, edge: &Edge| !is_way_out(edge) || values.may_hold(id, edge);
    let mut kept: Vec<IndexVec<EdgeId, Edge>> = Vec::new();
    for (id, template) in system.templates.enumerate() {
        let mut edges = IndexVec::new();
        for edge in template.edges.iter().filter(|edge| keeps(id, edge)) {
            edges.push(edge.clone());
        }
        kept.push(edges);
    }
    for (template, edges) in system.templates.iter_mut().zip(kept) {
        template.edges = edges;
    }
}

fn is_way_out(edge: &Edge) -> bool {
    let unforeseen =
        |effect: &Effect| matches!(effect, Effect::Unmodelled(what) if what == SWITCH_DEFAULT);
    edge.effects.iter().any(unforeseen)
}

/// What has values: a variable, all elements of an array, or what is handed over at an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Global(GlobalId),
    Local(TemplateId, LocalId),
    Argument(EntryId, usize),
    Result(EntryId, usize),
}

/// All values that something ever has; none where that is not known.
type Set = Option<BTreeSet<i64>>;

/// An effect of a step of a template, by its number.
type At<'e> = (TemplateId, &'e Edge, usize);

/// More are not told apart.
const MOST: usize = 256;

struct Values<'s> {
    system: &'s System,
    /// What is not listed has no value yet.
    known: FxHashMap<Holder, Set>,
    /// By template.
    unset: Vec<Unset>,
    /// Callers are sent on to other entries.
    send_on: bool,
    changed: bool,
}

impl<'s> Values<'s> {
    fn of(system: &'s System) -> Values<'s> {
        let mut edges = system.templates.iter().flat_map(|template| template.edges.iter());
        let send_on = edges.any(|edge| matches!(edge.sync, Some(Sync::Requeue { .. })));
        let unset = system.templates.iter().map(Unset::of).collect();
        let known = FxHashMap::default();
        let mut values = Values { system, known, unset, send_on, changed: true };
        for (id, global) in system.globals.enumerate() {
            values.add(Holder::Global(id), initial(global));
        }
        for (id, template) in system.templates.enumerate() {
            for local in template.locals.ids().filter(|local| local.0 < template.parameters) {
                values.add(Holder::Local(id, local), None);
            }
        }
        while std::mem::take(&mut values.changed) {
            for (id, template) in system.templates.enumerate() {
                template.edges.iter().for_each(|edge| values.follow(id, edge));
            }
        }
        values
    }

    fn add(&mut self, to: Holder, more: Set) {
        let ty = match to {
            Holder::Global(id) => Some(self.system.globals[id].ty),
            Holder::Local(template, id) => Some(self.system.templates[template].locals[id].ty),
            Holder::Argument(..) | Holder::Result(..) => None,
        };
        let known = self.known.entry(to).or_insert_with(|| Some(BTreeSet::new()));
        let Some(all) = known else { return };
        let before = all.len();
        let Some(more) = more else {
            *known = None;
            self.changed = true;
            return;
        };
        all.extend(more.into_iter().map(|value| match ty.map(|ty| ty.store(value)) {
            Some(Ok(stored)) => stored,
            Some(Err(_)) | None => value,
        }));
        self.changed |= all.len() > before;
        if all.len() > MOST {
            *known = None;
        }
    }

    fn get(&self, of: Holder) -> Set {
        self.known.get(&of).cloned().unwrap_or_else(|| Some(BTreeSet::new()))
    }

    /// Adds what a step gives to what.
    fn follow(&mut self, template: TemplateId, edge: &Edge) {
        match &edge.sync {
            Some(Sync::Call { entry, arguments } | Sync::Requeue { entry, arguments }) => {
                for (position, value) in arguments.iter().enumerate() {
                    let set = self.of_expr((template, edge, 0), value);
                    self.add(Holder::Argument(entry.entry, position), set);
                }
            }
            Some(Sync::Complete { entry, results }) => {
                for (position, value) in results.iter().enumerate() {
                    let set = self.of_expr((template, edge, 0), value);
                    self.add(Holder::Result(entry.entry, position), set);
                }
            }
            Some(Sync::Accept { entry, parameters }) => {
                for (position, place) in parameters.iter().enumerate() {
                    self.write(template, place, self.get(Holder::Argument(entry.entry, position)));
                }
            }
            Some(Sync::Return { entry, results }) => {
                // A requeued caller is answered elsewhere.
                let all = self.system.entries.ids();
                let by: Vec<EntryId> =
                    all.filter(|one| *one == entry.entry || self.send_on).collect();
                for (position, place) in results.iter().enumerate() {
                    for entry in &by {
                        self.write(template, place, self.get(Holder::Result(*entry, position)));
                    }
                }
            }
            Some(sync) => sync.visit_writes(&mut |place| self.write(template, place, None)),
            None => {}
        }
        for (position, effect) in edge.effects.iter().enumerate() {
            match effect {
                Effect::Assign(place, value) => {
                    let set = self.of_expr((template, edge, position), value);
                    self.write(template, place, set);
                }
                Effect::Choose { into, .. }
                | Effect::New { into, .. }
                | Effect::Run { into: Some(into), .. } => self.write(template, into, None),
                _ => {}
            }
        }
    }

    fn write(&mut self, template: TemplateId, place: &Place, set: Set) {
        match &place.root {
            Root::Global(id) => self.add(Holder::Global(*id), set),
            Root::Local(id) => self.add(Holder::Local(template, *id), set),
            Root::Remote { template, local, .. } => self.add(Holder::Local(*template, *local), set),
            Root::Field { .. } => {}
        }
    }

    /// What a place can hold in a step, before the effect of this number.
    fn at(&self, (template, edge, effect): At<'_>, place: &Place) -> Set {
        match &place.root {
            Root::Global(id) => self.get(Holder::Global(*id)),
            Root::Local(id) => {
                let mut all = self.get(Holder::Local(template, *id))?;
                let before =
                    |effect: &Effect| matches!(effect, Effect::Assign(to, _) if is(to, *id));
                let set = !self.unset[template.index()].has(edge.from, *id)
                    || edge.effects[..effect].iter().any(before);
                if !set {
                    all.extend(initial(&self.system.templates[template].locals[*id])?);
                }
                Some(all)
            }
            Root::Remote { .. } | Root::Field { .. } => None,
        }
    }

    fn of_expr(&self, at: At<'_>, expr: &Expr) -> Set {
        match expr {
            Expr::Const(value) => Some(BTreeSet::from([*value])),
            Expr::Read(place) => self.at(at, place),
            Expr::Conditional(_, yes, no) => {
                let mut all = self.of_expr(at, yes)?;
                all.extend(self.of_expr(at, no)?);
                Some(all)
            }
            _ => None,
        }
    }

    /// Whether the guard of an edge may hold, as far as can be seen where it asks for one place only.
    fn may_hold(&self, template: TemplateId, edge: &Edge) -> bool {
        let Guard::When(guard) = &edge.guard else { return true };
        let mut asked: Vec<&Place> = Vec::new();
        guard.visit(&mut |part| {
            if let Expr::Read(place) = part
                && !asked.contains(&place)
            {
                asked.push(place);
            }
        });
        let [place] = asked[..] else { return true };
        let Some(values) = self.at((template, edge, 0), place) else { return true };
        values.iter().any(|value| with(guard, *value) != Some(0))
    }
}

/// Which locals may still have their initial values, location by location.
struct Unset {
    words: usize,
    bits: Vec<u64>,
}

impl Unset {
    fn of(template: &Template) -> Unset {
        let words = template.locals.len().div_ceil(64);
        let mut unset = Unset { words, bits: vec![0; words * template.locations.len()] };
        let mut out: Vec<Vec<&Edge>> = vec![Vec::new(); template.locations.len()];
        for edge in template.edges.iter() {
            out[edge.from.index()].push(edge);
        }
        unset.join(template.entry, &vec![u64::MAX; words]);
        let mut open = vec![template.entry];
        while let Some(at) = open.pop() {
            for edge in &out[at.index()] {
                let mut left = unset.row(at).to_vec();
                edge.visit_writes(&mut |place| {
                    if let (Root::Local(id), None) = (&place.root, &place.index) {
                        left[id.index() / 64] &= !(1 << (id.index() % 64));
                    }
                });
                if unset.join(edge.to, &left) {
                    open.push(edge.to);
                }
            }
        }
        unset
    }

    fn row(&self, at: LocationId) -> &[u64] {
        &self.bits[at.index() * self.words..][..self.words]
    }

    fn join(&mut self, at: LocationId, more: &[u64]) -> bool {
        let row = &mut self.bits[at.index() * self.words..][..self.words];
        let mut grown = false;
        for (word, more) in row.iter_mut().zip(more) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }

    fn has(&self, at: LocationId, local: LocalId) -> bool {
        self.row(at)[local.index() / 64] >> (local.index() % 64) & 1 == 1
    }
}

fn is(place: &Place, local: LocalId) -> bool {
    place.index.is_none() && matches!(place.root, Root::Local(id) if id == local)
}

fn initial(variable: &Variable) -> Set {
    match &variable.init {
        Init::Zero => Some(BTreeSet::from([0])),
        Init::Value(value) => Some(BTreeSet::from([*value])),
        Init::Values(values) => Some(values.iter().copied().collect()),
        Init::Channels(_) | Init::Computed(_) => None,
    }
}

/// What an expression comes to where all that it reads has this value.
fn with(expr: &Expr, value: i64) -> Option<i64> {
    match expr {
        Expr::Const(known) => Some(*known),
        Expr::Read(_) => Some(value),
        Expr::Unary(op, width, inner) => Some(unary(*op, *width, with(inner, value)?)),
        Expr::Binary(op, width, left, right) => {
            binary(*op, *width, with(left, value)?, with(right, value)?).ok()
        }
        _ => None,
    }
}

//! Finds out which data matters: locals whose value is needed again from a location on, and globals whose
//! value is needed at all. What is assigned to data that does not matter is not needed for that.

use std::collections::BTreeSet;

use trine_base::IndexVec;
use trine_system::{
    Edge, EdgeId, Effect, Expr, GlobalId, Guard, LocalId, LocationId, Pattern, Place, Root, Sync,
    System, Template, TemplateId,
};

type Locals = BTreeSet<LocalId>;

/// Which data is needed where.
pub struct Liveness {
    /// The locals that are needed at each location.
    needed: IndexVec<TemplateId, IndexVec<LocationId, Locals>>,
    /// The globals that a process needs.
    globals: BTreeSet<GlobalId>,
    /// For each edge, the effects that assign to what does not matter.
    idle: IndexVec<TemplateId, IndexVec<EdgeId, Vec<bool>>>,
}

impl Liveness {
    /// Computes live variables backwards to a fixpoint, over all templates because globals connect them.
    pub fn new(system: &System) -> Liveness {
        let mut globals = BTreeSet::new();
        loop {
            let before = globals.len();
            let mut needed = IndexVec::new();
            let mut idle = IndexVec::new();
            for template in &system.templates {
                let at = of_template(template, &mut globals);
                let mut of_edges: IndexVec<EdgeId, Vec<bool>> = IndexVec::new();
                for edge in &template.edges {
                    let mut walk =
                        Walk { template, live: at[edge.to].clone(), globals: &mut globals };
                    of_edges.push(walk.effects(edge));
                }
                needed.push(at);
                idle.push(of_edges);
            }
            if globals.len() == before {
                return Liveness { needed, globals, idle };
            }
        }
    }

    /// The locals that are needed at a location.
    pub fn needed(
        &self,
        template: TemplateId,
        location: LocationId,
    ) -> impl Iterator<Item = LocalId> + '_ {
        self.needed[template][location].iter().copied()
    }

    /// Whether the value of a local may be read again from a location on.
    pub fn is_needed(&self, template: TemplateId, location: LocationId, local: LocalId) -> bool {
        self.needed[template][location].contains(&local)
    }

    /// Whether an effect of an edge only assigns what is never read again.
    pub fn is_idle(&self, template: TemplateId, edge: EdgeId, effect: usize) -> bool {
        self.idle[template][edge][effect]
    }

    /// Whether no process ever needs a global.
    pub fn is_ignored(&self, global: GlobalId) -> bool {
        !self.globals.contains(&global)
    }

    /// Every local that is dead at a location.
    pub fn dead(&self, system: &System) -> Vec<(TemplateId, LocationId, LocalId)> {
        let mut found = Vec::new();
        for (id, template) in system.templates.enumerate() {
            for location in template.locations.ids() {
                let dead =
                    template.locals.ids().filter(|local| !self.is_needed(id, location, *local));
                found.extend(dead.map(|local| (id, location, local)));
            }
        }
        found
    }

    /// The globals that no process needs.
    pub fn ignored(&self, system: &System) -> Vec<GlobalId> {
        system.globals.ids().filter(|id| self.is_ignored(*id)).collect()
    }
}

fn of_template(
    template: &Template,
    globals: &mut BTreeSet<GlobalId>,
) -> IndexVec<LocationId, Locals> {
    let mut at: IndexVec<LocationId, Locals> =
        template.locations.iter().map(|_| Locals::new()).collect();
    loop {
        let mut changed = false;
        for edge in template.edges.iter().rev() {
            let mut walk = Walk { template, live: at[edge.to].clone(), globals };
            walk.effects(edge);
            walk.sync(edge);
            if let Guard::When(guard) = &edge.guard {
                walk.read(guard);
            }
            let live = walk.live;
            let here = &mut at[edge.from];
            let before = here.len();
            here.extend(live);
            changed |= here.len() > before;
        }
        if !changed {
            return at;
        }
    }
}

/// Goes through an edge backwards.
struct Walk<'a> {
    template: &'a Template,
    live: Locals,
    globals: &'a mut BTreeSet<GlobalId>,
}

impl Walk<'_> {
    /// Which effects assign to what does not matter.
    fn effects(&mut self, edge: &Edge) -> Vec<bool> {
        let mut idle = vec![false; edge.effects.len()];
        for (position, effect) in edge.effects.iter().enumerate().rev() {
            match effect {
                Effect::Assign(place, value) => {
                    if !self.matters(place) {
                        idle[position] = true;
                        continue;
                    }
                    self.overwrite(place);
                    self.read_index(place);
                    self.read(value);
                }
                Effect::Choose { into, .. } => {
                    if !self.matters(into) {
                        idle[position] = true;
                        continue;
                    }
                    self.overwrite(into);
                    self.read_index(into);
                }
                Effect::Emit { when, .. } => self.read(when),
                Effect::Run { arguments, .. } => {
                    arguments.iter().for_each(|argument| self.read(argument));
                }
                Effect::Assert(_)
                | Effect::Print(_)
                | Effect::SetPriority(..)
                | Effect::New { .. }
                | Effect::Fail(..)
                | Effect::Abort(..)
                | Effect::Unmodelled(_)
                | Effect::Limit { .. } => {}
            }
        }
        idle
    }

    fn sync(&mut self, edge: &Edge) {
        let Some(sync) = &edge.sync else { return };
        match sync {
            Sync::Send { channel, values, .. } => {
                self.read(channel);
                values.iter().for_each(|value| self.read(value));
            }
            Sync::Receive { channel, patterns, .. } => {
                let bound = |pattern: &Pattern| match pattern {
                    Pattern::Bind(place) => Some(place.clone()),
                    _ => None,
                };
                self.bind(patterns.iter().filter_map(bound).collect());
                for pattern in patterns {
                    if let Pattern::Match(value) = pattern {
                        self.read(value);
                    }
                }
                self.read(channel);
            }
            Sync::Return { results, entry } => {
                self.bind(results.clone());
                entry.index.iter().for_each(|index| self.read(index));
            }
            Sync::Accept { parameters, entry } => {
                self.bind(parameters.clone());
                entry.index.iter().for_each(|index| self.read(index));
            }
            Sync::Call { entry, arguments } | Sync::Requeue { entry, arguments } => {
                entry.index.iter().for_each(|index| self.read(index));
                arguments.iter().for_each(|argument| self.read(argument));
            }
            Sync::Complete { entry, results } => {
                entry.index.iter().for_each(|index| self.read(index));
                results.iter().for_each(|result| self.read(result));
            }
            Sync::Withdraw(entry) => entry.index.iter().for_each(|index| self.read(index)),
            Sync::Start(process) | Sync::Join(process) => self.read(process),
            Sync::Enter(of)
            | Sync::Exit(of)
            | Sync::Wait(of)
            | Sync::Waiting(of)
            | Sync::WakeUp(of)
            | Sync::Notified(of)
            | Sync::Notify(of)
            | Sync::NotifyAll(of) => of.index.iter().for_each(|index| self.read(index)),
            Sync::Begin | Sync::End => {}
        }
    }

    fn bind(&mut self, places: Vec<Place>) {
        for place in &places {
            self.overwrite(place);
        }
        for place in &places {
            self.read_index(place);
        }
    }

    fn matters(&self, place: &Place) -> bool {
        match &place.root {
            Root::Local(local) => self.live.contains(local),
            Root::Global(global) => self.globals.contains(global),
            Root::Remote { .. } | Root::Field { .. } => true,
        }
    }

    /// A whole local gets a new value.
    fn overwrite(&mut self, place: &Place) {
        if let Root::Local(local) = place.root
            && place.index.is_none()
            && self.template.locals[local].cells() == 1
        {
            self.live.remove(&local);
        }
    }

    fn read_index(&mut self, place: &Place) {
        if let Some(index) = &place.index {
            self.read(index);
        }
    }

    fn read(&mut self, expr: &Expr) {
        let (live, globals) = (&mut self.live, &mut *self.globals);
        expr.visit(&mut |part| {
            if let Expr::Read(place) = part {
                match &place.root {
                    Root::Local(local) => {
                        live.insert(*local);
                    }
                    Root::Global(global) => {
                        globals.insert(*global);
                    }
                    Root::Remote { .. } | Root::Field { .. } => {}
                }
            }
        });
    }
}

//! The dependence closure of a slice: by data, by control, and by what ends an execution.
//!
//! The unit of control is the *decision* at a location: the conditions of all edges that leave it, kept
//! or left out together, because which of them can be taken decides about the others (`else` above all).

use std::collections::BTreeSet;

use trine_base::Id;
use trine_property::Property;
use trine_system::{
    Edge, Effect, Expr, Guard, Hold, Init, LocationId, Sync, System, Template, TemplateId, UnaryOp,
    Variable,
};

use crate::graph::Graph;
use crate::objects::{Object, Objects};
use crate::slice_criterion::SliceCriterion;

/// What has to stay.
pub struct Relevance {
    pub objects: BTreeSet<Object>,
    pub templates: Vec<Code>,
    /// Every step stays a step: no way is shortened and no end cut off.
    pub lockstep: bool,
    /// Edges keep their numbers.
    pub numbered: bool,
}

/// What has to stay of a template.
pub struct Code {
    pub graph: Graph,
    /// For each edge and effect.
    pub effects: Vec<Vec<bool>>,
    /// For each edge that has a synchronisation.
    pub syncs: Vec<bool>,
    /// For each edge: that it is taken matters, whatever it does.
    passing: Vec<bool>,
    /// For each location, whether the conditions of its edges stay.
    pub decisions: Vec<bool>,
    /// For each location, whether something that matters can come after it, or a cycle.
    pub goes_on: Vec<bool>,
    /// For each location where a bubble begins that nothing in the slice depends on, where it ends.
    pub bubbles: Vec<Option<usize>>,
    outgoing: Vec<Vec<usize>>,
    /// For each location, the bubble that begins there, whatever happens in it: what lies inside, and where
    /// it ends.
    shapes: Vec<Option<(Vec<usize>, usize)>>,
    reaching_cycles: Vec<bool>,
    /// Locations that can be passed without waiting, whatever the state is.
    open: Vec<bool>,
}

/// Whether an edge has anything that could be left out.
pub fn does_something(edge: &Edge) -> bool {
    edge.guard != Guard::Always || edge.sync.is_some() || !edge.effects.is_empty()
}

/// Whether an edge is something of the source: the end of a process is no statement.
pub fn is_statement(edge: &Edge) -> bool {
    does_something(edge) && edge.sync != Some(Sync::End)
}

/// The least set of statements that contains all that the properties see and is closed under
/// dependence.
pub fn relevance(system: &System, properties: &[&Property]) -> Relevance {
    let objects = Objects::new(system);
    let criterion = SliceCriterion::new(&objects, properties);
    closure(system, &objects, &criterion)
}

/// The same, where it can be told beforehand that something other than stores and prints may be left
/// out.
pub fn relevance_if_worthwhile(system: &System, properties: &[&Property]) -> Option<Relevance> {
    let objects = Objects::new(system);
    let criterion = SliceCriterion::new(&objects, properties);
    let idle = |id: TemplateId, edge: &Edge| {
        let effects = edge.effects.iter().filter(|effect| !is_store(effect));
        let mut effects = effects.filter(|effect| !criterion.has_pending_events(effect));
        effects.any(|effect| !objects.stays(effect, id))
            || edge
                .sync
                .as_ref()
                .is_some_and(|sync| !sync.may_block() && !objects.sync_stays(sync, id))
    };
    let mut templates = system.templates.enumerate();
    let any = templates.any(|(id, template)| template.edges.iter().any(|edge| idle(id, edge)));
    (!criterion.lockstep || any).then(|| closure(system, &objects, &criterion))
}

/// What searches leave out by themselves where nothing reads what is stored.
pub fn is_store(effect: &Effect) -> bool {
    matches!(effect, Effect::Assign(..) | Effect::Print(_))
}

fn closure(system: &System, objects: &Objects<'_>, criterion: &SliceCriterion<'_>) -> Relevance {
    let templates = system.templates.iter().map(|template| Code::new(template, criterion.lockstep));
    let mut finder = Finder {
        relevant: Relevance {
            objects: criterion.objects.clone(),
            templates: templates.collect(),
            lockstep: criterion.lockstep,
            numbered: criterion.numbered,
        },
        objects,
        criterion,
    };
    finder.begin();
    while finder.go_on() {}
    finder.relevant
}

struct Finder<'a, 's> {
    objects: &'a Objects<'s>,
    criterion: &'a SliceCriterion<'a>,
    relevant: Relevance,
}

impl Finder<'_, '_> {
    /// Takes in what stays whatever the data: what the property looks at itself, and what can end an
    /// execution.
    fn begin(&mut self) {
        let system = self.objects.system;
        for global in &system.globals {
            self.initial(global, None);
        }
        for (id, template) in system.templates.enumerate() {
            for local in &template.locals {
                self.initial(local, Some(id));
            }
            if let Some(provided) = &template.provided {
                self.objects.uses(provided, Some(id), &mut self.relevant.objects);
            }
            let inside_d_step = entered_by(template, Hold::DStep);
            for (edge_id, edge) in template.edges.enumerate() {
                let at = edge_id.index();
                let whole = self.criterion.speaking.contains(&(id, edge_id))
                    || self.criterion.watches(self.objects, id, edge);
                for (position, effect) in edge.effects.iter().enumerate() {
                    if whole
                        || self.criterion.has_pending_events(effect)
                        || self.objects.stays(effect, id)
                    {
                        self.keep_effect(id, at, position, effect);
                    }
                }
                if let Some(sync) = &edge.sync
                    && (whole || self.objects.sync_stays(sync, id))
                {
                    self.keep_sync(id, at, sync);
                }
                let code = &mut self.relevant.templates[id.index()];
                // Being blocked there is a fault.
                let blocks = inside_d_step[edge.from.index()] && !code.open[edge.from.index()];
                let extended = self.criterion.extended.contains(&(id, edge.from));
                let faults = self.objects.guard_can_fault(&edge.guard, id);
                code.passing[at] |= whole || blocks || extended || faults;
            }
        }
    }

    /// An initial value that is computed: it can fault, or depend on others.
    fn initial(&mut self, variable: &Variable, at: Option<TemplateId>) {
        if let Init::Computed(expr) = &variable.init
            && (self.objects.can_fault(expr, at)
                || matches!(variable.ty, trine_system::Type::Range { .. }))
        {
            self.objects.uses(expr, at, &mut self.relevant.objects);
        }
    }

    /// One round: true where something was added.
    fn go_on(&mut self) -> bool {
        let before = self.size();
        self.data();
        for id in self.objects.system.templates.ids() {
            self.control(id);
        }
        self.size() != before
    }

    fn size(&self) -> usize {
        let codes = self.relevant.templates.iter();
        let many = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
        let size = |code: &Code| {
            code.effects.iter().map(|effects| many(effects)).sum::<usize>()
                + many(&code.syncs)
                + many(&code.decisions)
                + many(&code.passing)
        };
        self.relevant.objects.len() + codes.map(size).sum::<usize>()
    }

    /// Takes in what defines an object that matters.
    fn data(&mut self) {
        let system = self.objects.system;
        for (id, variable) in system.globals.enumerate() {
            self.computed(Object::Global(id), variable, None);
        }
        for (id, template) in system.templates.enumerate() {
            for (local, variable) in template.locals.enumerate() {
                self.computed(Object::Local(id, local), variable, Some(id));
            }
            for (at, edge) in template.edges.iter().enumerate() {
                for (position, effect) in edge.effects.iter().enumerate() {
                    let defined = self.objects.defines_of_effect(effect, id);
                    if defined.is_some_and(|object| self.relevant.objects.contains(&object)) {
                        self.keep_effect(id, at, position, effect);
                    }
                }
                if let Some(sync) = &edge.sync {
                    let defined = self.objects.defines_of_sync(sync, id);
                    if defined.iter().any(|object| self.relevant.objects.contains(object)) {
                        self.keep_sync(id, at, sync);
                    }
                }
                let ends = template.locations[edge.to].final_;
                let asked = self.relevant.objects.contains(&Object::Ended(id));
                self.relevant.templates[id.index()].passing[at] |= ends && asked;
            }
        }
    }

    fn computed(&mut self, object: Object, variable: &Variable, at: Option<TemplateId>) {
        if let Init::Computed(expr) = &variable.init
            && self.relevant.objects.contains(&object)
        {
            self.objects.uses(expr, at, &mut self.relevant.objects);
        }
    }

    /// Takes in the decisions on which it depends whether what matters is reached.
    fn control(&mut self, id: TemplateId) {
        let template = &self.objects.system.templates[id];
        let lockstep = self.relevant.lockstep;
        let code = &mut self.relevant.templates[id.index()];
        if !lockstep {
            code.look_ahead(template);
        }
        let mut kept = Vec::new();
        for location in 0..template.locations.len() {
            let depends = lockstep || code.goes_on[location] && code.bubbles[location].is_none();
            if depends && !std::mem::replace(&mut code.decisions[location], true) {
                kept.extend(code.outgoing[location].iter().copied());
            }
        }
        for at in kept {
            let edge = &template.edges.as_slice()[at];
            if let Guard::When(guard) = &edge.guard {
                self.objects.uses(guard, Some(id), &mut self.relevant.objects);
            }
            if let Some(sync) = edge.sync.as_ref().filter(|sync| sync.may_block()) {
                self.keep_sync(id, at, sync);
            }
        }
    }

    fn keep_effect(&mut self, id: TemplateId, edge: usize, position: usize, effect: &Effect) {
        let kept = &mut self.relevant.templates[id.index()].effects[edge][position];
        if !std::mem::replace(kept, true) {
            self.objects.uses_of_effect(effect, id, &mut self.relevant.objects);
        }
    }

    fn keep_sync(&mut self, id: TemplateId, edge: usize, sync: &Sync) {
        let kept = &mut self.relevant.templates[id.index()].syncs[edge];
        if !std::mem::replace(kept, true) {
            self.objects.uses_of_sync(sync, id, &mut self.relevant.objects);
        }
    }
}

impl Code {
    /// `lockstep`: nothing is passed over, so that nothing asks for bubbles.
    fn new(template: &Template, lockstep: bool) -> Code {
        let graph = Graph::new(template);
        let mut outgoing = vec![Vec::new(); template.locations.len()];
        for (at, edge) in template.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(at);
        }
        let reaching_cycles = graph.reaching_cycles();
        let edges = |location: &Vec<usize>| {
            location.iter().map(|at| &template.edges.as_slice()[*at]).collect::<Vec<&Edge>>()
        };
        Code {
            effects: template.edges.iter().map(|edge| vec![false; edge.effects.len()]).collect(),
            syncs: vec![false; template.edges.len()],
            passing: vec![false; template.edges.len()],
            decisions: vec![false; template.locations.len()],
            goes_on: vec![false; template.locations.len()],
            bubbles: vec![None; template.locations.len()],
            open: outgoing.iter().map(|location| is_open(&edges(location))).collect(),
            shapes: match lockstep {
                true => Vec::new(),
                false => (0..template.locations.len()).map(|at| graph.bubble(at)).collect(),
            },
            graph,
            outgoing,
            reaching_cycles,
        }
    }

    /// Whether an edge does something that matters.
    pub fn is_relevant(&self, edge: usize) -> bool {
        self.passing[edge] || self.syncs[edge] || self.effects[edge].iter().any(|kept| *kept)
    }

    /// Whether a process that is at a location can be anywhere in code of which nothing is left: on its
    /// way through a bubble, or where nothing that matters comes any more.
    pub fn is_passed_over(&self, location: usize, inside_d_step: bool) -> bool {
        self.bubbles[location].is_some() || !self.goes_on[location] && !inside_d_step
    }

    /// Finds anew which locations can be left without looking at their conditions.
    fn look_ahead(&mut self, template: &Template) {
        let edges = template.edges.as_slice();
        let relevant = (0..edges.len()).filter(|edge| self.is_relevant(*edge));
        let reaching = self.graph.reaching(relevant.map(|edge| edges[edge].from.index()));
        self.goes_on = reaching
            .iter()
            .zip(&self.reaching_cycles)
            .map(|(matters, cycles)| *matters || *cycles)
            .collect();
        for location in 0..template.locations.len() {
            self.bubbles[location] = match &self.shapes[location] {
                Some((inside, join)) if self.is_silent(edges, inside) => Some(*join),
                _ => None,
            };
        }
    }

    /// Whether all ways through these locations are open, do nothing that matters, and leave exclusive
    /// control alike.
    fn is_silent(&self, edges: &[Edge], inside: &[usize]) -> bool {
        let leaving = || inside.iter().flat_map(|location| &self.outgoing[*location]);
        let first = leaving().next().map(|edge| edges[*edge].hold);
        inside.iter().all(|location| self.open[*location])
            && leaving().all(|edge| {
                // A rendezvous would hand control over.
                !self.is_relevant(*edge)
                    && edges[*edge].sync.is_none()
                    && Some(edges[*edge].hold) == first
            })
    }
}

/// For each location, whether an edge with such a hold leads to it.
pub fn entered_by(template: &Template, hold: Hold) -> Vec<bool> {
    let mut entered = vec![false; template.locations.len()];
    for edge in template.edges.iter().filter(|edge| edge.hold == hold) {
        entered[edge.to.index()] = true;
    }
    entered
}

/// Whether one of these edges, which leave one location, can always be taken: one without conditions, an
/// `else`, or two of which one asks for what the other denies.
fn is_open(edges: &[&Edge]) -> bool {
    let spawns = |effect: &Effect| matches!(effect, Effect::Run { into: None, .. });
    let waits = |edge: &Edge| {
        edge.sync.as_ref().is_some_and(Sync::may_block) || edge.effects.iter().any(spawns)
    };
    edges.iter().filter(|edge| !waits(edge)).any(|edge| match &edge.guard {
        Guard::Always | Guard::Else => true,
        Guard::When(guard) => edges.iter().filter(|other| !waits(other)).any(|other| {
            matches!(&other.guard, Guard::When(Expr::Unary(UnaryOp::Not, _, denied))
                if **denied == *guard)
        }),
    })
}

/// A location, for those that count in positions.
pub fn location(position: usize) -> LocationId {
    LocationId::from_index(position)
}

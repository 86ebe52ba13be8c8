//! The slicing criterion (M. Weiser, 1981): what a property observes of a system, and whether it observes the number
//! of steps.

use std::collections::BTreeSet;

use trine_property::{Check, Claim, Property, PropertyKind};
use trine_system::{
    Edge, EdgeId, Effect, Expr, Init, LocationId, Root, Sync, System, TemplateId, Variable,
};

use crate::objects::{Object, Objects};

/// What properties look at, all of them together.
pub struct SliceCriterion<'p> {
    properties: &'p [&'p Property],
    /// The objects that they read.
    pub objects: BTreeSet<Object>,
    /// Edges that have to stay as they are: they speak to the property.
    pub speaking: BTreeSet<(TemplateId, EdgeId)>,
    /// Locations at which edges are added for the property.
    pub extended: BTreeSet<(TemplateId, LocationId)>,
    /// Every step of the original must be a step of the slice: each statement that can block stays, as
    /// with `deadlock`.
    pub lockstep: bool,
    /// Edges keep their numbers, by which the property knows them.
    pub numbered: bool,
}

impl<'p> SliceCriterion<'p> {
    /// What these properties together observe: variables and channels, edges that events name, and the number of
    /// steps.
    pub fn new(objects: &Objects<'_>, properties: &'p [&'p Property]) -> SliceCriterion<'p> {
        let mut criterion = SliceCriterion {
            properties,
            objects: BTreeSet::new(),
            speaking: BTreeSet::new(),
            extended: BTreeSet::new(),
            lockstep: properties.iter().any(|one| sees_steps(one)) || depends_on_steps(objects),
            numbered: false,
        };
        for property in properties {
            match &property.kind {
                PropertyKind::Claim(claim) => criterion.look_by(claim, objects),
                PropertyKind::Events(trace) => {
                    let edges = trace.states.iter().flat_map(|state| &state.edges);
                    let channels = edges.map(|edge| Object::Global(edge.event.channel));
                    criterion.objects.extend(channels);
                }
                PropertyKind::Check(_) => {}
            }
        }
        criterion
    }

    fn look_by(&mut self, claim: &Claim, objects: &Objects<'_>) {
        for expr in claim.expressions() {
            objects.uses(expr, None, &mut self.objects);
            self.lockstep |= observes(expr);
        }
        let Some(instrumentation) = &claim.instrumentation else { return };
        self.numbered = true;
        for (template, id, edge) in &instrumentation.edges {
            match id {
                Some(id) => _ = self.speaking.insert((*template, *id)),
                None => _ = self.extended.insert((*template, edge.from)),
            }
            edge.visit_exprs(&mut |expr| {
                if let Expr::Read(place) = expr
                    && let Root::Local(local) = place.root
                    && local.0 as usize >= objects.system.templates[*template].locals.len()
                {
                    // An ear of the property's own.
                    return;
                }
                self.lockstep |= observes_here(expr);
            });
            objects.uses_of_edge(edge, *template, &mut self.objects);
        }
    }

    /// Whether a property is told what an effect says.
    pub fn has_pending_events(&self, effect: &Effect) -> bool {
        if let Effect::Emit { .. } = effect {
            // With event instrumentation, all that is said is consumed.
            return self.numbered;
        }
        self.checks().any(|check| match effect {
            Effect::Assert(_) => check == Check::Assertion,
            Effect::Fail(kind, _) => check.owns(*kind),
            _ => false,
        })
    }

    /// Whether a property looks at all that an edge is about to do.
    pub fn watches(&self, objects: &Objects<'_>, template: TemplateId, edge: &Edge) -> bool {
        self.checks().any(|check| check == Check::DataRace)
            && objects.touches_shared(edge, template)
    }

    fn checks(&self) -> impl Iterator<Item = Check> {
        self.properties.iter().filter_map(|property| match property.kind {
            PropertyKind::Check(check) => Some(check),
            _ => None,
        })
    }
}

impl Objects<'_> {
    /// All that an edge depends on.
    pub fn uses_of_edge(&self, edge: &Edge, at: TemplateId, into: &mut BTreeSet<Object>) {
        if let trine_system::Guard::When(guard) = &edge.guard {
            self.uses(guard, Some(at), into);
        }
        if let Some(sync) = &edge.sync {
            self.uses_of_sync(sync, at, into);
        }
        for effect in &edge.effects {
            self.uses_of_effect(effect, at, into);
        }
    }
}

/// Whether repeating a state, or resting a step later, can change what the property says.
fn sees_steps(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Claim(claim) => !claim.stutter_invariant,
        PropertyKind::Check(Check::Assertion | Check::UncaughtError) => false,
        PropertyKind::Check(_) | PropertyKind::Events(_) => true,
    }
}

/// Whether what a system does can depend on how far its processes are or on which can step.
fn depends_on_steps(objects: &Objects<'_>) -> bool {
    let system = objects.system;
    let mut found = system.rules.priorities || system.rules.instrumented;
    let mut look = |expr: &Expr| found |= observes_here(expr);
    for template in &system.templates {
        template.edges.iter().for_each(|edge| edge.visit_exprs(&mut |expr| look(expr)));
        template.provided.iter().for_each(|provided| provided.visit(&mut |expr| look(expr)));
    }
    // A clause that faults does so wherever its process is.
    let clauses = system.templates.enumerate();
    let mut clauses = clauses.filter_map(|(id, template)| Some((id, template.provided.as_ref()?)));
    found |= clauses.any(|(id, provided)| objects.can_fault(provided, Some(id)));
    let mut look = |expr: &Expr| found |= observes_here(expr);
    let locals = system.templates.iter().flat_map(|template| &template.locals);
    for variable in system.globals.iter().chain(locals) {
        if let Init::Computed(expr) = &variable.init {
            expr.visit(&mut |expr| look(expr));
        }
    }
    found || goes_with_its_owner(system) || numbers_depend_on_ends(objects)
}

fn observes(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= observes_here(part));
    found
}

/// Whether an expression itself, its parts aside, looks at steps or at where processes are.
fn observes_here(expr: &Expr) -> bool {
    match expr {
        Expr::ProcessCount
        | Expr::Last
        | Expr::Timeout
        | Expr::NonProgress
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_)
        | Expr::At { .. }
        | Expr::Terminated => true,
        Expr::Read(place) => matches!(place.root, Root::Remote { .. }),
        _ => false,
    }
}

/// Whether channels vanish with the processes that made them.
fn goes_with_its_owner(system: &System) -> bool {
    let made = |variable: &Variable| matches!(variable.init, Init::Channels(_));
    system.rules.reap && system.templates.iter().flat_map(|template| &template.locals).any(made)
}

/// Whether the numbers of new processes, or whether there can be new ones, depend on the removal of old
/// ones, and that is visible.
fn numbers_depend_on_ends(objects: &Objects<'_>) -> bool {
    let system = objects.system;
    if !objects.creates || !system.rules.reap {
        return false;
    }
    let mut told = !system.monitors.is_empty() || !system.entries.is_empty();
    for edge in system.templates.iter().flat_map(|template| &template.edges) {
        edge.visit_exprs(&mut |expr| {
            told |= matches!(expr, Expr::Myself | Expr::Ended(_) | Expr::Started(_));
        });
        told |= matches!(edge.sync, Some(Sync::Start(_) | Sync::Join(_)));
        let numbered = |effect: &Effect| matches!(effect, Effect::Run { into: Some(_), .. });
        told |= edge.effects.iter().any(numbered);
    }
    told || most_processes(system).is_none_or(|most| most > u64::from(system.rules.process_limit))
}

/// How many processes there can ever be; none where that has no bound.
fn most_processes(system: &System) -> Option<u64> {
    let count = system.templates.len();
    let mut most = vec![0u64; count];
    for process in &system.processes {
        most[process.template.0 as usize] += 1;
    }
    // Templates that create each other add up anew in each round; without circles the rounds end.
    let initial = most.clone();
    for _ in 0..=count {
        let mut next = initial.clone();
        for (id, template) in system.templates.enumerate() {
            let graph = crate::graph::Graph::new(template);
            for edge in &template.edges {
                for effect in &edge.effects {
                    let Effect::Run { template: made, .. } = effect else { continue };
                    if most[id.0 as usize] > 0 && graph.on_cycle(edge.from, edge.to) {
                        return None;
                    }
                    let made = &mut next[made.0 as usize];
                    *made = made.saturating_add(most[id.0 as usize]);
                }
            }
        }
        if next == most {
            return Some(most.iter().sum());
        }
        most = next;
    }
    None
}

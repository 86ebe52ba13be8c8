//! Where one execution can make objects again and again, an object is made in the place of one that nothing can
//! reach any more.
//!
//! Reachability is decided in the state. While code is built, a transition only says which objects it asks
//! about; when all code is there, [`decide_reuse`] writes out what that means as the guard of its edge: no cell of the
//! heap refers to the object, its lock is free, and no process has it in hand where it rests.

use std::collections::BTreeMap;

use trine_base::Id;
use trine_system::{
    BinaryOp, Edge, EdgeId, Expr, GlobalId, Guard, LocalId, LocationId, MonitorQuery, MonitorRef,
    Place, Root, TemplateId,
};

use super::abstract_state::AbstractState;
use super::build::{Builder, StepResult};
use super::eval::is_false;
use super::iteration::{Iteration, Mark};
use super::limit::Limit;
use super::program_facts::ProgramFacts;
use super::step::opened;
use super::value::{Holder, InstanceId, Loc, Shape, Target, Value};
use crate::program::{MethodId, Type, VarId};

/// What is said of the code of a process beside the code itself.
#[derive(Default)]
pub struct Notes {
    /// The labels of edges, whose names come later.
    pub labels: Vec<(EdgeId, Vec<Mark>)>,
    /// The edges that depend on which objects can be made anew.
    pub reuse: Vec<(EdgeId, ReuseQuestion)>,
    /// By location: what the process has in hand there. Empty where nothing asks.
    pub held: Vec<Roots>,
}

/// What a process has in hand where it rests, of the objects that are made again.
#[derive(Clone, Default, Debug)]
pub struct Roots {
    pub objects: Vec<InstanceId>,
    /// The slots of references that it will still look at.
    pub slots: Vec<(LocalId, MethodId, VarId)>,
}

/// Which objects of a kind can be made anew.
#[derive(Clone, Debug)]
pub enum ReuseQuestion {
    /// This one can, and those before it cannot.
    FirstFree { before: Vec<InstanceId>, object: InstanceId },
    /// None of these can.
    NoneFree(Vec<InstanceId>),
}

impl Notes {
    /// The edges that stay as they are, because something is still to be said of them.
    pub fn pending(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let labels = self.labels.iter().map(|(edge, _)| *edge);
        labels.chain(self.reuse.iter().map(|(edge, _)| *edge))
    }

    /// Edges have other numbers now, or are gone.
    pub fn renumber(&mut self, renamed: &[Option<EdgeId>]) {
        let keep = |edge: &mut EdgeId| match renamed[edge.index()] {
            Some(new) => {
                *edge = new;
                true
            }
            None => false,
        };
        self.labels.retain_mut(|(edge, _)| keep(edge));
        self.reuse.retain_mut(|(edge, _)| keep(edge));
    }
}

impl Builder<'_, '_> {
    /// Whether what is made again and again is made in the place of what nothing reaches any more. A thread is
    /// started only once, and what callers hand over at entries is not followed.
    pub fn is_reused(&self, shape: Shape) -> bool {
        let program = self.facts.program;
        let thread = match (shape, program.roles.thread) {
            (Shape::Object(class), Some(thread)) => self.facts.is_a(class, thread),
            _ => false,
        };
        self.options.reuse && !thread && program.entries.is_empty()
    }

    /// Makes the first object of its kind that nothing can reach.
    pub fn reallocate(
        &mut self,
        config: AbstractState,
        into: VarId,
        shape: Shape,
        limit: &Limit,
    ) -> StepResult {
        let family: Vec<InstanceId> =
            (0..self.options.pool).map(|number| self.numbered(&config, shape, number)).collect();
        for id in &family {
            self.facts.reuse(*id);
            // A process that knew what an earlier object held would take it for what this one holds.
            for loc in self.places(*id) {
                self.facts.share(loc);
            }
        }
        let mut here = config.clone();
        self.forget(&mut here);
        let roots = self.roots(&here).objects;
        let mut transitions = Vec::new();
        for (number, id) in family.iter().enumerate() {
            if !roots.contains(id) {
                let transition = self.fresh(&config, into, *id, true);
                let before = family[..number].to_vec();
                let question = ReuseQuestion::FirstFree { before, object: *id };
                transitions.push(transition.asking(question));
            }
        }
        if let StepResult::Branch(_, stops) = self.limit(config.clone(), limit) {
            let question = ReuseQuestion::NoneFree(family);
            let stops = stops.into_iter();
            transitions.extend(stops.map(|transition| transition.asking(question.clone())));
        }
        StepResult::Branch(config, opened(transitions))
    }

    /// What the process has in hand at a point.
    pub fn roots(&mut self, config: &AbstractState) -> Roots {
        let mut held = Roots::default();
        if !self.facts.reuses() {
            return held;
        }
        let vars = config.frames.iter().flat_map(|frame| &frame.vars);
        let focus = config.focus.iter().map(|(_, value)| value);
        let known = config.heap.values.iter().map(|(_, value)| value);
        let objects = vars.chain(focus).chain(known).filter_map(|value| match value {
            Value::Object(id) => Some(*id),
            _ => None,
        });
        let objects = objects.chain(config.held.keys().copied());
        held.objects = objects.filter(|id| self.facts.is_reused(*id)).collect();
        held.objects.sort_unstable();
        held.objects.dedup();
        for (depth, frame) in config.frames.iter().enumerate() {
            for (var, value) in frame.vars.iter().enumerate() {
                let var = VarId(var as u32);
                if *value == Value::Slot && self.code_type(frame, var) == Type::Reference {
                    held.slots.push((self.slot_at(depth, frame.method, var), frame.method, var));
                }
            }
        }
        held
    }
}

/// Writes out when each object can be made anew.
pub fn decide_reuse(facts: &mut ProgramFacts<'_>, iteration: &mut Iteration) {
    if !facts.reuses() {
        return;
    }
    let threads: BTreeMap<TemplateId, Option<InstanceId>> =
        iteration.templates.iter().map(|(thread, template)| (*template, *thread)).collect();
    let mut referred: BTreeMap<InstanceId, Vec<Expr>> = BTreeMap::new();
    let mut questions = std::mem::take(&mut iteration.reuse);
    questions.sort_by_key(|(template, edge, _)| (*template, *edge));
    for (template, id, question) in questions {
        let edge = &iteration.system.templates[template].edges[id];
        let mut reached = |object: InstanceId| {
            let cells = referred
                .entry(object)
                .or_insert_with(|| cells_that_refer(facts, iteration, object));
            let mut against = cells.clone();
            against.extend(roots(facts, iteration, &threads, (template, edge), object));
            any(against)
        };
        // That it asks where a process is (this one, which it knows) shows that no thread asks.
        let mut conditions = vec![Expr::At { process: None, template, locations: vec![edge.from] }];
        match question {
            ReuseQuestion::FirstFree { before, object } => {
                conditions.extend(before.into_iter().map(&mut reached));
                conditions.push(is_false(reached(object)));
            }
            ReuseQuestion::NoneFree(objects) => {
                conditions.extend(objects.into_iter().map(&mut reached));
            }
        }
        if let Guard::When(guard) = &edge.guard {
            conditions.push(guard.clone());
        }
        iteration.system.templates[template].edges[id].guard = Guard::When(all(conditions));
    }
}

/// That a cell of the heap refers to the object, for each that may, or that a process holds its lock.
fn cells_that_refer(
    facts: &mut ProgramFacts<'_>,
    iteration: &Iteration,
    object: InstanceId,
) -> Vec<Expr> {
    let globals: Vec<(Loc, GlobalId)> = iteration.globals().collect();
    let code = facts.reference(Target::Object(object));
    let mut found = Vec::new();
    // A thread may have ended and left the object locked.
    for (_, monitor) in iteration.monitors().filter(|(locked, _)| *locked == object) {
        let monitor = MonitorRef { monitor, index: None };
        found.push(Expr::Monitor(MonitorQuery::Held, Box::new(monitor)));
    }
    for (loc, id) in globals {
        // What only the object itself refers to, no other process can reach.
        let may = facts.field_type(loc) == Type::Reference
            && loc.owner() != Some(object)
            && facts.targets(Holder::Loc(loc.whole())).contains(&Target::Object(object));
        if !may {
            continue;
        }
        let length = loc.owner().map(|owner| facts.instances[owner].shape);
        match (loc, length) {
            (Loc::Element(..), Some(Shape::Array { length, .. })) => {
                for index in 0..length {
                    let index = Some(Box::new(Expr::Const(i64::from(index))));
                    let cell = Place { root: Root::Global(id), index };
                    found.push(is(Expr::Read(cell), code));
                }
            }
            _ => found.push(is(Expr::global(id), code)),
        }
    }
    found
}

/// That a process has the object in hand, for each that may where this edge is taken.
fn roots(
    facts: &mut ProgramFacts<'_>,
    iteration: &Iteration,
    threads: &BTreeMap<TemplateId, Option<InstanceId>>,
    (own, edge): (TemplateId, &Edge),
    object: InstanceId,
) -> Vec<Expr> {
    let code = facts.reference(Target::Object(object));
    let target = Target::Object(object);
    let mut found = Vec::new();
    for (template, held) in &iteration.held {
        let thread = threads.get(template).copied().flatten();
        let may = |method, var| facts.may_hold(thread, method, var, target);
        if *template == own {
            let here = &held[edge.from.index()];
            if here.objects.contains(&object) {
                found.push(Expr::TRUE);
            }
            for (slot, method, var) in &here.slots {
                if may(*method, *var) {
                    found.push(is(Expr::local(*slot), code));
                }
            }
            continue;
        }
        let mut known = Vec::new();
        let mut slots: BTreeMap<LocalId, Vec<LocationId>> = BTreeMap::new();
        for (at, held) in held.iter().enumerate() {
            let at = LocationId(at as u32);
            if held.objects.contains(&object) {
                known.push(at);
            }
            for (slot, method, var) in &held.slots {
                if may(*method, *var) {
                    slots.entry(*slot).or_default().push(at);
                }
            }
        }
        let rests = |locations| Expr::At { process: None, template: *template, locations };
        if !known.is_empty() {
            found.push(rests(known));
        }
        for (local, locations) in slots {
            let root = Root::Remote { process: None, template: *template, local };
            let holds = is(Expr::Read(Place { root, index: None }), code);
            found.push(Expr::binary(BinaryOp::And, rests(locations), holds));
        }
    }
    found
}

fn is(cell: Expr, code: i64) -> Expr {
    super::eval::equal(cell, code)
}

fn any(conditions: Vec<Expr>) -> Expr {
    let either = |one, other| Expr::binary(BinaryOp::Or, one, other);
    conditions.into_iter().reduce(either).unwrap_or(Expr::Const(0))
}

fn all(conditions: Vec<Expr>) -> Expr {
    let both = |one, other| Expr::binary(BinaryOp::And, one, other);
    conditions.into_iter().reduce(both).unwrap_or(Expr::TRUE)
}

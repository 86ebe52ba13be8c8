//! Drops the edges that no execution takes but that would keep a system from being printed: those at
//! which the model would leave something out, if the one variable that they ask about ever held such a
//! value.

use std::collections::{BTreeMap, BTreeSet};

use trine_base::IndexVec;
use trine_system::{
    Edge, Effect, Expr, GlobalId, Guard, Init, LocalId, LocationId, Place, Root, System, Template,
    TemplateId, Type, Variable, value,
};

/// The system without such edges, and without the edges that only they lead to.
pub(super) fn dropped(mut system: System) -> System {
    let leaves_out = Edge::ends_knowledge;
    let mut edges = system.templates.iter().flat_map(|template| &template.edges);
    if !edges.any(leaves_out) {
        return system;
    }
    let values = Values::of(&system);
    for (id, template) in system.templates.iter_mut().enumerate() {
        let id = TemplateId(id as u32);
        let dead = |edge: &Edge| leaves_out(edge) && values.forbid(&edge.guard, id);
        let reached = reached(template, &dead);
        let mut kept = IndexVec::new();
        for edge in template.edges.iter() {
            if reached.contains(&edge.from) && !dead(edge) {
                kept.push(edge.clone());
            }
        }
        template.edges = kept;
    }
    system
}

fn reached(template: &Template, dead: &dyn Fn(&Edge) -> bool) -> BTreeSet<LocationId> {
    let mut next: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
    for edge in template.edges.iter().filter(|edge| !dead(edge)) {
        next.entry(edge.from).or_default().push(edge.to);
    }
    let mut reached = BTreeSet::new();
    let mut open = vec![template.entry];
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            open.extend(next.get(&at).into_iter().flatten());
        }
    }
    reached
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Global(GlobalId),
    Local(TemplateId, LocalId),
}

/// The values of one variable; none where they are too many to be listed.
type Listed = Option<BTreeSet<i64>>;

const MOST: usize = 64;

/// The values that each variable is ever given, wherever that is.
struct Values {
    known: BTreeMap<Key, Listed>,
}

impl Values {
    fn of(system: &System) -> Values {
        let mut values = Values { known: BTreeMap::new() };
        for (id, variable) in system.globals.enumerate() {
            values.known.insert(Key::Global(id), initial(variable));
        }
        for (template, code) in system.templates.enumerate() {
            for (id, variable) in code.locals.enumerate() {
                let given = id.0 < code.parameters;
                let first = if given { None } else { initial(variable) };
                values.known.insert(Key::Local(template, id), first);
            }
        }
        loop {
            let mut changed = false;
            for (template, code) in system.templates.enumerate() {
                for edge in &code.edges {
                    changed |= values.pass(system, template, edge);
                }
            }
            if !changed {
                return values;
            }
        }
    }

    /// Takes one edge into account. True: some variable has more values than before.
    fn pass(&mut self, system: &System, template: TemplateId, edge: &Edge) -> bool {
        let mut given: Vec<(&Place, Listed)> = Vec::new();
        if let Some(sync) = &edge.sync {
            sync.visit_writes(&mut |place| given.push((place, None)));
        }
        for effect in &edge.effects {
            match effect {
                Effect::Assign(place, value) => given.push((place, self.of_expr(value, template))),
                Effect::Choose { into, low, high, .. } => {
                    let few = high - low < MOST as i64;
                    given.push((into, few.then(|| (*low..=*high).collect())));
                }
                Effect::New { into, .. } | Effect::Run { into: Some(into), .. } => {
                    given.push((into, None));
                }
                _ => {}
            }
        }
        let mut changed = false;
        for (place, more) in given {
            let Some(key) = key(place, template) else { continue };
            let ty = match key {
                Key::Global(id) => system.globals[id].ty,
                Key::Local(template, id) => system.templates[template].locals[id].ty,
            };
            let before = self.known.get(&key).cloned().flatten();
            let after = match (&before, more.and_then(|more| stored(ty, &more))) {
                (Some(before), Some(more)) => Some(before.union(&more).copied().collect()),
                _ => None,
            };
            let after = after.filter(|values: &BTreeSet<i64>| values.len() <= MOST);
            if after != before {
                self.known.insert(key, after);
                changed = true;
            }
        }
        changed
    }

    fn of_expr(&self, expr: &Expr, template: TemplateId) -> Listed {
        match expr {
            Expr::Const(value) => Some(BTreeSet::from([*value])),
            Expr::Read(place) => self.known.get(&key(place, template)?).cloned().flatten(),
            Expr::Conditional(_, yes, no) => {
                let (yes, no) = (self.of_expr(yes, template)?, self.of_expr(no, template)?);
                Some(yes.union(&no).copied().collect())
            }
            _ => None,
        }
    }

    /// Whether a guard that asks about one variable only is false for all the values of that.
    fn forbid(&self, guard: &Guard, template: TemplateId) -> bool {
        let Guard::When(guard) = guard else { return false };
        let mut asked: Option<&Place> = None;
        let mut only_one = true;
        guard.visit(&mut |part| {
            if let Expr::Read(place) = part {
                only_one &= asked.is_none_or(|other| other == place);
                asked = Some(place);
            }
        });
        let Some(place) = asked.filter(|place| only_one && place.index.is_none()) else {
            return false;
        };
        let Some(Some(values)) =
            key(place, template).map(|key| self.known.get(&key).cloned().flatten())
        else {
            return false;
        };
        values.into_iter().all(|value| {
            let known = guard.rebuilt(&|part| match part {
                Expr::Read(_) => Expr::Const(value),
                part => folded(part),
            });
            known == Expr::Const(0)
        })
    }
}

fn initial(variable: &Variable) -> Listed {
    let values = match &variable.init {
        Init::Zero => BTreeSet::from([0]),
        Init::Value(value) => BTreeSet::from([*value]),
        Init::Values(values) => {
            let rest = (values.len() < variable.cells() as usize).then_some(0);
            values.iter().copied().chain(rest).collect()
        }
        Init::Computed(_) | Init::Channels(_) => return None,
    };
    stored(variable.ty, &values).filter(|values| values.len() <= MOST)
}

/// The values as cells of a type keep them.
fn stored(ty: Type, values: &BTreeSet<i64>) -> Listed {
    values.iter().map(|value| ty.store(*value).ok()).collect()
}

fn key(place: &Place, template: TemplateId) -> Option<Key> {
    match &place.root {
        Root::Global(id) => Some(Key::Global(*id)),
        Root::Local(id) => Some(Key::Local(template, *id)),
        Root::Remote { template, local, .. } => Some(Key::Local(*template, *local)),
        Root::Field { .. } => None,
    }
}

/// An operator on numbers as its value.
fn folded(expr: Expr) -> Expr {
    let known = match &expr {
        Expr::Unary(op, width, inner) => match **inner {
            Expr::Const(inner) => Some(value::unary(*op, *width, inner)),
            _ => None,
        },
        Expr::Binary(op, width, left, right) => match (&**left, &**right) {
            (Expr::Const(left), Expr::Const(right)) => {
                value::binary(*op, *width, *left, *right).ok()
            }
            _ => None,
        },
        _ => None,
    };
    known.map_or(expr, Expr::Const)
}

//! Says whether a system keeps the invariants that everything else relies on.

mod edge;
mod expr;

use std::collections::HashSet;

use trine_base::{Id, Span};

use crate::{
    Expr, Guard, Init, LocationId, Place, Root, Slot, Sync, System, Template, TemplateId, Type,
    Variable,
};

/// Checks the invariants of a system and returns every breach in words.
///
/// Names
/// 1. Enumerations, channel kinds, monitors, entries, pools, templates and processes each have names
///    of their own, none empty; so do globals, the locals of a template, the fields of a pool, the
///    values of an enumeration and the labels of a template.
///
/// Data
/// 2. Every id names something that exists.
/// 3. An integer type has 1 to 64 bits; a range is not empty; the values of an enumeration lie in
///    0 to 255; arithmetic in floating point is of 64 bits.
/// 4. A variable has a path, arrays of at least one cell, at most 2^20 cells; all globals together
///    have at most 2^24 cells, and so have the locals of a template and the records of a pool.
/// 5. An initial value fits its range; one value for each cell where there are several; fresh channels
///    only in variables of type channel; fields of pools have constants or nothing.
/// 6. Monitors and entries come in families of one to 2^20; a family of more is used with an index,
///    and an index that is a constant is inside.
///
/// Templates and processes
/// 7. Parameters are scalars; the creator of a process gives one argument for each.
/// 8. A template has an entry, which is one of its locations; edges join locations of their template.
/// 9. No edge leaves a final location.
/// 10. The initial processes do not exceed the process limit, which is at most 65,536, and at most 256
///     where a variable of type process holds their numbers.
///
/// Edges
/// 11. A location has at most one `else` edge of each rank, and that has no synchronisation.
/// 12. An edge that receives neither chooses nor runs: the receiver's side of a rendezvous has no
///     free choice and cannot fail. An edge runs at most one process whose number is not taken:
///     only such a run waits for room.
/// 13. A choice has at least one value; the choices of an edge have at most 2^20 outcomes together.
/// 14. A send or receive on a channel whose kind is known has no more fields than it.
/// 15. Calls and completions give, and acceptances and returns take, as many values as their entry says;
///     each parameter of its profile is one of them.
/// 16. A wait leads to a location that only `waiting` and `wakeup` of the same monitor leave, and these
///     lead to one that only `notified` of it leaves; nothing else leads to either.
/// 17. `begin` leaves the entry of its template; `end` leads to a final location.
/// 18. Locals are mentioned only inside templates; outside (initial values of globals) nothing depends
///     on which process evaluates.
/// 19. A label has an action.
pub fn validate(system: &System) -> Result<(), Vec<String>> {
    let breaches = breaches(system);
    if breaches.is_empty() {
        return Ok(());
    }
    Err(breaches.into_iter().map(|breach| breach.message).collect())
}

/// An invariant that does not hold, and the place in the source that breaks it, where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    pub message: String,
    pub span: Option<Span>,
}

/// The breaches of the invariants that [`validate`] lists, with their places.
pub fn breaches(system: &System) -> Vec<Breach> {
    let mut checker = Checker::new(system);
    checker.names();
    checker.data();
    for (id, template) in system.templates.enumerate() {
        checker.template(id, template);
    }
    checker.processes();
    checker.problems
}

/// Checks an expression that is evaluated inside a template, or by no process, as in a claim.
pub fn validate_expr(
    system: &System,
    template: Option<TemplateId>,
    expr: &Expr,
) -> Result<(), Vec<String>> {
    let mut checker = Checker::new(system);
    checker.look_at("expression", None);
    checker.expr(expr, template);
    if checker.problems.is_empty() {
        return Ok(());
    }
    Err(checker.problems.into_iter().map(|breach| breach.message).collect())
}

const MOST_CELLS: u64 = 1 << 20;
const MOST_CELLS_TOGETHER: u64 = 1 << 24;

struct Checker<'s> {
    system: &'s System,
    /// What is being looked at, and where it is in the source.
    place: String,
    span: Option<Span>,
    problems: Vec<Breach>,
}

impl<'s> Checker<'s> {
    fn new(system: &'s System) -> Checker<'s> {
        Checker { system, place: String::new(), span: None, problems: Vec::new() }
    }

    fn look_at(&mut self, place: impl Into<String>, span: Option<Span>) {
        self.place = place.into();
        self.span = span;
    }

    fn problem(&mut self, message: impl AsRef<str>) {
        let message = format!("{}: {}", self.place, message.as_ref());
        self.problems.push(Breach { message, span: self.span });
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.problem(message());
        }
    }

    fn names(&mut self) {
        let system = self.system;
        let plain = |name: &String| (name.clone(), None);
        let variable = |variable: &Variable| (variable.name(), variable.span);
        self.distinct("enumerations", system.enums.iter().map(|item| plain(&item.name)));
        self.distinct("channel kinds", system.channel_kinds.iter().map(|item| plain(&item.name)));
        self.distinct("monitors", system.monitors.iter().map(|item| plain(&item.name)));
        self.distinct("entries", system.entries.iter().map(|item| plain(&item.name)));
        self.distinct("pools", system.pools.iter().map(|item| plain(&item.name)));
        let templates = system.templates.iter().map(|item| (item.name.clone(), item.span));
        self.distinct("templates", templates);
        self.distinct("processes", system.processes.iter().map(|item| plain(&item.name)));
        self.distinct("globals", system.globals.iter().map(variable));
        for pool in &system.pools {
            self.distinct(&format!("fields of {}", pool.name), pool.fields.iter().map(variable));
        }
        for declared in &system.enums {
            let values = declared.values.iter().map(|(name, _)| plain(name));
            self.distinct(&format!("values of {}", declared.name), values);
        }
        for template in &system.templates {
            let locals = template.locals.iter().map(variable);
            self.distinct(&format!("locals of {}", template.name), locals);
            let labels = template.locations.iter().flat_map(|location| {
                location.names.iter().map(|name| (name.clone(), location.span))
            });
            self.distinct(&format!("labels of {}", template.name), labels);
        }
    }

    fn distinct(&mut self, what: &str, names: impl Iterator<Item = (String, Option<Span>)>) {
        let mut seen = HashSet::new();
        for (name, span) in names {
            self.look_at(what, span);
            if name.is_empty() {
                self.problem("a name is empty");
            } else if let Some(twice) = seen.replace(name) {
                self.problem(format!("`{twice}` is there twice"));
            }
        }
    }

    fn data(&mut self) {
        let system = self.system;
        for (id, declared) in system.enums.enumerate() {
            self.look_at(format!("{id} {}", declared.name), None);
            for (name, value) in &declared.values {
                self.require((0..=255).contains(value), || {
                    format!("the value {value} of `{name}` is outside 0 to 255")
                });
            }
        }
        for (id, kind) in system.channel_kinds.enumerate() {
            self.look_at(format!("{id} {}", kind.name), None);
            kind.fields.iter().for_each(|ty| self.ty(*ty));
        }
        for (id, monitor) in system.monitors.enumerate() {
            self.look_at(format!("{id} {}", monitor.name), None);
            self.family_size(monitor.count);
        }
        for (id, entry) in system.entries.enumerate() {
            self.look_at(format!("{id} {}", entry.name), None);
            self.family_size(entry.count);
            entry.parameters.iter().chain(&entry.results).for_each(|ty| self.ty(*ty));
            for slot in &entry.profile {
                let given = slot.given.is_none_or(|at| (at as usize) < entry.parameters.len());
                let back = slot.back.is_none_or(|at| (at as usize) < entry.results.len());
                let nothing = *slot == Slot::default();
                let both = slot.member.is_some() && (slot.given.is_some() || slot.back.is_some());
                if !given || !back || nothing || both {
                    self.problem("a parameter of the profile is no value");
                }
            }
        }
        for (id, pool) in system.pools.enumerate() {
            for field in &pool.fields {
                self.look_at(format!("{id} {}, {}", pool.name, field.name()), field.span);
                self.variable(field, None);
                let constant = !matches!(field.init, Init::Channels(_) | Init::Computed(_));
                self.require(constant, || "a field starts with constants".to_string());
            }
            self.look_at(format!("{id} {}", pool.name), None);
            self.together(&pool.fields, u64::from(pool.capacity));
        }
        for (id, global) in system.globals.enumerate() {
            self.look_at(format!("{id} {}", global.name()), global.span);
            self.variable(global, None);
        }
        self.look_at("globals", None);
        self.together(system.globals.as_slice(), 1);
    }

    fn together(&mut self, variables: &[Variable], times: u64) {
        let cells = variables.iter().filter_map(cells).fold(0u64, u64::saturating_add);
        self.require(cells.saturating_mul(times) <= MOST_CELLS_TOGETHER, || {
            format!("these are more than {MOST_CELLS_TOGETHER} cells")
        });
    }

    fn ty(&mut self, ty: Type) {
        match ty {
            Type::Int { bits, .. } => {
                self.require((1..=64).contains(&bits), || format!("an integer of {bits} bits"))
            }
            Type::Range { low, high } => {
                self.require(low <= high, || format!("the range {low}..{high} is empty"));
            }
            Type::Enum(id) => self.exists(id, self.system.enums.len()),
            Type::Reference(id) => self.exists(id, self.system.pools.len()),
            Type::Bool | Type::Float | Type::Channel | Type::Process => {}
        }
    }

    /// There is at least one of a family, and not more than there can be.
    fn family_size(&mut self, count: u32) {
        self.require(count > 0, || "there are none of it".to_string());
        let few = u64::from(count) <= MOST_CELLS;
        self.require(few, || format!("these are more than {MOST_CELLS}"));
    }

    fn exists(&mut self, id: impl Id, count: usize) {
        self.require(id.index() < count, || format!("there is no {id}"));
    }

    fn variable(&mut self, variable: &'s Variable, at: Option<TemplateId>) {
        self.ty(variable.ty);
        self.require(!variable.path.is_empty(), || "it has no name".to_string());
        let cells = cells(variable);
        let sensible = cells.is_some_and(|cells| (1..=MOST_CELLS).contains(&cells));
        self.require(sensible, || format!("a variable has 1 to {MOST_CELLS} cells"));
        let fits = |value: &i64| variable.ty.bounds_are_sane() && variable.ty.store(*value).is_ok();
        match &variable.init {
            Init::Zero => {
                let parameter = at.is_some_and(|at| self.is_parameter(at, variable));
                self.require(parameter || fits(&0), || "0 is outside its range".to_string());
            }
            Init::Value(value) => {
                self.require(fits(value), || format!("{value} is outside its range"));
            }
            Init::Values(values) => {
                self.require(Some(values.len() as u64) == cells, || {
                    format!("{} initial values for {} cells", values.len(), cells.unwrap_or(0))
                });
                self.require(values.iter().all(fits), || {
                    "an initial value is outside its range".to_string()
                });
            }
            Init::Channels(kind) => {
                self.exists(*kind, self.system.channel_kinds.len());
                self.require(variable.ty == Type::Channel, || {
                    "only variables of type channel hold channels".to_string()
                });
            }
            Init::Computed(expr) => {
                self.expr(expr, at);
                if at.is_none() {
                    let mut personal = false;
                    expr.visit(&mut |inner| personal |= matches!(inner, Expr::Myself));
                    self.require(!personal, || "nobody evaluates `me` here".to_string());
                }
            }
        }
    }

    fn is_parameter(&self, at: TemplateId, variable: &Variable) -> bool {
        let template = &self.system.templates[at];
        template.locals.iter().take(template.parameters as usize).any(|l| std::ptr::eq(l, variable))
    }

    fn template(&mut self, id: TemplateId, template: &'s Template) {
        let parameters = template.parameters as usize;
        for (number, local) in template.locals.iter().enumerate() {
            self.look_at(format!("{id} {}, {}", template.name, local.name()), local.span);
            self.variable(local, Some(id));
            let scalar = local.path.iter().all(|part| part.length.is_none());
            self.require(number >= parameters || scalar, || "a parameter is a scalar".to_string());
        }
        self.look_at(format!("{id} {}", template.name), template.span);
        self.together(template.locals.as_slice(), 1);
        self.require(parameters <= template.locals.len(), || {
            format!("{parameters} parameters, but {} locals", template.locals.len())
        });
        self.exists(template.entry, template.locations.len());
        if let Some(provided) = &template.provided {
            self.expr(provided, Some(id));
        }
        let mut elses = HashSet::new();
        for (edge_id, edge) in template.edges.enumerate() {
            self.look_at(format!("{id} {}, {edge_id}", template.name), edge.span);
            self.edge(id, template, edge);
            if edge.guard == Guard::Else {
                self.require(elses.insert((edge.from, edge.rank)), || {
                    format!("a second `else` of rank {} at {}", edge.rank, edge.from)
                });
            }
        }
        self.look_at(format!("{id} {}", template.name), template.span);
        self.waits(template);
    }

    /// Invariant 16.
    fn waits(&mut self, template: &Template) {
        let locations = template.locations.len();
        let mut leaving = vec![Vec::new(); locations];
        let mut arriving = vec![Vec::new(); locations];
        for edge in &template.edges {
            if let Some(edges) = leaving.get_mut(edge.from.index()) {
                edges.push(edge);
            }
            if let Some(edges) = arriving.get_mut(edge.to.index()) {
                edges.push(edge);
            }
        }
        for at in (0..locations).map(LocationId::from_index) {
            let mut expected = None;
            for edge in &arriving[at.index()] {
                expected = match &edge.sync {
                    Some(Sync::Wait(monitor)) => Some((true, monitor)),
                    Some(Sync::Waiting(monitor) | Sync::WakeUp(monitor)) => Some((false, monitor)),
                    _ => continue,
                };
            }
            let arrives_well = |sync: &Option<Sync>| match (sync, expected) {
                (Some(Sync::Wait(of)), Some((true, monitor))) => of == monitor,
                (Some(Sync::Waiting(of) | Sync::WakeUp(of)), Some((false, monitor))) => {
                    of == monitor
                }
                (_, expected) => expected.is_none(),
            };
            let leaves_well = |sync: &Option<Sync>| match (sync, expected) {
                (Some(Sync::Waiting(of) | Sync::WakeUp(of)), Some((true, monitor))) => {
                    of == monitor
                }
                (Some(Sync::Notified(of)), Some((false, monitor))) => of == monitor,
                (Some(Sync::Waiting(_) | Sync::WakeUp(_) | Sync::Notified(_)), None) => false,
                (_, expected) => expected.is_none(),
            };
            let well = arriving[at.index()].iter().all(|edge| arrives_well(&edge.sync))
                && leaving[at.index()].iter().all(|edge| leaves_well(&edge.sync))
                && (expected.is_none() || at != template.entry);
            self.span = template.locations[at].span;
            self.require(well, || {
                format!("at {at}: `wait`, then `waiting` or `wakeup`, then `notified`, of one monitor and with nothing between")
            });
        }
    }

    fn processes(&mut self) {
        let system = self.system;
        for process in &system.processes {
            self.look_at(format!("process {}", process.name), None);
            self.creates(process.template, process.arguments.len());
        }
        self.look_at("processes", None);
        let limit = system.rules.process_limit;
        let count = system.processes.len();
        self.require(count <= limit as usize, || {
            format!("{count} processes, but a limit of {limit}")
        });
        self.require(limit <= 1 << 16, || format!("a limit of {limit} processes"));
        let locals = system.templates.iter().flat_map(|template| &template.locals);
        let fields = system.pools.iter().flat_map(|pool| &pool.fields);
        let mut variables = system.globals.iter().chain(locals).chain(fields);
        let numbered = variables.any(|variable| variable.ty == Type::Process);
        self.require(!numbered || limit <= 256, || {
            format!("variables of type process cannot tell {limit} processes apart")
        });
    }

    fn creates(&mut self, template: TemplateId, arguments: usize) {
        match self.system.templates.get(template) {
            Some(code) => self.require(code.parameters as usize == arguments, || {
                format!(
                    "{arguments} arguments for the {} parameters of {}",
                    code.parameters, code.name
                )
            }),
            None => self.problem(format!("there is no {template}")),
        }
    }

    /// The variable that a place names, if there is one.
    fn variable_of(&self, place: &Place, at: Option<TemplateId>) -> Option<&'s Variable> {
        let system = self.system;
        match &place.root {
            Root::Global(id) => system.globals.get(*id),
            Root::Local(id) => system.templates.get(at?)?.locals.get(*id),
            Root::Remote { template, local, .. } => {
                system.templates.get(*template)?.locals.get(*local)
            }
            Root::Field { pool, field, .. } => system.pools.get(*pool)?.fields.get(*field as usize),
        }
    }
}

impl Type {
    /// Whether the type itself is sound, so that storing into it is defined.
    fn bounds_are_sane(self) -> bool {
        !matches!(self, Type::Int { bits, .. } if !(1..=64).contains(&bits))
    }
}

/// The number of cells, computed without overflow.
fn cells(variable: &Variable) -> Option<u64> {
    variable
        .path
        .iter()
        .try_fold(1u64, |cells, part| cells.checked_mul(u64::from(part.length.unwrap_or(1))))
}

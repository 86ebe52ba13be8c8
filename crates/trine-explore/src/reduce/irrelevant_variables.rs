//! Irrelevant variables: those that are never read, except to compute others of that kind.

use trine_system::{
    BinaryOp, Effect, Expr, GlobalId, Guard, Init, LocalId, Place, Root, System, TemplateId, Type,
};

use super::access::may_fault;
use super::bits::Bits;
use super::visibility::Visibility;

/// The variables whose values can make a difference: a process waits for them, sends them, asserts
/// something of them, or computes such a variable from them. The others need no place in a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    globals: Bits,
    locals: Vec<Bits>,
}

impl Read {
    /// The variables that the property, guards or synchronisations read, directly or over others.
    pub fn new(system: &System, visibility: &Visibility) -> Read {
        let mut read = Read {
            globals: visibility.globals.clone(),
            locals: vec![Bits::default(); system.templates.len()],
        };
        for (template, local) in &visibility.remote_locals {
            read.locals[template.0 as usize].insert(local.0 as usize);
        }
        for global in visibility.channels.iter().map(|(global, _)| global) {
            read.globals.insert(global.0 as usize);
        }
        for variable in &system.globals {
            if let Init::Computed(expr) = &variable.init {
                read.look(0, expr);
            }
        }
        for (id, template) in system.templates.enumerate() {
            let number = id.0 as usize;
            for variable in &template.locals {
                if let Init::Computed(expr) = &variable.init {
                    read.look(number, expr);
                }
            }
            if let Some(provided) = &template.provided {
                read.look(number, provided);
            }
            for edge in &template.edges {
                if let Guard::When(guard) = &edge.guard {
                    read.look(number, guard);
                }
                if let Some(sync) = &edge.sync {
                    sync.visit_exprs(&mut |expr| read.note(number, expr));
                }
                for effect in &edge.effects {
                    match effect {
                        Effect::Assign(place, value) if !can_overflow(system, id, place) => {
                            place.visit(&mut |expr| read.note(number, expr));
                            read.look_for_faults(number, value, visibility.races);
                        }
                        // What is printed is no part of any state; a fault in there is.
                        Effect::Print(print) => {
                            for argument in &print.arguments {
                                read.look_for_faults(number, argument, visibility.races);
                            }
                        }
                        _ => effect.visit_exprs(&mut |expr| read.note(number, expr)),
                    }
                }
            }
        }
        while read.spread(system) {}
        read
    }

    /// What variables that matter are computed from matters too. True if that was news.
    fn spread(&mut self, system: &System) -> bool {
        let before = (self.globals.clone(), self.locals.clone());
        for (id, template) in system.templates.enumerate() {
            for effect in template.edges.iter().flat_map(|edge| &edge.effects) {
                if let Effect::Assign(place, value) = effect {
                    let matters = match &place.root {
                        Root::Global(global) => self.has_global(*global),
                        Root::Local(local) => self.has_local(id, *local),
                        Root::Remote { .. } | Root::Field { .. } => true,
                    };
                    if matters {
                        self.look(id.0 as usize, value);
                    }
                }
            }
        }
        before != (self.globals.clone(), self.locals.clone())
    }

    fn look(&mut self, template: usize, expr: &Expr) {
        expr.visit(&mut |part| self.note(template, part));
    }

    /// Notes what decides whether an expression faults, its value aside; where races are looked for, also what decides
    /// what it reads.
    fn look_for_faults(&mut self, template: usize, expr: &Expr, races: bool) {
        use BinaryOp::{And, Divide, Or, Remainder};
        let may_matter = |expr: &Expr| may_fault(expr) || races && reads(expr);
        match expr {
            Expr::Read(place) => place.visit(&mut |part| self.note(template, part)),
            Expr::Unary(_, _, inner) => self.look_for_faults(template, inner, races),
            Expr::Binary(op, _, left, right) => {
                // The left side decides whether the right one is evaluated at all.
                let decides = matches!(op, And | Or) && may_matter(right);
                if decides {
                    self.look(template, left);
                }
                if matches!(op, Divide | Remainder) {
                    self.look(template, right);
                }
                self.look_for_faults(template, left, races);
                self.look_for_faults(template, right, races);
            }
            Expr::Conditional(condition, yes, no) => {
                if may_matter(yes) || may_matter(no) {
                    self.look(template, condition);
                }
                self.look_for_faults(template, condition, races);
                self.look_for_faults(template, yes, races);
                self.look_for_faults(template, no, races);
            }
            Expr::Const(_) | Expr::Myself => {}
            other => self.look(template, other),
        }
    }

    fn note(&mut self, template: usize, part: &Expr) {
        if let Expr::Read(place) = part {
            match &place.root {
                Root::Global(id) => {
                    self.globals.insert(id.0 as usize);
                }
                Root::Local(id) => {
                    if let Some(locals) = self.locals.get_mut(template) {
                        locals.insert(id.0 as usize);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a global is read.
    pub fn has_global(&self, global: GlobalId) -> bool {
        self.globals.contains(global.0 as usize)
    }

    /// Whether a local of a template is read.
    pub fn has_local(&self, template: TemplateId, local: LocalId) -> bool {
        self.locals[template.0 as usize].contains(local.0 as usize)
    }
}

/// Whether an expression reads anything.
fn reads(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part, Expr::Read(_)));
    found
}

/// Whether an assignment can fault because the value does not fit.
fn can_overflow(system: &System, template: TemplateId, place: &Place) -> bool {
    let ty = match &place.root {
        Root::Global(id) => system.globals[*id].ty,
        Root::Local(id) => system.templates[template].locals[*id].ty,
        Root::Remote { .. } | Root::Field { .. } => return true,
    };
    matches!(ty, Type::Range { .. })
}

//! Which variables nobody ever reads.

use trine_system::{Effect, Expr, GlobalId, Guard, Init, LocalId, Root, System, TemplateId};

use super::access::may_fault;
use super::bits::Bits;
use super::sight::Sight;

/// The variables that some expression reads; the others need no place in a state.
#[derive(Clone, Debug, Default)]
pub struct Read {
    globals: Bits,
    locals: Vec<Bits>,
}

impl Read {
    pub fn new(system: &System, sight: &Sight) -> Read {
        let mut read = Read {
            globals: sight.globals.clone(),
            locals: vec![Bits::default(); system.templates.len()],
        };
        for (template, local) in &sight.remote_locals {
            read.locals[template.0 as usize].insert(local.0 as usize);
        }
        for global in sight.channels.iter().map(|(global, _)| global) {
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
                        // What is printed is no part of any state; a fault in there is.
                        Effect::Print(print) => {
                            for argument in print.arguments.iter().filter(|a| may_fault(a)) {
                                read.look(number, argument);
                            }
                        }
                        _ => effect.visit_exprs(&mut |expr| read.note(number, expr)),
                    }
                }
            }
        }
        read
    }

    fn look(&mut self, template: usize, expr: &Expr) {
        expr.visit(&mut |part| self.note(template, part));
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

    pub fn has_global(&self, global: GlobalId) -> bool {
        self.globals.contains(global.0 as usize)
    }

    pub fn has_local(&self, template: TemplateId, local: LocalId) -> bool {
        self.locals[template.0 as usize].contains(local.0 as usize)
    }
}

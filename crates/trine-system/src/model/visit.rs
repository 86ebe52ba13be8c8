//! Walks over everything that an edge reads and writes.

use super::{Edge, Effect, Expr, Guard, Pattern, Place, Sync};

impl Edge {
    /// Visits every expression of the edge, in the order of evaluation, and all inside them; the
    /// places that are written count with the expressions inside them only.
    pub fn visit_exprs<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        if let Guard::When(guard) = &self.guard {
            guard.visit(see);
        }
        if let Some(sync) = &self.sync {
            sync.visit_exprs(see);
        }
        for effect in &self.effects {
            effect.visit_exprs(see);
        }
    }

    /// Visits every place that the edge writes.
    pub fn visit_writes<'e>(&'e self, see: &mut dyn FnMut(&'e Place)) {
        if let Some(sync) = &self.sync {
            sync.visit_writes(see);
        }
        for effect in &self.effects {
            if let Effect::Assign(into, _)
            | Effect::Choose { into, .. }
            | Effect::New { into, .. }
            | Effect::Run { into: Some(into), .. } = effect
            {
                see(into);
            }
        }
    }
}

impl Sync {
    /// Visits the expressions inside, those in places that are written included.
    pub fn visit_exprs<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            Sync::Send { channel, values, .. } => {
                channel.visit(see);
                values.iter().for_each(|value| value.visit(see));
            }
            Sync::Receive { channel, patterns, .. } => {
                channel.visit(see);
                patterns.iter().for_each(|pattern| pattern.visit(see));
            }
            Sync::Enter(monitor)
            | Sync::Exit(monitor)
            | Sync::Wait(monitor)
            | Sync::Waiting(monitor)
            | Sync::WakeUp(monitor)
            | Sync::Notified(monitor)
            | Sync::Notify(monitor)
            | Sync::NotifyAll(monitor) => monitor.index.iter().for_each(|index| index.visit(see)),
            Sync::Start(process) | Sync::Join(process) => process.visit(see),
            Sync::Begin | Sync::End => {}
            Sync::Call { entry, arguments: values }
            | Sync::Requeue { entry, arguments: values }
            | Sync::Complete { entry, results: values } => {
                entry.index.iter().chain(values).for_each(|expr| expr.visit(see));
            }
            Sync::Withdraw(entry) => entry.index.iter().for_each(|index| index.visit(see)),
            Sync::Return { entry, results: places }
            | Sync::Accept { entry, parameters: places } => {
                entry.index.iter().for_each(|index| index.visit(see));
                places.iter().for_each(|place| place.visit(see));
            }
        }
    }

    /// Visits every place that a synchronisation writes for the process that steps.
    pub fn visit_writes<'e>(&'e self, see: &mut dyn FnMut(&'e Place)) {
        match self {
            Sync::Receive { patterns, .. } => {
                for pattern in patterns {
                    if let Pattern::Bind(place) = pattern {
                        see(place);
                    }
                }
            }
            Sync::Return { results: places, .. } | Sync::Accept { parameters: places, .. } => {
                places.iter().for_each(see);
            }
            _ => {}
        }
    }
}

impl Effect {
    /// Visits the expressions inside, those in places that are written included.
    pub fn visit_exprs<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            Effect::Assign(place, value) => {
                value.visit(see);
                place.visit(see);
            }
            Effect::Assert(condition) => condition.visit(see),
            Effect::Print(print) => print.arguments.iter().for_each(|value| value.visit(see)),
            Effect::Run { arguments, priority, into, .. } => {
                arguments.iter().chain(priority).for_each(|expr| expr.visit(see));
                into.iter().for_each(|place| place.visit(see));
            }
            Effect::SetPriority(process, priority) => {
                process.visit(see);
                priority.visit(see);
            }
            Effect::Choose { into, .. } | Effect::New { into, .. } => into.visit(see),
            Effect::Emit { when, .. } => when.visit(see),
            Effect::Fail(..) | Effect::Abort(..) | Effect::Unmodelled(_) | Effect::Limit { .. } => {
            }
        }
    }
}

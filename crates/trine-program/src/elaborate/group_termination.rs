//! How threads end together: groups that count the threads that still work, and what a thread does last.

use trine_base::cannot_happen;
use trine_system as sys;
use trine_system::{BinaryOp, Effect, Width};

use super::abstract_state::{AbstractState, Call, Frame, Phase};
use super::build::{Builder, StepResult};
use super::eval::{Binding, Source, binary, equal};
use super::value::{Birth, InstanceId, Loc, Target, Value};
use crate::program::*;

impl Builder<'_, '_> {
    /// The groups that a thread of this group belongs to, the innermost first.
    fn groups(
        &mut self,
        config: &AbstractState,
        group: Operand,
    ) -> Result<Vec<InstanceId>, StepResult> {
        if self.facts.program.roles.groups.is_none() {
            return Ok(Vec::new());
        }
        let group = self.known_object(config, group)?;
        let found = self.around(config, group);
        found.ok_or_else(|| self.stop(config.clone(), "which tasks end together is not known"))
    }

    /// A group, the one around it, and so on, as far as that is known.
    fn around(&mut self, config: &AbstractState, group: InstanceId) -> Option<Vec<InstanceId>> {
        let roles = self.facts.program.roles.groups?;
        let mut found = vec![group];
        while let Some(last) = found.last()
            && found.len() < 64
        {
            match self.read(config, Loc::Field(*last, roles.around)) {
                Binding::Static(Value::Object(next)) => found.push(next),
                Binding::Static(Value::Null) => return Some(found),
                // A group belongs to one thread, and so to the group of that thread: it was null only
                // until the group was complete.
                Binding::Dynamic(_, Some(Source::Held(holder))) => {
                    let targets = self.facts.targets(holder);
                    let mut groups = targets.iter().filter_map(|target| match target {
                        Target::Object(next) => Some(*next),
                        _ => None,
                    });
                    match (groups.next(), groups.next()) {
                        (Some(next), None) => found.push(next),
                        (None, None) if targets.contains(&Target::Null) => return Some(found),
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        None
    }

    /// Notes which groups a thread that is started belongs to.
    pub fn join_groups(&mut self, config: &AbstractState, thread: InstanceId) {
        let Some(roles) = self.facts.program.roles.groups else { return };
        let groups = match self.read(config, Loc::Field(thread, roles.own)) {
            Binding::Static(Value::Null) => Some(Vec::new()),
            Binding::Static(Value::Object(group)) => self.around(config, group),
            _ => None,
        };
        match groups {
            Some(groups) => {
                if groups.first().is_some_and(|group| !self.is_counted_in(*group)) {
                    self.facts.meets_outside_caller();
                }
                self.facts.belongs(thread, groups);
            }
            None => self.facts.meets_outside_caller(),
        }
    }

    /// Whether a group counts this thread while it works: as a member, or as the one that waits for its
    /// members.
    fn is_counted_in(&self, group: InstanceId) -> bool {
        let own = self.thread.and_then(|thread| self.facts.groups(thread));
        let made = match self.facts.instances[group].birth {
            Birth::Site { by, .. } => by == self.thread,
            Birth::MainThread | Birth::Class(_) => false,
        };
        made || own.is_some_and(|groups| groups.contains(&group))
    }

    /// Whether a thread is sure to be there as long as this one works: it ends only together with all that
    /// its groups count. Those neither start nor call any other afterwards, and no other process calls them.
    pub fn outlasts(&mut self, thread: InstanceId) -> bool {
        if self.facts.program.roles.groups.is_none() {
            return false;
        }
        let counted = match self.facts.groups(thread).map(|groups| groups.first().copied()) {
            Some(None) => true,
            Some(Some(group)) => self.is_counted_in(group),
            None => false,
        };
        if !counted {
            self.facts.meets_outside_caller();
        }
        !self.facts.has_outside_callers() && !self.facts.can_end_alone(thread)
    }

    /// Adds to the number of those that still work in the groups of a thread.
    pub fn count(
        &mut self,
        to: &mut AbstractState,
        group: Operand,
        by: i64,
    ) -> Result<Vec<Effect>, StepResult> {
        let Some(roles) = self.facts.program.roles.groups else {
            cannot_happen!("a group is counted in a language without groups")
        };
        let mut effects = Vec::new();
        for group in self.groups(to, group)? {
            let loc = Loc::Field(group, roles.active);
            let before = self.read(to, loc);
            let after =
                self.binary(BinaryOp::Add, Width::W64, before, Binding::Static(Value::Int(by)));
            effects.extend(self.write(to, loc, None, after));
        }
        Ok(effects)
    }

    /// When all others of some group of a thread have ended or wait to end.
    pub fn may_end(
        &mut self,
        config: &AbstractState,
        group: Operand,
    ) -> Result<sys::Expr, StepResult> {
        let Some(roles) = self.facts.program.roles.groups else {
            cannot_happen!("a group may end in a language without groups")
        };
        let mut any = sys::Expr::Const(0);
        for group in self.groups(config, group)? {
            let active = self.read(config, Loc::Field(group, roles.active));
            let none = equal(self.expr(&active), 0);
            any = binary(BinaryOp::Or, Width::W64, any, none);
        }
        Ok(any)
    }

    /// Lets a thread that has nothing else to do say its last words.
    pub fn speak_last(&mut self, to: &mut AbstractState) {
        let Some(last) = self.facts.program.roles.last_words.clone() else { return };
        let method = match self.thread {
            None => last.main,
            Some(_) => {
                self.facts.class_of(self.me).and_then(|own| self.facts.dispatch(own, &last.thread))
            }
        };
        let Some(method) = method else { return };
        let Some(code) = self.facts.code(method) else {
            cannot_happen!("last words {method:?} have no body")
        };
        let mut vars = vec![Value::Undefined; code.vars.len()];
        let declared = &self.facts.program.methods[method];
        if let (false, Some(receiver)) = (declared.is_static, declared.parameters.first()) {
            vars[receiver.0 as usize] = Value::Object(self.me);
        }
        to.phase = Phase::Run;
        to.frames.push(Frame {
            method,
            pc: 0,
            vars,
            call: Call::Last,
            atomic: 0,
            pending: Vec::new(),
        });
    }
}

//! Instances of generic units: a scope with the actuals, and the unit declared in it.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;

use super::elaboration::Completed;
use super::entity::*;
use super::lowering::*;
use super::types::*;
use crate::syntax::*;

impl Lowering {
    /// Declares an instance of a generic unit.
    pub fn instantiate(&mut self, name: &Ident, generic: &Expr, actuals: &[Arg], span: Span) {
        let found = self.entities(generic).into_iter().find_map(|entity| match entity {
            Entity::Generic(id) => Some(id),
            _ => None,
        });
        let Some(id) = found else {
            if self.is_library(generic) {
                let entity = Entity::Library(shown(generic).to_lowercase());
                return self.declare(self.code.scope, &name.key, entity);
            }
            return self.error(format!("`{}` is not generic", shown(generic)), generic.span);
        };
        self.check_elaborated(Completed::Generic(id), |_| {});
        self.instances += 1;
        if self.instances > 200 {
            return self.leave_out("too many instances of generic units");
        }
        let unit = &self.generics[id];
        let (formals, spec, body) = (unit.formals.clone(), unit.spec.clone(), unit.body.clone());
        let unit_scope = unit.scope;
        let scope = self.add_scope(Some(unit_scope), self.code.frame, "");
        for (number, formal) in formals.iter().enumerate() {
            let key = match formal {
                GenericFormal::Type(name) => name.key.clone(),
                GenericFormal::Object(names, ..) => {
                    names.first().map(|name| name.key.clone()).unwrap_or_default()
                }
                GenericFormal::Subprogram(signature, _) => signature.name.key.clone(),
                GenericFormal::Other(what, span) => {
                    let before = self.code.span.replace(*span);
                    self.leave_out(format!("the formal `{what}` is not modelled"));
                    self.code.span = before;
                    continue;
                }
            };
            let by_name = actuals.iter().find(|actual| {
                actual
                    .choices
                    .iter()
                    .any(|choice| matches!(&choice.kind, ExprKind::Name(name) if name.key == key))
            });
            let by_position = actuals.get(number).filter(|actual| actual.choices.is_empty());
            let actual = by_name.or(by_position).map(|actual| actual.value.clone());
            self.declare_actual(formal, actual, &key, scope, unit_scope, span);
        }
        let around = std::mem::replace(&mut self.code.scope, scope);
        self.declaration(&spec);
        if matches!(spec.kind, DeclKind::Subprogram(_)) {
            // The flag is that of the generic unit.
            self.flags.remove(&Completed::Subprogram(self.subprograms.len() - 1));
        }
        if let Some(body) = &body {
            self.declaration(body);
        }
        self.code.scope = around;
        let key = match &spec.kind {
            DeclKind::Package { name, .. } => name.key.clone(),
            DeclKind::Subprogram(signature) => signature.name.key.clone(),
            _ => return,
        };
        let made = self.scopes[scope].names.get(&key).and_then(|all| all.last().cloned());
        if let Some(made) = made {
            if let Entity::Package(scope) = made {
                // The body of an instance comes right behind its declaration, also an implicit one.
                self.activate_package(scope);
            }
            self.declare(self.code.scope, &name.key, made);
        }
    }

    /// Declares what a formal of a generic unit stands for in an instance: in `scope`, under `key`.
    fn declare_actual(
        &mut self,
        formal: &GenericFormal,
        actual: Option<Expr>,
        key: &str,
        scope: usize,
        unit_scope: usize,
        span: Span,
    ) {
        match (formal, actual) {
            (GenericFormal::Type(_), Some(actual)) => match self.type_named(&actual) {
                Some(ty) => self.declare(scope, key, Entity::Type(ty)),
                None => self.error("a type is needed here", actual.span),
            },
            (GenericFormal::Object(_, ty, default), actual) => {
                match actual.or_else(|| default.clone()) {
                    Some(actual) => self.declare_actual_object(ty, &actual, key, scope),
                    None => self.error("an actual value is missing", span),
                }
            }
            (GenericFormal::Subprogram(..), Some(actual)) => {
                let entity = Entity::Alias(Rc::new(actual), self.code.scope);
                self.declare(scope, key, entity);
            }
            (GenericFormal::Subprogram(signature, Some(default)), None) => {
                let (value, seen) = match &default.kind {
                    ExprKind::Name(_) | ExprKind::Selected(..) => (default.clone(), unit_scope),
                    _ => {
                        let (name, span) = (signature.name.clone(), signature.name.span);
                        (Expr { kind: ExprKind::Name(name), span }, self.code.scope)
                    }
                };
                self.declare(scope, key, Entity::Alias(Rc::new(value), seen));
            }
            (_, None) => self.error("an actual is missing", span),
            (GenericFormal::Other(..), _) => {}
        }
    }

    /// Declares the object that a formal object stands for: a constant where the value is static.
    fn declare_actual_object(&mut self, ty: &Indication, actual: &Expr, key: &str, scope: usize) {
        let around = std::mem::replace(&mut self.code.scope, scope);
        let ty = self.indicated(ty);
        self.code.scope = around;
        let inside = |this: &Lowering, value: &i64| {
            this.types.known_range(ty).is_some_and(|(low, high)| (low..=high).contains(value))
                && this.types.all[ty].predicates.is_empty()
        };
        if let Some(value) = self.constant_of(actual, Some(ty)).filter(|value| inside(self, value))
        {
            let storage = Storage::Var(ir::VarId(0));
            let (name, frame) = (key.to_string(), self.code.frame);
            let object = Object { name, ty, storage, value: Some(value), frame, span: None };
            return self.declare(scope, key, Entity::Object(Rc::new(object)));
        }
        let value = self.checked_value(actual, ty);
        let object = self.hidden_object(key, ty, actual.span);
        self.assign_object(&object, value);
        self.declare(scope, key, Entity::Object(object));
    }
}

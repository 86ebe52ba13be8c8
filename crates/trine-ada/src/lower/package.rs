//! Packages: their bodies, what is used of them, and the bodies of generic units.

use std::rc::Rc;

use super::elaboration::Completed;
use super::entity::*;
use super::lowering::*;
use crate::syntax::*;

impl Lowering {
    /// Lowers the body of a package, or keeps that of a generic one for its instances.
    pub fn package_body(&mut self, name: &Ident, body: &Body) {
        let found = self.lookup(self.code.scope, &name.key);
        let generic = found.iter().find_map(|entity| match entity {
            Entity::Generic(id) => Some(*id),
            _ => None,
        });
        if let Some(id) = generic {
            let kind = DeclKind::PackageBody { name: name.clone(), body: Rc::new(body.clone()) };
            self.generics[id].body = Some(Decl { kind, span: body.span });
            return self.body_elaborated(Completed::Generic(id));
        }
        let spec = found.iter().find_map(|entity| match entity {
            Entity::Package(scope) => Some(*scope),
            _ => None,
        });
        let Some(spec) = spec else {
            return self.error(format!("there is no package `{}` here", name.text), name.span);
        };
        let scope = self.add_scope(Some(spec), self.code.frame, &name.key);
        self.spec_scopes.insert(scope, spec);
        // The context of a body is its own: what is used there is seen in the body.
        if self.scopes[spec].parent != Some(self.code.scope) {
            let around = self.scopes[self.code.scope].clone();
            self.scopes[scope].policies.extend(around.policies);
            self.scopes[scope].uses.extend(around.uses);
            self.scopes[scope].library.extend(around.library);
        }
        let around = std::mem::replace(&mut self.code.scope, scope);
        let own = self.bodiless.remove(&spec).unwrap_or_default();
        let outer = self.begin_declared(own);
        self.declarations(&body.decls);
        self.handled_after(&body.stmts, Lowering::activate_declared);
        self.begin_declared(outer);
        self.code.scope = around;
    }

    /// The body of a generic subprogram is kept for its instances. Says whether it is one.
    pub fn generic_body(&mut self, signature: &Signature, decl: &Decl) -> bool {
        let scopes = [Some(self.code.scope), self.spec_scopes.get(&self.code.scope).copied()];
        for scope in scopes.into_iter().flatten() {
            let named = self.scopes[scope].names.get(&signature.name.key);
            let generic = named.into_iter().flatten().find_map(|entity| match entity {
                Entity::Generic(id) => Some(*id),
                _ => None,
            });
            if let Some(id) = generic {
                self.generics[id].body = Some(decl.clone());
                self.body_elaborated(Completed::Generic(id));
                return true;
            }
        }
        false
    }

    /// `use`: makes the names of a package, or the operators of a type, directly visible.
    pub fn use_package(&mut self, name: &str) {
        let (name, all) = match name.strip_prefix(crate::read::ALL_OF_TYPE) {
            Some(name) => (name, true),
            None => (name, false),
        };
        let mut parts = name.split('.');
        let mut found = parts
            .next()
            .map(|first| self.lookup(self.code.scope, first))
            .unwrap_or_default()
            .into_iter()
            .find(|entity| {
                matches!(entity, Entity::Package(_) | Entity::Library(_) | Entity::Type(_))
            });
        for part in parts {
            found = match found {
                Some(Entity::Package(scope)) => {
                    self.scopes[scope].names.get(part).and_then(|all| all.first().cloned())
                }
                Some(Entity::Library(unit)) => Some(Entity::Library(format!("{unit}.{part}"))),
                _ => None,
            };
        }
        let scope = self.code.scope;
        match found {
            Some(Entity::Package(package)) => self.scopes[scope].uses.push(package),
            Some(Entity::Library(unit)) => self.scopes[scope].library.push(unit),
            Some(Entity::Type(ty)) if all => {
                let beside = self.types.all[self.types.base(ty)].scope;
                self.scopes[scope].uses.push(beside);
            }
            _ => {}
        }
    }
}

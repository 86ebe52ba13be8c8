//! Members that a class has or inherits (section 8.2 of the Java language specification).
//!
//! Private members are not inherited, and those without a modifier only within their package. What is not inherited
//! hides nothing of the scopes around a class: captured variables, and members of enclosing classes.

use trine_program::{ClassId, FieldId, MethodId};

use crate::world::{ClassKind, Visibility, World};

impl World<'_> {
    /// The field of that name that a class has or inherits.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.nearest(class, &|owner| {
            let field = self.classes[owner].fields.get(name).copied()?;
            Some((field, self.fields[field].visibility))
        })
    }

    /// The member class of that name that a class has or inherits.
    pub fn find_member_class(&self, class: ClassId, name: &str) -> Option<ClassId> {
        self.nearest(class, &|owner| {
            let member = self.classes[owner].members.get(name).copied()?;
            Some((member, self.classes[member].visibility))
        })
    }

    /// What a class declares or inherits. A declaration hides those above it, even where it is not inherited itself.
    fn nearest<T: Copy>(
        &self,
        class: ClassId,
        declared: &dyn Fn(ClassId) -> Option<(T, Visibility)>,
    ) -> Option<T> {
        let mut hidden: Vec<ClassId> = Vec::new();
        let mut found = None;
        for owner in self.ancestry(class) {
            if hidden.contains(&owner) {
                continue;
            }
            let Some((member, visibility)) = declared(owner) else { continue };
            if self.has_member(class, owner, visibility) {
                found = Some(member);
                break;
            }
            // What another way leads to is not hidden.
            let above = self.ancestry(owner);
            let reached = self.ancestry_without(class, owner);
            hidden.extend(above.into_iter().filter(|one| !reached.contains(one)));
        }
        found
    }

    /// The class and what is above it, as if one of them had no parents.
    fn ancestry_without(&self, class: ClassId, left_out: ClassId) -> Vec<ClassId> {
        let mut order = vec![class];
        let mut next = 0;
        while next < order.len() {
            if order[next] != left_out {
                for parent in self.parents(order[next]).filter_map(|parent| self.class_of(parent)) {
                    if !order.contains(&parent) {
                        order.push(parent);
                    }
                }
            }
            next += 1;
        }
        order
    }

    /// All methods of that name that a class has or inherits, nearest first; overridden ones left out.
    pub fn find_methods(&self, class: ClassId, name: &str) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        for owner in self.ancestry(class) {
            for method in self.classes[owner].methods.get(name).into_iter().flatten() {
                let overridden = found.iter().any(|other| {
                    let (a, b) = (&self.program.methods[*other], &self.program.methods[*method]);
                    a.selector == b.selector && !a.is_static && !b.is_static
                });
                // Static methods of interfaces are called by the name of the interface only.
                let of_interface = owner != class
                    && self.classes[owner].kind == ClassKind::Interface
                    && self.program.methods[*method].is_static;
                if !overridden
                    && !of_interface
                    && self.has_member(class, owner, self.methods[*method].visibility)
                {
                    found.push(*method);
                }
            }
        }
        found
    }

    /// Whether what an ancestor declares is a member of a class.
    pub fn has_member(&self, class: ClassId, owner: ClassId, visibility: Visibility) -> bool {
        match visibility {
            _ if class == owner => true,
            Visibility::Private => false,
            Visibility::Inherited => true,
            // Every class on the way has to inherit it.
            Visibility::Package => {
                let mut next = Some(class);
                while let Some(here) = next {
                    if here == owner {
                        return true;
                    }
                    if !self.are_neighbours(here, owner) {
                        return false;
                    }
                    let superclass = self.classes[here].superclass.as_ref();
                    next = superclass.and_then(|superclass| self.class_of(superclass));
                }
                // The root of all classes is nowhere written.
                Some(owner) == self.predefined.object
            }
        }
    }

    /// Whether two classes are of one package. Models see each other's members everywhere.
    pub fn are_neighbours(&self, one: ClassId, other: ClassId) -> bool {
        let unit = |class: ClassId| &self.units[self.classes[class].unit];
        let (one, other) = (unit(one), unit(other));
        one.package == other.package || one.library && other.library
    }
}

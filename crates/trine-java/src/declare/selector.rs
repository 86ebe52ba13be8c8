//! Gives methods their selectors, equal exactly where one overrides the other.
//!
//! A selector is `name/arity`. Where some class has or inherits two methods of one name and arity,
//! all methods of that name and arity show their erased parameter types as well, those of the method
//! that they override first, so that `compareTo(T)` and `compareTo(Foo)` stay the same. Private methods, and those
//! that a class of another package cannot override although it seems to, have selectors of their own.

use trine_program::{ClassId, MethodId};

use crate::types::{Ty, substitute};
use crate::world::{MethodKind, Visibility, World};

/// Finds the names that are overloaded somewhere in these classes.
pub(crate) fn find_overloads(world: &mut World<'_>, classes: &[ClassId]) {
    for class in classes {
        find_hidden(world, *class);
    }
    for class in classes {
        for method in candidates(world, *class) {
            let name = world.program.methods[method].name.clone();
            let key = (name, world.methods[method].params.len());
            if world.overloaded.contains(&key) {
                continue;
            }
            let clash = world.ancestry(*class).into_iter().any(|ancestor| {
                let others = world.classes[ancestor].methods.get(&key.0);
                others.into_iter().flatten().any(|other| {
                    *other != method
                        && !world.program.methods[*other].is_static
                        && world.methods[*other].params.len() == key.1
                        && !same_parameters(world, *class, method, ancestor, *other)
                })
            });
            if clash {
                world.overloaded.insert(key);
            }
        }
    }
}

/// Gives the methods of a class their selectors.
pub(crate) fn assign_selectors(world: &mut World<'_>, classes: &[ClassId]) {
    for class in classes {
        for method in candidates(world, *class) {
            let name = &world.program.methods[method].name;
            let key = (name.clone(), world.methods[method].params.len());
            let root = root_of(world, *class, method);
            if root != method && !classes.contains(&world.program.methods[root].class) {
                // Declared long before: calls go by the selector that it has.
                let selector = world.program.methods[root].selector.clone();
                world.program.methods[method].selector = selector;
            } else if world.overloaded.contains(&key) {
                let types: Vec<String> = world.methods[root]
                    .params
                    .iter()
                    .map(|ty| world.show(&world.erase(ty)))
                    .collect();
                world.program.methods[method].selector =
                    format!("{}/{}:{}", key.0, key.1, types.join(","));
            }
            if world.methods[method].visibility == Visibility::Private {
                world.program.methods[method].selector.push_str(&format!(" of {class}"));
            } else if world.hidden.contains(&root)
                && classes.contains(&world.program.methods[root].class)
            {
                let package = &world.units[world.classes[*class].unit].package;
                world.program.methods[method].selector.push_str(&format!(" in {package}"));
            }
        }
    }
}

/// Finds methods without a modifier that classes of other packages seem to override.
fn find_hidden(world: &mut World<'_>, class: ClassId) {
    let mut hidden: Vec<MethodId> = Vec::new();
    for method in candidates(world, class) {
        let name = &world.program.methods[method].name;
        for ancestor in world.ancestry(class).into_iter().skip(1) {
            for other in world.classes[ancestor].methods.get(name).into_iter().flatten() {
                if world.methods[*other].visibility == Visibility::Package
                    && !world.program.methods[*other].is_static
                    && !world.has_member(class, ancestor, Visibility::Package)
                    && same_parameters(world, class, method, ancestor, *other)
                {
                    hidden.push(root_of(world, ancestor, *other));
                }
            }
        }
    }
    world.hidden.extend(hidden);
}

fn candidates(world: &World<'_>, class: ClassId) -> Vec<MethodId> {
    let methods = &world.program.classes[class].methods;
    methods
        .iter()
        .copied()
        .filter(|method| {
            !world.program.methods[*method].is_static
                && matches!(world.methods[*method].kind, MethodKind::Method | MethodKind::Synthetic)
        })
        .collect()
}

/// The first declaration of what a method overrides, or the method itself.
pub(crate) fn root_of(world: &World<'_>, class: ClassId, method: MethodId) -> MethodId {
    let name = &world.program.methods[method].name;
    let mut root = method;
    for ancestor in world.ancestry(class).into_iter().skip(1) {
        for other in world.classes[ancestor].methods.get(name).into_iter().flatten() {
            if !world.program.methods[*other].is_static
                && overrides(world, class, method, ancestor, *other)
            {
                root = *other;
            }
        }
    }
    root
}

/// Whether a method overrides one of an ancestor.
pub(crate) fn overrides(
    world: &World<'_>,
    class: ClassId,
    method: MethodId,
    ancestor: ClassId,
    other: MethodId,
) -> bool {
    world.methods[method].visibility != Visibility::Private
        && world.has_member(class, ancestor, world.methods[other].visibility)
        && same_parameters(world, class, method, ancestor, other)
}

/// Whether the parameter types agree, once those above are seen from below.
fn same_parameters(
    world: &World<'_>,
    class: ClassId,
    method: MethodId,
    ancestor: ClassId,
    other: MethodId,
) -> bool {
    let (mine, theirs) = (&world.methods[method].params, &world.methods[other].params);
    if mine.len() != theirs.len() {
        return false;
    }
    let own: Vec<Ty> = world.classes[class].type_params.iter().map(|id| Ty::Param(*id)).collect();
    let (bindings, raw) = match world.as_super(&Ty::Class(class, own.into()), ancestor) {
        Some(Ty::Class(_, arguments)) => {
            let params = &world.classes[ancestor].type_params;
            (world.bindings(ancestor, &arguments), arguments.len() != params.len())
        }
        _ => Default::default(),
    };
    mine.iter().zip(theirs).all(|(mine, theirs)| {
        // Where the arguments of the class are not known, a type parameter may be anything.
        if raw && matches!(theirs, Ty::Param(_)) && mine.is_reference() {
            return true;
        }
        let mine = world.erase(mine);
        mine == world.erase(&substitute(theirs, &bindings)) || mine == world.erase(theirs)
    })
}

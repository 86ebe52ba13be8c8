//! The order in which classes are initialised (section 12.4 of the Java language specification).

use trine_program::{ClassId, MethodId};

use crate::declare::{Shape, add_shape};
use crate::types::Ty;
use crate::world::{ClassKind, MethodKind, World};

/// What is initialised before a class: its superclass, then the interfaces above it that have methods with bodies.
/// A class waits for those also where it has nothing of its own to initialise.
pub(crate) fn set_initialisation(world: &mut World<'_>) {
    let classes: Vec<ClassId> = world.classes.ids().collect();
    for class in &classes {
        if world.classes[*class].kind == ClassKind::Interface {
            continue;
        }
        let mut first = Vec::new();
        let superclass = world.classes[*class].superclass.as_ref();
        first.extend(superclass.and_then(|superclass| world.class_of(superclass)));
        for interface in &world.classes[*class].interfaces {
            add_interfaces(world, interface, &mut first);
        }
        if !first.is_empty() {
            world.program.initialised_first.insert(*class, first);
        }
    }
    for class in classes {
        if world.program.classes[class].initializer.is_none()
            && !world.program.classes[class].library
            && world.classes[class].kind != ClassKind::Lambda
            && waits_for_users(world, class, 0)
        {
            add_empty_initializer(world, class);
        }
    }
}

/// Adds an interface, after those that it extends, if it has methods with bodies.
fn add_interfaces(world: &World<'_>, interface: &Ty, first: &mut Vec<ClassId>) {
    let Some(class) = world.class_of(interface) else { return };
    if first.contains(&class) {
        return;
    }
    for above in &world.classes[class].interfaces {
        add_interfaces(world, above, first);
    }
    let concrete = |method: &MethodId| {
        let shape = &world.program.methods[*method];
        !shape.is_static
            && world.methods[*method].kind == MethodKind::Method
            && !world.methods[*method].is_abstract
    };
    if world.program.classes[class].methods.iter().any(concrete) {
        first.push(class);
    }
}

/// Whether a class of the user that has an initialiser is initialised before this one.
fn waits_for_users(world: &World<'_>, class: ClassId, depth: u32) -> bool {
    let mut first = world.program.initialised_first(class).iter();
    depth < 64
        && first.any(|first| {
            let first_class = &world.program.classes[*first];
            !first_class.library && first_class.initializer.is_some()
                || waits_for_users(world, *first, depth + 1)
        })
}

/// Gives a class an initialiser that does nothing.
fn add_empty_initializer(world: &mut World<'_>, class: ClassId) {
    let shape = Shape::new("<clinit>", MethodKind::Initializer);
    let span = world.program.classes[class].span;
    let id = add_shape(world, class, shape, true, span);
    world.program.methods[id].body = Some(Vec::new());
    world.program.classes[class].initializer = Some(id);
}

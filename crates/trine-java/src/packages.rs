//! Packages: where they may be named, and the full names of classes.

use rustc_hash::FxHashMap;
use trine_base::Diagnostic;
use trine_program::ClassId;

use crate::parse::children;
use crate::world::{ClassKind, World};

/// The package stands once, before everything else.
pub(crate) fn check_package(world: &mut World<'_>, unit: usize) {
    let parts = children(world.units[unit].root);
    for (position, node) in parts.iter().enumerate() {
        if node.kind() == "package_declaration" && position > 0 {
            let span = world.span(unit, *node);
            let text = "a package line stands once, before everything else in a file";
            world.warnings.push(Diagnostic::error(text, span));
        }
    }
}

/// Classes of one name in different packages are called by their full names.
pub(crate) fn tell_packages_apart(world: &mut World<'_>) {
    let mut known: FxHashMap<String, Vec<ClassId>> = FxHashMap::default();
    for (id, class) in world.program.classes.enumerate() {
        if !class.library {
            known.entry(class.name.clone()).or_default().push(id);
        }
    }
    for twins in known.into_values().filter(|twins| twins.len() > 1) {
        for class in twins {
            world.program.classes[class].name.clone_from(&world.classes[class].qualified);
        }
    }
}

/// The names that classes have at run time. Those of local and anonymous classes are made up by the compiler.
pub(crate) fn set_full_names(world: &mut World<'_>) {
    for class in world.classes.ids().collect::<Vec<_>>() {
        let mut name = String::new();
        let mut at = Some(class);
        while let Some(here) = at {
            let info = &world.classes[here];
            let made_up = info.anonymous || info.local || info.kind == ClassKind::Lambda;
            if made_up || info.simple.contains('(') {
                name.clear();
                break;
            }
            name = match (info.outer, name.is_empty()) {
                (None, true) => info.qualified.clone(),
                (None, false) => format!("{}${name}", info.qualified),
                (Some(_), true) => info.simple.clone(),
                (Some(_), false) => format!("{}${name}", info.simple),
            };
            at = info.outer;
        }
        if !name.is_empty() {
            world.program.qualified.insert(class, name);
        }
    }
}

//! Declares classes by name, then finds out what they extend.

use tree_sitter::Node;
use trine_base::{Diagnostic, Severity};
use trine_program::{Class, ClassId};

use super::{Place, has_modifier, resolve_type, visibility};
use crate::parse::{child_of_kind, children};
use crate::types::{ParamId, Ty};
use crate::world::{ClassInfo, ClassKind, TypeParam, Visibility, World};

/// How deep classes may stand in classes; deeper ones are not declared, so their uses are unmodelled.
const MAX_NESTING: usize = 60;

/// The surroundings of a class that is declared inside a method.
#[derive(Clone, Default)]
pub(crate) struct Surroundings {
    pub local_classes: Vec<(String, ClassId)>,
    pub type_vars: Vec<(String, ParamId)>,
    /// There is no enclosing instance.
    pub is_static: bool,
    pub local: bool,
}

/// Enters a class and its member classes. Gives None for what is no class.
pub(crate) fn declare_class<'t>(
    world: &mut World<'t>,
    unit: usize,
    outer: Option<ClassId>,
    node: Node<'t>,
    around: &Surroundings,
) -> Option<ClassId> {
    let kind = match node.kind() {
        "class_declaration" => ClassKind::Class,
        "interface_declaration" | "annotation_type_declaration" => ClassKind::Interface,
        "enum_declaration" => ClassKind::Enum,
        "record_declaration" => ClassKind::Record,
        _ => return None,
    };
    let simple = world.text(unit, node.child_by_field_name("name")?).to_string();
    if world.depth > MAX_NESTING {
        return None;
    }
    let body = node.child_by_field_name("body");
    let is = |word| has_modifier(world, unit, node, word);
    let inside_interface = outer
        .is_some_and(|outer| world.classes[outer].kind == ClassKind::Interface)
        && !around.local;
    let is_static = outer.is_none()
        || is("static")
        || kind != ClassKind::Class
        || inside_interface
        || (around.local && around.is_static);
    let name = match outer {
        Some(outer) if !around.local => format!("{}.{simple}", world.program.classes[outer].name),
        _ => simple.clone(),
    };
    let qualified = match outer {
        Some(outer) => format!("{}.{simple}", world.classes[outer].qualified),
        None if world.units[unit].package.is_empty() => simple.clone(),
        None => format!("{}.{simple}", world.units[unit].package),
    };
    let info = ClassInfo {
        is_abstract: is("abstract") || kind == ClassKind::Interface,
        is_final: is("final") || matches!(kind, ClassKind::Record),
        is_public: is("public") || inside_interface,
        visibility: visibility(world, unit, node, inside_interface),
        local: around.local,
        ..blank(unit, node, body, &simple, &qualified, kind)
    };
    let class = Class {
        name,
        parents: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        initializer: None,
        library: world.units[unit].library,
        span: Some(world.span(unit, node.child_by_field_name("name")?)),
    };
    let info = ClassInfo {
        outer,
        is_static,
        local_classes: around.local_classes.clone(),
        type_vars: around.type_vars.clone(),
        ..info
    };
    let id = world.add_class(class, info);
    if !around.local {
        // A class of the user stands before the model of the same name: the user's own files come first.
        let first = *world.by_name.entry(qualified).or_insert(id);
        if first != id && !world.program.classes[id].library {
            refuse_twin(world, first, id);
        }
        if let Some(outer) = outer {
            world.classes[outer].members.entry(simple).or_insert(id);
        }
    } else {
        world.classes[id].local_classes.push((simple, id));
    }
    declare_nested(world, unit, id, body);
    Some(id)
}

/// Two classes of one name are not one program.
fn refuse_twin(world: &mut World<'_>, first: ClassId, second: ClassId) {
    let name = &world.classes[second].qualified;
    let (here, there) = (world.program.classes[second].span, world.program.classes[first].span);
    let message = format!("class {name} is declared twice");
    let mut error = Diagnostic::new(Severity::Error, message, here);
    error.related.extend(there.map(|there| (there, "declared here before".to_string())));
    world.warnings.push(error.help("give one program at a time"));
}

/// Enters the member classes of a class.
pub(crate) fn declare_nested<'t>(
    world: &mut World<'t>,
    unit: usize,
    class: ClassId,
    body: Option<Node<'t>>,
) {
    let Some(body) = body else { return };
    world.depth += 1;
    for child in children(body) {
        if child.kind() == "enum_body_declarations" {
            for inner in children(child) {
                declare_class(world, unit, Some(class), inner, &Surroundings::default());
            }
        } else {
            declare_class(world, unit, Some(class), child, &Surroundings::default());
        }
    }
    world.depth -= 1;
}

/// A class about which nothing is known but where it stands.
pub(crate) fn blank<'t>(
    unit: usize,
    node: Node<'t>,
    body: Option<Node<'t>>,
    simple: &str,
    qualified: &str,
    kind: ClassKind,
) -> ClassInfo<'t> {
    ClassInfo {
        unit,
        node,
        body,
        simple: simple.to_string(),
        qualified: qualified.to_string(),
        kind,
        outer: None,
        local_classes: Vec::new(),
        type_vars: Vec::new(),
        type_params: Vec::new(),
        superclass: None,
        interfaces: Vec::new(),
        members: Default::default(),
        fields: Default::default(),
        methods: Default::default(),
        constructors: Vec::new(),
        is_static: true,
        is_abstract: false,
        is_final: false,
        is_public: false,
        visibility: Visibility::Package,
        anonymous: false,
        local: false,
        outer_field: None,
        captures: Vec::new(),
        enum_constants: Vec::new(),
        record_components: Vec::new(),
    }
}

/// Finds the type parameters and parents of classes that were entered.
pub(crate) fn resolve_headers<'t>(world: &mut World<'t>, classes: &[ClassId]) {
    for class in classes {
        let info = &world.classes[*class];
        let (unit, node) = (info.unit, info.node);
        let params = node.child_by_field_name("type_parameters");
        let named = declare_type_params(world, unit, params);
        let info = &mut world.classes[*class];
        info.type_params = named.iter().map(|(_, id)| *id).collect();
        info.type_vars.extend(named);
    }
    for class in classes {
        let info = &world.classes[*class];
        let (unit, node, kind, outer) = (info.unit, info.node, info.kind, info.outer);
        let (local_classes, type_vars) = (info.local_classes.clone(), info.type_vars.clone());
        // Member classes of the class itself cannot be named in its header.
        let place =
            Place { unit, class: outer, local_classes: &local_classes, type_vars: &type_vars };
        let types = |list: Option<Node<'t>>| -> Vec<Ty> {
            let list = list.and_then(|list| child_of_kind(list, "type_list"));
            list.map(children)
                .unwrap_or_default()
                .into_iter()
                .map(|one| resolve_type(world, place, one))
                .collect()
        };
        let mut interfaces = types(node.child_by_field_name("interfaces"));
        interfaces.extend(types(child_of_kind(node, "extends_interfaces")));
        let written = node
            .child_by_field_name("superclass")
            .and_then(|superclass| children(superclass).into_iter().next_back())
            .map(|ty| resolve_type(world, place, ty));
        let superclass = written.or_else(|| match kind {
            ClassKind::Enum => world.predefined.enumeration.map(Ty::class),
            ClassKind::Record => world.predefined.record.map(Ty::class),
            _ => None,
        });
        let superclass = superclass.filter(|ty| *ty != Ty::class(*class));
        let info = &mut world.classes[*class];
        info.superclass = superclass;
        info.interfaces = interfaces;
        bound_type_params(world, *class, node.child_by_field_name("type_parameters"));
    }
    for class in classes {
        break_cycle(world, *class);
        set_parents(world, *class);
    }
}

/// A class that would inherit from itself inherits nothing.
fn break_cycle(world: &mut World<'_>, class: ClassId) {
    let parents: Vec<ClassId> =
        world.parents(class).filter_map(|parent| world.class_of(parent)).collect();
    if parents.iter().any(|parent| world.ancestry(*parent).contains(&class)) {
        let span = world.program.classes[class].span;
        let message = format!("class {} inherits from itself", world.classes[class].qualified);
        world.warnings.push(Diagnostic::new(Severity::Error, message, span));
        let info = &mut world.classes[class];
        info.superclass = None;
        info.interfaces.clear();
    }
}

/// Tells the program what a class inherits from; `Object` where nothing is written.
pub(crate) fn set_parents(world: &mut World<'_>, class: ClassId) {
    let info = &world.classes[class];
    let mut parents = Vec::new();
    match &info.superclass {
        Some(Ty::Class(parent, _)) => parents.push(*parent),
        _ => parents.extend(world.predefined.object.filter(|object| *object != class)),
    }
    for interface in &info.interfaces {
        if let Ty::Class(interface, _) = interface
            && !parents.contains(interface)
        {
            parents.push(*interface);
        }
    }
    world.program.classes[class].parents = parents;
}

pub(crate) fn declare_type_params<'t>(
    world: &mut World<'t>,
    unit: usize,
    node: Option<Node<'t>>,
) -> Vec<(String, ParamId)> {
    let Some(node) = node else { return Vec::new() };
    let mut params = Vec::new();
    for param in children(node) {
        if let Some(name) = child_of_kind(param, "type_identifier") {
            let id = world.type_params.push(TypeParam { bound: None });
            params.push((world.text(unit, name).to_string(), id));
        }
    }
    params
}

fn bound_type_params<'t>(world: &mut World<'t>, class: ClassId, node: Option<Node<'t>>) {
    let info = &world.classes[class];
    let (unit, local_classes, type_vars) =
        (info.unit, info.local_classes.clone(), info.type_vars.clone());
    let ids = info.type_params.clone();
    let place =
        Place { unit, class: Some(class), local_classes: &local_classes, type_vars: &type_vars };
    set_bounds(world, place, &ids, node);
}

/// What type parameters must extend.
pub(crate) fn set_bounds<'t>(
    world: &mut World<'t>,
    place: Place<'_>,
    ids: &[ParamId],
    node: Option<Node<'t>>,
) {
    let Some(node) = node else { return };
    let params: Vec<Node<'t>> = children(node)
        .into_iter()
        .filter(|param| child_of_kind(*param, "type_identifier").is_some())
        .collect();
    for (id, param) in ids.iter().zip(params) {
        let bound =
            child_of_kind(param, "type_bound").and_then(|bound| children(bound).into_iter().next());
        if let Some(bound) = bound {
            let ty = resolve_type(world, place, bound);
            world.type_params[*id].bound = (ty != Ty::Param(*id)).then_some(ty);
        }
    }
}

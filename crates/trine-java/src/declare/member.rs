//! Declares fields, methods and constructors, and those that Java adds by itself.

use tree_sitter::Node;
use trine_base::{Diagnostic, IndexVec, Span};
use trine_program::*;

use super::header::{declare_type_params, set_bounds};
use super::{Place, dimension_count, has_modifier, resolve_type, visibility};
use crate::parse::{child_of_kind, children, fields_of};
use crate::types::{ParamId, Ty};
use crate::world::{ClassKind, Constant, FieldInfo, MethodInfo, MethodKind, Visibility, World};

/// Enters all members of classes whose headers are resolved.
pub(crate) fn declare_members<'t>(world: &mut World<'t>, class: ClassId) {
    let info = &world.classes[class];
    let (unit, node, body, kind) = (info.unit, info.node, info.body, info.kind);
    if !info.is_static && info.outer.is_some() {
        let outer = info.outer.map_or_else(|| world.object(), Ty::class);
        let field = add_made_field(world, class, OUTER, outer);
        world.classes[class].outer_field = Some(field);
    }
    if kind == ClassKind::Record && node.kind() == "record_declaration" {
        declare_components(world, class, node);
    }
    let mut has_static_code = false;
    for member in body.map(children).unwrap_or_default() {
        match member.kind() {
            "enum_constant" => {
                has_static_code = true;
                declare_enum_constant(world, class, member);
            }
            "enum_body_declarations" => {
                for inner in children(member) {
                    has_static_code |= declare_member(world, class, inner);
                }
            }
            _ => has_static_code |= declare_member(world, class, member),
        }
    }
    if kind == ClassKind::Enum && node.kind() == "enum_declaration" {
        has_static_code = true;
    }
    if has_static_code {
        let shape = Shape::new("<clinit>", MethodKind::Initializer);
        let id = add_shape(world, class, shape, true, Some(world.span(unit, node)));
        world.program.classes[class].initializer = Some(id);
    }
}

/// Enters what Java adds: default constructors, and the methods of enums and records.
pub(crate) fn synthesize_members<'t>(world: &mut World<'t>, class: ClassId) {
    let info = &world.classes[class];
    let span = world.program.classes[class].span;
    let components = info.record_components.clone();
    let types: Vec<Ty> = components.iter().map(|(_, ty, _)| ty.clone()).collect();
    let missing = match info.kind {
        ClassKind::Interface => false,
        ClassKind::Record => !info.constructors.iter().any(|id| world.methods[*id].params == types),
        _ => info.constructors.is_empty() && !info.anonymous,
    };
    if missing {
        let mut shape = Shape::new("<init>", MethodKind::Constructor);
        shape.is_public = info.is_public || info.kind == ClassKind::Record;
        shape.params = types;
        shape.names = components.into_iter().map(|(name, _, _)| (name, span)).collect();
        let id = add_shape(world, class, shape, false, span);
        world.classes[class].constructors.push(id);
    }
    match world.classes[class].kind {
        ClassKind::Enum if !world.classes[class].anonymous => {
            let all = Ty::array(Ty::class(class));
            add_synthetic(world, class, "values", Vec::new(), all, true);
            let string = world.string_ty();
            add_synthetic(world, class, "valueOf", vec![string], Ty::class(class), true);
        }
        ClassKind::Record => {
            for (name, ty, _) in world.classes[class].record_components.clone() {
                add_synthetic(world, class, &name, Vec::new(), ty, false);
            }
            let object = world.object();
            add_synthetic(world, class, "equals", vec![object], Ty::Bool, false);
        }
        _ => {}
    }
}

/// Enters a method that Java writes, unless the user wrote one.
fn add_synthetic<'t>(
    world: &mut World<'t>,
    class: ClassId,
    name: &str,
    params: Vec<Ty>,
    ret: Ty,
    is_static: bool,
) {
    if has_method(world, class, name, params.len()) {
        return;
    }
    let mut shape = Shape::new(name, MethodKind::Synthetic);
    shape.names = params.iter().map(|_| ("other".to_string(), None)).collect();
    shape.params = params;
    shape.ret = ret;
    shape.is_public = true;
    let span = world.program.classes[class].span;
    let id = add_shape(world, class, shape, is_static, span);
    world.classes[class].methods.entry(name.to_string()).or_default().push(id);
}

fn has_method(world: &World<'_>, class: ClassId, name: &str, arity: usize) -> bool {
    let known = world.classes[class].methods.get(name).into_iter().flatten();
    known.into_iter().any(|method| world.methods[*method].params.len() == arity)
}

/// A method before it has a body.
pub(crate) struct Shape<'t> {
    pub name: String,
    pub node: Option<Node<'t>>,
    pub kind: MethodKind,
    pub params: Vec<Ty>,
    pub names: Vec<(String, Option<Span>)>,
    pub varargs: bool,
    pub ret: Ty,
    pub type_vars: Vec<(String, ParamId)>,
    pub synchronized: bool,
    pub is_abstract: bool,
    pub is_private: bool,
    pub is_public: bool,
    /// None: public, private or neither, as the two say.
    pub visibility: Option<Visibility>,
}

impl Shape<'_> {
    /// A method without parameters, result, body and modifiers.
    pub fn new(name: &str, kind: MethodKind) -> Self {
        Shape {
            name: name.to_string(),
            node: None,
            kind,
            params: Vec::new(),
            names: Vec::new(),
            varargs: false,
            ret: Ty::Void,
            type_vars: Vec::new(),
            synchronized: false,
            is_abstract: false,
            is_private: false,
            is_public: false,
            visibility: None,
        }
    }
}

/// Enters a method; its parameters become its first variables.
pub(crate) fn add_shape<'t>(
    world: &mut World<'t>,
    class: ClassId,
    shape: Shape<'t>,
    is_static: bool,
    span: Option<Span>,
) -> MethodId {
    let mut vars: IndexVec<VarId, Var> = IndexVec::new();
    let mut parameters = Vec::new();
    if !is_static {
        let receiver =
            Var { name: "this".into(), ty: Type::Reference, temporary: false, span: None };
        parameters.push(vars.push(receiver));
    }
    for (ty, (name, span)) in shape.params.iter().zip(&shape.names) {
        let var = Var { name: name.clone(), ty: ty.stored(), temporary: false, span: *span };
        parameters.push(vars.push(var));
    }
    let method = Method {
        selector: format!("{}/{}", shape.name, shape.params.len()),
        name: shape.name,
        class,
        is_static,
        synchronized: shape.synchronized,
        parameters,
        vars,
        result: (shape.ret != Ty::Void).then(|| shape.ret.stored()),
        body: None,
        span,
    };
    let visibility = shape.visibility.unwrap_or(match (shape.is_private, shape.is_public) {
        (true, _) => Visibility::Private,
        (false, true) => Visibility::Inherited,
        (false, false) => Visibility::Package,
    });
    let info = MethodInfo {
        visibility,
        node: shape.node,
        kind: shape.kind,
        params: shape.params,
        names: shape.names,
        varargs: shape.varargs,
        ret: shape.ret,
        type_vars: shape.type_vars,
        is_abstract: shape.is_abstract,
        is_private: shape.is_private,
        is_public: shape.is_public,
    };
    world.add_method(method, info)
}

/// The field of an inner class for the object that it belongs to.
pub(crate) const OUTER: &str = "this$0";

/// A final field that Java itself needs. It is written before the constructor is called.
pub(crate) fn add_made_field<'t>(
    world: &mut World<'t>,
    class: ClassId,
    name: &str,
    ty: Ty,
) -> FieldId {
    let field = Field {
        name: name.to_string(),
        class,
        ty: ty.stored(),
        is_static: false,
        is_final: true,
        volatile: false,
        volatile_elements: false,
        late: true,
        constant: None,
        span: None,
    };
    let constant = Constant::Predefined(None);
    let visibility = Visibility::Private;
    world.add_field(field, FieldInfo { ty, visibility, initializer: None, constant })
}

fn place_of<'a>(
    world: &World<'_>,
    class: ClassId,
    type_vars: &'a [(String, ParamId)],
) -> Place<'a> {
    Place { unit: world.classes[class].unit, class: Some(class), local_classes: &[], type_vars }
}

/// Enters one member; says whether it is code that runs when the class is initialised.
fn declare_member<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) -> bool {
    match node.kind() {
        "field_declaration" | "constant_declaration" | "local_variable_declaration" => {
            declare_fields(world, class, node)
        }
        "method_declaration" | "annotation_type_element_declaration" => {
            declare_method(world, class, node);
            false
        }
        "constructor_declaration" | "compact_constructor_declaration" => {
            declare_constructor(world, class, node);
            false
        }
        "static_initializer" => true,
        _ => false,
    }
}

fn declare_fields<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) -> bool {
    let unit = world.classes[class].unit;
    let in_interface = world.classes[class].kind == ClassKind::Interface;
    let is_static = in_interface || has_modifier(world, unit, node, "static");
    let is_final = in_interface || has_modifier(world, unit, node, "final");
    let volatile = has_modifier(world, unit, node, "volatile");
    let library = world.program.classes[class].library;
    let late = library && has_modifier(world, unit, node, "@Late");
    let visibility = visibility(world, unit, node, in_interface);
    let Some(ty) = node.child_by_field_name("type") else { return false };
    let base = resolve_type(world, place_of(world, class, &[]), ty);
    let mut initialised = false;
    for declarator in fields_of(node, "declarator") {
        let Some(name) = declarator.child_by_field_name("name") else { continue };
        let ty = with_dimensions(world, unit, base.clone(), declarator);
        let initializer = declarator.child_by_field_name("value");
        initialised |= is_static && initializer.is_some();
        let text = world.text(unit, name).to_string();
        let field = Field {
            name: text.clone(),
            class,
            ty: ty.stored(),
            is_static,
            is_final,
            volatile,
            // A model of the library keeps arrays of its own in such fields.
            volatile_elements: volatile && library && matches!(ty, Ty::Array(_)),
            late,
            constant: None,
            span: Some(world.span(unit, name)),
        };
        let constant = if is_final { Constant::Unknown } else { Constant::Predefined(None) };
        let id = world.add_field(field, FieldInfo { ty, visibility, initializer, constant });
        if world.classes[class].fields.contains_key(&text) {
            refuse_second(world, class, name, &format!("field {text}"));
        }
        world.classes[class].fields.entry(text).or_insert(id);
    }
    initialised
}

/// A member that a class of the user declares twice.
fn refuse_second<'t>(world: &mut World<'t>, class: ClassId, name: Node<'t>, what: &str) {
    if world.program.classes[class].library {
        return;
    }
    let span = world.span(world.classes[class].unit, name);
    let owner = &world.program.classes[class].name;
    let error = Diagnostic::error(format!("{what} is declared twice in {owner}"), span);
    world.warnings.push(error);
}

/// The type of a declarator that has brackets behind the name.
pub(crate) fn with_dimensions<'t>(world: &World<'t>, unit: usize, ty: Ty, node: Node<'t>) -> Ty {
    let count =
        node.child_by_field_name("dimensions").map_or(0, |node| dimension_count(world, unit, node));
    (0..count).fold(ty, |ty, _| Ty::array(ty))
}

fn declare_enum_constant<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) {
    let unit = world.classes[class].unit;
    let Some(name) = node.child_by_field_name("name") else { return };
    let text = world.text(unit, name).to_string();
    let field = Field {
        name: text.clone(),
        class,
        ty: Type::Reference,
        is_static: true,
        is_final: true,
        volatile: false,
        volatile_elements: false,
        late: false,
        constant: None,
        span: Some(world.span(unit, name)),
    };
    let info = FieldInfo {
        ty: Ty::class(class),
        visibility: Visibility::Inherited,
        initializer: None,
        constant: Constant::Predefined(None),
    };
    let id = world.add_field(field, info);
    world.classes[class].fields.entry(text.clone()).or_insert(id);
    world.classes[class].enum_constants.push((text, id));
}

fn declare_components<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) {
    let unit = world.classes[class].unit;
    let Some(list) = node.child_by_field_name("parameters") else { return };
    let (params, names, _) = read_parameters(world, place_of(world, class, &[]), list);
    for (ty, (name, span)) in params.into_iter().zip(names) {
        let field = Field {
            name: name.clone(),
            class,
            ty: ty.stored(),
            is_static: false,
            is_final: true,
            volatile: false,
            volatile_elements: false,
            late: false,
            constant: None,
            span: span.or_else(|| Some(world.span(unit, node))),
        };
        let info = FieldInfo {
            ty: ty.clone(),
            visibility: Visibility::Private,
            initializer: None,
            constant: Constant::Predefined(None),
        };
        let id = world.add_field(field, info);
        world.classes[class].fields.entry(name.clone()).or_insert(id);
        world.classes[class].record_components.push((name, ty, id));
    }
}

type Parameters = (Vec<Ty>, Vec<(String, Option<Span>)>, bool);

pub(crate) fn read_parameters<'t>(
    world: &World<'t>,
    place: Place<'_>,
    list: Node<'t>,
) -> Parameters {
    let (mut types, mut names, mut varargs) = (Vec::new(), Vec::new(), false);
    for param in children(list) {
        let (node, spread) = match param.kind() {
            "formal_parameter" => (param, false),
            "spread_parameter" => {
                (child_of_kind(param, "variable_declarator").unwrap_or(param), true)
            }
            _ => continue,
        };
        let ty = param
            .child_by_field_name("type")
            .map_or_else(|| world.object(), |ty| resolve_type(world, place, ty));
        let mut ty = with_dimensions(world, place.unit, ty, node);
        if spread {
            ty = Ty::array(ty);
            varargs = true;
        }
        let name = node.child_by_field_name("name");
        types.push(ty);
        names.push((
            name.map_or("_", |name| world.text(place.unit, name)).to_string(),
            name.map(|name| world.span(place.unit, name)),
        ));
    }
    (types, names, varargs)
}

fn declare_method<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) {
    let unit = world.classes[class].unit;
    let Some(name_node) = node.child_by_field_name("name") else { return };
    let name = world.text(unit, name_node).to_string();
    let type_params = node.child_by_field_name("type_parameters");
    let type_vars = declare_type_params(world, unit, type_params);
    let ids: Vec<ParamId> = type_vars.iter().map(|(_, id)| *id).collect();
    set_bounds(world, place_of(world, class, &type_vars), &ids, type_params);
    let place = place_of(world, class, &type_vars);
    let (params, names, varargs) = match node.child_by_field_name("parameters") {
        Some(list) => read_parameters(world, place, list),
        None => (Vec::new(), Vec::new(), false),
    };
    let ret =
        node.child_by_field_name("type").map_or(Ty::Void, |ty| resolve_type(world, place, ty));
    let ret = with_dimensions(world, unit, ret, node);
    let in_interface = world.classes[class].kind == ClassKind::Interface;
    let is_static = has_modifier(world, unit, node, "static");
    let is_private = has_modifier(world, unit, node, "private");
    let shape = Shape {
        name: name.clone(),
        node: Some(node),
        kind: MethodKind::Method,
        params,
        names,
        varargs,
        ret,
        type_vars: type_vars.clone(),
        synchronized: has_modifier(world, unit, node, "synchronized"),
        is_abstract: node.child_by_field_name("body").is_none()
            && !has_modifier(world, unit, node, "native"),
        is_private,
        is_public: has_modifier(world, unit, node, "public") || (in_interface && !is_private),
        visibility: Some(visibility(world, unit, node, in_interface)),
    };
    let erased = |params: &[Ty]| -> Vec<Ty> { params.iter().map(|ty| world.erase(ty)).collect() };
    let known = world.classes[class].methods.get(&name).into_iter().flatten();
    let own = erased(&shape.params);
    let twice = known.into_iter().any(|other| erased(&world.methods[*other].params) == own);
    // Two classes that are not known may be different ones.
    if twice && !own.iter().any(|ty| matches!(ty, Ty::Unknown(_))) {
        refuse_second(world, class, name_node, &format!("method {name}"));
    }
    let id = add_shape(world, class, shape, is_static, Some(world.span(unit, name_node)));
    world.classes[class].methods.entry(name).or_default().push(id);
}

fn declare_constructor<'t>(world: &mut World<'t>, class: ClassId, node: Node<'t>) {
    let unit = world.classes[class].unit;
    let type_params = node.child_by_field_name("type_parameters");
    let type_vars = declare_type_params(world, unit, type_params);
    let ids: Vec<ParamId> = type_vars.iter().map(|(_, id)| *id).collect();
    set_bounds(world, place_of(world, class, &type_vars), &ids, type_params);
    let (params, names, varargs) = match node.child_by_field_name("parameters") {
        Some(list) => read_parameters(world, place_of(world, class, &type_vars), list),
        None => {
            let components = &world.classes[class].record_components;
            let types = components.iter().map(|(_, ty, _)| ty.clone()).collect();
            (types, components.iter().map(|(name, ..)| (name.clone(), None)).collect(), false)
        }
    };
    let shape = Shape {
        node: Some(node),
        params,
        names,
        varargs,
        type_vars,
        is_private: has_modifier(world, unit, node, "private"),
        is_public: has_modifier(world, unit, node, "public"),
        ..Shape::new("<init>", MethodKind::Constructor)
    };
    let span = node.child_by_field_name("name").map(|name| world.span(unit, name));
    let id = add_shape(world, class, shape, false, span);
    world.classes[class].constructors.push(id);
}

//! All classes that were declared, with what lowering has to know about them beside the program.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;
use trine_base::{Diagnostic, FileId, IndexVec, Span};
use trine_program::*;

use crate::parse::span_of;
use crate::types::{Bindings, ParamId, Ty, substitute};

/// One text: its tree is borrowed from the caller.
pub(crate) struct Unit<'t> {
    pub file: FileId,
    pub name: String,
    pub text: &'t str,
    pub root: Node<'t>,
    pub library: bool,
    pub package: String,
    pub imports: Vec<Import>,
}

#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// `java.util.List`, or the package or class before `.*`.
    pub path: String,
    pub wildcard: bool,
    pub is_static: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    /// Made from a lambda or method reference.
    Lambda,
}

/// Where a member can be named, and which classes inherit it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visibility {
    Private,
    Package,
    /// Protected or public: every class inherits it.
    Inherited,
}

/// A variable of the enclosing method that a local class keeps.
#[derive(Clone, Debug)]
pub(crate) struct Capture {
    pub name: String,
    pub field: FieldId,
    pub ty: Ty,
}

#[derive(Debug)]
pub(crate) struct ClassInfo<'t> {
    pub unit: usize,
    /// The declaration, or the object creation of an anonymous class.
    pub node: Node<'t>,
    pub body: Option<Node<'t>>,
    pub simple: String,
    pub qualified: String,
    pub kind: ClassKind,
    pub outer: Option<ClassId>,
    /// Local classes that could be named where this one was declared.
    pub local_classes: Vec<(String, ClassId)>,
    /// Type parameters of its own and of the enclosing method.
    pub type_vars: Vec<(String, ParamId)>,
    pub type_params: Vec<ParamId>,
    pub superclass: Option<Ty>,
    pub interfaces: Vec<Ty>,
    pub members: FxHashMap<String, ClassId>,
    pub fields: FxHashMap<String, FieldId>,
    pub methods: FxHashMap<String, Vec<MethodId>>,
    pub constructors: Vec<MethodId>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_public: bool,
    pub visibility: Visibility,
    pub anonymous: bool,
    /// Declared inside a method.
    pub local: bool,
    /// The field that holds the enclosing instance.
    pub outer_field: Option<FieldId>,
    pub captures: Vec<Capture>,
    pub enum_constants: Vec<(String, FieldId)>,
    pub record_components: Vec<(String, Ty, FieldId)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MethodKind {
    Method,
    Constructor,
    Initializer,
    /// Made up: its body is not a text.
    Synthetic,
}

#[derive(Clone, Debug)]
pub(crate) struct MethodInfo<'t> {
    pub node: Option<Node<'t>>,
    pub kind: MethodKind,
    /// Without the receiver.
    pub params: Vec<Ty>,
    pub names: Vec<(String, Option<Span>)>,
    pub varargs: bool,
    pub ret: Ty,
    pub type_vars: Vec<(String, ParamId)>,
    pub is_abstract: bool,
    pub is_private: bool,
    pub is_public: bool,
    pub visibility: Visibility,
}

#[derive(Clone, Debug)]
pub(crate) enum Constant {
    Unknown,
    Visiting,
    Predefined(Option<Operand>),
}

#[derive(Debug)]
pub(crate) struct FieldInfo<'t> {
    pub ty: Ty,
    pub visibility: Visibility,
    pub initializer: Option<Node<'t>>,
    pub constant: Constant,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeParam {
    pub bound: Option<Ty>,
}

/// Classes that lowering itself has to know; those without a model are missing.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Predefined {
    pub object: Option<ClassId>,
    pub string: Option<ClassId>,
    pub throwable: Option<ClassId>,
    pub enumeration: Option<ClassId>,
    pub record: Option<ClassId>,
}

pub(crate) struct World<'t> {
    pub program: Program,
    pub units: Vec<Unit<'t>>,
    pub classes: IndexVec<ClassId, ClassInfo<'t>>,
    pub methods: IndexVec<MethodId, MethodInfo<'t>>,
    pub fields: IndexVec<FieldId, FieldInfo<'t>>,
    pub type_params: IndexVec<ParamId, TypeParam>,
    pub by_name: FxHashMap<String, ClassId>,
    pub predefined: Predefined,
    pub boxes: Vec<(Ty, ClassId)>,
    /// How many places box a number.
    pub box_origins: u32,
    /// Names and arities that somewhere have overloads, so that their selectors show the types.
    pub overloaded: FxHashSet<(String, usize)>,
    /// Methods without a modifier that classes of other packages seem to override.
    pub hidden: FxHashSet<MethodId>,
    pub strings: FxHashMap<String, StringId>,
    pub made_names: FxHashMap<String, u32>,
    /// Starts of the lines of each unit, for the names of lambdas.
    pub lines: Vec<Vec<usize>>,
    pub depth: usize,
    /// Whether an operation of the user's files may pollute the heap (JLS 4.12.2).
    pub may_pollute: bool,
    /// What is reported to the user.
    pub warnings: Vec<Diagnostic>,
}

impl<'t> World<'t> {
    /// The place of a node of this unit.
    pub fn span(&self, unit: usize, node: Node<'t>) -> Span {
        span_of(self.units[unit].file, node)
    }

    /// The text of a node of this unit.
    pub fn text(&self, unit: usize, node: Node<'t>) -> &'t str {
        self.units[unit].text.get(node.byte_range()).unwrap_or("")
    }

    /// The line of a node, counted from one.
    pub fn line(&self, unit: usize, node: Node<'t>) -> usize {
        self.lines[unit].partition_point(|start| *start <= node.start_byte())
    }

    /// The string constant of a text: the same for the same text.
    pub fn string(&mut self, text: &str) -> Operand {
        let id = match self.strings.get(text) {
            Some(id) => *id,
            None => {
                let id = self.program.strings.push(text.to_string());
                self.strings.insert(text.to_string(), id);
                id
            }
        };
        Operand::String(id)
    }

    /// `java.lang.Object`; an unknown type if there is no model of it.
    pub fn object(&self) -> Ty {
        self.predefined.object.map_or_else(|| Ty::unknown("Object"), Ty::class)
    }

    /// `java.lang.String`; an unknown type if there is no model of it.
    pub fn string_ty(&self) -> Ty {
        self.predefined.string.map_or_else(|| Ty::unknown("String"), Ty::class)
    }

    /// Whether it is `String`, modelled or not.
    pub fn is_string(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Class(class, _) if Some(*class) == self.predefined.string)
            || matches!(ty, Ty::Unknown(name) if &**name == "String")
    }

    /// The primitive type that a box holds.
    pub fn unboxed(&self, ty: &Ty) -> Option<Ty> {
        match ty {
            Ty::Class(class, _) => {
                self.boxes.iter().find(|(_, known)| known == class).map(|(ty, _)| ty.clone())
            }
            Ty::Param(_) => match self.erase(ty) {
                Ty::Param(_) => None,
                erased => self.unboxed(&erased),
            },
            _ => None,
        }
    }

    /// The box class of a primitive type; `Object` for what has none.
    pub fn boxed(&self, ty: &Ty) -> Ty {
        self.boxes
            .iter()
            .find(|(known, _)| known == ty)
            .map_or_else(|| self.object(), |(_, class)| Ty::class(*class))
    }

    /// The type itself, or that of its boxes.
    pub fn boxed_or_same(&self, ty: &Ty) -> Ty {
        if ty.is_primitive() { self.boxed(ty) } else { ty.clone() }
    }

    /// Whether a value of this type can be a boxed number.
    pub fn may_be_box(&self, ty: &Ty) -> bool {
        match self.erase(ty) {
            Ty::Class(class, _) => {
                self.boxes.iter().any(|(_, known)| self.is_subclass(*known, class))
            }
            Ty::Unknown(_) => true,
            _ => false,
        }
    }

    /// A number for a place that boxes; in a very large program several have the same, and less is known.
    pub fn box_origin(&mut self) -> u16 {
        self.box_origins += 1;
        (self.box_origins % u32::from(u16::MAX)) as u16 + 1
    }

    /// A type without type parameters.
    pub fn erase(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        for _ in 0..16 {
            match &ty {
                Ty::Param(id) => {
                    ty = self.type_params[*id].bound.clone().unwrap_or_else(|| self.object());
                }
                Ty::Array(element) => return Ty::array(self.erase(element)),
                Ty::Class(class, _) => return Ty::class(*class),
                _ => return ty,
            }
        }
        self.object()
    }

    /// The class whose members a value of this type has.
    pub fn class_of(&self, ty: &Ty) -> Option<ClassId> {
        match ty {
            Ty::Class(class, _) => Some(*class),
            Ty::Param(_) => match self.erase(ty) {
                Ty::Class(class, _) => Some(class),
                _ => None,
            },
            Ty::Array(_) => self.predefined.object,
            _ => None,
        }
    }

    /// Short words for a type, for messages and selectors.
    pub fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Bool => "boolean".into(),
            Ty::Byte => "byte".into(),
            Ty::Short => "short".into(),
            Ty::Char => "char".into(),
            Ty::Int => "int".into(),
            Ty::Long => "long".into(),
            Ty::Float => "float".into(),
            Ty::Double => "double".into(),
            Ty::Null => "null".into(),
            Ty::Class(class, _) => self.classes[*class].qualified.clone(),
            Ty::Array(element) => format!("{}[]", self.show(element)),
            Ty::Param(_) => match self.erase(ty) {
                Ty::Param(_) => "Object".into(),
                erased => self.show(&erased),
            },
            Ty::Unknown(name) => name.to_string(),
        }
    }

    /// Superclass first, then interfaces; interfaces and roots have `Object` last.
    pub fn parents(&self, class: ClassId) -> impl Iterator<Item = &Ty> {
        let info = &self.classes[class];
        info.superclass.iter().chain(info.interfaces.iter())
    }

    /// The class and everything above it, each once, nearest first.
    pub fn ancestry(&self, class: ClassId) -> Vec<ClassId> {
        let mut order = vec![class];
        let mut next = 0;
        while next < order.len() {
            for parent in self.parents(order[next]) {
                if let Ty::Class(parent, _) = parent
                    && !order.contains(parent)
                {
                    order.push(*parent);
                }
            }
            next += 1;
        }
        if let Some(object) = self.predefined.object
            && !order.contains(&object)
        {
            order.push(object);
        }
        order
    }

    /// Whether values of the class are values of the other one, through superclasses and interfaces.
    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        class == of || Some(of) == self.predefined.object || self.ancestry(class).contains(&of)
    }

    /// The type as an instance of one of its ancestors, with the type arguments that it then has.
    pub fn as_super(&self, ty: &Ty, target: ClassId) -> Option<Ty> {
        let mut todo = vec![ty.clone()];
        let mut seen = Vec::new();
        while let Some(ty) = todo.pop() {
            let (class, arguments) = match &ty {
                Ty::Class(class, arguments) => (*class, arguments.clone()),
                Ty::Param(_) => match self.erase(&ty) {
                    Ty::Class(class, arguments) => (class, arguments),
                    _ => continue,
                },
                _ => continue,
            };
            if class == target {
                return Some(Ty::Class(class, arguments));
            }
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let bindings = self.bindings(class, &arguments);
            let parents: Vec<Ty> =
                self.parents(class).map(|parent| substitute(parent, &bindings)).collect();
            todo.extend(parents.into_iter().rev());
        }
        (Some(target) == self.predefined.object).then(|| self.object())
    }

    /// What the parameters of a class are, given its arguments.
    pub fn bindings(&self, class: ClassId, arguments: &[Ty]) -> Bindings {
        let params = &self.classes[class].type_params;
        if arguments.len() != params.len() {
            // Used raw: the parameters are their bounds.
            return params
                .iter()
                .map(|id| {
                    let bound = self.type_params[*id].bound.clone();
                    (*id, bound.map_or_else(|| self.object(), |bound| self.erase(&bound)))
                })
                .collect();
        }
        params.iter().copied().zip(arguments.iter().cloned()).collect()
    }

    /// Finds out what type parameters must be for a value of type `given` to fit `wanted`.
    pub fn unify(&self, wanted: &Ty, given: &Ty, free: &[ParamId], bindings: &mut Bindings) {
        self.unify_within(wanted, given, free, bindings, 0);
    }

    fn unify_within(
        &self,
        wanted: &Ty,
        given: &Ty,
        free: &[ParamId],
        bindings: &mut Bindings,
        depth: u32,
    ) {
        if depth > 16 {
            return;
        }
        match (wanted, given) {
            (Ty::Param(id), _) if free.contains(id) => {
                let given = if given.is_primitive() { self.boxed(given) } else { given.clone() };
                if !matches!(given, Ty::Null | Ty::Void | Ty::Unknown(_)) {
                    bindings.entry(*id).or_insert(given);
                }
            }
            (Ty::Array(wanted), Ty::Array(given)) => {
                self.unify_within(wanted, given, free, bindings, depth + 1);
            }
            (Ty::Class(class, wanted), _) if !wanted.is_empty() => {
                if let Some(Ty::Class(_, given)) = self.as_super(given, *class)
                    && given.len() == wanted.len()
                {
                    for (wanted, given) in wanted.iter().zip(given.iter()) {
                        self.unify_within(wanted, given, free, bindings, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Makes a type parameter include a value of this type.
    pub fn include(&self, id: ParamId, given: &Ty, bindings: &mut Bindings) {
        let given = if given.is_primitive() { self.boxed(given) } else { given.clone() };
        if matches!(given, Ty::Null | Ty::Void) {
            return;
        }
        let all = match bindings.get(&id) {
            Some(known) => self.least_upper_bound(known, &given),
            None => given,
        };
        bindings.insert(id, all);
    }

    /// A type that both have, as near as one type says it: a class before interfaces.
    pub fn least_upper_bound(&self, one: &Ty, other: &Ty) -> Ty {
        match (one, other) {
            (Ty::Null, ty) | (ty, Ty::Null) => return ty.clone(),
            (Ty::Unknown(_), _) => return one.clone(),
            (_, Ty::Unknown(_)) => return other.clone(),
            _ if self.is_subtype(one, other) => return other.clone(),
            _ if self.is_subtype(other, one) => return one.clone(),
            _ => {}
        }
        let (Some(first), Some(second)) = (self.class_of(one), self.class_of(other)) else {
            return self.object();
        };
        let shared = self.ancestry(first).into_iter().filter(|class| {
            Some(*class) != self.predefined.object && self.is_subclass(second, *class)
        });
        let shared: Vec<ClassId> = shared.collect();
        let is_class = |class: &&ClassId| self.classes[**class].kind != ClassKind::Interface;
        match shared.iter().find(is_class).or(shared.first()) {
            Some(class) => match (self.as_super(one, *class), self.as_super(other, *class)) {
                (Some(a), Some(b)) if a == b => a,
                _ => Ty::class(*class),
            },
            None => self.object(),
        }
    }

    /// Whether a value may be assigned without boxing. What is not known fits everywhere.
    pub fn is_subtype(&self, given: &Ty, wanted: &Ty) -> bool {
        match (given, wanted) {
            (Ty::Void, _) | (_, Ty::Void) => false,
            _ if given == wanted => true,
            _ if given.is_primitive() && wanted.is_primitive() => given.widens_to(wanted),
            (Ty::Unknown(_), _) => wanted.is_reference(),
            _ if given.is_primitive() || wanted.is_primitive() => false,
            (Ty::Null, _) | (_, Ty::Unknown(_) | Ty::Null) => true,
            (_, Ty::Param(_)) => match self.erase(wanted) {
                Ty::Param(_) => true,
                erased => self.is_subtype(given, &erased),
            },
            (Ty::Array(given), Ty::Array(wanted)) => {
                if given.is_primitive() || wanted.is_primitive() {
                    given == wanted
                } else {
                    self.is_subtype(given, wanted)
                }
            }
            (Ty::Array(_), Ty::Class(class, _)) => Some(*class) == self.predefined.object,
            (_, Ty::Class(wanted, _)) => {
                self.class_of(given).is_some_and(|given| self.is_subclass(given, *wanted))
            }
            _ => false,
        }
    }

    /// The one method that a lambda for this interface has to give.
    pub fn functional_method(&self, class: ClassId) -> Option<MethodId> {
        if self.classes[class].kind != ClassKind::Interface {
            return None;
        }
        let mut found: Option<MethodId> = None;
        let mut given: FxHashSet<&str> = FxHashSet::default();
        for ancestor in self.ancestry(class) {
            let is_object = Some(ancestor) == self.predefined.object;
            for method in &self.program.classes[ancestor].methods {
                let shape = &self.program.methods[*method];
                if shape.is_static || self.methods[*method].kind != MethodKind::Method || is_object
                {
                    continue;
                }
                if !given.insert(&shape.selector) || !self.methods[*method].is_abstract {
                    continue;
                }
                if self.object_has(&shape.selector) {
                    continue;
                }
                if found.is_some() {
                    return None;
                }
                found = Some(*method);
            }
        }
        found
    }

    /// Whether a class of the user says itself what the text of its exceptions is.
    pub fn has_own_texts(&self) -> bool {
        let Some(throwable) = self.predefined.throwable else { return false };
        let texts = ["toString", "getMessage", "getLocalizedMessage"];
        self.classes.ids().any(|class| {
            !self.program.classes[class].library
                && texts.iter().any(|name| self.classes[class].methods.contains_key(*name))
                && self.is_subclass(class, throwable)
        })
    }

    fn object_has(&self, selector: &str) -> bool {
        self.predefined.object.is_some_and(|object| {
            self.program.classes[object]
                .methods
                .iter()
                .any(|method| self.program.methods[*method].selector == selector)
        })
    }

    /// Adds a class to the program, with what lowering has to know about it.
    pub fn add_class(&mut self, class: Class, info: ClassInfo<'t>) -> ClassId {
        let id = self.program.classes.push(class);
        self.classes.push(info);
        id
    }

    /// Adds a field to the program and to its class.
    pub fn add_field(&mut self, field: Field, info: FieldInfo<'t>) -> FieldId {
        let class = field.class;
        let id = self.program.fields.push(field);
        self.fields.push(info);
        self.program.classes[class].fields.push(id);
        id
    }

    /// Adds a method to the program and to its class.
    pub fn add_method(&mut self, method: Method, info: MethodInfo<'t>) -> MethodId {
        let class = method.class;
        let id = self.program.methods.push(method);
        self.methods.push(info);
        self.program.classes[class].methods.push(id);
        id
    }

    /// A name for an anonymous class; the second of a line gets a number.
    pub fn made_name(&mut self, what: &str, unit: usize, node: Node<'t>) -> String {
        let file = self.units[unit].name.rsplit('/').next().unwrap_or("").to_string();
        let name = format!("{what}@{file}:{}", self.line(unit, node));
        let count = self.made_names.entry(name.clone()).or_insert(0);
        *count += 1;
        if *count == 1 { name } else { format!("{name}#{count}") }
    }
}

/// A text that stays where it is while trees borrow from it.
pub(crate) type Text = Arc<str>;

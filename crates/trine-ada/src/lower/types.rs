//! Types: what values an object can have, and how they are kept.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{ClassId, EntryId, FieldId, MethodId};

use super::world::{Entity, Formal, Lowering, Object};
use crate::syntax::*;

pub type TypeId = usize;

#[derive(Clone, Debug)]
pub struct Ty {
    pub name: String,
    pub kind: Kind,
    /// The type that this is a subtype of, or itself.
    pub base: TypeId,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// Integers and enumerations. `modulus` is 0 unless values wrap.
    Discrete {
        low: Bound,
        high: Bound,
        modulus: i64,
        literals: Rc<Vec<String>>,
    },
    Array {
        indices: Vec<TypeId>,
        element: TypeId,
    },
    /// An array type whose objects have bounds of their own.
    Unconstrained {
        indices: Vec<TypeId>,
        element: TypeId,
    },
    Record {
        class: ClassId,
        fields: Rc<Vec<Part>>,
        discriminants: usize,
    },
    Access(TypeId),
    Task(Rc<TaskType>),
    Protected(Rc<ProtectedType>),
    Real,
    Text,
    /// Announced, or not modelled.
    Unknown(String),
}

#[derive(Clone, Debug)]
pub struct Part {
    pub key: String,
    pub field: FieldId,
    pub ty: TypeId,
    pub default: Option<Rc<Expr>>,
    pub scope: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Bound {
    Known(i64),
    /// Kept in an object when the type was elaborated, by its number.
    Kept(usize),
}

#[derive(Debug)]
pub struct TaskType {
    pub class: ClassId,
    pub entries: Vec<Entry>,
    pub discriminants: Vec<Part>,
    pub scope: usize,
    pub frame: usize,
    pub run: MethodId,
}

#[derive(Debug)]
pub struct ProtectedType {
    pub class: ClassId,
    pub entries: Vec<Entry>,
    pub discriminants: Vec<Part>,
    pub scope: usize,
    pub frame: usize,
    pub data: Vec<Decl>,
    pub init: MethodId,
    pub service: MethodId,
    /// Answers all that wait with Program_Error.
    pub refuse: MethodId,
    /// For each entry: its barrier and its body.
    pub bodies: Vec<(MethodId, MethodId)>,
    pub outer: FieldId,
    /// For each entry from which callers are requeued: the method that serves one of them.
    pub once: Vec<Option<MethodId>>,
    /// Where a requeue leads: the object, and which one of a family.
    pub onward: Option<(FieldId, FieldId)>,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub key: String,
    pub id: EntryId,
    /// The index subtype of a family.
    pub family: Option<TypeId>,
    pub params: Vec<Formal>,
}

pub const BOOLEAN: TypeId = 0;
pub const INTEGER: TypeId = 1;
pub const CHARACTER: TypeId = 4;
pub const REAL: TypeId = 5;
pub const TEXT: TypeId = 6;
pub const UNIVERSAL: TypeId = 7;
pub const NULL: TypeId = 8;
pub const UNKNOWN: TypeId = 9;
pub const TASK_ID: TypeId = 11;

#[derive(Default)]
pub struct Types {
    pub all: Vec<Ty>,
    /// Bounds that are known only when the program runs.
    pub kept: Vec<Rc<Object>>,
}

impl Types {
    pub fn add(&mut self, name: &str, kind: Kind, base: Option<TypeId>) -> TypeId {
        let id = self.all.len();
        self.all.push(Ty { name: name.to_string(), kind, base: base.unwrap_or(id) });
        id
    }

    pub fn kind(&self, id: TypeId) -> &Kind {
        &self.all[id].kind
    }

    pub fn base(&self, id: TypeId) -> TypeId {
        self.all[id].base
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Discrete { .. } | Kind::Real | Kind::Access(_) | Kind::Text)
    }

    pub fn is_discrete(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Discrete { .. })
    }

    /// The bounds of a discrete type that are known beforehand.
    pub fn known_range(&self, id: TypeId) -> Option<(i64, i64)> {
        match self.kind(id) {
            Kind::Discrete { low: Bound::Known(low), high: Bound::Known(high), .. } => {
                Some((*low, *high))
            }
            _ => None,
        }
    }

    /// How a value is kept.
    pub fn ir(&self, id: TypeId) -> ir::Type {
        match self.kind(id) {
            Kind::Discrete { .. } if self.base(id) == BOOLEAN => ir::Type::Bool,
            Kind::Discrete { .. } => match self.known_range(id) {
                Some((low, high)) if low >= 0 && high <= 255 => {
                    ir::Type::Int { bits: 8, signed: false }
                }
                Some((low, high)) if low >= -32768 && high <= 32767 => ir::Type::SHORT,
                Some((low, high)) if low >= i32::MIN.into() && high <= i32::MAX.into() => {
                    ir::Type::INT
                }
                Some(_) => ir::Type::LONG,
                None => ir::Type::INT,
            },
            Kind::Real => ir::Type::Float,
            _ => ir::Type::Reference,
        }
    }

    /// Whether objects of the type are tasks or have some inside.
    pub fn has_tasks(&self, id: TypeId) -> bool {
        match self.kind(id) {
            Kind::Task(_) => true,
            Kind::Array { element, .. } => self.has_tasks(*element),
            Kind::Record { fields, .. } => fields.iter().any(|field| self.has_tasks(field.ty)),
            _ => false,
        }
    }
}

/// The types that every program has, in the order of their numbers.
pub fn standard(types: &mut Types) -> Vec<(&'static str, Entity)> {
    let mut discrete = |name: &'static str, low: i64, high: i64, base: Option<TypeId>| {
        let (low, high) = (Bound::Known(low), Bound::Known(high));
        let literals = match name {
            "boolean" => vec!["False".to_string(), "True".to_string()],
            _ => Vec::new(),
        };
        let kind = Kind::Discrete { low, high, modulus: 0, literals: Rc::new(literals) };
        types.add(name, kind, base)
    };
    let int = (i64::from(i32::MIN), i64::from(i32::MAX));
    let boolean = discrete("boolean", 0, 1, None);
    let integer = discrete("integer", int.0, int.1, None);
    let natural = discrete("natural", 0, int.1, Some(INTEGER));
    let positive = discrete("positive", 1, int.1, Some(INTEGER));
    let character = discrete("character", 0, 255, None);
    let real = types.add("float", Kind::Real, None);
    let text = types.add("string", Kind::Text, None);
    let wide = (Bound::Known(i64::MIN), Bound::Known(i64::MAX));
    let whole =
        || Kind::Discrete { low: wide.0, high: wide.1, modulus: 0, literals: Rc::default() };
    types.add("universal integer", whole(), None);
    types.add("null", Kind::Access(UNKNOWN), None);
    types.add("unknown", Kind::Unknown("unknown".to_string()), None);
    let long = types.add("long_integer", whole(), None);
    types.add("task_id", Kind::Access(UNKNOWN), None);
    vec![
        ("boolean", Entity::Type(boolean)),
        ("false", Entity::Literal(boolean, 0)),
        ("true", Entity::Literal(boolean, 1)),
        ("integer", Entity::Type(integer)),
        ("short_integer", Entity::Type(integer)),
        ("long_integer", Entity::Type(long)),
        ("long_long_integer", Entity::Type(long)),
        ("natural", Entity::Type(natural)),
        ("positive", Entity::Type(positive)),
        ("character", Entity::Type(character)),
        ("float", Entity::Type(real)),
        ("long_float", Entity::Type(real)),
        ("duration", Entity::Type(real)),
        ("string", Entity::Type(text)),
    ]
}

impl Lowering {
    /// The type that a subtype mark with its constraint means; made where it is new.
    pub fn indicated(&mut self, indication: &Indication) -> TypeId {
        let Some(mark) = self.type_named(&indication.mark) else {
            return self.not_a_type(&indication.mark);
        };
        match &indication.constraint {
            Constraint::None => mark,
            Constraint::Range(range) => self.constrained(mark, range),
            Constraint::Of(arguments) => match self.types.kind(mark).clone() {
                Kind::Unconstrained { indices, element } => {
                    let bounds: Vec<&Expr> = arguments.iter().map(|arg| &arg.value).collect();
                    let indices = indices
                        .iter()
                        .zip(bounds)
                        .map(|(index, bound)| self.index_type(*index, bound))
                        .collect();
                    let name = self.types.all[mark].name.clone();
                    self.types.add(&name, Kind::Array { indices, element }, Some(mark))
                }
                // Values of discriminants: the object's declaration looks at them itself.
                _ => mark,
            },
        }
    }

    fn not_a_type(&mut self, mark: &Expr) -> TypeId {
        if let ExprKind::Unmodelled(what) = &mark.kind {
            return self.types.add("", Kind::Unknown(what.clone()), None);
        }
        let name = shown(mark);
        if !self.is_library(mark) {
            self.error(format!("there is no type `{name}` here"), mark.span);
        }
        self.types.add(&name, Kind::Unknown(format!("the type {name}")), None)
    }

    /// A subtype of a discrete type, by a range.
    pub fn constrained(&mut self, mark: TypeId, range: &Expr) -> TypeId {
        let Kind::Discrete { modulus, literals, .. } = self.types.kind(mark).clone() else {
            return mark;
        };
        let Some((low, high)) = self.bounds_of(range, Some(mark)) else { return mark };
        let name = self.types.all[mark].name.clone();
        let base = self.types.base(mark);
        self.types.add(&name, Kind::Discrete { low, high, modulus, literals }, Some(base))
    }

    /// The index subtype that a discrete range means.
    pub fn index_type(&mut self, of: TypeId, range: &Expr) -> TypeId {
        match self.type_named(range) {
            Some(named) => named,
            None => self.constrained(of, range),
        }
    }

    /// The discrete subtype that a range stands for, where no type is given.
    pub fn range_type(&mut self, range: &Expr) -> TypeId {
        if let Some(named) = self.type_named(range) {
            return named;
        }
        if let ExprKind::Attribute(prefix, word, arguments) = &range.kind
            && word.key == "range"
            && let Some(index) = self.array_index(prefix, arguments)
        {
            return index;
        }
        let of = match &range.kind {
            ExprKind::Range(low, high) => {
                let low = self.type_of(low);
                let high = self.type_of(high);
                match (low, high) {
                    (Some(UNIVERSAL) | None, Some(UNIVERSAL) | None) => INTEGER,
                    (Some(UNIVERSAL) | None, Some(other)) | (Some(other), _) => {
                        self.types.base(other)
                    }
                }
            }
            _ => INTEGER,
        };
        self.constrained(of, range)
    }

    /// The bounds of `A .. B`, of a type, or of a range attribute.
    pub fn bounds_of(&mut self, range: &Expr, ty: Option<TypeId>) -> Option<(Bound, Bound)> {
        match &range.kind {
            ExprKind::Range(low, high) => {
                let low = self.bound(low, ty);
                Some((low, self.bound(high, ty)))
            }
            ExprKind::Attribute(prefix, word, arguments) if word.key == "range" => {
                let index = self.array_index(prefix, arguments)?;
                self.bounds_of_type(index)
            }
            _ => {
                let named = self.type_named(range)?;
                self.bounds_of_type(named)
            }
        }
    }

    fn bounds_of_type(&self, ty: TypeId) -> Option<(Bound, Bound)> {
        match self.types.kind(ty) {
            Kind::Discrete { low, high, .. } => Some((*low, *high)),
            _ => None,
        }
    }

    /// The index subtype of an array object or type, by the number of the dimension.
    pub fn array_index(&mut self, prefix: &Expr, arguments: &[Arg]) -> Option<TypeId> {
        let ty = match self.type_named(prefix) {
            Some(ty) => ty,
            None => self.type_of(prefix)?,
        };
        let number = match arguments.first() {
            Some(argument) => usize::try_from(self.constant(&argument.value)? - 1).ok()?,
            None => 0,
        };
        match self.types.kind(ty) {
            Kind::Array { indices, .. } => indices.get(number).copied(),
            Kind::Discrete { .. } => Some(ty),
            Kind::Access(to) => match self.types.kind(*to) {
                Kind::Array { indices, .. } => indices.get(number).copied(),
                _ => None,
            },
            _ => None,
        }
    }

    fn bound(&mut self, expr: &Expr, ty: Option<TypeId>) -> Bound {
        if let Some(value) = self.constant_of(expr, ty) {
            return Bound::Known(value);
        }
        let value = self.value(expr, ty);
        let object = self.hidden_object("bound", INTEGER, expr.span);
        self.assign_object(&object, value.expr);
        self.types.kept.push(object);
        Bound::Kept(self.types.kept.len() - 1)
    }

    /// A bound as something to compare with.
    pub fn bound_operand(&mut self, bound: Bound) -> ir::Operand {
        match bound {
            Bound::Known(value) => ir::Operand::Int(value),
            Bound::Kept(number) => {
                let object = self.types.kept[number].clone();
                self.read_object(&object)
            }
        }
    }

    /// Declares a type.
    pub fn declare_type(
        &mut self,
        name: &Ident,
        discriminants: &[Param],
        def: &TypeDef,
        span: Span,
    ) {
        let scope = self.code.scope;
        // A full type takes the place of what announced it.
        let announced = match self.scopes[scope].names.get(&name.key).map(Vec::as_slice) {
            Some([Entity::Type(id)]) if matches!(self.types.kind(*id), Kind::Unknown(_)) => {
                Some(*id)
            }
            _ => None,
        };
        let id = announced.unwrap_or_else(|| {
            let id = self.types.add(&name.text, Kind::Unknown(name.text.clone()), None);
            self.declare(scope, &name.key, Entity::Type(id));
            id
        });
        let kind = self.type_kind(id, name, discriminants, def, span);
        if let Kind::Discrete { .. } = &kind
            && let TypeDef::Derived(parent) = def
            && let Some(parent) = self.type_named(&parent.mark)
        {
            self.derive_literals(id, parent);
        }
        self.types.all[id].kind = kind;
    }

    /// A derived enumeration has literals of its own.
    fn derive_literals(&mut self, id: TypeId, parent: TypeId) {
        if let Kind::Discrete { literals, .. } = self.types.kind(parent).clone() {
            for (position, literal) in literals.iter().enumerate() {
                let entity = Entity::Literal(id, position as i64);
                self.declare(self.code.scope, &literal.to_lowercase(), entity);
            }
        }
    }

    fn type_kind(
        &mut self,
        id: TypeId,
        name: &Ident,
        discriminants: &[Param],
        def: &TypeDef,
        span: Span,
    ) -> Kind {
        match def {
            TypeDef::Enumeration(literals) => {
                for (position, literal) in literals.iter().enumerate() {
                    let entity = Entity::Literal(id, position as i64);
                    self.declare(self.code.scope, &literal.key, entity);
                }
                let names = literals.iter().map(|literal| literal.text.clone()).collect();
                let high = Bound::Known(literals.len() as i64 - 1);
                Kind::Discrete { low: Bound::Known(0), high, modulus: 0, literals: Rc::new(names) }
            }
            TypeDef::Range(range) => match self.bounds_of(range, Some(INTEGER)) {
                Some((low, high)) => {
                    Kind::Discrete { low, high, modulus: 0, literals: Rc::default() }
                }
                None => Kind::Unknown(format!("the type {}", name.text)),
            },
            TypeDef::Modular(modulus) => match self.constant(modulus) {
                Some(modulus) if modulus > 0 => Kind::Discrete {
                    low: Bound::Known(0),
                    high: Bound::Known(modulus - 1),
                    modulus,
                    literals: Rc::default(),
                },
                _ => Kind::Unknown(format!("the modular type {}", name.text)),
            },
            TypeDef::Float => Kind::Real,
            TypeDef::Array { indices, unconstrained, element } => {
                let element = self.indicated(element);
                let indices = indices.iter().map(|index| self.range_type(index)).collect();
                match unconstrained {
                    true => Kind::Unconstrained { indices, element },
                    false => Kind::Array { indices, element },
                }
            }
            TypeDef::Controlled(components) => {
                self.controlled.insert(id, self.code.scope);
                self.record_kind(name, discriminants, components, span)
            }
            TypeDef::Record(components) => self.record_kind(name, discriminants, components, span),
            TypeDef::Access(to) => Kind::Access(self.indicated(to)),
            TypeDef::Derived(parent) => {
                let parent = self.indicated(parent);
                self.types.kind(parent).clone()
            }
            TypeDef::Incomplete => Kind::Unknown(format!("the type {}", name.text)),
            TypeDef::Other(what) => Kind::Unknown(format!("{what} ({})", name.text)),
        }
    }

    fn record_kind(
        &mut self,
        name: &Ident,
        discriminants: &[Param],
        components: &[crate::syntax::Component],
        span: Span,
    ) -> Kind {
        let class = self.add_class(&name.text, Vec::new(), false);
        self.program.classes[class].span = Some(span);
        let mut fields = self.components(class, discriminants);
        let count = fields.len();
        for component in components {
            let ty = self.indicated(&component.ty);
            for own in &component.names {
                let field =
                    self.add_field(class, &own.text, self.types.ir(ty), false, Some(own.span));
                let default = component.default.clone().map(Rc::new);
                let scope = self.code.scope;
                fields.push(Part { key: own.key.clone(), field, ty, default, scope });
            }
        }
        Kind::Record { class, fields: Rc::new(fields), discriminants: count }
    }

    /// Fields for discriminants.
    pub fn components(&mut self, class: ClassId, params: &[Param]) -> Vec<Part> {
        let mut fields = Vec::new();
        for param in params {
            let ty = self.indicated(&param.ty);
            for own in &param.names {
                let field =
                    self.add_field(class, &own.text, self.types.ir(ty), false, Some(own.span));
                let default = param.default.clone().map(Rc::new);
                let scope = self.code.scope;
                fields.push(Part { key: own.key.clone(), field, ty, default, scope });
            }
        }
        fields
    }
}

/// An expression in few words.
pub fn shown(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Selected(prefix, name) => format!("{}.{}", shown(prefix), name.text),
        ExprKind::Attribute(prefix, name, _) => format!("{}'{}", shown(prefix), name.text),
        ExprKind::Apply(prefix, _) => format!("{} (…)", shown(prefix)),
        ExprKind::All(prefix) => format!("{}.all", shown(prefix)),
        _ => "this".to_string(),
    }
}

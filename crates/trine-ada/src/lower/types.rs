//! Types: what values an object can have, and how they are kept.

use std::rc::Rc;

use trine_base::Span;
use trine_program as ir;
use trine_program::{ClassId, EntryId, FieldId, MethodId};

use super::contract::{Contract, Predicate};
use super::entity::{Entity, Formal, Object};
use super::lowering::Lowering;
use crate::syntax::*;

/// The position of a type in `Types::all`.
pub type TypeId = usize;

/// A type or subtype.
#[derive(Clone, Debug)]
pub struct Ty {
    pub name: String,
    pub kind: Kind,
    /// The type that this is a subtype of, or itself.
    pub base: TypeId,
    /// The scope of its declaration.
    pub scope: usize,
    /// A type of the standard library, whose values are not followed.
    pub library: bool,
    /// The values of the discriminants that objects of this subtype have.
    pub discriminants: Option<Rc<Vec<Bound>>>,
    /// What is subtracted from an index to find the element in the array that is kept, where that is not
    /// as usual: in parameters and slices, which show a part of another array.
    pub shift: Option<Bound>,
    /// The range of a real subtype.
    pub reals: Option<(f64, f64)>,
    /// Of a fixed point type: its values are whole multiples of it.
    pub small: Option<super::fixed::Fraction>,
    pub not_null: bool,
    /// `T'Class`
    pub class_wide: bool,
    pub predicates: Rc<Vec<Predicate>>,
    /// What objects of the type hold before anything is assigned to them.
    pub default: Option<i64>,
    /// Why objects of the type are not modelled, whatever it turns out to be.
    pub unmodelled: Option<String>,
}

/// What the values of a type are.
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
        fields: Rc<Vec<RecordField>>,
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

/// A component of a record, or a discriminant.
#[derive(Clone, Debug)]
pub struct RecordField {
    pub key: String,
    pub field: FieldId,
    pub ty: TypeId,
    pub default: Option<Rc<Expr>>,
    pub scope: usize,
    /// Where it is there for some values of discriminants only.
    pub variants: Rc<Vec<Variant>>,
}

/// A bound of a range, and when its value is known.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    Predefined(i64),
    /// Kept in an object when the type was elaborated, by its number.
    Kept(usize),
    /// The value of a discriminant of the record that the component is in, by its number.
    Own(usize),
}

/// What lowering knows of a task type.
#[derive(Debug)]
pub struct TaskType {
    pub class: ClassId,
    pub entries: Vec<Entry>,
    pub discriminants: Vec<RecordField>,
    pub scope: usize,
    pub frame: usize,
    pub run: MethodId,
}

/// What lowering knows of a protected type.
#[derive(Debug)]
pub struct ProtectedType {
    pub class: ClassId,
    pub entries: Vec<Entry>,
    pub discriminants: Vec<RecordField>,
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

/// An entry, or a family of entries.
#[derive(Clone, Debug)]
pub struct Entry {
    pub key: String,
    pub id: EntryId,
    /// The index subtype of a family.
    pub family: Option<TypeId>,
    pub params: Vec<Formal>,
    pub contract: Rc<Contract>,
}

/// `Boolean`, the first of the predefined types.
pub const BOOLEAN: TypeId = 0;
/// `Integer`.
pub const INTEGER: TypeId = 1;
/// `Positive`.
pub const POSITIVE: TypeId = 3;
/// `Character`.
pub const CHARACTER: TypeId = 4;
/// `Float`, and all other floating point types.
pub const REAL: TypeId = 5;
/// `String`.
pub const TEXT: TypeId = 6;
/// Whole numbers of any size, as literals are.
pub const UNIVERSAL: TypeId = 7;
/// The type of `null`.
pub const NULL: TypeId = 8;
/// A type that was not found or is not modelled.
pub const UNKNOWN: TypeId = 9;
/// `Ada.Task_Identification.Task_Id`.
pub const TASK_ID: TypeId = 11;

/// All types of a program.
#[derive(Default)]
pub struct Types {
    pub all: Vec<Ty>,
    /// Bounds that are known only when the program runs.
    pub kept: Vec<Rc<Object>>,
}

impl Types {
    /// Adds a type; without a base it is its own.
    pub fn add(&mut self, name: &str, kind: Kind, base: Option<TypeId>) -> TypeId {
        let id = self.all.len();
        let (name, base) = (name.to_string(), base.unwrap_or(id));
        self.all.push(Ty {
            name,
            kind,
            base,
            scope: 0,
            library: false,
            discriminants: None,
            shift: None,
            reals: None,
            small: None,
            not_null: false,
            class_wide: false,
            predicates: Rc::default(),
            default: None,
            unmodelled: None,
        });
        id
    }

    /// A subtype that has all that its mark has, but for its kind.
    pub fn like(&mut self, mark: TypeId, kind: Kind) -> TypeId {
        let own = Ty { kind, ..self.all[mark].clone() };
        self.all.push(own);
        self.all.len() - 1
    }

    /// What the values of a type are.
    pub fn kind(&self, id: TypeId) -> &Kind {
        &self.all[id].kind
    }

    /// The type that this is a subtype of, or itself.
    pub fn base(&self, id: TypeId) -> TypeId {
        self.all[id].base
    }

    /// Whether values are kept in one variable: numbers, enumerations, access values and text.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Discrete { .. } | Kind::Real | Kind::Access(_) | Kind::Text)
    }

    /// Whether it is an integer or enumeration type.
    pub fn is_discrete(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Discrete { .. })
    }

    /// The bounds of a discrete type that are known beforehand.
    pub fn known_range(&self, id: TypeId) -> Option<(i64, i64)> {
        match self.kind(id) {
            Kind::Discrete {
                low: Bound::Predefined(low), high: Bound::Predefined(high), ..
            } => Some((*low, *high)),
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
                None if self.base(id) != id => self.ir(self.base(id)),
                None => ir::Type::LONG,
            },
            Kind::Real => ir::Type::Float,
            _ => ir::Type::Reference,
        }
    }

    /// Whether objects of this kind have objects of a type inside.
    fn contains(&self, kind: &Kind, id: TypeId) -> bool {
        let inside = |part: TypeId| part == id || self.contains(self.kind(part), id);
        match kind {
            Kind::Array { element, .. } | Kind::Unconstrained { element, .. } => inside(*element),
            Kind::Record { fields, .. } => fields.iter().any(|field| inside(field.ty)),
            _ => false,
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
        let (low, high) = (Bound::Predefined(low), Bound::Predefined(high));
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
    let wide = (Bound::Predefined(i64::MIN), Bound::Predefined(i64::MAX));
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
    /// Declares a type.
    pub fn declare_type(
        &mut self,
        name: &Ident,
        discriminants: &[Param],
        def: &TypeDef,
        aspects: &[Aspect],
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
        self.types.all[id].scope = scope;
        let mut kind = self.type_kind(id, name, discriminants, def, span);
        if self.types.contains(&kind, id) {
            // RM 8.3 (16): a declaration is hidden from all visibility until its end.
            self.error(format!("the type `{}` is used inside its own definition", name.text), span);
            kind = Kind::Unknown(name.text.clone());
        }
        self.promised_type(id, name, aspects);
        if let Kind::Discrete { .. } = &kind
            && let TypeDef::Derived(parent) = def
            && let Some(parent) = self.type_named(&parent.mark)
        {
            self.derive_literals(id, parent);
        }
        if let (Kind::Discrete { literals, modulus: 0, .. }, false) =
            (&kind, matches!(def, TypeDef::Incomplete))
            && literals.is_empty()
        {
            let base = self.integer_base(&name.text, &kind, scope);
            self.types.all[base].small = self.types.all[id].small;
            self.types.all[id].base = base;
        }
        self.types.all[id].kind = match self.types.all[id].unmodelled.clone() {
            Some(what) => Kind::Unknown(what),
            None => kind,
        };
        match def {
            TypeDef::Tagged(def) => self.complete_tagged(id, def),
            TypeDef::Incomplete => self.declare_class_wide(id),
            _ => {}
        }
    }

    /// The unconstrained type of an integer type: as large as the next machine number.
    fn integer_base(&mut self, name: &str, kind: &Kind, scope: usize) -> TypeId {
        let range = match kind {
            Kind::Discrete {
                low: Bound::Predefined(low), high: Bound::Predefined(high), ..
            } => Some((*low, *high)),
            _ => None,
        };
        let fits = |bits: u32| {
            let most = i64::MAX >> (64 - bits);
            range.is_some_and(|(low, high)| low >= -most - 1 && high <= most)
        };
        let bits = [8, 16, 32].into_iter().find(|bits| fits(*bits)).unwrap_or(64);
        let most = i64::MAX >> (64 - bits);
        let (low, high) = (Bound::Predefined(-most - 1), Bound::Predefined(most));
        let kind = Kind::Discrete { low, high, modulus: 0, literals: Rc::default() };
        let base = self.types.add(name, kind, None);
        self.types.all[base].scope = scope;
        base
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
                let high = Bound::Predefined(literals.len() as i64 - 1);
                Kind::Discrete {
                    low: Bound::Predefined(0),
                    high,
                    modulus: 0,
                    literals: Rc::new(names),
                }
            }
            TypeDef::Range(range) => match self.bounds_of(range, Some(INTEGER)) {
                Some((low, high)) => {
                    Kind::Discrete { low, high, modulus: 0, literals: Rc::default() }
                }
                None => Kind::Unknown(format!("the type {}", name.text)),
            },
            TypeDef::Modular(modulus) => match self.constant(modulus) {
                Some(modulus) if modulus > 0 => Kind::Discrete {
                    low: Bound::Predefined(0),
                    high: Bound::Predefined(modulus - 1),
                    modulus,
                    literals: Rc::default(),
                },
                _ => Kind::Unknown(format!("the modular type {}", name.text)),
            },
            TypeDef::Float(range) => {
                self.types.all[id].reals = range.as_ref().and_then(|range| self.real_range(range));
                if range.is_some() && self.types.all[id].reals.is_none() {
                    return Kind::Unknown(format!("the range of the type {}", name.text));
                }
                Kind::Real
            }
            TypeDef::Fixed { delta, digits, range } => {
                self.fixed_kind(id, name, delta, digits.as_deref(), range.as_deref())
            }
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
                self.record_kind(name, discriminants, components, &[], span)
            }
            TypeDef::Tagged(def) => self.tagged_kind(name, discriminants, def, span),
            TypeDef::Record(components) => {
                self.record_kind(name, discriminants, components, &[], span)
            }
            TypeDef::Access(to) => {
                let to_not_null = to.not_null;
                let to = self.indicated(&Indication { not_null: false, ..to.clone() });
                self.types.all[id].not_null = to_not_null;
                Kind::Access(to)
            }
            TypeDef::Derived(parent) => {
                let parent = self.indicated(parent);
                let Ty { discriminants, reals, small, not_null, predicates, default, .. } =
                    self.types.all[parent].clone();
                let own = &mut self.types.all[id];
                own.discriminants = discriminants;
                own.reals = reals;
                own.small = small;
                own.not_null = not_null;
                own.predicates = predicates;
                own.default = default;
                self.types.kind(parent).clone()
            }
            TypeDef::Incomplete => Kind::Unknown(format!("the type {}", name.text)),
            TypeDef::Other(what) => Kind::Unknown(format!("{what} ({})", name.text)),
        }
    }

    /// A record type: a class with a field for each discriminant and component.
    pub fn record_kind(
        &mut self,
        name: &Ident,
        discriminants: &[Param],
        components: &[crate::syntax::Component],
        parents: &[TypeId],
        span: Span,
    ) -> Kind {
        let above = parents.iter().filter_map(|parent| match self.types.kind(*parent) {
            Kind::Record { class, .. } => Some(*class),
            _ => None,
        });
        let class = self.add_class(&name.text, above.collect(), false);
        self.program.classes[class].span = Some(span);
        let mut fields = self.components(class, discriminants);
        let mut count = fields.len();
        if let Some(Kind::Record { fields: inherited, discriminants, .. }) =
            parents.first().map(|parent| self.types.kind(*parent))
        {
            count += discriminants;
            fields.extend(inherited.iter().cloned());
        }
        if discriminants.iter().any(|own| own.default.is_some()) {
            // Whether an object may be given other discriminants is a matter of the object.
            let field = self.add_field(class, "$constrained", ir::Type::Bool, false, None);
            self.program.fields[field].volatile = true;
            self.constrained_fields.insert(class, field);
        }
        let own = fields.iter().map(|field| field.key.clone()).collect();
        let around = std::mem::replace(&mut self.own_discriminants, own);
        for component in components {
            let ty = self.indicated(&component.ty);
            for own in &component.names {
                let field =
                    self.add_field(class, &own.text, self.types.ir(ty), false, Some(own.span));
                if self.volatile_types.contains(&ty) {
                    self.program.fields[field].volatile = true;
                }
                let default = component.default.clone().map(Rc::new);
                let scope = self.code.scope;
                let variants = Rc::new(component.variants.clone());
                fields.push(RecordField {
                    key: own.key.clone(),
                    field,
                    ty,
                    default,
                    scope,
                    variants,
                });
            }
        }
        self.own_discriminants = around;
        Kind::Record { class, fields: Rc::new(fields), discriminants: count }
    }

    /// Fields for discriminants.
    pub fn components(&mut self, class: ClassId, params: &[Param]) -> Vec<RecordField> {
        let mut fields = Vec::new();
        for param in params {
            let ty = self.indicated(&param.ty);
            for own in &param.names {
                let field =
                    self.add_field(class, &own.text, self.types.ir(ty), false, Some(own.span));
                let default = param.default.clone().map(Rc::new);
                let (scope, variants) = (self.code.scope, Rc::default());
                fields.push(RecordField {
                    key: own.key.clone(),
                    field,
                    ty,
                    default,
                    scope,
                    variants,
                });
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

//! Names: variables, fields of this and of enclosing instances, captured variables, classes.

use tree_sitter::Node;
use trine_program::*;

use super::constant::field_constant;
use super::{Binding, Body, Val};
use crate::declare::{resolve_name, resolve_simple, without_blanks};
use crate::parse::{child_of_kind, shorten};
use crate::types::{Ty, substitute};

/// What a name stands for.
pub(crate) enum Found {
    Local(Binding),
    Field(Access, Ty, FieldId),
}

/// A variable or field somewhere around, before any code to reach it exists.
enum Where {
    Local(Binding),
    /// Of the instance that is so many steps outwards.
    Field(Vec<FieldId>, FieldId, Ty),
}

impl<'t> Body<'_, 't> {
    /// The value of a simple name.
    pub fn identifier(&mut self, node: Node<'t>) -> Val {
        let name = self.text(node);
        match self.variable(name) {
            Some(value) => value,
            None => {
                let what = format!("name {}", shorten(name));
                self.unmodelled(what, &[], None)
            }
        }
    }

    /// The value of a variable or field that a simple name stands for.
    pub fn variable(&mut self, name: &str) -> Option<Val> {
        let found = self.find(name)?;
        Some(self.value_of(found))
    }

    /// Reads what a name was found to be.
    pub fn value_of(&mut self, found: Found) -> Val {
        match found {
            Found::Local(binding) => match binding.constant {
                Some(constant) => Val::operand(constant, binding.ty),
                None => Val::operand(Operand::Var(binding.var), binding.ty),
            },
            Found::Field(access, ty, field) => self.load(access, ty, Some(field)),
        }
    }

    /// Reads a field or an element. A constant field is not read, unless it needs a look whether its object is
    /// null.
    pub fn load(&mut self, access: Access, ty: Ty, field: Option<FieldId>) -> Val {
        if let Some(field) = field
            && let Some(constant) = field_constant(self.world, field)
        {
            // Of another object, the field is looked at all the same: there may be none.
            if matches!(access, Access::Field(base, _) if self.this.map(Operand::Var) != Some(base))
            {
                let var = self.temp(&ty);
                self.emit(StmtKind::Load(var, access));
            }
            return Val::operand(constant, ty);
        }
        let var = self.temp(&ty);
        self.emit(StmtKind::Load(var, access));
        let value = Val::operand(Operand::Var(var), ty);
        match field {
            Some(field) => self.declared_as(value, &self.world.fields[field].ty),
            None => value,
        }
    }

    /// Whether the name is a variable or field here, and not only that of a class or package.
    pub fn is_variable(&self, name: &str) -> bool {
        self.locate(name).is_some()
    }

    /// The variable or field that a name means here; emits what leads to the enclosing instance that has it.
    pub fn find(&mut self, name: &str) -> Option<Found> {
        match self.locate(name)? {
            Where::Local(binding) => Some(Found::Local(binding)),
            Where::Field(hops, field, ty) => {
                if self.world.program.fields[field].is_static {
                    return Some(Found::Field(Access::Static(field), ty, field));
                }
                let base = self.outwards(&hops)?;
                Some(Found::Field(Access::Field(base, field), ty, field))
            }
        }
    }

    fn locate(&self, name: &str) -> Option<Where> {
        if let Some(binding) = self.scope.iter().rev().find(|binding| binding.name == name) {
            return Some(Where::Local(binding.clone()));
        }
        let mut hops = Vec::new();
        let mut around = Some(self.class);
        let mut reachable = self.this.is_some();
        while let Some(class) = around {
            if let Some(field) = self.world.find_field(class, name)
                && (reachable || self.world.program.fields[field].is_static)
            {
                let ty = self.field_type(&self.self_type(class), field);
                return Some(Where::Field(hops, field, ty));
            }
            for ancestor in self.world.ancestry(class) {
                let captures = &self.world.classes[ancestor].captures;
                if let Some(capture) = captures.iter().find(|capture| capture.name == name)
                    && reachable
                {
                    return Some(Where::Field(hops, capture.field, capture.ty.clone()));
                }
            }
            let info = &self.world.classes[class];
            match info.outer_field {
                Some(field) => hops.push(field),
                None => reachable = false,
            }
            around = info.outer;
        }
        self.imported_field(name).map(|field| {
            let ty = self.world.fields[field].ty.clone();
            Where::Field(Vec::new(), field, ty)
        })
    }

    fn imported_field(&self, name: &str) -> Option<FieldId> {
        self.static_imports(name).into_iter().find_map(|class| {
            self.world
                .find_field(class, name)
                .filter(|field| self.world.program.fields[*field].is_static)
        })
    }

    /// The classes from which a static member of that name may be imported.
    pub fn static_imports(&self, name: &str) -> Vec<ClassId> {
        let imports = self.world.units[self.unit].imports.iter().filter(|import| import.is_static);
        imports
            .filter_map(|import| {
                let path = if import.wildcard {
                    import.path.as_str()
                } else {
                    import.path.strip_suffix(name)?.strip_suffix('.')?
                };
                self.world.by_name.get(path).copied()
            })
            .collect()
    }

    /// The type of `this` in a class: the class with its own type parameters.
    pub fn self_type(&self, class: ClassId) -> Ty {
        let params = self.world.classes[class].type_params.iter().map(|id| Ty::Param(*id));
        Ty::Class(class, params.collect())
    }

    /// The type of a field of a value of that type.
    pub fn field_type(&self, of: &Ty, field: FieldId) -> Ty {
        let owner = self.world.program.fields[field].class;
        self.seen_from(of, owner, &self.world.fields[field].ty)
    }

    /// A type written in a class, as it is for an instance of the given type.
    pub fn seen_from(&self, of: &Ty, owner: ClassId, ty: &Ty) -> Ty {
        match self.world.as_super(of, owner) {
            Some(Ty::Class(_, arguments)) => {
                substitute(ty, &self.world.bindings(owner, &arguments))
            }
            _ => ty.clone(),
        }
    }

    /// The enclosing instance so many steps outwards.
    pub fn outwards(&mut self, hops: &[FieldId]) -> Option<Operand> {
        let mut base = Operand::Var(self.this?);
        for field in hops {
            let var = self.temp(&Ty::Null);
            self.emit(StmtKind::Load(var, Access::Field(base, *field)));
            base = Operand::Var(var);
        }
        Some(base)
    }

    /// The steps from this to the nearest enclosing instance of a class.
    pub fn hops_to(&self, wanted: ClassId) -> Option<Vec<FieldId>> {
        self.this?;
        let mut hops = Vec::new();
        let mut class = self.class;
        loop {
            if self.world.is_subclass(class, wanted) && Some(wanted) != self.world.predefined.object
                || class == wanted
            {
                return Some(hops);
            }
            let info = &self.world.classes[class];
            hops.push(info.outer_field?);
            class = info.outer?;
        }
    }

    /// `this`; not modelled in a static context.
    pub fn this_value(&mut self) -> Val {
        match self.this {
            Some(this) => Val::operand(Operand::Var(this), self.self_type(self.class)),
            None => self.unmodelled("`this` in a static context", &[], None),
        }
    }

    /// The type that an expression names, if it is no value.
    pub fn as_type(&self, node: Node<'t>) -> Option<Ty> {
        match node.kind() {
            "identifier" => {
                let name = self.text(node);
                if self.is_variable(name) {
                    return None;
                }
                match resolve_simple(self.world, self.place(), name) {
                    Some(ty) => Some(ty),
                    None => name.starts_with(char::is_uppercase).then(|| Ty::unknown(name)),
                }
            }
            "field_access" => {
                let text = without_blanks(self.text(node));
                let plain = text.split('.').all(|part| {
                    part.chars()
                        .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'))
                });
                let first = text.split('.').next().unwrap_or("");
                if !plain
                    || matches!(first, "this" | "super")
                    || text.ends_with(".this")
                    || self.is_variable(first)
                {
                    return None;
                }
                match resolve_name(self.world, self.place(), &text) {
                    Ty::Unknown(_) => {
                        // A path through a field of a class that is known is a value.
                        if let Some(Ty::Class(..)) = resolve_simple(self.world, self.place(), first)
                        {
                            return None;
                        }
                        // A field of a class that is known is a value, even if the field is not.
                        let object = node.child_by_field_name("object")?;
                        match self.as_type(object) {
                            Some(Ty::Class(..)) => None,
                            _ => {
                                let last = text.rsplit('.').next().unwrap_or("");
                                let constant = !last.chars().any(char::is_lowercase);
                                (!constant || self.as_type(object).is_none())
                                    .then(|| Ty::unknown(&text))
                            }
                        }
                    }
                    ty => Some(ty),
                }
            }
            "scoped_type_identifier"
            | "type_identifier"
            | "generic_type"
            | "array_type"
            | "integral_type"
            | "floating_point_type"
            | "boolean_type" => Some(self.resolve(node)),
            _ => None,
        }
    }

    /// `object.field`.
    pub fn field_access(&mut self, node: Node<'t>) -> Val {
        let Some(field) = node.child_by_field_name("field") else { return self.odd(node) };
        if field.kind() == "this" {
            return self.qualified_this(node);
        }
        match self.field_place(node) {
            Ok(found) => self.value_of(found),
            Err(value) => value,
        }
    }

    fn qualified_this(&mut self, node: Node<'t>) -> Val {
        let ty = node.child_by_field_name("object").and_then(|object| self.as_type(object));
        match ty {
            Some(Ty::Class(class, _)) => self.enclosing(class).unwrap_or_else(|| self.odd(node)),
            _ => self.odd(node),
        }
    }

    /// The object of a class around this place: `this`, or one that encloses it.
    pub fn enclosing(&mut self, class: ClassId) -> Option<Val> {
        let hops = self.hops_to(class)?;
        let base = self.outwards(&hops)?;
        Some(Val::operand(base, self.self_type(class)))
    }

    /// The place that `object.field` names, or the value where it is no place.
    pub fn field_place(&mut self, node: Node<'t>) -> Result<Found, Val> {
        let (Some(object), Some(field)) =
            (node.child_by_field_name("object"), node.child_by_field_name("field"))
        else {
            return Err(self.odd(node));
        };
        let name = self.text(field);
        if object.kind() == "super" || child_of_kind(node, "super").is_some() {
            let (this, parent) = self.super_of(object);
            let class = self.world.class_of(&parent);
            let found = class.and_then(|class| self.world.find_field(class, name));
            if let (Some(field), Some(this)) = (found, this) {
                let ty = self.field_type(&this.ty, field);
                let this = self.operand(&this);
                return Ok(self.instance_field(this, ty, field));
            }
            return Err(self.odd(node));
        }
        if let Some(ty) = self.as_type(object) {
            let class = match &ty {
                Ty::Class(class, _) => Some(*class),
                _ => None,
            };
            if let Some(field) = class.and_then(|class| self.world.find_field(class, name))
                && self.world.program.fields[field].is_static
            {
                let ty = self.world.fields[field].ty.clone();
                return Ok(Found::Field(Access::Static(field), ty, field));
            }
            let what = format!("field {}.{name}", self.world.show(&ty));
            return Err(self.unmodelled(what, &[], None));
        }
        let value = self.expression(object, None);
        let value = self.checked_as_said(value);
        if matches!(value.ty, Ty::Array(_)) && name == "length" {
            let operand = self.operand(&value);
            let var = self.temp(&Ty::Int);
            self.emit(StmtKind::Length(var, operand));
            return Err(Val::operand(Operand::Var(var), Ty::Int));
        }
        let mut found =
            self.world.class_of(&value.ty).and_then(|class| self.world.find_field(class, name));
        if found.is_none() && value.ty == self.world.object() {
            found = self.only_field(name);
        }
        match found {
            Some(field) => {
                let ty = self.field_type(&value.ty, field);
                let operand = self.operand(&value);
                Ok(self.instance_field(operand, ty, field))
            }
            None => {
                let what = format!("field {}.{name}", self.world.show(&value.ty));
                Err(self.unmodelled(what, &[value], None))
            }
        }
    }

    fn instance_field(&mut self, base: Operand, ty: Ty, field: FieldId) -> Found {
        let access = if self.world.program.fields[field].is_static {
            Access::Static(field)
        } else {
            Access::Field(base, field)
        };
        Found::Field(access, ty, field)
    }

    /// The only field of that name in the whole program, where the type of the object got lost.
    fn only_field(&self, name: &str) -> Option<FieldId> {
        let mut found = self
            .world
            .program
            .fields
            .enumerate()
            .filter(|(_, field)| field.name == name && !field.is_static)
            .map(|(id, _)| id);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}

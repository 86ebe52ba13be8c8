//! Lambdas: each becomes a class with the variables that it captures and the one method it gives.

use tree_sitter::Node;
use trine_base::Span;
use trine_program::*;

use super::{Binding, Body, Val};
use crate::declare::{OUTER, Shape, add_made_field, add_shape, blank, set_parents};
use crate::parse::{walk, walk_fields};
use crate::types::{Ty, substitute};
use crate::world::{ClassKind, MethodKind};

/// What a lambda or method reference has to give.
pub(crate) struct Wanted {
    pub interface: Option<Ty>,
    pub name: String,
    pub selector: String,
    pub params: Vec<Ty>,
    /// How the method is declared: type variables stay.
    pub declared_params: Vec<Ty>,
    pub ret: Ty,
    /// How the method is declared.
    pub declared_ret: Ty,
}

impl<'t> Body<'_, 't> {
    /// The object that a lambda or method reference makes, and the type that its method gives, where that is known.
    pub fn lambda_or_reference(
        &mut self,
        node: Node<'t>,
        expected: Option<&Ty>,
    ) -> (Val, Option<Ty>) {
        if node.kind() == "method_reference" {
            self.within(node, |body| body.method_reference(node, expected))
        } else {
            self.within(node, |body| body.lambda(node, expected))
        }
    }

    /// Gives the object, and the type of what the body returns.
    pub fn lambda(&mut self, node: Node<'t>, expected: Option<&Ty>) -> (Val, Option<Ty>) {
        let names = self.lambda_names(node);
        let wanted = self.wanted(expected, names.len());
        let ty = wanted.interface.clone().unwrap_or_else(|| Ty::unknown("a lambda"));
        if self.dry {
            return (Val::operand(Operand::Null, ty), None);
        }
        let Some(body) = node.child_by_field_name("body") else { return (self.odd(node), None) };
        let written = node
            .child_by_field_name("parameters")
            .filter(|list| list.kind() == "formal_parameters");
        let mut types: Vec<Option<Ty>> = vec![None; names.len()];
        if let Some(list) = written {
            let params = crate::declare::read_parameters(self.world, self.place(), list).0;
            for (slot, ty) in types.iter_mut().zip(params) {
                let named_var = matches!(&ty, Ty::Unknown(name) if &**name == "var");
                *slot = (!named_var).then_some(ty);
            }
        }
        let mut captured = self.captured(body);
        captured.retain(|binding| !names.contains(&binding.name));
        let this = self.needs_this(body).then_some(self.this).flatten();
        let made = self.made_class(node, &wanted, &captured, this);
        let mut returned = None;
        let span = Some(self.world.span(self.unit, node));
        let depth = self.depth;
        let mut inner = self.enter_made(&made, &wanted, &names, span, &captured);
        inner.depth = depth;
        for (at, binding) in inner.scope.iter_mut().rev().take(names.len()).rev().enumerate() {
            if let Some(ty) = types.get(at).cloned().flatten() {
                binding.ty = ty;
            }
        }
        inner.unbox_parameters(names.len());
        if body.kind() == "block" {
            inner.statement(body);
        } else if wanted.ret == Ty::Void {
            inner.effect(body);
        } else {
            let result = inner.result.clone();
            let value = inner.expression(body, Some(&result));
            inner.give_back(value, body);
        }
        returned = inner.returned.take().or(returned);
        let (vars, code) = (inner.vars, inner.out);
        let method = &mut self.world.program.methods[made.method];
        method.vars = vars;
        method.body = Some(code);
        let object = self.instantiate(&made, &captured, this);
        (Val::operand(object, ty), returned)
    }

    /// The method of a functional interface, or one that only has a place.
    pub fn wanted(&self, expected: Option<&Ty>, arity: usize) -> Wanted {
        if let Some(ty) = expected
            && let Some(class) = self.world.class_of(ty)
            && let Some(method) = self.world.functional_method(class)
            && self.world.methods[method].params.len() == arity
        {
            return self.wanted_method(ty, method);
        }
        let object = self.world.object();
        Wanted {
            interface: None,
            name: "call".into(),
            selector: format!("lambda/{arity}"),
            params: vec![object.clone(); arity],
            declared_params: vec![object.clone(); arity],
            ret: object.clone(),
            declared_ret: object,
        }
    }

    /// What a lambda for this type has to implement: the method's signature with the type's arguments filled in.
    pub fn wanted_method(&self, ty: &Ty, method: MethodId) -> Wanted {
        let owner = self.world.program.methods[method].class;
        let info = &self.world.methods[method];
        let bindings = match self.world.as_super(ty, owner) {
            Some(Ty::Class(_, arguments)) => self.world.bindings(owner, &arguments),
            _ => Default::default(),
        };
        Wanted {
            interface: Some(ty.clone()),
            name: self.world.program.methods[method].name.clone(),
            selector: self.world.program.methods[method].selector.clone(),
            params: info.params.iter().map(|param| substitute(param, &bindings)).collect(),
            declared_params: info.params.clone(),
            ret: substitute(&info.ret, &bindings),
            declared_ret: info.ret.clone(),
        }
    }

    /// Variables of this method that the node uses, in the order of their first use.
    pub fn captured(&self, node: Node<'t>) -> Vec<Binding> {
        let mut found: Vec<Binding> = Vec::new();
        let add = |name: &str, found: &mut Vec<Binding>| {
            if found.iter().any(|known| known.name == name) {
                return;
            }
            if let Some(binding) = self.scope.iter().rev().find(|binding| binding.name == name) {
                found.push(binding.clone());
            }
        };
        walk_fields(node, |node, field| {
            match node.kind() {
                // Names of methods, members and declarations are no uses.
                "identifier" if matches!(field, Some("name" | "field")) => {}
                "identifier" => add(self.text(node), &mut found),
                "type_identifier" => {
                    let name = self.text(node);
                    let class = self.local_classes.iter().rev().find(|(known, _)| known == name);
                    if let Some((_, class)) = class {
                        for capture in &self.world.classes[*class].captures {
                            add(&capture.name, &mut found);
                        }
                    }
                }
                _ => {}
            }
            true
        });
        found
    }

    /// Whether code may use the instance around it.
    pub fn needs_this(&self, node: Node<'t>) -> bool {
        if self.this.is_none() {
            return false;
        }
        let mut found = false;
        walk(node, |node| {
            found |= match node.kind() {
                "this" | "super" => true,
                "method_invocation" => node.child_by_field_name("object").is_none(),
                "object_creation_expression" => {
                    node.child_by_field_name("type").is_some_and(|ty| {
                        matches!(self.resolve(ty), Ty::Class(class, _)
                        if self.world.ancestry(class).iter().any(|class| {
                            let info = &self.world.classes[*class];
                            info.outer_field.is_some() || !info.captures.is_empty()
                        }))
                    }) || crate::parse::child_of_kind(node, "class_body").is_some()
                }
                "identifier" => {
                    let name = self.text(node);
                    !self.scope.iter().any(|binding| binding.name == name) && self.is_variable(name)
                }
                _ => false,
            };
            !found
        });
        found
    }

    /// Declares the class of a lambda or method reference, with fields for what it keeps.
    pub fn made_class(
        &mut self,
        node: Node<'t>,
        wanted: &Wanted,
        captured: &[Binding],
        this: Option<VarId>,
    ) -> Made {
        let interface = wanted.interface.as_ref().and_then(|ty| self.world.class_of(ty));
        let what = interface.map_or_else(
            || "Lambda".to_string(),
            |class| self.world.program.classes[class].name.clone(),
        );
        let name = self.world.made_name(&what, self.unit, node);
        let mut info = blank(self.unit, node, None, &name, &name, ClassKind::Lambda);
        info.interfaces = wanted.interface.iter().cloned().collect();
        let class = Class {
            name,
            parents: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library: self.world.units[self.unit].library,
            span: Some(self.world.span(self.unit, node)),
        };
        let class = self.world.add_class(class, info);
        set_parents(self.world, class);
        let this_field = this.map(|_| {
            let ty = Ty::class(self.class);
            add_made_field(self.world, class, OUTER, ty)
        });
        let fields = captured
            .iter()
            .filter(|binding| binding.constant.is_none())
            .map(|binding| {
                let name = format!("val${}", binding.name);
                add_made_field(self.world, class, &name, binding.ty.clone())
            })
            .collect();
        let mut shape = Shape::new(&wanted.name, MethodKind::Synthetic);
        shape.params = wanted.declared_params.clone();
        shape.names = shape.params.iter().map(|_| (String::new(), None)).collect();
        shape.ret = wanted.ret.clone();
        shape.is_public = true;
        let span = Some(self.world.span(self.unit, node));
        let method = add_shape(self.world, class, shape, false, span);
        self.world.program.methods[method].selector = wanted.selector.clone();
        let key = wanted.name.clone();
        self.world.classes[class].methods.entry(key).or_default().push(method);
        Made { class, method, this_field, fields }
    }

    /// Starts the body of a made method: what was captured is loaded first.
    pub fn enter_made<'s>(
        &'s mut self,
        made: &Made,
        wanted: &Wanted,
        names: &[String],
        span: Option<Span>,
        captured: &[Binding],
    ) -> Body<'s, 't> {
        let (class, unit) = (self.class, self.unit);
        let (local_classes, type_vars) = (self.local_classes.clone(), self.type_vars.clone());
        let mut body = Body::new(self.world, class);
        body.unit = unit;
        body.local_classes = local_classes;
        body.type_vars = type_vars;
        body.result = wanted.ret.clone();
        body.span = span;
        body.vars = body.world.program.methods[made.method].vars.clone();
        let receiver = Operand::Var(VarId(0));
        if let Some(field) = made.this_field {
            let this = body.temp(&Ty::Null);
            body.emit(StmtKind::Load(this, Access::Field(receiver, field)));
            body.this = Some(this);
        }
        let mut fields = made.fields.iter();
        for binding in captured {
            if binding.constant.is_some() {
                body.scope.push(binding.clone());
                continue;
            }
            let Some(field) = fields.next() else { break };
            let var = body.declare(&binding.name, &binding.ty, span);
            body.emit(StmtKind::Load(var, Access::Field(receiver, *field)));
        }
        for (at, (name, ty)) in names.iter().zip(&wanted.params).enumerate() {
            let var = VarId(at as u32 + 1);
            if body.vars.get(var).is_some() {
                body.vars[var].name = name.clone();
                let (name, ty) = (name.clone(), ty.clone());
                body.check_parameter(var, &wanted.declared_params[at], &ty);
                body.scope.push(Binding { name, var, ty, constant: None });
            }
        }
        body
    }

    /// Parameters that the source calls numbers but that arrive as references are unboxed first.
    fn unbox_parameters(&mut self, count: usize) {
        let start = self.scope.len().saturating_sub(count);
        for at in start..self.scope.len() {
            let binding = self.scope[at].clone();
            if binding.ty.is_primitive() && self.vars[binding.var].ty == Type::Reference {
                let boxed = self.world.boxed(&binding.ty);
                let value = Val::operand(Operand::Var(binding.var), boxed);
                let value = self.unbox(value, Some(&binding.ty));
                let var = self.vars.push(Var {
                    name: binding.name.clone(),
                    ty: binding.ty.stored(),
                    temporary: false,
                    span: self.span,
                });
                self.set(var, value.expr);
                self.scope[at].var = var;
            }
        }
    }

    /// `return value`, remembering its type.
    pub fn give_back(&mut self, value: Val, node: Node<'t>) {
        if value.ty != Ty::Void && self.returned.is_none() && value.ty != Ty::Null {
            self.returned = Some(value.ty.clone());
        }
        let result = self.result.clone();
        self.within(node, |body| {
            if result == Ty::Void {
                body.emit(StmtKind::Return(None));
                return;
            }
            let value = body.convert(value, &result);
            let value = body.operand(&value);
            body.emit(StmtKind::Return(Some(value)));
        });
    }

    /// The object of a made class.
    pub fn instantiate(
        &mut self,
        made: &Made,
        captured: &[Binding],
        this: Option<VarId>,
    ) -> Operand {
        let into = self.temp(&Ty::Null);
        let object = Operand::Var(into);
        self.emit(StmtKind::New { into, class: made.class });
        if let (Some(field), Some(this)) = (made.this_field, this) {
            self.emit(StmtKind::Store(Access::Field(object, field), Operand::Var(this)));
        }
        let kept = captured.iter().filter(|binding| binding.constant.is_none());
        for (field, binding) in made.fields.iter().zip(kept) {
            let access = Access::Field(object, *field);
            self.emit(StmtKind::Store(access, Operand::Var(binding.var)));
        }
        object
    }
}

/// The class made from a lambda.
pub(crate) struct Made {
    pub class: ClassId,
    pub method: MethodId,
    pub this_field: Option<FieldId>,
    /// One for each captured variable that is no constant.
    pub fields: Vec<FieldId>,
}

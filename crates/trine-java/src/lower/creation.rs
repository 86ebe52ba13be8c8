//! `new`: objects with their enclosing instance and captured variables, anonymous classes.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::{Body, Val};
use crate::parse::{child_of_kind, children, first_child};
use crate::types::{Bindings, ParamId, Ty, substitute};
use crate::world::ClassKind;

impl<'t> Body<'_, 't> {
    /// `new C(arguments)`, `outer.new C(arguments)`, `new C(arguments) { … }`.
    pub fn creation(&mut self, node: Node<'t>, expected: Option<&Ty>) -> Val {
        let (Some(ty_node), Some(list)) =
            (node.child_by_field_name("type"), node.child_by_field_name("arguments"))
        else {
            return self.odd(node);
        };
        let starts_with_new = node.child(0).is_some_and(|child| child.kind() == "new");
        let outer = match first_child(node) {
            Some(object) if !starts_with_new => {
                let value = self.expression(object, None);
                let value = self.checked_as_said(value);
                let value = self.settle(value, &[list]);
                self.refuse_null(&value);
                Some(value)
            }
            _ => None,
        };
        let ty = match &outer {
            Some(outer) => {
                let name = self.text(ty_node);
                let name = name.split('<').next().unwrap_or(name).trim();
                let class = self.world.class_of(&outer.ty);
                match class.and_then(|class| self.world.find_member_class(class, name)) {
                    Some(class) => Ty::class(class),
                    None => Ty::unknown(name),
                }
            }
            None => self.resolve(ty_node),
        };
        let diamond = ty_node.kind() == "generic_type"
            && child_of_kind(ty_node, "type_arguments")
                .is_some_and(|list| first_child(list).is_none());
        let ty = if diamond { self.diamond(&ty, expected) } else { ty };
        let body = child_of_kind(node, "class_body");
        let Ty::Class(class, _) = &ty else {
            let arguments = self.arguments(list);
            let what = format!("new {}", self.world.show(&ty));
            if let Some(body) = body {
                let class = self.anonymous_class(node, body, None);
                let value = self.create(&Ty::class(class), None, Vec::new());
                let mut all = vec![Arg::Val(value)];
                all.extend(arguments);
                return self.unknown_call(what, None, all, None);
            }
            let value = self.unknown_call(what, None, arguments, None);
            return Val { ty, ..value };
        };
        let class = *class;
        if let Some(body) = body {
            if self.dry {
                return Val::operand(Operand::Null, ty);
            }
            let made = self.anonymous_class(node, body, Some(ty.clone()));
            let arguments = self.arguments(list);
            let value = self.create(&Ty::class(made), outer, arguments);
            return Val::new(value.expr, Ty::class(made));
        }
        if let Some(inner) = self.world.unboxed(&ty)
            && !inner.is_floating()
        {
            let arguments = self.arguments(list);
            return self.new_box(&ty, &inner, arguments);
        }
        if self.world.is_string(&ty) {
            return self.new_string(list, ty);
        }
        if self.world.classes[class].is_abstract {
            let arguments = self.arguments(list);
            let what = format!("new {}, which is abstract", self.world.show(&ty));
            return self.unknown_call(what, None, arguments, None);
        }
        let constructors = self.world.classes[class].constructors.clone();
        let arguments = self.arguments_for(list, &constructors);
        let arguments = self.or_unknown_text(class, arguments);
        self.create(&ty, outer, arguments)
    }

    /// `new String(…)`: text of its own, the same as that of a string, of characters or of a builder. Other
    /// constructors depend on character sets: what they make is not followed.
    fn new_string(&mut self, list: Node<'t>, ty: Ty) -> Val {
        let make = self.world.class_of(&ty).map(|class| self.world.find_methods(class, "make"));
        let candidates = make.unwrap_or_default();
        let arguments = self.arguments_for(list, &candidates);
        if let Some(chosen) = self.choose(&candidates, &arguments) {
            return self.call(chosen, None, arguments, false, None, true);
        }
        for argument in arguments {
            self.plain(argument);
        }
        Val::new(Expr::Opaque(Type::Reference), ty)
    }

    /// An exception that a model makes without a text may have one in the library itself: it is not known.
    fn or_unknown_text(&self, class: ClassId, arguments: Vec<Arg<'t>>) -> Vec<Arg<'t>> {
        match self.world.units[self.unit].library {
            true => self.with_unknown_text(class, arguments),
            false => arguments,
        }
    }

    /// The arguments for an exception whose text is not known.
    pub fn with_unknown_text(&self, class: ClassId, arguments: Vec<Arg<'t>>) -> Vec<Arg<'t>> {
        let thrown = self.world.predefined.throwable;
        let takes_text = |constructor: &MethodId| {
            let params = &self.world.methods[*constructor].params;
            matches!(params.as_slice(), [only] if self.world.is_string(only))
        };
        let unsaid = arguments.is_empty()
            && thrown.is_some_and(|thrown| self.world.is_subclass(class, thrown))
            && self.world.classes[class].constructors.iter().any(takes_text);
        if !unsaid {
            return arguments;
        }
        let text = Val::new(Expr::Opaque(Type::Reference), self.world.string_ty());
        vec![Arg::Val(text)]
    }

    /// `new Integer(1)`, `new Integer("1")`: never a box that there was before.
    fn new_box(&mut self, ty: &Ty, inner: &Ty, arguments: Vec<Arg<'t>>) -> Val {
        let [Arg::Val(value)] = arguments.as_slice() else {
            let what = format!("constructor of {}", self.world.show(ty));
            return self.unknown_call(what, None, arguments, None);
        };
        let mut value = value.clone();
        if self.world.is_string(&value.ty)
            && let Some(class) = self.world.class_of(ty)
        {
            let parse = self.world.find_methods(class, "valueOf");
            let text = Arg::Val(value.clone());
            match self.choose(&parse, std::slice::from_ref(&text)) {
                Some(chosen) => value = self.call(chosen, None, vec![text], false, None, true),
                None => {
                    let what = format!("constructor of {}", self.world.show(ty));
                    return self.unknown_call(what, None, arguments, None);
                }
            }
        }
        let value = self.convert(value, inner);
        self.boxed_as(value, true)
    }

    /// The type arguments that `<>` stands for.
    fn diamond(&self, ty: &Ty, expected: Option<&Ty>) -> Ty {
        let (Ty::Class(class, _), Some(Ty::Class(target, _))) = (ty, expected) else {
            return ty.clone();
        };
        let params = self.world.classes[*class].type_params.clone();
        let own = Ty::Class(*class, params.iter().map(|id| Ty::Param(*id)).collect());
        let Some(above) = self.world.as_super(&own, *target) else { return ty.clone() };
        let mut bindings = Bindings::default();
        if let Some(expected) = expected {
            self.world.unify(&above, expected, &params, &mut bindings);
        }
        if bindings.is_empty() {
            return ty.clone();
        }
        let object = self.world.object();
        let arguments = params.iter().map(|id| bindings.get(id).unwrap_or(&object).clone());
        Ty::Class(*class, arguments.collect())
    }

    /// A fresh object, with its constructor called.
    pub fn create(&mut self, ty: &Ty, outer: Option<Val>, arguments: Vec<Arg<'t>>) -> Val {
        let Ty::Class(class, type_arguments) = ty else {
            let what = format!("new {}", self.world.show(ty));
            return self.unknown_call(what, None, arguments, None);
        };
        let class = *class;
        let into = self.temp(ty);
        self.emit(StmtKind::New { into, class });
        let object = Operand::Var(into);
        self.set_hidden_fields(object, class, outer);
        if Some(class) == self.world.predefined.object && arguments.is_empty() {
            return Val::operand(object, ty.clone());
        }
        let constructors = self.world.classes[class].constructors.clone();
        let Some(chosen) = self.choose_in(Some(class), &constructors, &arguments) else {
            let what = format!("constructor of {}", self.world.show(ty));
            self.unknown_call(what, Some(Val::operand(object, ty.clone())), arguments, None);
            return Val::operand(object, ty.clone());
        };
        let info = self.world.methods[chosen.method].clone();
        let params = self.world.classes[class].type_params.clone();
        let raw = type_arguments.len() != params.len();
        let mut bindings =
            if raw { Bindings::default() } else { self.world.bindings(class, type_arguments) };
        let mut free: Vec<ParamId> = info.type_vars.iter().map(|(_, id)| *id).collect();
        if raw {
            free.extend(params.iter().copied());
        }
        let values = self.pass(&info.params, chosen.spread, arguments, &free, &mut bindings, None);
        let mut operands = vec![object];
        for value in &values {
            operands.push(self.operand(value));
        }
        let callee = Callee::Exact(chosen.method);
        self.emit(StmtKind::Call { into: None, callee, arguments: operands });
        let ty = if raw && params.iter().any(|id| bindings.contains_key(id)) {
            let object = self.world.object();
            let all = params.iter().map(|id| match bindings.get(id) {
                Some(bound) => substitute(bound, &bindings),
                None => object.clone(),
            });
            Ty::Class(class, all.collect())
        } else {
            ty.clone()
        };
        Val::operand(object, ty)
    }

    /// Stores what the constructors of inner and local classes take for granted.
    pub fn set_hidden_fields(&mut self, object: Operand, class: ClassId, outer: Option<Val>) {
        let mut around: Option<(Operand, ClassId)> = None;
        let mut below: Option<ClassId> = None;
        for part in self.superclasses(class) {
            let subclass = below.replace(part);
            let info = &self.world.classes[part];
            let (field, enclosing) = (info.outer_field, info.outer);
            let captures = info.captures.clone();
            if let (Some(field), Some(enclosing)) = (field, enclosing) {
                let given = outer.as_ref().filter(|outer| {
                    self.world
                        .class_of(&outer.ty)
                        .is_some_and(|class| self.world.is_subclass(class, enclosing))
                });
                let instance = match given {
                    Some(outer) => {
                        let outer = outer.clone();
                        Some(self.operand(&outer))
                    }
                    None => self.enclosing_instance(enclosing, around),
                };
                match instance {
                    Some(instance) => {
                        self.emit(StmtKind::Store(Access::Field(object, field), instance));
                        around = around.or(Some((instance, enclosing)));
                    }
                    // Its constructor stores it.
                    None if subclass.is_some_and(|class| self.qualifies_super(class)) => {}
                    None => {
                        let name = self.world.program.classes[enclosing].name.clone();
                        self.unmodelled(
                            format!("an enclosing {name} that could not be found"),
                            &[Val::operand(object, Ty::Null)],
                            Some(&Ty::Void),
                        );
                    }
                }
            }
            for capture in captures {
                match self.variable(&capture.name) {
                    Some(value) => {
                        let value = self.convert(value, &capture.ty);
                        let value = self.operand(&value);
                        self.emit(StmtKind::Store(Access::Field(object, capture.field), value));
                    }
                    None => {
                        let what = format!("captured variable {}", capture.name);
                        let value = Val::operand(object, Ty::Null);
                        self.unmodelled(what, &[value], Some(&Ty::Void));
                    }
                }
            }
        }
    }

    /// Whether constructors of a class say which instance their superclass belongs to: `outer.super(…)`. Where none is
    /// around, javac wants it of all of them.
    fn qualifies_super(&self, class: ClassId) -> bool {
        let members = self.world.classes[class].body.map(children).unwrap_or_default();
        let bodies = members.iter().filter_map(|member| member.child_by_field_name("body"));
        bodies.flat_map(children).any(|statement| {
            statement.kind() == "explicit_constructor_invocation"
                && statement.child_by_field_name("object").is_some()
        })
    }

    /// The instance that an inner class belongs to: around the object's own enclosing instance, or
    /// around here.
    fn enclosing_instance(
        &mut self,
        wanted: ClassId,
        around: Option<(Operand, ClassId)>,
    ) -> Option<Operand> {
        if let Some((mut instance, mut class)) = around {
            loop {
                if self.world.is_subclass(class, wanted) {
                    return Some(instance);
                }
                let info = &self.world.classes[class];
                let (Some(field), Some(outer)) = (info.outer_field, info.outer) else { break };
                let var = self.temp(&Ty::Null);
                self.emit(StmtKind::Load(var, Access::Field(instance, field)));
                (instance, class) = (Operand::Var(var), outer);
            }
        }
        let hops = self.hops_to(wanted)?;
        self.outwards(&hops)
    }

    /// The class and its superclasses, without interfaces.
    pub fn superclasses(&self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        let mut next = class;
        while let Some(Ty::Class(parent, _)) = &self.world.classes[next].superclass {
            if chain.contains(parent) || self.world.classes[*parent].kind == ClassKind::Interface {
                break;
            }
            chain.push(*parent);
            next = *parent;
        }
        chain
    }
}

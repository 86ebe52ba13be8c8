//! Calls: which method is meant, what it gets, what it gives.

use tree_sitter::Node;
use trine_program::*;

use super::{Body, Val};
use crate::parse::{child_of_kind, children};
use crate::types::{Bindings, ParamId, Ty, substitute};
use crate::world::ClassKind;

/// An argument: a value, or something whose type depends on the parameter that it is for.
#[derive(Clone)]
pub(crate) enum Arg<'t> {
    Val(Val),
    Lambda(Node<'t>),
}

/// How a method was found, for the call that is made of it.
pub(crate) struct Chosen {
    pub method: MethodId,
    /// The last arguments are packed into an array.
    pub spread: bool,
}

impl<'t> Body<'_, 't> {
    /// `object.name(arguments)`.
    pub fn invocation(&mut self, node: Node<'t>, expected: Option<&Ty>, used: bool) -> Val {
        let (Some(name_node), Some(list)) =
            (node.child_by_field_name("name"), node.child_by_field_name("arguments"))
        else {
            return self.odd(node);
        };
        let name = self.text(name_node);
        let Some(object) = node.child_by_field_name("object") else {
            return self.unqualified_call(name, list, expected, used);
        };
        let written = node.child_by_field_name("type_arguments").map(children);
        let written = written.map(|types| types.into_iter().map(|ty| self.resolve(ty)).collect());
        self.witness = None;
        if object.kind() == "super" || child_of_kind(node, "super").is_some() {
            return self.super_call(object, name, list, expected);
        }
        let text = self.text(object);
        if self.is_intrinsic_class(text) {
            return self.intrinsic(name, list, expected);
        }
        if self.is_console(object) && name != "readln" {
            return self.print_call(name, list);
        }
        if let Some(ty) = self.as_type(object) {
            self.witness = written;
            return self.static_call(&ty, name, list, expected, used);
        }
        let receiver = self.expression(object, None);
        let receiver = self.checked_as_said(receiver);
        let receiver = self.settle(receiver, &[list]);
        let class = self.world.class_of(&receiver.ty);
        let candidates =
            class.map(|class| self.world.find_methods(class, name)).unwrap_or_default();
        let arguments = self.arguments_for(list, &candidates);
        self.witness = written;
        self.call_on(receiver, name, arguments, expected, used)
    }

    /// Evaluates arguments from left to right; lambdas wait until their types are known.
    pub fn arguments(&mut self, list: Node<'t>) -> Vec<Arg<'t>> {
        self.arguments_opening(list, &[])
    }

    /// The arguments, some of which are boxes that are opened at once.
    pub fn arguments_opening(&mut self, list: Node<'t>, opened: &[bool]) -> Vec<Arg<'t>> {
        let witness = self.witness.take();
        let nodes = children(list);
        let mut arguments = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let mut inner = *node;
            while inner.kind() == "parenthesized_expression" {
                match children(inner).first() {
                    Some(child) => inner = *child,
                    None => break,
                }
            }
            if matches!(inner.kind(), "lambda_expression" | "method_reference") {
                arguments.push(Arg::Lambda(inner));
                continue;
            }
            let value = self.expression(*node, None);
            let value = match opened.get(at) {
                Some(true) => self.unbox(value, None),
                _ => value,
            };
            arguments.push(Arg::Val(self.settle(value, &nodes[at + 1..])));
        }
        self.witness = witness;
        arguments
    }

    /// Whether the node names the output of the program.
    pub fn is_console(&self, node: Node<'t>) -> bool {
        let text = self.text(node);
        match text {
            "System.out" | "System.err" => !self.is_variable("System"),
            // Since Java 25.
            "IO" => matches!(self.as_type(node), Some(Ty::Unknown(_))),
            _ => false,
        }
    }

    fn print_call(&mut self, name: &str, list: Node<'t>) -> Val {
        let nodes = children(list);
        if matches!(name, "printf" | "format") {
            // The text is not followed, but what a format raises is.
            let string = self.world.string_ty();
            self.static_call(&string, "format", list, None, false);
        } else {
            let before = std::mem::replace(&mut self.printing, true);
            let arguments = self.arguments(list);
            self.printing = before;
            for value in arguments {
                if let Arg::Val(value) = value {
                    let value = self.checked_as_text(value);
                    self.call_to_string(value);
                }
            }
        }
        if matches!(name, "flush" | "close") {
            return Val::void();
        }
        let shown: Vec<String> = nodes.iter().map(|node| self.printed(*node)).collect();
        self.emit(StmtKind::Print(shown.join(", ")));
        Val::void()
    }

    fn unqualified_call(
        &mut self,
        name: &str,
        list: Node<'t>,
        expected: Option<&Ty>,
        used: bool,
    ) -> Val {
        let mut around = Some(self.class);
        let mut hops = Vec::new();
        let mut reachable = self.this.is_some();
        while let Some(class) = around {
            let candidates = self.world.find_methods(class, name);
            if !candidates.is_empty() {
                let arguments = self.arguments_for(list, &candidates);
                let Some(chosen) = self.choose_in(Some(class), &candidates, &arguments) else {
                    return self.unknown_call(format!("call of {name}"), None, arguments, expected);
                };
                let receiver = if self.world.program.methods[chosen.method].is_static {
                    None
                } else if reachable {
                    self.outwards(&hops)
                } else {
                    let what = format!("call of {name} without an instance");
                    return self.unknown_call(what, None, arguments, expected);
                };
                let receiver =
                    receiver.map(|receiver| Val::operand(receiver, self.self_type(class)));
                return self.call(chosen, receiver, arguments, false, expected, used);
            }
            let info = &self.world.classes[class];
            match info.outer_field {
                Some(field) => hops.push(field),
                None => reachable = false,
            }
            around = info.outer;
        }
        for class in self.static_imports(name) {
            let candidates = self.world.find_methods(class, name);
            if !candidates.is_empty() {
                return self.static_call(&Ty::class(class), name, list, expected, used);
            }
        }
        let arguments = self.arguments(list);
        // What is inherited from an unknown class gets to see this.
        let inherits = self
            .world
            .ancestry(self.class)
            .into_iter()
            .any(|class| self.world.parents(class).any(|ty| matches!(ty, Ty::Unknown(_))));
        let receiver = self.this.filter(|_| inherits);
        let receiver =
            receiver.map(|this| Val::operand(Operand::Var(this), self.self_type(self.class)));
        self.unknown_call(format!("call of {name}"), receiver, arguments, expected)
    }

    fn super_call(
        &mut self,
        object: Node<'t>,
        name: &str,
        list: Node<'t>,
        expected: Option<&Ty>,
    ) -> Val {
        let (receiver, parent) = self.super_of(object);
        let arguments = self.arguments(list);
        let candidates = self
            .world
            .class_of(&parent)
            .map(|class| self.world.find_methods(class, name))
            .unwrap_or_default();
        let class = self.world.class_of(&parent);
        match (self.choose_in(class, &candidates, &arguments), receiver) {
            (Some(chosen), Some(receiver)) => {
                self.call(chosen, Some(receiver), arguments, true, expected, true)
            }
            (_, receiver) => {
                let what = format!("call of {}.{name}", self.world.show(&parent));
                self.unknown_call(what, receiver, arguments, expected)
            }
        }
    }

    /// The object that `super`, `Interface.super` or `Enclosing.super` stands for, and the type whose members it names.
    pub fn super_of(&mut self, object: Node<'t>) -> (Option<Val>, Ty) {
        let mut class = self.class;
        let mut parent = None;
        if object.kind() != "super"
            && let Some(ty @ Ty::Class(named, _)) = self.as_type(object)
        {
            match self.world.classes[named].kind {
                ClassKind::Interface => parent = Some(ty),
                _ => class = named,
            }
        }
        let parent = parent.or_else(|| self.world.classes[class].superclass.clone());
        let parent = parent.unwrap_or_else(|| self.world.object());
        (self.enclosing(class), parent)
    }

    fn static_call(
        &mut self,
        ty: &Ty,
        name: &str,
        list: Node<'t>,
        expected: Option<&Ty>,
        used: bool,
    ) -> Val {
        let class = match ty {
            Ty::Class(class, _) => Some(*class),
            _ => None,
        };
        let candidates: Vec<MethodId> = class
            .map(|class| self.world.find_methods(class, name))
            .unwrap_or_default()
            .into_iter()
            .filter(|method| self.world.program.methods[*method].is_static)
            .collect();
        let arguments = self.arguments_for(list, &candidates);
        let system = self.world.by_name.get("java.lang.System").copied();
        if name == "arraycopy"
            && class.is_some()
            && class == system
            && let Some(done) = self.copy_elements(&arguments)
        {
            return done;
        }
        if name == "valueOf"
            && let Some(inner) = self.world.unboxed(ty).filter(|inner| !inner.is_floating())
            && let [Arg::Val(value)] = arguments.as_slice()
            && value.ty.is_primitive()
            && value.ty.widens_to(&inner)
        {
            // As boxing does: each place makes boxes of its own.
            let value = self.convert_primitive(value.clone(), &inner);
            return self.boxed(value);
        }
        let logs = self.is_logging(ty) || class.is_some() && class == system && name == "getLogger";
        if logs && let Some(value) = self.log(name, &arguments, expected) {
            return value;
        }
        match self.choose_in(class, &candidates, &arguments) {
            Some(chosen) => self.call(chosen, None, arguments, false, expected, used),
            None => {
                let what = format!("call of {}.{name}", self.world.show(ty));
                self.unknown_call(what, None, arguments, expected)
            }
        }
    }

    /// A call on a value.
    pub fn call_on(
        &mut self,
        receiver: Val,
        name: &str,
        arguments: Vec<Arg<'t>>,
        expected: Option<&Ty>,
        used: bool,
    ) -> Val {
        if let Ty::Array(element) = &receiver.ty
            && name == "clone"
        {
            let element = (**element).clone();
            return self.clone_array(receiver, &element);
        }
        if self.is_logging(&receiver.ty)
            && let Some(value) = self.log(name, &arguments, expected)
        {
            return value;
        }
        let receiver = self.checked_as_said(receiver);
        let receiver = if receiver.ty.is_primitive() { self.boxed(receiver) } else { receiver };
        let mut class = self.world.class_of(&receiver.ty);
        let mut candidates =
            class.map(|class| self.world.find_methods(class, name)).unwrap_or_default();
        if candidates.is_empty() && receiver.ty == self.world.object() {
            candidates = self.named_anywhere(name, arguments.len());
            class = None;
        }
        match self.choose_in(class, &candidates, &arguments) {
            Some(chosen) => {
                let receiver =
                    (!self.world.program.methods[chosen.method].is_static).then_some(receiver);
                self.call(chosen, receiver, arguments, false, expected, used)
            }
            None if self.world.is_string(&receiver.ty) => {
                self.string_call(name, receiver, arguments)
            }
            None => {
                let what = match &receiver.ty {
                    Ty::Unknown(of) if of.contains(' ') => format!("call of {name} on {of}"),
                    ty => format!("call of {}.{name}", self.world.show(ty)),
                };
                self.unknown_call(what, Some(receiver), arguments, expected)
            }
        }
    }

    /// A method of strings that has no model: what it gives is not followed.
    fn string_call(&mut self, name: &str, receiver: Val, arguments: Vec<Arg<'t>>) -> Val {
        for argument in arguments {
            self.plain(argument);
        }
        self.operand(&receiver);
        let ty = match name {
            "length"
            | "indexOf"
            | "lastIndexOf"
            | "compareTo"
            | "compareToIgnoreCase"
            | "hashCode"
            | "codePointAt" => Ty::Int,
            "charAt" => Ty::Char,
            "equals" | "equalsIgnoreCase" | "isEmpty" | "isBlank" | "contains" | "startsWith"
            | "endsWith" | "matches" | "contentEquals" | "regionMatches" => Ty::Bool,
            "toCharArray" => Ty::array(Ty::Char),
            "getBytes" => Ty::array(Ty::Byte),
            "split" => Ty::array(self.world.string_ty()),
            _ => self.world.string_ty(),
        };
        Val::new(Expr::Opaque(ty.stored()), ty)
    }

    /// Methods of that name in the whole program, where the type of the receiver got lost: the call
    /// goes by the class of the receiver anyway.
    fn named_anywhere(&self, name: &str, arity: usize) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        for (id, method) in self.world.program.methods.enumerate() {
            if method.name == name
                && !method.is_static
                && self.world.methods[id].params.len() == arity
                && !self.world.methods[id].is_private
            {
                found.push(id);
            }
        }
        found.sort_by_key(|id| {
            let class = self.world.program.methods[*id].class;
            (self.world.program.classes[class].library, *id)
        });
        found
    }

    /// An argument outside of any known parameter.
    pub fn plain(&mut self, argument: Arg<'t>) -> Val {
        match argument {
            Arg::Val(value) => value,
            Arg::Lambda(node) => self.expression(node, None),
        }
    }

    /// A call of what is not modelled. Its arguments are evaluated; what they refer to may change in the call.
    pub fn unknown_call(
        &mut self,
        what: String,
        receiver: Option<Val>,
        arguments: Vec<Arg<'t>>,
        expected: Option<&Ty>,
    ) -> Val {
        let mut values: Vec<Val> = receiver.into_iter().collect();
        for argument in arguments {
            let value = self.plain(argument);
            if !self.is_plain_data(&value.ty) {
                values.push(value);
            }
        }
        let expected = expected.filter(|ty| ty.is_primitive());
        self.unmodelled(what, &values, expected)
    }

    /// Whether what is called can do nothing to the program by a value of this type: text, numbers, errors, and
    /// the objects that stand for classes.
    fn is_plain_data(&self, ty: &Ty) -> bool {
        let class_object = self.world.by_name.get("java.lang.Class").copied();
        let throwable = self.world.predefined.throwable;
        match ty {
            Ty::Class(class, _) => {
                self.world.is_string(ty)
                    || self.world.unboxed(ty).is_some()
                    || Some(*class) == class_object
                    || throwable.is_some_and(|throwable| self.world.is_subclass(*class, throwable))
            }
            _ => ty.is_primitive(),
        }
    }

    /// Calls a method that was chosen. `exact`: not by the class of the receiver.
    pub fn call(
        &mut self,
        chosen: Chosen,
        receiver: Option<Val>,
        arguments: Vec<Arg<'t>>,
        exact: bool,
        expected: Option<&Ty>,
        used: bool,
    ) -> Val {
        let info = self.world.methods[chosen.method].clone();
        let owner = self.world.program.methods[chosen.method].class;
        let mut bindings = match &receiver {
            Some(receiver) => match self.world.as_super(&receiver.ty, owner) {
                Some(Ty::Class(_, arguments)) => self.world.bindings(owner, &arguments),
                _ => Bindings::default(),
            },
            None => Bindings::default(),
        };
        let free: Vec<ParamId> = info.type_vars.iter().map(|(_, id)| *id).collect();
        if let Some(written) = self.witness.take().filter(|written| written.len() == free.len()) {
            bindings.extend(free.iter().copied().zip(written));
        }
        let values = self.pass(
            &info.params,
            chosen.spread,
            arguments,
            &free,
            &mut bindings,
            expected.map(|ty| (&info.ret, ty)),
        );
        let mut operands = Vec::new();
        if let Some(receiver) = &receiver {
            operands.push(self.operand(receiver));
        }
        for value in &values {
            operands.push(self.operand(value));
        }
        let method = &self.world.program.methods[chosen.method];
        let callee = if exact || method.is_static || info.is_private || self.is_closed(owner) {
            Callee::Exact(chosen.method)
        } else {
            Callee::Virtual { selector: method.selector.clone(), declared: chosen.method }
        };
        if info.ret == Ty::Void {
            self.emit(StmtKind::Call { into: None, callee, arguments: operands });
            return Val::void();
        }
        for id in &free {
            if !bindings.contains_key(id) {
                let bound = self.world.erase(&Ty::Param(*id));
                bindings.insert(*id, bound);
            }
        }
        let ty = substitute(&info.ret, &bindings);
        if !used {
            self.emit(StmtKind::Call { into: None, callee, arguments: operands });
            return Val::operand(Operand::Null, ty);
        }
        let into = self.temp(&info.ret);
        self.emit(StmtKind::Call { into: Some(into), callee, arguments: operands });
        self.declared_as(Val::operand(Operand::Var(into), ty), &info.ret)
    }

    /// Nothing can override the methods of boxes and strings.
    fn is_closed(&self, class: ClassId) -> bool {
        Some(class) == self.world.predefined.string
            || self.world.boxes.iter().any(|(_, known)| *known == class)
    }
}

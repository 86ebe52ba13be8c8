//! Method references: each becomes a class whose one method calls what is referred to.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::lambda::Wanted;
use super::{Binding, Body, Val};
use crate::parse::{children, has_token};
use crate::types::Ty;

/// What stands before the `::`.
enum Before {
    Type(Ty),
    Value,
    Super,
}

impl<'t> Body<'_, 't> {
    /// Gives the object, and the type of what the method returns.
    pub fn method_reference(&mut self, node: Node<'t>, expected: Option<&Ty>) -> (Val, Option<Ty>) {
        let parts: Vec<Node<'t>> =
            children(node).into_iter().filter(|part| part.kind() != "type_arguments").collect();
        let Some(first) = parts.first().copied() else { return (self.odd(node), None) };
        let is_new = has_token(node, "new");
        let name = if is_new {
            "new".to_string()
        } else {
            parts.last().map_or_else(String::new, |name| self.text(*name).to_string())
        };
        let method = expected
            .and_then(|ty| self.world.class_of(ty))
            .and_then(|class| self.world.functional_method(class));
        let wanted = match (method, expected) {
            (Some(method), Some(ty)) => self.wanted_method(ty, method),
            _ => self.wanted(None, 0),
        };
        let ty = wanted.interface.clone().unwrap_or_else(|| Ty::unknown("a method reference"));
        if self.dry {
            return (Val::operand(Operand::Null, ty), None);
        }
        let before = if first.kind() == "super" {
            Before::Super
        } else {
            match self.as_type(first) {
                Some(ty) => Before::Type(ty),
                None => Before::Value,
            }
        };
        let mut captured: Vec<Binding> = Vec::new();
        let printing = self.is_console(first);
        if let Before::Value = before
            && first.kind() != "this"
            && !printing
        {
            captured.push(self.captured_receiver(first));
        }
        if let (Before::Type(Ty::Class(class, _)), true) = (&before, is_new) {
            for capture in self.world.classes[*class].captures.clone() {
                let known = self.scope.iter().rev().find(|known| known.name == capture.name);
                captured.extend(known.cloned());
            }
        }
        let this = match before {
            Before::Type(_) => self.this.filter(|_| is_new),
            Before::Value => self.this.filter(|_| first.kind() == "this"),
            Before::Super => self.this,
        };
        let made = self.made_class(node, &wanted, &captured, this);
        let span = Some(self.world.span(self.unit, node));
        let names: Vec<String> = (0..wanted.params.len()).map(|at| format!("p{at}")).collect();
        let depth = self.depth;
        let mut inner = self.enter_made(&made, &wanted, &names, span, &captured);
        inner.depth = depth;
        inner.is_reference = true;
        let value = if printing {
            inner.print_parameters(wanted.params.len())
        } else {
            inner.referred(node, &before, &name, &wanted)
        };
        // The object that stands for a method checks what the interface declares, not what it is used for.
        let value = match wanted.ret.is_reference() {
            true => Val { erased: None, ..inner.checked(value, &wanted.declared_ret) },
            false => value,
        };
        inner.give_back(value, node);
        let returned = inner.returned.take();
        let (vars, code) = (inner.vars, inner.out);
        let method = &mut self.world.program.methods[made.method];
        method.vars = vars;
        method.body = Some(code);
        let object = self.instantiate(&made, &captured, this);
        (Val::operand(object, ty), returned)
    }

    /// The receiver of `value::method`: it is evaluated where the reference is made.
    fn captured_receiver(&mut self, node: Node<'t>) -> Binding {
        let value = self.expression(node, None);
        let value = self.checked_as_said(value);
        let value = self.copy(value);
        // A receiver that is null is an error when the reference is made (JLS 15.13.3).
        if !matches!(value.ty, Ty::Unknown(_)) {
            self.refuse_null(&value);
        }
        let operand = self.operand(&value);
        let var = match operand {
            Operand::Var(var) => var,
            other => {
                let var = self.temp(&value.ty);
                self.set(var, Expr::Operand(other));
                var
            }
        };
        Binding { name: "receiver".to_string(), var, ty: value.ty, constant: None }
    }

    /// `System.out::println`.
    fn print_parameters(&mut self, count: usize) -> Val {
        let start = self.scope.len().saturating_sub(count);
        for at in start..self.scope.len() {
            let (var, ty) = (self.scope[at].var, self.scope[at].ty.clone());
            self.call_to_string(Val::operand(Operand::Var(var), ty));
        }
        let shown: Vec<String> =
            self.scope[start..].iter().map(|binding| format!("{{{}}}", binding.name)).collect();
        self.emit(StmtKind::Print(shown.join(", ")));
        Val::void()
    }

    /// The call that a method reference stands for, on the parameters of the method that it implements.
    fn referred(&mut self, node: Node<'t>, before: &Before, name: &str, wanted: &Wanted) -> Val {
        let count = wanted.params.len();
        let start = self.scope.len().saturating_sub(count);
        let values: Vec<Val> = self.scope[start..]
            .iter()
            .map(|binding| Val::operand(Operand::Var(binding.var), binding.ty.clone()))
            .collect();
        let arguments: Vec<Arg<'t>> = values.iter().cloned().map(Arg::Val).collect();
        let expected = Some(&wanted.ret);
        let used = wanted.ret != Ty::Void;
        let receiver = self.scope.first().filter(|first| first.name == "receiver").cloned();
        match before {
            Before::Type(ty) if name == "new" => match ty {
                Ty::Array(element) => {
                    let Some(length) = values.first().cloned() else { return self.odd(node) };
                    let length = self.convert(length, &Ty::Int);
                    let length = self.operand(&length);
                    self.nested_arrays(&[length], &element.clone())
                }
                Ty::Class(class, _) if !self.world.classes[*class].is_abstract => {
                    self.create(&ty.clone(), None, arguments)
                }
                _ => self.unknown_call(
                    format!("new {}", self.world.show(ty)),
                    None,
                    arguments,
                    expected,
                ),
            },
            Before::Type(ty) => self.referred_by_type(ty, name, &values, &wanted.ret),
            Before::Value => match receiver {
                Some(binding) => {
                    let receiver = Val::operand(Operand::Var(binding.var), binding.ty);
                    self.call_on(receiver, name, arguments, expected, used)
                }
                None => {
                    let receiver = self.this_value();
                    self.call_on(receiver, name, arguments, expected, used)
                }
            },
            Before::Super => self.referred_in_superclass(name, arguments, expected, used),
        }
    }

    /// `Type::method`: a static method, or one of the first parameter.
    fn referred_by_type(&mut self, ty: &Ty, name: &str, values: &[Val], ret: &Ty) -> Val {
        let arguments: Vec<Arg<'t>> = values.iter().cloned().map(Arg::Val).collect();
        let (expected, used) = (Some(ret), *ret != Ty::Void);
        let candidates = self
            .world
            .class_of(ty)
            .map(|class| self.world.find_methods(class, name))
            .unwrap_or_default();
        let statics: Vec<MethodId> = candidates
            .iter()
            .copied()
            .filter(|method| {
                self.world.program.methods[*method].is_static
                    && (self.world.methods[*method].params.len() == values.len()
                        || self.world.methods[*method].varargs)
            })
            .collect();
        if let Some(chosen) = self.choose(&statics, &arguments) {
            return self.call(chosen, None, arguments, false, expected, used);
        }
        match values.split_first() {
            Some((first, rest)) if !candidates.is_empty() => {
                let receiver = Val::new(first.expr.clone(), ty.clone());
                let rest = rest.iter().cloned().map(Arg::Val).collect();
                self.call_on(receiver, name, rest, expected, used)
            }
            _ => {
                let what = format!("call of {}.{name}", self.world.show(ty));
                self.unknown_call(what, None, arguments, expected)
            }
        }
    }

    /// `super::method`.
    fn referred_in_superclass(
        &mut self,
        name: &str,
        arguments: Vec<Arg<'t>>,
        expected: Option<&Ty>,
        used: bool,
    ) -> Val {
        let parent = self.world.classes[self.class].superclass.clone();
        let parent = parent.unwrap_or_else(|| self.world.object());
        let candidates = self
            .world
            .class_of(&parent)
            .map(|class| self.world.find_methods(class, name))
            .unwrap_or_default();
        let receiver = self.this_value();
        match self.choose(&candidates, &arguments) {
            Some(chosen) => self.call(chosen, Some(receiver), arguments, true, expected, used),
            None => self.unknown_call(
                format!("call of {}.{name}", self.world.show(&parent)),
                Some(receiver),
                arguments,
                expected,
            ),
        }
    }
}

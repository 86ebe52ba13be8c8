//! Chooses among methods of one name by the types of the arguments.

use tree_sitter::Node;
use trine_program::MethodId;

use super::call::{Arg, Chosen};
use super::{Binding, Body, Val};
use crate::parse::{children, has_token, walk};
use crate::types::Ty;

/// The phases of overload resolution (JLS 15.12.2.2 to 15.12.2.4): the first that finds a method decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    /// With boxing and unboxing.
    Loose,
    VariableArity,
}

/// Whether an argument can be passed to a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// The argument is declared more generally than the parameter: javac may have inferred more.
    Lost,
    /// The class of the argument is not known.
    Perhaps,
    Yes,
}

impl<'t> Body<'_, 't> {
    /// The method that is called with these arguments. None if none is applicable, and where it depends on a
    /// type that is not known which one is: such a call is not modelled.
    pub fn choose(&mut self, candidates: &[MethodId], arguments: &[Arg<'t>]) -> Option<Chosen> {
        let mut possible: Vec<(Chosen, Fit)> = Vec::new();
        for phase in [Phase::Strict, Phase::Loose, Phase::VariableArity] {
            let spread = phase == Phase::VariableArity;
            let mut certain = Vec::new();
            for method in candidates {
                match self.applicable(*method, arguments, phase) {
                    Fit::Yes => certain.push(*method),
                    Fit::No => {}
                    fit if possible.iter().all(|(known, _)| known.method != *method) => {
                        possible.push((Chosen { method: *method, spread }, fit));
                    }
                    Fit::Lost | Fit::Perhaps => {}
                }
            }
            if let Some(method) = self.most_specific(&certain, arguments, spread) {
                let hidden = possible.iter().any(|(other, fit)| {
                    *fit == Fit::Perhaps
                        && !certain.contains(&other.method)
                        && !self.more_specific(method, other.method, arguments, spread)
                });
                return (!hidden).then_some(Chosen { method, spread });
            }
            if !certain.is_empty() {
                return None;
            }
        }
        if possible.len() > 1 {
            return None;
        }
        possible.pop().map(|(chosen, _)| chosen)
    }

    fn applicable(&mut self, method: MethodId, arguments: &[Arg<'t>], phase: Phase) -> Fit {
        let info = &self.world.methods[method];
        let params = info.params.clone();
        let mut fixed = params.len();
        let mut rest = None;
        if phase == Phase::VariableArity {
            let Some(Ty::Array(element)) = params.last().filter(|_| info.varargs) else {
                return Fit::No;
            };
            fixed -= 1;
            rest = Some((**element).clone());
        }
        if arguments.len() < fixed || rest.is_none() && arguments.len() > fixed {
            return Fit::No;
        }
        let mut fit = Fit::Yes;
        for (at, argument) in arguments.iter().enumerate() {
            let param = params[..fixed].get(at).or(rest.as_ref());
            let Some(param) = param else { return Fit::No };
            fit = fit.min(self.fits(argument, param, phase));
            if fit == Fit::No {
                break;
            }
        }
        fit
    }

    fn fits(&mut self, argument: &Arg<'t>, param: &Ty, phase: Phase) -> Fit {
        let given = match argument {
            Arg::Val(value) => value.ty.clone(),
            Arg::Lambda(node) if self.lambda_fits(*node, param) => return Fit::Yes,
            Arg::Lambda(_) => return Fit::No,
        };
        if let Ty::Unknown(name) = &given {
            return self.unknown_fits(name, param);
        }
        if self.world.is_subtype(&given, param) {
            return Fit::Yes;
        }
        let lost = given == self.world.object() || matches!(given, Ty::Param(_));
        if phase == Phase::Strict {
            return if lost && !param.is_primitive() { Fit::Lost } else { Fit::No };
        }
        let fits = if given.is_primitive() && !param.is_primitive() {
            let boxed = self.world.boxed(&given);
            self.world.is_subtype(&boxed, param)
        } else if param.is_primitive() {
            self.world.unboxed(&given).is_some_and(|unboxed| unboxed.widens_to(param))
        } else {
            false
        };
        match (fits, lost) {
            (true, _) => Fit::Yes,
            (false, true) => Fit::Lost,
            (false, false) => Fit::No,
        }
    }

    /// Whether a value of a class that is not among the files fits: it is an Object, no array, and inherits
    /// from no class that is final. Where there is not even a name it may be anything.
    fn unknown_fits(&self, name: &str, param: &Ty) -> Fit {
        let has_name = !name.contains(' ');
        match param {
            Ty::Unknown(other) if has_name && **other == *name => Fit::Yes,
            Ty::Array(_) if has_name => Fit::No,
            _ if param.is_primitive() && has_name => Fit::No,
            Ty::Param(_) if self.world.erase(param) == self.world.object() => Fit::Yes,
            Ty::Class(class, _) if Some(*class) == self.world.predefined.object => Fit::Yes,
            Ty::Class(class, _) if has_name && self.world.classes[*class].is_final => Fit::No,
            _ => Fit::Perhaps,
        }
    }

    fn lambda_fits(&mut self, node: Node<'t>, param: &Ty) -> bool {
        let class = match param {
            Ty::Class(class, _) => *class,
            // What a type variable stands for is found out when the argument is passed.
            Ty::Unknown(_) | Ty::Param(_) => return true,
            _ => return false,
        };
        let Some(method) = self.world.functional_method(class) else { return false };
        let info = &self.world.methods[method];
        let (arity, void) = (info.params.len(), info.ret == Ty::Void);
        if node.kind() == "method_reference" {
            return self.reference_fits(node, arity, void);
        }
        let types = info.params.clone();
        let names = self.lambda_names(node);
        if names.len() != arity {
            return false;
        }
        let Some(body) = node.child_by_field_name("body") else { return true };
        if body.kind() == "block" {
            return match returns(body) {
                Some(true) => !void,
                Some(false) => void,
                None => void || never_ends(body),
            };
        }
        match body.kind() {
            // Inside of what is only looked at, nothing is looked at again: that would never end.
            "method_invocation" => {
                void || self.dry || self.type_of(body, &names, &types) != Ty::Void
            }
            "assignment_expression" | "update_expression" | "object_creation_expression" => true,
            _ => !void,
        }
    }

    /// Whether what a method reference names can be called with so many arguments, and gives
    /// something where that is asked for.
    fn reference_fits(&mut self, node: Node<'t>, arity: usize, void: bool) -> bool {
        let parts = children(node);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return true };
        if self.dry || has_token(node, "new") || self.is_console(*first) {
            return void || !self.is_console(*first);
        }
        let named = self.as_type(*first);
        let from_type = named.is_some();
        let ty = match named {
            Some(ty) => ty,
            None if first.kind() == "super" => return true,
            None => self.type_of(*first, &[], &[]),
        };
        let Some(class) = self.world.class_of(&ty) else { return true };
        let found = self.world.find_methods(class, self.text(*last));
        let callable = |method: &MethodId| {
            let info = &self.world.methods[*method];
            let count = info.params.len();
            let taken = count == arity
                || info.varargs
                || from_type
                    && count + 1 == arity
                    && !self.world.program.methods[*method].is_static;
            taken && (void || info.ret != Ty::Void)
        };
        found.is_empty() || found.iter().any(callable)
    }

    /// The type of an expression, without keeping anything of it.
    pub fn type_of(&mut self, node: Node<'t>, names: &[String], types: &[Ty]) -> Ty {
        self.value_without_effect(node, names, types).ty
    }

    /// The value of an expression, as far as it is constant, without keeping anything of it.
    pub fn value_without_effect(&mut self, node: Node<'t>, names: &[String], types: &[Ty]) -> Val {
        let (vars, out, dry) = (self.vars.clone(), std::mem::take(&mut self.out), self.dry);
        let witness = self.witness.take();
        self.dry = true;
        let value = self.scoped(|body| {
            for (name, ty) in names.iter().zip(types) {
                let ty = body.world.erase(ty);
                let var = body.temp(&ty);
                body.scope.push(Binding { name: name.clone(), var, ty, constant: None });
            }
            body.expression(node, None)
        });
        self.dry = dry;
        self.vars = vars;
        self.out = out;
        self.witness = witness;
        value
    }

    fn most_specific(
        &mut self,
        fitting: &[MethodId],
        arguments: &[Arg<'t>],
        spread: bool,
    ) -> Option<MethodId> {
        let first = *fitting.first()?;
        if fitting.len() == 1 {
            return Some(first);
        }
        let best = fitting.iter().copied().find(|method| {
            fitting.iter().all(|other| {
                *method == *other || self.more_specific(*method, *other, arguments, spread)
            })
        });
        best.or_else(|| self.preferred(fitting))
    }

    /// Of methods with the same parameters, inherited in several ways, the one with a body.
    fn preferred(&self, fitting: &[MethodId]) -> Option<MethodId> {
        let first = *fitting.first()?;
        let erased = |method: MethodId| -> Vec<Ty> {
            self.world.methods[method].params.iter().map(|ty| self.world.erase(ty)).collect()
        };
        let same = fitting.iter().all(|other| erased(*other) == erased(first));
        let concrete = fitting.iter().find(|method| !self.world.methods[**method].is_abstract);
        same.then(|| concrete.copied().unwrap_or(first))
    }

    fn more_specific(
        &self,
        method: MethodId,
        other: MethodId,
        arguments: &[Arg<'t>],
        spread: bool,
    ) -> bool {
        let mine = &self.world.methods[method].params;
        let theirs = &self.world.methods[other].params;
        let count = if spread { arguments.len().max(mine.len()).max(theirs.len()) } else { 0 };
        let (mine, theirs) = (spread_out(mine, count), spread_out(theirs, count));
        mine.iter().zip(&theirs).enumerate().all(|(at, (mine, theirs))| {
            if let Some(Arg::Lambda(_)) = arguments.get(at) {
                let gives = |ty: &Ty| {
                    let class = self.world.class_of(ty)?;
                    let method = self.world.functional_method(class)?;
                    Some(self.world.methods[method].ret.clone())
                };
                if let (Some(mine), Some(theirs)) = (gives(mine), gives(theirs)) {
                    return theirs == Ty::Void
                        || mine == theirs
                        || mine.is_primitive() && !theirs.is_primitive()
                        || mine != Ty::Void && !theirs.is_primitive();
                }
            }
            self.world.is_subtype(mine, theirs)
        })
    }

    /// The names of the parameters of a lambda.
    pub fn lambda_names(&self, node: Node<'t>) -> Vec<String> {
        let Some(params) = node.child_by_field_name("parameters") else { return Vec::new() };
        let name = |node: Node<'t>| self.text(node).to_string();
        match params.kind() {
            "identifier" => vec![name(params)],
            "inferred_parameters" => children(params).into_iter().map(name).collect(),
            _ => children(params)
                .into_iter()
                .filter(|param| matches!(param.kind(), "formal_parameter" | "spread_parameter"))
                .map(|param| {
                    param.child_by_field_name("name").map_or_else(|| "_".to_string(), name)
                })
                .collect(),
        }
    }
}

/// So many parameters of a call with variable arity: the last one again and again. As they are, where none are asked for.
fn spread_out(params: &[Ty], count: usize) -> Vec<Ty> {
    match params.split_last() {
        Some((Ty::Array(element), fixed)) if count > 0 => {
            let mut all = fixed.to_vec();
            all.resize(count, (**element).clone());
            all
        }
        _ => params.to_vec(),
    }
}

/// Whether a body returns values: None if it has no `return` at all.
fn returns(body: Node<'_>) -> Option<bool> {
    let mut found = None;
    walk(body, |node| match node.kind() {
        "return_statement" => {
            found = Some(found.unwrap_or(false) || !children(node).is_empty());
            false
        }
        "lambda_expression" | "class_body" => false,
        _ => true,
    });
    found
}

/// Whether the end of a block is never reached, as far as one can see at a glance.
fn never_ends(body: Node<'_>) -> bool {
    match children(body).last() {
        Some(last) => match last.kind() {
            "throw_statement" => true,
            "while_statement" => last
                .child_by_field_name("condition")
                .and_then(|condition| children(condition).into_iter().next())
                .is_some_and(|condition| condition.kind() == "true"),
            "for_statement" => last.child_by_field_name("condition").is_none(),
            _ => false,
        },
        None => false,
    }
}

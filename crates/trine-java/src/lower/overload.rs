//! Chooses among methods of one name by the types of the arguments.

use tree_sitter::Node;
use trine_program::MethodId;

use super::call::{Arg, Chosen};
use super::{Binding, Body};
use crate::parse::{children, has_token, walk};
use crate::types::Ty;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Phase {
    Strict,
    Boxing,
    /// Types got lost: anything that could be right is.
    Lenient,
    Spread,
}

impl<'t> Body<'_, 't> {
    /// The method that is called with these arguments, if one can be.
    pub fn choose(&mut self, candidates: &[MethodId], arguments: &[Arg<'t>]) -> Option<Chosen> {
        for phase in [Phase::Strict, Phase::Boxing, Phase::Spread, Phase::Lenient] {
            let fitting: Vec<MethodId> = candidates
                .iter()
                .copied()
                .filter(|method| self.applicable(*method, arguments, phase))
                .collect();
            if let Some(method) = self.most_specific(&fitting, arguments) {
                return Some(Chosen { method, spread: phase == Phase::Spread });
            }
        }
        let arity = arguments.len();
        let by_arity = |method: &&MethodId| self.world.methods[**method].params.len() == arity;
        let method = candidates.iter().find(by_arity).copied()?;
        Some(Chosen { method, spread: false })
    }

    fn applicable(&mut self, method: MethodId, arguments: &[Arg<'t>], phase: Phase) -> bool {
        let info = &self.world.methods[method];
        let params = info.params.clone();
        if phase == Phase::Spread {
            let Some(Ty::Array(rest)) = params.last() else { return false };
            if !info.varargs || arguments.len() + 1 < params.len() {
                return false;
            }
            let fixed = params.len() - 1;
            return arguments.iter().enumerate().all(|(at, argument)| {
                let param = if at < fixed { &params[at] } else { rest };
                self.fits(argument, param, Phase::Boxing)
            });
        }
        params.len() == arguments.len()
            && arguments
                .iter()
                .zip(&params)
                .all(|(argument, param)| self.fits(argument, param, phase))
    }

    fn fits(&mut self, argument: &Arg<'t>, param: &Ty, phase: Phase) -> bool {
        let given = match argument {
            Arg::Val(value) => value.ty.clone(),
            Arg::Lambda(node) => return self.lambda_fits(*node, param),
        };
        if self.world.is_subtype(&given, param) {
            return true;
        }
        if phase == Phase::Strict {
            return false;
        }
        if given.is_primitive() && !param.is_primitive() {
            let boxed = self.world.boxed(&given);
            return self.world.is_subtype(&boxed, param);
        }
        if param.is_primitive()
            && let Some(unboxed) = self.world.unboxed(&given)
        {
            return unboxed.widens_to(param);
        }
        phase == Phase::Lenient
            && (given == self.world.object() && !matches!(given, Ty::Void)
                || matches!(given, Ty::Unknown(_) | Ty::Param(_)))
    }

    fn lambda_fits(&mut self, node: Node<'t>, param: &Ty) -> bool {
        let class = match param {
            Ty::Class(class, _) => *class,
            Ty::Unknown(_) => return true,
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
            // Inside of what is only looked at, nobody looks again: that would never end.
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
        let (vars, out, dry) = (self.vars.clone(), std::mem::take(&mut self.out), self.dry);
        self.dry = true;
        let ty = self.scoped(|body| {
            for (name, ty) in names.iter().zip(types) {
                let ty = body.world.erase(ty);
                let var = body.temp(&ty);
                body.scope.push(Binding { name: name.clone(), var, ty, constant: None });
            }
            body.expression(node, None).ty
        });
        self.dry = dry;
        self.vars = vars;
        self.out = out;
        ty
    }

    fn most_specific(&mut self, fitting: &[MethodId], arguments: &[Arg<'t>]) -> Option<MethodId> {
        let first = *fitting.first()?;
        if fitting.len() == 1 {
            return Some(first);
        }
        let best = fitting.iter().copied().find(|method| {
            fitting
                .iter()
                .all(|other| *method == *other || self.more_specific(*method, *other, arguments))
        });
        Some(best.unwrap_or(first))
    }

    fn more_specific(&self, method: MethodId, other: MethodId, arguments: &[Arg<'t>]) -> bool {
        let (mine, theirs) =
            (&self.world.methods[method].params, &self.world.methods[other].params);
        mine.iter().zip(theirs).enumerate().all(|(at, (mine, theirs))| {
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

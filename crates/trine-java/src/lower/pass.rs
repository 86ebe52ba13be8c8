//! Passing arguments: conversion to the types of parameters, and the inference of type parameters (JLS 15.12, 18).

use tree_sitter::Node;

use super::call::Arg;
use super::{Body, Val};
use crate::types::*;

impl<'t> Body<'_, 't> {
    /// The arguments as the parameters want them; finds out on the way what type parameters are.
    pub fn pass(
        &mut self,
        params: &[Ty],
        spread: bool,
        arguments: Vec<Arg<'t>>,
        free: &[ParamId],
        bindings: &mut Bindings,
        result: Option<(&Ty, &Ty)>,
    ) -> Vec<Val> {
        let fixed = if spread { params.len().saturating_sub(1) } else { params.len() };
        let rest = match params.last() {
            Some(Ty::Array(element)) if spread => (**element).clone(),
            _ => self.world.object(),
        };
        let wanted = |at: usize| if at < fixed { params[at].clone() } else { rest.clone() };
        let shapes: Vec<Ty> = (0..arguments.len()).map(wanted).collect();
        self.infer_from_arguments(&shapes, &arguments, free, bindings);
        if let Some((ret, expected)) = result
            && expected.is_reference()
        {
            self.infer_from_result(ret, expected, free, bindings);
        }
        let mut values = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let ty = shapes[at].clone();
            let seen = substitute(&ty, bindings);
            let value = match argument {
                Arg::Val(value) => value,
                Arg::Lambda(node) => self.passed_lambda(node, &ty, &seen, free, bindings),
            };
            // A number that is passed as a reference keeps its own type (JLS 5.3).
            let value = if ty.is_primitive() || !value.ty.is_primitive() {
                self.convert(value, &seen)
            } else {
                self.boxed(value)
            };
            values.push(value);
        }
        if spread {
            let extra = values.split_off(fixed.min(values.len()));
            // The array is of the class that the elements have in this call, as far as that is known.
            let element = substitute(&rest, bindings);
            let element = self.world.erase(&element);
            values.push(self.packed(extra, &element));
        }
        values
    }

    /// What the arguments say about type parameters. Type arguments say exactly what a parameter is; values only what
    /// it has to include.
    fn infer_from_arguments(
        &self,
        wanted: &[Ty],
        arguments: &[Arg<'t>],
        free: &[ParamId],
        bindings: &mut Bindings,
    ) {
        for exact in [true, false] {
            let mut loose = Bindings::default();
            for (at, argument) in arguments.iter().enumerate() {
                let wanted = &wanted[at];
                let Arg::Val(value) = argument else { continue };
                match wanted {
                    Ty::Param(id) if free.contains(id) && !bindings.contains_key(id) => match exact
                    {
                        true => {}
                        false => self.world.include(*id, &value.ty, &mut loose),
                    },
                    _ if exact => self.world.unify(wanted, &value.ty, free, bindings),
                    _ => {}
                }
            }
            bindings.extend(loose);
        }
    }

    /// What the result is assigned to says about the type parameters that are still open.
    fn infer_from_result(
        &self,
        ret: &Ty,
        expected: &Ty,
        free: &[ParamId],
        bindings: &mut Bindings,
    ) {
        let mut more = Bindings::default();
        match ret {
            Ty::Param(_) => self.world.unify(ret, expected, free, &mut more),
            Ty::Class(class, _) => {
                if let Ty::Class(target, _) = expected {
                    if target == class {
                        self.world.unify(ret, expected, free, &mut more);
                    } else if let Some(above) = self.world.as_super(ret, *target) {
                        self.world.unify(&above, expected, free, &mut more);
                    }
                }
            }
            _ => {}
        }
        for (id, ty) in more {
            bindings.entry(id).or_insert(ty);
        }
    }

    /// A lambda or method reference as an argument; what it returns may say what a type parameter is.
    fn passed_lambda(
        &mut self,
        node: Node<'t>,
        ty: &Ty,
        seen: &Ty,
        free: &[ParamId],
        bindings: &mut Bindings,
    ) -> Val {
        let (value, returned) = self.lambda_or_reference(node, Some(seen));
        if let Some(returned) = returned
            && let Some(class) = self.world.class_of(ty)
            && let Some(method) = self.world.functional_method(class)
        {
            let shown = self.world.methods[method].ret.clone();
            let owner = self.world.program.methods[method].class;
            let shown = self.seen_from(ty, owner, &shown);
            self.world.unify(&shown, &returned, free, bindings);
        }
        value
    }
}

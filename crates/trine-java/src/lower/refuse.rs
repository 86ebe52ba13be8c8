//! Calls of the user's own methods that Java refuses: none takes the arguments, or several do and none is the most
//! specific (JLS 15.12.2). A verdict on them would be one on another program.

use trine_base::{Diagnostic, Severity};
use trine_program::{ClassId, MethodId};

use super::call::{Arg, Chosen};
use super::{Body, MOST_WARNINGS};
use crate::types::Ty;
use crate::world::ClassKind;

impl<'t> Body<'_, 't> {
    /// The method of a class that a call means; where there surely is none, that is an error.
    pub fn choose_in(
        &mut self,
        class: Option<ClassId>,
        candidates: &[MethodId],
        arguments: &[Arg<'t>],
    ) -> Option<Chosen> {
        let chosen = self.choose(candidates, arguments);
        if chosen.is_none()
            && !self.dry
            && !self.is_reference
            && !self.world.units[self.unit].library
            && class.is_some_and(|class| self.is_known_wholly(class))
            && candidates.iter().all(|method| self.is_users(*method))
            && let Some(first) = candidates.first()
        {
            let none = candidates.iter().all(|method| self.surely_not(*method, arguments));
            let ambiguous = !none
                && arguments.iter().all(|argument| self.is_exact(argument))
                && candidates.iter().all(|method| !self.is_generic(*method));
            if none || ambiguous {
                self.refuse(*first, candidates, arguments, ambiguous);
            }
        }
        chosen
    }

    fn refuse(
        &mut self,
        first: MethodId,
        candidates: &[MethodId],
        arguments: &[Arg<'t>],
        ambiguous: bool,
    ) {
        let method = &self.world.program.methods[first];
        let name = match method.name.starts_with('<') {
            true => format!("constructor of {}", self.world.program.classes[method.class].name),
            false => format!("method {}", method.name),
        };
        let given: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                Arg::Val(value) => self.world.show(&value.ty),
                Arg::Lambda(_) => "a lambda".to_string(),
            })
            .collect();
        let given = given.join(", ");
        let message = match ambiguous {
            true => format!("this call is ambiguous: more than one {name} takes ({given})"),
            false => format!("no {name} takes ({given})"),
        };
        let known = self.world.warnings.iter().any(|one| one.span == self.span);
        if known || self.world.warnings.len() >= MOST_WARNINGS {
            return;
        }
        let shown: Vec<String> = candidates
            .iter()
            .map(|method| {
                let params = &self.world.methods[*method].params;
                let params: Vec<String> = params.iter().map(|ty| self.world.show(ty)).collect();
                format!("({})", params.join(", "))
            })
            .collect();
        let problem = Diagnostic::new(Severity::Error, message, self.span);
        self.world.warnings.push(problem.help(format!("there are {}", shown.join(", "))));
    }

    /// Whether nothing above a class is missing, so that it has no other methods.
    fn is_known_wholly(&self, class: ClassId) -> bool {
        let above = self.world.ancestry(class).into_iter();
        above
            .flat_map(|class| self.world.parents(class).collect::<Vec<_>>())
            .all(|parent| matches!(parent, Ty::Class(..)))
    }

    fn is_users(&self, method: MethodId) -> bool {
        !self.world.program.classes[self.world.program.methods[method].class].library
    }

    fn is_generic(&self, method: MethodId) -> bool {
        self.world.methods[method].params.iter().any(|ty| match ty {
            Ty::Param(_) | Ty::Unknown(_) => true,
            Ty::Class(_, arguments) => !arguments.is_empty(),
            Ty::Array(element) => matches!(&**element, Ty::Param(_) | Ty::Unknown(_)),
            _ => false,
        })
    }

    /// Whether the type of an argument is what javac takes it for, whatever is inferred.
    fn is_exact(&self, argument: &Arg<'t>) -> bool {
        match argument {
            Arg::Val(value) => {
                value.ty.is_primitive()
                    || value.ty == Ty::Null
                    || self.world.is_string(&value.ty)
                    || self.world.unboxed(&value.ty).is_some()
            }
            Arg::Lambda(_) => false,
        }
    }

    /// Whether a method cannot be called with these arguments, even if more is inferred than is seen here.
    fn surely_not(&self, method: MethodId, arguments: &[Arg<'t>]) -> bool {
        let info = &self.world.methods[method];
        let fixed =
            if info.varargs { info.params.len().saturating_sub(1) } else { info.params.len() };
        if arguments.len() < fixed || !info.varargs && arguments.len() > fixed {
            return true;
        }
        arguments.iter().zip(&info.params[..fixed]).any(|(argument, param)| match argument {
            Arg::Val(value) => self.never_fits(&value.ty, param),
            Arg::Lambda(_) => match param {
                Ty::Class(class, _) => self.world.classes[*class].kind != ClassKind::Interface,
                _ => param.is_primitive(),
            },
        })
    }

    fn never_fits(&self, given: &Ty, param: &Ty) -> bool {
        let unboxed = |ty: &Ty| match ty.is_primitive() {
            true => Some(ty.clone()),
            false => self.world.unboxed(ty),
        };
        match (given, param) {
            (Ty::Unknown(_) | Ty::Param(_), _) | (_, Ty::Unknown(_) | Ty::Param(_)) => false,
            (Ty::Void, _) => true,
            (Ty::Null, _) => param.is_primitive(),
            _ if self.world.is_subtype(given, param) || *given == self.world.object() => false,
            _ if param.is_primitive() => {
                unboxed(given).is_some_and(|inner| !inner.widens_to(param))
                    || self.world.is_string(given)
                    || matches!(given, Ty::Array(_))
            }
            _ if given.is_primitive() => {
                let boxed = self.world.boxed(given);
                !self.world.is_subtype(&boxed, param) && self.is_class(param)
            }
            (Ty::Class(..), Ty::Class(..)) => {
                !self.world.is_subtype(param, given) && self.is_class(given) && self.is_class(param)
            }
            (Ty::Array(_), Ty::Class(..)) | (Ty::Class(..), Ty::Array(_)) => {
                self.is_class(given) && self.is_class(param)
            }
            (Ty::Array(given), Ty::Array(param)) => given.is_primitive() != param.is_primitive(),
            _ => false,
        }
    }

    /// Whether a type is a class, or an array: nothing inherits from two of them.
    fn is_class(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Class(class, _) => self.world.classes[*class].kind != ClassKind::Interface,
            Ty::Array(_) => true,
            _ => false,
        }
    }
}

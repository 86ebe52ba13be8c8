//! Events of a program: which visible operations a specification names, told while the interpreter performs them.
//!
//! A [`Watch`] has the patterns of the events of one property. An instruction that can be one of them is a step of its
//! own ([`trigger`]), so that events of different threads come in every order; where it is performed, its occurrence
//! is matched against the patterns in the state of that moment ([`matching`]). What a name stands for is looked up in
//! the state: in memory by its layout ([`memory_names`]), otherwise by the variable that first held an object
//! ([`object_names`]). Where it cannot be told whether a pattern fits, the execution is not followed any further.
//!
//! **Architecture invariant.** This has never heard of specifications or automata: it gives numbers of events.

mod matching;
mod memory_names;
mod object_names;
mod pattern;
mod trigger;
mod vocabulary;

use std::cell::RefCell;
use std::collections::BTreeSet;

use trine_base::Span;

pub(crate) use self::matching::Scene;
pub use self::matching::{Occurrence, Subject};
pub use self::object_names::Bindings;
use self::object_names::Holder;
pub use self::pattern::{Act, Fit, LabelPattern, Path, Pattern, Segment, Wanted};
pub use self::vocabulary::{Variable, VariablePlace, called, can_happen, nameable, variables};
use crate::program::*;

/// The events to tell.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The first one is event 1.
    pub patterns: Vec<Pattern>,
    /// Names in upper and lower case are one.
    pub caseless: bool,
    /// The lines of `at` patterns.
    lines: Vec<Span>,
    acts: BTreeSet<Act>,
    /// Texts that can be the name of a variable or static field with an object in it.
    roots: Vec<String>,
    /// The paths that stand for threads.
    threads: Vec<Path>,
    /// Paths that something was compared with, numbered.
    compared: RefCell<Vec<(Path, Holder)>>,
}

impl Watch {
    /// What has to be watched so that these patterns can be told; `caseless` where small and capital letters are the same.
    pub fn new(patterns: Vec<Pattern>, caseless: bool) -> Watch {
        let mut watch = Watch { patterns, caseless, ..Watch::default() };
        let mut roots = BTreeSet::new();
        let mut threads = BTreeSet::new();
        for label in watch.patterns.iter().flat_map(Pattern::labels) {
            watch.acts.insert(label.act);
            watch.lines.extend(label.line);
            let started = matches!(label.act, Act::Start | Act::Join);
            threads.extend(label.thread.iter().chain(label.object.iter().filter(|_| started)));
            let paths = label.thread.iter().chain(&label.object).chain(&label.name);
            for path in paths {
                roots.extend((1..=path.segments.len()).filter_map(|count| path.prefix(count)));
            }
            // The object stands before the name of its field.
            if let (Some(object), Some(name)) = (&label.object, &label.name) {
                let path = joined(object, name);
                roots.extend((1..=path.segments.len()).filter_map(|count| path.prefix(count)));
            }
        }
        watch.threads = threads.into_iter().cloned().collect();
        watch.roots = roots.into_iter().collect();
        watch
    }

    /// Whether some event is of this kind.
    pub fn wants(&self, act: Act) -> bool {
        self.acts.contains(&act)
    }

    /// Whether two names are one.
    pub fn same(&self, one: &str, other: &str) -> bool {
        one == other || self.caseless && one.to_lowercase() == other.to_lowercase()
    }

    /// Whether the first and the last moment of a method are to be seen.
    pub(crate) fn marks(&self, method: &Method) -> bool {
        let named = |act: Act| {
            let labels = self.patterns.iter().flat_map(Pattern::labels);
            labels.filter(|label| label.act == act).any(|label| match &label.name {
                None => true,
                Some(path) => match path.segments.last() {
                    Some(Segment { name: Some(name), .. }) => self.same(name, &method.name),
                    _ => true,
                },
            })
        };
        self.wants(Act::Begin) || named(Act::Enter) || named(Act::Exit)
    }

    /// The lines whose first statements are to be seen.
    pub(crate) fn lines(&self) -> &[Span] {
        &self.lines
    }

    /// Whether the value of a variable is to be kept where nothing asks for it any more: a pattern may.
    pub(crate) fn keeps(&self, var: &Var) -> bool {
        !var.temporary && self.root(&var.name).is_some()
    }

    /// Whether some event is an assignment to a variable of a method.
    pub(crate) fn assigns_variable(&self, program: &Program, method: MethodId, var: VarId) -> bool {
        let method = &program.methods[method];
        let var = method.vars.get(var).filter(|var| !var.temporary);
        !program.classes[method.class].library
            && var.is_some_and(|var| self.names(Act::Assign, &var.name))
    }

    /// Whether names of objects matter.
    pub(crate) fn names_objects(&self) -> bool {
        !self.roots.is_empty()
    }

    /// Whether something is learned from a variable of a name holding an object.
    pub(crate) fn changes(
        &self,
        names: &Bindings,
        name: &str,
        value: crate::interpret::Value,
    ) -> bool {
        let unnamed = value.object().is_some_and(|object| names.unnamed.contains(&object));
        let known = |root: usize| {
            names.roots.get(root).copied().flatten().is_some_and(|(known, _)| known == value)
        };
        self.names_objects() && (unnamed || self.root(name).is_some_and(|root| !known(root)))
    }

    /// A variable or static field of a name holds an object.
    pub(crate) fn bind(
        &self,
        names: &mut Bindings,
        name: &str,
        value: crate::interpret::Value,
    ) -> Result<(), String> {
        match self.root(name) {
            Some(root) => names.bind(root, value, name),
            None => {
                names.named(value);
                Ok(())
            }
        }
    }

    /// The number of a path that something is compared with.
    fn path_number(&self, path: &Path, holder: Holder) -> u32 {
        let mut compared = self.compared.borrow_mut();
        let known = compared.iter().position(|(known, how)| known == path && *how == holder);
        let number = known.unwrap_or_else(|| {
            compared.push((path.clone(), holder));
            compared.len() - 1
        });
        number as u32
    }

    /// The path with a number.
    fn path(&self, number: u32) -> Option<(Path, Holder)> {
        self.compared.borrow().get(number as usize).cloned()
    }

    /// The number of a name that patterns use for objects.
    fn root(&self, name: &str) -> Option<usize> {
        self.roots.iter().position(|root| self.same(root, name))
    }
}

/// A path behind another one.
fn joined(object: &Path, name: &Path) -> Path {
    Path { segments: object.segments.iter().chain(&name.segments).cloned().collect() }
}

//! Whether what happens at this moment is what a pattern means.

use std::cell::RefCell;
use std::collections::BTreeSet;

use trine_base::Span;

use super::object_names::Holder;
use super::pattern::{Act, Fit, LabelPattern, Path, Pattern, Wanted};
use super::{Watch, joined};
use crate::interpret::{Cell, Machine, ObjectId, Place, State, Value};
use crate::program::*;

/// Something that happens, by a thread.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence<'o> {
    pub act: Act,
    pub subject: Subject<'o>,
}

/// What it happens to.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'o> {
    Nothing,
    /// A method, and what it is called with, the receiver first.
    Method(MethodId, &'o [Value]),
    Object(Value),
    /// A place, and what it holds now.
    Place(Place, Value),
    /// A variable of a method, and what it holds now.
    Local(MethodId, VarId, Value),
    Text(&'o str),
    Line(Span),
}

/// A moment of an execution, as a pattern sees it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'s, 'p> {
    pub machine: &'s Machine<'p>,
    pub watch: &'s Watch,
    pub state: &'s State,
    /// The thread that acts.
    pub me: usize,
    /// Objects to which something happens that a pattern would mean if a path of it led to them.
    pub acted: &'s RefCell<BTreeSet<(u32, ObjectId)>>,
}

impl Scene<'_, '_> {
    /// The numbers of the events that an occurrence is, all at the same moment; an error says why that cannot be told.
    pub fn events(&self, occurrence: Occurrence<'_>) -> Result<Vec<u32>, String> {
        let mut here = Vec::new();
        for (position, pattern) in self.watch.patterns.iter().enumerate() {
            match self.fit(pattern, occurrence) {
                Fit::No => {}
                Fit::Yes => here.push(position as u32 + 1),
                Fit::Unclear(why) => return Err(why),
            }
        }
        Ok(here)
    }

    fn fit(&self, pattern: &Pattern, occurrence: Occurrence<'_>) -> Fit {
        match pattern {
            Pattern::Label(label) => self.label(label, occurrence),
            Pattern::Or(parts) => {
                parts.iter().fold(Fit::No, |sum, part| sum.or(|| self.fit(part, occurrence)))
            }
            Pattern::Except(first, others) => {
                others.iter().fold(self.fit(first, occurrence), |left, other| {
                    left.and(|| self.fit(other, occurrence).inverted())
                })
            }
        }
    }

    fn label(&self, label: &LabelPattern, occurrence: Occurrence<'_>) -> Fit {
        if label.act != occurrence.act {
            return Fit::No;
        }
        self.subject(label, occurrence.subject).and(|| match &label.thread {
            None => Fit::Yes,
            Some(path) => self.thread(path),
        })
    }

    fn subject(&self, label: &LabelPattern, subject: Subject<'_>) -> Fit {
        match subject {
            Subject::Nothing => Fit::of(label.name.is_none() && label.object.is_none()),
            Subject::Method(method, arguments) => self.method(label, method, arguments),
            Subject::Object(value) => match &label.object {
                None => Fit::Yes,
                Some(path) if path.is_any() => Fit::Yes,
                Some(path) => self.object(path, value, label.act),
            },
            Subject::Place(place, value) => {
                self.value(label.value, value).and(|| self.place(label, place))
            }
            Subject::Local(method, var, value) => {
                self.value(label.value, value).and(|| Fit::of(self.local(label, method, var)))
            }
            Subject::Text(text) => match (&label.text, &label.name) {
                (Some(wanted), _) => Fit::of(wanted.trim_end() == text.trim_end()),
                (None, Some(path)) => Fit::of(path.is_any() || self.watch.same(&path.text(), text)),
                (None, None) => Fit::of(label.object.is_none()),
            },
            Subject::Line(span) => Fit::of(label.line.is_some_and(|line| {
                line.file == span.file && (line.start..line.end).contains(&span.start)
            })),
        }
    }

    fn method(&self, label: &LabelPattern, method: MethodId, values: &[Value]) -> Fit {
        let program = self.machine.program;
        let called = &program.methods[method];
        let named = label
            .name
            .as_ref()
            .is_none_or(|path| path.is_any() || is_method(self.watch, program, called, path));
        if !named {
            return Fit::No;
        }
        let own = usize::from(!called.is_static);
        let mut fit = Fit::Yes;
        for (position, wanted) in label.arguments.iter().enumerate() {
            fit = match (wanted, values.get(own + position)) {
                (None, _) => fit,
                (wanted, Some(value)) => fit.and(|| self.value(*wanted, *value)),
                (Some(_), None) => Fit::No,
            };
        }
        fit.and(|| match &label.object {
            None => Fit::Yes,
            Some(path) if path.is_any() => Fit::Yes,
            Some(path) => match values.first().filter(|_| own > 0) {
                Some(receiver) => self.object(path, *receiver, label.act),
                None => Fit::No,
            },
        })
    }

    /// Whether a value is the one that is asked for.
    fn value(&self, wanted: Option<Wanted>, value: Value) -> Fit {
        let Some(wanted) = wanted else { return Fit::Yes };
        let number = match value {
            Value::Boxed(_, number) => Some(number),
            Value::Object(object) => match self.state.cell(object) {
                Cell::Box(_, number) => Some(*number),
                _ => None,
            },
            Value::Int(number) => Some(number),
            Value::Float(bits) => {
                let Wanted::Number(wanted) = wanted else { return Fit::No };
                return Fit::of(f64::from_bits(bits) == wanted as f64);
            }
            Value::Unknown | Value::Input(_) | Value::Undefined => {
                return Fit::Unclear("the event depends on a value that is not known".to_string());
            }
            _ => None,
        };
        Fit::of(match wanted {
            Wanted::Number(wanted) => number == Some(wanted),
            Wanted::Null => value == Value::Null || number == Some(0),
        })
    }

    /// Whether a path names the thread that acts.
    fn thread(&self, path: &Path) -> Fit {
        let me = self.state.threads[self.me].object;
        if path.is_any()
            || self.me == 0 && path.single().is_some_and(|one| self.watch.same(one, "main"))
        {
            return Fit::Yes;
        }
        match self.machine.program.has_memory() {
            true => Fit::of(self.is_thread(path, me)),
            false => self.denotes(path, me, Holder::Own),
        }
    }

    /// Whether a path names the object that something happens to.
    fn object(&self, path: &Path, value: Value, act: Act) -> Fit {
        match self.machine.program.has_memory() {
            true if matches!(act, Act::Start | Act::Join) => Fit::of(self.is_thread(path, value)),
            true => self.points_at(path, value),
            false => self.denotes(path, value, Holder::Own),
        }
    }

    /// Whether the path of an `assign` or `read` names a place.
    fn place(&self, label: &LabelPattern, place: Place) -> Fit {
        let path = match (&label.object, &label.name) {
            (Some(object), Some(name)) => joined(object, name),
            (Some(path), None) | (None, Some(path)) => path.clone(),
            (None, None) => return Fit::Yes,
        };
        if path.is_any() {
            return Fit::Yes;
        }
        match place {
            Place::Memory(block, at, bytes) => self.covers(&path, block, at, bytes),
            _ => self.names_place(&path, place),
        }
    }

    /// Whether the path of an `assign` names a variable of a method: by its name, or behind that of the method.
    fn local(&self, label: &LabelPattern, method: MethodId, var: VarId) -> bool {
        let path = match (&label.object, &label.name) {
            (Some(object), Some(name)) => joined(object, name),
            (Some(path), None) | (None, Some(path)) => path.clone(),
            (None, None) => return false,
        };
        let program = self.machine.program;
        let (method, var) = (&program.methods[method], &program.methods[method].vars[var]);
        let same = |one: &Option<String>, other: &str| {
            one.as_deref().is_some_and(|one| self.watch.same(one, other))
        };
        if path.segments.iter().any(|segment| !segment.indices.is_empty()) {
            return false;
        }
        match path.segments.as_slice() {
            // A global of the same name is what is meant.
            [only] => {
                let mut globals = program.globals.iter().filter(|global| !global.library);
                let shadowed = globals.any(|global| self.watch.same(&global.name, &var.name));
                same(&only.name, &var.name) && !shadowed
            }
            [owner, only] => same(&owner.name, &method.name) && same(&only.name, &var.name),
            _ => false,
        }
    }
}

/// Whether a path is the name of a method, with or without its class.
pub(super) fn is_method(watch: &Watch, program: &Program, method: &Method, path: &Path) -> bool {
    let written = path.text();
    let class = &program.classes[method.class].name;
    watch.same(&written, &method.name) || watch.same(&written, &format!("{class}.{}", method.name))
}

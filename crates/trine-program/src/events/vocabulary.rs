//! What can be named in a program: methods, variables, locks, labels and texts, and whether a pattern can fit anything.

use std::collections::BTreeSet;

use super::Watch;
use super::matching::is_method;
use super::pattern::{Act, LabelPattern, Path, Pattern};
use crate::interpret::{Cell, Machine, ObjectId, Place, State, Value, static_name};
use crate::program::*;
use crate::show::visit;

/// So many elements of an array are listed.
const MOST_ELEMENTS: u64 = 64;

/// Deeper nesting is not listed.
const DEEPEST: usize = 6;

/// A variable that is there from the beginning to the end.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub place: VariablePlace,
}

/// Where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    Static(FieldId),
    /// In a global, at this offset.
    Memory(GlobalId, u64, Unit),
}

impl VariablePlace {
    /// The number that it holds; none where it is not known, or no number.
    pub fn value(self, machine: &Machine<'_>, state: &State) -> Option<i64> {
        let value = match self {
            VariablePlace::Static(field) => machine.read(state, Place::Static(field)),
            VariablePlace::Memory(global, at, unit) => match state.cell(ObjectId(global.0)) {
                Cell::Block(block) => block.read(at, unit),
                _ => return None,
            },
        };
        match value {
            Value::Null => Some(0),
            other => other.number(),
        }
    }
}

/// The numbers that static fields and globals of the user hold.
pub fn variables(program: &Program) -> Vec<Variable> {
    let mut found = Vec::new();
    for (id, field) in program.fields.enumerate() {
        let mine = field.is_static && !program.classes[field.class].library;
        if mine && field.ty != Type::Reference {
            let place = VariablePlace::Static(id);
            found.push(Variable { name: static_name(program, field), ty: field.ty, place });
        }
    }
    for_globals(program, &mut |name, id, at, unit| {
        if let Some(unit) = unit {
            let place = VariablePlace::Memory(id, at, unit);
            found.push(Variable { name, ty: unit.ty, place });
        }
    });
    found
}

/// The parts of globals of the user that have names: with a unit where they are values, without where they are opaque.
fn for_globals(program: &Program, see: &mut dyn FnMut(String, GlobalId, u64, Option<Unit>)) {
    for (id, global) in program.globals.enumerate() {
        if global.library || global.thread_local || global.constant {
            continue;
        }
        let Some(layout) = global.layout else { continue };
        let one = program.layouts[layout].bytes.max(1);
        let count = (global.bytes / one).max(1);
        for number in 0..count.min(MOST_ELEMENTS) {
            let name = match count {
                1 => global.name.clone(),
                _ => format!("{}[{number}]", global.name),
            };
            parts(program, (id, number * one), layout, name, DEEPEST, see);
        }
    }
}

fn parts(
    program: &Program,
    (global, at): (GlobalId, u64),
    layout: LayoutId,
    name: String,
    depth: usize,
    see: &mut dyn FnMut(String, GlobalId, u64, Option<Unit>),
) {
    match &program.layouts[layout].kind {
        LayoutKind::Scalar(unit) => see(name, global, at, Some(*unit)),
        LayoutKind::Opaque => see(name, global, at, None),
        _ if depth == 0 => {}
        LayoutKind::Array(element) => {
            let one = program.layouts[*element].bytes.max(1);
            let count = (program.layouts[layout].bytes / one).min(MOST_ELEMENTS);
            for number in 0..count {
                let name = format!("{name}[{number}]");
                parts(program, (global, at + number * one), *element, name, depth - 1, see);
            }
        }
        LayoutKind::Members(members) => {
            for (member, from, inner) in members {
                let name = match member.is_empty() {
                    true => name.clone(),
                    false => format!("{name}.{member}"),
                };
                parts(program, (global, at + from), *inner, name, depth - 1, see);
            }
        }
    }
}

/// Patterns that mean something in a program, by what they are about: a heading, and patterns in order.
pub fn nameable(program: &Program) -> Vec<(&'static str, Vec<String>)> {
    let mut functions = BTreeSet::new();
    let mut others = BTreeSet::new();
    let mut locals = BTreeSet::new();
    for method in program.methods.iter() {
        if program.classes[method.class].library {
            continue;
        }
        if method.body.is_some() {
            functions.extend(["call", "enter", "exit"].map(|act| format!("{act} {}", method.name)));
        }
        let named = method.vars.iter().filter(|var| !var.temporary);
        locals.extend(named.map(|var| format!("{}.{}", method.name, var.name)));
        visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| match &statement.kind {
            StmtKind::Print(text) => {
                others.insert(format!("print {text:?}"));
            }
            StmtKind::Label(name) => {
                others.insert(format!("label {name}"));
            }
            StmtKind::Call { callee: Callee::Exact(called), .. }
                if program.classes[program.methods[*called].class].library =>
            {
                functions.insert(format!("call {}", program.methods[*called].name));
            }
            _ => {}
        });
    }
    let mut variables = Vec::new();
    let mut locks = Vec::new();
    let mut add = |name: &str, value: bool| {
        let acts: &[&str] = match value {
            true => &["assign", "read"],
            false => &["lock", "unlock", "wait", "notify", "notifyAll"],
        };
        let listed = if value { &mut variables } else { &mut locks };
        listed.extend(acts.iter().map(|act| format!("{act} {name}")));
    };
    for_globals(program, &mut |name, id, at, unit| {
        add(&name, unit.is_some());
        for (member, value) in pointed_members(program, id, at) {
            add(&format!("{name}->{member}"), value);
        }
    });
    variables.extend(locals.into_iter().map(|name| format!("assign {name}")));
    vec![
        ("functions", functions.into_iter().collect()),
        ("variables", variables),
        ("locks and condition variables", locks),
        ("texts and labels", others.into_iter().collect()),
    ]
}

/// The members of the struct that a pointer at the start of a global points at, and whether they are values.
fn pointed_members(program: &Program, global: GlobalId, at: u64) -> Vec<(&str, bool)> {
    let layout = program.globals[global].layout.filter(|_| at == 0);
    let target = layout.and_then(|layout| program.pointees.get(&layout));
    let Some(LayoutKind::Members(members)) = target.map(|of| &program.layouts[*of].kind) else {
        return Vec::new();
    };
    let value = |layout: LayoutId| matches!(program.layouts[layout].kind, LayoutKind::Scalar(_));
    let opaque = |layout: LayoutId| matches!(program.layouts[layout].kind, LayoutKind::Opaque);
    let shown = members.iter().filter(|(_, _, inner)| value(*inner) || opaque(*inner));
    shown.map(|(name, _, inner)| (name.as_str(), value(*inner))).collect()
}

/// The function that something which is not modelled calls.
pub fn called(what: &str) -> Option<&str> {
    let name = what.strip_prefix("a ").unwrap_or(what).strip_prefix("call of ")?;
    Some(name.trim_matches('`'))
}

/// Whether a pattern can fit anything in a program.
pub fn can_happen(program: &Program, watch: &Watch, pattern: &Pattern) -> bool {
    let names = Names::of(program);
    match pattern {
        Pattern::Label(label) => names.can(watch, label),
        Pattern::Or(parts) => parts.iter().any(|part| can_happen(program, watch, part)),
        Pattern::Except(first, _) => can_happen(program, watch, first),
    }
}

/// The names of a program, by what they can stand for.
struct Names<'p> {
    program: &'p Program,
    /// Variables, fields, globals, and members of what they hold.
    holders: BTreeSet<&'p str>,
    prints: BTreeSet<String>,
    labels: BTreeSet<String>,
    unmodelled: BTreeSet<String>,
}

impl<'p> Names<'p> {
    fn of(program: &'p Program) -> Names<'p> {
        let mut names = Names {
            program,
            holders: BTreeSet::new(),
            prints: BTreeSet::new(),
            labels: BTreeSet::new(),
            unmodelled: BTreeSet::new(),
        };
        names.holders.extend(program.fields.iter().map(|field| field.name.as_str()));
        names.holders.extend(program.classes.iter().flat_map(|class| class.name.split('.')));
        let globals = program.globals.iter().filter(|global| !global.library);
        names.holders.extend(globals.map(|global| global.name.as_str()));
        for layout in program.layouts.iter() {
            if let LayoutKind::Members(members) = &layout.kind {
                names.holders.extend(members.iter().map(|(name, ..)| name.as_str()));
            }
        }
        for method in program.methods.iter() {
            if program.classes[method.class].library {
                continue;
            }
            names.holders.insert(&method.name);
            let named = method.vars.iter().filter(|var| !var.temporary);
            names.holders.extend(named.map(|var| var.name.as_str()));
            visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| match &statement.kind {
                StmtKind::Print(text) => {
                    names.prints.insert(text.trim_end().to_string());
                }
                StmtKind::Label(name) => {
                    names.labels.insert(name.clone());
                }
                StmtKind::Unmodelled { what, .. } => {
                    names.unmodelled.extend(called(what).map(str::to_string));
                }
                _ => {}
            });
        }
        names
    }

    fn can(&self, watch: &Watch, label: &LabelPattern) -> bool {
        let known = |path: &Path| {
            path.segments.iter().all(|segment| match &segment.name {
                None => true,
                Some(name) => {
                    name == "main" || self.holders.iter().any(|known| watch.same(known, name))
                }
            })
        };
        let objects = label.object.iter().chain(&label.thread).all(known);
        let named = match (label.act, &label.name) {
            (_, None) => true,
            (Act::Call | Act::Enter | Act::Exit, Some(path)) => {
                let mut methods = self.program.methods.iter();
                path.is_any()
                    || methods.any(|method| is_method(watch, self.program, method, path))
                    || label.act == Act::Call && self.unmodelled.contains(path.text().as_str())
            }
            (Act::Label, Some(path)) => {
                path.is_any() || self.labels.iter().any(|one| watch.same(one, &path.text()))
            }
            (_, Some(path)) => known(path),
        };
        let printed = match &label.text {
            Some(text) => self.prints.contains(text.trim_end()),
            None => true,
        };
        objects && named && printed
    }
}

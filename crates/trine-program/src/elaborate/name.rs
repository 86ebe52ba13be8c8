//! The names that people would give to objects: the variable or path that first held each.

use trine_base::SourceMap;

use super::build::Builder;
use super::config::Frame;
use super::round::Round;
use super::value::{Birth, InstanceId, Loc, Shape, Value};
use super::world::World;
use crate::program::*;

impl Builder<'_, '_> {
    /// A variable holds an object.
    pub fn suggest_var(&mut self, frame: &Frame, var: VarId, value: Value) {
        let Value::Object(id) = value else { return };
        if self.round.names.contains_key(&id) {
            return;
        }
        let method = &self.world.program.methods[frame.method];
        let Some(named) = method.vars.get(var) else { return };
        let receiver = !method.is_static && method.parameters.first() == Some(&var);
        let library = self.world.program.classes[method.class].library;
        if named.temporary || receiver || library {
            return;
        }
        self.round.names.insert(id, named.name.clone());
    }

    fn is_library(&self, class: ClassId) -> bool {
        self.world.program.classes[class].library
    }

    /// A place of the heap holds an object.
    pub fn suggest_loc(&mut self, loc: Loc, value: Value) {
        let Value::Object(id) = value else { return };
        let held_by = |owner: InstanceId| self.round.names.get(&owner).cloned();
        let fields = &self.world.program.fields;
        let name = match loc {
            Loc::Static(field) => Some(static_name(self.world.program, &fields[field])),
            Loc::Field(_, field) if self.is_library(fields[field].class) => None,
            Loc::Field(owner, field) => {
                held_by(owner).map(|owner| format!("{owner}.{}", fields[field].name))
            }
            Loc::Progress(_) | Loc::Exited | Loc::Counter(_) | Loc::Rest(_) => None,
            Loc::Element(array, index) => held_by(array).map(|array| format!("{array}[{index}]")),
        };
        if let Some(name) = name {
            // The path says more than the variable of a loop that set it up.
            let better = match loc {
                Loc::Element(..) | Loc::Static(_) => true,
                _ => !self.round.names.contains_key(&id),
            };
            if better && !self.round.fixed.contains(&id) {
                self.round.names.insert(id, name);
                if matches!(loc, Loc::Element(..) | Loc::Static(_)) {
                    self.round.fixed.insert(id);
                }
            }
        }
    }
}

/// A class without a name adds nothing to the names of its fields.
pub fn static_name(program: &Program, field: &Field) -> String {
    let class = &program.classes[field.class].name;
    match class.is_empty() {
        true => field.name.clone(),
        false => format!("{class}.{}", field.name),
    }
}

/// The name of an object; objects of one name are numbered.
pub fn all_names(world: &World<'_>, round: &Round, sources: &SourceMap) -> Vec<String> {
    let mut names = Vec::with_capacity(world.instances.len());
    let mut taken: rustc_hash::FxHashMap<String, u32> = rustc_hash::FxHashMap::default();
    for (id, instance) in world.instances.enumerate() {
        let base = match (round.names.get(&id), &instance.birth) {
            (_, Birth::MainThread) => "main".to_string(),
            (_, Birth::Class(class)) => format!("{}.class", world.program.classes[*class].name),
            (Some(name), _) => name.clone(),
            (None, Birth::Site { stack, .. }) => {
                let class = match instance.shape {
                    Shape::Object(class) => world.program.classes[class].name.clone(),
                    Shape::Array { .. } => "array".to_string(),
                };
                match place(world, stack, sources) {
                    Some(place) if !class.contains('@') => format!("{class}@{place}"),
                    _ => class,
                }
            }
        };
        let count = taken.entry(base.clone()).or_insert(0);
        *count += 1;
        names.push(match *count {
            1 => base,
            count => format!("{base}#{count}"),
        });
    }
    names
}

/// The innermost place in the user's source that a stack of calls goes through.
fn place(
    world: &World<'_>,
    stack: &[(MethodId, crate::flat::Pc)],
    sources: &SourceMap,
) -> Option<String> {
    for (position, (method, pc)) in stack.iter().enumerate().rev() {
        let shown = &world.program.methods[*method];
        if world.program.classes[shown.class].library {
            continue;
        }
        let pc = if position + 1 < stack.len() { pc.saturating_sub(1) } else { *pc };
        let span = world.flat(*method)?.ops.get(pc as usize)?.1?;
        let text = sources.describe(span);
        let mut parts: Vec<&str> = text.rsplitn(2, ':').collect();
        // Without the column, and without the folders.
        let file_and_line = parts.pop()?;
        let short = file_and_line.rsplit(['/', '\\']).next()?;
        return Some(short.to_string());
    }
    None
}

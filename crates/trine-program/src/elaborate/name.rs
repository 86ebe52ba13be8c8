//! The names that people would give to objects: the variable or path that first held each.

use std::collections::{BTreeMap, BTreeSet};

use trine_base::SourceMap;
use trine_system::Alias;

use super::abstract_state::Frame;
use super::build::Builder;
use super::iteration::Iteration;
use super::program_facts::ProgramFacts;
use super::value::{Birth, InstanceId, Loc, Shape, Value};
use crate::program::*;

/// The holders of an object: what its name can be made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeldBy {
    /// A variable.
    Var(String),
    Place(Loc),
}

/// So many of those that held an object are remembered.
const MOST_HOLDERS: usize = 6;

impl Builder<'_, '_> {
    /// A variable holds an object.
    pub fn suggest_var(&mut self, frame: &Frame, var: VarId, value: Value) {
        let Value::Object(id) = value else { return };
        let method = &self.facts.program.methods[frame.method];
        let Some(named) = method.vars.get(var) else { return };
        let receiver = !method.is_static && method.parameters.first() == Some(&var);
        let library = self.facts.program.classes[method.class].library;
        if !named.temporary && !receiver && !library {
            self.iteration.holds(id, HeldBy::Var(named.name.clone()));
        }
    }

    /// A place of the heap holds an object.
    pub fn suggest_loc(&mut self, loc: Loc, value: Value) {
        let Value::Object(id) = value else { return };
        let fields = &self.facts.program.fields;
        let tells = match loc {
            Loc::Field(_, field) => !self.facts.program.classes[fields[field].class].library,
            Loc::Static(_) | Loc::Element(..) => true,
            Loc::Progress(_) | Loc::Exited | Loc::Counter(_) | Loc::Rest(_) => false,
        };
        if tells {
            self.iteration.holds(id, HeldBy::Place(loc));
        }
    }
}

impl Iteration {
    fn holds(&mut self, object: InstanceId, by: HeldBy) {
        let holders = self.holders.entry(object).or_default();
        // A path through an array or a class counts however late it comes.
        let lasting = |by: &HeldBy| matches!(by, HeldBy::Place(Loc::Static(_) | Loc::Element(..)));
        let room = holders.len() < MOST_HOLDERS || lasting(&by) && !holders.iter().any(lasting);
        if room && !holders.contains(&by) {
            holders.push(by);
        }
    }
}

/// The path that says most of an object: through an array or a class rather than the variable of a loop that
/// set it up, and otherwise its first holder.
fn path(
    facts: &ProgramFacts<'_>,
    iteration: &Iteration,
    object: InstanceId,
    asked: &mut Vec<InstanceId>,
) -> Option<String> {
    if asked.contains(&object) || asked.len() > LONGEST_PATH {
        return None;
    }
    asked.push(object);
    let holders = iteration.holders.get(&object).map_or(&[][..], Vec::as_slice);
    let (lasting, others): (Vec<&HeldBy>, Vec<&HeldBy>) = holders
        .iter()
        .partition(|by| matches!(by, HeldBy::Place(Loc::Static(_) | Loc::Element(..))));
    let found = lasting.into_iter().chain(others).find_map(|by| match by {
        HeldBy::Var(name) => Some(name.clone()),
        HeldBy::Place(Loc::Static(field)) => {
            Some(static_name(facts.program, &facts.program.fields[*field]))
        }
        HeldBy::Place(Loc::Field(owner, field)) => path(facts, iteration, *owner, asked)
            .map(|owner| format!("{owner}.{}", facts.program.fields[*field].name)),
        HeldBy::Place(Loc::Element(array, index)) => {
            path(facts, iteration, *array, asked).map(|array| format!("{array}[{index}]"))
        }
        HeldBy::Place(_) => None,
    });
    asked.pop();
    found
}

/// The other names of objects, where each means only one.
pub fn aliases(facts: &ProgramFacts<'_>, iteration: &Iteration, names: &[String]) -> Vec<Alias> {
    let mut found: BTreeMap<String, Option<InstanceId>> = BTreeMap::new();
    let own: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let mut objects: Vec<(&InstanceId, &Vec<HeldBy>)> = iteration.holders.iter().collect();
    objects.sort_unstable_by_key(|(object, _)| **object);
    for (object, holders) in objects {
        for by in holders {
            let name = match by {
                HeldBy::Var(name) => name.clone(),
                HeldBy::Place(Loc::Static(field)) => {
                    static_name(facts.program, &facts.program.fields[*field])
                }
                HeldBy::Place(Loc::Field(owner, field)) => {
                    format!("{}.{}", names[owner.0 as usize], facts.program.fields[*field].name)
                }
                HeldBy::Place(Loc::Element(array, index)) => {
                    format!("{}[{index}]", names[array.0 as usize])
                }
                HeldBy::Place(_) => continue,
            };
            if !own.contains(name.as_str()) {
                let meant = found.entry(name).or_insert(Some(*object));
                *meant = meant.filter(|meant| meant == object);
            }
        }
    }
    let meant = found.into_iter().filter_map(|(name, object)| Some((name, object?)));
    meant.map(|(name, object)| Alias { name, of: names[object.0 as usize].clone() }).collect()
}

/// Longer paths say little.
const LONGEST_PATH: usize = 4;

/// A class without a name adds nothing to the names of its fields.
pub fn static_name(program: &Program, field: &Field) -> String {
    let class = &program.classes[field.class].name;
    match class.is_empty() {
        true => field.name.clone(),
        false => format!("{class}.{}", field.name),
    }
}

/// The name of an object; objects of one name are numbered.
pub fn all_names(
    facts: &ProgramFacts<'_>,
    iteration: &Iteration,
    sources: &SourceMap,
) -> Vec<String> {
    let mut names = Vec::with_capacity(facts.instances.len());
    let mut taken: rustc_hash::FxHashMap<String, u32> = rustc_hash::FxHashMap::default();
    for (id, instance) in facts.instances.enumerate() {
        let base = match (path(facts, iteration, id, &mut Vec::new()), &instance.birth) {
            (_, Birth::MainThread) => "main".to_string(),
            (_, Birth::Class(class)) => format!("{}.class", facts.program.classes[*class].name),
            (Some(name), _) => name,
            (None, Birth::Site { stack, .. }) => {
                let class = match instance.shape {
                    Shape::Object(class) => innermost(&facts.program.classes[class].name),
                    Shape::Array { .. } => "array".to_string(),
                };
                match place(facts, stack, sources) {
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

/// The name of a class without those that it is declared in: the place says where that is.
fn innermost(class: &str) -> String {
    match class.contains('@') {
        true => class.to_string(),
        false => class.rsplit('.').next().unwrap_or(class).to_string(),
    }
}

/// The innermost place in the user's source that a stack of calls goes through.
fn place(
    facts: &ProgramFacts<'_>,
    stack: &[(MethodId, crate::flat::Pc)],
    sources: &SourceMap,
) -> Option<String> {
    for (position, (method, pc)) in stack.iter().enumerate().rev() {
        let shown = &facts.program.methods[*method];
        if facts.program.classes[shown.class].library {
            continue;
        }
        let pc = if position + 1 < stack.len() { pc.saturating_sub(1) } else { *pc };
        let span = facts.flat(*method)?.ops.get(pc as usize)?.1?;
        let text = sources.describe(span);
        let mut parts: Vec<&str> = text.rsplitn(2, ':').collect();
        // Without the column, and without the folders.
        let file_and_line = parts.pop()?;
        let short = file_and_line.rsplit(['/', '\\']).next()?;
        return Some(short.to_string());
    }
    None
}

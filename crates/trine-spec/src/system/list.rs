//! What can be named in a system: the patterns of all its moments, by process and object.

use std::collections::BTreeSet;

use trine_base::SourceMap;
use trine_system::{Expr, Place, System, TemplateId, Variable, boxed};

use super::happen::{Meeting, What, moments};
use super::matching::MatchContext;
use super::names::variable_of;

/// A pattern that means something in a system.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Nameable {
    /// The process, by the name of what it runs.
    pub process: String,
    /// What is acted on, where there is something.
    pub object: Option<String>,
    /// As it can be written in a specification, without its process.
    pub pattern: String,
}

/// Everything that can be named, sorted by process, object and pattern.
pub fn list(system: &System, sources: &SourceMap) -> Vec<Nameable> {
    let moments = moments(system);
    nameable(MatchContext { system, sources, moments: &moments })
}

pub(super) fn nameable(world: MatchContext<'_>) -> Vec<Nameable> {
    let mut found = BTreeSet::new();
    for moment in world.moments {
        let template = moment.template;
        let process = world.system.templates[template].name.clone();
        for (pattern, object) in patterns(world, template, &moment.what) {
            // What only elaboration knows.
            if object.as_ref().is_some_and(|name| name.starts_with('$')) {
                continue;
            }
            found.insert(Nameable { process: process.clone(), object, pattern });
        }
    }
    found.into_iter().collect()
}

fn patterns(
    world: MatchContext<'_>,
    template: TemplateId,
    what: &What,
) -> Vec<(String, Option<String>)> {
    let system = world.system;
    let place = |place: &Place| {
        let name = variable_of(system, template, place).map(|variable| match &place.index {
            Some(index) => match **index {
                Expr::Const(cell) => variable.cell_name(cell as u32),
                _ => variable.name(),
            },
            None => variable.name(),
        });
        name.unwrap_or_else(|| "?".to_string())
    };
    let one = |pattern: String, object: Option<String>| vec![(pattern, object)];
    match what {
        What::Statement(span) | What::Reached(span) => {
            let source = world.sources.get(span.file);
            let line = world.sources.place(*span).line;
            one(format!("at {}:{line}", source.name), None)
        }
        What::Test(at, value) => {
            let value = show(system, variable_of(system, template, at), *value);
            one(format!("test {} = {value}", place(at)), Some(place(at)))
        }
        What::Read(at) => one(format!("read {}", place(at)), Some(place(at))),
        What::Assign(at, _) | What::Tangled(at) => {
            one(format!("assign {}", place(at)), Some(place(at)))
        }
        What::Send { channel, .. } => on_channel("send", channel, &place),
        What::Receive { channel, .. } => on_channel("receive", channel, &place),
        What::Print(text) => one(format!("print {:?}", text.trim_end()), None),
        What::Start(template) => {
            let name = system.templates[*template].name.clone();
            one(format!("start {name}"), Some(name))
        }
        What::Labels(location) => {
            let names = &system.templates[template].locations[*location].names;
            names.iter().map(|name| (format!("label {name}"), None)).collect()
        }
        What::End => one("end".to_string(), None),
        What::Meeting(meeting) if meeting.over && meeting.label.action != "end" => Vec::new(),
        What::Labelled(label) | What::Meeting(Meeting { label, .. }) => {
            let mut pattern = label.action.clone();
            if let Some(name) = &label.name {
                pattern += &format!(" {name}");
            }
            if let Some(object) = &label.object {
                pattern += &format!(" on {object}");
            }
            one(pattern, label.object.clone())
        }
    }
}

fn on_channel(
    action: &str,
    channel: &Expr,
    place: &dyn Fn(&Place) -> String,
) -> Vec<(String, Option<String>)> {
    match channel {
        Expr::Read(at) => vec![(format!("{action} on {}", place(at)), Some(place(at)))],
        _ => vec![(action.to_string(), None)],
    }
}

fn show(system: &System, variable: Option<&Variable>, value: i64) -> String {
    if variable.is_some_and(|variable| variable.boxed) {
        return boxed::show(system, value);
    }
    match variable.map(|variable| variable.ty) {
        Some(trine_system::Type::Bool) => (value != 0).to_string(),
        Some(trine_system::Type::Enum(id)) => match system.enums[id].name_of(value) {
            Some(name) => name.to_string(),
            None => value.to_string(),
        },
        _ => value.to_string(),
    }
}

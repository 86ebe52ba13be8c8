//! Gives everything a name that Promela accepts and that nothing else has.

use std::collections::{HashMap, HashSet};

use trine_base::Id;
use trine_system::{EnumId, GlobalId, LocalId, System, TemplateId};

use crate::keyword;

pub(super) struct Names {
    globals: Vec<String>,
    locals: Vec<Vec<String>>,
    templates: Vec<String>,
    mtypes: Vec<Option<String>>,
    constants: HashMap<(EnumId, String), String>,
    /// A variable that never holds a channel.
    pub(super) no_channel: String,
    /// Says that the execution has ended.
    pub(super) stopped: String,
    /// The process that is there when it has.
    pub(super) watcher: String,
}

/// What the names of variables must not be in the program that SPIN writes, or for its preprocessor.
const FOREIGN: [&str; 28] = [
    "auto", "case", "char", "const", "continue", "default", "double", "enum", "extern", "float",
    "goto", "i386", "inline", "linux", "long", "now", "register", "restrict", "return", "signed",
    "sizeof", "static", "struct", "switch", "union", "unix", "void", "volatile",
];

impl Names {
    pub(super) fn new(system: &System) -> Names {
        let mut taken: HashSet<String> =
            keyword::ALL.iter().map(|(_, text)| text.to_string()).collect();
        for special in ["_", "_pid", "_nr_pr", "_last", "_priority", "STDIN", "in"] {
            taken.insert(special.to_string());
        }
        taken.extend(FOREIGN.map(str::to_string));
        // Labels of locations.
        let locations = system.templates.iter().map(|template| template.locations.len()).max();
        for number in 0..locations.unwrap_or(0) {
            for start in ["s", "again_", "end_s", "accept_s", "progress_s"] {
                taken.insert(format!("{start}{number}"));
            }
        }
        let edges = system.templates.iter().map(|template| template.edges.len()).max();
        taken.extend((0..edges.unwrap_or(0)).map(|number| format!("out_{number}")));
        let mut mtypes = Vec::new();
        let mut constants = HashMap::new();
        for (id, decl) in system.enums.enumerate() {
            let plain = id.index() == 0 || decl.name == "mtype";
            mtypes.push(if plain { None } else { Some(fresh(&mut taken, &decl.name)) });
            for (name, _) in &decl.values {
                constants.insert((id, name.clone()), fresh(&mut taken, name));
            }
        }
        let globals =
            system.globals.iter().map(|variable| fresh(&mut taken, &variable.name())).collect();
        let templates =
            system.templates.iter().map(|template| fresh(&mut taken, &template.name)).collect();
        let no_channel = fresh(&mut taken, "no_channel");
        let stopped = fresh(&mut taken, "stopped");
        let watcher = fresh(&mut taken, "after_the_end");
        let locals = system
            .templates
            .iter()
            .map(|template| {
                // A local must not hide a global, but two templates may share a name.
                let mut here = taken.clone();
                let names = template.locals.iter();
                names.map(|variable| fresh(&mut here, &variable.name())).collect()
            })
            .collect();
        Names { globals, locals, templates, mtypes, constants, no_channel, stopped, watcher }
    }

    pub(super) fn global(&self, id: GlobalId) -> String {
        self.globals[id.index()].clone()
    }

    pub(super) fn local(&self, template: TemplateId, id: LocalId) -> String {
        self.locals[template.index()][id.index()].clone()
    }

    pub(super) fn template(&self, id: TemplateId) -> String {
        self.templates[id.index()].clone()
    }

    pub(super) fn mtype(&self, id: EnumId) -> Option<String> {
        self.mtypes[id.index()].clone()
    }

    pub(super) fn constant(&self, id: EnumId, name: &str) -> String {
        self.constants.get(&(id, name.to_string())).cloned().unwrap_or_else(|| name.to_string())
    }
}

fn fresh(taken: &mut HashSet<String>, wanted: &str) -> String {
    let mut name: String = wanted
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() { character } else { '_' })
        .collect();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name.insert(0, 'v');
    }
    let mut candidate = name.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}

//! Writes a system as text.

use std::fmt::Write;

use trine_base::Id;

use super::names::{
    FIELD_IDS, LOCATION_IDS, Names, VARIABLE_IDS, any_word, name, reference, string,
};
use super::print_edge::write_edge;
use crate::{
    Entry, EnumDecl, Init, Location, LocationId, Pool, ProcessDecl, Rules, Slot, System, Template,
    TemplateId, Type, Variable,
};

/// The text form of a system. [`super::parse`] reads it back, spans aside.
pub fn print(system: &System) -> String {
    let mut out = Printer { system, names: Names::of(system), text: String::new() };
    out.system();
    out.text
}

/// What printing any part of a system needs.
pub(super) struct Printer<'s> {
    pub system: &'s System,
    pub names: Names,
    pub text: String,
}

impl<'s> Printer<'s> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn gap(&mut self, needed: bool) {
        if needed {
            self.text.push('\n');
        }
    }

    fn system(&mut self) {
        let system = self.system;
        self.line(&format!("system {}", string(&system.name)));
        if let Some(rules) = rules(&system.rules) {
            self.line(&rules);
        }
        self.gap(!system.assumptions.is_empty());
        for assumption in &system.assumptions {
            self.line(&format!(
                "assume {} {}",
                any_word(&assumption.kind),
                string(&assumption.text)
            ));
        }
        self.gap(!system.aliases.is_empty());
        for alias in &system.aliases {
            self.line(&format!("alias {} = {}", string(&alias.name), string(&alias.of)));
        }
        let declares = !system.enums.is_empty()
            || !system.channel_kinds.is_empty()
            || !system.monitors.is_empty()
            || !system.entries.is_empty()
            || !system.pools.is_empty()
            || !system.globals.is_empty();
        self.gap(declares);
        for declared in &system.enums {
            self.line(&enumeration(declared));
        }
        for kind in &system.channel_kinds {
            let fields = self.types(&kind.fields);
            self.line(&format!("kind {}[{}]({fields})", name(&kind.name, &["k"]), kind.capacity));
        }
        for monitor in &system.monitors {
            self.line(&format!("monitor {}{}", name(&monitor.name, &["m"]), family(monitor.count)));
        }
        for entry in &system.entries {
            let line = self.entry(entry);
            self.line(&line);
        }
        for pool in &system.pools {
            self.pool(pool);
        }
        for variable in &system.globals {
            let declared = self.variable(variable, VARIABLE_IDS, None);
            self.line(&format!("global {declared}"));
        }
        for (id, template) in system.templates.enumerate() {
            self.gap(true);
            self.template(id, template);
        }
        self.gap(!system.processes.is_empty());
        for process in &system.processes {
            let line = self.process(process);
            self.line(&line);
        }
    }

    fn types(&self, types: &[Type]) -> String {
        let types: Vec<String> = types.iter().map(|ty| self.ty(*ty)).collect();
        types.join(", ")
    }

    fn ty(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "bool".to_string(),
            Type::BYTE => "byte".to_string(),
            Type::SHORT => "short".to_string(),
            Type::INT => "int".to_string(),
            Type::LONG => "long".to_string(),
            Type::Int { bits, signed: true } => format!("signed {bits}"),
            Type::Int { bits, signed: false } => format!("unsigned {bits}"),
            Type::Float => "float".to_string(),
            Type::Range { low, high } => format!("range {low}..{high}"),
            Type::Enum(id) => {
                let named =
                    reference(&self.names.enums, &self.system.enums, id, "enum", |e| &e.name);
                format!("enum {named}")
            }
            Type::Channel => "channel".to_string(),
            Type::Process => "process".to_string(),
            Type::Reference(id) => {
                let named =
                    reference(&self.names.pools, &self.system.pools, id, "pool", |p| &p.name);
                format!("ref {named}")
            }
        }
    }

    fn entry(&self, entry: &Entry) -> String {
        let mut line = format!("entry {}{}", name(&entry.name, &["n"]), family(entry.count));
        let _ = write!(line, "({})", self.types(&entry.parameters));
        if !entry.results.is_empty() {
            let _ = write!(line, " -> ({})", self.types(&entry.results));
        }
        if !entry.profile.is_empty() {
            let slots: Vec<String> = entry.profile.iter().map(slot).collect();
            let _ = write!(line, " profile ({})", slots.join(", "));
        }
        line
    }

    fn pool(&mut self, pool: &Pool) {
        self.line(&format!("pool {}[{}] {{", name(&pool.name, &["pool"]), pool.capacity));
        for field in &pool.fields {
            let declared = self.variable(field, FIELD_IDS, None);
            self.line(&format!("  {declared}"));
        }
        self.line("}");
    }

    fn variable(&self, variable: &Variable, ids: &[&str], at: Option<TemplateId>) -> String {
        let parts: Vec<String> = variable
            .path
            .iter()
            .map(|part| match part.length {
                Some(length) => format!("{}[{length}]", name(&part.name, ids)),
                None => name(&part.name, ids),
            })
            .collect();
        let mut line = format!("{}: {}", parts.join("."), self.ty(variable.ty));
        match &variable.init {
            Init::Zero => {}
            Init::Value(value) => {
                let _ = write!(line, " = {value}");
            }
            Init::Values(values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                let _ = write!(line, " = {{{}}}", values.join(", "));
            }
            Init::Channels(kind) => {
                let kinds = &self.system.channel_kinds;
                let kind = reference(&self.names.kinds, kinds, *kind, "k", |k| &k.name);
                let _ = write!(line, " = new {kind}");
            }
            Init::Computed(expr) => {
                let _ = write!(line, " := {}", self.expr(expr, at));
            }
        }
        if variable.hidden {
            line.push_str(" hidden");
        }
        if variable.volatile {
            line.push_str(" volatile");
        }
        if variable.boxed {
            line.push_str(" boxed");
        }
        line
    }

    fn template(&mut self, id: TemplateId, template: &Template) {
        let mut head = format!("template {}(", name(&template.name, &["t"]));
        let parameters = template.parameters as usize;
        for (number, local) in template.locals.iter().take(parameters).enumerate() {
            if number > 0 {
                head.push_str(", ");
            }
            head.push_str(&self.variable(local, VARIABLE_IDS, Some(id)));
        }
        head.push(')');
        if let Some(provided) = &template.provided {
            let _ = write!(head, " provided {}", self.expr(provided, Some(id)));
        }
        if template.deterministic {
            head.push_str(" deterministic");
        }
        if template.daemon {
            head.push_str(" daemon");
        }
        head.push_str(" {");
        self.line(&head);
        for local in template.locals.iter().skip(parameters) {
            let declared = self.variable(local, VARIABLE_IDS, Some(id));
            self.line(&format!("  local {declared}"));
        }
        if template.entry != LocationId(0) {
            self.line(&format!("  start {}", template.entry));
        }
        let mut leaving = vec![Vec::new(); template.locations.len()];
        for (edge_id, edge) in template.edges.enumerate() {
            if let Some(edges) = leaving.get_mut(edge.from.index()) {
                edges.push((edge_id, edge));
            }
        }
        for ((at, location), edges) in template.locations.enumerate().zip(leaving) {
            self.line(&format!("  {}", location_head(at, location)));
            for (edge_id, edge) in edges {
                self.text.push_str("    ");
                write_edge(self, id, edge_id, edge);
                self.text.push('\n');
            }
        }
        self.line("}");
    }

    fn process(&self, process: &ProcessDecl) -> String {
        let templates = &self.system.templates;
        let template =
            reference(&self.names.templates, templates, process.template, "t", |t| &t.name);
        let arguments: Vec<String> = process.arguments.iter().map(i64::to_string).collect();
        let mut line =
            format!("process {}: {template}({})", any_word(&process.name), arguments.join(", "));
        if process.priority != 1 {
            let _ = write!(line, " priority {}", process.priority);
        }
        line
    }
}

/// The rules that differ from the usual ones.
fn rules(rules: &Rules) -> Option<String> {
    let usual = Rules::default();
    let mut parts = Vec::new();
    if rules.process_limit != usual.process_limit {
        parts.push(format!("processes {}", rules.process_limit));
    }
    for (name, value, usually) in [
        ("reap", rules.reap, usual.reap),
        ("priorities", rules.priorities, usual.priorities),
        ("last", rules.tracks_last, usual.tracks_last),
        ("listens", rules.instrumented, usual.instrumented),
        ("lossy", rules.lossy, usual.lossy),
        ("threads", rules.threads, usual.threads),
        ("caseless", rules.caseless, usual.caseless),
    ] {
        if value != usually {
            parts.push(format!("{}{name}", if value { "" } else { "no " }));
        }
    }
    (!parts.is_empty()).then(|| format!("rules {}", parts.join(", ")))
}

/// Which values a parameter is.
fn slot(slot: &Slot) -> String {
    let given = slot.given.map(|at| format!("in {at}"));
    let back = slot.back.map(|at| format!("out {at}"));
    let member = slot.member.map(|first| format!("from {first}"));
    given.into_iter().chain(back).chain(member).collect::<Vec<_>>().join(" ")
}

fn enumeration(declared: &EnumDecl) -> String {
    let values: Vec<String> = declared
        .values
        .iter()
        .map(|(known, value)| format!("{} = {value}", name(known, &[])))
        .collect();
    format!("enum {} {{ {} }}", name(&declared.name, &["enum"]), values.join(", "))
}

/// How many there are, where it is not one.
fn family(count: u32) -> String {
    if count == 1 { String::new() } else { format!("[{count}]") }
}

fn location_head(id: LocationId, location: &Location) -> String {
    let mut head = id.to_string();
    for label in &location.names {
        let _ = write!(head, " {}", name(label, LOCATION_IDS));
    }
    for (flag, set) in [
        ("final", location.final_),
        ("end", location.end),
        ("progress", location.progress),
        ("accept", location.accept),
    ] {
        if set {
            let _ = write!(head, " {flag}");
        }
    }
    if location.pc != 0 {
        let _ = write!(head, " pc {}", location.pc);
    }
    head.push(':');
    head
}

//! From files to a system and the properties that come with it.

use trine_base::{Diagnostic, Diagnostics, FileId, Severity, SourceMap};
use trine_program::Program;
use trine_property::{Check, Property, PropertyKind};
use trine_spec::ast::Spec;
use trine_spec::system::Lines;
use trine_system::{Effect, System};

use crate::{Host, Request, Runnable};

/// What was read, and what can be said of it.
#[derive(Default)]
pub struct Loaded {
    pub sources: SourceMap,
    pub diagnostics: Diagnostics,
    /// None where there are errors.
    pub system: Option<System>,
    /// The program that the system was made of, where there is one.
    pub program: Option<Runnable>,
    /// Everything that can be checked, in the order of the report; the flag says by default.
    pub properties: Vec<(Property, bool)>,
    /// The names of those that specifications ask for, where there are specifications.
    pub specified: Option<Vec<String>>,
    pub specs: Vec<Spec>,
    /// The lines of a program, whether or not the system has them.
    pub lines: Lines,
}

impl Loaded {
    /// The limit at which the model ends with its first step, where it does: then there is nothing to show of it.
    pub fn limit_of_the_model(&self) -> Option<&str> {
        let system = self.system.as_ref().filter(|system| system.goes_nowhere())?;
        let edges = system.templates.iter().flat_map(|template| &template.edges);
        let limit = edges.flat_map(|edge| &edge.effects).find_map(|effect| match effect {
            Effect::Limit { what, .. } => Some(what.as_str()),
            _ => None,
        });
        Some(limit.unwrap_or("the model was not built"))
    }
}

/// Reads the files of a request.
pub fn load(request: &Request, host: &dyn Host) -> Loaded {
    let mut loaded = Loaded::default();
    let files = all_files(request, host);
    if !files.is_empty() && files.iter().all(|file| file.ends_with(".java")) {
        crate::java::load_java(request, host, &files, &mut loaded);
        return finish(request, host, loaded);
    }
    if !files.is_empty() && files.iter().all(|file| crate::ada::is_ada(file)) {
        crate::ada::load_ada(request, host, &files, &mut loaded);
        return finish(request, host, loaded);
    }
    if !files.is_empty() && files.iter().all(|file| crate::c::is_c(file)) {
        crate::c::load_c(request, host, &files, &mut loaded);
        return finish(request, host, loaded);
    }
    let [file] = files.as_slice() else {
        let message = match request.files.len() {
            0 => "no file was given".to_string(),
            _ if files.is_empty() => {
                format!("no Java, Ada or C file in {}", request.files.join(", "))
            }
            _ => "only one file can be checked at a time".to_string(),
        };
        loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
        return loaded;
    };
    let text = match host.read(file) {
        Ok(text) => text,
        Err(why) => {
            let message = format!("cannot read {file}: {why}");
            loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
            return loaded;
        }
    };
    let file = file.as_str();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        _ if is_promela(file) => load_promela(request, host, file, text, &mut loaded),
        "system" => load_system(file, text, &mut loaded),
        _ => {
            let message = format!("{file}: this kind of file is not known");
            let help = "Trine reads .java, .adb, .ads, .ada, .c, .i, .pml, .prom, .promela and .system files";
            let diagnostic = Diagnostic::new(Severity::Error, message, None).help(help);
            loaded.diagnostics.push(diagnostic);
        }
    }
    finish(request, host, loaded)
}

fn is_promela(file: &str) -> bool {
    [".pml", ".prom", ".promela"].iter().any(|ending| file.ends_with(ending))
}

/// The files of a request, with those in its directories that are programs.
pub(crate) fn all_files(request: &Request, host: &dyn Host) -> Vec<String> {
    let listed = |file: &String| match host.list(file) {
        Some(inside) => {
            let known = |file: &String| {
                file.ends_with(".java") || crate::ada::is_ada(file) || crate::c::is_c(file)
            };
            inside.into_iter().filter(known).collect()
        }
        None => vec![file.clone()],
    };
    request.files.iter().flat_map(listed).collect()
}

/// Reads what is to be checked beside what the program brings along.
fn finish(request: &Request, host: &dyn Host, mut loaded: Loaded) -> Loaded {
    if loaded.program.as_ref().is_some_and(|runnable| runnable.program.pointer_bytes > 0) {
        for (property, by_default) in &mut loaded.properties {
            if let PropertyKind::Check(check) = property.kind {
                *by_default = check.concerns_memory();
            }
        }
    }
    let formulas = formulas(request);
    if !request.specs.is_empty() || !formulas.is_empty() {
        load_specs(request, host, &formulas, &mut loaded);
    }
    #[cfg(debug_assertions)]
    if let Some(system) = &loaded.system
        && let Err(broken) = trine_system::validate::validate(system)
    {
        panic!("the system breaks its invariants: {broken:?}");
    }
    loaded
}

/// The formulas of a request as specifications. Those for Promela are read together with the model.
pub(crate) fn formulas(request: &Request) -> Vec<String> {
    if request.files.iter().any(|file| is_promela(file)) {
        return Vec::new();
    }
    let name = |position: usize| match position {
        0 => "formula".to_string(),
        _ => format!("formula_{}", position + 1),
    };
    let written = request.formulas.iter().enumerate();
    written.map(|(at, formula)| format!("property {} {{ ltl {formula} }}", name(at))).collect()
}

/// Reads the specifications and finds what they speak of in the system.
fn load_specs(request: &Request, host: &dyn Host, formulas: &[String], loaded: &mut Loaded) {
    let annotated: Vec<String> = loaded
        .sources
        .files()
        .flat_map(|(_, source)| trine_spec::system::declared_names(&source.text))
        .collect();
    let annotated: Vec<&str> = annotated.iter().map(String::as_str).collect();
    let mut texts = Vec::new();
    for file in &request.specs {
        match host.read(file) {
            Ok(text) => texts.push((loaded.sources.add(file.as_str(), text.as_str()), text)),
            Err(why) => {
                let message = format!("cannot read {file}: {why}");
                loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
            }
        }
    }
    for formula in formulas {
        texts.push((loaded.sources.add("--formula", formula.as_str()), formula.clone()));
    }
    let texts: Vec<(FileId, &str)> = texts.iter().map(|(id, text)| (*id, text.as_str())).collect();
    loaded.specs = trine_spec::read(&texts, &annotated, &mut loaded.diagnostics);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let Loaded { sources, diagnostics, specs, system: Some(system), lines, .. } = &mut *loaded
    else {
        return;
    };
    let properties =
        trine_spec::system::compile_program(specs, system, sources, lines, diagnostics);
    if system.goes_nowhere() {
        crate::observed_claim::refuse_unmatched(loaded);
        if loaded.diagnostics.has_errors() {
            return;
        }
    }
    if !request.specs.is_empty() {
        loaded.specified = Some(properties.iter().map(|property| property.name.clone()).collect());
    }
    loaded.properties.extend(properties.into_iter().map(|property| (property, true)));
}

fn load_promela(request: &Request, host: &dyn Host, file: &str, text: String, loaded: &mut Loaded) {
    let model = trine_promela::load(
        trine_promela::LoadRequest {
            name: file.to_string(),
            text,
            defines: request.defines.clone(),
            formulas: request.formulas.clone(),
        },
        &mut loaded.sources,
        &mut |path| host.read(path),
    );
    loaded.diagnostics.items.extend(model.diagnostics.items);
    let has_claim = !model.claims.is_empty();
    if let Some(system) = &model.system {
        builtin(system, has_claim, request.non_progress, &mut loaded.properties);
    }
    let written = model.events.into_iter().chain(model.claims);
    loaded.properties.extend(written.map(|property| (property, true)));
    loaded.system = model.system;
}

fn load_system(file: &str, text: String, loaded: &mut Loaded) {
    let id = loaded.sources.add(file, text.as_str());
    let system = trine_system::text::parse(&text, id, &mut loaded.diagnostics);
    if let Some(system) = system.filter(|_| !loaded.diagnostics.has_errors()) {
        match trine_system::validate::validate(&system) {
            Ok(()) => {
                builtin(&system, false, false, &mut loaded.properties);
                loaded.system = Some(system);
            }
            Err(broken) => {
                for message in broken {
                    loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
                }
            }
        }
    }
}

/// Refuses a program whose statements do not fit together: whether they can be executed is not defined.
pub(crate) fn refuse_invalid(program: &Program, loaded: &mut Loaded) {
    for problem in trine_program::validate(program, &loaded.sources) {
        let message = format!("this does not fit its type: {problem}");
        loaded.diagnostics.push(Diagnostic::new(Severity::Error, message, None));
    }
}

pub(crate) fn builtin(
    system: &System,
    has_claim: bool,
    non_progress: bool,
    properties: &mut Vec<(Property, bool)>,
) {
    let labelled = |wanted: fn(&trine_system::Location) -> bool| {
        system.templates.iter().flat_map(|template| &template.locations).any(wanted)
    };
    let accepts = labelled(|location| location.accept);
    for check in Check::ALL {
        let by_default = match check {
            Check::Acceptance => accepts && !has_claim,
            Check::NonProgress => non_progress,
            check => check.concerns(system),
        };
        properties.push((Property::check(check), by_default));
    }
}

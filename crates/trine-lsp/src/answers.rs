//! The questions that editors and assistants ask: what is wrong, what holds, what can be named, what does it mean.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use trine_report::{Look, Report};
use trine_session::base::{Diagnostics, SourceMap, nearest};
use trine_session::property::Check;
use trine_session::spec::{self, system::list};
use trine_session::verdict::Budget;
use trine_session::{Host, Request, check_loaded, load};

use crate::host::{Documents, Overlay};

/// A run may use so much memory.
const MEMORY: u64 = 2 << 30;

/// What is to be checked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    pub files: Vec<String>,
    pub specs: Vec<String>,
    pub properties: Vec<String>,
    pub main: Option<String>,
    pub time: Option<Duration>,
}

impl Question {
    fn request(&self) -> Request {
        let mut request = Request {
            files: self.files.clone(),
            specs: self.specs.clone(),
            properties: (!self.properties.is_empty()).then(|| self.properties.clone()),
            budget: Budget { time: self.time, memory: Some(MEMORY), ..Budget::default() },
            ..Request::default()
        };
        request.program.main = self.main.clone();
        request
    }
}

/// A report, and the texts that its places are in.
pub struct Answer {
    pub report: Report,
    pub sources: SourceMap,
}

/// Checks.
pub fn check(question: &Question, documents: Arc<Documents>, stop: Arc<AtomicBool>) -> Answer {
    let host = Overlay::new(documents, stop);
    let request = question.request();
    let checked = check_loaded(&request, load(&request, &host), &host);
    let loaded = checked.loaded;
    let report = trine_report::build(
        &loaded.sources,
        &loaded.diagnostics,
        loaded.system.as_ref(),
        &checked.results,
    );
    Answer { report, sources: loaded.sources }
}

/// What is wrong with the files, without a search.
pub fn diagnose(question: &Question, documents: Arc<Documents>) -> (Diagnostics, SourceMap) {
    let host = Overlay::new(documents, Arc::default());
    let request = Request { elaborate: false, ..question.request() };
    let loaded = load(&request, &host);
    (loaded.diagnostics, loaded.sources)
}

/// What is wrong with a specification by itself.
pub fn diagnose_specification(
    path: &str,
    text: &str,
) -> (Diagnostics, SourceMap, Vec<spec::ast::Spec>) {
    let mut sources = SourceMap::new();
    let file = sources.add(path, text);
    let mut diagnostics = Diagnostics::new();
    let specs = spec::read(&[(file, text)], &[], &mut diagnostics);
    (diagnostics, sources, specs)
}

/// What a specification can name in a program: patterns of events, each with its process.
pub fn events(question: &Question, documents: Arc<Documents>) -> Result<Vec<String>, String> {
    let host = Overlay::new(documents, Arc::default());
    let mut request = question.request();
    request.program.keep_all = true;
    let loaded = load(&request, &host);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        let first = loaded.diagnostics.items.first();
        return Err(first.map_or("the files cannot be read".to_string(), |one| one.message.clone()));
    };
    if system.goes_nowhere() {
        return Err("the program is too large to list its events".to_string());
    }
    let known = list(system, &loaded.sources);
    let mut names: Vec<String> =
        known.iter().map(|one| format!("{} in {}", one.pattern, one.process)).collect();
    names.dedup();
    Ok(names)
}

/// What a built-in check, or a specification, means.
pub fn explain(what: &str, documents: Arc<Documents>) -> Result<String, String> {
    if let Some(check) = Check::named(what) {
        return Ok(format!("{}\n\n{}\n", check.name(), check.documentation()));
    }
    if !what.ends_with(".trine") && !Path::new(what).is_file() {
        let near = nearest(what, Check::ALL.iter().map(|check| check.name()));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(format!("there is no built-in check and no specification `{what}`{near}"));
    }
    let host = Overlay::new(documents, Arc::default());
    let text = host.read(what).map_err(|why| format!("cannot read {what}: {why}"))?;
    let (diagnostics, sources, specs) = diagnose_specification(what, &text);
    if let Some(wrong) = diagnostics.items.first().filter(|_| diagnostics.has_errors()) {
        let at = wrong.span.map_or(String::new(), |span| format!("{}: ", sources.describe(span)));
        return Err(format!("{at}{}", wrong.message));
    }
    let explained: Vec<spec::Explained> = specs.iter().flat_map(spec::explain).collect();
    Ok(trine_report::explain::text(&explained, &Look::default()))
}

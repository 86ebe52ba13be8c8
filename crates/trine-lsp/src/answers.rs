//! The questions that editors and assistants ask: what is wrong, what holds, what can be named, what does it mean.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use trine_report::{Look, Report};
use trine_session::{
    Budget, Diagnostics, Request, SourceMap, check_loaded, event_patterns, explain_check,
    explain_specification, load, nearest_check,
};

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

/// What a specification can name in a program: patterns of events, each with its process.
pub fn events(question: &Question, documents: Arc<Documents>) -> Result<Vec<String>, String> {
    let host = Overlay::new(documents, Arc::default());
    let mut request = question.request();
    request.program.keep_all = true;
    let loaded = load(&request, &host);
    if let Some(wrong) =
        loaded.diagnostics.items.first().filter(|_| loaded.diagnostics.has_errors())
    {
        return Err(wrong.message.clone());
    }
    event_patterns(&loaded).ok_or_else(|| "the program is too large to list its events".to_string())
}

/// What a built-in check, or a specification, means.
pub fn explain(what: &str, documents: Arc<Documents>) -> Result<String, String> {
    if let Some(meaning) = explain_check(what) {
        return Ok(format!("{what}\n\n{meaning}\n"));
    }
    if !what.ends_with(".trine") && !Path::new(what).is_file() {
        let near = nearest_check(what).map(|near| format!("; did you mean `{near}`?"));
        let near = near.unwrap_or_default();
        return Err(format!("there is no built-in check and no specification `{what}`{near}"));
    }
    let host = Overlay::new(documents, Arc::default());
    let read = explain_specification(what, &[], &host)?;
    if let Some(wrong) = read.diagnostics.items.first().filter(|_| read.diagnostics.has_errors()) {
        let place = wrong.span.map(|span| format!("{}: ", read.sources.describe(span)));
        return Err(format!("{}{}", place.unwrap_or_default(), wrong.message));
    }
    Ok(trine_report::explain::text(&read.explained, &Look::default()))
}

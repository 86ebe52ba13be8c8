//! What Trine says of a snippet, in-process: whether an assertion fails or an error is not caught, and on which line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use trine_base::Span;
use trine_session::{Loaded, Request, check};
use trine_system::interpret::Move;
use trine_verdict::{Budget, PropertyResult, Reason, TraceMove, Verdict};

use crate::host::TestHost;

/// What Trine says of a snippet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ours {
    Verdicts {
        assertion: Answer,
        error: Answer,
    },
    /// It was not taken for a program.
    Refused(String),
    Broken(String),
}

/// A verdict on a snippet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Holds,
    /// On a line of the snippet; what happens there.
    Violated(u32, String),
    /// Why it is not known, and on which line; 0 where it is not one of the snippet.
    Open(String, u32),
    /// Trine contradicts itself.
    Broken(String),
}

/// The request that a snippet is checked with.
pub fn request() -> Request {
    Request {
        files: vec!["Main.java".to_string()],
        properties: Some(vec!["assertion".to_string(), "uncaught-error".to_string()]),
        budget: Budget { time: Some(Duration::from_secs(20)), memory: Some(1 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    }
}

/// Trine's answers on a text.
pub fn ours(text: &str) -> Ours {
    let host = TestHost::with("Main.java", text);
    let Ok(checked) = catch_unwind(AssertUnwindSafe(|| check(&request(), &host))) else {
        return Ours::Broken("a panic".to_string());
    };
    let of = |name: &str| checked.results.iter().find(|result| result.property.name == name);
    let (Some(assertion), Some(error)) = (of("assertion"), of("uncaught-error")) else {
        let items = &checked.loaded.diagnostics.items;
        let said = items.iter().map(|item| {
            let line = item.span.map_or(0, |span| checked.loaded.sources.place(span).line);
            let text = text.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default();
            format!("{} ({})", item.message, text.trim())
        });
        return Ours::Refused(said.collect::<Vec<_>>().join("; "));
    };
    let (assertion, error) = (answer(assertion, &checked.loaded), answer(error, &checked.loaded));
    Ours::Verdicts { assertion, error }
}

fn answer(result: &PropertyResult, loaded: &Loaded) -> Answer {
    match result.verdict {
        Verdict::Holds => Answer::Holds,
        Verdict::Violated => {
            let finding = result.findings.first();
            let fault = finding.and_then(|finding| finding.fault.as_ref());
            let on_program = finding.and_then(|finding| finding.program.as_ref());
            let message = fault.map(|fault| &fault.message);
            let message = message.or(on_program.map(|execution| &execution.message));
            let message = message.cloned().unwrap_or_default();
            Answer::Violated(line(result, loaded), message)
        }
        Verdict::Inconclusive => match &result.reason {
            Some(Reason::Internal { what }) => Answer::Broken(what.clone()),
            Some(reason) => Answer::Open(because(reason), place(reason, loaded)),
            None => Answer::Broken("no reason".to_string()),
        },
    }
}

fn because(reason: &Reason) -> String {
    match reason {
        Reason::Limit { what, .. } => format!("limit: {what}"),
        Reason::Bound { what, .. } => format!("bound: {what}"),
        Reason::Unmodelled { what, .. } => format!("unmodelled: {what}"),
        other => format!("{other:?}"),
    }
}

/// The line of a reason, if it is one of the snippet.
fn place(reason: &Reason, loaded: &Loaded) -> u32 {
    match reason {
        Reason::Unmodelled { at: Some(span), .. } => {
            let own = loaded.sources.get(span.file).name.ends_with("Main.java");
            if own { loaded.sources.place(*span).line } else { 0 }
        }
        _ => 0,
    }
}

/// The line of the last step that has a place.
fn line(result: &PropertyResult, loaded: &Loaded) -> u32 {
    last_place(result, loaded).map_or(0, |span| loaded.sources.place(span).line)
}

/// Where the last step is that has a place.
pub fn last_place(result: &PropertyResult, loaded: &Loaded) -> Option<Span> {
    let finding = result.findings.first()?;
    if let Some(execution) = &finding.program {
        return execution.span;
    }
    let system = loaded.system.as_ref()?;
    finding.trace.steps.iter().rev().find_map(|step| {
        let TraceMove::System(step) = &step.action else { return None };
        let Move::Edge(edge) = step.action else { return None };
        let process = system.processes.get(step.process as usize)?;
        system.templates[process.template].edges[edge].span
    })
}

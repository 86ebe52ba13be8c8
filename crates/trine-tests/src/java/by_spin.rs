//! Asks Trine and SPIN the same about a Java program: SPIN by way of the exported Promela.

use std::time::Duration;

use trine_promela::print as print_promela;
use trine_session::{Request, check_loaded, load};
use trine_verdict::{Budget, Verdict};

use crate::host::TestHost;
use crate::spin::{self, Completeness, ErrorKind, Mode, Settings};

/// Which of the two checks that SPIN knows are violated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Answer {
    pub deadlock: bool,
    pub assertion: bool,
}

/// What SPIN says of an exported program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Promela cannot say it, for these reasons.
    Refused(Vec<String>),
    /// Trine has no system or no verdict of its own, so there is nothing to compare.
    Open(String),
    /// SPIN does not take what was printed, or does not come to an end with it.
    Failed(String),
    Both {
        trine: Answer,
        spin: Answer,
    },
}

/// Checks a program of one file with both.
pub fn ask(text: &str) -> Asked {
    let (promela, trine) = match ask_trine("Main.java", text) {
        Ok(answers) => answers,
        Err(why) => return Asked::Open(why),
    };
    let promela = match promela {
        Ok(promela) => promela,
        Err(reasons) => return Asked::Refused(reasons),
    };
    let trine = match trine {
        Ok(trine) => trine,
        Err(why) => return Asked::Open(why),
    };
    match ask_spin(&promela) {
        Ok(spin) => Asked::Both { trine, spin },
        Err(why) => Asked::Failed(why),
    }
}

/// A program as Promela, or why that cannot be said.
pub type Printed = Result<String, Vec<String>>;

/// The program as Promela, and what Trine says about it. Without a system there is neither.
pub fn ask_trine(name: &str, text: &str) -> Result<(Printed, Result<Answer, String>), String> {
    let host = TestHost::with(name, text);
    let request = Request {
        files: vec![name.to_string()],
        properties: Some(["deadlock", "assertion"].map(str::to_string).to_vec()),
        budget: Budget { time: Some(Duration::from_secs(20)), memory: Some(2 << 30), depth: None },
        search_again: 2_000,
        ..Request::default()
    };
    let loaded = load(&request, &host);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        let first = loaded.diagnostics.items.first();
        return Err(first.map_or("no system".to_string(), |item| item.message.clone()));
    };
    let promela = print_promela(system);
    let checked = check_loaded(&request, loaded, &host);
    let violated = |name: &str| {
        let result = checked.results.iter().find(|result| result.property.name == name);
        match result.map(|result| (result.verdict, &result.reason)) {
            Some((Verdict::Violated, _)) => Ok(true),
            Some((Verdict::Holds, _)) => Ok(false),
            Some((Verdict::Inconclusive, reason)) => Err(format!("{name}: {reason:?}")),
            None => Err(format!("{name}: no answer")),
        }
    };
    let trine = match (violated("deadlock"), violated("assertion")) {
        (Ok(deadlock), Ok(assertion)) => Ok(Answer { deadlock, assertion }),
        (Err(why), _) | (_, Err(why)) => Err(why),
    };
    Ok((promela, trine))
}

/// What SPIN says about a model.
pub fn ask_spin(promela: &str) -> Result<Answer, String> {
    let settings = Settings { run_time: Duration::from_secs(20), ..Settings::small() };
    let said = spin::check(promela, &Mode::NoReduce, &settings).map_err(|why| why.to_string())?;
    let report = &said.report;
    let known = [ErrorKind::Assertion, ErrorKind::InvalidEnd];
    let whole = report.complete == Completeness::Yes && report.errors.is_some();
    if !whole || !report.kinds.iter().all(|kind| known.contains(kind)) {
        let error = report.first_error.as_deref().unwrap_or("no answer");
        return Err(format!("SPIN: {} ({}), {error}", report.verdict, report.complete));
    }
    let has = |kind: ErrorKind| report.kinds.contains(&kind);
    Ok(Answer { deadlock: has(ErrorKind::InvalidEnd), assertion: has(ErrorKind::Assertion) })
}

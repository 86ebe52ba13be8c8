//! Trine's answers, in the terms in which SPIN's are given.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use trine_session::{ExploreOptions, Request, Search};
use trine_verdict::{Budget, Reason, Verdict};

use crate::differential::{Checker, OurResult, Outcome};
use crate::host::TestHost;
use crate::spin::{ErrorKind, Mode};

/// The real pipeline, judge included, with limits of its own.
#[derive(Clone, Debug)]
pub struct Trine {
    pub budget: Budget,
    /// Changes to the options that a mode asks for.
    pub explore: ExploreOptions,
    /// Up to how many raw states proofs are searched again.
    pub search_again: usize,
    pub defines: Vec<(String, String)>,
}

impl Trine {
    /// Default options, with so many seconds for each check and 8 GiB.
    pub fn with_time(seconds: u64) -> Trine {
        Trine {
            budget: Budget {
                time: Some(Duration::from_secs(seconds)),
                memory: Some(8 << 30),
                depth: None,
            },
            explore: ExploreOptions::default(),
            search_again: 5_000,
            defines: Vec::new(),
        }
    }

    /// The request that corresponds to one of SPIN's modes.
    pub fn request(&self, file: &str, mode: &Mode) -> Request {
        let mut explore = self.explore.clone();
        let safety = ["assertion", "deadlock", "uncaught-error", "trace", "notrace"];
        let mut properties: Vec<String> = safety.map(str::to_string).to_vec();
        let mut non_progress = false;
        match mode {
            Mode::Safety => {}
            Mode::Bfs => explore.search = Search::Bfs,
            Mode::SafetyAll => explore.all_errors = true,
            Mode::NoReduce => {
                explore.all_errors = true;
                explore.partial_order = false;
            }
            Mode::Raw => {
                explore.all_errors = true;
                explore.raw = true;
                explore.partial_order = false;
            }
            Mode::Accept => properties = vec!["acceptance".to_string()],
            Mode::RawAccept => {
                properties = vec!["acceptance".to_string()];
                explore.raw = true;
                explore.partial_order = false;
            }
            Mode::Claim(name) => properties = vec![name.clone()],
            Mode::ClaimNoReduce(name) => {
                properties = vec![name.clone()];
                explore.partial_order = false;
            }
            Mode::RawClaim(name) => {
                properties = vec![name.clone()];
                explore.raw = true;
                explore.partial_order = false;
            }
            Mode::Fair(name) => {
                properties = vec![name.clone()];
                explore.fairness = true;
            }
            Mode::Np | Mode::NpFair | Mode::RawNp => {
                properties = vec!["non-progress".to_string()];
                non_progress = true;
                explore.fairness = matches!(mode, Mode::NpFair);
                if matches!(mode, Mode::RawNp) {
                    explore.raw = true;
                    explore.partial_order = false;
                }
            }
        }
        Request {
            files: vec![file.to_string()],
            defines: self.defines.clone(),
            properties: Some(properties),
            non_progress,
            explore,
            budget: self.budget.clone(),
            search_again: self.search_again,
            ..Request::default()
        }
    }

    fn answer(&self, file: &str, mode: &Mode, host: &TestHost) -> OurResult {
        let start = Instant::now();
        let mut request = self.request(file, mode);
        let loaded = trine_session::load(&request, host);
        // A model without an event trace has no such property.
        if let Some(properties) = &mut request.properties {
            let known = |name: &String| loaded.properties.iter().any(|(p, _)| p.name == *name);
            properties.retain(|name| !name.ends_with("trace") || known(name));
        }
        let checked = trine_session::check_loaded(&request, loaded, host);
        let mut ours = OurResult {
            outcome: Outcome::Holds,
            kinds: BTreeSet::new(),
            stored: None,
            transitions: None,
            seconds: start.elapsed().as_secs_f64(),
        };
        let errors = &checked.loaded.diagnostics;
        if errors.has_errors() {
            let first = errors.items.first().map_or(String::new(), |item| item.message.clone());
            ours.outcome = Outcome::BadInput(first);
            return ours;
        }
        for result in &checked.results {
            ours.stored = ours.stored.or(result.stats.states);
            ours.transitions = ours.transitions.or(result.stats.transitions);
            let worse = match result.verdict {
                Verdict::Holds => continue,
                Verdict::Violated => {
                    ours.kinds.insert(kind_of(&result.property.name));
                    Outcome::Violated
                }
                Verdict::Inconclusive => match &result.reason {
                    Some(Reason::Internal { what }) => Outcome::Bug(what.clone()),
                    reason => Outcome::Inconclusive(format!("{reason:?}")),
                },
            };
            let rank = |outcome: &Outcome| match outcome {
                Outcome::Holds => 0,
                Outcome::Inconclusive(_) => 1,
                Outcome::Violated => 2,
                Outcome::BadInput(_) => 3,
                Outcome::Bug(_) => 4,
            };
            if rank(&worse) > rank(&ours.outcome) {
                ours.outcome = worse;
            }
        }
        if checked.results.is_empty() {
            ours.outcome = Outcome::Bug("no verdict".to_string());
        }
        ours
    }
}

impl Checker for Trine {
    fn check(&self, model: &str, mode: &Mode) -> OurResult {
        self.answer("model.pml", mode, &TestHost::with("model.pml", model))
    }

    fn check_file(&self, path: &Path, mode: &Mode) -> OurResult {
        self.answer(&path.to_string_lossy(), mode, &TestHost::new())
    }
}

fn kind_of(property: &str) -> ErrorKind {
    match property {
        "assertion" => ErrorKind::Assertion,
        "deadlock" => ErrorKind::InvalidEnd,
        "uncaught-error" => ErrorKind::Uncaught,
        "trace" | "notrace" => ErrorKind::Trace,
        "acceptance" => ErrorKind::AcceptCycle,
        "non-progress" => ErrorKind::NpCycle,
        _ => ErrorKind::Claim,
    }
}

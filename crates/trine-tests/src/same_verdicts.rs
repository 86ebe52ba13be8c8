//! Asks the same question in many ways: every way of searching must give the same verdict.
//!
//! Reductions, stores, orders and expanded synchronisations change how much a search sees, never what
//! it says. The plainest way, one statement a step and no reduction, is laid beside each of the
//! others, and on small models beside the naive search of the judge.

use std::cell::Cell;
use std::time::{Duration, Instant};

use trine_judge::{SearchAgain, search_again};
use trine_property::{Check, Claim, ClaimGuard, Property, PropertyKind};
use trine_session::{ExploreOptions, Host, Loaded, Request, Search, Storage};
use trine_system::{Expansion, System};
use trine_verdict::{Finding, Progress, PropertyResult, Reason, TraceMove, Verdict};

use crate::host::TestHost;

/// Models with more states than this, one statement a step, are left out.
pub const LARGEST: u64 = 50_000;
/// Up to so many states the interpreter is asked, too.
pub const SMALL: usize = 5_000;
/// A model that has not been answered after so long by the plainest search is left out.
const PATIENCE: Duration = Duration::from_secs(10);

/// A model to ask about.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    /// A file on disk, or the text itself.
    pub text: Option<String>,
}

/// What was compared, and what differed.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// 1 where the model is small enough to be compared at all.
    pub models: usize,
    /// Models small enough for the interpreter.
    pub small: usize,
    /// Pairs of verdicts laid beside each other.
    pub compared: usize,
    /// Of these, the ones with the naive search.
    pub naive: usize,
    /// Verdicts that the naive search has another idea of: rest at an accept label, and executions
    /// that stay inside an atomic step for ever.
    pub not_naive: usize,
    /// Of these, the ones on a system whose channels or monitors were expanded.
    pub expanded: usize,
    /// Verdicts that are violations.
    pub violated: usize,
    pub different: Vec<String>,
}

impl Comparison {
    /// Adds the counts of another comparison, and what differed in it.
    pub fn add(&mut self, other: Comparison) {
        self.models += other.models;
        self.small += other.small;
        self.compared += other.compared;
        self.naive += other.naive;
        self.not_naive += other.not_naive;
        self.expanded += other.expanded;
        self.violated += other.violated;
        self.different.extend(other.different);
    }
}

/// Asks about one model in every way.
pub fn compare(subject: &Subject) -> Comparison {
    let mut comparison = Comparison::default();
    let Some((system, properties)) = read(subject) else { return comparison };
    let plain = ExploreOptions { raw: true, partial_order: false, ..ExploreOptions::default() };
    let Some(expected) = plainest(&system, &properties, &plain) else { return comparison };
    comparison.models = 1;
    comparison.violated = expected
        .iter()
        .filter(|answer| matches!(answer, Answer::Violated | Answer::ViolatedAtRest))
        .count();
    let mut asker = Asker { name: &subject.name, comparison: &mut comparison };
    for (way, options) in ways() {
        asker.ask(way, &system, &properties, &expected, &options);
    }
    expand(&mut asker, &system, &properties, &expected);
    let fair = ExploreOptions { fairness: true, ..plain.clone() };
    if let Some(expected) = plainest(&system, &properties, &fair) {
        let reduced = ExploreOptions { fairness: true, ..ExploreOptions::default() };
        asker.ask("fair, reduced", &system, &properties, &expected, &reduced);
        asker.naive("fair, naive", &system, &properties, &expected, true);
    }
    let size = asker.naive("naive", &system, &properties, &expected, false);
    if size {
        asker.comparison.small = 1;
        let interpret = ExploreOptions { interpret: true, ..plain };
        asker.ask("interpreted", &system, &properties, &expected, &interpret);
    }
    comparison
}

/// The ways of searching that are compared with the plainest one.
fn ways() -> Vec<(&'static str, ExploreOptions)> {
    let default = ExploreOptions::default;
    let bits = Storage::Bitstate { functions: 3, log2_bits: 22, runs: 2 };
    vec![
        ("reduced", default()),
        ("reduced, every state", ExploreOptions { every_state: true, ..default() }),
        ("not reduced", ExploreOptions { partial_order: false, ..default() }),
        ("reduced, told apart", ExploreOptions { symmetry: false, ..default() }),
        ("reduced, compressed", ExploreOptions { storage: Storage::Compressed, ..default() }),
        (
            "raw, compressed",
            ExploreOptions {
                raw: true,
                partial_order: false,
                storage: Storage::Compressed,
                ..default()
            },
        ),
        ("reduced, breadth first", ExploreOptions { search: Search::Bfs, ..default() }),
        (
            "not reduced, breadth first",
            ExploreOptions { search: Search::Bfs, partial_order: false, ..default() },
        ),
        ("shortest", ExploreOptions { shortest: true, ..default() }),
        ("all errors", ExploreOptions { all_errors: true, ..default() }),
        ("hash-compact", ExploreOptions { storage: Storage::HashCompact, ..default() }),
        ("bitstate", ExploreOptions { storage: bits, ..default() }),
    ]
}

/// Asks about the same model without its buffered channels, and without monitors and entries.
fn expand(asker: &mut Asker<'_>, system: &System, properties: &[Property], expected: &[Answer]) {
    let default = ExploreOptions::default();
    for (way, expansion) in [
        ("channels expanded", Expansion::of_channels(system)),
        ("synchronisation expanded", Expansion::of_sync(system)),
    ] {
        if expansion.system == *system {
            continue;
        }
        let mut kept = Vec::new();
        let mut wanted = Vec::new();
        // Without monitors and starts there is nothing left that checks of threads look at.
        let threads = system.rules.threads && way == "synchronisation expanded";
        for (property, answer) in properties.iter().zip(expected) {
            if threads && !survives_expansion(property) {
                continue;
            }
            if let Some(property) = translated(&expansion, property) {
                kept.push(property);
                wanted.push(*answer);
            }
        }
        let before = asker.comparison.compared;
        asker.ask(way, &expansion.system, &kept, &wanted, &default);
        let raw = ExploreOptions { raw: true, partial_order: false, ..default.clone() };
        asker.ask(&format!("{way}, raw"), &expansion.system, &kept, &wanted, &raw);
        asker.comparison.expanded += asker.comparison.compared - before;
    }
}

/// Whether a property of threads means the same where their synchronisation is only variables.
fn survives_expansion(property: &Property) -> bool {
    match &property.kind {
        PropertyKind::Check(check) => {
            matches!(check, Check::Assertion | Check::Acceptance | Check::NonProgress)
        }
        PropertyKind::Events(_) | PropertyKind::Claim(_) => true,
    }
}

/// A property of a system as one of its expansion; events on channels are gone with the channels.
fn translated(expansion: &Expansion, property: &Property) -> Option<Property> {
    let kind = match &property.kind {
        PropertyKind::Check(check) => PropertyKind::Check(*check),
        PropertyKind::Events(_) => return None,
        PropertyKind::Claim(claim) => {
            let mut claim: Claim = claim.clone();
            for edge in claim.states.iter_mut().flat_map(|state| &mut state.edges) {
                if let ClaimGuard::When(guard) = &mut edge.guard {
                    *guard = expansion.expr(guard);
                }
                edge.assertion = edge.assertion.as_ref().map(|expr| expansion.expr(expr));
            }
            PropertyKind::Claim(claim)
        }
    };
    Some(Property { kind, ..property.clone() })
}

/// A verdict, as far as it must be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Holds,
    Violated,
    /// Violated by coming to rest at an accept label, which the naive search does not look for.
    ViolatedAtRest,
    /// The model leaves something out, or has a bound of its own.
    Open,
}

struct Asker<'a> {
    name: &'a str,
    comparison: &'a mut Comparison,
}

impl Asker<'_> {
    fn ask(
        &mut self,
        way: &str,
        system: &System,
        properties: &[Property],
        expected: &[Answer],
        options: &ExploreOptions,
    ) {
        let results = answers(system, properties, options, &Patient::new(u64::MAX));
        if results.len() != expected.len() {
            self.differ(way, "", "the number of verdicts");
        }
        for (result, expected) in results.iter().zip(expected) {
            self.comparison.compared += 1;
            let approximate = options.storage.is_approximate()
                && matches!(result.reason, Some(Reason::Approximate { .. }));
            let same = match (result.verdict, expected) {
                // A store that may lose states must not claim a proof.
                (Verdict::Holds, Answer::Holds) => {
                    !options.storage.is_approximate() || stored_exactly(result)
                }
                (Verdict::Violated, Answer::Violated | Answer::ViolatedAtRest) => true,
                (Verdict::Inconclusive, Answer::Holds) => approximate,
                (Verdict::Inconclusive, Answer::Open) => !is_internal(result),
                _ => false,
            };
            if !same {
                let told =
                    format!("{expected:?} becomes {:?}: {:?}", result.verdict, result.reason);
                self.differ(way, &result.property.name, &told);
            }
        }
    }

    /// Whether the naive search could answer.
    fn naive(
        &mut self,
        way: &str,
        system: &System,
        properties: &[Property],
        expected: &[Answer],
        fair: bool,
    ) -> bool {
        let wanted: Vec<&Property> = properties.iter().collect();
        let mut any = false;
        for ((property, naive), expected) in properties
            .iter()
            .zip(search_again(system, &wanted, fair, SMALL, &|| true))
            .zip(expected)
        {
            let naive = match naive {
                SearchAgain::Confirmed => Answer::Holds,
                SearchAgain::Contradicted => Answer::Violated,
                SearchAgain::Undecided => continue,
            };
            any = true;
            if matches!(expected, Answer::Open | Answer::ViolatedAtRest) {
                self.comparison.not_naive += 1;
                continue;
            }
            self.comparison.compared += 1;
            self.comparison.naive += 1;
            if naive != *expected {
                self.differ(way, &property.name, &format!("{expected:?} becomes {naive:?}"));
            }
        }
        any
    }

    fn differ(&mut self, way: &str, property: &str, what: &str) {
        self.comparison.different.push(format!("{}, {way}, {property}: {what}", self.name));
    }
}

/// Whether a search went back to exact storage, and said so.
fn stored_exactly(result: &PropertyResult) -> bool {
    result.remarks.iter().any(|remark| remark.starts_with("states are stored exactly"))
}

/// Whether the system rests for ever at an accept label.
fn is_at_rest(result: &PropertyResult) -> bool {
    let rests = |finding: &Finding| {
        let from = finding.trace.loop_from.unwrap_or(usize::MAX);
        let mut cycle = finding.trace.steps.iter().skip(from).peekable();
        cycle.peek().is_some() && cycle.all(|step| step.action == TraceMove::Stutter)
    };
    result.property.kind == PropertyKind::Check(Check::Acceptance)
        && result.findings.first().is_some_and(rests)
}

fn is_internal(result: &PropertyResult) -> bool {
    matches!(result.reason, Some(Reason::Internal { .. }))
}

/// The model and all that can be asked of it; nothing where it is rejected.
fn read(subject: &Subject) -> Option<(System, Vec<Property>)> {
    let host = match &subject.text {
        Some(text) => TestHost::with(&subject.name, text),
        None => TestHost::new(),
    };
    let request =
        Request { files: vec![subject.name.clone()], non_progress: true, ..Request::default() };
    let loaded = trine_session::load(&request, &host);
    if loaded.diagnostics.has_errors() {
        return None;
    }
    let properties = loaded.properties.into_iter().filter(|(_, by_default)| *by_default);
    Some((loaded.system?, properties.map(|(property, _)| property).collect()))
}

/// The verdicts of the plainest search, where the model is small enough for it.
fn plainest(
    system: &System,
    properties: &[Property],
    options: &ExploreOptions,
) -> Option<Vec<Answer>> {
    let host = Patient::new(LARGEST);
    let results = answers(system, properties, options, &host);
    if host.lost.get() || results.iter().any(|result| result.stats.states > Some(LARGEST)) {
        return None;
    }
    let answer = |result: &PropertyResult| match result.verdict {
        Verdict::Holds => Answer::Holds,
        Verdict::Violated if is_at_rest(result) => Answer::ViolatedAtRest,
        Verdict::Violated => Answer::Violated,
        Verdict::Inconclusive => Answer::Open,
    };
    Some(results.iter().map(answer).collect())
}

fn answers(
    system: &System,
    properties: &[Property],
    options: &ExploreOptions,
    host: &Patient,
) -> Vec<PropertyResult> {
    let loaded = Loaded {
        system: Some(system.clone()),
        properties: properties.iter().map(|property| (property.clone(), true)).collect(),
        ..Loaded::default()
    };
    let request = Request { explore: options.clone(), search_again: 0, ..Request::default() };
    trine_session::check_loaded(&request, loaded, host).results
}

/// A world that loses its patience with searches that grow too large.
struct Patient {
    start: Instant,
    most: u64,
    lost: Cell<bool>,
}

impl Patient {
    fn new(most: u64) -> Patient {
        Patient { start: Instant::now(), most, lost: Cell::new(false) }
    }
}

impl Host for Patient {
    fn read(&self, path: &str) -> Result<String, String> {
        Err(format!("{path} is not needed"))
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.lost.get()
    }

    fn progress(&self, progress: Progress) {
        let limited = self.most != u64::MAX;
        if limited && (progress.states > self.most || self.start.elapsed() > PATIENCE) {
            self.lost.set(true);
        }
    }
}

//! A finished report: what was asked, what the answers are, and what backs them.
//!
//! These structures are the stable JSON interface, key for key. What only people need (drawings of
//! traces, unreached code, remarks) sits beside it in fields that JSON leaves out.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use trine_base::{Diagnostic, Severity, SourceMap, Span};
use trine_property::Level;
use trine_system::{Assumption, EdgeId, Effect, FaultKind, Sync, System, TemplateId};
use trine_verdict::{Checked as Backing, Reason, Stats, Unreached, Verdict};

use crate::trace::DescribedTrace;

/// The version of the JSON interface.
pub const VERSION: u32 = 1;

/// A report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub diagnostics: Vec<ReportDiagnostic>,
    /// One for each property, query and built-in check.
    pub results: Vec<ReportResult>,
}

/// A diagnostic of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportDiagnostic {
    pub severity: String,
    pub message: String,
    pub at: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedPlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    #[serde(skip)]
    pub span: Option<Span>,
}

/// Another place that matters, and what it has to do with the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedPlace {
    pub message: String,
    pub at: Option<String>,
    #[serde(skip)]
    pub span: Option<Span>,
}

/// The result of one property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportResult {
    pub property: String,
    #[serde(with = "verdict_name")]
    pub verdict: Verdict,
    #[serde(with = "level_name")]
    pub level: Level,
    /// The engine that decided it.
    pub engine: Option<String>,
    /// Why it is inconclusive.
    pub reason: Option<String>,
    pub vacuous: bool,
    pub checked: Checked,
    /// A violation was replayed on the program itself, too.
    #[serde(skip)]
    pub on_program: bool,
    /// Every engine that was asked.
    pub engines: Vec<EngineRun>,
    /// The constraints that were used.
    pub constraints: Vec<String>,
    pub assumptions: Vec<ReportAssumption>,
    pub findings: Vec<ReportFinding>,
    /// That of the first finding.
    pub trace: Option<ReportTrace>,
    pub stats: ReportStats,

    /// What the property says, in words or as its formula.
    #[serde(skip)]
    pub meaning: Option<String>,
    /// What was switched on or off, and why.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// What was left out of the search, for those that want to know everything.
    #[serde(skip)]
    pub left_out: Option<String>,
    /// What would settle an inconclusive answer, or what to try next.
    #[serde(skip)]
    pub hints: Vec<String>,
    /// The steps of a possible violation that could not be confirmed, in words.
    #[serde(skip)]
    pub path: Vec<String>,
    /// Code that a complete search never reached.
    #[serde(skip)]
    pub unreached: Vec<UnreachedCode>,
}

/// How the judge backed a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Checked {
    /// The violation was replayed step by step.
    Replay,
    Certificate,
    /// A small `holds` was searched again naively.
    Search,
    /// A naive search of the program itself says the same.
    Program,
    #[default]
    None,
}

impl From<Backing> for Checked {
    fn from(backing: Backing) -> Checked {
        match backing {
            Backing::Replay => Checked::Replay,
            Backing::Certificate => Checked::Certificate,
            Backing::Search => Checked::Search,
            Backing::Program => Checked::Program,
            Backing::None => Checked::None,
        }
    }
}

/// An engine that was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineRun {
    pub engine: String,
    #[serde(with = "verdict_name")]
    pub verdict: Verdict,
    pub seconds: Option<f64>,
}

/// An assumption of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportAssumption {
    pub kind: String,
    pub text: String,
    pub at: Option<String>,
}

/// One violation, at one place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportFinding {
    pub message: String,
    pub at: Option<String>,
    pub related: Vec<RelatedPlace>,
    /// The same for the same finding after unrelated edits.
    pub fingerprint: String,
    pub suppressed: bool,
    pub trace: Option<ReportTrace>,

    #[serde(skip)]
    pub span: Option<Span>,
    /// The trace with all that people want to see of it.
    #[serde(skip)]
    pub described: Option<DescribedTrace>,
}

/// An execution of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportTrace {
    pub steps: Vec<ReportStep>,
    /// The step where the cycle of an infinite execution starts.
    pub loop_from: Option<usize>,
}

/// A step of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportStep {
    pub process: String,
    pub action: String,
    /// The events of the property that the step carries.
    pub events: Vec<String>,
    pub at: Option<String>,
    /// Name, value before, value after.
    pub changes: Vec<[String; 3]>,
}

/// The figures of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportStats {
    pub nodes: Option<u64>,
    pub tuples: Option<u64>,
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    pub bytes: Option<u64>,
    pub seconds: Option<f64>,
    /// The longest path of the search.
    #[serde(skip)]
    pub depth: Option<u64>,
    /// How many processes are alike, so that a state stands for all in which they changed places.
    #[serde(skip)]
    pub alike: Option<u64>,
    /// How much approximate storage covered, in words.
    #[serde(skip)]
    pub coverage: Option<String>,
}

/// A statement that no execution reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedCode {
    pub template: String,
    pub text: String,
    pub at: Option<String>,
    pub span: Option<Span>,
}

impl Report {
    /// A report without results, of the version that is written.
    pub fn new() -> Report {
        Report { version: VERSION, diagnostics: Vec::new(), results: Vec::new() }
    }

    /// The worst of all results, in the order 3, 1, 2, 0. (4, a bug in Trine, is never a report.)
    pub fn exit_code(&self) -> u8 {
        let error = Severity::Error.name();
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == error) {
            return 3;
        }
        let counting = || self.results.iter().filter(|result| result.level == Level::Error);
        if counting().any(ReportResult::counts_as_violated) {
            1
        } else if counting().any(|result| result.verdict == Verdict::Inconclusive) {
            2
        } else {
            0
        }
    }
}

impl Default for Report {
    fn default() -> Report {
        Report::new()
    }
}

impl ReportResult {
    /// Whether both are inconclusive for the same reason, and there is nothing else to show of either.
    pub fn is_undecided_like(&self, other: &ReportResult) -> bool {
        let plain = |result: &ReportResult| {
            result.verdict == Verdict::Inconclusive
                && result.path.is_empty()
                && result.findings.is_empty()
        };
        plain(self) && plain(other) && self.reason == other.reason && self.hints == other.hints
    }

    /// A result without engine, findings or figures, to be completed by the caller.
    pub fn new(property: impl Into<String>, verdict: Verdict, level: Level) -> ReportResult {
        ReportResult {
            property: property.into(),
            verdict,
            level,
            engine: None,
            reason: None,
            vacuous: false,
            checked: Checked::None,
            on_program: false,
            engines: Vec::new(),
            constraints: Vec::new(),
            assumptions: Vec::new(),
            findings: Vec::new(),
            trace: None,
            stats: ReportStats::default(),
            meaning: None,
            remarks: Vec::new(),
            left_out: None,
            hints: Vec::new(),
            path: Vec::new(),
            unreached: Vec::new(),
        }
    }

    /// Sets the findings, and the first one's trace as that of the result.
    pub fn set_findings(&mut self, findings: Vec<ReportFinding>) {
        self.trace = findings.first().and_then(|finding| finding.trace.clone());
        self.findings = findings;
    }

    /// Violated, and not only by findings that were suppressed.
    pub fn counts_as_violated(&self) -> bool {
        let suppressed = !self.findings.is_empty() && self.findings.iter().all(|f| f.suppressed);
        self.verdict == Verdict::Violated && !suppressed
    }
}

impl ReportDiagnostic {
    /// A diagnostic with its places in words.
    pub fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> ReportDiagnostic {
        ReportDiagnostic {
            severity: diagnostic.severity.name().to_string(),
            message: diagnostic.message.clone(),
            at: diagnostic.span.map(|span| sources.describe(span)),
            related: diagnostic
                .related
                .iter()
                .map(|(span, message)| RelatedPlace::new(message.clone(), *span, sources))
                .collect(),
            help: diagnostic.help.clone(),
            span: diagnostic.span,
        }
    }
}

impl RelatedPlace {
    /// A place in words, with what it has to do with the finding.
    pub fn new(message: impl Into<String>, span: Span, sources: &SourceMap) -> RelatedPlace {
        let at = Some(sources.describe(span));
        RelatedPlace { message: message.into(), at, span: Some(span) }
    }
}

impl ReportAssumption {
    /// An assumption with its place in words.
    pub fn new(assumption: &Assumption, sources: &SourceMap) -> ReportAssumption {
        ReportAssumption {
            kind: assumption.kind.clone(),
            text: assumption.text.clone(),
            at: assumption.span.map(|span| sources.describe(span)),
        }
    }
}

impl From<&Stats> for ReportStats {
    fn from(stats: &Stats) -> ReportStats {
        ReportStats {
            nodes: stats.nodes,
            tuples: stats.tuples,
            states: stats.states,
            transitions: stats.transitions,
            bytes: stats.bytes,
            seconds: stats.seconds,
            depth: stats.depth,
            alike: stats.alike,
            coverage: stats.coverage.as_ref().map(|coverage| coverage.text.clone()),
        }
    }
}

impl UnreachedCode {
    /// The statements of which no edge was reached, in order, each place once.
    pub fn list(system: &System, sources: &SourceMap, unreached: &[Unreached]) -> Vec<Self> {
        let missed: HashSet<(TemplateId, EdgeId)> =
            unreached.iter().map(|at| (at.template, at.edge)).collect();
        let mut reached = HashSet::new();
        for (template, code) in system.templates.enumerate() {
            for (id, edge) in code.edges.enumerate() {
                if !missed.contains(&(template, id)) {
                    reached.insert((template, edge.span, edge.text.as_str()));
                }
            }
        }
        let mut found: Vec<UnreachedCode> = Vec::new();
        let mut idle = HashSet::new();
        for (template, code) in system.templates.enumerate() {
            let mut begins =
                code.edges.enumerate().filter(|(_, edge)| edge.sync == Some(Sync::Begin));
            if begins.any(|(id, _)| missed.contains(&(template, id))) {
                idle.insert(template);
                found.push(UnreachedCode {
                    template: code.name.clone(),
                    text: "it is never started".to_string(),
                    at: None,
                    span: None,
                });
            }
        }
        for Unreached { template, edge } in unreached {
            let Some(code) = system.templates.get(*template) else { continue };
            let Some(edge) = code.edges.get(*edge) else { continue };
            if idle.contains(template) {
                continue;
            }
            // One of the ways that the statement can take.
            if edge.span.is_some() && reached.contains(&(*template, edge.span, edge.text.as_str()))
            {
                continue;
            }
            // A fault that no statement stands for.
            if matches!(edge.effects[..], [Effect::Abort(FaultKind::Choice, _)]) {
                continue;
            }
            let item = UnreachedCode {
                template: code.name.clone(),
                text: edge.text.clone(),
                at: edge.span.map(|span| sources.describe(span)),
                span: edge.span,
            };
            if !found.contains(&item) {
                found.push(item);
            }
        }
        found.sort_by(|a, b| (&a.template, a.span).cmp(&(&b.template, b.span)));
        found
    }
}

/// Why an answer is inconclusive, in a sentence.
pub fn reason_in_words(reason: &Reason, sources: &SourceMap) -> String {
    let at =
        |at: &Option<Span>| at.map_or(String::new(), |at| format!(", at {}", sources.describe(at)));
    match reason {
        Reason::Limit { what, covered, option } => {
            let mut text = format!("{what} was reached");
            if !covered.is_empty() {
                text.push_str(&format!(" (covered: {covered})"));
            }
            if !option.is_empty() {
                text.push_str(&format!("; {option} raises it"));
            }
            text
        }
        Reason::Bound { what, option, at: place } => {
            let mut text = format!("a limit was reached: {what}{}", at(place));
            if let Some(option) = option {
                text.push_str(&format!(" ({option} raises it)"));
            }
            text
        }
        Reason::Approximate { estimate } => {
            format!("nothing was found, but this storage can lose states: {estimate}")
        }
        Reason::Unmodelled { what, at: place } => {
            format!("{}{}", unmodelled_in_words(what), at(place))
        }
        Reason::NotApplicable { why } => why.clone(),
        Reason::Unconfirmed { path, why } => {
            let mut text = String::from("a possible violation could not be confirmed:");
            for line in path {
                text.push_str(&format!(" {}: {}", line.process, line.action));
                if !line.events.is_empty() {
                    text.push_str(&format!(" ({})", line.events.join(", ")));
                }
                text.push(';');
            }
            format!("{text} {why}")
        }
        Reason::Interrupted { covered } if covered.is_empty() => "interrupted".to_string(),
        Reason::Interrupted { covered } => format!("interrupted (covered: {covered})"),
        Reason::Internal { what } => format!("this is a bug in Trine: {what}"),
    }
}

/// What is not modelled and reached by an execution, in a sentence.
fn unmodelled_in_words(what: &str) -> String {
    if let Some(name) = what.strip_prefix("call of ") {
        return format!("{name} is not modelled, and an execution calls it");
    }
    if let Some(name) = what.strip_suffix(" has no body") {
        return format!("no body was found for {name}, and an execution calls it");
    }
    match what {
        "a value that is not known" => "the result depends on an unknown value".to_string(),
        _ => format!("an execution reaches what is not modelled: {what}"),
    }
}

/// What the user can do about an inconclusive answer.
pub fn advice(reason: &Reason) -> Option<String> {
    let text = match reason {
        Reason::Unmodelled { what, .. } if what.starts_with("call of ") => {
            "add the source of what is called, or write a model of it, and check again"
        }
        Reason::Unmodelled { .. } => {
            "rewrite this place with what is modelled, or check a part of the program that does not reach it"
        }
        Reason::Approximate { .. } => "`--storage exact` decides it, with more memory",
        _ => return None,
    };
    Some(text.to_string())
}

/// Serialises a verdict as its name.
mod verdict_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use trine_verdict::Verdict;

    /// Writes the verdict by its name.
    pub fn serialize<S: Serializer>(verdict: &Verdict, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(verdict.name())
    }

    /// Reads the verdict by its name.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Verdict, D::Error> {
        let name = String::deserialize(input)?;
        [Verdict::Holds, Verdict::Violated, Verdict::Inconclusive]
            .into_iter()
            .find(|verdict| verdict.name() == name)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is not a verdict")))
    }
}

/// Serialises a level as its name.
mod level_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use trine_property::Level;

    /// Writes the level by its name.
    pub fn serialize<S: Serializer>(level: &Level, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(level.name())
    }

    /// Reads the level by its name.
    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Level, D::Error> {
        let name = String::deserialize(input)?;
        [Level::Error, Level::Remark]
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is not a level")))
    }
}

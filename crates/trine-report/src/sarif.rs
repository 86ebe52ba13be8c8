//! The report as SARIF 2.1.0, for code-scanning services and editors.
//!
//! A finding is a result of kind `fail`, with its trace as a code flow: one thread flow for each
//! process, the order of steps across processes in `executionOrder`. An inconclusive property is a
//! result of kind `open`. Properties that hold are rules without results.

use serde::Serialize;
use serde_json::Value;
use trine_base::{SourceMap, Span};
use trine_property::{Check, Level};
use trine_verdict::Verdict;

use crate::json::pretty;
use crate::model::{RelatedPlace, Report, ReportDiagnostic, ReportFinding, ReportResult};
use crate::trace::{DescribedStep, DescribedTrace};

/// The log file, ended by a line break.
pub fn render(report: &Report, sources: &SourceMap, version: &str) -> String {
    let mut results = Vec::new();
    for (index, result) in report.results.iter().enumerate() {
        results.extend(results_of(result, index, sources));
    }
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "Trine",
                    semantic_version: version.to_string(),
                    rules: report.results.iter().map(rule).collect(),
                },
            },
            invocations: [Invocation {
                execution_successful: report.exit_code() < 3,
                tool_execution_notifications: report
                    .diagnostics
                    .iter()
                    .map(|diagnostic| notification(diagnostic, sources))
                    .collect(),
            }],
            artifacts: sources
                .files()
                .map(|(_, source)| Artifact { location: ArtifactLocation::new(&source.name) })
                .collect(),
            results,
            column_kind: "unicodeCodePoints",
        }],
    };
    let value = serde_json::to_value(&log).unwrap_or(Value::Null);
    format!("{}\n", pretty(&value))
}

fn rule(result: &ReportResult) -> Rule {
    let check = Check::named(&result.property);
    let full = check.map(|check| check.documentation().to_string()).or(result.meaning.clone());
    let short = full.as_deref().and_then(|text| text.split(['.', ':']).next());
    Rule {
        id: result.property.clone(),
        short_description: Text::new(short.unwrap_or(&result.property)),
        full_description: full.map(|text| Text::new(&text)),
        default_configuration: Configuration { level: level_of(result.level) },
        properties: Verdicts {
            verdict: result.verdict.name(),
            reason: result.reason.clone(),
            vacuous: result.vacuous,
        },
    }
}

fn results_of(result: &ReportResult, index: usize, sources: &SourceMap) -> Vec<SarifResult> {
    match result.verdict {
        Verdict::Holds => Vec::new(),
        Verdict::Violated => {
            result.findings.iter().map(|finding| fail(result, finding, index, sources)).collect()
        }
        Verdict::Inconclusive => {
            let reason = result.reason.as_deref().unwrap_or("neither proved nor refuted");
            vec![SarifResult {
                rule_id: result.property.clone(),
                rule_index: index,
                kind: "open",
                level: "none",
                message: Text::new(reason),
                locations: Vec::new(),
                related_locations: Vec::new(),
                partial_fingerprints: None,
                code_flows: Vec::new(),
                suppressions: Vec::new(),
            }]
        }
    }
}

fn fail(
    result: &ReportResult,
    finding: &ReportFinding,
    index: usize,
    sources: &SourceMap,
) -> SarifResult {
    let place = PhysicalLocation::new(finding.span, finding.at.as_deref(), sources);
    let related = |(id, related): (usize, &RelatedPlace)| Location {
        id: Some(id),
        physical_location: PhysicalLocation::new(related.span, related.at.as_deref(), sources),
        message: Some(Text::new(&related.message)),
    };
    let flows = finding.described.as_ref().and_then(|trace| code_flow(trace, sources));
    SarifResult {
        rule_id: result.property.clone(),
        rule_index: index,
        kind: "fail",
        level: level_of(result.level),
        message: Text::new(&finding.message),
        locations: place.map(|place| Location::at(Some(place))).into_iter().collect(),
        related_locations: finding.related.iter().enumerate().map(related).collect(),
        partial_fingerprints: Some(Fingerprints { trine: finding.fingerprint.clone() }),
        code_flows: flows.into_iter().collect(),
        suppressions: finding
            .suppressed
            .then_some(Suppression { kind: "external" })
            .into_iter()
            .collect(),
    }
}

/// The steps of each process, and what they change.
fn code_flow(trace: &DescribedTrace, sources: &SourceMap) -> Option<CodeFlow> {
    let mut flows = Vec::new();
    for (process, name) in trace.processes.iter().enumerate() {
        let steps = trace.steps.iter().enumerate();
        let locations: Vec<FlowLocation> = steps
            .filter_map(|(at, step)| flow_location(trace, process, at, step, sources))
            .collect();
        if !locations.is_empty() {
            flows.push(ThreadFlow { id: name.clone(), locations });
        }
    }
    let message = match trace.loop_from {
        Some(from) => format!("{}; the steps from {} on repeat for ever", trace.message, from + 1),
        None => trace.message.clone(),
    };
    let code_flow = CodeFlow { message: Text::new(&message), thread_flows: flows };
    (!code_flow.thread_flows.is_empty()).then_some(code_flow)
}

fn flow_location(
    trace: &DescribedTrace,
    process: usize,
    at: usize,
    step: &DescribedStep,
    sources: &SourceMap,
) -> Option<FlowLocation> {
    let half = step.partner.as_ref().filter(|half| half.process == process);
    let (message, span, place) = match half {
        Some(half) => {
            let from = trace.process(step.process);
            (format!("{} ← {from}", half.action), half.span, half.at.as_deref())
        }
        None if step.process == Some(process) => {
            (trace.action(step), step.span, step.at.as_deref())
        }
        None => return None,
    };
    let mut state = serde_json::Map::new();
    if half.is_none() {
        for change in &step.changes {
            state.insert(change.name.clone(), serde_json::json!({ "text": change.new }));
        }
    }
    Some(FlowLocation {
        location: Location {
            id: None,
            physical_location: PhysicalLocation::new(span, place, sources),
            message: Some(Text::new(&message)),
        },
        state,
        execution_order: at + 1,
    })
}

fn notification(diagnostic: &ReportDiagnostic, sources: &SourceMap) -> Notification {
    let place = PhysicalLocation::new(diagnostic.span, diagnostic.at.as_deref(), sources);
    let message = match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    Notification {
        level: match diagnostic.severity.as_str() {
            "error" => "error",
            "warning" => "warning",
            _ => "note",
        },
        message: Text::new(&message),
        locations: place.map(|place| Location::at(Some(place))).into_iter().collect(),
    }
}

fn level_of(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Remark => "note",
    }
}

/// A file name as a URI reference.
fn uri(name: &str) -> String {
    let mut text = String::new();
    let name = name.replace('\\', "/");
    if name.starts_with('/') {
        text.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    artifacts: Vec<Artifact>,
    results: Vec<SarifResult>,
    column_kind: &'static str,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: String,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    short_description: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Text>,
    default_configuration: Configuration,
    properties: Verdicts,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Verdicts {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    vacuous: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Serialize)]
struct Artifact {
    location: ArtifactLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: String,
    rule_index: usize,
    kind: &'static str,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_fingerprints: Option<Fingerprints>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "trine/v1")]
    trine: String,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    message: Text,
    thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
struct ThreadFlow {
    id: String,
    locations: Vec<FlowLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlowLocation {
    location: Location,
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    state: serde_json::Map<String, Value>,
    execution_order: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

impl Location {
    fn at(physical_location: Option<PhysicalLocation>) -> Location {
        Location { id: None, physical_location, message: None }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

impl PhysicalLocation {
    /// From a span of a text that was read, or else from a place in words, `file:line:column`.
    fn new(span: Option<Span>, at: Option<&str>, sources: &SourceMap) -> Option<PhysicalLocation> {
        let known = span.filter(|span| (span.file.0 as usize) < sources.files().count());
        if let Some(span) = known {
            let source = sources.get(span.file);
            let (start, end) = (source.place(span.start), source.place(span.end.max(span.start)));
            return Some(PhysicalLocation {
                artifact_location: ArtifactLocation::new(&source.name),
                region: Region {
                    start_line: start.line,
                    start_column: start.column,
                    end_line: Some(end.line),
                    end_column: Some(end.column),
                },
            });
        }
        let (rest, column) = at?.rsplit_once(':')?;
        let (name, line) = rest.rsplit_once(':')?;
        Some(PhysicalLocation {
            artifact_location: ArtifactLocation::new(name),
            region: Region {
                start_line: line.parse().ok()?,
                start_column: column.parse().ok()?,
                end_line: None,
                end_column: None,
            },
        })
    }
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

impl ArtifactLocation {
    fn new(name: &str) -> ArtifactLocation {
        ArtifactLocation { uri: uri(name) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

impl Text {
    fn new(text: &str) -> Text {
        Text { text: text.to_string() }
    }
}

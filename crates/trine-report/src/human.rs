//! The report for a terminal: what is wrong first and in full, then a line for each property, then
//! what the answers rest on.

use trine_base::{SourceMap, Span};
use trine_property::Level;
use trine_verdict::Verdict;

use crate::columns;
use crate::look::{
    Ink, Look, bytes_in_words, counted, grouped, padded, seconds_in_words, shortened, width,
    wrapped,
};
use crate::model::{
    Checked, Report, ReportDiagnostic, ReportFinding, ReportResult, ReportStats, UnreachedCode,
};
use crate::snippet::{self, Notice, Weight};
use crate::trace::{DescribedTrace, PROPERTY, Stands};

/// The whole report. Without timing, two runs on the same input give the same text.
pub fn render(report: &Report, sources: &SourceMap, look: &Look, no_timing: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    for diagnostic in &report.diagnostics {
        parts.push(render_diagnostic(diagnostic, sources, look));
    }
    let mut told: Vec<&ReportResult> = Vec::new();
    for result in &report.results {
        if told.iter().any(|other| other.is_undecided_like(result)) {
            continue;
        }
        let alike = report.results.iter().filter(|other| other.is_undecided_like(result));
        let names: Vec<&str> = alike.map(|other| other.property.as_str()).collect();
        let subject = if names.is_empty() { result.property.clone() } else { names.join(", ") };
        parts.extend(details(result, &subject, sources, look));
        told.push(result);
    }
    if !report.results.is_empty() {
        parts.push(table(report, look));
        if !look.quiet {
            parts.extend(assumptions(report, look));
            parts.extend(unreached(report, sources, look));
            parts.extend(remarks(report, look));
        }
        parts.push(summary(report, look, no_timing));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// One diagnostic with its source lines.
pub fn render_diagnostic(
    diagnostic: &ReportDiagnostic,
    sources: &SourceMap,
    look: &Look,
) -> String {
    let weight = match diagnostic.severity.as_str() {
        "error" => Weight::Error,
        "warning" => Weight::Warning,
        _ => Weight::Note,
    };
    let mut places: Vec<(Span, String)> = Vec::new();
    places.extend(diagnostic.span.map(|span| (span, String::new())));
    for related in &diagnostic.related {
        places.extend(related.span.map(|span| (span, related.message.clone())));
    }
    let help = diagnostic.help.as_deref();
    let title = &diagnostic.message;
    let notice = Notice { weight, word: None, subject: None, title, places, help };
    snippet::render(&notice, sources, look)
}

/// All about a result that is not simply `holds`. The subject names all properties that the same reason leaves undecided.
fn details(result: &ReportResult, subject: &str, sources: &SourceMap, look: &Look) -> Vec<String> {
    match result.verdict {
        Verdict::Holds => Vec::new(),
        Verdict::Violated => result
            .findings
            .iter()
            .filter(|finding| !finding.suppressed || look.verbose)
            .map(|finding| violation(result, finding, sources, look))
            .collect(),
        Verdict::Inconclusive => {
            let title = match result.path.is_empty() {
                true => result.reason.as_deref().unwrap_or("neither proved nor refuted"),
                false => "a possible violation could not be confirmed",
            };
            let notice = Notice {
                weight: Weight::Warning,
                word: Some("inconclusive"),
                subject: Some(subject),
                title,
                places: Vec::new(),
                help: result.hints.first().map(String::as_str),
            };
            let mut text = snippet::render(&notice, sources, look);
            for (number, step) in result.path.iter().enumerate() {
                text.push_str(&format!("  {:>4}  {step}\n", number + 1));
            }
            let shown = |finding: &&ReportFinding| !finding.suppressed || look.verbose;
            for finding in result.findings.iter().filter(shown) {
                text.push('\n');
                text.push_str(&violation(result, finding, sources, look));
            }
            vec![text]
        }
    }
}

fn violation(
    result: &ReportResult,
    finding: &ReportFinding,
    sources: &SourceMap,
    look: &Look,
) -> String {
    let word = match (result.verdict, result.level) {
        (Verdict::Violated, Level::Error) => "violated",
        (Verdict::Violated, Level::Remark) => "remark",
        _ => "possible violation",
    };
    let notice = Notice {
        weight: if result.level == Level::Error { Weight::Error } else { Weight::Note },
        word: Some(word),
        subject: Some(&result.property),
        title: &finding.message,
        places: places(finding),
        help: None,
    };
    let mut text = snippet::render(&notice, sources, look);
    match &finding.described {
        // Most programs that are fine have remarks, and an execution for each would be too long.
        Some(_) if result.level == Level::Remark && !look.verbose => {
            let how = format!("--property {} shows an execution", result.property);
            text.push_str(&format!("  {}\n", look.paint(Ink::Faint, &how)));
        }
        Some(trace) => text.push_str(&execution(trace, sources, look)),
        None => {}
    }
    for hint in result.hints.iter().filter(|_| result.verdict == Verdict::Violated) {
        text.push_str(&format!("  {} {hint}\n", look.paint(Ink::Strong, "hint:")));
    }
    text
}

/// The places of a finding, each once; the process that rests there is said in few words.
fn places(finding: &ReportFinding) -> Vec<(Span, String)> {
    let mut places: Vec<(Span, String)> = Vec::new();
    let Some(trace) = &finding.described else {
        places.extend(finding.span.map(|span| (span, String::new())));
        for related in &finding.related {
            places.extend(related.span.map(|span| (span, related.message.clone())));
        }
        return places;
    };
    places.extend(finding.span.map(|span| (span, trace.facts.join(", "))));
    let mut waiting: Vec<(Span, Vec<&str>)> = Vec::new();
    for at in trace.resting.iter().filter(|at| at.stands == Stands::Waits) {
        let Some(span) = at.span else { continue };
        let name = trace.process(Some(at.process));
        match waiting.iter_mut().find(|(other, _)| *other == span) {
            Some((_, names)) => names.push(name),
            None => waiting.push((span, vec![name])),
        }
    }
    for (span, names) in waiting {
        let label = match names.as_slice() {
            [only] => format!("{only} waits here"),
            [first, second] => format!("{first} and {second} wait here"),
            [first, .., last] => format!("{first} … {last} wait here"),
            [] => String::new(),
        };
        match places.iter_mut().find(|(other, _)| *other == span) {
            Some((_, text)) => *text = label,
            None => places.push((span, label)),
        }
    }
    for related in &finding.related {
        let Some(span) = related.span.filter(|_| related.message != PROPERTY) else { continue };
        match places.iter_mut().find(|(other, _)| *other == span) {
            Some((_, text)) if text.is_empty() => *text = related.message.clone(),
            Some((_, text)) if *text != related.message && trace.resting.is_empty() => {
                *text = format!("{text}, {}", related.message);
            }
            Some(_) => {}
            None => places.push((span, related.message.clone())),
        }
    }
    places
}

/// A trace drawn, and how it ends.
pub fn execution(trace: &DescribedTrace, sources: &SourceMap, look: &Look) -> String {
    let mut text = String::new();
    if trace.steps.is_empty() {
        text.push_str("\n  It is so in the initial state.\n");
    } else {
        let moves = trace.steps.iter().filter(|step| step.process.is_some()).count();
        let steps = counted(moves as u64, "step", "steps");
        text.push_str(&format!("\n  {}\n\n", look.paint(Ink::Strong, &format!("In {steps}:"))));
        text.push_str(&columns::chart(trace, sources, look));
    }
    if !trace.complete {
        text.push_str("\n  The rest of the trace could not be followed.\n");
    }
    // That all have ended need not be said.
    if trace.resting.iter().any(|at| at.stands != Stands::Ended) {
        let title = match trace.others_go_on {
            true => "Final state: these are blocked for ever, whatever the others do:",
            false => "Final state: all threads are blocked:",
        };
        text.push_str(&format!("\n  {}\n", look.paint(Ink::Strong, title)));
        text.push_str(&resting(trace, look));
    }
    text
}

fn resting(trace: &DescribedTrace, look: &Look) -> String {
    let names = trace.resting.iter().map(|at| width(trace.process(Some(at.process))));
    let column = names.max().unwrap_or(0).min(44);
    let mut text = String::new();
    for at in &trace.resting {
        let name = padded(trace.process(Some(at.process)), column);
        let mut story = at.text.clone();
        if !at.holds.is_empty() {
            story.push_str(&format!("; holds {}", at.holds.join(", ")));
        }
        if let (Stands::Waits | Stands::AtEnd, Some(place)) = (at.stands, &at.at) {
            story.push_str(&format!("  [{place}]"));
        }
        let ink = if at.stands == Stands::Waits { Ink::Strong } else { Ink::Faint };
        let room = look.width.max(60).saturating_sub(column + 6);
        for (row, line) in wrapped(&story, room).into_iter().enumerate() {
            let name = if row == 0 { look.paint(ink, &name) } else { " ".repeat(column) };
            text.push_str(&format!("    {name}  {line}\n"));
        }
    }
    text
}

/// A line for each result.
fn table(report: &Report, look: &Look) -> String {
    let shown: Vec<&ReportResult> = report
        .results
        .iter()
        .filter(|result| !look.quiet || result.verdict != Verdict::Holds)
        .collect();
    let column = shown.iter().map(|result| width(&result.property)).max().unwrap_or(0).min(40);
    let room = look.width.max(60).saturating_sub(column + 18);
    let mut text = String::new();
    for result in shown {
        let (mark, ink) = match (result.verdict, result.level) {
            (Verdict::Holds, _) => ("✓", Ink::Good),
            (Verdict::Violated, _) if !result.counts_as_violated() => ("–", Ink::Faint),
            (Verdict::Violated, Level::Error) => ("✗", Ink::Bad),
            (Verdict::Violated, Level::Remark) => ("•", Ink::Doubt),
            (Verdict::Inconclusive, _) => ("?", Ink::Doubt),
        };
        let verdict = padded(result.verdict.name(), 12);
        let line = format!(
            "{} {}  {}  {}",
            look.paint(ink, mark),
            padded(&result.property, column),
            look.paint(ink, &verdict),
            look.paint(Ink::Faint, &shortened(&remark(result), room)),
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What a line of the table says after the verdict.
fn remark(result: &ReportResult) -> String {
    let mut parts: Vec<String> = Vec::new();
    match result.verdict {
        Verdict::Violated => {
            parts.extend(result.findings.first().and_then(|finding| finding.at.clone()));
            let more = result.findings.len().saturating_sub(1);
            if more > 0 {
                parts.push(format!("and {more} more"));
            }
            let suppressed = result.findings.iter().filter(|finding| finding.suppressed).count();
            if suppressed > 0 {
                parts.push(format!("{suppressed} suppressed"));
            }
        }
        // The reason stands above the table, once for all properties that it concerns.
        Verdict::Inconclusive | Verdict::Holds => {}
    }
    if result.vacuous {
        parts.push("vacuously: what it speaks of never happens".to_string());
    }
    if result.level == Level::Remark && result.verdict == Verdict::Violated {
        parts.push("a remark".to_string());
    }
    parts.push(match result.checked {
        Checked::Replay if result.on_program => "confirmed on the program".to_string(),
        Checked::Replay | Checked::Search => "confirmed on the model".to_string(),
        Checked::Certificate => "certificate checked".to_string(),
        Checked::Program => "confirmed on the program".to_string(),
        Checked::None => String::new(),
    });
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

fn assumptions(report: &Report, look: &Look) -> Option<String> {
    let mut all: Vec<&crate::model::ReportAssumption> = Vec::new();
    for assumption in report.results.iter().flat_map(|result| &result.assumptions) {
        if !all.contains(&assumption) {
            all.push(assumption);
        }
    }
    if all.is_empty() {
        return None;
    }
    let mut text = format!("{}\n", look.paint(Ink::Strong, "Assumptions"));
    for assumption in all {
        let place = assumption.at.as_ref().map_or(String::new(), |at| format!("  [{at}]"));
        let line = format!("{}{place}", assumption.text);
        text.push_str(&bulleted(&line, look));
    }
    Some(text)
}

fn bulleted(line: &str, look: &Look) -> String {
    let mut text = String::new();
    for (row, part) in wrapped(line, look.width.max(60) - 4).into_iter().enumerate() {
        text.push_str(if row == 0 { "  • " } else { "    " });
        text.push_str(&part);
        text.push('\n');
    }
    text
}

/// Code that no complete search reached: what is in the list of every result that holds.
fn unreached(report: &Report, sources: &SourceMap, look: &Look) -> Option<String> {
    const SHOWN: usize = 8;
    let mut complete = report
        .results
        .iter()
        .filter(|result| result.verdict == Verdict::Holds && result.stats.states.is_some());
    let mut common: Vec<&UnreachedCode> = complete.next()?.unreached.iter().collect();
    for other in complete {
        common.retain(|code| other.unreached.contains(code));
    }
    if common.is_empty() {
        return None;
    }
    let mut text = format!("{}\n", look.paint(Ink::Strong, "Never reached"));
    let mut at = 0;
    while at < common.len() {
        let template = &common[at].template;
        let count = common[at..].iter().take_while(|code| code.template == *template).count();
        let shown = if look.verbose { count } else { count.min(SHOWN) };
        let main = sources.files().next().map(|(file, _)| file);
        let statement = |code: &&UnreachedCode| match code.span {
            Some(span) if Some(span.file) == main => {
                format!("line {} {}", sources.place(span).line, code.text)
            }
            Some(span) => format!("{} {}", sources.describe(span), code.text),
            None => code.text.clone(),
        };
        let mut list: Vec<String> = common[at..at + shown].iter().map(statement).collect();
        if shown < count {
            list.push(format!("and {} more", count - shown));
        }
        text.push_str(&bulleted(&format!("{template}: {}", list.join("; ")), look));
        at += count;
    }
    Some(text)
}

fn remarks(report: &Report, look: &Look) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    for result in &report.results {
        let hints = result.hints.iter().filter(|_| result.verdict == Verdict::Holds);
        let left_out = result.left_out.iter().filter(|_| look.verbose);
        for remark in result.remarks.iter().chain(hints).chain(left_out) {
            if !all.contains(&remark.as_str()) {
                all.push(remark);
            }
        }
    }
    if all.is_empty() {
        return None;
    }
    let title = look.paint(Ink::Strong, "Remarks");
    Some(format!("{title}\n{}", all.iter().map(|line| bulleted(line, look)).collect::<String>()))
}

/// The figures of each search, and how many of each verdict.
fn summary(report: &Report, look: &Look, no_timing: bool) -> String {
    let mut searches: Vec<(String, Vec<&str>)> = Vec::new();
    for result in &report.results {
        let figures = figures(&result.stats, no_timing);
        if figures.is_empty() {
            continue;
        }
        let engine = result.engine.as_deref().unwrap_or("search");
        let line = format!("{engine}: {figures}");
        match searches.iter_mut().find(|(other, _)| *other == line) {
            Some((_, properties)) => properties.push(&result.property),
            None => searches.push((line, vec![&result.property])),
        }
    }
    let mut text = String::new();
    if !look.quiet {
        let several = searches.len() > 1;
        for (line, properties) in &searches {
            let whose =
                if several { format!(" ({})", properties.join(", ")) } else { String::new() };
            text.push_str(&look.paint(Ink::Faint, &format!("{line}{whose}")));
            text.push('\n');
        }
    }
    let count = |verdict: Verdict| {
        let counts = |result: &&ReportResult| {
            result.verdict == verdict
                && (verdict != Verdict::Violated || result.counts_as_violated())
        };
        report.results.iter().filter(counts).count() as u64
    };
    let mut parts = Vec::new();
    for (verdict, ink, one, many) in [
        (Verdict::Violated, Ink::Bad, "violated", "violated"),
        (Verdict::Inconclusive, Ink::Doubt, "inconclusive", "inconclusive"),
        (Verdict::Holds, Ink::Good, "holds", "hold"),
    ] {
        let number = count(verdict);
        if number > 0 {
            parts.push(look.paint(ink, &counted(number, one, many)));
        }
    }
    let accepted = |result: &&ReportResult| {
        result.verdict == Verdict::Violated && !result.counts_as_violated()
    };
    let number = report.results.iter().filter(accepted).count();
    if number > 0 {
        parts.push(look.paint(Ink::Faint, &format!("{number} suppressed")));
    }
    let all = counted(report.results.len() as u64, "property", "properties");
    let findings = report.results.iter().flat_map(|result| &result.findings);
    let suppressed = findings.filter(|finding| finding.suppressed).count() as u64;
    let mut line = format!("{all}: {}", parts.join(", "));
    if suppressed > 0 {
        let suppressed = counted(suppressed, "finding is suppressed", "findings are suppressed");
        line.push_str(&format!("; {suppressed}"));
    }
    text.push_str(&line);
    text.push('\n');
    text
}

fn figures(stats: &ReportStats, no_timing: bool) -> String {
    let mut parts = Vec::new();
    let mut add = |value: Option<u64>, one: &str, many: &str| {
        parts.extend(value.map(|value| counted(value, one, many)));
    };
    add(stats.nodes, "node", "nodes");
    add(stats.tuples, "tuple", "tuples");
    add(stats.states, "state", "states");
    add(stats.transitions, "transition", "transitions");
    let alike =
        stats.alike.map(|alike| format!("symmetry: {} identical processes", grouped(alike)));
    parts.extend(alike);
    parts.extend(stats.depth.map(|depth| format!("depth {}", grouped(depth))));
    if let Some(bytes) = stats.bytes {
        let each = match stats.states {
            Some(states) if states > 0 => {
                format!(" ({:.1} bytes per state)", bytes as f64 / states as f64)
            }
            _ => String::new(),
        };
        parts.push(format!("{}{each}", bytes_in_words(bytes)));
    }
    parts.extend(stats.coverage.clone());
    parts.extend(stats.seconds.filter(|_| !no_timing).map(seconds_in_words));
    parts.join(", ")
}

//! The report as one page that needs nothing else: results, charts to step through, the source.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use trine_base::{FileId, SourceMap, Span};
use trine_verdict::Verdict;

use crate::chart;
use crate::look::{bytes_in_words, grouped, seconds_in_words};
use crate::model::{Checked, Report, ReportDiagnostic, ReportFinding, ReportResult};
use crate::svg::escaped;
use crate::trace::{DescribedTrace, Stands};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The page. Without timing, two runs on the same input give the same bytes.
pub fn render(report: &Report, sources: &SourceMap, no_timing: bool) -> String {
    let title = sources.files().next().map_or("Trine", |(_, source)| source.name.as_str());
    let mut page = Page { sources, traces: Vec::new(), marked: Vec::new(), body: String::new() };
    page.diagnostics(&report.diagnostics);
    page.table(report, no_timing);
    for (number, result) in report.results.iter().enumerate() {
        page.details(number, result);
    }
    page.basis(report);
    page.finish(title)
}

struct Page<'a> {
    sources: &'a SourceMap,
    traces: Vec<&'a DescribedTrace>,
    /// Lines where something is wrong.
    marked: Vec<(FileId, u32)>,
    body: String,
}

impl<'a> Page<'a> {
    fn add(&mut self, text: &str) {
        self.body.push_str(text);
    }

    fn line_of(&self, span: Option<Span>) -> Option<(FileId, u32)> {
        let span = span.filter(|span| (span.file.0 as usize) < self.sources.files().count())?;
        Some((span.file, self.sources.place(span).line))
    }

    fn diagnostics(&mut self, diagnostics: &[ReportDiagnostic]) {
        for diagnostic in diagnostics {
            let class = match diagnostic.severity.as_str() {
                "error" => "violated",
                "warning" => "inconclusive",
                _ => "faint",
            };
            let mut text = format!(
                "<h2><span class=\"{class}\">{}</span> {}</h2>\n",
                escaped(&diagnostic.severity),
                escaped(&diagnostic.message)
            );
            if let Some((file, line)) = self.line_of(diagnostic.span) {
                self.marked.push((file, line));
                let source = self.sources.get(file);
                let shown = escaped(source.line(line));
                text.push_str(&format!("<pre>{line:>5}  {shown}</pre>\n"));
            }
            let places = diagnostic.at.iter().map(|at| format!("at {at}"));
            let related = diagnostic.related.iter().map(|related| match &related.at {
                Some(at) => format!("{} ({at})", related.message),
                None => related.message.clone(),
            });
            let help = diagnostic.help.iter().map(|help| format!("help: {help}"));
            for line in places.chain(related).chain(help) {
                text.push_str(&format!("<p class=\"faint\">{}</p>\n", escaped(&line)));
            }
            self.add(&text);
        }
    }

    fn table(&mut self, report: &Report, no_timing: bool) {
        if report.results.is_empty() {
            return;
        }
        let mut text = String::from(
            "<table><tr><th>property</th><th>verdict</th><th>engine</th><th>backed by</th>\
             <th>states</th><th>memory</th><th>time</th><th></th></tr>\n",
        );
        for (number, result) in report.results.iter().enumerate() {
            let verdict = result.verdict.name();
            let name = match result.verdict {
                Verdict::Holds => escaped(&result.property),
                _ => format!("<a href=\"#result-{number}\">{}</a>", escaped(&result.property)),
            };
            let checked = match result.checked {
                Checked::Replay if result.on_program => "replay on the program",
                Checked::Replay => "replay",
                Checked::Certificate => "certificate",
                Checked::Search => "second search",
                Checked::Program => "on the program",
                Checked::None => "",
            };
            let remark = match result.verdict {
                Verdict::Holds if result.vacuous => "vacuously".to_string(),
                Verdict::Holds => String::new(),
                Verdict::Violated => {
                    result.findings.first().and_then(|at| at.at.clone()).unwrap_or_default()
                }
                Verdict::Inconclusive => result.reason.clone().unwrap_or_default(),
            };
            let stats = &result.stats;
            let seconds = stats.seconds.filter(|_| !no_timing);
            text.push_str(&format!(
                "<tr><td class=\"mono\">{name}</td><td class=\"{verdict}\">{verdict}</td>\
                 <td>{}</td><td>{checked}</td><td class=\"number\">{}</td>\
                 <td class=\"number\">{}</td><td class=\"number\">{}</td>\
                 <td class=\"faint\">{}</td></tr>\n",
                escaped(result.engine.as_deref().unwrap_or("")),
                stats.states.map_or(String::new(), grouped),
                stats.bytes.map_or(String::new(), bytes_in_words),
                seconds.map_or(String::new(), seconds_in_words),
                escaped(&remark)
            ));
        }
        text.push_str("</table>\n");
        self.add(&text);
    }

    fn details(&mut self, number: usize, result: &'a ReportResult) {
        if result.verdict == Verdict::Holds {
            return;
        }
        let verdict = result.verdict.name();
        let mut text = format!(
            "<h2 id=\"result-{number}\"><span class=\"mono\">{}</span> \
             <span class=\"{verdict}\">{verdict}</span></h2>\n",
            escaped(&result.property)
        );
        if let Some(meaning) = &result.meaning {
            text.push_str(&format!("<p class=\"message faint\">{}</p>\n", escaped(meaning)));
        }
        for line in result.reason.iter().chain(&result.hints) {
            text.push_str(&format!("<p class=\"message\">{}</p>\n", escaped(line)));
        }
        self.add(&text);
        for finding in &result.findings {
            self.finding(finding);
        }
    }

    fn finding(&mut self, finding: &'a ReportFinding) {
        self.marked.extend(self.line_of(finding.span));
        let suppressed =
            if finding.suppressed { " <span class=\"faint\">(suppressed)</span>" } else { "" };
        let place = finding.at.as_ref().map_or(String::new(), |at| format!(" — {at}"));
        self.add(&format!(
            "<p class=\"message\">{}<span class=\"faint\">{}</span>{suppressed}</p>\n",
            escaped(&finding.message),
            escaped(&place)
        ));
        let Some(trace) = &finding.described else { return };
        if !trace.facts.is_empty() {
            self.add(&format!("<p class=\"mono\">{}</p>\n", escaped(&trace.facts.join(", "))));
        }
        if !trace.steps.is_empty() {
            let number = self.traces.len();
            let last = trace.steps.len();
            self.add(&format!(
                "<div id=\"trace-{number}\"><div class=\"controls\">\
                 <button title=\"to the start\">|◀</button><button title=\"a step back\">◀</button>\
                 <button title=\"a step on\">▶</button><button title=\"to the end\">▶|</button>\
                 <input type=\"range\" min=\"0\" max=\"{last}\" value=\"{last}\" \
                 aria-label=\"step\"><span class=\"where faint\"></span></div>\n\
                 <div class=\"chart\">{}</div></div>\n",
                chart::render(trace)
            ));
            self.traces.push(trace);
        }
        self.resting(trace);
    }

    fn resting(&mut self, trace: &DescribedTrace) {
        if trace.resting.is_empty() {
            return;
        }
        let mut text = match trace.others_go_on {
            true => String::from("<h3>Then these are stuck for ever</h3>\n<table>\n"),
            false => String::from("<h3>Final state: all threads are blocked</h3>\n<table>\n"),
        };
        for at in &trace.resting {
            if at.stands == Stands::Waits {
                self.marked.extend(self.line_of(at.span));
            }
            let holds = match at.holds.is_empty() {
                true => String::new(),
                false => format!("; holds {}", at.holds.join(", ")),
            };
            text.push_str(&format!(
                "<tr><td class=\"mono\">{}</td><td>{}{}</td><td class=\"faint\">{}</td></tr>\n",
                escaped(trace.process(Some(at.process))),
                escaped(&at.text),
                escaped(&holds),
                escaped(at.at.as_deref().unwrap_or(""))
            ));
        }
        text.push_str("</table>\n");
        self.add(&text);
    }

    /// What the answers rest on: assumptions, remarks, unreached code.
    fn basis(&mut self, report: &Report) {
        let mut assumptions: Vec<String> = Vec::new();
        let mut remarks: Vec<String> = Vec::new();
        let mut unreached: Vec<String> = Vec::new();
        for result in &report.results {
            for assumption in &result.assumptions {
                let place = assumption.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
                assumptions.push(format!("{}{place}", assumption.text));
            }
            remarks.extend(result.remarks.iter().cloned());
            for code in &result.unreached {
                let place = code.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
                unreached.push(format!("{}: {}{place}", code.template, code.text));
            }
        }
        for (title, lines) in
            [("Assuming that", assumptions), ("Remarks", remarks), ("Never reached", unreached)]
        {
            let mut once: Vec<String> = Vec::new();
            for line in lines {
                if !once.contains(&line) {
                    once.push(line);
                }
            }
            if !once.is_empty() {
                let items: String =
                    once.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
                self.add(&format!("<h3>{title}</h3>\n<ul>\n{items}</ul>\n"));
            }
        }
    }

    fn finish(self, title: &str) -> String {
        let source = self.source();
        let traces: Vec<Value> = self.traces.iter().map(|trace| self.trace_data(trace)).collect();
        // A closing tag inside the data would end the script.
        let traces = Value::Array(traces).to_string().replace('<', "\\u003c");
        let (layout, aside) = match source.is_empty() {
            true => ("page alone", String::new()),
            false => (
                "page",
                format!(
                    "<aside><div class=\"source\">{source}</div><div class=\"values\"></div></aside>"
                ),
            ),
        };
        let title = escaped(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1></header>\n<div class=\"{layout}\">\n<main>\n{}</main>\n\
             {aside}</div>\n<script type=\"application/json\" id=\"traces\">{traces}</script>\n{}\
             </body>\n</html>\n",
            self.body,
            if self.traces.is_empty() {
                String::new()
            } else {
                format!("<script>\n{SCRIPT}</script>\n")
            }
        )
    }

    /// The files that traces pass through, line by line.
    fn source(&self) -> String {
        let mut files: Vec<FileId> = Vec::new();
        for trace in &self.traces {
            let halves = trace.steps.iter().filter_map(|step| step.partner.as_ref()?.span);
            let steps = trace.steps.iter().filter_map(|step| step.span);
            for span in steps.chain(halves) {
                if self.line_of(Some(span)).is_some() && !files.contains(&span.file) {
                    files.push(span.file);
                }
            }
        }
        files.sort_unstable();
        let mut text = String::new();
        for file in files {
            let source = self.sources.get(file);
            text.push_str(&format!("<div class=\"file\">{}</div>\n", escaped(&source.name)));
            for (number, line) in source.text.lines().enumerate() {
                let number = number as u32 + 1;
                let bad = if self.marked.contains(&(file, number)) { " bad" } else { "" };
                let id = file.0;
                text.push_str(&format!(
                    "<div class=\"l{bad}\" id=\"f{id}-{number}\"><i>{number}</i>{}</div>\n",
                    escaped(line)
                ));
            }
        }
        text
    }

    /// What the page's script needs of a trace.
    fn trace_data(&self, trace: &DescribedTrace) -> Value {
        let place = |span: Option<Span>| match self.line_of(span) {
            Some((file, line)) => json!([file.0, line]),
            None => Value::Null,
        };
        let mut known = BTreeSet::new();
        let mut first: Vec<(&str, &str)> = Vec::new();
        for change in trace.steps.iter().flat_map(|step| &step.changes) {
            if known.insert(change.name.as_str()) {
                first.push((&change.name, &change.old));
            }
        }
        let steps: Vec<Value> = trace
            .steps
            .iter()
            .map(|step| {
                let changes: Vec<Value> =
                    step.changes.iter().map(|change| json!([change.name, change.new])).collect();
                let with = step.partner.as_ref().and_then(|half| half.span);
                json!({ "at": place(step.span), "with": place(with), "changes": changes })
            })
            .collect();
        json!({ "first": first, "steps": steps })
    }
}

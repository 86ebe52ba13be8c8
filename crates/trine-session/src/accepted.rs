//! Suppression: marks the findings that comments or a baseline accept, and searches on where they may stand before others.

use std::collections::BTreeSet;

use trine_property::{Check, Level, PropertyKind};
use trine_report::Report;
use trine_report::model::ReportDiagnostic;
use trine_report::suppress::{Baseline, Suppressions};
use trine_verdict::{PropertyResult, Reason, Verdict};

use crate::{Checked, ExploreOptions, Host, Request, check_again};

/// Where what was found is accepted, so many findings are looked for, then so many.
const MORE: [usize; 3] = [16, 128, 1024];

/// How findings count in a report.
#[derive(Clone, Debug, Default)]
pub struct Acceptance {
    /// The properties whose violations are errors, whatever their own level is.
    pub strict: Vec<String>,
    /// The file of a baseline: findings that were accepted before.
    pub baseline: Option<String>,
    /// Accept all that is found, as a new baseline.
    pub accept_all: bool,
}

/// The report of a run.
#[derive(Debug)]
pub struct Reported {
    pub report: Report,
    /// The text of the new baseline, where all findings are accepted.
    pub baseline: Option<String>,
}

/// The report of a run, with what is accepted marked. An error is about the file of the baseline.
pub fn report(
    request: &Request,
    acceptance: &Acceptance,
    checked: &mut Checked,
    host: &dyn Host,
) -> Result<Reported, String> {
    let baseline = match &acceptance.baseline {
        Some(file) => {
            let text = host.read(file).map_err(|why| format!("cannot read {file}: {why}"))?;
            Some(Baseline::read(&text).map_err(|why| format!("{file} is no baseline: {why}"))?)
        }
        None => None,
    };
    checked.results.iter_mut().for_each(|result| acceptance.set_level(result));
    let mut suppressions = Suppressions::new(&checked.loaded.sources, baseline);
    let mut run = Run { request, acceptance, host, settled: BTreeSet::new() };
    run.search_on(checked, &mut suppressions);
    let mut report = build(checked);
    let sources = &checked.loaded.sources;
    for result in &mut report.results {
        suppressions.mark(result, sources);
    }
    let baseline = acceptance.accept_all.then(|| {
        let baseline = Baseline::of(&report, &suppressions, sources);
        report.results.iter_mut().flat_map(|result| &mut result.findings).for_each(|finding| {
            finding.suppressed = true;
        });
        baseline.render()
    });
    run.settle(&mut report, checked);
    let (sources, properties) = (&checked.loaded.sources, &checked.loaded.properties);
    let unused = suppressions.unused(
        |name| run.settled.contains(name),
        // Where the input has errors, it is not known what there is.
        |name| {
            properties.is_empty() || properties.iter().any(|(property, _)| property.name == name)
        },
    );
    let told = unused.iter().map(|item| ReportDiagnostic::new(item, sources));
    report.diagnostics.extend(told);
    Ok(Reported { report, baseline })
}

impl Acceptance {
    fn set_level(&self, result: &mut PropertyResult) {
        if self.strict.contains(&result.property.name) {
            result.property.level = Level::Error;
        }
    }
}

struct Run<'a> {
    request: &'a Request,
    acceptance: &'a Acceptance,
    host: &'a dyn Host,
    /// The properties of which every finding is known.
    settled: BTreeSet<String>,
}

impl Run<'_> {
    /// Replaces results whose findings are accepted by those of searches for more.
    fn search_on(&mut self, checked: &mut Checked, suppressions: &mut Suppressions) {
        let mut open = Vec::new();
        for (position, result) in checked.results.iter().enumerate() {
            match result.verdict {
                Verdict::Holds => {
                    self.settled.insert(result.property.name.clone());
                }
                Verdict::Violated => open.push(position),
                Verdict::Inconclusive => {}
            }
        }
        let mut most = self.request.explore.max_findings;
        for more in MORE {
            open.retain(|position| {
                let result = &checked.results[*position];
                if result.findings.len() < most && result.rest.is_none() && !is_one(result) {
                    self.settled.insert(result.property.name.clone());
                }
                result.findings.len() >= most && !is_one(result)
            });
            let told = build_of(checked, &open);
            let mut wanted = Vec::new();
            for (mut told, position) in told.results.into_iter().zip(&open) {
                suppressions.mark(&mut told, &checked.loaded.sources);
                let fresh = told.findings.iter().filter(|finding| !finding.suppressed).count();
                let known = fresh < told.findings.len();
                if self.acceptance.accept_all || (known && fresh < self.paths()) {
                    wanted.push(*position);
                }
            }
            open = wanted;
            if open.is_empty() || more <= most {
                continue;
            }
            most = more;
            let properties =
                open.iter().map(|position| checked.results[*position].property.clone()).collect();
            let explore = ExploreOptions { max_findings: most, ..self.request.explore.clone() };
            let request = Request { explore, ..self.request.clone() };
            let found = check_again(&request, &checked.loaded, properties, self.host);
            for (mut result, position) in found.into_iter().zip(&open) {
                self.acceptance.set_level(&mut result);
                // What was found before is there, whatever the longer search came to.
                if result.verdict == Verdict::Violated {
                    checked.results[*position] = result;
                } else {
                    checked.results[*position].rest = result.reason;
                }
            }
        }
        for position in open {
            let result = &mut checked.results[position];
            if result.findings.len() < most {
                if result.rest.is_none() {
                    self.settled.insert(result.property.name.clone());
                }
            } else {
                let what = "the number of findings that are looked for".to_string();
                let covered = format!("{most} findings");
                result.rest = Some(Reason::Limit { what, covered, option: String::new() });
            }
        }
    }

    fn paths(&self) -> usize {
        self.request.explore.max_findings
    }

    /// Puts new findings first and shows as many as were asked for. Where all are accepted, the answer
    /// is what is known of the rest.
    fn settle(&self, report: &mut Report, checked: &mut Checked) {
        for (told, result) in report.results.iter_mut().zip(&mut checked.results) {
            let findings = std::mem::take(&mut told.findings);
            let mut pairs: Vec<_> =
                findings.into_iter().zip(std::mem::take(&mut result.findings)).collect();
            pairs.sort_by_key(|(finding, _)| finding.suppressed);
            let mut fresh = 0;
            pairs.retain(|(finding, _)| {
                fresh += usize::from(!finding.suppressed);
                finding.suppressed || fresh <= self.paths()
            });
            let (findings, raw) = pairs.into_iter().unzip();
            told.set_findings(findings);
            result.findings = raw;
            if told.verdict == Verdict::Violated && !told.counts_as_violated() {
                if let Some(reason) = result.rest.take() {
                    let sources = &checked.loaded.sources;
                    told.reason = Some(trine_report::model::reason_in_words(&reason, sources));
                    told.verdict = Verdict::Inconclusive;
                    result.verdict = Verdict::Inconclusive;
                    result.reason = Some(reason);
                } else if is_one(result) {
                    let remark = "one violation is looked for, and it is suppressed: there may be \
                                  others";
                    told.remarks.push(remark.to_string());
                }
            }
        }
    }
}

/// Whether one violation is all that is ever looked for.
fn is_one(result: &PropertyResult) -> bool {
    match &result.property.kind {
        PropertyKind::Check(check) => matches!(check, Check::Acceptance | Check::NonProgress),
        PropertyKind::Claim(_) => true,
        PropertyKind::Events(_) => false,
    }
}

fn build(checked: &Checked) -> Report {
    let loaded = &checked.loaded;
    let system = loaded.system.as_ref();
    trine_report::build(&loaded.sources, &loaded.diagnostics, system, &checked.results)
}

fn build_of(checked: &Checked, positions: &[usize]) -> Report {
    let loaded = &checked.loaded;
    let system = loaded.system.as_ref();
    let results: Vec<PropertyResult> =
        positions.iter().map(|position| checked.results[*position].clone()).collect();
    trine_report::build(&loaded.sources, &loaded.diagnostics, system, &results)
}

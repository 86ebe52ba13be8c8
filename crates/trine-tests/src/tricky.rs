//! The small models that each show one corner of Promela, and what SPIN says of them.
//!
//! A model is a file in `data/tricky`; its opening comment says what it shows. A comment line
//! `also: MODE MODE …` asks for rows beside the ones every model has: `raw`, `safety`, and
//! `rawclaim:NAME` for each claim.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::parallel;
use crate::spin::{
    Completeness, ErrorKind, Mode, Settings, SpinError, SpinModel, SpinResult, Verdict, kinds_text,
};

/// Columns of `expected.tsv`.
const HEADER: &str =
    "model\tmode\tverdict\tkinds\terrors\tstored\ttransitions\tcomplete\tfirst_error";

/// One recorded answer of SPIN.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub model: String,
    /// None when `spin -a` rejected the model.
    pub mode: Option<Mode>,
    pub verdict: Verdict,
    pub kinds: BTreeSet<ErrorKind>,
    pub errors: Option<u64>,
    pub stored: Option<u64>,
    pub transitions: Option<u64>,
    pub complete: bool,
    pub first_error: String,
}

/// Where the models and their table are.
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tricky")
}

/// The models, by file name, in order.
pub fn models() -> io::Result<Vec<(String, String)>> {
    let mut models = Vec::new();
    for entry in fs::read_dir(directory())? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "pml") {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            models.push((name.unwrap_or_default(), fs::read_to_string(&path)?));
        }
    }
    models.sort();
    Ok(models)
}

/// The recorded table.
pub fn expected() -> io::Result<Vec<Row>> {
    let text = fs::read_to_string(directory().join("expected.tsv"))?;
    let bad = |line: &str| io::Error::new(io::ErrorKind::InvalidData, format!("bad row: {line}"));
    text.lines().skip(1).map(|line| parse_row(line).ok_or_else(|| bad(line))).collect()
}

/// Asks SPIN again about the models whose name contains `filter`; returns the new table.
pub fn run(filter: &str) -> io::Result<Vec<Row>> {
    let models: Vec<_> = models()?.into_iter().filter(|(name, _)| name.contains(filter)).collect();
    let rows = parallel::map(&models, 2, |_, (name, text)| ask(name, text));
    Ok(rows.into_iter().flatten().collect())
}

/// Writes `expected.tsv` afresh.
pub fn regenerate() -> io::Result<()> {
    let mut text = format!("{HEADER}\n");
    for row in run("")? {
        if row.verdict == Verdict::Timeout {
            let message = format!("no answer to {} in time", row.model);
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        text.push_str(&row_text(&row));
        text.push('\n');
    }
    fs::write(directory().join("expected.tsv"), text)
}

/// Everything SPIN says of one model.
pub fn ask(name: &str, text: &str) -> Vec<Row> {
    // A busy machine must not turn a tiny search into a time-out.
    let long = Duration::from_secs(120);
    let settings = Settings {
        time: long,
        run_time: long,
        memory_mb: 1000,
        depth: 200_000,
        ..Settings::small()
    };
    let mut model = match SpinModel::from_text(text, &settings) {
        Ok(model) => model,
        Err(error) => return vec![rejected(name, &error)],
    };
    let mut modes = vec![Mode::Raw, Mode::Safety];
    modes.extend(model.claims().into_iter().map(Mode::RawClaim));
    modes.extend(also(text));
    modes
        .iter()
        .map(|mode| match model.check(mode) {
            Ok(result) => answer(name, &result),
            Err(error) => rejected(name, &error),
        })
        .collect()
}

/// The modes a model asks for in its `also:` line.
pub fn also(text: &str) -> Vec<Mode> {
    text.lines()
        .filter_map(|line| line.split_once("also:"))
        .flat_map(|(_, words)| words.split_whitespace())
        .filter_map(Mode::parse)
        .collect()
}

/// One line of the table.
pub fn row_text(row: &Row) -> String {
    let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    let mode = row.mode.as_ref().map_or("spin-a".to_owned(), ToString::to_string);
    [
        row.model.clone(),
        mode,
        row.verdict.to_string(),
        kinds_text(&row.kinds),
        number(row.errors),
        number(row.stored),
        number(row.transitions),
        if row.complete { "yes" } else { "no" }.to_owned(),
        row.first_error.clone(),
    ]
    .join("\t")
}

fn parse_row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [model, mode, verdict, kinds, errors, stored, transitions, complete, first_error] =
        cells[..]
    else {
        return None;
    };
    let number = |cell: &str| if cell == "-" { Some(None) } else { cell.parse().ok().map(Some) };
    let kinds = if kinds == "-" {
        BTreeSet::new()
    } else {
        kinds.split(',').map(ErrorKind::parse).collect::<Option<_>>()?
    };
    Some(Row {
        model: model.to_owned(),
        mode: if mode == "spin-a" { None } else { Some(Mode::parse(mode)?) },
        verdict: Verdict::parse(verdict)?,
        kinds,
        errors: number(errors)?,
        stored: number(stored)?,
        transitions: number(transitions)?,
        complete: complete == "yes",
        first_error: first_error.to_owned(),
    })
}

fn answer(name: &str, result: &SpinResult) -> Row {
    let report = &result.report;
    Row {
        model: name.to_owned(),
        mode: Some(result.mode.clone()),
        verdict: report.verdict,
        kinds: report.kinds.clone(),
        errors: report.errors,
        stored: report.stored_exactly(),
        transitions: report.transitions.map(|n| n as u64),
        complete: report.complete == Completeness::Yes,
        first_error: one_line(report.first_error.as_deref().unwrap_or_default()),
    }
}

fn rejected(name: &str, error: &SpinError) -> Row {
    Row {
        model: name.to_owned(),
        mode: None,
        verdict: Verdict::Fail,
        kinds: BTreeSet::new(),
        errors: None,
        stored: None,
        transitions: None,
        complete: false,
        first_error: match error {
            SpinError::Rejected(why) => one_line(why),
            SpinError::Io(error) => one_line(&error.to_string()),
        },
    }
}

/// A message as a cell of a table can hold it.
fn one_line(message: &str) -> String {
    message.replace(['\t', '\n', '\r'], " ")
}

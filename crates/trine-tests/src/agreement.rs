//! Lays Trine's answers beside the recorded ones of SPIN, row by row.
//!
//! Where the two differ and Trine is right, or where SPIN's figure means nothing, the difference is
//! listed with its reason in a table beside the recorded answers. A row that is listed there and does
//! not differ is an error, too: the list says what is, not what was.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use crate::differential::{Checker, OurResult, Outcome};
use crate::spin::{ErrorKind, Mode, Verdict, kinds_text};
use crate::{oracle, parallel, tricky};

/// One recorded answer, from either table.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub model: String,
    pub mode: Mode,
    pub verdict: Verdict,
    /// Known only where the table has them.
    pub kinds: Option<BTreeSet<ErrorKind>>,
    pub stored: Option<u64>,
    pub complete: bool,
    pub first_error: String,
}

/// A difference that is explained.
#[derive(Clone, Debug)]
pub struct Explained {
    pub model: String,
    pub mode: String,
    pub reason: String,
}

/// What came of comparing rows.
#[derive(Debug, Default)]
pub struct Summary {
    pub agreed: usize,
    /// Rows for which neither tool has an answer in its time.
    pub open: usize,
    pub explained: usize,
    /// Differences without an explanation, and explanations without a difference.
    pub wrong: Vec<String>,
}

/// The recorded answers to the small models, one corner of Promela each.
pub fn tricky_rows() -> io::Result<Vec<Recorded>> {
    let rows = tricky::expected()?.into_iter().filter_map(|row| {
        Some(Recorded {
            model: row.model,
            mode: row.mode?,
            verdict: row.verdict,
            kinds: Some(row.kinds),
            stored: row.stored,
            complete: row.complete,
            first_error: row.first_error,
        })
    });
    Ok(rows.collect())
}

/// The recorded answers to the models of SPIN's package that took SPIN between these many seconds.
pub fn package_rows(least: f64, most: f64) -> io::Result<Vec<Recorded>> {
    let rows = oracle::rows()?.into_iter().filter_map(|row| {
        let seconds = row.pan_seconds.unwrap_or(f64::MAX);
        let complete = row.is_complete();
        (seconds >= least && seconds <= most).then_some(())?;
        Some(Recorded {
            model: row.model,
            mode: row.mode?,
            verdict: row.verdict,
            kinds: None,
            stored: row.stored,
            complete,
            first_error: row.first_error,
        })
    });
    Ok(rows.collect())
}

/// Reads a list of explained differences: model, mode, reason.
pub fn explained(file: &Path) -> io::Result<Vec<Explained>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    let row = |line: &str| {
        let mut fields = line.splitn(3, '\t').map(str::to_string);
        let explained =
            Explained { model: fields.next()?, mode: fields.next()?, reason: fields.next()? };
        Some(explained)
    };
    let bad = |line: &str| io::Error::new(io::ErrorKind::InvalidData, format!("bad row: {line}"));
    lines.map(|line| row(line).ok_or_else(|| bad(line))).collect()
}

/// Compares Trine with all rows; the models are below `root`.
pub fn compare(
    rows: &[Recorded],
    known: &[Explained],
    root: &Path,
    checker: &dyn Checker,
) -> Summary {
    let answers = parallel::map(rows, 2, |_, row| {
        let ours = checker.check_file(&root.join(&row.model), &row.mode);
        (difference(row, &ours), is_open(row, &ours))
    });
    let mut summary = Summary::default();
    for (row, (different, open)) in rows.iter().zip(answers) {
        let mode = row.mode.to_string();
        let listed = known.iter().find(|one| one.model == row.model && one.mode == mode);
        match (different, listed) {
            (None, None) if open => summary.open += 1,
            (None, None) => summary.agreed += 1,
            (Some(_), Some(_)) => summary.explained += 1,
            (Some(what), None) => summary.wrong.push(format!("{} {mode}: {what}", row.model)),
            (None, Some(_)) => {
                let what = "listed as different, but there is no difference";
                summary.wrong.push(format!("{} {mode}: {what}", row.model));
            }
        }
    }
    summary
}

/// Whether SPIN itself has no answer; then any answer that is no bug will do.
fn is_open(row: &Recorded, ours: &OurResult) -> bool {
    let silent = matches!(row.verdict, Verdict::Timeout | Verdict::Fail | Verdict::Skip);
    silent || matches!(ours.outcome, Outcome::Inconclusive(_)) && !row.complete
}

/// How Trine's answer differs from the recorded one, if it does.
fn difference(row: &Recorded, ours: &OurResult) -> Option<String> {
    let told = || {
        let stored = ours.stored.map_or("-".to_string(), |n| n.to_string());
        format!("Trine says {:?} ({}), {stored} states", ours.outcome, kinds_text(&ours.kinds))
    };
    // What SPIN cannot build may be rejected, too.
    let rejected = matches!(ours.outcome, Outcome::BadInput(_)) && row.verdict != Verdict::Fail;
    if rejected || matches!(ours.outcome, Outcome::Bug(_)) {
        return Some(told());
    }
    if is_open(row, ours) {
        return None;
    }
    let violated = row.verdict != Verdict::Ok;
    let same = match &ours.outcome {
        Outcome::Holds => !violated,
        Outcome::Violated => violated,
        _ => false,
    };
    let kinds_differ = match &row.kinds {
        Some(kinds) if row.mode == Mode::Raw && row.complete => *kinds != ours.kinds,
        _ => false,
    };
    let counts_differ = row.mode == Mode::Raw && row.complete && row.stored != ours.stored;
    if same && !kinds_differ && !counts_differ {
        return None;
    }
    let stored = row.stored.map_or("-".to_string(), |n| n.to_string());
    Some(format!("SPIN says {} ({}), {stored} states; {}", row.verdict, row.first_error, told()))
}

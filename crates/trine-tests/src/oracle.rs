//! SPIN's recorded answers to the models that come with it, one row per model and mode.

mod features;

pub use features::features;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::parallel;
use crate::spin::{Mode, Settings, SpinError, SpinModel, SpinResult, Verdict};

/// Columns of `data/spin-oracle.tsv`.
const HEADER: &str = "model\tmode\tverdict\terrors\tfirst_error\tstored\ttransitions\tdepth\t\
    vector_bytes\tmem_MB\tpan_s\tcomplete\tspin_s\tgcc_s\tfeatures";

/// What SPIN answered, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Path under the directory of examples, such as `LTL/leader.pml`.
    pub model: String,
    /// None for the model that `spin -a` rejects.
    pub mode: Option<Mode>,
    pub verdict: Verdict,
    pub errors: Option<u64>,
    pub first_error: String,
    pub stored: Option<u64>,
    pub transitions: Option<u64>,
    pub depth: Option<u64>,
    pub vector_bytes: Option<u64>,
    pub memory_mb: Option<f64>,
    pub pan_seconds: Option<f64>,
    /// `yes`, or `no:` and the reason.
    pub complete: String,
    pub spin_seconds: Option<f64>,
    pub gcc_seconds: Option<f64>,
    pub features: Vec<String>,
}

impl Row {
    /// True when the search went through everything it was asked to see.
    pub fn is_complete(&self) -> bool {
        self.complete == "yes"
    }
}

/// Where Debian's package puts the models.
pub fn examples() -> PathBuf {
    PathBuf::from("/usr/share/doc/spin/examples/Examples")
}

/// The recorded table.
pub fn rows() -> io::Result<Vec<Row>> {
    let text = fs::read_to_string(table())?;
    let bad = |line: &str| io::Error::new(io::ErrorKind::InvalidData, format!("bad row: {line}"));
    text.lines().skip(1).map(|line| parse(line).ok_or_else(|| bad(line))).collect()
}

/// Asks SPIN again about every model and writes the table; slow (a minute per hard search).
pub fn regenerate() -> io::Result<()> {
    let mut models = Vec::new();
    collect(&examples(), &examples(), &mut models)?;
    models.sort();
    let rows = parallel::map(&models, 2, |_, model| ask(&examples(), model));
    let mut text = format!("{HEADER}\n");
    for row in rows.into_iter().flatten() {
        text.push_str(&line(&row));
        text.push('\n');
    }
    fs::write(table(), text)
}

/// Everything SPIN says of one model, in the order of the table.
pub fn ask(root: &Path, model: &str) -> Vec<Row> {
    let settings = Settings::oracle();
    let mut spin = match SpinModel::from_file(&root.join(model), &settings) {
        Ok(spin) => spin,
        Err(error) => return vec![rejected(model, &error, root)],
    };
    let source = fs::read(root.join(model)).unwrap_or_default();
    let features =
        features(&String::from_utf8_lossy(&source), &spin.preprocessed().unwrap_or_default());
    let has = |feature: &str| features.iter().any(|f| f == feature);
    let mut rows = Vec::new();
    let mut stopped = false;
    let mut ask = |mode: Mode, rows: &mut Vec<Row>, stopped: bool| -> bool {
        if stopped {
            rows.push(skipped(model, mode, &features));
            return true;
        }
        match spin.check(&mode) {
            Ok(result) => {
                let row = answer(model, &result, &features);
                let timed_out = row.verdict == Verdict::Timeout;
                let invalid = row.first_error.contains("partial order reduction invalid");
                rows.push(row);
                if let (true, Mode::Claim(name)) = (invalid, mode)
                    && let Ok(again) = spin.check(&Mode::ClaimNoReduce(name))
                {
                    rows.push(answer(model, &again, &features));
                }
                timed_out
            }
            Err(error) => {
                rows.push(rejected(model, &error, root));
                false
            }
        }
    };
    for mode in [Mode::Safety, Mode::SafetyAll, Mode::NoReduce] {
        stopped = ask(mode, &mut rows, stopped);
    }
    ask(Mode::Bfs, &mut rows, false);
    if has("accept-label") {
        ask(Mode::Accept, &mut rows, false);
    }
    let claims = SpinModel::from_file(&root.join(model), &settings).map(|m| m.claims());
    for claim in claims.unwrap_or_default() {
        ask(Mode::Claim(claim.clone()), &mut rows, false);
        ask(Mode::Fair(claim), &mut rows, false);
    }
    if has("progress-label") {
        ask(Mode::Np, &mut rows, false);
        ask(Mode::NpFair, &mut rows, false);
    }
    ask(Mode::Raw, &mut rows, stopped);
    rows
}

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/spin-oracle.tsv")
}

fn collect(root: &Path, directory: &Path, models: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, models)?;
        } else if path.extension().is_some_and(|e| e == "pml")
            && let Ok(relative) = path.strip_prefix(root)
        {
            models.push(relative.display().to_string());
        }
    }
    Ok(())
}

fn parse(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('\t').collect();
    let &[
        model,
        mode,
        verdict,
        errors,
        first_error,
        stored,
        transitions,
        depth,
        vector_bytes,
        memory,
        pan,
        complete,
        spin,
        gcc,
        features,
    ] = cells.as_slice()
    else {
        return None;
    };
    let real = |cell: &str| cell.parse::<f64>().ok();
    let whole = |cell: &str| real(cell).map(|n| n as u64);
    Some(Row {
        model: model.to_owned(),
        mode: if mode == "spin-a" { None } else { Some(Mode::parse(mode)?) },
        verdict: Verdict::parse(verdict)?,
        errors: whole(errors),
        first_error: first_error.to_owned(),
        stored: whole(stored),
        transitions: whole(transitions),
        depth: whole(depth),
        vector_bytes: whole(vector_bytes),
        memory_mb: real(memory),
        pan_seconds: real(pan),
        complete: complete.to_owned(),
        spin_seconds: real(spin),
        gcc_seconds: real(gcc),
        features: features.split(',').filter(|f| !f.is_empty()).map(str::to_owned).collect(),
    })
}

fn line(row: &Row) -> String {
    let whole = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    let real = |n: Option<f64>, digits: usize| n.map_or(String::new(), |n| format!("{n:.digits$}"));
    [
        row.model.clone(),
        row.mode.as_ref().map_or("spin-a".to_owned(), ToString::to_string),
        row.verdict.to_string(),
        whole(row.errors),
        row.first_error.replace(['\t', '\r', '\n'], " "),
        whole(row.stored),
        whole(row.transitions),
        whole(row.depth),
        whole(row.vector_bytes),
        real(row.memory_mb, 3),
        real(row.pan_seconds, 2),
        row.complete.clone(),
        real(row.spin_seconds, 2),
        real(row.gcc_seconds, 2),
        row.features.join(","),
    ]
    .join("\t")
}

fn answer(model: &str, result: &SpinResult, features: &[String]) -> Row {
    let report = &result.report;
    let whole = |n: Option<f64>| n.map(|n| n as u64);
    Row {
        model: model.to_owned(),
        mode: Some(result.mode.clone()),
        verdict: report.verdict,
        errors: report.errors,
        first_error: report.first_error.clone().unwrap_or_default(),
        stored: whole(report.stored),
        transitions: whole(report.transitions),
        depth: report.depth,
        vector_bytes: report.vector_bytes,
        memory_mb: report.total_mb,
        pan_seconds: report.seconds,
        complete: report.complete.to_string(),
        spin_seconds: Some(result.spin_seconds),
        gcc_seconds: Some(result.gcc_seconds),
        features: features.to_vec(),
    }
}

fn blank(model: &str, mode: Option<Mode>, verdict: Verdict, features: &[String]) -> Row {
    Row {
        model: model.to_owned(),
        mode,
        verdict,
        errors: None,
        first_error: String::new(),
        stored: None,
        transitions: None,
        depth: None,
        vector_bytes: None,
        memory_mb: None,
        pan_seconds: None,
        complete: String::new(),
        spin_seconds: None,
        gcc_seconds: None,
        features: features.to_vec(),
    }
}

fn skipped(model: &str, mode: Mode, features: &[String]) -> Row {
    let mut row = blank(model, Some(mode), Verdict::Skip, features);
    row.complete = "no:skipped (a smaller search timed out)".to_owned();
    row
}

fn rejected(model: &str, error: &SpinError, root: &Path) -> Row {
    let source = fs::read(root.join(model)).unwrap_or_default();
    let text = String::from_utf8_lossy(&source);
    let mut row = blank(model, None, Verdict::Fail, &features(&text, &text));
    row.first_error = match error {
        SpinError::Rejected(why) => why.clone(),
        SpinError::Io(error) => error.to_string(),
    };
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorded_table_is_read_and_written_alike() {
        let rows = rows().unwrap();
        assert_eq!(rows.len(), 477);
        assert_eq!(rows.iter().filter(|row| row.mode == Some(Mode::Raw)).count(), 77);
        for row in &rows {
            assert_eq!(parse(&line(row)).as_ref(), Some(row));
        }
    }
}

//! All that SPIN says of a small model: the raw search and a search for each of its properties.
//!
//! Compiling a verifier takes far longer than running it. A long comparison that is started again
//! after a change of Trine may therefore keep SPIN's answers in a directory, one file per model, and
//! find them there under a name that depends on the text of the model and on the limits.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::{Mode, Settings, SpinError, SpinModel, SpinResult};

/// SPIN's answers for one model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answers {
    /// There are none, and why.
    None(String),
    Given {
        raw: Box<SpinResult>,
        /// For claims, acceptance labels and progress labels, as far as the model has them.
        properties: Vec<SpinResult>,
    },
}

/// Asks for the raw search, and for the properties if that has an answer.
pub fn answers(text: &str, settings: &Settings) -> Answers {
    let place = settings.kept.as_ref().map(|directory| directory.join(name(text, settings)));
    if let Some(known) = place.as_deref().and_then(load) {
        return known;
    }
    match ask(text, settings) {
        Ok(found) => {
            // A full disk costs the kept answer and nothing else.
            if let Some(path) = &place {
                let _ = keep(path, &found);
            }
            found
        }
        Err(why) => Answers::None(why.to_string()),
    }
}

fn ask(text: &str, settings: &Settings) -> Result<Answers, SpinError> {
    let mut spin = match SpinModel::raw_from_text(text, settings) {
        Err(SpinError::Rejected(why)) => {
            return Ok(Answers::None(format!("spin rejects the model: {why}")));
        }
        other => other?,
    };
    let mut modes: Vec<Mode> = spin.claims().into_iter().map(Mode::RawClaim).collect();
    if modes.is_empty() && has_label(text, "accept") {
        modes.push(Mode::RawAccept);
        spin.one_verifier_for_labels();
    }
    modes.extend(has_label(text, "progress").then_some(Mode::RawNp));
    let raw = spin.check(&Mode::Raw)?;
    if let Some(why) = no_answer(&raw) {
        return Ok(Answers::None(why));
    }
    let mut properties = Vec::new();
    for mode in modes {
        let answer = spin.check(&mode)?;
        if no_answer(&answer).is_none() {
            properties.push(answer);
        }
    }
    Ok(Answers::Given { raw: Box::new(raw), properties })
}

/// Why a run of the verifier says nothing about the model.
fn no_answer(result: &SpinResult) -> Option<String> {
    use super::{Completeness, ErrorKind, Verdict};
    let report = &result.report;
    match (report.verdict, report.complete) {
        (Verdict::Timeout, _) => Some("time limit".to_owned()),
        (Verdict::Fail, _) => {
            Some(report.first_error.clone().unwrap_or_else(|| "no verdict".to_owned()))
        }
        (_, Completeness::Depth) => Some("depth limit".to_owned()),
        (_, Completeness::Memory) => Some("memory limit".to_owned()),
        _ if report.kinds.contains(&ErrorKind::Refusal) => Some("reduction refused".to_owned()),
        _ => None,
    }
}

fn load(path: &Path) -> Option<Answers> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn keep(path: &Path, found: &Answers) -> io::Result<()> {
    // Half a file must not be taken for an answer.
    let part = path.with_extension("part");
    fs::write(&part, serde_json::to_vec(found)?)?;
    fs::rename(&part, path)
}

/// FNV-1a over the text and what limits the search.
fn name(text: &str, settings: &Settings) -> String {
    let limits = format!("{}\0{}\0{:?}", settings.memory_mb, settings.depth, settings.run_time);
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes().chain(limits.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}.json")
}

/// A label of a process with this prefix, in the text of a model.
fn has_label(model: &str, prefix: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    model.match_indices(prefix).any(|(at, _)| {
        let before = model[..at].chars().next_back();
        let rest = model[at..].trim_start_matches(word).trim_start();
        !before.is_some_and(word) && rest.starts_with(':') && !rest.starts_with("::")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_labels() {
        assert!(has_label("do :: progress1: x = 1 od", "progress"));
        assert!(!has_label("progress = 1; my_progress: x", "progress"));
    }

    #[test]
    fn kept_answers_are_those_that_were_given() {
        let directory = tempfile::tempdir().unwrap();
        let kept = Some(directory.path().to_owned());
        let settings = Settings { kept, ..Settings::small() };
        let text = "byte x; active proctype P() { accept: x = 1; assert(x == 2) }";
        let first = format!("{:?}", answers(text, &settings));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert_eq!(format!("{:?}", answers(text, &settings)), first);
        assert!(first.contains("RawAccept"));
    }
}

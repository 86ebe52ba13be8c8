//! Reads what SPIN's verifier prints: verdict, kinds of errors, size and time of the search.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::process::Finished;

/// The outcome of a run, in the words of the recorded tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    Ok,
    /// A failed assertion, or an index out of bounds (the verifier asserts it).
    Assertion,
    InvalidEnd,
    AcceptCycle,
    NpCycle,
    ClaimViolated,
    Trace,
    /// Any other run-time error.
    Error,
    /// The verifier was killed by a signal: a division by zero does that.
    Crash,
    /// No verdict: it could not be compiled, or refused its arguments.
    Fail,
    Timeout,
    /// Not asked: a smaller search of the same model timed out.
    Skip,
}

const WORDS: [(Verdict, &str); 12] = [
    (Verdict::Ok, "ok"),
    (Verdict::Assertion, "assertion"),
    (Verdict::InvalidEnd, "invalid_end"),
    (Verdict::AcceptCycle, "accept_cycle"),
    (Verdict::NpCycle, "np_cycle"),
    (Verdict::ClaimViolated, "claim_violated"),
    (Verdict::Trace, "trace"),
    (Verdict::Error, "error"),
    (Verdict::Crash, "CRASH"),
    (Verdict::Fail, "FAIL"),
    (Verdict::Timeout, "TIMEOUT"),
    (Verdict::Skip, "SKIP"),
];

impl Verdict {
    /// Reads a verdict as the tables write it.
    pub fn parse(word: &str) -> Option<Self> {
        WORDS.iter().find(|(_, w)| *w == word).map(|(v, _)| *v)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(v, _)| v == self).map_or("?", |(_, w)| w);
        f.write_str(word)
    }
}

/// What went wrong, in the terms of Trine's built-in checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ErrorKind {
    Assertion,
    InvalidEnd,
    /// Index, division, channel misuse, blocking inside d_step.
    Uncaught,
    Trace,
    AcceptCycle,
    NpCycle,
    Claim,
    /// The verifier asks for another set-up: no statement about the model.
    Refusal,
}

const KINDS: [(ErrorKind, &str); 8] = [
    (ErrorKind::Assertion, "assertion"),
    (ErrorKind::InvalidEnd, "invalid_end"),
    (ErrorKind::Uncaught, "uncaught"),
    (ErrorKind::Trace, "trace"),
    (ErrorKind::AcceptCycle, "accept_cycle"),
    (ErrorKind::NpCycle, "np_cycle"),
    (ErrorKind::Claim, "claim"),
    (ErrorKind::Refusal, "refusal"),
];

impl ErrorKind {
    /// Reads a kind as the tables write it.
    pub fn parse(word: &str) -> Option<Self> {
        KINDS.iter().find(|(_, w)| *w == word).map(|(k, _)| *k)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = KINDS.iter().find(|(k, _)| k == self).map_or("?", |(_, w)| w);
        f.write_str(word)
    }
}

/// The kind of an error from the verifier's text for it.
pub fn classify(text: &str) -> ErrorKind {
    let has = |what: &str| text.contains(what);
    if has("partial order reduction invalid") {
        ErrorKind::Refusal
    } else if has("invalid array index") {
        ErrorKind::Uncaught
    } else if has("assertion violated") {
        ErrorKind::Assertion
    } else if has("invalid end state") {
        ErrorKind::InvalidEnd
    } else if has("acceptance cycle") || has("accept stutter") {
        ErrorKind::AcceptCycle
    } else if has("non-progress cycle") {
        ErrorKind::NpCycle
    } else if has("end state in claim") || has("claim violated") {
        ErrorKind::Claim
    } else if has("event_trace") {
        ErrorKind::Trace
    } else {
        ErrorKind::Uncaught
    }
}

/// Whether the search saw everything it was asked to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Completeness {
    Yes,
    FirstError,
    Depth,
    Memory,
    Timeout,
}

impl fmt::Display for Completeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes => "yes",
            Self::FirstError => "no:first-error",
            Self::Depth => "no:depth",
            Self::Memory => "no:memory",
            Self::Timeout => "no:timeout",
        })
    }
}

/// One run of the verifier.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PanReport {
    pub verdict: Verdict,
    pub errors: Option<u64>,
    pub first_error: Option<String>,
    /// Every kind of error that was printed; more than one only in a search through all errors.
    pub kinds: BTreeSet<ErrorKind>,
    /// The distinct errors in SPIN's words, without the depth at which they were found.
    pub error_texts: BTreeSet<String>,
    pub stored: Option<f64>,
    pub visited: Option<f64>,
    pub matched: Option<f64>,
    pub transitions: Option<f64>,
    pub atomic_steps: Option<f64>,
    pub depth: Option<u64>,
    pub vector_bytes: Option<u64>,
    /// "actual memory usage for states", in megabytes.
    pub state_mb: Option<f64>,
    /// The stored vector and its overhead, where the verifier compresses: bytes per state.
    pub bytes_per_state: Option<u64>,
    /// All memory, in megabytes.
    pub total_mb: Option<f64>,
    /// The verifier's own clock (it prints whole tens of milliseconds).
    pub seconds: Option<f64>,
    /// Our clock around the process.
    pub wall_seconds: f64,
    /// Its time of the processor.
    pub processor_seconds: f64,
    pub complete: Completeness,
    /// Lines that are neither statistics nor errors of the model: warnings and refusals.
    pub complaints: Vec<String>,
}

impl PanReport {
    /// Reads the output of a verifier.
    pub fn read(finished: &Finished) -> Self {
        let mut report = Self::blank(finished);
        for line in finished.text.lines() {
            report.read_line(line);
        }
        let text = &finished.text;
        if text.contains("Search not completed") && report.errors.is_some_and(|n| n > 0) {
            report.complete = Completeness::FirstError;
        }
        if text.contains("max search depth too small") {
            report.complete = Completeness::Depth;
        }
        if text.contains("out of memory") || text.contains("reached -DMEMLIM") {
            report.complete = Completeness::Memory;
        }
        if finished.timed_out {
            report.complete = Completeness::Timeout;
        }
        report.verdict = report.decide(finished);
        report
    }

    /// The report of a verifier that could not be built.
    pub fn failed(finished: &Finished) -> Self {
        let mut report = Self::blank(finished);
        report.verdict = if finished.timed_out { Verdict::Timeout } else { Verdict::Fail };
        report.first_error =
            finished.text.lines().find(|line| line.contains("error")).map(str::to_owned);
        report.complaints = finished.text.lines().take(20).map(str::to_owned).collect();
        report
    }

    fn blank(finished: &Finished) -> Self {
        Self {
            verdict: Verdict::Fail,
            errors: None,
            first_error: None,
            kinds: BTreeSet::new(),
            error_texts: BTreeSet::new(),
            stored: None,
            visited: None,
            matched: None,
            transitions: None,
            atomic_steps: None,
            depth: None,
            vector_bytes: None,
            state_mb: None,
            bytes_per_state: None,
            total_mb: None,
            seconds: None,
            wall_seconds: finished.seconds,
            processor_seconds: finished.processor_seconds,
            complete: Completeness::Yes,
            complaints: Vec::new(),
        }
    }

    /// The number of stored states as an exact integer, where the verifier printed one.
    pub fn stored_exactly(&self) -> Option<u64> {
        self.stored.filter(|n| n.fract() == 0.0 && *n < 1e15).map(|n| n as u64)
    }

    fn read_line(&mut self, line: &str) {
        if let Some(error) = error_text(line) {
            self.kinds.insert(classify(error));
            let text = error.rsplit_once(" (at depth").map_or(error, |(text, _)| text);
            if self.error_texts.len() < 100 {
                self.error_texts.insert(text.to_owned());
            }
            if self.first_error.is_none() {
                self.first_error = Some(error.to_owned());
            }
            return;
        }
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("State-vector ") {
            let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|s| !s.is_empty());
            let mut next = || numbers.next().and_then(|n| n.parse().ok());
            self.vector_bytes = next();
            self.depth = next();
            self.errors = next();
            return;
        }
        let first = || trimmed.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
        if trimmed.contains("states, stored") {
            self.stored = first();
            self.visited = trimmed
                .split_once('(')
                .and_then(|(_, rest)| rest.split_whitespace().next())
                .and_then(|n| n.parse().ok());
        } else if trimmed.contains("states, matched") {
            self.matched = first();
        } else if trimmed.contains(" transitions (") {
            self.transitions = first();
        } else if trimmed.ends_with("atomic steps") {
            self.atomic_steps = first();
        } else if trimmed.contains("\tactual memory usage for states") {
            self.state_mb = first();
        } else if let Some(rest) = trimmed.strip_prefix("state-vector as stored = ") {
            let numbers = rest.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
            self.bytes_per_state = Some(numbers.sum());
        } else if trimmed.ends_with("total actual memory usage") {
            self.total_mb = first();
        } else if let Some(rest) = trimmed.strip_prefix("pan: elapsed time ") {
            self.seconds = rest.split_whitespace().next().and_then(|n| n.parse().ok());
        } else if is_complaint(trimmed) && self.complaints.len() < 50 {
            self.complaints.push(trimmed.to_owned());
        }
    }

    fn decide(&mut self, finished: &Finished) -> Verdict {
        if finished.timed_out {
            return Verdict::Timeout;
        }
        if finished.signal.is_some() && self.errors.is_none() {
            self.kinds.insert(ErrorKind::Uncaught);
            self.complete = Completeness::FirstError;
            return Verdict::Crash;
        }
        let Some(errors) = self.errors else {
            if self.first_error.is_none() {
                self.first_error = self.complaints.first().cloned();
            }
            self.complete = Completeness::FirstError;
            return Verdict::Fail;
        };
        if errors == 0 {
            return Verdict::Ok;
        }
        let text = self.first_error.as_deref().unwrap_or("");
        match classify(text) {
            ErrorKind::Assertion => Verdict::Assertion,
            ErrorKind::Uncaught if text.contains("assert") => Verdict::Assertion,
            ErrorKind::InvalidEnd => Verdict::InvalidEnd,
            ErrorKind::AcceptCycle => Verdict::AcceptCycle,
            ErrorKind::NpCycle => Verdict::NpCycle,
            ErrorKind::Claim => Verdict::ClaimViolated,
            ErrorKind::Trace => Verdict::Trace,
            ErrorKind::Uncaught | ErrorKind::Refusal => Verdict::Error,
        }
    }
}

/// The text after `pan:3: `.
fn error_text(line: &str) -> Option<&str> {
    let (number, text) = line.strip_prefix("pan:")?.split_once(": ")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

fn is_complaint(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    const WORDS: [&str; 9] = [
        "error",
        "warning",
        "cannot",
        "too small",
        "too many",
        "unknown",
        "not compatible",
        "nfair",
        "event_trace",
    ];
    WORDS.iter().any(|word| lower.contains(word))
}

//! Lays Trine's answer to a model beside SPIN's.
//!
//! Verdicts must agree, and in the raw search the number of states too. Where SPIN has no answer
//! (it rejects the model, runs out of time, or goes on after a run-time error in a state that no
//! longer means anything) only what it did say is compared, and the agreement says so.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use crate::generate::{self, Generated};
use crate::spin::{
    self, Answers, Completeness, ErrorKind, Mode, Settings, SpinResult, Verdict, classify,
    kinds_text,
};

/// Something that answers for Trine.
pub trait Checker: Sync {
    /// Checks a model given as text.
    fn check(&self, model: &str, mode: &Mode) -> OurResult;

    /// Checks a model file, which may include others.
    fn check_file(&self, path: &Path, mode: &Mode) -> OurResult;
}

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    Violated,
    /// A limit or an unmodelled construct, with the reason.
    Inconclusive(String),
    /// The model was rejected, with the first message.
    BadInput(String),
    /// An internal error.
    Bug(String),
}

/// Trine's answer, in the terms of SPIN's.
#[derive(Clone, Debug)]
pub struct OurResult {
    pub outcome: Outcome,
    /// Every kind of violation that was found; more than one only where all errors are wanted.
    pub kinds: BTreeSet<ErrorKind>,
    pub stored: Option<u64>,
    pub transitions: Option<u64>,
    pub seconds: f64,
}

/// How far two answers agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Verdicts and the number of raw states.
    Full { stored: u64 },
    /// Only the kinds of errors could be compared, and why.
    Partial(String),
    /// SPIN has no answer, and why.
    NoOracle(String),
}

/// Two answers that cannot both be right.
#[derive(Clone, Debug)]
pub struct Disagreement {
    pub mode: Mode,
    pub spin: String,
    pub ours: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: SPIN says {}; Trine says {}", self.mode, self.spin, self.ours)
    }
}

/// SPIN's words for an event trace that has not come to its end.
const OPEN_TRACE: &str = "event_trace not completed";

/// Larger models are left out: on a busy machine Trine would reach its time limit in them.
const MOST_STATES: u64 = 300_000;

/// Compares the first model of a seed that is small enough for SPIN to answer; gives that model too.
pub fn compare_generated(
    seed: u64,
    checker: &dyn Checker,
    settings: &Settings,
) -> (Generated, Result<Agreement, Box<Disagreement>>) {
    let mut last = None;
    for model in generate::attempts(seed) {
        let answer = compare(&model.text, checker, settings);
        let too_large = matches!(&answer, Ok(Agreement::NoOracle(why)) if why.ends_with(" limit"));
        last = Some((model, answer));
        if !too_large {
            break;
        }
    }
    last.unwrap_or_else(|| (generate::model(seed), Ok(Agreement::NoOracle("no model".to_owned()))))
}

/// Compares the raw search of a model, and each of its properties.
pub fn compare(
    model: &str,
    checker: &dyn Checker,
    settings: &Settings,
) -> Result<Agreement, Box<Disagreement>> {
    let (mut raw, properties) = match spin::answers(model, settings) {
        Answers::None(why) => return Ok(Agreement::NoOracle(why)),
        Answers::Given { raw, properties } => (raw, properties),
    };
    if raw.report.stored_exactly().is_some_and(|stored| stored > MOST_STATES) {
        return Ok(Agreement::NoOracle("size limit".to_owned()));
    }
    let ours = checker.check(model, &Mode::Raw);
    // For SPIN a state is no valid end while a notrace is open, though that is how it should be.
    if has_word(model, "notrace")
        && raw.report.complaints.iter().any(|line| line.contains(OPEN_TRACE))
        && !ours.kinds.contains(&ErrorKind::InvalidEnd)
    {
        raw.report.kinds.remove(&ErrorKind::InvalidEnd);
    }
    let agreement = compare_raw(&raw, &ours)?;
    for answer in properties {
        let mode = &answer.mode;
        let ours = checker.check(model, mode);
        // np_ is false for SPIN in a run that has come to rest, and true for Trine.
        let at_rest = has_word(model, "np_")
            && mode.claim().is_some()
            && answer.report.verdict == Verdict::Ok
            && ours.outcome == Outcome::Violated;
        if !at_rest {
            compare_property(&raw, &answer, &ours)?;
        }
    }
    Ok(agreement)
}

/// Compares two raw searches.
///
/// One thing is a matter of words and not of truth: an event trace that is left open is an invalid end
/// state for SPIN and a violated trace for Trine, and for Trine it is one in a deadlock too.
pub fn compare_raw(spin: &SpinResult, ours: &OurResult) -> Result<Agreement, Box<Disagreement>> {
    let report = &spin.report;
    let differ = || Box::new(disagreement(spin, ours));
    match &ours.outcome {
        Outcome::Holds | Outcome::Violated => {}
        // SPIN died of a division by zero, early in a model that is too large for both.
        Outcome::Inconclusive(_) if report.verdict == Verdict::Crash => {
            return Ok(Agreement::NoOracle("time limit".to_owned()));
        }
        Outcome::Inconclusive(_) | Outcome::BadInput(_) | Outcome::Bug(_) => return Err(differ()),
    }
    let spin_kinds = &report.kinds;
    let mut our_kinds = ours.kinds.clone();
    let open = |line: &String| line.contains(OPEN_TRACE);
    if report.complaints.iter().any(open) && our_kinds.contains(&ErrorKind::Trace) {
        our_kinds.insert(ErrorKind::InvalidEnd);
    }
    if spin_kinds.contains(&ErrorKind::InvalidEnd) && !spin_kinds.contains(&ErrorKind::Trace) {
        our_kinds.remove(&ErrorKind::Trace);
    }
    // After such an error SPIN stops, or goes on with a wild access: what it found before stands. A
    // D_proctype with a choice does no harm.
    let wild = |text: &String| {
        classify(text) == ErrorKind::Uncaught && !text.contains("non-determinism in D_proctype")
    };
    let is_wild = report.verdict == Verdict::Crash || report.error_texts.iter().any(wild);
    let derailing = |kind: &ErrorKind| match kind {
        ErrorKind::Uncaught => is_wild,
        kind => *kind == ErrorKind::Trace,
    };
    let wanted: BTreeSet<ErrorKind> = spin_kinds.iter().copied().filter(derailing).collect();
    if !wanted.is_empty() || report.complete != Completeness::Yes {
        if wanted.is_subset(&our_kinds) {
            return Ok(Agreement::Partial(kinds_text(&wanted)));
        }
        return Err(differ());
    }
    if *spin_kinds != our_kinds || report.stored_exactly() != ours.stored {
        return Err(differ());
    }
    Ok(Agreement::Full { stored: ours.stored.unwrap_or(0) })
}

/// Compares the verdict of one property; `raw` is SPIN's raw search of the same model.
pub fn compare_property(
    raw: &SpinResult,
    spin: &SpinResult,
    ours: &OurResult,
) -> Result<Agreement, Box<Disagreement>> {
    if spin.report.verdict == Verdict::Crash {
        return Ok(Agreement::Partial("masked by a crash".to_owned()));
    }
    let first = spin.report.first_error.as_deref().map(classify);
    let violated = match first {
        None => false,
        Some(ErrorKind::AcceptCycle | ErrorKind::NpCycle | ErrorKind::Claim) => true,
        // A formula that is an invariant fails as an assertion of the claim. One of the model hides
        // what the claim would have said.
        Some(ErrorKind::Assertion) if !raw.report.kinds.contains(&ErrorKind::Assertion) => true,
        Some(kind) => return Ok(Agreement::Partial(format!("masked by {kind}"))),
    };
    let same = match &ours.outcome {
        Outcome::Holds => !violated,
        Outcome::Violated => violated,
        Outcome::Inconclusive(_) | Outcome::BadInput(_) | Outcome::Bug(_) => false,
    };
    if same {
        Ok(Agreement::Partial("verdict".to_owned()))
    } else {
        Err(Box::new(disagreement(spin, ours)))
    }
}

fn disagreement(spin: &SpinResult, ours: &OurResult) -> Disagreement {
    let report = &spin.report;
    let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
    Disagreement {
        mode: spin.mode.clone(),
        spin: format!(
            "{} ({}), {} states{}",
            report.verdict,
            kinds_text(&report.kinds),
            number(report.stored_exactly()),
            report.first_error.as_ref().map_or(String::new(), |e| format!(", first: {e}")),
        ),
        ours: format!(
            "{:?} ({}), {} states",
            ours.outcome,
            kinds_text(&ours.kinds),
            number(ours.stored)
        ),
    }
}

fn has_word(model: &str, wanted: &str) -> bool {
    model.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(OurResult);

    impl Checker for Fixed {
        fn check(&self, _: &str, _: &Mode) -> OurResult {
            self.0.clone()
        }

        fn check_file(&self, _: &Path, _: &Mode) -> OurResult {
            self.0.clone()
        }
    }

    fn answer(outcome: Outcome, kinds: &[ErrorKind], stored: u64) -> Fixed {
        let kinds = kinds.iter().copied().collect();
        Fixed(OurResult { outcome, kinds, stored: Some(stored), transitions: None, seconds: 0.0 })
    }

    const MODEL: &str = "byte x; active proctype P() { x = 1; assert(x == 2); x == 3 }";

    #[test]
    fn agrees_with_the_right_answer_only() {
        let settings = Settings::small();
        let both = [ErrorKind::Assertion, ErrorKind::InvalidEnd];
        let right = answer(Outcome::Violated, &both, 3);
        let agreement = compare(MODEL, &right, &settings).unwrap();
        assert_eq!(agreement, Agreement::Full { stored: 3 });
        for wrong in [
            answer(Outcome::Violated, &both, 4),
            answer(Outcome::Violated, &both[..1], 3),
            answer(Outcome::Holds, &[], 3),
            answer(Outcome::Bug("?".to_owned()), &both, 3),
        ] {
            assert!(compare(MODEL, &wrong, &settings).is_err());
        }
    }
}

//! Ends a run at its limits where nothing else looks at them: while files are read, a model is built or an automaton
//! is made.
//!
//! Searches look at the clock, at their memory and at Ctrl-C themselves, and then say what they know. A thread beside
//! the run first asks it to stop in this way; a run that does not get there within a moment ends all the same, as
//! inconclusive.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use trine_report::Report;
use trine_session::{Known, SourceMap};

use crate::exit::Exit;
use crate::last_words::{self, LastWords};
use crate::outputs::{Format, Output};

/// How often the limits are looked at.
const INTERVAL: Duration = Duration::from_millis(5);
/// A run that is asked to stop has so much time to say what it knows.
const MOMENT: Duration = Duration::from_millis(700);

const RUNNING: u8 = 0;
const ANSWERING: u8 = 1;
const STOPPED: u8 = 2;

/// Which thread may write: the run, once it has its answer, or the guard.
static STATE: AtomicU8 = AtomicU8::new(RUNNING);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The run has more memory than it may, now.
static OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);
/// It was asked to stop for that at some time.
static WAS_OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);
static MODEL_IS_BUILT: AtomicBool = AtomicBool::new(false);

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Time,
    Memory,
    Interrupt,
}

/// Watches over the run from here on.
pub fn start(limits: Limits, words: LastWords) {
    let begun = Instant::now();
    // The second Ctrl-C does not wait for the run to notice the first.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::INCONCLUSIVE.0));
        }
    });
    let watch = move || {
        let mut asked: Option<Instant> = None;
        loop {
            std::thread::sleep(INTERVAL);
            if STATE.load(Ordering::Acquire) != RUNNING {
                return;
            }
            let used = memory_used().unwrap_or(0);
            // A search that gives back its memory leaves room for the next one.
            let too_much = used > soft_limit(limits);
            OUT_OF_MEMORY.store(too_much, Ordering::Relaxed);
            WAS_OUT_OF_MEMORY.fetch_or(too_much, Ordering::Relaxed);
            asked = is_stopping().then(|| asked.unwrap_or_else(Instant::now));
            let Some(why) = must_end(limits, begun.elapsed(), used, asked) else { continue };
            if claim(STOPPED) {
                std::process::exit(i32::from(tell(&words, why).0));
            }
            return;
        }
    };
    // Without a second thread the searches still look at their limits.
    let _ = std::thread::Builder::new().name("guard".to_string()).spawn(watch);
}

/// The run has its answer: from now on only it speaks.
pub fn answer() {
    if STATE.load(Ordering::Acquire) == ANSWERING || claim(ANSWERING) {
        return;
    }
    // The guard is telling that there is none, and ends the process.
    loop {
        std::thread::park();
    }
}

/// Whether the run is asked to stop.
pub fn is_stopping() -> bool {
    INTERRUPTED.load(Ordering::Relaxed) || OUT_OF_MEMORY.load(Ordering::Relaxed)
}

/// Whether it was asked to stop because of its memory, and not by Ctrl-C.
pub fn was_out_of_memory() -> bool {
    WAS_OUT_OF_MEMORY.load(Ordering::Relaxed) && !INTERRUPTED.load(Ordering::Relaxed)
}

/// Keeps answers for the case that the run has to be ended.
pub fn keep(known: &Known<'_>) {
    last_words::keep(known);
}

/// The files are read and the model is built.
pub fn model_is_built() {
    MODEL_IS_BUILT.store(true, Ordering::Relaxed);
}

fn claim(state: u8) -> bool {
    STATE.compare_exchange(RUNNING, state, Ordering::AcqRel, Ordering::Acquire).is_ok()
}

/// The program itself, and what searches keep beside the states that they count against their limit.
const OVERHEAD: u64 = 32 << 20;

/// From here on the run is asked to stop. Searches count what they store against the limit themselves, and stop there.
fn soft_limit(limits: Limits) -> u64 {
    limits.memory.saturating_add(limits.memory / 16).saturating_add(OVERHEAD)
}

fn must_end(limits: Limits, elapsed: Duration, used: u64, asked: Option<Instant>) -> Option<Stop> {
    // Memory that comes fast does not wait.
    if used > limits.memory.saturating_add(limits.memory / 12).saturating_add(OVERHEAD) {
        return Some(Stop::Memory);
    }
    if asked.is_some_and(|asked| asked.elapsed() > MOMENT) {
        let interrupted = INTERRUPTED.load(Ordering::Relaxed);
        return Some(if interrupted { Stop::Interrupt } else { Stop::Memory });
    }
    let late = |most: Duration| elapsed > most + (most / 4).max(MOMENT / 2);
    limits.time.is_some_and(late).then_some(Stop::Time)
}

/// Tells the answers that there are, or that there is none, and why.
fn tell(words: &LastWords, why: Stop) -> Exit {
    let during = match MODEL_IS_BUILT.load(Ordering::Relaxed) {
        true => "while the properties were checked",
        false => "while the input was read and the model was built",
    };
    let (message, option) = match why {
        Stop::Time => (format!("time ran out {during}"), "--time-limit"),
        Stop::Memory => (format!("memory ran out {during}"), "--memory-limit"),
        Stop::Interrupt => (format!("interrupted {during}"), ""),
    };
    let (report, sources, is_known) = last_words::report(words, &message);
    let (human, others): (Vec<&Output>, Vec<&Output>) =
        words.outputs.iter().partition(|output| output.format == Format::Human);
    if !human.is_empty() || others.is_empty() {
        let help = match option {
            "" => String::new(),
            option => format!(" ({option} allows more)"),
        };
        // The progress line stands there.
        let clear = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
        let known = if is_known { "what is known by then follows" } else { "nothing is known" };
        say!("{clear}inconclusive: {message}; {known}{help}");
    }
    let code = if is_known { Exit(report.exit_code()) } else { Exit::INCONCLUSIVE };
    // Where nothing is known, there is nothing more to tell people.
    let outputs = words.outputs.iter().filter(|one| is_known || one.format != Format::Human);
    let told = outputs.map(|output| write(output, &report, &sources));
    match told.fold(true, |all, one| all & one) {
        true => code,
        false => Exit::BAD_INPUT,
    }
}

/// Whether the report could be written.
fn write(output: &Output, report: &Report, sources: &SourceMap) -> bool {
    let look = trine_report::Look::default();
    let text = crate::commands::render_as(output.format, report, sources, &look, true);
    let told = match &output.file {
        Some(file) => crate::output::write_file(file, &text),
        None => crate::output::print(&text),
    };
    told.is_ok()
}

/// The unit of the system's count of memory.
const PAGE: u64 = 4096;

/// The memory that the process has, in bytes, where the system tells.
fn memory_used() -> Option<u64> {
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(sizes.split_whitespace().nth(1)?.parse::<u64>().ok()? * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_leave_a_moment_to_answer() {
        let limits = Limits { time: Some(Duration::from_secs(2)), memory: 1 << 30 };
        let end = |seconds: f64, used: u64| {
            must_end(limits, Duration::from_secs_f64(seconds), used, None)
        };
        assert_eq!(end(2.1, 0), None);
        assert_eq!(end(2.6, 0), Some(Stop::Time));
        assert_eq!(end(0.1, (1 << 30) + 1), None);
        assert_eq!(end(0.1, (1 << 30) + (1 << 28)), Some(Stop::Memory));
        let unlimited = Limits { time: None, memory: u64::MAX };
        assert_eq!(must_end(unlimited, Duration::from_secs(1 << 20), u64::MAX, None), None);
    }

    #[test]
    fn the_memory_of_this_process_is_known_on_linux() {
        assert!(!cfg!(target_os = "linux") || memory_used().is_some_and(|bytes| bytes > 1 << 16));
    }
}

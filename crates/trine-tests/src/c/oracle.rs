//! Compiles C programs with gcc and runs them, with ThreadSanitizer and with delays: what a run shows can happen.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of a program showed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shown {
    /// ThreadSanitizer reports a data race.
    Race,
    /// An assertion failed, or the program was ended by a signal.
    Abort,
    /// It did not come to its end.
    Hang,
}

impl Shown {
    /// The checks one of which is violated then.
    pub fn checks(self) -> &'static [&'static str] {
        match self {
            // That a mutex ends while it is used is a race to the sanitizer.
            Shown::Race => &["data-race", "memory", "monitor-misuse"],
            Shown::Abort => &["assertion", "memory", "uncaught-error", "reach-error"],
            Shown::Hang => &["deadlock", "wait-forever"],
        }
    }
}

/// Threads rest for a random time before they take a lock or access an atomic variable.
const DELAYS: &str = "#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned delay_seed(void) {
    const char *seed = getenv(\"DELAY_SEED\");
    return seed ? (unsigned)atoi(seed) : 1;
}
static _Thread_local unsigned delay_state;
static void delay(void) {
    if (!delay_state) delay_state = delay_seed() * 2654435761u ^ (unsigned)(unsigned long)pthread_self();
    delay_state = delay_state * 1664525u + 1013904223u;
    usleep(delay_state >> 24);
}
#define pthread_mutex_lock(...) (delay(), pthread_mutex_lock(__VA_ARGS__))
#define pthread_cond_wait(...) (delay(), pthread_cond_wait(__VA_ARGS__))
#define pthread_create(...) (delay(), pthread_create(__VA_ARGS__))
";

/// A program that has not ended then hangs.
const PATIENCE: Duration = Duration::from_secs(4);

/// Compiles a program and runs it with ThreadSanitizer, and some times with delays.
pub fn run(text: &str, seed: u64, delayed_runs: u64) -> io::Result<Vec<Shown>> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.c");
    std::fs::write(&source, text)?;
    let mut shown = Vec::new();
    let watched = folder.path().join("watched");
    compile(&source, &watched, &["-fsanitize=thread", "-g"])?;
    shown.extend(run_once(&watched, seed)?);
    let delayed = folder.path().join("delayed");
    if delayed_runs > 0 {
        std::fs::write(&source, format!("{DELAYS}{text}"))?;
        compile(&source, &delayed, &[])?;
    }
    for turn in 0..delayed_runs {
        shown.extend(run_once(&delayed, delayed_runs * seed + turn + 1)?);
    }
    shown.sort_unstable();
    shown.dedup();
    Ok(shown)
}

fn compile(source: &Path, program: &Path, more: &[&str]) -> io::Result<()> {
    let arguments = ["-std=gnu11", "-w", "-pthread", "-O0"];
    let mut command = Command::new("gcc");
    command.args(arguments).args(more).arg("-o").arg(program).arg(source);
    let made = command.output()?;
    match made.status.success() {
        true => Ok(()),
        false => Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned())),
    }
}

fn run_once(program: &Path, seed: u64) -> io::Result<Vec<Shown>> {
    // Address randomisation of some kernels is beyond what ThreadSanitizer of gcc 12 can map.
    let mut command = Command::new("setarch");
    command.args(["-R"]).arg(program);
    command.env("DELAY_SEED", seed.to_string()).env("TSAN_OPTIONS", "exitcode=0:report_bugs=1");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(errors) = &mut errors {
            let _ = errors.read_to_string(&mut text);
        }
        text
    });
    let begin = Instant::now();
    let mut shown = Vec::new();
    loop {
        match child.try_wait()? {
            Some(status) => {
                use std::os::unix::process::ExitStatusExt;
                if status.signal().is_some() {
                    shown.push(Shown::Abort);
                }
                break;
            }
            None if begin.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                shown.push(Shown::Hang);
                break;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
    let text = reader.join().unwrap_or_default();
    if text.contains("FATAL: ThreadSanitizer") {
        return Err(io::Error::other(text));
    }
    if text.contains("WARNING: ThreadSanitizer: data race") {
        shown.push(Shown::Race);
    }
    Ok(shown)
}

//! Runs the real command line and reads its JSON.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::spin::children_seconds;

/// What one run of `trine check` said and took.
pub struct Run {
    pub seconds: f64,
    /// Time of the processor.
    pub processor_seconds: f64,
    /// The most memory that it held, in bytes, as far as it was looked at while it ran.
    pub peak: u64,
    pub report: Value,
}

impl Run {
    /// The result of one property.
    pub fn result(&self, property: &str) -> Option<&Value> {
        self.report["results"].as_array()?.iter().find(|result| result["property"] == property)
    }
}

/// Builds the command line, optimised, and says where it is.
pub fn build() -> io::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "--package", "trine"]).status()?;
    if !built.success() {
        return Err(io::Error::other("the command line does not build"));
    }
    let here = std::env::current_exe()?;
    let folder = here.parent().unwrap_or(Path::new("."));
    Ok(folder.join("trine"))
}

/// Checks a file; the time is that of the whole process.
pub fn check(trine: &Path, file: &Path, arguments: &[String]) -> io::Result<Run> {
    let before = children_seconds();
    let start = Instant::now();
    let child = Command::new(trine)
        .arg("check")
        .arg(file)
        .args(["--format", "json"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let done = AtomicBool::new(false);
    let (output, peak) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut peak = 0;
            while !done.load(Ordering::Relaxed) {
                peak = peak.max(most_memory(&status).unwrap_or(0));
                std::thread::sleep(Duration::from_millis(1));
            }
            peak
        });
        let output = child.wait_with_output();
        done.store(true, Ordering::Relaxed);
        (output, watcher.join().unwrap_or(0))
    });
    let output = output?;
    let seconds = start.elapsed().as_secs_f64();
    let processor_seconds = children_seconds() - before;
    let report = serde_json::from_slice(&output.stdout).map_err(|why| {
        io::Error::other(format!("{why}: {}", String::from_utf8_lossy(&output.stderr)))
    })?;
    Ok(Run { seconds, processor_seconds, peak, report })
}

/// The most memory that a process has held so far.
fn most_memory(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

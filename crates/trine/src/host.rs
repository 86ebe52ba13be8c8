//! The real world: disk, clock and a progress line.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use trine_session::{Host, Known, Progress, SolverCall, SolverRan};

/// How often the progress line changes.
const REFRESH: Duration = Duration::from_millis(200);

/// The disk, the clock and the terminal.
pub struct Disk {
    start: Instant,
    shows_progress: bool,
    shown: Cell<Option<Duration>>,
}

impl Disk {
    /// The disk and the clock of this run; a quiet one shows no progress.
    pub fn new(quiet: bool) -> Disk {
        Disk {
            start: Instant::now(),
            shows_progress: !quiet && std::io::stderr().is_terminal(),
            shown: Cell::new(None),
        }
    }

    /// Removes the progress line, if there is one.
    pub fn clear_progress(&self) {
        if self.shown.take().is_some() {
            say_part!("\r\x1b[K");
        }
    }
}

/// Three quarters of the machine's memory, the default limit.
pub fn default_memory() -> u64 {
    let total = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    total.map_or(4 << 30, |kilobytes| kilobytes * 1024 / 4 * 3)
}

impl Host for Disk {
    fn read(&self, path: &str) -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
        Ok(match String::from_utf8(bytes) {
            Ok(text) => text,
            // Old sources are Latin-1; every byte is a character there.
            Err(raw) => raw.into_bytes().into_iter().map(char::from).collect(),
        })
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let mut files = Vec::new();
        let mut open = vec![std::path::PathBuf::from(path)];
        if !open[0].is_dir() {
            return None;
        }
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(entry.path()),
                    Ok(_) => files.push(entry.path().to_string_lossy().into_owned()),
                    Err(_) => {}
                }
            }
        }
        files.sort();
        Some(files)
    }

    fn run(&self, call: &SolverCall<'_>, go_on: &dyn Fn() -> bool) -> Result<SolverRan, String> {
        crate::programs::run(call, go_on)
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn cancelled(&self) -> bool {
        crate::guard::is_stopping()
    }

    fn decided(&self, known: &Known<'_>) {
        crate::guard::keep(known);
    }

    fn progress(&self, progress: Progress) {
        let now = self.elapsed();
        let due = match self.shown.get() {
            Some(last) => now.saturating_sub(last) >= REFRESH,
            None => now >= 2 * REFRESH,
        };
        if !self.shows_progress || !due {
            return;
        }
        self.shown.set(Some(now));
        let rate = progress.states as f64 / now.as_secs_f64().max(0.001);
        say_part!(
            "\r\x1b[K{} states, {rate:.0}/s, depth {}, {} MB",
            progress.states,
            progress.depth,
            progress.bytes >> 20
        );
        let _ = std::io::stderr().flush();
    }
}

//! Runs the real command line and reads its JSON.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

/// What one run of `trine check` said and took.
pub struct Run {
    pub seconds: f64,
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
    let start = Instant::now();
    let output = Command::new(trine)
        .arg("check")
        .arg(file)
        .args(["--format", "json"])
        .args(arguments)
        .output()?;
    let seconds = start.elapsed().as_secs_f64();
    let report = serde_json::from_slice(&output.stdout).map_err(|why| {
        io::Error::other(format!("{why}: {}", String::from_utf8_lossy(&output.stderr)))
    })?;
    Ok(Run { seconds, report })
}

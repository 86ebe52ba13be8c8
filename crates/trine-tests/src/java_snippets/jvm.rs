//! The virtual machine: one process that compiles and runs snippets, many at a time.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Snippet, recording, write};

const RECORD: &str = include_str!("Record.java");

/// What a run was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The kinds and values of each check, by its number, in the order of time.
    pub values: BTreeMap<usize, Vec<(String, String)>>,
    pub ending: Ending,
}

/// How a run of a snippet ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It came to its last line.
    End,
    /// It came out of `main` elsewhere.
    Returned,
    Died {
        line: u32,
        class: String,
        message: String,
    },
    Hangs,
    /// It is not Java, and why.
    Refused(String),
}

/// A virtual machine that runs snippets.
pub struct Jvm {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

impl Jvm {
    /// Compiles the recorder and starts a virtual machine that runs snippets until this is dropped.
    pub fn start() -> io::Result<Jvm> {
        let folder = tempfile::tempdir()?;
        let source = folder.path().join("Record.java");
        fs::write(&source, RECORD)?;
        let compiled = Command::new("javac").arg("-d").arg(folder.path()).arg(&source).output()?;
        if !compiled.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&compiled.stderr).into_owned()));
        }
        let mut child = Command::new("java")
            .args(["-Xss4m", "-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(folder.path())
            .arg("recorder.Record")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let closed = || io::Error::other("the virtual machine has no input or output");
        let to = BufWriter::new(child.stdin.take().ok_or_else(closed)?);
        let from = BufReader::new(child.stdout.take().ok_or_else(closed)?);
        Ok(Jvm { child, to, from, _folder: folder })
    }

    /// Compiles and runs snippets whose names differ.
    pub fn record(&mut self, snippets: &[Snippet]) -> io::Result<Vec<Recorded>> {
        self.to.write_all(&(snippets.len() as u32).to_be_bytes())?;
        for snippet in snippets {
            for text in [snippet.name.as_str(), recording(snippet).as_str()] {
                self.to.write_all(&(text.len() as u32).to_be_bytes())?;
                self.to.write_all(text.as_bytes())?;
            }
        }
        self.to.flush()?;
        let mut runs: Vec<Vec<String>> = Vec::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the virtual machine ended"));
            }
            let line = line.trim_end_matches(['\n', '\r']);
            if line == "DONE" {
                break;
            } else if line.starts_with("UNIT ") {
                runs.push(Vec::new());
            } else if let Some(run) = runs.last_mut() {
                run.push(line.to_string());
            }
        }
        if runs.len() != snippets.len() {
            return Err(io::Error::other("the virtual machine left some out"));
        }
        Ok(runs.iter().map(|run| write::read(run)).collect())
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // It may already have ended; then there is nothing left to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

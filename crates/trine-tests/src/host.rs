//! A host for tests: files from memory, then from disk; progress is not shown, and nothing interrupts.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use trine_session::Host;
use trine_verdict::Progress;

/// A host with its files in memory.
pub struct TestHost {
    files: BTreeMap<String, String>,
    start: Instant,
}

impl TestHost {
    /// A host without files in memory, whose clock starts now.
    pub fn new() -> TestHost {
        TestHost { files: BTreeMap::new(), start: Instant::now() }
    }

    /// A world with one file in it.
    pub fn with(name: &str, text: &str) -> TestHost {
        let mut host = TestHost::new();
        host.files.insert(name.to_string(), text.to_string());
        host
    }
}

impl TestHost {
    /// The same world with one more file.
    pub fn and(mut self, name: &str, text: &str) -> TestHost {
        self.files.insert(name.to_string(), text.to_string());
        self
    }
}

impl Default for TestHost {
    fn default() -> TestHost {
        TestHost::new()
    }
}

impl Host for TestHost {
    fn read(&self, path: &str) -> Result<String, String> {
        if let Some(text) = self.files.get(path) {
            return Ok(text.clone());
        }
        let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _progress: Progress) {}
}

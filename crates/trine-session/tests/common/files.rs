//! A world with a few files, and those of the disk.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use trine_session::Host;
use trine_verdict::Progress;

/// Files by their names; the others are read from the disk.
#[derive(Default)]
pub struct Files {
    files: BTreeMap<String, String>,
    /// A search ends when it has visited so many states.
    most: Option<u64>,
    visited: Cell<u64>,
}

impl Files {
    pub fn of(files: &[(&str, &str)]) -> Files {
        let files = files.iter().map(|(name, text)| (name.to_string(), text.to_string()));
        Files { files: files.collect(), ..Files::default() }
    }

    pub fn at_most(self, states: u64) -> Files {
        Files { most: Some(states), ..self }
    }
}

impl Host for Files {
    fn read(&self, name: &str) -> Result<String, String> {
        match self.files.get(name) {
            Some(text) => Ok(text.clone()),
            None => std::fs::read_to_string(name).map_err(|why| why.to_string()),
        }
    }
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn cancelled(&self) -> bool {
        self.most.is_some_and(|most| self.visited.get() > most)
    }
    fn progress(&self, progress: Progress) {
        self.visited.set(progress.states);
    }
}

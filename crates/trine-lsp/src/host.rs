//! Files as the editor has them: open documents first, then the disk.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use trine_session::{Host, Progress};

/// The texts of open documents, by path.
pub type Documents = BTreeMap<String, Arc<str>>;

/// Documents, the disk below them, and a flag that ends a run.
pub struct Overlay {
    documents: Arc<Documents>,
    stop: Arc<AtomicBool>,
    start: Instant,
}

impl Overlay {
    /// A host whose run ends when the flag is set.
    pub fn new(documents: Arc<Documents>, stop: Arc<AtomicBool>) -> Overlay {
        Overlay { documents, stop, start: Instant::now() }
    }
}

impl Host for Overlay {
    fn read(&self, path: &str) -> Result<String, String> {
        if let Some(text) = self.documents.get(path) {
            return Ok(text.to_string());
        }
        let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
        Ok(match String::from_utf8(bytes) {
            Ok(text) => text,
            // Old sources are Latin-1; every byte is a character there.
            Err(raw) => raw.into_bytes().into_iter().map(char::from).collect(),
        })
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let top = std::path::Path::new(path);
        if !top.is_dir() {
            return None;
        }
        let mut files = Vec::new();
        let mut open = vec![top.to_path_buf()];
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

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn progress(&self, _progress: Progress) {}
}

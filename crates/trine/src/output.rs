//! Puts results where they belong, whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Prints results to standard output. A reader that has seen enough is no error.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a file that is complete if it is there: to a neighbour first, which then takes its name.
pub fn write_file(path: &str, text: &str) -> io::Result<()> {
    let path = Path::new(path);
    // A device, such as /dev/stdout or /dev/full, cannot be replaced by a file.
    if path.exists() && !path.is_file() {
        let mut device = fs::OpenOptions::new().write(true).open(path)?;
        return device.write_all(text.as_bytes()).and_then(|()| device.flush());
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let neighbour = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::File::create(&neighbour).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&neighbour, path));
    if moved.is_err() {
        let _ = fs::remove_file(&neighbour);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("sub");
        fs::create_dir(&target).unwrap();
        // A directory stands where the file should go.
        assert!(write_file(target.to_str().unwrap(), "text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.json");
        let name = target.to_str().unwrap();
        write_file(name, "first").unwrap();
        write_file(name, "second").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

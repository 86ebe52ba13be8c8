//! Finds words that would tie the project to one machine: its folders and package servers.

use super::Files;

/// A problem per line that names a machine's folder or a package server.
pub fn check(files: &Files) -> Vec<String> {
    let forbidden = forbidden();
    let mut problems = Vec::new();
    // Cargo itself writes the name of its index into the lock file.
    for file in files.all.iter().filter(|file| file.path != "Cargo.lock") {
        for (number, line) in (1..).zip(file.text.lines()) {
            for (word, why) in forbidden.iter().filter(|(word, _)| line.contains(word.as_str())) {
                problems.push(format!("{}:{number}: `{word}` {why}", file.path));
            }
        }
    }
    problems
}

/// Put together here so that this file does not contain them.
fn forbidden() -> Vec<(String, &'static str)> {
    let folder = "is a folder of somebody's machine";
    let server = "is a package server: say what to install, not from where";
    let folders = ["work", "root", "home"].map(|name| (format!("/{name}/"), folder));
    let servers = [("crates", "io"), ("pypi", "org"), ("debian", "org"), ("npmjs", "com")]
        .map(|(name, top)| (format!("{name}.{top}"), server));
    folders.into_iter().chain(servers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::files;

    #[test]
    fn every_forbidden_word_is_found_in_any_file_but_the_lock_file() {
        for (word, _) in forbidden() {
            let text = format!("fine\nsee {word}here\n");
            let found = check(&files(&[("a.md", &text), ("Cargo.lock", &text)]));
            assert_eq!(found.len(), 1, "{word}");
            assert!(found[0].starts_with("a.md:2: "), "{found:?}");
        }
        assert_eq!(check(&files(&[("a.md", "a network/graph of frameworks")])), [""; 0]);
    }
}

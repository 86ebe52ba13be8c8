//! Looks at a directory for programs that can be checked: what `trine init` writes down.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Something to check: a program or a model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    pub name: String,
    /// Files or directories, from the project's folder.
    pub files: Vec<String>,
    /// The class or procedure where it starts, where its files have several.
    pub main: Option<String>,
}

/// Directories deeper than this are not looked at.
const DEEPEST: usize = 12;
/// Nor are more files than this.
const MOST_FILES: usize = 20_000;
/// Of a file, this much is looked at.
const MOST_BYTES: u64 = 1 << 20;

/// The programs below a folder, in order.
pub fn programs(folder: &Path) -> Vec<Found> {
    let mut files = Vec::new();
    collect(folder, folder, DEEPEST, &mut files);
    files.sort();
    let mut found = java(folder, &files);
    for file in &files {
        let name = file.to_string_lossy().into_owned();
        let stem =
            file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let is_program = match extension(file).as_str() {
            "pml" | "prom" | "promela" | "system" => true,
            "c" => text(folder, file).is_some_and(|text| has_c_main(&text)),
            "adb" => text(folder, file).is_some_and(|text| is_ada_procedure(&text, &stem)),
            _ => false,
        };
        if is_program {
            found.push(Found { name: stem, files: vec![name], main: None });
        }
    }
    distinct(&mut found);
    found
}

/// Names that occur twice become paths.
fn distinct(found: &mut [Found]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for one in found.iter() {
        *times.entry(one.name.clone()).or_default() += 1;
    }
    for one in found.iter_mut().filter(|one| times[&one.name] > 1) {
        one.name = match &one.main {
            Some(main) => main.clone(),
            None => one.files.join(" "),
        };
    }
}

fn collect(top: &Path, folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    const SKIPPED: [&str; 6] = ["target", "build", "node_modules", "out", "bin", "obj"];
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        if name.starts_with('.') || files.len() >= MOST_FILES {
            continue;
        }
        if kind.is_dir() && depth > 0 && !SKIPPED.contains(&name.as_str()) {
            collect(top, &entry.path(), depth - 1, files);
        } else if kind.is_file()
            && let Ok(path) = entry.path().strip_prefix(top)
        {
            files.push(path.to_path_buf());
        }
    }
}

fn extension(file: &Path) -> String {
    file.extension().map_or(String::new(), |extension| extension.to_string_lossy().into_owned())
}

fn text(folder: &Path, file: &Path) -> Option<String> {
    let path = folder.join(file);
    let small = fs::metadata(&path).ok()?.len() <= MOST_BYTES;
    small
        .then(|| fs::read(&path).ok())
        .flatten()
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Java's main classes: each with its source root, so that the other classes of its packages are found.
fn java(folder: &Path, files: &[PathBuf]) -> Vec<Found> {
    let mut mains = Vec::new();
    for file in files.iter().filter(|file| extension(file) == "java") {
        let Some(text) = text(folder, file) else { continue };
        let code = without_comments(&text);
        if !code.split_whitespace().collect::<Vec<_>>().join(" ").contains("static void main(") {
            continue;
        }
        let package = package_of(&code);
        let class =
            file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let full = if package.is_empty() { class.clone() } else { format!("{package}.{class}") };
        let root = source_root(file, &package);
        let alone = package.is_empty()
            && files.iter().filter(|one| one.parent() == file.parent()).count() == 1;
        let (files, main) = match alone {
            true => (vec![file.to_string_lossy().into_owned()], None),
            false => (vec![root], Some(full)),
        };
        mains.push(Found { name: class, files, main });
    }
    mains
}

fn package_of(code: &str) -> String {
    let line = code.lines().find_map(|line| line.trim().strip_prefix("package "));
    let name = line.and_then(|line| line.split(';').next()).unwrap_or("");
    name.split_whitespace().collect()
}

/// The folder above the folders of a package.
fn source_root(file: &Path, package: &str) -> String {
    let depth = if package.is_empty() { 0 } else { package.split('.').count() };
    let root = file.ancestors().nth(depth + 1).unwrap_or(Path::new(""));
    match root.to_string_lossy().into_owned() {
        empty if empty.is_empty() => ".".to_string(),
        root => root,
    }
}

/// Text without comments as Java and C write them. (A string that looks like one does not matter here.)
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        code.push_str(&rest[..start]);
        let comment = &rest[start..];
        let end = match comment.starts_with("/*") {
            true => comment.find("*/").map(|end| end + 2),
            false => comment.find('\n'),
        };
        rest = end.map_or("", |end| &comment[end..]);
        code.push(' ');
    }
    code + rest
}

fn has_c_main(text: &str) -> bool {
    let code = without_comments(text);
    let words: Vec<&str> = code
        .split(|sign: char| !(sign.is_alphanumeric() || sign == '_'))
        .filter(|word| !word.is_empty())
        .collect();
    words.windows(2).any(|pair| matches!(pair, ["int" | "void", "main"]))
}

/// Whether a file is a procedure of its own, which can be a main program, and no part of another unit.
fn is_ada_procedure(text: &str, stem: &str) -> bool {
    let lines =
        text.lines().map(|line| line.split("--").next().unwrap_or("").trim().to_ascii_lowercase());
    for line in lines {
        if let Some(rest) = line.strip_prefix("procedure ") {
            return rest.trim_start().starts_with(&stem.to_ascii_lowercase())
                && !rest.contains('(');
        }
        if ["package ", "function ", "separate", "generic"]
            .iter()
            .any(|word| line.starts_with(word))
        {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_a_directory_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "src/main/java/com/acme/App.java",
            "package com.acme;\nclass App {\n  public static  void main(String[] a) { }\n}",
        );
        write(
            "src/main/java/com/acme/Store.java",
            "package com.acme; class Store { /* static void main( */ }",
        );
        write("models/abp.pml", "init { skip }");
        write("c/run.c", "// int main\nint\nmain(void) { return 0; }");
        write("c/part.c", "int part(void);");
        write("ada/relay.adb", "with A;\nprocedure Relay is begin null; end;");
        write("ada/parts.adb", "package body Parts is\nprocedure Parts; end;");
        write("target/copy.pml", "init { skip }");
        let found = programs(folder.path());
        let told: Vec<(&str, String, Option<&str>)> = found
            .iter()
            .map(|one| (one.name.as_str(), one.files.join(" "), one.main.as_deref()))
            .collect();
        let expected = [
            ("App", "src/main/java".to_string(), Some("com.acme.App")),
            ("relay", "ada/relay.adb".to_string(), None),
            ("run", "c/run.c".to_string(), None),
            ("abp", "models/abp.pml".to_string(), None),
        ];
        assert_eq!(told, expected);
    }
}

//! Checks that public items of every kind have a line of documentation.
//!
//! A module in a file of its own has its `//!` line, which `sources.rs` checks.

use super::Files;

/// A problem for each public item without a line of documentation, in code that is not for tests alone.
pub fn check(files: &Files) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.ending(".rs").filter(|file| file.path.contains("/src/")) {
        for (line, item) in undocumented(&file.text) {
            problems.push(format!("{}:{line}: `{item}` has no line of documentation", file.path));
        }
    }
    problems
}

/// The lines and names of public items without `///` above them.
fn undocumented(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].trim() == "#[cfg(test)]" {
            at = end_of_item(&lines, at + 1);
            continue;
        }
        if let Some((kind, name)) = public_item(&lines, at)
            && !is_documented(&lines, at)
            && !(kind == "mod" && lines.get(at + 1).is_some_and(|line| is_comment(line, "//!")))
        {
            found.push((at + 1, format!("{kind} {name}")));
        }
        at += 1;
    }
    found
}

/// The line after the item of a formatted file that starts at `at`.
fn end_of_item(lines: &[&str], at: usize) -> usize {
    let Some(first) = lines.get(at) else { return at };
    let indent = first.len() - first.trim_start().len();
    let ends = |line: &&str| {
        line.len() - line.trim_start().len() == indent
            && (line.ends_with(';') || line.ends_with('}'))
    };
    lines[at..].iter().position(ends).map_or(lines.len(), |end| at + end + 1)
}

/// Kind and name of the public item or exported macro that this line declares.
fn public_item(lines: &[&str], at: usize) -> Option<(&'static str, String)> {
    const KINDS: [&str; 9] =
        ["struct", "enum", "union", "trait", "type", "const", "static", "fn", "mod"];
    let line = lines[at].trim_start();
    let (kind, name) = if let Some(name) = line.strip_prefix("macro_rules! ") {
        let exported = || lines[..at].last().is_some_and(|line| line.trim() == "#[macro_export]");
        exported().then_some(("macro", name))?
    } else {
        let words: Vec<&str> = line.strip_prefix("pub ")?.split_whitespace().collect();
        // `pub const fn` is a function, `pub unsafe trait` a trait: the last word before the name counts.
        let kind = words
            .iter()
            .take(4)
            .position(|word| *word == "fn")
            .or_else(|| words.iter().take(2).position(|word| KINDS.contains(word)))?;
        let named = KINDS.iter().find(|word| **word == words[kind])?;
        (*named, *words.get(kind + 1)?)
    };
    // A module in a file of its own says what it does there; the name that a macro is given is documented where it is given.
    if kind == "mod" && line.ends_with(';') || name.starts_with('$') {
        return None;
    }
    let letters = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    Some((kind, name.chars().take_while(letters).collect()))
}

/// Whether a sentence after `///` stands above an item and its attributes, and not only a section such as `# Panics`.
fn is_documented(lines: &[&str], at: usize) -> bool {
    let above = || lines[..at].iter().rev().map(|line| line.trim());
    let is_attribute =
        |line: &&str| line.starts_with('#') || line.ends_with(']') && !line.starts_with("//");
    // What stands above the arguments of a command is printed as its help.
    let is_help = |line: &str| line.contains("Args") || line.contains("Subcommand");
    let comment = above().skip_while(is_attribute).take_while(|line| line.starts_with("///"));
    above().take_while(is_attribute).any(is_help)
        || comment
            .last()
            .is_some_and(|first| is_comment(first, "///") && !first.starts_with("/// #"))
}

/// Whether a line is a comment that starts so and says something.
fn is_comment(line: &str, mark: &str) -> bool {
    line.trim().strip_prefix(mark).is_some_and(|words| !words.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        check(&super::super::files(&[("crates/a/src/b.rs", text)]))
    }

    #[test]
    fn a_public_item_of_every_kind_has_a_line_of_documentation() {
        let items = [
            "pub struct A;",
            "pub enum A {}",
            "pub trait A {}",
            "pub unsafe trait A {}",
            "pub type A = u8;",
            "pub const A: u8 = 1;",
            "pub static A: u8 = 1;",
            "pub fn a() {}",
            "pub const fn a() {}",
            "pub async unsafe fn a() {}",
            "pub mod a {}",
            "#[macro_export]\nmacro_rules! a {}",
        ];
        for item in items {
            assert_eq!(problems(item).len(), 1, "{item}");
            assert_eq!(problems(&format!("/// Something.\n{item}")), [""; 0], "{item}");
            assert_eq!(problems(&format!("///\n{item}")).len(), 1, "{item}");
            assert_eq!(problems(&format!("/// One.\npub struct O;\n\n{item}")).len(), 1, "{item}");
        }
        assert_eq!(problems("/// An a.\n#[derive(Clone)]\npub struct A;"), [""; 0]);
        assert_eq!(problems("/// # Panics\n/// Always.\npub fn a() {}").len(), 1);
        assert_eq!(problems("/// An a.\n///\n/// # Panics\n/// Always.\npub fn a() {}"), [""; 0]);
        assert_eq!(problems("pub mod a {\n    //! About a.\n}"), [""; 0]);
    }

    #[test]
    fn what_is_private_or_documented_elsewhere_is_left_alone() {
        let others = [
            "struct A;",
            "pub(crate) fn a() {}",
            "pub mod a;",
            "pub use a::B;",
            "pub struct $name;",
            "macro_rules! a {}",
            "    pub field: u8,",
        ];
        for other in others {
            assert_eq!(problems(other), [""; 0], "{other}");
        }
    }

    #[test]
    fn only_the_item_for_tests_is_passed_over() {
        let tests = "#[cfg(test)]\nmod tests {\n    pub fn one() {}\n}\n";
        assert_eq!(problems(tests), [""; 0]);
        assert_eq!(problems(&format!("{tests}\npub fn two() {{}}\n")).len(), 1);
        assert_eq!(problems("#[cfg(test)]\nmod tests;\n\npub fn two() {}\n").len(), 1);
    }
}

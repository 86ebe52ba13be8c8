//! The commands and options that there are, as their own help lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

/// The options of each command.
pub struct Usage {
    options: BTreeMap<String, BTreeSet<String>>,
}

impl Usage {
    pub fn read() -> Usage {
        let mut options = BTreeMap::new();
        let menu = help(&["--help"]);
        let listed = menu.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        for line in listed.take_while(|line| line.starts_with(' ')) {
            let Some(name) = line.split_whitespace().next() else { continue };
            let text = if name == "help" { String::new() } else { help(&[name, "--help"]) };
            options.insert(name.to_string(), options_in(&text).collect());
        }
        assert!(options.len() >= 10, "the menu was read: {menu}");
        Usage { options }
    }

    /// What a line of code says that there is, and is not: `trine COMMAND --option …`, or options alone.
    pub fn unknown(&self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_named = words.first() == Some(&"trine");
        if is_named {
            let pairs = words.windows(2).filter(|pair| pair[0] == "trine");
            let commands = pairs.map(|pair| pair[1].trim_end_matches([',', ';']));
            let unknown = commands.filter(|name| {
                name.chars().all(|c| c.is_ascii_lowercase()) && !self.options.contains_key(*name)
            });
            let unknown: Vec<String> =
                unknown.map(|name| format!("there is no command `trine {name}`")).collect();
            if !unknown.is_empty() {
                return unknown;
            }
        } else if !line.starts_with("--") {
            return Vec::new();
        }
        let own = words.get(1).filter(|_| is_named).and_then(|name| self.options.get(*name));
        let exists = |option: &String| match own {
            Some(own) => own.contains(option),
            None => self.options.values().any(|all| all.contains(option)),
        };
        let missing = options_in(line).filter(|option| option != "--help" && !exists(option));
        missing.map(|option| format!("`{line}`: there is no option `{option}`")).collect()
    }
}

fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trine"));
    let output = command.args(arguments).stdin(Stdio::null()).output().expect("trine runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The words of a text that are long options.
fn options_in(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let words = text.split(move |c: char| !is_part(c));
    words
        .filter(|word| word.len() > 2 && word.starts_with("--") && !word.starts_with("---"))
        .map(str::to_string)
}

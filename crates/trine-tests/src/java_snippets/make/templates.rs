//! Ideas that are written down as text: tables of library calls, and parts with choices in them.
//!
//! A file of `data/java_snippets` has entries. `== table NAME WEIGHT` goes on with lines that begin with `setup `,
//! `op ` or `look `: one setup, a few operations in any order, each tried by itself, and all looks. `== part NAME
//! WEIGHT` goes on with text as it is, of `main`, or of the class after a line `-- member`. The marks of
//! [`Maker::fill`] are replaced; `$v` is the name of what a table is about.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::Maker;

/// A template of snippets.
pub struct Template {
    pub name: &'static str,
    pub weight: usize,
    form: Form,
}

enum Form {
    Table { setups: Vec<&'static str>, operations: Vec<&'static str>, looks: Vec<&'static str> },
    Part { member: String, main: String },
}

/// All templates, in the order of the files.
///
/// # Panics
/// When the files cannot be read.
pub fn all() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/java_snippets");
        let files = fs::read_dir(folder).expect("the folder of templates");
        let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        let texts = files.iter().map(|file| fs::read_to_string(file).expect("templates"));
        texts.flat_map(|text| read(text.leak())).collect()
    })
}

fn read(text: &'static str) -> Vec<Template> {
    let mut found: Vec<Template> = Vec::new();
    let mut in_member = false;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let mut words = head.split_whitespace();
            let table = words.next() == Some("table");
            let name = words.next().unwrap_or_default();
            let weight = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
            let form = match table {
                true => {
                    Form::Table { setups: Vec::new(), operations: Vec::new(), looks: Vec::new() }
                }
                false => Form::Part { member: String::new(), main: String::new() },
            };
            in_member = false;
            found.push(Template { name, weight, form });
            continue;
        }
        match found.last_mut().map(|template| &mut template.form) {
            Some(Form::Table { setups, operations, looks }) => {
                for (word, list) in [("setup ", setups), ("op ", operations), ("look ", looks)] {
                    list.extend(line.strip_prefix(word));
                }
            }
            Some(Form::Part { .. }) if line == "-- member" => in_member = true,
            Some(Form::Part { .. }) if line == "-- main" => in_member = false,
            Some(Form::Part { member, main }) if !line.trim().is_empty() => {
                let text = if in_member { member } else { main };
                text.push_str(line);
                text.push('\n');
            }
            _ => {}
        }
    }
    found
}

impl Template {
    /// One by chance.
    pub fn make(&self, maker: &mut Maker) {
        match &self.form {
            Form::Table { setups, operations, looks } => {
                let count = maker.rng.between(3, 7);
                let chosen: Vec<&str> = (0..count).map(|_| maker.pick(operations)).collect();
                let setup = maker.pick(setups);
                self.table(maker, setup, &chosen, looks);
            }
            Form::Part { member, main } => {
                // Both are filled at once, so that what is chosen in one can be used in the other.
                let both = maker.fill(&format!("{member}\u{0}{main}"));
                let (member, main) = both.split_once('\u{0}').unwrap_or(("", &both));
                if !member.is_empty() {
                    maker.member(self.name, member);
                }
                maker.body(self.name, main);
            }
        }
    }

    /// Snippets that together do every operation of a table on every setup.
    pub fn make_all(&self, seed: u64) -> Vec<super::Snippet> {
        let mut snippets = Vec::new();
        match &self.form {
            Form::Table { setups, operations, looks } => {
                for (at, setup) in setups.iter().enumerate() {
                    for (number, operations) in operations.chunks(8).enumerate() {
                        let seed = seed + 1_000 * at as u64 + number as u64;
                        let mut maker = Maker::new(seed);
                        self.table(&mut maker, setup, operations, looks);
                        snippets.push(maker.finish(seed));
                    }
                }
            }
            Form::Part { .. } => {
                // Each of the texts of every choice comes once.
                let mut most = 3;
                let mut number = 0;
                while number < most {
                    let seed = seed + number as u64;
                    let mut maker = Maker::new(seed);
                    maker.forced = Some(number);
                    self.make(&mut maker);
                    most = most.max(maker.alternatives);
                    snippets.push(maker.finish(seed));
                    number += 1;
                }
            }
        }
        snippets
    }

    fn table(&self, maker: &mut Maker, setup: &str, operations: &[&str], looks: &[&str]) {
        let name = maker.name("v");
        let mut text = format!("{}\n", maker.fill(&setup.replace("$v", &name)));
        for operation in operations {
            let operation = maker.fill(&operation.replace("$v", &name));
            text.push_str(&format!(
                "try {{\n{operation}\n}} catch (Exception e) {{ check(e.getClass().getName()); }}\n"
            ));
        }
        for look in looks {
            text.push_str(&maker.fill(&look.replace("$v", &name)));
            text.push('\n');
        }
        maker.body(self.name, &text);
    }
}

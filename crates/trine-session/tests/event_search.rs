//! What specifications say of events has the same answer on a program itself and on its system.

mod common;

use std::path::{Path, PathBuf};

use common::files::Files;
use trine_base::SourceMap;
use trine_session::{Engine, Loaded, Reason, Request, Verdict, check, decide_events, load};
use trine_spec::system::{Nameable, list};
use trine_verdict::Budget;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// So many states are visited on each side.
const MOST: u64 = 6_000;

/// How the answers of many properties compare.
#[derive(Default, Debug)]
struct Compared {
    holds: usize,
    violated: usize,
    /// Holds on the system because no execution ends there.
    vacuous: usize,
    /// The program leaves it open; why, and how often.
    open: std::collections::BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Compared {
    /// Asks both about all properties of a specification.
    fn compare(&mut self, files: &[String], spec: &str) {
        let name = "compared.trine".to_string();
        let request = Request {
            files: files.to_vec(),
            specs: vec![name],
            engine: Engine::Explore,
            budget: Budget { memory: Some(300 << 20), ..Budget::default() },
            search_again: 0,
            ..Request::default()
        };
        let checked = check(&request, &Files::of(&[("compared.trine", spec)]).at_most(MOST));
        if checked.loaded.diagnostics.has_errors() {
            // What only the listing keeps is not there for a specification that does not need it.
            let items = checked.loaded.diagnostics.items.iter().map(|one| one.message.clone());
            for message in items.filter(|one| !one.starts_with("no action in the program")) {
                self.wrong.push(format!("{files:?}: {message}"));
            }
            return;
        }
        for result in &checked.results {
            let name = &result.property.name;
            let host = Files::default().at_most(MOST);
            let Some((verdict, reason, states)) =
                decide_events(&request, &checked.loaded, name, &host)
            else {
                continue;
            };
            match (result.verdict, verdict) {
                (Verdict::Holds, Verdict::Holds) => self.holds += 1,
                (Verdict::Violated, Verdict::Violated) => self.violated += 1,
                (_, Verdict::Inconclusive) => {
                    let why = match reason {
                        Some(Reason::Unmodelled { what, .. } | Reason::Bound { what, .. }) => what,
                        other => format!("{other:?}"),
                    };
                    if why.contains("did not replay") {
                        self.wrong.push(format!("{files:?} {name}: {why}"));
                    }
                    *self.open.entry(why).or_default() += 1;
                }
                (Verdict::Inconclusive, _) => {}
                // A thread that is never started has not ended either, on a system: there, no execution ends.
                (Verdict::Holds, Verdict::Violated) if result.vacuous => self.vacuous += 1,
                (system, program) => self.wrong.push(format!(
                    "{files:?} {name}: system {system:?}, program {program:?} ({states} states)\n{spec}"
                )),
            }
        }
    }

    #[track_caller]
    fn expect(&self, holds: usize, violated: usize) {
        println!("{} hold, {} violated, open {:#?}", self.holds, self.violated, self.open);
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.holds >= holds && self.violated >= violated);
        assert!(self.vacuous * 20 <= self.holds + self.violated, "{} vacuous", self.vacuous);
    }
}

/// The program of a page and its specification.
fn page(path: &Path) -> Option<(String, String)> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut spec = String::new();
    let mut fenced = false;
    let mut program = None;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) => fenced = language.trim() == "trine",
            None if fenced => spec += &format!("{line}\n"),
            None => {
                if let Some(link) = line.strip_prefix("Program:") {
                    let target = link.split(['(', ')']).nth(1)?;
                    program = Some(path.parent()?.join(target).to_string_lossy().into_owned());
                }
            }
        }
    }
    let program = program.filter(|name| name.ends_with(".java") || name.ends_with(".adb"))?;
    (!spec.is_empty()).then_some((program, spec))
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    found.sort();
    found
}

#[test]
fn pages_with_specifications_have_the_answers_of_their_systems() {
    let mut compared = Compared::default();
    for folder in ["ada", "flow", "ilp", "java"] {
        for path in sorted(&root().join("specs").join(folder)) {
            if let Some((program, spec)) = page(&path) {
                compared.compare(&[program], &spec);
            }
        }
    }
    compared.expect(10, 2);
}

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Some properties over events that the system of a program has.
fn some_properties(loaded: &Loaded, random: &mut Random) -> Option<String> {
    let system = loaded.system.as_ref().filter(|system| !system.goes_nowhere())?;
    let known: Vec<Nameable> = list(system, &loaded.sources)
        .into_iter()
        .filter(|one| {
            let first = one.pattern.split(' ').next().unwrap_or_default();
            let plain = |name: &str| !name.contains(['@', '#', '?', '$']);
            let acts = [
                "call",
                "enter",
                "exit",
                "assign",
                "read",
                "lock",
                "unlock",
                "wait",
                "notified",
                "notify",
                "notifyAll",
                "start",
                "join",
                "end",
                "begin",
            ];
            // Words that would have to stand in quotes.
            let joint =
                |word: &str| ["in", "or", "except"].contains(&word) || word.starts_with('.');
            let words = !one.pattern.split(' ').any(joint);
            words && acts.contains(&first) && plain(&one.pattern) && plain(&one.process)
        })
        .collect();
    if known.len() < 2 {
        return None;
    }
    let mut spec = String::new();
    for number in 0..3 {
        let one = &known[random.below(known.len())];
        let process = match random.below(2) {
            0 => format!(" in {}", one.process),
            _ => String::new(),
        };
        let quoted =
            one.pattern.contains(|sign: char| !sign.is_alphanumeric() && !" ._[]=".contains(sign));
        if quoted {
            return None;
        }
        spec += &format!("event e{number} = {}{process}\n", one.pattern);
    }
    spec += "property absent { absence of e0 }\n\
             property order { e0 precedes e1 }\n\
             property most { at most 1 of e1 }\n\
             property words { all paths satisfy (e0; e1)* }\n\
             property prefix { every prefix satisfies (e0 | e1; e2?)* }\n\
             property between { absence of e2 between e0 and e1 }\n\
             property answer { e1 responds to e0 }\n";
    Some(spec)
}

/// Random properties over the events of an example, on both.
fn compare_random(folder: &str, ending: &str, seed: u64, share: usize) -> Compared {
    let mut compared = Compared::default();
    let mut random = Random(seed);
    let seeds: usize =
        std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(share);
    let paths = sorted(&root().join("examples").join(folder));
    let paths: Vec<&PathBuf> =
        paths.iter().filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    for _ in 0..seeds {
        let path = paths[random.below(paths.len())].to_string_lossy().into_owned();
        let mut request = Request { files: vec![path.clone()], ..Request::default() };
        request.program.keep_all = true;
        let loaded = load(&request, &Files::default());
        if loaded.diagnostics.has_errors() || size_of_text(&loaded.sources) > 2_500 {
            continue;
        }
        if let Some(spec) = some_properties(&loaded, &mut random) {
            compared.compare(&[path], &spec);
        }
    }
    compared
}

fn size_of_text(sources: &SourceMap) -> usize {
    sources.files().next().map_or(0, |(_, source)| source.text.len())
}

#[test]
fn random_properties_of_java_examples_have_the_answers_of_their_systems() {
    compare_random("java", ".java", 0x2545_F491_4F6C_DD1D, 25).expect(20, 20);
}

#[test]
fn random_properties_of_ada_examples_have_the_answers_of_their_systems() {
    compare_random("ada", ".adb", 0x9E37_79B9_7F4A_7C15, 15).expect(5, 5);
}

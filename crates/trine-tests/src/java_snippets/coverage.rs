//! Which methods of the library models snippets call, by name: a method counts where one of its name is entered.

use std::collections::BTreeSet;

use trine_base::{Diagnostics, SourceMap, Span};
use trine_session::{ProgramOptions, Request, load};

use super::{Jvm, Snippet, asserting, ours};
use crate::host::TestHost;
use crate::parallel;

/// The methods of the models, each as its file and declaration, and its name.
pub struct Coverage {
    pub called: BTreeSet<(String, String)>,
    pub missing: BTreeSet<(String, String)>,
}

/// Methods that no snippet can call, each with the reason.
const NOT_CALLED: &str = include_str!("../../data/java_models_not_called.txt");

impl Coverage {
    /// The methods that are not called although nothing is against it, and the exceptions that are none any more.
    pub fn wrong(&self) -> Vec<String> {
        let exceptions: Vec<&str> = NOT_CALLED
            .lines()
            .skip(2)
            .filter_map(|line| line.split_once("  "))
            .map(|(start, _)| start.trim())
            .collect();
        let named = |method: &str| exceptions.iter().any(|start| method.starts_with(start));
        let mut wrong: Vec<String> = self
            .missing
            .iter()
            .filter(|(method, _)| !named(method))
            .map(|(method, _)| format!("no snippet calls {method}"))
            .collect();
        let used =
            |start: &&&str| self.missing.iter().any(|(method, _)| method.starts_with(**start));
        let stale = exceptions.iter().filter(|start| !used(start));
        wrong.extend(stale.map(|start| format!("a snippet calls all of {start}")));
        wrong
    }
}

/// Elaborates snippets with every moment kept that could be seen, and looks which methods are entered.
pub fn coverage(snippets: &[Snippet], threads: usize) -> std::io::Result<Coverage> {
    let recorded = Jvm::start()?.record(snippets)?;
    let texts: Vec<String> = snippets
        .iter()
        .zip(&recorded)
        .map(|(snippet, recorded)| asserting(snippet, recorded))
        .collect();
    let entered = parallel::map(&texts, threads, |_, text| entered(text));
    let entered: BTreeSet<String> = entered.into_iter().flatten().collect();
    let all = methods().into_iter();
    let (called, missing) = all.partition(|(_, name)| entered.contains(name));
    Ok(Coverage { called, missing })
}

/// The names of the methods that a text enters.
fn entered(text: &str) -> BTreeSet<String> {
    let program = ProgramOptions { keep_all: true, ..ProgramOptions::default() };
    let request = Request { program, ..ours::request() };
    let loaded = load(&request, &TestHost::with("Main.java", text));
    let templates = loaded.system.iter().flat_map(|system| system.templates.iter());
    let labels = templates.flat_map(|one| one.edges.iter()).flat_map(|edge| edge.labels.iter());
    labels.filter(|label| label.action == "enter").filter_map(|label| label.name.clone()).collect()
}

/// Every method of every model that has a body.
fn methods() -> BTreeSet<(String, String)> {
    let mut text = String::new();
    for (path, _) in trine_java::models::all() {
        text.push_str(&format!("import {};\n", path.trim_end_matches(".java").replace('/', ".")));
    }
    text.push_str("public class Main { public static void main(String[] args) { } }\n");
    let mut sources = SourceMap::default();
    let file = sources.add("Main.java", text.as_str());
    let program = trine_java::load(&[file], &mut sources, &mut Diagnostics::default());
    let mut found = BTreeSet::new();
    for method in program.methods.iter() {
        let model = program.classes[method.class].library && !method.name.starts_with('<');
        if let (true, Some(_), Some(span)) = (model, &method.body, method.span) {
            found.insert((declaration(&sources, span), method.name.clone()));
        }
    }
    found
}

/// The file and the line on which a method is declared.
fn declaration(sources: &SourceMap, span: Span) -> String {
    let source = sources.get(span.file);
    let line = source.text.get(span.start as usize..).unwrap_or_default().lines().next();
    let line = line.unwrap_or_default().trim().trim_end_matches('{').trim();
    format!("{}: {line}", source.name)
}

//! Loads Java text for tests.

use trine_base::{Diagnostics, SourceMap};
use trine_program::interpret::{Execution, Machine, Options, execute};
use trine_program::{MethodId, Program, StmtKind, show_class, visit};

/// A program with what was said about it and the texts that it came from.
pub struct Loaded {
    pub program: Program,
    #[allow(dead_code, reason = "not every test file looks at what was said")]
    pub diagnostics: Diagnostics,
    pub sources: SourceMap,
}

pub fn load(files: &[(&str, &str)]) -> Loaded {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let ids: Vec<_> =
        files.iter().map(|(name, text)| sources.add(*name, text.to_string())).collect();
    let program = trine_java::load(&ids, &mut sources, &mut diagnostics);
    Loaded { program, diagnostics, sources }
}

/// One execution, in which nothing may go wrong and nothing may depend on what is not known.
#[allow(dead_code, reason = "not every test file runs its programs")]
pub fn run(loaded: &Loaded, entry: MethodId) -> Execution {
    let machine = Machine::new(&loaded.program, entry, Options::default());
    let execution = execute(&machine, 2_000_000);
    let place = |span: Option<_>| span.map(|span| loaded.sources.describe(span));
    let faults: Vec<_> =
        execution.happened.iter().map(|one| (one.fault, place(one.span))).collect();
    assert!(faults.is_empty() && execution.stop.is_none(), "{faults:?} {:?}", execution.stop);
    assert!(!execution.tainted, "it branches on a value that is not known");
    execution
}

impl Loaded {
    /// The class of that name as text.
    #[allow(dead_code, reason = "not every test file looks at text")]
    pub fn class(&self, name: &str) -> String {
        let found = self.program.classes.enumerate().find(|(_, class)| class.name == name);
        found.map_or_else(|| format!("no class {name}"), |(id, _)| show_class(&self.program, id))
    }

    /// The places and words of all that is not modelled, in the library or outside of it.
    #[allow(dead_code, reason = "not every test file looks at what is missing")]
    pub fn unmodelled(&self, library: bool) -> Vec<String> {
        let mut found = Vec::new();
        for method in &self.program.methods {
            if self.program.classes[method.class].library != library {
                continue;
            }
            visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
                if let StmtKind::Unmodelled { what, .. } = &statement.kind {
                    let place = statement.span.map(|span| self.sources.describe(span));
                    found.push(format!("{}: {what}", place.unwrap_or_default()));
                }
            });
        }
        found
    }
}

//! What is printed reads as what was printed, for recorded texts and for made-up ones.

use std::fs;

use trine_base::Diagnostics;
use trine_base::FileId;
use trine_spec::ast::Spec;

use crate::random::Random;
use crate::{examples, generate, golden, support};

/// Reads without checking: made-up specifications use undeclared names.
fn parse(text: &str) -> Result<Spec, String> {
    let mut diagnostics = Diagnostics::new();
    let spec = trine_spec::parse(FileId(0), text, &mut diagnostics);
    match diagnostics.items.first() {
        None => Ok(spec),
        Some(problem) => Err(format!("{problem:?}")),
    }
}

#[test]
fn recorded_specifications_survive_printing() {
    let paths = golden::files("good").into_iter().chain(examples::files());
    for path in paths {
        let text = fs::read_to_string(&path).expect("a text");
        let (_, spec, _) = support::read("it", &text);
        let printed = trine_spec::print(&spec);
        assert_eq!(parse(&printed).as_ref(), Ok(&spec), "{printed}");
        // No comment is lost, wherever it stood.
        let count = |text: &str| text.matches("//").count() + text.matches("/*").count();
        assert_eq!(count(&printed), count(&text), "{}", path.display());
        assert_eq!(trine_spec::print(&parse(&printed).expect("good")), printed);
    }
}

#[test]
fn made_up_specifications_survive_printing() {
    let mut random = Random(3);
    for number in 0..3000 {
        let spec = generate::spec(&mut random);
        let printed = trine_spec::print(&spec);
        match parse(&printed) {
            Err(problem) => panic!("number {number}: {problem}\n{printed}"),
            Ok(again) if again == spec => {}
            Ok(again) => {
                let again = trine_spec::print(&again);
                panic!("number {number}, reads as something else:\n{printed}\n-----\n{again}");
            }
        }
    }
}

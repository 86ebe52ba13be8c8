//! Prints what the front end makes of Java files: `cargo run -p trine-java --example lower -- Main.java`.

use trine_base::{Diagnostics, SourceMap};
use trine_program::{StmtKind, show_class};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.iter().any(|argument| argument == "--count");
    let all = arguments.iter().any(|argument| argument == "--all");
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let mut files = Vec::new();
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        match std::fs::read_to_string(path) {
            Ok(text) => files.push(sources.add(path.as_str(), text)),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    let program = trine_java::load(&files, &mut sources, &mut diagnostics);
    for item in &diagnostics.items {
        let place = item.span.map_or_else(String::new, |span| sources.describe(span));
        eprintln!("{place}: {}", item.message);
    }
    if !count {
        for (id, class) in program.classes.enumerate() {
            if all || !class.library {
                print!("{}", show_class(&program, id));
            }
        }
        return;
    }
    let (mut statements, mut unmodelled) = (0u64, 0u64);
    for (_, method) in program.methods.enumerate() {
        trine_program::visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
            statements += 1;
            if let StmtKind::Unmodelled { what, .. } = &statement.kind {
                unmodelled += 1;
                let place = statement.span.map_or_else(String::new, |span| sources.describe(span));
                println!("{place}: {what}");
            }
        });
    }
    println!("{statements} statements, {unmodelled} of them unmodelled");
}

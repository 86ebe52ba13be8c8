//! Every library model is read and lowered, and leaves out only what it says it leaves out.

mod common;

use common::load;
use trine_program::{StmtKind, visit};

#[test]
fn every_model_is_lowered() {
    let mut user = String::new();
    for (path, _) in trine_java::models::all() {
        let name = path.trim_end_matches(".java").replace('/', ".");
        user.push_str(&format!("import {name};\n"));
    }
    let loaded = load(&[("User.java", &user)]);
    let said: Vec<&str> =
        loaded.diagnostics.items.iter().map(|item| item.message.as_str()).collect();
    assert!(said.is_empty(), "{said:?}");
    let mut missing = Vec::new();
    for method in &loaded.program.methods {
        visit(method.body.as_deref().unwrap_or(&[]), &mut |statement| {
            let StmtKind::Unmodelled { what, .. } = &statement.kind else { return };
            let text = statement.span.map_or("", |span| loaded.sources.text(span));
            if !text.starts_with("Trine.unmodelled") {
                let place = statement.span.map(|span| loaded.sources.describe(span));
                missing.push(format!("{}: {what}", place.unwrap_or_default()));
            }
        });
    }
    assert!(missing.is_empty(), "{missing:#?}");
    let problems = trine_program::validate(&loaded.program, &loaded.sources);
    assert!(problems.is_empty(), "{problems:#?}");
    for (path, _) in trine_java::models::all() {
        assert!(loaded.sources.find(path).is_some(), "{path} was not loaded");
    }
}

#[test]
fn only_what_is_mentioned_is_loaded() {
    let loaded = load(&[("Main.java", "class Main { java.util.concurrent.Semaphore s; }")]);
    assert!(loaded.sources.find("java/util/concurrent/Semaphore.java").is_some());
    assert!(loaded.sources.find("java/util/concurrent/Phaser.java").is_none());
}

#[test]
fn roles_are_filled() {
    let roles = load(&[("Main.java", "class Main { }")]).program.roles;
    assert!(roles.thread.is_some() && roles.object.is_some());
    assert!(roles.string.is_some() && roles.boxes.len() == 6);
    assert!(roles.interrupted.is_some() && roles.daemon.is_some() && roles.thread_name.is_some());
    assert_eq!(roles.run, "run/0");
    assert_eq!(roles.errors.len(), 11);
    assert_eq!(roles.raisers.len(), 11);
}

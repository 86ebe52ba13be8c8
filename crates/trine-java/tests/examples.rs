//! Every example is understood completely, and its program is sound in itself.

mod common;

use std::path::Path;

use common::load;

#[test]
fn examples_leave_nothing_unmodelled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
    let mut count = 0;
    for folder in [root.clone(), root.join("client")] {
        let mut paths: Vec<_> = std::fs::read_dir(&folder)
            .expect("the examples are there")
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let loaded = load(&[(&name.unwrap_or_default(), &text)]);
            assert!(loaded.diagnostics.items.is_empty(), "{:?}", loaded.diagnostics.items);
            assert_eq!(loaded.unmodelled(false), Vec::<String>::new());
            let problems = trine_program::validate(&loaded.program, &loaded.sources);
            assert!(problems.is_empty(), "{problems:#?}");
            count += 1;
        }
    }
    assert!(count >= 50, "only {count} examples");
}

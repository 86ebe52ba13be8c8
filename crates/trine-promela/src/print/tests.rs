use trine_base::SourceMap;
use trine_system::naive::explore_naively;

use crate::{LoadRequest, load, print};

/// A printed model reads back as a system with the same number of raw states.
fn check(text: &str) {
    let read = |text: &str| {
        let mut sources = SourceMap::new();
        let request =
            LoadRequest { name: "test.pml".into(), text: text.into(), ..LoadRequest::default() };
        let loaded = load(request, &mut sources, &mut |path| Err(format!("no {path}")));
        let Some(system) = loaded.system else {
            panic!("{:?}\n{text}", loaded.diagnostics.items);
        };
        system
    };
    let system = read(text);
    let printed = match print(&system) {
        Ok(printed) => printed,
        Err(reasons) => panic!("{reasons:?}"),
    };
    let before = explore_naively(&system, 50_000);
    let after = explore_naively(&read(&printed), 50_000);
    assert_eq!(before.raw_states, after.raw_states, "{text}\n{printed}");
    assert_eq!(before.deadlock, after.deadlock, "{text}\n{printed}");
    assert_eq!(before.faults, after.faults, "{text}\n{printed}");
}

#[test]
fn printed_models_have_the_same_states() {
    check(
        "byte x; active [2] proctype P() { do :: x < 3 -> x++ :: else -> break od; assert(x == 3) }",
    );
    check(
        "mtype = { a, b }; chan q = [2] of { mtype, byte }; chan r = [0] of { byte };
         active proctype S() { q!a,1; q!b,2; r!7 }
         active proctype R() { byte v; if :: q?a,v :: q??b,v fi; r?v; q?[_,_]; end: q?_,eval(v) }",
    );
    check(
        "byte x, y; active proctype P() { atomic { x = 1; y = 2; if :: x == 2 :: else -> y = 3 fi } }
         active proctype Q() { x = 5; d_step { y = 1; do :: y < 4 -> y++ :: else -> break od }; x = y }",
    );
    check(
        "byte x; active proctype P() { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 7 } }
         active proctype Q() { timeout -> x = 9 }",
    );
    check("chan q = [1] of { chan }; active proctype P() { skip; chan c; q!q; q?c; chan d = c }");
    check(
        "typedef T { bit b[2]; byte c }; T t[2]; unsigned u : 3;
         proctype C(byte n) { t[n].c = n; t[n].b[1] = 1 }
         init { run C(0); run C(1); (_nr_pr == 1); u = 9; printf(\"%d\\n\", u) }",
    );
}

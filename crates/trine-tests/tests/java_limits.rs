//! Bounds of elaboration on Java programs: what is said where one is reached.

use trine_session::{Engine, Request, check};
use trine_tests::host::TestHost;
use trine_verdict::{Reason, Verdict};

/// A limit is told as one, with its place and the option that raises it.
#[test]
fn limits_say_where_they_are_and_what_raises_them() {
    let text = "public class Main {
    static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
    public static void main(String[] args) { assert down(20) == 20; }
}";
    // Not by a search of the program itself, which has no such limit.
    let model = Request {
        files: vec!["Main.java".to_string()],
        properties: Some(vec!["assertion".to_string()]),
        engine: Engine::All,
        ..Request::default()
    };
    let limited = check(&model, &TestHost::with("Main.java", text));
    assert_eq!(limited.results[0].verdict, Verdict::Inconclusive);
    let Some(Reason::Bound { what, option, at }) = limited.results[0].reason.clone() else {
        panic!("{:?}", limited.results[0].reason)
    };
    assert_eq!(what, "Main.down calls itself more than 12 deep");
    assert_eq!(option.as_deref(), Some("--recursion"));
    let place = at.map(|at| limited.loaded.sources.describe(at));
    assert!(place.is_some_and(|place| place.starts_with("Main.java:2:")));
    let mut request = Request { properties: None, ..model };
    request.program.recursion = 30;
    let deeper = check(&request, &TestHost::with("Main.java", text));
    assert!(deeper.results.iter().all(|result| result.verdict == Verdict::Holds));
    request.program.locations = 1;
    let unlocked = "public class Main {
    static long wide;
    public static void main(String[] args) {
        Thread t = new Thread(() -> { wide = 1; }); t.start(); long w = wide;
    }
}";
    let small = check(&request, &TestHost::with("Main.java", unlocked));
    let reason = small.results[0].reason.clone();
    assert!(
        matches!(&reason, Some(Reason::Bound { option: Some(option), .. }) if option == "--locations"),
        "{reason:?}"
    );
}

//! Small Java programs on which a verdict would be wrong if elaboration took what it cannot know, or
//! cannot keep, for something that it knows.

use std::time::Duration;

use trine_session::verdict::{Budget, Reason, Verdict};
use trine_session::{Checked, Request, check};
use trine_tests::host::TestHost;

fn checked(text: &str, properties: &[&str]) -> Checked {
    let request = Request {
        files: vec!["Main.java".to_string()],
        properties: Some(properties.iter().map(ToString::to_string).collect()),
        budget: Budget { time: Some(Duration::from_secs(30)), ..Budget::default() },
        ..Request::default()
    };
    check(&request, &TestHost::with("Main.java", text))
}

fn verdict(text: &str, property: &str) -> Verdict {
    let checked = checked(text, &[property]);
    let items = &checked.loaded.diagnostics.items;
    checked.results.first().unwrap_or_else(|| panic!("{text}: {items:?}")).verdict
}

/// The body of main, with what it may throw.
fn main(body: &str) -> String {
    format!(
        "import java.util.*;
import java.util.concurrent.locks.*;
public class Main {{
    static Object shared;
    static volatile Object other;
    static long wide;
    public static void main(String[] args) throws Exception {{ {body} }}
}}"
    )
}

/// A number that is only compared with constants is looked at class by class, and exactly.
#[test]
fn inputs_are_cut_by_the_constants_that_they_are_compared_with() {
    for body in [
        "assert System.nanoTime() != 77;",
        "assert new Random().nextInt() != 77;",
        "assert new Random().nextInt(1000) != 999;",
        "long n = new Random().nextLong(); long m = n; if (m > 5_000_000_000L) assert n < 5_000_000_002L;",
        "int n = new Random().nextInt(); assert 10 > n || n > 12;",
        "int n = new Random().nextInt(100); switch (n) { case 98: throw new AssertionError(); default: } assert n != 97;",
    ] {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Violated, "{body}");
    }
    for body in [
        "assert new Random().nextInt(1000) < 1000;",
        "int n = new Random().nextInt(1000); int m = n; if (n > 500) assert m >= 501;",
        "int n = new Random().nextInt(); if (n > 5) { if (n < 7) assert n == 6; }",
        "long n = new Random().nextLong(); assert n <= Long.MAX_VALUE && n >= Long.MIN_VALUE;",
        "for (int i = 0; i < 3; i++) { int n = new Random().nextInt(); assert n < 0 == !(n >= 0); }",
    ] {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Holds, "{body}");
    }
}

#[test]
fn what_is_sampled_proves_nothing_and_still_refutes() {
    for body in [
        "assert System.nanoTime() * 3 != 231;",
        "assert new Random().nextInt() % 100 != 77;",
        "assert new Random().nextInt(1000) + 1 != 1000;",
        "wide = System.nanoTime(); assert wide != 77;",
    ] {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Inconclusive, "{body}");
    }
    let body = "assert new Random().nextInt(1000) * 2 != 2;";
    assert_eq!(verdict(&main(body), "assertion"), Verdict::Violated);
    // A range that is small enough is looked at as a whole.
    for body in
        ["assert new Random().nextInt(10) < 10;", "assert new Random().nextInt(200) * 2 < 400;"]
    {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Holds);
    }
    // No number is taken that is not in its range, also where only the state knows it.
    let body = "Thread t = new Thread(() -> { wide = 2; }); t.start(); t.join(); \
                int n = new Random().nextInt((int) wide == 2 ? (int) wide : 1); assert n < 2;";
    assert_ne!(verdict(&main(body), "assertion"), Verdict::Violated);
}

/// A limit is told as one, with its place and the option that raises it.
#[test]
fn limits_say_where_they_are_and_what_raises_them() {
    let text = "public class Main {
    static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
    public static void main(String[] args) { assert down(20) == 20; }
}";
    let limited = checked(text, &["assertion"]);
    assert_eq!(limited.results[0].verdict, Verdict::Inconclusive);
    let Some(Reason::Bound { what, option, at }) = limited.results[0].reason.clone() else {
        panic!("{:?}", limited.results[0].reason)
    };
    assert_eq!(what, "Main.down calls itself more than 12 deep");
    assert_eq!(option.as_deref(), Some("--recursion"));
    let place = at.map(|at| limited.loaded.sources.describe(at));
    assert!(place.is_some_and(|place| place.starts_with("Main.java:2:")));
    let mut request = Request { files: vec!["Main.java".to_string()], ..Request::default() };
    request.program.recursion = 30;
    let deeper = check(&request, &TestHost::with("Main.java", text));
    assert!(deeper.results.iter().all(|result| result.verdict == Verdict::Holds));
    request.program.locations = 1;
    let unlocked = main("Thread t = new Thread(() -> { wide = 1; }); t.start(); long w = wide;");
    let small = check(&request, &TestHost::with("Main.java", unlocked.as_str()));
    let reason = small.results[0].reason.clone();
    assert!(
        matches!(&reason, Some(Reason::Bound { option: Some(option), .. }) if option == "--locations"),
        "{reason:?}"
    );
}

#[test]
fn errors_of_values_that_nobody_knows_are_possible() {
    for body in [
        "Object o = Nowhere.give(); String s = (String) o;",
        "Integer o = (Integer) Nowhere.give(); int i = o;",
        "int i = 1 / Nowhere.count();",
        "int i = 1 % args.length;",
    ] {
        assert_eq!(verdict(&main(body), "uncaught-error"), Verdict::Inconclusive, "{body}");
    }
}

#[test]
fn a_lock_that_only_one_thread_uses_can_be_left_held() {
    let body = "Lock lock = new ReentrantLock(); lock.lock();";
    assert_eq!(verdict(&main(body), "monitor-misuse"), Verdict::Violated);
    let body = "Lock lock = new ReentrantLock(); lock.lock(); lock.unlock();";
    assert_eq!(verdict(&main(body), "monitor-misuse"), Verdict::Holds);
}

#[test]
fn a_thread_that_nobody_starts_is_joined_too_early() {
    let body = "Thread t = new Thread(() -> {}); t.join();";
    assert_eq!(verdict(&main(body), "premature-join"), Verdict::Violated);
    assert_eq!(verdict(&main(body), "deadlock"), Verdict::Holds);
}

/// What a shared place can hold may be only one thing; that two threads go there is a race all the same.
#[test]
fn a_place_that_only_ever_holds_one_thing_is_still_read() {
    let race = "new Thread(() -> { shared = null; }).start(); \
                Object o = shared; if (o != null) throw new RuntimeException();";
    assert_eq!(verdict(&main(race), "data-race"), Verdict::Violated);
    assert_eq!(verdict(&main(race), "uncaught-error"), Verdict::Holds);
    let two = "new Thread(() -> { shared = \"text\"; }).start(); \
               Object o = shared; if (o != null) throw new RuntimeException();";
    assert_eq!(verdict(&main(two), "uncaught-error"), Verdict::Violated);
}

/// A method that two others call with different objects: what one passes on, the other does not see.
#[test]
fn variables_are_told_apart_by_the_calls_that_reach_them() {
    let text = "public class Main {
        static volatile Object first, second;
        static Object same(Object o) { Object kept = o; other = !other; return kept; }
        static volatile boolean other;
        static Object mine() { return same(first); }
        static Object yours() { return same(second); }
        public static void main(String[] args) {
            first = new Object();
            Thread t = new Thread(() -> { second = new int[1]; other = yours() == null; });
            t.start();
            assert mine() != null;
            assert mine() != yours();
        }
    }";
    assert_eq!(verdict(text, "assertion"), Verdict::Holds);
    let wrong = text.replace("mine() != yours()", "yours() == null");
    assert_eq!(verdict(&wrong, "assertion"), Verdict::Violated);
}

/// Numbers of 64 bits in objects, by a second thread so that the state has to keep them.
#[test]
fn large_boxed_numbers_are_not_cut() {
    let boxed = |first: &str, expected: &str| {
        main(&format!(
            "Thread t = new Thread(() -> {{ other = {first}; }}); t.start(); t.join(); \
             Object o = other; long n = (Long) o; assert n == {expected};"
        ))
    };
    let large = boxed("(1L << 50) + 5", "5 + (1L << 50)");
    assert_ne!(verdict(&large, "assertion"), Verdict::Violated, "{large}");
    let other = boxed("(1L << 50) + 5", "5");
    assert_ne!(verdict(&other, "assertion"), Verdict::Holds, "{other}");
    let small = boxed("-7L", "-7");
    assert_eq!(verdict(&small, "assertion"), Verdict::Holds, "{small}");
    // The value is known only in the state before it is boxed.
    let dynamic = "Thread t = new Thread(() -> { wide = (1L << 50) + 5; }); t.start(); t.join(); \
                   long w = wide; Object o = w; other = o; assert (Long) other != 5;";
    assert_ne!(verdict(&main(dynamic), "assertion"), Verdict::Violated);
}

/// Which box a number is in is not kept.
#[test]
fn the_class_of_a_box_is_not_guessed() {
    let body = "Object o = 5L; if (o instanceof Integer) throw new RuntimeException();";
    assert_ne!(verdict(&main(body), "uncaught-error"), Verdict::Violated);
    let body = "Object o = 5; if (o instanceof Integer) throw new RuntimeException();";
    assert_ne!(verdict(&main(body), "uncaught-error"), Verdict::Holds);
}

#[test]
fn what_is_taken_for_granted_is_printed() {
    let kinds = |text: &str, request: Request| -> Vec<String> {
        let request = Request { files: vec!["Main.java".to_string()], ..request };
        let checked = check(&request, &TestHost::with("Main.java", text));
        let assumptions = checked.results.iter().flat_map(|result| &result.assumptions);
        assumptions.map(|assumption| assumption.kind.clone()).collect()
    };
    let boxes = main("Integer a = 1000, b = 1000; assert a == b;");
    assert!(kinds(&boxes, Request::default()).contains(&"boxed-identity".to_string()));
    let cast = main("Object o = 5; Integer i = (Integer) o;");
    assert!(kinds(&cast, Request::default()).contains(&"boxed-class".to_string()));
    let torn = main("Thread t = new Thread(() -> { wide = 1; }); t.start(); long w = wide;");
    assert!(kinds(&torn, Request::default()).contains(&"long-not-torn".to_string()));
    let mut client = Request::default();
    client.program.client = Some("Counter".to_string());
    let counter = "public class Counter { private int n; public synchronized void add() { n++; } }";
    assert!(kinds(counter, client).contains(&"client-bounds".to_string()));
}

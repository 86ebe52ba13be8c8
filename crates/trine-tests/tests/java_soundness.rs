//! Small Java programs on which a verdict would be wrong if elaboration took what it cannot know, or
//! cannot keep, for something that it knows.

use std::time::Duration;

use trine_session::{Checked, ProgramOptions, Request, check};
use trine_tests::host::TestHost;
use trine_verdict::{Budget, Verdict};

fn checked(text: &str, properties: &[&str]) -> Checked {
    checked_in(text, properties, ProgramOptions::default())
}

fn checked_in(text: &str, properties: &[&str], program: ProgramOptions) -> Checked {
    let request = Request {
        files: vec!["Main.java".to_string()],
        program,
        properties: Some(properties.iter().map(ToString::to_string).collect()),
        budget: Budget { time: Some(Duration::from_secs(30)), ..Budget::default() },
        ..Request::default()
    };
    check(&request, &TestHost::with("Main.java", text))
}

fn verdict(text: &str, property: &str) -> Verdict {
    verdict_in(text, property, ProgramOptions::default())
}

fn verdict_in(text: &str, property: &str, program: ProgramOptions) -> Verdict {
    let checked = checked_in(text, &[property], program);
    let items = &checked.loaded.diagnostics.items;
    checked.results.first().unwrap_or_else(|| panic!("{text}: {items:?}")).verdict
}

/// The verdict where no two objects of one place are told apart by their number, which is also that where they
/// are.
fn verdict_of_reuse(text: &str, property: &str) -> Verdict {
    let apart = verdict(text, property);
    let reused = verdict_in(text, property, ProgramOptions { apart: 0, ..Default::default() });
    assert_eq!(apart, reused, "{text}");
    reused
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
        "assert (new Random().nextInt() ^ 5) != 77;",
        "wide = System.nanoTime(); assert wide != 77;",
    ] {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Inconclusive, "{body}");
    }
    let body = "assert new Random().nextInt() % 100 != 77 || new Random().nextInt(1000) != 999;";
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

#[test]
fn errors_of_values_that_nobody_knows_are_possible() {
    for body in [
        "Object o = Nowhere.give(); String s = (String) o;",
        "Integer o = (Integer) Nowhere.give(); int i = o;",
        "int i = 1 / Nowhere.count();",
    ] {
        assert_eq!(verdict(&main(body), "uncaught-error"), Verdict::Inconclusive, "{body}");
    }
    // How many arguments there are is an input.
    assert_eq!(verdict(&main("int i = 1 % args.length;"), "uncaught-error"), Verdict::Violated);
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

/// Programs whose threads run one after the other, so that references are in the state; the numbers are
/// those with which the virtual machine ends.
const REFERENCES: [(&str, &str); 2] = [
    (
        "sum == 22203",
        r#"public class Main {
    static class Node { Node next; int v; Node(int v, Node n) { this.v = v; next = n; } }
    static volatile Node head; static volatile Node other;
    static int sum, count, last;
    static Node pick(Node a, Node b, boolean first) { Node r = first ? a : b; return r; }
    static Node id(Node n) { Node k = n; return k; }
    static void push(int v) { head = new Node(v, head); }
    static Node find(int v) { for (Node n = head; n != null; n = n.next) if (n.v == v) return n; return null; }
    static Node rec(Node n, int d) { return d == 0 || n == null ? n : rec(n.next, d - 1); }
    static void run(Runnable r) throws Exception { Thread t = new Thread(r); t.start(); t.join(); }
    public static void main(String[] a) throws Exception {
        run(() -> { push(1); push(2); });
        run(() -> { push(3); other = find(2); });
        run(() -> { Node p = pick(id(head), id(other), head.v == 2); sum = p.v * 100 + id(head).v; });
        run(() -> { Node r = rec(head, 2); last = r.v; count = rec(head, 3) == null ? 7 : 8; });
        run(() -> { Node q = other; other = null; Node z = id(q); if (id(other) == null) sum += z.v * 1000; head = head.next; });
        run(() -> { sum += pick(head, other, other == null).v * 10000; });
        assert sum == 22203 && count == 7 && last == 1;
    }
}
"#,
    ),
    (
        "r2 == 98",
        r#"public class Main {
    interface Shape { int area(); }
    static class Sq implements Shape { int s; Sq(int s) { this.s = s; } public int area() { return s * s; } }
    static class Re implements Shape { int x, y; Re(int x, int y) { this.x = x; this.y = y; } public int area() { return x * y; } }
    static volatile Shape one, two;
    static int r1, r2, r3;
    static Shape bigger(Shape a, Shape b) { if (a.area() >= b.area()) return a; return b; }
    static int safe(Shape s) { try { return s.area(); } catch (NullPointerException e) { return -1; } }
    static void run(Runnable r) throws Exception { Thread t = new Thread(r); t.start(); t.join(); }
    public static void main(String[] a) throws Exception {
        run(() -> { one = new Sq(3); });
        run(() -> { two = new Re(2, 4); r1 = bigger(one, two).area(); });
        run(() -> { Shape s = one; one = two; two = s; });
        run(() -> { r2 = bigger(one, two).area() * 10 + safe(one); one = null; });
        run(() -> { r3 = safe(one) * 100 + safe(two); two = bigger(two, new Sq(5)); });
        run(() -> { r1 = r1 * 100 + two.area(); Object o = two; if (o instanceof Sq) r3 -= ((Sq) o).s; });
        assert r1 == 925 && r2 == 98 && r3 == -96;
    }
}
"#,
    ),
];

#[test]
fn references_in_the_state_are_followed_as_the_virtual_machine_does() {
    for (right, text) in REFERENCES {
        assert_eq!(verdict(text, "assertion"), Verdict::Holds, "{text}");
        let wrong = text.replace(right, &format!("{right}0"));
        assert_eq!(verdict(&wrong, "assertion"), Verdict::Violated, "{wrong}");
        assert_eq!(verdict(text, "uncaught-error"), Verdict::Holds, "{text}");
    }
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
    let takes = |text: &str, request: Request, kind: &str| {
        let request = Request { files: vec!["Main.java".to_string()], ..request };
        let checked = check(&request, &TestHost::with("Main.java", text));
        let mut all = checked.results.iter().flat_map(|result| &result.assumptions);
        all.any(|assumption| assumption.kind == kind)
    };
    for (body, kind, taken) in [
        ("Integer a = 1000, b = 1000; assert a == b;", "boxed-identity", false),
        ("new Thread(() -> { wide = 1; }).start(); long w = wide;", "long-not-torn", true),
    ] {
        assert_eq!(takes(&main(body), Request::default(), kind), taken, "{body}");
    }
    let mut client = Request::default();
    client.program.client = Some("Counter".to_string());
    let counter = "public class Counter { int n; public synchronized void add() { n++; } }";
    assert!(takes(counter, client, "client-bounds"));
}

/// Threads that make objects again and again, and what everybody may rely on. `go` makes sure that it is the
/// state that decides how often.
fn with_nodes(one: &str, other: &str) -> String {
    format!(
        "public class Main {{
    static class Node {{
        int value, mark;
        Node next;
        Node(int value) {{ this.value = value; }}
    }}
    static Node head;
    static int go;
    static void one() {{ if (go == 0) go = 1; {one} }}
    static void other() {{ go = 2; {other} }}
    public static void main(String[] args) {{
        new Thread(() -> one()).start();
        new Thread(() -> other()).start();
    }}
}}"
    )
}

#[test]
fn an_object_that_another_one_refers_to_is_not_made_anew() {
    let text = with_nodes(
        "for (int i = 1; i <= 3; i++) { Node n = new Node(i); n.next = head; head = n; }",
        "Node h = head;
         if (h != null && h.next != null) {
             assert h.next.value == h.value - 1;
             assert h.next.next == null || h.next.next.value == 1;
         }",
    );
    assert_eq!(verdict_of_reuse(&text, "assertion"), Verdict::Holds);
}

#[test]
fn an_object_that_its_maker_still_has_is_not_made_anew() {
    let text = with_nodes(
        "for (int i = 1; i <= 4; i++) {
             Node p = head;
             head = null;
             Node n = new Node(i);
             assert p == null || p.value < i;
             head = n;
         }",
        "Node h = head; head = null; head = h;",
    );
    assert_eq!(verdict_of_reuse(&text, "assertion"), Verdict::Holds);
}

#[test]
fn an_object_that_another_thread_has_is_not_made_anew() {
    let text = with_nodes(
        "for (int i = 1; i <= 4; i++) head = new Node(i);",
        "Node h = head;
         if (h != null) { int first = h.value; int second = h.value; assert first == 0 || first == second; }",
    );
    assert_eq!(verdict_of_reuse(&text, "assertion"), Verdict::Holds);
}

#[test]
fn what_a_thread_knew_of_an_object_it_does_not_know_of_the_next_one() {
    let text = with_nodes(
        "for (int i = 1; i <= 2; i++) { while (head != null) Thread.yield(); head = new Node(i); }",
        "for (int i = 1; i <= 2; i++) {
             while (head == null) Thread.yield();
             Node h = head;
             assert h.mark == 0;
             h.mark = 1;
             head = null;
         }",
    );
    // With few objects there are few points, so that nothing else moves the marks into the state.
    let checked = checked_in(
        &text,
        &["assertion"],
        ProgramOptions { pool: 1, apart: 0, ..Default::default() },
    );
    assert_eq!(checked.results[0].verdict, Verdict::Holds);
}

/// The lock that a thread left held is not the next one, which everybody finds free.
#[test]
fn a_lock_that_was_left_held_is_not_made_anew() {
    let text = with_nodes(
        "for (int i = 1; i <= 3; i++) { Lock l = new ReentrantLock(); l.lock(); l.unlock(); left = l; }",
        "Lock l = left; if (l != null) l.lock();",
    );
    let text = text.replace("static Node head;", "static Node head;\n    static Lock left;");
    let text = format!("import java.util.concurrent.locks.*;\n{text}");
    assert_eq!(verdict_of_reuse(&text, "deadlock"), Verdict::Holds);
    assert_eq!(verdict_of_reuse(&text, "monitor-misuse"), Verdict::Violated);
}

/// Without end, so that nothing but making objects anew can prove it.
#[test]
fn objects_without_end_are_followed() {
    let text = with_nodes(
        "while (true) { while (head != null) Thread.yield(); head = new Node(1); }",
        "while (true) { while (head == null) Thread.yield(); assert head.value == 1; head = null; }",
    );
    assert_eq!(verdict_of_reuse(&text, "assertion"), Verdict::Holds);
    assert_eq!(verdict_of_reuse(&text.replace("== 1", "== 2"), "assertion"), Verdict::Violated);
    // What stays reachable needs room.
    let all = with_nodes("while (true) { Node n = new Node(1); n.next = head; head = n; }", "");
    assert_eq!(verdict_of_reuse(&all, "assertion"), Verdict::Inconclusive);
}

/// What makes an object anew looks at all references, and no thread does.
#[test]
fn who_looks_for_room_accesses_nothing() {
    let text = with_nodes(
        "while (true) { Node n = new Node(1); synchronized (Main.class) { head = n; } }",
        "while (true) synchronized (Main.class) { Node h = head; head = null; }",
    );
    let text = text.replace("if (go == 0) go = 1;", "").replace("go = 2;", "");
    assert_eq!(verdict_of_reuse(&text, "data-race"), Verdict::Holds);
    let text = text.replace("synchronized (Main.class) { Node", "{ Node");
    assert_eq!(verdict_of_reuse(&text, "data-race"), Verdict::Violated);
}

/// A reference that nobody knows may be null, any number and equal to any other, also when it comes from the
/// state.
#[test]
fn what_nobody_knows_is_not_known_in_the_state_either() {
    let with = |body: &str| {
        main(&format!(
            "Thread t = new Thread(() -> {{ shared = Integer.getInteger(\"a\"); other = Integer.getInteger(\"b\"); }});
             t.start(); t.join(); Object one = shared; Object two = other; {body}"
        ))
    };
    for wrong in [
        "assert one != null;",
        "assert one == null;",
        "assert one == two;",
        "assert one != two;",
        "int n = (Integer) one; assert n == 0;",
        "int n = (Integer) one; assert n != 3;",
    ] {
        assert_eq!(verdict(&with(wrong), "assertion"), Verdict::Inconclusive, "{wrong}");
    }
    assert_eq!(verdict(&with("assert one == one;"), "assertion"), Verdict::Inconclusive);
}

/// What is made of known text is known; whether two such texts are one object is not.
#[test]
fn text_is_known_and_its_identity_is_not() {
    for body in [
        "String s = \"job-\" + 1; assert s.equals(\"job-1\") && s.length() == 5;",
        "StringBuilder b = new StringBuilder(); for (int i = 0; i < 3; i++) b.append(i); \
         assert b.toString().equals(\"012\");",
        "Thread t = new Thread(() -> other = \"left\"); other = \"right\"; t.start(); t.join(); \
         String s = (String) other; assert s.length() >= 4 && (s + \"!\").endsWith(\"t!\");",
        "assert Integer.parseInt(\" 42 \".trim()) == 42;",
        "switch (\"a\" + \"b\".length()) { case \"a1\": break; default: assert false; }",
    ] {
        assert_eq!(verdict(&main(body), "assertion"), Verdict::Holds, "{body}");
    }
    // It is another object, in truth; but what `intern` or `trim` gives back may be the same one.
    let body = "String s = \"job-\" + \"a\".length(); assert s == \"job-1\";";
    assert_eq!(verdict(&main(body), "assertion"), Verdict::Inconclusive);
    let body = "String s = (\"x\" + \"\".length()).intern(); assert s != \"x0\";";
    assert_eq!(verdict(&main(body), "assertion"), Verdict::Inconclusive);
    let body =
        "int n = \"a\".length(); String s = \"job-\" + n; String r = \"job-\" + n; assert s == r;";
    assert_eq!(verdict(&main(body), "assertion"), Verdict::Inconclusive);
}

/// A handler takes the error of its thread; without one the error is reported.
#[test]
fn handlers_take_uncaught_errors() {
    let text = main(
        "Thread t = new Thread(() -> { throw new IllegalStateException(); }); \
         t.setUncaughtExceptionHandler((who, e) -> { shared = e; }); \
         t.start(); t.join(); assert shared instanceof IllegalStateException;",
    );
    assert_eq!(verdict(&text, "uncaught-error"), Verdict::Holds);
    assert_eq!(verdict(&text, "assertion"), Verdict::Holds);
    let without = text.replace("t.setUncaughtExceptionHandler", "set").replace(
        "static Object shared;",
        "static Object shared; static void set(Thread.UncaughtExceptionHandler h) {}",
    );
    assert_eq!(verdict(&without, "uncaught-error"), Verdict::Violated);
    for set in ["Thread.setDefault", "Thread.currentThread().set"] {
        let first = main(&format!(
            "{set}UncaughtExceptionHandler((who, e) -> {{}}); throw new IllegalStateException();"
        ));
        assert_eq!(verdict(&first, "uncaught-error"), Verdict::Holds, "{set}");
    }
}

/// Who is hired while somebody stops the pool is either refused or interrupted.
#[test]
fn nobody_is_hired_behind_the_back_of_who_stops_the_pool() {
    for pool in ["newFixedThreadPool(1)", "newCachedThreadPool()", "newScheduledThreadPool(1)"] {
        let text = main(&format!(
            "java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.{pool};
             Thread t = new Thread(() -> {{
                 try {{
                     pool.execute(() -> {{
                         try {{ synchronized (pool) {{ pool.wait(); }} }} catch (InterruptedException e) {{}}
                     }});
                 }} catch (java.util.concurrent.RejectedExecutionException e) {{}}
             }});
             t.start();
             pool.shutdownNow();
             t.join();"
        ));
        assert_eq!(verdict(&text, "deadlock"), Verdict::Holds, "{pool}");
        let text = text.replace("shutdownNow", "shutdown");
        assert_eq!(verdict(&text, "deadlock"), Verdict::Violated, "{pool}");
    }
}

/// What a library model takes for granted is said.
#[test]
fn models_say_what_they_take_for_granted() {
    let text = main("java.util.concurrent.CompletableFuture.runAsync(() -> {}).join();");
    let checked = checked(&text, &["deadlock"]);
    let assumptions = &checked.loaded.system.as_ref().unwrap().assumptions;
    assert!(assumptions.iter().any(|one| one.kind == "library-model"), "{assumptions:?}");
}

/// What stays in an object once others can have it is known to all; what changes is not.
#[test]
fn what_stays_in_an_object_is_told_from_what_changes() {
    let class = "static class P { volatile int f; volatile P next; P(int f) { this.f = f; } }";
    let early =
        "static class P { volatile int f; volatile P next; P(int f) { got = this; this.f = f; } }";
    for (class, body, reader, expected) in [
        (class, "got = new P(5);", "assert p.f == 5;", Verdict::Holds),
        (early, "new P(5);", "assert p.f == 5;", Verdict::Violated),
        (class, "P p = new P(5); got = p; p.f = 6;", "assert p.f == 5;", Verdict::Violated),
        (class, "P p = new P(1); p.f = 5; got = p;", "assert p.f == 5;", Verdict::Holds),
        (class, "P p = new P(5); got = p; assert p.f == 5;", "p.f = 7;", Verdict::Violated),
        (class, "for (int i = 0; i < 3; i++) got = new P(i);", "assert p.f < 3;", Verdict::Holds),
        (
            class,
            "for (int i = 0; i < 3; i++) got = new P(i);",
            "assert p.f < 2;",
            Verdict::Violated,
        ),
        (
            class,
            "P a = new P(1); P b = new P(2); a.next = b; got = a;",
            "assert p.next.f == 2;",
            Verdict::Holds,
        ),
        (
            class,
            "P a = new P(1); P b = new P(2); a.next = b; got = a; b.f = 3;",
            "assert p.next.f == 2;",
            Verdict::Violated,
        ),
        (
            class,
            "P p = new P(5); got = p; try { throw new Error(); } catch (Error e) { p.f = 6; }",
            "assert p.f == 5;",
            Verdict::Violated,
        ),
    ] {
        let text = format!(
            "public class Main {{
    {class}
    static volatile P got;
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ P p = got; if (p != null) {{ {reader} }} }});
        t.start();
        {body}
        t.join();
    }}
}}"
        );
        assert_eq!(verdict(&text, "assertion"), expected, "{body} {reader}");
    }
    // A thread that starts before it is complete.
    let worker = |body: &str| {
        format!(
            "public class Main extends Thread {{
    int f;
    Main() {{ {body} }}
    public void run() {{ assert f == 4; }}
    public static void main(String[] args) throws Exception {{ new Main().join(); }}
}}"
        )
    };
    assert_eq!(verdict(&worker("f = 4; start();"), "assertion"), Verdict::Holds);
    assert_eq!(verdict(&worker("start(); f = 4;"), "assertion"), Verdict::Violated);
}

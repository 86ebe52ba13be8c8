//! What the program of a few telling sources looks like.

mod common;

use common::load;

fn check(source: &str, class: &str, expected: &str) {
    let loaded = load(&[("Main.java", source)]);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.items);
    let dedent = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
    };
    let shown = loaded.class(class);
    assert_eq!(dedent(&shown), dedent(expected), "\n{shown}");
}

#[test]
fn an_increment_of_a_field_is_a_read_and_a_write() {
    check(
        "class A { int x; volatile long y; static int z; void f(A[] all) { x++; y += x; all[1].x = z; } }",
        "A",
        "class A < Object {
           int32 x
           volatile int64 y
           static int32 z
           f/1(ref this, ref all) {
             t2 <- this.x
             t3 = t2 + 1
             this.x := t3
             t4 <- this.y
             t5 <- this.x
             t6 = t4 +L t5
             this.y := t6
             t7 <- all[1]
             t8 <- A.z
             t7.x := t8
           }
           <init>/0(ref this) {
           }
         }",
    );
}

#[test]
fn a_guarded_wait_is_a_loop_under_the_lock() {
    check(
        "class A { private boolean up; static final Object lock = new Object();
           synchronized void take() throws InterruptedException { while (up) wait(); up = true; }
           static synchronized void both() { synchronized (lock) { lock.notifyAll(); } } }",
        "A",
        "class A < Object {
           bool up
           static final ref lock
           synchronized take/0(ref this) {
             loop block0 {
               t1 <- this.up
               unless t1 {
                 break block0
               }
               call Object~wait/0(this)
             }
             this.up := 1
           }
           static synchronized both/0() {
             t0 <- A.lock
             synchronized t0 {
               t1 <- A.lock
               call Object~notifyAll/0(t1)
             }
           }
           static <clinit>/0() {
             t0 = new Object
             A.lock := t0
           }
           <init>/0(ref this) {
           }
         }",
    );
}

#[test]
fn a_lambda_keeps_what_it_captures() {
    check(
        "class A { int n; void f(Object lock) { final int k = 2; int m = n;
           new Thread(() -> { synchronized (lock) { n = m + k; } }).start(); } }",
        "Runnable@Main.java:2",
        "class Runnable@Main.java:2 < Object, Runnable {
           final ref this$0
           final ref val$lock
           final int32 val$m
           run/0(ref this) {
             t1 <- this.this$0
             lock <- this.val$lock
             m <- this.val$m
             synchronized lock {
               t4 = m + 2
               t1.n := t4
             }
           }
         }",
    );
}

#[test]
fn intrinsics_of_models_become_operations() {
    let loaded = load(&[(
        "Main.java",
        "import trine.Trine; class A { volatile int permits; Object gate; int[] slots;
           boolean f(int n, Thread t) {
             Trine.atomic(() -> { Trine.await(permits >= n && !Trine.held(gate) && slots.length > slots[0]); permits -= n; });
             Trine.enter(gate); Trine.exit(gate);
             if (Trine.choose(0, 1) == 1) Trine.exit();
             return Trine.tryEnter(gate); } }",
    )]);
    let text = loaded.class("A");
    for wanted in [
        "await (((this.permits >= n) && !(held(",
        "Enter(",
        "Exit(t",
        "Choose(0, 1)",
        "ExitProgram()",
        "TryEnter(",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

#[test]
fn what_is_unknown_says_what_it_is() {
    let loaded = load(&[(
        "Main.java",
        "import com.example.Gadget; class A extends Gadget { int f(java.util.List<String> l) {
           Gadget g = new Gadget(1); g.turn(l); l.parallelStream().map(x -> x + 1);
           if (g.ready()) return missing; return Other.size(3); } }",
    )]);
    let words: Vec<String> = loaded
        .unmodelled(false)
        .into_iter()
        .filter_map(|line| line.split_once(": ").map(|(_, what)| what.to_string()))
        .collect();
    assert_eq!(
        words,
        [
            "new com.example.Gadget",
            "call of com.example.Gadget.turn",
            "call of java.util.List.parallelStream",
            "call of map on a value that is not modelled",
            "call of com.example.Gadget.ready",
            "name missing",
            "call of Other.size",
            "constructor of com.example.Gadget",
        ]
    );
}

#[test]
fn selectors_agree_where_methods_override() {
    let loaded = load(&[(
        "Main.java",
        "interface I<T> { void put(T t); void put(int i); } class C implements I<String> {
           public void put(String s) { } public void put(int i) { } public void put(C c) { } }",
    )]);
    let selectors = |name: &str| -> Vec<&str> {
        let program = &loaded.program;
        let class = program.classes.iter().find(|class| class.name == name);
        let methods = class.map(|class| class.methods.as_slice()).unwrap_or_default();
        methods.iter().map(|id| program.methods[*id].selector.as_str()).collect()
    };
    assert_eq!(selectors("I"), ["put/1:java.lang.Object", "put/1:int"]);
    assert_eq!(selectors("C"), ["put/1:java.lang.Object", "put/1:int", "put/1:C", "<init>/0"]);
}

#[test]
fn statements_have_the_places_of_what_they_come_from() {
    let source = "class A { int x, y; void f() { x = y + 1; } }";
    let loaded = load(&[("Main.java", source)]);
    let program = &loaded.program;
    let method = program.methods.iter().find(|method| method.name == "f").expect("it is there");
    let body = method.body.as_deref().unwrap_or(&[]);
    let texts: Vec<&str> = body
        .iter()
        .map(|statement| statement.span.map_or("", |span| loaded.sources.text(span)))
        .collect();
    assert_eq!(texts, ["y", "x = y + 1", "x = y + 1"]);
}

#[test]
fn a_method_that_gives_nothing_is_no_callable() {
    check(
        "import java.util.concurrent.*; class A { void work() { } int make() { return 1; }
           void f(ExecutorService e) { e.submit(this::work); e.submit(this::make); e.submit(A::new); } }",
        "A",
        "class A < Object {
           work/0(ref this) {
           }
           make/0(ref this) -> int32 {
             return 1
           }
           f/1(ref this, ref e) {
             t2 = new Runnable@Main.java:2
             t2.this$0 := this
             call ExecutorService~submit/1:java.lang.Runnable(e, t2)
             t3 = new Callable@Main.java:2
             t3.this$0 := this
             call ExecutorService~submit/1:java.util.concurrent.Callable(e, t3)
             t4 = new Callable@Main.java:2#2
             t4.this$0 := this
             call ExecutorService~submit/1:java.util.concurrent.Callable(e, t4)
           }
           <init>/0(ref this) {
           }
         }",
    );
}

#[test]
fn two_classes_with_one_name_are_refused() {
    let loaded = load(&[("a/X.java", "class X { }"), ("b/X.java", "class X { int y; }")]);
    let said: Vec<&str> =
        loaded.diagnostics.items.iter().map(|item| item.message.as_str()).collect();
    assert_eq!(said, ["class X is declared twice"]);
}

#[test]
fn packages_and_imports_find_their_classes() {
    let loaded = load(&[
        ("a/Lock.java", "package a; public class Lock { public static int made; public static class Key { } }"),
        ("b/Main.java", "package b; import a.*; import static a.Lock.made; import java.util.concurrent.locks.*;
           class Main { Lock lock = new Lock(); Lock.Key key = new a.Lock.Key(); Local local = new Local();
             public static void main(String[] args) { made++; } }"),
        ("b/Local.java", "package b; class Local { java.util.concurrent.locks.Lock other; void f() { other.lock(); } }"),
    ]);
    assert_eq!(loaded.unmodelled(false), Vec::<String>::new());
    let text = loaded.class("Main");
    assert!(text.contains("= new Lock\n"), "{text}");
    assert!(text.contains("Lock.made := "), "{text}");
    assert_eq!(loaded.program.mains.len(), 1);
}

#[test]
fn classes_of_the_moment_override_what_was_declared_before() {
    let loaded = load(&[(
        "Main.java",
        "import java.util.*; interface Sink { void put(int x); } class A { void f(List<String> l) {
           Collections.sort(l, new Comparator<>() { public int compare(String a, String b) { return 0; } });
           Sink s = new Sink() { public void put(int x) { put(\"a\"); } void put(String s) { } }; } }",
    )]);
    let text = loaded.class("Comparator@Main.java:2");
    assert!(text.contains("compare/2(ref this"), "{text}");
    let text = loaded.class("Sink@Main.java:3");
    assert!(text.contains("  put/1(ref this, int32 x)"), "{text}");
    assert!(text.contains("put/1:java.lang.String(ref this, ref s)"), "{text}");
}

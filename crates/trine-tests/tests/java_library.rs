//! Models of the library against the real one: what the virtual machine asserts without complaint holds, and what
//! it dies of is violated.

use std::fs;
use std::process::Command;

use trine_session::{Request, check};
use trine_tests::host::TestHost;
use trine_verdict::Verdict;

/// What the bodies may use.
const FRAME: &str = "
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class Main {
    static String said = \"\";
    static void say(String text) { said = said + text; }
    static <T> T fail(String why) { throw new IllegalStateException(why); }
    static Integer nothing() { return null; }
    static class Recent<K, V> extends LinkedHashMap<K, V> {
        private final int most;
        Recent(int most) { super(8, 0.75f, true); this.most = most; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return size() > most; }
    }
    public static void main(String[] args) throws Exception {
        BODY
    }
}
";

/// Bodies that end well.
const WELL: [(&str, &str); 19] = [
    (
        "a read lock belongs to the thread that took it",
        "ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
         Thread t = new Thread(() -> lock.readLock().lock());
         t.start();
         t.join();
         assert lock.getReadLockCount() == 1 && lock.getReadHoldCount() == 0;
         try { lock.readLock().unlock(); assert false; } catch (IllegalMonitorStateException e) { say(\"m\"); }
         assert said.equals(\"m\") && !lock.writeLock().tryLock() && lock.readLock().tryLock();
         lock.readLock().unlock();",
    ),
    (
        "texts that are made read as those that are written",
        "Thread t = new Thread(() -> { said = \"ab\"; });
         t.start();
         said = said.concat(\"b\".equals(said) ? \"c\" : \"a\").substring(0, 1) + \"b\";
         t.join();
         assert said.equals(\"ab\");",
    ),
    (
        "the bits of whole numbers",
        "int[] xs = {0, 1, -1, 5, 0x80000000, 0x7fffffff, 12345678, -987654321};
         long[] ys = {0, 1, -1, 5, Long.MIN_VALUE, Long.MAX_VALUE, 123456789012345L};
         long s = 0;
         for (int x : xs) {
         s = s * 31 + Integer.bitCount(x); s = s * 31 + Integer.numberOfTrailingZeros(x); s = s * 31 + Integer.numberOfLeadingZeros(x);
         s = s * 31 + Integer.lowestOneBit(x); s = s * 31 + Integer.highestOneBit(x); s = s * 31 + Integer.rotateLeft(x, 7); s = s * 31 + Integer.rotateRight(x, 35);
         s = s * 31 + Integer.compareUnsigned(x, 3); s = s * 31 + Integer.divideUnsigned(x, 7); s = s * 31 + Integer.remainderUnsigned(x, 7);
         s = s * 31 + Math.floorDiv(x, 7); s = s * 31 + Math.floorMod(x, -7);
         }
         for (long x : ys) {
         s = s * 31 + Long.bitCount(x); s = s * 31 + Long.numberOfTrailingZeros(x); s = s * 31 + Long.numberOfLeadingZeros(x);
         s = s * 31 + Long.lowestOneBit(x); s = s * 31 + Long.highestOneBit(x); s = s * 31 + Long.rotateLeft(x, 7); s = s * 31 + Long.rotateRight(x, 70);
         s = s * 31 + Long.compareUnsigned(x, 3); s = s * 31 + Math.floorDiv(x, 7L);
         try { s = s * 31 + Math.multiplyExact(x, 3L); } catch (ArithmeticException e) { s++; }
         try { s = s * 31 + Math.negateExact(x); } catch (ArithmeticException e) { s++; }
         try { s = s * 31 + Math.subtractExact(x, 3L); } catch (ArithmeticException e) { s++; }
         }
         assert s == -3255293548745616388L;",
    ),
    (
        "boxes of floating point are objects",
        "Map<String, Double> prices = new HashMap<>();
         prices.merge(\"x\", 1.5, Double::sum);
         prices.merge(\"x\", 2.0, (p, q) -> p + q);
         assert prices.get(\"x\") == 3.5;
         List<Double> list = new ArrayList<>(List.of(3.0, -0.0, 2.0, 0.0));
         Collections.sort(list);
         assert 1 / list.get(0) < 0 && list.get(3).equals(3.0) && list.indexOf(2.0) == 2;
         Object o = 1.5f;
         assert o instanceof Float && !(o instanceof Double) && o.equals(1.5f) && !o.equals(1.5);
         Number n = 2.75;
         assert n.intValue() == 2 && n.doubleValue() == 2.75;
         Double none = null;
         try { double y = none; assert false; } catch (NullPointerException e) { say(\"n\"); }
         try { Integer i = (Integer) o; assert false; } catch (ClassCastException e) { say(\"c\"); }
         assert said.equals(\"nc\") && Double.valueOf(0.0 / 0.0).equals(0.0 / 0.0) && Double.compare(0.0, -0.0) > 0;
         assert !Double.valueOf(1).equals(1) && Double.isInfinite(1 / 0.0) && Float.MAX_VALUE < Double.MAX_VALUE;
         Object chosen = said.isEmpty() ? 1 : 2.0;
         assert chosen instanceof Double;
         assert (true ? 1 : 2.0) / 2 == 0.5;",
    ),
    (
        "numbers in boxes are told from other objects",
        "Object[] all = { 1, \"one\", 2, new Object() };
         int numbers = 0, texts = 0;
         for (Object one : all) {
             if (one instanceof Integer) numbers += (Integer) one;
             else if (one instanceof String) texts++;
         }
         assert numbers == 3 && texts == 1;
         try { String text = (String) all[0]; assert false; } catch (ClassCastException e) { say(\"c\"); }
         assert said.equals(\"c\") && all[0] instanceof Number && all[0] instanceof Comparable;",
    ),
    (
        "who completes a future does the newest first, and what depends on that in order",
        "CompletableFuture<Integer> f = new CompletableFuture<>();
         f.thenAccept(x -> say(\"c\"));
         CompletableFuture<Integer> a = f.thenApply(x -> { say(\"a\"); return x + 1; });
         a.thenAccept(x -> say(\"1\"));
         a.thenApply(x -> { say(\"2\"); return x; }).thenRun(() -> say(\"+\"));
         a.thenAccept(x -> say(\"3\"));
         f.thenAccept(x -> say(\"d\"));
         assert f.complete(1) && !f.complete(2);
         assert said.equals(\"da12+3c\");
         a.thenRun(() -> say(\"!\"));
         assert said.equals(\"da12+3c!\") && f.join() == 1 && a.join() == 2;",
    ),
    (
        "an error passes through what depends on it",
        "CompletableFuture<Integer> bad = new CompletableFuture<>();
         CompletableFuture<Integer> next = bad.thenApply(x -> x + 1);
         CompletableFuture<Integer> mended = next.exceptionally(e -> e instanceof CompletionException ? 7 : 8);
         bad.completeExceptionally(new IllegalStateException());
         assert bad.isCompletedExceptionally() && next.isCompletedExceptionally() && mended.get() == 7;
         try { next.get(); assert false; } catch (ExecutionException e) {
             assert e.getCause() instanceof IllegalStateException; }
         try { bad.join(); assert false; } catch (CompletionException e) {
             assert e.getCause() instanceof IllegalStateException; }",
    ),
    (
        "a function that fails",
        "CompletableFuture<Integer> f = CompletableFuture.completedFuture(1).thenApply(x -> fail(\"no\"));
         int handled = f.handle((x, e) -> e == null ? x : -1).join();
         assert handled == -1 && f.whenComplete((x, e) -> say(\"w\")).isCompletedExceptionally();
         assert said.equals(\"w\");",
    ),
    (
        "what two others give is put together once",
        "CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 10);
         CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 2);
         assert a.thenCombine(b, (x, y) -> x + y).get() == 12;",
    ),
    (
        "all of several, one of which fails",
        "CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 10);
         CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> fail(\"b\"));
         try { CompletableFuture.allOf(a, b).join(); assert false; } catch (CompletionException e) {
             assert e.getCause() instanceof IllegalStateException; }",
    ),
    (
        "one of several",
        "CompletableFuture<String> never = new CompletableFuture<>();
         CompletableFuture<String> soon = CompletableFuture.supplyAsync(() -> \"s\");
         assert CompletableFuture.anyOf(never, soon).get().equals(\"s\");
         assert never.applyToEither(soon, x -> x + \"!\").get().equals(\"s!\");",
    ),
    (
        "one after the other",
        "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 3)
             .thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2));
         assert f.get() == 6;",
    ),
    (
        "a step that gives no future fails",
        "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 1).thenCompose(x -> null);
         try { f.join(); assert false; } catch (CompletionException e) {
             assert e.getCause() instanceof NullPointerException; }",
    ),
    (
        "a step that an executor refuses fails",
        "ExecutorService pool = Executors.newFixedThreadPool(1);
         pool.shutdown();
         CompletableFuture<Integer> f = CompletableFuture.completedFuture(1).thenApplyAsync(x -> x, pool);
         try { f.join(); assert false; } catch (CompletionException e) {
             assert e.getCause() instanceof RejectedExecutionException; }
         try { CompletableFuture.runAsync(() -> {}, pool); assert false; }
         catch (RejectedExecutionException e) { say(\"r\"); }
         assert said.equals(\"r\");",
    ),
    (
        "what is cancelled",
        "CompletableFuture<Integer> f = new CompletableFuture<>();
         CompletableFuture<Integer> next = f.thenApply(x -> x);
         assert f.cancel(true) && f.isCancelled() && !next.isCancelled() && next.isCompletedExceptionally();
         try { f.join(); assert false; } catch (CancellationException e) { say(\"c\"); }
         assert said.equals(\"c\");",
    ),
    (
        "a task tells once that it is done, also where it is cancelled",
        "FutureTask<Integer> t = new FutureTask<>(() -> 1) { @Override protected void done() { say(\"t\"); } };
         t.run();
         assert !t.cancel(true) && t.get() == 1 && said.equals(\"t\");
         FutureTask<Integer> u = new FutureTask<>(() -> 1) { @Override protected void done() { say(\"u\"); } };
         assert u.cancel(false);
         u.run();
         assert u.isCancelled() && said.equals(\"tu\");",
    ),
    (
        "results in the order in which they are ready",
        "ExecutorService pool = Executors.newSingleThreadExecutor();
         CompletionService<Integer> ready = new ExecutorCompletionService<>(pool);
         ready.submit(() -> 1);
         ready.submit(() -> 2);
         assert ready.take().get() == 1 && ready.take().get() == 2 && ready.poll() == null;
         pool.shutdown();",
    ),
    (
        "a map that keeps what was used last",
        "Map<String, Integer> map = new Recent<>(2);
         map.put(\"a\", 1);
         map.put(\"b\", 2);
         assert map.get(\"a\") == 1;
         map.put(\"c\", 3);
         assert map.size() == 2 && !map.containsKey(\"b\");
         map.put(\"a\", 5);
         map.put(\"d\", 4);
         for (Map.Entry<String, Integer> e : map.entrySet()) say(e.getKey() + e.getValue());
         assert said.equals(\"a5d4\");
         Map<String, Integer> plain = new LinkedHashMap<>();
         plain.put(\"x\", 1);
         plain.put(\"y\", 2);
         plain.put(\"x\", 3);
         assert plain.keySet().iterator().next().equals(\"x\") && plain.getOrDefault(\"z\", 9) == 9;",
    ),
    (
        "a timer runs a task until that is cancelled, and takes none when it is itself",
        "CountDownLatch twice = new CountDownLatch(2);
         Timer timer = new Timer();
         TimerTask task = new TimerTask() {
             int count;
             @Override public void run() { count++; twice.countDown(); if (count == 2) cancel(); }
         };
         timer.schedule(task, 1, 1);
         twice.await();
         timer.cancel();
         try { timer.schedule(new TimerTask() { @Override public void run() {} }, 1); assert false; }
         catch (IllegalStateException e) { say(\"!\"); }
         assert said.equals(\"!\");",
    ),
];

/// Bodies that main dies of.
const BADLY: [(&str, &str); 5] = [
    (
        "a result may be null",
        "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> nothing());
         int number = f.get();",
    ),
    (
        "a result may be null in what depends on it",
        "int number = CompletableFuture.supplyAsync(() -> nothing()).thenApply(x -> x + 1).join();",
    ),
    (
        "the result of a task may be null",
        "ExecutorService pool = Executors.newFixedThreadPool(1);
         Future<Integer> f = pool.submit(() -> nothing());
         pool.shutdown();
         int number = f.get();",
    ),
    (
        "a lookup changes a map in the order of access, and whoever iterates notices",
        "Map<String, Integer> map = new Recent<>(5);
         map.put(\"a\", 1);
         map.put(\"b\", 2);
         map.put(\"c\", 3);
         for (String key : map.keySet()) map.get(key);",
    ),
    (
        "what is captured may be null",
        "Integer held = nothing();
         Runnable use = () -> { int number = held; };
         use.run();",
    ),
];

fn verdicts(body: &str) -> Vec<Verdict> {
    verdicts_in(FRAME, body)
}

fn verdicts_in(frame: &str, body: &str) -> Vec<Verdict> {
    let text = frame.replace("BODY", body);
    let request = Request {
        files: vec!["Main.java".to_string()],
        properties: Some(vec!["assertion".to_string(), "uncaught-error".to_string()]),
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with("Main.java", &text));
    checked.results.iter().map(|result| result.verdict).collect()
}

/// Whether the virtual machine runs main to its end.
fn ends_well(body: &str) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Main.java");
    fs::write(&file, FRAME.replace("BODY", body)).expect("a file");
    let ran = Command::new("java").arg("-ea").arg(&file).output().expect("java runs");
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(!error.contains("error: compilation failed"), "{body}: {error}");
    ran.status.success()
}

#[test]
fn what_the_virtual_machine_asserts_holds() {
    for (what, body) in WELL {
        assert!(ends_well(body), "{what}");
        assert_eq!(verdicts(body), [Verdict::Holds, Verdict::Holds], "{what}");
    }
}

#[test]
fn what_the_virtual_machine_dies_of_is_found() {
    for (what, body) in BADLY {
        assert!(!ends_well(body), "{what}");
        assert_eq!(verdicts(body), [Verdict::Holds, Verdict::Violated], "{what}");
    }
}

/// Only a shorter delay makes a task of a timer come first, whatever is cancelled in between.
#[test]
fn timers_keep_the_order_of_delays_that_differ() {
    let body = |delays: [u32; 3], asserted: &str| {
        let task = |letter: &str| {
            format!("new TimerTask() {{ @Override public void run() {{ {letter} = ++next; }} }}")
        };
        format!(
            "Timer timer = new Timer(true);
             TimerTask middle = {};
             timer.schedule({}, {});
             timer.schedule(middle, {});
             middle.cancel();
             timer.schedule(new TimerTask() {{ @Override public void run() {{ {asserted} }} }}, {});
             timer.schedule({}, {});
             Thread.sleep(1000);
             timer.cancel();",
            task("b"),
            task("a"),
            delays[0],
            delays[1],
            delays[2],
            task("c"),
            delays[2]
        )
    };
    let assertion = |body: &str| {
        let fields = "static volatile int a, b, c, next;\n    public static void main";
        let frame = FRAME.replacen("public static void main", fields, 1);
        verdicts_in(&frame, body)[0]
    };
    assert_eq!(assertion(&body([10, 20, 30], "assert a == 1;")), Verdict::Holds);
    assert_eq!(assertion(&body([30, 20, 30], "assert a == 1;")), Verdict::Violated);
    assert_eq!(assertion(&body([10, 20, 30], "assert c == 0;")), Verdict::Violated);
}

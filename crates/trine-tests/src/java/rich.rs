//! Small concurrent programs with what the language offers: classes that inherit, exceptions with fields, classes that
//! are initialised late, arrays, boxes, strings, containers, lambdas, recursion. Their answers are not known: they are
//! for comparing.

use std::fmt::Write;

use crate::rng::Rng;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut maker = Maker { rng: Rng::new(seed ^ 0x7269_6368), text: String::new(), left: 0 };
    maker.program();
    maker.text
}

struct Maker {
    rng: Rng,
    text: String,
    /// How many more statements this body may have.
    left: usize,
}

const CLASSES: &str = "
    static class Failure extends RuntimeException {
        final int code;
        Failure(int code) { this.code = code; }
        int twice() { return code * 2; }
    }
    static class Worse extends Failure {
        Worse(int code) { super(code + 1); }
        int twice() { return super.twice() + 1; }
    }
    static abstract class Shape {
        int size;
        Shape(int size) { this.size = grow(size); }
        int grow(int by) { return by; }
        abstract int area(int by);
    }
    static class Square extends Shape {
        int side = 2;
        Square(int size) { super(size); }
        int grow(int by) { return by + side; }
        int area(int by) { return size * by; }
    }
    static class Round extends Shape {
        final Shape inner;
        Round(int size, Shape inner) { super(size); this.inner = inner; }
        int area(int by) { return inner == null ? by : inner.area(by) + 1; }
    }
    static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 2); }
    static int tell(int n) { if (n == 2) throw new Worse(n); return n + 1; }
    synchronized static int locked(int n) { x += n; return x; }
";

impl Maker {
    fn program(&mut self) {
        let threads = self.rng.between(1, 2);
        self.text
            .push_str("import java.util.ArrayList;\nimport java.util.function.IntSupplier;\n\n");
        self.text.push_str("public class Main {\n");
        self.text.push_str(CLASSES);
        let failing = self.rng.chance(15);
        let first = if failing { "x == 0 ? 1 / x : 1" } else { "++y" };
        let _ = writeln!(
            self.text,
            "    static class Late {{\n        static int count = {first};\n        static Shape made = new Square(count);\n    }}"
        );
        self.text.push_str(
            "    static final Object lock = new Object(), other = new Object();
    static int x, y;
    static volatile int v;
    static int[] a = new int[3];
    static Integer boxed;
    static String word = \"w\";
    static Failure last;
    static Shape shape;
    static final ArrayList<Integer> list = new ArrayList<>();
",
        );
        for thread in 0..threads {
            let _ =
                writeln!(self.text, "    static void run{thread}() throws InterruptedException {{");
            self.left = if threads == 1 { 14 } else { 8 };
            self.locals(thread);
            self.block(2, 0, false);
            self.text.push_str("    }\n");
        }
        self.text
            .push_str("    public static void main(String[] args) throws InterruptedException {\n");
        self.locals(2);
        for thread in 0..threads {
            let body =
                format!("try {{ run{thread}(); }} catch (InterruptedException e) {{ y = 9; }}");
            let _ =
                writeln!(self.text, "        Thread t{thread} = new Thread(() -> {{ {body} }});");
        }
        self.left = 4;
        self.block(2, 1, false);
        for thread in 0..threads {
            let _ = writeln!(self.text, "        t{thread}.start();");
        }
        self.left = 5;
        self.block(2, 1, false);
        if self.rng.chance(15) {
            self.text.push_str("        t0.interrupt();\n");
        }
        for thread in 0..threads {
            let _ = writeln!(self.text, "        t{thread}.join();");
        }
        for _ in 0..2 {
            let (number, value) =
                (*self.rng.pick(&["x", "y", "v", "a[1]", "list.size()"]), self.rng.below(4));
            let op = *self.rng.pick(&["!=", "<=", "<"]);
            let _ = writeln!(self.text, "        assert {number} {op} {};", value + 1);
        }
        self.text.push_str("        assert last == null || last.code != 3;\n    }\n}\n");
    }

    fn locals(&mut self, thread: usize) {
        let _ = writeln!(
            self.text,
            "        int n = {thread}, m = 1;\n        Shape s = null;\n        Integer b = null;\n        String t = word;\n        Object o = null;\n        int[] c = a;"
        );
    }

    fn block(&mut self, depth: usize, inner: usize, held: bool) {
        for _ in 0..self.rng.between(2, 4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(depth, inner, held);
        }
    }

    /// A number.
    fn number(&mut self) -> &'static str {
        const NUMBERS: [&str; 24] = [
            "0",
            "1",
            "2",
            "n",
            "m",
            "x",
            "y",
            "v",
            "n + 1",
            "x + m",
            "a[1]",
            "c[m]",
            "n * 2 - m",
            "depth(n + 2)",
            "tell(m)",
            "x / (m + 1)",
            "(byte) (n * 100)",
            "a.length",
            "list.size()",
            "n % 3",
            "-n",
            "n >>> 1",
            "(x > 0 ? m : n)",
            "locked(1)",
        ];
        *self.rng.pick(&NUMBERS)
    }

    fn condition(&mut self) -> String {
        const CONDITIONS: [&str; 15] = [
            "x == 1",
            "n < m",
            "shape != null && shape.size > n",
            "last == null",
            "boxed == b",
            "b != null && b == 1",
            "t.equals(word)",
            "t == word",
            "o instanceof Square",
            "shape instanceof Round r && r.inner == s",
            "v > 0 || x == 2",
            "!list.isEmpty()",
            "c == a",
            "o == lock",
            "s == shape",
        ];
        (*self.rng.pick(&CONDITIONS)).to_string()
    }

    fn statement(&mut self, depth: usize, inner: usize, held: bool) {
        let tabs = "    ".repeat(depth);
        let (one, two) = (self.number(), self.number());
        let shared = *self.rng.pick(&["x", "y", "v", "a[0]", "a[n % 3]", "a[m]", "c[1]"]);
        let deep = inner >= 2;
        let line = match self.rng.below(if deep { 24 } else { 34 }) {
            0..=2 => format!("{shared} = {one};"),
            3 => format!("{shared} += {one};"),
            4 | 5 => format!("n = {one};"),
            6 => format!("m = {one} - {two};"),
            7 => "x++;".to_string(),
            8 => format!("boxed = 0 + {one};"),
            9 => "b = boxed;".to_string(),
            10 if self.rng.chance(60) => "if (b != null) n = b;".to_string(),
            10 => "n = boxed;".to_string(),
            11 => format!("s = new Square({one});"),
            12 => format!("s = new Round({one}, s);"),
            13 => "shape = s;".to_string(),
            14 if self.rng.chance(60) => format!("if (shape != null) n = shape.area({one});"),
            14 => format!("n = shape.area({one});"),
            15 => "o = shape;".to_string(),
            16 => "s = (Square) o;".to_string(),
            17 => format!("n = Late.count + {one};"),
            18 => "shape = Late.made;".to_string(),
            19 => {
                (*self.rng.pick(&["word = \"w\";", "word = \"u\";", "word = t + n;", "t = word;"]))
                    .to_string()
            }
            20 => format!("list.add(0 + {one});"),
            21 => "if (list.size() > n && n >= 0) n = list.get(n);".to_string(),
            22 => format!(
                "IntSupplier g{depth}{} = () -> x + {}; n = g{depth}{}.getAsInt();",
                self.left, "y", self.left
            ),
            23 if held => {
                (*self.rng.pick(&["lock.notifyAll();", "lock.notify();", "lock.wait(5);"]))
                    .to_string()
            }
            23 => (*self.rng.pick(&[
                "c = new int[2];",
                "a = c;",
                "o = lock;",
                "if (n == 1) throw new Failure(m);",
            ]))
            .to_string(),
            24 | 25 => return self.locking(depth, inner),
            26..=28 => return self.guarded(depth, inner, held),
            29 => {
                let condition = self.condition();
                return self.wrapped(
                    &format!("for (int i = 0; i < 2 && !({condition}); i++) {{"),
                    depth,
                    inner,
                    held,
                );
            }
            _ => {
                let condition = self.condition();
                return self.wrapped(&format!("if ({condition}) {{"), depth, inner, held);
            }
        };
        let _ = writeln!(self.text, "{tabs}{line}");
    }

    fn wrapped(&mut self, head: &str, depth: usize, inner: usize, held: bool) {
        let tabs = "    ".repeat(depth);
        let _ = writeln!(self.text, "{tabs}{head}");
        self.block(depth + 1, inner + 1, held);
        let _ = writeln!(self.text, "{tabs}}}");
    }

    fn locking(&mut self, depth: usize, inner: usize) {
        let monitor = *self.rng.pick(&["lock", "lock", "other", "Main.class"]);
        let head = format!("synchronized ({monitor}) {{");
        self.wrapped(&head, depth, inner, monitor == "lock");
    }

    fn guarded(&mut self, depth: usize, inner: usize, held: bool) {
        let tabs = "    ".repeat(depth);
        let _ = writeln!(self.text, "{tabs}try {{");
        self.block(depth + 1, inner + 1, held);
        let more = "    ".repeat(depth + 1);
        if self.rng.chance(50) {
            let thrown = *self.rng.pick(&["new Failure(n)", "new Worse(m)", "last"]);
            let condition = self.condition();
            let _ = writeln!(self.text, "{more}if ({condition}) throw {thrown};");
        }
        let (catch, react) = *self.rng.pick(&[
            ("Worse e", "x = e.twice();"),
            ("Failure e", "last = e;"),
            ("Failure e", "n = e.code; if (e == last) y++;"),
            ("RuntimeException e", "y = 3;"),
            ("NullPointerException | ArithmeticException e", "x--;"),
            ("ArrayIndexOutOfBoundsException e", "m = 0;"),
            ("Throwable e", "v = 2;"),
        ]);
        let _ = writeln!(self.text, "{tabs}}} catch ({catch}) {{\n{more}{react}");
        let closing = match self.rng.below(4) {
            0 => format!("}} finally {{\n{more}y++;\n{tabs}}}"),
            1 => format!("}} finally {{\n{more}if (n == 1) x = 1;\n{tabs}}}"),
            _ => "}".to_string(),
        };
        let _ = writeln!(self.text, "{tabs}{closing}");
    }
}

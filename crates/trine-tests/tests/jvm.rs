//! The real Java: what javac takes, and what the virtual machine makes of races.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trine_session::{Request, load};
use trine_system::finals::finals;
use trine_tests::host::TestHost;

/// Bodies of two threads over the static ints `a` and `b`, an object `o` and a volatile int `v`. In none
/// of them does each thread write one variable and then read the other's: machines let the read overtake
/// the write there, and verdicts assume that they do not.
const RACES: [(&str, &str, &str); 10] = [
    ("both add", "a++;", "a++;"),
    ("add and set", "a++; b = a;", "a = 5;"),
    ("one after the other", "synchronized (o) { a++; }", "synchronized (o) { a++; }"),
    ("a lock on one side", "synchronized (o) { a++; a++; }", "a++;"),
    ("copies", "b = a + 1;", "a = b + 1;"),
    ("loops", "for (int i = 0; i < 3; i++) a++;", "for (int i = 0; i < 3; i++) b = a;"),
    ("a flag", "a = 7; v = 1;", "if (v == 1) b = a; else b = -1;"),
    ("a branch", "if (a == 0) b = 1; else b = 2;", "a = 1; a = 0;"),
    (
        "an error ends one",
        "int[] few = new int[1]; a = 1; few[a] = 3; a = 2;",
        "b = a; synchronized (o) { b++; }",
    ),
    ("wrapping", "a = Integer.MAX_VALUE; a++;", "b = (byte) (200 + a % 2);"),
];

fn program(first: &str, second: &str) -> String {
    format!(
        "public class Race {{
    static int a, b;
    static volatile int v;
    static final Object o = new Object();
    static void once() throws InterruptedException {{
        Thread one = new Thread(() -> {{ {first} }});
        Thread two = new Thread(() -> {{ {second} }});
        one.start();
        two.start();
        one.join();
        two.join();
    }}
    public static void main(String[] args) throws InterruptedException {{
        once();
    }}
}}
"
    )
}

/// Runs a program many times over in one virtual machine, and prints each outcome once.
const LOOP: &str = "
import java.util.TreeSet;
public class Loop {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {});
        TreeSet<String> seen = new TreeSet<>();
        for (int i = 0; i < 10000; i++) {
            Race.a = 0;
            Race.b = 0;
            Race.v = 0;
            Race.once();
            seen.add(Race.a + \",\" + Race.b);
        }
        for (String one : seen) System.out.println(one);
    }
}
";

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a JDK is installed");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_outcome_of_the_virtual_machine_is_foreseen() {
    for (name, first, second) in RACES {
        let text = program(first, second);
        let folder = tempfile::tempdir().expect("a folder");
        let at = |file: &str| folder.path().join(file);
        fs::write(at("Race.java"), &text).expect("written");
        fs::write(at("Loop.java"), LOOP).expect("written");
        run(Command::new("javac")
            .arg("-d")
            .arg(folder.path())
            .args([at("Race.java"), at("Loop.java")]));
        let seen = run(Command::new("java").arg("-cp").arg(folder.path()).arg("Loop"));
        let seen: BTreeSet<Vec<String>> =
            seen.lines().map(|line| line.split(',').map(str::to_string).collect()).collect();
        let mut request = Request { files: vec!["Race.java".to_string()], ..Request::default() };
        request.program.keep = vec!["a".to_string(), "b".to_string()];
        let loaded = load(&request, &TestHost::with("Race.java", &text));
        let system = loaded.system.expect("a system");
        let wanted = ["Race.a".to_string(), "Race.b".to_string()];
        let foreseen = finals(&system, &wanted, 500_000).expect("the variables are there");
        assert!(foreseen.complete, "{name}");
        let missed: Vec<_> = seen.difference(&foreseen.values).collect();
        println!("{name}: {} seen, {} foreseen", seen.len(), foreseen.values.len());
        assert!(missed.is_empty(), "{name}: the virtual machine also ends with {missed:?}");
    }
}

/// Compiles each file by itself in one virtual machine; prints those that javac objects to.
const COMPILE_ALL: &str = "
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
public class CompileAll {
    public static void main(String[] files) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path out = Path.of(files[0]);
        for (int i = 1; i < files.length; i++) {
            Path to = Files.createDirectory(out.resolve(\"c\" + i));
            try (var manager = compiler.getStandardFileManager(null, null, null)) {
                var units = manager.getJavaFileObjects(files[i]);
                var options = List.of(\"-d\", to.toString(), \"-Xlint:all\", \"-Werror\");
                if (!compiler.getTask(null, manager, null, options, null, units).call()) {
                    System.out.println(files[i]);
                }
            }
        }
    }
}
";

#[test]
fn every_java_example_compiles() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [top.clone(), top.join("client")] {
        files.extend(fs::read_dir(folder).expect("examples").flatten().map(|file| file.path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    assert!(files.len() >= 50);
    let folder = tempfile::tempdir().expect("a folder");
    let driver = folder.path().join("CompileAll.java");
    fs::write(&driver, COMPILE_ALL).expect("written");
    let refused = run(Command::new("java").arg(&driver).arg(folder.path()).args(&files));
    assert!(refused.is_empty(), "javac refuses\n{refused}");
}

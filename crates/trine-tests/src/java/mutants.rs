//! The examples with small changes in them, on the virtual machine and by Trine: what a machine dies of, or hangs in,
//! does not hold. Threads can be made to come late before every statement, by chance.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use trine_session::{Request, check};
use trine_verdict::{Budget, Verdict};

use crate::host::TestHost;
use crate::parallel;
use crate::rng::Rng;

/// What came of comparing.
#[derive(Default)]
pub struct Mutants {
    /// So many were Java, and ran.
    pub programs: usize,
    /// Of these, threads died in so many, and waited for ever in so many.
    pub died: usize,
    pub hung: usize,
    pub wrong: Vec<String>,
}

/// Words that are put in the place of others.
const SWAPS: [(&str, &str); 24] = [
    ("synchronized ", ""),
    ("volatile ", ""),
    ("while (", "if ("),
    ("notifyAll", "notify"),
    (".lock()", ".unlock()"),
    (".unlock()", ".lock()"),
    ("&&", "||"),
    ("||", "&&"),
    ("+ 1", "- 1"),
    ("++", "--"),
    ("== ", "!= "),
    ("< ", "<= "),
    ("true", "false"),
    ("false", "true"),
    (" 1", " 0"),
    (" 2", " 3"),
    ("int ", "long "),
    ("int ", "double "),
    ("new Object()", "null"),
    ("break;", ""),
    ("return;", ""),
    (".join()", ".interrupt()"),
    (".start()", ".run()"),
    ("Integer", "Object"),
];

/// A text with a small change.
pub fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_statement = |line: &&str| line.trim_end().ends_with(';') && !line.starts_with("import");
    let at: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| is_statement(line)).map(|(at, _)| at).collect();
    let (one, other) = (*rng.pick(&at), *rng.pick(&at));
    match rng.below(8) {
        0 => {
            lines.remove(one);
        }
        1 => lines.insert(one, lines[one]),
        2 => lines.swap(one, other),
        _ => {
            let (old, new) = *rng.pick(&SWAPS);
            let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
            if places.is_empty() {
                return text.to_string();
            }
            let place = *rng.pick(&places);
            return format!("{}{new}{}", &text[..place], &text[place + old.len()..]);
        }
    }
    lines.join("\n") + "\n"
}

/// Compiles each file that it is given into a folder beside it.
const COMPILE: &str = r#"
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Compile {
    public static void main(String[] files) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String file : files) {
            Path to = Files.createDirectories(Path.of(file).resolveSibling("classes"));
            try (var manager = compiler.getStandardFileManager(null, null, null)) {
                Path late = Path.of(file).resolveSibling("delayed").resolve(Path.of(file).getFileName());
                var units = manager.getJavaFileObjects(Files.exists(late) ? late.toString() : file);
                var options = List.of("-nowarn", "-cp", System.getProperty("java.class.path"), "-d", to.toString());
                boolean fine = compiler.getTask(null, manager, d -> {}, options, null, units).call();
                if (fine) Files.createFile(Path.of(file).resolveSibling("compiled"));
            }
        }
    }
}
"#;

/// Runs a program again and again, each time from new classes, until something waits for ever or time is over, and
/// prints what threads died of and, in the end, what those do that are left.
const RUN: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;

public class Run {
    static final Set<String> seen = Collections.synchronizedSet(new TreeSet<>());

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        URL[] urls = { Path.of(arguments[0]).toUri().toURL() };
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> died(error));
        long end = System.nanoTime() + 1_000_000_000L;
        boolean left = false;
        for (int round = 0; round < 300 && !left && System.nanoTime() < end; round++) {
            URLClassLoader loader = new URLClassLoader(urls, Run.class.getClassLoader());
            loader.setDefaultAssertionStatus(true);
            ThreadGroup group = new ThreadGroup("round " + round);
            new Thread(group, () -> {
                try {
                    Class.forName(arguments[1], true, loader).getMethod("main", String[].class)
                        .invoke(null, (Object) new String[0]);
                } catch (InvocationTargetException error) {
                    died(error.getCause());
                } catch (ReflectiveOperationException error) {
                    seen.add("not run");
                } catch (Throwable error) {
                    died(error);
                }
            }).start();
            long late = System.nanoTime() + 1_000_000_000L;
            String states = states(group);
            while (!states.isEmpty() && !left) {
                left = System.nanoTime() > late;
                Thread.onSpinWait();
                states = states(group);
            }
            // Those that go on for ever may all wait for a moment.
            for (int look = 0; left && look < 40; look++) {
                Thread.sleep(5);
                states += states(group);
            }
            if (left) seen.add("left" + states);
        }
        out.println(String.join(";", seen));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    static String states(ThreadGroup group) {
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads);
        StringBuilder states = new StringBuilder();
        for (int i = 0; i < count; i++) if (!threads[i].isDaemon()) states.append(' ').append(threads[i].getState());
        return states.toString();
    }

    static void died(Throwable error) {
        Throwable cause = error instanceof ExceptionInInitializerError ? error.getCause() : null;
        seen.add((cause == null ? error : cause).getClass().getSimpleName());
    }
}
"#;

fn run(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("{command:?}: {told}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// One changed example, by its number; with delays, the first ones are the examples as they are.
fn make(examples: &[PathBuf], seed: u64, folder: &Path, late: bool) -> io::Result<PathBuf> {
    let mut rng = Rng::new(seed ^ 0x6d75_7461);
    let as_it_is = examples.get(seed as usize).filter(|_| late);
    let example = as_it_is.unwrap_or_else(|| rng.pick(examples));
    let mut text = fs::read_to_string(example)?;
    for _ in 0..if as_it_is.is_some() { 0 } else { rng.between(1, 3) } {
        text = mutated(&text, &mut rng);
    }
    let to = folder.join(seed.to_string());
    fs::create_dir_all(&to)?;
    let file = to.join(example.file_name().unwrap_or_default());
    fs::write(&file, text)?;
    Ok(file)
}

fn compare_one(seed: u64, file: &Path, tools: &Path) -> io::Result<Option<Mutants>> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if !file.with_file_name("compiled").exists() {
        return Ok(None);
    }
    let classes = file.with_file_name("classes");
    let told = run(Command::new("java").arg("-cp").arg(tools).arg("Run").arg(classes).arg(&name))?;
    let seen: BTreeSet<&str> = told.split(';').filter(|seen| !seen.is_empty()).collect();
    if seen.contains("not run") {
        return Ok(None);
    }
    let file_name = format!("{name}.java");
    let text = fs::read_to_string(file)?;
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    let request = Request { files: vec![file_name.clone()], budget, ..Request::default() };
    let checked = check(&request, &TestHost::with(&file_name, &text));
    let holds = |wanted: &[&str]| {
        let mut asked = checked.results.iter();
        !checked.results.is_empty()
            && asked.all(|one| {
                !wanted.contains(&one.property.name.as_str()) || one.verdict == Verdict::Holds
            })
    };
    let mut found = Mutants { programs: 1, ..Mutants::default() };
    for seen in seen {
        let wrong = match seen.strip_prefix("left") {
            // Who is busy, or waits for a while, may go on.
            Some(states) if states.contains("RUNNABLE") || states.contains("TIMED") => false,
            Some(_) => {
                found.hung = 1;
                holds(&["deadlock", "wait-forever"])
            }
            None => {
                found.died = 1;
                match seen {
                    "AssertionError" => holds(&["assertion"]),
                    _ => holds(&["uncaught-error", "monitor-misuse", "thread-restarted"]),
                }
            }
        };
        if wrong {
            found.wrong.push(format!("seed {seed}: {seen}, in {name}:\n{text}"));
        }
    }
    Ok(Some(found))
}

/// Compares changed examples by their numbers.
pub fn compare_mutants(seeds: Range<u64>) -> io::Result<Mutants> {
    compare_programs(seeds, false)
}

/// Compares examples and changed ones by their numbers; on the machine, each statement may be late.
pub fn compare_late(seeds: Range<u64>) -> io::Result<Mutants> {
    compare_programs(seeds, true)
}

fn compare_programs(seeds: Range<u64>, late: bool) -> io::Result<Mutants> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
    let mut examples = Vec::new();
    for entry in fs::read_dir(top)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        // What ends the whole machine ends what watches, too; and where threads take turns by variables alone, machines
        // may let a read overtake a write.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let by_turns = name.starts_with("Dekker") || name.starts_with("Peterson");
        let ends = text.contains("System.exit") || by_turns;
        if text.contains("void main(String[] args)") && !ends {
            examples.push(path);
        }
    }
    examples.sort();
    let folder = tempfile::tempdir()?;
    let tools = folder.path().join("tools");
    fs::create_dir_all(&tools)?;
    let (delay, delays) = (include_str!("Delay.java"), include_str!("Delays.java"));
    let all = [
        ("Compile.java", COMPILE),
        ("Run.java", RUN),
        ("Delay.java", delay),
        ("Delays.java", delays),
    ];
    for (name, text) in all {
        fs::write(tools.join(name), text)?;
        run(Command::new("javac").arg("-d").arg(&tools).arg(tools.join(name)))?;
    }
    let seeds: Vec<u64> = seeds.collect();
    let mut files = Vec::new();
    for seed in &seeds {
        files.push(make(&examples, *seed, folder.path(), late)?);
    }
    for files in files.chunks(200) {
        let java = |tool: &str| {
            let mut command = Command::new("java");
            command.arg("-cp").arg(&tools).arg(tool).args(files);
            command
        };
        if late {
            run(&mut java("Delays"))?;
        }
        run(&mut java("Compile"))?;
    }
    let compared = parallel::map(&seeds, 2, |at, seed| compare_one(*seed, &files[at], &tools));
    let mut all = Mutants::default();
    for one in compared {
        let Some(one) = one? else { continue };
        all.programs += one.programs;
        all.died += one.died;
        all.hung += one.hung;
        all.wrong.extend(one.wrong);
    }
    Ok(all)
}

//! Java: how long a full check of each example takes, and how philosophers grow.

use std::io;
use std::path::{Path, PathBuf};

use super::command;

/// Marks to meet: each example within 2 s, six philosophers within 5 s.
const EXAMPLE_MARK: f64 = 2.0;
const PHILOSOPHERS_MARK: f64 = 5.0;

/// Prints states and seconds of each Java example, and fails if one took longer than its mark.
pub fn java() -> io::Result<()> {
    let trine = command::build()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
    let mut files = java_files(&folder)?;
    files.extend(java_files(&folder.join("client"))?);
    println!("{:<34}{:>11}{:>9}", "example", "states", "seconds");
    let mut late = Vec::new();
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut arguments = vec!["--time-limit".to_string(), "60".to_string()];
        if file.parent().is_some_and(|folder| folder.ends_with("client")) {
            arguments.extend(["--client".to_string(), name.clone()]);
        }
        let run = command::check(&trine, file, &arguments)?;
        println!("{name:<34}{:>11}{:>9.2}", states(&run), run.seconds);
        if run.seconds > EXAMPLE_MARK {
            late.push(format!("{name} {:.1} s", run.seconds));
        }
    }
    for (title, program) in [
        ("philosophers, one left-handed", ordered as fn(u32) -> String),
        ("philosophers, a seat too few", seated),
    ] {
        println!();
        print!("{title:<34}");
        WAYS.iter().for_each(|(name, _)| print!("{name:>14}{:>8}", "seconds"));
        println!();
        for count in 3..=8 {
            let seconds = philosophers(&trine, count, &program(count))?;
            if count == 6 && seconds > PHILOSOPHERS_MARK {
                late.push(format!("six {title} {seconds:.1} s"));
            }
        }
    }
    println!();
    match late.is_empty() {
        true => println!("every mark is met"),
        false => println!("beyond the mark: {}", late.join(", ")),
    }
    Ok(())
}

fn java_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    Ok(files)
}

/// The states of the largest search; `>` where one did not come to its end.
fn states(run: &command::Run) -> String {
    let results = || run.report["results"].as_array().into_iter().flatten();
    let most = results().filter_map(|result| result["stats"]["states"].as_u64()).max();
    let ended = results().all(|result| result["verdict"] != "inconclusive");
    format!("{}{}", if ended { "" } else { "> " }, most.unwrap_or(0))
}

/// With and without what makes searches small.
const WAYS: [(&str, &[&str]); 4] = [
    ("states", &[]),
    ("no symmetry", &["--no-symmetry"]),
    ("no order", &["--no-reduction"]),
    ("neither", &["--no-symmetry", "--no-reduction"]),
];

/// Checks a table of philosophers in all ways, and prints a line; returns how long the first one took.
fn philosophers(trine: &Path, count: u32, program: &str) -> io::Result<f64> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("Table.java");
    std::fs::write(&file, program)?;
    print!("{count:<34}");
    let mut first = None;
    for (_, more) in WAYS {
        let always = ["--property", "deadlock", "--time-limit", "60"];
        let arguments: Vec<String> = always.iter().chain(more).map(ToString::to_string).collect();
        let run = command::check(trine, &file, &arguments)?;
        print!("{:>14}{:>8.2}", states(&run), run.seconds);
        first.get_or_insert(run.seconds);
    }
    println!();
    Ok(first.unwrap_or(0.0))
}

/// Philosophers that take their forks in the order of the table, but for one; so none is stuck, and no
/// two are alike.
fn ordered(count: u32) -> String {
    table(count, "", "forks[Math.min(i, (i + 1) % n)]", "forks[Math.max(i, (i + 1) % n)]", ["", ""])
}

/// Philosophers that all take the left fork first, in a room that does not hold them all.
fn seated(count: u32) -> String {
    let room = "java.util.concurrent.Semaphore room = new java.util.concurrent.Semaphore(n - 1);";
    let seat = ["room.acquireUninterruptibly();", "room.release();"];
    table(count, room, "forks[i]", "forks[(i + 1) % n]", seat)
}

fn table(count: u32, room: &str, first: &str, second: &str, [sit, leave]: [&str; 2]) -> String {
    format!(
        "public class Table {{
    public static void main(String[] args) {{
        final int n = {count};
        Object[] forks = new Object[n];
        {room}
        for (int i = 0; i < n; i++) forks[i] = new Object();
        for (int i = 0; i < n; i++) {{
            Object first = {first};
            Object second = {second};
            new Thread(() -> {{
                for (int meal = 0; meal < 2; meal++) {{
                    {sit}
                    synchronized (first) {{
                        synchronized (second) {{
                            Thread.yield();
                        }}
                    }}
                    {leave}
                }}
            }}).start();
        }}
    }}
}}
"
    )
}

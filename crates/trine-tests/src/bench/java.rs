//! Java: how long a full check of each example takes, and how philosophers grow.

use std::io;
use std::path::{Path, PathBuf};

use super::command;

/// Marks to meet: each example within 2 s, six philosophers within 5 s.
const EXAMPLE_MARK: f64 = 2.0;
const PHILOSOPHERS_MARK: f64 = 5.0;

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
    println!();
    println!(
        "{:<34}{:>11}{:>9}{:>14}{:>9}",
        "philosophers", "states", "seconds", "unreduced", "seconds"
    );
    let folder = tempfile::tempdir()?;
    for count in 3..=8 {
        let file = folder.path().join("Ring.java");
        std::fs::write(&file, philosophers(count))?;
        let arguments = |more: &[&str]| -> Vec<String> {
            let always = ["--property", "deadlock", "--time-limit", "60"];
            always.iter().chain(more).map(ToString::to_string).collect()
        };
        let reduced = command::check(&trine, &file, &arguments(&[]))?;
        let full = command::check(&trine, &file, &arguments(&["--no-reduction"]))?;
        println!(
            "{count:<34}{:>11}{:>9.2}{:>14}{:>9.2}",
            states(&reduced),
            reduced.seconds,
            states(&full),
            full.seconds
        );
        if count == 6 && reduced.seconds > PHILOSOPHERS_MARK {
            late.push(format!("six philosophers {:.1} s", reduced.seconds));
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

/// Philosophers who take their forks in the order of the table, but for one; so nobody is stuck.
fn philosophers(count: u32) -> String {
    format!(
        "public class Ring {{
    public static void main(String[] args) {{
        final int n = {count};
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        for (int i = 0; i < n; i++) {{
            Object first = forks[Math.min(i, (i + 1) % n)];
            Object second = forks[Math.max(i, (i + 1) % n)];
            new Thread(() -> {{
                for (int meal = 0; meal < 2; meal++) {{
                    synchronized (first) {{
                        synchronized (second) {{
                            Thread.yield();
                        }}
                    }}
                }}
            }}).start();
        }}
    }}
}}
"
    )
}

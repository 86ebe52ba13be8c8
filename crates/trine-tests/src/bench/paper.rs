//! Flow: how many constraints the Java programs of the FLAVERS papers take, beside the papers' numbers, and
//! whether constraints on monitors make the analysis faster.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::command;

/// A property, with how many constraints on concurrency and how many others the paper took.
type Row = (&'static str, Option<(usize, usize)>);

/// A page of `specs/flow`, and for its properties how many constraints on concurrency and how many
/// others "Data flow analysis for checking properties of concurrent Java programs" (1999) took, as far as
/// its Figure 17 can be read.
const PAGES: [(&str, &[Row]); 3] = [
    (
        "java-philosophers.md",
        &[
            ("not_restarted", Some((0, 0))),
            ("no_needless_wakeup", Some((0, 0))),
            ("no_fork_raised_twice", None),
            ("no_eat_at_same_time", None),
        ],
    ),
    (
        "java-readers-writers.md",
        &[
            ("not_restarted", Some((0, 0))),
            ("no_needless_wakeup", Some((0, 0))),
            ("not_both", None),
            ("ends_what_it_began", None),
        ],
    ),
    (
        "java-gas-station.md",
        &[
            ("not_restarted", Some((0, 0))),
            ("no_needless_wakeup", Some((0, 0))),
            ("one_at_a_time", Some((2, 8))),
            ("pays_first", Some((0, 1))),
        ],
    ),
];

/// The kinds of constraints that are about how threads work together.
const CONCURRENCY: [&str; 4] = ["monitor", "wait", "start", "join"];

/// Prints the constraints that are found for each property of the papers, beside the numbers of the papers.
pub fn constraints(trine: &Path, folder: &Path) -> io::Result<()> {
    println!("constraints that are found, on concurrency and others, beside those of the paper");
    println!(
        "{:<24}{:<22}{:>13}{:>7}{:>7}{:>9}{:>9}{:>16}",
        "", "", "", "found", "paper", "tuples", "seconds", "all monitors"
    );
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/flow");
    let (mut only_monitors, mut all_or_none, mut faster, mut compared) = (true, true, 0, 0);
    for (page, properties) in PAGES {
        let text = std::fs::read_to_string(pages.join(page))?;
        let lost = || io::Error::other(format!("{page} is not as expected"));
        let (spec, program) = parts(&text).ok_or_else(lost)?;
        let (spec_file, program) = (folder.join("p.trine"), pages.join(program));
        std::fs::write(&spec_file, spec)?;
        let every = run(trine, &program, &spec_file, None, "all")?;
        let monitors: Vec<String> = names(&every["results"][0], &["monitor"]);
        for (property, paper) in properties {
            let report = run(trine, &program, &spec_file, Some(property), "auto")?;
            let found = &report["results"][0];
            let concurrency = names(found, &CONCURRENCY);
            let others = count(found) - concurrency.len();
            let own = names(found, &["monitor"]);
            only_monitors &= own.len() == concurrency.len();
            all_or_none &= own.is_empty() || own.len() == monitors.len();
            // The same with all constraints on monitors.
            let mut more = names(found, &[]);
            more.extend(monitors.iter().filter(|one| !own.contains(one)).cloned());
            let with = run(trine, &program, &spec_file, Some(property), &more.join(","))?;
            let once =
                run(trine, &program, &spec_file, Some(property), &names(found, &[]).join(","))?;
            let seconds =
                |report: &Value| report["results"][0]["stats"]["seconds"].as_f64().unwrap_or(0.0);
            compared += 1;
            faster += usize::from(seconds(&with) < seconds(&once));
            let paper = paper.map_or("?".to_string(), |(one, two)| format!("{one}+{two}"));
            println!(
                "{:<24}{property:<22}{:>13}{:>7}{paper:>7}{:>9}{:>9.4}{:>7}{:>9.4}",
                page.trim_end_matches(".md"),
                found["verdict"].as_str().unwrap_or("nothing"),
                format!("{}+{others}", concurrency.len()),
                found["stats"]["tuples"].as_u64().unwrap_or(0),
                seconds(&once),
                with["results"][0]["stats"]["tuples"].as_u64().unwrap_or(0),
                seconds(&with),
            );
        }
    }
    let said = |holds: bool| if holds { "as the paper has it" } else { "not so here" };
    println!("only monitors among those on concurrency: {}", said(only_monitors));
    println!("all monitors or none: {}", said(all_or_none));
    println!("monitors make it faster: in {faster} of {compared}\n");
    Ok(())
}

/// The specification of a page, and the program that it is about.
fn parts(page: &str) -> Option<(&str, &str)> {
    let (_, rest) = page.split_once("```trine\n")?;
    let (spec, _) = rest.split_once("```")?;
    let (_, rest) = page.split_once("Program: ")?;
    let (_, rest) = rest.split_once('(')?;
    let (program, _) = rest.split_once(')')?;
    Some((spec, program))
}

fn run(
    trine: &Path,
    program: &Path,
    spec: &Path,
    property: Option<&str>,
    constraints: &str,
) -> io::Result<Value> {
    let constraints = if constraints.is_empty() { "none" } else { constraints };
    let spec = spec.to_string_lossy().into_owned();
    let mut arguments: Vec<String> =
        ["--spec", &spec, "--engine", "flow", "--constraints", constraints]
            .map(str::to_string)
            .to_vec();
    arguments
        .extend(property.into_iter().flat_map(|name| ["--property".to_string(), name.to_string()]));
    Ok(command::check(trine, program, &arguments)?.report)
}

fn count(result: &Value) -> usize {
    result["constraints"].as_array().map_or(0, Vec::len)
}

/// The names of the constraints of some kinds, or of all.
fn names(result: &Value, kinds: &[&str]) -> Vec<String> {
    let all = result["constraints"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let wanted = |name: &&str| {
        let kind = name.split(' ').next().unwrap_or_default();
        kinds.is_empty() || kinds.contains(&kind)
    };
    all.filter(wanted).map(str::to_string).collect()
}

//! The experiments of paper 001 on reduction and storage: Figures 12, 14 and 15.

use std::io;
use std::path::{Path, PathBuf};

use trine_session::verdict::{Budget, PropertyResult};
use trine_session::{ExploreOptions, Request, Storage};

use super::plot::{Curve, svg};
use crate::host::TestHost;

/// Measures, prints the figures, and draws them into `bench/results/`.
pub fn storage(_arguments: &[String]) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("bench/results");
    std::fs::create_dir_all(&results)?;
    let draw = |name: &str, picture: String| {
        let path: PathBuf = results.join(name);
        std::fs::write(path, picture).map(|()| println!("drawn: bench/results/{name}\n"))
    };
    draw("figure12.svg", reduction(&root)?)?;
    let model = root.join("bench/phil.pml");
    let exact = search(&model, "7", ExploreOptions::default(), Budget::default())?;
    let reachable = states(&exact);
    println!("bench/phil.pml with N = 7 has {reachable} states; {} bytes each\n", {
        exact.stats.bytes.unwrap_or(0) / reachable.max(1)
    });
    draw("figure15.svg", coverage(&model, reachable)?)?;
    draw("figure14.svg", functions(&model, reachable)?)
}

/// Figure 12: leader election with and without partial-order reduction.
fn reduction(root: &Path) -> io::Result<String> {
    let model = root.join("examples/leader.pml");
    let mut full = Curve { name: "no reduction".to_string(), points: Vec::new() };
    let mut reduced = Curve { name: "partial-order reduction".to_string(), points: Vec::new() };
    println!("Figure 12: leader election\n   N       full    reduced");
    for size in 1..=7u32 {
        let count = |partial_order: bool| {
            let options = ExploreOptions { partial_order, ..ExploreOptions::default() };
            let budget = Budget { memory: Some(12 << 30), ..Budget::default() };
            search(&model, &size.to_string(), options, budget)
        };
        let (without, with) = (count(false)?, count(true)?);
        println!("{size:>4} {:>10} {:>10}{}", states(&without), states(&with), told(&without));
        full.points.push((f64::from(size), states(&without) as f64));
        reduced.points.push((f64::from(size), states(&with) as f64));
    }
    Ok(svg("Leader election, N processes", "N", "states", true, &[full, reduced]))
}

/// Figure 15: how much of the state space is covered with how much memory.
fn coverage(model: &Path, reachable: u64) -> io::Result<String> {
    let mut bits = Curve { name: "bitstate, k = 2".to_string(), points: Vec::new() };
    let mut compact = Curve { name: "hash-compact".to_string(), points: Vec::new() };
    println!("Figure 15: coverage against memory\n  log2 bits   bitstate k=2   hash-compact");
    for log2_bits in (12..=28).step_by(2) {
        let options = ExploreOptions {
            storage: Storage::Bitstate { functions: 2, log2_bits, runs: 1 },
            ..ExploreOptions::default()
        };
        let bitstate = search(model, "7", options, Budget::default())?;
        let memory = (1u64 << log2_bits) / 8;
        let options = ExploreOptions { storage: Storage::HashCompact, ..ExploreOptions::default() };
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let hashed = search(model, "7", options, budget)?;
        let share = |result: &PropertyResult| states(result) as f64 / reachable as f64;
        println!(
            "  {log2_bits:>9} {:>13.2} % {:>12.2} %",
            100.0 * share(&bitstate),
            100.0 * share(&hashed)
        );
        bits.points.push((memory as f64, 100.0 * share(&bitstate)));
        compact.points.push((memory as f64, 100.0 * share(&hashed)));
    }
    Ok(svg("Coverage against memory", "bytes", "% of the states", false, &[compact, bits]))
}

/// Figure 14: how many bits to set for each state.
fn functions(model: &Path, reachable: u64) -> io::Result<String> {
    let mut curves = Vec::new();
    println!("Figure 14: coverage against the number of hash functions");
    for log2_bits in [18u32, 20, 22] {
        let ratio = (1u64 << log2_bits) as f64 / reachable as f64;
        let name = format!("m/r = {ratio:.1}");
        let mut curve = Curve { name, points: Vec::new() };
        for functions in [1, 2, 3, 5, 8, 13, 21, 34] {
            let options = ExploreOptions {
                storage: Storage::Bitstate { functions, log2_bits, runs: 1 },
                ..ExploreOptions::default()
            };
            let result = search(model, "7", options, Budget::default())?;
            let share = 100.0 * states(&result) as f64 / reachable as f64;
            let estimate = result.stats.coverage.as_ref().map_or(f64::NAN, |c| 100.0 * c.estimate);
            println!(
                "  m/r {ratio:>7.1}  k {functions:>2}  covered {share:>7.3} %  estimated {estimate:>7.3} %"
            );
            curve.points.push((f64::from(functions), share));
        }
        curves.push(curve);
    }
    Ok(svg("Coverage against k", "k", "% of the states", false, &curves))
}

fn search(
    model: &Path,
    size: &str,
    explore: ExploreOptions,
    budget: Budget,
) -> io::Result<PropertyResult> {
    let request = Request {
        files: vec![model.to_string_lossy().into_owned()],
        defines: vec![("N".to_string(), size.to_string())],
        properties: Some(vec!["deadlock".to_string()]),
        explore,
        budget,
        ..Request::default()
    };
    let checked = trine_session::check(&request, &TestHost::new());
    let missing = || io::Error::other(format!("{}: no verdict", model.display()));
    checked.results.into_iter().next().ok_or_else(missing)
}

fn states(result: &PropertyResult) -> u64 {
    result.stats.states.unwrap_or(0)
}

fn told(result: &PropertyResult) -> String {
    match &result.reason {
        Some(reason) => format!("   ({reason:?})"),
        None => String::new(),
    }
}

//! The reduction experiment of paper 001, Figure 12: leader election with and without reduction.

use std::io;
use std::path::Path;

use trine_session::{ExploreOptions, Request};
use trine_verdict::{Budget, PropertyResult};

use super::plot::{Curve, svg};
use crate::host::TestHost;

/// Measures, prints the figures, and draws them into `bench/results/`.
pub fn reduction() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("bench/results");
    std::fs::create_dir_all(&results)?;
    std::fs::write(results.join("figure12.svg"), figure(&root)?)?;
    println!("drawn: bench/results/figure12.svg");
    Ok(())
}

/// Figure 12: leader election with and without partial-order reduction.
fn figure(root: &Path) -> io::Result<String> {
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

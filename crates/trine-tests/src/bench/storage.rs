//! The storage experiments of paper 001, §3.5 and §3.6: Figures 14 and 15, measured.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use trine_session::{ExploreOptions, Host, Request, Storage};
use trine_verdict::{Progress, PropertyResult};

use super::plot::{Curve, svg};
use crate::host::TestHost;

/// What is searched: our philosophers with forks as processes, whose states are the largest.
const MODEL: &str = "bench/philrv.pml";
const SIZE: &str = "8";

/// Measures, prints the figures, and draws them into `bench/results/`.
pub fn storage() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("bench/results");
    std::fs::create_dir_all(&results)?;
    let draw = |name: &str, picture: String| {
        let path: PathBuf = results.join(name);
        std::fs::write(path, picture).map(|()| println!("drawn: bench/results/{name}\n"))
    };
    let model = root.join(MODEL);
    let exact = search(&model, Storage::Exact, u64::MAX)?;
    let whole = Whole { states: states(&exact), bytes: bytes(&exact) };
    println!(
        "{MODEL} with N = {SIZE}, not reduced: {} states, {:.1} bytes each in the exact store\n",
        whole.states,
        whole.bytes / whole.states as f64
    );
    draw("figure15.svg", coverage(&model, &whole)?)?;
    draw("figure14.svg", functions(&model, &whole)?)?;
    runs(&model, &whole)
}

/// The state space, and what it takes to keep all of it.
struct Whole {
    states: u64,
    bytes: f64,
}

impl Whole {
    /// How much of it a search has visited.
    fn percent(&self, result: &PropertyResult) -> f64 {
        100.0 * states(result) as f64 / self.states as f64
    }
}

/// Figure 15: how much of the state space is covered with how much memory. A store that grows is
/// stopped at several sizes; a table of bits has its size from the start.
fn coverage(model: &Path, whole: &Whole) -> io::Result<String> {
    println!(
        "Figure 15: coverage against the memory of the store, of what all states take exactly"
    );
    println!("  store             bytes   memory %   coverage %   said %");
    let mut curves = Vec::new();
    let row = |curve: &mut Curve, memory: f64, result: &PropertyResult| {
        let (share, percent) = (100.0 * memory / whole.bytes, whole.percent(result));
        // The other stores say nothing about states that they were not given the memory for.
        let said = match curve.name.starts_with("bitstate") {
            true => format!("{:.2}", said(result)),
            false => "-".to_string(),
        };
        println!("  {:<13} {memory:>9} {share:>10.2} {percent:>12.2} {said:>8}", curve.name);
        curve.points.push((memory, percent));
    };
    let mut bits = Curve { name: "bitstate, k=2".to_string(), points: Vec::new() };
    for log2_bits in 14..=40u32 {
        let memory = ((1u64 << log2_bits) / 8) as f64;
        if memory > 2.0 * whole.bytes {
            break;
        }
        let storage = Storage::Bitstate { functions: 2, log2_bits, runs: 1 };
        row(&mut bits, memory, &search(model, storage, u64::MAX)?);
    }
    curves.push(bits);
    for (name, storage) in [
        ("hash-compact", Storage::HashCompact),
        ("compressed", Storage::Compressed),
        ("exact", Storage::Exact),
    ] {
        let mut curve = Curve { name: name.to_string(), points: Vec::new() };
        for part in [64, 32, 16, 8, 4, 2, 1] {
            let most = if part == 1 { u64::MAX } else { whole.states / part };
            let result = search(model, storage, most)?;
            row(&mut curve, bytes(&result), &result);
        }
        curves.push(curve);
    }
    Ok(svg("Coverage against memory", "bytes", "% of the states", false, &curves))
}

/// Figure 14: how many bits to set for each state. The paper's bound on the chance that the last
/// state is taken for another, (1 - (1 - 1/m)^(kr))^k, is printed beside what is measured.
fn functions(model: &Path, whole: &Whole) -> io::Result<String> {
    let mut curves = Vec::new();
    println!("Figure 14: how many of the states are missed, by the number of bits k set for each");
    println!("      m/r   best k    k   missed %     said %   bound %   seconds");
    let log2 = whole.states.ilog2();
    for log2_bits in [log2 + 2, log2 + 4, log2 + 6] {
        let bits = (1u64 << log2_bits) as f64;
        let ratio = bits / whole.states as f64;
        let best = std::f64::consts::LN_2 * ratio;
        let mut curve = Curve { name: format!("m/r = {ratio:.1}"), points: Vec::new() };
        for functions in [1u32, 2, 3, 5, 8, 13, 21, 34, 55] {
            let storage = Storage::Bitstate { functions, log2_bits, runs: 1 };
            let result = search(model, storage, u64::MAX)?;
            let missed = 100.0 - whole.percent(&result);
            let set = (1.0 - 1.0 / bits).powf(f64::from(functions) * whole.states as f64);
            let bound = 100.0 * (1.0 - set).powi(functions as i32);
            println!(
                "{ratio:>9.1} {best:>8.1} {functions:>4} {missed:>10.4} {:>10.4} {bound:>9.4} {:>9.2}",
                100.0 - said(&result),
                result.stats.seconds.unwrap_or(f64::NAN)
            );
            // A share of nothing has no place on a logarithmic axis.
            curve.points.push((f64::from(functions), missed.max(1e-4)));
        }
        curves.push(curve);
    }
    Ok(svg("States missed against k", "k", "% of the states missed", true, &curves))
}

/// Independent runs: what one misses, another is likely to visit.
fn runs(model: &Path, whole: &Whole) -> io::Result<()> {
    println!("Repeated runs with independent functions, k = 2, 2 bits for each state");
    println!("  runs   said together %   visited by the best run %");
    for runs in [1u32, 2, 4, 8] {
        let log2_bits = whole.states.ilog2() + 1;
        let result = search(model, Storage::Bitstate { functions: 2, log2_bits, runs }, u64::MAX)?;
        println!("{runs:>6} {:>17.4} {:>27.4}", said(&result), whole.percent(&result));
    }
    Ok(())
}

/// Searches the model, up to about so many states.
fn search(model: &Path, storage: Storage, most: u64) -> io::Result<PropertyResult> {
    let request = Request {
        files: vec![model.to_string_lossy().into_owned()],
        defines: vec![("N".to_string(), SIZE.to_string())],
        properties: Some(vec!["assertion".to_string()]),
        explore: ExploreOptions { storage, partial_order: false, ..ExploreOptions::default() },
        search_again: 0,
        ..Request::default()
    };
    let checked = trine_session::check(
        &request,
        &Stopping { host: TestHost::new(), most, over: Cell::new(false) },
    );
    let missing = || io::Error::other(format!("{}: no verdict", model.display()));
    checked.results.into_iter().next().ok_or_else(missing)
}

fn states(result: &PropertyResult) -> u64 {
    result.stats.states.unwrap_or(0)
}

fn bytes(result: &PropertyResult) -> f64 {
    result.stats.bytes.unwrap_or(0) as f64
}

/// The coverage that the search itself expects, in percent.
fn said(result: &PropertyResult) -> f64 {
    result.stats.coverage.as_ref().map_or(f64::NAN, |coverage| 100.0 * coverage.estimate)
}

/// A world that ends a search once it has so many states.
struct Stopping {
    host: TestHost,
    most: u64,
    over: Cell<bool>,
}

impl Host for Stopping {
    fn read(&self, path: &str) -> Result<String, String> {
        self.host.read(path)
    }

    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn cancelled(&self) -> bool {
        self.over.get()
    }

    fn progress(&self, progress: Progress) {
        self.over.set(progress.states >= self.most);
    }
}

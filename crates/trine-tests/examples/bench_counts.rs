//! Runs SPIN on the benchmark models (those named, or all) and compares its counts with ours.

use trine_tests::bench_models;
use trine_tests::spin::SpinModel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for model in bench_models::models()? {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == model.name) {
            continue;
        }
        let result = SpinModel::from_text(&model.text, &model.settings())?.check(&model.mode)?;
        let report = &result.report;
        let counts = (report.stored_exactly(), report.transitions.map(|n| n as u64));
        let alike = counts == (Some(model.stored), Some(model.transitions));
        println!(
            "{:12} {} stored {:?} transitions {:?} vector {:?} states {:?} MB spin {:.2} gcc {:.2} pan {:?} {}",
            model.name,
            report.verdict,
            counts.0,
            counts.1,
            report.vector_bytes,
            report.state_mb,
            result.spin_seconds,
            result.gcc_seconds,
            report.seconds,
            if alike { "as recorded" } else { "DIFFERENT" }
        );
    }
    Ok(())
}

//! Asks SPIN again about its own models (those named, or all whose searches are short) and prints
//! where today's answer differs from the recorded one; `--regenerate` records all of them anew.

use trine_tests::oracle::{self, Row};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|a| a == "--regenerate") {
        return oracle::regenerate();
    }
    let recorded = oracle::rows()?;
    let mut models: Vec<String> = recorded.iter().map(|row| row.model.clone()).collect();
    models.dedup();
    models.retain(|model| {
        let rows = || recorded.iter().filter(|row| row.model == *model);
        if arguments.is_empty() {
            rows().all(|row| row.pan_seconds.is_some_and(|s| s < 1.0))
        } else {
            arguments.contains(model)
        }
    });
    let key = |row: &Row| {
        (row.verdict, row.errors, row.stored, row.transitions, row.depth, row.complete.clone())
    };
    for model in &models {
        let now = oracle::ask(&oracle::examples(), model);
        let then: Vec<&Row> = recorded.iter().filter(|row| row.model == *model).collect();
        let modes = |rows: &[Option<String>]| rows.to_vec();
        let mode = |row: &Row| row.mode.as_ref().map(ToString::to_string);
        let now_modes = modes(&now.iter().map(mode).collect::<Vec<_>>());
        let then_modes = modes(&then.iter().map(|row| mode(row)).collect::<Vec<_>>());
        if now_modes != then_modes {
            println!("{model}: modes {now_modes:?}, recorded {then_modes:?}");
        }
        let mut same = 0;
        for (new, old) in now.iter().zip(&then) {
            if key(new) == key(old) {
                same += 1;
            } else {
                println!("{model} {:?}: {:?}, recorded {:?}", mode(new), key(new), key(old));
            }
            if new.features != old.features {
                println!("{model}: features {:?}, recorded {:?}", new.features, old.features);
            }
        }
        println!("{model}: {same} of {} alike", then.len());
    }
    Ok(())
}

//! Java programs printed as Promela get the verdicts from SPIN that Trine gives.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use trine_tests::java;
use trine_tests::java::by_spin::{Answer, Asked, ask};
use trine_tests::parallel;

/// SPIN sees a deadlock only where nobody can step, and here one thread runs for ever.
const BESIDE_OTHERS: [&str; 1] = ["DeadlockBesideOthers"];

#[test]
fn the_examples_get_the_same_verdicts_from_spin() {
    let files = examples();
    let asked = parallel::map(&files, 2, |_, file| {
        let text = std::fs::read_to_string(file).expect("an example");
        ask(&text)
    });
    let mut same = 0;
    let mut refused = Vec::new();
    let mut wrong = Vec::new();
    let mut violated = BTreeSet::new();
    for (file, asked) in files.iter().zip(asked) {
        let name = name_of(file);
        match asked {
            Asked::Refused(reasons) => refused.push(format!("{name}: {}", reasons.join("; "))),
            Asked::Open(why) => refused.push(format!("{name}: {why}")),
            Asked::Failed(why) => wrong.push(format!("{name}: {why}")),
            Asked::Both { trine, spin } if trine == spin => {
                same += 1;
                violated.insert(trine);
            }
            Asked::Both { trine, spin } if BESIDE_OTHERS.contains(&name) => {
                let missed = Answer { deadlock: false, ..trine };
                assert_eq!((trine.deadlock, spin), (true, missed), "{name}");
            }
            Asked::Both { trine, spin } => {
                wrong.push(format!("{name}: Trine {trine:?}, SPIN {spin:?}"));
            }
        }
    }
    println!("{same} examples get the same verdicts; not asked:\n{}", refused.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same >= 100, "only {same} get through:\n{}", refused.join("\n"));
    assert!(violated.len() >= 3, "the examples show too little: {violated:?}");
}

#[test]
fn generated_programs_get_the_same_verdicts_from_spin() {
    let seeds: Vec<u64> = (0..130).collect();
    let asked = parallel::map(&seeds, 2, |_, seed| {
        let mini = java::generate(*seed);
        // Programs with too many states for a naive search are left out.
        java::decide(&mini, 20_000).map(|known| {
            let known = Answer { deadlock: known.deadlock, assertion: known.assertion };
            (known, ask(&java::print(&mini, *seed)))
        })
    });
    let mut same = 0;
    let mut wrong = Vec::new();
    for (seed, (known, asked)) in
        seeds.iter().zip(asked).filter_map(|(seed, one)| Some((seed, one?)))
    {
        match asked {
            Asked::Both { trine, spin } if trine == known && spin == known => same += 1,
            asked => wrong.push(format!("seed {seed}: known {known:?}, but {asked:?}")),
        }
    }
    println!("{same} generated programs get the same verdicts");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same >= 100, "only {same} programs");
}

fn name_of(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("")
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/java");
    let entries = std::fs::read_dir(folder).expect("the examples");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    files
}

//! Deliberate mistakes in elaboration are each noticed by the judge, on the examples and on programs that were once
//! answered wrongly.

use std::path::{Path, PathBuf};

use trine_program::elaborate::mutant::Mutant;
use trine_tests::elaboration_mutants::plant_each;

/// Small programs, each with the mutants that show there.
const PROGRAMS: [(&str, &[Mutant]); 28] = [
    (
        "examples/java/LostUpdateSynchronized.java",
        &[
            Mutant::WrongConstant,
            Mutant::LostWrite,
            Mutant::ForgottenLock,
            Mutant::ForgottenUnlock,
            Mutant::DroppedJoin,
            Mutant::DroppedStart,
        ],
    ),
    ("examples/java/BoundedBuffer.java", &[Mutant::LostNotify, Mutant::WrongTarget]),
    ("examples/java/TimedWait.java", &[Mutant::LostTimeout]),
    ("examples/java/ErrorsHandled.java", &[Mutant::CatchesTooMuch, Mutant::LostError]),
    ("examples/java/LinkedQueue.java", &[Mutant::WrongReceiver]),
    ("examples/ada/guard_closes.adb", &[Mutant::IgnoredGuard]),
    ("crates/trine/tests/regressions/java/arrays/Q1.java", &[Mutant::LibraryArraysExempt]),
    ("crates/trine/tests/regressions/java/arrays/Q2.java", &[Mutant::LibraryArraysExempt]),
    ("crates/trine/tests/regressions/java/errors/E1.java", &[Mutant::OneErrorPerPlace]),
    (
        "crates/trine/tests/regressions/java/errors/E8.java",
        &[Mutant::OneErrorPerPlace, Mutant::CatchesTooMuch],
    ),
    ("crates/trine/tests/regressions/ada/rec.adb", &[Mutant::SilentLimit]),
    ("crates/trine/tests/regressions/ada/fact.adb", &[Mutant::SilentLimit]),
    ("crates/trine/tests/regressions/java/threads/JoinMain.java", &[Mutant::MainNotStarted]),
    ("crates/trine/tests/regressions/java/threads/SelfJoin.java", &[Mutant::MainNotStarted]),
    ("crates/trine/tests/regressions/java/threads/D3.java", &[Mutant::DaemonTakenForKnown]),
    ("crates/trine/tests/regressions/java/threads/W05ThreadEndNotifies.java", &[Mutant::SilentEnd]),
    ("crates/trine/tests/regressions/java/threads/CondTimedInterrupt.java", &[Mutant::AtomicWait]),
    ("crates/trine/tests/regressions/java/threads/Alive.java", &[Mutant::EndNeverSeen]),
    (
        "crates/trine/tests/regressions/java/initialisation/W02InitOwnThread.java",
        &[Mutant::EarlyClassUse],
    ),
    ("crates/trine/tests/regressions/java/initialisation/InitCross.java", &[Mutant::EarlyClassUse]),
    (
        "crates/trine/tests/regressions/java/initialisation/W03InitError.java",
        &[Mutant::FailedClassUsable],
    ),
    (
        "crates/trine/tests/regressions/java/initialisation/InitFails.java",
        &[Mutant::FailedClassUsable],
    ),
    ("crates/trine/tests/regressions/java/library/W15ArrayStore.java", &[Mutant::ArraysTakeAll]),
    ("crates/trine/tests/regressions/java/library/W06BoxIdentity.java", &[Mutant::OneBoxPerNumber]),
    (
        "crates/trine-tests/data/mutants/StoredConstant.java",
        &[Mutant::WrongConstant, Mutant::WrongWidth],
    ),
    ("crates/trine-tests/data/mutants/Overridden.java", &[Mutant::WrongOverride]),
    ("crates/trine-tests/data/mutants/IndexOutside.java", &[Mutant::LostError]),
    ("crates/trine-tests/data/mutants/last_alternative.adb", &[Mutant::SixteenAlternatives]),
];

#[test]
fn every_mutant_is_caught_and_none_is_silent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files: Vec<(PathBuf, Vec<Mutant>)> =
        PROGRAMS.iter().map(|(file, mutants)| (root.join(file), mutants.to_vec())).collect();
    let found = plant_each(&files).expect("the programs are there");
    println!("{}", found.table());
    assert!(found.silent.is_empty(), "{}", found.silent.join("\n"));
    assert!(found.missed().is_empty(), "never caught: {:?}", found.missed());
}

//! Java and Ada against answers that are known, against the virtual machine and against SPIN.

use std::io;
use std::ops::Range;

use super::Tally;
use crate::java_snippets;

/// Generated Java programs against their known answers.
pub fn java(seeds: Range<u64>) -> io::Result<Tally> {
    let found = crate::java::compare(seeds);
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    for (name, count) in crate::java::CHECKS.iter().zip(found.violated) {
        tally.count(&format!("violate {name}"), count);
    }
    tally.differences = found.wrong;
    Ok(tally)
}

/// Java and Ada programs: verdicts on the elaborated system, and those of a search of the program itself.
pub fn elaboration(seeds: Range<u64>) -> io::Result<Tally> {
    let found = crate::programs::compare_generated(seeds)?;
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    tally.count("verdicts agree", found.agreed);
    tally.count("states of programs", found.states);
    tally.count("not known to the session", found.open.0);
    tally.count("not known to the search", found.open.1);
    for (check, count) in found.violated {
        tally.count(&format!("violate {check}"), count);
    }
    tally.differences = found.wrong;
    Ok(tally)
}

/// Elaboration with deliberate mistakes, on the examples and regressions, one for each seed.
pub fn elaboration_mutants(seeds: Range<u64>) -> io::Result<Tally> {
    let files = crate::elaboration_mutants::programs()?;
    let wanted: Vec<_> = files
        .into_iter()
        .enumerate()
        .filter(|(at, _)| seeds.contains(&(*at as u64)))
        .map(|(_, file)| file)
        .collect();
    let found = crate::elaboration_mutants::plant_all(&wanted)?;
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    for (mutant, programs) in &found.by {
        tally.count(&format!("{mutant:?} caught"), programs.len());
    }
    tally.differences = found.silent;
    Ok(tally)
}

/// Examples with small changes, on the virtual machine and by Trine.
pub fn java_mutants(seeds: Range<u64>) -> io::Result<Tally> {
    let found = crate::java::compare_mutants(seeds)?;
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    tally.count("died", found.died);
    tally.count("hung", found.hung);
    tally.differences = found.wrong;
    Ok(tally)
}

/// Examples and changed ones, with delays before every statement on the virtual machine, and by Trine.
pub fn java_threads(seeds: Range<u64>) -> io::Result<Tally> {
    let found = crate::java::compare_late(seeds)?;
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    tally.count("died", found.died);
    tally.count("hung", found.hung);
    tally.differences = found.wrong;
    Ok(tally)
}

/// Snippets of Java made by chance, on the virtual machine and by Trine.
pub fn java_snippets(seeds: Range<u64>) -> io::Result<Tally> {
    snippets(seeds.map(java_snippets::generate))
}

/// Snippets that do all that the tables and templates name.
pub fn java_library(seeds: Range<u64>) -> io::Result<Tally> {
    let (first, count) = (seeds.start as usize, (seeds.end - seeds.start) as usize);
    snippets(java_snippets::every().into_iter().skip(first).take(count))
}

fn snippets(all: impl Iterator<Item = java_snippets::Snippet>) -> io::Result<Tally> {
    let found = java_snippets::compare(all, 2)?;
    let mut tally = Tally { programs: found.snippets as u64, ..Tally::default() };
    tally.count("checks", found.checks);
    tally.count("die of an error", found.died);
    tally.count("not Java", found.no_java.len());
    for (why, (times, name)) in &found.open {
        tally.count(&format!("left open: {why} ({name})"), *times);
    }
    for (why, (times, name)) in &found.open_checks {
        tally.count(&format!("checks left open: {why} ({name})"), *times);
    }
    for (idea, different) in &found.differences {
        let told = different
            .iter()
            .map(|one| format!("{} ({idea}): {}\n{}", one.name, one.what, one.text));
        tally.differences.extend(told);
    }
    Ok(tally)
}

/// Java programs that lose objects, elaborated with and without making new ones in their place.
pub fn java_garbage(seeds: Range<u64>) -> io::Result<Tally> {
    let programs = seeds.end.saturating_sub(seeds.start);
    let found = crate::java::compare_garbage(seeds);
    let mut tally = Tally { programs, ..Tally::default() };
    tally.count("make objects again", found.compared);
    tally.count("have room only so", found.saved);
    tally.differences = found.wrong;
    Ok(tally)
}

/// Random Ada programs: SPIN's answers about a translation of their own, Trine's, and SPIN's about what Trine
/// exports.
pub fn ada(seeds: Range<u64>) -> io::Result<Tally> {
    let found = crate::ada::compare(seeds);
    let mut tally = Tally { programs: found.programs as u64, ..Tally::default() };
    tally.count("can deadlock", found.deadlocks);
    tally.count("exported", found.exported);
    tally.differences = found.wrong;
    Ok(tally)
}

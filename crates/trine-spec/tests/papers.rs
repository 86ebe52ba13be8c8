//! The properties, constraints and queries of the papers mean what their figures say: each is explained,
//! and judged by event sequences written down by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use trine_base::{Diagnostics, SourceMap};
use trine_spec::ast::ItemKind;
use trine_spec::{Explained, Language};

/// A property, sequences that satisfy it and sequences that do not; `p | c` repeats c for ever.
type Judged = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Every property, constraint and query of an example, with its explanation.
fn example(file: &str) -> BTreeMap<String, (Option<Language>, Explained)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/specs");
    let text = fs::read_to_string(folder.join(file)).expect("an example");
    let mut sources = SourceMap::new();
    let id = sources.add(file, text.as_str());
    let mut diagnostics = Diagnostics::new();
    let specs = trine_spec::read(&[(id, &text)], &[], &mut diagnostics);
    assert!(diagnostics.items.is_empty(), "{file}: {:?}", diagnostics.items);
    let mut explained = trine_spec::explain(&specs[0]).into_iter();
    let mut found = BTreeMap::new();
    for item in &specs[0].items {
        if matches!(item.kind, ItemKind::Event(_) | ItemKind::Loop(_)) {
            continue;
        }
        let told = explained.next().expect("an explanation for each");
        found.insert(told.name.clone(), (trine_spec::language(&item.kind), told));
    }
    found
}

/// Judges the words, and asks for an explanation that agrees with them. Nothing is left unjudged.
fn judge(file: &str, judged: &[Judged]) {
    let mut found = example(file);
    for (name, accepted, rejected) in judged {
        let (language, told) =
            found.remove(*name).unwrap_or_else(|| panic!("{file} has no {name}"));
        let language = language.unwrap_or_else(|| panic!("{name} has no words"));
        for (words, expected) in [(accepted, true), (rejected, false)] {
            for word in *words {
                assert_eq!(accepts(&language, word), Some(expected), "{name}: {word}");
            }
        }
        assert!(told.sentence.ends_with('.') && told.picture.is_some(), "{name}");
        assert_eq!(told.alphabet, language.events, "{name}");
        assert_eq!([told.accepted.len(), told.rejected.len()], [2, 2], "{name}");
        for (words, expected) in [(&told.accepted, true), (&told.rejected, false)] {
            for word in words {
                let word = word.replace("nothing", "").replace(", then", "").replace('(', "| ");
                let word = word.replace(") for ever", "");
                assert_eq!(accepts(&language, &word), Some(expected), "{name}: {word}");
            }
        }
    }
    let unjudged: Vec<&String> = found.keys().collect();
    assert!(unjudged.is_empty(), "{file}: {unjudged:?}");
}

fn accepts(language: &Language, word: &str) -> Option<bool> {
    match word.split_once('|') {
        None => language.accepts(&word.split_whitespace().collect::<Vec<_>>()),
        Some((prefix, cycle)) => {
            let prefix: Vec<&str> = prefix.split_whitespace().collect();
            language.accepts_for_ever(&prefix, &cycle.split_whitespace().collect::<Vec<_>>())
        }
    }
}

#[test]
fn dining_philosophers() {
    let raised_twice_good: &[&str] = &["", "raise1", "raise1 lower1 raise1", "lower1 lower1"];
    let raised_twice_bad: &[&str] =
        &["raise1 raise1", "raise1 lower1 raise1 raise1 lower1", "lower1 raise1 raise1"];
    judge(
        "dining.trine",
        &[
            // Figure 1: four combinations of forks, and eating only with both.
            (
                "has_two_forks_to_eat",
                &[
                    "",
                    "f1Up f2Up eat1",
                    "f2Up f1Up eat1 f1Down f2Down",
                    "f1Up f2Up eat1 eat1",
                    "f1Up f1Down f2Up f1Up eat1",
                ],
                &[
                    "eat1",
                    "f1Up eat1",
                    "f2Up eat1",
                    "f1Up f2Up f1Down eat1",
                    "f1Up f2Up f2Down eat1",
                    "eat1 f1Up f2Up eat1",
                ],
            ),
            // Figure 6: two raises in succession without a lowering between them are an error.
            ("no_fork_raised_twice", raised_twice_good, raised_twice_bad),
            ("no_fork_raised_twice_regular", raised_twice_good, raised_twice_bad),
            ("no_fork_raised_twice_ever", raised_twice_good, raised_twice_bad),
            // Figure 11: while one eats, the other must not start.
            (
                "no_eat_at_same_time",
                &["", "eat1 done1 eat2 done2", "eat2 done2 eat1", "eat1 done1 eat1 done1 eat2"],
                &["eat1 eat2", "eat2 eat1", "eat1 done1 eat2 eat1", "eat1 eat2 done1 done2"],
            ),
        ],
    );
}

#[test]
fn a_rendezvous_in_ada() {
    judge(
        "rendezvous.trine",
        &[
            // Figure 3: p1 is called, and no p3 before it.
            ("p3_follows_p1", &["p1", "p1 p3", "p1 p3 p1"], &["", "p3", "p3 p1", "p3 p1 p3"]),
            // Figure 4: E without p2 before it leads to the violation, as on the path p1, E.
            (
                "task_T2",
                &["", "p2", "p2 meet", "p2 meet p3"],
                &["meet", "p3", "p2 p3", "p2 meet meet", "p2 meet p3 p2", "p2 p2"],
            ),
        ],
    );
}

#[test]
fn faults_of_java_programs() {
    judge(
        "java-faults.trine",
        &[
            // Figure 12.
            (
                "no_premature_join",
                &["", "started", "started joined", "started joined joined"],
                &["joined", "joined started", "joined joined"],
            ),
            // Figure 13.
            (
                "no_restart",
                &["", "started", "started stopped started", "stopped started"],
                &["started started", "started stopped started started"],
            ),
            // Figure 14.
            (
                "no_endless_wait",
                &["", "waits notifiesAll", "notifiesAll", "waits waits notifiesAll"],
                &["waits", "notifiesAll waits", "waits notifiesAll waits"],
            ),
            (
                "woken",
                &["", "waits notifiesAll", "notifiesAll", "| waits notifiesAll"],
                &["waits", "notifiesAll waits", "waits notifiesAll | waits"],
            ),
            // Figure 15: no process waits before the first wait, nor after all were woken.
            (
                "no_needless_wakeup",
                &["", "somebodyWaits notifiesAll", "somebodyWaits somebodyWaits notifiesAll"],
                &["notifiesAll", "somebodyWaits notifiesAll notifiesAll"],
            ),
            (
                "no_two_wakeups",
                &["", "notifiesAll", "notifiesAll somebodyWaits notifiesAll"],
                &["notifiesAll notifiesAll", "somebodyWaits notifiesAll notifiesAll"],
            ),
            // Figure 16.
            (
                "no_dead_join",
                &["", "thisJoin", "thisJoin ended", "ended"],
                &["ended thisJoin", "thisJoin ended thisJoin"],
            ),
        ],
    );
}

#[test]
fn infinite_executions() {
    judge(
        "infinite.trine",
        &[
            // Figure 1 accepts open, C, close; as a Büchi automaton, open, close, open, close, …
            (
                "closed_at_the_end",
                &["", "open C close", "C", "close", "open open close"],
                &["open", "open C", "open close open"],
            ),
            (
                "closed_again_and_again",
                &["| open close", "| C", "open C close | close", "open | C close"],
                &["| open", "open | C", "open close open | C open"],
            ),
            // Figures 2 and 3: the same of a and b, whatever c does between them.
            ("before_transformation", &["| a", "| a b", "b | a"], &["| b", "a | b", "a a a | b"]),
            (
                "after_transformation",
                &["| a", "| a b", "| a c", "| c a b", "c c | a"],
                &["| b", "| c", "a | c", "a | b c", "a a a | b"],
            ),
            // Figure 4: at most three others are served before A is.
            (
                "fair_to_A",
                &[
                    "",
                    "serveOther serveOther serveOther serveOther",
                    "requestA serveOther serveOther serveOther serveA",
                    "requestA serveOther serveOther serveOther",
                    "requestA serveA serveOther serveOther serveOther serveOther",
                ],
                &[
                    "requestA serveOther serveOther serveOther serveOther",
                    "requestA serveA requestA serveOther serveOther serveOther serveOther serveA",
                ],
            ),
            (
                "A_is_served",
                &["", "requestA serveA", "serveA", "| requestA serveA"],
                &["requestA", "requestA serveA requestA", "| requestA", "serveA | requestA"],
            ),
        ],
    );
}

#[test]
fn the_transformation_of_büchi_automata_changes_nothing_but_the_alphabet() {
    let mut found = example("infinite.trine");
    let mut take = |name: &str| found.remove(name).and_then(|(language, _)| language).expect(name);
    let (before, after) = (take("before_transformation"), take("after_transformation"));
    // All sequences up to a length; those over a and b alone are judged by both.
    let mut words: Vec<Vec<&str>> = vec![vec![]];
    for _ in 0..4 {
        let longer = words.iter().flat_map(|word| {
            ["a", "b", "c"].map(|letter| word.iter().copied().chain([letter]).collect::<Vec<_>>())
        });
        let longer: Vec<Vec<&str>> = longer.collect();
        words.extend(longer);
        words.sort();
        words.dedup();
    }
    let mut compared = 0;
    for prefix in words.iter().filter(|word| word.len() < 3) {
        for cycle in words.iter().filter(|word| !word.is_empty()) {
            let told = |word: &[&'static str]| -> Vec<&'static str> {
                word.iter().copied().filter(|letter| *letter != "c").collect()
            };
            let (short_prefix, short_cycle) = (told(prefix), told(cycle));
            // Only c for ever: no event of the first one goes on, so it accepts nothing.
            let expected = match short_cycle.is_empty() {
                true => false,
                false => before.accepts_for_ever(&short_prefix, &short_cycle) == Some(true),
            };
            assert_eq!(
                after.accepts_for_ever(prefix, cycle),
                Some(expected),
                "{prefix:?} {cycle:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn queries_of_intervals() {
    judge(
        "inca.trine",
        &[
            ("b_after_a", &["", "a", "b", "b a", "b b a a"], &["a b", "a a b", "b a b"]),
            // In its second form the first interval has no b in it; where b comes at most once, as
            // in the paper, that is the same.
            ("b_after_a_in_two_steps", &["", "a", "b", "b a", "b a a"], &["a b", "a a b"]),
            ("no_b_after_a", &["", "a", "b", "b a", "b a a"], &["a b", "a a b", "b a b"]),
            (
                "last_without_first",
                &["", "setFirst", "setFirst setLast", "setFirst setLast setLast"],
                &["setLast", "setLast setFirst", "setLast setLast"],
            ),
            (
                "first_before_last",
                &["", "setFirst", "setFirst setLast", "setFirst setLast setLast"],
                &["setLast", "setLast setFirst", "setLast setLast"],
            ),
        ],
    );
}

#[test]
fn both_forms_of_the_query_agree_where_b_comes_once() {
    let mut found = example("inca.trine");
    let mut take = |name: &str| found.remove(name).and_then(|(language, _)| language).expect(name);
    let forms = [take("b_after_a"), take("b_after_a_in_two_steps"), take("no_b_after_a")];
    for length in 0..8 {
        for place in 0..=length {
            let mut word = vec!["a"; length];
            if place < length {
                word[place] = "b";
            }
            let told: Vec<Option<bool>> = forms.iter().map(|form| form.accepts(&word)).collect();
            let expected = Some(place == length || place == 0);
            assert_eq!(told, [expected; 3], "{word:?}");
        }
    }
}

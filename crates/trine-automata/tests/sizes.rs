//! The sizes of automata for formulas that people write, so that a change that makes them larger
//! is seen, and what happens to formulas that nothing writes.

use trine_automata::ltl::{DEFAULT_LIMIT, Names, TooLarge, parse_with_names, simplify};
use trine_automata::{Formula, translate, translate_within};

/// States here, states that `spin -f` of SPIN 6.5.2 makes of the same text, the formula; SPIN's
/// command-line formulas know neither `X` nor `W`.
const SIZES: &str = "
1 - true
1 - X X true
1 - p && !p
3 - X p
1 1 []p
2 2 <>p
2 2 []<>p
2 2 <>[]p
2 2 p U q
2 - p W q
2 2 p V q
2 4 [](p -> <>q)
2 2 !([](p -> <>q))
2 4 [](p -> (q U r))
3 3 !([](p -> (q U r)))
2 2 [](p -> []q)
3 3 !([](p -> []q))
3 5 []!p || <>(p && <>q)
3 7 []((q && !r && <>r) -> (p U r))
4 4 !([]((q && !r && <>r) -> (p U r)))
2 - [](q && !r -> (p W r))
3 - !([](q && !r -> (p W r)))
2 - [](q -> (!p W r))
3 4 <>r -> (!p U (s || r))
3 4 !(<>r -> (!p U (s || r)))
3 9 []((q && <>r) -> ((p -> (!r U (s && !r))) U r))
4 7 !([]((q && <>r) -> ((p -> (!r U (s && !r))) U r)))
3 5 ([]<>p) -> ([]<>q)
3 3 !(([]<>p) -> ([]<>q))
6 8 ([]<>p && []<>q) -> [](r -> <>s)
4 4 !(([]<>p && []<>q) -> [](r -> <>s))
3 5 <>[]p || []<>q
3 3 []<>p && []<>q
4 4 []<>p && []<>q && []<>r
8 8 <>p && <>q && <>r
4 4 p U (q U (r U s))
4 4 !(p U (q U (r U s)))
4 4 (p U q) U r
4 4 <>(p && <>(q && <>r))
5 10 [](p -> <>(q && <>r))
3 4 !([](p -> <>(q && <>r)))
9 10 ([]p || <>q) && ([]r || <>s)
4 4 p <-> <>q
3 7 [](p <-> <>q)
";

fn formula(text: &str) -> Formula {
    parse_with_names(text, &mut Names::new()).expect(text)
}

#[test]
fn automata_stay_small() {
    for line in SIZES.lines().filter(|line| !line.is_empty()) {
        let mut words = line.splitn(3, ' ');
        let states: usize = words.next().unwrap().parse().unwrap();
        let spin = words.next().unwrap();
        let text = words.next().unwrap();
        assert_eq!(translate(&formula(text)).states.len(), states, "{text}");
        if let Ok(spin) = spin.parse::<usize>() {
            assert!(states <= spin, "{text}");
        }
    }
}

#[test]
fn the_same_formula_gives_the_same_automaton() {
    let text = "[](p -> <>(q && <>r)) && ([]<>s || <>[]t)";
    assert_eq!(translate(&formula(text)), translate(&formula(text)));
}

fn join(count: usize, operator: &str, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(operator)
}

#[test]
fn long_and_deep_formulas_end() {
    let literals = formula(&join(5_000, " && ", |index| format!("p{index}")));
    assert_eq!(translate(&literals).states.len(), 2);
    for text in [
        join(2_000, " || ", |index| format!("<>p{index}")),
        "X ".repeat(300) + "p",
        "p U (".repeat(400) + "q" + &")".repeat(400),
        "[](p -> X(".repeat(120) + "q" + &"))".repeat(120),
        join(200, " <-> ", |index| format!("p{index}")),
    ] {
        let formula = formula(&text);

        simplify(&formula);

        let _ = translate_within(&formula, 200_000);

        let _ = translate_within(&formula.not(), 200_000);
    }
}

#[test]
fn a_formula_that_is_too_large_is_given_up() {
    let text = join(12, " && ", |index| format!("[](p{index} -> <>q{index})"));
    assert_eq!(translate_within(&formula(&text), DEFAULT_LIMIT / 20), Err(TooLarge));
    let negation = translate_within(&formula(&text).not(), DEFAULT_LIMIT).expect("it is small");
    assert_eq!(negation.states.len(), 13);
}

//! Explanations: sentences that read well, examples that are right and shortest, honest warnings.

use trine_base::{Diagnostics, SourceMap};
use trine_spec::Explained;

fn explained(body: &str) -> Explained {
    let text = format!(
        "event a = call a\nevent b = call b\nevent c = call c\nevent d = call d\n\
         property it {{ {body} }}\n"
    );
    whole(&text, body)
}

fn whole(text: &str, body: &str) -> Explained {
    let mut sources = SourceMap::new();
    let file = sources.add("a.trine", text);
    let mut diagnostics = Diagnostics::new();
    let specs = trine_spec::read(&[(file, text)], &[], &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{body}: {:?}", diagnostics.items);
    trine_spec::explain(&specs[0]).pop().expect("one property")
}

#[test]
fn every_form_is_a_sentence() {
    for (body, expected) in [
        (
            "all paths satisfy a; b*",
            "On every execution in which all processes end, the events form a word of a; b*.",
        ),
        (
            "no path satisfies a; [^a]",
            "On no execution in which all processes end do the events form a word of a; [^a].",
        ),
        (
            "every prefix satisfies (a | b)*",
            "At every moment of every execution, the events so far can be continued to a word of \
             (a | b)*.",
        ),
        (
            "automaton { start accepting s { a -> s } }",
            "Every execution in which all processes end leaves the automaton in an accepting state.",
        ),
        (
            "automaton { start s { a -> violation } }",
            "No execution leads the automaton to its state `violation`.",
        ),
        (
            "buchi { start accepting s { a -> s } }",
            "Every execution that goes on for ever takes the automaton to accepting states again \
             and again.",
        ),
        ("ltl [](a -> <>b)", "Every execution satisfies [](a -> <>b)."),
        ("invariant \"x > 0\"", "In every state that can be reached, \"x > 0\" holds."),
        ("no deadlock", "The built-in check `deadlock` finds nothing."),
        ("absence of a", "On every execution, a never happens."),
        ("existence of a or b", "On every execution, a or b happens at least once."),
        ("at most 1 of a", "On every execution, a happens at most once."),
        ("at least 2 of a", "On every execution, a happens at least 2 times."),
        (
            "exactly 3 of a before b",
            "Before b happens for the first time, a happens exactly 3 times.",
        ),
        (
            "universality of \"x > 0\" after a",
            "After a has happened, \"x > 0\" is the case all the time.",
        ),
        ("a precedes b", "On every execution, b does not happen before a has."),
        ("a then b precedes c", "On every execution, c does not happen before a and then b have."),
        ("a precedes b then c", "On every execution, b and then c do not happen before a has."),
        ("b responds to a", "On every execution, whenever a happens, b happens afterwards."),
        (
            "b then c responds to a",
            "On every execution, whenever a happens, b and then c happen afterwards.",
        ),
        (
            "c responds to a then b",
            "On every execution, whenever a and then b happen, c happens afterwards.",
        ),
        (
            "b then c without d responds to a",
            "On every execution, whenever a happens, b and then c happen afterwards, without d \
             between these two.",
        ),
        (
            "absence of c between a and b",
            "Between a and the next b, if that comes, c never happens.",
        ),
        (
            "existence of c after a until b",
            "After a and until the next b, should it come, c happens at least once.",
        ),
    ] {
        assert_eq!(explained(body).sentence, expected);
    }
    let query = "event a = call a\nevent b = call b\nevent c = call c\n\
                 query q { interval { ends first a  forbids b, c } \
                           interval { ends b  requires a, c } }";
    assert_eq!(
        whole(query, "query").sentence,
        "No execution begins with a stretch that ends with the first a, without b or c, and then \
         a stretch that ends with b, with a and c before it."
    );
    let constraint = "event a = call a\n\
                      constraint k { automaton { start accepting s { a -> violation } } }";
    assert_eq!(
        whole(constraint, "constraint").sentence,
        "Only executions count that never lead the automaton to `violation`."
    );
}

#[test]
fn the_shortest_examples_come_first() {
    for (body, accepted, rejected) in [
        ("all paths satisfy a; b", &["a b"][..], &["nothing", "a"][..]),
        ("every prefix satisfies a; b", &["nothing", "a"], &["b", "a a"]),
        ("no path satisfies .*; a; b", &["nothing", "a"], &["a b", "a a b"]),
        ("b responds to a", &["nothing", "b"], &["a", "a a"]),
        ("a precedes b", &["nothing", "a"], &["b", "b a"]),
        ("at most 1 of a", &["nothing", "a"], &["a a", "a a a"]),
        ("exactly 1 of a", &["a"], &["nothing", "a a"]),
        ("ltl [](a -> <>b)", &["nothing", "b"], &["a", "a a"]),
        // What no finite execution shows is shown by infinite ones.
        ("ltl []<>a", &["(a) for ever"], &["nothing", "a"]),
        ("ltl <>[]!a", &["nothing", "a"], &["(a) for ever"]),
        ("ltl []<>a && []<>b", &["(a b) for ever", "(b a) for ever"], &["nothing", "a"]),
        (
            "buchi { start i { a -> j  b -> i } accepting j { a -> j  b -> i } }",
            &["(a) for ever", "(a b) for ever"],
            &["(b) for ever", "a, then (b) for ever"],
        ),
    ] {
        let told = explained(body);
        assert_eq!(told.accepted, accepted, "{body}");
        assert_eq!(told.rejected, rejected, "{body}");
        assert_eq!(told.warnings, [""; 0], "{body}");
        assert!(told.picture.is_some(), "{body}");
    }
}

#[test]
fn what_says_nothing_is_warned_of() {
    let universal = "every sequence of its events satisfies it";
    let empty = "no sequence of its events satisfies it";
    for (body, expected) in [
        ("all paths satisfy .*; a?", universal),
        ("events a, b no path satisfies .*", empty),
        ("ltl [](a -> <>b) || <>a", universal),
        ("ltl <>a && []!a", empty),
        ("ltl [](false -> <>a)", "it asks for nothing: its premise is never true"),
        ("all paths satisfy a*; b; a*", "`a` makes no difference to it"),
        ("automaton { start s { a -> s } }", empty),
        ("automaton { start accepting s { a -> s } }", universal),
        ("buchi { start accepting s { a -> s } }", universal),
        ("buchi { start s { a -> s } }", empty),
    ] {
        let warnings = explained(body).warnings;
        assert!(warnings.iter().any(|known| known == expected), "{body}: {warnings:?}");
    }
}

#[test]
fn conditions_are_part_of_the_alphabet() {
    let told = explained("ltl [](a -> \"x > 0\")");
    assert_eq!(told.alphabet, ["a", "\"x > 0\""]);
    assert!(told.accepted.is_empty() && told.rejected.is_empty());
    let picture = told.picture.expect("a picture");
    assert!(picture.edges.iter().any(|(_, text, _)| text.contains("!\"x > 0\"")));
}

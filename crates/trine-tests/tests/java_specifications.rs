//! Specifications of Java programs that speak of numbers in boxes and in floating point, and formulas on the
//! command line.

use trine_session::{Request, check};
use trine_tests::host::TestHost;
use trine_verdict::Verdict;

/// `held` is null, then 1 or 2, and 3 at the end; `count` counts along.
const PROGRAM: &str = "
public class Main {
    static volatile Integer held;
    static volatile Integer other;
    static volatile Object mixed;
    static volatile Object plain;
    static volatile int count;
    static volatile double rate = 0.5;
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { held = 1; rate = rate * -3; });
        one.start();
        held = 2;
        one.join();
        count = 3;
        held = count;
        other = held;
        plain = one;
        mixed = count;
        mixed = plain;
    }
}
";

fn verdicts(spec: &str, formulas: &[&str]) -> Vec<(String, Verdict)> {
    let request = Request {
        files: vec!["Main.java".to_string()],
        specs: if spec.is_empty() { Vec::new() } else { vec!["spec.trine".to_string()] },
        formulas: formulas.iter().map(ToString::to_string).collect(),
        ..Request::default()
    };
    let checked = check(&request, &TestHost::with("Main.java", PROGRAM).and("spec.trine", spec));
    assert!(!checked.loaded.diagnostics.has_errors(), "{:?}", checked.loaded.diagnostics.items);
    let told = checked.results.iter();
    told.map(|result| (result.property.name.clone(), result.verdict)).collect()
}

/// The number inside a box is compared, and null is none.
#[test]
fn conditions_look_into_boxes() {
    for (condition, holds) in [
        ("!(Main.held == 1)", false),
        ("!(Main.held == 2)", false),
        ("!(3 == Main.held)", false),
        ("!(Main.held == 4)", true),
        ("Main.held != 0", true),
        ("Main.held != null", false),
        ("Main.held == null || Main.held >= 1", true),
        ("Main.held >= 1", false),
        ("!(Main.held > 2)", false),
        ("!(3 < Main.held)", true),
        ("!(Main.held + 1 == 3)", false),
        ("!(Main.held * 2 > 6)", true),
        ("Main.other == null || Main.other == Main.held", true),
        ("Main.other == Main.held", false),
        ("Main.mixed == null || Main.mixed == 3 || Main.mixed == Main.plain", true),
        ("!(Main.plain != null && Main.mixed == Main.plain)", false),
        ("!(Main.plain != null && Main.mixed != Main.plain)", false),
        ("Main.other != Main.count || Main.count == 3", true),
    ] {
        let spec = format!("property asked {{ invariant \"{condition}\" }}");
        let expected = if holds { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(verdicts(&spec, &[]), [("asked".to_string(), expected)], "{condition}");
    }
}

/// Whole numbers are compared with those in floating point by what they are worth.
#[test]
fn conditions_know_floating_point() {
    for (condition, holds) in [
        ("Main.rate <= 1", true),
        ("Main.rate > -2", true),
        ("Main.rate >= 0", false),
        ("Main.rate > -1", false),
        ("!(Main.rate * 2 == 1)", false),
        ("!(-Main.rate * 2 == 3)", false),
        ("!(Main.rate == 1)", true),
        ("0 - 3 <= Main.rate + Main.rate", true),
        ("0 - 3 < Main.rate + Main.rate", false),
        ("Main.rate < Main.count || Main.rate >= 0", true),
        ("Main.rate < Main.count", false),
        ("Main.rate / 2 < Main.held || Main.held == null", true),
    ] {
        let spec = format!("property asked {{ invariant \"{condition}\" }}");
        let expected = if holds { Verdict::Holds } else { Verdict::Violated };
        assert_eq!(verdicts(&spec, &[]), [("asked".to_string(), expected)], "{condition}");
    }
}

/// What is assigned to a box is a number, whether it is written there or computed.
#[test]
fn events_look_into_boxes() {
    for (event, happens) in [
        ("assign Main.held = 1", true),
        ("assign Main.held = 2", true),
        ("assign Main.held = 3", true),
        ("assign Main.other = 3", true),
        ("assign Main.other = 1", false),
    ] {
        let spec = format!("event asked = {event}\nproperty never_so {{ absence of asked }}");
        let expected = if happens { Verdict::Violated } else { Verdict::Holds };
        assert_eq!(verdicts(&spec, &[]), [("never_so".to_string(), expected)], "{event}");
    }
}

/// Formulas are checked beside what is checked anyway.
#[test]
fn formulas_are_for_programs_too() {
    let told = verdicts("", &["[] !(\"Main.held == 2\")", "<> \"Main.held == 3\""]);
    let of = |name: &str| told.iter().find(|(other, _)| other == name).map(|(_, verdict)| *verdict);
    assert_eq!(of("formula"), Some(Verdict::Violated));
    assert_eq!(of("formula_2"), Some(Verdict::Holds));
    assert_eq!(of("deadlock"), Some(Verdict::Holds));
}

//! A violation of a slice is shown with all the steps that the slice leaves out.

mod common;

use common::{Alone, again_and_again};
use trine_base::{Diagnostics, FileId};
use trine_property::{Check, Property};
use trine_session::{Engine, ExploreOptions, Loaded, Request, check_again};
use trine_system::{EdgeId, GlobalId, text};
use trine_verdict::{Checked, PropertyResult, TraceMove, Verdict};

/// Whatever `noise` is, the assertion comes after it; 2 is not small.
const BUBBLE: &str = r#"
system "a bubble"
rules no reap
global x: byte
global noise: byte = 2
template t() {
  s0:
    s0 -> s1 when noise < 2 do noise := 0
    s0 -> s2 when !(noise < 2) do noise := 1
  s1:
    s1 -> s3
  s2:
    s2 -> s1 do noise := noise + 5
  s3:
    s3 -> s4 do x := 1
  s4:
    s4 -> s5 do assert x == 0
  s5 final:
}
process only: t()
"#;

fn request() -> Request {
    Request { engine: Engine::Explore, ..Request::default() }
}

fn ask(text: &str, property: Property, request: &Request) -> PropertyResult {
    let mut diagnostics = Diagnostics::new();
    let system = text::parse(text, FileId(0), &mut diagnostics);
    assert!(system.is_some(), "{:?}", diagnostics.items);
    let loaded = Loaded { system, ..Loaded::default() };
    check_again(request, &loaded, vec![property], &Alone).remove(0)
}

fn assertion() -> Property {
    Property::check(Check::Assertion)
}

/// The process that steps by which edge.
fn steps(result: &PropertyResult) -> Vec<(u32, u32)> {
    let steps = result.findings[0].trace.steps.iter().filter_map(|step| match &step.action {
        TraceMove::System(step) => match step.action {
            trine_system::interpret::Move::Edge(EdgeId(edge)) => Some((step.process, edge)),
            _ => None,
        },
        TraceMove::Stutter => None,
    });
    steps.collect()
}

fn is_replayed(result: &PropertyResult) -> bool {
    result.verdict == Verdict::Violated && result.checked == Checked::Replay
}

#[test]
fn a_bubble_is_filled_in() {
    let result = ask(BUBBLE, assertion(), &request());
    assert!(is_replayed(&result));
    assert_eq!(steps(&result), [(0, 1), (0, 3), (0, 2), (0, 4), (0, 5)]);
    let left_out = result.stats.left_out.unwrap();
    assert_eq!((left_out.statements, left_out.variables), ((3, 5), (1, 2)));
}

#[test]
fn without_steps_to_fill_in_the_whole_system_is_searched() {
    let result = ask(BUBBLE, assertion(), &Request { filling: 0, ..request() });
    assert!(is_replayed(&result));
    assert_eq!(steps(&result), [(0, 1), (0, 3), (0, 2), (0, 4), (0, 5)]);
    assert_eq!(result.stats.left_out, None);
}

#[test]
fn what_speaks_of_single_steps_or_of_everything_is_searched_for_in_the_whole_system() {
    let default = ExploreOptions::default;
    let options = [
        ExploreOptions { raw: true, ..default() },
        ExploreOptions { shortest: true, ..default() },
        ExploreOptions { all_errors: true, ..default() },
        ExploreOptions { every_state: true, ..default() },
        ExploreOptions { max_findings: 3, ..default() },
    ];
    for explore in options {
        let result = ask(BUBBLE, assertion(), &Request { explore, ..request() });
        assert!(is_replayed(&result));
        assert_eq!(result.stats.left_out, None);
    }
}

/// What `first` does under exclusive control after it set the flag does not matter, but no other process can step
/// before it is done.
const END: &str = r#"
system "an end that is cut off"
rules no reap
global flag: byte
global junk: byte
template first() {
  s0:
    s0 -> s1 do flag := 1 hold atomic
  s1:
    s1 -> s2 when junk == 0 do junk := 7 hold atomic
    s1 -> s3 when junk == 9
  s2:
    s2 -> s3 do junk := 0
  s3 final:
}
template second() {
  s0:
    s0 -> s1 when flag == 1 do assert flag == 0
  s1 final:
}
process a: first()
process b: second()
"#;

#[test]
fn an_end_that_was_cut_off_is_filled_in() {
    let result = ask(END, assertion(), &request());
    assert!(is_replayed(&result));
    assert_eq!(steps(&result), [(0, 0), (0, 1), (0, 3), (1, 0)]);
    assert!(result.stats.left_out.is_some());
}

#[test]
fn an_execution_comes_to_rest_only_after_all_ends() {
    // That `junk` is 0 in the end does not matter to those that ask about the flag, which is never 0 again.
    let text = END.replace("assert flag == 0", "flag := 0");
    let result = ask(&text, again_and_again(GlobalId(0), true), &request());
    assert!(is_replayed(&result));
    assert!(result.stats.left_out.is_some());
    assert_eq!(steps(&result).len(), 4);
    assert_eq!(result.findings[0].trace.steps.last().unwrap().action, TraceMove::Stutter);
}

/// The counter of rounds does not matter, but it is 0 again only after three of them.
const ROUNDS: &str = r#"
system "rounds"
rules no reap
global x: byte
global round: byte
template t() {
  s0:
    s0 -> s1 when round < 2 do round := round + 1
    s0 -> s1 else do round := 0
  s1:
    s1 -> s0
    s1 -> s2 when x == 1
  s2 final:
}
process only: t()
"#;

#[test]
fn a_loop_is_closed() {
    let result = ask(ROUNDS, again_and_again(GlobalId(0), true), &request());
    assert!(is_replayed(&result));
    assert!(result.stats.left_out.is_some());
    let trace = &result.findings[0].trace;
    let round = trace.steps.len() - trace.loop_from.unwrap();
    assert!(round >= 6 && round.is_multiple_of(6), "{round} steps");
    assert!(steps(&result).contains(&(0, 1)));
}

/// What goes round in one step goes on as it is.
const ONE_STEP: &str = r#"
system "one step"
rules no reap
global x: byte
global noise: byte
template counting() {
  s0:
    s0 -> s0 do x := x + 1
}
template looking() {
  s0:
    s0 -> s1 when noise == 0 do noise := 1
    s0 -> s1 else
  s1:
    s1 -> s2 when x == 2 do assert x != 2
  s2 final:
}
process a: counting()
process b: looking()
"#;

#[test]
fn a_loop_of_one_step_is_no_bubble() {
    let result = ask(ONE_STEP, assertion(), &request());
    assert!(is_replayed(&result));
    assert!(result.stats.left_out.is_some());
}

#[test]
fn only_what_is_truly_not_reached_is_said_to_be() {
    let text = BUBBLE.replace("assert x == 0", "assert x == 1").replace(
        "  s5 final:",
        "  s5:\n    s5 -> s6 when x == 2 do x := 3\n    s5 -> s6 else\n  s6:\n    s6 -> s7 do assert x < 3\n  s7 final:",
    );
    let result = ask(&text, assertion(), &request());
    assert_eq!((result.verdict, result.checked), (Verdict::Holds, Checked::Search));
    assert!(result.stats.left_out.is_some());
    // The edge from s0 to s1 is not reached either, but the slice cannot tell.
    let unreached: Vec<EdgeId> = result.stats.unreached.iter().map(|at| at.edge).collect();
    assert_eq!(unreached, [EdgeId(6)]);
}

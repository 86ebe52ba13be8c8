//! Small systems with their violations, for all tests of reports.
#![allow(dead_code, reason = "each test file uses some of these")]

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use trine_base::{Diagnostics, IndexVec, SourceMap};
use trine_property::{
    Check, Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, Level, Property,
    PropertyKind,
};
use trine_report::model::{
    Checked, EngineRun, Report, ReportAssumption, ReportFinding, ReportResult, ReportStats,
};
use trine_report::{DescribedTrace, describe_finding, describe_trace};
use trine_system::{BinaryOp, Expr, Interpreter, Outcome, State, Step, System, text};
use trine_verdict::{Finding, Trace, TraceMove, TraceStep, Verdict};

pub struct Fixture {
    pub sources: SourceMap,
    pub system: System,
}

impl Fixture {
    pub fn new(name: &str, text: &str) -> Fixture {
        let mut sources = SourceMap::new();
        let file = sources.add(name, text);
        let mut diagnostics = Diagnostics::new();
        match text::parse(text, file, &mut diagnostics) {
            Some(system) => Fixture { sources, system },
            None => panic!("{:?}", diagnostics.items),
        }
    }

    pub fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.system)
    }

    /// The shortest trace whose last state and step are what is looked for.
    pub fn find(
        &self,
        wanted: impl Fn(&Interpreter<'_>, &State, Option<&Outcome>) -> bool,
    ) -> Trace {
        let interpreter = self.interpreter();
        let initial = interpreter.initial().state.expect("an initial state");
        let mut known = HashSet::from([initial.clone()]);
        let mut queue: VecDeque<(State, Vec<Step>)> = VecDeque::from([(initial, Vec::new())]);
        while let Some((state, path)) = queue.pop_front() {
            if wanted(&interpreter, &state, None) {
                return trace_of(&path);
            }
            for step in interpreter.steps(&state) {
                let outcome = interpreter.step(&state, &step);
                let mut longer = path.clone();
                longer.push(step);
                if wanted(&interpreter, &state, Some(&outcome)) {
                    return trace_of(&longer);
                }
                if let Some(next) = outcome.state
                    && known.insert(next.clone())
                {
                    queue.push_back((next, longer));
                }
            }
        }
        panic!("there is no such execution");
    }

    pub fn deadlock(&self) -> Trace {
        self.find(|interpreter, state, outcome| {
            outcome.is_none()
                && interpreter.steps(state).is_empty()
                && Check::Deadlock.violated_at_rest(interpreter, state)
        })
    }

    pub fn fault(&self) -> Trace {
        self.find(|_, _, outcome| outcome.is_some_and(|outcome| !outcome.faults.is_empty()))
    }

    /// Always the first step, so many times.
    pub fn first_steps(&self, count: usize) -> Trace {
        let interpreter = self.interpreter();
        let mut state = interpreter.initial().state.expect("an initial state");
        let mut path = Vec::new();
        for _ in 0..count {
            let Some(step) = interpreter.steps(&state).pop() else { break };
            path.push(step);
            match interpreter.step(&state, &step).state {
                Some(next) => state = next,
                None => break,
            }
        }
        trace_of(&path)
    }

    pub fn describe(&self, trace: &Trace, property: &Property) -> DescribedTrace {
        describe_trace(&self.interpreter(), &self.sources, trace, property)
    }

    pub fn violated(&self, property: &Property, trace: Trace) -> ReportResult {
        let finding = Finding { trace, fault: None, race: None, program: None };
        let finding: ReportFinding =
            describe_finding(&self.interpreter(), &self.sources, &finding, property);
        let mut result = ReportResult::new(&property.name, Verdict::Violated, Level::Error);
        result.engine = Some("explore".to_string());
        result.checked = Checked::Replay;
        result.engines = vec![EngineRun {
            engine: "explore".to_string(),
            verdict: Verdict::Violated,
            seconds: Some(0.012_345),
        }];
        result.set_findings(vec![finding]);
        result.stats = ReportStats {
            states: Some(1234),
            transitions: Some(5678),
            bytes: Some(98_765),
            seconds: Some(0.012_345),
            depth: Some(42),
            ..ReportStats::default()
        };
        result
    }
}

pub fn holds(name: &str) -> ReportResult {
    let mut result = ReportResult::new(name, Verdict::Holds, Level::Error);
    result.engine = Some("explore".to_string());
    result.checked = Checked::Search;
    result.engines = vec![EngineRun {
        engine: "explore".to_string(),
        verdict: Verdict::Holds,
        seconds: Some(0.25),
    }];
    result.assumptions = vec![ReportAssumption {
        kind: "bounded".to_string(),
        text: "there are at most three philosophers".to_string(),
        at: Some("philosophers.system:2:1".to_string()),
    }];
    result.stats.states = Some(1234);
    result
}

pub fn report(results: Vec<ReportResult>) -> Report {
    Report { results, ..Report::new() }
}

fn trace_of(path: &[Step]) -> Trace {
    let step = |step: &Step| TraceStep { action: TraceMove::System(*step), claim: None };
    Trace { steps: path.iter().map(step).collect(), loop_from: None, last_claim: None }
}

/// `[] <> (x == 1)`, negated: from some point on never.
pub fn recurrence_claim(system: &System) -> Property {
    let x = system.globals.ids().next().expect("a global");
    let never = Expr::binary(BinaryOp::NotEqual, Expr::global(x), Expr::Const(1));
    let edge = |guard, to| ClaimEdge { guard, assertion: None, to: ClaimStateId(to) };
    let states: IndexVec<ClaimStateId, ClaimState> = IndexVec::from(vec![
        ClaimState {
            name: Some("T0_init".to_string()),
            edges: vec![
                edge(ClaimGuard::When(Expr::TRUE), 0),
                edge(ClaimGuard::When(never.clone()), 1),
            ],
            ..ClaimState::default()
        },
        ClaimState {
            name: Some("accept_S1".to_string()),
            accepting: true,
            edges: vec![edge(ClaimGuard::When(never), 1)],
            ..ClaimState::default()
        },
    ]);
    let claim = Claim {
        states,
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Formula("[] <> (x == 1)".to_string()),
        vacuous_if: Vec::new(),
    };
    Property {
        name: "recurs".to_string(),
        kind: PropertyKind::Claim(claim),
        level: Level::Error,
        span: None,
    }
}

/// Compares with the file in `golden/`; with TRINE_BLESS set, writes it.
pub fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("TRINE_BLESS").is_some() {
        std::fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == text,
        "{name} differs from what it was; if it is better now, run the test with TRINE_BLESS=1\n\
         --- was\n{expected}\n--- is\n{text}"
    );
}

pub const PHILOSOPHERS: &str = r#"system "philosophers"
global taken[3]: bool
template Philosopher(left: byte, right: byte) {
  s0 hungry:
    s0 -> s1 when !taken[left] do taken[left] := 1 text "!taken[left] -> taken[left] = true"
  s1:
    s1 -> s2 when !taken[right] do taken[right] := 1 text "!taken[right] -> taken[right] = true"
  s2:
    s2 -> s3 do taken[right] := 0 text "taken[right] = false"
  s3:
    s3 -> s0 do taken[left] := 0 text "taken[left] = false"
}
process "Philosopher[0]": Philosopher(0, 1)
process "Philosopher[1]": Philosopher(1, 2)
process "Philosopher[2]": Philosopher(2, 0)
"#;

pub const MEETING: &str = r#"system "meeting"
enum message { get = 1, put = 2 }
kind meet[0](enum message, byte)
kind buffer[1](enum message)
global x: int
global ask: channel = new meet
global answer: channel = new meet
global log: channel = new buffer
template Client() {
  local got: byte
  s0:
    s0 -> s1 send ask(1, 7) text "ask!get,7"
  s1:
    s1 -> s2 receive answer(2, ?got) text "answer?put,got"
  s2:
    s2 -> s0 receive log(_) text "log?_"
}
template Server() {
  local what: enum message
  local n: byte
  s0:
    s0 -> s1 receive ask(?what, ?n) text "ask?what,n"
  s1:
    s1 -> s2 send log(what) do print("asked for %d\n", n) text "log!what"
  s2:
    s2 -> s0 send answer(2, n + 1) text "answer!put,n + 1"
}
process Client: Client()
process Server: Server()
"#;

pub const CHILDREN: &str = r#"system "children"
global sum: int
template init() {
  local i: byte
  s0:
    s0 -> s0 when i < 2 do run Child(i + 1); i := i + 1 text "run Child(i + 1)"
    s0 -> s1 else text "else"
  s1:
    s1 -> s2 when process_count == 1 text "_nr_pr == 1"
  s2:
    s2 -> s3 do assert sum == 4 text "assert(sum == 4)"
  s3 final:
}
template Child(n: byte) {
  s0:
    s0 -> s1 do sum := sum + n text "sum = sum + n"
  s1 final:
}
process init: init()
"#;

pub const LOCKS: &str = r#"system "locks"
rules no reap
monitor first
monitor second
template main() {
  s0:
    s0 -> s1 start 1 text "worker.start()"
  s1:
    s1 -> s2 enter first text "synchronized (first)"
  s2:
    s2 -> s3 enter second text "synchronized (second)"
  s3:
    s3 -> s4 exit second text "}"
  s4:
    s4 -> s5 exit first text "}"
  s5 final:
}
template worker() {
  s0:
    s0 -> s1 begin text "run()"
  s1:
    s1 -> s2 enter second text "synchronized (second)"
  s2:
    s2 -> s3 enter first text "synchronized (first)"
  s3:
    s3 -> s4 exit first text "}"
  s4:
    s4 -> s5 exit second text "}"
  s5:
    s5 -> s6 end text "}"
  s6 final:
}
process main: main()
process worker: worker()
"#;

/// A ring of so many processes that pass a token once around and then wait.
pub fn ring(count: usize) -> String {
    let mut text = format!(
        "system \"ring\"\nkind token[0](byte)\nglobal hop[{count}]: channel = new token\n\
         template Node(from: byte, next: byte) {{\n  s0:\n    s0 -> s1 receive hop[from](_) text \"hop[from]?_\"\n  \
         s1:\n    s1 -> s0 send hop[next](1) text \"hop[next]!1\"\n}}\n\
         template Starter(next: byte) {{\n  s0:\n    s0 -> s1 send hop[next](1) text \"hop[next]!1\"\n  s1 final:\n}}\n"
    );
    for at in 0..count {
        let next = (at + 1) % count;
        text.push_str(&format!("process \"Node[{at}]\": Node({at}, {next})\n"));
    }
    text.push_str("process Starter: Starter(0)\n");
    text
}

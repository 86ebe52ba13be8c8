//! An expanded system steps as the original does: the same processes, by edges of the same origin, to
//! states that look the same apart from what took over.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use trine_system::generate::{Wishes, generate_requeuing, generate_with};
use trine_system::interpret::{Move, Partner};
use trine_system::text::print;
use trine_system::*;

/// Walks through both systems side by side, up to a limit of pairs of states.
fn correspond(name: &str, system: &System, expansion: &Expansion, limit: usize) {
    let native = Interpreter::new(system);
    let other = Interpreter::new(&expansion.system);
    let (Some(first), Some(second)) = (native.initial().state, other.initial().state) else {
        assert_eq!(native.initial().faults, other.initial().faults);
        return;
    };
    let mut known = HashSet::from([(first.clone(), second.clone())]);
    let mut waiting = VecDeque::from([(first, second)]);
    while let Some((left, right)) = waiting.pop_front() {
        assert_eq!(visible(&native, system, &left), visible(&other, system, &right), "{name}");
        let ours = outcomes(&native, &left, &|_, edge| edge);
        let theirs = outcomes(&other, &right, &|template, edge| expansion.origins[template][edge]);
        let context = || format!("{name}\n{}\n{}", print(system), print(&expansion.system));
        assert_eq!(
            ours.keys().collect::<Vec<_>>(),
            theirs.keys().collect::<Vec<_>>(),
            "{}",
            context()
        );
        for (step, (next, faults)) in &ours {
            let (other_next, other_faults) = &theirs[step];
            assert_eq!(faults, other_faults, "{step:?} {}", context());
            assert_eq!(next.len(), other_next.len(), "{step:?} {}", context());
            for pair in next.iter().cloned().zip(other_next.iter().cloned()) {
                if known.len() < limit && known.insert(pair.clone()) {
                    waiting.push_back(pair);
                }
            }
        }
    }
}

type Shape = (u32, Option<EdgeId>, Option<Partner>);

/// For each process and edge that steps, the states it leads to and the faults it makes.
fn outcomes(
    interpreter: &Interpreter<'_>,
    state: &State,
    origin: &dyn Fn(TemplateId, EdgeId) -> EdgeId,
) -> BTreeMap<Shape, (Vec<State>, BTreeSet<FaultKind>)> {
    let mut found: BTreeMap<Shape, (Vec<State>, BTreeSet<FaultKind>)> = BTreeMap::new();
    for step in interpreter.steps(state) {
        let template = |process: u32| state.processes[process as usize].template;
        let edge = match step.action {
            Move::Edge(edge) => Some(origin(template(step.process), edge)),
            Move::Reap | Move::ConsumeEvent => None,
        };
        let partner = step.partner.map(|partner| Partner {
            edge: origin(template(partner.process), partner.edge),
            ..partner
        });
        let outcome = interpreter.step(state, &step);
        let (next, faults) = found.entry((step.process, edge, partner)).or_default();
        next.extend(outcome.state);
        faults.extend(outcome.faults.iter().map(|fault| fault.kind));
    }
    found
}

/// What both systems have: the variables of the original, where each process is, and which has exclusive control.
fn visible(
    interpreter: &Interpreter<'_>,
    original: &System,
    state: &State,
) -> impl PartialEq + std::fmt::Debug + use<> {
    let globals: usize = original.globals.iter().map(|global| global.cells() as usize).sum();
    let processes: Vec<_> = state
        .processes
        .iter()
        .map(|process| {
            let locals = &original.templates[process.template].locals;
            let cells: usize = locals.iter().map(|local| local.cells() as usize).sum();
            let locals = process.locals[..cells].to_vec();
            (process.template, process.location, locals, process.priority)
        })
        .collect();
    let steps = interpreter.steps(state).is_empty();
    (state.globals[..globals].to_vec(), processes, state.exclusive, state.last, steps)
}

#[test]
fn expanded_systems_step_as_the_original_does() {
    for seed in 0..800 {
        let wishes = match seed % 4 {
            0 => Wishes { monitors: true, holds: true, ..Wishes::NONE },
            1 => Wishes { threads: true, entries: true, ..Wishes::NONE },
            2 => Wishes { channels: true, rules: true, ..Wishes::NONE },
            _ => Wishes::ALL,
        };
        let system = generate_with(seed + 100_000, wishes);
        correspond(&format!("seed {seed}"), &system, &Expansion::of_sync(&system), 200);
        correspond(&format!("seed {seed}"), &system, &Expansion::of_channels(&system), 200);
    }
    let wishes = Wishes { threads: true, entries: true, ..Wishes::NONE };
    for seed in 0..200 {
        let system = generate_requeuing(seed + 100_000, wishes);
        correspond(&format!("requeues {seed}"), &system, &Expansion::of_sync(&system), 200);
    }
}

#[test]
fn expressions_about_the_original_can_be_asked_of_the_expansion() {
    let text = "rules no reap
        kind k[2](byte)
        entry n()
        global q: channel = new k
        template A() {
          s0: s0 -> s1 call n()
          s1: s1 -> s2 send q(3)
          s2 final:
        }
        process a: A()";
    let mut diagnostics = trine_base::Diagnostics::new();
    let system = trine_system::text::parse(text, trine_base::FileId(0), &mut diagnostics);
    let system = system.expect("a system");
    let channel = Box::new(Expr::global(GlobalId(0)));
    let asked = [
        Expr::Waiting(EntryId(0), None),
        Expr::Channel(ChannelQuery::Length, channel.clone()),
        Expr::Poll { channel, patterns: vec![Pattern::Match(Expr::Const(3))], anywhere: false },
    ];
    let first = Expansion::of_sync(&system);
    let second = Expansion::of_channels(&first.system);
    let (native, other) = (Interpreter::new(&system), Interpreter::new(&second.system));
    let mut left = native.initial().state.expect("a state");
    let mut right = other.initial().state.expect("a state");
    let mut answers = Vec::new();
    loop {
        for expr in &asked {
            let answer = native.eval(&left, expr).expect("a value");
            assert_eq!(other.eval(&right, &second.expr(&first.expr(expr))), Ok(answer));
            answers.push(answer);
        }
        let Some(step) = native.steps(&left).first().copied() else { break };
        left = native.step(&left, &step).state.expect("no fault");
        let step = other.steps(&right)[0];
        right = other.step(&right, &step).state.expect("no fault");
    }
    assert_eq!(answers, [0, 0, 0, 1, 0, 0, 1, 1, 1]);
}

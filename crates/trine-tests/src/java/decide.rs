//! Decides small programs by visiting all their states, in the most obvious way.

use std::collections::{BTreeSet, HashSet};

use super::{Mini, Stmt, VarKind};

/// Which checks are violated, and what the variables can hold at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    pub deadlock: bool,
    pub wait_forever: bool,
    pub data_race: bool,
    pub assertion: bool,
    pub monitor_misuse: bool,
    pub finals: BTreeSet<Vec<i64>>,
    pub states: usize,
}

#[derive(Clone, Debug)]
enum Op {
    Enter(usize),
    Exit(usize),
    /// Into the thread's register.
    Read(usize),
    /// The register and one.
    WriteNext(usize),
    WriteConst(usize, i64),
    AddAtomically(usize),
    /// Goes on at the target unless the register equals the value.
    Unless(i64, usize),
    Jump(usize),
    Wait(usize),
    Notify(usize),
    NotifyAll(usize),
    /// The register is at most this, or the thread dies.
    AtMost(i64),
    Misuse,
    Start,
    /// Into the thread's register.
    IsAlive(usize),
    JoinAll,
    /// The register is this, or the thread dies.
    Equals(i64),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Running,
    /// In the wait set, with how often the lock was held.
    Waiting(u32),
    /// Out of it; has to take the lock again.
    Notified(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    pcs: Vec<usize>,
    places: Vec<Place>,
    registers: Vec<i64>,
    vars: Vec<i64>,
    owners: Vec<Option<(usize, u32)>>,
    started: bool,
}

/// None: there are more states than the limit.
pub fn decide(mini: &Mini, limit: usize) -> Option<Answers> {
    let mut codes: Vec<Vec<Op>> = Vec::new();
    for thread in &mini.threads {
        let mut code = Vec::new();
        compile(thread, &mini.vars, &mut code);
        code.push(Op::End);
        codes.push(code);
    }
    let mut main = vec![Op::Start];
    if let Some((thread, wanted)) = mini.alive {
        main.extend([Op::IsAlive(thread), Op::Equals(i64::from(wanted))]);
    }
    main.push(Op::JoinAll);
    if let Some((var, value)) = mini.at_end {
        main.extend([Op::Read(var), Op::Equals(value)]);
    }
    main.push(Op::End);
    codes.push(main);
    let count = codes.len();
    let first = State {
        pcs: vec![0; count],
        places: vec![Place::Running; count],
        registers: vec![0; count],
        vars: vec![0; mini.vars.len()],
        owners: vec![None; mini.locks],
        started: false,
    };
    let mut answers = Answers::default();
    let mut known = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        answers.data_race |= races(&codes, &state, &mini.vars);
        let mut next = Vec::new();
        for thread in 0..count {
            step(&codes, &state, thread, &mut next, &mut answers);
        }
        if next.is_empty() {
            let over = |thread: usize| matches!(codes[thread][state.pcs[thread]], Op::End);
            let stuck = (0..count).any(|thread| !over(thread));
            answers.deadlock |= stuck;
            answers.wait_forever |=
                stuck && state.places.iter().any(|place| matches!(place, Place::Waiting(_)));
            answers.finals.insert(state.vars.clone());
        }
        for state in next {
            if known.insert(state.clone()) {
                open.push(state);
            }
        }
        if known.len() > limit {
            return None;
        }
    }
    answers.states = known.len();
    Some(answers)
}

fn compile(stmts: &[Stmt], vars: &[VarKind], code: &mut Vec<Op>) {
    for stmt in stmts {
        match stmt {
            Stmt::Sync(lock, body) => {
                code.push(Op::Enter(*lock));
                compile(body, vars, code);
                code.push(Op::Exit(*lock));
            }
            Stmt::Increment(var) if vars[*var] == VarKind::Atomic => {
                code.push(Op::AddAtomically(*var));
            }
            Stmt::Increment(var) => code.extend([Op::Read(*var), Op::WriteNext(*var)]),
            Stmt::Set(var, value) => code.push(Op::WriteConst(*var, *value)),
            Stmt::If(var, value, body) => {
                code.push(Op::Read(*var));
                let test = code.len();
                code.push(Op::Unless(*value, 0));
                compile(body, vars, code);
                code[test] = Op::Unless(*value, code.len());
            }
            Stmt::Repeat(times, body) => {
                for _ in 0..*times {
                    compile(body, vars, code);
                }
            }
            Stmt::WaitWhileZero(lock, var) => {
                let start = code.len();
                code.push(Op::Read(*var));
                code.push(Op::Unless(0, start + 4));
                code.push(Op::Wait(*lock));
                code.push(Op::Jump(start));
            }
            Stmt::Wait(lock) => code.push(Op::Wait(*lock)),
            Stmt::Notify(lock) => code.push(Op::Notify(*lock)),
            Stmt::NotifyAll(lock) => code.push(Op::NotifyAll(*lock)),
            Stmt::Assert(var, most) => code.extend([Op::Read(*var), Op::AtMost(*most)]),
            Stmt::Misuse(_) => code.push(Op::Misuse),
        }
    }
}

/// Whether two threads are about to access one plain variable, one of them writing.
fn races(codes: &[Vec<Op>], state: &State, vars: &[VarKind]) -> bool {
    let access = |thread: usize| {
        if !state.started && thread + 1 != codes.len() {
            return None;
        }
        match codes[thread][state.pcs[thread]] {
            Op::Read(var) => Some((var, false)),
            Op::WriteNext(var) | Op::WriteConst(var, _) => Some((var, true)),
            _ => None,
        }
    };
    let all: Vec<(usize, bool)> = (0..codes.len()).filter_map(access).collect();
    all.iter().enumerate().any(|(position, (var, write))| {
        matches!(vars[*var], VarKind::Plain | VarKind::InContainer)
            && all[position + 1..].iter().any(|(other, too)| other == var && (*write || *too))
    })
}

fn step(
    codes: &[Vec<Op>],
    state: &State,
    thread: usize,
    next: &mut Vec<State>,
    answers: &mut Answers,
) {
    let main = codes.len() - 1;
    if !state.started && thread != main {
        return;
    }
    let mut to = state.clone();
    to.pcs[thread] += 1;
    match (state.places[thread], &codes[thread][state.pcs[thread]]) {
        (Place::Waiting(_), _) => return,
        (Place::Notified(count), Op::Wait(lock)) => {
            if state.owners[*lock].is_some() {
                return;
            }
            to.owners[*lock] = Some((thread, count));
            to.places[thread] = Place::Running;
        }
        (Place::Notified(_), _) | (_, Op::End) => return,
        (_, Op::Enter(lock)) => match state.owners[*lock] {
            None => to.owners[*lock] = Some((thread, 1)),
            Some((owner, count)) if owner == thread => {
                to.owners[*lock] = Some((thread, count + 1));
            }
            Some(_) => return,
        },
        (_, Op::Exit(lock)) => {
            let count = state.owners[*lock].map_or(0, |(_, count)| count);
            to.owners[*lock] = (count > 1).then_some((thread, count - 1));
        }
        (_, Op::Read(var)) => to.registers[thread] = state.vars[*var],
        (_, Op::WriteNext(var)) => {
            to.vars[*var] = state.registers[thread] + 1;
            to.registers[thread] = 0;
        }
        (_, Op::WriteConst(var, value)) => to.vars[*var] = *value,
        (_, Op::AddAtomically(var)) => to.vars[*var] += 1,
        (_, Op::Unless(value, target)) => {
            if state.registers[thread] != *value {
                to.pcs[thread] = *target;
            }
            to.registers[thread] = 0;
        }
        (_, Op::Jump(target)) => to.pcs[thread] = *target,
        (_, Op::Wait(lock)) => {
            let count = state.owners[*lock].map_or(1, |(_, count)| count);
            to.owners[*lock] = None;
            to.places[thread] = Place::Waiting(count);
            to.pcs[thread] = state.pcs[thread];
        }
        (_, Op::Notify(lock)) => {
            let waiting = waiting(codes, state, *lock);
            for who in &waiting {
                let mut woken = to.clone();
                wake(&mut woken, *who);
                next.push(woken);
            }
            if !waiting.is_empty() {
                return;
            }
        }
        (_, Op::NotifyAll(lock)) => {
            for who in waiting(codes, state, *lock) {
                wake(&mut to, who);
            }
        }
        (_, Op::AtMost(most)) => {
            let failed = state.registers[thread] > *most;
            to.registers[thread] = 0;
            if failed {
                answers.assertion = true;
                to.pcs[thread] = codes[thread].len() - 1;
            }
        }
        (_, Op::Equals(value)) => {
            let failed = state.registers[thread] != *value;
            to.registers[thread] = 0;
            answers.assertion |= failed;
        }
        (_, Op::Misuse) => {
            answers.monitor_misuse = true;
            to.pcs[thread] = codes[thread].len() - 1;
        }
        (_, Op::Start) => to.started = true,
        (_, Op::IsAlive(other)) => {
            let over = matches!(codes[*other][state.pcs[*other]], Op::End);
            to.registers[thread] = i64::from(!over);
        }
        (_, Op::JoinAll) => {
            let over = |other: usize| matches!(codes[other][state.pcs[other]], Op::End);
            if !(0..main).all(over) {
                return;
            }
        }
    }
    next.push(to);
}

fn waiting(codes: &[Vec<Op>], state: &State, lock: usize) -> Vec<usize> {
    let waits = |thread: &usize| {
        matches!(state.places[*thread], Place::Waiting(_))
            && matches!(codes[*thread][state.pcs[*thread]], Op::Wait(on) if on == lock)
    };
    (0..codes.len()).filter(waits).collect()
}

fn wake(state: &mut State, thread: usize) {
    if let Place::Waiting(count) = state.places[thread] {
        state.places[thread] = Place::Notified(count);
    }
}

//! What an operation of a process does to a monitor, as the interpreter has it.

use trine_verdict::{MonitorUse, Word};

/// So often, or more often: depths are counted up to here.
const MANY: i64 = 3;

/// The states after an operation; none where the process is blocked or makes a fault.
pub fn after(state: &[i64], operation: MonitorUse, process: i64) -> Vec<Word> {
    let owner = (state[0] != 0).then(|| (state[0] - 1, state[1]));
    let waiters: Vec<(i64, i64, bool)> =
        state[2..].chunks(3).map(|one| (one[0], one[1], one[2] != 0)).collect();
    let holds = owner.is_some_and(|(holder, _)| holder == process);
    let depth = owner.map_or(0, |(_, depth)| depth);
    let waits = waiters.iter().position(|(who, ..)| *who == process);
    let told = |which: &dyn Fn(usize) -> bool| -> Vec<(i64, i64, bool)> {
        let numbered = waiters.iter().enumerate();
        numbered.map(|(at, (who, held, known))| (*who, *held, *known || which(at))).collect()
    };
    let pack = |owner: Option<(i64, i64)>, waiters: &[(i64, i64, bool)]| -> Word {
        let mut words = owner.map_or(vec![0, 0], |(holder, depth)| vec![holder + 1, depth]);
        for (who, held, told) in waiters {
            words.extend([*who, *held, i64::from(*told)]);
        }
        words.into()
    };
    let one = |owner, waiters: &[(i64, i64, bool)]| vec![pack(owner, waiters)];
    match operation {
        MonitorUse::Enter if owner.is_none() || holds => {
            one(Some((process, if depth < MANY { depth + 1 } else { MANY })), &waiters)
        }
        MonitorUse::Exit if holds && depth >= MANY => {
            let fewer = [MANY - 1, MANY];
            fewer.map(|depth| pack(Some((process, depth)), &waiters)).to_vec()
        }
        MonitorUse::Exit if holds => one((depth > 1).then_some((process, depth - 1)), &waiters),
        MonitorUse::Wait if holds => {
            let mut more = waiters.clone();
            more.push((process, depth, false));
            more.sort_unstable();
            one(None, &more)
        }
        MonitorUse::Waiting if waits.is_some_and(|at| waiters[at].2) => one(owner, &waiters),
        MonitorUse::WakeUp if waits.is_some_and(|at| !waiters[at].2) => {
            one(owner, &told(&|at| Some(at) == waits))
        }
        MonitorUse::Notified if owner.is_none() => match waits {
            Some(at) => {
                let mut fewer = waiters.clone();
                let (_, held, _) = fewer.remove(at);
                one(Some((process, held)), &fewer)
            }
            None => one(owner, &waiters),
        },
        MonitorUse::Notify if holds => {
            let open: Vec<usize> = (0..waiters.len()).filter(|at| !waiters[*at].2).collect();
            match open.is_empty() {
                true => one(owner, &waiters),
                false => {
                    open.iter().map(|chosen| pack(owner, &told(&|at| at == *chosen))).collect()
                }
            }
        }
        MonitorUse::NotifyAll if holds => one(owner, &told(&|_| true)),
        _ => Vec::new(),
    }
}

//! Small concurrent programs whose answers are known: written in a language of a few statements,
//! decided by an exhaustive search of their own, and printed as Java in many ways.

pub mod by_spin;
mod compare;
mod decide;
mod garbage;
mod mutants;
mod print;
mod rich;

use crate::rng::Rng;

pub use compare::{CHECKS, Comparison, compare};
pub use decide::{Answers, decide};
pub use garbage::{Garbage, compare_garbage, program as garbage_program};
pub use mutants::{Mutants, compare_late, compare_mutants, mutated};
pub use print::print;
pub use rich::program as rich_program;

/// Threads over locks and shared numbers. The first thread starts them all, joins them, and may make
/// an assertion at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mini {
    pub locks: usize,
    pub vars: Vec<VarKind>,
    pub threads: Vec<Vec<Stmt>>,
    /// Once all are started, this thread must be alive, or must not be.
    pub alive: Option<(usize, bool)>,
    /// At the end, this variable must hold this.
    pub at_end: Option<(usize, i64)>,
}

/// How a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    Plain,
    Volatile,
    /// Its increment is one step.
    Atomic,
    /// As plain, but the element of an array in a container of the library.
    InContainer,
}

/// A statement of a generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Sync(usize, Vec<Stmt>),
    Increment(usize),
    Set(usize, i64),
    If(usize, i64, Vec<Stmt>),
    Repeat(u32, Vec<Stmt>),
    /// `while (x == 0) lock.wait();`, inside the lock.
    WaitWhileZero(usize, usize),
    /// `lock.wait();`, inside the lock.
    Wait(usize),
    Notify(usize),
    NotifyAll(usize),
    /// The variable is at most this. Outside locks only.
    Assert(usize, i64),
    /// `lock.notify();` outside the lock: the thread dies of it. Outside locks only.
    Misuse(usize),
}

/// A program made by chance.
pub fn generate(seed: u64) -> Mini {
    let mut rng = Rng::new(seed ^ 0x6a61_7661);
    let locks = rng.between(1, 3);
    let kinds = [(6, VarKind::Plain), (2, VarKind::Volatile), (2, VarKind::Atomic)];
    let vars: Vec<VarKind> = (0..rng.between(1, 3)).map(|_| rng.weighted(&kinds)).collect();
    let count = rng.between(2, 3);
    // A quarter of the programs is about locks inside locks.
    let nests = seed % 4 == 3;
    let mut maker =
        Maker { rng, locks: locks + usize::from(nests), nests, vars: vars.len(), left: 0 };
    let threads = (0..count)
        .map(|_| {
            maker.left = if count == 2 { 7 } else { 4 };
            maker.block(&mut Vec::new(), 0)
        })
        .collect();
    let mut rng = maker.rng;
    let at_end = rng.chance(60).then(|| (rng.below(vars.len()), rng.between(0, 3) as i64));
    let mini = Mini { locks: locks + usize::from(nests), vars, threads, alive: None, at_end };
    varied(mini, seed)
}

/// Some programs ask whether a thread is alive, some keep numbers in containers.
fn varied(mut mini: Mini, seed: u64) -> Mini {
    let mut rng = Rng::new(seed ^ 0x616c_6976);
    if rng.chance(30) {
        mini.alive = Some((rng.below(mini.threads.len()), rng.chance(70)));
    }
    for kind in mini.vars.iter_mut().filter(|kind| **kind == VarKind::Plain) {
        if rng.chance(25) {
            *kind = VarKind::InContainer;
        }
    }
    mini
}

struct Maker {
    rng: Rng,
    locks: usize,
    nests: bool,
    vars: usize,
    /// How many more statements this thread may have.
    left: usize,
}

impl Maker {
    fn block(&mut self, held: &mut Vec<usize>, depth: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let most = self.rng.between(1, 3);
        while stmts.len() < most && self.left > 0 {
            self.left -= 1;
            stmts.push(self.stmt(held, depth));
        }
        stmts
    }

    fn stmt(&mut self, held: &mut Vec<usize>, depth: usize) -> Stmt {
        let var = self.rng.below(self.vars);
        let lock = self.rng.below(self.locks);
        let deep = depth >= 3;
        let inside = held.last().copied();
        let kind = if self.nests && !deep { self.rng.below(6) } else { self.rng.below(14) };
        match kind {
            0..=4 if !deep => {
                held.push(lock);
                let body = self.block(held, depth + 1);
                held.pop();
                Stmt::Sync(lock, body)
            }
            5 => Stmt::Set(var, self.rng.below(3) as i64),
            6 if !deep => {
                let value = self.rng.below(2) as i64;
                Stmt::If(var, value, self.block(held, depth + 1))
            }
            7 if !deep => Stmt::Repeat(2, self.block(held, depth + 1)),
            8 => match inside {
                Some(lock) if self.rng.chance(50) => Stmt::WaitWhileZero(lock, var),
                Some(lock) => Stmt::Wait(lock),
                None => Stmt::Increment(var),
            },
            9 | 10 => match inside {
                Some(lock) if self.rng.chance(50) => Stmt::Notify(lock),
                Some(lock) => Stmt::NotifyAll(lock),
                None => Stmt::Set(var, 1),
            },
            11 if held.is_empty() => Stmt::Assert(var, self.rng.between(0, 3) as i64),
            12 if held.is_empty() && self.rng.chance(30) => Stmt::Misuse(lock),
            _ => Stmt::Increment(var),
        }
    }
}

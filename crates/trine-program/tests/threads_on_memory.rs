//! Threads that share memory: locks, condition variables, races and the end of the program.

mod common;

use BinaryOp::{Add, NotEqual};
use common::*;
use trine_program::*;

fn memory(pointer: Operand, unit: Unit, atomic: bool) -> Access {
    Access::Memory { pointer, unit, atomic }
}

/// `*place += 1`, in three steps.
fn increment(body: &mut Body, place: Operand, atomic: bool) {
    let old = body.var(INT);
    body.add(StmtKind::Load(old, memory(place, WORD, atomic)));
    let new = body.typed(Add, INT, Operand::Var(old), Operand::Int(1));
    body.add(StmtKind::Store(memory(place, WORD, atomic), new));
}

/// Two threads with the same body, and what `main` does after both have ended.
fn pair(
    build: &mut Build,
    worker: impl FnOnce(&mut Body),
    after: impl FnOnce(&mut Body),
) -> MethodId {
    let worker = build.function("worker", |body| {
        body.parameter(Type::Reference);
        worker(body);
    });
    build.function("main", |main| {
        let threads = [(); 2].map(|()| main.start(worker, Operand::Null));
        for thread in threads {
            main.operate(Operation::Join, &[thread]);
        }
        after(main);
    })
}

#[test]
fn a_lock_makes_two_increments_two() {
    let mut build = Build::new();
    let lock = Operand::Global(build.global("lock", 40));
    let count = Operand::Global(build.global("count", 4));
    let main = pair(
        &mut build,
        |worker| {
            worker.operate(Operation::EnterOnce, &[lock]);
            increment(worker, count, false);
            worker.operate(Operation::Exit, &[lock]);
        },
        |main| {
            let number = main.load(count, WORD);
            main.assert_equal(INT, number, Operand::Int(2));
        },
    );
    assert_eq!(build.verdict(main), names(&[]));
}

#[test]
fn without_a_lock_they_race_and_one_gets_lost() {
    for atomic in [false, true] {
        let mut build = Build::new();
        let count = Operand::Global(build.global("count", 4));
        let main = pair(
            &mut build,
            |worker| increment(worker, count, atomic),
            |main| {
                let number = main.load(count, WORD);
                main.assert_equal(INT, number, Operand::Int(2));
            },
        );
        let expected = match atomic {
            false => names(&["data-race", "assertion"]),
            true => names(&["assertion"]),
        };
        assert_eq!(build.verdict(main), expected);
    }
}

#[test]
fn accesses_race_where_their_bytes_overlap() {
    let verdict = |offset: i64, write: bool, atomic: bool| {
        let mut build = Build::new();
        let cell = Operand::Global(build.global("cell", 8));
        let other = build.function("other", |other| {
            other.parameter(Type::Reference);
            other.add(StmtKind::Store(memory(cell, WORD, true), Operand::Int(1)));
        });
        let main = build.function("main", |main| {
            main.start(other, Operand::Null);
            let at = main.offset(cell, offset);
            let access = memory(at, Unit::BYTE, atomic);
            match write {
                true => main.add(StmtKind::Store(access, Operand::Int(1))),
                false => {
                    let into = main.var(Unit::BYTE.ty);
                    main.add(StmtKind::Load(into, access));
                }
            }
        });
        build.verdict(main)
    };
    assert_eq!(verdict(3, true, false), names(&["data-race"]));
    assert_eq!(verdict(3, false, false), names(&["data-race"]));
    assert_eq!(verdict(3, false, true), names(&[]), "both are atomic");
    assert_eq!(verdict(4, true, false), names(&[]), "another byte");
}

#[test]
fn an_access_in_the_middle_of_an_atomic_section_races() {
    let verdict = |shared: bool| {
        let mut build = Build::new();
        let (a, b) = (Operand::Global(build.global("a", 4)), Operand::Global(build.global("b", 4)));
        let other = build.function("other", |other| {
            other.parameter(Type::Reference);
            other.operate(Operation::BeginAtomic, &[]);
            other.store(a, WORD, Operand::Int(1));
            other.store(b, WORD, Operand::Int(1));
            other.operate(Operation::EndAtomic, &[]);
        });
        let main = build.function("main", |main| {
            main.start(other, Operand::Null);
            if !shared {
                main.operate(Operation::BeginAtomic, &[]);
            }
            main.load(b, WORD);
            if !shared {
                main.operate(Operation::EndAtomic, &[]);
            }
        });
        build.verdict(main)
    };
    assert_eq!(verdict(true), names(&["data-race"]));
    assert_eq!(verdict(false), names(&[]), "both are inside of atomic sections");
}

#[test]
fn an_atomic_section_is_one_step() {
    let mut build = Build::new();
    let count = Operand::Global(build.global("count", 4));
    let main = pair(
        &mut build,
        |worker| {
            worker.operate(Operation::BeginAtomic, &[]);
            increment(worker, count, false);
            worker.operate(Operation::EndAtomic, &[]);
        },
        |main| {
            let number = main.load(count, WORD);
            main.assert_equal(INT, number, Operand::Int(2));
        },
    );
    assert_eq!(build.verdict(main), names(&[]));
}

#[test]
fn locks_in_both_orders_are_a_deadlock() {
    let mut build = Build::new();
    let locks = build.global("locks", 80);
    let worker = build.function("worker", |worker| {
        let first = worker.parameter(Type::Reference);
        let two = worker.offset(Operand::Global(locks), 40);
        let swapped = worker.typed(BinaryOp::Equal, Type::Reference, first, two);
        let second = worker.var(Type::Reference);
        worker.add(StmtKind::Set(second, Expr::Operand(Operand::Global(locks))));
        worker.unless(swapped, |worker| {
            worker.add(StmtKind::Set(second, Expr::Operand(two)));
        });
        worker.operate(Operation::EnterOnce, &[first]);
        worker.operate(Operation::EnterOnce, &[Operand::Var(second)]);
        worker.operate(Operation::Exit, &[Operand::Var(second)]);
        worker.operate(Operation::Exit, &[first]);
    });
    let main = build.function("main", |main| {
        let two = main.offset(Operand::Global(locks), 40);
        let one = main.start(worker, Operand::Global(locks));
        let other = main.start(worker, two);
        main.operate(Operation::Join, &[one]);
        main.operate(Operation::Join, &[other]);
    });
    assert_eq!(build.verdict(main), names(&["deadlock"]));
}

#[test]
fn a_thread_that_takes_its_own_lock_again_is_stuck() {
    let mut build = Build::new();
    let lock = Operand::Global(build.global("lock", 40));
    let verdict = build.sequential(|main| {
        main.operate(Operation::EnterOnce, &[lock]);
        main.operate(Operation::EnterOnce, &[lock]);
    });
    assert_eq!(verdict, names(&["deadlock"]));
}

#[test]
fn a_lock_is_misused_by_others_and_at_the_end_of_a_thread() {
    let lock_of = |build: &mut Build| Operand::Global(build.global("lock", 40));
    let mut build = Build::new();
    let lock = lock_of(&mut build);
    let verdict = build.sequential(|main| main.operate(Operation::Exit, &[lock]));
    assert_eq!(verdict, names(&["monitor-misuse"]));
    let mut build = Build::new();
    let lock = lock_of(&mut build);
    let verdict = build.sequential(|main| main.operate(Operation::EnterOnce, &[lock]));
    assert_eq!(verdict, names(&["monitor-misuse"]));
    let mut build = Build::new();
    let lock = lock_of(&mut build);
    let verdict = build.sequential(|main| {
        main.operate(Operation::EnterOnce, &[lock]);
        main.operate(Operation::ExitProgram, &[]);
    });
    assert_eq!(verdict, names(&[]), "the end of the program is no misuse");
    let verdict = Build::new().sequential(|main| {
        let lock = main.malloc(40);
        main.add(StmtKind::Free(lock));
        main.operate(Operation::EnterOnce, &[lock]);
    });
    assert_eq!(verdict, names(&["memory"]), "a lock in memory that was freed");
}

/// A thread waits for a flag that the other one sets, with a condition variable. `early`: it looks at the flag once,
/// before it takes the lock.
fn condition(early: bool, operation: Operation) -> Vec<String> {
    let mut build = Build::new();
    let lock = Operand::Global(build.global("lock", 40));
    let ready = Operand::Global(build.global("ready", 48));
    let flag = Operand::Global(build.global("flag", 4));
    let waiter = build.function("waiter", |waiter| {
        waiter.parameter(Type::Reference);
        let seen = waiter.var(INT);
        let look = StmtKind::Load(seen, memory(flag, WORD, true));
        if early {
            waiter.add(look.clone());
        }
        waiter.operate(Operation::EnterOnce, &[lock]);
        if !early {
            waiter.add(look);
        }
        waiter.unless(Operand::Var(seen), |waiter| {
            waiter.operate(Operation::WaitOn, &[ready, lock]);
        });
        waiter.operate(Operation::Exit, &[lock]);
    });
    let main = build.function("main", |main| {
        let thread = main.start(waiter, Operand::Null);
        main.operate(Operation::EnterOnce, &[lock]);
        main.add(StmtKind::Store(memory(flag, WORD, true), Operand::Int(1)));
        main.operate(operation, &[ready]);
        main.operate(Operation::Exit, &[lock]);
        main.operate(Operation::Join, &[thread]);
    });
    build.verdict(main)
}

#[test]
fn a_signal_that_comes_too_early_is_missed() {
    for operation in [Operation::Signal, Operation::Broadcast] {
        assert_eq!(condition(false, operation), names(&[]));
        assert_eq!(condition(true, operation), names(&["deadlock", "wait-forever"]));
    }
}

#[test]
fn a_signal_wakes_one_thread_and_a_broadcast_all() {
    let verdict = |operation| {
        let mut build = Build::new();
        let lock = Operand::Global(build.global("lock", 40));
        let ready = Operand::Global(build.global("ready", 48));
        let waiting = Operand::Global(build.global("waiting", 4));
        let worker = build.function("worker", |worker| {
            worker.parameter(Type::Reference);
            worker.operate(Operation::EnterOnce, &[lock]);
            increment(worker, waiting, true);
            worker.operate(Operation::WaitOn, &[ready, lock]);
            worker.operate(Operation::Exit, &[lock]);
        });
        let main = build.function("main", |main| {
            let threads = [(); 2].map(|()| main.start(worker, Operand::Null));
            let number = Condition::Load(memory(waiting, WORD, true));
            let two = Condition::Operand(Operand::Int(2));
            let (number, two) = (Box::new(number), Box::new(two));
            main.add(StmtKind::Await(Condition::Binary(BinaryOp::Equal, Width::W64, number, two)));
            main.operate(Operation::EnterOnce, &[lock]);
            main.operate(operation, &[ready]);
            main.operate(Operation::Exit, &[lock]);
            for thread in threads {
                main.operate(Operation::Join, &[thread]);
            }
        });
        build.verdict(main)
    };
    assert_eq!(verdict(Operation::Signal), names(&["deadlock", "wait-forever"]));
    assert_eq!(verdict(Operation::Broadcast), names(&[]));
}

#[test]
fn the_end_of_main_ends_threads_that_wait() {
    let verdict = |exits: bool| {
        let mut build = Build::new();
        let never = Operand::Global(build.global("never", 4));
        let worker = build.function("worker", |worker| {
            worker.parameter(Type::Reference);
            worker.add(StmtKind::Await(Condition::Load(memory(never, WORD, true))));
        });
        let main = build.function("main", |main| {
            main.start(worker, Operand::Null);
            if exits {
                main.operate(Operation::ExitProgram, &[]);
            }
        });
        build.verdict(main)
    };
    assert_eq!(verdict(true), names(&[]));
    assert_eq!(verdict(false), names(&["deadlock", "wait-forever"]));
}

#[test]
fn memory_that_another_thread_frees_is_used_too_late() {
    let mut build = Build::new();
    let worker = build.function("worker", |worker| {
        let block = worker.parameter(Type::Reference);
        worker.store(block, WORD, Operand::Int(1));
    });
    let main = build.function("main", |main| {
        let block = main.malloc(4);
        main.start(worker, block);
        main.add(StmtKind::Free(block));
    });
    assert_eq!(build.verdict(main), names(&["memory", "data-race"]));
}

#[test]
fn a_local_variable_that_a_thread_got_ends_too_early() {
    let verdict = |joins: bool| {
        let mut build = Build::new();
        let worker = build.function("worker", |worker| {
            let local = worker.parameter(Type::Reference);
            worker.store(local, WORD, Operand::Int(1));
        });
        let begin = build.function("begin", |begin| {
            let local = begin.allocate(Storage::Block, 4, false);
            let thread = begin.start(worker, local);
            if joins {
                begin.operate(Operation::Join, &[thread]);
            }
        });
        let main = build.function("main", |main| {
            main.call(Callee::Exact(begin), &[]);
        });
        build.verdict(main)
    };
    assert_eq!(verdict(true), names(&[]));
    assert_eq!(verdict(false), names(&["memory"]));
}

#[test]
fn every_thread_has_its_own_thread_local_memory() {
    let mut build = Build::new();
    let own = build.global("own", 4);
    build.program.globals[own].thread_local = true;
    build.program.globals[own].initial =
        vec![Initial { at: 0, unit: WORD, value: Operand::Int(7), plus: 0 }];
    let own = Operand::Global(own);
    let main = pair(
        &mut build,
        |worker| {
            let first = worker.load(own, WORD);
            worker.assert_equal(INT, first, Operand::Int(7));
            increment(worker, own, false);
            let second = worker.load(own, WORD);
            worker.assert_equal(INT, second, Operand::Int(8));
        },
        |main| {
            let number = main.load(own, WORD);
            main.assert_equal(INT, number, Operand::Int(7));
        },
    );
    assert_eq!(build.verdict(main), names(&[]));
}

#[test]
fn a_copy_that_is_under_way_races_and_is_seen_half_done() {
    let mut build = Build::new();
    let (from, to) =
        (Operand::Global(build.global("from", 16)), Operand::Global(build.global("to", 16)));
    let quad = Unit::int(8, true);
    let worker = build.function("worker", |worker| {
        worker.parameter(Type::Reference);
        let behind = worker.offset(from, 8);
        worker.store(from, quad, Operand::Int(1));
        worker.store(behind, quad, Operand::Int(1));
        worker.add(StmtKind::CopyMemory { to, from, bytes: Operand::Int(16) });
    });
    let main = build.function("main", |main| {
        main.start(worker, Operand::Null);
        let behind = main.offset(to, 8);
        let second = main.load(behind, quad);
        let first = main.load(to, quad);
        // Read in this order, the second half is never ahead of the first one.
        let torn = main.typed(BinaryOp::LessEqual, LONG, second, first);
        main.add(StmtKind::Assert(torn));
        let again = main.load(behind, quad);
        let same = main.typed(NotEqual, LONG, again, Operand::Int(0));
        main.unless(first, |main| main.add(StmtKind::Return(None)));
        main.add(StmtKind::Assert(same));
    });
    assert_eq!(build.verdict(main), names(&["data-race", "assertion"]));
}

#[test]
fn blocks_that_nothing_refers_to_are_forgotten() {
    // For ever: a block is made, freed, and made again.
    let mut build = Build::new();
    let main = build.function("main", |main| {
        let before = std::mem::take(&mut main.stmts);
        let block = main.malloc(16);
        main.store(block, POINTER, block);
        main.operate(Operation::Yield, &[]);
        main.add(StmtKind::Free(block));
        let body = std::mem::replace(&mut main.stmts, before);
        main.add(StmtKind::Loop { id: BlockId(0), body, update: Vec::new() });
    });
    let answers = build.answers(main);
    assert!(answers.states < 50, "{} states", answers.states);
}

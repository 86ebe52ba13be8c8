//! Specifications with events on small C programs with known answers: they are searched directly.

mod common;

use common::files::Files;
use trine_session::{ExploreOptions, Request, Verdict, check};

/// The verdicts of a specification, in its order; errors as text.
fn verdicts(
    program: &str,
    spec: &str,
    partial_order: bool,
) -> Result<Vec<(String, Verdict)>, String> {
    let request = Request {
        files: vec!["a.c".to_string()],
        specs: vec!["a.trine".to_string()],
        explore: ExploreOptions { partial_order, ..ExploreOptions::default() },
        ..Request::default()
    };
    let checked = check(&request, &Files::of(&[("a.c", program), ("a.trine", spec)]));
    if checked.loaded.diagnostics.has_errors() {
        let items = checked.loaded.diagnostics.items.iter();
        return Err(items.map(|one| one.message.clone()).collect::<Vec<_>>().join("; "));
    }
    for result in &checked.results {
        let traced = result.findings.iter().all(|finding| finding.program.is_some());
        assert!(traced, "{} has no execution", result.property.name);
        println!("{} {:?} {:?}", result.property.name, result.verdict, result.reason);
    }
    let told = checked.results.iter();
    Ok(told.map(|result| (result.property.name.clone(), result.verdict)).collect())
}

/// A property is called `yes…` where it holds, `no…` where it is violated, and `open…` where it stays open, with and
/// without partial-order reduction.
#[track_caller]
fn expect(program: &str, spec: &str) {
    let reduced = verdicts(program, spec, true).expect("no errors");
    let all = verdicts(program, spec, false).expect("no errors");
    assert!(!reduced.is_empty());
    for (name, verdict) in reduced.into_iter().chain(all) {
        let expected = match name.split('_').next() {
            Some("yes") => Verdict::Holds,
            Some("no") => Verdict::Violated,
            _ => Verdict::Inconclusive,
        };
        assert_eq!(verdict, expected, "{name}");
    }
}

const BANK: &str = "#include <pthread.h>
struct account { int balance; pthread_mutex_t lock; };
struct account account;
int audits;
void deposit(int amount) { account.balance += amount; }
void *worker(void *arg) {
    pthread_mutex_lock(&account.lock);
    deposit(1);
    pthread_mutex_unlock(&account.lock);
    return 0;
}
int main(void) {
    pthread_t worker_threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker_threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(worker_threads[i], 0);
    audits = 1;
    return 0;
}
";

#[test]
fn locks_of_members_alternate() {
    expect(
        BANK,
        "event take = lock on account.lock
         event give = unlock on account.lock
         property yes_alternates { every prefix satisfies (take; give)*; take? }
         property yes_twice { all paths satisfy (take; give){2} }
         property no_once { all paths satisfy take; give }",
    );
}

#[test]
fn calls_are_counted_and_ordered() {
    expect(
        BANK,
        "event take = lock on account.lock
         event dep = call deposit
         event five = call deposit(5)
         event one = call deposit(1)
         property no_never { absence of dep }
         property yes_most { at most 2 of dep }
         property no_most { at most 1 of dep }
         property yes_order { take precedes dep }
         property yes_five { absence of five }
         property no_one { absence of one }",
    );
}

#[test]
fn assignments_have_values() {
    expect(
        BANK,
        "event two = assign account.balance = 2
         event three = assign account.balance = 3
         event any = assign account.balance
         event audit = assign audits
         property no_two { absence of two }
         property yes_three { absence of three }
         property yes_before { any precedes audit }
         property yes_count { at most 2 of any }
         property yes_after { absence of any after audit }",
    );
}

#[test]
fn threads_go_by_their_handles() {
    expect(
        BANK,
        "event first = call deposit in worker_threads[0]
         event second = call deposit in worker_threads[1]
         event main_does = call deposit in main
         event any = call deposit in worker_threads[*]
         event begun = start worker_threads[1]
         property no_order { first precedes second }
         property yes_main { absence of main_does }
         property no_any { absence of any }
         property yes_started { begun precedes second }
         property no_started { begun precedes first }
         property yes_once { at most 1 of first }",
    );
}

#[test]
fn starts_and_ends_are_events() {
    expect(
        BANK,
        "event joined = join worker_threads[0]
         event ended = end in worker_threads[0]
         event begins = begin in worker_threads[0]
         event audit = assign audits
         property yes_end { ended precedes joined }
         property yes_begin { begins precedes ended }
         property yes_audit { joined precedes audit }
         property no_end { absence of ended }",
    );
}

const FORKS: &str = "#include <pthread.h>
pthread_mutex_t forks[3];
int meals[3];
void eat(int who) { meals[who]++; }
void *philosopher(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&forks[me]);
    pthread_mutex_lock(&forks[(me + 1) % 3]);
    eat(me);
    pthread_mutex_unlock(&forks[(me + 1) % 3]);
    pthread_mutex_unlock(&forks[me]);
    return 0;
}
int numbers[3] = {0, 1, 2};
int main(void) {
    pthread_t seat[3];
    for (int i = 0; i < 3; i++) pthread_create(&seat[i], 0, philosopher, &numbers[i]);
    for (int i = 0; i < 3; i++) pthread_join(seat[i], 0);
    return 0;
}
";

#[test]
fn elements_of_arrays_are_told_apart() {
    expect(
        FORKS,
        "event up1 = lock on forks[1]
         event down1 = unlock on forks[1]
         event any = lock on forks[*]
         event ate0 = assign meals[0]
         event eats1 = call eat in seat[1]
         property yes_fork { every prefix satisfies (up1; down1)*; up1? }
         property yes_six { at most 6 of any }
         property no_five { at most 5 of any }
         property yes_once { at most 1 of ate0 }
         property yes_has_fork { up1 precedes eats1 }",
    );
}

#[test]
fn a_deadlock_is_an_execution_that_ends() {
    expect(
        FORKS,
        "event ate0 = call eat(0)
         property no_eats { existence of ate0 }
         event up = lock on forks[0]
         property no_answer { ate0 responds to up }",
    );
}

const QUEUE: &str = "#include <pthread.h>
#include <stdlib.h>
struct queue { int count; pthread_mutex_t lock; pthread_cond_t filled; };
struct queue *queue;
void *producer(void *arg) {
    pthread_mutex_lock(&queue->lock);
    queue->count++;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
    return 0;
}
void *consumer(void *arg) {
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0) pthread_cond_wait(&queue->filled, &queue->lock);
    queue->count--;
    pthread_mutex_unlock(&queue->lock);
    return 0;
}
int main(void) {
    pthread_t made, taken;
    queue = malloc(sizeof *queue);
    queue->count = 0;
    pthread_mutex_init(&queue->lock, 0);
    pthread_cond_init(&queue->filled, 0);
    pthread_create(&taken, 0, consumer, 0);
    pthread_create(&made, 0, producer, 0);
    pthread_join(made, 0);
    pthread_join(taken, 0);
    return 0;
}
";

#[test]
fn what_a_pointer_points_at_has_a_name() {
    expect(
        QUEUE,
        "event fill = assign queue->count = 1
         event empty = assign queue->count = 0 in taken
         event waits = wait on queue->filled
         event tells = notify on queue->filled
         event got = lock on queue->lock in taken
         event back = notified queue->filled
         property yes_order { fill precedes empty }
         property yes_once { at most 1 of waits }
         property no_wait { absence of waits }
         property no_told { waits precedes tells }
         property yes_woken { tells precedes back }
         property yes_got { got precedes empty }",
    );
}

#[test]
fn response_is_decided_where_all_executions_end() {
    expect(
        QUEUE,
        "event waits = wait on queue->filled
         event back = notified queue->filled
         event gone = assign queue->count = 0 in taken
         property yes_back { back responds to waits }
         property yes_gone { existence of gone }
         property no_waits { existence of waits }",
    );
}

#[test]
fn invariants_read_globals() {
    expect(
        BANK,
        "event dep = call deposit
         property yes_two { invariant \"account.balance <= 2\" }
         property no_one { invariant \"account.balance <= 1\" }
         property yes_audit { invariant \"audits == 0 || account.balance == 2\" }
         property yes_ltl { ltl [] (dep -> \"account.balance < 2\") }",
    );
}

const FLAGS: &str = "#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int wants[2];
atomic_int turn;
void critical(void) { puts(\"inside\"); }
void *enter(void *arg) {
    int me = *(int *)arg;
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me) { }
    //@ event inside
    critical();
leaving:
    wants[me] = 0;
    return 0;
}
int numbers[2] = {0, 1};
int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, enter, &numbers[0]);
    pthread_create(&t1, 0, enter, &numbers[1]);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
";

#[test]
fn mutual_exclusion_of_peterson() {
    expect(
        FLAGS,
        "event in0 = enter critical in t0
         event in1 = enter critical in t1
         event out0 = assign wants[0] = 0
         event out1 = assign wants[1] = 0
         property yes_one_at_a_time {
           automaton {
             start none { in0 -> first  in1 -> second }
             first { out0 -> none  in1 -> violation }
             second { out1 -> none  in0 -> violation }
           }
         }
         property no_order { in0 precedes in1 }",
    );
}

#[test]
fn lines_comments_labels_and_texts_are_events() {
    expect(
        FLAGS,
        "event said = print \"inside\"
         event left = label leaving
         event line = at a.c:10
         event done = exit enter in t0
         property yes_said { inside precedes said }
         property yes_left { said precedes left }
         property no_said { at most 1 of said }
         property yes_twice { at most 2 of left }
         property yes_line { line precedes inside }
         property no_done { absence of done }",
    );
}

const ENDLESS: &str = "#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int rounds;
void tick(void) { }
void *run(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        rounds = 1 - rounds;
        if (rounds > 1) tick();
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    return 0;
}
";

#[test]
fn safety_is_decided_in_endless_programs_and_liveness_stays_open() {
    expect(
        ENDLESS,
        "event take = lock m
         event give = unlock m
         event mine = lock m in t
         event ticks = call tick
         property yes_alternates { every prefix satisfies (take; give)*; take? }
         property yes_never { absence of ticks }
         property open_fair { existence of mine }",
    );
}

#[test]
fn a_name_of_two_threads_is_not_decided() {
    let program = "#include <pthread.h>
    int n;
    void *work(void *arg) { n = 1; return 0; }
    int main(void) {
        pthread_t t;
        for (int i = 0; i < 2; i++) { pthread_create(&t, 0, work, 0); pthread_join(t, 0); }
        return 0;
    }";
    expect(program, "event e = assign n in t\nproperty open_which { at most 1 of e }");
}

#[test]
fn a_pattern_that_fits_nothing_is_an_error() {
    for (pattern, near) in [
        ("call deposit_all", "no action in the program matches this event, `e`"),
        ("lock on acount.lock", "no action in the program matches this event, `e`"),
        ("call deposit in nobody", "no action in the program matches this event, `e`"),
        ("print \"nothing\"", "no action in the program matches this event, `e`"),
    ] {
        let spec = format!("event e = {pattern}\nproperty p {{ absence of e }}");
        assert_eq!(verdicts(BANK, &spec, true), Err(near.to_string()), "{pattern}");
    }
}

/// What only systems have is said to be open, not passed over.
#[test]
fn what_is_not_followed_stays_open() {
    expect(
        BANK,
        "event t = test audits = 1\nproperty open_test { absence of t }
         event a = call deposit\nproperty open_next { ltl [] (a -> X !a) }",
    );
}

#[test]
fn built_in_checks_can_be_asked_for() {
    expect(BANK, "property yes_races { no data-race }\nproperty yes_deadlock { no deadlock }");
    expect(FORKS, "property no_deadlock { no deadlock }");
}

#[test]
fn locks_are_left_open_where_there_are_read_write_locks() {
    expect(
        "#include <pthread.h>
pthread_rwlock_t book;
int pages;
int main(void) {
    pthread_rwlock_init(&book, 0);
    pthread_rwlock_wrlock(&book);
    pages = 1;
    pthread_rwlock_unlock(&book);
    return 0;
}
",
        "event taken = lock
event written = assign pages
property open_taken { absence of taken }
property no_written { absence of written }
",
    );
}

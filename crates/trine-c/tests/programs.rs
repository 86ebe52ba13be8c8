//! Small programs with known answers, from C text to the verdict of the direct search.

use trine_base::{Diagnostics, SourceMap};
use trine_c::{Settings, load};
use trine_program::direct::{Budget, search};
use trine_program::interpret::checks::Check;
use trine_program::interpret::{Machine, Options};

const CHECKS: [Check; 8] = [
    Check::Deadlock,
    Check::WaitForever,
    Check::DataRace,
    Check::Assertion,
    Check::MonitorMisuse,
    Check::Memory,
    Check::Overflow,
    Check::ReachError,
];

/// The checks that are violated; errors and what is not followed as text.
fn violated(text: &str) -> Result<Vec<Check>, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("a.c", text);
    let mut diagnostics = Diagnostics::new();
    let settings = Settings::default();
    let lowered = load(&[file], &settings, &mut sources, &mut diagnostics, &|_| None, &|| true);
    if diagnostics.has_errors() {
        return Err(format!("{:?}", diagnostics.items));
    }
    let invalid = trine_program::validate(&lowered.program, &sources);
    if !invalid.is_empty() {
        return Err(format!("invalid: {invalid:?}"));
    }
    let machine = Machine::new(&lowered.program, lowered.program.mains[0], Options::default());
    let budget = Budget { reduce: true, memory: 1 << 30, go_on: &|_| true };
    let searched = search(&machine, &CHECKS, &budget);
    if !searched.stops.is_empty() || !searched.perhaps.is_empty() {
        return Err(format!("{:?} {:?}", searched.stops, searched.perhaps));
    }
    Ok(searched.violated.keys().copied().collect())
}

#[track_caller]
fn holds(text: &str) {
    assert_eq!(violated(text), Ok(Vec::new()));
}

#[track_caller]
fn violates(check: Check, text: &str) {
    match violated(text) {
        Ok(found) => assert!(found.contains(&check), "{found:?}"),
        Err(why) => panic!("{why}"),
    }
}

const COUNTER: &str = "#include <pthread.h>\n#include <assert.h>\n\
    int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
    void *work(void *p) { LOCK n++; UNLOCK return p; }\n\
    int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);\n\
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(n == 2); return 0; }\n";

#[test]
fn a_counter_needs_its_lock() {
    let locked = COUNTER
        .replace("UNLOCK", "pthread_mutex_unlock(&m);")
        .replace("LOCK", "pthread_mutex_lock(&m);");
    holds(&locked);
    let open = COUNTER.replace("UNLOCK", "").replace("LOCK", "");
    violates(Check::DataRace, &open);
    violates(Check::Assertion, &open);
}

#[test]
fn locks_in_two_orders_deadlock() {
    let text = "#include <pthread.h>\nstruct account { int balance; pthread_mutex_t lock; } a[2];\n\
        struct order { int from, to; };\n\
        void *move(void *p) { struct order *o = p; pthread_mutex_lock(&a[o->from].lock);\n\
        pthread_mutex_lock(&a[o->to].lock); a[o->from].balance--; a[o->to].balance++;\n\
        pthread_mutex_unlock(&a[o->to].lock); pthread_mutex_unlock(&a[o->from].lock); return 0; }\n\
        int main(void) { struct order x = { 0, 1 }, y = { SECOND }; pthread_t s, t;\n\
        pthread_mutex_init(&a[0].lock, 0); pthread_mutex_init(&a[1].lock, 0);\n\
        pthread_create(&s, 0, move, &x); pthread_create(&t, 0, move, &y);\n\
        pthread_join(s, 0); pthread_join(t, 0); return 0; }\n";
    holds(&text.replace("SECOND", "0, 1"));
    violates(Check::Deadlock, &text.replace("SECOND", "1, 0"));
}

#[test]
fn conditions_and_semaphores_hand_over() {
    holds(
        "#include <pthread.h>\n#include <assert.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;\n\
         void *f(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m);\n\
         while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_join(t, 0); assert(ready); }\n",
    );
    holds(
        "#include <pthread.h>\n#include <semaphore.h>\n#include <assert.h>\nsem_t s; int x;\n\
         void *f(void *p) { x = 7; sem_post(&s); return 0; }\n\
         int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); sem_wait(&s); assert(x == 7);\n\
         pthread_join(t, 0); return 0; }\n",
    );
}

#[test]
fn memory_is_checked() {
    violates(
        Check::Memory,
        "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }",
    );
    violates(Check::Memory, "int main(void) { int a[3]; int i = 3; a[i] = 1; return 0; }");
    violates(Check::Memory, "int main(void) { int *p = 0; *p = 1; return 0; }");
    violates(Check::Overflow, "int main(void) { int x = 2147483647; x++; return 0; }");
    violates(
        Check::ReachError,
        "void reach_error(void) {} int main(void) { reach_error(); return 0; }",
    );
}

#[test]
fn statements_and_expressions_mean_what_they_mean_in_c() {
    holds(
        "#include <assert.h>\n#include <string.h>\n#include <stddef.h>\n\
         enum e { A = 3, B }; union u { int i; unsigned char c[4]; };\n\
         struct s { char c; int i; struct { short x, y; } p; unsigned f : 3, g : 5; };\n\
         static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }\n\
         static struct s make(int i) { struct s r = { .i = i, .p.y = 4, .g = 17 }; return r; }\n\
         static int twice(int (*f)(int), int x) { return f(x) + f(x); }\n\
         int table[] = { [2] = 5, 6, [0] = 1 }; const char *names[] = { \"one\", \"two\" };\n\
         int main(void) {\n\
         assert(sizeof(struct s) == 16 && offsetof(struct s, p) == 8 && sizeof table == 16 && table[3] == 6);\n\
         assert(fact(5) == 120 && twice(fact, 3) == 12 && B == 4);\n\
         struct s a = make(9), b; b = a; b.i++; assert(a.i == 9 && b.i == 10 && b.p.y == 4 && b.g == 17 && b.f == 0);\n\
         a.f = 9; assert(a.f == 1 && a.g == 17);\n\
         int x = 0, i; for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; x += i; } assert(x == 18);\n\
         switch (x) { case 1: x = 0; case 10 ... 20: x = 1; case 30: x += 2; break; default: x = 9; } assert(x == 3);\n\
         again: if (x < 5) { x++; goto again; } assert(x == 5); do x--; while (x > 2); assert(x == 2);\n\
         unsigned u = 0; u--; assert(u == 4294967295u); unsigned char k = 255; k++; assert(k == 0);\n\
         assert(-1 < 1u == 0 && (signed char)200 == -56 && 7 / -2 == -3 && -7 % 3 == -1);\n\
         char s[8] = \"ab\"; strcat(s, \"cd\"); assert(strcmp(s, \"abcd\") == 0 && strlen(names[1]) == 3);\n\
         int *p = &table[1], *q = p + 2; assert(q - p == 2 && *q == 6 && p < q && p[1] == 5);\n\
         int v = ({ int t = 3; t * 2; }); assert(v == 6 && (v, 4) == 4 && (0 ?: 8) == 8);\n\
         double d = 1.5; float f = d; assert(f * 2 == 3.0 && (int)2.9 == 2);\n\
         return 0; }\n",
    );
}

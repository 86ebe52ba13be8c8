//! Random C programs with threads whose answers are known by construction.
//!
//! Threads take mutexes in the order of their numbers, touch what a mutex guards only while they hold it, and wait only for
//! threads before them, without holding a mutex: so every check holds. One fault may be planted: at the first statements of
//! two threads, where nothing has put them in an order yet, or after the end of all threads.

use std::fmt::Write;

use crate::rng::Rng;

/// A program, and what is wrong with it.
pub struct Generated {
    pub text: String,
    pub planted: Option<Planted>,
}

/// What may be wrong with a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// Two threads write a variable without a mutex.
    Race,
    /// One writes it atomically, and one does not.
    HalfAtomic,
    /// Two threads take two mutexes in different orders.
    LockOrder,
    /// A thread takes a mutex twice.
    Twice,
    /// A thread ends with a mutex.
    KeptLock,
    /// A thread gives back a mutex that it does not hold.
    Unlock,
    /// A thread waits for a signal that may come before.
    MissedSignal,
    /// One number too many is expected.
    Count,
    /// A thread frees what another one uses.
    UseAfterFree,
    /// An index is one too large.
    Outside,
    /// A signed number becomes too large.
    Overflow,
}

impl Planted {
    const ALL: [Planted; 11] = [
        Planted::Race,
        Planted::HalfAtomic,
        Planted::LockOrder,
        Planted::Twice,
        Planted::KeptLock,
        Planted::Unlock,
        Planted::MissedSignal,
        Planted::Count,
        Planted::UseAfterFree,
        Planted::Outside,
        Planted::Overflow,
    ];

    /// What was planted, in words.
    pub fn name(self) -> &'static str {
        match self {
            Planted::Race => "a race",
            Planted::HalfAtomic => "an access that is not atomic",
            Planted::LockOrder => "two orders of locks",
            Planted::Twice => "a lock taken twice",
            Planted::KeptLock => "a lock that is kept",
            Planted::Unlock => "an unlock too many",
            Planted::MissedSignal => "a missed signal",
            Planted::Count => "a wrong count",
            Planted::UseAfterFree => "a use after free",
            Planted::Outside => "an index outside",
            Planted::Overflow => "an overflow",
        }
    }

    /// The check that it violates.
    pub fn check(self) -> &'static str {
        match self {
            Planted::Race | Planted::HalfAtomic => "data-race",
            Planted::LockOrder | Planted::Twice => "deadlock",
            Planted::KeptLock | Planted::Unlock => "monitor-misuse",
            Planted::MissedSignal => "wait-forever",
            Planted::Count => "assertion",
            Planted::UseAfterFree | Planted::Outside => "memory",
            Planted::Overflow => "overflow",
        }
    }

    /// What two threads do first.
    fn at_start(self) -> [&'static str; 2] {
        match self {
            Planted::Race => ["planted = 1;", "planted = planted + 1;"],
            Planted::HalfAtomic => {
                ["__atomic_fetch_add(&planted, 1, __ATOMIC_SEQ_CST);", "planted = 7;"]
            }
            Planted::LockOrder => [
                "pthread_mutex_lock(&planted_a); pthread_mutex_lock(&planted_b); \
                 pthread_mutex_unlock(&planted_b); pthread_mutex_unlock(&planted_a);",
                "pthread_mutex_lock(&planted_b); pthread_mutex_lock(&planted_a); \
                 pthread_mutex_unlock(&planted_a); pthread_mutex_unlock(&planted_b);",
            ],
            Planted::Twice => {
                ["pthread_mutex_lock(&planted_a); pthread_mutex_lock(&planted_a);", ""]
            }
            Planted::KeptLock => ["pthread_mutex_lock(&planted_a);", ""],
            Planted::Unlock => ["pthread_mutex_unlock(&planted_a);", ""],
            Planted::MissedSignal => [
                "pthread_mutex_lock(&planted_a); pthread_cond_wait(&planted_c, &planted_a); \
                 pthread_mutex_unlock(&planted_a);",
                "pthread_mutex_lock(&planted_a); pthread_cond_signal(&planted_c); \
                 pthread_mutex_unlock(&planted_a);",
            ],
            Planted::UseAfterFree => ["free(planted_p);", "*planted_p = 3;"],
            Planted::Outside => ["{ int row[3] = {1, 2, 3}; int at = 3; row[at] = 1; }", ""],
            Planted::Overflow => ["{ int big = 2147483647; big = big + 1; }", ""],
            Planted::Count => ["", ""],
        }
    }
}

/// A group of data with its mutex.
struct Group {
    /// The same as all threads add to its total.
    total: i64,
}

struct Builder {
    rng: Rng,
    groups: Vec<Group>,
    atomics: Vec<i64>,
    /// The lines of each thread.
    threads: Vec<Vec<String>>,
    tokens: usize,
    nodes: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let planted = rng.chance(60).then(|| *rng.pick(&Planted::ALL));
    let groups = (0..rng.between(1, 3)).map(|_| Group { total: 0 }).collect();
    let atomics = vec![0; rng.between(0, 2)];
    let threads = vec![Vec::new(); rng.between(2, 3)];
    let mut builder = Builder { rng, groups, atomics, threads, tokens: 0, nodes: false };
    let actions = builder.rng.between(2, 5);
    for _ in 0..actions {
        builder.action();
    }
    let text = builder.print(planted);
    Generated { text, planted }
}

impl Builder {
    /// Adds something that a thread does, or two.
    fn action(&mut self) {
        let thread = self.rng.below(self.threads.len());
        let group = self.rng.below(self.groups.len());
        let amount = self.rng.between(1, 9) as i64;
        let kinds: &[(usize, u8)] =
            &[(4, 0), (3, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (1, 7), (1, 8)];
        let line = match self.rng.weighted(kinds) {
            0 => self.add(group, amount),
            1 => self.move_to(group, amount),
            2 => self.atomic(amount),
            3 => return self.token(),
            4 => self.node(amount),
            5 => self.local(amount),
            6 => self.loop_of(group, amount),
            7 => "pthread_once(&once, set_up); assert(ready == 1);".to_string(),
            _ => format!("try_add({group}, {amount});"),
        };
        self.threads[thread].push(line);
    }

    fn add(&mut self, group: usize, amount: i64) -> String {
        self.groups[group].total += amount;
        match self.rng.below(3) {
            0 => format!("add(&groups[{group}], {amount});"),
            1 => format!(
                "pthread_mutex_lock(&groups[{group}].lock); groups[{group}].total += {amount}; \
                 groups[{group}].parts[{}] = {amount}; pthread_mutex_unlock(&groups[{group}].lock);",
                self.rng.below(3)
            ),
            _ => format!(
                "{{ struct group *g = groups + {group}; pthread_mutex_lock(&g->lock); \
                 int *p = &g->total; *p = *p + {amount}; pthread_mutex_unlock(&g->lock); }}"
            ),
        }
    }

    /// Moves something from a group to one with a larger number.
    fn move_to(&mut self, group: usize, amount: i64) -> String {
        let other = self.rng.between(group, self.groups.len() - 1);
        if other == group {
            return self.add(group, amount);
        }
        self.groups[group].total -= amount;
        self.groups[other].total += amount;
        format!("move(&groups[{group}], &groups[{other}], {amount});")
    }

    fn atomic(&mut self, amount: i64) -> String {
        if self.atomics.is_empty() {
            return self.local(amount);
        }
        let at = self.rng.below(self.atomics.len());
        self.atomics[at] += amount;
        match self.rng.below(3) {
            0 => format!("atomic_fetch_add(&atomics[{at}], {amount});"),
            1 => format!("__sync_fetch_and_add((int *)&atomics[{at}], {amount});"),
            _ => format!(
                "{{ int old = atomic_load(&atomics[{at}]); \
                 while (!atomic_compare_exchange_strong(&atomics[{at}], &old, old + {amount})) ; }}"
            ),
        }
    }

    /// A thread waits for one before it.
    fn token(&mut self) {
        let from = self.rng.below(self.threads.len() - 1);
        let to = self.rng.between(from + 1, self.threads.len() - 1);
        let token = self.tokens;
        self.tokens += 1;
        let (give, take) = match self.rng.chance(50) {
            true => ("give", "take"),
            false => ("post", "await"),
        };
        self.threads[from].push(format!("{give}({token});"));
        self.threads[to].push(format!("{take}({token});"));
    }

    fn node(&mut self, amount: i64) -> String {
        self.nodes = true;
        format!("push({amount});")
    }

    fn local(&mut self, amount: i64) -> String {
        let at = self.rng.below(4);
        let sum = 1 + 2 + 3 + 4 - (at as i64 + 1) + amount;
        format!(
            "{{ int row[4] = {{1, 2, 3, 4}}; int *p = row; p += {at}; *p = {amount}; int sum = 0; \
             for (int i = 0; i < 4; i++) sum += row[i]; assert(sum == {sum}); }}"
        )
    }

    fn loop_of(&mut self, group: usize, amount: i64) -> String {
        self.groups[group].total += 2 * amount;
        format!("for (int i = 0; i < 2; i++) add(&groups[{group}], {amount});")
    }

    fn print(&mut self, planted: Option<Planted>) -> String {
        let mut text = String::new();
        let (groups, atomics) = (self.groups.len(), self.atomics.len().max(1));
        let (tokens, threads) = (self.tokens.max(1), self.threads.len());
        let _ = write!(
            text,
            "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n\
             #include <stdatomic.h>\n#include <stdlib.h>\n\
             #define GROUPS {groups}\n#define ATOMICS {atomics}\n#define TOKENS {tokens}\n\
             #define THREADS {threads}\n{HEAD}"
        );
        let chosen = [0, 1 + self.rng.below(threads - 1)];
        let start = planted.map_or(["", ""], Planted::at_start);
        for (number, lines) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "static void *thread_{number}(void *argument) {{");
            for (which, line) in chosen.iter().zip(start) {
                if *which == number && !line.is_empty() {
                    let _ = writeln!(text, "    {line}");
                }
            }
            lines.iter().for_each(|line| {
                let _ = writeln!(text, "    {line}");
            });
            text.push_str("    return NULL;\n}\n\n");
        }
        text.push_str("static void *(*const bodies[THREADS])(void *) = {");
        (0..threads).for_each(|number| {
            let _ = write!(text, "thread_{number}, ");
        });
        text.push_str("};\n");
        text.push_str(MAIN);
        for (number, group) in self.groups.iter().enumerate() {
            let more = i64::from(planted == Some(Planted::Count) && number == 0);
            let total = group.total + more;
            let _ = writeln!(text, "    assert(groups[{number}].total == {total});");
        }
        for (number, total) in self.atomics.iter().enumerate() {
            let _ = writeln!(text, "    assert(atomic_load(&atomics[{number}]) == {total});");
        }
        text.push_str("    return 0;\n}\n");
        text
    }
}

/// What the actions use.
const HEAD: &str = "
struct group {
    int total;
    int parts[3];
    int tried;
    pthread_mutex_t lock;
};

struct node {
    int value;
    struct node *next;
};

static struct group groups[GROUPS];
static _Atomic int atomics[ATOMICS];
static int given[TOKENS];
static pthread_mutex_t tokens = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t posted[TOKENS];
static pthread_mutex_t nodes = PTHREAD_MUTEX_INITIALIZER;
static struct node *first;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ready;
static int planted;
static int *planted_p;
static pthread_mutex_t planted_a = PTHREAD_MUTEX_INITIALIZER, planted_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t planted_c = PTHREAD_COND_INITIALIZER;

static void set_up(void) { ready = 1; }

static void add(struct group *group, int amount) {
    pthread_mutex_lock(&group->lock);
    group->total += amount;
    pthread_mutex_unlock(&group->lock);
}

static void try_add(int number, int amount) {
    if (pthread_mutex_trylock(&groups[number].lock) == 0) {
        groups[number].tried += amount;
        pthread_mutex_unlock(&groups[number].lock);
    }
}

static void move(struct group *from, struct group *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->total -= amount;
    to->total += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void give(int token) {
    pthread_mutex_lock(&tokens);
    given[token] = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&tokens);
}

static void take(int token) {
    pthread_mutex_lock(&tokens);
    while (!given[token]) pthread_cond_wait(&changed, &tokens);
    pthread_mutex_unlock(&tokens);
}

static void post(int token) { sem_post(&posted[token]); }

static void await(int token) { sem_wait(&posted[token]); }

static void push(int value) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    pthread_mutex_lock(&nodes);
    made->next = first;
    first = made;
    pthread_mutex_unlock(&nodes);
}

";

const MAIN: &str = "
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < GROUPS; i++) pthread_mutex_init(&groups[i].lock, NULL);
    for (int i = 0; i < TOKENS; i++) sem_init(&posted[i], 0, 0);
    planted_p = malloc(sizeof *planted_p);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, bodies[i], NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
";

//! Classical deadlocks in five families, for any number of threads, each with its repair.

/// A family of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Philosophers,
    BankTransfers,
    RingBuffers,
    NestedMonitors,
    ResourceAllocation,
}

impl Family {
    /// Every family there is.
    pub const ALL: [Family; 5] = [
        Family::Philosophers,
        Family::BankTransfers,
        Family::RingBuffers,
        Family::NestedMonitors,
        Family::ResourceAllocation,
    ];

    /// As the benchmark prints it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Philosophers => "philosophers",
            Family::BankTransfers => "bank transfers",
            Family::RingBuffers => "ring buffers",
            Family::NestedMonitors => "nested monitors",
            Family::ResourceAllocation => "resource allocation",
        }
    }

    /// The program with so many threads. The one that is not repaired can deadlock.
    pub fn program(self, threads: usize, repaired: bool) -> String {
        let body = match self {
            Family::Philosophers => PHILOSOPHERS,
            Family::BankTransfers => BANK_TRANSFERS,
            Family::RingBuffers => RING_BUFFERS,
            Family::NestedMonitors => NESTED_MONITORS,
            Family::ResourceAllocation => RESOURCE_ALLOCATION,
        };
        let head = "#include <pthread.h>\n#include <semaphore.h>\n#include <assert.h>\n";
        let repaired = u8::from(repaired);
        format!("{head}#define N {threads}\n#define REPAIRED {repaired}\n{body}{MAIN}")
    }
}

/// Starts all threads and waits for them.
const MAIN: &str = "
int main(void) {
    pthread_t thread[N];
    prepare();
    for (long i = 0; i < N; i++) pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
    finish();
    return 0;
}
";

/// Each takes the fork at the left, then the one at the right. Repaired: the last one begins at the right.
const PHILOSOPHERS: &str = "
static pthread_mutex_t fork_of[N];
static int meals[N];

static void prepare(void) {
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_of[i], NULL);
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    int first = me, second = (me + 1) % N;
    if (REPAIRED && first > second) {
        first = second;
        second = me;
    }
    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    meals[me]++;
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
    return NULL;
}

static void finish(void) {
    for (int i = 0; i < N; i++) assert(meals[i] == 1);
}
";

/// Each moves money from its account to the next one. Repaired: accounts are locked in the order of their numbers.
const BANK_TRANSFERS: &str = "
struct account {
    int number;
    int balance;
    pthread_mutex_t lock;
};

static struct account accounts[N];

static void prepare(void) {
    for (int i = 0; i < N; i++) {
        accounts[i].number = i;
        accounts[i].balance = 100;
        pthread_mutex_init(&accounts[i].lock, NULL);
    }
}

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from, *second = to;
    if (REPAIRED && from->number > to->number) {
        first = to;
        second = from;
    }
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    transfer(&accounts[me], &accounts[(me + 1) % N], 10 + me);
    return NULL;
}

static void finish(void) {
    int sum = 0;
    for (int i = 0; i < N; i++) sum += accounts[i].balance;
    assert(sum == 100 * N);
}
";

/// All buffers are full. Each puts an item into the buffer of the next one and then takes what its own buffer had.
/// Repaired: the first one takes before it puts.
const RING_BUFFERS: &str = "
struct buffer {
    int item;
    int full;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

static struct buffer buffers[N];

static void prepare(void) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&buffers[i].lock, NULL);
        pthread_cond_init(&buffers[i].changed, NULL);
        buffers[i].item = -1;
        buffers[i].full = 1;
    }
}

static void put(struct buffer *buffer, int item) {
    pthread_mutex_lock(&buffer->lock);
    while (buffer->full) pthread_cond_wait(&buffer->changed, &buffer->lock);
    buffer->item = item;
    buffer->full = 1;
    pthread_cond_signal(&buffer->changed);
    pthread_mutex_unlock(&buffer->lock);
}

static int take(struct buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    while (!buffer->full) pthread_cond_wait(&buffer->changed, &buffer->lock);
    int item = buffer->item;
    buffer->full = 0;
    pthread_cond_signal(&buffer->changed);
    pthread_mutex_unlock(&buffer->lock);
    return item;
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    if (REPAIRED && me == 0) {
        assert(take(&buffers[0]) == -1);
        put(&buffers[1], 0);
        return NULL;
    }
    put(&buffers[(me + 1) % N], me);
    assert(take(&buffers[me]) == -1);
    return NULL;
}

static void finish(void) {
    for (int i = 0; i < N; i++) assert(buffers[i].item == (i + N - 1) % N);
}
";

/// The first thread opens a gate for which the others wait. They wait inside of an outer monitor, which it needs, too.
/// Repaired: they leave the outer one before they wait.
const NESTED_MONITORS: &str = "
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open, visitors;

static void prepare(void) {}

static void await_open(void) {
    pthread_mutex_lock(&inner);
    while (!open) pthread_cond_wait(&opened, &inner);
    pthread_mutex_unlock(&inner);
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    pthread_mutex_lock(&outer);
    if (me == 0) {
        pthread_mutex_lock(&inner);
        open = 1;
        pthread_cond_broadcast(&opened);
        pthread_mutex_unlock(&inner);
        pthread_mutex_unlock(&outer);
        return NULL;
    }
    visitors++;
    if (REPAIRED) pthread_mutex_unlock(&outer);
    await_open();
    if (!REPAIRED) pthread_mutex_unlock(&outer);
    return NULL;
}

static void finish(void) { assert(visitors == N - 1); }
";

/// Each needs the printer and the scanner, and half of them begin at the scanner. Repaired: all begin at the printer.
const RESOURCE_ALLOCATION: &str = "
struct resource {
    pthread_mutex_t lock;
    int uses;
};

static struct resource printer, scanner;

static void prepare(void) {
    pthread_mutex_init(&printer.lock, NULL);
    pthread_mutex_init(&scanner.lock, NULL);
}

static void use(struct resource *first, struct resource *second) {
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    first->uses++;
    second->uses++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    if (!REPAIRED && me % 2 == 1) use(&scanner, &printer);
    else use(&printer, &scanner);
    return NULL;
}

static void finish(void) { assert(printer.uses == N && scanner.uses == N); }
";

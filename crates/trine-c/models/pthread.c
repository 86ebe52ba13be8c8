// Threads, mutexes, condition variables, read-write locks, barriers and the rest of pthreads, as POSIX says. A mutex is
// the monitor at its address; its kind stands where the GNU library has it.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

struct __trine_thread {
    void *(*start)(void *);
    void *argument;
    void *result;
    int detached;
    int joined;
    int cancelled;
    int shielded;
    struct __trine_cleanup *cleanup;
    const void *values[4];
};

struct __trine_thread __trine_main_thread;
static int keys;
static void (*destructors[4])(void *);

static struct __trine_thread *self(void) { return __trine_current(); }

// Runs what a thread leaves behind: destructors of its keys.
static void end_thread(struct __trine_thread *me) {
    for (int key = 0; key < keys; key++) {
        const void *value = me->values[key];
        if (value && destructors[key]) {
            me->values[key] = NULL;
            destructors[key]((void *)value);
        }
    }
}

static void *run(void *handle) {
    struct __trine_thread *me = handle;
    void *result = NULL;
    if (__trine_guarded(me->start, me->argument, &result)) me->result = result;
    if (keys > 0) end_thread(me);
    return NULL;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    struct __trine_thread *made = __trine_allocate_zeroed(sizeof(struct __trine_thread));
    made->start = start;
    made->argument = argument;
    if (attributes) made->detached = attributes->__trine.__detached;
    __trine_store_plain(thread, (pthread_t)made);
    __trine_start(made, run, made);
    return 0;
}

int pthread_join(pthread_t thread, void **result) {
    struct __trine_thread *other = (struct __trine_thread *)thread;
    if (other == self()) return EDEADLK;
    if (other->detached || other->joined) return EINVAL;
    pthread_testcancel();
    __trine_join(other);
    other->joined = 1;
    if (result) __trine_store_plain(result, other->result);
    return 0;
}

void pthread_exit(void *result) {
    struct __trine_thread *me = self();
    me->result = result;
    while (me->cleanup) {
        struct __trine_cleanup *entry = me->cleanup;
        me->cleanup = entry->outer;
        entry->function(entry->argument);
    }
    __trine_exit_thread();
}

pthread_t pthread_self(void) { return (pthread_t)self(); }

int pthread_equal(pthread_t left, pthread_t right) { return left == right; }

int pthread_detach(pthread_t thread) {
    struct __trine_thread *other = (struct __trine_thread *)thread;
    if (other->detached) return EINVAL;
    other->detached = 1;
    return 0;
}

int pthread_cancel(pthread_t thread) {
    struct __trine_thread *other = (struct __trine_thread *)thread;
    other->cancelled = 1;
    __trine_assume("a cancelled thread ends at the start of the next function that is a cancellation point");
    return 0;
}

void pthread_testcancel(void) {
    struct __trine_thread *me = self();
    if (me->cancelled && !me->shielded) pthread_exit(PTHREAD_CANCELED);
}

int pthread_setcancelstate(int state, int *old) {
    struct __trine_thread *me = self();
    if (old) *old = me->shielded;
    me->shielded = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS) __trine_unmodelled("cancellation at any moment");
    if (old) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

void __trine_cleanup_push(struct __trine_cleanup *entry) {
    struct __trine_thread *me = self();
    entry->outer = me->cleanup;
    me->cleanup = entry;
}

void __trine_cleanup_pop(int execute) {
    struct __trine_thread *me = self();
    struct __trine_cleanup *entry = me->cleanup;
    me->cleanup = entry->outer;
    if (execute) entry->function(entry->argument);
}

int pthread_attr_init(pthread_attr_t *attributes) {
    attributes->__trine.__detached = 0;
    return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) { return 0; }
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
    if (state != 0 && state != 1) return EINVAL;
    attributes->__trine.__detached = state;
    return 0;
}
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
    *state = attributes->__trine.__detached;
    return 0;
}
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes) { return 0; }
int pthread_attr_setscope(pthread_attr_t *attributes, int scope) { return 0; }
int pthread_setname_np(pthread_t thread, const char *name) { return 0; }
int pthread_setconcurrency(int level) { return 0; }

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    mutex->__trine.__kind = attributes ? attributes->__kind : 0;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    // Held by the caller, or by another thread.
    if (__trine_hold_count(mutex) > 0 || !__trine_try_enter(mutex)) {
        __trine_misuse();
        return EBUSY;
    }
    __trine_exit(mutex);
    mutex->__trine.__kind = -1;
    return 0;
}

// What was destroyed has the kind that the GNU library gives it, too.
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    int kind = mutex->__trine.__kind;
    if (kind < 0) __trine_misuse();
    if (kind == PTHREAD_MUTEX_RECURSIVE) {
        __trine_enter(mutex);
        return 0;
    }
    if (kind == PTHREAD_MUTEX_ERRORCHECK && __trine_hold_count(mutex) > 0) return EDEADLK;
    __trine_enter_once(mutex);
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    int kind = mutex->__trine.__kind;
    if (kind < 0) __trine_misuse();
    if (kind != PTHREAD_MUTEX_RECURSIVE && __trine_hold_count(mutex) > 0) return EBUSY;
    return __trine_try_enter(mutex) ? 0 : EBUSY;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
    int kind = mutex->__trine.__kind;
    if (kind < 0) __trine_misuse();
    if (kind == PTHREAD_MUTEX_ERRORCHECK && __trine_hold_count(mutex) > 0) return EDEADLK;
    if (kind != PTHREAD_MUTEX_RECURSIVE && __trine_hold_count(mutex) > 0) return ETIMEDOUT;
    return __trine_try_enter(mutex) ? 0 : ETIMEDOUT;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    int kind = mutex->__trine.__kind;
    if (kind != PTHREAD_MUTEX_NORMAL && kind != PTHREAD_MUTEX_ADAPTIVE_NP && __trine_hold_count(mutex) == 0)
        return EPERM;
    __trine_exit(mutex);
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    attributes->__kind = 0;
    return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
    if (kind < 0 || kind > 3) return EINVAL;
    attributes->__kind = kind;
    return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
    *kind = attributes->__kind;
    return 0;
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) { return 0; }
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) { return 0; }
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
    if (robust == PTHREAD_MUTEX_ROBUST) __trine_unmodelled("a robust mutex");
    return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) { return 0; }
int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    pthread_testcancel();
    __trine_wait_on(condition, mutex);
    return 0;
}
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    pthread_testcancel();
    return __trine_timed_wait_on(condition, mutex) ? 0 : ETIMEDOUT;
}
int pthread_cond_signal(pthread_cond_t *condition) {
    __trine_signal(condition);
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *condition) {
    __trine_broadcast(condition);
    return 0;
}
int pthread_condattr_init(pthread_condattr_t *attributes) { return 0; }
int pthread_condattr_destroy(pthread_condattr_t *attributes) { return 0; }
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) { return 0; }
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) { return 0; }

// Any that waits may be next: neither readers nor writers come first.
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
    lock->__trine.__readers = 0;
    lock->__trine.__writer = 0;
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    if (lock->__trine.__readers > 0 || lock->__trine.__writer) __trine_misuse();
    return 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    __trine_begin_atomic();
    __trine_await(lock->__trine.__writer == 0);
    lock->__trine.__readers = lock->__trine.__readers + 1;
    __trine_end_atomic();
    return 0;
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    __trine_begin_atomic();
    __trine_await(lock->__trine.__writer == 0 && lock->__trine.__readers == 0);
    lock->__trine.__writer = 1;
    __trine_end_atomic();
    return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    int result = EBUSY;
    __trine_begin_atomic();
    if (lock->__trine.__writer == 0) {
        lock->__trine.__readers = lock->__trine.__readers + 1;
        result = 0;
    }
    __trine_end_atomic();
    return result;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    int result = EBUSY;
    __trine_begin_atomic();
    if (lock->__trine.__writer == 0 && lock->__trine.__readers == 0) {
        lock->__trine.__writer = 1;
        result = 0;
    }
    __trine_end_atomic();
    return result;
}
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    __trine_assume("a read-write lock is unlocked by a thread that holds it");
    __trine_begin_atomic();
    if (lock->__trine.__writer) lock->__trine.__writer = 0;
    else if (lock->__trine.__readers > 0) lock->__trine.__readers = lock->__trine.__readers - 1;
    else __trine_misuse();
    __trine_end_atomic();
    return 0;
}
int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) { return 0; }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_spin_init(pthread_spinlock_t *lock, int shared) { return 0; }
int pthread_spin_destroy(pthread_spinlock_t *lock) { return 0; }
int pthread_spin_lock(pthread_spinlock_t *lock) {
    __trine_enter_once((void *)lock);
    return 0;
}
int pthread_spin_trylock(pthread_spinlock_t *lock) {
    if (__trine_hold_count((void *)lock) > 0) return EBUSY;
    return __trine_try_enter((void *)lock) ? 0 : EBUSY;
}
int pthread_spin_unlock(pthread_spinlock_t *lock) {
    __trine_exit((void *)lock);
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count) {
    if (count == 0) return EINVAL;
    barrier->__trine.__needed = count;
    barrier->__trine.__inside = 0;
    barrier->__trine.__round = 0;
    return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    if (barrier->__trine.__inside > 0) __trine_misuse();
    return 0;
}
// Rounds have two numbers: nobody is two rounds behind, because all of a round have to arrive first.
int pthread_barrier_wait(pthread_barrier_t *barrier) {
    int last = 0;
    unsigned int round;
    __trine_begin_atomic();
    round = barrier->__trine.__round;
    barrier->__trine.__inside = barrier->__trine.__inside + 1;
    if (barrier->__trine.__inside == barrier->__trine.__needed) {
        barrier->__trine.__inside = 0;
        barrier->__trine.__round = 1 - round;
        last = 1;
    }
    __trine_end_atomic();
    if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
    __trine_await(barrier->__trine.__round != round);
    return 0;
}

// 0: not run, 1: being run, 2: done.
int pthread_once(pthread_once_t *once, void (*function)(void)) {
    int first = 0;
    __trine_begin_atomic();
    if (*once == 0) {
        *once = 1;
        first = 1;
    }
    __trine_end_atomic();
    if (first) {
        function();
        *once = 2;
    } else {
        __trine_await(*once == 2);
    }
    return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    __trine_begin_atomic();
    if (keys == 4) __trine_unmodelled("more than four keys of thread-specific data");
    destructors[keys] = destructor;
    *key = keys;
    keys = keys + 1;
    __trine_end_atomic();
    return 0;
}
int pthread_key_delete(pthread_key_t key) {
    destructors[key] = NULL;
    return 0;
}
void *pthread_getspecific(pthread_key_t key) { return (void *)self()->values[key]; }
int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= (unsigned)keys) return EINVAL;
    self()->values[key] = value;
    return 0;
}
int pthread_yield(void) {
    __trine_yield();
    return 0;
}

// Error codes of pthreads, semaphores, keys and once: every assertion holds, by gcc and by Trine.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, cleaned;
static void first(void) { runs++; }
static void clean(void *argument) { *(int *)argument = 1; }
static void *ends_early(void *argument) {
    pthread_cleanup_push(clean, &cleaned);
    pthread_exit((void *)7L);
    pthread_cleanup_pop(0);
    return argument;
}
static void *holds(void *argument) {
    assert(pthread_mutex_trylock(argument) == EBUSY);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(pthread_mutex_timedlock(argument, &now) == ETIMEDOUT);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_once(&once, first);
    pthread_once(&once, first);
    assert(runs == 1);

    pthread_create(&thread, NULL, ends_early, NULL);
    assert(pthread_join(thread, &result) == 0 && result == (void *)7L && cleaned == 1);
    assert(pthread_equal(pthread_self(), pthread_self()));

    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_lock(&lock) == 0);
    pthread_create(&thread, NULL, holds, &lock);
    pthread_join(thread, NULL);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_destroy(&lock) == 0);

    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);

    sem_t places;
    int value;
    sem_init(&places, 0, 1);
    assert(sem_wait(&places) == 0 && sem_trywait(&places) == -1 && errno == EAGAIN);
    assert(sem_post(&places) == 0 && sem_getvalue(&places, &value) == 0 && value == 1);

    pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
    assert(pthread_rwlock_rdlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == 0);
    assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
    assert(pthread_rwlock_unlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0);
    assert(pthread_rwlock_trywrlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0);

    pthread_spinlock_t spin;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_lock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY);
    assert(pthread_spin_unlock(&spin) == 0);

    pthread_key_t key;
    assert(pthread_key_create(&key, NULL) == 0 && pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, &value) == 0 && pthread_getspecific(key) == &value);
    return 0;
}

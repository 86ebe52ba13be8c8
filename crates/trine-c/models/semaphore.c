// Semaphores: a number that is never less than zero.
#include <errno.h>
#include <semaphore.h>

int sem_init(sem_t *semaphore, int shared, unsigned int value) {
    semaphore->__trine.__value = value;
    return 0;
}
int sem_destroy(sem_t *semaphore) { return 0; }
int sem_wait(sem_t *semaphore) {
    __trine_begin_atomic();
    __trine_await(semaphore->__trine.__value > 0);
    semaphore->__trine.__value = semaphore->__trine.__value - 1;
    __trine_end_atomic();
    return 0;
}
static int take(sem_t *semaphore, int otherwise) {
    int taken = 0;
    __trine_begin_atomic();
    if (semaphore->__trine.__value > 0) {
        semaphore->__trine.__value = semaphore->__trine.__value - 1;
        taken = 1;
    }
    __trine_end_atomic();
    if (taken) return 0;
    errno = otherwise;
    return -1;
}
int sem_trywait(sem_t *semaphore) { return take(semaphore, EAGAIN); }
int sem_timedwait(sem_t *semaphore, const struct timespec *time) { return take(semaphore, ETIMEDOUT); }
int sem_post(sem_t *semaphore) {
    __trine_begin_atomic();
    semaphore->__trine.__value = semaphore->__trine.__value + 1;
    __trine_end_atomic();
    return 0;
}
int sem_getvalue(sem_t *semaphore, int *value) {
    *value = semaphore->__trine.__value;
    return 0;
}
int sem_close(sem_t *semaphore) { return 0; }
int sem_unlink(const char *name) { return 0; }

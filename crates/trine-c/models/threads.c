// The threads of C11, on those of POSIX.
#include <errno.h>
#include <stddef.h>
#include <threads.h>

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    return pthread_create(thread, NULL, (void *(*)(void *))start, argument) ? thrd_error : thrd_success;
}
int thrd_join(thrd_t thread, int *result) {
    void *ended;
    if (pthread_join(thread, &ended)) return thrd_error;
    if (result) *result = (int)(long)ended;
    return thrd_success;
}
int thrd_detach(thrd_t thread) { return pthread_detach(thread) ? thrd_error : thrd_success; }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t left, thrd_t right) { return left == right; }
void thrd_exit(int result) { pthread_exit((void *)(long)result); }
void thrd_yield(void) { __trine_yield(); }
int thrd_sleep(const struct timespec *time, struct timespec *left) {
    __trine_sleep();
    return 0;
}
int mtx_init(mtx_t *mutex, int kind) {
    mutex->__trine.__kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return thrd_success;
}
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(mtx_t *mutex) { return pthread_mutex_lock(mutex) ? thrd_error : thrd_success; }
int mtx_trylock(mtx_t *mutex) { return pthread_mutex_trylock(mutex) ? thrd_busy : thrd_success; }
int mtx_timedlock(mtx_t *mutex, const struct timespec *time) {
    return pthread_mutex_timedlock(mutex, time) ? thrd_timedout : thrd_success;
}
int mtx_unlock(mtx_t *mutex) { return pthread_mutex_unlock(mutex) ? thrd_error : thrd_success; }
int cnd_init(cnd_t *condition) { return thrd_success; }
void cnd_destroy(cnd_t *condition) {}
int cnd_wait(cnd_t *condition, mtx_t *mutex) { return pthread_cond_wait(condition, mutex) ? thrd_error : thrd_success; }
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *time) {
    return pthread_cond_timedwait(condition, mutex, time) ? thrd_timedout : thrd_success;
}
int cnd_signal(cnd_t *condition) { return pthread_cond_signal(condition); }
int cnd_broadcast(cnd_t *condition) { return pthread_cond_broadcast(condition); }
void call_once(once_flag *flag, void (*function)(void)) { pthread_once(flag, function); }
int tss_create(tss_t *key, tss_dtor_t destructor) { return pthread_key_create(key, destructor) ? thrd_error : 0; }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return pthread_setspecific(key, value) ? thrd_error : 0; }
void tss_delete(tss_t key) { pthread_key_delete(key); }

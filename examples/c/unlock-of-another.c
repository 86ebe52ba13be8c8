// A thread unlocks what another one holds. Expected: monitor-misuse.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *unused) {
    (void)unused;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t worker;
    pthread_mutex_lock(&lock);
    pthread_create(&worker, NULL, unlock, NULL);
    pthread_join(worker, NULL);
    return 0;
}

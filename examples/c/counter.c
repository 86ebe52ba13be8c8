// Two threads count under a lock. Expected: nothing.
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    pthread_mutex_destroy(&lock);
    assert(counter == 2);
    return 0;
}

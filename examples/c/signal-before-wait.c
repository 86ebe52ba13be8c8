// A signal that comes before the wait is lost. Expected: deadlock, wait-forever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *produce(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, produce, NULL);
    pthread_create(&second, NULL, consume, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

// A wait gives up a mutex that is not held. Expected: monitor-misuse.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
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
    while (!ready) pthread_cond_wait(&changed, &other);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
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

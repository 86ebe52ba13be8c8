// A consumer that was woken up finds nothing: another one was faster. Expected: assertion.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    if (items == 0) pthread_cond_wait(&changed, &lock);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t producers[2], consumers[2];
    for (int i = 0; i < 2; i++) pthread_create(&consumers[i], NULL, consume, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&producers[i], NULL, produce, NULL);
    for (int i = 0; i < 2; i++) pthread_join(producers[i], NULL);
    for (int i = 0; i < 2; i++) pthread_join(consumers[i], NULL);
    return 0;
}

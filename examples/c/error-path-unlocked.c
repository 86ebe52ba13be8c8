// The error path unlocks, too. Expected: nothing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static int take(void) {
    pthread_mutex_lock(&lock);
    if (left == 0) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    left--;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *work(void *unused) {
    (void)unused;
    take();
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

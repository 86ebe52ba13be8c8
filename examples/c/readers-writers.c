// A read-write lock. Expected: nothing.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;

static void *write_both(void *unused) {
    (void)unused;
    pthread_rwlock_wrlock(&lock);
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *read_both(void *unused) {
    (void)unused;
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, write_both, NULL);
    pthread_create(&second, NULL, read_both, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

// Two atomic operations are not one. Expected: assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *unused) {
    (void)unused;
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    assert(atomic_load(&counter) == 2);
    return 0;
}

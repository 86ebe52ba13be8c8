// A ticket lock. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int counter;

static void *work(void *unused) {
    (void)unused;
    int ticket = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != ticket) {
    }
    counter++;
    atomic_fetch_add(&serving, 1);
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    assert(counter == 2);
    return 0;
}

// A thread says too late that it wants to enter. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *worker(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    while (atomic_load(&wants[other])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me) {}
            atomic_store(&wants[me], 1);
        }
    }
    atomic_store(&wants[me], 1);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&turn, other);
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, (void *)0L);
    pthread_create(&second, NULL, worker, (void *)1L);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

// Both have written before one reads. Expected: nothing.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2];

static void *work(void *argument) {
    int me = *(int *)argument;
    parts[me] = 1;
    pthread_barrier_wait(&barrier);
    assert(parts[1 - me] == 1);
    return NULL;
}

int main(void) {
    static int names[2] = {0, 1};
    pthread_t worker[2];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, &names[i]);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}

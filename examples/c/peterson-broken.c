// Peterson's algorithm, and everyone gives the turn to itself. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me) {
    atomic_store(&wants[me], 1);
    atomic_store(&turn, me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me) {
    }
}

static void *work(void *argument) {
    int me = *(int *)argument;
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    static int names[2] = {0, 1};
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, &names[i]);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    return 0;
}

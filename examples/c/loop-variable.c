// All threads get the address of the same loop variable. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *work(void *argument) {
    seen[*(int *)argument % 2]++;
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, &i);
    for (int j = 0; j < 2; j++) pthread_join(worker[j], NULL);
    assert(seen[0] == 1 && seen[1] == 1);
    return 0;
}

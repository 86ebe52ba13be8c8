// Every thread has its own. Expected: nothing.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *work(void *unused) {
    (void)unused;
    mine++;
    assert(mine == 1);
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

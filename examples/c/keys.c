// Each thread has its own value of a key, and the destructor gets it. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void *value) {
    free(value);
    atomic_fetch_add(&destroyed, 1);
}

static void *worker(void *argument) {
    int *own = malloc(sizeof *own);
    *own = (int)(long)argument;
    pthread_setspecific(key, own);
    assert(*(int *)pthread_getspecific(key) == (int)(long)argument);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_key_create(&key, destroy);
    pthread_create(&first, NULL, worker, (void *)1L);
    pthread_create(&second, NULL, worker, (void *)2L);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&destroyed) == 2);
    return 0;
}

// An array grows under its lock. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *items;
static int count, room;

static void *worker(void *argument) {
    pthread_mutex_lock(&lock);
    if (count == room) {
        room += 1;
        items = realloc(items, room * sizeof *items);
    }
    items[count++] = (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, (void *)1L);
    pthread_create(&second, NULL, worker, (void *)2L);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(items[0] + items[1] == 3);
    free(items);
    return 0;
}

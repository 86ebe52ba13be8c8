// A pointer into an array is used after the array has moved. Expected: memory.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *items;

static void *grower(void *argument) {
    pthread_mutex_lock(&lock);
    items = realloc(items, 4 * sizeof *items);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t thread;
    items = malloc(2 * sizeof *items);
    items[0] = items[1] = 0;
    pthread_create(&thread, NULL, grower, NULL);
    pthread_mutex_lock(&lock);
    int *first = &items[0];
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    *first = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(items);
    return 0;
}

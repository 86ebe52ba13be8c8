// The pointer is atomic: the first look needs no lock. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic table;

static int *get(void) {
    if (!table) {
        pthread_mutex_lock(&lock);
        if (!table) {
            int *made = malloc(sizeof *made);
            *made = 7;
            table = made;
        }
        pthread_mutex_unlock(&lock);
    }
    return table;
}

static void *user(void *argument) {
    assert(*get() == 7);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, user, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(table);
    return 0;
}

// What is freed is not pointed at any more. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
};

static struct node *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    if (shared) shared->value++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *drop(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    shared = malloc(sizeof *shared);
    shared->value = 0;
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, drop, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

// Initialisation happens once, before the first use. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *config;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
    config = malloc(sizeof *config);
    *config = 7;
}

static void *work(void *unused) {
    (void)unused;
    pthread_once(&once, make);
    assert(*config == 7);
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

// Both may see that nothing is there. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *config;

static void make(void) {
    config = calloc(1, sizeof *config);
    *config = 7;
}

static void *work(void *unused) {
    (void)unused;
    if (!config) make();
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

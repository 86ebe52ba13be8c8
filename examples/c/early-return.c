// main returns while a thread runs: the process ends, and nothing waits. Expected: nothing.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait(void *unused) {
    (void)unused;
    sem_wait(&never);
    return NULL;
}

int main(void) {
    pthread_t worker;
    sem_init(&never, 0, 0);
    pthread_create(&worker, NULL, wait, NULL);
    return 0;
}

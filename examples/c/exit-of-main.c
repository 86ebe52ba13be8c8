// Only the thread of main ends, and another one waits for ever. Expected: deadlock, wait-forever.
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
    pthread_exit(NULL);
}

// Only one of those that wait for the start is woken. Expected: deadlock, wait-forever.
#include <pthread.h>

#define N 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int start;

static void *runner(void *argument) {
    pthread_mutex_lock(&lock);
    while (!start) pthread_cond_wait(&started, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t runners[N];
    for (int i = 0; i < N; i++) pthread_create(&runners[i], NULL, runner, NULL);
    pthread_mutex_lock(&lock);
    start = 1;
    pthread_cond_signal(&started);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < N; i++) pthread_join(runners[i], NULL);
    return 0;
}

// All take the left fork first. Expected: deadlock.
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t forks[N];

static void *dine(void *argument) {
    int me = (int)(long)argument;
    int left = me, right = (me + 1) % N;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void) {
    pthread_t philosopher[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++) pthread_create(&philosopher[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(philosopher[i], NULL);
    return 0;
}

// The functions run in another order than is expected. Expected: assertion.
#include <assert.h>
#include <pthread.h>

typedef void (*task)(int *);

static void add(int *number) { *number += 2; }
static void twice(int *number) { *number *= 2; }

static task tasks[] = {add, twice};
static int next, number = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (next < 2) {
        task run = tasks[next++];
        run(&number);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    assert(number == 4);
    return 0;
}

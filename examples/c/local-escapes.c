// A thread gets the address of a variable that is gone. Expected: memory.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument) { return (void *)(long)*(int *)argument; }

static pthread_t start(void) {
    int value = 3;
    pthread_t made;
    pthread_create(&made, NULL, work, &value);
    return made;
}

int main(void) {
    pthread_t made = start();
    void *result;
    pthread_join(made, &result);
    assert(result == (void *)3);
    return 0;
}

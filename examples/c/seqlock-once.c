// The reader does not look at the sequence again. Expected: assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *argument) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&left, 1);
    atomic_store(&right, 1);
    atomic_fetch_add(&sequence, 1);
    return argument;
}

static void *reader(void *argument) {
    unsigned before;
    int one, two;
    do {
        before = atomic_load(&sequence);
        one = atomic_load(&left);
        two = atomic_load(&right);
    } while (before % 2 == 1);
    assert(one == two);
    return argument;
}

int main(void) {
    pthread_t writing, reading;
    pthread_create(&writing, NULL, writer, NULL);
    pthread_create(&reading, NULL, reader, NULL);
    pthread_join(writing, NULL);
    pthread_join(reading, NULL);
    return 0;
}

// Lamport's bakery with two customers. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 2

static atomic_int choosing[N], number[N];
static int inside;

static void *customer(void *argument) {
    int me = (int)(long)argument;
    int largest = 0;
    atomic_store(&choosing[me], 1);
    for (int i = 0; i < N; i++) {
        int other = atomic_load(&number[i]);
        if (other > largest) largest = other;
    }
    atomic_store(&number[me], largest + 1);
    atomic_store(&choosing[me], 0);
    for (int i = 0; i < N; i++) {
        if (i == me) continue;
        while (atomic_load(&choosing[i])) {}
        for (;;) {
            int other = atomic_load(&number[i]), own = atomic_load(&number[me]);
            if (other == 0 || other > own || (other == own && i > me)) break;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&number[me], 0);
    return NULL;
}

int main(void) {
    pthread_t customers[N];
    for (long i = 0; i < N; i++) pthread_create(&customers[i], NULL, customer, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(customers[i], NULL);
    return 0;
}

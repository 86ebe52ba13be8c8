// The flag is tested, and the result ignored. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void *work(void *unused) {
    (void)unused;
    atomic_flag_test_and_set(&busy);
    counter++;
    atomic_flag_clear(&busy);
    return NULL;
}

int main(void) {
    pthread_t worker[2];
    for (int i = 0; i < 2; i++) pthread_create(&worker[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    assert(counter == 2);
    return 0;
}

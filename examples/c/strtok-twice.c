// Two threads take text apart with `strtok`, which has one state for all. Expected: data-race.
#include <pthread.h>
#include <string.h>

static void *worker(void *argument) {
    strtok(argument, " ");
    return NULL;
}

int main(void) {
    char one[] = "a b", two[] = "c";
    pthread_t first, second;
    pthread_create(&first, NULL, worker, one);
    pthread_create(&second, NULL, worker, two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

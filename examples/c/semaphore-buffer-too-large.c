// There are more free places than the buffer has. Expected: data-race, assertion.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ROOM 2
#define ITEMS 3

static int buffer[ROOM];
static sem_t free_places, used_places;

static void *producer(void *argument) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&free_places);
        buffer[i % ROOM] = i;
        sem_post(&used_places);
    }
    return argument;
}

static void *consumer(void *argument) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&used_places);
        assert(buffer[i % ROOM] == i);
        sem_post(&free_places);
    }
    return argument;
}

int main(void) {
    pthread_t producing, consuming;
    sem_init(&free_places, 0, ROOM + 1);
    sem_init(&used_places, 0, 0);
    pthread_create(&producing, NULL, producer, NULL);
    pthread_create(&consuming, NULL, consumer, NULL);
    pthread_join(producing, NULL);
    pthread_join(consuming, NULL);
    return 0;
}

// The producer waits for room while it holds the lock. Expected: deadlock, wait-forever.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SIZE 2
#define ITEMS 3

static sem_t room, filled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], in, out;

static void *produce(void *unused) {
    (void)unused;
    for (int item = 1; item <= ITEMS; item++) {
        pthread_mutex_lock(&lock);
        sem_wait(&room);
        buffer[in] = item;
        in = (in + 1) % SIZE;
        pthread_mutex_unlock(&lock);
        sem_post(&filled);
    }
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    for (int item = 1; item <= ITEMS; item++) {
        sem_wait(&filled);
        pthread_mutex_lock(&lock);
        assert(buffer[out] == item);
        out = (out + 1) % SIZE;
        pthread_mutex_unlock(&lock);
        sem_post(&room);
    }
    return NULL;
}

int main(void) {
    pthread_t producer, consumer;
    sem_init(&room, 0, SIZE);
    sem_init(&filled, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}

// The consumer waits for an item while it holds the lock that the producer needs. Expected: deadlock, wait-forever.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static int count;

static void *producer(void *argument) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    sem_post(&items);
    return argument;
}

static void *consumer(void *argument) {
    pthread_mutex_lock(&lock);
    sem_wait(&items);
    count--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t producing, consuming;
    sem_init(&items, 0, 0);
    pthread_create(&producing, NULL, producer, NULL);
    pthread_create(&consuming, NULL, consumer, NULL);
    pthread_join(producing, NULL);
    pthread_join(consuming, NULL);
    return 0;
}

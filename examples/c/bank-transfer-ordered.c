// Both transfers take the lower account first. Expected: nothing.
#include <assert.h>
#include <pthread.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

struct transfer {
    struct account *from, *to;
};

static struct account accounts[2] = {{100, PTHREAD_MUTEX_INITIALIZER}, {100, PTHREAD_MUTEX_INITIALIZER}};

static void *move(void *argument) {
    struct transfer *transfer = argument;
    struct account *first = transfer->from < transfer->to ? transfer->from : transfer->to;
    struct account *second = first == transfer->from ? transfer->to : transfer->from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    transfer->from->balance -= 10;
    transfer->to->balance += 10;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return NULL;
}

int main(void) {
    struct transfer there = {&accounts[0], &accounts[1]}, back = {&accounts[1], &accounts[0]};
    pthread_t worker[2];
    pthread_create(&worker[0], NULL, move, &there);
    pthread_create(&worker[1], NULL, move, &back);
    for (int i = 0; i < 2; i++) pthread_join(worker[i], NULL);
    assert(accounts[0].balance + accounts[1].balance == 200);
    return 0;
}

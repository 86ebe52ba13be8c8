// A queue of nodes on the heap. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
    (void)unused;
    for (int i = 1; i <= 2; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = i;
        pthread_mutex_lock(&lock);
        made->next = head;
        head = made;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (!head) pthread_cond_wait(&filled, &lock);
        struct node *taken = head;
        head = taken->next;
        pthread_mutex_unlock(&lock);
        sum += taken->value;
        free(taken);
    }
    assert(sum == 3);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, produce, NULL);
    pthread_create(&second, NULL, consume, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

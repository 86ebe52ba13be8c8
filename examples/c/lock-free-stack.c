// A stack with compare-and-swap; nodes are freed only after all threads have ended. Expected: nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static atomic_int sum;

static void push(struct node *node) {
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &node->next, node)) {}
}

static struct node *pop(void) {
    struct node *first = atomic_load(&top);
    while (first && !atomic_compare_exchange_strong(&top, &first, first->next)) {}
    return first;
}

static void *worker(void *argument) {
    struct node *node = pop();
    if (node) atomic_fetch_add(&sum, node->value);
    return node;
}

int main(void) {
    pthread_t first, second;
    void *one, *two;
    for (int i = 1; i <= 2; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = i;
        push(made);
    }
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert(atomic_load(&sum) == 3);
    free(one);
    free(two);
    return 0;
}

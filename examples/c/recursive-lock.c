// A recursive mutex is taken again by its holder. Expected: nothing.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth;

static void visit(int left) {
    pthread_mutex_lock(&lock);
    depth++;
    if (left > 0) visit(left - 1);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    (void)unused;
    visit(1);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_t worker;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_create(&worker, NULL, work, NULL);
    visit(1);
    pthread_join(worker, NULL);
    assert(depth == 4);
    return 0;
}

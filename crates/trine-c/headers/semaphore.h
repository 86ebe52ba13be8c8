#pragma once
#include <sys/types.h>
#include <time.h>
typedef union {
    struct { unsigned int __value; } __trine;
    char __size[sizeof(long) == 8 ? 32 : 16];
    long __align;
} sem_t;
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *time);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);

// The sizes, and what a program can see of the insides, are those of the GNU library, so that a file that was
// preprocessed with its headers fits to the same models.
#pragma once
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union {
    struct { int __held; unsigned int __count; int __owner; unsigned int __users; int __kind; } __trine;
    char __size[sizeof(long) == 8 ? 40 : 24];
    long __align;
} pthread_mutex_t;
typedef union { char __size[4]; int __kind; } pthread_mutexattr_t;
typedef union {
    struct { int __clock; } __trine;
    char __size[48];
    long long __align;
} pthread_cond_t;
typedef union { char __size[4]; int __clock; } pthread_condattr_t;
typedef union {
    struct { int __readers; int __writer; } __trine;
    char __size[sizeof(long) == 8 ? 56 : 32];
    long __align;
} pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union {
    struct { unsigned int __needed; unsigned int __inside; unsigned int __round; } __trine;
    char __size[sizeof(long) == 8 ? 32 : 20];
    long __align;
} pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef union {
    struct { int __detached; } __trine;
    char __size[sizeof(long) == 8 ? 56 : 36];
    long __align;
} pthread_attr_t;

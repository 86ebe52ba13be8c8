// The process, time, and numbers that come from outside.
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

_Thread_local int __trine_errno;
static int handlers;
static void (*handler[8])(void);

int atexit(void (*function)(void)) {
    if (handlers == 8) __trine_unmodelled("more than eight functions for the end of the program");
    handler[handlers] = function;
    handlers = handlers + 1;
    return 0;
}
void exit(int status) {
    while (handlers > 0) {
        handlers = handlers - 1;
        handler[handlers]();
    }
    __trine_exit_program();
}
void _exit(int status) { __trine_exit_program(); }
void _Exit(int status) { __trine_exit_program(); }
void quick_exit(int status) { __trine_exit_program(); }
void abort(void) { __trine_exit_program(); }

int rand(void) { return __trine_any_natural(); }
void srand(unsigned int seed) {}
int rand_r(unsigned int *seed) { return __trine_any_natural(); }
long random(void) { return __trine_any_natural(); }
void srandom(unsigned int seed) {}
int getchar(void) { return __trine_any_int(); }

unsigned int sleep(unsigned int seconds) {
    __trine_sleep();
    return 0;
}
int usleep(useconds_t microseconds) {
    __trine_sleep();
    return 0;
}
int nanosleep(const struct timespec *time, struct timespec *left) {
    __trine_sleep();
    return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    __trine_sleep();
    return 0;
}
int sched_yield(void) {
    __trine_yield();
    return 0;
}
pid_t getpid(void) { return 1; }

time_t time(time_t *into) {
    time_t now = __trine_moment();
    if (into) *into = now;
    return now;
}
clock_t clock(void) { return __trine_moment(); }
int clock_gettime(clockid_t clock, struct timespec *into) {
    into->tv_sec = __trine_moment();
    into->tv_nsec = 0;
    return 0;
}
int timespec_get(struct timespec *into, int base) {
    into->tv_sec = __trine_moment();
    into->tv_nsec = 0;
    return base;
}
int gettimeofday(struct timeval *into, void *zone) {
    into->tv_sec = __trine_moment();
    into->tv_usec = 0;
    return 0;
}

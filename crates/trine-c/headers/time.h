#pragma once
#include <sys/types.h>
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff;
            const char *tm_zone; };
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define TIME_UTC 1
time_t time(time_t *into);
clock_t clock(void);
double difftime(time_t end, time_t start);
int clock_gettime(clockid_t clock, struct timespec *into);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left);
int nanosleep(const struct timespec *time, struct timespec *left);
int timespec_get(struct timespec *into, int base);
struct tm *localtime(const time_t *time);
struct tm *gmtime(const time_t *time);
struct tm *localtime_r(const time_t *time, struct tm *into);
time_t mktime(struct tm *from);
size_t strftime(char *to, size_t bytes, const char *format, const struct tm *time);
char *ctime(const time_t *time);
char *asctime(const struct tm *time);

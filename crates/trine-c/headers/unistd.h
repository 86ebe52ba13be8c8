#pragma once
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30
unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
void _exit(int status) __attribute__((noreturn));
pid_t getpid(void);
pid_t getppid(void);
pid_t fork(void);
uid_t getuid(void);
ssize_t read(int file, void *to, size_t bytes);
ssize_t write(int file, const void *from, size_t bytes);
int close(int file);
int pipe(int files[2]);
unsigned int alarm(unsigned int seconds);
int pause(void);
long sysconf(int name);
int getopt(int count, char *const values[], const char *options);
extern char *optarg;
extern int optind;
int isatty(int file);
int unlink(const char *name);

#pragma once
#include <sys/types.h>
#define SYS_gettid 186
long syscall(long number, ...);

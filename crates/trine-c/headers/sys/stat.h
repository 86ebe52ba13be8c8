#pragma once
#include <sys/types.h>
#define S_IRUSR 0400
#define S_IWUSR 0200
int mkdir(const char *name, mode_t mode);

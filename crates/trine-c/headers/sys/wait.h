#pragma once
#include <sys/types.h>
pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);

#pragma once
#include <string.h>
void bzero(void *to, size_t bytes);

#pragma once
#define alloca(bytes) __builtin_alloca(bytes)

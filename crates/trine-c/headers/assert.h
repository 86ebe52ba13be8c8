#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __trine_assert((condition) ? 1 : 0)
#endif
#undef static_assert
#define static_assert _Static_assert
void __trine_assert(int holds);
void __assert_fail(const char *text, const char *file, unsigned int line, const char *function);

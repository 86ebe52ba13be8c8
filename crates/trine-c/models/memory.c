// Plain accesses.
// Memory and strings. What they read and write is read and written by the caller: it can race.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void *malloc(size_t bytes) { return __trine_allocate(bytes); }
void *calloc(size_t count, size_t bytes) { return __trine_allocate_zeroed(count * bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) { return __trine_allocate(bytes); }
int posix_memalign(void **into, size_t alignment, size_t bytes) {
    *into = __trine_allocate(bytes);
    return 0;
}
void *realloc(void *old, size_t bytes) {
    if (!old) return __trine_allocate(bytes);
    __trine_unmodelled("memory that changes its size");
    return old;
}
void free(void *block) { __trine_free(block); }

void *memcpy(void *to, const void *from, size_t bytes) {
    if (bytes > 0) __trine_copy(to, from, bytes);
    return to;
}
void *memmove(void *to, const void *from, size_t bytes) {
    if (bytes > 0) __trine_copy(to, from, bytes);
    return to;
}
void *memset(void *to, int byte, size_t bytes) {
    if (bytes > 0) __trine_fill(to, byte, bytes);
    return to;
}
void bzero(void *to, size_t bytes) { memset(to, 0, bytes); }
int memcmp(const void *left, const void *right, size_t bytes) {
    const unsigned char *a = left, *b = right;
    for (size_t at = 0; at < bytes; at++)
        if (a[at] != b[at]) return a[at] < b[at] ? -1 : 1;
    return 0;
}
void *memchr(const void *in, int byte, size_t bytes) {
    const unsigned char *a = in;
    for (size_t at = 0; at < bytes; at++)
        if (a[at] == (unsigned char)byte) return (void *)(a + at);
    return NULL;
}
size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}
size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length]) length++;
    return length;
}
char *strcpy(char *to, const char *from) {
    size_t at = 0;
    while ((to[at] = from[at])) at++;
    return to;
}
char *strncpy(char *to, const char *from, size_t bytes) {
    size_t at = 0;
    for (; at < bytes && from[at]; at++) to[at] = from[at];
    for (; at < bytes; at++) to[at] = 0;
    return to;
}
char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}
char *strncat(char *to, const char *from, size_t bytes) {
    char *end = to + strlen(to);
    size_t at = 0;
    for (; at < bytes && from[at]; at++) end[at] = from[at];
    end[at] = 0;
    return to;
}
int strcmp(const char *left, const char *right) {
    size_t at = 0;
    while (left[at] && left[at] == right[at]) at++;
    unsigned char a = left[at], b = right[at];
    return a == b ? 0 : a < b ? -1 : 1;
}
int strncmp(const char *left, const char *right, size_t bytes) {
    for (size_t at = 0; at < bytes; at++) {
        unsigned char a = left[at], b = right[at];
        if (a != b) return a < b ? -1 : 1;
        if (!a) return 0;
    }
    return 0;
}
char *strchr(const char *text, int character) {
    for (;; text++) {
        if (*text == (char)character) return (char *)text;
        if (!*text) return NULL;
    }
}
char *strrchr(const char *text, int character) {
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)character) last = text;
        if (!*text) return (char *)last;
    }
}
char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0) return (char *)text;
        if (!*text) return NULL;
    }
}
char *strdup(const char *text) {
    char *made = malloc(strlen(text) + 1);
    return strcpy(made, text);
}
int atoi(const char *text) {
    int value = 0, negative = 0;
    while (isspace((unsigned char)*text)) text++;
    if (*text == '-' || *text == '+') negative = *text++ == '-';
    while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
    return negative ? -value : value;
}
long atol(const char *text) { return atoi(text); }
int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int isalpha(int c) { return islower(c) || isupper(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int tolower(int c) { return isupper(c) ? c + 32 : c; }
int toupper(int c) { return islower(c) ? c - 32 : c; }

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
    size_t before = __trine_block_size(old);
    void *made = __trine_allocate(bytes);
    if (!made) return NULL;
    if (before > bytes) before = bytes;
    if (before > 0) __trine_copy(made, old, before);
    __trine_free(old);
    return made;
}
void *reallocarray(void *old, size_t count, size_t bytes) { return realloc(old, count * bytes); }
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
char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *made = malloc(length + 1);
    memcpy(made, text, length);
    made[length] = 0;
    return made;
}
size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && strchr(set, text[length])) length++;
    return length;
}
size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !strchr(set, text[length])) length++;
    return length;
}
char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : NULL;
}
char *strtok_r(char *text, const char *set, char **state) {
    if (!text) text = *state;
    if (!text) return NULL;
    text += strspn(text, set);
    if (!*text) {
        *state = NULL;
        return NULL;
    }
    char *end = text + strcspn(text, set);
    if (*end) {
        *end = 0;
        *state = end + 1;
    } else {
        *state = NULL;
    }
    return text;
}
// One place for all threads: two that use it race.
static char *strtok_state;
char *strtok(char *text, const char *set) { return strtok_r(text, set, &strtok_state); }
int strcasecmp(const char *left, const char *right) {
    size_t at = 0;
    while (left[at] && tolower((unsigned char)left[at]) == tolower((unsigned char)right[at])) at++;
    return tolower((unsigned char)left[at]) - tolower((unsigned char)right[at]);
}
int strcoll(const char *left, const char *right) { return strcmp(left, right); }

static int digit(int c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 36;
}
// The number, whether there is a minus before it, and whether it is larger than the largest one.
static unsigned long long number(const char *text, char **end, int base, int *negative, int *large) {
    const char *at = text;
    unsigned long long value = 0;
    int any = 0;
    *negative = 0;
    *large = 0;
    while (isspace((unsigned char)*at)) at++;
    if (*at == '-' || *at == '+') *negative = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit(at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    for (; digit((unsigned char)*at) < base; at++) {
        unsigned long long next = value * base + digit((unsigned char)*at);
        if (value > (~0ull - digit((unsigned char)*at)) / base) *large = 1;
        value = next;
        any = 1;
    }
    if (end) *end = (char *)(any ? at : text);
    return value;
}
long long strtoll(const char *text, char **end, int base) {
    int negative, large;
    unsigned long long value = number(text, end, base, &negative, &large);
    unsigned long long most = 9223372036854775807ull;
    if (large || value > most + negative) {
        errno = ERANGE;
        return negative ? -9223372036854775807ll - 1 : 9223372036854775807ll;
    }
    return negative ? (long long)(0 - value) : (long long)value;
}
unsigned long long strtoull(const char *text, char **end, int base) {
    int negative, large;
    unsigned long long value = number(text, end, base, &negative, &large);
    if (large) {
        errno = ERANGE;
        return ~0ull;
    }
    return negative ? 0 - value : value;
}
long strtol(const char *text, char **end, int base) {
    long long value = strtoll(text, end, base);
    if (value != (long)value) {
        errno = ERANGE;
        return value < 0 ? -2147483647l - 1 : 2147483647l;
    }
    return value;
}
unsigned long strtoul(const char *text, char **end, int base) {
    unsigned long long value = strtoull(text, end, base);
    if (value != (unsigned long)value) {
        errno = ERANGE;
        return ~0ul;
    }
    return value;
}
int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtoll(text, NULL, 10); }
div_t div(int left, int right) {
    div_t result;
    result.quot = left / right;
    result.rem = left % right;
    return result;
}

// Which of several sorting methods is used is not said; equal elements keep their order here.
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    char *all = base;
    if (count < 2 || bytes == 0) return;
    char *one = malloc(bytes);
    for (size_t at = 1; at < count; at++) {
        size_t to = at;
        memcpy(one, all + at * bytes, bytes);
        while (to > 0 && compare(all + (to - 1) * bytes, one) > 0) {
            memcpy(all + to * bytes, all + (to - 1) * bytes, bytes);
            to--;
        }
        memcpy(all + to * bytes, one, bytes);
    }
    free(one);
}
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *)) {
    const char *all = base;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, all + middle * bytes);
        if (order == 0) return (void *)(all + middle * bytes);
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

// Text from outside: what it says is not known.
static void unknown_text(char *to, size_t bytes) {
    if (bytes == 0) return;
    if (bytes > 1) {
        char *unknown = __trine_allocate(bytes);
        __trine_copy(to, unknown, bytes - 1);
        __trine_free(unknown);
    }
    to[bytes - 1] = 0;
}
char *getenv(const char *name) {
    if (__trine_any_natural() % 2 == 0) return NULL;
    char *made = __trine_allocate(32);
    unknown_text(made, 32);
    return made;
}
struct __trine_file;
char *fgets(char *to, int bytes, struct __trine_file *file) {
    if (__trine_any_natural() % 2 == 0) return NULL;
    unknown_text(to, bytes);
    return to;
}
int getc(struct __trine_file *file) { return __trine_any_natural() % 257 - 1; }
int fgetc(struct __trine_file *file) { return __trine_any_natural() % 257 - 1; }
int snprintf(char *to, size_t bytes, const char *format, ...) {
    unknown_text(to, bytes);
    return __trine_any_natural();
}
int vsnprintf(char *to, size_t bytes, const char *format, __builtin_va_list list) {
    unknown_text(to, bytes);
    return __trine_any_natural();
}
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

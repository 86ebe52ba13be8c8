// Strings, numbers in text, sorting and memory that grows: every assertion holds, by gcc and by Trine.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[5] = {5, 2, 4, 1, 3}, key = 4, no = 9;
    qsort(v, 5, sizeof *v, up);
    for (int i = 0; i < 5; i++) assert(v[i] == i + 1);
    assert(bsearch(&key, v, 5, sizeof *v, up) == &v[3]);
    assert(!bsearch(&no, v, 5, sizeof *v, up));
    char *end;
    assert(strtol("  -42x", &end, 10) == -42 && *end == 'x');
    assert(strtol("0x1fg", &end, 0) == 31 && *end == 'g');
    assert(strtol("077", NULL, 0) == 63 && strtoul("ff", NULL, 16) == 255);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == 9223372036854775807L && errno == ERANGE);
    assert(strtoll("-9223372036854775808", NULL, 10) == -9223372036854775807LL - 1);
    assert(atoi("12") == 12 && atol("-7") == -7 && strtol("zz", &end, 10) == 0 && *end == 'z');
    char text[] = ",a,,bc,";
    assert(!strcmp(strtok(text, ","), "a") && !strcmp(strtok(NULL, ","), "bc") && !strtok(NULL, ","));
    assert(strspn("aab", "a") == 2 && strcspn("xyz", "z") == 2 && *strpbrk("hello", "l") == 'l');
    char *copy = strndup("hello", 3);
    assert(!strcmp(copy, "hel") && strcasecmp("AbC", "aBc") == 0);
    copy = realloc(copy, 10);
    strcat(copy, "met");
    assert(!strcmp(copy, "helmet"));
    copy = realloc(copy, 2);
    assert(copy[1] == 'e');
    free(copy);
    div_t parts = div(17, 5);
    assert(parts.quot == 3 && parts.rem == 2);
    return 0;
}

#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *left, const void *right, size_t bytes);
void *memchr(const void *in, int byte, size_t bytes);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t bytes);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t bytes);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t bytes);
int strcasecmp(const char *left, const char *right);
int strcoll(const char *left, const char *right);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *set);
size_t strcspn(const char *text, const char *set);
char *strpbrk(const char *text, const char *set);
char *strtok(char *text, const char *set);
char *strtok_r(char *text, const char *set, char **state);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
char *strerror(int number);
int strerror_r(int number, char *text, size_t bytes);

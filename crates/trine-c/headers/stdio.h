#pragma once
#include <stddef.h>
#include <stdarg.h>
typedef struct __trine_file FILE;
typedef long fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0
#define FILENAME_MAX 4096
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int dprintf(int file, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t bytes, const char *format, ...);
int vprintf(const char *format, va_list list);
int vfprintf(FILE *file, const char *format, va_list list);
int vsprintf(char *to, const char *format, va_list list);
int vsnprintf(char *to, size_t bytes, const char *format, va_list list);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int puts(const char *text);
int fputs(const char *text, FILE *file);
int putchar(int character);
int fputc(int character, FILE *file);
int putc(int character, FILE *file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *to, int bytes, FILE *file);
int fflush(FILE *file);
FILE *fopen(const char *name, const char *mode);
FILE *fdopen(int file, const char *mode);
int fclose(FILE *file);
size_t fread(void *to, size_t bytes, size_t count, FILE *file);
size_t fwrite(const void *from, size_t bytes, size_t count, FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void perror(const char *text);
int remove(const char *name);
int rename(const char *from, const char *to);
void setbuf(FILE *file, char *buffer);
int setvbuf(FILE *file, char *buffer, int mode, size_t bytes);
int ungetc(int character, FILE *file);

#pragma once
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define HUGE_VAL (__builtin_inf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
double sqrt(double x);
double fabs(double x);
double floor(double x);
double ceil(double x);
double round(double x);
double trunc(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double pow(double x, double y);
double fmod(double x, double y);
double hypot(double x, double y);
double cbrt(double x);
float sqrtf(float x);
float fabsf(float x);
float floorf(float x);
float powf(float x, float y);
double fmin(double x, double y);
double fmax(double x, double y);
double ldexp(double x, int e);
double frexp(double x, int *e);
double modf(double x, double *i);
long lround(double x);
#define isnan(x) ((x) != (x))
#define isinf(x) (!((x) != (x)) && (((x) - (x)) != ((x) - (x))))
#define isfinite(x) (((x) - (x)) == ((x) - (x)))

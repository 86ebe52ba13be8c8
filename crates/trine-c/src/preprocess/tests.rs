//! Macro expansion, conditions and includes, on texts with known results.

use trine_base::{Diagnostics, SourceMap};

use super::directive::spelled;
use super::{Settings, preprocess};

fn expand(text: &str) -> (String, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add("a.c", text);
    let mut diagnostics = Diagnostics::new();
    let read = |name: &str| (name == "b.h").then(|| "#include \"b.h\"\nint b;\n".to_string());
    let result = preprocess(file, &Settings::default(), &mut sources, &read, &mut diagnostics);
    (spelled(&result.tokens), diagnostics)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (spelled, diagnostics) = expand(text);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    assert_eq!(spelled.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn macros_expand_as_the_standard_says() {
    // The examples of C11 6.10.3.5.
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n\
                #define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
                f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
                g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
                p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
                char c[2][6] = { str(hello), str() };\n";
    check(
        text,
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); \
         f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); \
         int i[] = { 1, 23, 4, 5, }; char c[2][6] = { \"hello\", \"\" };",
    );
}

#[test]
fn variadic_macros_drop_the_comma() {
    check("#define e(f, ...) p(f, ##__VA_ARGS__)\ne(1) e(1, 2, 3)", "p(1) p(1, 2, 3)");
    check("#define e(a...) p(a)\ne() e(1, 2)", "p() p(1, 2)");
}

#[test]
fn conditions_are_evaluated() {
    check("#if defined(A) || (1 + 2 * 3 == 7 && -1 < 0u ? 0 : 1)\nyes\n#else\nno\n#endif", "yes");
    check("#if 0\nint don't\n#elif 'a' == 97\nyes\n#endif", "yes");
    check("#if __has_include(<pthread.h>) && !__has_include(<nothing.h>)\nyes\n#endif", "yes");
}

#[test]
fn bombs_and_loops_end_with_a_message() {
    let mut bomb = String::from("#define a0 1 1 1 1 1 1 1 1\n");
    for at in 1..12 {
        let before = format!("a{} ", at - 1).repeat(8);
        bomb.push_str(&format!("#define a{at} {before}\n"));
    }
    bomb.push_str("a11\n");
    assert!(expand(&bomb).1.has_errors());
    assert!(expand("#include \"b.h\"\n").1.has_errors());
    assert!(expand("#if 1\n").1.has_errors());
    assert!(expand("#define f(a) a\nf(1").1.has_errors());
}

#[test]
fn own_headers_stand_for_those_of_the_system() {
    let (text, diagnostics) = expand("#include <stddef.h>\nNULL");
    assert!(!diagnostics.has_errors());
    assert!(text.ends_with("((void *)0)"), "{text}");
}

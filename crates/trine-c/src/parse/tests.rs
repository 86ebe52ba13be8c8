//! What the parser reads, and how it goes on behind what it cannot read.

use trine_base::{Diagnostics, SourceMap, Span};

use super::parse;
use crate::preprocess::{Settings, preprocess};
use crate::syntax::TranslationUnit;

fn read(text: &str) -> (TranslationUnit, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add("a.c", text);
    let mut diagnostics = Diagnostics::new();
    let tokens =
        preprocess(file, &Settings::default(), &mut sources, &|_| None, &mut diagnostics).tokens;
    let end = Span::new(file, text.len(), text.len());
    let unit = trine_base::on_large_stack(256 << 20, || parse(&tokens, end, &mut diagnostics));
    (unit, diagnostics)
}

#[track_caller]
fn accepts(text: &str) {
    let (_, diagnostics) = read(text);
    assert!(diagnostics.items.is_empty(), "{diagnostics:?}");
}

#[test]
fn our_own_headers_are_c() {
    for (name, _) in include!(concat!(env!("OUT_DIR"), "/headers.rs")) as &[(&str, &str)] {
        accepts(&format!("#include <{name}>\n"));
    }
}

#[test]
fn extensions_of_real_programs_are_read() {
    accepts("typedef int T; T f(T), *g, h[3]; int main(void) { T T = 1; return T * 2; }");
    accepts("f(a, b) int a; char *b; { return a; } static x; main() { }");
    accepts("int f(void) { __auto_type a = 1; int $b = ({ int c = a; c + 1; }); return $b ?: 3; }");
    accepts("int f(int x) { switch (x) { case 1 ... 3: return 1; default: ; } l: goto l; }");
    accepts(
        "struct s { int a:3, :0, b; struct { int c; }; union { int d; } e[]; } __attribute__((packed));",
    );
    accepts("__thread int t; _Thread_local int u; extern int v __asm__(\"w\");");
    accepts("int (*signal(int n, void (*h)(int)))(int); int (*table[3])(void) = { [1] = 0 };");
    accepts(
        "int f(void) { void *p = &&l; goto *p; l: __asm__ volatile(\"\" ::: \"memory\"); return 0; }",
    );
    accepts(
        "int f(int x) { return _Generic(x, int: 1, default: 2) + sizeof (int){1} + __builtin_offsetof(struct { int a; }, a); }",
    );
    accepts("_Static_assert(1, \"yes\"); __extension__ typedef struct { long long a; } q;");
    accepts("void f(void) { for (int i = 0, *p = &i; i < 3; i++) if (i) continue; else break; }");
}

#[test]
fn an_error_has_a_place_and_the_rest_is_read() {
    let (unit, diagnostics) =
        read("int f(void) { int x = ; return 0; } int g; foo bar baz; int h;");
    assert_eq!(diagnostics.items.len(), 2, "{diagnostics:?}");
    assert_eq!(unit.items.len(), 3);
}

#[test]
fn deep_nesting_ends_with_a_message() {
    let deep = |open: &str, count: usize| format!("int x = {}1;", open.repeat(count));
    for text in ["(", "-", "!", "*", "sizeof ", "{", "(int)", "a[", "1+(", "({", "f("] {
        assert!(read(&deep(text, 20_000)).1.has_errors(), "{text}");
    }
    assert!(read(&format!("int {}x;", "(*".repeat(10_000))).1.has_errors());
    assert!(read(&"struct s {".repeat(10_000)).1.has_errors());
    assert!(read(&format!("void f(void) {{ {}", "if (1) ".repeat(10_000))).1.has_errors());
}

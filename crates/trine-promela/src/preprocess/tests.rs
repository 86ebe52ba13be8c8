use super::*;

fn run(text: &str) -> (String, Vec<String>) {
    run_with(text, &[], &mut |path| Err(format!("no {path} here")))
}

fn run_with(text: &str, defines: &[(&str, &str)], read: &mut Reader<'_>) -> (String, Vec<String>) {
    let mut sources = SourceMap::new();
    let main = sources.add("dir/main.pml", text);
    let mut names = Names::new();
    let mut diagnostics = Diagnostics::new();
    let defines: Vec<(String, String)> =
        defines.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let tokens = preprocess(main, &defines, &mut names, &mut sources, read, &mut diagnostics);
    let words: Vec<&str> = tokens.iter().map(|token| names.text(token.text)).collect();
    let problems = diagnostics.items.into_iter().map(|item| item.message).collect();
    (words.join(" ").trim_end().to_string(), problems)
}

fn check(text: &str, expected: &str) {
    let (found, problems) = run(text);
    assert_eq!(problems, Vec::<String>::new(), "{text}");
    assert_eq!(found, expected, "{text}");
}

#[test]
fn macros_expand_as_in_c() {
    check("#define N 3\nbyte a[N];", "byte a [ 3 ] ;");
    check("#define f(x) x+g\n#define g f\nf(1)(2)", "1 + f ( 2 )");
    check("#define f (x)\nf", "( x )");
    check("#define f(x) x\nf f(1) f", "f 1 f");
    check("#define a b\n#define b a\na b", "a b");
    check("#define s(x) #x\ns( a  \"q\" )", "\"a \\\"q\\\"\"");
    check("#define p(a,b) a##b\np(x,1) p(,y) p(z,)", "x1 y z");
    check("#define o x ## 2\no", "x2");
    check(
        "#define v(f,...) printf(f, ## __VA_ARGS__)\nv(\"a\") v(\"b\",1,2)",
        "printf ( \"a\" ) printf ( \"b\" , 1 , 2 )",
    );
    check("#define e()\n#define N 1\ne() N e()", "1");
    check("#define q(x) x!x\nq(a\n)", "a ! a");
}

#[test]
fn conditions_choose_text() {
    check("#if 1\na\n#else\nb\n#endif\nc", "a c");
    check("#ifdef X\na\n#elif 2*3==6 && !defined(Y)\nb\n#else\nd\n#endif", "b");
    check("#if 0\n don't # if\n#if 1\nx\n#else\ny\n#endif\n#endif\nz", "z");
    check("#define X\n#ifndef X\na\n#endif\n#undef X\n#ifndef X\nb\n#endif", "b");
    check("#if (1 ? 0x10 : 2) == 16 && 'a' == 97\nyes\n#endif", "yes");
}

#[test]
fn definitions_come_from_the_command_line() {
    let mut read = |path: &str| Err(format!("no {path}"));
    let (text, problems) = run_with("N f(2)", &[("N", "7"), ("f(x)", "x+x")], &mut read);
    assert_eq!((text.as_str(), problems.len()), ("7 2 + 2", 0));
}

#[test]
fn included_files_are_relative_to_the_including_one() {
    let mut asked = Vec::new();
    let mut read = |path: &str| {
        asked.push(path.to_string());
        match path {
            "dir/sub/a.h" => Ok("#include \"b.h\"\nA".to_string()),
            _ => Ok("B".to_string()),
        }
    };
    let (text, problems) = run_with("#include \"sub/a.h\"\nC", &[], &mut read);
    assert_eq!((text.as_str(), problems.len()), ("B A C", 0));
    assert_eq!(asked, ["dir/sub/a.h", "dir/sub/b.h"]);
}

#[test]
fn endless_things_end() {
    let mut bomb = String::from("#define a0 x x\n");
    for level in 1..40 {
        bomb += &format!("#define a{level} a{} a{}\n", level - 1, level - 1);
    }
    let (_, problems) = run(&(bomb + "a39"));
    assert_eq!(problems.len(), 1, "{problems:?}");
    let mut read = |_: &str| Ok("#include \"main.pml\"\n".to_string());
    let (_, problems) = run_with("#include \"main.pml\"", &[], &mut read);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let nested = format!("#define f(x) x\n{}1{}", "f(".repeat(5000), ")".repeat(5000));
    let (_, problems) = run(&nested);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let mut chain = String::new();
    for level in 1..20_000 {
        chain += &format!("#define c{level} c{}\n", level - 1);
    }
    assert_eq!(run(&(chain + "c19999")).0, "c0");
}

#[test]
fn faults_are_reported_not_fatal() {
    for (text, expected) in [
        ("#if\n#endif", "this condition is not finished"),
        ("#endif", "#endif without #if"),
        ("#if 1", "this condition has no #endif"),
        ("#define f(x) x\nf(1", "the call of macro `f` has no `)`"),
        ("#define f(x) x\nf(1,2)", "macro `f` takes 1 arguments, not 2"),
        ("#incude \"a\"", "unknown directive #incude"),
        ("#include \"a\"", "cannot include dir/a: no dir/a here"),
        ("#error no luck", "#error no luck"),
    ] {
        let (_, problems) = run(text);
        assert_eq!(problems, [expected.to_string()], "{text}");
    }
}

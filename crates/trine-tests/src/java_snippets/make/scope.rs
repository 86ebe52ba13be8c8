//! Which declaration a name means: fields, locals and methods of nested, inherited and enclosing classes.

use super::Maker;

const ACCESS: [&str; 4] = ["", "protected ", "public ", "private "];

/// An outer class, a superclass and a class inside that is local, inner or anonymous, with the same names everywhere.
pub fn make(maker: &mut Maker) {
    let (outer, parent, grand) = (maker.name("Outer"), maker.name("Parent"), maker.name("Grand"));
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    let mut fields = |maker: &mut Maker| {
        let mut text = String::new();
        for name in ["p", "q", "r"] {
            if maker.rng.chance(55) {
                let access = maker.pick(&ACCESS);
                let stat = if maker.rng.chance(30) { "static " } else { "" };
                text.push_str(&format!("{access}{stat}int {name} = {};\n", next()));
            }
        }
        text
    };
    let (of_grand, of_parent) = (fields(maker), fields(maker));
    let mut methods = |maker: &mut Maker, all: bool| {
        let mut text = String::new();
        for name in ["f", "g"] {
            if all || maker.rng.chance(50) {
                let (plain, wide) = (next(), next());
                text.push_str(&format!("public int {name}(int n) {{ return {plain} + n; }}\n"));
                if maker.rng.chance(30) {
                    text.push_str(&format!("public int {name}(long n) {{ return {wide}; }}\n"));
                }
            }
        }
        text
    };
    // A method that overrides may not be less visible, so a chain of classes is either all public or has them once.
    let (grand_methods, parent_methods, outer_methods) = match maker.rng.below(3) {
        0 => (methods(maker, true), methods(maker, true), methods(maker, true)),
        1 => (methods(maker, false), String::new(), methods(maker, false)),
        _ => (String::new(), methods(maker, false), methods(maker, false)),
    };
    let local = maker.rng.chance(60);
    let uses = uses(maker);
    let body = format!("int own = 90;\nint look() {{\nint sum = own;\n{uses}return sum;\n}}\n");
    let around = format!(
        "{}{}",
        if local { "final int q = 70;\n" } else { "" },
        if maker.rng.chance(40) { "final int r = 80;\n" } else { "" },
    );
    let inside = match maker.rng.below(3) {
        0 => format!(
            "{around}class Inner extends {parent} {{\n{body}}}\nreturn new Inner().look();\n"
        ),
        1 => format!("{around}return new {parent}() {{\n{body}}}.look();\n"),
        _ => format!(
            "{around}IntSupplier s = () -> {{\nint sum = 0;\n{uses}return sum;\n}};\nreturn s.getAsInt();\n"
        ),
    };
    let shared = "static int p() { return 60; }\n";
    let member = format!(
        "static class {grand} {{\n{of_grand}{grand_methods}}}\nstatic class {parent} extends {grand} {{\n{of_parent}{parent_methods}}}\n\
         static class {outer} {{\nint p = 50;\nint q = 51;\nint r = 52;\n{}{shared}int run() {{\n{inside}}}\n}}",
        if outer_methods.contains("int f(int") && outer_methods.contains("int g(int") {
            outer_methods.clone()
        } else {
            "int f(int n) { return 53 + n; }\nint g(int n) { return 54; }\n".to_string()
        },
    );
    maker.member("scope", &member);
    maker.body("scope", &format!("check(new {outer}().run());"));
}

/// Statements that add up what names mean.
fn uses(maker: &mut Maker) -> String {
    let mut text = String::new();
    for _ in 0..maker.rng.between(1, 4) {
        text.push_str(maker.pick(&[
            "sum = sum * 3 + p;\n",
            "sum = sum * 3 + q;\n",
            "sum = sum * 3 + r;\n",
            "sum = sum * 3 + f(1);\n",
            "sum = sum * 3 + g(2);\n",
            "sum = sum * 3 + f((short) 3);\n",
            "{ int p = 33; sum += p; }\n",
            "for (int r = 0; r < 2; r++) sum += r;\n",
        ]));
    }
    text
}

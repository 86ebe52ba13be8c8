//! The order of evaluation: operands that say when they are evaluated, and errors between them.

use super::Maker;

/// Statements whose operands leave a trace.
pub fn make(maker: &mut Maker) {
    let mut text = String::from(
        "int x = 1;\nint[] a = {1, 2, 3};\nint[][] m = {{1, 2}, {3, 4}, null};\nInteger box = 5;\nlong y = 7;\nString s = \"s\";\n",
    );
    for _ in 0..maker.rng.between(2, 5) {
        let statement = statement(maker);
        text.push_str(&format!(
            "try {{\n{statement}\n}} catch (RuntimeException e) {{ check(e.getClass().getName()); }}\ncheck(taken());\n"
        ));
        if maker.rng.chance(40) {
            text.push_str(maker.pick(&[
                "check(x);\n",
                "check(a[0]);\n",
                "check(a[1] + a[2]);\n",
                "check(m[0][1]);\n",
                "check(y);\n",
                "check(box);\n",
                "check(s);\n",
            ]));
        }
    }
    maker.body("order", &text);
}

fn statement(maker: &mut Maker) -> String {
    let (one, two, three) = (operand(maker, 2), operand(maker, 2), operand(maker, 1));
    let index =
        maker.pick(&["at(0)", "at(1)", "at(2)", "at(3)", "x", "x++", "--x", "at(x)", "at(-1)"]);
    let operator = maker.pick(&["+=", "-=", "*=", "/=", "%=", "<<=", "^=", "|="]);
    let row = maker.pick(&["m", "m", "rows(m)"]).replace("rows(m)", "told(\"m\", m)");
    let form = maker.pick(&[
        "check($1 + $2);",
        "x = $1; check(x);",
        "x += $1; check(x);",
        "check(x = x++ + $1);",
        "check(a[$i] = $1);",
        "check(a[$i] $o $1);",
        "a[$i] = a[x = 1] = $1;",
        "check(a[$i]++);",
        "check(--a[$i]);",
        "$m[$i][at(0)] = $1;",
        "$m[at(0)][$i] $o $1;",
        "check($m[at(2)][$1]);",
        "told(\"n\", (int[]) null)[$1] = $2;",
        "told(\"n\", a)[$i] = $1;",
        "box = $1; check(box);",
        "box += $1; check(box);",
        "check(box++ + $1);",
        "y $o $1; check(y);",
        "s += $1; check(s);",
        "s += s + $1 + 'c' + $2; check(s);",
        "check(\"\" + $1 + $2);",
        "check($1 < $2 && $3 < $1 || $2 == 0);",
        "check($1 < $2 & yes(\"z\") | no(\"w\"));",
        "check(yes(\"p\") ? $1 : $2);",
        "check(no(\"p\") || yes(\"q\") ? $1 : $2);",
        "check(Math.max($1, $2));",
        "check(List.of($1, $2, $3).get(1));",
        "check(new int[] {$1, $2, $3}[$i]);",
        "check(new int[$1 & 3][$2 & 1].length);",
        "x = (x = 3) * $1; check(x);",
        "x = $1 - (x += 2) * x; check(x);",
        "check(s.substring(0, 1).concat(told(\"t\", \"u\")).length() + $1);",
        "switch ($1 & 1) { case 0: at(8); case 1: at(9); break; default: at(7); }",
        "for (int i = at(0); i < at(2); i += at(1)) log += \"-\";",
        "throw told(\"r\", new IllegalStateException(\"q\" + $1));",
        "synchronized (told(\"l\", a)) { at(5); }",
        "assert yes(\"v\") : $1;",
    ]);
    let form = form.replace("$m", &row).replace("$i", index).replace("$o", operator);
    form.replace("$1", &one).replace("$2", &two).replace("$3", &three)
}

fn operand(maker: &mut Maker, depth: usize) -> String {
    if depth > 0 && maker.rng.chance(40) {
        let (one, two) = (operand(maker, depth - 1), operand(maker, depth - 1));
        let operator = maker.pick(&["+", "-", "*", "/", "%", "<<", "&"]);
        return format!("({one} {operator} {two})");
    }
    maker
        .pick(&[
            "at(0)",
            "at(1)",
            "at(2)",
            "at(4)",
            "x",
            "x++",
            "++x",
            "x--",
            "(x = 6)",
            "(x += 2)",
            "a[at(1)]",
            "a[at(3)]",
            "a[0]++",
            "told(\"i\", 3)",
            "told(\"b\", box)",
            "(int) y",
            "(yes(\"y\") ? at(5) : 0)",
            "m[at(1)][at(0)]",
            "a.length",
            "s.length()",
            "told(\"0\", (Integer) null)",
            "(a[0] = 7)",
        ])
        .to_string()
}

//! Boxes: identity, caches, equality, null, and what conditional expressions make of them.

use super::Maker;

const BOXES: [(&str, &[&str]); 8] = [
    ("Integer", &["0", "127", "128", "-128", "-129", "1000"]),
    ("Long", &["0L", "127L", "128L", "-128L", "1000L"]),
    ("Short", &["(short) 5", "(short) 127", "(short) 128"]),
    ("Byte", &["(byte) 5", "(byte) -1"]),
    ("Character", &["'a'", "'\\u007f'", "'\\u0080'"]),
    ("Boolean", &["true", "false"]),
    ("Double", &["0.0", "-0.0", "1.5", "0.0 / 0.0"]),
    ("Float", &["0.0f", "1.5f"]),
];

/// Adds one to three pieces about boxes.
pub fn make(maker: &mut Maker) {
    for _ in 0..maker.rng.between(1, 3) {
        match maker.rng.below(5) {
            0..=2 => pair(maker),
            3 => conditional(maker),
            _ => loose(maker),
        }
    }
}

/// Two boxes of one class.
fn pair(maker: &mut Maker) {
    let (class, values) = maker.pick(&BOXES);
    let (one, other) = (maker.pick(values), maker.pick(values));
    let (a, b) = (maker.name("a"), maker.name("b"));
    let mut text = format!("{class} {a} = {one};\n{class} {b} = {other};\n");
    let looks = [
        format!("check({a}.equals({b}));"),
        format!("check({a}.equals((Object) {one}));"),
        format!("check({a} == {other});"),
        format!("check({a} == {b});"),
        format!("check(Objects.equals({a}, {b}));"),
        format!("check({a}.hashCode() == {b}.hashCode());"),
        format!("check({a}.compareTo({b}) < 0);"),
        format!("check(List.of({a}).contains({b}));"),
        format!("check(new HashSet<Object>(Arrays.asList({a}, {b})).size());"),
    ];
    for _ in 0..maker.rng.between(2, 5) {
        text.push_str(maker.rng.pick(&looks).as_str());
        text.push('\n');
    }
    maker.body("boxing: pairs", &text);
}

/// Conditional expressions over operands of any type.
fn conditional(maker: &mut Maker) {
    const OPERANDS: [&str; 22] = [
        "1",
        "98",
        "70000",
        "'b'",
        "(byte) 3",
        "(short) 300",
        "2L",
        "1.5f",
        "2.5",
        "true",
        "\"t\"",
        "null",
        "i",
        "l",
        "c",
        "s",
        "by",
        "d",
        "bo",
        "o",
        "Integer.valueOf(1000)",
        "x",
    ];
    let mut text = String::from(
        "Integer i = 5; Long l = 6L; Character c = 'c'; Short s = 7; Byte by = 8; Double d = 9.5; Boolean bo = true; Object o = \"o\"; int x = 11;\n",
    );
    for _ in 0..maker.rng.between(1, 3) {
        let (one, other) = (maker.pick(&OPERANDS), maker.pick(&OPERANDS));
        let condition = maker.pick(&["yes(\"\")", "no(\"\")"]);
        let name = maker.name("r");
        text.push_str(&format!("Object {name} = {condition} ? {one} : {other};\n"));
        text.push_str(&format!(
            "check({name} == null ? \"null\" : {name}.getClass().getName());\n"
        ));
        if maker.rng.chance(60) {
            text.push_str(&format!("check({name});\n"));
        }
    }
    maker.body("boxing: conditional", &text);
}

/// Boxes in arithmetic, in calls and as null.
fn loose(maker: &mut Maker) {
    let a = maker.name("a");
    let text = maker.pick(&[
        "Integer $a = null;\ntry { int x = $a; check(x); } catch (NullPointerException e) { check(\"null\"); }",
        "Character $a = 'x';\ncheck($a + 1);\ncheck((char) ($a + 1));\nchar c = $a;\nc++;\ncheck(c);\n$a++;\ncheck($a == 'y');",
        "long $a = 0;\nInteger i = $n;\n$a += i;\ncheck($a);\ndouble d = i;\ncheck(d);",
        "Object $a = $n;\ncheck($a.equals(1000));\ncheck($a instanceof Integer n && n > 5);\ncheck((int) $a);",
        "Object $a = $c;\ncheck((char) (Character) $a);\ntry { check((int) (Integer) $a); } catch (ClassCastException e) { check(\"cast\"); }",
        "Boolean $a = $b;\nif ($a) check(1); else check(2);\ncheck(!$a);\ncheck($a & true);\ncheck($a == Boolean.TRUE);",
        "Integer $a = new ArrayList<>(List.of(1000)).get(0);\ncheck($a == 1000);\ncheck($a.equals(1000));\ncheck($a <= 1000 && $a >= 1000);",
        "int[] $a = {1, 2};\nInteger i = 1;\n$a[i] += i;\ncheck($a[1]);\ncheck($a[i--]);\ncheck(i);",
        "Number $a = $b ? Integer.valueOf(3) : Double.valueOf(4);\ncheck($a.intValue());\ncheck($a.getClass().getName());",
    ]);
    let text = maker.fill(&text.replace("$a", &a));
    maker.body("boxing: loose", &text);
}

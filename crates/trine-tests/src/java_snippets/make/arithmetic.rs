//! Whole numbers, characters and floating point: operators, casts, compound assignments, conditional expressions.

use super::Maker;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

use Kind::{Byte, Char, Double, Float, Int, Long, Short};

const KINDS: [Kind; 7] = [Byte, Short, Char, Int, Long, Float, Double];

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Byte => "byte",
            Short => "short",
            Char => "char",
            Int => "int",
            Long => "long",
            Float => "float",
            Double => "double",
        }
    }

    fn is_whole(self) -> bool {
        !matches!(self, Float | Double)
    }
}

/// Variables of every kind, and expressions over them.
pub fn make(maker: &mut Maker) {
    let mut text = String::new();
    let mut vars = Vec::new();
    for kind in KINDS {
        let name = maker.name("n");
        let value = literal(maker, kind);
        text.push_str(&format!("{} {name} = {value};\n", kind.name()));
        vars.push((kind, name));
    }
    for _ in 0..maker.rng.between(3, 7) {
        let statement = match maker.rng.below(6) {
            0 | 1 => compound(maker, &vars),
            2 => {
                let (_, name) = &vars[maker.rng.below(vars.len())];
                let form = maker.pick(&["$v++", "$v--", "++$v", "--$v"]);
                format!("check({});", form.replace("$v", name))
            }
            3 => {
                let condition = condition(maker, &vars);
                let (_, one) = expression(maker, &vars, 1);
                let (_, other) = expression(maker, &vars, 1);
                format!("check({condition} ? {one} : {other});")
            }
            4 => format!("check({});", condition(maker, &vars)),
            _ => {
                let (_, expression) = expression(maker, &vars, 3);
                format!("check({expression});")
            }
        };
        text.push_str(&format!(
            "try {{ {statement} }} catch (ArithmeticException e) {{ check(\"by zero\"); }}\n"
        ));
    }
    for (_, name) in &vars {
        if maker.rng.chance(50) {
            text.push_str(&format!("check({name});\n"));
        }
    }
    maker.body("arithmetic", &text);
}

fn literal(maker: &mut Maker, kind: Kind) -> String {
    match kind {
        Byte | Short => format!("({}) {}", kind.name(), maker.int()),
        Char => maker.fill("$c"),
        Int => maker.int().to_string(),
        Long => format!("{}L", maker.long()),
        Float => format!("(float) {}", maker.double()),
        Double => maker.double().to_string(),
    }
}

fn promoted(one: Kind, other: Kind) -> Kind {
    for wide in [Double, Float, Long] {
        if one == wide || other == wide {
            return wide;
        }
    }
    Int
}

/// An expression and its kind.
fn expression(maker: &mut Maker, vars: &[(Kind, String)], depth: usize) -> (Kind, String) {
    if depth == 0 || maker.rng.chance(15) {
        if maker.rng.chance(70) {
            let (kind, name) = &vars[maker.rng.below(vars.len())];
            return (*kind, name.clone());
        }
        let kind = maker.pick(&[Int, Int, Long, Char, Double]);
        let text = literal(maker, kind);
        return (kind, if text.starts_with('-') { format!("({text})") } else { text });
    }
    match maker.rng.below(8) {
        0 => {
            let kind = maker.pick(&KINDS);
            let (_, inner) = expression(maker, vars, depth - 1);
            (kind, format!("(({}) {inner})", kind.name()))
        }
        1 => {
            let (kind, inner) = expression(maker, vars, depth - 1);
            (promoted(kind, Int), format!("(- {inner})"))
        }
        2 => {
            let (kind, inner) = whole(maker, vars, depth - 1);
            (promoted(kind, Int), format!("(~{inner})"))
        }
        3 => {
            let (kind, left) = whole(maker, vars, depth - 1);
            let (_, right) = whole(maker, vars, depth - 1);
            let operator = maker.pick(&["<<", ">>", ">>>"]);
            (promoted(kind, Int), format!("({left} {operator} {right})"))
        }
        4 => {
            let (one, left) = whole(maker, vars, depth - 1);
            let (other, right) = whole(maker, vars, depth - 1);
            let operator = maker.pick(&["&", "|", "^"]);
            (promoted(one, other), format!("({left} {operator} {right})"))
        }
        _ => {
            let (one, left) = expression(maker, vars, depth - 1);
            let (other, right) = expression(maker, vars, depth - 1);
            let operator = maker.pick(&["+", "-", "*", "/", "%"]);
            (promoted(one, other), format!("({left} {operator} {right})"))
        }
    }
}

fn whole(maker: &mut Maker, vars: &[(Kind, String)], depth: usize) -> (Kind, String) {
    let (kind, text) = expression(maker, vars, depth);
    if kind.is_whole() {
        return (kind, text);
    }
    let kind = maker.pick(&[Int, Long]);
    (kind, format!("(({}) {text})", kind.name()))
}

fn condition(maker: &mut Maker, vars: &[(Kind, String)]) -> String {
    let (_, left) = expression(maker, vars, 1);
    let (_, right) = expression(maker, vars, 1);
    let compared = maker.pick(&["<", "<=", ">", ">=", "==", "!="]);
    let text = format!("({left} {compared} {right})");
    match maker.rng.below(5) {
        0 => format!("!{text}"),
        1 => {
            let other = condition(maker, vars);
            let operator = maker.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
            format!("({text} {operator} {other})")
        }
        _ => text,
    }
}

fn compound(maker: &mut Maker, vars: &[(Kind, String)]) -> String {
    let (kind, name) = vars[maker.rng.below(vars.len())].clone();
    let (operator, right) = if kind.is_whole() && maker.rng.chance(40) {
        let (_, right) = whole(maker, vars, 1);
        (maker.pick(&["&=", "|=", "^=", "<<=", ">>=", ">>>="]), right)
    } else {
        let (_, right) = expression(maker, vars, 1);
        (maker.pick(&["+=", "-=", "*=", "/=", "%="]), right)
    };
    format!("check({name} {operator} {right});")
}

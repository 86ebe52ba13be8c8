//! Jumps: loops with labels, `try` with handlers and `finally`, and every way out of them.

use super::Maker;

/// A method of nested loops and `try` statements, called with several numbers.
pub fn make(maker: &mut Maker) {
    let name = maker.name("jump");
    let mut writer = Writer { labels: Vec::new(), loops: 0, left: 14, steps: 0 };
    let body = writer.block(maker, 0);
    let member = format!(
        "static int {name}(int n) {{\nint k = 0;\n{body}\nif (n >= 0) {{ log += \"e\"; return -1; }}\nreturn -2;\n}}"
    );
    // What comes after an endless loop or a certain jump cannot be reached, and javac objects: jumps are conditional.
    maker.member("jumps", &member);
    let mut text = String::new();
    for n in 0..maker.rng.between(2, 4) {
        text.push_str(&format!(
            "try {{ check({name}({n})); }} catch (RuntimeException e) {{ check(e instanceof IllegalStateException ? e.getMessage() : \"a\"); }}\ncheck(taken());\n"
        ));
    }
    maker.body("jumps", &text);
}

struct Writer {
    labels: Vec<String>,
    /// How many loops we are in.
    loops: usize,
    left: usize,
    steps: usize,
}

impl Writer {
    fn block(&mut self, maker: &mut Maker, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..maker.rng.between(1, 3) {
            if self.left > 0 {
                self.left -= 1;
                let statement = self.statement(maker, depth);
                text.push_str(&statement);
            }
        }
        text
    }

    fn step(&mut self) -> String {
        self.steps += 1;
        format!("log += \"{}\";\n", char::from(b'a' + (self.steps % 26) as u8))
    }

    fn statement(&mut self, maker: &mut Maker, depth: usize) -> String {
        let step = self.step();
        if depth >= 4 {
            return format!("{step}{}", self.jump(maker));
        }
        match maker.rng.below(7) {
            0 | 1 => {
                let label = format!("l{}", self.steps);
                self.labels.push(label.clone());
                self.loops += 1;
                let body = self.block(maker, depth + 1);
                self.loops -= 1;
                self.labels.pop();
                let i = format!("i{}", self.steps);
                let head = maker.pick(&[
                    "for (int $i = 0; $i < 3; $i++) {\n",
                    "for (int $i : new int[] {0, 1}) {\n",
                    "int $i = 0;\n$l: while ($i++ < 3) {\n",
                    "int $i = 0;\n$l: do {\n$i++;\n",
                ]);
                let end = if head.contains("do {") {
                    format!("}} while ({i} < 3);\n")
                } else {
                    "}\n".to_string()
                };
                let head = head.replace("$i", &i);
                let head = match head.contains("$l") {
                    true => head.replace("$l", &label),
                    false => format!("{label}: {head}"),
                };
                format!(
                    "{head}k++;\nif (k > 40) throw new IllegalStateException(\"much\");\n{body}{step}{end}"
                )
            }
            2..=4 => {
                let body = self.block(maker, depth + 1);
                let handler = match maker.rng.below(3) {
                    0 => String::new(),
                    1 => {
                        let name = format!("e{}", self.steps);
                        let inner = self.block(maker, depth + 1);
                        format!(
                            " catch (IllegalStateException {name}) {{\nlog += {name}.getMessage();\n{inner}}}"
                        )
                    }
                    _ => {
                        let name = format!("e{}", self.steps);
                        let inner = self.block(maker, depth + 1);
                        format!(
                            " catch (IllegalStateException | ArithmeticException {name}) {{\nlog += \"h\";\n{inner}}}"
                        )
                    }
                };
                let last = match handler.is_empty() || maker.rng.chance(70) {
                    true if maker.rng.chance(40) => {
                        let inner = self.block(maker, depth + 1);
                        format!(" finally {{\n{}{inner}}}", self.step())
                    }
                    true => format!(" finally {{\n{}}}", self.step()),
                    false => String::new(),
                };
                format!("try {{\n{body}}}{handler}{last}\n")
            }
            5 => {
                let label = format!("b{}", self.steps);
                let body = self.block(maker, depth + 1);
                format!(
                    "{label}: {{\n{body}if (n == {}) break {label};\n{step}}}\n",
                    maker.rng.below(3)
                )
            }
            _ => format!("{step}{}", self.jump(maker)),
        }
    }

    /// A jump that happens for some numbers.
    fn jump(&mut self, maker: &mut Maker) -> String {
        let condition = match maker.rng.below(4) {
            0 => format!("n == {}", maker.rng.below(3)),
            1 => "n > 0".to_string(),
            2 => format!("k % 2 == {}", maker.rng.below(2)),
            _ => "n < 9".to_string(),
        };
        let jump = match maker.rng.below(8) {
            0 if self.loops > 0 => "break;".to_string(),
            1 if self.loops > 0 => "continue;".to_string(),
            2 if self.loops > 0 => {
                let label = &self.labels[maker.rng.below(self.labels.len())];
                format!("{} {label};", maker.pick(&["break", "continue"]))
            }
            3 | 4 => "return at(k);".to_string(),
            5 => "throw new IllegalStateException(\"s\" + k);".to_string(),
            6 => "k = n / (n - n);".to_string(),
            _ => "throw new ArithmeticException(\"x\");".to_string(),
        };
        format!("if ({condition}) {jump}\n")
    }
}

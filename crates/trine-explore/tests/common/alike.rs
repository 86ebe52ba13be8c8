//! Makes random systems of processes that are alike: one piece of code, several times, in a ring or
//! sharing everything, with a process that starts and joins them one by one; and some of which one process
//! is a little different.

use std::fmt::Write;

use trine_base::{Diagnostics, FileId};
use trine_system::System;

/// A random system, and whether one of its processes was altered.
pub fn alike(seed: u64) -> (System, bool) {
    let mut maker = Maker {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        serves: false,
        text: String::new(),
    };
    let tampered = maker.make();
    let text = maker.text;
    let mut diagnostics = Diagnostics::new();
    let system = trine_system::text::parse(&text, FileId(0), &mut diagnostics);
    match system.filter(|system| trine_system::validate(system).is_ok()) {
        Some(system) => (system, tampered),
        None => panic!("seed {seed}: {:?}\n{text}", diagnostics.items),
    }
}

struct Maker {
    state: u64,
    serves: bool,
    text: String,
}

/// How the members of a ring are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Each process has a template of its own, with what it uses filled in.
    Apart,
    /// One template, and arrays that its parameter indexes.
    Together,
}

/// A statement, from one location to the next.
type Statement = Vec<(String, &'static str)>;

impl Maker {
    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % bound
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }

    fn make(&mut self) -> bool {
        let count = if self.chance(30) { 2 } else { 3 };
        let style = if self.chance(50) { Style::Apart } else { Style::Together };
        let has_main = self.chance(70);
        let threads = has_main && self.chance(80);
        let rules = if threads || self.chance(50) { "no reap, threads" } else { "no reap" };
        writeln!(self.text, "system \"alike\"\nrules {rules}\nkind box[2](byte)").unwrap();
        let volatile = if self.chance(50) { " volatile" } else { "" };
        writeln!(self.text, "global c: byte{volatile}").unwrap();
        writeln!(self.text, "global q: channel = new box\nmonitor m\nentry n(byte)").unwrap();
        match style {
            Style::Together => {
                writeln!(
                    self.text,
                    "global a[{count}]: byte\nglobal r[{count}]: channel = new box"
                )
                .unwrap();
                writeln!(self.text, "monitor f[{count}]\nentry k[{count}]() -> (byte)").unwrap();
            }
            Style::Apart => {
                for at in 0..count {
                    writeln!(self.text, "global a{at}: byte\nglobal r{at}: channel = new box")
                        .unwrap();
                    writeln!(self.text, "monitor f{at}\nentry k{at}() -> (byte)").unwrap();
                }
            }
        }
        let ring = self.chance(60);
        self.serves = self.chance(30);
        let length = 2 + self.below(3);
        let body: Vec<Statement> = (0..length).map(|_| self.statement(ring, 0)).collect();
        let loops = self.chance(30);
        let mut tampered = false;
        if has_main {
            self.main(count, threads, style);
        }
        let mut processes = String::new();
        match style {
            Style::Together => {
                self.template("task", "i: byte", &body, threads, loops);
                for at in 0..count {
                    writeln!(processes, "process p{at}: task({at})").unwrap();
                }
            }
            Style::Apart => {
                let odd = self.below(count);
                let tampers = self.chance(35);
                for at in 0..count {
                    let mut own = body.clone();
                    if tampers && at == odd {
                        let place = self.below(own.len() as u64) as usize;
                        own[place] = self.statement(ring, 0);
                        tampered = own != body;
                    }
                    let named: Vec<Statement> = own
                        .iter()
                        .map(|statement| {
                            let fill = |text: &String| fill(text, at, count);
                            statement.iter().map(|(text, hold)| (fill(text), *hold)).collect()
                        })
                        .collect();
                    self.template(&format!("task{at}"), "", &named, threads, loops);
                    writeln!(processes, "process p{at}: task{at}()").unwrap();
                }
            }
        }
        if has_main {
            writeln!(self.text, "process main: main()").unwrap();
        }
        self.text.push_str(&processes);
        if self.serves {
            self.servers(count, style);
        }
        self.text = self.text.replace("{N}", &count.to_string());
        tampered
    }

    /// Some steps in a row. `[i]` is the own one of a ring, `[j]` the next one.
    fn statement(&mut self, ring: bool, depth: u32) -> Statement {
        let other = if ring { "[j]" } else { "[i]" };
        let plain = |text: &str| vec![(text.replace("[o]", other), "")];
        if self.serves && self.chance(35) {
            let (call, back) = match self.chance(50) {
                true => ("call n(x)".to_string(), "return n()".to_string()),
                false => (format!("call k{other}()"), format!("return k{other}(x)")),
            };
            return vec![(call, ""), (back, "")];
        }
        match self.below(if depth > 1 { 8 } else { 14 }) {
            0 => plain("do c := (c + 1) % 3"),
            1 => plain("do a[i] := (a[i] + 1) % 2"),
            2 => plain("do x := a[o]"),
            3 => plain("do a[o] := x"),
            4 => plain(self.pick(&["when c == 0", "when a[o] == 0", "when x == 0 || c == 1"])),
            5 => {
                plain(self.pick(&["do assert c < 2", "do assert a[o] == x", "do choose x in 0..1"]))
            }
            6 => vec![
                ("do x := c".to_string(), if self.chance(50) { "hold atomic" } else { "" }),
                ("do c := (x + 1) % 3; x := 0".to_string(), ""),
            ],
            7 => plain(self.pick(&[
                "send q(x)",
                "receive q(?x)",
                "send r[o](1)",
                "receive r[i](?x)",
            ])),
            8 | 9 => {
                let lock = self.pick(&["f[i]", "m", "f[o]"]).replace("[o]", other);
                self.inside(&lock, ring, depth)
            }
            10 => {
                let mut all = vec![("enter f[i]".to_string(), ""), (format!("enter f{other}"), "")];
                all.push((format!("exit f{other}"), ""));
                if self.chance(90) {
                    all.push(("exit f[i]".to_string(), ""));
                }
                all
            }
            11 => vec![
                ("enter m".to_string(), ""),
                ("wait m".to_string(), ""),
                ("waiting m".to_string(), ""),
                ("notified m".to_string(), ""),
                ("exit m".to_string(), ""),
            ],
            12 => {
                let tell = self.pick(&["notify m", "notifyall m"]);
                vec![
                    ("enter m".to_string(), ""),
                    (tell.to_string(), ""),
                    ("exit m".to_string(), ""),
                ]
            }
            // Numbers of processes are not to be lost.
            _ => plain(self.pick(&[
                "do x := me % 2",
                "do c := me % 2",
                "do c := i % 2",
                "do print(\"%d\", i)",
            ])),
        }
    }

    fn inside(&mut self, lock: &str, ring: bool, depth: u32) -> Statement {
        let mut all = vec![(format!("enter {lock}"), "")];
        all.extend(self.statement(ring, depth + 1));
        all.push((format!("exit {lock}"), ""));
        all
    }

    fn template(
        &mut self,
        name: &str,
        parameters: &str,
        body: &[Statement],
        threads: bool,
        loops: bool,
    ) {
        writeln!(self.text, "template {name}({parameters}) {{\n  local x: byte").unwrap();
        let mut steps: Vec<(String, &str)> = body.iter().flatten().cloned().collect();
        if threads {
            steps.insert(0, ("begin".to_string(), ""));
        }
        let last = steps.len();
        for (at, (what, hold)) in steps.iter().enumerate() {
            let what = match parameters.is_empty() {
                true => what.clone(),
                false => what.replace("[j]", "[(i + 1) % {N}]"),
            };
            let mark = if what == "begin" { " end" } else { "" };
            let to = at + 1;
            writeln!(self.text, "  s{at}{mark}:\n    s{at} -> s{to} {what} {hold}").unwrap();
            if what.starts_with("do") && self.chance(15) {
                // Another way on.
                writeln!(self.text, "    s{at} -> s{to} when c == 1").unwrap();
            }
        }
        let end = last + 1;
        match loops {
            true if threads => {
                writeln!(
                    self.text,
                    "  s{last}:\n    s{last} -> s1 when c != 2\n    s{last} -> s{end} end"
                )
                .unwrap();
            }
            true => {
                writeln!(self.text, "  s{last}:\n    s{last} -> s0\n    s{last} -> s{end}").unwrap()
            }
            false => writeln!(self.text, "  s{last}:\n    s{last} -> s{end} end").unwrap(),
        }
        writeln!(self.text, "  s{end} final:\n}}").unwrap();
    }

    /// One that serves all, and one for each of the others.
    fn servers(&mut self, count: u64, style: Style) {
        let body = |entry: &str, parameter: &str, answer: &str| {
            format!(
                "  local y: byte\n  s0 end:\n    s0 -> s1 accept {entry}({parameter})\n  s1:\n    \
                 s1 -> s0 complete {entry}({answer})\n}}\n"
            )
        };
        let all = body("n", "y", "");
        writeln!(self.text, "template desk() {{\n{all}process desk: desk()").unwrap();
        let answer = self.pick(&["0", "c % 2"]);
        match style {
            Style::Together => {
                let own = body("k[i]", "", answer);
                writeln!(self.text, "template hand(i: byte) {{\n{own}").unwrap();
                for at in 0..count {
                    writeln!(self.text, "process h{at}: hand({at})").unwrap();
                }
            }
            Style::Apart => {
                for at in 0..count {
                    let own = body(&format!("k{at}"), "", answer);
                    writeln!(self.text, "template hand{at}() {{\n{own}process h{at}: hand{at}()")
                        .unwrap();
                }
            }
        }
    }

    /// Starts the others and waits for them, one by one.
    fn main(&mut self, count: u64, threads: bool, style: Style) {
        let mut steps: Vec<String> = Vec::new();
        let cell = |at: u64| match style {
            Style::Apart => format!("a{at}"),
            Style::Together => format!("a[{at}]"),
        };
        if threads {
            for at in 0..count {
                if !self.chance(5) {
                    steps.push(format!("start {}", at + 1));
                }
                if self.chance(10) {
                    steps.push("do c := 1".to_string());
                }
            }
        }
        if self.chance(20) {
            steps.push("enter m".to_string());
        }
        if self.chance(20) {
            let at = self.below(count);
            steps.push(format!("do {} := 1", cell(at)));
        }
        if self.chance(80) {
            let mut order: Vec<u64> = (0..count).collect();
            if self.chance(30) {
                order.reverse();
            }
            if self.chance(20) {
                order.pop();
            }
            steps.extend(order.iter().map(|at| format!("join {}", at + 1)));
        }
        if self.chance(60) {
            let last = ["do assert c == 0", "do assert c < 2", "do c := 2", "when c == 1"];
            steps.push(self.pick(&last).to_string());
        }
        if self.chance(20) {
            let at = self.below(count);
            steps.push(format!("do assert {} == 0", cell(at)));
        }
        writeln!(self.text, "template main() {{").unwrap();
        for (at, what) in steps.iter().enumerate() {
            writeln!(self.text, "  s{at}:\n    s{at} -> s{} {what}", at + 1).unwrap();
        }
        writeln!(self.text, "  s{} final:\n}}", steps.len()).unwrap();
    }
}

/// What a process of its own template says.
fn fill(text: &str, at: u64, count: u64) -> String {
    let next = (at + 1) % count;
    let text = text.replace("[i]", &at.to_string()).replace("[j]", &next.to_string());
    text.replace("i % 2", &format!("{at} % 2")).replace(", i)", &format!(", {at})"))
}

//! Makes random systems of threads that share a few variables, some of them with locks, and that have
//! enough of their own for steps to be left out.

use std::fmt::Write;

use trine_base::{Diagnostics, FileId};
use trine_system::System;

/// A random system.
pub fn racing(seed: u64) -> System {
    let mut maker = Maker {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        text: String::new(),
        edges: Vec::new(),
        locations: 0,
        me: 0,
        budget: 0,
    };
    maker.below(2);
    maker.make();
    let mut diagnostics = Diagnostics::new();
    let system = trine_system::text::parse(&maker.text, FileId(0), &mut diagnostics);
    match system.filter(|system| trine_system::validate(system).is_ok()) {
        Some(system) => system,
        None => panic!("seed {seed}: {:?}\n{}", diagnostics.items, maker.text),
    }
}

struct Maker {
    state: u64,
    text: String,
    /// The edges of the template in work: from where, to where, and what happens there.
    edges: Vec<(usize, usize, String)>,
    locations: usize,
    /// The number of the process in work.
    me: u64,
    /// How many more statements it may get.
    budget: u32,
}

/// Conditions on what is shared, `#` being one's own, alone and beside conditions on one's own.
const CONDITIONS: [&str; 14] = [
    "g == 0",
    "g == 1",
    "h == 1",
    "v == 0",
    "t[x] == 0",
    "o# == 0",
    "x == 0",
    "x == 1 && g == 0",
    "g == 0 && x == 1",
    "x == 1 && h == 0",
    "h == 1 && y == 1",
    "x == 0 || g == 1",
    "nempty(q) && h == 0",
    "node[head]->value == 0",
];

const EFFECTS: [&str; 24] = [
    "x := (x + 1) % 2",
    "y := 1",
    "g := 1",
    "choose x in 0..1",
    "g := (g + 1) % 2",
    "g := x",
    "x := g",
    "h := 1",
    "y := h",
    "v := 1",
    "x := v",
    "t[x] := y",
    "t[0] := 1",
    "y := t[1]",
    "o# := (o# + 1) % 2",
    "x := o#",
    "o# := 0",
    "lost := x",
    "print(\"%d\", g)",
    "print(\"%d\", lost)",
    "print(\"%d\", h)",
    "print(\"%d %d\", x, if y == 0 then h else 0)",
    "node[head]->value := x",
    "y := node[mine]->value",
];

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

    fn make(&mut self) {
        let count = 2 + self.below(2);
        let has_main = self.chance(40);
        let rules = if self.chance(80) { "no reap, threads" } else { "threads" };
        writeln!(self.text, "system \"racing\"\nrules {rules}\nkind box[1](byte)").unwrap();
        writeln!(self.text, "pool node[2] {{\n  value: byte\n}}").unwrap();
        for name in ["g", "h", "t[2]", "lost", "o0", "o1", "o2"] {
            let volatile = if self.chance(10) { " volatile" } else { "" };
            writeln!(self.text, "global {name}: byte{volatile}").unwrap();
        }
        writeln!(self.text, "global v: byte volatile\nglobal head: ref node").unwrap();
        writeln!(self.text, "global q: channel = new box\nmonitor m\nmonitor n").unwrap();
        let mut processes = String::new();
        for at in 0..count {
            let spins = self.chance(10);
            self.me = at;
            self.begin();
            let mut from = self.location();
            if has_main {
                let to = self.location();
                self.edge(from, to, "begin".to_string());
                from = to;
            }
            match spins {
                true => self.spin(from),
                false => self.body(from, 5),
            }
            self.end(&format!("task{at}"));
            // Now and then two have the same code.
            let code = if at > 0 && self.chance(15) { at - 1 } else { at };
            writeln!(processes, "process p{at}: task{code}()").unwrap();
        }
        if has_main {
            self.main(count);
            // The first one, so that the others are numbered from one.
            writeln!(self.text, "process main: main()").unwrap();
        }
        self.text.push_str(&processes);
    }

    fn begin(&mut self) {
        self.edges.clear();
        self.locations = 0;
    }

    fn location(&mut self) -> usize {
        self.locations += 1;
        self.locations - 1
    }

    fn edge(&mut self, from: usize, to: usize, what: String) {
        self.edges.push((from, to, what));
    }

    /// Some statements, and the end.
    fn body(&mut self, mut from: usize, budget: u32) {
        self.budget = budget;
        for _ in 0..2 + self.below(2) {
            let to = self.location();
            self.statement(from, to, 0);
            from = to;
        }
        self.edge(from, usize::MAX, "end".to_string());
    }

    /// A process that never ends and is invisible, or nearly.
    fn spin(&mut self, from: usize) {
        let to = self.location();
        let way =
            ["do x := (x + 1) % 2", "do o# := (o# + 1) % 2", "enter n", "do print(\"%d\", h)"];
        let way = way[self.below(4) as usize];
        let back = if way == "enter n" { "exit n" } else { "" };
        let way = self.own(way);
        self.edge(from, to, way);
        self.edge(to, from, back.to_string());
    }

    /// Writes the template in work.
    fn end(&mut self, name: &str) {
        let last = self.location();
        writeln!(self.text, "template {name}() {{\n  local x: byte\n  local y: byte").unwrap();
        writeln!(self.text, "  local mine: ref node").unwrap();
        for at in 0..last {
            writeln!(self.text, "  s{at}:").unwrap();
            for (from, to, what) in &self.edges {
                if *from == at {
                    writeln!(self.text, "    s{at} -> s{} {what}", (*to).min(last)).unwrap();
                }
            }
        }
        writeln!(self.text, "  s{last} final:\n}}").unwrap();
    }

    /// The own variable of a process, and seldom that of another.
    fn own(&mut self, text: &str) -> String {
        let whose = if self.chance(10) { self.below(3) } else { self.me };
        text.replace("o#", &format!("o{whose}"))
    }

    fn condition(&mut self) -> String {
        let chosen =
            self.below(CONDITIONS.len() as u64 - 1 + u64::from(self.state.is_multiple_of(4)));
        self.own(CONDITIONS[chosen as usize])
    }

    fn effect(&mut self) -> String {
        let chosen = self.below(EFFECTS.len() as u64) as usize;
        // Most would end with a reference to nothing.
        let chosen = if chosen >= 22 && self.chance(80) { 6 } else { chosen };
        self.own(EFFECTS[chosen])
    }

    /// From one location to another.
    fn statement(&mut self, from: usize, to: usize, depth: u32) {
        if self.budget == 0 || depth > 2 {
            return self.step(from, to);
        }
        self.budget -= 1;
        match self.below(18) {
            0..=4 => self.step(from, to),
            5 => {
                self.statement(from, to, depth + 1);
                self.statement(from, to, depth + 1);
            }
            6 | 7 => self.guarded(from, to),
            8 => {
                let back = self.location();
                self.statement(from, back, depth + 1);
                let again = self.condition();
                self.edge(back, from, format!("when {again}"));
                self.edge(from, to, String::new());
                self.edge(back, to, "else".to_string());
            }
            9 | 10 => {
                let (inside, last) = (self.location(), self.location());
                let lock = if self.chance(60) { "m" } else { "n" };
                let at_once = if self.chance(20) { " do g := 1" } else { "" };
                self.edge(from, inside, format!("enter {lock}{at_once}"));
                self.statement(inside, last, depth + 1);
                self.edge(last, to, format!("exit {lock}"));
            }
            11 => self.waits(from, to),
            12 => {
                let (inside, told) = (self.location(), self.location());
                let tell = if self.chance(50) { "notify m" } else { "notifyall m" };
                self.edge(from, inside, "enter m".to_string());
                self.edge(inside, told, tell.to_string());
                self.edge(told, to, "exit m".to_string());
            }
            13 => {
                let (first, second) = (self.location(), self.location());
                let (one, two, three) = (self.effect(), self.effect(), self.effect());
                self.edge(from, first, format!("do {one} hold atomic"));
                self.edge(first, second, format!("do {two} hold atomic"));
                self.edge(second, to, format!("do {three}"));
            }
            14 => {
                let send = self.chance(50);
                let what = if send { "send q(x)" } else { "receive q(?y)" };
                self.edge(from, to, what.to_string());
            }
            15 => {
                let into = if self.chance(70) { "head" } else { "mine" };
                self.edge(from, to, format!("do new node into {into}"));
            }
            16 => {
                let condition = self.condition();
                self.edge(from, to, format!("when timeout && {condition}"));
                self.step(from, to);
            }
            _ => {
                // A way out that goes first.
                let condition = self.condition();
                self.statement(from, to, depth + 1);
                self.edge(from, to, format!("rank 1 when {condition}"));
            }
        }
    }

    fn step(&mut self, from: usize, to: usize) {
        let effect = self.effect();
        if self.chance(15) {
            let more = self.effect();
            return self.edge(from, to, format!("do {effect}; {more}"));
        }
        self.edge(from, to, format!("do {effect}"));
    }

    /// A condition, mostly with another way on.
    fn guarded(&mut self, from: usize, to: usize) {
        let (condition, effect) = (self.condition(), self.effect());
        self.edge(from, to, format!("when {condition} do {effect}"));
        match self.below(7) {
            0 => {}
            1 | 4 => self.edge(from, to, "else".to_string()),
            2 => self.edge(from, to, "when x == 0".to_string()),
            3 => self.edge(from, to, "when y == 0 || x == 0".to_string()),
            _ => self.step(from, to),
        }
    }

    fn waits(&mut self, from: usize, to: usize) {
        let (inside, asleep, awake, last) =
            (self.location(), self.location(), self.location(), self.location());
        self.edge(from, inside, "enter m".to_string());
        let condition = match self.below(3) {
            0 => String::new(),
            _ => {
                let condition = self.condition();
                self.edge(inside, last, "else".to_string());
                format!("when {condition} ")
            }
        };
        self.edge(inside, asleep, format!("{condition}wait m"));
        self.edge(asleep, awake, "waiting m".to_string());
        if self.chance(30) {
            let condition = self.condition();
            self.edge(asleep, awake, format!("when {condition} wakeup m"));
        }
        self.edge(awake, last, "notified m".to_string());
        self.edge(last, to, "exit m".to_string());
    }

    /// Starts the others, works on, and waits for some of them.
    fn main(&mut self, count: u64) {
        self.begin();
        self.me = 2;
        let mut from = self.location();
        for at in 0..count {
            if self.chance(30) {
                let to = self.location();
                self.step(from, to);
                from = to;
            }
            let to = self.location();
            self.edge(from, to, format!("start {}", at + 1));
            from = to;
        }
        for at in 0..count {
            if self.chance(50) {
                let to = self.location();
                self.edge(from, to, format!("join {}", at + 1));
                from = to;
            }
        }
        self.body(from, 1);
        self.end("main");
    }
}

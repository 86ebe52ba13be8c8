//! Random compound statements: choices, loops, atomic, d_step, unless, for.

use super::Generator;
use super::names::{Scope, Type, Variable};

impl Generator {
    /// `if … fi`; with `may_have_else` false no option is an else (SPIN takes one per place).
    pub(super) fn choice(&mut self, scope: &Scope, may_have_else: bool) {
        // Inside d_step a choice must always have a way out.
        let with_else =
            scope.in_d_step || (may_have_else && self.flavour.else_ && self.rng.chance(60));
        let options = if with_else { self.rng.between(1, 2) } else { self.rng.between(1, 3) };
        self.open("if");
        for _ in 0..options {
            let body = self.rng.below(3);
            self.option(scope, with_else, body);
        }
        if with_else {
            self.line(":: else;");
            self.indent += 1;
            let mut inner = scope.inner();
            let count = self.rng.below(2);
            self.sequence(&mut inner, count);
            self.indent -= 1;
        }
        self.close("fi;");
    }

    /// `do … od`, mostly with a way out.
    pub(super) fn repetition(&mut self, scope: &Scope) {
        let mut inside = scope.inner();
        inside.in_loop = true;
        let with_else = self.flavour.else_ && self.rng.chance(35);
        self.open("do");
        for _ in 0..self.rng.between(1, 2) {
            let body = self.rng.between(1, 2);
            self.option(&inside, with_else, body);
        }
        if with_else {
            self.line(":: else;");
            self.indent += 1;
            self.line("break;");
            self.indent -= 1;
        } else if self.rng.chance(80) {
            if self.rng.chance(20) {
                self.line(":: break;");
            } else {
                let guard = self.simple(&inside);
                self.line(format!(":: {guard};"));
                self.indent += 1;
                self.line("break;");
                self.indent -= 1;
            }
        }
        self.close("od;");
    }

    fn option(&mut self, scope: &Scope, beside_else: bool, body: usize) {
        let mut inner = scope.inner();
        let plain = !scope.plain_body && !scope.in_d_step;
        match self.rng.below(20) {
            0 if plain && !scope.labels.is_empty() => {
                let label = self.rng.pick(&scope.labels).clone();
                self.line(format!(":: goto {label};"));
                return;
            }
            1 if plain && self.flavour.atomic && !scope.in_atomic => {
                self.line("::");
                self.indent += 1;
                self.guarded_atomic(&inner);
                self.indent -= 1;
            }
            2 if plain && self.flavour.d_step => {
                self.line("::");
                self.indent += 1;
                self.d_step(&inner);
                self.indent -= 1;
            }
            3 if !beside_else && scope.depth < 2 && !scope.in_d_step => {
                self.line("::");
                self.indent += 1;
                self.choice(&inner, false);
                self.indent -= 1;
            }
            _ => {
                let first = self.simple(scope);
                self.line(format!(":: {first};"));
            }
        }
        self.indent += 1;
        self.sequence(&mut inner, body);
        self.indent -= 1;
    }

    pub(super) fn atomic(&mut self, scope: &Scope) {
        if self.rng.chance(60) {
            self.guarded_atomic(scope);
            return;
        }
        let mut inner = scope.inner();
        inner.in_atomic = true;
        self.open("atomic {");
        let count = self.rng.between(2, 4);
        self.sequence(&mut inner, count);
        self.close("};");
    }

    /// An atomic sequence that starts with a statement of one line.
    fn guarded_atomic(&mut self, scope: &Scope) {
        let mut inner = scope.inner();
        inner.in_atomic = true;
        self.open("atomic {");
        let first = self.simple(&inner);
        self.line(format!("{first};"));
        let count = self.rng.between(1, 3);
        self.sequence(&mut inner, count);
        self.close("};");
    }

    /// A d_step: a guard, then statements that cannot block.
    pub(super) fn d_step(&mut self, scope: &Scope) {
        let mut inner = scope.inner();
        // SPIN takes a break to the start of a d_step for a jump into it.
        if self
            .lines
            .last()
            .is_some_and(|line| line.trim_start() == "od;" || line.trim_start() == "};")
        {
            self.line("skip;");
        }
        self.open("d_step {");
        if self.rng.chance(50) {
            let guard = self.condition(&inner, 1);
            self.line(format!("{guard};"));
        }
        inner.in_d_step = true;
        inner.labels.clear();
        inner.in_loop = false;
        let count = self.rng.between(1, 3);
        self.sequence(&mut inner, count);
        if self.flavour.errors && self.rng.chance(10) {
            let guard = self.condition(&inner, 1);
            self.line(format!("{guard};"));
        }
        self.close("};");
    }

    /// `{ … } unless { … }`, at times nested.
    pub(super) fn unless(&mut self, scope: &Scope) {
        let mut main = scope.inner();
        main.in_unless = self.rng.chance(55);
        main.escaped = true;
        // From a choice without a block round it SPIN gives the guards of all escapes the same priority.
        if self.rng.chance(35) && !scope.in_atomic && !scope.escaped {
            self.lone_main(&main);
        } else {
            self.main_block(scope, &mut main);
        }
        self.indent += 1;
        let mut escape = scope.inner();
        escape.in_unless = true;
        if self.rng.chance(15) && scope.depth < 2 {
            // A rendezvous that fails beside an option that was taken brings back the main sequence
            // in SPIN.
            let mut buffered = escape.clone();
            buffered.channels.retain(|c| c.capacity > 0);
            self.choice(&buffered, false);
        } else {
            let first = self.simple(&escape);
            self.line(format!("{first};"));
        }
        let count = self.rng.below(3);
        self.sequence(&mut escape, count);
        self.close("};");
    }

    /// The main part of an unless in a block.
    fn main_block(&mut self, scope: &Scope, main: &mut Scope) {
        self.open("{");
        if scope.in_atomic {
            // SPIN leaves out the way into a main sequence that begins with a jump.
            let first = self.simple(main);
            self.line(format!("{first};"));
        }
        let count = self.rng.between(1, 3);
        self.sequence(main, count);
        self.close("} unless {");
    }

    /// One compound statement as the main part of an unless, without a block round it.
    fn lone_main(&mut self, main: &Scope) {
        match self.rng.below(5) {
            0 if self.flavour.atomic => self.atomic(main),
            1 if self.flavour.d_step => self.d_step(main),
            2 if self.flavour.else_ => self.for_loop(main),
            3 => self.choice(main, true),
            _ => self.repetition(main),
        }
        if let Some(last) = self.lines.last_mut() {
            *last = format!("{} unless {{", last.trim_end_matches(';'));
        }
    }

    /// `for` over a range or an array, with a counter of its own.
    pub(super) fn for_loop(&mut self, scope: &Scope) {
        let mut inner = scope.inner();
        let counters: Vec<Variable> =
            scope.variables.iter().filter(|v| v.name.starts_with("counter")).cloned().collect();
        if counters.is_empty() {
            self.line("skip;");
            return;
        }
        // A loop inside must not use the same counter, and no other statement may write it.
        let counter = self.rng.pick(&counters).name.clone();
        inner.variables.retain(|v| v.name != counter);
        let arrays: Vec<Variable> = scope
            .variables
            .iter()
            .filter(|v| v.length.is_some() && v.readable && !v.name.contains('.'))
            .cloned()
            .collect();
        if !arrays.is_empty() && self.rng.chance(35) {
            let array = self.rng.pick(&arrays).name.clone();
            self.open(format!("for ({counter} in {array}) {{"));
        } else {
            let low = self.rng.below(2);
            let high = low + self.rng.between(0, 1) + 1;
            self.open(format!("for ({counter} : {low} .. {high}) {{"));
        }
        inner.in_loop = !scope.in_d_step;
        let count = self.rng.between(1, 2);
        self.sequence(&mut inner, count);
        self.close("};");
    }

    /// The counter that the for loops of a body share.
    pub(super) fn counter(&mut self, scope: &mut Scope) {
        let name = self.fresh("counter");
        self.line(format!("byte {name};"));
        scope.variables.push(Variable::scalar(&name, Type::Byte));
    }
}

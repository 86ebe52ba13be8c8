//! Random statements of one line, and sequences of statements.

use super::Generator;
use super::names::{Scope, Type, Variable, declaration};

#[derive(Clone, Copy)]
enum Kind {
    Assign,
    Count,
    Guard,
    Exchange,
    Skip,
    Print,
    Assert,
    Run,
    Call,
    Goto,
    Break,
    Declare,
    Choice,
    Loop,
    Atomic,
    DStep,
    Unless,
    For,
    Select,
    Block,
    Twice,
}

impl Generator {
    /// `count` statements, one after the other.
    pub(super) fn sequence(&mut self, scope: &mut Scope, count: usize) {
        for _ in 0..count {
            self.statement(scope);
        }
    }

    /// One statement of any kind that fits its place.
    pub(super) fn statement(&mut self, scope: &mut Scope) {
        let nested = scope.depth < 3;
        let plain = !scope.plain_body && !scope.in_d_step;
        let has_channels = !scope.channels.is_empty();
        let flavour = &self.flavour;
        let on = |condition: bool, weight: usize| if condition { weight } else { 0 };
        let kinds = [
            (30, Kind::Assign),
            (8, Kind::Count),
            (on(!scope.in_d_step, 5), Kind::Guard),
            (on(has_channels && !scope.in_d_step, 20), Kind::Exchange),
            (3, Kind::Skip),
            (2, Kind::Print),
            (5, Kind::Assert),
            (on(plain && flavour.counts_processes() && !scope.in_atomic, 4), Kind::Run),
            (on(!self.inlines.is_empty() && plain, 5), Kind::Call),
            (on(plain && !scope.labels.is_empty(), 4), Kind::Goto),
            (on(plain && scope.in_loop, 4), Kind::Break),
            (on(!scope.plain_body && flavour.late_declarations, 6), Kind::Declare),
            (on(nested, 14), Kind::Choice),
            // A loop without end inside atomic has no states and thus no end for SPIN.
            (on(nested && !scope.in_d_step, if scope.in_atomic { 1 } else { 7 }), Kind::Loop),
            (on(nested && plain && flavour.atomic && !scope.in_atomic, 12), Kind::Atomic),
            (on(nested && plain && flavour.d_step, 8), Kind::DStep),
            (on(nested && plain && flavour.unless && !scope.in_unless, 10), Kind::Unless),
            // A for ends in an else.
            (on(nested && !scope.plain_body && flavour.else_, 3), Kind::For),
            (on(!scope.plain_body && !scope.in_d_step, 2), Kind::Select),
            (on(nested && plain, 3), Kind::Block),
            (on(plain && flavour.twice && !scope.in_atomic, 8), Kind::Twice),
        ];
        match self.rng.weighted(&kinds) {
            Kind::Declare => self.late_declaration(scope),
            Kind::Choice => self.choice(scope, true),
            Kind::Loop => self.repetition(scope),
            Kind::Atomic => self.atomic(scope),
            Kind::DStep => self.d_step(scope),
            Kind::Unless => self.unless(scope),
            Kind::For => self.for_loop(scope),
            Kind::Run => self.guarded_run(scope),
            Kind::Block => {
                self.open("{");
                let mut inner = scope.inner();
                if self.flavour.labels && self.rng.chance(50) {
                    // First in a block SPIN takes a label only before a loop.
                    let stem = self.rng.weighted(&[(3, "end"), (2, "K"), (1, "progress")]);
                    let label = self.fresh(stem);
                    self.line(format!("{label}:"));
                    self.repetition(&inner);
                }
                let count = self.rng.between(1, 2);
                self.sequence(&mut inner, count);
                self.close("};");
            }
            kind => {
                let text = self.one_line(scope, kind);
                self.line(format!("{text};"));
            }
        }
    }

    /// A statement that can start an option: one line, or a sequence that starts with one.
    pub(super) fn simple(&mut self, scope: &Scope) -> String {
        let has_channels = !scope.channels.is_empty() && !scope.in_d_step;
        let kinds = [
            (40, Kind::Guard),
            (if has_channels { 30 } else { 0 }, Kind::Exchange),
            (25, Kind::Assign),
            (3, Kind::Skip),
        ];
        let kind = self.rng.weighted(&kinds);
        self.one_line(scope, kind)
    }

    fn one_line(&mut self, scope: &Scope, kind: Kind) -> String {
        match kind {
            Kind::Guard => self.guard(scope),
            Kind::Exchange => self.exchange(scope).unwrap_or_else(|| self.guard(scope)),
            Kind::Count => self.count(scope),
            Kind::Skip => "skip".to_owned(),
            Kind::Print => {
                let value = self.read(scope);
                format!("printf(\"%d\\n\", {value})")
            }
            Kind::Assert => format!("assert{}", self.assertion(scope)),
            Kind::Call => self.call(scope),
            Kind::Goto => format!("goto {}", self.rng.pick(&scope.labels)),
            Kind::Break => "break".to_owned(),
            Kind::Select => self.select(scope),
            Kind::Twice => self.twice(),
            _ => self.assignment(scope),
        }
    }

    pub(super) fn assignment(&mut self, scope: &Scope) -> String {
        match self.place(scope) {
            Some((place, kind)) => {
                let value = self.stored_value(scope, &place, kind);
                format!("{place} = {value}")
            }
            None => "skip".to_owned(),
        }
    }

    /// `x++` or `x--` on a type that wraps soon; rarely on a byte.
    fn count(&mut self, scope: &Scope) -> String {
        let small: Vec<Variable> = scope
            .variables
            .iter()
            .filter(|v| v.length.is_none() && (v.kind.is_small() || !scope.in_loop))
            .cloned()
            .collect();
        if small.is_empty() {
            return self.assignment(scope);
        }
        let name = self.rng.pick(&small).name.clone();
        let operator = if self.rng.chance(65) { "++" } else { "--" };
        format!("{name}{operator}")
    }

    /// Mostly true, so that models are not all broken.
    fn assertion(&mut self, scope: &Scope) -> String {
        match self.rng.below(5) {
            0..=1 => self.condition(scope, 1),
            2 => format!("({} || {})", self.condition(scope, 1), self.condition(scope, 0)),
            _ => format!("({} < {})", self.read(scope), self.rng.between(3, 300)),
        }
    }

    fn call(&mut self, scope: &Scope) -> String {
        if self.inlines.is_empty() {
            return "skip".to_owned();
        }
        let inline = self.rng.pick(&self.inlines).clone();
        if !inline.has_parameter {
            return format!("{}()", inline.name);
        }
        match self.place(scope) {
            Some((place, _)) => format!("{}({place})", inline.name),
            None => "skip".to_owned(),
        }
    }

    fn select(&mut self, scope: &Scope) -> String {
        let scalars: Vec<Variable> = scope
            .variables
            .iter()
            .filter(|v| v.length.is_none() && v.readable && !v.name.contains('.'))
            .cloned()
            .collect();
        if scalars.is_empty() {
            return "skip".to_owned();
        }
        let name = self.rng.pick(&scalars).name.clone();
        let low = self.rng.below(2);
        let high = low + self.rng.between(1, 2);
        format!("select({name} : {low} .. {high})")
    }

    /// A declaration between statements: a step of its own in SPIN.
    fn late_declaration(&mut self, scope: &mut Scope) {
        let kind = self.draw_type();
        let name = self.fresh("d");
        let initial = self.rng.chance(60).then(|| self.initial(kind));
        self.line(format!("{};", declaration(&kind, &name, None, initial)));
        scope.variables.push(Variable::scalar(&name, kind));
    }

    /// A run that cannot go on for ever: only while there are few processes.
    fn guarded_run(&mut self, scope: &mut Scope) {
        let Some(run) = self.run_text(scope) else {
            self.line("skip;");
            return;
        };
        self.open("if");
        self.line(":: (_nr_pr < 4);");
        self.line(format!("{run};"));
        self.line(":: (_nr_pr >= 4);");
        self.close("fi;");
    }

    /// `run P(1, c)` of a proctype that was written before.
    pub(super) fn run_text(&mut self, scope: &Scope) -> Option<String> {
        let runnable: Vec<_> = self
            .proctypes
            .iter()
            .filter(|p| p.pids.is_empty())
            .filter(|p| {
                let found =
                    |shape: &super::Channel| self.channels.iter().any(|c| c.same_shape(shape));
                p.channel_parameters.iter().all(found)
            })
            .cloned()
            .collect();
        if runnable.is_empty() {
            return None;
        }
        let target = self.rng.pick(&runnable).clone();
        let mut arguments: Vec<String> = Vec::new();
        for _ in &target.parameters {
            arguments.push(match self.rng.below(4) {
                0 => self.read(scope),
                _ => self.rng.below(3).to_string(),
            });
        }
        for shape in &target.channel_parameters {
            let fitting: Vec<_> =
                self.channels.iter().filter(|c| c.same_shape(shape)).cloned().collect();
            let channel = self.rng.pick(&fitting).clone();
            arguments.push(match channel.length {
                None => channel.name,
                Some(length) => format!("{}[{}]", channel.name, self.rng.below(length as usize)),
            });
        }
        let priority = if self.flavour.priorities {
            format!(" priority {}", self.rng.between(1, 4))
        } else {
            String::new()
        };
        Some(format!("run {}({}){priority}", target.name, arguments.join(", ")))
    }

    /// Declarations at the head of a body, entered into the scope.
    pub(super) fn head_locals(&mut self, scope: &mut Scope) -> Vec<Variable> {
        let mut locals = Vec::new();
        for _ in 0..self.rng.weighted(&[(4, 0), (5, 1), (3, 2)]) {
            let kind = self.draw_type();
            let name = self.fresh("l");
            let length = (self.rng.chance(12) && !matches!(kind, Type::Unsigned(_))).then_some(2);
            let mut text = declaration(&kind, &name, length, None);
            if self.rng.chance(50) {
                let value = match self.rng.below(4) {
                    0 => format!("({} % 3)", self.value(scope, 1)),
                    _ => self.initial(kind).to_string(),
                };
                text.push_str(&format!(" = {value}"));
            }
            self.line(format!("{text};"));
            let local = Variable { name, kind, length, readable: true };
            scope.variables.push(local.clone());
            locals.push(local);
        }
        locals
    }
}

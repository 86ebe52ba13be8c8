//! Random expressions: values, conditions, places that can be assigned.

use super::Generator;
use super::names::{Scope, Type, Variable};

impl Generator {
    /// An expression with an integer value.
    pub(super) fn value(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.rng.chance(35) {
            return self.atom(scope);
        }
        match self.rng.below(20) {
            0..=9 => {
                let operator = *self.rng.pick(&["+", "-", "*", "+", "-", "&", "|", "^"]);
                let (left, right) = (self.value(scope, depth - 1), self.value(scope, depth - 1));
                format!("({left} {operator} {right})")
            }
            10..=12 => {
                let operator = *self.rng.pick(&["%", "/"]);
                if self.flavour.errors && self.rng.chance(20) {
                    // A constant on the left: compilers know the value of x / x without asking.
                    return format!("(5 {operator} {})", self.read(scope));
                }
                let right = *self.rng.pick(&["2", "3", "4"]);
                format!("({} {operator} {right})", self.value(scope, depth - 1))
            }
            13 => {
                let operator = *self.rng.pick(&["<<", ">>"]);
                let amount = self.rng.below(4);
                format!("({} {operator} {amount})", self.value(scope, depth - 1))
            }
            14 => format!("(-{})", self.value(scope, depth - 1)),
            15 => format!("(~{})", self.value(scope, depth - 1)),
            // The parser of formulas does not know conditional expressions.
            16..=17 if !scope.in_formula => {
                let condition = self.condition(scope, depth - 1);
                let (yes, no) = (self.value(scope, depth - 1), self.value(scope, depth - 1));
                format!("({condition} -> {yes} : {no})")
            }
            _ => self.condition(scope, depth - 1),
        }
    }

    /// An expression that is 0 or 1, in parentheses.
    pub(super) fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        if depth > 0 && self.rng.chance(25) {
            let operator = *self.rng.pick(&["&&", "||"]);
            let (left, right) =
                (self.condition(scope, depth - 1), self.condition(scope, depth - 1));
            return format!("({left} {operator} {right})");
        }
        if depth > 0 && self.rng.chance(12) {
            return format!("(!{})", self.condition(scope, depth - 1));
        }
        if self.flavour.mtypes
            && self.rng.chance(20)
            && let Some(name) = self.readable(scope, |v| v.kind == Type::Mtype)
        {
            let constant = self.rng.pick(&self.mtypes).clone();
            let operator = *self.rng.pick(&["==", "!="]);
            return format!("({name} {operator} {constant})");
        }
        let left = self.read(scope);
        let operator = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">=", "<=", "!=", "!="]);
        let right = if self.rng.chance(50) {
            self.rng.below(4).to_string()
        } else {
            self.value(scope, depth.min(1))
        };
        format!("({left} {operator} {right})")
    }

    /// The guard of an option or a statement that waits: conditions that look at more than values.
    pub(super) fn guard(&mut self, scope: &Scope) -> String {
        if self.flavour.timeout && !scope.in_d_step && self.rng.chance(12) {
            return match self.rng.below(3) {
                0 => format!("(timeout && {})", self.condition(scope, 1)),
                _ => "timeout".to_owned(),
            };
        }
        if !scope.in_d_step
            && let Some(special) = self.special_guard(scope)
        {
            return special;
        }
        if self.rng.chance(20)
            && let Some(test) = self.channel_test(scope)
        {
            return test;
        }
        // A poll stands alone: SPIN gives the position of the message for `??[]`, and forgets
        // parentheses round `?[]` inside arithmetic.
        if !scope.in_d_step
            && self.rng.chance(20)
            && let Some(poll) = self.poll(scope)
        {
            return match self.rng.below(3) {
                0 => format!("(!{poll})"),
                1 => format!("({poll} && {})", self.condition(scope, 1)),
                _ => poll,
            };
        }
        if self.rng.chance(4) {
            return "skip".to_owned();
        }
        self.condition(scope, 2)
    }

    /// Conditions on processes: which can run, which ran last, where they are.
    fn special_guard(&mut self, scope: &Scope) -> Option<String> {
        if scope.may_ask_enabled && !scope.other_pids.is_empty() && self.rng.chance(30) {
            let pid = *self.rng.pick(&scope.other_pids);
            let negation = if self.rng.chance(40) { "!" } else { "" };
            return Some(format!("({negation}enabled({pid}))"));
        }
        if self.flavour.last && self.rng.chance(40) {
            let operator = *self.rng.pick(&["==", "!="]);
            return Some(format!("(_last {operator} {})", self.rng.below(3)));
        }
        if self.flavour.pc_value
            && self.rng.chance(40)
            && let Some(places) = self.places()
        {
            return Some(places);
        }
        if self.flavour.remote
            && self.rng.chance(40)
            && let Some(remote) = self.remote()
        {
            return Some(remote);
        }
        None
    }

    /// A variable or an array element, to read.
    pub(super) fn read(&mut self, scope: &Scope) -> String {
        match self.readable(scope, |_| true) {
            Some(name) => name,
            None => self.rng.below(3).to_string(),
        }
    }

    /// A place to assign to, with its type.
    pub(super) fn place(&mut self, scope: &Scope) -> Option<(String, Type)> {
        let variables: Vec<Variable> = scope.variables.clone();
        if variables.is_empty() {
            return None;
        }
        let variable = self.rng.pick(&variables).clone();
        Some((self.element(scope, &variable), variable.kind))
    }

    /// A value that is fit to be stored in a place: mostly within a small range, at times a value
    /// that the type cuts off.
    pub(super) fn stored_value(&mut self, scope: &Scope, place: &str, kind: Type) -> String {
        if kind == Type::Mtype && !self.mtypes.is_empty() && self.rng.chance(85) {
            return self.rng.pick(&self.mtypes).clone();
        }
        if kind.is_small() {
            return match self.rng.below(4) {
                0 => format!("({place} + 1)"),
                1 => self.rng.below(9).to_string(),
                _ => self.value(scope, 2),
            };
        }
        match self.rng.below(20) {
            7 | 8 if self.flavour.last && !scope.plain_body => "_last".to_owned(),
            0 => {
                // A wrap-around whose orbit is short.
                let step = match kind {
                    Type::Short => "16384",
                    Type::Int => "1073741824",
                    _ => "64",
                };
                format!("({place} + {step})")
            }
            1 => (*self.rng.pick(&["255", "256", "257", "-1", "70000", "-32769"])).to_owned(),
            2..=6 => self.rng.below(4).to_string(),
            _ => {
                let modulus = self.rng.between(2, 4);
                format!("({} % {modulus})", self.value(scope, 2))
            }
        }
    }

    fn atom(&mut self, scope: &Scope) -> String {
        match self.rng.below(20) {
            0..=5 => self.rng.below(4).to_string(),
            6 => (*self.rng.pick(&["255", "(-1)", "128", "5", "true", "false"])).to_owned(),
            7 if !scope.plain_body => "_pid".to_owned(),
            8 if self.flavour.counts_processes() => "_nr_pr".to_owned(),
            9 => self.channel_length(scope).unwrap_or_else(|| self.read(scope)),
            10..=12 if self.flavour.last && !scope.plain_body && !scope.in_formula => {
                "_last".to_owned()
            }
            13 if self.flavour.twice => "tw[0]".to_owned(),
            _ => self.read(scope),
        }
    }

    pub(super) fn readable(
        &mut self,
        scope: &Scope,
        wanted: impl Fn(&Variable) -> bool,
    ) -> Option<String> {
        let variables: Vec<Variable> =
            scope.variables.iter().filter(|v| v.readable && wanted(v)).cloned().collect();
        if variables.is_empty() {
            return None;
        }
        let variable = self.rng.pick(&variables).clone();
        Some(self.element(scope, &variable))
    }

    fn element(&mut self, scope: &Scope, variable: &Variable) -> String {
        match variable.length {
            None => variable.name.clone(),
            Some(length) => format!("{}[{}]", variable.name, self.index(scope, length)),
        }
    }

    /// An index that is in range, unless the model is meant to have errors.
    pub(super) fn index(&mut self, scope: &Scope, length: u32) -> String {
        let natural: Vec<Variable> = scope
            .variables
            .iter()
            .filter(|v| v.readable && v.length.is_none() && v.kind.is_natural())
            // A parameter may stand for an element of the same array: SPIN undoes an assignment to an
            // element that its own index reads wrongly.
            .filter(|v| v.name != "par")
            .cloned()
            .collect();
        if natural.is_empty() || self.rng.chance(65) {
            return self.rng.below(length as usize).to_string();
        }
        let variable = self.rng.pick(&natural).clone();
        let in_range = matches!(variable.kind, Type::Bit | Type::Bool) && length >= 2;
        if in_range || (self.flavour.errors && self.rng.chance(40)) {
            variable.name
        } else {
            format!("({} % {length})", variable.name)
        }
    }

    /// Whether two instances of one proctype are at the same place.
    pub(super) fn places(&mut self) -> Option<String> {
        let (one, other) = self.twins?;
        let operator = *self.rng.pick(&["==", "!="]);
        Some(format!("(pc_value({one}) {operator} pc_value({other}))"))
    }

    /// A reference to a local variable or a label of a process that is there from the start.
    pub(super) fn remote(&mut self) -> Option<String> {
        let known: Vec<_> = self
            .proctypes
            .iter()
            .filter(|p| !p.pids.is_empty())
            .filter(|p| !p.locals.is_empty() || !p.labels.is_empty())
            .cloned()
            .collect();
        if known.is_empty() {
            return None;
        }
        let target = self.rng.pick(&known).clone();
        let pid = *self.rng.pick(&target.pids);
        let scalars: Vec<_> = target.locals.iter().filter(|v| v.length.is_none()).collect();
        if !target.labels.is_empty() && (scalars.is_empty() || self.rng.chance(50)) {
            let label = self.rng.pick(&target.labels);
            return Some(format!("({}[{pid}]@{label})", target.name));
        }
        if scalars.is_empty() {
            return None;
        }
        let local = (*self.rng.pick(&scalars)).clone();
        let constant = self.rng.below(3);
        let operator = *self.rng.pick(&["==", "!=", "<"]);
        Some(format!("({}[{pid}]:{} {operator} {constant})", target.name, local.name))
    }
}

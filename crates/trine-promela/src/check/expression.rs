//! Expressions: what their names mean, and where each form may stand.

use super::declare::special;
use super::*;

impl Checker<'_> {
    /// An expression whose value is used: channel tests such as `full` have no place in it.
    pub(super) fn value(&mut self, expr: &Expr) {
        self.expression(expr, false);
    }

    /// A whole condition: channel tests may stand alone or joined by `&&` and `||`.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.expression(expr, true);
    }

    fn expression(&mut self, expr: &Expr, tests: bool) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Timeout => {}
            ExprKind::NonProgress => {
                if self.place == Place::Process {
                    self.error("np_ stands in claims and formulas only", expr.span);
                }
            }
            ExprKind::Variable(variable) => self.read_variable(variable),
            ExprKind::Unary(_, inner) => self.expression(inner, false),
            ExprKind::Binary(operator, left, right) => {
                let tests = tests && matches!(operator, BinaryOp::And | BinaryOp::Or);
                self.expression(left, tests);
                self.expression(right, tests);
            }
            ExprKind::Conditional(test, yes, no) => {
                for part in [test, yes, no] {
                    self.expression(part, false);
                }
            }
            ExprKind::Run(run) => {
                for argument in &run.arguments {
                    self.value(argument);
                }
                if self.place != Place::Process {
                    self.error("run stands in processes only", expr.span);
                }
                self.out.uses_priorities |= run.priority.is_some();
                self.runs.push((run.process.clone(), run.arguments.len(), expr.span));
            }
            ExprKind::Len(channel) => self.channel(channel),
            ExprKind::Probe(probe, channel) => {
                self.channel(channel);
                if !tests {
                    let opposite = match probe {
                        Probe::Full => "nfull",
                        Probe::NotFull => "full",
                        Probe::Empty => "nempty",
                        Probe::NotEmpty => "empty",
                    };
                    let problem = Diagnostic::error(
                        "a test of a channel stands alone or between `&&` and `||`",
                        expr.span,
                    );
                    self.diagnostics.push(problem.help(format!(
                        "for its opposite use `{opposite}`; in formulas and arithmetic use `len`"
                    )));
                }
            }
            ExprKind::Poll { channel, arguments, .. } => {
                self.channel(channel);
                self.receive_arguments(channel, arguments, expr.span);
            }
            ExprKind::Enabled(inner) | ExprKind::PcValue(inner) => self.value(inner),
            ExprKind::GetPriority(inner) => {
                self.out.uses_priorities = true;
                self.value(inner);
            }
            ExprKind::RemoteLabel { process, index, label } => {
                if let Some(index) = index {
                    self.value(index);
                }
                self.remotes.push(remote::Pending::Label(process.clone(), label.clone()));
            }
            ExprKind::RemoteVariable { process, index, variable } => {
                if let Some(index) = index {
                    self.value(index);
                }
                for index in variable.indices() {
                    self.value(index);
                }
                self.remotes.push(remote::Pending::Variable(process.clone(), variable.clone()));
            }
            ExprKind::Unmodelled(what) => self.out.unmodelled.push(what.clone()),
        }
    }

    fn read_variable(&mut self, variable: &VarRef) {
        let ty = self.variable(variable, false);
        if let Some(Type::Record(_)) = ty {
            self.incomplete(variable);
        }
        if self.out.meanings[variable.id] == Some(Meaning::Special(Special::Scratch)) {
            self.error("`_` cannot be read", variable.span);
        }
    }

    pub(super) fn incomplete(&mut self, variable: &VarRef) {
        let problem = Diagnostic::error("a field must be named here", variable.span);
        self.diagnostics.push(problem.help("records are not values: write `x.field`"));
    }

    /// Finds a variable and walks down its fields; the type of what it names. `whole` allows an
    /// array without an index.
    pub(super) fn variable(&mut self, variable: &VarRef, whole: bool) -> Option<Type> {
        for index in variable.indices() {
            self.value(index);
        }
        let base = variable.base();
        let meaning = if let Some(&(value, set)) = self.constants.get(&base.name) {
            Meaning::Constant(value, set)
        } else if let Some(id) = self.find(&base.name) {
            Meaning::Variable(id)
        } else if let Some(special) = special(&base.name) {
            Meaning::Special(special)
        } else {
            let mut known: Vec<Name> =
                self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
            known.extend(self.constants.keys().cloned());
            self.undeclared("variable", base, known);
            return None;
        };
        self.out.meanings[variable.id] = Some(meaning);
        match meaning {
            Meaning::Variable(id) => self.path_type(variable, id, whole),
            Meaning::Constant(_, set) => {
                if variable.path.len() > 1 || variable.path[0].index.is_some() {
                    self.error(format!("`{}` is a constant", base.name), variable.span);
                }
                Some(Type::Mtype(set))
            }
            Meaning::Special(special) => {
                self.out.uses_priorities |= special == Special::Priority;
                self.out.uses_last |= special == Special::Last;
                if special == Special::Stdin {
                    self.out.unmodelled.push(Unmodelled { what: "STDIN", span: variable.span });
                    return Some(Type::Chan);
                }
                Some(Type::Byte)
            }
        }
    }

    /// The type at the end of a path that starts at a variable.
    pub(super) fn path_type(&mut self, variable: &VarRef, id: VarId, whole: bool) -> Option<Type> {
        let mut ty = self.out.variables[id].ty;
        let mut array = self.out.variables[id].array;
        for (position, part) in variable.path.iter().enumerate() {
            if position > 0 {
                let Type::Record(record) = ty else {
                    let before = &variable.path[position - 1].name;
                    let text = format!("`{}` has no fields", before.name);
                    self.error(text, before.span);
                    return None;
                };
                let fields = &self.out.records[record].fields;
                let Some(field) = fields.iter().find(|field| field.name == part.name.name) else {
                    let known = fields.iter().map(|field| field.name.clone()).collect();
                    self.undeclared("field", &part.name, known);
                    return None;
                };
                ty = field.ty;
                array = field.array;
            }
            let last = position + 1 == variable.path.len();
            if array.is_some() && part.index.is_none() && !(whole && last) {
                let text = format!("`{}` is an array: an index is missing", part.name.name);
                self.error(text, part.name.span);
            }
        }
        Some(ty)
    }

    /// A variable that holds a channel.
    pub(super) fn channel(&mut self, variable: &VarRef) {
        match self.variable(variable, false) {
            Some(Type::Chan) | None => {}
            Some(_) => {
                let text = format!("`{}` is not a channel", variable.base().name);
                self.error(text, variable.span);
            }
        }
    }

    /// The declared message type of a channel variable, where it is known.
    pub(super) fn channel_type(&self, variable: &VarRef) -> Option<ChannelType> {
        match self.out.meanings[variable.id] {
            Some(Meaning::Variable(id)) if variable.path.len() == 1 => {
                self.out.variables[id].channel.clone()
            }
            _ => None,
        }
    }

    pub(super) fn no_run(&mut self, expr: &Expr, what: &str) {
        if count_runs(expr) > 0 {
            self.error(format!("run has no place in {what}"), expr.span);
        }
    }

    /// `run` may stand in what is assigned, where it is always evaluated: SPIN takes back a process
    /// that was not started otherwise.
    pub(super) fn runs_always(&mut self, expr: &Expr) {
        let always = |operator: &BinaryOp| !matches!(operator, BinaryOp::And | BinaryOp::Or);
        let mut waiting = vec![expr];
        let mut found = 0;
        while let Some(part) = waiting.pop() {
            match &part.kind {
                ExprKind::Run(_) => {
                    found += 1;
                    waiting.extend(part.kind.children());
                }
                ExprKind::Unary(..) => waiting.extend(part.kind.children()),
                ExprKind::Binary(operator, ..) if always(operator) => {
                    waiting.extend(part.kind.children());
                }
                _ => {}
            }
        }
        if count_runs(expr) > found {
            self.error("run must be evaluated always", expr.span);
        }
    }

    /// As a condition `run` stands alone.
    pub(super) fn runs_alone(&mut self, expr: &Expr) {
        match count_runs(expr) {
            0 => {}
            1 if matches!(expr.kind, ExprKind::Run(_)) => {}
            1 => self.error("run must be the whole expression", expr.span),
            _ => self.error("an expression starts one process at most", expr.span),
        }
    }

    pub(super) fn provided(&mut self, expr: &Expr) {
        self.condition(expr);
        self.no_run(expr, "a provided clause");
        let mut locals = Vec::new();
        collect_variables(expr, &mut |variable| {
            if let Some(Meaning::Variable(id)) = self.out.meanings[variable.id]
                && self.out.variables[id].process.is_some()
            {
                locals.push(variable.span);
            }
        });
        for span in locals {
            self.error("a provided clause speaks of global variables only", span);
        }
    }

    pub(super) fn formula(&mut self, formula: &Ltl) {
        let outer = std::mem::replace(&mut self.place, Place::Claim);
        self.formula_inside(formula);
        self.place = outer;
    }

    fn formula_inside(&mut self, formula: &Ltl) {
        match &formula.kind {
            LtlKind::Atom(atom) => {
                self.condition(atom);
                self.no_run(atom, "a formula");
            }
            LtlKind::Not(one)
            | LtlKind::Next(one)
            | LtlKind::Always(one)
            | LtlKind::Eventually(one) => self.formula_inside(one),
            LtlKind::And(left, right)
            | LtlKind::Or(left, right)
            | LtlKind::Implies(left, right)
            | LtlKind::Equivalent(left, right)
            | LtlKind::Until(left, right)
            | LtlKind::WeakUntil(left, right)
            | LtlKind::Release(left, right) => {
                self.formula_inside(left);
                self.formula_inside(right);
            }
        }
    }
}

fn count_runs(expr: &Expr) -> usize {
    let own = usize::from(matches!(expr.kind, ExprKind::Run(_)));
    own + expr.kind.children().map(count_runs).sum::<usize>()
}

fn collect_variables<'e>(expr: &'e Expr, see: &mut dyn FnMut(&'e VarRef)) {
    if let ExprKind::Variable(variable) | ExprKind::Len(variable) | ExprKind::Probe(_, variable) =
        &expr.kind
    {
        see(variable);
    }
    for child in expr.kind.children() {
        collect_variables(child, see);
    }
}

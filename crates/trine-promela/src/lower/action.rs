//! What one step asks and does, as an edge that has no ends yet.

use trine_base::Span;
use trine_system as sys;

use super::Lowering;
use super::expr::{folded_binary, folded_unary};
use super::graph::{Action, ForBound};
use crate::ast::*;
use crate::check::{Meaning, Special, Type};

/// An edge without its ends.
#[derive(Clone, Debug)]
pub struct Draft {
    pub guard: sys::Guard,
    pub sync: Option<sys::Sync>,
    pub effects: Vec<sys::Effect>,
    pub labels: Vec<sys::Label>,
    pub text: String,
    pub span: Span,
    /// What is known of the channel of its send or receive: that it has a buffer, or has none.
    pub buffered: Option<bool>,
}

impl<'a> Lowering<'a> {
    pub(super) fn draft(&mut self, action: &Action<'a>, span: Span) -> Draft {
        self.met_unmodelled.clear();
        let text = match action {
            Action::Skip => "skip".to_string(),
            _ => self.one_line(span),
        };
        let mut draft = Draft {
            guard: sys::Guard::Always,
            sync: None,
            effects: Vec::new(),
            labels: Vec::new(),
            text,
            span,
            buffered: None,
        };
        match action {
            Action::Skip => {}
            Action::Statement(statement) => self.statement(statement, &mut draft),
            Action::Declare(declarator) => self.declare(declarator, &mut draft),
            Action::ForStart(index, low) => {
                let low = match low {
                    Some(low) => self.expr(low),
                    None => sys::Expr::Const(0),
                };
                draft.text = format!("{} = {}", index.base().name, self.tail(span));
                self.assign(index, low, &mut draft);
            }
            Action::ForTest(index, bound) => {
                let high = match bound {
                    ForBound::Value(high) => self.expr(high),
                    ForBound::LastOf(over) => sys::Expr::Const(self.last_index(over)),
                };
                draft.text = format!("{} <= {}", index.base().name, self.tail(span));
                let value = self.variable(index);
                let test = folded_binary(sys::BinaryOp::LessEqual, value, high);
                draft.guard = sys::Guard::When(test);
            }
            Action::Choose(variable, value) => {
                draft.text = format!("{} = {value}", variable.base().name);
                self.assign(variable, sys::Expr::Const(i64::from(*value)), &mut draft);
            }
            Action::SelectTest(variable, high) => {
                let (value, high) = (self.variable(variable), self.expr(high));
                draft.text = format!("{} < …", variable.base().name);
                let test = folded_binary(sys::BinaryOp::Less, value, high);
                draft.guard = sys::Guard::When(test);
            }
            Action::Count(variable) => {
                draft.text = format!("{}++", variable.base().name);
                let value = self.variable(variable);
                let next = folded_binary(sys::BinaryOp::Add, value, sys::Expr::Const(1));
                self.assign(variable, next, &mut draft);
            }
            Action::ChannelStart(counter) => {
                let place = self.counter(*counter);
                draft.effects.push(sys::Effect::Assign(place, sys::Expr::Const(0)));
            }
            Action::ChannelTest(counter, channel) => {
                let channel = self.variable(channel);
                let length = sys::Expr::Channel(sys::ChannelQuery::Length, Box::new(channel));
                let value = sys::Expr::Read(self.counter(*counter));
                let test = folded_binary(sys::BinaryOp::Less, value, length);
                draft.guard = sys::Guard::When(test);
            }
            Action::ChannelTake(channel, index) => {
                let patterns = self.cells(index).into_iter().map(sys::Pattern::Bind).collect();
                draft.buffered = self.buffered(channel);
                let channel = self.variable(channel);
                draft.sync =
                    Some(sys::Sync::Receive { channel, patterns, anywhere: false, keep: false });
            }
            Action::ChannelPut(channel, index) => {
                let values = self.cells(index).into_iter().map(sys::Expr::Read).collect();
                draft.buffered = self.buffered(channel);
                let channel = self.variable(channel);
                draft.sync = Some(sys::Sync::Send { channel, values, sorted: false });
            }
            Action::ChannelCount(counter) => {
                let place = self.counter(*counter);
                let value = sys::Expr::Read(place.clone());
                let next = folded_binary(sys::BinaryOp::Add, value, sys::Expr::Const(1));
                draft.effects.push(sys::Effect::Assign(place, next));
            }
        }
        for what in std::mem::take(&mut self.met_unmodelled) {
            draft.effects.push(sys::Effect::Unmodelled(what));
        }
        draft
    }

    fn statement(&mut self, statement: &'a Statement, draft: &mut Draft) {
        match &statement.kind {
            StatementKind::Expression(value) => match &value.kind {
                ExprKind::Run(run) => self.run(run, None, draft),
                ExprKind::Unmodelled(_) => {
                    self.expr(value);
                }
                _ => {
                    let guard = self.expr(value);
                    if let Some((object, value)) = self.tested(value) {
                        draft.labels.push(label("test", None, Some(object), Some(value)));
                    }
                    draft.guard = sys::Guard::When(guard);
                }
            },
            StatementKind::Assign { target, value } => {
                let mut runs = Vec::new();
                runs_inside(value, &mut runs);
                if let (ExprKind::Run(run), [_]) = (&value.kind, &runs[..]) {
                    let into = self.place(target);
                    self.run(run, into, draft);
                } else {
                    self.runs = runs.iter().map(|run| std::ptr::from_ref(*run)).collect();
                    let numbers: Vec<sys::Place> =
                        (0..runs.len()).map(|position| self.started(position)).collect();
                    for (run, number) in runs.into_iter().zip(&numbers) {
                        self.run(run, Some(number.clone()), draft);
                    }
                    let value = self.expr(value);
                    self.assign(target, value, draft);
                    for number in numbers {
                        draft.effects.push(sys::Effect::Assign(number, sys::Expr::Const(0)));
                    }
                }
            }
            StatementKind::Increment(target) => {
                let value = self.variable(target);
                let next = folded_binary(sys::BinaryOp::Add, value, sys::Expr::Const(1));
                self.assign(target, next, draft);
            }
            StatementKind::Decrement(target) => {
                let value = self.variable(target);
                let next = folded_binary(sys::BinaryOp::Subtract, value, sys::Expr::Const(1));
                self.assign(target, next, draft);
            }
            StatementKind::Assert(value) => {
                let value = self.expr(value);
                draft.effects.push(sys::Effect::Assert(value));
            }
            StatementKind::Printf { format, arguments } => {
                let arguments = arguments.iter().map(|argument| self.expr(argument)).collect();
                let format = unquoted(&format.name);
                draft.labels.push(label("print", Some(format.clone()), None, None));
                draft.effects.push(sys::Effect::Print(sys::Print { format, arguments }));
            }
            StatementKind::Printm(value) => {
                let arguments = vec![self.expr(value)];
                let format = "%e".to_string();
                draft.effects.push(sys::Effect::Print(sys::Print { format, arguments }));
            }
            StatementKind::Send { channel, sorted, arguments } => {
                self.send(channel, *sorted, arguments, draft);
            }
            StatementKind::Receive { channel, random, copy, arguments } => {
                self.receive(channel, *random, *copy, arguments, draft);
            }
            StatementKind::SetPriority { process, priority } => {
                let (process, priority) = (self.expr(process), self.expr(priority));
                draft.effects.push(sys::Effect::SetPriority(process, priority));
            }
            StatementKind::Unmodelled(what) => self.met_unmodelled.push(what.what.to_string()),
            // Everything else is control, and has no element of this kind.
            _ => {}
        }
    }

    /// `x` and what a condition of the form `x == constant` says of it.
    fn tested(&self, value: &Expr) -> Option<(String, String)> {
        let ExprKind::Binary(BinaryOp::Equal, left, right) = &value.kind else { return None };
        let (ExprKind::Variable(variable), ExprKind::Number(number)) = (&left.kind, &right.kind)
        else {
            return None;
        };
        Some((self.name_of(variable), number.to_string()))
    }

    fn name_of(&self, variable: &VarRef) -> String {
        self.one_line(variable.span)
    }

    fn declare(&mut self, declarator: &'a Declarator, draft: &mut Draft) {
        let Some(id) = self.checked.declared[declarator.id] else { return };
        if let Type::Record(_) = self.checked.variables[id].ty {
            return;
        }
        let value = match &declarator.initial {
            Some(Initial::Value(value)) => self.expr(value),
            Some(Initial::List(values, _)) => match values.first() {
                Some(value) => self.expr(value),
                None => sys::Expr::Const(0),
            },
            Some(Initial::Channel(_)) => return,
            None => sys::Expr::Const(0),
        };
        let Some(leaf) = self.leaves.get(&id).and_then(|leaves| leaves.first()) else { return };
        let place = match leaf.storage {
            super::data::Storage::Global(id) => sys::Place::global(id),
            super::data::Storage::Local(id) => sys::Place::local(id),
        };
        let place = match self.checked.variables[id].array {
            Some(_) => place.at(sys::Expr::Const(0)),
            None => place,
        };
        draft.effects.push(sys::Effect::Assign(place, value));
    }

    fn assign(&mut self, target: &VarRef, value: sys::Expr, draft: &mut Draft) {
        if let Some(Meaning::Special(special)) = self.checked.meanings[target.id] {
            if special == Special::Priority {
                draft.effects.push(sys::Effect::SetPriority(sys::Expr::Myself, value));
            }
            return;
        }
        let Some(place) = self.place(target) else { return };
        let constant = match &value {
            sys::Expr::Const(value) => Some(value.to_string()),
            _ => None,
        };
        draft.labels.push(label("assign", None, Some(self.name_of(target)), constant));
        draft.effects.push(sys::Effect::Assign(place, value));
    }

    fn run(&mut self, run: &Run, into: Option<sys::Place>, draft: &mut Draft) {
        let Some(process) = self.process_named(&run.process.name) else { return };
        let wanted = self.checked.processes[process].parameters.len();
        let mut arguments: Vec<sys::Expr> =
            run.arguments.iter().map(|argument| self.expr(argument)).collect();
        arguments.resize(wanted, sys::Expr::Const(0));
        let priority =
            run.priority.as_ref().map(|priority| sys::Expr::Const(i64::from(priority.value)));
        let template = super::template_id(process);
        draft.labels.push(label("start", None, Some(run.process.name.to_string()), None));
        draft.effects.push(sys::Effect::Run { template, arguments, priority, into });
    }

    fn send(&mut self, channel: &VarRef, sorted: bool, arguments: &[Expr], draft: &mut Draft) {
        let mut values = Vec::new();
        for argument in arguments {
            let record = match &argument.kind {
                ExprKind::Variable(variable) => {
                    let cells = self.cells(variable);
                    if cells.len() > 1 || self.is_record(variable) { Some(cells) } else { None }
                }
                _ => None,
            };
            match record {
                Some(cells) => values.extend(cells.into_iter().map(sys::Expr::Read)),
                None => values.push(self.expr(argument)),
            }
        }
        if self.is_stdin(channel) {
            self.met_unmodelled.push("STDIN".to_string());
            return;
        }
        let message = arguments.first().map(|first| self.one_line(first.span));
        draft.labels.push(label("send", message, Some(self.name_of(channel)), None));
        draft.buffered = self.buffered(channel);
        self.too_few(channel, values.len(), "sent", draft);
        let channel = self.variable(channel);
        draft.sync = Some(sys::Sync::Send { channel, values, sorted });
    }

    fn receive(
        &mut self,
        channel: &VarRef,
        random: bool,
        copy: bool,
        arguments: &[ReceiveArgument],
        draft: &mut Draft,
    ) {
        if self.is_stdin(channel) {
            self.met_unmodelled.push("STDIN".to_string());
            return;
        }
        let patterns = self.patterns(arguments, false);
        let message = match arguments.first() {
            Some(ReceiveArgument::Variable(variable)) => Some(self.one_line(variable.span)),
            Some(ReceiveArgument::Constant(number)) => Some(number.value.to_string()),
            _ => None,
        };
        draft.labels.push(label("receive", message, Some(self.name_of(channel)), None));
        draft.buffered = self.buffered(channel);
        self.too_few(channel, patterns.len(), "received", draft);
        let channel = self.variable(channel);
        draft.sync = Some(sys::Sync::Receive { channel, patterns, anywhere: random, keep: copy });
    }

    /// SPIN reports a message that is handled with fewer fields than it has when it happens.
    fn too_few(&self, channel: &VarRef, given: usize, what: &str, draft: &mut Draft) {
        let Some(Meaning::Variable(id)) = self.checked.meanings[channel.id] else { return };
        if channel.path.len() > 1 || !self.fixed_channels.contains(&id) {
            return;
        }
        let Some(kind) = &self.checked.variables[id].channel else { return };
        let wanted = kind.fields.len();
        if given < wanted {
            let text = format!("{given} of {wanted} message fields are {what}");
            draft.effects.push(sys::Effect::Abort(sys::FaultKind::Channel, text));
        }
    }

    /// Whether a channel has a buffer, where that is certain.
    fn buffered(&self, channel: &VarRef) -> Option<bool> {
        let Some(Meaning::Variable(id)) = self.checked.meanings[channel.id] else { return None };
        if channel.path.len() > 1 || !self.fixed_channels.contains(&id) {
            return None;
        }
        Some(self.checked.variables[id].channel.as_ref()?.capacity > 0)
    }

    fn is_record(&self, variable: &VarRef) -> bool {
        match self.checked.meanings[variable.id] {
            Some(Meaning::Variable(id)) => {
                matches!(self.checked.variables[id].ty, Type::Record(_))
                    && self.leaves.get(&id).is_some_and(|leaves| {
                        !leaves.iter().any(|leaf| leaf.fields.len() + 1 == variable.path.len())
                    })
            }
            _ => false,
        }
    }

    fn is_stdin(&self, channel: &VarRef) -> bool {
        self.checked.meanings[channel.id] == Some(Meaning::Special(Special::Stdin))
    }

    fn last_index(&self, over: &VarRef) -> i64 {
        match self.checked.meanings[over.id] {
            Some(Meaning::Variable(id)) => {
                i64::from(self.checked.variables[id].array.unwrap_or(1)) - 1
            }
            _ => 0,
        }
    }

    /// Where the number of a started process is kept while the rest of an expression is evaluated.
    pub(super) fn started(&mut self, position: usize) -> sys::Place {
        let process = self.process.unwrap_or(0);
        let local = match self.started.get(&(process, position)) {
            Some(local) => *local,
            None => {
                let name = match position {
                    0 => "run#".to_string(),
                    _ => format!("run#{}", position + 1),
                };
                let mut variable = sys::Variable::scalar(name, sys::Type::INT);
                variable.hidden = true;
                let locals = &mut self.system.templates[super::template_id(process)].locals;
                let local = locals.push(variable);
                self.started.insert((process, position), local);
                local
            }
        };
        sys::Place::local(local)
    }

    fn counter(&self, counter: usize) -> sys::Place {
        let process = self.process.unwrap_or(0);
        let local = self.counters.get(&(process, counter)).copied();
        sys::Place::local(local.unwrap_or(sys::LocalId(0)))
    }

    /// What the source says, its blanks and line breaks made single blanks.
    pub(super) fn one_line(&self, span: Span) -> String {
        let text = self.sources.text(span);
        let mut line = String::with_capacity(text.len().min(200));
        for word in text.split_whitespace() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            if line.len() > 160 {
                line.push_str(" …");
                break;
            }
        }
        line
    }

    /// The right end of a range or assignment, for texts that the source does not have.
    fn tail(&self, span: Span) -> String {
        let text = self.one_line(span);
        match text.rsplit_once([':', '=']) {
            Some((_, tail)) => tail.trim().to_string(),
            None => "…".to_string(),
        }
    }
}

impl Draft {
    /// A step that asks nothing and does nothing.
    pub(super) fn silent(text: &str, span: Span) -> Draft {
        Draft {
            guard: sys::Guard::Always,
            sync: None,
            effects: Vec::new(),
            labels: Vec::new(),
            text: text.to_string(),
            span,
            buffered: None,
        }
    }

    /// When the step can be taken, as an expression, if it can be said. A receive without a buffer
    /// never begins by itself; whether an offer is taken cannot be said.
    pub(super) fn executable(&self) -> Option<sys::Expr> {
        let guard = match &self.guard {
            sys::Guard::Always => sys::Expr::TRUE,
            sys::Guard::When(guard) => guard.clone(),
            sys::Guard::Else => return None,
        };
        let sync = match (&self.sync, self.buffered) {
            (None, _) => return Some(guard),
            (Some(sys::Sync::Receive { .. }), Some(false)) => sys::Expr::Const(0),
            (Some(sys::Sync::Send { channel, .. }), Some(true)) => {
                sys::Expr::Channel(sys::ChannelQuery::NotFull, Box::new(channel.clone()))
            }
            (Some(sys::Sync::Receive { channel, patterns, anywhere, .. }), Some(true)) => {
                let patterns = patterns
                    .iter()
                    .map(|pattern| match pattern {
                        sys::Pattern::Bind(_) => sys::Pattern::Ignore,
                        other => other.clone(),
                    })
                    .collect();
                let channel = Box::new(channel.clone());
                sys::Expr::Poll { channel, patterns, anywhere: *anywhere }
            }
            _ => return None,
        };
        Some(folded_binary(sys::BinaryOp::And, guard, sync))
    }
}

/// All of these, and none of those.
pub(super) fn none_of(conditions: Vec<sys::Expr>) -> sys::Expr {
    let any = conditions
        .into_iter()
        .reduce(|any, one| folded_binary(sys::BinaryOp::Or, any, one))
        .unwrap_or(sys::Expr::Const(0));
    folded_unary(sys::UnaryOp::Not, any)
}

fn label(
    action: &str,
    name: Option<String>,
    object: Option<String>,
    value: Option<String>,
) -> sys::Label {
    sys::Label { action: action.to_string(), name, object, value }
}

/// The `run`s of an expression in the order in which they happen, those in arguments first.
fn runs_inside<'e>(expr: &'e Expr, found: &mut Vec<&'e Run>) {
    for child in expr.kind.children() {
        runs_inside(child, found);
    }
    if let ExprKind::Run(run) = &expr.kind {
        found.push(run);
    }
}

/// The text that a string in quotes stands for.
fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix('"').unwrap_or(text);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    let mut out = String::with_capacity(inside.len());
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\u{c}'),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

//! What operations, conditions and meetings satisfy.

use super::body::Checker;
use super::{Kind, exists, kind};
use crate::program::*;

impl Checker<'_> {
    pub(super) fn operation(&mut self, operation: Operation, arguments: &[Operand]) {
        use Operation::*;
        let counts = match operation {
            AbortPoint | Unwinding | MayWait | CurrentThread | Interrupted | Sleep | Yield
            | Input | Moment | ExitProgram | MisuseMonitor | ReachError | BeginAtomic
            | EndAtomic => 0..=0,
            Choose | WaitOn | TimedWaitOn => 2..=2,
            Start => 1..=3,
            _ => 1..=1,
        };
        if !counts.contains(&arguments.len()) {
            let gets = arguments.len();
            self.problems.push(format!("{operation:?} takes {counts:?} arguments and gets {gets}"));
        }
        for argument in arguments {
            let given = self.operand(argument);
            match operation {
                // Both are whole, or both in floating point.
                Choose if given != Kind::Reference => {}
                Choose => self.problems.push("a choice between references".to_string()),
                _ => self.want(given, Kind::Reference, "what an operation is about"),
            }
        }
    }

    pub(super) fn condition(&mut self, condition: &Condition) -> Kind {
        match condition {
            Condition::Operand(operand) => self.operand(operand),
            // What an element is, only its array says.
            Condition::Load(access) => self.access(access).unwrap_or(Kind::Number),
            Condition::Unary(_, _, inner) => {
                self.condition(inner);
                Kind::Number
            }
            Condition::Binary(_, _, left, right) => {
                self.condition(left);
                self.condition(right);
                Kind::Number
            }
            Condition::Mine(of)
            | Condition::Held(of)
            | Condition::Waiting(of)
            | Condition::Started(of)
            | Condition::Ended(of)
            | Condition::Length(of) => {
                self.want_operand(of, Kind::Reference, "what a condition is about");
                Kind::Number
            }
        }
    }

    pub(super) fn meeting(&mut self, meeting: &Meeting) {
        match meeting {
            Meeting::Call(call) => self.entry_call(call),
            Meeting::Select(select) => self.select(select),
            Meeting::Complete(at, results) => {
                if let Some(entry) = self.entry(at) {
                    self.handed_over(results, &entry.results, "what is given back");
                }
            }
            Meeting::Requeue(requeue) => {
                if let Some(entry) = self.entry(&requeue.to) {
                    self.handed_over(&requeue.arguments, &entry.parameters, "what is sent on");
                }
                if let Some(entry) = self.entry(&requeue.from)
                    && !requeue.refused.is_empty()
                {
                    self.handed_over(&requeue.refused, &entry.results, "what is given back");
                }
            }
            Meeting::Async(of) => {
                if let Some(call) = &of.call {
                    self.entry_call(call);
                }
                for class in [of.class, of.gone] {
                    self.class(class);
                }
                self.into(of.at_once, Some(Type::Bool), "whether it happened");
            }
            Meeting::Waiting(into, at) => {
                self.entry(at);
                self.into(Some(*into), Some(Type::INT), "how many wait");
            }
        }
    }

    fn entry(&mut self, at: &EntryAt) -> Option<EntryDecl> {
        self.want_operand(&at.owner, Kind::Reference, "the owner of an entry");
        if let Some(index) = &at.index {
            self.want_operand(index, Kind::Number, "the index of an entry");
        }
        if !exists(at.entry, self.program.entries.len()) {
            self.problems.push(format!("{} does not exist", at.entry));
            return None;
        }
        Some(self.program.entries[at.entry].clone())
    }

    fn handed_over(&mut self, values: &[Operand], types: &[Type], what: &str) {
        if values.len() != types.len() {
            let (takes, gets) = (types.len(), values.len());
            self.problems.push(format!("{what} is {gets} values, and {takes} are declared"));
        }
        for (value, ty) in values.iter().zip(types) {
            self.want_operand(value, kind(*ty), what);
        }
    }

    fn entry_call(&mut self, call: &EntryCall) {
        let Some(entry) = self.entry(&call.at) else { return };
        self.handed_over(&call.arguments, &entry.parameters, "what is handed over");
        if call.part != CallPart::Arrive && call.results.len() != entry.results.len() {
            let (takes, gets) = (call.results.len(), entry.results.len());
            self.problems.push(format!("a caller takes {takes} results, and {gets} are declared"));
        }
        for (var, ty) in call.results.iter().zip(&entry.results) {
            self.into(Some(*var), Some(*ty), "a result");
        }
        self.into(call.served, Some(Type::Bool), "whether it was served");
    }

    fn select(&mut self, select: &Select) {
        self.into(Some(select.into), Some(Type::INT), "what happened");
        for alternative in &select.alternatives {
            if let Some(guard) = &alternative.guard {
                self.want_operand(guard, Kind::Number, "a guard");
            }
            match &alternative.kind {
                AlternativeKind::Accept { at, parameters } => {
                    let Some(entry) = self.entry(at) else { continue };
                    if parameters.len() != entry.parameters.len() {
                        let what = "an accept does not take what is handed over".to_string();
                        self.problems.push(what);
                    }
                    for (var, ty) in parameters.iter().zip(&entry.parameters) {
                        self.into(Some(*var), Some(*ty), "a parameter");
                    }
                }
                AlternativeKind::Delay => {}
                AlternativeKind::Terminate { group } => {
                    self.want_operand(group, Kind::Reference, "a group");
                }
            }
        }
    }
}

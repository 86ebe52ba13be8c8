//! Writes edges, their synchronisations and effects.

use std::fmt::Write;

use super::names::{any_word, reference, string, word};
use super::print::Printer;
use crate::{
    Edge, EdgeId, Effect, EntryRef, Expr, Guard, Hold, Label, MonitorRef, Place, Sync, TemplateId,
};

/// `e4: s2 -> s3 when … send … do …`, on one line.
pub(super) fn write_edge(out: &mut Printer<'_>, at: TemplateId, id: EdgeId, edge: &Edge) {
    let mut line = format!("{id}: {} -> {}", edge.from, edge.to);
    if edge.rank != 0 {
        let _ = write!(line, " rank {}", edge.rank);
    }
    match &edge.guard {
        Guard::Always => {}
        Guard::When(guard) => {
            let _ = write!(line, " when {}", out.expr(guard, Some(at)));
        }
        Guard::Else => line.push_str(" else"),
    }
    if let Some(sync) = &edge.sync {
        let _ = write!(line, " {}", out.sync(sync, at));
    }
    if !edge.effects.is_empty() {
        let effects: Vec<String> =
            edge.effects.iter().map(|effect| out.effect(effect, at)).collect();
        let _ = write!(line, " do {}", effects.join("; "));
    }
    match edge.hold {
        Hold::Release => {}
        Hold::Atomic => line.push_str(" hold atomic"),
        Hold::DStep => line.push_str(" hold d_step"),
    }
    for label in &edge.labels {
        let _ = write!(line, " {}", label_clause(label));
    }
    if !edge.text.is_empty() {
        let _ = write!(line, " text {}", string(&edge.text));
    }
    out.text.push_str(&line);
}

fn label_clause(label: &Label) -> String {
    let mut clause = format!("label {}", any_word(&label.action));
    if let Some(name) = &label.name {
        let _ = write!(clause, " {}", word(name));
    }
    if let Some(object) = &label.object {
        let _ = write!(clause, " on {}", any_word(object));
    }
    if let Some(value) = &label.value {
        let _ = write!(clause, " = {}", any_word(value));
    }
    clause
}

impl Printer<'_> {
    fn sync(&self, sync: &Sync, at: TemplateId) -> String {
        let monitor =
            |verb: &str, of: &MonitorRef| format!("{verb} {}", self.monitor(of, Some(at)));
        match sync {
            Sync::Send { channel, values, sorted } => format!(
                "send {}{}({})",
                if *sorted { "sorted " } else { "" },
                self.channel(channel, Some(at)),
                self.exprs(values, at)
            ),
            Sync::Receive { channel, patterns, anywhere, keep } => format!(
                "receive {}{}{}({})",
                if *anywhere { "any " } else { "" },
                if *keep { "keep " } else { "" },
                self.channel(channel, Some(at)),
                self.patterns(patterns, Some(at))
            ),
            Sync::Enter(of) => monitor("enter", of),
            Sync::Exit(of) => monitor("exit", of),
            Sync::Wait(of) => monitor("wait", of),
            Sync::Waiting(of) => monitor("waiting", of),
            Sync::WakeUp(of) => monitor("wakeup", of),
            Sync::Notified(of) => monitor("notified", of),
            Sync::Notify(of) => monitor("notify", of),
            Sync::NotifyAll(of) => monitor("notifyall", of),
            Sync::Start(process) => format!("start {}", self.expr(process, Some(at))),
            Sync::Join(process) => format!("join {}", self.expr(process, Some(at))),
            Sync::Begin => "begin".to_string(),
            Sync::End => "end".to_string(),
            Sync::Call { entry, arguments } => {
                format!("call {}({})", self.entry_ref(entry, at), self.exprs(arguments, at))
            }
            Sync::Requeue { entry, arguments } => {
                format!("requeue {}({})", self.entry_ref(entry, at), self.exprs(arguments, at))
            }
            Sync::Withdraw(entry) => format!("withdraw {}", self.entry_ref(entry, at)),
            Sync::Return { entry, results } => {
                format!("return {}({})", self.entry_ref(entry, at), self.places(results, at))
            }
            Sync::Accept { entry, parameters } => {
                format!("accept {}({})", self.entry_ref(entry, at), self.places(parameters, at))
            }
            Sync::Complete { entry, results } => {
                format!("complete {}({})", self.entry_ref(entry, at), self.exprs(results, at))
            }
        }
    }

    fn effect(&self, effect: &Effect, at: TemplateId) -> String {
        let here = Some(at);
        match effect {
            Effect::Assign(place, value) => {
                format!("{} := {}", self.place(place, here), self.expr(value, here))
            }
            Effect::Assert(condition) => format!("assert {}", self.expr(condition, here)),
            Effect::Print(print) => {
                let mut call = format!("print({}", string(&print.format));
                for argument in &print.arguments {
                    let _ = write!(call, ", {}", self.expr(argument, here));
                }
                call + ")"
            }
            Effect::Run { template, arguments, priority, into } => {
                let mut call =
                    format!("run {}({})", self.template_name(*template), self.exprs(arguments, at));
                if let Some(priority) = priority {
                    let _ = write!(call, " priority {}", self.expr(priority, here));
                }
                if let Some(into) = into {
                    let _ = write!(call, " into {}", self.place(into, here));
                }
                call
            }
            Effect::SetPriority(process, priority) => {
                format!("set_priority({}, {})", self.expr(process, here), self.expr(priority, here))
            }
            Effect::Choose { into, low, high, known } => {
                let unknown = if *known { "" } else { " unknown" };
                format!("choose {} in {low}..{high}{unknown}", self.place(into, here))
            }
            Effect::New { pool, into } => {
                let pools = &self.system.pools;
                let pool = reference(&self.names.pools, pools, *pool, "pool", |p| &p.name);
                format!("new {pool} into {}", self.place(into, here))
            }
            Effect::Fail(kind, message) => format!("fail {} {}", kind.name(), string(message)),
            Effect::Abort(kind, message) => format!("abort {} {}", kind.name(), string(message)),
            Effect::Emit { event, when: Expr::Const(1) } => format!("emit {event}"),
            Effect::Emit { event, when } => format!("emit {event} when {}", self.expr(when, here)),
            Effect::Unmodelled(what) => format!("unmodelled {}", string(what)),
            Effect::Limit { what, option: None } => format!("limit {}", string(what)),
            Effect::Limit { what, option: Some(option) } => {
                format!("limit {} option {}", string(what), string(option))
            }
        }
    }

    pub(super) fn monitor(&self, monitor: &MonitorRef, at: Option<TemplateId>) -> String {
        let monitors = &self.system.monitors;
        let name = reference(&self.names.monitors, monitors, monitor.monitor, "m", |m| &m.name);
        name + &self.index(monitor.index.as_ref(), at)
    }

    fn entry_ref(&self, entry: &EntryRef, at: TemplateId) -> String {
        let entries = &self.system.entries;
        let name = reference(&self.names.entries, entries, entry.entry, "n", |n| &n.name);
        name + &self.index(entry.index.as_ref(), Some(at))
    }

    fn exprs(&self, exprs: &[Expr], at: TemplateId) -> String {
        let exprs: Vec<String> = exprs.iter().map(|expr| self.expr(expr, Some(at))).collect();
        exprs.join(", ")
    }

    fn places(&self, places: &[Place], at: TemplateId) -> String {
        let places: Vec<String> = places.iter().map(|place| self.place(place, Some(at))).collect();
        places.join(", ")
    }
}

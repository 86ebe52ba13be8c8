//! Reads edges: what they ask, meet and do.

use trine_base::Span;

use super::lex::Token;
use super::names::is_keyword;
use super::parser::{Parsed, Parser};
use crate::{Edge, Effect, EntryRef, Expr, FaultKind, Guard, Hold, Label, MonitorRef, Print, Sync};

/// The words that begin a synchronisation.
const SYNCS: [&str; 20] = [
    "send",
    "receive",
    "enter",
    "exit",
    "wait",
    "waiting",
    "wakeup",
    "notified",
    "notify",
    "notifyall",
    "start",
    "join",
    "begin",
    "end",
    "call",
    "requeue",
    "withdraw",
    "return",
    "accept",
    "complete",
];

impl Parser<'_, '_> {
    /// `s2 -> s3` and its clauses, in any order.
    pub(super) fn edge(&mut self, start: Span) -> Parsed<Edge> {
        let from = self.location()?;
        self.expect_symbol("->")?;
        let to = self.location()?;
        let mut edge = Edge::new(from, to);
        let mut seen: Vec<&str> = Vec::new();
        while let Token::Word(word) = self.token() {
            let clause = match word.as_str() {
                "when" | "else" => "guard",
                known @ ("rank" | "do" | "hold" | "label" | "text") => known,
                known if SYNCS.contains(&known) => "synchronisation",
                _ => break,
            };
            // `start s0` on the next line is the template's own.
            if word == "start" && self.lexemes[self.at].starts_line {
                break;
            }
            if clause != "label" && seen.contains(&clause) {
                let span = self.span();
                return Err(self.error(format!("an edge has only one {clause}"), span));
            }
            seen.push(clause);
            self.advance();
            match word.as_str() {
                "when" => edge.guard = Guard::When(self.expression()?),
                "else" => edge.guard = Guard::Else,
                "rank" => edge.rank = self.small("a rank")?,
                "do" => edge.effects = self.effects()?,
                "hold" => edge.hold = self.hold()?,
                "label" => edge.labels.push(self.label()?),
                "text" => edge.text = self.string("the text of the statement, in quotes")?,
                _ => edge.sync = Some(self.sync(word)?),
            }
        }
        edge.span = Some(self.span_from(start));
        Ok(edge)
    }

    fn hold(&mut self) -> Parsed<Hold> {
        if self.take_word("atomic") {
            Ok(Hold::Atomic)
        } else if self.take_word("d_step") {
            Ok(Hold::DStep)
        } else {
            Err(self.expected("`atomic` or `d_step`"))
        }
    }

    /// `label ACTION [NAME] [on OBJECT] [= VALUE]`
    fn label(&mut self) -> Parsed<Label> {
        let action = self.any_word("the action of the label")?;
        let named = match self.token() {
            Token::Word(word) => !is_keyword(word) && !self.lexemes[self.at].starts_line,
            Token::Text(_) => true,
            _ => false,
        };
        let name = if named { Some(self.any_word("a name")?) } else { None };
        let object = if self.take_word("on") { Some(self.any_word("an object")?) } else { None };
        let value = if self.take_symbol("=") { Some(self.any_word("a value")?) } else { None };
        Ok(Label { action, name, object, value })
    }

    fn sync(&mut self, verb: &str) -> Parsed<Sync> {
        Ok(match verb {
            "send" => {
                let sorted = self.take_word("sorted");
                let channel = self.channel()?;
                let values = self.list(Self::expression)?;
                Sync::Send { channel, values, sorted }
            }
            "receive" => {
                let anywhere = self.take_word("any");
                let keep = self.take_word("keep");
                let channel = self.channel()?;
                let patterns = self.list(Self::pattern)?;
                Sync::Receive { channel, patterns, anywhere, keep }
            }
            "enter" => Sync::Enter(self.monitor()?),
            "exit" => Sync::Exit(self.monitor()?),
            "wait" => Sync::Wait(self.monitor()?),
            "waiting" => Sync::Waiting(self.monitor()?),
            "wakeup" => Sync::WakeUp(self.monitor()?),
            "notified" => Sync::Notified(self.monitor()?),
            "notify" => Sync::Notify(self.monitor()?),
            "notifyall" => Sync::NotifyAll(self.monitor()?),
            "start" => Sync::Start(self.expression()?),
            "join" => Sync::Join(self.expression()?),
            "begin" => Sync::Begin,
            "end" => Sync::End,
            "call" => {
                Sync::Call { entry: self.entry_ref()?, arguments: self.list(Self::expression)? }
            }
            "requeue" => {
                Sync::Requeue { entry: self.entry_ref()?, arguments: self.list(Self::expression)? }
            }
            "withdraw" => Sync::Withdraw(self.entry_ref()?),
            "return" => Sync::Return { entry: self.entry_ref()?, results: self.list(Self::place)? },
            "accept" => {
                Sync::Accept { entry: self.entry_ref()?, parameters: self.list(Self::place)? }
            }
            _ => Sync::Complete { entry: self.entry_ref()?, results: self.list(Self::expression)? },
        })
    }

    pub(super) fn monitor(&mut self) -> Parsed<MonitorRef> {
        let name = self.name("the name of a monitor")?;
        let monitor = self.look_up(&name, "monitor", "m", |known| {
            (&known.names.monitors, known.system.monitors.len())
        });
        Ok(MonitorRef { monitor, index: self.index()? })
    }

    fn entry_ref(&mut self) -> Parsed<EntryRef> {
        let entry = self.entry_name()?;
        Ok(EntryRef { entry, index: self.index()? })
    }

    fn effects(&mut self) -> Parsed<Vec<Effect>> {
        let mut effects = vec![self.effect()?];
        while self.take_symbol(";") {
            effects.push(self.effect()?);
        }
        Ok(effects)
    }

    fn effect(&mut self) -> Parsed<Effect> {
        let word = match self.token() {
            Token::Word(word) => word.as_str(),
            _ => "",
        };
        let known = [
            "assert",
            "print",
            "run",
            "set_priority",
            "choose",
            "new",
            "fail",
            "abort",
            "emit",
            "unmodelled",
            "limit",
        ];
        if !known.contains(&word) {
            let place = self.place()?;
            self.expect_symbol(":=")?;
            return Ok(Effect::Assign(place, self.expression()?));
        }
        self.advance();
        Ok(match word {
            "assert" => Effect::Assert(self.expression()?),
            "print" => {
                self.expect_symbol("(")?;
                let format = self.string("what to print, in quotes")?;
                let mut arguments = Vec::new();
                while self.take_symbol(",") {
                    arguments.push(self.expression()?);
                }
                self.expect_symbol(")")?;
                Effect::Print(Print { format, arguments })
            }
            "run" => {
                let template = self.template_name()?;
                let arguments = self.list(Self::expression)?;
                // After `priority` an expression; `priority(p)` would be one, too.
                let priority =
                    if self.take_word("priority") { Some(self.expression()?) } else { None };
                let into = if self.take_word("into") { Some(self.place()?) } else { None };
                Effect::Run { template, arguments, priority, into }
            }
            "set_priority" => {
                self.expect_symbol("(")?;
                let process = self.expression()?;
                self.expect_symbol(",")?;
                let priority = self.expression()?;
                self.expect_symbol(")")?;
                Effect::SetPriority(process, priority)
            }
            "choose" => {
                let into = self.place()?;
                self.expect_word("in")?;
                let low = self.integer()?;
                self.expect_symbol("..")?;
                let high = self.integer()?;
                Effect::Choose { into, low, high, known: !self.take_word("unknown") }
            }
            "new" => {
                let pool = self.pool_name()?;
                self.expect_word("into")?;
                Effect::New { pool, into: self.place()? }
            }
            "fail" | "abort" => {
                let make = if word == "fail" { Effect::Fail } else { Effect::Abort };
                let span = self.span();
                let kind = self.any_word("a kind of fault")?;
                let Some(kind) = FaultKind::ALL.into_iter().find(|known| known.name() == kind)
                else {
                    let kinds: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
                    let message = format!("`{kind}` is not one of {}", kinds.join(", "));
                    return Err(self.error(message, span));
                };
                make(kind, self.string("the message, in quotes")?)
            }
            "emit" => {
                let event = self.small("the number of an event")?;
                let when = if self.take_word("when") { self.expression()? } else { Expr::TRUE };
                Effect::Emit { event, when }
            }
            "limit" => {
                let what = self.string("the limit, in quotes")?;
                let mut option = None;
                if self.take_word("option") {
                    option = Some(self.string("the option that raises it, in quotes")?);
                }
                Effect::Limit { what, option }
            }
            _ => Effect::Unmodelled(self.string("what is left out, in quotes")?),
        })
    }
}

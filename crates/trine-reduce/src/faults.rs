//! Which statements can end an execution, or may not be left out for other reasons than their data.
//!
//! A fault ends everything, not only its process; so a statement that can make one is never left out,
//! whatever the property. What surely makes none is found by the ranges of types and constants.

use trine_system::{
    BinaryOp, ChannelQuery, Effect, Expr, Guard, Init, MonitorRef, Pattern, Place, Root, Sync,
    TemplateId, Type, UnaryOp, Width,
};

use crate::objects::Objects;

type Range = (i128, i128);

const ALL: Range = (i64::MIN as i128, i64::MAX as i128);
const TRUTH: Range = (0, 1);

impl Objects<'_> {
    /// Whether the evaluation of an expression can fault.
    pub fn can_fault(&self, expr: &Expr, at: Option<TemplateId>) -> bool {
        let mut can = false;
        expr.visit(&mut |part| can |= self.part_can_fault(part, at));
        can
    }

    fn part_can_fault(&self, part: &Expr, at: Option<TemplateId>) -> bool {
        match part {
            Expr::Read(place) => self.is_outside(place, at),
            Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, _, right) => {
                let (low, high) = self.range(right, at);
                low <= 0 && high >= 0
            }
            Expr::Checked(inner, length) => !within(self.range(inner, at), *length),
            Expr::Enabled(_) => true,
            Expr::Channel(_, channel) => self.sure_channel(channel, at).is_none(),
            Expr::Poll { channel, .. } => !self.keeps_messages(channel, at),
            Expr::Monitor(_, of) => self.monitor_can_fault(of, at),
            Expr::Waiting(entry, Some(index)) => {
                !within(self.range(index, at), self.system.entries[*entry].count)
            }
            _ => false,
        }
    }

    fn keeps_messages(&self, channel: &Expr, at: Option<TemplateId>) -> bool {
        let variable = self.sure_channel(channel, at);
        variable.is_some_and(|variable| match variable.init {
            Init::Channels(kind) => self.system.channel_kinds[kind].capacity > 0,
            _ => false,
        })
    }

    fn monitor_can_fault(&self, of: &MonitorRef, at: Option<TemplateId>) -> bool {
        let count = self.system.monitors[of.monitor].count;
        of.index.as_ref().is_some_and(|index| !within(self.range(index, at), count))
    }

    /// Whether a place itself, the expressions inside it aside, may name no cell.
    fn is_outside(&self, place: &Place, at: Option<TemplateId>) -> bool {
        let Some(variable) = self.variable(&place.root, at) else { return true };
        let outside = match &place.index {
            Some(index) => !within(self.range(index, at), variable.cells()),
            None => variable.cells() == 0,
        };
        outside
            || match &place.root {
                Root::Global(_) | Root::Local(_) => false,
                Root::Remote { .. } | Root::Field { .. } => true,
            }
    }

    /// Whether a value can be stored into a place without a fault; what is inside the place included.
    fn store_can_fault(&self, place: &Place, values: Range, at: TemplateId) -> bool {
        let mut can = self.is_outside(place, Some(at));
        place.visit(&mut |part| can |= self.part_can_fault(part, Some(at)));
        let ty = self.variable(&place.root, Some(at)).map(|variable| variable.ty);
        can || ty.is_none_or(|ty| !fits(ty, values))
    }

    /// Whether the effect may not be left out, whatever depends on what it writes: it can end the
    /// execution, makes it prove nothing, or makes processes and records.
    pub fn stays(&self, effect: &Effect, at: TemplateId) -> bool {
        let faults = |expr: &Expr| self.can_fault(expr, Some(at));
        match effect {
            Effect::Assign(place, value) => {
                faults(value) || self.store_can_fault(place, self.range(value, Some(at)), at)
            }
            Effect::Assert(condition) => faults(condition),
            Effect::Print(print) => print.arguments.iter().any(faults),
            Effect::Choose { into, low, high, known } => {
                !known || self.store_can_fault(into, (i128::from(*low), i128::from(*high)), at)
            }
            Effect::Run { .. }
            | Effect::SetPriority(..)
            | Effect::New { .. }
            | Effect::Abort(..)
            | Effect::Unmodelled(_)
            | Effect::Limit { .. } => true,
            Effect::Fail(..) => false,
            Effect::Emit { .. } => self.system.rules.instrumented,
        }
    }

    /// Whether the synchronisation may not be left out, whatever depends on it.
    pub fn sync_stays(&self, sync: &Sync, at: TemplateId) -> bool {
        let mut faults = false;
        sync.visit_exprs(&mut |part| faults |= self.part_can_fault(part, Some(at)));
        faults
            || match sync {
                Sync::Send { channel, values, .. } => match self.fields(channel, at) {
                    Some(fields) => {
                        fields
                            .iter()
                            .zip(values)
                            .any(|(ty, value)| !fits(*ty, self.range(value, Some(at))))
                            || fields.iter().skip(values.len()).any(|ty| !fits(*ty, (0, 0)))
                    }
                    None => true,
                },
                Sync::Receive { channel, patterns, keep, .. } => {
                    (*keep && !self.keeps_messages(channel, Some(at)))
                        || match self.fields(channel, at) {
                            Some(fields) => fields.iter().zip(patterns).any(|(ty, pattern)| {
                                let (low, high) = ty.bounds();
                                let values = (i128::from(low), i128::from(high));
                                matches!(pattern, Pattern::Bind(place)
                                    if self.store_can_fault(place, values, at))
                            }),
                            None => true,
                        }
                }
                Sync::Enter(of) | Sync::Waiting(of) | Sync::WakeUp(of) | Sync::Notified(of) => {
                    self.monitor_can_fault(of, Some(at))
                }
                Sync::Join(_) | Sync::End => false,
                // Not holding the monitor is a fault; a second start is one, too.
                Sync::Exit(_)
                | Sync::Wait(_)
                | Sync::Notify(_)
                | Sync::NotifyAll(_)
                | Sync::Start(_) => true,
                // Whether a process waits to be started is seen by this.
                Sync::Begin => true,
                Sync::Call { .. }
                | Sync::Withdraw(_)
                | Sync::Return { .. }
                | Sync::Accept { .. }
                | Sync::Requeue { .. }
                | Sync::Complete { .. } => true,
            }
    }

    /// The types of the fields of a channel that is surely one.
    fn fields(&self, channel: &Expr, at: TemplateId) -> Option<&[Type]> {
        match self.sure_channel(channel, Some(at))?.init {
            Init::Channels(kind) => Some(&self.system.channel_kinds[kind].fields),
            _ => None,
        }
    }

    /// Whether evaluating the guard may end in an error, such as a division by zero.
    pub fn guard_can_fault(&self, guard: &Guard, at: TemplateId) -> bool {
        matches!(guard, Guard::When(guard) if self.can_fault(guard, Some(at)))
    }

    /// Between which values the value of an expression is.
    fn range(&self, expr: &Expr, at: Option<TemplateId>) -> Range {
        match expr {
            Expr::Const(value) => (i128::from(*value), i128::from(*value)),
            Expr::Read(place) => match self.variable(&place.root, at) {
                Some(variable) => {
                    let (low, high) = variable.ty.bounds();
                    // What is not yet initialised, or not there, is 0.
                    (i128::from(low.min(0)), i128::from(high.max(0)))
                }
                None => ALL,
            },
            Expr::Unary(UnaryOp::Not, ..) => TRUTH,
            Expr::Unary(UnaryOp::Negate, width, inner) => {
                let (low, high) = self.range(inner, at);
                cut_to(*width, (-high, -low))
            }
            Expr::Binary(op, width, left, right) => {
                let (left, right) = (self.range(left, at), self.range(right, at));
                cut_to(*width, combined(*op, left, right))
            }
            Expr::Conditional(_, yes, no) => {
                let (yes, no) = (self.range(yes, at), self.range(no, at));
                (yes.0.min(no.0), yes.1.max(no.1))
            }
            Expr::Checked(inner, length) => {
                let (low, high) = self.range(inner, at);
                (low.max(0), high.min(i128::from(*length) - 1).max(0))
            }
            Expr::Myself | Expr::Last | Expr::ProcessCount => {
                (0, i128::from(self.system.rules.process_limit))
            }
            Expr::Timeout
            | Expr::NonProgress
            | Expr::Enabled(_)
            | Expr::At { .. }
            | Expr::Started(_)
            | Expr::Ended(_)
            | Expr::Terminated
            | Expr::Event(_) => TRUTH,
            Expr::Channel(query, _) if *query != ChannelQuery::Length => TRUTH,
            _ => ALL,
        }
    }
}

fn combined(op: BinaryOp, left: Range, right: Range) -> Range {
    match op {
        BinaryOp::Add => (left.0 + right.0, left.1 + right.1),
        BinaryOp::Subtract => (left.0 - right.1, left.1 - right.0),
        BinaryOp::Multiply => {
            let corners = [
                left.0.saturating_mul(right.0),
                left.0.saturating_mul(right.1),
                left.1.saturating_mul(right.0),
                left.1.saturating_mul(right.1),
            ];
            (corners.into_iter().min().unwrap_or(ALL.0), corners.into_iter().max().unwrap_or(ALL.1))
        }
        BinaryOp::Remainder if right.0 > 0 => {
            let most = right.1 - 1;
            (if left.0 >= 0 { 0 } else { -most }, if left.1 <= 0 { 0 } else { most })
        }
        BinaryOp::BitAnd if left.0 >= 0 || right.0 >= 0 => {
            let most = match (left.0 >= 0, right.0 >= 0) {
                (true, true) => left.1.min(right.1),
                (true, false) => left.1,
                _ => right.1,
            };
            (0, most)
        }
        op if op.is_truth() => TRUTH,
        _ => ALL,
    }
}

/// The range after wrapping: itself where nothing can wrap.
fn cut_to(width: Width, range: Range) -> Range {
    let whole = match width {
        Width::W32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        Width::W64 => ALL,
    };
    let fits = range.0 >= whole.0 && range.1 <= whole.1;
    // Bit operations are not cut to the width, so nothing better is known of what does not fit.
    if fits { range } else { ALL }
}

fn within(range: Range, length: u32) -> bool {
    range.0 >= 0 && range.1 < i128::from(length)
}

/// Whether values of a range can be stored without a fault: all types but ranges cut what is too large.
fn fits(ty: Type, values: Range) -> bool {
    match ty {
        Type::Range { low, high } => values.0 >= i128::from(low) && values.1 <= i128::from(high),
        _ => true,
    }
}

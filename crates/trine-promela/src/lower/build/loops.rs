//! Loops that SPIN spells out: `for` and `select`.

use super::*;

impl<'a> Builder<'a> {
    pub(super) fn for_loop(
        &mut self,
        index: &'a VarRef,
        range: &'a ForRange,
        body: &'a Block,
        span: Span,
    ) -> NodeKind<'a> {
        let exit = self.begin_loop();
        let mut counter = None;
        match range {
            ForRange::Between(low, _) => {
                self.action(Action::ForStart(index, Some(low)), index.span.to(low.span));
            }
            ForRange::In(over) => match self.channel_loop(index, over) {
                Some(number) => {
                    counter = Some(number);
                    self.action(Action::ChannelStart(number), index.span);
                }
                None => self.action(Action::ForStart(index, None), index.span.to(over.span)),
            },
        }
        self.open();
        match (range, counter) {
            (ForRange::Between(_, high), _) => {
                let test = Action::ForTest(index, ForBound::Value(high));
                self.action(test, index.span.to(high.span));
            }
            (ForRange::In(over), Some(number)) => {
                self.action(Action::ChannelTest(number, over), over.span);
                self.action(Action::ChannelTake(over, index), index.span.to(over.span));
                self.action(Action::ChannelPut(over, index), index.span.to(over.span));
            }
            (ForRange::In(over), None) => {
                let test = Action::ForTest(index, ForBound::LastOf(over));
                self.action(test, index.span.to(over.span));
            }
        }
        self.scopes += 1;
        self.scope.push(self.scopes);
        for statement in &body.statements {
            self.step(statement);
        }
        self.scope.pop();
        match counter {
            Some(number) => self.action(Action::ChannelCount(number), index.span),
            None => self.action(Action::Count(index), index.span),
        }
        let main = self.close();
        let leave = self.leave_loop(true, exit, span);
        self.loops.pop();
        NodeKind::Do(vec![leave, main], exit)
    }

    /// `else -> break`, or only `break`.
    pub(super) fn leave_loop(&mut self, with_else: bool, exit: usize, span: Span) -> Seq {
        self.inner(|builder| {
            if with_else {
                let el = builder.element(Kind::Else, span);
                let seq = builder.here();
                builder.append(el, seq);
            }
            let el = builder.element(Kind::Goto(Target::Loop(exit)), span);
            let seq = builder.here();
            builder.append(el, seq);
        })
    }

    /// The number of the hidden counter, if this is a loop over the messages of a channel.
    pub(super) fn channel_loop(&mut self, index: &VarRef, over: &VarRef) -> Option<usize> {
        let record = match self.checked.meanings[index.id] {
            Some(Meaning::Variable(id)) => {
                matches!(self.checked.variables[id].ty, crate::check::Type::Record(_))
            }
            _ => false,
        };
        let capacity = match self.checked.meanings[over.id] {
            Some(Meaning::Variable(id)) => self.checked.variables[id].channel.as_ref()?.capacity,
            _ => return None,
        };
        if !record {
            return None;
        }
        self.graph.counters.push(capacity > 255);
        Some(self.graph.counters.len() - 1)
    }

    /// Between constants that lie close together a choice of assignments, else a loop that counts up
    /// and may stop anywhere.
    pub(super) fn select(
        &mut self,
        statement: &'a Statement,
        variable: &'a VarRef,
        low: &'a Expr,
        high: &'a Expr,
    ) -> Node<'a> {
        let labels: Vec<&Ident> = statement.labels.iter().collect();
        let span = statement.span;
        // SPIN's lexer does this, and only where the text is that plain.
        let plain = self.inlines == 0
            && variable.base().name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let bounds = match (&low.kind, &high.kind) {
            (ExprKind::Number(low), ExprKind::Number(high)) if *low >= 0 && plain => {
                Some((*low, *high))
            }
            _ => None,
        };
        if let Some((low, high)) = bounds
            && i64::from(high) - i64::from(low) <= 32
        {
            let options = (low..=high)
                .map(|value| {
                    self.inner(|builder| builder.action(Action::Choose(variable, value), span))
                })
                .collect();
            return Node { labels, kind: NodeKind::If(options), span };
        }
        let exit = self.begin_loop();
        let start = self.element(Kind::Action(Action::ForStart(variable, Some(low))), span);
        if bounds.is_some() {
            self.set_labels(&labels, start);
        }
        let seq = self.here();
        self.append(start, seq);
        let main = self.inner(|builder| {
            builder.action(Action::SelectTest(variable, high), span);
            builder.action(Action::Count(variable), span);
        });
        let leave = self.leave_loop(false, exit, span);
        self.loops.pop();
        let options = if bounds.is_some() { vec![main, leave] } else { vec![leave, main] };
        let labels = if bounds.is_some() { Vec::new() } else { labels };
        Node { labels, kind: NodeKind::Do(options, exit), span }
    }
}

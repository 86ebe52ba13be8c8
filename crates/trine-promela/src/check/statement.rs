//! Statements: names, scopes, numbers of arguments, and where each form may stand.

use super::declare::MOST_FIELDS;
use super::*;

impl Checker<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.scopes.push(HashMap::new());
        for statement in &block.statements {
            self.statement(statement);
        }
        self.scopes.pop();
    }

    /// The options of a choice and the parts of `unless` open no scope of their own.
    fn sequence(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        self.label_names(&statement.labels);
        if !matches!(
            statement.kind,
            StatementKind::Declaration(_) | StatementKind::Exclusive { .. }
        ) {
            self.at_head = false;
        }
        if self.place == Place::Trace {
            self.event(statement);
        }
        match &statement.kind {
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Exclusive { channels, .. } => {
                for channel in channels {
                    self.whole_channel(channel);
                }
            }
            StatementKind::If(options) | StatementKind::Do(options) => {
                let is_else =
                    |block: &&Block| matches!(block.statements[0].kind, StatementKind::Else);
                for second in options.iter().filter(is_else).skip(1) {
                    self.error("a second else in one choice", second.statements[0].span);
                }
                for option in options {
                    self.sequence(option);
                }
            }
            StatementKind::For { index, range, body } => self.for_loop(index, range, body),
            StatementKind::Select { variable, low, high } => {
                self.index_variable(variable);
                self.value(low);
                self.value(high);
                if let (Some(low_value), Some(high_value)) =
                    (self.constant(low), self.constant(high))
                    && low_value > high_value
                {
                    self.error("this range is empty", low.span.to(high.span));
                }
            }
            StatementKind::Atomic(block)
            | StatementKind::DStep(block)
            | StatementKind::Block(block)
            | StatementKind::Inline { body: block, .. } => self.block(block),
            StatementKind::Unless { main, escape } => {
                self.statement(main);
                self.statement(escape);
            }
            StatementKind::Goto(_) | StatementKind::Break | StatementKind::Else => {}
            StatementKind::Expression(value) => {
                self.condition(value);
                self.runs_alone(value);
            }
            StatementKind::Assign { target, value } => {
                self.condition(value);
                self.runs_always(value);
                self.target(target);
                self.assigned(target, value);
            }
            StatementKind::Increment(target) | StatementKind::Decrement(target) => {
                if let Some(Type::Chan) = self.target(target) {
                    self.error("a channel cannot be counted", span);
                }
            }
            StatementKind::Assert(value) => {
                self.condition(value);
                self.no_run(value, "an assertion");
            }
            StatementKind::Printf { format, arguments } => self.printf(format, arguments),
            StatementKind::Printm(value) => self.value(value),
            StatementKind::Send { channel, arguments, .. } => {
                self.channel(channel);
                let mut given = 0;
                for argument in arguments {
                    given += self.message_value(argument);
                    self.no_run(argument, "a message");
                }
                self.arity(channel, given, true, span);
            }
            StatementKind::Receive { channel, arguments, .. } => {
                self.channel(channel);
                self.receive_arguments(channel, arguments, span);
            }
            StatementKind::SetPriority { process, priority } => {
                self.out.uses_priorities = true;
                self.value(process);
                self.value(priority);
            }
            StatementKind::Unmodelled(what) => self.out.unmodelled.push(what.clone()),
        }
    }

    /// In a trace only sends, receives and the choices between them can stand.
    fn event(&mut self, statement: &Statement) {
        let fits = match &statement.kind {
            StatementKind::Send { sorted, .. } => !sorted,
            StatementKind::Receive { random, copy, .. } => !random && !copy,
            StatementKind::If(_)
            | StatementKind::Do(_)
            | StatementKind::Goto(_)
            | StatementKind::Break
            | StatementKind::Block(_)
            | StatementKind::Atomic(_)
            | StatementKind::DStep(_)
            | StatementKind::Inline { .. }
            | StatementKind::Declaration(_)
            | StatementKind::Else
            | StatementKind::For { .. }
            | StatementKind::Select { .. } => true,
            StatementKind::Expression(value) => {
                matches!(value.kind, ExprKind::Number(value) if value != 0)
            }
            _ => false,
        };
        if !fits {
            self.error("a trace speaks of sends and receives only", statement.span);
        }
    }

    fn for_loop(&mut self, index: &VarRef, range: &ForRange, body: &Block) {
        match range {
            ForRange::Between(low, high) => {
                self.index_variable(index);
                self.value(low);
                self.value(high);
                if let (Some(low_value), Some(high_value)) =
                    (self.constant(low), self.constant(high))
                    && low_value > high_value
                {
                    self.error("this loop starts after its end", low.span.to(high.span));
                }
            }
            ForRange::In(over) => {
                let over_type = self.variable(over, true);
                let index_type = self.variable(index, true);
                match (index_type, over_type) {
                    (Some(Type::Record(record)), Some(Type::Chan)) => {
                        match self.channel_type(over) {
                            Some(channel)
                                if channel.capacity > 0 && channel.record == Some(record) => {}
                            _ => self.error(
                                "the channel must have a buffer and messages of this record",
                                over.span,
                            ),
                        }
                    }
                    (Some(_), Some(_)) => {
                        self.index_variable(index);
                        if self.whole_array(over).is_none() {
                            self.error("this is not an array", over.span);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.block(body);
    }

    /// The length of an array that is named without an index.
    pub(super) fn whole_array(&self, variable: &VarRef) -> Option<u32> {
        let Some(Meaning::Variable(id)) = self.out.meanings[variable.id] else { return None };
        match variable.path.as_slice() {
            [only] if only.index.is_none() => self.out.variables[id].array,
            _ => None,
        }
    }

    fn index_variable(&mut self, variable: &VarRef) {
        match self.target(variable) {
            Some(Type::Chan | Type::Record(_)) => {
                self.error("a number must count here", variable.span);
            }
            _ if variable.path.len() > 1 || variable.path[0].index.is_some() => {
                self.error("only a plain variable can count here", variable.span);
            }
            _ => {}
        }
    }

    fn whole_channel(&mut self, channel: &VarRef) {
        match self.variable(channel, true) {
            Some(Type::Chan) | None => {}
            Some(_) => {
                let text = format!("`{}` is not a channel", channel.base().name);
                self.error(text, channel.span);
            }
        }
    }

    /// What an assignment writes to.
    fn target(&mut self, target: &VarRef) -> Option<Type> {
        let ty = self.variable(target, false);
        match self.out.meanings[target.id] {
            Some(Meaning::Constant(..)) => {
                self.error("a constant cannot be assigned", target.span);
            }
            Some(Meaning::Special(
                Special::Pid | Special::ProcessCount | Special::Last | Special::Stdin,
            )) => {
                let text = format!("`{}` cannot be assigned", target.base().name);
                self.error(text, target.span);
            }
            _ => {}
        }
        if let Some(Type::Record(_)) = ty {
            self.incomplete(target);
        }
        ty
    }

    fn assigned(&mut self, target: &VarRef, value: &Expr) {
        let ty = match self.out.meanings[target.id] {
            Some(Meaning::Variable(id)) if target.path.len() == 1 => self.out.variables[id].ty,
            _ => return,
        };
        if ty == Type::Chan && matches!(value.kind, ExprKind::Number(_)) {
            self.error("a number cannot be a channel", value.span);
        }
        if let (Type::Mtype(wanted), ExprKind::Variable(variable)) = (ty, &value.kind)
            && let Some(Meaning::Constant(_, given)) = self.out.meanings[variable.id]
            && wanted != given
            && wanted != MtypeId(0)
        {
            let name = |id: MtypeId| self.out.mtypes[id].name.as_deref().unwrap_or("no name");
            let text = format!(
                "`{}` is an mtype of {}, `{}` one of {}",
                target.base().name,
                name(wanted),
                variable.base().name,
                name(given)
            );
            self.error(text, value.span);
        }
        if let ExprKind::Unary(..) | ExprKind::Binary(..) = value.kind {
            self.no_channel_arithmetic(value);
        }
    }

    fn no_channel_arithmetic(&mut self, value: &Expr) {
        let mut channels = Vec::new();
        let mut walk = vec![value];
        while let Some(expr) = walk.pop() {
            match &expr.kind {
                ExprKind::Variable(variable) => {
                    if let Some(Meaning::Variable(id)) = self.out.meanings[variable.id]
                        && variable.path.len() == 1
                        && self.out.variables[id].ty == Type::Chan
                    {
                        channels.push(variable.span);
                    }
                }
                ExprKind::Unary(..) | ExprKind::Binary(..) => walk.extend(expr.kind.children()),
                _ => {}
            }
        }
        for span in channels {
            self.error("a channel is no number", span);
        }
    }

    /// One argument of a send; a record counts for all its fields.
    fn message_value(&mut self, argument: &Expr) -> usize {
        if let ExprKind::Variable(variable) = &argument.kind {
            let ty = self.variable(variable, false);
            // In a trace it stands for any value.
            let scratch = Some(Meaning::Special(Special::Scratch));
            if self.place != Place::Trace && self.out.meanings[variable.id] == scratch {
                self.error("`_` cannot be read", variable.span);
            }
            return self.width(ty, variable.span);
        }
        self.value(argument);
        1
    }

    /// How many fields of a message a value of this type takes.
    fn width(&mut self, ty: Option<Type>, span: Span) -> usize {
        let mut fields = Vec::new();
        self.flatten(ty.unwrap_or(Type::Int), &mut fields);
        if fields.len() > MOST_FIELDS {
            self.error(format!("messages have {MOST_FIELDS} fields at most"), span);
        }
        fields.len()
    }

    pub(super) fn receive_arguments(
        &mut self,
        channel: &VarRef,
        arguments: &[ReceiveArgument],
        span: Span,
    ) {
        let mut given = 0;
        for argument in arguments {
            given += match argument {
                ReceiveArgument::Variable(variable) => {
                    let ty = self.variable(variable, false);
                    self.width(ty, variable.span)
                }
                ReceiveArgument::Eval(value) => {
                    self.value(value);
                    1
                }
                ReceiveArgument::Constant(_) => 1,
            };
        }
        self.arity(channel, given, false, span);
    }

    fn arity(&mut self, channel: &VarRef, given: usize, sent: bool, span: Span) {
        let Some(declared) = self.channel_type(channel) else {
            if sent {
                self.messages.push((channel.base().name.clone(), given, span));
            }
            return;
        };
        let wanted = declared.fields.len();
        let name = &channel.base().name;
        if given > wanted {
            let text = format!("messages of `{name}` have {wanted} fields, not {given}");
            self.error(text, span);
        } else if given < wanted && self.place != Place::Trace {
            let text = format!("messages of `{name}` have {wanted} fields, here are {given}");
            self.diagnostics.warning(text, span);
        }
    }

    fn printf(&mut self, format: &Ident, arguments: &[Expr]) {
        for argument in arguments {
            self.value(argument);
        }
        let mut wanted = 0;
        let mut text = format.name.chars();
        while let Some(character) = text.next() {
            if character == '%' {
                match text.next() {
                    Some('%') | None => {}
                    Some(_) => wanted += 1,
                }
            }
        }
        if wanted != arguments.len() {
            let text = format!("this format wants {wanted} values, here are {}", arguments.len());
            self.diagnostics.warning(text, format.span);
        }
    }
}

//! Builds the control graph of a body from its statements.

mod loops;

use std::collections::HashSet;

use trine_base::Span;

use super::graph::*;
use crate::ast::*;
use crate::check::{Checked, Meaning};

/// The graph of a body. `prune` leaves out skips that follow skips inside options, as SPIN does
/// everywhere but in claims; `remote` has the labels that other processes look at.
pub fn build<'a>(
    body: &'a Block,
    checked: &'a Checked,
    prune: bool,
    remote: &HashSet<Name>,
) -> Graph<'a> {
    let mut builder = Builder {
        graph: Graph::default(),
        checked,
        prune,
        current: Vec::new(),
        loops: Vec::new(),
        at_head: true,
        scope: vec![0],
        scopes: 0,
        inlines: 0,
    };
    let seq = builder.open();
    builder.at_head = true;
    for statement in &body.statements {
        builder.step(statement);
    }
    let end = builder.element(Kind::End, body.span);
    builder.append(end, seq);
    builder.close();
    builder.graph.body = seq;
    builder.tie_blocks();
    builder.keep_remote_labels(remote);
    builder.graph
}

struct Builder<'a> {
    graph: Graph<'a>,
    checked: &'a Checked,
    prune: bool,
    /// The sequences that are open, innermost last.
    current: Vec<Seq>,
    loops: Vec<usize>,
    /// No statement was met yet: declarations are no steps.
    at_head: bool,
    scope: Vec<u32>,
    scopes: u32,
    inlines: usize,
}

/// A statement that was read but not yet put into a sequence.
struct Node<'a> {
    labels: Vec<&'a Ident>,
    kind: NodeKind<'a>,
    span: Span,
}

enum NodeKind<'a> {
    Plain(Kind<'a>),
    If(Vec<Seq>),
    Do(Vec<Seq>, usize),
    Unless(Seq, Seq),
    Block(Kind<'a>, Seq),
}

impl<'a> Builder<'a> {
    fn open(&mut self) -> Seq {
        self.graph.sequences.push(Sequence::default());
        self.current.push(self.graph.sequences.len() - 1);
        self.at_head = false;
        self.graph.sequences.len() - 1
    }

    fn close(&mut self) -> Seq {
        let seq = self.current.pop().expect("open and close come in pairs");
        if self.graph.sequences[seq].first.is_none() {
            // Only declarations without effect stood there.
            let span = Span::new(trine_base::FileId(0), 0, 0);
            let skip = self.element(Kind::Action(Action::Skip), span);
            self.append(skip, seq);
        }
        self.graph.sequences[seq].extent = self.graph.sequences[seq].last;
        seq
    }

    fn inner(&mut self, part: impl FnOnce(&mut Self)) -> Seq {
        self.open();
        part(self);
        self.close()
    }

    fn block(&mut self, block: &'a Block) -> Seq {
        self.scopes += 1;
        self.scope.push(self.scopes);
        let seq = self.inner(|builder| {
            for statement in &block.statements {
                builder.step(statement);
            }
        });
        self.scope.pop();
        seq
    }

    fn element(&mut self, kind: Kind<'a>, span: Span) -> El {
        self.graph.next_number += 1;
        let number = self.graph.next_number;
        self.graph.elements.push(Element {
            kind,
            next: None,
            options: Vec::new(),
            block: None,
            atomic: false,
            last_atomic: false,
            d_step: None,
            escapes: Vec::new(),
            number,
            span,
        });
        self.graph.elements.len() - 1
    }

    fn append(&mut self, el: El, seq: Seq) {
        if matches!(self.graph.elements[el].kind, Kind::Goto(_)) {
            let special = |name: &str| is_accept(name) || is_end(name) || is_progress(name);
            if self.graph.labels_of(el).any(|label| special(&label.name)) {
                // A jump makes no state to carry the label: a skip before it does.
                let span = self.graph.elements[el].span;
                let skip = self.element(Kind::Action(Action::Skip), span);
                self.graph.move_newest_label(el, skip);
                self.append(skip, seq);
            }
        }
        let sequence = &mut self.graph.sequences[seq];
        match sequence.last {
            None => sequence.first = Some(el),
            Some(last) => self.graph.elements[last].next = Some(el),
        }
        self.graph.sequences[seq].last = Some(el);
    }

    fn here(&self) -> Seq {
        *self.current.last().expect("a sequence is open")
    }

    fn step(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Declaration(declaration) => {
                if self.at_head {
                    return;
                }
                for declarator in &declaration.variables {
                    self.graph.late.push(declarator.id);
                    self.action(Action::Declare(declarator), declarator.span);
                }
            }
            StatementKind::Exclusive { .. } => {}
            _ => {
                let node = self.node(statement);
                self.at_head = false;
                self.add(node);
            }
        }
    }

    fn action(&mut self, action: Action<'a>, span: Span) {
        let el = self.element(Kind::Action(action), span);
        let seq = self.here();
        self.append(el, seq);
    }

    fn add(&mut self, node: Node<'a>) {
        let Node { labels, kind, span } = node;
        let seq = self.here();
        let el = match kind {
            NodeKind::Plain(kind) => {
                let el = self.element(kind, span);
                self.set_labels(&labels, el);
                self.append(el, seq);
                return;
            }
            NodeKind::Block(kind, block) => {
                let is_d_step = matches!(kind, Kind::DStep);
                let el = self.element(kind, span);
                self.graph.elements[el].block = Some(block);
                if is_d_step {
                    self.graph.d_steps.insert(block, el);
                }
                self.set_labels(&labels, el);
                self.append(el, seq);
                return;
            }
            NodeKind::If(options) => self.choice(Kind::If, options, span),
            NodeKind::Do(options, exit) => {
                let head = self.choice(Kind::Do, options, span);
                self.graph.loop_exits[exit] = head + 2;
                head
            }
            NodeKind::Unless(main, escape) => self.unless(main, escape, span),
        };
        self.set_labels(&labels, el);
    }

    fn set_labels(&mut self, labels: &[&'a Ident], el: El) {
        for label in labels.iter().rev() {
            let (name, scope) = (label.name.clone(), self.scope.clone());
            self.graph.set_label(LabelEntry { name, element: el, scope });
        }
    }

    /// Puts a choice into the current sequence; a loop's exit is the element after its joint.
    fn choice(&mut self, kind: Kind<'a>, options: Vec<Seq>, span: Span) -> El {
        let is_loop = matches!(kind, Kind::Do);
        let head = self.element(kind, span);
        let joint = self.element(Kind::Joint, span);
        let mut ordered = Vec::with_capacity(options.len());
        let mut otherwise = None;
        for option in options {
            let first = self.graph.first(option).map(|el| &self.graph.elements[el].kind);
            if matches!(first, Some(Kind::Else)) {
                otherwise = Some(option);
            } else {
                ordered.push(option);
            }
        }
        ordered.extend(otherwise);
        for option in &ordered {
            self.append(joint, *option);
        }
        self.graph.elements[head].options = ordered;
        let seq = self.here();
        if is_loop {
            self.append(joint, seq);
            let exit = self.element(Kind::Exit, span);
            self.append(head, seq);
            self.append(exit, seq);
        } else {
            self.append(head, seq);
            self.append(joint, seq);
        }
        head
    }

    fn unless(&mut self, main: Seq, escape: Seq, span: Span) -> El {
        let head = self.element(Kind::Unless, span);
        let joint = self.element(Kind::Joint, span);
        self.graph.elements[head].options = vec![main, escape];
        self.append(joint, main);
        self.append(joint, escape);
        self.attach(main, escape);
        let seq = self.here();
        self.append(head, seq);
        self.append(joint, seq);
        head
    }

    /// Gives an escape to all elements of a sequence.
    fn attach(&mut self, seq: Seq, escape: Seq) {
        for el in self.graph.chain_to_extent(seq) {
            self.attach_to(el, escape);
        }
    }

    fn attach_to(&mut self, el: El, escape: Seq) {
        if self.graph.elements[el].escapes.contains(&escape) {
            return;
        }
        // An outer escape covers the inner escapes, too.
        for inner in self.graph.elements[el].escapes.clone() {
            self.attach(inner, escape);
        }
        self.graph.elements[el].escapes.insert(0, escape);
        let options = self.graph.elements[el].options.clone();
        match self.graph.elements[el].kind {
            Kind::Unless => self.attach(options[0], escape),
            Kind::If | Kind::Do => {
                for option in options {
                    self.attach(option, escape);
                }
            }
            Kind::Atomic | Kind::Block => {
                if let Some(block) = self.graph.elements[el].block {
                    self.attach(block, escape);
                }
            }
            _ => {}
        }
    }

    fn node(&mut self, statement: &'a Statement) -> Node<'a> {
        let labels: Vec<&Ident> = statement.labels.iter().collect();
        let span = statement.span;
        let kind = match &statement.kind {
            StatementKind::If(options) => {
                let options = self.options(options);
                NodeKind::If(options)
            }
            StatementKind::Do(options) => {
                let exit = self.begin_loop();
                let options = self.options(options);
                self.loops.pop();
                NodeKind::Do(options, exit)
            }
            StatementKind::For { index, range, body } => self.for_loop(index, range, body, span),
            StatementKind::Select { variable, low, high } => {
                return self.select(statement, variable, low, high);
            }
            StatementKind::Atomic(body) => {
                let seq = self.block(body);
                self.graph.mark_atomic(seq, None);
                NodeKind::Block(Kind::Atomic, seq)
            }
            StatementKind::DStep(body) => {
                let seq = self.block(body);
                self.graph.mark_atomic(seq, Some(seq));
                NodeKind::Block(Kind::DStep, seq)
            }
            StatementKind::Block(body) => NodeKind::Block(Kind::Block, self.block(body)),
            StatementKind::Inline { body, .. } => {
                self.inlines += 1;
                let seq = self.block(body);
                self.inlines -= 1;
                NodeKind::Block(Kind::Block, seq)
            }
            StatementKind::Unless { main, escape } => return self.escaped(main, escape, span),
            StatementKind::Goto(label) => {
                NodeKind::Plain(Kind::Goto(Target::Label(label, self.scope.clone())))
            }
            StatementKind::Break => match self.loops.last() {
                Some(exit) => NodeKind::Plain(Kind::Goto(Target::Loop(*exit))),
                None => NodeKind::Plain(Kind::Action(Action::Skip)),
            },
            StatementKind::Else => NodeKind::Plain(Kind::Else),
            StatementKind::Expression(Expr { kind: ExprKind::Number(1), .. }) => {
                NodeKind::Plain(Kind::Action(Action::Skip))
            }
            _ => NodeKind::Plain(Kind::Action(Action::Statement(statement))),
        };
        Node { labels, kind, span }
    }

    fn begin_loop(&mut self) -> usize {
        self.graph.loop_exits.push(0);
        let exit = self.graph.loop_exits.len() - 1;
        self.loops.push(exit);
        exit
    }

    fn options(&mut self, options: &'a [Block]) -> Vec<Seq> {
        let mut found = Vec::with_capacity(options.len());
        for option in options {
            let seq = self.inner(|builder| {
                for statement in &option.statements {
                    builder.step(statement);
                }
            });
            found.push(seq);
        }
        if self.prune {
            for seq in &found {
                self.prune_skips(*seq);
            }
        }
        found
    }

    /// Leaves out unlabelled skips that follow another skip or print.
    fn prune_skips(&mut self, seq: Seq) {
        let mut before: Option<El> = None;
        let mut run = 0;
        for el in self.graph.chain(seq) {
            let (idle, removable) = match &self.graph.elements[el].kind {
                Kind::Action(Action::Skip) => (true, true),
                Kind::Action(Action::Statement(statement)) => {
                    let prints = matches!(
                        statement.kind,
                        StatementKind::Printf { .. } | StatementKind::Printm(_)
                    );
                    (prints, false)
                }
                _ => (false, false),
            };
            let labelled = self.graph.labels_of(el).next().is_some();
            run = if idle && !labelled { run + 1 } else { 0 };
            let Sequence { first, last, .. } = self.graph.sequences[seq];
            if run > 1 && removable && Some(el) != first && Some(el) != last {
                if let Some(before) = before {
                    self.graph.elements[before].next = self.graph.elements[el].next;
                }
                continue;
            }
            before = Some(el);
        }
    }

    fn escaped(&mut self, main: &'a Statement, escape: &'a Statement, span: Span) -> Node<'a> {
        let main = self.node(main);
        let escape = self.node(escape);
        let escape = match escape {
            Node { kind: NodeKind::Block(Kind::Block, seq), labels, .. } if labels.is_empty() => {
                seq
            }
            other => self.inner(|builder| builder.add(other)),
        };
        match main {
            Node { kind: NodeKind::Block(Kind::Block, seq), labels, .. } if labels.is_empty() => {
                Node { labels, kind: NodeKind::Unless(seq, escape), span }
            }
            Node {
                kind: NodeKind::Block(kind @ (Kind::Block | Kind::Atomic | Kind::DStep), seq),
                labels,
                ..
            } if !labels.is_empty() => {
                // A label in front belongs to the whole: it goes to a block round it.
                let unless = Node { labels: Vec::new(), kind: NodeKind::Unless(seq, escape), span };
                let seq = self.inner(|builder| builder.add(unless));
                Node { labels, kind: NodeKind::Block(kind, seq), span }
            }
            other => {
                let seq = self.inner(|builder| builder.add(other));
                Node { labels: Vec::new(), kind: NodeKind::Unless(seq, escape), span }
            }
        }
    }

    /// What follows a block follows the last element inside it.
    fn tie_blocks(&mut self) {
        for el in (0..self.graph.elements.len()).rev() {
            let (Some(block), Some(next)) =
                (self.graph.elements[el].block, self.graph.elements[el].next)
            else {
                continue;
            };
            if let Some(last) = self.graph.sequences[block].last {
                self.graph.elements[last].next = Some(next);
            }
        }
    }

    /// A label that others look at needs a state: a jump that carries one becomes a skip and a jump.
    fn keep_remote_labels(&mut self, remote: &HashSet<Name>) {
        let mut names: Vec<&Name> = remote.iter().collect();
        names.sort();
        for name in names {
            let Some(label) = self.graph.labels_named(name).next() else { continue };
            let el = label.element;
            if !matches!(self.graph.elements[el].kind, Kind::Goto(_)) {
                continue;
            }
            let span = self.graph.elements[el].span;
            let kind =
                std::mem::replace(&mut self.graph.elements[el].kind, Kind::Action(Action::Skip));
            let jump = self.element(kind, span);
            let Element { next, atomic, last_atomic, d_step, .. } = self.graph.elements[el];
            let escapes = self.graph.elements[el].escapes.clone();
            let added = &mut self.graph.elements[jump];
            (added.next, added.atomic, added.last_atomic) = (next, atomic, last_atomic);
            (added.d_step, added.escapes) = (d_step, escapes);
            self.graph.elements[el].next = Some(jump);
        }
    }
}

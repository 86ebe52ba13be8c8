//! Where control goes: atomic marks, jumps, and the state in which a step ends.

use super::graph::*;

impl Graph<'_> {
    /// Marks what stands in an atomic, or with `d_step` in a d_step, and its last step.
    pub fn mark_atomic(&mut self, seq: Seq, d_step: Option<usize>) {
        self.walk_atomic(seq, d_step);
        let Some(last) = self.sequences[seq].last else { return };
        match (&self.elements[last].kind, self.elements[last].block) {
            (Kind::Atomic | Kind::Block, Some(block)) => self.mark_atomic(block, d_step),
            _ => {
                self.elements[last].atomic = false;
                self.elements[last].last_atomic = true;
            }
        }
    }

    fn walk_atomic(&mut self, seq: Seq, d_step: Option<usize>) {
        for el in self.chain(seq) {
            self.elements[el].atomic = true;
            if d_step.is_some() {
                self.elements[el].d_step = d_step;
            }
            let inside = match self.elements[el].kind {
                Kind::Atomic | Kind::Block => true,
                Kind::DStep => d_step.is_some(),
                _ => false,
            };
            if inside {
                // An atomic in an atomic is a block: one may jump into it.
                self.elements[el].kind = Kind::Block;
                if let Some(block) = self.elements[el].block {
                    self.walk_atomic(block, d_step);
                }
            }
            for option in self.elements[el].options.clone() {
                self.walk_atomic(option, d_step);
            }
        }
    }

    /// A jump out of an atomic ends it; one from its last step into an atomic goes on.
    pub fn mark_jumps(&mut self) {
        for el in 0..self.elements.len() {
            let Kind::Goto(target) = &self.elements[el].kind else { continue };
            let Some(to) = self.target(target) else { continue };
            let Element { atomic, last_atomic, .. } = self.elements[el];
            let into = self.elements[to].atomic || self.elements[to].last_atomic;
            if atomic || last_atomic {
                self.elements[el].atomic = into;
                self.elements[el].last_atomic = !into;
            }
        }
    }

    /// The element that a jump names.
    pub fn target(&self, target: &Target<'_>) -> Option<El> {
        let (name, scope) = match target {
            Target::Loop(exit) => return self.loop_exits.get(*exit).copied(),
            Target::Label(name, scope) => (&name.name, scope),
        };
        let mut best = None;
        for label in self.labels_named(name).rev() {
            if label.scope == *scope {
                return Some(label.element);
            }
            if scope.starts_with(&label.scope) || best.is_none() {
                best = Some(label.element);
            }
        }
        best
    }

    /// The element whose state a step ends in that leads to `el`, given whether the step stays in an
    /// atomic. None where jumps lead in a circle.
    pub fn rest(&self, el: El, atomic: bool) -> Option<El> {
        let mut at = el;
        for _ in 0..500 {
            let element = &self.elements[at];
            let on = match &element.kind {
                Kind::Goto(target) => match self.target(target)? {
                    to if to == at => return None,
                    to => to,
                },
                Kind::Joint | Kind::Exit => match element.next {
                    Some(next) => next,
                    None => return Some(at),
                },
                Kind::Unless => self.rest(self.first(element.options[0])?, atomic)?,
                _ => return Some(at),
            };
            // The step out of an atomic is one of its own: control ends only with it.
            if atomic && !self.elements[on].atomic {
                return Some(at);
            }
            at = on;
        }
        None
    }

    /// The element with which a sequence begins.
    pub fn start(&self, seq: Seq) -> Option<El> {
        let mut at = self.first(seq)?;
        for _ in 0..self.elements.len() + 1 {
            let element = &self.elements[at];
            at = match (&element.kind, element.next) {
                (Kind::Joint, Some(next)) => next,
                (Kind::Unless, _) => self.first(element.options[0])?,
                _ => return Some(at),
            };
        }
        None
    }

    /// Where the step from a plain element leads; none at the end or in a circle of jumps.
    pub fn after(&self, el: El) -> Option<El> {
        let element = &self.elements[el];
        match &element.kind {
            Kind::Goto(target) => self.rest(self.target(target)?, element.atomic),
            _ => self.rest(element.next?, element.atomic),
        }
    }

    /// Inside a d_step nothing is seen of jumps and joints: the next element at which something is
    /// done, or none where the d_step is left.
    pub fn after_inside(&self, el: El, d_step: usize) -> Option<El> {
        let mut at = match &self.elements[el].kind {
            Kind::Goto(target) => self.target(target)?,
            _ => self.elements[el].next?,
        };
        for _ in 0..self.elements.len() + 1 {
            let element = &self.elements[at];
            if element.d_step != Some(d_step) {
                return None;
            }
            at = match &element.kind {
                Kind::Goto(target) => self.target(target)?,
                Kind::Joint | Kind::Exit => element.next?,
                Kind::Unless => self.first(element.options[0])?,
                _ => return Some(at),
            };
        }
        None
    }
}

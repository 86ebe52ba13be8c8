//! Which alternatives of a select are open, as a part of a point: any number of them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::program::*;

/// A set of open alternatives, by the number that it has in the code that is being built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Selection(u32);

/// The sets that were met so far: the places of the open alternatives, in order.
#[derive(Default)]
pub struct Selections {
    numbers: FxHashMap<Rc<[u32]>, Selection>,
    all: Vec<Rc<[u32]>>,
}

impl Selections {
    /// The number of a set of open alternatives: the same for the same set.
    pub fn number(&mut self, open: &[u32]) -> Selection {
        if let Some(known) = self.numbers.get(open) {
            return *known;
        }
        let number = Selection(self.all.len() as u32);
        let open: Rc<[u32]> = open.into();
        self.all.push(open.clone());
        self.numbers.insert(open, number);
        number
    }

    /// The open alternatives of a number.
    pub fn open(&self, number: Selection) -> Rc<[u32]> {
        self.all[number.0 as usize].clone()
    }
}

/// The open alternatives, with their places.
pub fn open_ones<'s>(
    select: &'s Select,
    open: &[u32],
) -> impl Iterator<Item = (usize, &'s Alternative)> {
    open.iter().map(|number| (*number as usize, &select.alternatives[*number as usize]))
}

/// The group of an open terminate alternative.
pub fn terminates(select: &Select, open: &[u32]) -> Option<Operand> {
    open_ones(select, open).find_map(|(_, alternative)| match alternative.kind {
        AlternativeKind::Terminate { group } => Some(group),
        _ => None,
    })
}

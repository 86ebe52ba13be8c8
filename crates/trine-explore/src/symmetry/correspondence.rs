//! A correspondence: the partial map of processes, cells and locks from which an automorphism is built.

use std::collections::BTreeMap;

/// Something that processes share, by its position in a state of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Entity {
    Process(u32),
    Cell(u32),
    Monitor(u32),
    Entry(u32),
    /// Which processes could call or answer is known by families of entries.
    Family(u32),
}

/// What becomes what, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Correspondence {
    pub becomes: BTreeMap<Entity, Entity>,
    comes_from: BTreeMap<Entity, Entity>,
    /// Nothing more is to be noted: what is not known stays what it is.
    pub settled: bool,
}

impl Correspondence {
    /// What corresponds to this; none if nothing was found yet.
    pub fn get(&self, thing: Entity) -> Option<Entity> {
        self.becomes.get(&thing).copied()
    }

    /// Whether something corresponds to this already.
    pub fn is_taken(&self, thing: Entity) -> bool {
        self.comes_from.contains_key(&thing)
    }

    /// Notes that one thing becomes another, unless something else is known.
    pub fn note(&mut self, from: Entity, to: Entity) -> bool {
        if self.settled {
            return self.get(from).unwrap_or(from) == to;
        }
        let known = (self.becomes.get(&from), self.comes_from.get(&to));
        match known {
            (None, None) => {
                self.becomes.insert(from, to);
                self.comes_from.insert(to, from);
                true
            }
            (becomes, comes_from) => becomes == Some(&to) && comes_from == Some(&from),
        }
    }

    /// Settles what is known, if what becomes something else is also what something else becomes.
    pub fn settle(mut self) -> Option<Correspondence> {
        let whole = self.becomes.keys().all(|thing| self.comes_from.contains_key(thing));
        self.settled = true;
        whole.then_some(self)
    }
}

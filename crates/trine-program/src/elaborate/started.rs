//! The threads that a process has started, shared between abstract states.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::value::InstanceId;

/// A set of threads. Many are kept in one word, so that adding one copies little.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Started(Rc<Words>);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Words {
    count: usize,
    words: BTreeMap<u32, u64>,
}

impl Started {
    /// Notes that the process has started a thread.
    pub fn insert(&mut self, thread: InstanceId) {
        if !self.contains(thread) {
            let set = Rc::make_mut(&mut self.0);
            set.count += 1;
            *set.words.entry(thread.0 / u64::BITS).or_default() |= 1 << (thread.0 % u64::BITS);
        }
    }

    /// Whether the process has started the thread.
    pub fn contains(&self, thread: InstanceId) -> bool {
        let word = self.0.words.get(&(thread.0 / u64::BITS));
        word.is_some_and(|word| word & (1 << (thread.0 % u64::BITS)) != 0)
    }
}

/// Sets of one process differ in how many they are, mostly.
impl Hash for Started {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.count.hash(hasher);
    }
}

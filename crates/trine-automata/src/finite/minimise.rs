//! The smallest automaton of a language, by Hopcroft's partition refinement.

use trine_base::Id;

use super::dfa::Dfa;
use crate::StateId;

impl Dfa {
    /// The smallest automaton of the same words, its states in the order of
    /// [`Dfa::renumbered`]: equal languages over one alphabet give equal automata.
    pub fn minimise(&self) -> Dfa {
        let reachable = self.renumbered();
        let class = Partition::refine(&reachable).class;
        let classes = class.iter().max().map_or(0, |last| last + 1);
        let mut member = vec![StateId(0); classes];
        for state in reachable.states() {
            member[class[state.index()]] = state;
        }
        let merged = |state: StateId| StateId::from_index(class[state.index()]);
        let rows = member.iter().map(|&state| {
            let row = reachable.row(state).iter().map(|&target| merged(target)).collect();
            (reachable.is_accepting(state), row)
        });
        let letters = reachable.letter_count();
        Dfa::new(letters, merged(reachable.initial()), rows.collect()).renumbered()
    }
}

/// States in classes. The members of a class stand side by side in `order`.
struct Partition {
    class: Vec<usize>,
    order: Vec<usize>,
    place: Vec<usize>,
    /// Where each class begins and ends in `order`.
    ranges: Vec<(usize, usize)>,
    /// How many members of each class were marked; they stand at the class's beginning.
    marked: Vec<usize>,
}

impl Partition {
    /// The coarsest partition that separates accepting from other states and in which members of
    /// one class lead to the same class with every letter.
    fn refine(dfa: &Dfa) -> Partition {
        let states = dfa.state_count();
        let mut partition = Partition {
            class: vec![0; states],
            order: (0..states).collect(),
            place: (0..states).collect(),
            ranges: vec![(0, states)],
            marked: vec![0],
        };
        for state in dfa.states().filter(|&state| dfa.is_accepting(state)) {
            partition.mark(state.index());
        }
        partition.split(0);
        let sources = Sources::of(dfa);
        let letters = dfa.letter_count();
        // A class and a letter: states that lead there with it must not share a class with others.
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        let mut is_waiting = vec![false; partition.ranges.len() * letters];
        for class in 0..partition.ranges.len() {
            for letter in 0..letters {
                waiting.push((class, letter));
                is_waiting[class * letters + letter] = true;
            }
        }
        while let Some((splitter, letter)) = waiting.pop() {
            is_waiting[splitter * letters + letter] = false;
            let (start, end) = partition.ranges[splitter];
            let leading: Vec<usize> = partition.order[start..end]
                .iter()
                .flat_map(|&state| sources.with(letter, state))
                .copied()
                .collect();
            let mut touched = Vec::new();
            for state in leading {
                let class = partition.class[state];
                if partition.marked[class] == 0 {
                    touched.push(class);
                }
                partition.mark(state);
            }
            for class in touched {
                let Some(new) = partition.split(class) else { continue };
                is_waiting.resize(partition.ranges.len() * letters, false);
                for letter in 0..letters {
                    // If the old class waits, both halves must; otherwise the smaller is enough.
                    let smaller =
                        if partition.size(new) <= partition.size(class) { new } else { class };
                    let chosen = if is_waiting[class * letters + letter] { new } else { smaller };
                    waiting.push((chosen, letter));
                    is_waiting[chosen * letters + letter] = true;
                }
            }
        }
        partition
    }

    fn size(&self, class: usize) -> usize {
        self.ranges[class].1 - self.ranges[class].0
    }

    fn mark(&mut self, state: usize) {
        let class = self.class[state];
        let (from, to) = (self.place[state], self.ranges[class].0 + self.marked[class]);
        let other = self.order[to];
        self.order.swap(from, to);
        self.place[state] = to;
        self.place[other] = from;
        self.marked[class] += 1;
    }

    /// Makes the marked members a class of their own, unless all are marked or none.
    fn split(&mut self, class: usize) -> Option<usize> {
        let marked = std::mem::take(&mut self.marked[class]);
        let (start, end) = self.ranges[class];
        if marked == 0 || start + marked == end {
            return None;
        }
        let new = self.ranges.len();
        self.ranges.push((start, start + marked));
        self.ranges[class].0 = start + marked;
        self.marked.push(0);
        for &state in &self.order[start..start + marked] {
            self.class[state] = new;
        }
        Some(new)
    }
}

/// Where each letter comes from.
struct Sources {
    states: usize,
    starts: Vec<usize>,
    sources: Vec<usize>,
}

impl Sources {
    fn of(dfa: &Dfa) -> Sources {
        let (states, letters) = (dfa.state_count(), dfa.letter_count());
        let mut starts = vec![0; states * letters + 1];
        let slot = |letter: usize, target: StateId| letter * states + target.index();
        for state in dfa.states() {
            for (letter, &target) in dfa.row(state).iter().enumerate() {
                starts[slot(letter, target) + 1] += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; states * letters];
        for state in dfa.states() {
            for (letter, &target) in dfa.row(state).iter().enumerate() {
                let next = &mut next[slot(letter, target)];
                sources[*next] = state.index();
                *next += 1;
            }
        }
        Sources { states, starts, sources }
    }

    /// The states that the letter leads from to the given one.
    fn with(&self, letter: usize, state: usize) -> &[usize] {
        let slot = letter * self.states + state;
        &self.sources[self.starts[slot]..self.starts[slot + 1]]
    }
}

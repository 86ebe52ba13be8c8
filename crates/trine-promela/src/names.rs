//! Holds each distinct spelling once, so that tokens are small and comparisons are of numbers.

use std::collections::HashMap;
use std::sync::Arc;

use crate::keyword;

/// One spelling; equal spellings have equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// All spellings seen so far, the keywords first.
#[derive(Debug)]
pub struct Names {
    spellings: Vec<Arc<str>>,
    index: HashMap<Arc<str>, Symbol>,
}

impl Names {
    /// A table that holds the keywords, each with the symbol that `keyword` gives it.
    pub fn new() -> Names {
        let mut names = Names { spellings: Vec::new(), index: HashMap::new() };
        for (_, text) in keyword::ALL {
            names.intern(text);
        }
        names
    }

    /// The symbol of a spelling: the same for the same text.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.index.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.spellings.len() as u32);
        let spelling: Arc<str> = text.into();
        self.spellings.push(spelling.clone());
        self.index.insert(spelling, symbol);
        symbol
    }

    /// The spelling of a symbol that this table gave out.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.spellings[symbol.0 as usize]
    }

    /// The spelling, shared rather than copied.
    pub fn shared(&self, symbol: Symbol) -> Arc<str> {
        self.spellings[symbol.0 as usize].clone()
    }
}

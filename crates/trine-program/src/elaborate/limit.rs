//! The bounds of elaboration: what an execution did where it reached one, and which option raises it.

use trine_system::Effect;

/// A bound of elaboration.
pub struct Limit {
    /// What happens beyond it, in words.
    pub what: String,
    pub option: Option<&'static str>,
}

impl Limit {
    /// A bound that no option raises.
    pub fn fixed(what: impl Into<String>) -> Limit {
        Limit { what: what.into(), option: None }
    }

    /// A bound on how many objects there are.
    pub fn pool(what: impl Into<String>) -> Limit {
        Limit { what: what.into(), option: Some("--pool") }
    }

    /// The limit of boxed numbers. No option raises it.
    pub fn large_box() -> Limit {
        Limit::fixed("a boxed number has more than 44 bits")
    }

    /// The effect that stands for the limit in the system.
    pub fn effect(&self) -> Effect {
        Effect::Limit { what: self.what.clone(), option: self.option.map(str::to_string) }
    }
}

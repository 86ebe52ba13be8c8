//! Our own headers and library models: C texts that stand for those of the system.

/// Name and text of each header, sorted by name.
static HEADERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// Name and text of each model, sorted by name.
static MODELS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// The header of that name.
pub(crate) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    HEADERS.iter().find(|(known, _)| *known == name).copied()
}

/// All library models: name and text.
pub(crate) fn models() -> &'static [(&'static str, &'static str)] {
    MODELS
}

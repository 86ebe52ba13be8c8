//! Which properties a request is about.

use trine_base::{Diagnostic, Diagnostics, Severity, nearest};
use trine_property::Property;

/// The properties to check: those that are named, or the default ones. A name that nothing has is an
/// error that suggests the nearest.
pub fn select(
    available: &[(Property, bool)],
    wanted: Option<&[String]>,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    let Some(wanted) = wanted else {
        let default = available.iter().filter(|(_, by_default)| *by_default);
        return default.map(|(property, _)| property.clone()).collect();
    };
    let mut chosen: Vec<bool> = vec![false; available.len()];
    for name in wanted {
        let mut known = name == "all";
        for (position, (property, by_default)) in available.iter().enumerate() {
            let takes = if name == "all" { *by_default } else { property.name == *name };
            chosen[position] |= takes;
            known |= takes;
        }
        if !known {
            diagnostics.push(unknown(name, available));
        }
    }
    let chosen = available.iter().zip(chosen).filter(|(_, chosen)| *chosen);
    chosen.map(|((property, _), _)| property.clone()).collect()
}

fn unknown(name: &str, available: &[(Property, bool)]) -> Diagnostic {
    let names = || available.iter().map(|(property, _)| property.name.as_str());
    let message = format!("there is no property `{name}`");
    let help = match nearest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", names().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(Severity::Error, message, None).help(help)
}

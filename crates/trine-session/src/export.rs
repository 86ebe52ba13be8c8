//! A model in another form: the text form of systems, Promela, or the equations of a query.

use trine_ilp::Form;
use trine_property::{Property, PropertyKind};

use crate::{Loaded, write_equations};

/// The form that a model is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportForm {
    /// The text form of systems.
    System,
    /// A Promela model.
    Promela,
    /// The equations of one property, for a solver.
    Equations(Form),
}

/// A model in another form, or why that is not possible. `property` names the one whose equations are meant.
pub fn export(
    loaded: &Loaded,
    form: ExportForm,
    property: Option<&str>,
) -> Result<String, Vec<String>> {
    let Some(system) = &loaded.system else { return Err(vec!["there is no model".to_string()]) };
    match form {
        ExportForm::System => Ok(trine_system::text::print(system)),
        ExportForm::Promela => trine_promela::print(system).map_err(|reasons| {
            let told = |reason| format!("Promela cannot say this: {reason}");
            reasons.into_iter().map(told).collect()
        }),
        ExportForm::Equations(form) => equations(loaded, form, property).map_err(|why| vec![why]),
    }
}

/// The equations of the property that is meant.
fn equations(loaded: &Loaded, form: Form, wanted: Option<&str>) -> Result<String, String> {
    let observed = |property: &&Property| match &property.kind {
        PropertyKind::Claim(claim) => claim.instrumentation.is_some(),
        _ => false,
    };
    let all = loaded.properties.iter().map(|(property, _)| property).filter(observed);
    let meant = |property: &&Property| wanted.is_none_or(|wanted| wanted == property.name);
    let found: Vec<&Property> = all.filter(meant).collect();
    let ([property], Some(system)) = (found.as_slice(), &loaded.system) else {
        return Err("name one query or property of events with --property".to_string());
    };
    match write_equations(system, property, form)?.as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(format!("`{}` is more than one question; export a query", property.name)),
    }
}

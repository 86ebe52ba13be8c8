//! `trine export`: a model in another form.

use trine_session::property::{Property, PropertyKind};
use trine_session::system::System;
use trine_session::{EquationForm, Loaded, load, write_equations};

use super::{complain, deliver, is_not_built};
use crate::args::{ExportArguments, Exported};
use crate::exit::Exit;
use crate::host::Disk;

pub fn run(arguments: &ExportArguments) -> Exit {
    let host = Disk::new(true);
    let loaded = load(&arguments.model.request(), &host);
    complain(&loaded);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        return Exit::BAD_INPUT;
    };
    if is_not_built(system) {
        return Exit::INCONCLUSIVE;
    }
    let text = match arguments.form {
        Exported::System => trine_session::system::text::print(system),
        Exported::Promela => match trine_session::print_promela(system) {
            Ok(text) => text,
            Err(reasons) => {
                for reason in reasons {
                    say!("trine: Promela cannot say this: {reason}");
                }
                return Exit::BAD_INPUT;
            }
        },
        Exported::Mps | Exported::Lp => match equations(arguments, &loaded, system) {
            Ok(text) => text,
            Err(why) => {
                say!("trine: {why}");
                return Exit::BAD_INPUT;
            }
        },
    };
    deliver(&text, arguments.output.as_deref(), Exit::HOLDS)
}

/// The equations of the property that is meant.
fn equations(
    arguments: &ExportArguments,
    loaded: &Loaded,
    system: &System,
) -> Result<String, String> {
    let observed = |property: &&Property| match &property.kind {
        PropertyKind::Claim(claim) => claim.instrumentation.is_some(),
        _ => false,
    };
    let all = loaded.properties.iter().map(|(property, _)| property).filter(observed);
    let wanted = |property: &&Property| {
        arguments.property.as_ref().is_none_or(|wanted| *wanted == property.name)
    };
    let found: Vec<&Property> = all.filter(wanted).collect();
    let [property] = found.as_slice() else {
        return Err("name one query or property of events with --property".to_string());
    };
    let form = match arguments.form {
        Exported::Lp => EquationForm::Lp,
        _ => EquationForm::Mps,
    };
    match write_equations(system, property, form)?.as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(format!("`{}` is more than one question; export a query", property.name)),
    }
}

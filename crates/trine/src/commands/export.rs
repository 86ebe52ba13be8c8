//! `trine export`: a model in another form.

use trine_session::{EquationForm, ExportForm, export, load};

use super::{deliver, refuse_unbuilt};
use crate::args::{ExportArguments, Exported};
use crate::exit::Exit;
use crate::host::Disk;

/// Prints the model in the form that is asked for.
pub fn run(arguments: &ExportArguments) -> Exit {
    let host = Disk::new(true);
    let loaded = load(&arguments.model.request(), &host);
    if let Some(code) = refuse_unbuilt(&loaded) {
        return code;
    }
    let form = match arguments.form {
        Exported::System => ExportForm::System,
        Exported::Promela => ExportForm::Promela,
        Exported::Mps => ExportForm::Equations(EquationForm::Mps),
        Exported::Lp => ExportForm::Equations(EquationForm::Lp),
    };
    match export(&loaded, form, arguments.property.as_deref()) {
        Ok(text) => deliver(&text, arguments.output.as_deref(), Exit::HOLDS),
        Err(reasons) => {
            reasons.iter().for_each(|reason| say!("trine: {reason}"));
            Exit::BAD_INPUT
        }
    }
}

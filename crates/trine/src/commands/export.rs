//! `trine export`: a model in another form.

use trine_session::load;

use super::{complain, deliver};
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
    };
    deliver(&text, arguments.output.as_deref(), Exit::HOLDS)
}

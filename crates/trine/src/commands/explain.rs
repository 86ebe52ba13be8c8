//! `trine explain`: what a specification or a built-in check means.

use trine_session::{check_names, explain_check, explain_specification, nearest_check};

use super::{complain_of, deliver, look_of};
use crate::args::{ExplainArguments, Explanation};
use crate::exit::Exit;
use crate::host::Disk;

/// Prints what a check or a specification means, or the names of all checks.
pub fn run(arguments: &ExplainArguments) -> Exit {
    let Some(what) = &arguments.what else {
        let names = check_names().into_iter().map(|name| format!("{name}\n"));
        return deliver(&names.collect::<String>(), None, Exit::HOLDS);
    };
    if let Some(documentation) = explain_check(what) {
        return deliver(&format!("{what}\n\n{documentation}\n"), None, Exit::HOLDS);
    }
    if what.ends_with(".trine") || std::path::Path::new(what).is_file() {
        return specification(what, arguments);
    }
    say!("trine: there is no built-in check `{what}`, and no specification of that name");
    if let Some(near) = nearest_check(what) {
        say!("       did you mean `{near}`?");
    }
    Exit::BAD_INPUT
}

fn specification(file: &str, arguments: &ExplainArguments) -> Exit {
    let read = match explain_specification(file, &arguments.files, &Disk::new(true)) {
        Ok(read) => read,
        Err(why) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    };
    complain_of(&read.diagnostics, &read.sources);
    if read.diagnostics.has_errors() {
        return Exit::BAD_INPUT;
    }
    let told = match arguments.form {
        Explanation::Text => {
            trine_report::explain::text(&read.explained, &look_of(&std::io::stdout()))
        }
        Explanation::Dot => trine_report::explain::dot(&read.explained),
        Explanation::Svg => trine_report::explain::svg(&read.explained),
    };
    if told.is_empty() {
        say!("trine: there is nothing to explain in {file}");
        return Exit::BAD_INPUT;
    }
    deliver(&told, None, Exit::HOLDS)
}

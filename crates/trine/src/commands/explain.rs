//! `trine explain`: what a specification or a built-in check means.

use trine_session::base::{Diagnostics, SourceMap, nearest};
use trine_session::property::Check;
use trine_session::spec;
use trine_session::{Host, spec::system::declared_names};

use super::{complain_of, deliver, look_of};
use crate::args::{ExplainArguments, Explanation};
use crate::exit::Exit;
use crate::host::Disk;

pub fn run(arguments: &ExplainArguments) -> Exit {
    let Some(what) = &arguments.what else {
        let names = Check::ALL.iter().map(|check| format!("{}\n", check.name()));
        return deliver(&names.collect::<String>(), None, Exit::HOLDS);
    };
    if let Some(check) = Check::named(what) {
        let text = format!("{}\n\n{}\n", check.name(), check.documentation());
        return deliver(&text, None, Exit::HOLDS);
    }
    if what.ends_with(".trine") || std::path::Path::new(what).is_file() {
        return specification(what, arguments);
    }
    say!("trine: there is no built-in check `{what}`, and no specification of that name");
    if let Some(near) = nearest(what, Check::ALL.iter().map(|check| check.name())) {
        say!("       did you mean `{near}`?");
    }
    Exit::BAD_INPUT
}

fn specification(file: &str, arguments: &ExplainArguments) -> Exit {
    let host = Disk::new(true);
    let mut annotated = Vec::new();
    for source in &arguments.files {
        match host.read(source) {
            Ok(text) => annotated.extend(declared_names(&text)),
            Err(why) => return unreadable(source, &why),
        }
    }
    let text = match host.read(file) {
        Ok(text) => text,
        Err(why) => return unreadable(file, &why),
    };
    let mut sources = SourceMap::new();
    let id = sources.add(file, text.as_str());
    let mut diagnostics = Diagnostics::new();
    let annotated: Vec<&str> = annotated.iter().map(String::as_str).collect();
    let specs = spec::read(&[(id, text.as_str())], &annotated, &mut diagnostics);
    complain_of(&diagnostics, &sources);
    if diagnostics.has_errors() {
        return Exit::BAD_INPUT;
    }
    let explained: Vec<spec::Explained> = specs.iter().flat_map(spec::explain).collect();
    let told = match arguments.form {
        Explanation::Text => trine_report::explain::text(&explained, &look_of(&std::io::stdout())),
        Explanation::Dot => trine_report::explain::dot(&explained),
        Explanation::Svg => trine_report::explain::svg(&explained),
    };
    if told.is_empty() {
        say!("trine: there is nothing to explain in {file}");
        return Exit::BAD_INPUT;
    }
    deliver(&told, None, Exit::HOLDS)
}

fn unreadable(file: &str, why: &str) -> Exit {
    say!("trine: cannot read {file}: {why}");
    Exit::BAD_INPUT
}

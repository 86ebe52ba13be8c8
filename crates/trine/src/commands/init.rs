//! `trine init`: writes a project file for what is in a directory.

use std::fmt::Write;
use std::path::Path;

use crate::args::InitArguments;
use crate::exit::Exit;
use crate::output;
use crate::project::{FILE, find};

/// Writes a first project file.
pub fn run(arguments: &InitArguments) -> Exit {
    let folder = Path::new(&arguments.folder);
    let file = folder.join(FILE);
    if file.exists() && !arguments.force {
        say!("trine: {} is there already; --force replaces it", file.display());
        return Exit::BAD_INPUT;
    }
    let found = find::programs(folder);
    if found.is_empty() {
        say!("trine: no program or model was found below {}", folder.display());
        say!(
            "       (Java with a main method, C with main, Ada procedures, .pml and .system files)"
        );
        return Exit::BAD_INPUT;
    }
    match output::write_file(&file.to_string_lossy(), &text(&found)) {
        Ok(()) => {
            let checks = found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
            say!("{}: {checks}", file.display());
            say!("`trine check` runs all of them, `trine check --only NAME` one");
            Exit::HOLDS
        }
        Err(why) => {
            say!("trine: cannot write {}: {why}", file.display());
            Exit::BAD_INPUT
        }
    }
}

/// The project file, with what else could stand there in comments.
fn text(found: &[find::Found]) -> String {
    let mut text = String::from(
        "# What `trine check` does in this project. Every key is a long option of `trine check`\n\
         # (`trine check --help` lists them): those up here are for all checks, those of a check\n\
         # for that one. What the command line says comes last.\n\n\
         time-limit = \"60s\"\n\
         # memory-limit = \"4G\"\n\
         # deny = [\"unnecessary-notify\"]\n\
         # output = [\"-\", \"trine-report.html\", \"trine.sarif\"]\n",
    );
    for one in found {
        text.push_str("\n[[check]]\n");
        let _ = writeln!(text, "name = {}", quoted(&one.name));
        let files: Vec<String> = one.files.iter().map(|file| quoted(file)).collect();
        let _ = writeln!(text, "files = [{}]", files.join(", "));
        if let Some(main) = &one.main {
            let _ = writeln!(text, "main = {}", quoted(main));
        }
        text.push_str(
            "# spec = [\"properties.trine\"]   # `trine events` lists what it can name\n",
        );
    }
    text
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

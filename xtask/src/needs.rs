//! Makes sure that the programs the tests compare Trine with are on the machine.

use crate::shell;
use std::path::Path;
use std::process::Command;

/// Installs what is missing when we may (as root, with apt-get); otherwise fails with the line to
/// type. Nothing is ever skipped: a comparison that did not run must not look like one that passed.
pub fn install() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    if !shell::on_path("apt-get") {
        return Err(format!(
            "the tests need these Debian packages, or the same programs from elsewhere: {}",
            packages.join(" ")
        ));
    }
    if !is_root() {
        return Err(format!(
            "the tests need {}; type\n  sudo apt-get update && sudo apt-get {}",
            packages.join(" and "),
            shell_line(&packages)
        ));
    }
    eprintln!("xtask: installing {}", packages.join(" "));
    let quiet = ("DEBIAN_FRONTEND", "noninteractive");
    shell::run(Command::new("apt-get").arg("update").env(quiet.0, quiet.1))?;
    let arguments = install_arguments(&packages);
    shell::run(Command::new("apt-get").args(arguments).env(quiet.0, quiet.1))?;
    match self::missing().first() {
        None => Ok(()),
        Some(need) => {
            Err(format!("{} was installed, but {} is still missing", need.package, need.sign))
        }
    }
}

struct Need {
    package: &'static str,
    /// A program on the search path, or a path that exists once the package is there.
    sign: &'static str,
}

/// SPIN is the oracle and gcc compiles its verifiers, which include C headers; SPIN's package also
/// brings the models that the comparison runs on.
const NEEDS: [Need; 4] = [
    Need { package: "spin", sign: "spin" },
    Need { package: "spin", sign: "/usr/share/doc/spin/examples/Examples" },
    Need { package: "gcc", sign: "gcc" },
    Need { package: "libc6-dev", sign: "/usr/include/stdio.h" },
];

fn missing() -> Vec<&'static Need> {
    let mut missing: Vec<&Need> = NEEDS.iter().filter(|need| !is_there(need.sign)).collect();
    missing.dedup_by_key(|need| need.package);
    missing
}

fn is_there(sign: &str) -> bool {
    if sign.starts_with('/') { Path::new(sign).exists() } else { shell::on_path(sign) }
}

/// Slim images leave out everything under /usr/share/doc, and SPIN's models are there: hence the
/// include, and hence a reinstallation when the program came without them.
fn install_arguments<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["install", "-y", "--reinstall", "-o", MODELS_INCLUDED];
    arguments.extend(packages);
    arguments
}

const MODELS_INCLUDED: &str = "Dpkg::Options::=--path-include=/usr/share/doc/spin/*";

/// The same arguments, quoted for a shell.
fn shell_line(packages: &[&str]) -> String {
    let quote =
        |word: &&str| if word.contains('*') { format!("'{word}'") } else { word.to_string() };
    install_arguments(packages).iter().map(quote).collect::<Vec<_>>().join(" ")
}

fn is_root() -> bool {
    shell::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_to_type_survives_a_shell() {
        assert_eq!(
            shell_line(&["spin", "gcc"]),
            "install -y --reinstall -o 'Dpkg::Options::=--path-include=/usr/share/doc/spin/*' spin gcc"
        );
    }

    #[test]
    fn signs_are_programs_or_paths() {
        assert!(is_there("sh"));
        assert!(is_there("/"));
        assert!(!is_there("/no/such/folder"));
    }
}

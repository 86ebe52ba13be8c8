//! Makes sure that the programs the tests compare Trine with are on the machine.

use crate::shell;
use std::path::Path;
use std::process::Command;

/// Installs what is missing when we may (as root, with apt-get); otherwise fails with the line to
/// type. Nothing is ever skipped: a comparison that did not run must not look like one that passed.
pub fn install() -> Result<(), String> {
    // Twice: only once a package is there can it turn out that its models were left out.
    for _ in 0..2 {
        let missing = missing();
        if missing.is_empty() {
            return Ok(());
        }
        let arguments = arguments(&missing);
        if !shell::on_path("apt-get") {
            let packages = packages(&missing).join(" ");
            return Err(format!("the tests need Debian's {packages}, or the same from elsewhere"));
        }
        if !is_root() {
            let line = shell_line(&arguments);
            return Err(format!(
                "the tests need {}; type\n  sudo apt-get update && sudo apt-get {line}",
                packages(&missing).join(" and ")
            ));
        }
        eprintln!("xtask: installing {}", packages(&missing).join(" "));
        apt_get(&["update"])?;
        apt_get(&arguments)?;
    }
    match missing().first() {
        None => Ok(()),
        Some(need) => Err(format!("{} was installed, but not {}", need.package, need.sign)),
    }
}

struct Need {
    package: &'static str,
    /// A program on the search path, or a path that exists once the package is there.
    sign: &'static str,
}

/// SPIN is an oracle, and gcc compiles its verifiers, which include C headers; SPIN's package also
/// brings the models that the comparison runs on. javac and the virtual machine are the oracles of Java;
/// the sources of its library are programs to read. (The link to them that comes with the JDK leads
/// nowhere without their own package.) gnatmake is the oracle of Ada. cbc and
/// glpsol are solvers that the ilp engine can ask.
const NEEDS: [Need; 9] = [
    Need { package: "spin", sign: "spin" },
    Need { package: "spin", sign: MODELS },
    Need { package: "gcc", sign: "gcc" },
    Need { package: "libc6-dev", sign: "/usr/include/stdio.h" },
    Need { package: "openjdk-17-jdk-headless", sign: "javac" },
    Need { package: "openjdk-17-source", sign: "/usr/lib/jvm/openjdk-17/lib/src.zip" },
    Need { package: "gnat", sign: "gnatmake" },
    Need { package: "coinor-cbc", sign: "cbc" },
    Need { package: "glpk-utils", sign: "glpsol" },
];

const MODELS: &str = "/usr/share/doc/spin/examples/Examples";
const WITH_MODELS: &str = "Dpkg::Options::=--path-include=/usr/share/doc/spin/*";

fn missing() -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| !is_there(need.sign)).collect()
}

fn is_there(sign: &str) -> bool {
    if sign.starts_with('/') { Path::new(sign).exists() } else { shell::on_path(sign) }
}

fn packages(missing: &[&Need]) -> Vec<&'static str> {
    let mut packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    packages.dedup();
    packages
}

/// Slim images leave out everything under /usr/share/doc, and SPIN's models are there: when only
/// they are missing, the package is installed again with them.
fn arguments(missing: &[&Need]) -> Vec<&'static str> {
    let mut arguments = vec!["install", "-y"];
    if missing.iter().all(|need| need.sign == MODELS) {
        arguments.extend(["--reinstall", "-o", WITH_MODELS]);
    }
    arguments.extend(packages(missing));
    arguments
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    shell::run(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// The same arguments, quoted for a shell.
fn shell_line(arguments: &[&str]) -> String {
    let quote =
        |word: &&str| if word.contains('*') { format!("'{word}'") } else { word.to_string() };
    arguments.iter().map(quote).collect::<Vec<_>>().join(" ")
}

fn is_root() -> bool {
    shell::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_to_type_is_plain_unless_only_the_models_are_missing() {
        let line = |missing: &[&Need]| shell_line(&arguments(missing));
        assert_eq!(line(&[&NEEDS[0], &NEEDS[1], &NEEDS[2]]), "install -y spin gcc");
        assert_eq!(
            line(&[&NEEDS[1]]),
            "install -y --reinstall -o 'Dpkg::Options::=--path-include=/usr/share/doc/spin/*' spin"
        );
    }

    #[test]
    fn signs_are_programs_or_paths() {
        assert!(is_there("sh"));
        assert!(is_there("/"));
        assert!(!is_there("/no/such/folder"));
    }
}

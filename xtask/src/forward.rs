//! Hands `bench` and `campaign` on to the programs of the same names in `trine-tests`.

use crate::{needs, shell};

/// Measurements run the program as users build it.
pub fn bench(arguments: &[String]) -> Result<(), String> {
    forward(&["--release"], "bench", arguments)
}

/// Campaigns look for disagreements, so they run with debug assertions on. Damaged inputs go through the program as
/// users build it.
pub fn campaign(arguments: &[String]) -> Result<(), String> {
    let first = arguments.first().map(String::as_str);
    if matches!(first, Some("damaged" | "damaged-input" | "all")) {
        shell::run(shell::cargo().args(["build", "--quiet", "--release", "--package", "trine"]))?;
    }
    forward(&["--profile", "ci"], "campaign", arguments)
}

fn forward(profile: &[&str], program: &str, arguments: &[String]) -> Result<(), String> {
    needs::install()?;
    let mut command = shell::cargo();
    command.args(["run", "--quiet"]).args(profile);
    command.args(["--package", "trine-tests", "--bin", program, "--"]).args(arguments);
    shell::run(&mut command)
}

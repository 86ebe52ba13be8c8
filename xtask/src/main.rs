//! The house's own tools: `cargo xtask` prints the menu, `cargo xtask NAME` runs one of them.

mod ci;
mod forward;
mod needs;
mod shell;
mod test;
mod tidy;

use std::process::ExitCode;

const MENU: &str = "\
usage: cargo xtask COMMAND

  test [CRATE…]      install what the tests need, run all tests (or those of the crates), print times
  lint               formatting, and clippy with warnings as errors
  tidy               the house rules: allowed crate edges, module headers, file length, links
  ci                 test, lint and tidy, in this order: what .ci/run runs
  bench NAME …       measure, where there is a peer side by side (ada, c, explore, flow, ilp, java, program, reduction, storage, ltl)
  campaign NAME …    the long comparisons that CI does not run; `campaign all 30m` a share of each, without a name the list
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        print!("{MENU}");
        return ExitCode::SUCCESS;
    };
    let outcome = match command.as_str() {
        "test" => test::run(rest),
        "lint" => no_arguments(rest).and_then(|()| ci::lint()),
        "tidy" => no_arguments(rest).and_then(|()| tidy::run()),
        "ci" => no_arguments(rest).and_then(|()| ci::run()),
        "bench" => forward::bench(rest),
        "campaign" => forward::campaign(rest),
        "help" | "--help" | "-h" => {
            print!("{MENU}");
            Ok(())
        }
        other => Err(format!("there is no command `{other}`\n\n{MENU}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn no_arguments(rest: &[String]) -> Result<(), String> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(format!("this command takes no argument, but was given `{extra}`")),
    }
}

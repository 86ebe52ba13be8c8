//! Runs other programs and finds the top of the workspace.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The directory that holds the workspace's `Cargo.toml`.
pub fn workspace_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The cargo that started us, in the workspace's top directory.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(workspace_root());
    command
}

/// Runs a command with our own input and output; anything but success is an error that names it.
pub fn run(command: &mut Command) -> Result<(), String> {
    let line = describe(command);
    let status = command.status().map_err(|e| format!("cannot start `{line}`: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
}

/// Runs a command and returns what it wrote to standard output; its errors go to ours.
pub fn output(command: &mut Command) -> Result<String, String> {
    let line = describe(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cannot start `{line}`: {e}"))?;
    if !output.status.success() {
        return Err(format!("`{line}` failed ({})", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{line}` printed something not UTF-8"))
}

/// Runs a command with both its outputs in one pipe, so that their order is kept, and hands every
/// line to `each`. Returns whether the command succeeded.
pub fn each_line(command: &mut Command, mut each: impl FnMut(&str)) -> Result<bool, String> {
    let line = describe(command);
    let problem = |e: std::io::Error| format!("cannot run `{line}`: {e}");
    let (reader, writer) = std::io::pipe().map_err(problem)?;
    command.stdout(writer.try_clone().map_err(problem)?).stderr(writer).stdin(Stdio::null());
    let mut child = command.spawn().map_err(problem)?;
    // The command still holds the writing ends; the loop below would wait for ever on our own copy.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut reader = BufReader::new(reader);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).map_err(problem)? > 0 {
        each(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']));
        bytes.clear();
    }
    Ok(child.wait().map_err(problem)?.success())
}

/// Whether a program of this name is on the search path.
pub fn on_path(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    })
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line =
        program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_outputs_arrive_in_order_and_the_status_is_kept() {
        let mut seen = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; printf three; exit 3"]);
        let ok = each_line(&mut command, |line| seen.push(line.to_string())).expect("sh runs");
        assert_eq!((ok, seen.join(",").as_str()), (false, "one,two,three"));
    }

    #[test]
    fn a_missing_program_is_named() {
        let message = run(&mut Command::new("no-such-program-here")).expect_err("it is missing");
        assert!(message.contains("no-such-program-here"), "{message}");
        assert!(!on_path("no-such-program-here"));
        assert!(on_path("sh"));
    }
}

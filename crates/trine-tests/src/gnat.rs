//! Ada programs compiled by GNAT and run: how each ended, and what its tasks died of.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub ending: Ending,
    /// The exceptions of tasks that nothing handled, failed activations included, sorted.
    pub deaths: Vec<Raised>,
    /// What it printed on standard output.
    pub printed: String,
}

/// How a run of a program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Ends,
    /// It was stopped when its time was over.
    Hangs,
    Dies(Raised),
    /// It ended in a way that no Ada program does: a signal, or a message that says nothing of an exception.
    Strange(String),
}

/// An exception: the last part of its name, and its message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Raised {
    pub name: String,
    pub message: String,
}

impl Raised {
    fn new(name: &str, message: &str) -> Raised {
        let name = name.rsplit('.').next().unwrap_or(name).to_lowercase();
        Raised { name: with_capitals(&name), message: message.trim().to_string() }
    }

    /// An exception as a run tells it: `NAME : message`.
    pub fn read(told: &str) -> Raised {
        let (name, message) = told.split_once(" : ").unwrap_or((told, ""));
        Raised::new(name.trim(), message)
    }

    /// Whether an assertion or a contract was violated.
    pub fn is_assertion(&self) -> bool {
        matches!(self.name.as_str(), "Assertion_Error" | "Assert_Failure")
    }
}

fn with_capitals(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<String>>().join("_")
}

/// Tells of every task that dies, as soon as it does: the handler is inherited by all tasks of the program.
const WATCH: [(&str, &str); 2] = [
    ("watch.ads", "package Watch is\n   pragma Elaborate_Body;\nend Watch;\n"),
    (
        "watch.adb",
        r#"with Ada.Exceptions; use Ada.Exceptions;
with Ada.Task_Identification;
with Ada.Task_Termination; use Ada.Task_Termination;
with Ada.Text_IO; use Ada.Text_IO;
package body Watch is
   protected Deaths is
      procedure Ended
        (Cause : Cause_Of_Termination;
         Id    : Ada.Task_Identification.Task_Id;
         What  : Exception_Occurrence);
   end Deaths;
   protected body Deaths is
      procedure Ended
        (Cause : Cause_Of_Termination;
         Id    : Ada.Task_Identification.Task_Id;
         What  : Exception_Occurrence) is
      begin
         if Cause = Unhandled_Exception then
            Put_Line
              (Standard_Error,
               "task died: " & Exception_Name (What) & " : " & Exception_Message (What));
         end if;
      end Ended;
   end Deaths;
begin
   Set_Dependents_Fallback_Handler (Deaths.Ended'Access);
end Watch;
"#,
    ),
];

/// Compiles procedures, each named like its unit, into one program whose argument chooses among them. Assertions are
/// on. Fails with what GNAT says where it refuses one.
pub fn build(folder: &Path, procedures: &[(String, String)]) -> io::Result<PathBuf> {
    for (name, text) in WATCH {
        fs::write(folder.join(name), text)?;
    }
    let mut main =
        "with Ada.Command_Line;\nwith Watch; pragma Elaborate_All (Watch);\n".to_string();
    let mut body = String::new();
    for (name, text) in procedures {
        fs::write(folder.join(format!("{name}.adb")), text)?;
        let _ = writeln!(main, "with {name};");
        let _ = writeln!(body, "   if Name = \"{name}\" then\n      {name};\n   end if;");
    }
    let _ = write!(
        main,
        "procedure Chosen is\n   Name : constant String := Ada.Command_Line.Argument (1);\nbegin\n{body}end Chosen;\n"
    );
    fs::write(folder.join("chosen.adb"), main)?;
    let output = make(folder).args(["-j2", "chosen.adb"]).output()?;
    match output.status.success() {
        true => Ok(folder.join("chosen")),
        false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// Which of these procedures GNAT compiles: the others are refused for what it says.
pub fn compiled(folder: &Path, procedures: &[(String, String)]) -> io::Result<Vec<bool>> {
    let mut files = Vec::new();
    for (name, text) in procedures {
        fs::write(folder.join(format!("{name}.adb")), text)?;
        files.push(format!("{name}.adb"));
    }
    // With -k it goes on after a unit that it refuses; an object file tells which were compiled.
    make(folder).args(["-j2", "-k", "-c"]).args(&files).output()?;
    Ok(procedures.iter().map(|(name, _)| folder.join(format!("{name}.o")).exists()).collect())
}

fn make(folder: &Path) -> Command {
    let mut command = Command::new("gnatmake");
    command.args(["-q", "-gnata", "-gnatws"]).current_dir(folder);
    command
}

/// Runs a program for so many seconds at most.
pub fn run(program: &Path, arguments: &[&str], seconds: f64) -> io::Result<Run> {
    let output = Command::new("timeout")
        .arg(seconds.to_string())
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut deaths = Vec::new();
    let mut raised = None;
    for line in told.lines() {
        let (what, is_main) = match (line.strip_prefix("task died: "), line.strip_prefix("raised "))
        {
            (Some(what), _) => (what, false),
            (None, Some(what)) => (what, true),
            (None, None) => continue,
        };
        match is_main {
            true => raised = Some(Raised::read(what)),
            false => deaths.push(Raised::read(what)),
        }
    }
    deaths.sort();
    let ending = match (output.status.code(), raised) {
        (Some(124), _) => Ending::Hangs,
        (Some(0), _) => Ending::Ends,
        (Some(_), Some(raised)) => Ending::Dies(raised),
        (code, None) => Ending::Strange(format!("{code:?}: {told}")),
        (None, Some(raised)) => Ending::Strange(format!("a signal after {}", raised.name)),
    };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Run { ending, deaths, printed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_without_their_packages() {
        let raised = Raised::new("ADA.ASSERTIONS.ASSERTION_ERROR", "END");
        assert_eq!((raised.name.as_str(), raised.is_assertion()), ("Assertion_Error", true));
        assert_eq!(Raised::new("MAIN.TOO_SMALL", "").name, "Too_Small");
    }
}

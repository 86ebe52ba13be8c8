//! Runs solvers that are installed, in a folder that is gone afterwards.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use trine_session::{SolverArgument, SolverCall, SolverRan};

/// No more of what a solver says is read.
const MOST_READ: u64 = 256 << 20;

/// Runs a solver to its end; it is ended where it may not go on.
pub fn run(call: &SolverCall<'_>, go_on: &dyn Fn() -> bool) -> Result<SolverRan, String> {
    let folder = Folder::new()?;
    let (model, solution) = (folder.0.join("model.mps"), folder.0.join("solution.txt"));
    let printed = folder.0.join("printed.txt");
    let failed = |why: std::io::Error| format!("its files cannot be written: {why}");
    fs::write(&model, call.model).map_err(failed)?;
    let output = File::create(&printed).map_err(failed)?;
    let errors = output.try_clone().map_err(failed)?;
    let mut command = Command::new(call.program);
    for argument in call.arguments {
        match argument {
            SolverArgument::Word(word) => command.arg(word),
            SolverArgument::Model => command.arg(&model),
            SolverArgument::Solution => command.arg(&solution),
        };
    }
    command.current_dir(&folder.0).stdin(Stdio::null()).stdout(output).stderr(errors);
    let child = command.spawn().map_err(|why| match why.kind() {
        ErrorKind::NotFound => "there is no such program on the search path".to_string(),
        _ => format!("it cannot be started: {why}"),
    })?;
    let status = wait(child, go_on)?;
    Ok(SolverRan {
        failure: (!status.success()).then(|| format!("ended with {status}")),
        printed: read(&printed).unwrap_or_default(),
        solution: read(&solution),
    })
}

fn wait(mut child: Child, go_on: &dyn Fn() -> bool) -> Result<ExitStatus, String> {
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if go_on() => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            }
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("it took too long".to_string());
            }
            Err(why) => return Err(why.to_string()),
        }
    }
}

fn read(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST_READ).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A folder of our own, for as long as it is needed.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("trine-solver-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

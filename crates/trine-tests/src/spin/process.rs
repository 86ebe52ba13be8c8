//! Runs a program under limits of time and memory and keeps what it printed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bounds on one run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub memory_mb: Option<u64>,
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Standard output and standard error, cut in the middle when very long.
    pub text: String,
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
    pub seconds: f64,
    /// Time of the processor, where no other thread waits for children meanwhile.
    pub processor_seconds: f64,
}

/// Past this size only the beginning and the end of the output are kept.
const KEPT: u64 = 8 << 20;

/// Runs `program` in `directory`. Output goes to a file, so that a talkative program never blocks.
pub fn run(
    program: &Path,
    arguments: &[String],
    directory: &Path,
    limits: Limits,
) -> io::Result<Finished> {
    let mut output = tempfile::tempfile()?;
    let mut command = match limits.memory_mb {
        // The shell sets the limit on itself and then becomes the program.
        Some(megabytes) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1024));
            shell.arg(program);
            shell
        }
        None => Command::new(program),
    };
    command
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?);
    let before = children_seconds();
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut pause = Duration::from_millis(1);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status, false);
        }
        if start.elapsed() > limits.time {
            child.kill()?;
            break (child.wait()?, true);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let seconds = start.elapsed().as_secs_f64();
    let text = read_cut(&mut output)?;
    // Hundredths, so that a kept answer reads back the same.
    let processor_seconds = ((children_seconds() - before) * 100.0).round() / 100.0;
    let (code, signal) = (status.code(), status.signal());
    Ok(Finished { text, code, signal, timed_out, seconds, processor_seconds })
}

/// The processor time of all children that have ended, as the system counts it: in hundredths of a second.
pub fn children_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may contain anything.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks =
        fields.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn read_cut(file: &mut File) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    if length <= KEPT {
        file.read_to_end(&mut bytes)?;
    } else {
        file.take(KEPT / 2).read_to_end(&mut bytes)?;
        bytes.push(b'\n');
        file.seek(SeekFrom::Start(length - KEPT / 2))?;
        file.read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, time: Duration) -> Finished {
        let limits = Limits { time, memory_mb: Some(1000) };
        run(Path::new("sh"), &["-c".into(), script.into()], Path::new("/"), limits).unwrap()
    }

    #[test]
    fn keeps_output_and_code() {
        let done = sh("echo out; echo err >&2; exit 3", Duration::from_secs(5));
        assert_eq!((done.text.as_str(), done.code, done.timed_out), ("out\nerr\n", Some(3), false));
    }

    #[test]
    fn stops_what_runs_too_long() {
        let done = sh("exec sleep 30", Duration::from_millis(50));
        assert!(done.timed_out && done.seconds < 10.0);
    }
}

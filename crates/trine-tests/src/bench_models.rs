//! The models on which Trine's speed is measured against SPIN's.
//!
//! Three are our own, in `bench/`. The others come from SPIN's package and are patched when the
//! benchmark runs: their parameters are raised until a search takes seconds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::oracle::examples;
use crate::spin::{Mode, Settings};

/// One benchmark: a model, how it is searched, and what SPIN finds.
#[derive(Clone, Debug)]
pub struct BenchModel {
    pub name: &'static str,
    pub what: &'static str,
    pub text: String,
    /// For the preprocessor, such as `N=8`.
    pub defines: Vec<String>,
    pub mode: Mode,
    /// States that SPIN stores in that mode.
    pub stored: u64,
    /// Transitions that it makes.
    pub transitions: u64,
}

impl BenchModel {
    /// How SPIN is run for a fair comparison: optimised, deep enough, with its default table.
    pub fn settings(&self) -> Settings {
        Settings {
            time: Duration::from_secs(300),
            run_time: Duration::from_secs(300),
            memory_mb: 16_000,
            depth: 3_000_000,
            optimise: true,
            hash_bits: None,
            defines: self.defines.clone(),
            kept: None,
        }
    }
}

/// All benchmark models, in the order in which they are reported.
pub fn models() -> io::Result<Vec<BenchModel>> {
    let model = |name, what, text: String, mode, stored, transitions| BenchModel {
        name,
        what,
        text,
        defines: Vec::new(),
        mode,
        stored,
        transitions,
    };
    let ours = |name, what, file: &str, defines: &[&str], stored, transitions| {
        let text = fs::read_to_string(bench_directory().join(file))?;
        let mut model = model(name, what, text, Mode::Safety, stored, transitions);
        model.defines = defines.iter().map(|d| (*d).to_owned()).collect();
        io::Result::Ok(model)
    };
    Ok(vec![
        model(
            "leader8",
            "leader election in a ring of 8, safety, reduced",
            leader(8)?,
            Mode::Safety,
            8_165_762,
            8_206_081,
        ),
        model(
            "peterson4f",
            "Peterson's mutual exclusion for 4, safety, not reduced",
            patched("LTL/petersonN.pml", &[("#define N\t5", "#define N\t4")])?,
            Mode::NoReduce,
            6_504_635,
            24_102_983,
        ),
        model(
            "pftp_dups",
            "file transfer protocol, queues of 2, duplicates, safety, reduced",
            file_transfer(2)?,
            Mode::Safety,
            1_469_691,
            2_997_346,
        ),
        model(
            "sort9f",
            "sorting pipeline of 9, safety, not reduced",
            patched("sort.pml", &[("#define N\t7", "#define N\t9")])?,
            Mode::NoReduce,
            2_509_313,
            15_181_827,
        ),
        ours(
            "phil8",
            "8 philosophers, forks as shared flags, safety, reduced",
            "phil.pml",
            &["N=8"],
            512_008,
            3_187_209,
        )?,
        ours(
            "philrv8",
            "8 philosophers, forks as processes with rendezvous, safety, reduced",
            "philrv.pml",
            &["N=8"],
            917_493,
            5_162_095,
        )?,
        ours(
            "bakery3",
            "bakery for 3, tickets up to 100, safety, reduced",
            "bakery.pml",
            &["N=3", "MAXT=100"],
            7_512_476,
            10_914_360,
        )?,
        model(
            "leader7p1",
            "leader election in a ring of 7, a liveness formula, reduced",
            leader(7)?,
            Mode::Claim("p1".to_owned()),
            1_649_746,
            5_581_891,
        ),
        ours(
            "phil9",
            "9 philosophers, forks as shared flags, safety, reduced",
            "phil.pml",
            &["N=9"],
            2_797_577,
            19_660_810,
        )?,
        model(
            "pftp3_dups",
            "file transfer protocol, queues of 3, duplicates, safety, reduced",
            file_transfer(3)?,
            Mode::Safety,
            6_749_499,
            14_250_003,
        ),
    ])
}

/// Models in the style of those that were translated from other languages: every step is a d_step, every location a label.
/// They are searched without any reduction, so that both tools have to visit the same states.
pub fn translated() -> io::Result<Vec<BenchModel>> {
    let model = |(name, what, stored): &(&'static str, &'static str, u64)| {
        let path = bench_directory().join("translated").join(format!("{name}.pml"));
        Ok(BenchModel {
            name,
            what,
            text: fs::read_to_string(path)?,
            defines: Vec::new(),
            mode: Mode::Raw,
            stored: *stored,
            transitions: 0,
        })
    };
    TRANSLATED.iter().map(model).collect()
}

/// Their names, what they are of, and how many states SPIN stores.
const TRANSLATED: [(&str, &str, u64); 12] = [
    ("tickets", "mutual exclusion with bounded tickets", 1_739_565),
    ("fischer", "mutual exclusion by time, with discrete clocks", 1_317_583),
    ("telephone", "a telephone exchange", 1_864_311),
    ("elevator", "an elevator", 3_805_912),
    ("window", "a protocol with windows over lossy lines", 1_609_936),
    ("memory", "a memory controller", 4_345_650),
    ("scheduler", "a scheduler with two locks", 2_443_600),
    ("puzzle", "a sliding puzzle", 1_814_410),
    ("election", "leader election in a ring", 448_164),
    ("files", "a file system", 1_115_802),
    ("caches", "a directory protocol for caches", 1_892_094),
    ("cell", "a production cell", 1_383_256),
];

/// Our own models.
pub fn bench_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench")
}

/// Leader election for up to 8 processes: the package's model stops at 6.
pub fn leader(processes: u32) -> io::Result<String> {
    let size = format!("#define N\t{processes}");
    let queue = format!("#define L\t{}", 2 * processes);
    let option = ":: Ini[5] == 0 && N >= 6 -> Ini[5] = I";
    let options = [
        option,
        ":: Ini[6] == 0 && N >= 7 -> Ini[6] = I",
        ":: Ini[7] == 0 && N >= 8 -> Ini[7] = I",
    ]
    .join("\n\t\t\t");
    patched(
        "LTL/leader.pml",
        &[
            ("#define N\t5", &size),
            ("#define L\t10", &queue),
            ("byte Ini[6];", "byte Ini[8];"),
            (option, &options),
        ],
    )
}

fn file_transfer(queue: u32) -> io::Result<String> {
    let size = format!("#define QSZ\t\t{queue}");
    patched(
        "LTL/pftp.pml",
        &[("#define DUPS\t\t0", "#define DUPS\t\t1"), ("#define QSZ\t\t2", &size)],
    )
}

/// A model of SPIN's package with pieces of its text replaced; a piece that is not there is an
/// error, so that a changed package does not go unnoticed.
fn patched(model: &str, pieces: &[(&str, &str)]) -> io::Result<String> {
    let path = examples().join(model);
    let bytes = fs::read(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    for (from, to) in pieces {
        if !text.contains(from) {
            let message = format!("{model} has no `{from}`: another version of SPIN's package?");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        text = text.replacen(from, to, 1);
    }
    Ok(text)
}

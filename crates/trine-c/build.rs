//! Lists the headers and library models, so that they are part of the binary.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for (folder, ending) in [("headers", "h"), ("models", "c")] {
        let place = root.join(folder);
        println!("cargo:rerun-if-changed={}", place.display());
        let mut files = Vec::new();
        collect(&place, ending, &mut files);
        files.sort();
        let mut text = String::from("&[\n");
        for file in files {
            println!("cargo:rerun-if-changed={}", file.display());
            let name = file
                .strip_prefix(&place)
                .expect("it is below")
                .to_string_lossy()
                .replace('\\', "/");
            text.push_str(&format!(
                "    ({name:?}, include_str!({:?})),\n",
                file.display().to_string()
            ));
        }
        text.push_str("]\n");
        fs::write(out.join(format!("{folder}.rs")), text)
            .expect("the output directory can be written");
    }
}

fn collect(place: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, ending, into);
        } else if path.extension().is_some_and(|found| found == ending) {
            into.push(path);
        }
    }
}

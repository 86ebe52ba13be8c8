//! Tasks as the competition on software verification writes them: property files (`.prp`), and task files (`.yml`) that
//! name programs, properties and the data model.

use crate::{Host, Request};

/// What a task file says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Task {
    files: Vec<String>,
    property_files: Vec<String>,
    ilp32: bool,
}

/// Puts what a task file among the files says, and the properties of a property file, in their places. What is asked for
/// and not checked is returned, to be told.
pub fn apply_task(
    request: &mut Request,
    property_file: Option<&str>,
    host: &dyn Host,
) -> Result<Vec<String>, String> {
    let read = |file: &str| host.read(file).map_err(|why| format!("cannot read {file}: {why}"));
    let mut property_files: Vec<String> = property_file.into_iter().map(str::to_string).collect();
    if let [file] = &request.files.clone()[..]
        && file.ends_with(".yml")
    {
        let task = task_of(&read(file)?);
        if task.files.is_empty() {
            return Err(format!("{file} names no input files"));
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = |name: &String| match folder {
            "" => name.clone(),
            folder => format!("{folder}/{name}"),
        };
        request.files = task.files.iter().map(beside).collect();
        request.program.ilp32 |= task.ilp32;
        if property_files.is_empty() && request.properties.is_none() {
            property_files = task.property_files.iter().map(beside).collect();
        }
    }
    let mut told = Vec::new();
    for file in property_files {
        let (names, open) = properties_of(&read(&file)?).map_err(|why| format!("{file}: {why}"))?;
        let known = request.properties.get_or_insert_with(Vec::new);
        for name in names {
            if !known.iter().any(|one| one == name) {
                known.push(name.to_string());
            }
        }
        told.extend(open.iter().map(|what| format!("{file} asks for {what}: not checked")));
    }
    Ok(told)
}

/// The checks that a property file asks for, and what it asks for that no check is about.
fn properties_of(text: &str) -> Result<(Vec<&'static str>, Vec<&'static str>), String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let squeezed: String = line.chars().filter(|one| !one.is_whitespace()).collect();
        let formula = squeezed
            .strip_prefix("CHECK(init(main()),LTL(")
            .and_then(|rest| rest.strip_suffix("))"));
        match formula {
            Some("G!call(reach_error())" | "G!call(__VERIFIER_error())") => {
                names.push("reach-error");
            }
            Some("G!data-race") => names.push("data-race"),
            Some("G!overflow") => names.push("overflow"),
            Some("G!deadlock") => names.push("deadlock"),
            Some("Gvalid-free" | "Gvalid-deref") => names.push("memory"),
            Some("Gvalid-memtrack") => open.push("valid-memtrack (memory that is never freed)"),
            Some("Gvalid-memcleanup") => open.push("valid-memcleanup (memory that is never freed)"),
            _ => return Err(format!("`{line}` is no property that is checked")),
        }
    }
    names.dedup();
    match names.is_empty() {
        true => Err("it asks for nothing that is checked".to_string()),
        false => Ok((names, open)),
    }
}

/// What a task file says, line by line: all that matters in it is on lines of its own.
fn task_of(text: &str) -> Task {
    let mut task = Task::default();
    let mut in_files = false;
    for line in text.lines() {
        let line = line.trim_end();
        let inner = line.trim_start().trim_start_matches("- ").trim();
        let value = |key: &str| inner.strip_prefix(key).map(|rest| unquoted(rest).to_string());
        if let Some(file) = value("input_files:") {
            in_files = true;
            task.files.extend(Some(file).filter(|file| !file.is_empty()));
        } else if let Some(file) = value("property_file:") {
            task.property_files.push(file);
        } else if let Some(model) = value("data_model:") {
            task.ilp32 = model == "ILP32";
        } else if in_files && line.trim_start().starts_with("- ") {
            task.files.push(unquoted(inner).to_string());
            continue;
        }
        in_files &= inner.starts_with("input_files:") || inner.is_empty() || inner.starts_with('#');
    }
    task
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(|quote| quote == '\'' || quote == '"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files_name_checks() {
        let of = |text: &str| properties_of(text).map(|(names, _)| names);
        let race = "CHECK( init(main()), LTL(G ! data-race) )\n";
        assert_eq!(of(race), Ok(vec!["data-race"]));
        assert_eq!(
            of("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
            Ok(vec!["reach-error"])
        );
        let (names, open) = properties_of(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n",
        )
        .expect("it is known");
        assert_eq!((names, open.len()), (vec!["memory"], 1));
        assert!(of("CHECK( init(main()), LTL(F end) )").is_err());
        assert!(of("").is_err());
    }

    #[test]
    fn task_files_name_programs_properties_and_the_data_model() {
        let text = "format_version: '2.0'\n# a comment\ninput_files: 'lock.i'\n\nproperties:\n  \
                    - property_file: ../properties/no-data-race.prp\n    expected_verdict: true\n\
                    options:\n  language: C\n  data_model: ILP32\n";
        let task = task_of(text);
        assert_eq!(task.files, ["lock.i"]);
        assert_eq!(task.property_files, ["../properties/no-data-race.prp"]);
        assert!(task.ilp32);
        let several = task_of(
            "input_files:\n  - 'a.c'\n  - \"b.c\"\nproperties:\n  - property_file: x.prp\n",
        );
        assert_eq!(several.files, ["a.c", "b.c"]);
        assert_eq!(several.property_files, ["x.prp"]);
        assert!(!several.ilp32);
    }
}

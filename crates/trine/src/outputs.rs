//! Where the results of a check go, and in which form each.

use clap::ValueEnum;

/// The form of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Human,
    Json,
    Sarif,
    Html,
    /// JUnit XML, for build servers
    Junit,
    /// A page for summaries of builds
    Markdown,
    /// Annotations for GitHub Actions
    Github,
}

/// One place for results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// None: standard output.
    pub file: Option<String>,
    pub format: Format,
}

/// The places that the command line names. Without `--format` the name of a file tells its form.
pub fn outputs(format: Option<Format>, files: &[String]) -> Vec<Output> {
    let of_file = |file: &String| {
        let format = format.or_else(|| by_name(file)).unwrap_or(Format::Human);
        Output { file: (file != "-").then(|| file.clone()), format }
    };
    match files {
        [] => vec![Output { file: None, format: format.unwrap_or(Format::Human) }],
        files => files.iter().map(of_file).collect(),
    }
}

fn by_name(file: &str) -> Option<Format> {
    let (_, extension) = file.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "json" => Format::Json,
        "sarif" => Format::Sarif,
        "html" | "htm" => Format::Html,
        "xml" => Format::Junit,
        "md" | "markdown" => Format::Markdown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_tells_its_form_unless_one_is_given() {
        let names: Vec<String> =
            ["a.html", "b.sarif", "c.xml", "d", "-"].map(str::to_string).to_vec();
        let forms = |format| -> Vec<Format> {
            outputs(format, &names).iter().map(|output| output.format).collect()
        };
        use Format::*;
        assert_eq!(forms(None), [Html, Sarif, Junit, Human, Human]);
        assert_eq!(forms(Some(Json)), [Json; 5]);
        assert_eq!(outputs(None, &[]), [Output { file: None, format: Human }]);
        assert_eq!(outputs(None, &names)[4].file, None);
    }
}

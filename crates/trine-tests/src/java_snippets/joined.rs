//! Several snippets as one program: what they load is loaded once, so a campaign has time for many more of them.
//!
//! Each keeps its file, and a class of its own calls one after the other. Where all of them end as on the virtual machine
//! there is nothing to add; where one does not, it leaves the others and is compared alone, which alone decides.

use std::panic::{AssertUnwindSafe, catch_unwind};

use trine_session::{Reason, Request, Verdict, check};

use super::ours::{last_place, request};
use super::write::LAST;
use super::{Ending, Recorded, Snippet, asserting};
use crate::host::TestHost;

/// So many are joined.
pub const SIZE: usize = 12;
/// After so many that left, the others are compared alone, too.
const MOST_APART: usize = 4;

/// Which of some snippets surely end as recorded; what is not said to must be compared alone.
pub fn agreeing(group: &[(Snippet, Recorded)]) -> Vec<bool> {
    let mut together: Vec<usize> =
        (0..group.len()).filter(|at| group[*at].1.ending == Ending::End).collect();
    for _ in 0..=MOST_APART {
        if together.len() < 2 {
            break;
        }
        match run(&together.iter().map(|at| &group[*at]).collect::<Vec<_>>()) {
            Joined::Agree => return (0..group.len()).map(|at| together.contains(&at)).collect(),
            Joined::Apart(at) => {
                together.remove(at);
            }
            Joined::Unknown => break,
        }
    }
    vec![false; group.len()]
}

/// What came of a program of several snippets.
enum Joined {
    Agree,
    /// The snippet of this number is different, or not decided.
    Apart(usize),
    /// Something is, and it is not known which.
    Unknown,
}

fn run(snippets: &[&(Snippet, Recorded)]) -> Joined {
    let mut host = TestHost::new();
    let mut request = Request { files: Vec::new(), ..request() };
    for (snippet, recorded) in snippets {
        let name = file(snippet);
        let text = asserting(snippet, recorded).replacen(LAST, "all.Together.ended++;", 1);
        host = host.and(&name, &text);
        request.files.push(name);
    }
    host = host.and(TOGETHER, &callers(snippets));
    request.files.push(TOGETHER.to_string());
    request.program.main = Some("all.Together".to_string());
    let Ok(checked) = catch_unwind(AssertUnwindSafe(|| check(&request, &host))) else {
        return Joined::Unknown;
    };
    let loaded = &checked.loaded;
    let mut reached = false;
    for result in &checked.results {
        let at = match result.verdict {
            Verdict::Holds => continue,
            Verdict::Violated => last_place(result, loaded),
            Verdict::Inconclusive => match &result.reason {
                Some(Reason::Unmodelled { at, .. }) => *at,
                _ => None,
            },
        };
        let Some(span) = at else { return Joined::Unknown };
        let name = &loaded.sources.get(span.file).name;
        let line = loaded.sources.place(span).line as usize;
        if name == TOGETHER && line == snippets.len() + FIRST_CALL {
            reached = result.verdict == Verdict::Violated;
            continue;
        }
        let own = snippets.iter().position(|(snippet, _)| file(snippet) == *name);
        // The assertion that one has ended is on the line of its call.
        let called = (name == TOGETHER).then(|| line.checked_sub(FIRST_CALL)).flatten();
        return own
            .or(called.filter(|at| *at < snippets.len()))
            .map_or(Joined::Unknown, Joined::Apart);
    }
    // Both properties have an answer, and only the last line fails.
    if reached && checked.results.len() == 2 { Joined::Agree } else { Joined::Unknown }
}

fn file(snippet: &Snippet) -> String {
    format!("{}/Main.java", snippet.name)
}

const TOGETHER: &str = "all/Together.java";
/// The line of the first call.
const FIRST_CALL: usize = 5;

/// The class that calls the snippets: a line for each, and the last assertion.
fn callers(snippets: &[&(Snippet, Recorded)]) -> String {
    let mut text = String::from(
        "package all;\npublic class Together {\n    public static int ended;\n    \
         public static void main(String[] args) throws Throwable {\n",
    );
    for (at, (snippet, _)) in snippets.iter().enumerate() {
        let (name, ended) = (&snippet.name, at + 1);
        text.push_str(&format!(
            "        {name}.Main.main(new String[0]); assert ended == {ended};\n"
        ));
    }
    text + &format!("        {LAST}\n    }}\n}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java_snippets::Part;

    fn snippet(name: &str, text: &str) -> (Snippet, Recorded) {
        let part = Part { idea: "test", member: false, text: text.to_string() };
        let snippet = Snippet { name: name.to_string(), parts: vec![part] };
        (snippet, Recorded { values: Default::default(), ending: Ending::End })
    }

    #[test]
    fn one_that_is_different_leaves_the_others() {
        let group = [
            snippet("s1", "int x = 1;"),
            snippet("s2", "assert at(2) == 3;"),
            snippet("s3", "at(3);"),
            snippet("s4", "if (at(4) == 4) return;"),
            snippet("s5", "if (at(5) == 5) throw new Exception();"),
        ];
        assert_eq!(agreeing(&group), [true, false, true, false, false]);
    }
}

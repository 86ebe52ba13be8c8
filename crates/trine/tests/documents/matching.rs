//! Compares what a document shows with what is printed: `…` stands for lines, or for text inside a line.

const ANY: &str = "…";

/// What is told and not printed. Text that is left out altogether would make the comparison empty, and is a mistake.
pub fn difference(told: &[&str], printed: &str) -> Option<String> {
    let told: Vec<&str> = told.iter().map(|line| line.trim_end()).collect();
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let blank_end = told.iter().rev().take_while(|line| line.is_empty()).count();
    let told = &told[..told.len() - blank_end];
    if !told.is_empty() && told.iter().all(|line| *line == ANY) {
        return Some("nothing of what is printed is shown".to_string());
    }
    if lines_match(told, &printed) {
        return None;
    }
    let missing = told
        .iter()
        .find(|line| **line != ANY && !printed.iter().any(|other| line_matches(line, other)));
    Some(match missing {
        Some(line) => format!("`{line}` is not printed"),
        None => "other lines are printed, or in another order".to_string(),
    })
}

fn lines_match(told: &[&str], printed: &[&str]) -> bool {
    match told.split_first() {
        None => printed.is_empty(),
        Some((&ANY, rest)) => (0..=printed.len()).any(|from| lines_match(rest, &printed[from..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && lines_match(rest, others)),
    }
}

fn line_matches(told: &str, printed: &str) -> bool {
    let mut parts = told.split(ANY);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

#[test]
fn what_is_left_out_matches_and_nothing_else() {
    let check = |told: &str, printed: &str| {
        difference(&told.lines().collect::<Vec<&str>>(), printed).is_none()
    };
    assert!(check("a\nb", "a\nb\n"));
    assert!(!check("a", "a\nb\n"));
    assert!(!check("a\nb", "a\n"));
    assert!(check("a\n…", "a\nb\nc\n"));
    assert!(check("…\nc", "a\nb\nc\n"));
    assert!(check("a\n…\nc", "a\nc\n"));
    assert!(!check("a\n…\nd", "a\nb\nc\n"));
    assert!(check("38 states, … s", "38 states, 0.01 s"));
    assert!(!check("38 states, … s", "39 states, 0.01 s"));
    assert!(!check("a … c …", "a b d"));
    assert!(!check("…", "a\n"));
    assert!(!check("", "a\n"));
    assert!(check("", ""));
}

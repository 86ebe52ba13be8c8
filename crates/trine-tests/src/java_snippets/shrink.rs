//! A snippet made small while Trine and the virtual machine still differ on it.

use std::io;

use super::compare::{Outcome, outcome};
use super::{Ending, Jvm, Snippet, asserting, ours};
use crate::shrink::shrink;

/// Leaves out parts, then lines of parts.
pub fn shrunk(snippet: &Snippet, jvm: &mut Jvm) -> io::Result<Snippet> {
    let mut small = snippet.clone();
    let mut at = small.parts.len();
    while at > 0 {
        at -= 1;
        let mut fewer = small.clone();
        fewer.parts.remove(at);
        if differs(&fewer, jvm)? {
            small = fewer;
        }
    }
    for at in 0..small.parts.len() {
        let mut failed = None;
        let text = shrink(&small.parts[at].text, 60, |text| {
            let mut fewer = small.clone();
            fewer.parts[at].text = text.to_string();
            differs(&fewer, jvm).unwrap_or_else(|why| {
                failed = Some(why);
                false
            })
        });
        if let Some(why) = failed {
            return Err(why);
        }
        small.parts[at].text = text;
    }
    Ok(small)
}

fn differs(snippet: &Snippet, jvm: &mut Jvm) -> io::Result<bool> {
    let recorded = jvm.record(std::slice::from_ref(snippet))?.remove(0);
    if matches!(recorded.ending, Ending::Refused(_) | Ending::Hangs) {
        return Ok(false);
    }
    let text = asserting(snippet, &recorded);
    Ok(matches!(outcome(&recorded, &text, &ours(&text)), Outcome::Different(_)))
}

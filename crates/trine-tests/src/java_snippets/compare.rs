//! Snippets on the virtual machine and by Trine: what agrees, what Trine leaves open, and what is different.

use std::collections::BTreeMap;
use std::io;

use super::write::{last_line, with_only, without_check};
use super::{
    Answer, Ending, Jvm, Ours, Recorded, Snippet, asserting, checks, joined, ours, shrink,
};
use crate::parallel;

/// So many checks that are left open are taken out of one snippet.
const MOST_OPEN: usize = 4;
/// A check that was left open so often is not asked again.
const OFTEN: usize = 2;

/// What came of comparing.
#[derive(Default)]
pub struct Compared {
    pub snippets: usize,
    pub checks: usize,
    pub agreed: usize,
    /// Of those that agree, the machine died in so many.
    pub died: usize,
    /// What Trine leaves open, by its reason: how often, and in which snippet first.
    pub open: BTreeMap<String, (usize, String)>,
    /// Single checks that were taken out because Trine leaves them open.
    pub open_checks: BTreeMap<String, (usize, String)>,
    /// How often Trine left a check of this idea and text open.
    left: BTreeMap<(&'static str, String), usize>,
    /// What javac refuses: faults of the generator.
    pub no_java: Vec<String>,
    /// By the idea of what is left when the snippet is shrunk.
    pub differences: BTreeMap<String, Vec<Difference>>,
}

/// A snippet on which both differ.
pub struct Difference {
    pub name: String,
    pub what: String,
    /// The smallest snippet found that still shows it, as Trine was asked about it.
    pub text: String,
}

impl Compared {
    /// How many snippets have different results.
    pub fn different(&self) -> usize {
        self.differences.values().map(Vec::len).sum()
    }

    /// How many snippets Trine gives no answer for.
    pub fn left_open(&self) -> usize {
        self.open.values().map(|(count, _)| count).sum()
    }

    /// Takes checks that are left open out of snippets, one after the other, so that what comes after them is compared,
    /// too.
    fn without_open(&mut self, all: &mut [Trial], threads: usize, jvm: &mut Jvm) -> io::Result<()> {
        for _ in 0..MOST_OPEN {
            let mut fewer: Vec<(usize, Snippet)> = Vec::new();
            for (at, (snippet, _, outcome)) in all.iter().enumerate() {
                if let Outcome::Open(why, line) = outcome
                    && let Some((less, (idea, asked))) = without_check(snippet, *line)
                {
                    *self.left.entry((idea, without_numbers(&asked))).or_default() += 1;
                    let name = snippet.name.clone();
                    self.open_checks.entry(without_numbers(why)).or_insert((0, name)).0 += 1;
                    fewer.push((at, less));
                }
            }
            if fewer.is_empty() {
                break;
            }
            let snippets: Vec<Snippet> = fewer.iter().map(|(_, less)| less.clone()).collect();
            let trials = tried(snippets, threads, jvm)?;
            for ((at, _), trial) in fewer.into_iter().zip(trials) {
                all[at] = trial;
            }
        }
        Ok(())
    }

    /// The snippet without the checks that were often left open before.
    fn without_known_open(&self, snippet: &Snippet) -> Snippet {
        with_only(snippet, &mut |idea, asked| {
            self.left.get(&(idea, without_numbers(asked))).is_none_or(|times| *times < OFTEN)
        })
    }

    /// The figures and all differences, one program for each idea.
    pub fn report(&self) -> String {
        let mut text = String::new();
        for (idea, found) in &self.differences {
            let Some(first) = found.first() else { continue };
            let names: Vec<&str> = found.iter().take(6).map(|one| one.name.as_str()).collect();
            text.push_str(&format!(
                "--- {idea}: {} different ({}): {}\n{}\n",
                found.len(),
                names.join(", "),
                first.what,
                first.text
            ));
        }
        for refused in &self.no_java {
            text.push_str(&format!("not Java: {refused}\n"));
        }
        let mut open: Vec<_> = self.open.iter().collect();
        open.sort_by_key(|(why, (count, _))| (std::cmp::Reverse(*count), (*why).clone()));
        for (why, (count, name)) in open {
            text.push_str(&format!("{count} left open ({name}): {why}\n"));
        }
        let mut left: Vec<_> = self.left.iter().collect();
        left.sort_by_key(|(asked, times)| (std::cmp::Reverse(**times), (*asked).clone()));
        for ((idea, asked), times) in left {
            text.push_str(&format!("{times} of {idea} left open: check({asked})\n"));
        }
        text.push_str(&format!(
            "{} snippets, {} checks: {} agree ({} of them die), {} left open, {} different, {} not Java\n",
            self.snippets,
            self.checks,
            self.agreed,
            self.died,
            self.left_open(),
            self.different(),
            self.no_java.len()
        ));
        text
    }
}

/// The snippet of a number as Trine is asked about it, and all answers.
pub fn show(number: u64) -> io::Result<String> {
    let mut all = super::every().into_iter();
    let snippet = all.find(|snippet| snippet.name == format!("s{number}"));
    let snippet = snippet.unwrap_or_else(|| super::generate(number));
    let recorded = Jvm::start()?.record(std::slice::from_ref(&snippet))?.remove(0);
    let text = asserting(&snippet, &recorded);
    Ok(format!("{text}{:?}\n{:?}", recorded.ending, ours(&text)))
}

/// How a snippet compares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Agrees,
    /// Why, and the line of the snippet on which it is.
    Open(String, u32),
    Different(String),
}

/// Compares snippets.
pub fn compare(snippets: impl Iterator<Item = Snippet>, threads: usize) -> io::Result<Compared> {
    let mut jvm = Jvm::start()?;
    let mut snippets = snippets.peekable();
    let mut all = Compared::default();
    while snippets.peek().is_some() {
        let batch: Vec<Snippet> = snippets.by_ref().take(200).collect();
        let batch = batch.iter().map(|snippet| all.without_known_open(snippet)).collect();
        let mut trials = tried(batch, threads, &mut jvm)?;
        all.without_open(&mut trials, threads, &mut jvm)?;
        for (snippet, recorded, outcome) in &trials {
            let name = &snippet.name;
            match &recorded.ending {
                Ending::Refused(why) => {
                    let ideas: Vec<&str> = snippet.parts.iter().map(|part| part.idea).collect();
                    all.no_java.push(format!("{name}, {ideas:?}: {why}"));
                    continue;
                }
                Ending::Hangs => {
                    all.no_java.push(format!("{name} hangs"));
                    continue;
                }
                _ => {}
            }
            all.snippets += 1;
            all.checks += checks(snippet);
            match outcome {
                Outcome::Agrees => {
                    all.agreed += 1;
                    all.died += usize::from(matches!(recorded.ending, Ending::Died { .. }));
                }
                Outcome::Open(why, line) => {
                    let text = asserting(snippet, recorded);
                    let at = text.lines().nth((*line as usize).wrapping_sub(1)).unwrap_or_default();
                    let name = format!("{name}: {}", at.trim());
                    all.open.entry(without_numbers(why)).or_insert((0, name)).0 += 1;
                }
                Outcome::Different(what) => {
                    // Many of one kind are not worth the time: the first ones show it.
                    let few = all.different() < 3;
                    let small =
                        if few { shrink::shrunk(snippet, &mut jvm)? } else { snippet.clone() };
                    let recorded = jvm.record(std::slice::from_ref(&small))?.remove(0);
                    let text = asserting(&small, &recorded);
                    let what = match outcome_of(&recorded, &text) {
                        Outcome::Different(what) => what,
                        _ => what.clone(),
                    };
                    let mut ideas: Vec<&str> = small.parts.iter().map(|part| part.idea).collect();
                    ideas.sort_unstable();
                    ideas.dedup();
                    let difference = Difference { name: name.clone(), what, text };
                    all.differences.entry(ideas.join(" + ")).or_default().push(difference);
                }
            }
        }
    }
    Ok(all)
}

/// A reason without the numbers in it, so that equal ones are counted together.
fn without_numbers(why: &str) -> String {
    let mut text = String::new();
    for character in why.chars() {
        match character.is_ascii_digit() {
            true if text.ends_with('0') => {}
            true => text.push('0'),
            false => text.push(character),
        }
    }
    text
}

/// A snippet, what the machine does, and whether Trine agrees.
type Trial = (Snippet, Recorded, Outcome);

/// Runs snippets on both sides.
fn tried(snippets: Vec<Snippet>, threads: usize, jvm: &mut Jvm) -> io::Result<Vec<Trial>> {
    let recorded = jvm.record(&snippets)?;
    let pairs: Vec<(Snippet, Recorded)> = snippets.into_iter().zip(recorded).collect();
    let groups: Vec<&[(Snippet, Recorded)]> = pairs.chunks(joined::SIZE).collect();
    let agreeing = parallel::map(&groups, threads, |_, group| joined::agreeing(group));
    let agreeing: Vec<bool> = agreeing.into_iter().flatten().collect();
    let outcomes =
        parallel::map(&pairs, threads, |at, (snippet, recorded)| match recorded.ending {
            Ending::Refused(_) | Ending::Hangs => Outcome::Agrees,
            _ if agreeing[at] => Outcome::Agrees,
            _ => outcome_of(recorded, &asserting(snippet, recorded)),
        });
    let trials = pairs.into_iter().zip(outcomes);
    Ok(trials.map(|((snippet, recorded), outcome)| (snippet, recorded, outcome)).collect())
}

fn outcome_of(recorded: &Recorded, text: &str) -> Outcome {
    outcome(recorded, text, &ours(text))
}

/// Whether Trine's answers are what the machine does.
pub fn outcome(recorded: &Recorded, text: &str, ours: &Ours) -> Outcome {
    let (assertion, error) = match ours {
        Ours::Verdicts { assertion, error } => (assertion, error),
        Ours::Refused(why) => return Outcome::Open(format!("refused: {why}"), 0),
        Ours::Broken(why) => return Outcome::Different(format!("broken: {why}")),
    };
    for (name, answer) in [("assertion", assertion), ("uncaught-error", error)] {
        if let Answer::Broken(why) = answer {
            return Outcome::Different(format!("{name} is broken: {why}"));
        }
    }
    let source =
        |line: u32| text.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default().trim();
    let last = last_line(text);
    if let Answer::Violated(line, _) = assertion
        && (recorded.ending != Ending::End || *line != last)
    {
        return Outcome::Different(format!(
            "the assertion of line {line} fails: {}",
            source(*line)
        ));
    }
    let (died_at, class) = match &recorded.ending {
        Ending::Died { line, class, .. } => {
            (*line, class.rsplit(['.', '$']).next().unwrap_or_default())
        }
        _ => (0, ""),
    };
    if let Answer::Violated(line, message) = error {
        let same_class = message.split(|c: char| !c.is_alphanumeric()).any(|word| word == class);
        if class.is_empty() || !same_class {
            let told = format!("line {line} dies of {message}, not {class}: {}", source(*line));
            return Outcome::Different(told);
        }
        if *line != died_at {
            return Outcome::Different(format!("dies of {class} on line {line}, not {died_at}"));
        }
    }
    for answer in [assertion, error] {
        if let Answer::Open(why, line) = answer {
            return Outcome::Open(why.clone(), *line);
        }
    }
    match &recorded.ending {
        Ending::End if *assertion == Answer::Holds => {
            Outcome::Different("the last line is not reached".to_string())
        }
        Ending::Died { .. } if *error == Answer::Holds => Outcome::Different(format!(
            "line {died_at} does not die of {class}: {}",
            source(died_at)
        )),
        _ => Outcome::Agrees,
    }
}

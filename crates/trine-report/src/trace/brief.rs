//! Tells an execution in fewer rows: one for all that a process does of a statement before another process steps.

use super::{Change, DescribedStep, DescribedTrace};

/// The same execution without what a reader has not written: steps without a place, and temporary values.
pub fn brief(trace: &DescribedTrace) -> DescribedTrace {
    let mut rows: Vec<DescribedStep> = Vec::new();
    let mut loop_from = None;
    for (at, whole) in trace.steps.iter().enumerate() {
        let mut step = whole.clone();
        step.changes.retain(|change| !is_inner(trace, whole, change));
        if trace.loop_from == Some(at) {
            loop_from = Some(rows.len());
        }
        let first = loop_from == Some(rows.len());
        match rows.last_mut() {
            Some(row) if !first && belongs_to(row, &step) => {
                row.changes.append(&mut step.changes);
                row.faults.append(&mut step.faults);
                row.holds_control = step.holds_control;
            }
            _ if is_silent(&step) => {}
            _ => rows.push(step),
        }
    }
    // A cycle of which nothing would be left is told as it is.
    let lost = loop_from.is_some_and(|from| from >= rows.len());
    if rows.is_empty() || lost {
        return trace.clone();
    }
    DescribedTrace { steps: rows, loop_from, ..trace.clone() }
}

/// Whether a change is about a value that only the translation has: its name starts with `$`.
fn is_inner(trace: &DescribedTrace, step: &DescribedStep, change: &Change) -> bool {
    let partner = step.partner.as_ref().map(|half| half.process);
    let owners = step.process.into_iter().chain(partner);
    let own = owners.filter_map(|owner| {
        let prefix = format!("{}.", trace.process(Some(owner)));
        change.name.strip_prefix(&prefix).map(str::to_string)
    });
    own.chain([change.name.clone()]).any(|name| name.starts_with('$'))
}

/// Whether a step goes on with the statement of a row, and repeats nothing of it.
fn belongs_to(row: &DescribedStep, step: &DescribedStep) -> bool {
    let same = row.process == step.process && row.span == step.span && row.action == step.action;
    let again = |change: &Change| row.changes.iter().any(|other| other.name == change.name);
    same && step.process.is_some()
        && step.span.is_some()
        && row.partner.is_none()
        && is_plain(step)
        && !step.changes.iter().any(again)
}

/// Whether a step is of no statement and changes nothing.
fn is_silent(step: &DescribedStep) -> bool {
    step.process.is_some()
        && step.span.is_none()
        && step.action == "skip"
        && is_plain(step)
        && step.changes.is_empty()
        && step.faults.is_empty()
}

/// Whether nothing is to be said of a step but what it does, changes and fails at.
fn is_plain(step: &DescribedStep) -> bool {
    step.partner.is_none()
        && step.events.is_empty()
        && step.printed.is_empty()
        && step.created.is_empty()
        && !step.removed
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_base::{FileId, Span};

    fn step(number: usize, process: usize, at: Option<u32>, changes: &[&str]) -> DescribedStep {
        let change = |name: &&str| Change {
            name: name.to_string(),
            old: "0".to_string(),
            new: "1".to_string(),
        };
        DescribedStep {
            number,
            process: Some(process),
            action: if at.is_some() { "x++" } else { "skip" }.to_string(),
            partner: None,
            events: Vec::new(),
            at: None,
            span: at.map(|at| Span { file: FileId(0), start: at, end: at + 1 }),
            changes: changes.iter().map(change).collect(),
            printed: Vec::new(),
            created: Vec::new(),
            removed: false,
            faults: Vec::new(),
            claim: None,
            holds_control: false,
        }
    }

    fn told(steps: Vec<DescribedStep>, loop_from: Option<usize>) -> Vec<(usize, usize)> {
        let processes = vec!["a".to_string(), "b".to_string()];
        let trace =
            DescribedTrace { processes, steps, loop_from, complete: true, ..Default::default() };
        brief(&trace).steps.iter().map(|step| (step.number, step.changes.len())).collect()
    }

    #[test]
    fn reading_and_writing_is_one_row() {
        let steps = vec![step(1, 0, Some(5), &["a.$t1"]), step(2, 0, Some(5), &["x"])];
        assert_eq!(told(steps, None), [(1, 1)]);
    }

    #[test]
    fn what_comes_between_divides() {
        let steps = vec![
            step(1, 0, Some(5), &["a.$t1"]),
            step(2, 1, Some(5), &["b.$t1"]),
            step(3, 0, Some(5), &["x"]),
        ];
        assert_eq!(told(steps, None), [(1, 0), (2, 0), (3, 1)]);
    }

    #[test]
    fn what_is_done_again_is_told_again() {
        let steps = vec![step(1, 0, Some(5), &["x"]), step(2, 0, Some(5), &["x"])];
        assert_eq!(told(steps, None), [(1, 1), (2, 1)]);
    }

    #[test]
    fn silent_steps_are_left_out() {
        let steps = vec![step(1, 0, None, &[]), step(2, 0, Some(5), &["x"])];
        assert_eq!(told(steps, None), [(2, 1)]);
    }

    /// Also where it starts within a statement.
    #[test]
    fn a_cycle_starts_a_row() {
        let steps = vec![step(1, 0, Some(5), &["a.$t1"]), step(2, 0, Some(5), &["x"])];
        assert_eq!(told(steps, Some(1)), [(1, 0), (2, 1)]);
    }
}

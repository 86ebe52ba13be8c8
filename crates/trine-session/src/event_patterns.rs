//! Event patterns of specifications, as the interpreter of programs matches them.

use trine_base::SourceMap;
use trine_program::Program;
use trine_program::events::{Act, LabelPattern, Path, Pattern, Segment, Wanted};
use trine_spec::ast;

use crate::lines::line_of_file;

/// Whether a pattern speaks of calls of entries, which are told by systems only.
pub(crate) fn speaks_of_entries(program: &Program, pattern: &Pattern) -> bool {
    let named = |path: &Path| {
        let name = path.segments.last().and_then(|last| last.name.as_deref());
        let mut entries = program.entries.iter();
        name.is_none_or(|name| entries.any(|entry| entry.name.eq_ignore_ascii_case(name)))
    };
    !program.entries.is_empty()
        && pattern.labels().into_iter().any(|label| match label.act {
            Act::End => true,
            Act::Call => label.name.as_ref().is_none_or(named),
            _ => false,
        })
}

/// Whether a pattern speaks of locks in a C program that has read-write locks: their models are no monitors, and tell
/// nothing.
pub(crate) fn speaks_of_read_write_locks(program: &Program, pattern: &Pattern) -> bool {
    let is_one = |name: &str| name.starts_with("pthread_rwlock_") && !name.ends_with("init");
    program.has_memory()
        && program.methods.iter().any(|method| is_one(&method.name) || is_one(&method.selector))
        && pattern.labels().iter().any(|label| matches!(label.act, Act::Lock | Act::Unlock))
}

/// The pattern on a program. An error says what of it is only known of systems.
pub(crate) fn on_program(pattern: &ast::Pattern, sources: &SourceMap) -> Result<Pattern, String> {
    let each = |parts: &[ast::Pattern]| -> Result<Vec<Pattern>, String> {
        parts.iter().map(|part| on_program(part, sources)).collect()
    };
    Ok(match &pattern.kind {
        ast::PatternKind::Label(label) => Pattern::Label(Box::new(self::label(label, sources)?)),
        ast::PatternKind::Or(parts) => Pattern::Or(each(parts)?),
        ast::PatternKind::Except(first, others) => {
            Pattern::Except(Box::new(on_program(first, sources)?), each(others)?)
        }
    })
}

fn label(label: &ast::LabelPattern, sources: &SourceMap) -> Result<LabelPattern, String> {
    let word = label.action.word();
    let Some(act) = Act::of(word) else {
        return Err(format!(
            "`{word}` events are not followed where the program itself is searched"
        ));
    };
    let mut made = LabelPattern {
        act,
        name: None,
        value: None,
        arguments: Vec::new(),
        text: None,
        line: None,
        object: label.object().map(path).transpose()?,
        thread: label.process.as_ref().map(path).transpose()?,
    };
    match &label.operand {
        ast::Operand::None => {}
        ast::Operand::Name(_) | ast::Operand::Call(..) if act == Act::End => {
            let what = "the ends of rendezvous are not followed";
            return Err(format!("{what} where the program itself is searched"));
        }
        ast::Operand::Name(_) if label.action.names_object() => {}
        // `print *`
        ast::Operand::Name(name) if name.is_any() => {}
        ast::Operand::Name(name) => made.name = Some(path(name)?),
        ast::Operand::Call(name, values) => {
            made.name = name.as_ref().map(path).transpose()?;
            made.arguments = values.iter().map(value).collect::<Result<_, _>>()?;
        }
        ast::Operand::Equals(name, wanted) => {
            made.name = Some(path(name)?);
            made.value = value(wanted)?;
        }
        ast::Operand::Text(text) => made.text = Some(text.clone()),
        ast::Operand::Line(line) => {
            let Some(span) = line_of_file(sources, &line.file, line.line) else {
                return Err(format!("there is no line {} in {}", line.line, line.file));
            };
            made.line = Some(span);
        }
    }
    Ok(made)
}

fn value(value: &ast::Value) -> Result<Option<Wanted>, String> {
    Ok(Some(match value {
        ast::Value::Any => return Ok(None),
        ast::Value::Number(number) => Wanted::Number(*number),
        ast::Value::Boolean(value) => Wanted::Number(i64::from(*value)),
        ast::Value::Null => Wanted::Null,
        ast::Value::Name(_) | ast::Value::Text(_) => {
            let what = "names and texts as values of events are not followed";
            return Err(format!("{what} where the program itself is searched"));
        }
    }))
}

fn path(path: &ast::Path) -> Result<Path, String> {
    let mut segments = Vec::new();
    for segment in &path.segments {
        let mut indices = Vec::new();
        for index in &segment.indices {
            indices.push(match index {
                ast::Index::Any => None,
                ast::Index::Number(number) => Some(*number),
                ast::Index::Named(name) => {
                    return Err(format!(
                        "the index `{name}` is not followed where the program itself is searched"
                    ));
                }
            });
        }
        let name = match &segment.name {
            ast::SegmentName::Any => None,
            ast::SegmentName::Named(name) => Some(name.clone()),
        };
        if let Some(name) = name.as_deref().filter(|name| name.contains(['@', '#'])) {
            // The place where an object is made, and its number, are names that elaboration gives.
            return Err(format!(
                "the name `{name}` is not followed where the program itself is searched"
            ));
        }
        // `"forks[1]"` in quotes is the same as without.
        let quoted = name.as_deref().and_then(|name| name.strip_suffix(']')?.split_once('['));
        match quoted.map(|(name, index)| (name, index.parse::<i64>())) {
            Some((name, Ok(index))) if indices.is_empty() => {
                segments.push(Segment { name: Some(name.to_string()), indices: vec![Some(index)] });
            }
            _ => segments.push(Segment { name, indices }),
        }
    }
    Ok(Path { segments })
}

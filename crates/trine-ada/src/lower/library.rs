//! The standard library: its names, what of it is modelled, and what is known to change nothing.

use trine_base::Span;
use trine_program as ir;
use trine_program::Operand;

use super::entity::Entity;
use super::expression::Value;
use super::lowering::Lowering;
use super::types::*;
use crate::syntax::*;

/// Units that Ada 83 had at the top, with their names of today.
const RENAMED: [(&str, &str); 8] = [
    ("text_io", "ada.text_io"),
    ("calendar", "ada.calendar"),
    ("unchecked_deallocation", "ada.unchecked_deallocation"),
    ("unchecked_conversion", "ada.unchecked_conversion"),
    ("io_exceptions", "ada.io_exceptions"),
    ("direct_io", "ada.direct_io"),
    ("sequential_io", "ada.sequential_io"),
    ("machine_code", "system.machine_code"),
];

/// Where the units of the library begin.
pub const PREDEFINED: [&str; 5] = ["ada", "system", "interfaces", "gnat", "standard"];

/// The present name of a unit of the library.
pub fn present_name(unit: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == unit).map_or(unit, |(_, new)| new)
}

/// Functions that have no effect but their value, which is not known, and that raise nothing.
const PURE: [&str; 24] = [
    "clock",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "seconds",
    "minutes",
    "to_time_span",
    "to_duration",
    "time_first",
    "time_last",
    "time_span_zero",
    "time_span_first",
    "time_span_last",
    "time_span_unit",
    "time_unit",
    "tick",
    "random",
    "exception_name",
    "exception_message",
    "exception_information",
    "exception_identity",
    "image",
    "get_priority",
    "default_priority",
];

/// Procedures that change nothing that is checked.
const HARMLESS: [&str; 8] = [
    "set_priority",
    "reset",
    "set_col",
    "set_line",
    "new_page",
    "skip_line",
    "set_output",
    "set_error",
];

impl Lowering {
    /// The value of a function or constant of the library.
    pub fn library_value(
        &mut self,
        name: &Expr,
        arguments: &[Arg],
        span: Span,
        wanted: Option<TypeId>,
    ) -> Option<Value> {
        let unit = self.library_name(name)?;
        // What is handed over is computed, for it may fail.
        for argument in arguments.iter().filter(|one| !is_text(&one.value)) {
            let _ = self.value(&argument.value, None);
        }
        let last = unit.rsplit('.').next().unwrap_or(&unit);
        let what = format!("`{}`", shown(name));
        Some(match PURE.contains(&last) {
            true => self.opaque(&what, span, wanted),
            false => self.unknown(&what, span, wanted),
        })
    }

    fn library_name(&self, name: &Expr) -> Option<String> {
        self.entities(name).into_iter().find_map(|entity| match entity {
            Entity::Library(unit) => Some(unit),
            _ => None,
        })
    }

    /// A procedure of the standard library.
    pub fn library_call(&mut self, unit: &str, arguments: &[Arg], span: Span) {
        let name = unit.rsplit('.').next().unwrap_or(unit);
        match name {
            "put_line" | "put" | "new_line" | "flush" => {
                for argument in arguments.iter().filter(|one| !is_text(&one.value)) {
                    // What is printed is computed, for it may fail.
                    let _ = self.value(&argument.value, None);
                }
                // A file comes first.
                let text = arguments.last().map(|argument| printed(&argument.value));
                if let Some(text) = text.filter(|_| arguments.len() == 1 && name != "new_line") {
                    self.emit(ir::StmtKind::Print(text));
                }
            }
            "assert" if unit == "ada.assertions.assert" => {
                if let Some(condition) = arguments.first() {
                    let condition = self.condition(&condition.value);
                    self.emit(ir::StmtKind::Assert(condition));
                }
            }
            "raise_exception" | "reraise_occurrence" => self.raise_occurrence(name, arguments),
            "unchecked_deallocation" => self.free(arguments, span),
            _ if HARMLESS.contains(&name) => {
                for argument in arguments.iter().filter(|one| !is_text(&one.value)) {
                    let _ = self.value(&argument.value, None);
                }
                let what = format!("the library procedure {unit}");
                let arguments = Vec::new();
                self.emit(ir::StmtKind::Unmodelled { into: None, what, arguments });
            }
            _ => {
                for argument in arguments.iter().filter(|one| !is_text(&one.value)) {
                    let _ = self.value(&argument.value, None);
                }
                self.leave_out(format!("the library procedure {unit} is not modelled"));
            }
        }
    }

    /// `Raise_Exception (E'Identity)`
    fn raise_occurrence(&mut self, name: &str, arguments: &[Arg]) {
        if let (
            "raise_exception",
            Some(Arg { value: Expr { kind: ExprKind::Attribute(of, word, _), .. }, .. }),
        ) = (name, arguments.first())
            && word.key == "identity"
        {
            let message = arguments.get(1).map(|argument| &argument.value);
            return self.raise(of, message);
        }
        if let ("reraise_occurrence", Some(argument)) = (name, arguments.first())
            && let Some((place, UNKNOWN)) = self.place(&argument.value)
        {
            let thrown = self.read(place, UNKNOWN);
            return self.emit(ir::StmtKind::Throw(thrown));
        }
        self.leave_out("raising an exception by its identity is not modelled");
    }

    /// Deallocation: the variable is null from here on.
    fn free(&mut self, arguments: &[Arg], span: Span) {
        let place = arguments.first().and_then(|argument| self.place(&argument.value));
        let Some((place, ty)) = place else {
            return self.leave_out("a deallocation of this is not modelled");
        };
        let to = self.designated(ty);
        if self.types.has_tasks(to) {
            return self.leave_out("a deallocation of tasks is not modelled");
        }
        let text = "objects that were deallocated are not used any more";
        self.note("deallocation", text, Some(span));
        self.write(place, ir::Expr::Operand(Operand::Null), ty);
    }

    /// The exception of the library that a name means.
    pub fn library_exception(&mut self, unit: &str) -> ir::ClassId {
        let name = unit.rsplit('.').next().unwrap_or(unit);
        match name {
            "assertion_error" | "assert_failure" => return self.predefined.assertion_error,
            "constraint_error" => return self.predefined.constraint_error,
            "program_error" => return self.predefined.program_error,
            "tasking_error" => return self.predefined.tasking_error,
            _ => {}
        }
        if let Some(class) = self.library_exceptions.get(name) {
            return *class;
        }
        let class = self.add_class(name, vec![self.predefined.exception], false);
        self.library_exceptions.insert(name.to_string(), class);
        class
    }
}

fn is_text(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Text(_))
}

/// What is printed of a value, as far as it is known; the rest in braces.
fn printed(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Text(text) => text.clone(),
        ExprKind::Binary(Binary::Concatenate, left, right) => printed(left) + &printed(right),
        _ => "{}".to_string(),
    }
}

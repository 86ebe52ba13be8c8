//! Finds the names of a program that a specification speaks of, for those that leave out what is not
//! spoken of.

use std::collections::BTreeSet;

use super::{
    Action, Atom, Body, Expression, ExpressionKind, ExpressionPath, Formula, FormulaKind, Index,
    ItemKind, LabelPattern, Operand, Path, Pattern, PatternKind, Predicate, Segment, SegmentName,
    Spec, Value,
};

/// What a specification speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Anything may be meant: a name is `*`.
    pub all: bool,
    /// Actions, and names of what they are about, without what qualifies them.
    pub words: BTreeSet<String>,
    /// Names that can be those of variables: not what qualifies another name, and not an object or a
    /// process in which something happens.
    pub variables: BTreeSet<String>,
    /// Lines of sources, by file and number.
    pub lines: BTreeSet<(String, u32)>,
    /// A loop is said to go on for ever.
    pub endless_loops: bool,
}

impl Spec {
    /// All names that the specification uses, for elaboration to keep.
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        for item in &self.items {
            match &item.kind {
                ItemKind::Event(event) => names.pattern(&event.pattern),
                ItemKind::Property(property) => names.body(&property.body),
                ItemKind::Loop(mark) => {
                    names.lines.insert((mark.at.file.clone(), mark.at.line));
                    names.endless_loops |= !mark.finite;
                }
                // They speak of events only.
                ItemKind::Constraint(_) | ItemKind::Query(_) => {}
            }
        }
        names
    }
}

impl Names {
    fn body(&mut self, body: &Body) {
        match body {
            Body::Ltl(formula) => self.formula(formula),
            Body::Invariant(predicate) => self.predicate(predicate),
            Body::Sentence(sentence) => {
                let atoms = sentence.subjects().into_iter().flat_map(|subject| &subject.any_of);
                atoms.for_each(|atom| self.atom(atom));
            }
            Body::Regular(_) | Body::Automaton(_) | Body::Buchi(_) | Body::Check(_) => {}
        }
    }

    fn formula(&mut self, formula: &Formula) {
        formula.visit(&mut |part| {
            if let FormulaKind::Atom(atom) = &part.kind {
                self.atom(atom);
            }
        });
    }

    fn atom(&mut self, atom: &Atom) {
        if let Atom::Predicate(predicate) = atom {
            self.predicate(predicate);
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        self.expression(&predicate.expression);
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Boolean(_) | ExpressionKind::Null => {}
            ExpressionKind::Path(path) => self.expression_path(path),
            ExpressionKind::At(process, label) => {
                self.expression_path(process);
                self.words.insert(label.name.clone());
            }
            ExpressionKind::Unary(_, inner) => self.expression(inner),
            ExpressionKind::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
        }
    }

    fn expression_path(&mut self, path: &ExpressionPath) {
        for (number, segment) in path.segments.iter().enumerate() {
            self.words.insert(segment.name.clone());
            if number + 1 == path.segments.len() || !segment.indices.is_empty() {
                self.variables.insert(segment.name.clone());
            }
            segment.indices.iter().for_each(|index| self.expression(index));
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Label(label) => self.label(label),
            PatternKind::Or(parts) => parts.iter().for_each(|part| self.pattern(part)),
            PatternKind::Except(first, others) => {
                self.pattern(first);
                others.iter().for_each(|other| self.pattern(other));
            }
        }
    }

    fn label(&mut self, label: &LabelPattern) {
        self.words.insert(label.action.word().to_string());
        let variable = matches!(label.action, Action::Assign | Action::Read | Action::Test);
        let method = matches!(label.action, Action::Call | Action::Enter | Action::Exit);
        self.all |= label.action == Action::Any;
        match &label.operand {
            Operand::None => self.all |= variable || method,
            Operand::Name(path) | Operand::Call(Some(path), _) => {
                self.all |= (variable || method) && ends_in_any(path);
                self.path(path, variable);
            }
            Operand::Call(None, _) | Operand::Text(_) => {}
            Operand::Equals(path, value) => {
                self.all |= ends_in_any(path);
                self.path(path, true);
                self.value(value);
            }
            Operand::Line(at) => _ = self.lines.insert((at.file.clone(), at.line)),
        }
        if let Operand::Call(_, values) = &label.operand {
            values.iter().for_each(|value| self.value(value));
        }
        for path in label.object.iter().chain(&label.process) {
            self.path(path, false);
        }
    }

    fn value(&mut self, value: &Value) {
        if let Value::Name(path) = value {
            self.path(path, true);
        }
    }

    fn path(&mut self, path: &Path, variable: bool) {
        for (number, segment) in path.segments.iter().enumerate() {
            let last = number + 1 == path.segments.len();
            let Segment { name: SegmentName::Named(name), indices } = segment else { continue };
            self.words.insert(name.clone());
            if variable && (last || !indices.is_empty()) {
                self.variables.insert(name.clone());
            }
            for index in indices {
                if let Index::Named(name) = index {
                    self.words.insert(name.clone());
                    self.variables.insert(name.clone());
                }
            }
        }
    }
}

/// Whether the name itself, and not only what qualifies it, may be any.
fn ends_in_any(path: &Path) -> bool {
    path.segments.last().is_some_and(|segment| segment.name == SegmentName::Any)
}

#[cfg(test)]
mod tests {
    use trine_base::{Diagnostics, SourceMap};

    use super::*;

    fn names(text: &str) -> Names {
        let file = SourceMap::default().add("test.trine", text);
        crate::parse(file, text, &mut Diagnostics::default()).names()
    }

    #[test]
    fn words_of_the_language_can_be_names_of_variables() {
        let found = names("property p { invariant \"!(on && busy) || desk.in == 1\" }");
        let variables: Vec<&str> = found.variables.iter().map(String::as_str).collect();
        assert_eq!(variables, ["busy", "in", "on"]);
        assert!(!found.all);
    }

    #[test]
    fn objects_and_processes_are_no_variables() {
        let found = names("event e = assign shelf.count = 1 on store in worker");
        assert_eq!(found.variables.iter().collect::<Vec<_>>(), ["count"]);
        let words = ["assign", "count", "shelf", "store", "worker"];
        assert_eq!(found.words.iter().collect::<Vec<_>>(), words);
    }

    #[test]
    fn any_name_may_mean_all() {
        assert!(names("event e = call * on q").all);
        assert!(names("event e = exit on q").all);
        assert!(!names("event e = call put on *").all);
    }
}

//! What a program leaves behind where nothing can happen any more, as text.

use std::fmt::Write;

use super::Machine;
use super::heap::Place;
use super::state::State;

impl Machine<'_> {
    /// The static fields of the program, and which threads have not ended.
    pub fn final_values(&self, state: &State) -> String {
        let mut text = String::new();
        for (id, field) in self.program.fields.enumerate() {
            let class = &self.program.classes[field.class];
            if !field.is_static || class.library {
                continue;
            }
            let value = self.read(state, Place::Static(id));
            let _ = write!(text, "{}.{} = {value}; ", class.name, field.name);
        }
        let left = state.threads.iter().enumerate().filter(|(_, thread)| !thread.has_ended());
        let left: Vec<String> = left.map(|(number, _)| number.to_string()).collect();
        let _ = write!(text, "not ended: [{}]", left.join(", "));
        text
    }
}

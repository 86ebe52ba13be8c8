//! The most general client of a class.

use trine_base::Diagnostics;
use trine_program::*;

use crate::entry::{complain, find_class};

/// Builds the client of a class.
pub(crate) fn client(
    program: &mut Program,
    class: &str,
    _threads: u32,
    _calls: u32,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let class = find_class(program, class, diagnostics)?;
    let name = program.classes[class].name.clone();
    complain(diagnostics, format!("{name} cannot be given a client yet"), None);
    None
}

//! `trine completions` and `trine man`: what shells and `man` know of the command line.

use clap::CommandFactory;

use super::deliver;
use crate::args::{Arguments, CompletionArguments, ManArguments};
use crate::exit::Exit;

/// Prints a completion script.
pub fn completions(arguments: &CompletionArguments) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "trine", &mut script);
    deliver(&String::from_utf8_lossy(&script), None, Exit::HOLDS)
}

/// Prints the manual page of a command, or of all.
pub fn man(arguments: &ManArguments) -> Exit {
    let mut command = Arguments::command();
    command.build();
    let shown = match &arguments.command {
        None => Some(command),
        Some(name) => command.find_subcommand(name).cloned(),
    };
    let Some(shown) = shown else {
        say!("trine: there is no command `{}`", arguments.command.as_deref().unwrap_or(""));
        return Exit::BAD_INPUT;
    };
    let mut page = Vec::new();
    let title = shown.get_display_name().unwrap_or("trine").to_string();
    if let Err(why) = clap_mangen::Man::new(shown).title(title).render(&mut page) {
        say!("trine: the page cannot be written: {why}");
        return Exit::BUG;
    }
    deliver(&String::from_utf8_lossy(&page), None, Exit::HOLDS)
}

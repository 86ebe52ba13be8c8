//! `trine explain`: what a built-in check means.

use trine_session::base::nearest;
use trine_session::property::Check;

use super::deliver;
use crate::exit::Exit;

pub fn run(name: Option<&str>) -> Exit {
    let Some(name) = name else {
        let mut text = String::new();
        for check in Check::ALL {
            text.push_str(check.name());
            text.push('\n');
        }
        return deliver(&text, None, Exit::HOLDS);
    };
    match Check::named(name) {
        Some(check) => {
            let text = format!("{}\n\n{}\n", check.name(), check.documentation());
            deliver(&text, None, Exit::HOLDS)
        }
        None => {
            eprintln!("trine: there is no built-in check `{name}`");
            if let Some(near) = nearest(name, Check::ALL.iter().map(|check| check.name())) {
                eprintln!("       did you mean `{near}`?");
            }
            Exit::BAD_INPUT
        }
    }
}

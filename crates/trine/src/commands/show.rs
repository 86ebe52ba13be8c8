//! `trine show`: what Trine makes of a file.

use trine_session::property::PropertyKind;
use trine_session::system::{System, finals};
use trine_session::verdict::Diagram;
use trine_session::{Engine, Loaded, Request, diagrams, load};

use super::{complain, deliver, is_not_built, look_of};
use crate::args::{Drawing, Format, ShowArguments, Shown, constraints_of};
use crate::exit::Exit;
use crate::host::Disk;

pub fn run(arguments: &ShowArguments) -> Exit {
    let host = Disk::new(true);
    let mut request = arguments.model.request();
    request.program.keep = arguments.vars.clone();
    let loaded = load(&request, &host);
    complain(&loaded);
    let Some(system) = loaded.system.as_ref().filter(|_| !loaded.diagnostics.has_errors()) else {
        return Exit::BAD_INPUT;
    };
    if is_not_built(system) {
        return Exit::INCONCLUSIVE;
    }
    let sources = &loaded.sources;
    let look = look_of(&std::io::stdout());
    let wanted = |name: &str| arguments.name.as_ref().is_none_or(|wanted| wanted == name);
    let mut drawn = Vec::new();
    match (arguments.what, arguments.form) {
        (Shown::Finals, _) => return finals(arguments, system),
        (Shown::System, Drawing::Text) if arguments.name.is_none() => {
            drawn.push(trine_session::system::text::print(system));
        }
        (Shown::System | Shown::Cfg, form) => {
            for (id, template) in system.templates.enumerate() {
                if wanted(&template.name) {
                    drawn.push(match form {
                        Drawing::Text => {
                            trine_report::draw::template_text(system, sources, id, &look)
                        }
                        Drawing::Dot => trine_report::draw::template_dot(system, sources, id),
                        Drawing::Svg => trine_report::draw::template_svg(system, sources, id),
                        Drawing::Hoa => {
                            say!("trine: HOA is a form of automata only");
                            return Exit::BAD_INPUT;
                        }
                    });
                }
            }
        }
        (Shown::Network, Drawing::Text) => {
            for (property, _) in &loaded.properties {
                if !matches!(property.kind, PropertyKind::Claim(_)) || !wanted(&property.name) {
                    continue;
                }
                let shown = match trine_session::show_network(system, property) {
                    Ok(shown) => shown,
                    Err(why) => {
                        say!("trine: {} has no networks: {why}", property.name);
                        return Exit::BAD_INPUT;
                    }
                };
                drawn.push(format!("{}\n\n{shown}", property.name));
            }
        }
        (Shown::Network, _) => {
            say!("trine: networks are shown as text only");
            return Exit::BAD_INPUT;
        }
        (Shown::Automaton, form) if arguments.constraint.is_none() => {
            for (property, _) in &loaded.properties {
                let PropertyKind::Claim(claim) = &property.kind else { continue };
                if wanted(&property.name) {
                    let name = &property.name;
                    drawn.push(match form {
                        Drawing::Text => trine_report::draw::claim_text(system, name, claim, &look),
                        Drawing::Dot => trine_report::draw::claim_dot(system, name, claim),
                        Drawing::Svg => trine_report::draw::claim_svg(system, name, claim),
                        Drawing::Hoa => trine_report::draw::claim_hoa(system, name, claim),
                    });
                }
            }
        }
        (Shown::Tfg | Shown::Mhp | Shown::Automaton, form) => {
            let flow_diagrams = match flow_diagrams(arguments, &request, &loaded, &host) {
                Ok(flow_diagrams) => flow_diagrams,
                Err(why) => {
                    say!("trine: {why}");
                    return Exit::BAD_INPUT;
                }
            };
            for diagram in flow_diagrams {
                drawn.push(match form {
                    Drawing::Text => trine_report::draw::diagram_text(&diagram, &look),
                    Drawing::Dot => trine_report::draw::diagram_dot(&diagram),
                    Drawing::Svg => trine_report::draw::diagram_svg(&diagram),
                    Drawing::Hoa => {
                        say!("trine: HOA is a form of properties only");
                        return Exit::BAD_INPUT;
                    }
                });
            }
        }
    }
    if drawn.is_empty() {
        match &arguments.name {
            Some(name) => say!("trine: there is nothing called `{name}` to show"),
            None => say!("trine: there is nothing to show"),
        }
        return Exit::BAD_INPUT;
    }
    deliver(&drawn.join("\n"), None, Exit::HOLDS)
}

/// Diagrams of what the flow engine works with: its flow graph, the MHP relation, a constraint.
fn flow_diagrams(
    arguments: &ShowArguments,
    request: &Request,
    loaded: &Loaded,
    host: &Disk,
) -> Result<Vec<Diagram>, String> {
    let Some(system) = &loaded.system else { return Ok(Vec::new()) };
    match (arguments.what, &arguments.constraint) {
        (Shown::Mhp, _) => Ok(vec![diagrams::parallel(system)?]),
        (Shown::Automaton, Some(name)) => Ok(vec![diagrams::constraint(system, name)?]),
        _ => {
            let wanted = |name: &str| arguments.name.as_ref().is_none_or(|wanted| wanted == name);
            let claims =
                loaded.properties.iter().map(|(property, _)| property).filter(|property| {
                    wanted(&property.name)
                        && (arguments.name.is_some()
                            || matches!(property.kind, PropertyKind::Claim(_)))
                });
            let request = Request {
                constraints: constraints_of(&arguments.constraints),
                engine: Engine::Flow,
                ..request.clone()
            };
            claims.map(|claim| diagrams::flow_graph(&request, system, claim, host)).collect()
        }
    }
}

/// So many states are looked at by the interpreter, which takes some minutes.
const MOST_STATES: usize = 5_000_000;

fn finals(arguments: &ShowArguments, system: &System) -> Exit {
    let found = match finals::finals(system, &arguments.vars, MOST_STATES) {
        Ok(found) => found,
        Err(why) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    };
    let code = if found.complete { Exit::HOLDS } else { Exit::INCONCLUSIVE };
    let text = match arguments.format {
        Format::Json => {
            let (vars, finals) = (&found.names, &found.values);
            let complete = found.complete;
            let report = serde_json::json!({"vars": vars, "finals": finals, "complete": complete});
            format!("{report:#}\n")
        }
        _ => {
            let line = |values: &Vec<String>| {
                let pairs = found.names.iter().zip(values);
                pairs
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let mut text: String =
                found.values.iter().map(|values| format!("{}\n", line(values))).collect();
            if !found.complete {
                text += "and perhaps others: the search is not complete\n";
            }
            text
        }
    };
    deliver(&text, None, code)
}

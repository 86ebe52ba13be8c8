//! `trine show`: what Trine makes of a file.

use trine_session::{
    Diagram, Engine, ExportForm, Loaded, Request, System, diagrams, export, final_values, load,
};

use super::{deliver, look_of, refuse_unbuilt};
use crate::args::{Drawing, Format, ShowArguments, Shown, constraints_of};
use crate::exit::Exit;
use crate::host::Disk;

/// Prints or draws a part of what Trine makes of the files.
pub fn run(arguments: &ShowArguments) -> Exit {
    let host = Disk::new(true);
    let mut request = arguments.model.request();
    request.program.keep = arguments.vars.clone();
    let loaded = load(&request, &host);
    if let Some(code) = refuse_unbuilt(&loaded) {
        return code;
    }
    let Some(system) = &loaded.system else { return Exit::BAD_INPUT };
    let drawn = match (arguments.what, arguments.form) {
        (Shown::Finals, _) => return finals(arguments, system),
        (Shown::System, Drawing::Text) if arguments.name.is_none() => {
            export(&loaded, ExportForm::System, None)
                .map(|text| vec![text])
                .map_err(|why| why.join("; "))
        }
        (Shown::System | Shown::Cfg, _) => templates(arguments, system, &loaded),
        (Shown::Network, Drawing::Text) => networks(arguments, system, &loaded),
        (Shown::Network, _) => Err("networks are shown as text only".to_string()),
        (Shown::Automaton, _) if arguments.constraint.is_none() => {
            Ok(claims(arguments, system, &loaded))
        }
        (Shown::Tfg | Shown::Mhp | Shown::Automaton, form) => {
            flow_diagrams(arguments, &request, &loaded, &host)
                .and_then(|diagrams| drawings(&diagrams, form))
        }
    };
    let drawn = match drawn {
        Ok(drawn) => drawn,
        Err(why) => {
            say!("trine: {why}");
            return Exit::BAD_INPUT;
        }
    };
    if drawn.is_empty() {
        match &arguments.name {
            Some(name) => say!("trine: there is nothing called `{name}` to show"),
            None => say!("trine: there is nothing to show"),
        }
        return Exit::BAD_INPUT;
    }
    deliver(&drawn.join("\n"), None, Exit::HOLDS)
}

fn is_wanted(arguments: &ShowArguments, name: &str) -> bool {
    arguments.name.as_ref().is_none_or(|wanted| wanted == name)
}

/// The code of processes.
fn templates(
    arguments: &ShowArguments,
    system: &System,
    loaded: &Loaded,
) -> Result<Vec<String>, String> {
    let sources = &loaded.sources;
    let look = look_of(&std::io::stdout());
    let wanted = system.templates.enumerate().filter(|(_, one)| is_wanted(arguments, &one.name));
    wanted
        .map(|(id, _)| match arguments.form {
            Drawing::Text => Ok(trine_report::draw::template_text(system, sources, id, &look)),
            Drawing::Dot => Ok(trine_report::draw::template_dot(system, sources, id)),
            Drawing::Svg => Ok(trine_report::draw::template_svg(system, sources, id)),
            Drawing::Hoa => Err("HOA is a form of automata only".to_string()),
        })
        .collect()
}

/// The networks and equations of claims.
fn networks(
    arguments: &ShowArguments,
    system: &System,
    loaded: &Loaded,
) -> Result<Vec<String>, String> {
    let claims = loaded
        .properties
        .iter()
        .map(|(property, _)| property)
        .filter(|property| property.claim().is_some() && is_wanted(arguments, &property.name));
    claims
        .map(|property| match trine_session::show_network(system, property) {
            Ok(shown) => Ok(format!("{}\n\n{shown}", property.name)),
            Err(why) => Err(format!("{} has no networks: {why}", property.name)),
        })
        .collect()
}

/// Claims as automata.
fn claims(arguments: &ShowArguments, system: &System, loaded: &Loaded) -> Vec<String> {
    let look = look_of(&std::io::stdout());
    let mut drawn = Vec::new();
    for (property, _) in &loaded.properties {
        let Some(claim) = property.claim() else { continue };
        let name = &property.name;
        if is_wanted(arguments, name) {
            drawn.push(match arguments.form {
                Drawing::Text => trine_report::draw::claim_text(system, name, claim, &look),
                Drawing::Dot => trine_report::draw::claim_dot(system, name, claim),
                Drawing::Svg => trine_report::draw::claim_svg(system, name, claim),
                Drawing::Hoa => trine_report::draw::claim_hoa(system, name, claim),
            });
        }
    }
    drawn
}

fn drawings(diagrams: &[Diagram], form: Drawing) -> Result<Vec<String>, String> {
    let look = look_of(&std::io::stdout());
    let draw = |diagram: &Diagram| match form {
        Drawing::Text => Ok(trine_report::draw::diagram_text(diagram, &look)),
        Drawing::Dot => Ok(trine_report::draw::diagram_dot(diagram)),
        Drawing::Svg => Ok(trine_report::draw::diagram_svg(diagram)),
        Drawing::Hoa => Err("HOA is a form of properties only".to_string()),
    };
    diagrams.iter().map(draw).collect()
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
                        && (arguments.name.is_some() || property.claim().is_some())
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
    let found = match final_values(system, &arguments.vars, MOST_STATES) {
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

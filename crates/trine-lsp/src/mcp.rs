//! The model context protocol: check, explain, events and trace as tools for assistants.
//!
//! Messages are JSON-RPC, one a line. The tools read files, as `trine check` does, and change nothing.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use trine_report::human;

use crate::answers::{self, Question};
use crate::host::Documents;

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// A check takes no longer, unless it is asked to.
const TIME: f64 = 30.0;
/// Nor may it be asked for more.
const MOST_TIME: f64 = 600.0;

/// JSON-RPC: the text is no JSON.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// Answers requests until the input ends.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(answer) = answer(&line) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// What is said to a message; none to a notification.
fn answer(line: &str) -> Option<Value> {
    let failed = |id: Value, code: i32, message: &str| {
        Some(json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))
    };
    let Ok(message) = serde_json::from_str::<Value>(line) else {
        return failed(Value::Null, PARSE_ERROR, "this is not JSON");
    };
    let id = message.get("id").cloned();
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        // A response to a request: none was made.
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        return match is_answer {
            true => None,
            false => failed(id.unwrap_or(Value::Null), INVALID_REQUEST, "there is no method"),
        };
    };
    let id = id?;
    let parameters = message.get("params").cloned().unwrap_or(Value::Null);
    let result = match method {
        "initialize" => initialize(&parameters),
        "ping" => json!({}),
        "tools/list" => json!({"tools": tools()}),
        "tools/call" => match call(&parameters) {
            Ok(result) => result,
            Err(why) => return failed(id, INVALID_PARAMS, &why),
        },
        other => return failed(id, METHOD_NOT_FOUND, &format!("`{other}` is not known")),
    };
    Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn initialize(parameters: &Value) -> Value {
    let wanted = parameters.get("protocolVersion").and_then(Value::as_str);
    let version = wanted.filter(|wanted| VERSIONS.contains(wanted)).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "trine", "version": env!("CARGO_PKG_VERSION")},
        "instructions": "Trine proves or refutes properties of concurrent programs (Java, Ada, C, Promela) from their \
            source. `holds` is a proof under the printed assumptions, `violated` comes with an execution that was \
            replayed, `inconclusive` is neither and says why."
    })
}

fn tools() -> Value {
    let files = json!({"type": "array", "items": {"type": "string"}, "minItems": 1,
        "description": "Source files or directories: .java .adb .ads .c .pml .system"});
    let specs = json!({"type": "array", "items": {"type": "string"},
        "description": "Specifications (.trine)"});
    let main = json!({"type": "string", "description": "The class whose main method is meant"});
    let properties = json!({"type": "array", "items": {"type": "string"},
        "description": "Check only these properties"});
    let seconds = json!({"type": "number", "description": "The time limit, 30 seconds by default"});
    let check = json!({"files": files, "specs": specs, "main": main, "properties": properties,
        "time_limit": seconds});
    json!([
        {"name": "check",
         "description": "Check a program for deadlocks, data races, missed signals, failed assertions, uncaught errors \
            and the properties of specifications. Gives the report as JSON.",
         "inputSchema": {"type": "object", "properties": check, "required": ["files"]}},
        {"name": "trace",
         "description": "The same check, told for people: each violation with its execution, a column per thread.",
         "inputSchema": {"type": "object", "properties": check, "required": ["files"]}},
        {"name": "events",
         "description": "What a specification of a program can name: calls, locks, assignments, threads, objects.",
         "inputSchema": {"type": "object", "properties": {"files": files, "main": main,
            "matching": {"type": "string", "description": "Only those that contain this text"}},
            "required": ["files"]}},
        {"name": "explain",
         "description": "What a built-in check, or each property of a specification (.trine), means.",
         "inputSchema": {"type": "object", "properties": {"what": {"type": "string",
            "description": "The name of a check, or the path of a specification"}}, "required": ["what"]}}
    ])
}

/// Calls a tool. An error is a call that does not fit; what a tool cannot do is a result of its own.
fn call(parameters: &Value) -> Result<Value, String> {
    let name = parameters.get("name").and_then(Value::as_str).unwrap_or("");
    let none = json!({});
    let arguments = parameters.get("arguments").unwrap_or(&none);
    let documents = Arc::<Documents>::default();
    let work = || match name {
        "check" | "trace" => {
            let question = question(arguments)?;
            let answer = answers::check(&question, documents, Arc::default());
            let look = trine_report::Look { width: 100, ..trine_report::Look::default() };
            Ok(Ok(match name {
                "check" => trine_report::json::render(&answer.report, true),
                _ => human::render(&answer.report, &answer.sources, &look, true),
            }))
        }
        "events" => {
            let question = question(arguments)?;
            let matching = arguments.get("matching").and_then(Value::as_str).unwrap_or("");
            let listed = answers::events(&question, documents);
            Ok(listed.map(|names| {
                let found = names.iter().filter(|name| name.contains(matching));
                found.fold(String::new(), |text, name| text + name + "\n")
            }))
        }
        "explain" => match arguments.get("what").and_then(Value::as_str) {
            Some(what) => Ok(answers::explain(what, documents)),
            None => Err("`what` says what to explain".to_string()),
        },
        other => Err(format!("there is no tool `{other}`")),
    };
    let (text, wrong) = match trine_session::on_large_stack(crate::STACK, work)? {
        Ok(text) => (text, false),
        Err(why) => (why, true),
    };
    Ok(json!({"content": [{"type": "text", "text": text}], "isError": wrong}))
}

fn question(arguments: &Value) -> Result<Question, String> {
    let words = |key: &str| -> Result<Vec<String>, String> {
        match arguments.get(key) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::String(one)) => Ok(vec![one.clone()]),
            Some(Value::Array(several)) => several
                .iter()
                .map(|one| one.as_str().map(str::to_string))
                .collect::<Option<_>>()
                .ok_or_else(|| format!("`{key}` is a list of strings")),
            Some(_) => Err(format!("`{key}` is a list of strings")),
        }
    };
    let files = words("files")?;
    if files.is_empty() {
        return Err("`files` says what to check".to_string());
    }
    let seconds = match arguments.get("time_limit") {
        None | Some(Value::Null) => TIME,
        Some(given) => {
            given.as_f64().filter(|one| *one > 0.0).ok_or("`time_limit` is in seconds")?
        }
    };
    Ok(Question {
        files,
        specs: words("specs")?,
        properties: words("properties")?,
        main: arguments.get("main").and_then(Value::as_str).map(str::to_string),
        time: Some(Duration::from_secs_f64(seconds.min(MOST_TIME))),
    })
}

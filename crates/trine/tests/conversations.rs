//! Editors and assistants: scripted clients speak with the real program over its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const BAD: &str = "active proctype P() { byte x; x = 2; assert(x == 1) }\n";
const RACE: &str = "public class Race {
    static int hits;
    public static void main(String[] args) {
        new Thread(() -> { hits++; }).start();
        hits++;
    }
}
";

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    framed: bool,
    next: u64,
}

impl Client {
    fn start(folder: &Path, command: &str) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_trine"))
            .arg(command)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("trine runs");
        let input = child.stdin.take().expect("input");
        let output = BufReader::new(child.stdout.take().expect("output"));
        Client { child, input, output, framed: command == "lsp", next: 1 }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let sent = match self.framed {
            true => write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()),
            false => writeln!(self.input, "{text}"),
        };
        sent.and_then(|()| self.input.flush()).expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        if !self.framed {
            return serde_json::from_str(&line).expect("JSON");
        }
        let length: usize = line.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        self.output.read_line(&mut line).expect("a blank line");
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    /// Asks, and passes over what comes before the answer.
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The next diagnostics of a document.
    fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
            {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn an_assistant_checks_explains_and_lists_events() {
    let folder = folder_with(&[("bad.pml", BAD), ("Race.java", RACE)]);
    let mut client = Client::start(folder.path(), "mcp");
    let hello = client.ask("initialize", json!({"protocolVersion": "2025-03-26"}));
    assert_eq!(hello["result"]["protocolVersion"], "2025-03-26");
    client.notify("notifications/initialized", json!({}));
    let tools = client.ask("tools/list", json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["check", "trace", "events", "explain"]);
    let text =
        |answer: &Value| answer["result"]["content"][0]["text"].as_str().unwrap().to_string();
    let call = |name: &str, arguments: Value| json!({"name": name, "arguments": arguments});
    let checked = client.ask("tools/call", call("check", json!({"files": ["bad.pml"]})));
    let report: Value = serde_json::from_str(&text(&checked)).unwrap();
    assert_eq!(report["results"][0]["property"], "assertion");
    assert_eq!(report["results"][0]["verdict"], "violated");
    let told = client.ask("tools/call", call("trace", json!({"files": ["Race.java"]})));
    assert!(text(&told).contains("violated[data-race]"));
    let asked = json!({"files": ["Race.java"], "matching": "assign Race.hits"});
    let events = client.ask("tools/call", call("events", asked));
    assert!(text(&events).lines().all(|line| line.contains("assign Race.hits")));
    assert_eq!(text(&events).lines().count(), 2, "by both threads");
    let meant = client.ask("tools/call", call("explain", json!({"what": "data-race"})));
    assert!(text(&meant).starts_with("data-race"));
    // What does not fit is said, and the conversation goes on.
    let wrong = client.ask("tools/call", call("explain", json!({"what": "data-rac"})));
    assert_eq!(wrong["result"]["isError"], true);
    assert_eq!(client.ask("tools/call", call("check", json!({})))["error"]["code"], -32602);
    assert_eq!(client.ask("no/such", json!({}))["error"]["code"], -32601);
    client.input.write_all(b"{ not json\n").unwrap();
    assert_eq!(client.receive()["error"]["code"], -32700);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    client.end();
}

#[test]
fn an_editor_sees_what_is_wrong_as_it_is_typed_and_what_a_check_finds() {
    let spec = "event hit = assign hits\nproperty few { at most 1 of hit globally }\n";
    let folder = folder_with(&[("Race.java", RACE), ("race.trine", spec)]);
    let uri = |name: &str| format!("file://{}", folder.path().join(name).display());
    let mut client = Client::start(folder.path(), "lsp");
    let hello = client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(hello["result"]["capabilities"]["hoverProvider"], true);
    client.notify("initialized", json!({}));
    let open = |name: &str, text: &str| json!({"textDocument": {"uri": uri(name), "languageId": "x", "version": 1, "text": text}});
    client.notify("textDocument/didOpen", open("race.trine", spec));
    assert!(client.diagnostics(&uri("race.trine")).is_empty());
    let broken = json!({"textDocument": {"uri": uri("race.trine"), "version": 2},
        "contentChanges": [{"text": "event hit = \nproperty"}]});
    client.notify("textDocument/didChange", broken);
    let wrong = client.diagnostics(&uri("race.trine"));
    assert!(!wrong.is_empty() && wrong[0]["severity"] == 1, "{wrong:?}");
    let mended = json!({"textDocument": {"uri": uri("race.trine"), "version": 3},
        "contentChanges": [{"text": spec}]});
    client.notify("textDocument/didChange", mended);
    assert!(client.diagnostics(&uri("race.trine")).is_empty());
    let at = |line: u32, character: u32| {
        json!({"textDocument": {"uri": uri("race.trine")},
            "position": {"line": line, "character": character}})
    };
    let hover = client.ask("textDocument/hover", at(1, 29));
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("assign hits"));
    let definition = client.ask("textDocument/definition", at(1, 29));
    assert_eq!(definition["result"]["range"]["start"], json!({"line": 0, "character": 6}));
    let offered = client.ask("textDocument/completion", at(0, 12));
    let labels: Vec<&str> = offered["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert!(labels.iter().any(|label| label.starts_with("assign Race.hits")), "{labels:?}");
    client.notify("textDocument/didOpen", open("Race.java", RACE));
    assert!(client.diagnostics(&uri("Race.java")).is_empty());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("Race.java")}}));
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("race.trine")}}));
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("Race.java")}}));
    let found = client.diagnostics(&uri("Race.java"));
    let few =
        found.iter().find(|one| one["code"] == "few").expect("the property of the specification");
    assert_eq!(few["range"]["start"]["line"], 4);
    let action = json!({"textDocument": {"uri": uri("Race.java")}, "range": few["range"],
        "context": {"diagnostics": [few]}});
    let actions = client.ask("textDocument/codeAction", action);
    let edit = &actions["result"][0]["edit"]["changes"][uri("Race.java")][0];
    assert_eq!(edit["newText"], "        // trine: allow few\n");
    assert!(client.ask("no/such", json!({}))["error"]["code"].is_number());
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    client.notify("exit", Value::Null);
    client.end();
}

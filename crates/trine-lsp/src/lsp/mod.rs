//! The language server: documents as the editor has them, diagnostics as they are typed, checks when they are saved.

mod check;
mod documents;
mod specification;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use self::documents::{Open, path_of};

/// Speaks with an editor over standard input and output until it says goodbye.
pub fn serve() -> io::Result<()> {
    let (connection, threads) = Connection::stdio();
    serve_on(connection)?;
    threads.join()
}

/// Speaks with an editor over any connection.
pub fn serve_on(connection: Connection) -> io::Result<()> {
    let gone = |why: lsp_server::ProtocolError| io::Error::other(why.to_string());
    let parameters = connection.initialize(capabilities()).map_err(gone)?;
    let options = parameters.get("initializationOptions").cloned().unwrap_or(Value::Null);
    let on_save = options.get("checkOnSave").and_then(Value::as_bool).unwrap_or(true);
    let mut server =
        Server { open: Open::default(), connection: &connection, on_save, running: Arc::default() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(gone)? {
                    break;
                }
                server.request(request);
            }
            Message::Notification(notification) => server.notification(notification),
            Message::Response(_) => {}
        }
    }
    server.running.store(true, Ordering::Relaxed);
    Ok(())
}

fn capabilities() -> Value {
    json!({
        "textDocumentSync": {"openClose": true, "change": 1, "save": {"includeText": false}},
        "hoverProvider": true,
        "definitionProvider": true,
        "completionProvider": {"triggerCharacters": [" "]},
        "codeActionProvider": {"codeActionKinds": ["quickfix"]},
        "executeCommandProvider": {"commands": ["trine.check"]}
    })
}

struct Server<'c> {
    open: Open,
    connection: &'c Connection,
    on_save: bool,
    /// Ends the check that is under way.
    running: Arc<AtomicBool>,
}

impl Server<'_> {
    fn notification(&mut self, notification: Notification) {
        let parameters = &notification.params;
        let uri = parameters["textDocument"]["uri"].as_str().unwrap_or("").to_string();
        let Some(path) = path_of(&uri) else { return };
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = parameters["textDocument"]["text"].as_str().unwrap_or("");
                self.open.set(&path, &uri, text);
                self.diagnose(&path);
            }
            "textDocument/didChange" => {
                let changes = parameters["contentChanges"].as_array();
                let last = changes.and_then(|changes| changes.last());
                if let Some(text) = last.and_then(|change| change["text"].as_str()) {
                    self.open.set(&path, &uri, text);
                    self.diagnose(&path);
                }
            }
            "textDocument/didClose" => {
                self.open.close(&path);
                self.publish(&uri, Vec::new());
            }
            "textDocument/didSave" if self.on_save => self.check(&path),
            _ => {}
        }
    }

    fn request(&mut self, request: Request) {
        let parameters = &request.params;
        let uri = parameters["textDocument"]["uri"].as_str().unwrap_or("");
        let path = path_of(uri).unwrap_or_default();
        let result = match request.method.as_str() {
            "textDocument/hover" => specification::hover(&self.open, &path, parameters),
            "textDocument/definition" => specification::definition(&self.open, &path, parameters),
            "textDocument/completion" => specification::completion(&self.open, &path, parameters),
            "textDocument/codeAction" => documents::actions(&self.open, &path, parameters),
            "workspace/executeCommand" => {
                let target = parameters["arguments"][0].as_str().and_then(path_of);
                if let Some(path) = target {
                    self.check(&path);
                }
                Value::Null
            }
            other => {
                let message = format!("`{other}` is not known");
                let code = ErrorCode::MethodNotFound as i32;
                return self.send(Response::new_err(request.id, code, message).into());
            }
        };
        self.send(Response::new_ok(request.id, result).into());
    }

    /// Says what is wrong with a document, without a search.
    fn diagnose(&mut self, path: &str) {
        let documents = self.open.documents();
        let work = || check::wrong_in(path, documents);
        let found = trine_session::on_large_stack(crate::STACK, work);
        let uri = self.open.uri(path);
        self.publish(&uri, found);
    }

    /// Checks a program beside everything else; a check that is still under way ends.
    fn check(&mut self, path: &str) {
        self.running.store(true, Ordering::Relaxed);
        let stop = Arc::new(AtomicBool::new(false));
        self.running = stop.clone();
        let Some(question) = check::question(path, &self.open.documents()) else { return };
        let (documents, sender) = (self.open.documents(), self.connection.sender.clone());
        let (path, uri) = (path.to_string(), self.open.uri(path));
        let work = move || {
            let (items, verdicts) = check::run(&question, &path, documents, stop.clone());
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let told = json!({"uri": uri, "diagnostics": items});
            let message = json!({"type": 3, "message": format!("trine: {verdicts}")});
            for (method, parameters) in
                [("textDocument/publishDiagnostics", told), ("window/logMessage", message)]
            {
                let _ = sender.send(Notification::new(method.to_string(), parameters).into());
            }
        };
        let _ = std::thread::Builder::new().stack_size(crate::STACK).spawn(work);
    }

    fn publish(&self, uri: &str, items: Vec<Value>) {
        let parameters = json!({"uri": uri, "diagnostics": items});
        let method = "textDocument/publishDiagnostics".to_string();
        self.send(Notification::new(method, parameters).into());
    }

    /// An editor that is gone does not listen.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }
}

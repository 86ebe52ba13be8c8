//! Names the constructs of Promela that a model uses.

/// The constructs in use, given the text as written (for the preprocessor's) and after it ran.
pub fn features(written: &str, preprocessed: &str) -> Vec<String> {
    let directives = directives(written);
    let tokens = tokens(preprocessed);
    let mut found = Vec::new();
    for name in ["include", "define", "if"] {
        if directives.iter().any(|d| d.starts_with(name)) {
            found.push(format!("#{name}"));
        }
    }
    for (feature, present) in TESTS {
        if present(&tokens) {
            found.push((*feature).to_owned());
        }
    }
    found
}

type Tokens = [String];
type Test = (&'static str, fn(&Tokens) -> bool);

/// In the order in which the table lists them.
const TESTS: &[Test] = &[
    ("active", |t| word(t, "active")),
    ("init", |t| word(t, "init")),
    ("run", |t| word(t, "run")),
    ("atomic", |t| word(t, "atomic")),
    ("d_step", |t| word(t, "d_step")),
    ("unless", |t| word(t, "unless")),
    ("else", |t| word(t, "else")),
    ("goto", |t| word(t, "goto")),
    ("timeout", |t| word(t, "timeout")),
    ("chan", |t| word(t, "chan")),
    ("rendezvous", |t| sequence(t, &["[", "0", "]", "of"])),
    ("chan-of-chan", |t| message_types(t).iter().any(|m| m == "chan")),
    ("chan-param", chan_parameter),
    ("chan-array", |t| t.windows(3).any(|w| w[0] == "chan" && name(&w[1]) && w[2] == "[")),
    ("chan-of-typedef", |t| {
        word(t, "typedef")
            && message_types(t).iter().any(|m| name(m) && !BASIC.contains(&m.as_str()))
    }),
    ("sorted-send", |t| word(t, "!!")),
    ("random-recv", |t| word(t, "??")),
    ("poll", |t| sequence(t, &["?", "["]) || sequence(t, &["??", "["])),
    ("copy-recv", |t| sequence(t, &["?", "<"]) || sequence(t, &["??", "<"])),
    ("eval", |t| word(t, "eval")),
    ("chan-fn", |t| {
        ["len", "empty", "full", "nempty", "nfull"].iter().any(|f| sequence(t, &[f, "("]))
    }),
    ("xr/xs", |t| word(t, "xr") || word(t, "xs")),
    ("mtype", |t| word(t, "mtype")),
    ("typed-mtype", |t| sequence(t, &["mtype", ":"])),
    ("typedef", |t| word(t, "typedef")),
    ("inline", |t| word(t, "inline")),
    ("array", |t| {
        t.windows(3)
            .any(|w| BASIC.contains(&w[0].as_str()) && w[0] != "chan" && name(&w[1]) && w[2] == "[")
    }),
    ("unsigned", |t| word(t, "unsigned")),
    ("hidden", |t| word(t, "hidden")),
    ("local", |t| word(t, "local")),
    ("show", |t| word(t, "show")),
    ("for", |t| sequence(t, &["for", "("])),
    ("for-in", |t| t.windows(4).any(|w| w[0] == "for" && w[1] == "(" && w[3] == "in")),
    ("select", |t| sequence(t, &["select", "("])),
    ("c_code", |t| t.iter().any(|w| w.starts_with("c_") && C_CODE.contains(&w.as_str()))),
    ("ltl", |t| word(t, "ltl")),
    ("never", |t| word(t, "never")),
    ("notrace", |t| word(t, "notrace")),
    ("trace", |t| word(t, "trace")),
    ("provided", |t| word(t, "provided")),
    ("priority", |t| {
        ["priority", "get_priority", "set_priority", "_priority"].iter().any(|w| word(t, w))
    }),
    ("remote-label", |t| word(t, "@")),
    ("_nr_pr", |t| word(t, "_nr_pr")),
    ("_pid", |t| word(t, "_pid")),
    ("_last", |t| word(t, "_last")),
    ("np_", |t| word(t, "np_")),
    ("enabled", |t| word(t, "enabled")),
    ("pc_value", |t| word(t, "pc_value")),
    ("assert", |t| word(t, "assert")),
    ("accept-label", |t| label(t, "accept")),
    ("progress-label", |t| label(t, "progress")),
    ("end-label", |t| label(t, "end")),
    ("printf", |t| word(t, "printf")),
    ("printm", |t| word(t, "printm")),
    ("STDIN", |t| word(t, "STDIN")),
    ("write-only_", |t| word(t, "_")),
];

const BASIC: [&str; 9] =
    ["bit", "bool", "byte", "short", "int", "mtype", "chan", "unsigned", "pid"];
const C_CODE: [&str; 5] = ["c_code", "c_expr", "c_decl", "c_state", "c_track"];

fn word(tokens: &Tokens, wanted: &str) -> bool {
    tokens.iter().any(|token| token == wanted)
}

fn sequence(tokens: &Tokens, wanted: &[&str]) -> bool {
    tokens.windows(wanted.len()).any(|window| window.iter().zip(wanted).all(|(a, b)| a == b))
}

fn name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// A label that starts with `prefix`: a name followed by a colon that is not an option's `::`.
fn label(tokens: &Tokens, prefix: &str) -> bool {
    tokens.windows(2).any(|w| w[0].starts_with(prefix) && w[1] == ":")
}

/// The words inside the braces of every `of { … }`.
fn message_types(tokens: &Tokens) -> Vec<String> {
    let mut types = Vec::new();
    for (index, _) in tokens.iter().enumerate().filter(|(_, token)| *token == "of") {
        types.extend(tokens[index..].iter().skip(2).take_while(|token| *token != "}").cloned());
    }
    types
}

fn chan_parameter(tokens: &Tokens) -> bool {
    tokens.iter().enumerate().filter(|(_, token)| *token == "proctype").any(|(index, _)| {
        tokens[index..].iter().take_while(|token| *token != ")").any(|token| token == "chan")
    })
}

/// Directives of the preprocessor, without `#`, blanks and comments.
fn directives(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix('#'))
        .map(|rest| rest.trim_start().to_owned())
        .collect()
}

/// Words, numbers and punctuation; strings and comments left out.
fn tokens(text: &str) -> Vec<String> {
    let bytes: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let c = bytes[at];
        let next = bytes.get(at + 1).copied();
        if c == '"' {
            at += 1;
            while at < bytes.len() && bytes[at] != '"' {
                at += if bytes[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if c == '/' && next == Some('*') {
            at += 2;
            while at < bytes.len() && !(bytes[at] == '*' && bytes.get(at + 1) == Some(&'/')) {
                at += 1;
            }
            at += 2;
        } else if (c == '/' && next == Some('/')) || (c == '#' && tokens.is_empty()) {
            while at < bytes.len() && bytes[at] != '\n' {
                at += 1;
            }
        } else if c.is_ascii_alphanumeric() || c == '_' {
            let start = at;
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == '_') {
                at += 1;
            }
            tokens.push(bytes[start..at].iter().collect());
        } else if c.is_whitespace() {
            at += 1;
        } else {
            let pair = matches!(
                (c, next),
                ('?', Some('?')) | ('!', Some('!')) | (':', Some(':')) | ('!', Some('='))
            );
            let length = if pair { 2 } else { 1 };
            tokens.push(bytes[at..at + length].iter().collect());
            at += length;
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    #[test]
    fn finds_what_a_model_uses() {
        let text = "#define N 2\nchan c = [0] of { chan, byte };\n\
            active proctype P(chan d) { accept_1: c??d,_ ; /* unless */ printf(\"run\") }";
        let found = super::features(text, text).join(",");
        assert_eq!(
            found,
            "#define,active,chan,rendezvous,chan-of-chan,chan-param,random-recv,\
             accept-label,printf,write-only_"
        );
    }
}

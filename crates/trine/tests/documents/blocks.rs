//! Finds the code of a page: fenced blocks with their markings, and what stands between back quotes.

/// A fenced block.
#[derive(Debug)]
pub struct Block<'t> {
    /// Of the opening fence, from 1.
    pub line: usize,
    language: &'t str,
    pub marking: Option<Marking>,
    pub lines: Vec<&'t str>,
}

/// Why a block is not a session.
#[derive(Debug, PartialEq, Eq)]
pub enum Marking {
    /// A list of commands: their names and options are compared with the help.
    Synopsis,
    /// Not run, for this reason.
    NotRun(String),
}

impl<'t> Block<'t> {
    pub fn is_session(&self) -> bool {
        self.language == "console"
    }

    /// Whether a line is a command of Trine.
    pub fn has_commands(&self) -> bool {
        let typed = |line: &&str| {
            let line = line.trim_start();
            line.strip_prefix("$ ").unwrap_or(line).to_string()
        };
        let is_command =
            |line: String| line.starts_with("trine ") || line.starts_with("cargo run ");
        self.lines.iter().map(typed).any(is_command)
    }

    /// Each command with the lines that it prints.
    pub fn commands(&self) -> Vec<(&'t str, Vec<&'t str>)> {
        let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in &self.lines {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command, Vec::new())),
                (None, Some((_, printed))) => printed.push(line),
                (None, None) => commands.push(("false # the first line is no command", Vec::new())),
            }
        }
        commands
    }
}

/// The fenced blocks of a page.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut before = "";
    for (line, content) in (1..).zip(text.lines()) {
        match (content.trim_start().strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(language), None) => {
                let marking = marking(before);
                open = Some(Block { line, language: language.trim(), marking, lines: Vec::new() });
            }
            (None, Some(mut block)) => {
                block.lines.push(content);
                open = Some(block);
            }
            (None, None) => {}
        }
        before = content;
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

fn marking(line: &str) -> Option<Marking> {
    let said = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    if said == "synopsis" {
        return Some(Marking::Synopsis);
    }
    let reason = said.strip_prefix("not run:")?;
    Some(Marking::NotRun(reason.trim().to_string()))
}

/// What stands between back quotes outside of blocks, with its line.
pub fn spans(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut spans = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            spans.extend(line.split('`').skip(1).step_by(2).map(|span| (number, span)));
        }
    }
    spans
}

#[test]
fn blocks_have_their_markings() {
    let text = "a\n```console\n$ trine a\nb\n$ trine c\n```\n<!-- not run: d -->\n```\ntrine e\n```\n<!-- synopsis -->\n```\n```\n";
    let found = blocks(text);
    assert!(found[0].is_session() && found[0].marking.is_none());
    assert_eq!(found[0].commands(), [("trine a", vec!["b"]), ("trine c", vec![])]);
    assert!(found[1].has_commands());
    assert_eq!(found[1].marking, Some(Marking::NotRun("d".to_string())));
    assert_eq!(found[2].marking, Some(Marking::Synopsis));
    assert_eq!(spans("a `b` c `d e`\n```\n`f`\n```\n"), [(1, "b"), (1, "d e")]);
}

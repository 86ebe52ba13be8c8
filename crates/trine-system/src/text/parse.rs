//! Reads a system from text: declarations, templates, processes.

use trine_base::{Diagnostics, FileId, IndexVec};

use super::lex::{Token, lex};
use super::names::{FIELD_IDS, LOCATION_IDS, Names, VARIABLE_IDS, id_number, is_keyword};
use super::parser::{Declarations, Parsed, Parser};
use crate::{
    Alias, Assumption, ChannelKind, Edge, Entry, EnumDecl, Init, Location, LocationId, Monitor,
    PathPart, Pool, ProcessDecl, Rules, Slot, System, Template, Type, Variable,
};

/// The system that a text describes; nothing if it has errors, which are then reported.
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<System> {
    let before = diagnostics.items.len();
    let mut found = Diagnostics::new();
    let lexemes = lex(text, file, &mut found);
    let declared = Parser::new(&lexemes, None, &mut Diagnostics::new()).system();
    let names = Names::of(&declared);
    let known = Declarations { system: declared, names };
    let system = Parser::new(&lexemes, Some(&known), &mut found).system();
    let failed = found.has_errors();
    diagnostics.items.extend(found.items);
    diagnostics.items[before..].sort_by_key(|item| item.span.map(|span| span.start));
    (!failed).then_some(system)
}

/// The words that begin a declaration.
const DECLARATIONS: [&str; 12] = [
    "system", "rules", "assume", "alias", "enum", "kind", "monitor", "entry", "pool", "global",
    "template", "process",
];

impl Parser<'_, '_> {
    pub(super) fn system(&mut self) -> System {
        let mut system = System::default();
        while !self.at_end() {
            let start = self.at;
            if self.declaration(&mut system).is_err() {
                self.skip_from(start, |token| {
                    matches!(token, Token::Word(word) if DECLARATIONS.contains(&word.as_str()))
                });
            }
        }
        system
    }

    /// Goes to the next line that begins with something to go on from.
    fn skip_from(&mut self, start: usize, resumes: impl Fn(&Token) -> bool) {
        if self.at == start {
            self.advance();
        }
        while !self.at_end() {
            if self.lexemes[self.at].starts_line && resumes(self.token()) {
                return;
            }
            self.advance();
        }
    }

    fn declaration(&mut self, system: &mut System) -> Parsed<()> {
        let start = self.span();
        let Token::Word(word) = self.token() else {
            return Err(self.expected("a declaration"));
        };
        if !DECLARATIONS.contains(&word.as_str()) {
            return Err(self.expected("a declaration"));
        }
        self.advance();
        match word.as_str() {
            "system" => system.name = self.string("the name of the system, in quotes")?,
            "rules" => self.rules(&mut system.rules)?,
            "assume" => {
                let kind = self.any_word("the kind of the assumption")?;
                let text = self.string("the assumption, in quotes")?;
                let span = Some(self.span_from(start));
                system.assumptions.push(Assumption { kind, text, span });
            }
            "alias" => {
                let name = self.string("another name, in quotes")?;
                self.expect_symbol("=")?;
                let of = self.string("the name that it stands for, in quotes")?;
                system.add_aliases([Alias { name, of }]);
            }
            "enum" => {
                let declared = self.enumeration()?;
                system.enums.push(declared);
            }
            "kind" => {
                let name = self.new_name("the name of the channel kind", &["k"])?;
                self.expect_symbol("[")?;
                let capacity = self.small("a capacity")?;
                self.expect_symbol("]")?;
                let fields = self.list(Self::ty)?;
                system.channel_kinds.push(ChannelKind { name, capacity, fields });
            }
            "monitor" => {
                let name = self.new_name("the name of the monitor", &["m"])?;
                let count = self.count()?;
                system.monitors.push(Monitor { name, count });
            }
            "entry" => {
                let name = self.new_name("the name of the entry", &["n"])?;
                let count = self.count()?;
                let parameters = self.list(Self::ty)?;
                let results =
                    if self.take_symbol("->") { self.list(Self::ty)? } else { Vec::new() };
                let profile =
                    if self.take_word("profile") { self.list(Self::slot)? } else { Vec::new() };
                system.entries.push(Entry { name, count, parameters, results, profile });
            }
            "pool" => {
                let pool = self.pool()?;
                system.pools.push(pool);
            }
            "global" => {
                let variable = self.variable(VARIABLE_IDS)?;
                system.globals.push(variable);
            }
            "template" => {
                self.template = Some(crate::TemplateId(system.templates.len() as u32));
                let template = self.template();
                self.template = None;
                system.templates.push(template?);
            }
            _ => {
                let process = self.process()?;
                system.processes.push(process);
            }
        }
        Ok(())
    }

    fn slot(&mut self) -> Parsed<Slot> {
        let mut part = |word: &str| match self.take_word(word) {
            true => self.small("the number of a value").map(Some),
            false => Ok(None),
        };
        let (given, back) = (part("in")?, part("out")?);
        let member = match self.take_word("from") {
            true => Some(self.integer()?),
            false => None,
        };
        Ok(Slot { given, back, member })
    }

    fn rules(&mut self, rules: &mut Rules) -> Parsed<()> {
        loop {
            if self.take_word("processes") {
                rules.process_limit = self.small("a number of processes")?;
            } else {
                let value = !self.take_word("no");
                let rule = match self.token() {
                    Token::Word(word) => match word.as_str() {
                        "reap" => &mut rules.reap,
                        "priorities" => &mut rules.priorities,
                        "last" => &mut rules.tracks_last,
                        "listens" => &mut rules.instrumented,
                        "lossy" => &mut rules.lossy,
                        "threads" => &mut rules.threads,
                        "caseless" => &mut rules.caseless,
                        _ => return Err(self.expected("a rule")),
                    },
                    _ => return Err(self.expected("a rule")),
                };
                *rule = value;
                self.advance();
            }
            if !self.take_symbol(",") {
                return Ok(());
            }
        }
    }

    fn enumeration(&mut self) -> Parsed<EnumDecl> {
        let name = self.new_name("the name of the enumeration", &["enum"])?;
        let mut values = Vec::new();
        self.expect_symbol("{")?;
        while !self.take_symbol("}") {
            if !values.is_empty() {
                self.expect_symbol(",")?;
            }
            let value = self.name("the name of a value")?;
            self.expect_symbol("=")?;
            values.push((value.text, self.integer()?));
        }
        Ok(EnumDecl { name, values })
    }

    /// `[3]` after the name of a family; one thing has no count.
    fn count(&mut self) -> Parsed<u32> {
        if !self.take_symbol("[") {
            return Ok(1);
        }
        let count = self.small("a count")?;
        self.expect_symbol("]")?;
        Ok(count)
    }

    fn ty(&mut self) -> Parsed<Type> {
        let Token::Word(word) = self.token() else { return Err(self.expected("a type")) };
        let ty = match word.as_str() {
            "bool" => Type::Bool,
            "byte" => Type::BYTE,
            "short" => Type::SHORT,
            "int" => Type::INT,
            "long" => Type::LONG,
            "float" => Type::Float,
            "channel" => Type::Channel,
            "process" => Type::Process,
            "signed" | "unsigned" => {
                self.advance();
                let span = self.span();
                let bits: u8 = self.small("a number of bits")?;
                if !(1..=64).contains(&bits) {
                    return Err(self.error("a type has 1 to 64 bits", span));
                }
                return Ok(Type::Int { bits, signed: word == "signed" });
            }
            "range" => {
                self.advance();
                let low = self.integer()?;
                self.expect_symbol("..")?;
                return Ok(Type::Range { low, high: self.integer()? });
            }
            "enum" => {
                self.advance();
                let name = self.name("the name of an enumeration")?;
                return Ok(Type::Enum(self.look_up(&name, "enumeration", "enum", |known| {
                    (&known.names.enums, known.system.enums.len())
                })));
            }
            "ref" => {
                self.advance();
                return Ok(Type::Reference(self.pool_name()?));
            }
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(ty)
    }

    pub(super) fn pool_name(&mut self) -> Parsed<crate::PoolId> {
        let name = self.name("the name of a pool")?;
        Ok(self
            .look_up(&name, "pool", "pool", |known| (&known.names.pools, known.system.pools.len())))
    }

    fn pool(&mut self) -> Parsed<Pool> {
        let name = self.new_name("the name of the pool", &["pool"])?;
        self.expect_symbol("[")?;
        let capacity = self.small("a number of records")?;
        self.expect_symbol("]")?;
        self.expect_symbol("{")?;
        let mut fields = Vec::new();
        while !self.take_symbol("}") {
            fields.push(self.variable(FIELD_IDS)?);
        }
        Ok(Pool { name, capacity, fields })
    }

    fn variable(&mut self, ids: &[&str]) -> Parsed<Variable> {
        let start = self.span();
        let mut path = Vec::new();
        loop {
            let name = self.new_name("the name of a variable", ids)?;
            let length = match self.is_symbol("[") {
                true => Some(self.count()?),
                false => None,
            };
            path.push(PathPart { name, length });
            if !self.take_symbol(".") {
                break;
            }
        }
        self.expect_symbol(":")?;
        let ty = self.ty()?;
        let init = self.init()?;
        let (mut hidden, mut volatile, mut boxed) = (false, false, false);
        loop {
            if self.take_word("hidden") {
                hidden = true;
            } else if self.take_word("volatile") {
                volatile = true;
            } else if self.take_word("boxed") {
                boxed = true;
            } else {
                break;
            }
        }
        let span = Some(self.span_from(start));
        Ok(Variable { path, ty, init, hidden, volatile, boxed, span })
    }

    fn init(&mut self) -> Parsed<Init> {
        if self.take_symbol(":=") {
            return Ok(Init::Computed(self.expression()?));
        }
        if !self.take_symbol("=") {
            return Ok(Init::Zero);
        }
        if self.take_word("new") {
            let name = self.name("the name of a channel kind")?;
            return Ok(Init::Channels(self.look_up(&name, "channel kind", "k", |known| {
                (&known.names.kinds, known.system.channel_kinds.len())
            })));
        }
        if !self.take_symbol("{") {
            return Ok(Init::Value(self.integer()?));
        }
        let mut values = Vec::new();
        while !self.take_symbol("}") {
            if !values.is_empty() {
                self.expect_symbol(",")?;
            }
            values.push(self.integer()?);
        }
        Ok(Init::Values(values))
    }

    fn template(&mut self) -> Parsed<Template> {
        let start = self.span();
        let name = self.new_name("the name of the template", &["t"])?;
        let mut template = Template::new(name);
        let parameters = self.list(|parser| parser.variable(VARIABLE_IDS))?;
        template.parameters = parameters.len() as u32;
        template.locals = IndexVec::from(parameters);
        loop {
            if self.take_word("provided") {
                template.provided = Some(self.expression()?);
            } else if self.take_word("deterministic") {
                template.deterministic = true;
            } else if self.take_word("daemon") {
                template.daemon = true;
            } else {
                break;
            }
        }
        template.span = Some(self.span_from(start));
        self.expect_symbol("{")?;
        self.body(&mut template);
        Ok(template)
    }

    fn body(&mut self, template: &mut Template) {
        let mut locations = Numbered::new("s");
        let mut edges = Numbered::new("e");
        loop {
            if self.take_symbol("}") {
                break;
            }
            let declares =
                matches!(self.token(), Token::Word(word) if DECLARATIONS.contains(&word.as_str()));
            if self.at_end() || declares {
                self.expected("`}`");
                break;
            }
            let start = self.at;
            if self.body_line(template, &mut locations, &mut edges).is_err() {
                self.skip_from(start, |token| match token {
                    Token::Word(word) => {
                        !is_keyword(word)
                            || word == "local"
                            || word == "start"
                            || DECLARATIONS.contains(&word.as_str())
                    }
                    Token::Quoted(_) => true,
                    token => *token == Token::Symbol("}"),
                });
            }
        }
        template.locations = IndexVec::from(locations.in_order(self));
        template.edges = IndexVec::from(edges.in_order(self));
    }

    fn body_line(
        &mut self,
        template: &mut Template,
        locations: &mut Numbered<Location>,
        edges: &mut Numbered<Edge>,
    ) -> Parsed<()> {
        let start = self.span();
        if self.take_word("local") {
            let variable = self.variable(VARIABLE_IDS)?;
            template.locals.push(variable);
            return Ok(());
        }
        if self.take_word("start") {
            template.entry = self.location()?;
            return Ok(());
        }
        let number = match self.token() {
            Token::Word(word) => id_number(word, "e"),
            _ => None,
        };
        if number.is_some() && *self.token_after() == Token::Symbol(":") {
            self.advance();
            self.advance();
            let edge = self.edge(start)?;
            edges.items.push((number, start, edge));
        } else if *self.token_after() == Token::Symbol("->") {
            let edge = self.edge(start)?;
            edges.items.push((None, start, edge));
        } else {
            let (number, location) = self.location_head()?;
            locations.items.push((number, start, location));
        }
        Ok(())
    }

    /// `s3 crit end progress:`
    fn location_head(&mut self) -> Parsed<(Option<u32>, Location)> {
        let start = self.span();
        let mut location = Location::default();
        let first = self.name("a location, an edge or `}`")?;
        let number = id_number(&first.text, "s").filter(|_| !first.quoted);
        if number.is_none() {
            location.names.push(first.text);
        }
        loop {
            if self.take_symbol(":") {
                break;
            }
            let flag = match self.token() {
                Token::Word(word) => match word.as_str() {
                    "final" => Some(&mut location.final_),
                    "end" => Some(&mut location.end),
                    "progress" => Some(&mut location.progress),
                    "accept" => Some(&mut location.accept),
                    _ => None,
                },
                _ => None,
            };
            if let Some(flag) = flag {
                *flag = true;
                self.advance();
            } else if self.take_word("pc") {
                location.pc = self.small("a number for `pc`")?;
            } else {
                let label = self.new_name("a label, a mark or `:`", LOCATION_IDS)?;
                location.names.push(label);
            }
        }
        location.span = Some(self.span_from(start));
        Ok((number, location))
    }

    /// A location of the template being read.
    pub(super) fn location(&mut self) -> Parsed<LocationId> {
        let name = self.name("a location")?;
        match self.template {
            Some(template) => Ok(self.location_of(&name, template)),
            None => Err(self.error("there are no locations here", name.span)),
        }
    }

    fn process(&mut self) -> Parsed<ProcessDecl> {
        let name = self.any_word("the name of the process")?;
        self.expect_symbol(":")?;
        let template = self.template_name()?;
        let arguments = self.list(Self::integer)?;
        let priority = if self.take_word("priority") { self.small("a priority")? } else { 1 };
        Ok(ProcessDecl { name, template, arguments, priority })
    }
}

/// Things that say their number, or are numbered as they come.
struct Numbered<T> {
    prefix: &'static str,
    items: Vec<(Option<u32>, trine_base::Span, T)>,
}

impl<T> Numbered<T> {
    fn new(prefix: &'static str) -> Numbered<T> {
        Numbered { prefix, items: Vec::new() }
    }

    /// All of them by number; every number must be there once.
    fn in_order(self, parser: &mut Parser<'_, '_>) -> Vec<T> {
        let prefix = self.prefix;
        let mut items: Vec<_> = self
            .items
            .into_iter()
            .enumerate()
            .map(|(place, (number, span, item))| (number.unwrap_or(place as u32), span, item))
            .collect();
        items.sort_by_key(|(number, _, _)| *number);
        for (expected, (number, span, _)) in items.iter().enumerate() {
            let expected = expected as u32;
            if *number != expected {
                let message = if *number < expected {
                    format!("{prefix}{number} is there twice")
                } else {
                    format!("{prefix}{expected} is missing: numbers have no gaps")
                };
                parser.error(message, *span);
                break;
            }
        }
        items.into_iter().map(|(_, _, item)| item).collect()
    }
}

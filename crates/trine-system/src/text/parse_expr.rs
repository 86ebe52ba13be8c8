//! Reads expressions, places and patterns.

use trine_base::Id;

use super::lex::Token;
use super::names::{FIELD_IDS, LOCATION_IDS, id_number, is_keyword};
use super::parser::{Name, Parsed, Parser, key_of};
use super::print_expr::{BINARY, CONVERSIONS, MONITOR_QUERIES, QUERIES, UNARIES, binding};
use crate::{
    BinaryOp, EntryId, Expr, GlobalId, LocalId, LocationId, Pattern, Place, PoolId, Root,
    TemplateId, UnaryOp, Width,
};

/// How deep expressions may be nested, whether by parentheses or by a chain of operators: what reads
/// them goes down as deep.
const DEEPEST: u32 = 200;

/// An expression with its height.
type Tall = (Expr, u32);

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let (expr, height) = self.choice()?;
        self.tallest = self.tallest.max(height);
        Ok(expr)
    }

    /// Reads something with expressions inside, and measures it.
    fn measured(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Expr>) -> Parsed<Tall> {
        let span = self.span();
        let outside = std::mem::replace(&mut self.tallest, 0);
        let expr = read(self)?;
        let height = std::mem::replace(&mut self.tallest, outside) + 1;
        if height > DEEPEST {
            return Err(self.error("this expression is nested too deeply", span));
        }
        Ok((expr, height))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            let span = self.span();
            return Err(self.error("this expression is nested too deeply", span));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn choice(&mut self) -> Parsed<Tall> {
        self.deeper(|parser| {
            if !parser.take_word("if") {
                return parser.operation(1);
            }
            let (condition, first) = parser.operation(1)?;
            parser.expect_word("then")?;
            let (yes, second) = parser.operation(1)?;
            parser.expect_word("else")?;
            let (no, third) = parser.choice()?;
            let expr = Expr::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
            Ok((expr, first.max(second).max(third) + 1))
        })
    }

    /// Operators that bind at least this tightly, from left to right.
    fn operation(&mut self, least: u8) -> Parsed<Tall> {
        let (mut left, mut height) = self.unary()?;
        while let Token::Symbol(symbol) = *self.token() {
            let Some((op, _)) = BINARY.iter().find(|(_, known)| *known == symbol) else { break };
            let binds = binding(*op);
            if binds < least {
                break;
            }
            let span = self.span();
            self.advance();
            let width = if matches!(op, BinaryOp::Float(_)) { Width::W64 } else { self.width() };
            let (right, other) = self.deeper(|parser| parser.operation(binds + 1))?;
            height = height.max(other) + 1;
            if height > DEEPEST {
                return Err(self.error("this expression is nested too deeply", span));
            }
            left = Expr::Binary(*op, width, Box::new(left), Box::new(right));
        }
        Ok((left, height))
    }

    fn width(&mut self) -> Width {
        if self.take_symbol("'") { Width::W64 } else { Width::W32 }
    }

    fn unary(&mut self) -> Parsed<Tall> {
        let Token::Symbol(symbol) = *self.token() else { return self.primary() };
        let Some((op, _)) = UNARIES.iter().find(|(_, known)| *known == symbol) else {
            return self.primary();
        };
        if *op == UnaryOp::Negate && matches!(self.token_after(), Token::Number(_)) {
            return Ok((Expr::Const(self.integer()?), 1));
        }
        self.advance();
        let width = if matches!(op, UnaryOp::Float(_)) { Width::W64 } else { self.width() };
        let (inner, height) = self.deeper(Self::unary)?;
        Ok((Expr::Unary(*op, width, Box::new(inner)), height + 1))
    }

    fn primary(&mut self) -> Parsed<Tall> {
        match self.token() {
            Token::Number(_) => Ok((Expr::Const(self.integer()?), 1)),
            Token::Symbol("(") => {
                self.advance();
                let inner = self.choice()?;
                self.expect_symbol(")")?;
                Ok(inner)
            }
            Token::Word(word) if word == "if" => self.choice(),
            Token::Word(word) if is_keyword(word) => self.measured(|parser| parser.special(word)),
            Token::Word(_) | Token::Quoted(_) => self.measured(Self::reference),
            _ => Err(self.expected("an expression")),
        }
    }

    /// Expressions that begin with a keyword.
    fn special(&mut self, word: &str) -> Parsed<Expr> {
        let simple = match word {
            "me" => Some(Expr::Myself),
            "served" => Some(Expr::Served),
            "process_count" => Some(Expr::ProcessCount),
            "last" => Some(Expr::Last),
            "timeout" => Some(Expr::Timeout),
            "nonprogress" => Some(Expr::NonProgress),
            "terminated" => Some(Expr::Terminated),
            _ => None,
        };
        if let Some(expr) = simple {
            self.advance();
            return Ok(expr);
        }
        if let Some(of_one) = of_one(word) {
            self.advance();
            self.expect_symbol("(")?;
            let inner = self.expression()?;
            self.expect_symbol(")")?;
            return Ok(of_one(Box::new(inner)));
        }
        let query = MONITOR_QUERIES.iter().find(|(_, known)| *known == word);
        if let Some((query, _)) = query {
            self.advance();
            self.expect_symbol("(")?;
            let of = self.monitor()?;
            self.expect_symbol(")")?;
            return Ok(Expr::Monitor(*query, Box::new(of)));
        }
        match word {
            "check" => {
                self.advance();
                self.expect_symbol("(")?;
                let inner = self.expression()?;
                self.expect_symbol(",")?;
                let length = self.small("a length")?;
                self.expect_symbol(")")?;
                Ok(Expr::Checked(Box::new(inner), length))
            }
            "heard" => {
                self.advance();
                self.expect_symbol("(")?;
                let event = self.small("the number of an event")?;
                self.expect_symbol(")")?;
                Ok(Expr::Event(event))
            }
            "callers" => {
                self.advance();
                self.expect_symbol("(")?;
                let entry = self.entry_name()?;
                let index = self.index()?.map(Box::new);
                self.expect_symbol(")")?;
                Ok(Expr::Waiting(entry, index))
            }
            "poll" => {
                self.advance();
                let anywhere = self.take_word("any");
                let channel = Box::new(self.channel()?);
                let patterns = self.list(Self::pattern)?;
                Ok(Expr::Poll { channel, patterns, anywhere })
            }
            _ => Err(self.expected("an expression")),
        }
    }

    /// A variable, a cell of one, a local of another process, a field, or `P@label`.
    fn reference(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let path = self.path("a variable")?;
        let index = self.index()?.map(Box::new);
        if self.is_symbol("@") || self.is_symbol("::") {
            let template = self.template_of(&path)?;
            let process = index;
            if self.take_symbol("@") {
                let locations = self.locations(template)?;
                return Ok(Expr::At { process, template, locations });
            }
            self.advance();
            let path = self.path("a local variable")?;
            let local = self.local_of(&path, template);
            let index = self.index()?.map(Box::new);
            let root = Root::Remote { process, template, local };
            return Ok(Expr::Read(Place { root, index }));
        }
        if self.take_symbol("->") {
            let Some(record) = index else {
                let span = self.span_from(start);
                return Err(self.error("a field is written `POOL[RECORD]->FIELD`", span));
            };
            let pool = self.pool_of(&path)?;
            let path = self.path("a field")?;
            let field = self.field_of(&path, pool);
            let index = self.index()?.map(Box::new);
            let root = Root::Field { pool, record, field };
            return Ok(Expr::Read(Place { root, index }));
        }
        let root = self.variable_of(&path);
        Ok(Expr::Read(Place { root, index }))
    }

    pub(super) fn place(&mut self) -> Parsed<Place> {
        let start = self.span();
        match self.token() {
            Token::Word(word) if is_keyword(word) => return Err(self.expected("a variable")),
            Token::Word(_) | Token::Quoted(_) => {}
            _ => return Err(self.expected("a variable")),
        }
        let (expr, height) = self.deeper(|parser| parser.measured(Self::reference))?;
        self.tallest = self.tallest.max(height);
        match expr {
            Expr::Read(place) => Ok(place),
            _ => {
                let span = self.span_from(start);
                Err(self.error("this is no variable", span))
            }
        }
    }

    /// The channel of an operation: a variable, or any expression in parentheses.
    pub(super) fn channel(&mut self) -> Parsed<Expr> {
        if self.take_symbol("(") {
            let channel = self.expression()?;
            self.expect_symbol(")")?;
            return Ok(channel);
        }
        self.place().map(Expr::Read)
    }

    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        if self.take_word("_") {
            Ok(Pattern::Ignore)
        } else if self.take_symbol("?") {
            self.place().map(Pattern::Bind)
        } else {
            self.expression().map(Pattern::Match)
        }
    }

    /// `[…]`, if there is one.
    pub(super) fn index(&mut self) -> Parsed<Option<Expr>> {
        if !self.take_symbol("[") {
            return Ok(None);
        }
        let index = self.expression()?;
        self.expect_symbol("]")?;
        Ok(Some(index))
    }

    pub(super) fn template_name(&mut self) -> Parsed<TemplateId> {
        let name = self.name("the name of a template")?;
        self.template_of(&[name])
    }

    fn template_of(&mut self, path: &[Name]) -> Parsed<TemplateId> {
        let name = self.only(path)?;
        Ok(self.look_up(&name, "template", "t", |known| {
            (&known.names.templates, known.system.templates.len())
        }))
    }

    fn pool_of(&mut self, path: &[Name]) -> Parsed<PoolId> {
        let name = self.only(path)?;
        Ok(self
            .look_up(&name, "pool", "pool", |known| (&known.names.pools, known.system.pools.len())))
    }

    pub(super) fn entry_name(&mut self) -> Parsed<EntryId> {
        let name = self.name("the name of an entry")?;
        Ok(self.look_up(&name, "entry", "n", |known| {
            (&known.names.entries, known.system.entries.len())
        }))
    }

    fn only(&mut self, path: &[Name]) -> Parsed<Name> {
        match path {
            [name] => Ok(name.clone()),
            [_, second, ..] => Err(self.error("only a variable has a name with dots", second.span)),
            [] => Err(self.expected("a name")),
        }
    }

    fn locations(&mut self, template: TemplateId) -> Parsed<Vec<LocationId>> {
        if !self.take_symbol("{") {
            let name = self.name("a location")?;
            return Ok(vec![self.location_of(&name, template)]);
        }
        let mut locations = Vec::new();
        while !self.take_symbol("}") {
            if !locations.is_empty() {
                self.expect_symbol(",")?;
            }
            let name = self.name("a location")?;
            locations.push(self.location_of(&name, template));
        }
        Ok(locations)
    }

    pub(super) fn location_of(&mut self, name: &Name, template: TemplateId) -> LocationId {
        let Some(known) = self.declarations else { return LocationId(0) };
        let inside = known.names.inside.get(template.index());
        match (known.system.templates.get(template), inside) {
            (Some(code), Some((_, labels))) => {
                self.find(name, "location", LOCATION_IDS, labels, code.locations.len())
            }
            _ => LocationId(0),
        }
    }

    fn local_of(&mut self, path: &[Name], template: TemplateId) -> LocalId {
        let Some(known) = self.declarations else { return LocalId(0) };
        let inside = known.names.inside.get(template.index());
        match (known.system.templates.get(template), inside) {
            (Some(code), Some((locals, _))) => {
                let name = joined(path);
                self.find(&name, "local variable", &["l"], locals, code.locals.len())
            }
            _ => LocalId(0),
        }
    }

    fn field_of(&mut self, path: &[Name], pool: PoolId) -> u32 {
        let Some(known) = self.declarations else { return 0 };
        match (known.system.pools.get(pool), known.names.fields.get(pool.index())) {
            (Some(code), Some(fields)) => {
                let name = joined(path);
                let field: GlobalId =
                    self.find(&name, "field", FIELD_IDS, fields, code.fields.len());
                field.0
            }
            _ => 0,
        }
    }

    /// The variable that a name means here: a local first, then a global.
    fn variable_of(&mut self, path: &[Name]) -> Root {
        let Some(known) = self.declarations else { return Root::Global(GlobalId(0)) };
        let name = joined(path);
        let inside = self.template.and_then(|at| {
            Some((known.system.templates.get(at)?, known.names.inside.get(at.index())?))
        });
        if !name.quoted && id_number(&name.text, "g").is_some() {
            let (table, count) = (&known.names.globals, known.system.globals.len());
            return Root::Global(self.find(&name, "global variable", &["g"], table, count));
        }
        if let Some((code, (locals, _))) = inside {
            let is_id = !name.quoted && id_number(&name.text, "l").is_some();
            if is_id || locals.get(&name.text).is_some() {
                let count = code.locals.len();
                return Root::Local(self.find(&name, "local variable", &["l"], locals, count));
            }
        }
        match known.names.globals.get(&name.text) {
            Some(number) if !inside.is_some_and(|(_, (l, _))| l.contains(&name.text)) => {
                Root::Global(GlobalId(number))
            }
            _ => {
                let mut tables = vec![&known.names.globals];
                tables.extend(inside.map(|(_, (locals, _))| locals));
                self.unknown("variable", &name.text, name.span, &tables);
                Root::Global(GlobalId(0))
            }
        }
    }
}

/// A path as one name, by which tables know it.
fn joined(path: &[Name]) -> Name {
    let span = path.iter().map(|part| part.span).reduce(|a, b| a.to(b));
    Name {
        text: key_of(path),
        quoted: path.len() != 1 || path.iter().any(|part| part.quoted),
        span: span.unwrap_or(trine_base::Span::new(trine_base::FileId(0), 0, 0)),
    }
}

/// What a keyword makes of the one expression in parentheses behind it.
fn of_one(word: &str) -> Option<Box<dyn Fn(Box<Expr>) -> Expr>> {
    let make: fn(Box<Expr>) -> Expr = match word {
        "enabled" => Expr::Enabled,
        "pc" => Expr::PcValue,
        "priority" => Expr::Priority,
        "started" => Expr::Started,
        "ended" => Expr::Ended,
        _ => {
            if let Some((query, _)) = QUERIES.iter().find(|(_, known)| *known == word) {
                return Some(Box::new(|inner| Expr::Channel(*query, inner)));
            }
            let (op, _) = CONVERSIONS.iter().find(|(_, known)| *known == word)?;
            return Some(Box::new(|inner| Expr::Unary(*op, Width::W64, inner)));
        }
    };
    Some(Box::new(make))
}

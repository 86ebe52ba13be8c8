//! Random expressions and places.

use super::Maker;
use crate::{
    BinaryOp, ChannelQuery, EntryId, Expr, FloatBinary, FloatUnary, GlobalId, LocalId, LocationId,
    MonitorQuery, Pattern, Place, PoolId, Root, TemplateId, Type, UnaryOp, Width,
};

impl Maker {
    /// Something to compare, assign or send.
    pub(super) fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.random.chance(35) {
            return match self.random.below(5) {
                0 | 1 => Expr::Const(self.random.between(0, 2)),
                2 if self.wishes.observers => self.observer(),
                2 | 3 if self.wishes.questions => self.question(),
                _ => match self.readable() {
                    Some(place) => Expr::Read(place),
                    None => Expr::Const(1),
                },
            };
        }
        let width = if self.random.chance(15) { Width::W64 } else { Width::W32 };
        match self.random.below(12) {
            0 => {
                let ops = [
                    UnaryOp::Negate,
                    UnaryOp::Not,
                    UnaryOp::Complement,
                    UnaryOp::Float(FloatUnary::Of),
                    UnaryOp::Float(FloatUnary::ToInt),
                ];
                let op = self.random.pick(&ops).unwrap_or(UnaryOp::Not);
                let width = if matches!(op, UnaryOp::Float(_)) { Width::W64 } else { width };
                Expr::Unary(op, width, Box::new(self.expr(depth - 1)))
            }
            1 => Expr::Conditional(
                Box::new(self.expr(depth - 1)),
                Box::new(self.expr(depth - 1)),
                Box::new(self.expr(depth - 1)),
            ),
            2 if self.random.chance(30) => Expr::Checked(Box::new(self.expr(depth - 1)), 3),
            _ => {
                let op = self.operator();
                let width = if matches!(op, BinaryOp::Float(_)) { Width::W64 } else { width };
                let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
                Expr::Binary(op, width, Box::new(left), Box::new(right))
            }
        }
    }

    fn operator(&mut self) -> BinaryOp {
        let common = [
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::Less,
            BinaryOp::GreaterEqual,
            BinaryOp::And,
            BinaryOp::Or,
        ];
        let rare = [
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::Remainder,
            BinaryOp::ShiftLeft,
            BinaryOp::ShiftRight,
            BinaryOp::ShiftRightUnsigned,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
            BinaryOp::LessEqual,
            BinaryOp::Greater,
            BinaryOp::Float(FloatBinary::Add),
            BinaryOp::Float(FloatBinary::Less),
        ];
        let list: &[BinaryOp] = if self.random.chance(80) { &common } else { &rare };
        self.random.pick(list).unwrap_or(BinaryOp::Equal)
    }

    /// An expression for no particular process: constants and operators only.
    pub(super) fn quiet_expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return Expr::Const(self.random.between(0, 2));
        }
        let (left, right) = (self.quiet_expr(depth - 1), self.quiet_expr(depth - 1));
        Expr::binary(BinaryOp::Add, left, right)
    }

    /// A condition that is neither always true nor always false, with some luck.
    pub(super) fn condition(&mut self) -> Expr {
        if self.wishes.observers && self.random.chance(10) {
            return Expr::Timeout;
        }
        if self.wishes.questions && self.random.chance(30) {
            return self.question();
        }
        if self.wishes.channels
            && self.random.chance(30)
            && let Some(about) = self.channel_condition()
        {
            return about;
        }
        let Some(place) = self.readable() else { return Expr::TRUE };
        let op = self.random.pick(&[BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less]);
        let right = self.expr(1);
        Expr::binary(op.unwrap_or(BinaryOp::Equal), Expr::Read(place), right)
    }

    fn channel_condition(&mut self) -> Option<Expr> {
        let (channel, kind) = self.channel()?;
        let queries = [
            ChannelQuery::Empty,
            ChannelQuery::NotEmpty,
            ChannelQuery::Full,
            ChannelQuery::NotFull,
            ChannelQuery::Length,
        ];
        if self.random.chance(30) {
            let fields = self.system.channel_kinds[kind].fields.len();
            let patterns = (0..fields)
                .map(|_| match self.random.below(2) {
                    0 => Pattern::Ignore,
                    _ => Pattern::Match(Expr::Const(self.random.between(0, 2))),
                })
                .collect();
            let anywhere = self.random.chance(50);
            return Some(Expr::Poll { channel: Box::new(channel), patterns, anywhere });
        }
        let query = self.random.pick(&queries)?;
        Some(Expr::Channel(query, Box::new(channel)))
    }

    fn monitor_question(&mut self) -> Expr {
        let queries = [MonitorQuery::Mine, MonitorQuery::Held, MonitorQuery::Waiting];
        let query = self.random.pick(&queries).unwrap_or(MonitorQuery::Held);
        Expr::Monitor(query, Box::new(self.monitor()))
    }

    /// How a process, a monitor or an entry stands.
    pub(super) fn question(&mut self) -> Expr {
        let process = Box::new(match self.random.below(8) {
            0 => Expr::Myself,
            1 => self.readable().map_or(Expr::Const(1), Expr::Read),
            number => Expr::Const(number as i64 % 3),
        });
        match self.random.below(6) {
            0 if !self.system.monitors.is_empty() => self.monitor_question(),
            1 if !self.system.entries.is_empty() => Expr::Waiting(EntryId(0), None),
            2 => Expr::Started(process),
            _ => Expr::Ended(process),
        }
    }

    /// What one can ask about the rest of the system.
    fn observer(&mut self) -> Expr {
        let process = |maker: &mut Maker| Box::new(Expr::Const(maker.random.between(0, 2)));
        let template = TemplateId(self.random.below(self.system.templates.len()) as u32);
        match self.random.below(10) {
            0 => Expr::Myself,
            1 => Expr::ProcessCount,
            2 => Expr::Last,
            3 if self.random.chance(50) => Expr::NonProgress,
            3 if self.random.chance(30) => Expr::Terminated,
            3 => Expr::Event(self.random.between(0, 3) as u32),
            4 => Expr::PcValue(process(self)),
            5 => Expr::Priority(process(self)),
            6 if self.random.chance(40) => Expr::Started(process(self)),
            6 => Expr::Ended(process(self)),
            7 if !self.system.monitors.is_empty() && self.random.chance(60) => {
                self.monitor_question()
            }
            7 if !self.system.entries.is_empty() => Expr::Waiting(EntryId(0), None),
            8 => {
                let process = Some(process(self));
                let number = self.random.below(3);
                let known = self.system.templates[template].locations.len();
                let locations = (0..number.min(known)).map(|at| LocationId(at as u32)).collect();
                Expr::At { process, template, locations }
            }
            _ => {
                let of_someone = self.random.chance(50);
                let process = if of_someone { None } else { Some(process(self)) };
                let parameters = self.system.templates[template].parameters;
                let local = LocalId(parameters);
                let root = Root::Remote { process, template, local };
                Expr::Read(Place { root, index: None })
            }
        }
    }

    /// A variable of plain data that exists here. Hidden ones are only written.
    pub(super) fn readable(&mut self) -> Option<Place> {
        let places = self.data_places(false);
        self.some_cell(places)
    }

    pub(super) fn writable(&mut self) -> Option<Place> {
        let places = self.data_places(true);
        self.some_cell(places)
    }

    fn data_places(&self, hidden: bool) -> Vec<(Place, u32)> {
        let plain = |ty: Type| !matches!(ty, Type::Channel | Type::Reference(_) | Type::Process);
        let mut places = Vec::new();
        for (id, variable) in self.system.globals.enumerate() {
            if plain(variable.ty) && (hidden || !variable.hidden) {
                places.push((Place::global(id), variable.cells()));
            }
        }
        if let Some(template) = self.system.templates.get(self.template) {
            for (id, variable) in template.locals.enumerate() {
                if plain(variable.ty) {
                    places.push((Place::local(id), variable.cells()));
                }
            }
        }
        places
    }

    fn some_cell(&mut self, places: Vec<(Place, u32)>) -> Option<Place> {
        let chosen = self.random.below(places.len());
        let (place, cells) = places.into_iter().nth(chosen)?;
        if self.wishes.pools && self.random.chance(10) {
            let record = self.reference()?;
            let root =
                Root::Field { pool: PoolId(0), record: Box::new(Expr::Read(record)), field: 1 };
            return Some(Place { root, index: None });
        }
        if cells == 1 {
            return Some(place);
        }
        let index = if self.random.chance(80) {
            Expr::Const(self.random.between(0, i64::from(cells) - 1))
        } else {
            let globals = [GlobalId(0), GlobalId(1)];
            Expr::global(self.random.pick(&globals).unwrap_or(GlobalId(0)))
        };
        Some(place.at(index))
    }

    /// A variable that holds a record, or a field that does.
    pub(super) fn reference(&mut self) -> Option<Place> {
        let mut places = Vec::new();
        for (id, variable) in self.system.globals.enumerate() {
            if matches!(variable.ty, Type::Reference(_)) {
                places.push(Place::global(id));
            }
        }
        for (id, variable) in self.system.templates.get(self.template)?.locals.enumerate() {
            if matches!(variable.ty, Type::Reference(_)) {
                places.push(Place::local(id));
            }
        }
        let chosen = self.random.below(places.len());
        let place = places.into_iter().nth(chosen)?;
        if self.random.chance(30) {
            let record = Box::new(Expr::Read(place));
            return Some(Place {
                root: Root::Field { pool: PoolId(0), record, field: 0 },
                index: None,
            });
        }
        Some(place)
    }
}

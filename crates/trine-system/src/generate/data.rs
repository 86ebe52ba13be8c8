//! What a random system declares.

use super::Maker;
use crate::{
    ChannelKind, ChannelKindId, Entry, EnumDecl, EnumId, Init, Monitor, PathPart, Pool, PoolId,
    Slot, Template, Type, Variable,
};

impl Maker {
    pub(super) fn declare(&mut self) {
        if self.random.chance(20) {
            let values = vec![("red".to_string(), 1), ("green".to_string(), 2)];
            self.system.enums.push(EnumDecl { name: "colour".to_string(), values });
        }
        for number in 0..2 {
            let ty = self.small_type();
            let mut variable = Variable::scalar(format!("x{number}"), ty);
            if self.random.chance(20) {
                variable.init = Init::Value(1);
            }
            self.system.globals.push(variable);
        }
        if self.random.chance(50) {
            let ty = self.small_type();
            let mut table = Variable::array("table", 2, ty);
            if self.random.chance(30) {
                table.path.push(PathPart { name: "cell".to_string(), length: None });
                table.init = Init::Values(vec![0, 1]);
            }
            table.volatile = self.random.chance(20);
            table.boxed = table.volatile;
            self.system.globals.push(table);
        }
        if self.random.chance(10) {
            let mut silent = Variable::scalar("when", Type::BYTE);
            silent.hidden = true;
            self.system.globals.push(silent);
        }
        if self.wishes.monitors {
            self.system.monitors.push(Monitor { name: "lock".to_string(), count: 1 });
            if self.random.chance(30) {
                self.system.monitors.push(Monitor { name: "forks".to_string(), count: 2 });
            }
        }
        if self.wishes.entries {
            self.entries();
        }
        if self.wishes.channels {
            self.channels();
        }
        if self.wishes.pools {
            let next = Type::Reference(PoolId(0));
            let mut value = Variable::scalar("value", Type::Bool);
            value.init = Init::Value(1);
            let fields = vec![Variable::scalar("next", next), value];
            self.system.pools.push(Pool { name: "node".to_string(), capacity: 2, fields });
            self.system.globals.push(Variable::scalar("head", next));
        }
        if self.random.chance(15) {
            let mut computed = Variable::scalar("computed", Type::Int { bits: 2, signed: true });
            let value = self.quiet_expr(1);
            computed.init = Init::Computed(value);
            self.system.globals.push(computed);
        }
    }

    fn entries(&mut self) {
        let mut types = |most: usize| {
            let count = self.random.below(most + 1);
            let choices = [Type::Bool, Type::Range { low: 1, high: 2 }, Type::BYTE];
            (0..count).filter_map(|_| self.random.pick(&choices)).collect::<Vec<_>>()
        };
        let (parameters, results) = (types(2), types(1));
        let given =
            (0..parameters.len() as u32).map(|at| Slot { given: Some(at), ..Slot::default() });
        let back = (0..results.len() as u32).map(|at| Slot { back: Some(at), ..Slot::default() });
        let profile = given.chain(back).collect();
        let get = Entry { name: "get".to_string(), count: 1, parameters, results, profile };
        self.system.entries.push(get);
        if self.random.chance(30) {
            self.system.entries.push(Entry {
                name: "family".to_string(),
                count: 2,
                parameters: vec![Type::Bool],
                results: Vec::new(),
                profile: Vec::new(),
            });
        }
    }

    fn channels(&mut self) {
        for number in 0..=self.random.below(2) as u32 {
            let capacity = self.random.below(4) as u32;
            let fields = self.random.below(3);
            let choices = [Type::Bool, Type::BYTE, Type::Range { low: 1, high: 3 }];
            let fields = (0..fields).filter_map(|_| self.random.pick(&choices)).collect();
            let name = format!("kind{number}");
            self.system.channel_kinds.push(ChannelKind { name, capacity, fields });
            let mut variable = if self.random.chance(25) {
                Variable::array(format!("q{number}"), 2, Type::Channel)
            } else {
                Variable::scalar(format!("q{number}"), Type::Channel)
            };
            variable.init = Init::Channels(ChannelKindId(number));
            self.system.globals.push(variable);
        }
    }

    /// A type of few values.
    pub(super) fn small_type(&mut self) -> Type {
        let mut types = vec![
            Type::Bool,
            Type::Int { bits: 2, signed: false },
            Type::Int { bits: 2, signed: true },
            Type::Range { low: 0, high: 2 },
        ];
        if !self.system.enums.is_empty() {
            types.push(Type::Enum(EnumId(0)));
        }
        self.random.pick(&types).unwrap_or(Type::Bool)
    }

    pub(super) fn header(&mut self, number: u32) -> Template {
        let mut template = Template::new(format!("task{number}"));
        if self.random.chance(50) {
            template.add_parameter("who", Type::Int { bits: 2, signed: false });
        }
        // The same name in every template and, now and then, that of a global.
        let name = if self.random.chance(15) { "x0" } else { "y" };
        let ty = self.small_type();
        template.add_local(Variable::scalar(name, ty));
        if self.random.chance(20) {
            template.add_local(Variable::array("row", 2, Type::Bool));
        }
        if self.wishes.pools && self.random.chance(50) {
            template.add_local(Variable::scalar("mine", Type::Reference(PoolId(0))));
        }
        if self.wishes.channels && self.random.chance(10) {
            template.add_local(Variable::scalar("borrowed", Type::Channel));
        }
        template.deterministic = self.random.chance(5);
        template.daemon = self.random.chance(10);
        template
    }
}

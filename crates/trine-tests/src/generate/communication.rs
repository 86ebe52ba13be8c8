//! Random channels, sends, receives, polls and channel tests.

use super::Generator;
use super::names::{Channel, Scope, Type, Variable};

impl Generator {
    pub(super) fn channel_declarations(&mut self) {
        let mut capacities = Vec::new();
        if self.flavour.rendezvous {
            capacities.push(0);
        }
        if self.flavour.buffered {
            capacities.push(self.rng.between(1, 2));
            if self.rng.chance(30) {
                capacities.push(self.rng.between(1, 3));
            }
        }
        for capacity in capacities {
            let fields = self.fields();
            let name = self.fresh("c");
            let length = self.rng.chance(20).then_some(2);
            let channel = Channel { name, capacity, fields, length, sends: true, receives: true };
            self.line(format!("{};", channel_declaration(&channel)));
            self.channels.push(channel);
        }
        if self.flavour.twice {
            self.line("byte tw[2];");
            self.line("chan ct = [1] of { byte, byte };");
        }
        let exchanges = self.flavour.rendezvous || self.flavour.buffered;
        if self.flavour.records && exchanges && !self.flavour.traces() && self.rng.chance(70) {
            let name = self.fresh("cr");
            let capacity = if self.flavour.buffered { self.rng.between(1, 2) } else { 0 };
            let leads = self.rng.chance(30);
            let fields = if leads { "byte, Rec" } else { "Rec" };
            self.record("rm");
            self.line(format!("chan {name} = [{capacity}] of {{ {fields} }};"));
            self.record_channel = Some((name, capacity, leads));
        }
    }

    /// A whole record, its arrays included, sent or received.
    fn record_exchange(&mut self, scope: &Scope) -> Option<String> {
        let (name, capacity, leads) = self.record_channel.clone()?;
        if scope.in_d_step && capacity == 0 || !self.rng.chance(30) {
            return None;
        }
        let record = *self.rng.pick(&["r", "rm"]);
        let operator = if self.rng.chance(50) { "!" } else { "?" };
        let lead = match (leads, operator) {
            (false, _) => "",
            (true, "?") => *self.rng.pick(&["_, ", "1, "]),
            (true, _) => *self.rng.pick(&["1, ", "2, "]),
        };
        Some(format!("{name}{operator}{lead}{record}"))
    }

    pub(super) fn fields(&mut self) -> Vec<Type> {
        let mut kinds = vec![Type::Byte, Type::Bit, Type::Short, Type::Bool, Type::Int, Type::Byte];
        if self.flavour.mtypes {
            kinds.push(Type::Mtype);
        }
        (0..self.rng.weighted(&[(6, 1), (3, 2), (1, 3)])).map(|_| *self.rng.pick(&kinds)).collect()
    }

    /// A send or a receive as one statement.
    pub(super) fn exchange(&mut self, scope: &Scope) -> Option<String> {
        if let Some(text) = self.record_exchange(scope) {
            return Some(text);
        }
        let usable: Vec<Channel> = scope
            .channels
            .iter()
            .filter(|c| (c.sends || c.receives) && (c.capacity > 0 || !scope.in_d_step))
            .cloned()
            .collect();
        if usable.is_empty() {
            return None;
        }
        let channel = self.rng.pick(&usable).clone();
        Some(if channel.sends && (!channel.receives || self.rng.chance(50)) {
            self.send(scope, &channel)
        } else {
            self.receive(scope, &channel)
        })
    }

    fn channel_name(&mut self, scope: &Scope, channel: &Channel) -> String {
        match channel.length {
            None => channel.name.clone(),
            Some(length) => format!("{}[{}]", channel.name, self.index(scope, length)),
        }
    }

    pub(super) fn send(&mut self, scope: &Scope, channel: &Channel) -> String {
        let name = self.channel_name(scope, channel);
        // A trace looks at the last message, wherever a sorted send put its own.
        let sorted = channel.capacity > 0 && !self.flavour.traces() && self.rng.chance(20);
        let operator = if sorted { "!!" } else { "!" };
        let values: Vec<String> = channel
            .fields
            .iter()
            .map(|kind| match sorted {
                true => self.sorted_value(scope, *kind),
                false => self.sent_value(scope, *kind),
            })
            .collect();
        if values.len() > 1 && self.rng.chance(25) {
            return format!("{name}{operator}{}({})", values[0], values[1..].join(", "));
        }
        format!("{name}{operator}{}", values.join(", "))
    }

    /// A value that its field keeps whole: SPIN compares before the field cuts it off.
    fn sorted_value(&mut self, scope: &Scope, field: Type) -> String {
        match self.rng.below(3) {
            // An element of an array of bits holds a byte.
            0 => self.readable(scope, |v| v.length.is_none() && v.kind.fits(field)),
            _ => None,
        }
        .unwrap_or_else(|| self.rng.below(if field.is_small() { 2 } else { 4 }).to_string())
    }

    fn sent_value(&mut self, scope: &Scope, kind: Type) -> String {
        if kind == Type::Mtype && !self.mtypes.is_empty() {
            return self.rng.pick(&self.mtypes).clone();
        }
        match self.rng.below(10) {
            0..=3 => self.rng.below(3).to_string(),
            4 => (*self.rng.pick(&["257", "3", "-1", "65537"])).to_owned(),
            5..=7 => self.read(scope),
            _ => format!("({} % 3)", self.value(scope, 1)),
        }
    }

    pub(super) fn receive(&mut self, scope: &Scope, channel: &Channel) -> String {
        let name = self.channel_name(scope, channel);
        let arguments = self.arguments(scope, channel, &name, false).join(", ");
        let buffered = channel.capacity > 0 && !self.flavour.traces();
        let random = if !self.flavour.traces() && self.rng.chance(20) { "??" } else { "?" };
        if buffered && self.rng.chance(15) {
            return format!("{name}{random}<{arguments}>");
        }
        format!("{name}{random}{arguments}")
    }

    /// What a receive or a poll names for each field; no variable twice, and none that chooses the
    /// channel: SPIN would choose again half way.
    fn arguments(
        &mut self,
        scope: &Scope,
        channel: &Channel,
        name: &str,
        poll: bool,
    ) -> Vec<String> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut used: Vec<String> =
            name.split(|c| !word(c)).filter(|w| !w.is_empty()).map(str::to_owned).collect();
        let alone = channel.fields.len() == 1;
        let mut arguments = Vec::new();
        for kind in &channel.fields {
            let argument = match self.rng.below(10) {
                0..=1 => self.constant(*kind),
                2 => "_".to_owned(),
                3 => self.evaluated(scope, &mut used),
                _ => self
                    .receiver(scope, &mut used, |v| v.holds(*kind, alone))
                    .unwrap_or_else(|| "_".to_owned()),
            };
            arguments.push(argument);
        }
        // A poll of nothing but variables only asks whether there is a message.
        if poll && !arguments.is_empty() && self.rng.chance(70) {
            arguments[0] = self.constant(channel.fields[0]);
        }
        arguments
    }

    /// One element of an array takes both fields of a message; SPIN refuses that for variables. Both fields have the
    /// same value: SPIN undoes such a receive with the value of the second field in the place of the first.
    pub(super) fn twice(&mut self) -> String {
        match self.rng.below(2) {
            0 => {
                let value = self.rng.below(4);
                format!("ct!{value}, {value}")
            }
            _ => "ct?tw[0], tw[0]".to_owned(),
        }
    }

    fn constant(&mut self, kind: Type) -> String {
        if kind == Type::Mtype && !self.mtypes.is_empty() {
            self.rng.pick(&self.mtypes).clone()
        } else {
            self.rng.below(3).to_string()
        }
    }

    /// eval of a variable that the same receive does not set: SPIN undoes the other case wrongly.
    fn evaluated(&mut self, scope: &Scope, used: &mut Vec<String>) -> String {
        if self.rng.chance(20) {
            return format!("eval({})", self.rng.below(3));
        }
        match self.receiver(scope, used, |_| true) {
            Some(variable) => format!("eval({variable})"),
            None => format!("eval({})", self.rng.below(3)),
        }
    }

    /// A variable to receive into. One that is too narrow for the field would be left out of the
    /// comparison: SPIN undoes such a receive wrongly.
    fn receiver(
        &mut self,
        scope: &Scope,
        used: &mut Vec<String>,
        fits: impl Fn(Type) -> bool,
    ) -> Option<String> {
        let free: Vec<Variable> = scope
            .variables
            .iter()
            .filter(|v| v.length.is_none() && v.readable && !used.contains(&v.name))
            .filter(|v| fits(v.kind))
            .cloned()
            .collect();
        if free.is_empty() {
            return None;
        }
        let variable = self.rng.pick(&free).name.clone();
        used.push(variable.clone());
        Some(variable)
    }

    /// `c?[1,x]` on a buffered channel.
    pub(super) fn poll(&mut self, scope: &Scope) -> Option<String> {
        let channel = self.buffered(scope)?;
        let name = self.channel_name(scope, &channel);
        let arguments = self.arguments(scope, &channel, &name, true).join(", ");
        let operator = if self.rng.chance(30) { "??" } else { "?" };
        Some(format!("({name}{operator}[{arguments}])"))
    }

    pub(super) fn channel_length(&mut self, scope: &Scope) -> Option<String> {
        let channel = self.buffered(scope)?;
        Some(format!("len({})", self.channel_name(scope, &channel)))
    }

    /// `full(c)` and its like; SPIN takes no negation of them.
    pub(super) fn channel_test(&mut self, scope: &Scope) -> Option<String> {
        let channel = self.buffered(scope)?;
        let name = self.channel_name(scope, &channel);
        let test = *self.rng.pick(&["full", "nfull", "empty", "nempty"]);
        Some(format!("{test}({name})"))
    }

    pub(super) fn buffered(&mut self, scope: &Scope) -> Option<Channel> {
        let buffered: Vec<Channel> = scope
            .channels
            .iter()
            .filter(|c| c.capacity > 0 && c.sends && c.receives)
            .cloned()
            .collect();
        if buffered.is_empty() { None } else { Some(self.rng.pick(&buffered).clone()) }
    }
}

/// `chan c[2] = [1] of { byte, bit }`.
pub(super) fn channel_declaration(channel: &Channel) -> String {
    let fields: Vec<&str> = channel.fields.iter().map(|kind| kind.keyword()).collect();
    let length = channel.length.map_or(String::new(), |n| format!("[{n}]"));
    format!("chan {}{length} = [{}] of {{ {} }}", channel.name, channel.capacity, fields.join(", "))
}

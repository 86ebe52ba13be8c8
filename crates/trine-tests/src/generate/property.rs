//! Random never claims, ltl blocks and event automata.

use super::names::{Channel, Scope};
use super::{Generator, PropertyKind};

impl Generator {
    pub(super) fn property(&mut self) {
        match self.flavour.property {
            PropertyKind::None => {}
            PropertyKind::Never => self.never(),
            PropertyKind::Ltl => {
                let formula = self.formula(3);
                self.line(format!("ltl p0 {{ {formula} }}"));
            }
            PropertyKind::Trace => self.trace("trace"),
            PropertyKind::NoTrace => self.trace("notrace"),
        }
    }

    fn never(&mut self) {
        self.open("never {");
        match self.rng.below(4) {
            0 => {
                self.open("do");
                self.line(":: true;");
                self.line(":: np_ -> break;");
                self.close("od;");
                self.line("accept:");
                self.open("do");
                self.line(":: np_;");
                self.close("od;");
            }
            1 => {
                // Matched to its end: a finite sequence of observations.
                let (stay, leave) = (self.proposition(), self.proposition());
                self.open("do");
                self.line(format!(":: {stay};"));
                self.line(format!(":: {leave} -> break;"));
                self.close("od;");
                let last = self.proposition();
                self.line(format!("{last};"));
            }
            2 => {
                let leave = self.proposition();
                self.open("do");
                self.line(format!(":: {leave} -> break;"));
                self.line(":: else;");
                self.close("od;");
                self.accepting_loop();
            }
            _ => {
                let leave = self.proposition();
                self.open("do");
                self.line(":: true;");
                self.line(format!(":: {leave} -> break;"));
                self.close("od;");
                self.accepting_loop();
            }
        }
        self.close("}");
    }

    fn accepting_loop(&mut self) {
        let stay = self.proposition();
        self.line("accept:");
        self.open("do");
        self.line(format!(":: {stay};"));
        self.close("od;");
    }

    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.proposition();
        }
        match self.rng.below(10) {
            0..=2 => format!("([] {})", self.formula(depth - 1)),
            3..=5 => format!("(<> {})", self.formula(depth - 1)),
            6 => format!("(! {})", self.formula(depth - 1)),
            7 => {
                let operator = *self.rng.pick(&["U", "W", "V"]);
                format!("({} {operator} {})", self.proposition(), self.formula(depth - 1))
            }
            _ => {
                let operator = *self.rng.pick(&["->", "&&", "||"]);
                format!("({} {operator} {})", self.proposition(), self.formula(depth - 1))
            }
        }
    }

    /// What a claim can see: globals, channels, places and locals of processes.
    fn proposition(&mut self) -> String {
        if self.flavour.remote
            && self.rng.chance(40)
            && let Some(remote) = self.remote()
        {
            return remote;
        }
        if self.flavour.pc_value
            && self.flavour.property == PropertyKind::Never
            && self.rng.chance(30)
            && let Some(places) = self.places()
        {
            return places;
        }
        if self.flavour.enabled && self.next_pid > 0 && self.rng.chance(20) {
            return format!("(enabled({}))", self.rng.below(self.next_pid));
        }
        if self.flavour.last && self.rng.chance(20) {
            return format!("(_last == {})", self.rng.below(2));
        }
        let mut scope = Scope::new(self.globals.clone());
        // No poll and no _pid here.
        scope.plain_body = true;
        scope.in_d_step = true;
        scope.in_formula = true;
        self.condition(&scope, 1)
    }

    fn trace(&mut self, keyword: &str) {
        // For a rendezvous SPIN takes an offer that no process accepts for an event.
        let channels: Vec<Channel> = self
            .channels
            .iter()
            .filter(|c| c.length.is_none() && c.capacity > 0)
            .cloned()
            .collect();
        if channels.is_empty() {
            return;
        }
        let channel = self.rng.pick(&channels).clone();
        self.open(format!("{keyword} {{"));
        let looped = self.rng.chance(60);
        if looped {
            self.open("do");
        }
        if looped && self.rng.chance(40) {
            let any = vec!["_"; channel.fields.len()].join(",");
            self.line(format!(":: {}!{any};", channel.name));
            self.line(format!(":: {}?{any};", channel.name));
        } else {
            let first = self.event(&channel);
            self.line(if looped { format!(":: {first};") } else { format!("{first};") });
            for _ in 0..self.rng.between(1, 2) {
                let next = self.event(&channel);
                self.line(format!("{next};"));
            }
        }
        if looped {
            self.close("od;");
        }
        self.close("}");
    }

    fn event(&mut self, channel: &Channel) -> String {
        let operator = if self.rng.chance(65) { "!" } else { "?" };
        let fields: Vec<String> =
            channel
                .fields
                .iter()
                .map(|_| {
                    if self.rng.chance(65) { "_".to_owned() } else { self.rng.below(3).to_string() }
                })
                .collect();
        format!("{}{operator}{}", channel.name, fields.join(","))
    }
}

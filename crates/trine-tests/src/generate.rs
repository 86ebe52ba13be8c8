//! Writes random small Promela models that SPIN accepts, the same one for the same seed.
//!
//! A model draws a *flavour* first: which constructs it may use. SPIN refuses some together
//! (`enabled` or priorities with rendezvous), and a few have quirks in SPIN that are no part of the
//! language (see SPIN-FACTS.md), so flavours keep those apart. Values stay in small domains, so
//! that most models have a few thousand states at most.

mod choice;
mod communication;
mod expression;
mod flavour;
mod names;
mod process;
mod property;
mod statement;

pub use flavour::{Flavour, PropertyKind};

use crate::rng::Rng;
use names::{Channel, Proctype, Type, Variable};

/// A generated model.
#[derive(Clone, Debug)]
pub struct Generated {
    pub seed: u64,
    pub flavour: Flavour,
    pub text: String,
}

/// The model of a seed.
pub fn model(seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let flavour = Flavour::draw(&mut rng);
    of_flavour(seed, flavour, rng)
}

/// The models of a seed, the first one first: a seed stands for the first of them that is small
/// enough to be searched.
pub fn attempts(seed: u64) -> impl Iterator<Item = Generated> {
    (0..4).map(move |attempt: u64| {
        let own = Rng::new(seed ^ (attempt << 40)).next_u64();
        if attempt == 0 { model(seed) } else { Generated { seed, ..model(own) } }
    })
}

/// The model of a seed, with the constructs that are asked for.
pub fn model_with(seed: u64, flavour: Flavour) -> Generated {
    let mut rng = Rng::new(seed ^ 0x5eed);
    rng.next_u64();
    of_flavour(seed, flavour, rng)
}

fn of_flavour(seed: u64, flavour: Flavour, rng: Rng) -> Generated {
    let mut generator = Generator {
        rng,
        flavour: flavour.clone(),
        lines: Vec::new(),
        indent: 0,
        mtypes: Vec::new(),
        globals: Vec::new(),
        channels: Vec::new(),
        proctypes: Vec::new(),
        inlines: Vec::new(),
        record_channel: None,
        fresh: 0,
        next_pid: 0,
        twins: None,
    };
    generator.write_model();
    let mut text = generator.lines.join("\n");
    text.push('\n');
    Generated { seed, flavour, text }
}

/// An inline that bodies may call.
#[derive(Clone, Debug)]
struct Inline {
    name: String,
    /// One parameter, to be replaced by a variable.
    has_parameter: bool,
}

struct Generator {
    rng: Rng,
    flavour: Flavour,
    lines: Vec<String>,
    indent: usize,
    mtypes: Vec<String>,
    globals: Vec<Variable>,
    channels: Vec<Channel>,
    proctypes: Vec<Proctype>,
    inlines: Vec<Inline>,
    /// A channel of whole records: its name, its capacity, and whether a byte goes before the record.
    record_channel: Option<(String, usize, bool)>,
    fresh: usize,
    next_pid: usize,
    /// Two instances of one proctype.
    twins: Option<(usize, usize)>,
}

impl Generator {
    fn write_model(&mut self) {
        self.declarations();
        self.inlines();
        self.processes();
        self.property();
    }

    fn line(&mut self, text: impl AsRef<str>) {
        let text = format!("{}{}", "\t".repeat(self.indent), text.as_ref());
        self.lines.push(text);
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: impl AsRef<str>) {
        self.indent = self.indent.saturating_sub(1);
        self.line(text);
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn declarations(&mut self) {
        if self.flavour.mtypes {
            self.mtypes = ["red", "green", "blue"].map(str::to_owned).to_vec();
            self.line("mtype = { red, green, blue };");
        }
        if self.flavour.records {
            self.line("typedef Rec { byte a; bit b; short c[2]; bit d[2] };");
            self.record("r");
            if self.rng.chance(40) {
                self.record("rs[2]");
            }
        }
        for _ in 0..self.rng.between(2, 4) {
            let kind = self.draw_type();
            let name = self.fresh("g");
            let length = self.rng.chance(25).then(|| self.rng.between(2, 3) as u32);
            // Arrays of unsigned are not part of the language.
            let kind = if length.is_some() && matches!(kind, Type::Unsigned(_)) {
                Type::Byte
            } else {
                kind
            };
            let initial = self.rng.chance(40).then(|| self.initial(kind));
            let qualifier = match self.rng.below(40) {
                0 if !self.flavour.steps_matter && !kind.is_small() => "hidden ",
                1 => "show ",
                _ => "",
            };
            let hidden = qualifier == "hidden ";
            let declared = names::declaration(&kind, &name, length, initial);
            self.line(format!("{qualifier}{declared};"));
            // What is hidden is only written: reading it makes the verdict depend on search order.
            self.globals.push(Variable { name, kind, length, readable: !hidden });
        }
        self.channel_declarations();
    }

    /// A global record variable, entered as one variable per field.
    fn record(&mut self, declared: &str) {
        self.line(format!("Rec {declared};"));
        let paths: Vec<String> = match declared.split_once('[') {
            None => vec![declared.to_owned()],
            Some((name, _)) => vec![format!("{name}[0]"), format!("{name}[1]")],
        };
        for path in paths {
            let field = |field: &str, kind, length| Variable {
                name: format!("{path}.{field}"),
                kind,
                length,
                readable: true,
            };
            self.globals.extend([
                field("a", Type::Byte, None),
                field("b", Type::Bit, None),
                field("c", Type::Short, Some(2)),
                field("d", Type::Bit, Some(2)),
            ]);
        }
    }

    fn draw_type(&mut self) -> Type {
        let mut kinds = vec![
            (25, Type::Byte),
            (15, Type::Bit),
            (10, Type::Bool),
            (10, Type::Short),
            (10, Type::Int),
            (3, Type::Pid),
        ];
        if self.flavour.unsigned {
            kinds.push((25, Type::Unsigned(2)));
            kinds.push((8, Type::Unsigned(3)));
        }
        if self.flavour.mtypes {
            kinds.push((15, Type::Mtype));
        }
        self.rng.weighted(&kinds)
    }

    /// A constant that fits: SPIN rejects an initialiser that does not.
    fn initial(&mut self, kind: Type) -> i64 {
        let values = match kind {
            Type::Bit | Type::Bool => 2,
            _ => 4,
        };
        self.rng.below(values) as i64
    }

    fn inlines(&mut self) {
        if !self.flavour.inlines {
            return;
        }
        let name = self.fresh("inl");
        let has_parameter = self.rng.chance(60);
        self.open(format!("inline {name}({}) {{", if has_parameter { "par" } else { "" }));
        let mut scope = names::Scope::new(self.globals.clone());
        if has_parameter {
            scope.variables.push(Variable::scalar("par", Type::Byte));
        }
        scope.plain_body = true;
        self.sequence(&mut scope, 2);
        self.close("}");
        self.inlines.push(Inline { name, has_parameter });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_model() {
        for seed in 0..200 {
            assert_eq!(model(seed).text, model(seed).text);
        }
        assert_ne!(model(1).text, model(2).text);
    }

    /// In the models that every run of the tests compares with SPIN.
    #[test]
    fn what_examples_never_use_occurs_in_several_models() {
        let models: Vec<String> = (0..300).map(|seed| model(seed).text).collect();
        for construct in [
            "unless",
            "??",
            "!!",
            "eval(",
            "enabled(",
            "_last",
            "pc_value(",
            "np_",
            "unsigned",
            "]:l",
            "]@",
            "?tw[0], tw[0]",
            "od unless",
            "= _last",
            "!r;",
            "trace {",
            " -> ",
        ] {
            let found = models.iter().filter(|text| text.contains(construct)).count();
            assert!(found >= 4, "{construct} occurs in {found} models only");
        }
    }

    #[test]
    fn every_construct_occurs() {
        let all: String = (0..2000).map(|seed| model(seed).text).collect();
        for construct in [
            "unless",
            "??",
            "!!",
            "eval(",
            "enabled(",
            "_last",
            "pc_value(",
            "np_",
            "unsigned",
            ":l",
            "@",
            "trace",
            "notrace",
            " -> ",
            "d_step",
            "atomic",
            "timeout",
            "run ",
            "never",
            "ltl",
            "provided",
            "priority",
            "select",
            "for (",
            "goto",
            "else",
            "hidden",
            "typedef",
            "inline",
            "mtype",
            "?<",
            "?[",
            "xr ",
            "xs ",
            "_nr_pr",
            "_pid",
            "assert",
            "printf",
            "[0] of",
            "chan ",
            "D_proctype",
            "Rec };",
            "} unless",
            "break",
            "progress",
            "accept",
            "end",
        ] {
            assert!(all.contains(construct), "no {construct}");
        }
    }
}

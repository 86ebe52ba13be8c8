//! Random proctypes and the init process.

use super::Generator;
use super::communication::channel_declaration;
use super::names::{Channel, Proctype, Scope, Type, Variable, declaration};

impl Generator {
    pub(super) fn processes(&mut self) {
        let exclusive = self.exclusive_channel();
        let count = if self.flavour.dynamic {
            self.rng.between(1, 2)
        } else {
            self.rng.weighted(&[(1, 1), (6, 2), (6, 3)])
        };
        // The places of two processes are compared where they run the same code.
        let twins = self.flavour.pc_value && !self.flavour.dynamic;
        let count = if twins { count.min(2) } else { count };
        let mut active = 0;
        for index in 0..count {
            let instances = if self.flavour.dynamic && (index == 0 || self.rng.chance(60)) {
                0
            } else if !self.flavour.dynamic
                && (self.rng.chance(18) || twins)
                && active == 0
                && count < 3
            {
                2
            } else {
                1
            };
            active += instances;
            let may_ask_enabled =
                self.flavour.enabled && index + 1 == count && instances == 1 && index > 0;
            self.proctype(instances, may_ask_enabled, exclusive.as_deref(), index);
        }
        if self.flavour.dynamic {
            self.init();
        }
    }

    /// A channel with one reader (the first process) and one writer (the second), named as such.
    fn exclusive_channel(&mut self) -> Option<String> {
        if !self.flavour.exclusive || self.flavour.dynamic {
            return None;
        }
        let fitting: Vec<String> = self
            .channels
            .iter()
            .filter(|c| c.capacity > 0 && c.length.is_none())
            .map(|c| c.name.clone())
            .collect();
        fitting.first().cloned()
    }

    fn proctype(
        &mut self,
        instances: usize,
        may_ask_enabled: bool,
        exclusive: Option<&str>,
        index: usize,
    ) {
        let name = self.fresh("P");
        let runnable = instances == 0;
        let parameters: Vec<Variable> = if runnable {
            (0..self.rng.below(3)).map(|_| Variable::scalar(&self.fresh("p"), Type::Byte)).collect()
        } else {
            Vec::new()
        };
        let channel_parameters = self.channel_parameters(runnable);
        let pids: Vec<usize> = (self.next_pid..self.next_pid + instances).collect();
        self.next_pid += instances;
        if let [one, other, ..] = pids[..] {
            self.twins = Some((one, other));
        }

        let mut scope = Scope::new(self.globals.clone());
        scope.variables.extend(parameters.iter().cloned());
        scope.channels = self.channels.clone();
        scope.channels.extend(channel_parameters.iter().cloned());
        self.restrict(&mut scope, exclusive, index, instances);
        scope.may_ask_enabled = may_ask_enabled;
        scope.other_pids = (0..pids.first().copied().unwrap_or(0)).collect();
        scope.labels = self.plan_labels();

        let header = self.header(&name, instances, &parameters, &channel_parameters);
        self.open(header);
        let locals = self.head(&mut scope, exclusive, index, instances);
        // Others may refer to what this body declares once it is written; it may do so itself.
        let entry = Proctype {
            name,
            parameters: parameters.iter().map(|p| p.kind).collect(),
            channel_parameters,
            locals,
            labels: scope.labels.clone(),
            pids,
        };
        self.body(&mut scope);
        self.close("}");
        self.proctypes.push(entry);
    }

    fn channel_parameters(&mut self, runnable: bool) -> Vec<Channel> {
        let shapes: Vec<Channel> = self.channels.clone();
        if !runnable || !self.flavour.channel_parameters || shapes.is_empty() {
            return Vec::new();
        }
        let mut channel = self.rng.pick(&shapes).clone();
        channel.name = self.fresh("q");
        channel.length = None;
        vec![channel]
    }

    /// On the exclusive channel the first process receives, the second sends, others do neither.
    fn restrict(&self, scope: &mut Scope, exclusive: Option<&str>, index: usize, instances: usize) {
        for channel in &mut scope.channels {
            if exclusive == Some(channel.name.as_str()) {
                channel.receives = index == 0 && instances == 1;
                channel.sends = index == 1 && instances == 1;
            }
        }
        scope.channels.retain(|c| c.sends || c.receives);
    }

    fn plan_labels(&mut self) -> Vec<String> {
        if !self.flavour.labels {
            return Vec::new();
        }
        (0..self.rng.below(3))
            .map(|_| {
                // With a claim SPIN mixes its acceptance with that of the processes.
                let accept = if self.flavour.claims() { 0 } else { 1 };
                let stem =
                    self.rng.weighted(&[(5, "L"), (3, "end"), (1, "progress"), (accept, "accept")]);
                self.fresh(stem)
            })
            .collect()
    }

    fn header(
        &mut self,
        name: &str,
        instances: usize,
        parameters: &[Variable],
        channels: &[Channel],
    ) -> String {
        let mut list: Vec<String> =
            parameters.iter().map(|p| declaration(&p.kind, &p.name, None, None)).collect();
        list.extend(channels.iter().map(|c| format!("chan {}", c.name)));
        let active = match instances {
            0 => String::new(),
            1 => "active ".to_owned(),
            n => format!("active [{n}] "),
        };
        let keyword = if self.rng.chance(3) { "D_proctype" } else { "proctype" };
        let mut header = format!("{active}{keyword} {name}({})", list.join("; "));
        if self.flavour.priorities && instances > 0 {
            header.push_str(&format!(" priority {}", self.rng.between(1, 4)));
        }
        if self.flavour.provided && self.rng.chance(50) {
            let scope = Scope::new(self.globals.clone());
            let condition = self.condition(&scope, 1);
            header.push_str(&format!(" provided {condition}"));
        }
        header.push_str(" {");
        header
    }

    fn head(
        &mut self,
        scope: &mut Scope,
        exclusive: Option<&str>,
        index: usize,
        instances: usize,
    ) -> Vec<Variable> {
        let locals = self.head_locals(scope);
        self.pad();
        if self.rng.chance(25) {
            self.counter(scope);
        }
        if self.flavour.local_channels && self.rng.chance(60) {
            let channel = Channel {
                name: self.fresh("lc"),
                capacity: 1,
                fields: self.fields(),
                length: None,
                sends: true,
                receives: true,
            };
            self.line(format!("{};", channel_declaration(&channel)));
            scope.channels.push(channel);
        }
        if let Some(name) = exclusive
            && instances == 1
            && index < 2
        {
            self.line(format!("{} {name};", if index == 0 { "xr" } else { "xs" }));
        }
        locals
    }

    /// With priorities SPIN forgets the last byte of a process that has no byte among its locals.
    fn pad(&mut self) {
        if self.flavour.priorities {
            let name = self.fresh("pad");
            self.line(format!("byte {name};"));
        }
    }

    /// The statements of a body, with its labels on some of those at the top.
    fn body(&mut self, scope: &mut Scope) {
        let mut labels = scope.labels.clone();
        labels.reverse();
        for _ in 0..self.rng.between(2, 6) {
            if !labels.is_empty() && self.rng.chance(50) {
                self.labelled(scope, &mut labels);
            } else {
                self.statement(scope);
            }
        }
        if self.rng.chance(35) {
            self.repetition(scope);
        }
        while !labels.is_empty() {
            self.labelled(scope, &mut labels);
        }
    }

    /// A label and a statement that may carry it: no declaration, no goto.
    fn labelled(&mut self, scope: &Scope, labels: &mut Vec<String>) {
        let Some(label) = labels.pop() else { return };
        self.line(format!("{label}:"));
        // An option that only jumps to its own choice would be a loop that SPIN refuses.
        let mut scope = scope.clone();
        scope.labels.retain(|other| *other != label);
        let scope = &scope;
        match self.rng.below(6) {
            0 => self.repetition(scope),
            1 => self.choice(scope, true),
            2 if self.flavour.atomic => self.atomic(scope),
            _ => {
                let text = self.simple(scope);
                self.line(format!("{text};"));
            }
        }
    }

    fn init(&mut self) {
        self.next_pid += 1;
        self.open("init {");
        self.pad();
        let scope = Scope::new(self.globals.clone());
        let together = self.rng.chance(50);
        if together {
            self.open("atomic {");
        }
        for _ in 0..self.rng.between(1, 3) {
            if let Some(run) = self.run_text(&scope) {
                self.line(format!("{run};"));
            }
        }
        if together {
            self.line("skip;");
            self.close("};");
        }
        if self.rng.chance(25) && self.flavour.counts_processes() {
            self.line("(_nr_pr == 1);");
        }
        let mut inner = Scope::new(self.globals.clone());
        inner.channels = self.channels.clone();
        let count = self.rng.below(3);
        self.sequence(&mut inner, count);
        self.line("skip;");
        self.close("}");
    }
}

//! Networks and equations in words: what each transition is, numbered as one goes along, and the equations
//! of a question with these numbers.

use std::collections::BTreeMap;

use trine_property::EventInstrumentation;
use trine_verdict::{CellUse, ChannelUse, IlpEvent, IlpLabel, IlpPart, MonitorUse, ProcessUse};

use crate::Analysis;
use crate::problem::{Kind, Problem, Prune, RowName};
use crate::question::{Ending, Question, Quiescence, questions};

/// The numbers of states and transitions, from 1 on, over all networks.
struct Numbers {
    states: Vec<Vec<usize>>,
    transitions: Vec<Vec<usize>>,
    /// Networks, states and transitions in order.
    order: Vec<(usize, usize, Vec<usize>)>,
}

impl Analysis<'_> {
    /// The networks, and the equations of the question of a claim.
    pub fn show(&self) -> String {
        let numbers = self.numbers();
        let mut text = String::new();
        for (network, one) in self.networks.list.iter().enumerate() {
            text += &format!("{}\n", self.part_name(one.part));
            for (_, state, transitions) in
                numbers.order.iter().filter(|(other, ..)| *other == network)
            {
                let number = numbers.states[network][*state];
                text += &format!("  {number}  {}\n", self.state_name(network, *state));
                for at in transitions {
                    let transition = &one.transitions[*at];
                    let to = numbers.states[network][transition.to as usize];
                    let x = numbers.transitions[network][*at];
                    text +=
                        &format!("     x{x}  to {to}  {}\n", self.transition_name(network, *at));
                }
            }
        }
        let threads = self.facts.system.rules.threads;
        for question in questions(self.goal, self.staging(), threads, false).unwrap_or_default() {
            text += &match (&question.claim, question.stages.len()) {
                (None, 1) if question.rest.is_none() => self.one_stage(&question, &numbers),
                _ => self.stages(&question, &numbers),
            };
        }
        text
    }

    fn instrumentation(&self) -> Option<&EventInstrumentation> {
        self.goal.claim()?.instrumentation.as_ref()
    }

    fn event_name(&self, event: IlpEvent) -> String {
        let IlpEvent::Observed(event) = event else {
            return "what is not modelled".to_string();
        };
        let name = self
            .instrumentation()
            .and_then(|instrumentation| instrumentation.events.get(event as usize - 1));
        name.cloned().unwrap_or_default()
    }

    /// Numbers along the way one takes through a network: deeper first.
    fn numbers(&self) -> Numbers {
        let mut numbers =
            Numbers { states: Vec::new(), transitions: Vec::new(), order: Vec::new() };
        let (mut next_state, mut next_transition) = (0, 0);
        for (network, one) in self.networks.list.iter().enumerate() {
            let mut out: Vec<Vec<usize>> = vec![Vec::new(); one.states.len()];
            for (at, transition) in one.transitions.iter().enumerate() {
                out[transition.from as usize].push(at);
            }
            for list in &mut out {
                list.sort_by_key(|at| (one.transitions[*at].edges.first().map(|(_, e)| e.0), *at));
            }
            let mut states = vec![0; one.states.len()];
            let mut transitions = vec![0; one.transitions.len()];
            let mut order = Vec::new();
            // Where one is, and how many of its transitions one has gone along.
            let mut path: Vec<(usize, usize)> = Vec::new();
            for first in 0..one.states.len() {
                if states[first] > 0 {
                    continue;
                }
                next_state += 1;
                states[first] = next_state;
                order.push(first);
                path.push((first, 0));
                while let Some((state, done)) = path.pop() {
                    let Some(at) = out[state].get(done) else { continue };
                    path.push((state, done + 1));
                    next_transition += 1;
                    transitions[*at] = next_transition;
                    let to = one.transitions[*at].to as usize;
                    if states[to] == 0 {
                        next_state += 1;
                        states[to] = next_state;
                        order.push(to);
                        path.push((to, 0));
                    }
                }
            }
            for state in order {
                numbers.order.push((network, state, std::mem::take(&mut out[state])));
            }
            numbers.states.push(states);
            numbers.transitions.push(transitions);
        }
        numbers
    }

    pub(crate) fn part_name(&self, part: IlpPart) -> String {
        let system = self.facts.system;
        match part {
            IlpPart::Process(process) => system.processes[process as usize].name.clone(),
            IlpPart::Cell(cell) => self.cell_name(cell as usize),
            IlpPart::Channel(channel) => self.channel_name(channel as usize),
            IlpPart::Monitor(at) => {
                let mut rest = at;
                for monitor in &system.monitors {
                    if rest < monitor.count {
                        return match monitor.count {
                            1 => monitor.name.clone(),
                            _ => format!("{}[{rest}]", monitor.name),
                        };
                    }
                    rest -= monitor.count;
                }
                String::new()
            }
            IlpPart::Claim => "the property".to_string(),
        }
    }

    fn cell_name(&self, cell: usize) -> String {
        let globals = self.facts.system.globals.enumerate();
        let mut found = globals.filter_map(|(id, variable)| {
            let (start, count) = self.facts.global(id);
            (cell >= start && cell < start + count as usize)
                .then(|| variable.cell_name((cell - start) as u32))
        });
        found.next().unwrap_or_default()
    }

    fn channel_name(&self, channel: usize) -> String {
        let number = channel as i64 + 1;
        let holds = |cell: &usize| {
            let (ty, fixed) = self.facts.cells[*cell];
            let globals = &self.facts.initial.globals;
            fixed && ty == trine_system::Type::Channel && globals[*cell] == number
        };
        match (0..self.facts.cells.len()).find(holds) {
            Some(cell) => self.cell_name(cell),
            None => format!("channel {number}"),
        }
    }

    fn state_name(&self, network: usize, state: usize) -> String {
        let one = &self.networks.list[network];
        let word = &one.states[state];
        let IlpPart::Process(process) = one.part else {
            let values: Vec<String> = word.iter().map(i64::to_string).collect();
            return values.join(" ");
        };
        let process_state = crate::process_state::ProcessState::decode(word);
        let template = self.facts.template(process);
        let mut words = vec![format!("at {}", process_state.location)];
        for (id, local) in self.facts.system.templates[template].locals.enumerate() {
            if !self.facts.live.is_needed(template, process_state.location, id) {
                continue;
            }
            let (start, count, _) = self.facts.local(template, id);
            for cell in 0..count {
                let value = process_state.locals[start + cell as usize];
                words.push(format!("{} = {value}", local.cell_name(cell)));
            }
        }
        words.join(", ")
    }

    fn transition_name(&self, network: usize, at: usize) -> String {
        let transition = &self.networks.list[network].transitions[at];
        let mut words: Vec<String> = Vec::new();
        words.extend(transition.trigger.map(|label| self.label_name(label)));
        words.extend(transition.parts.iter().map(|label| self.label_name(*label)));
        if words.is_empty() {
            let texts = transition
                .edges
                .iter()
                .map(|(process, edge)| self.facts.edge(*process, *edge).text.clone());
            words.extend(texts.filter(|text| !text.is_empty()));
        }
        let events: Vec<String> =
            transition.events.iter().map(|event| self.event_name(*event)).collect();
        if !events.is_empty() {
            words.push(format!("event {}", events.join(", ")));
        }
        words.join("; ")
    }

    /// What a label says: for a rendezvous its channel, as the paper has the entry.
    pub(crate) fn label_name(&self, label: u32) -> String {
        let (network, said) = &self.networks.labels[label as usize];
        let name = self.part_name(self.networks.list[*network as usize].part);
        match said {
            IlpLabel::Cell(CellUse::Reads(value)) => format!("{name} is {value}"),
            IlpLabel::Cell(CellUse::Writes(value)) => format!("{name} becomes {value}"),
            IlpLabel::Cell(CellUse::Changes { from, to }) => {
                format!("{name} goes from {from} to {to}")
            }
            IlpLabel::Channel { how, message } => {
                let sign = match how {
                    ChannelUse::Sends => "!",
                    ChannelUse::Takes => "?",
                    ChannelUse::LooksAt => "?<>",
                    ChannelUse::TakesAnywhere => "??",
                };
                format!("{name}{sign}{}", listed(message))
            }
            IlpLabel::Monitor { operation, process } => {
                let process = self.part_name(IlpPart::Process(*process));
                format!("{} {name} in {process}", operation_name(*operation))
            }
            IlpLabel::Process(all) => {
                let all: Vec<String> = all.iter().map(|one| self.use_name(one, &name)).collect();
                all.join(", ")
            }
            IlpLabel::Event(event) => self.event_name(*event),
        }
    }

    /// What others do to a process of this name.
    fn use_name(&self, done: &ProcessUse, name: &str) -> String {
        let process = |number: &u32| self.part_name(IlpPart::Process(*number));
        match done {
            ProcessUse::Started => format!("start {name}"),
            ProcessUse::Joined => format!("join {name}"),
            ProcessUse::SeenEnded => format!("{name} has ended"),
            ProcessUse::Accepted { entry, by, arguments } => {
                let entry = self.entry_name(*entry as usize);
                format!("{entry}{} of {name} in {}", listed(arguments), process(by))
            }
            ProcessUse::Answered { results, .. } => format!("answered{}", listed(results)),
            ProcessUse::Receives { from, channel, message } => {
                let channel = self.channel_name(*channel as usize);
                format!("{channel}{} from {} to {name}", listed(message), process(from))
            }
        }
    }

    fn entry_name(&self, at: usize) -> String {
        let mut rest = at as u32;
        for entry in &self.facts.system.entries {
            if rest < entry.count {
                return match entry.count {
                    1 => entry.name.clone(),
                    _ => format!("{}({rest})", entry.name),
                };
            }
            rest -= entry.count;
        }
        String::new()
    }

    /// The networks that take part in every step with an event.
    fn takes_part(&self, event: IlpEvent, network: usize) -> bool {
        let mut all = true;
        for (number, one) in self.networks.list.iter().enumerate() {
            for transition in one.transitions.iter().filter(|t| t.events.contains(&event)) {
                let told =
                    |label: &u32| self.networks.labels[*label as usize].0 as usize == network;
                let causes = transition.trigger.is_some_and(|label| {
                    let mut says = self.networks.list.iter().enumerate().filter(|(_, other)| {
                        other.transitions.iter().any(|one| one.parts.contains(&label))
                    });
                    says.next().is_some_and(|(first, _)| first == network) && says.next().is_none()
                });
                all &= number == network || transition.parts.iter().any(told) || causes;
            }
        }
        all
    }

    /// The transitions of a network that are part of steps with an event.
    fn part_of(&self, event: IlpEvent, network: usize) -> Vec<usize> {
        let meets = |label: u32| {
            self.networks.list.iter().flat_map(|one| &one.transitions).any(|other| {
                other.events.contains(&event)
                    && (other.parts.contains(&label) || other.trigger == Some(label))
            })
        };
        let one = &self.networks.list[network];
        let is = |at: &usize| {
            let transition = &one.transitions[*at];
            transition.events.contains(&event)
                || transition.parts.iter().any(|label| meets(*label))
                || transition.trigger.is_some_and(meets)
        };
        (0..one.transitions.len()).filter(is).collect()
    }

    /// The states in which a network can be at the end of a stage, as far as its events tell.
    fn end_states(&self, question: &Question, network: usize) -> Vec<usize> {
        let one = &self.networks.list[network];
        let stage = &question.stages[0];
        let ends = stage.ends[0];
        let targets = |event: IlpEvent| -> Vec<usize> {
            let taken = self.part_of(event, network);
            taken.into_iter().map(|at| one.transitions[at].to as usize).collect()
        };
        if self.takes_part(ends, network) {
            let mut found = targets(ends);
            found.sort_unstable();
            found.dedup();
            return found;
        }
        let mut found: Vec<usize> = (0..one.states.len()).collect();
        for event in stage.requires.iter().map(|event| IlpEvent::Observed(*event)) {
            if self.takes_part(event, network) {
                let mut seen = vec![false; one.states.len()];
                let mut open = targets(event);
                while let Some(at) = open.pop() {
                    if !std::mem::replace(&mut seen[at], true) {
                        let next = one.transitions.iter().filter(|t| t.from as usize == at);
                        open.extend(next.map(|transition| transition.to as usize));
                    }
                }
                found.retain(|state| seen[*state]);
            }
        }
        found
    }

    /// The equations of one interval, before anything is left out: the step that ends it is counted with
    /// the others, and flow ends where it leads.
    fn one_stage(&self, question: &Question, numbers: &Numbers) -> String {
        let mut text = "\nFlow equations\n".to_string();
        let sum = |mut terms: Vec<String>| {
            if terms.is_empty() {
                terms.push("0".to_string());
            }
            terms.join(" + ")
        };
        for (network, state, _) in &numbers.order {
            let one = &self.networks.list[*network];
            let x = |at: usize| numbers.transitions[*network][at];
            let of = |is: &dyn Fn(usize) -> bool| -> Vec<String> {
                let mut found: Vec<usize> =
                    (0..one.transitions.len()).filter(|at| is(*at)).map(x).collect();
                found.sort_unstable();
                found.into_iter().map(|x| format!("x{x}")).collect()
            };
            let mut into = of(&|at| one.transitions[at].to as usize == *state);
            let mut out = of(&|at| one.transitions[at].from as usize == *state);
            if *state == 0 {
                into.insert(0, "1".to_string());
            }
            let number = numbers.states[*network][*state];
            let ends = self.end_states(question, *network);
            if ends.contains(state) {
                out.push(if ends.len() == 1 { "1".to_string() } else { format!("e{number}") });
            }
            text += &format!("  {number}  {} = {}\n", sum(into), sum(out));
        }
        text += "Communication equations\n";
        let mut meetings: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (network, one) in self.networks.list.iter().enumerate() {
            for (at, transition) in one.transitions.iter().enumerate() {
                let x = numbers.transitions[network][at];
                for label in &transition.parts {
                    meetings.entry(self.label_name(*label)).or_default().1.push(x);
                }
                if let Some(label) = transition.trigger {
                    meetings.entry(self.label_name(label)).or_default().0.push(x);
                }
            }
        }
        let list = |mut found: Vec<usize>| {
            found.sort_unstable();
            sum(found.into_iter().map(|x| format!("x{x}")).collect())
        };
        for (name, (left, right)) in meetings {
            text += &format!("  {name}  {} = {}\n", list(left), list(right));
        }
        for event in question.stages[0].requires.iter().map(|event| IlpEvent::Observed(*event)) {
            let mut found = Vec::new();
            for (network, one) in self.networks.list.iter().enumerate() {
                let with = |at: &usize| one.transitions[*at].events.contains(&event);
                let x = (0..one.transitions.len()).filter(with);
                found.extend(x.map(|at| numbers.transitions[network][at]));
            }
            text += &format!(
                "Requirement\n  {} occurs  {} >= 1\n",
                self.event_name(event),
                list(found)
            );
        }
        text
    }

    /// What is left of the networks in each stage.
    fn stages(&self, question: &Question, numbers: &Numbers) -> String {
        let mut text = String::new();
        let problem = Problem::new(&self.facts, self.networks, self.goal, question, Prune::Ways);
        let Ok(problem) = problem else {
            return "\na step has several events, one of which ends an interval\n".to_string();
        };
        for (stage, asked) in question.stages.iter().enumerate() {
            let ends: Vec<String> =
                asked.ends.iter().map(|event| self.event_name(*event)).collect();
            text += &match question.rest {
                None if question.claim == Some(Ending::Round) => match stage {
                    0 => "\nup to where a round begins\n".to_string(),
                    _ => "\nthe round\n".to_string(),
                },
                None => format!("\ninterval {}, up to {}\n", stage + 1, ends.join(" or ")),
                Some(Quiescence::Global | Quiescence::Any) => {
                    "\nup to where nobody can step\n".to_string()
                }
                Some(Quiescence::WaitCycle) => {
                    "\nup to where some wait for each other\n".to_string()
                }
            };
            for (network, one) in self.networks.list.iter().enumerate() {
                let mut words = Vec::new();
                let mut left = Vec::new();
                let mut used = vec![false; one.transitions.len()];
                let own = problem.variables.iter().filter(|variable| {
                    variable.network as usize == network && variable.from.stage as usize == stage
                });
                let mut rests = Vec::new();
                for variable in own {
                    match variable.kind {
                        Kind::Step(at) => {
                            used[at as usize] = true;
                            words.push((numbers.transitions[network][at as usize], ""));
                        }
                        Kind::End(at) => {
                            used[at as usize] = true;
                            words.push((numbers.transitions[network][at as usize], " at its end"));
                        }
                        Kind::Stuck => {}
                        Kind::Connect => {
                            rests.push(numbers.states[network][variable.from.state as usize]);
                        }
                    }
                }
                words.sort_unstable();
                rests.sort_unstable();
                left.extend(
                    (0..used.len())
                        .filter(|at| !used[*at])
                        .map(|at| numbers.transitions[network][at]),
                );
                left.sort_unstable();
                let words: Vec<String> =
                    words.iter().map(|(x, how)| format!("x{x}{how}")).collect();
                let listed = |prefix: &str, found: &[usize]| {
                    let found: Vec<String> = found.iter().map(|x| format!("{prefix}{x}")).collect();
                    if found.is_empty() { "-".to_string() } else { found.join(", ") }
                };
                text += &format!(
                    "  {}: {}; goes on from {}; left out: {}\n",
                    self.part_name(one.part),
                    if words.is_empty() { "-".to_string() } else { words.join(", ") },
                    listed("", &rests),
                    listed("x", &left)
                );
            }
        }
        let meetings =
            problem.rows.iter().filter(|row| matches!(row.name, RowName::Meet { .. })).count();
        text += &format!(
            "{} variables (of {}), {} equations, {meetings} of them of communication\n",
            problem.variables.len(),
            problem.before,
            problem.rows.len()
        );
        text
    }

    /// A flow in words: for each process, what happens how often, and whether that hangs in the air.
    pub(crate) fn flow_lines(&self, problem: &Problem<'_>, flow: &[i64]) -> Vec<crate::FlowLine> {
        let hanging = crate::branch::hanging(problem, flow);
        let mut lines = Vec::new();
        for (at, variable) in problem.variables.iter().enumerate().filter(|(at, _)| flow[*at] > 0) {
            let (Kind::Step(step) | Kind::End(step)) = variable.kind else { continue };
            let IlpPart::Process(process) = problem.part(variable.network) else { continue };
            let transition = &problem.transitions(variable.network)[step as usize];
            let edge = transition.edges.iter().find(|(other, _)| *other == process);
            lines.push(crate::FlowLine {
                stage: variable.from.stage,
                process,
                edge: edge.map(|(_, edge)| *edge),
                action: self.transition_name(variable.network as usize, step as usize),
                events: transition.events.iter().map(|event| self.event_name(*event)).collect(),
                count: flow[at],
                hangs: hanging[at],
            });
        }
        lines
    }
}

fn listed(values: &[i64]) -> String {
    match values {
        [] => String::new(),
        values => {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("({})", values.join(", "))
        }
    }
}

fn operation_name(operation: MonitorUse) -> &'static str {
    match operation {
        MonitorUse::Enter => "enter",
        MonitorUse::Exit => "exit",
        MonitorUse::Wait => "wait",
        MonitorUse::Waiting => "waiting",
        MonitorUse::WakeUp => "wake up",
        MonitorUse::Notified => "notified",
        MonitorUse::Notify => "notify",
        MonitorUse::NotifyAll => "notifyAll",
    }
}

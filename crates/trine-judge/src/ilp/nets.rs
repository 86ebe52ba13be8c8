//! Builds the networks again, part by part, until nothing new comes up.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use trine_system::interpret::Thread;
use trine_system::{LocalId, LocationId, Sync, TemplateId};
use trine_verdict::{
    CellUse, ChannelUse, IlpCertificate, IlpEvent, IlpLabel, IlpPart, MonitorUse, ProcessUse, Word,
};

use super::meeting::Said;
use super::step::{Beyond, Environment, Piece, Stepper, Taken};

/// An arrow of a network.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arrow {
    pub from: Word,
    pub to: Word,
    pub trigger: Option<IlpLabel>,
    pub parts: Said,
    pub events: Vec<IlpEvent>,
}

/// A network, built again.
#[derive(Default)]
pub struct Net {
    pub first: Word,
    pub states: BTreeSet<Word>,
    pub arrows: BTreeSet<Arrow>,
}

/// All networks, built again.
pub struct Nets {
    pub nets: BTreeMap<IlpPart, Net>,
    /// Which states of processes are ends.
    pub ended: HashSet<(u32, Word)>,
    /// Arrows of steps that perhaps cannot be taken where they are.
    pub doubtful: HashSet<(IlpPart, Arrow)>,
}

/// A way through steps that no other process sees.
type LocalRun = (Piece, Said);

const MOST_WAYS: usize = 64;
const MOST_ARROWS: usize = 2_000_000;

/// Builds the networks again from the system, with the interpreter and what the certificate leaves out.
pub fn build(
    stepper: &Stepper<'_>,
    proof: &IlpCertificate,
    go_on: &dyn Fn() -> bool,
) -> Result<Nets, Beyond> {
    let mut mortal = vec![false; stepper.count() as usize];
    for process in &proof.mortal {
        if let Some(one) = mortal.get_mut(*process as usize) {
            *one = true;
        }
    }
    let values = (0..stepper.fixed.len()).filter(|at| !stepper.fixed[*at] && !stepper.ignored[*at]);
    let mut builder = Builder {
        stepper,
        world: Environment {
            values: values.map(|at| (at, BTreeSet::from([stepper.initial.globals[at]]))).collect(),
            messages: vec![BTreeSet::new(); stepper.initial.channels.len()],
            calls: vec![BTreeSet::new(); stepper.initial.entries.len()],
            mortal,
        },
        nets: BTreeMap::new(),
        labels: BTreeMap::new(),
        pieces: Vec::new(),
        positions: HashMap::new(),
        told: BTreeMap::new(),
        dead: HashMap::new(),
        doubtful: HashSet::new(),
        arrows: 0,
    };
    for (template, location, local) in &proof.dead {
        builder.dead.entry((*template, *location)).or_default().push(*local);
    }
    builder.run(go_on)?;
    let mut ended = HashSet::new();
    for Met { process, word, piece, .. } in &builder.pieces {
        if stepper.ended(*process, piece) {
            if !builder.world.mortal[*process as usize] {
                return Err("a process that is said never to end can end".to_string());
            }
            ended.insert((*process, word.clone()));
        }
    }
    Ok(Nets { nets: builder.nets, ended, doubtful: builder.doubtful })
}

struct Builder<'a, 's> {
    stepper: &'a Stepper<'s>,
    world: Environment,
    nets: BTreeMap<IlpPart, Net>,
    labels: BTreeMap<IlpPart, BTreeSet<IlpLabel>>,
    /// The states of processes, in the order in which they were met.
    pieces: Vec<Met>,
    positions: HashMap<(u32, Word), usize>,
    /// What was told to which part.
    told: BTreeMap<IlpPart, Told>,
    /// The locals that do not matter at a location.
    dead: HashMap<(TemplateId, LocationId), Vec<LocalId>>,
    doubtful: HashSet<(IlpPart, Arrow)>,
    arrows: usize,
}

/// A state of a process.
struct Met {
    process: u32,
    word: Word,
    piece: Piece,
    /// How much was known when it was looked at last.
    acted: Option<usize>,
}

/// The states of a part, and the labels that all of them were told.
#[derive(Default)]
struct Told {
    states: BTreeSet<Word>,
    labels: BTreeSet<IlpLabel>,
    /// How much was known then.
    facts: usize,
}

impl Builder<'_, '_> {
    fn run(&mut self, go_on: &dyn Fn() -> bool) -> Result<(), Beyond> {
        for process in 0..self.stepper.count() {
            let state = &self.stepper.initial.processes[process as usize];
            let mut piece = Piece {
                location: state.location,
                thread: state.thread,
                call: (0, Vec::new()),
                serving: Vec::new(),
                locals: state.locals.clone(),
            };
            self.forget(process, &mut piece);
            let mut ways = self.settle(process, piece.clone())?;
            if ways.len() == 1 && ways[0].1.is_empty() {
                piece = ways.remove(0).0;
            }
            let word = self.know(process, piece);
            self.nets.entry(IlpPart::Process(process)).or_default().first = word;
        }
        loop {
            let before = self.known();
            let mut position = 0;
            while position < self.pieces.len() {
                if !go_on() {
                    return Err("the time is up".to_string());
                }
                self.act(position)?;
                position += 1;
            }
            for part in self.labels.keys().copied().collect::<Vec<IlpPart>>() {
                self.tell(part)?;
            }
            if self.arrows > MOST_ARROWS {
                return Err("networks that are too large to be checked".to_string());
            }
            if self.known() == before {
                return Ok(());
            }
        }
    }

    /// How much is known: it only grows.
    fn known(&self) -> (usize, usize, usize) {
        let states = self.nets.values().map(|net| net.states.len()).sum();
        let labels = self.labels.values().map(BTreeSet::len).sum();
        (states, labels, self.facts())
    }

    /// How many answers there are to what steps depend on.
    fn facts(&self) -> usize {
        self.world.values.values().map(BTreeSet::len).sum::<usize>()
            + self.world.messages.iter().map(BTreeSet::len).sum::<usize>()
            + self.world.calls.iter().map(BTreeSet::len).sum::<usize>()
    }

    fn know(&mut self, process: u32, piece: Piece) -> Word {
        let word = piece.word();
        let net = self.nets.entry(IlpPart::Process(process)).or_default();
        if net.states.insert(word.clone()) {
            if piece.call.0 == 1 {
                let entry = piece.call.1[0] as usize;
                self.world.calls[entry].insert((process, piece.call.1[1..].to_vec()));
            }
            self.positions.insert((process, word.clone()), self.pieces.len());
            self.pieces.push(Met { process, word: word.clone(), piece, acted: None });
        }
        word
    }

    fn forget(&self, process: u32, piece: &mut Piece) {
        let template = self.stepper.template(process);
        let locals = &self.stepper.system.templates[template].locals;
        for local in self.dead.get(&(template, piece.location)).into_iter().flatten() {
            let start = self.stepper.interpreter.local_offset(template, *local);
            let count = locals[*local].cells() as usize;
            piece.locals[start..start + count].fill(0);
        }
    }

    fn act(&mut self, position: usize) -> Result<(), Beyond> {
        let Met { process, piece, acted, .. } = &self.pieces[position];
        let process = *process;
        let edges = self.stepper.edges(process, piece.location);
        // Steps that are independent of others are looked at once.
        let depends = !self.world.values.is_empty()
            || edges.iter().any(|edge| {
                let sync = &self.stepper.original(process, *edge).sync;
                matches!(sync, Some(Sync::Accept { .. } | Sync::Receive { .. }))
            });
        let stamp = if depends { self.facts() } else { 0 };
        if *acted == Some(stamp) {
            return Ok(());
        }
        let (word, piece) = (self.pieces[position].word.clone(), piece.clone());
        self.pieces[position].acted = Some(stamp);
        for edge in edges {
            for taken in self.stepper.take(&self.world, process, &piece, edge, None)? {
                self.arrive(process, &word, None, taken)?;
            }
        }
        Ok(())
    }

    /// Tells all states of a part all labels, as far as that was not done before, or depends on what is known
    /// now.
    fn tell(&mut self, part: IlpPart) -> Result<(), Beyond> {
        let facts = self.facts();
        let mut told = self.told.remove(&part).unwrap_or_default();
        let depends = !self.world.values.is_empty() && matches!(part, IlpPart::Process(_));
        if depends && told.facts != facts {
            told = Told::default();
        }
        let labels = self.labels[&part].clone();
        let states = self.nets[&part].states.clone();
        let new: Vec<&Word> = states.difference(&told.states).collect();
        for label in told.labels.iter() {
            for state in &new {
                self.suffer(part, state, label)?;
            }
        }
        for label in labels.difference(&told.labels) {
            for state in &states {
                self.suffer(part, state, label)?;
            }
        }
        self.told.insert(part, Told { states, labels, facts });
        Ok(())
    }

    fn arrive(
        &mut self,
        process: u32,
        from: &Word,
        trigger: Option<&IlpLabel>,
        taken: Taken,
    ) -> Result<(), Beyond> {
        let mut piece = taken.piece;
        self.forget(process, &mut piece);
        for (piece, more) in self.settle(process, piece)? {
            let mut said = taken.said.clone();
            said.extend(more);
            let parts = together(said);
            for (part, label) in &parts {
                self.say(*part, label);
            }
            let to = self.know(process, piece);
            let (trigger, events) = (trigger.cloned(), taken.events.clone());
            let arrow = Arrow { from: from.clone(), to, trigger, parts, events };
            let part = IlpPart::Process(process);
            let known = self.nets.get(&part).is_some_and(|net| net.arrows.contains(&arrow));
            match (taken.unsure, known) {
                (true, false) => {
                    self.doubtful.insert((part, arrow.clone()));
                }
                (true, true) => {}
                (false, _) => {
                    self.doubtful.remove(&(part, arrow.clone()));
                }
            }
            self.arrow(part, arrow);
        }
        Ok(())
    }

    fn arrow(&mut self, part: IlpPart, arrow: Arrow) {
        let net = self.nets.entry(part).or_default();
        self.arrows += usize::from(net.arrows.insert(arrow));
    }

    /// A part observes a label, maybe for the first time.
    fn say(&mut self, part: IlpPart, label: &IlpLabel) {
        self.labels.entry(part).or_default().insert(label.clone());
        if let IlpPart::Channel(channel) = part
            && let IlpLabel::Channel { how: ChannelUse::Sends, message } = label
        {
            self.world.messages[channel as usize].insert(message.to_vec());
        }
        let net = self.nets.entry(part).or_default();
        if net.states.is_empty() {
            let initial = &self.stepper.initial;
            net.first = match part {
                IlpPart::Cell(cell) => [initial.globals[cell as usize]].into(),
                IlpPart::Channel(channel) => {
                    let messages = &initial.channels[channel as usize].messages;
                    let count = std::iter::once(messages.len() as i64);
                    count.chain(messages.iter().flatten().copied()).collect()
                }
                _ => [0, 0].into(),
            };
            net.states.insert(net.first.clone());
        }
    }

    /// All ways on through steps that no other process sees, prevents or causes.
    fn settle(&self, process: u32, piece: Piece) -> Result<Vec<LocalRun>, Beyond> {
        let mut found = Vec::new();
        if !self.ways(process, piece.clone(), Vec::new(), &mut Vec::new(), &mut found)? {
            return Ok(vec![(piece, Vec::new())]);
        }
        Ok(found)
    }

    /// False where there are too many.
    fn ways(
        &self,
        process: u32,
        piece: Piece,
        said: Said,
        path: &mut Vec<Word>,
        found: &mut Vec<LocalRun>,
    ) -> Result<bool, Beyond> {
        let word = piece.word();
        let next = match path.contains(&word) {
            true => None,
            false => self.quiet(process, &piece)?,
        };
        let Some(next) = next else {
            found.push((piece, said));
            return Ok(found.len() <= MOST_WAYS);
        };
        path.push(word);
        let mut all = path.len() <= MOST_WAYS;
        for taken in next {
            let mut more = said.clone();
            more.extend(taken.said);
            all = all && self.ways(process, taken.piece, more, path, found)?;
        }
        path.pop();
        Ok(all)
    }

    fn quiet(&self, process: u32, piece: &Piece) -> Result<Option<Vec<Taken>>, Beyond> {
        let edges = self.stepper.edges(process, piece.location);
        if matches!(piece.call.0, 1 | 2) || piece.thread == Thread::New {
            return Ok(None);
        }
        for edge in &edges {
            if !self.stepper.may_be_quiet(process, *edge)
                || !self.stepper.is_narrow(process, *edge)
                || !self.stepper.looked_at(&self.world, process, *edge).is_empty()
            {
                return Ok(None);
            }
        }
        let mut found = Vec::new();
        for edge in edges {
            let taken = self.stepper.take_noting(&self.world, process, piece, edge, None);
            let Ok((ways, false)) = taken else { return Ok(None) };
            for mut taken in ways {
                let completes = |(_, label): &(IlpPart, IlpLabel)| match label {
                    IlpLabel::Process(all) => {
                        matches!(all[..], [ProcessUse::Answered { .. }])
                    }
                    _ => false,
                };
                if taken.unsure || !taken.said.iter().all(completes) {
                    return Ok(None);
                }
                self.forget(process, &mut taken.piece);
                found.push(taken);
            }
        }
        Ok((!found.is_empty()).then_some(found))
    }

    fn suffer(&mut self, part: IlpPart, state: &Word, label: &IlpLabel) -> Result<(), Beyond> {
        let IlpPart::Process(process) = part else {
            for to in self.after(part, state, label) {
                if let IlpPart::Cell(cell) = part {
                    self.world.values.entry(cell as usize).or_default().insert(to[0]);
                }
                self.nets.entry(part).or_default().states.insert(to.clone());
                let (from, trigger) = (state.clone(), Some(label.clone()));
                let arrow = Arrow { from, to, trigger, parts: Vec::new(), events: Vec::new() };
                self.arrow(part, arrow);
            }
            return Ok(());
        };
        let piece = self.pieces[self.positions[&(process, state.clone())]].piece.clone();
        let start = Taken { piece, said: Vec::new(), events: Vec::new(), unsure: false };
        let mut now = vec![(start, false)];
        let IlpLabel::Process(all) = label else {
            trine_base::cannot_happen!("{label:?} is said to a process")
        };
        for done in all {
            let mut next = Vec::new();
            for (taken, _) in now {
                next.extend(self.hit(process, taken, done)?);
            }
            now = next;
        }
        for (taken, changed) in now {
            if changed {
                self.arrive(process, state, Some(label), taken)?;
            } else {
                let (from, to) = (state.clone(), state.clone());
                let trigger = Some(label.clone());
                let arrow = Arrow { from, to, trigger, parts: Vec::new(), events: Vec::new() };
                self.arrow(part, arrow);
            }
        }
        Ok(())
    }

    /// What one thing that others do makes of a process, and whether it changes anything.
    fn hit(
        &self,
        process: u32,
        mut taken: Taken,
        done: &ProcessUse,
    ) -> Result<Vec<(Taken, bool)>, Beyond> {
        let piece = &mut taken.piece;
        let ended = self.stepper.ended(process, piece);
        Ok(match done {
            ProcessUse::Started if piece.thread == Thread::New => {
                piece.thread = Thread::Started;
                vec![(taken, true)]
            }
            ProcessUse::Joined if ended || piece.thread == Thread::New => vec![(taken, false)],
            ProcessUse::SeenEnded if ended => vec![(taken, false)],
            ProcessUse::Accepted { entry, arguments, .. }
                if piece.call.0 == 1
                    && piece.call.1[0] == i64::from(*entry)
                    && piece.call.1[1..] == **arguments =>
            {
                piece.call = (2, vec![i64::from(*entry)]);
                vec![(taken, true)]
            }
            ProcessUse::Answered { results, .. } if piece.call.0 == 2 => {
                piece.call = (3, results.to_vec());
                vec![(taken, true)]
            }
            ProcessUse::Receives { channel, message, .. } => {
                let mut found = Vec::new();
                for edge in self.stepper.edges(process, piece.location) {
                    let sync = &self.stepper.original(process, edge).sync;
                    if !matches!(sync, Some(Sync::Receive { .. })) {
                        continue;
                    }
                    let received = Some((*channel as usize, &**message));
                    let ways = self.stepper.take(&self.world, process, piece, edge, received)?;
                    found.extend(ways.into_iter().map(|taken| (taken, true)));
                }
                found
            }
            _ => Vec::new(),
        })
    }

    /// Where a label leads something that is shared.
    fn after(&self, part: IlpPart, state: &Word, label: &IlpLabel) -> Vec<Word> {
        match (part, label) {
            (IlpPart::Cell(_), IlpLabel::Cell(what)) => match what {
                CellUse::Reads(value) if state[0] == *value => vec![state.clone()],
                CellUse::Writes(value) => vec![[*value].into()],
                CellUse::Changes { from, to } if state[0] == *from => vec![[*to].into()],
                CellUse::Reads(_) | CellUse::Changes { .. } => Vec::new(),
            },
            (IlpPart::Channel(channel), IlpLabel::Channel { how, message }) => {
                self.after_channel(channel as usize, state, *how, message)
            }
            (IlpPart::Monitor(_), IlpLabel::Monitor { operation, process }) => {
                let process = i64::from(*process);
                let waits = state[2..].iter().step_by(3).any(|who| *who == process);
                // These are all that it does then.
                let waiting = [MonitorUse::Waiting, MonitorUse::WakeUp, MonitorUse::Notified];
                if waits && self.stepper.waiters_wait && !waiting.contains(operation) {
                    return Vec::new();
                }
                super::monitor::after(state, *operation, process)
            }
            _ => Vec::new(),
        }
    }

    fn after_channel(
        &self,
        channel: usize,
        state: &Word,
        how: ChannelUse,
        given: &Word,
    ) -> Vec<Word> {
        let original = self.stepper.original;
        let kind = &original.channel_kinds[self.stepper.initial.channels[channel].kind];
        let width = kind.fields.len();
        let count = state[0] as usize;
        let message = |at: usize| state[1 + at * width..1 + (at + 1) * width].to_vec();
        let all: Vec<Vec<i64>> = (0..count).map(message).collect();
        let packed = |messages: &[Vec<i64>]| -> Word {
            let size = std::iter::once(messages.len() as i64);
            size.chain(messages.iter().flatten().copied()).collect()
        };
        let given = given.to_vec();
        let without = |at: usize| {
            let mut fewer = all.clone();
            fewer.remove(at);
            vec![packed(&fewer)]
        };
        match how {
            ChannelUse::Sends if count >= kind.capacity as usize => match original.rules.lossy {
                true => vec![state.clone()],
                false => Vec::new(),
            },
            ChannelUse::Sends => {
                let mut last = all.clone();
                last.push(given.clone());
                let mut ways = vec![packed(&last)];
                let mut edges = original.templates.iter().flat_map(|template| &template.edges);
                if edges.any(|edge| matches!(edge.sync, Some(Sync::Send { sorted: true, .. }))) {
                    let mut sorted = all.clone();
                    let at = all.iter().position(|one| *one > given).unwrap_or(count);
                    sorted.insert(at, given);
                    ways.push(packed(&sorted));
                }
                ways
            }
            ChannelUse::Takes if all.first() == Some(&given) => without(0),
            ChannelUse::LooksAt if all.first() == Some(&given) => vec![state.clone()],
            ChannelUse::TakesAnywhere => {
                all.iter().position(|one| *one == given).map_or(Vec::new(), without)
            }
            ChannelUse::Takes | ChannelUse::LooksAt => Vec::new(),
        }
    }
}

/// What is said to the same process in one step is one label.
fn together(said: Said) -> Said {
    let mut labels: Said = Vec::new();
    for (part, label) in said {
        let known = labels.iter().position(|(known, _)| *known == part);
        match (known.map(|at| &mut labels[at].1), label) {
            (Some(IlpLabel::Process(known)), IlpLabel::Process(more)) => known.extend(more),
            (_, label) => labels.push((part, label)),
        }
    }
    labels
}

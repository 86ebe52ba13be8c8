//! Makes small random systems, for tests: valid, finite, and using everything the model has.
//!
//! The same seed makes the same system, always and everywhere. Variables hold few values, loops
//! balance what they take and give back, and processes are few, so that most systems have some
//! hundreds of states; a search should still have a limit.

mod data;
mod expr;
mod random;
mod step;

use random::Random;

use crate::{
    ChannelKindId, Edge, EdgeId, Effect, EntryId, EntryRef, Expr, Hold, Label, LocalId, LocationId,
    PoolId, ProcessDecl, Rules, Sync, System, Template, TemplateId,
};

/// Which parts of the model a system should use. Each is used only where it is wished for, and then
/// perhaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    pub monitors: bool,
    pub threads: bool,
    pub entries: bool,
    pub channels: bool,
    pub run: bool,
    pub pools: bool,
    /// Atomic and deterministic steps.
    pub holds: bool,
    /// Priorities, lossy channels, `provided`, and processes that stay when they have ended.
    pub rules: bool,
    /// `timeout`, `last`, remote references and the like.
    pub observers: bool,
    /// Whether processes were started or have ended, which process holds monitors and how many wait are values
    /// of expressions, and of what `observers` has nothing else: reductions stay on.
    pub questions: bool,
}

impl Wishes {
    /// Everything that the model has.
    pub const ALL: Wishes = Wishes {
        monitors: true,
        threads: true,
        entries: true,
        channels: true,
        run: true,
        pools: true,
        holds: true,
        rules: true,
        observers: true,
        questions: false,
    };

    /// Only what every system has.
    pub const NONE: Wishes = Wishes {
        monitors: false,
        threads: false,
        entries: false,
        channels: false,
        run: false,
        pools: false,
        holds: false,
        rules: false,
        observers: false,
        questions: false,
    };
}

/// A random system that may use everything.
pub fn generate(seed: u64) -> System {
    generate_with(seed, Wishes::ALL)
}

/// A random system that uses only some parts of the model.
pub fn generate_with(seed: u64, wishes: Wishes) -> System {
    let mut random = Random::new(seed);
    // Few themes at a time, so that processes meet instead of passing each other by.
    let mut chosen = wishes;
    let themes = [
        &mut chosen.monitors,
        &mut chosen.threads,
        &mut chosen.entries,
        &mut chosen.channels,
        &mut chosen.run,
        &mut chosen.pools,
        &mut chosen.holds,
        &mut chosen.rules,
        &mut chosen.observers,
    ];
    let many = themes.iter().filter(|theme| ***theme).count() > 3;
    for theme in themes {
        *theme &= random.chance(if many { 40 } else { 90 });
    }
    let mut maker = Maker {
        random,
        wishes: chosen,
        system: System { name: format!("random {seed}"), ..System::default() },
        template: TemplateId(0),
        elses: Vec::new(),
        budget: 0,
    };
    maker.make();
    maker.system
}

/// As `generate_with`, with about every second answer to a caller replaced by sending it on.
pub fn generate_requeuing(seed: u64, wishes: Wishes) -> System {
    let mut system = generate_with(seed, wishes);
    let mut random = Random::new(seed);
    let entries = system.entries.clone();
    for edge in system.templates.iter_mut().flat_map(|template| template.edges.iter_mut()) {
        if !matches!(edge.sync, Some(Sync::Complete { .. })) || random.chance(50) {
            continue;
        }
        let entry = EntryId(random.below(entries.len()) as u32);
        let index = (entries[entry].count > 1).then(|| Expr::Const(random.between(0, 1)));
        let values = entries[entry].parameters.iter();
        let arguments = values.map(|_| Expr::Const(random.between(0, 2))).collect();
        let entry = EntryRef { entry, index };
        edge.sync = Some(Sync::Requeue { entry, arguments });
    }
    system
}

struct Maker {
    random: Random,
    wishes: Wishes,
    system: System,
    /// The template that is being made.
    template: TemplateId,
    /// Where it already has an `else`.
    elses: Vec<(LocationId, u8)>,
    /// How many more steps it may get.
    budget: u32,
}

impl Maker {
    fn make(&mut self) {
        self.rules();
        self.declare();
        let templates = if self.random.chance(75) { 2 } else { 1 };
        for number in 0..templates {
            let header = self.header(number);
            self.system.templates.push(header);
        }
        for id in (0..templates).map(TemplateId) {
            self.body(id);
        }
        let processes = if self.random.chance(60) { 2 } else { self.random.between(1, 3) as u32 };
        for number in 0..processes {
            let template = TemplateId(number % templates);
            let parameters = self.system.templates[template].parameters;
            let arguments = (0..parameters).map(|_| self.random.between(0, 2)).collect();
            let priority = if self.wishes.rules { self.random.between(1, 2) as u8 } else { 1 };
            let name = format!("p[{number}]");
            self.system.processes.push(ProcessDecl { name, template, arguments, priority });
        }
        if self.random.chance(10) {
            self.system.assumptions.push(crate::Assumption {
                kind: "made-up".to_string(),
                text: "this system means nothing".to_string(),
                span: None,
            });
        }
    }

    fn rules(&mut self) {
        let rules = self.wishes.rules;
        let mut sometimes =
            |usual: bool| if rules && self.random.chance(30) { !usual } else { usual };
        self.system.rules = Rules {
            process_limit: 4,
            reap: sometimes(true),
            priorities: sometimes(false),
            lossy: sometimes(false),
            threads: sometimes(false),
            tracks_last: self.wishes.observers && self.random.chance(30),
            instrumented: self.wishes.observers && self.random.chance(30),
            caseless: false,
        };
    }

    fn code(&mut self) -> &mut Template {
        &mut self.system.templates[self.template]
    }

    fn location(&mut self) -> LocationId {
        let location = self.code().add_location();
        let (end, progress, accept) =
            (self.random.chance(15), self.random.chance(10), self.random.chance(5));
        let label = self.random.chance(10);
        let code = self.code();
        let made = &mut code.locations[location];
        (made.end, made.progress, made.accept) = (end, progress, accept);
        made.pc = location.0 % 5;
        if label {
            made.names.push(format!("label{}", location.0));
        }
        location
    }

    /// Adds an edge, with a label and a text now and then.
    fn edge(&mut self, mut edge: Edge) -> EdgeId {
        if self.random.chance(15) {
            edge.labels.push(Label {
                action: "step".to_string(),
                name: self.random.chance(50).then(|| "when".to_string()),
                object: self.random.chance(50).then(|| "a.b[1]".to_string()),
                value: self.random.chance(50).then(|| "3".to_string()),
            });
        }
        if self.random.chance(15) {
            edge.text = "say \"hello\"\\".to_string();
        }
        self.code().add_edge(edge)
    }

    fn body(&mut self, id: TemplateId) {
        self.template = id;
        self.elses.clear();
        self.budget = 4 + self.random.below(8) as u32;
        let mut from = self.location();
        let ending = self.code().add_final();
        // One process has to start the others.
        let is_thread = self.wishes.threads && id != TemplateId(0) && self.random.chance(80);
        if is_thread {
            let running = self.location();
            self.edge(Edge::new(from, running).meeting(Sync::Begin));
            from = running;
        }
        let steps = 1 + self.random.below(3);
        for _ in 0..steps {
            let next = self.location();
            self.statement(from, next, 0);
            from = next;
        }
        let last = if is_thread || self.wishes.threads && self.random.chance(50) {
            Edge::new(from, ending).meeting(Sync::End)
        } else {
            Edge::new(from, ending)
        };
        self.edge(last);
        if self.wishes.rules && self.random.chance(15) {
            let condition = self.condition();
            self.code().provided = Some(condition);
        }
    }
}

//! Certificates of the ilp engine: why a system of flow equations has no solution in whole numbers.
//!
//! Networks are not in a certificate: the judge builds them again. What follows is how parts of them are
//! named, so that engine and judge mean the same.
//!
//! The state of a *process* is a word: its location; 0 to 3 for not started, started, running, ended; how
//! its call stands (0 none, 1 queued, 2 served, 3 answered), the number of words that follow, and these (the
//! entry and arguments, the entry, the results); the number of callers it serves, and these; and its
//! locals, those that are dead set to 0. The state of a *cell* is its value, that of a *channel* the
//! number of its messages and these one after the other, that of a *monitor* its holder from 1 on or 0,
//! how often it is held (3 is 3 or more), and three words for each that waits: the process, how often it held, whether
//! it was told.
//!
//! A label ([`IlpLabel`]) says what a step means to a part that takes part in it.
//!
//! Local steps are folded: a step goes on through those that no other process can see, prevent or cause.

use crate::ilp_label::{IlpCall, IlpEvent, IlpLabel};
use trine_system::{GlobalId, LocalId, LocationId, TemplateId};

/// A local state in the words of a certificate.
pub type Word = Box<[i64]>;

/// A part of the system that is a network of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpPart {
    Process(u32),
    /// A cell of the globals, by its position.
    Cell(u32),
    /// A channel that keeps messages, by its position.
    Channel(u32),
    /// By its position.
    Monitor(u32),
    /// The claim itself.
    Claim,
}

/// How the executions that violate are described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staging {
    /// By the intervals of the query.
    Intervals,
    /// By the claim, as one more network: once for executions that go on, and once for those that end.
    Automaton,
    /// By one question for each path through the claim, with a stage for each state.
    Split,
    /// By where they come to rest although they should not.
    Deadlock,
    /// By the claim, as one more network, for ever: up to some point, and from there round and back to it; or up to
    /// where no process can step. And as with an automaton, where the claim can also come to its end.
    Endless,
}

/// A proof of the ilp engine: one tree for each question, and what the networks leave out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IlpCertificate {
    /// Globals and locals of which nothing is said: nothing is assigned to them, and conditions that read them
    /// may hold or not.
    pub opaque: Vec<GlobalId>,
    pub opaque_locals: Vec<(TemplateId, LocalId)>,
    /// Locals whose value is never needed again from a location on.
    pub dead: Vec<(TemplateId, LocationId, LocalId)>,
    /// Globals whose value is never needed.
    pub ignored: Vec<GlobalId>,
    /// Processes that can be seen to end; the others never do.
    pub mortal: Vec<u32>,
    pub staging: Staging,
    pub trees: Vec<IlpTree>,
}

/// Why the equations of a question, and the branches on the way, have no solution that is connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IlpTree {
    /// The rows times these multipliers add up to a contradiction: no coefficient above 0, and a right
    /// side that is. Those of inequalities, which are all of the form `at least`, are not negative.
    Leaf(Vec<(IlpRow, i128)>),
    /// The equations times these multipliers add up to coefficients that this number divides, and a
    /// right side that it does not divide.
    Indivisible { rows: Vec<(IlpRow, i128)>, by: i128 },
    /// A variable is at most this, or more.
    Variable { variable: IlpVariable, at: i64, below: Box<IlpTree>, above: Box<IlpTree> },
    /// Nothing flows out of these states, none of which is the first one, or something flows into them.
    Component {
        stage: u32,
        part: IlpPart,
        states: Vec<Word>,
        unused: Box<IlpTree>,
        entered: Box<IlpTree>,
    },
    /// The question is divided at the first, or the last, step of a stage that has a label and does not end the
    /// stage: there is none, or it divides the stage into two. Divisions are above everything else.
    Divided {
        stage: u32,
        part: IlpPart,
        label: IlpLabel,
        last: bool,
        none: Box<IlpTree>,
        some: Box<IlpTree>,
    },
}

/// A row of the flow equations, by its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpRow {
    /// What flows into a state of a stage flows out of it.
    Flow {
        stage: u32,
        part: IlpPart,
        state: Word,
    },
    /// Those that do and those that take part agree how often, among the steps that end a stage or the
    /// others.
    Meet {
        stage: u32,
        ending: bool,
        part: IlpPart,
        label: IlpLabel,
    },
    /// A stage ends once; where it is a part of one that was divided, it has the label at least once.
    Once {
        stage: u32,
    },
    Requires {
        stage: u32,
        event: u32,
    },
    /// The branch taken at this depth of the tree.
    Branch(u32),
    /// A part is in a state at the end just if that is where the round began.
    Returns {
        part: IlpPart,
        state: Word,
    },
    /// A process steps in the round.
    Goes,
    /// The claim is in an accepting state when the round begins, or comes to one in it.
    Accepts,
    /// A process is at the end that should not rest there.
    Somebody,
    /// Not all that take part in a step are where it can be taken: the part that does it, and what it says to
    /// others.
    Blocked {
        part: IlpPart,
        parts: Vec<(IlpPart, IlpLabel)>,
    },
    /// A process that is stuck waits for something that it would say to a part: it is not there, or, where there is
    /// a giver, each that could give it is stuck, too.
    Waits {
        process: u32,
        part: IlpPart,
        label: IlpLabel,
        giver: Option<u32>,
    },
    /// A process that is stuck waits for the answer to its call, and a process that could give it is stuck, too.
    Unanswered {
        process: u32,
        call: IlpCall,
        giver: u32,
    },
}

/// How often something happens.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IlpVariable {
    Step {
        stage: u32,
        ending: bool,
        /// It is part of the step that ends the stage, and that step means more to the part behind it.
        within: bool,
        part: IlpPart,
        from: Word,
        to: Word,
        /// What others do to it, if it is not its own doing.
        trigger: Option<IlpLabel>,
        parts: Vec<(IlpPart, IlpLabel)>,
        events: Vec<IlpEvent>,
    },
    /// Nothing happens to a part where a stage ends.
    Connect { stage: u32, part: IlpPart, state: Word },
    /// A process waits there for ever.
    Stuck { part: IlpPart, state: Word },
}

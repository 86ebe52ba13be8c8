//! The properties that one search decides, and what was found of each so far.

use rustc_hash::FxHashSet;
use trine_property::{Check, Property, PropertyKind};
use trine_system::{EdgeId, LocationId, System, TemplateId};
use trine_verdict::{EngineOutcome, Finding, Reason, Stats, TraceMove, Verdict};

use crate::Options;
use crate::expand::Alarm;
use crate::trace::finite_finding;

/// The properties of one search.
pub struct Goals<'a> {
    system: &'a System,
    goals: Vec<Goal<'a>>,
    all_errors: bool,
    most: usize,
}

struct Goal<'a> {
    /// Its position among the properties that were asked for.
    position: usize,
    property: &'a Property,
    /// Its number among the event traces of the search.
    events: Option<usize>,
    findings: Vec<Finding>,
    /// The first violation that goes through something the model leaves out, and how many there are.
    tainted: Option<Reason>,
    tainted_count: usize,
    /// Where violations were found, so that one place counts once.
    places: FxHashSet<Place>,
    broken: Option<String>,
}

/// What a violation is, and where: enough to tell one from another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Alarm(Alarm),
    /// No process can step although one should have ended.
    Deadlock(Vec<(TemplateId, LocationId)>),
    /// No process can step, and a process waits for what no process will give.
    WaitForever(Vec<(TemplateId, LocationId)>),
    /// These wait for each other.
    Circle(Vec<(TemplateId, LocationId)>),
    /// These two accesses race.
    Race([(TemplateId, EdgeId); 2]),
    /// This event trace does not end where the system does.
    OpenEvents(usize),
}

/// After so many violations that prove nothing, no better one is looked for.
const MOST_TAINTED: usize = 100;

impl<'a> Goals<'a> {
    /// No properties yet.
    pub fn new(system: &'a System, options: &Options) -> Goals<'a> {
        let most = options.max_findings.max(1);
        Goals { system, goals: Vec::new(), all_errors: options.all_errors, most }
    }

    /// Adds a property; `position` is its place in the request.
    pub fn add(&mut self, position: usize, property: &'a Property) {
        let is_events = |property: &Property| matches!(property.kind, PropertyKind::Events(_));
        let before = self.goals.iter().filter(|goal| is_events(goal.property)).count();
        self.goals.push(Goal {
            position,
            property,
            events: is_events(property).then_some(before),
            findings: Vec::new(),
            tainted: None,
            tainted_count: 0,
            places: FxHashSet::default(),
            broken: None,
        });
    }

    /// Whether there is no property to decide.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// The checks that are made here.
    pub fn checks(&self) -> Vec<Check> {
        self.goals.iter().filter_map(Goal::check).collect()
    }

    /// Whether event traces are among them.
    pub fn watch_events(&self) -> bool {
        self.goals.iter().any(|goal| goal.events.is_some())
    }

    /// Whether processes are threads, which can be stuck while others go on.
    pub fn have_threads(&self) -> bool {
        self.system.rules.threads
    }

    /// Whether more violations of a check are looked for.
    pub fn seeks(&self, check: Check) -> bool {
        let sought = |goal: &Goal<'_>| goal.check() == Some(check) && goal.is_open(self.most);
        self.goals.iter().any(sought)
    }

    /// Whether nothing more is to be found out.
    pub fn are_settled(&self) -> bool {
        !self.all_errors && self.goals.iter().all(|goal| !goal.is_open(self.most))
    }

    /// Whether something at this place is news for some property.
    pub fn want(&self, place: &Place) -> bool {
        self.goals.iter().any(|goal| goal.wants(place, self.most))
    }

    /// Notes a violation. `moves` leads there from the initial state.
    pub fn found(&mut self, place: &Place, moves: Option<Vec<TraceMove>>) {
        for goal in self.goals.iter_mut().filter(|goal| goal.wants(place, self.most)) {
            goal.note(self.system, place, moves.clone());
        }
    }

    /// The answers, given the figures of the search and, where it was not complete, the reason.
    pub fn outcomes(
        self,
        stats: &Stats,
        remarks: &[String],
        reason: Option<&Reason>,
    ) -> Vec<(usize, EngineOutcome)> {
        let answer = |goal: Goal<'a>| {
            let broken = goal.broken.map(|what| Reason::Internal { what });
            let reason = broken.or(goal.tainted).or(reason.cloned());
            let verdict = match (goal.findings.is_empty(), &reason) {
                (false, _) => Verdict::Violated,
                (true, Some(_)) => Verdict::Inconclusive,
                (true, None) => Verdict::Holds,
            };
            let (stats, remarks) = (stats.clone(), remarks.to_vec());
            let findings = goal.findings;
            (goal.position, EngineOutcome { verdict, reason, findings, stats, remarks })
        };
        self.goals.into_iter().map(answer).collect()
    }
}

impl Goal<'_> {
    fn check(&self) -> Option<Check> {
        match self.property.kind {
            PropertyKind::Check(check) => Some(check),
            _ => None,
        }
    }

    fn is_open(&self, most: usize) -> bool {
        self.findings.len() < most && self.tainted_count < MOST_TAINTED && self.broken.is_none()
    }

    fn wants(&self, place: &Place, most: usize) -> bool {
        let owns = match place {
            Place::Alarm(Alarm::Fault(kind, ..) | Alarm::InitialFault(kind)) => {
                self.check().is_some_and(|check| check.owns(*kind))
            }
            Place::Alarm(Alarm::Events(number)) | Place::OpenEvents(number) => {
                self.events == Some(*number)
            }
            Place::Alarm(Alarm::Claim(_)) => false,
            Place::Alarm(Alarm::Check(check, ..)) => self.check() == Some(*check),
            Place::Deadlock(_) | Place::Circle(_) => self.check() == Some(Check::Deadlock),
            Place::WaitForever(_) => self.check() == Some(Check::WaitForever),
            Place::Race(_) => self.check() == Some(Check::DataRace),
        };
        owns && self.is_open(most) && !self.places.contains(place)
    }

    fn note(&mut self, system: &System, place: &Place, moves: Option<Vec<TraceMove>>) {
        let Some(moves) = moves else {
            self.broken = Some("the steps of a violation were not found again".to_string());
            return;
        };
        let race = match place {
            Place::Race(edges) => Some(*edges),
            _ => None,
        };
        match finite_finding(system, moves, self.check(), race) {
            Ok((finding, None)) => {
                self.places.insert(place.clone());
                self.findings.push(finding);
            }
            Ok((_, Some(reason))) => {
                self.tainted_count += 1;
                self.tainted.get_or_insert(reason);
            }
            Err(why) => self.broken = Some(format!("a violation could not be replayed: {why}")),
        }
    }
}

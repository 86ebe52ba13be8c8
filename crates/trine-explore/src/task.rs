//! One call of the engine: which machine, which store and which search serve a property.

use std::rc::Rc;

use trine_base::Span;
use trine_property::{
    Check, Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, Property,
    PropertyKind,
};
use trine_system::{Effect, Expr, System};
use trine_verdict::{
    Budget, Coverage, EngineOutcome, Finding, Reason, Stats, TraceMove, Unreached, Verdict, Watch,
};

use crate::compile::{Program, Purpose};
use crate::expand::{Expander, Observers};
use crate::gauge::Gauge;
use crate::machine::Machine;
use crate::machine::compiled::Compiled;
use crate::machine::reference::Reference;
use crate::options::{Options, Search, Storage};
use crate::reduce::irrelevant_variables::Read;
use crate::reduce::visibility::Visibility;
use crate::search::breadth_first::BreadthFirst;
use crate::search::goals::Goals;
use crate::search::infinite::{Confirmed, LivenessGoal};
use crate::search::walker::Walker;
use crate::search::{depth_first, fair, nested, non_progress};
use crate::store::{Bitstate, Compressed, Exact, HashCompact, Store};
use crate::symmetry::Symmetry;

/// Templates with more edges than this are searched without reductions.
const LARGEST_ANALYSED: usize = 5_000;

const UNKNOWN: &str = "a value that is not known";
const LEFT_OUT: &str = "something that the model leaves out";

/// What is to be searched, and how.
pub struct Task<'a> {
    pub system: &'a System,
    pub options: &'a Options,
    pub budget: &'a Budget,
    pub watch: &'a dyn Watch,
}

/// What was decided for one search, with the reasons worth telling.
struct Plan {
    reduce: bool,
    merge: bool,
    partial_order: bool,
    /// Stop at every state, even where only one step leads on.
    every_state: bool,
    fair: bool,
    search: Search,
    storage: Storage,
    remarks: Vec<String>,
}

/// What a search leaves behind, or several that count as one.
#[derive(Default)]
struct Figures {
    stats: Stats,
    /// Why nothing can be said where nothing was found.
    reason: Option<Reason>,
    stopped: bool,
    /// An execution can hold exclusive control for ever.
    endless: bool,
}

impl<'a> Task<'a> {
    /// Decides some properties that finite executions can violate.
    pub fn finite(
        &self,
        properties: &'a [Property],
        goals: Goals<'a>,
        symmetry: Option<&Symmetry>,
    ) -> Vec<(usize, EngineOutcome)> {
        let watches = goals.watch_events();
        let events = properties.iter().filter_map(|property| match &property.kind {
            PropertyKind::Events(events) if watches => Some(events),
            _ => None,
        });
        let observers = Observers { claim: None, events: events.collect() };
        let mut visibility = Visibility::of_system(self.system);
        for events in &observers.events {
            visibility.add_events(events);
        }
        visibility.races = goals.checks().contains(&Check::DataRace);
        let plan = self.plan(&visibility, true, false);
        match self.program(None, visibility, &plan, false) {
            Some(program) => {
                // A sequence of messages on a channel tells channels apart.
                let symmetry = symmetry.filter(|_| observers.events.is_empty());
                let machine =
                    || Compiled::new(self.system, program.clone()).with_symmetry(symmetry);
                self.finite_with(machine, &observers, goals, &plan)
            }
            None => {
                let machine = || Reference::new(self.system, None, false);
                self.finite_with(machine, &observers, goals, &plan)
            }
        }
    }

    fn finite_with<M: Machine>(
        &self,
        machine: impl Fn() -> M,
        observers: &Observers<'_>,
        mut goals: Goals<'a>,
        plan: &Plan,
    ) -> Vec<(usize, EngineOutcome)> {
        let mut total: Option<Figures> = None;
        for run in 0..plan.runs() {
            let mut gauge = Gauge::new(self.budget, self.watch);
            let mut expander = self.expander(machine(), observers, plan);
            expander.watch_for(goals.checks());
            let figures = if plan.search == Search::Bfs {
                let mut search = BreadthFirst::new(expander, plan.partial_order);
                let open = search.finite(&mut goals, &mut gauge);
                self.figures(&search.expander, &search.store, &gauge, open)
            } else {
                let Some(mut store) = self.store(&mut expander, plan, run) else {
                    total = Some(self.no_room());
                    break;
                };
                let mut walker = Walker::new(expander, plan.partial_order);
                let store = &mut *store;
                let open = depth_first::search(&mut walker, store, &mut goals, &mut gauge);
                self.figures(&walker.expander, store, &gauge, open)
            };
            let stop = figures.stopped || goals.are_settled();
            total = Some(Figures::and(total, figures));
            if stop {
                break;
            }
        }
        let figures = total.unwrap_or_default();
        goals.outcomes(&figures.stats, &plan.remarks, figures.reason.as_ref())
    }

    /// Looks for an execution that is bad in this way.
    pub fn infinite(&self, liveness: LivenessGoal<'a>) -> EngineOutcome {
        // What no execution does, no fair one does; and that is found out with all reductions.
        let any = self.infinite_once(liveness, false);
        if !self.options.fairness || any.verdict == Verdict::Holds {
            return any;
        }
        match any.findings.first() {
            Some(finding) if is_fair(finding) => any,
            _ => self.infinite_once(liveness, true),
        }
    }

    fn infinite_once(&self, liveness: LivenessGoal<'a>, fair: bool) -> EngineOutcome {
        let mut visibility = Visibility::of_system(self.system);
        match liveness {
            LivenessGoal::Claim(claim) => visibility.add_claim(claim),
            LivenessGoal::Accept => visibility.accept_labels = true,
            LivenessGoal::NoProgress => visibility.progress_labels = true,
        }
        let mut plan = self.plan(&visibility, false, fair);
        let no_progress = no_progress();
        let claim = match liveness {
            LivenessGoal::Claim(claim) => Some(claim),
            // The components that are free of progress are found as those of a claim.
            LivenessGoal::NoProgress if fair => Some(&no_progress),
            _ => None,
        };
        let cycles = claim.is_none_or(Claim::has_accepting);
        if cycles && plan.search == Search::Bfs {
            plan.remark("cycles are searched for depth first");
            plan.search = Search::Dfs;
        }
        let observers = Observers { claim, events: Vec::new() };
        match self.program(claim, visibility, &plan, fair) {
            Some(program) => {
                let machine = || Compiled::new(self.system, program.clone());
                self.infinite_with(machine, &observers, liveness, plan)
            }
            None => {
                let machine = || Reference::new(self.system, claim, fair);
                self.infinite_with(machine, &observers, liveness, plan)
            }
        }
    }

    fn infinite_with<M: Machine>(
        &self,
        machine: impl Fn() -> M,
        observers: &Observers<'_>,
        liveness: LivenessGoal<'_>,
        plan: Plan,
    ) -> EngineOutcome {
        let cycles = observers.claim.is_none_or(Claim::has_accepting);
        let mut total: Option<Figures> = None;
        let mut confirmed = None;
        for run in 0..plan.runs() {
            let mut gauge = Gauge::new(self.budget, self.watch);
            let mut expander = self.expander(machine(), observers, &plan);
            expander.rests = !observers.claim.is_some_and(|claim| claim.infinite_only);
            let figures;
            (confirmed, figures) = if plan.search == Search::Bfs {
                let mut search = BreadthFirst::new(expander, plan.partial_order);
                let found = search.claim(&mut gauge);
                let figures =
                    self.figures(&search.expander, &search.store, &gauge, search.frontier());
                let expander = &mut search.expander;
                (found.map(|found| found.confirm(self.system, expander, liveness)), figures)
            } else if plan.fair {
                // A cycle without progress does not end, so the system does not rest on it.
                expander.rests &= !matches!(liveness, LivenessGoal::NoProgress);
                let mut walker = Walker::new(expander, false);
                let mut store = fair::store();
                let accepting = match observers.claim {
                    Some(claim) => LivenessGoal::Claim(claim),
                    None => liveness,
                };
                let found = fair::search(&mut walker, &mut store, accepting, &mut gauge);
                let figures = self.figures(&walker.expander, &store, &gauge, walker.depth() as u64);
                let expander = &mut walker.expander;
                (found.map(|found| found.confirm(self.system, expander, liveness)), figures)
            } else {
                let Some(mut store) = self.store(&mut expander, &plan, run) else {
                    total = Some(self.no_room());
                    break;
                };
                let mut walker = Walker::new(expander, plan.partial_order);
                let store = &mut *store;
                let found = match liveness {
                    LivenessGoal::NoProgress => {
                        non_progress::search(&mut walker, store, &mut gauge)
                    }
                    _ => nested::search(&mut walker, store, liveness, &mut gauge),
                };
                let figures = self.figures(&walker.expander, store, &gauge, walker.depth() as u64);
                let expander = &mut walker.expander;
                (found.map(|found| found.confirm(self.system, expander, liveness)), figures)
            };
            let stop = figures.stopped || confirmed.is_some();
            total = Some(Figures::and(total, figures));
            if stop {
                break;
            }
        }
        let mut figures = total.unwrap_or_default();
        if cycles && figures.endless {
            let what = "an atomic step that never ends, which no label and no formula sees";
            figures.reason.get_or_insert(Reason::Unmodelled { what: what.to_string(), at: None });
        }
        // Code that a search for cycles did not reach may be reached all the same.
        figures.stats.unreached.clear();
        let (verdict, reason, findings) = match (confirmed, figures.reason) {
            (Some(Confirmed::Finding(finding)), _) => (Verdict::Violated, None, vec![finding]),
            (Some(Confirmed::Doubtful(reason)), _) | (None, Some(reason)) => {
                (Verdict::Inconclusive, Some(reason), Vec::new())
            }
            (None, None) => (Verdict::Holds, None, Vec::new()),
        };
        let (stats, remarks) = (figures.stats, plan.remarks);
        EngineOutcome { verdict, reason, findings, stats, remarks }
    }

    /// Which reductions are sound for what the property sees, and which search is done.
    fn plan(&self, visibility: &Visibility, finite: bool, fair: bool) -> Plan {
        let options = self.options;
        let reduce = !options.raw && self.is_analysed();
        let every_state = options.every_state;
        let mut plan = Plan {
            reduce: reduce && !every_state,
            merge: reduce && !options.shortest && !every_state,
            partial_order: reduce && options.partial_order && !options.shortest,
            every_state,
            fair,
            search: if options.shortest { Search::Bfs } else { options.search },
            storage: options.storage,
            remarks: Vec::new(),
        };
        if let Some(why) = visibility.everything.or(visibility.unsteady)
            && plan.partial_order
        {
            plan.remark(format!("partial-order reduction is off: {why}"));
            plan.partial_order = false;
        }
        if fair {
            if plan.partial_order {
                plan.remark("partial-order reduction is off: it could leave out fair executions");
                plan.partial_order = false;
            }
            if plan.storage != Storage::Exact {
                plan.remark("states are stored exactly: fairness needs whole components");
                plan.storage = Storage::Exact;
            }
        }
        if plan.search == Search::Bfs && plan.storage != Storage::Exact {
            plan.remark("states are stored exactly: a breadth-first search goes back to them");
            plan.storage = Storage::Exact;
        }
        if matches!(plan.storage, Storage::Bitstate { .. }) && !finite && plan.partial_order {
            plan.remark(
                "partial-order reduction is off: bits alone do not say which steps were followed",
            );
            plan.partial_order = false;
        }
        plan
    }

    /// Whether variables that matter to nothing else decide what is about to be accessed.
    pub fn keeps_more_for_races(&self) -> bool {
        let mut visibility = Visibility::of_system(self.system);
        let less = Read::new(self.system, &visibility);
        visibility.races = true;
        less != Read::new(self.system, &visibility)
    }

    /// Whether the code is short enough for the analyses behind the reductions, which look at pairs of
    /// edges; longer code is searched as it is.
    pub fn is_analysed(&self) -> bool {
        let mut templates = self.system.templates.iter();
        templates.all(|template| template.edges.len() <= LARGEST_ANALYSED)
    }

    /// The system, compiled for a property that sees so much.
    fn program(
        &self,
        claim: Option<&Claim>,
        visibility: Visibility,
        plan: &Plan,
        unhide: bool,
    ) -> Option<Rc<Program>> {
        if self.options.interpret {
            return None;
        }
        let Plan { reduce, merge, partial_order, .. } = *plan;
        let purpose = Purpose { claim, visibility, reduce, merge, partial_order, unhide };
        Program::new(self.system, &purpose).map(Rc::new)
    }

    fn expander<'o, M: Machine>(
        &self,
        machine: M,
        observers: &Observers<'o>,
        plan: &Plan,
    ) -> Expander<'o, M> {
        let mut expander = Expander::new(machine, observers.clone());
        expander.compress = plan.partial_order && !plan.every_state;
        expander
    }

    /// The store that was asked for, unless it alone is too large.
    fn store<M: Machine>(
        &self,
        expander: &mut Expander<'_, M>,
        plan: &Plan,
        run: u32,
    ) -> Option<Box<dyn Store>> {
        let seed = u64::from(run) + 1;
        Some(match plan.storage {
            Storage::Exact => Box::new(Exact::new(0)),
            Storage::Compressed => Box::new(Compressed::new(expander.cutter())),
            Storage::HashCompact => Box::new(HashCompact::new(seed)),
            Storage::Bitstate { functions, log2_bits, .. } => {
                let size = Bitstate::table_bytes(log2_bits);
                if self.budget.memory.is_some_and(|most| size > most) {
                    return None;
                }
                Box::new(Bitstate::new(functions, log2_bits, seed))
            }
        })
    }

    fn no_room(&self) -> Figures {
        let reason = Reason::Limit {
            what: "the memory limit".to_string(),
            covered: "nothing: the table of bits alone is larger".to_string(),
            option: "--memory-limit".to_string(),
        };
        Figures { reason: Some(reason), stopped: true, ..Figures::default() }
    }

    /// What there is to say about a search that left so many states open.
    fn figures<M: Machine>(
        &self,
        expander: &Expander<'_, M>,
        store: &dyn Store,
        gauge: &Gauge<'_>,
        open: u64,
    ) -> Figures {
        let coverage = store.coverage();
        let limit = gauge.reason(store.len(), open);
        let complete = open == 0 && limit.is_none() && coverage.is_none();
        let approximate = || {
            let estimate = coverage.as_ref().map(|coverage| coverage.text.clone());
            estimate.map(|estimate| Reason::Approximate { estimate })
        };
        Figures {
            stats: Stats {
                states: Some(store.len()),
                alike: expander.machine.alike(),
                transitions: Some(expander.transitions),
                bytes: Some(store.bytes()),
                depth: Some(gauge.depth),
                seconds: Some(gauge.elapsed()),
                unreached: if complete { self.unreached(&expander.machine) } else { Vec::new() },
                coverage: coverage.clone(),
                ..Stats::default()
            },
            stopped: gauge.stop.is_some(),
            endless: expander.endless,
            reason: limit.or_else(|| self.doubt(expander)).or_else(approximate),
        }
    }

    /// Why even a complete search proves nothing.
    fn doubt<M: Machine>(&self, expander: &Expander<'_, M>) -> Option<Reason> {
        if expander.bounded {
            let limits = self.executed(&expander.machine, |effect| match effect {
                Effect::Limit { what, option } => Some((what.clone(), option.clone())),
                _ => None,
            });
            if let Some(((what, option), at)) = limits {
                return Some(Reason::Bound { what, option, at });
            }
            if self.system.pools.is_empty() {
                let what = format!(
                    "more than {} events in one step, or a lock that is taken very often",
                    trine_system::MOST_PENDING_EVENTS
                );
                return Some(Reason::Bound { what, option: None, at: None });
            }
            return Some(Reason::Limit {
                what: "a bound of the model".to_string(),
                covered: "executions up to that bound".to_string(),
                option: "--pool".to_string(),
            });
        }
        if expander.machine.claim_faulted() {
            let what = "a condition of the property that cannot be evaluated everywhere: an index \
                        outside its array, a channel that is not there, or a division by zero";
            return Some(Reason::Unmodelled { what: what.to_string(), at: None });
        }
        expander.unmodelled.then(|| {
            let found = self.executed(&expander.machine, |effect| match effect {
                Effect::Unmodelled(what) => Some(what.clone()),
                Effect::Choose { known: false, .. } => Some(UNKNOWN.to_string()),
                _ => None,
            });
            let (what, at) = found.unwrap_or_else(|| (LEFT_OUT.to_string(), None));
            Reason::Unmodelled { what, at }
        })
    }

    /// The first effect of this kind that was executed, with its place.
    fn executed<T>(
        &self,
        machine: &impl Machine,
        wanted: impl Fn(&Effect) -> Option<T>,
    ) -> Option<(T, Option<Span>)> {
        for (template, code) in self.system.templates.enumerate() {
            for (id, edge) in code.edges.enumerate() {
                if machine.was_executed(template, id)
                    && let Some(found) = edge.effects.iter().find_map(&wanted)
                {
                    return Some((found, edge.span));
                }
            }
        }
        None
    }

    /// The edges that no step took.
    fn unreached(&self, machine: &impl Machine) -> Vec<Unreached> {
        let templates = self.system.templates.enumerate();
        let edges = templates.flat_map(|(template, code)| {
            code.edges.ids().map(move |edge| Unreached { template, edge })
        });
        edges.filter(|at| !machine.was_executed(at.template, at.edge)).collect()
    }
}

impl Plan {
    fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// How many searches to do, each with hash functions of its own.
    fn runs(&self) -> u32 {
        match self.storage {
            Storage::Bitstate { runs, .. } => runs.max(1),
            _ => 1,
        }
    }
}

impl Figures {
    /// Several runs are worth more than one: what each of them missed, the others missed by chance.
    fn and(before: Option<Figures>, last: Figures) -> Figures {
        let Some(before) = before else { return last };
        let add = |one: Option<u64>, two: Option<u64>| Some(one.unwrap_or(0) + two.unwrap_or(0));
        let (one, two) = (before.stats, last.stats);
        let coverage = match (one.coverage, two.coverage) {
            (Some(one), Some(two)) => {
                let runs = one.runs + two.runs;
                let estimate = 1.0 - (1.0 - one.estimate) * (1.0 - two.estimate);
                let percent = 100.0 * estimate;
                let text = format!(
                    "{runs} runs are expected to have visited {percent:.4} % of the states"
                );
                Some(Coverage { runs, estimate, text })
            }
            (one, two) => one.or(two),
        };
        let reason = match (last.reason, &coverage) {
            (Some(Reason::Approximate { .. }), Some(coverage)) => {
                Some(Reason::Approximate { estimate: coverage.text.clone() })
            }
            (reason, _) => reason,
        };
        Figures {
            stats: Stats {
                states: one.states.max(two.states),
                alike: one.alike.or(two.alike),
                transitions: add(one.transitions, two.transitions),
                bytes: one.bytes.max(two.bytes),
                depth: one.depth.max(two.depth),
                seconds: Some(one.seconds.unwrap_or(0.0) + two.seconds.unwrap_or(0.0)),
                coverage,
                unreached: Vec::new(),
                ..Stats::default()
            },
            reason,
            stopped: last.stopped,
            endless: before.endless || last.endless,
        }
    }
}

/// Whether an execution is fair whatever the processes do: it is finite, so that it can go on fairly,
/// or at rest.
fn is_fair(finding: &Finding) -> bool {
    match finding.trace.loop_from {
        None => true,
        Some(from) => {
            finding.trace.steps[from..].iter().all(|step| step.action == TraceMove::Stutter)
        }
    }
}

/// Accepts the executions that from some moment on make no progress.
fn no_progress() -> Claim {
    let edge = |guard: Expr, to: u32| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: ClaimStateId(to),
    };
    let wait = vec![edge(Expr::TRUE, 0), edge(Expr::NonProgress, 1)];
    let stay = vec![edge(Expr::NonProgress, 1)];
    let states = vec![
        ClaimState { edges: wait, ..ClaimState::default() },
        ClaimState { edges: stay, accepting: true, ..ClaimState::default() },
    ];
    Claim {
        states: states.into(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    }
}

//! Visibility: what other processes, and the property, can see of a process.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use trine_property::{Claim, ClaimEdge, ClaimGuard, EventTrace};
use trine_system::{Effect, Expr, GlobalId, LocalId, LocationId, Root, System, TemplateId};

use super::bits::Bits;
use crate::compile::threads::has_threads;
use crate::compile::visit_system;

/// Everything that the code of the system, a claim, a built-in check or an event trace looks at.
#[derive(Clone, Debug, Default)]
pub struct Visibility {
    /// Locals that another process reads or writes.
    pub remote_locals: FxHashSet<(TemplateId, LocalId)>,
    /// Locations that can be told apart, by asking whether a process is in some set of them, are
    /// in different classes; those that nothing asks about are in none.
    classes: FxHashMap<TemplateId, FxHashMap<LocationId, u32>>,
    class_count: u32,
    /// Globals that the property reads.
    pub globals: Bits,
    /// Channels whose contents the property sees: cells of global channel variables, all cells where
    /// none is given.
    pub channels: Vec<(GlobalId, Option<u32>)>,
    /// The property looks at channels that cannot be named before.
    pub any_channel: bool,
    /// An expression asks which processes there are, or how many.
    pub processes: bool,
    /// An expression asks for the number of a process, if only its own.
    pub numbers: bool,
    /// An expression asks whether a process has ended.
    pub ends: bool,
    /// Finite executions decide the property: only the order of what it sees counts.
    pub finite: bool,
    /// Every access to shared variables counts, also one whose value nothing needs.
    pub races: bool,
    pub accept_labels: bool,
    pub progress_labels: bool,
    /// An expression asks what cannot be kept while steps are left out or put together, and what that is.
    pub everything: Option<&'static str>,
    /// Only reductions that stay within single states are sound, and why.
    pub unsteady: Option<&'static str>,
}

impl Visibility {
    /// What the code of the system itself sees.
    pub fn of_system(system: &System) -> Visibility {
        let mut visibility = Visibility::default();
        visit_system(system, &mut |_, expr| visibility.look(expr, false));
        for template in &system.templates {
            for edge in &template.edges {
                let numbered = |effect: &Effect| {
                    matches!(effect, Effect::Run { into: Some(_), .. } | Effect::SetPriority(..))
                };
                visibility.numbers |= edge.effects.iter().any(numbered);
                edge.visit_writes(&mut |place| {
                    if let Root::Remote { template, local, .. } = &place.root {
                        visibility.remote_locals.insert((*template, *local));
                        visibility.processes = true;
                    }
                });
            }
            if template.provided.is_some() {
                visibility.everything = Some("a process steps only where its `provided` holds");
            }
        }
        if system.rules.reap && has_threads(system) {
            // A process that is gone is joined and started in another way than one that has ended.
            visibility.processes = true;
        }
        if system.rules.priorities {
            visibility.everything = Some("processes have priorities");
        }
        if system.rules.tracks_last {
            visibility.everything = Some("the model uses `_last`");
        }
        visibility
    }

    /// Adds what a claim observes; one that counts steps rules out reductions that change their number.
    pub fn add_claim(&mut self, claim: &Claim) {
        for expr in claim.expressions() {
            self.look(expr, true);
        }
        if !claim.stutter_invariant {
            self.unsteady = Some("the property counts steps");
        }
        // Once in an accepting state, the claim stays there whatever happens.
        self.finite = claim.states.enumerate().all(|(id, state)| {
            let stays = |edge: &ClaimEdge| {
                edge.to == id
                    && edge.guard == ClaimGuard::When(Expr::TRUE)
                    && edge.assertion.is_none()
            };
            !state.accepting || state.edges.iter().any(stays)
        });
    }

    /// Adds the channels that an event trace observes.
    pub fn add_events(&mut self, events: &EventTrace) {
        for edge in events.states.iter().flat_map(|state| &state.edges) {
            self.channels.push((edge.event.channel, Some(edge.event.cell)));
            self.globals.insert(edge.event.channel.0 as usize);
        }
    }

    /// Adds what an expression looks at; variables only where it belongs to the property.
    fn look(&mut self, expr: &Expr, property: bool) {
        expr.visit(&mut |part| match part {
            Expr::Read(place) => match &place.root {
                Root::Global(id) if property => {
                    self.globals.insert(id.0 as usize);
                }
                Root::Remote { template, local, .. } => {
                    self.remote_locals.insert((*template, *local));
                    self.processes = true;
                }
                _ => {}
            },
            Expr::At { template, locations, .. } => {
                self.tell_apart(*template, locations);
                self.processes = true;
            }
            Expr::ProcessCount => self.processes = true,
            Expr::Started(_) | Expr::Monitor(..) if property => {
                self.everything = Some("the property asks for monitors or threads");
            }
            // Of a process that is gone it is not known that it was started.
            Expr::Started(_) => self.processes = true,
            Expr::Ended(_) => {
                self.processes = true;
                self.ends = true;
            }
            Expr::Terminated => self.ends = true,
            Expr::Myself | Expr::Served => self.numbers = true,
            Expr::NonProgress => self.progress_labels = true,
            Expr::Last => self.everything = Some("the model uses `_last`"),
            Expr::Enabled(_) => {
                self.everything = Some("an expression asks which process is `enabled`")
            }
            Expr::PcValue(_) => self.everything = Some("an expression asks for a `pc_value`"),
            Expr::Priority(_) => self.everything = Some("processes have priorities"),
            Expr::Timeout if property => {
                self.everything = Some("the property asks for `timeout`");
            }
            Expr::Channel(_, channel) | Expr::Poll { channel, .. } if property => {
                match named_channel(channel) {
                    Some(named) => self.channels.push(named),
                    None => self.any_channel = true,
                }
            }
            _ => {}
        });
    }

    /// An expression asks whether a process is at one of these locations.
    fn tell_apart(&mut self, template: TemplateId, locations: &[LocationId]) {
        let classes = self.classes.entry(template).or_default();
        // What was together stays together inside the set, and outside.
        let mut inside: FxHashMap<Option<u32>, u32> = FxHashMap::default();
        for location in locations.iter().collect::<BTreeSet<_>>() {
            let class = inside.entry(classes.get(location).copied()).or_insert_with(|| {
                self.class_count += 1;
                self.class_count
            });
            classes.insert(*location, *class);
        }
    }

    /// Whether a step that the property sees may be followed alone where no other process can make one any
    /// more. Then what it sees happens in the same order all the same; but what others could do for
    /// ever before it is left out, so only finite executions may matter. Only what is seen of globals
    /// can be told from where processes are.
    pub fn lets_seen_steps_suffice(&self) -> bool {
        self.finite
            && self.classes.is_empty()
            && self.channels.is_empty()
            && self.remote_locals.is_empty()
            && !self.any_channel
            && !self.processes
            && !self.progress_labels
    }

    /// Whether another process or the property can see one of this template go from one location to another.
    pub fn sees_move(
        &self,
        system: &System,
        template: TemplateId,
        from: LocationId,
        to: LocationId,
    ) -> bool {
        let locations = &system.templates[template].locations;
        let labels = self.accept_labels && locations[from].accept != locations[to].accept
            || self.progress_labels && locations[from].progress != locations[to].progress
            || self.ends && locations[from].final_ != locations[to].final_;
        let class = |location: &LocationId| self.classes.get(&template)?.get(location);
        labels || class(&from) != class(&to)
    }
}

/// The global variable, and where possible the cell, that an expression takes a channel from.
pub fn named_channel(expr: &Expr) -> Option<(GlobalId, Option<u32>)> {
    let Expr::Read(place) = expr else { return None };
    let Root::Global(id) = place.root else { return None };
    match place.index.as_deref() {
        None => Some((id, Some(0))),
        Some(Expr::Const(cell)) => Some((id, u32::try_from(*cell).ok())),
        Some(_) => Some((id, None)),
    }
}

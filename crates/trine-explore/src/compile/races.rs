//! Race candidates: pairs of places that may race, judged by the variables that they access.

use trine_base::{Id, IndexVec};
use trine_system::{Effect, LocationId, System, TemplateId};

use crate::reduce::access::{Access, Denied, FIRST_FIELD, Joins, RECORDS, Reads, field_number};
use crate::reduce::bits::Bits;

/// For each template and location, the shared variables that are not volatile and that a process there
/// is about to read or write.
#[derive(Clone, Debug, Default)]
pub struct RaceMap {
    touched: IndexVec<TemplateId, Vec<Touched>>,
}

#[derive(Clone, Debug, Default)]
struct Touched {
    reads: Bits,
    writes: Bits,
}

impl RaceMap {
    /// Finds the candidates of a system; accesses to volatile variables never race.
    pub fn new(system: &System) -> RaceMap {
        let mut volatile = Bits::default();
        for (id, _) in system.globals.enumerate().filter(|(_, one)| one.volatile) {
            // Beyond that a number may mean something else, too.
            if id.index() < FIRST_FIELD {
                volatile.insert(id.index());
            }
        }
        for (id, pool) in system.pools.enumerate().filter(|_| system.globals.len() < FIRST_FIELD) {
            for (field, variable) in pool.fields.iter().enumerate() {
                if variable.volatile && field < RECORDS as usize {
                    volatile.insert(field_number(id, field as u32));
                }
            }
            if pool.fields.len() <= RECORDS as usize {
                volatile.insert(field_number(id, RECORDS));
            }
        }
        let touched = system.templates.iter().map(|template| {
            let mut always = Access::default();
            template.provided.iter().for_each(|provided| always.read(provided));
            let always = Touched { reads: always.reads_globals, writes: Bits::default() };
            let mut touched = vec![always; template.locations.len()];
            let joins = Joins::of(template);
            for edge in &template.edges {
                let access = Access::of(template, &joins, edge, Denied::default(), Reads::All);
                let at = &mut touched[edge.from.index()];
                at.reads.add(&access.reads_globals);
                for effect in &edge.effects {
                    if let Effect::Run { template, .. } = effect {
                        let birth = Access::at_birth(&system.templates[*template]);
                        at.reads.add(&birth.reads_globals);
                    }
                }
                at.writes.add(&access.writes_globals);
            }
            for at in &mut touched {
                at.reads.subtract(&volatile);
                at.writes.subtract(&volatile);
            }
            touched
        });
        RaceMap { touched: touched.collect() }
    }

    /// Whether two processes at these places may be about to race.
    pub fn may_race(&self, one: (TemplateId, LocationId), two: (TemplateId, LocationId)) -> bool {
        let at = |(template, location): (TemplateId, LocationId)| {
            &self.touched[template][location.index()]
        };
        let (one, two) = (at(one), at(two));
        one.writes.meets(&two.writes)
            || one.writes.meets(&two.reads)
            || one.reads.meets(&two.writes)
    }
}

//! Meetings at entries. They are not followed yet: an execution that comes to one reaches a limit.

use super::Stop;
use super::choice::Way;
use super::run::Run;
use crate::program::*;

const LIMIT: &str = "threads meet at entries";

impl Run<'_, '_> {
    pub fn meet(&mut self, _meeting: &Meeting, _way: Option<Way>) -> Result<bool, Stop> {
        Err(Stop::limit(LIMIT))
    }

    pub fn meet_on(&mut self, _way: Option<Way>) -> Result<bool, Stop> {
        Err(Stop::limit(LIMIT))
    }

    pub fn ways_of_meeting(&self) -> Vec<Way> {
        vec![Way::Go]
    }

    pub fn can_terminate_later(&self, _open: &[u32]) -> bool {
        false
    }

    pub fn awaits_answer(&self) -> bool {
        false
    }
}

//! Threads that are aborted. They are not followed yet: an execution that aborts one reaches a limit.

use super::Stop;
use super::choice::Way;
use super::run::Run;
use super::value::Value;

impl Run<'_, '_> {
    pub fn abort_point(&mut self, _way: Option<Way>) -> Result<bool, Stop> {
        self.next();
        Ok(true)
    }

    pub fn is_abnormal(&self, _thread: Value) -> bool {
        false
    }

    pub fn give_up(&mut self, _way: Option<Way>) -> Result<bool, Stop> {
        Err(Stop::limit("a thread is aborted"))
    }

    pub fn or_given_up(&mut self, ways: Vec<Way>) -> Vec<Way> {
        ways
    }
}

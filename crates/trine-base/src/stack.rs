//! Runs work that recurses deeply on a stack of its own.

use std::sync::Mutex;

use crate::cannot_happen;

/// Runs the work on a thread with so many bytes of stack and waits for it; on the caller's where no thread can be
/// started. The system commits memory only as far as it is used.
pub fn on_large_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    // A thread that cannot be started keeps what it was given: so it is given a way to the work only.
    let work = Mutex::new(Some(work));
    let run = || {
        let work = work.lock().ok().and_then(|mut work| work.take());
        match work {
            Some(work) => work(),
            None => cannot_happen!("work is run once"),
        }
    };
    let result = std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run) {
            Ok(worker) => worker.join(),
            Err(_) => Ok(run()),
        }
    });
    result.unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

#[cfg(test)]
mod tests {
    use super::on_large_stack;

    fn depth(left: u64) -> u64 {
        if left == 0 { 0 } else { 1 + std::hint::black_box(depth(std::hint::black_box(left - 1))) }
    }

    #[test]
    fn deep_recursion_has_room_and_its_result_comes_back() {
        assert_eq!(on_large_stack(64 << 20, || depth(200_000)), 200_000);
    }
}
